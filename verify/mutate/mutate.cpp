// Makes mutants, leaves out those seen before, and has the rest judged.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutate/mutate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"

namespace counterpoint::mutation {
namespace {

// Where two texts differ: whole lines.
struct Differing {
  std::size_t from = 0;  // bytes in common at the start
  std::size_t back = 0;  // and at the end
};

Differing difference(std::string_view a, std::string_view b) {
  Differing d;
  const std::size_t shorter = std::min(a.size(), b.size());
  while (d.from < shorter && a[d.from] == b[d.from]) ++d.from;
  while (d.back < shorter - d.from && a[a.size() - 1 - d.back] == b[b.size() - 1 - d.back]) ++d.back;
  while (d.from > 0 && a[d.from - 1] != '\n') --d.from;
  while (d.back > 0 && a[a.size() - 1 - d.back] != '\n') --d.back;
  return d;
}

// Runs of blanks become one, and of many lines only the first and the last are kept.
std::string in_short(std::string_view text) {
  constexpr std::size_t most_lines = 6;
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line;
    for (const char c : text.substr(0, end)) {
      if (c != ' ' || (!line.empty() && line.back() != ' ')) line += c;
    }
    lines.push_back(std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (lines.size() > most_lines) {
    lines.erase(lines.begin() + 2, lines.end() - 2);
    lines.insert(lines.begin() + 2, "...");
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

class Mutants {
 public:
  explicit Mutants(const Implementation& implementation)
      : draft_(draft_of(implementation)), roles_(draft_), text_(print(build(draft_))) {}

  [[nodiscard]] const Draft& draft() const { return draft_; }
  [[nodiscard]] std::vector<Edit> edits(const OperatorEntry& o) const {
    Sites sites(draft_, roles_);
    o.find(sites);
    return sites.edits();
  }
  [[nodiscard]] Draft apply(const Edit& edit) const {
    Draft mutant = draft_;
    edit.apply(mutant);
    return mutant;
  }
  // What sets a mutant apart from the original, and from other mutants of it.
  [[nodiscard]] Change change(const OperatorEntry& o, const Edit& edit, const Draft& mutant,
                              std::string_view text) const {
    const Differing d = difference(text_, text);
    Change c{&o, "", "", in_short(std::string_view(text_).substr(d.from, text_.size() - d.back - d.from)),
             in_short(text.substr(d.from, text.size() - d.back - d.from))};
    if (mutant.compare != draft_.compare) c.after = "waits compare without sign";
    require(text != text_ || mutant.compare != draft_.compare, "a mutant differs from its original");
    if (edit.line < draft_.lines.size()) {
      const Tree& tree = draft_.original->tree;
      const Line& line = draft_.lines[edit.line];
      c.scope = tree.scope_name(line.scope);
      if (line.kind == Line::Kind::statement) c.engine = tree.engine_name(line.engine);
    }
    return c;
  }
  [[nodiscard]] std::string key(const Draft& mutant, std::string_view text) const {
    const Differing d = difference(text_, text);
    return fmt::format("{} {} {} {}", d.from, d.back, static_cast<int>(mutant.compare),
                       text.substr(d.from, text.size() - d.back - d.from));
  }

 private:
  Draft draft_;
  Roles roles_;
  std::string text_;
};

std::vector<const OperatorEntry*> or_all(const std::vector<const OperatorEntry*>& some) {
  if (!some.empty()) return some;
  std::vector<const OperatorEntry*> all;
  for (const OperatorEntry& o : all_operators()) all.push_back(&o);
  return all;
}

void count(Tally& tally, const Trial& j) {
  ++tally.mutants;
  switch (j.by) {
    case Killer::pairing: ++tally.by_pairing; break;
    case Killer::order: ++tally.by_order; break;
    case Killer::monotone: ++tally.by_monotone; break;
    case Killer::replay: ++tally.by_replay; break;
    case Killer::explore: ++tally.by_explore; break;
    case Killer::none: ++(j.fate == Fate::equivalent ? tally.equivalent : tally.undecided); break;
  }
}

Trial judge_text(Judge& judge, const std::string& text, const Change& change, Comparison compare,
                 const MutateOptions& options) {
  auto read = parse_implementation(text, "mutant");
  if (read) {
    Trial trial = judge.judge(*read, compare);
    if (options.each) options.each({change, *read, compare, trial});
    return trial;
  }
  Trial refused;
  refused.fate = Fate::refused;
  refused.by = Killer::pairing;
  refused.reason = to_string(read.error().front());
  return refused;
}

}  // namespace

void Tally::add(const Tally& other) {
  mutants += other.mutants;
  by_pairing += other.by_pairing;
  by_order += other.by_order;
  by_monotone += other.by_monotone;
  by_replay += other.by_replay;
  by_explore += other.by_explore;
  equivalent += other.equivalent;
  undecided += other.undecided;
}

MutationResult mutate(const Program& program, const Implementation& implementation, const MutateOptions& options) {
  const Assignments assignments(program.tree, options.assignments);
  Judge judge(program, implementation, assignments, options.judge);
  const Mutants mutants(implementation);
  MutationResult result;
  result.assignments = assignments.size();
  result.bound = assignments.bound();
  std::map<std::string, Trial> known;
  for (const OperatorEntry* o : or_all(options.operators)) {
    Tally tally{o};
    for (const Edit& edit : mutants.edits(*o)) {
      const Draft draft = mutants.apply(edit);
      const std::string text = print(build(draft));
      const auto [at, fresh] = known.try_emplace(mutants.key(draft, text));
      Trial& j = at->second;
      Change change = mutants.change(*o, edit, draft, text);
      if (fresh) j = judge_text(judge, text, change, draft.compare, options);
      count(tally, j);
      if (options.progress != nullptr) ++*options.progress;
      const auto trips = [&](std::size_t n) { return to_text(program.tree, assignments.at(n)); };
      if (fresh && j.disagreement) {
        result.contradictions.push_back({text, trips(j.disagreement->assignment), *j.disagreement});
      }
      if (!options.keep_all && j.by != Killer::none) continue;
      const bool at_one = j.fate == Fate::killed || j.fate == Fate::undecided;
      result.mutants.push_back({std::move(change), j, at_one ? trips(j.assignment) : ""});
    }
    result.tallies.push_back(tally);
  }
  return result;
}

std::vector<Change> list_mutants(const Implementation& implementation,
                                 const std::vector<const OperatorEntry*>& operators) {
  const Mutants mutants(implementation);
  std::vector<Change> result;
  for (const OperatorEntry* o : or_all(operators)) {
    for (const Edit& edit : mutants.edits(*o)) {
      const Draft draft = mutants.apply(edit);
      result.push_back(mutants.change(*o, edit, draft, print(build(draft))));
    }
  }
  return result;
}

}  // namespace counterpoint::mutation
