// Writes help texts, the manual page and docs/command.md from the table of options.
// SPDX-License-Identifier: Apache-2.0
//
// One table, four renderings. None of them knows an option or a command by name, so none can drift from what the parser
// accepts; a test compares docs/command.md with `counterpoint help --markdown`.
#include "cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/version.hpp"
#include "report/table.hpp"

namespace counterpoint::cli {
namespace {

constexpr std::size_t width = 96;
constexpr std::string_view tagline = "synchronise the instruction streams of a multi-engine accelerator, and run them";

// Words of `text` in lines of at most `width` columns, every line after the first indented. Paragraphs stay apart.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    if (text.starts_with("\n\n")) {
      out.append("\n\n").append(indent, ' ');
      column = indent;
      text.remove_prefix(2);
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    if (column > indent && column + 1 + word.size() > width) {
      out.append("\n").append(indent, ' ');
      column = indent;
    }
    if (column > indent) out += ' ';
    column += word.size() + (column > indent ? 1 : 0);
    out += word;
    text.remove_prefix(end);
    if (text.starts_with(' ')) text.remove_prefix(1);
  }
  return out;
}

// "  left     right", the right column wrapped.
std::string row(std::string_view left, std::string_view right, std::size_t column) {
  std::string out = "  " + report::pad_right(left, column - 2);
  if (left.size() + 4 > column) out = fmt::format("  {}\n{}", left, report::blanks(column));
  return out + wrapped(right, column) + "\n";
}

std::string option_rows(const std::vector<const OptionEntry*>& options) {
  std::string out;
  for (const OptionEntry* o : options) out += row(spelling(*o), full_help(*o), 26);
  return out;
}

std::vector<const OptionEntry*> select(const std::vector<const OptionEntry*>& options, bool of_few) {
  std::vector<const OptionEntry*> result;
  std::ranges::copy_if(options, std::back_inserter(result), [&](const OptionEntry* o) { return own(*o) == of_few; });
  return result;
}

std::vector<const OptionEntry*> common_options() {
  std::vector<const OptionEntry*> result;
  for (const OptionEntry& o : all_options()) {
    if (!own(o)) result.push_back(&o);
  }
  return result;
}

// Text as roff reads it literally.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
      out += c;
    }
  }
  return out;
}

std::string roff_paragraphs(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    out += fmt::format("{}{}\n", out.empty() ? "" : ".PP\n", roff(text.substr(0, end)));
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return out;
}

std::string roff_options(const std::vector<const OptionEntry*>& options) {
  std::string out;
  for (const OptionEntry* o : options) {
    out += fmt::format(".TP\n.B {}\n{}.\n", roff(spelling(*o)), roff(full_help(*o)));
  }
  return out;
}

std::string markdown_options(const std::vector<const OptionEntry*>& options) {
  if (options.empty()) return "";
  std::string out = "| option | |\n|---|---|\n";
  for (const OptionEntry* o : options) {
    out += fmt::format("| `{}` | {} |\n", spelling(*o), full_help(*o));
  }
  return out + "\n";
}

std::string words_with_summaries(const OptionEntry& option) {
  std::string out;
  for (const Word& w : option.words()) {
    out += fmt::format("{}{}", out.empty() ? "" : ", ", w.name);
    if (!w.summary.empty()) out += fmt::format(" ({})", w.summary);
  }
  return out;
}

}  // namespace

std::string spelling(const OptionEntry& option) {
  std::string out = option.letter == 0 ? "" : fmt::format("-{}, ", option.letter);
  out += fmt::format("--{}", option.name);
  if (option.value != Value::nothing) out += fmt::format(" {}", option.value_name);
  return out;
}

std::string full_help(const OptionEntry& option) {
  std::string out(option.help);
  if (option.words != nullptr) out += "; one of " + words_with_summaries(option);
  if (!option.standard.empty()) out += fmt::format("; {} unless given", option.standard);
  if (option.repeatable) out += "; may be repeated";
  return out;
}

std::string usage_line(const CommandEntry& command) {
  return fmt::format("usage: counterpoint {}{}{} [OPTION]...\n", command.name, command.operands.empty() ? "" : " ",
                     command.operands);
}

std::string help_text() {
  std::string out =
      fmt::format("counterpoint {}: {}\n\nusage: counterpoint COMMAND ...\n\ncommands:\n", version_number(), tagline);
  for (const CommandEntry& c : all_commands()) out += row(c.name, c.summary, 14);
  out += fmt::format("\noptions of every command:\n{}\nexit codes:\n", option_rows(common_options()));
  for (const ExitEntry& e : all_exits()) out += row(std::to_string(static_cast<int>(e.code)), e.meaning, 8);
  return out + "\nA FILE of `-` is standard input. `counterpoint help COMMAND` says more.\n";
}

std::string help_text(const CommandEntry& command) {
  std::string out = fmt::format("{}\n{}\n", usage_line(command), wrapped(command.description, 0));
  const std::vector<const OptionEntry*> options = options_of(command);
  if (const auto few = select(options, true); !few.empty()) out += fmt::format("\noptions:\n{}", option_rows(few));
  out += fmt::format("\noptions of every command:\n{}", option_rows(select(options, false)));
  return out + fmt::format("\nexample:\n  {}\n", command.example);
}

std::string manual_page() {
  std::string out = fmt::format(
      ".TH COUNTERPOINT 1 \"\" \"counterpoint {0}\" \"User Commands\"\n.SH NAME\ncounterpoint \\- {1}\n"
      ".SH SYNOPSIS\n.B counterpoint\n.I COMMAND\n\\&... [\\fIOPTION\\fR]...\n.SH DESCRIPTION\n"
      "A program says which instructions of which engine wait for which; an implementation says how counters, "
      "registers and waits do it.\nThe language is described in docs/language.md.\n.SH COMMANDS\n",
      version_number(), roff(tagline));
  for (const CommandEntry& c : all_commands()) {
    out += fmt::format(".SS counterpoint {} {}\n{}", roff(c.name), roff(c.operands), roff_paragraphs(c.description));
    out += roff_options(select(options_of(c), true));
    out += fmt::format(".PP\nExample:\n.PP\n.nf\n    {}\n.fi\n", roff(c.example));
  }
  out += fmt::format(".SH OPTIONS\nThese are options of every command.\n{}", roff_options(common_options()));
  out += ".SH EXIT STATUS\n";
  for (const ExitEntry& e : all_exits()) {
    out += fmt::format(".TP\n.B {}\n{}.\n", static_cast<int>(e.code), roff(e.meaning));
  }
  return out + ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf set and not empty, \\-\\-color auto means never.\n";
}

std::string markdown() {
  std::string out = fmt::format(
      "# The command\n\n<!-- Written by `counterpoint help --markdown`; a test compares. SPDX-License-Identifier: "
      "Apache-2.0 -->\n\n`counterpoint COMMAND ...`: {}. A FILE of `-` is standard input. Results go to standard "
      "output, remarks, warnings and errors to standard error.\n\n",
      tagline);
  out += "| command | |\n|---|---|\n";
  for (const CommandEntry& c : all_commands()) out += fmt::format("| [{0}](#{0}) | {1} |\n", c.name, c.summary);
  out += "\n## Options of every command\n\n" + markdown_options(common_options()) + "## Exit codes\n\n";
  out += "| exit code | |\n|---|---|\n";
  for (const ExitEntry& e : all_exits()) out += fmt::format("| {} | {} |\n", static_cast<int>(e.code), e.meaning);
  for (const CommandEntry& c : all_commands()) {
    out += fmt::format("\n## {}\n\n```\n{}```\n\n{}\n\n", c.name, usage_line(c).substr(7), c.description);
    out += markdown_options(select(options_of(c), true));
    out += fmt::format("Example: `{}`\n", c.example);
  }
  return out;
}

}  // namespace counterpoint::cli
