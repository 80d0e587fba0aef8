// Renders explanations of dependencies.
// SPDX-License-Identifier: Apache-2.0
#include "report/explanation.hpp"

#include <fmt/format.h>

#include <map>

#include "report/table.hpp"

namespace counterpoint::report {
namespace {

std::string counts(const std::vector<Explanation>& explanations) {
  std::map<DependenceClass, std::size_t> count;
  for (const Explanation& e : explanations) ++count[e.classified.kind];
  std::string out;
  for (const auto& [kind, n] : count) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", n, class_name(kind));
  return out;
}

}  // namespace

std::string render(const Explanation& e) {
  std::string out = fmt::format("{}: {}", e.subject, e.class_text);
  out += e.status == e.class_text ? "\n" : fmt::format(" ({})\n", e.status);
  Table table;
  const auto add = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) table.add({std::string(key), value});
  };
  add("place", e.place);
  add("guard", e.formula);
  add("per loop", e.per_loop);
  add("because", e.reason);
  for (const Rewrite& r : e.rewrites) {
    add("instead",
        fmt::format("{} ({}{})", r.text, class_name(r.becomes), r.same_meaning ? "" : ", asks for something else"));
    add("", r.statement);
  }
  return out + table.text(2);
}

std::string render(const Program& program, const std::vector<Explanation>& explanations) {
  std::string out =
      fmt::format("{}: {}{}{}\n", program.tree.name(),
                  explanations.size() == 1 ? "1 dependency" : fmt::format("{} dependencies", explanations.size()),
                  explanations.empty() ? "" : ": ", counts(explanations));
  Table table;
  std::string more;
  for (const Explanation& e : explanations) {
    table.add({e.subject, e.class_text, e.formula});
    if (!e.rewrites.empty()) more += "\n" + render(e);
  }
  return out + table.text(2) + more;
}

}  // namespace counterpoint::report
