// The command `explain`: what a message means.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/session.hpp"
#include "report/diagnostics.hpp"
#include "report/json.hpp"

namespace counterpoint::cli {
namespace {

Exit explain_code(Session& session, const std::string& word) {
  std::string code = word;
  for (char& c : code) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  const auto table = all_codes();
  const auto found = std::ranges::find(table, code, [](const CodeEntry& e) { return code_text(e.code); });
  if (found == table.end()) {
    std::vector<std::string_view> codes;
    for (const CodeEntry& e : table) codes.push_back(code_text(e.code));
    const std::string nearest = nearest_name(code, codes);
    throw Failure(Exit::usage, fmt::format("no message has the code '{}'{}", excerpt(word),
                                           nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)));
  }
  session.out().write(session.json() ? report::json_code(*found) : report::render(*found));
  return Exit::success;
}

}  // namespace

Exit run_explain(Session& session) { return explain_code(session, session.arguments().operands[0]); }

}  // namespace counterpoint::cli
