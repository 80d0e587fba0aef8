// Reads the words of a command line: first against the table, then with CLI11.
// SPDX-License-Identifier: Apache-2.0
//
// CLI11 alone answers a misspelled sub-command with "a subcommand is required" and takes a misspelled option for an
// operand. So all words are looked up in the table first, and only then does CLI11 split values, grouped letters and
// operands. This is the only file that includes CLI11, whose header costs seconds to compile.
#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "core/diagnostic/diagnostic.hpp"
#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::cli {
namespace {

std::string suggestion(std::string_view word, const std::vector<std::string_view>& right,
                       std::string_view dashes = "") {
  const std::string nearest = nearest_name(word, right);
  return nearest.empty() ? "" : fmt::format("; did you mean '{}{}'?", dashes, nearest);
}

bool parse_number(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

tl::unexpected<UsageError> wrong(const CommandEntry* command, std::string message) {
  return tl::unexpected(UsageError{std::move(message), command});
}

UsageError unknown_option(const CommandEntry& command, std::string_view name) {
  const std::string shown = excerpt(name);
  std::string others;
  for (const CommandEntry& c : all_commands()) {
    if (find_option(c, name) != nullptr) others += fmt::format("{}'{}'", others.empty() ? "" : ", ", c.name);
  }
  if (!others.empty()) {
    return {fmt::format("'--{}' is an option of {}, not of '{}'", shown, others, command.name), &command};
  }
  std::vector<std::string_view> names;
  for (const OptionEntry* o : options_of(command)) names.push_back(o->name);
  return {fmt::format("unknown option '--{}'{}", shown, suggestion(name, names, "--")), &command};
}

// A value that the table can judge.
tl::expected<void, UsageError> check_value(const CommandEntry& command, const OptionEntry& option,
                                           const std::string& value) {
  if (option.value == Value::number) {
    std::uint64_t ignored = 0;
    if (!parse_number(value, ignored)) {
      return wrong(&command, fmt::format("'--{}' takes an integer >= 0, not '{}'", option.name, excerpt(value)));
    }
  }
  if (option.value == Value::file && value.empty()) {
    return wrong(&command, fmt::format("'--{}' takes a name, not ''", option.name));
  }
  if (option.value == Value::word) {
    const std::vector<std::string_view> words = word_names(option);
    if (std::ranges::count(words, value) == 0) {
      return wrong(&command, fmt::format("'--{}' takes one of {}, not '{}'{}", option.name, fmt::join(words, ", "),
                                         excerpt(value), suggestion(value, words)));
    }
  }
  return {};
}

}  // namespace

tl::expected<const CommandEntry*, UsageError> read_command(std::string_view word) {
  if (const CommandEntry* c = find_command(word)) return c;
  const std::string shown = excerpt(word);
  if (word.starts_with('-')) {
    return wrong(nullptr, fmt::format("the first word is a command, '{}' is none", shown));
  }
  std::vector<std::string_view> names;
  for (const CommandEntry& c : all_commands()) names.push_back(c.name);
  return wrong(nullptr, fmt::format("unknown command '{}'{}", shown, suggestion(word, names)));
}

bool Arguments::given(std::string_view option) const {
  require(find_option(*command, option) != nullptr, "a command asks only for its own options");
  return given_.contains(option);
}

std::string Arguments::value(std::string_view option) const {
  if (given(option)) return given_.find(option)->second.back();
  return std::string(find_option(*command, option)->standard);
}

std::vector<std::string> Arguments::values(std::string_view option) const {
  return given(option) ? given_.find(option)->second : std::vector<std::string>{};
}

std::uint64_t Arguments::number(std::string_view option) const {
  std::uint64_t result = 0;
  const std::string text = value(option);
  require(text.empty() || parse_number(text, result), "a number was checked when it was read");
  return result;
}

class Reader {
 public:
  Reader(const CommandEntry& command, std::span<const std::string> words, bool operands = true)
      : command_(command), words_(words), operands_(operands) {}

  tl::expected<Arguments, UsageError> read() {
    arguments_.command = &command_;
    if (auto known = check_words(); !known) return tl::unexpected(std::move(known.error()));
    if (arguments_.help) return std::move(arguments_);
    if (auto split = split_words(); !split) return tl::unexpected(std::move(split.error()));
    if (auto good = check_values(); !good) return tl::unexpected(std::move(good.error()));
    return std::move(arguments_);
  }

 private:
  // Every word that starts with a dash is an option of this command; the values of options are stepped over.
  tl::expected<void, UsageError> check_words() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::string_view word = words_[i];
      if (word == "--") return {};
      if (word.size() < 2 || word[0] != '-') continue;
      const bool is_long = word[1] == '-';
      const std::string_view name = is_long ? word.substr(2, word.find('=') - 2) : std::string_view{};
      if (name == "help" || word == "-h") {
        arguments_.help = true;
        return {};
      }
      auto takes_next = is_long ? check_long(word, name) : check_letters(word);
      if (!takes_next) return tl::unexpected(std::move(takes_next.error()));
      if (!*takes_next) continue;
      if (++i == words_.size()) return wrong(&command_, fmt::format("'{}' needs a value", excerpt(word)));
    }
    return {};
  }

  // Both answer whether the next word is the value of this one.
  tl::expected<bool, UsageError> check_long(std::string_view word, std::string_view name) {
    const OptionEntry* option = find_option(command_, name);
    if (option == nullptr) return tl::unexpected(unknown_option(command_, name));
    const bool attached = word.find('=') != std::string_view::npos;
    if (option->value == Value::nothing && attached) {
      return wrong(&command_, fmt::format("'--{}' takes no value", name));
    }
    return option->value != Value::nothing && !attached;
  }

  tl::expected<bool, UsageError> check_letters(std::string_view word) {
    for (std::size_t i = 1; i < word.size(); ++i) {
      const OptionEntry* option = find_option(command_, word[i]);
      if (option == nullptr) {
        return wrong(&command_, fmt::format("unknown option '-{}'", excerpt(word.substr(i, 1))));
      }
      if (option->value != Value::nothing) return i + 1 == word.size();  // the rest of the word is its value
    }
    return false;
  }

  tl::expected<void, UsageError> split_words() {
    CLI::App app;
    app.set_help_flag();
    std::map<const OptionEntry*, CLI::Option*> declared;
    std::map<const OptionEntry*, std::vector<std::string>> values;
    for (const OptionEntry* o : options_of(command_)) {
      if (o->name == "help") continue;
      std::string spelling = fmt::format("--{}", o->name);
      if (o->letter != 0) spelling += fmt::format(",-{}", o->letter);
      declared[o] = o->value == Value::nothing
                        ? app.add_flag(spelling)
                        : app.add_option(spelling, values[o])->expected(1)->take_all()->allow_extra_args(false);
    }
    app.add_option("operands", arguments_.operands)->expected(0, 1 << 20);
    std::vector<std::string> reversed(words_.rbegin(), words_.rend());
    try {
      app.parse(reversed);
    } catch (const CLI::ParseError& error) {
      return wrong(&command_, error.what());
    }
    for (const auto& [option, cli_option] : declared) {
      if (cli_option->count() == 0) continue;
      if (!option->repeatable && option->value != Value::nothing && cli_option->count() > 1) {
        return wrong(&command_, fmt::format("'--{}' is given twice", option->name));
      }
      arguments_.given_[std::string(option->name)] = values[option];
    }
    return {};
  }

  tl::expected<void, UsageError> check_values() {
    for (const auto& [name, values] : arguments_.given_) {
      for (const std::string& value : values) {
        if (auto good = check_value(command_, *find_option(command_, name), value); !good) return good;
      }
    }
    const std::size_t count = arguments_.operands.size();
    if (!operands_) {
      if (count == 0) return {};
      return wrong(&command_, fmt::format("'{}' is no option", excerpt(arguments_.operands[0])));
    }
    if (count < command_.least) {
      return wrong(&command_, fmt::format("'{}' needs {}", command_.name, command_.operands));
    }
    if (count > command_.most) {
      return wrong(&command_, fmt::format("'{}' is one word too many", excerpt(arguments_.operands[command_.most])));
    }
    return {};
  }

  const CommandEntry& command_;
  std::span<const std::string> words_;
  bool operands_;
  Arguments arguments_;
};

tl::expected<Arguments, UsageError> read_arguments(std::span<const std::string> words) {
  if (words.empty()) return wrong(nullptr, "a command is missing");
  std::string_view first = words[0];
  if (first == "--help" || first == "-h") first = "help";
  if (first == "--version") first = "version";
  const auto command = read_command(first);
  if (!command) return tl::unexpected(command.error());
  return Reader(**command, words.subspan(1)).read();
}

tl::expected<Arguments, UsageError> read_options(const CommandEntry& command, std::span<const std::string> words) {
  return Reader(command, words, false).read();
}

std::string parser_library_version() { return CLI11_VERSION; }

}  // namespace counterpoint::cli
