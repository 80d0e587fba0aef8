// Looks up commands and options in their tables.
// SPDX-License-Identifier: Apache-2.0
#include "cli/options.hpp"

#include <algorithm>

namespace counterpoint::cli {
namespace {

// Whether `word` is among the words of `list`, which are separated by spaces.
bool lists(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

// An option of all commands gives way to one of that name that a command has for itself.
bool belongs(const OptionEntry& option, const CommandEntry& command) {
  if (!option.commands.empty()) return lists(option.commands, command.name);
  return std::ranges::none_of(all_options(), [&](const OptionEntry& o) {
    return o.name == option.name && !o.commands.empty() && lists(o.commands, command.name);
  });
}

}  // namespace

const CommandEntry* find_command(std::string_view name) {
  const auto all = all_commands();
  const auto found = std::ranges::find(all, name, &CommandEntry::name);
  return found == all.end() ? nullptr : &*found;
}

const OptionEntry* find_option(const CommandEntry& command, std::string_view name) {
  const auto all = all_options();
  const auto found =
      std::ranges::find_if(all, [&](const OptionEntry& o) { return o.name == name && belongs(o, command); });
  return found == all.end() ? nullptr : &*found;
}

const OptionEntry* find_option(const CommandEntry& command, char letter) {
  const auto all = all_options();
  const auto found = std::ranges::find_if(
      all, [&](const OptionEntry& o) { return letter != 0 && o.letter == letter && belongs(o, command); });
  return found == all.end() ? nullptr : &*found;
}

std::vector<const OptionEntry*> options_of(const CommandEntry& command) {
  std::vector<const OptionEntry*> result;
  for (const OptionEntry& o : all_options()) {
    if (belongs(o, command)) result.push_back(&o);
  }
  return result;
}

std::vector<std::string_view> word_names(const OptionEntry& option) {
  std::vector<std::string_view> names;
  for (const Word& w : option.words()) names.push_back(w.name);
  return names;
}

}  // namespace counterpoint::cli
