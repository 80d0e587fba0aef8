// Writes completion scripts for bash and zsh from the table of options.
// SPDX-License-Identifier: Apache-2.0
//
// Both scripts are a case over the command typed and one over the option before the cursor; file names are what is
// left. The zsh script runs the bash one under bashcompinit, so that there is one set of rules.
#include "cli/completion.hpp"

#include <fmt/format.h>

#include "cli/options.hpp"

namespace counterpoint::cli {
namespace {

std::string option_words(const CommandEntry& command) {
  std::string out;
  for (const OptionEntry* o : options_of(command)) out += fmt::format("{}--{}", out.empty() ? "" : " ", o->name);
  return out;
}

// "alloc:--scheme" selects the words that may follow; numbers and free text complete to nothing, files to files.
std::string value_case(const CommandEntry& command, const OptionEntry& option) {
  std::string patterns = fmt::format("{}:--{}", command.name, option.name);
  if (option.letter != 0) patterns += fmt::format("|{}:-{}", command.name, option.letter);
  if (option.value == Value::file)
    return fmt::format("    {}) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", patterns);
  const std::string words = option.words == nullptr ? "" : fmt::format("{}", fmt::join(word_names(option), " "));
  return fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n", patterns, words);
}

// Operands of a command that are words, not files: those written in small letters in its usage line.
std::string operand_words(const CommandEntry& command) {
  if (command.operands.empty() ||
      command.operands.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string_view::npos) {
    return "";
  }
  std::string out;
  for (const char c : command.operands) {
    if (c != '|') out += c;
  }
  return out;
}

}  // namespace

std::string bash_completion() {
  std::string names;
  std::string values;
  std::string options;
  std::string operands;
  for (const CommandEntry& c : all_commands()) {
    names += fmt::format("{}{}", names.empty() ? "" : " ", c.name);
    for (const OptionEntry* o : options_of(c)) {
      if (o->value != Value::nothing) values += value_case(c, *o);
    }
    options += fmt::format("      {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")) ;;\n", c.name, option_words(c));
    if (const std::string words = operand_words(c); !words.empty()) {
      operands += fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")) ;;\n", c.name, words);
    }
  }
  operands += fmt::format("    help) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")) ;;\n", names);
  return fmt::format(R"(# Completion of counterpoint for bash, written by `counterpoint completion bash`.
# SPDX-License-Identifier: Apache-2.0
_counterpoint() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{names} --help --version" -- "$word"))
    return
  fi
  case "$command:$before" in
{values}  esac
  if [[ $word == -* ]]; then
    case "$command" in
{options}    esac
    return
  fi
  case "$command" in
{operands}    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _counterpoint counterpoint
)",
                     fmt::arg("names", names), fmt::arg("values", values), fmt::arg("options", options),
                     fmt::arg("operands", operands));
}

std::string zsh_completion() {
  return "#compdef counterpoint\nautoload -U +X bashcompinit && bashcompinit\n" + bash_completion();
}

}  // namespace counterpoint::cli
