// Writes cases as text tests and reads them.
// SPDX-License-Identifier: Apache-2.0
#include "verify/fuzz/saved.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>

#include "core/program/pairing.hpp"
#include "core/text/text.hpp"

namespace counterpoint::fuzzing {
namespace {

constexpr std::string_view mark = "#--- ";
constexpr std::array<std::string_view, 3> comparisons = {"signed", "unsigned", "difference"};

std::string_view comparison_name(Comparison c) { return comparisons[static_cast<std::size_t>(c)]; }

std::string alloc_command(const AllocationOptions& o) {
  return fmt::format("alloc %t/program.cp --scheme {} --extensions {} --count {} --optimize {}", entry(o.scheme).name,
                     o.extensions == Extensions::all ? "all" : "none", o.count == Counted::all ? "all" : "producers",
                     o.optimize);
}

// The commands of the test.
std::string commands(const SavedCase& saved) {
  const Case& c = saved.content;
  std::string text = "# RUN: split-file %s %t\n";
  if (c.options)
    text += fmt::format("# RUN: %counterpoint {} -o %t/implementation.cp > %t/cost\n", alloc_command(*c.options));
  if (saved.finding.expected) {
    text += fmt::format(
        "# RUN: %counterpoint check %t/program.cp %t/implementation.cp --by all{} \\\n# RUN:   --expect {}\n",
        command_options(c), to_text(*saved.finding.expected));
  }
  return text + "# RUN: %counterpoint fuzz --cases 0 --corpus %s\n";
}

std::string parameters(const SavedCase& saved) {
  const Case& c = saved.content;
  std::string text = fmt::format("oracle {}\n", saved.oracle);
  for (const std::string& option : c.trips) text += fmt::format("trips {}\n", option);
  if (c.window != 0) text += fmt::format("window {}\n", c.window);
  if (c.width != 0) text += fmt::format("width {}\n", c.width);
  if (c.compare != Comparison::as_signed) text += fmt::format("compare {}\n", comparison_name(c.compare));
  if (!c.options) return text;
  return text + fmt::format("scheme {}\nextensions {}\ncount {}\noptimize {}\n", entry(c.options->scheme).name,
                            c.options->extensions == Extensions::all ? "all" : "none",
                            c.options->count == Counted::all ? "all" : "producers", c.options->optimize);
}

// A part of the file: its text, and how many lines come before it.
struct Part {
  std::string name;
  std::string text;
  std::uint32_t before = 0;
};

std::vector<Part> parts_of(std::string_view text) {
  std::vector<Part> parts = {{}};
  std::uint32_t line = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(end);
    ++line;
    if (!one.starts_with(mark)) {
      parts.back().text += one;
      continue;
    }
    std::string name(one.substr(mark.size()));
    while (!name.empty() && (name.back() == '\n' || name.back() == '\r' || name.back() == ' ')) name.pop_back();
    parts.push_back({std::move(name), "", line});
  }
  return parts;
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view file) : parts_(parts_of(text)), file_(file) {}

  tl::expected<SavedCase, Diagnostics> read() {
    const Part* program = part("program.cp");
    const Part* parameters = part("case");
    if (program == nullptr || parameters == nullptr) {
      wrong({1, 1}, "this is no saved case", "the parts '#--- case' and '#--- program.cp'", "");
      return tl::unexpected(std::move(problems_));
    }
    if (auto read = parse_program(program->text, file_)) {
      saved_.content.program = std::move(*read);
    } else {
      take(std::move(read.error()), *program);
    }
    if (problems_.empty()) read_parameters(*parameters);
    read_implementation(*parameters);
    if (!problems_.empty()) return tl::unexpected(std::move(problems_));
    return std::move(saved_);
  }

 private:
  [[nodiscard]] const Part* part(std::string_view name) const {
    const auto found = std::ranges::find(parts_, name, &Part::name);
    return found == parts_.end() ? nullptr : &*found;
  }
  void wrong(Position at, std::string message, std::string expected, std::string_view found) {
    Diagnostic d = diagnose(Code::unexpected_token, at, std::move(message));
    d.file = file_;
    d.expected = std::move(expected);
    d.found = excerpt(found);
    problems_.push_back(std::move(d));
  }
  // Messages about a part, at the lines of the file.
  void take(Diagnostics messages, const Part& from) {
    for (Diagnostic& d : messages) {
      d.file = file_;
      if (d.position.line != 0) d.position.line += from.before;
      problems_.push_back(std::move(d));
    }
  }

  void read_implementation(const Part& parameters) {
    const Part* implementation = part("implementation.cp");
    if ((implementation != nullptr) == saved_.content.options.has_value()) {
      wrong({parameters.before + 1, 1}, "a case has either a part '#--- implementation.cp' or a scheme",
            "one of the two", "");
      return;
    }
    if (implementation == nullptr || !problems_.empty()) return;
    auto read = parse_implementation(implementation->text, file_);
    if (!read) return take(std::move(read.error()), *implementation);
    if (auto paired = pair_up(saved_.content.program, *read); !paired) {
      return take(std::move(paired.error()), *implementation);
    }
    saved_.content.by_hand = std::move(*read);
  }

  void read_parameters(const Part& part) {
    std::string_view text = part.text;
    for (std::uint32_t line = part.before + 1; !text.empty(); ++line) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view one = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (one.empty() || one[0] == '#') continue;
      const std::size_t blank = std::min(one.find(' '), one.size());
      parameter(one.substr(0, blank), one.substr(std::min(blank + 1, one.size())), {line, 1});
    }
  }

  void parameter(std::string_view key, std::string_view value, Position at) {
    Case& c = saved_.content;
    if (key == "oracle") {
      saved_.oracle = value;
    } else if (key == "trips") {
      if (auto set = Trips(c.program.tree).set(c.program.tree, value); !set) {
        set.error().position = at;
        set.error().file = file_;
        problems_.push_back(std::move(set.error()));
      }
      c.trips.emplace_back(value);
    } else if (key == "window") {
      number(value, at, 0, 1'000'000, c.window);
    } else if (key == "width") {
      number(value, at, 2, 64, c.width);
    } else if (key == "compare") {
      std::size_t which = 0;
      word(value, at, comparisons, which);
      c.compare = static_cast<Comparison>(which);
    } else {
      allocation(key, value, at);
    }
  }

  void allocation(std::string_view key, std::string_view value, Position at) {
    static constexpr std::array<std::string_view, 2> sets = {"all", "none"};
    static constexpr std::array<std::string_view, 2> counts = {"all", "producers"};
    AllocationOptions options = saved_.content.options.value_or(AllocationOptions{});
    options.choices_up_to = 0;
    std::size_t which = 0;
    if (key == "scheme") {
      std::vector<std::string_view> names;
      for (const SchemeEntry& s : all_schemes()) names.push_back(s.name);
      word(value, at, names, which);
      options.scheme = all_schemes()[which].scheme;
    } else if (key == "extensions") {
      word(value, at, sets, which);
      options.extensions = which == 0 ? Extensions::all : Extensions::none;
    } else if (key == "count") {
      word(value, at, counts, which);
      options.count = which == 0 ? Counted::all : Counted::producers;
    } else if (key == "optimize") {
      number(value, at, 0, 1, options.optimize);
    } else {
      wrong(at, "an unknown word in the part 'case'",
            "oracle, trips, window, width, compare, scheme, extensions, count or optimize", key);
      return;
    }
    saved_.content.options = options;
  }

  template <class Number>
  void number(std::string_view value, Position at, std::uint64_t least, std::uint64_t most, Number& to) {
    std::uint64_t read = 0;
    const auto done = std::from_chars(value.data(), value.data() + value.size(), read);
    if (done.ec != std::errc{} || done.ptr != value.data() + value.size() || read < least || read > most) {
      return wrong(at, "a number is out of bounds", fmt::format("{} to {}", least, most), value);
    }
    to = static_cast<Number>(read);
  }
  template <class Words>
  void word(std::string_view value, Position at, const Words& words, std::size_t& which) {
    const auto found = std::ranges::find(words, value);
    if (found == std::ranges::end(words)) {
      return wrong(at, "an unknown word", fmt::format("one of {}", fmt::join(words, ", ")), value);
    }
    which = static_cast<std::size_t>(found - std::ranges::begin(words));
  }

  std::vector<Part> parts_;
  std::string file_;
  SavedCase saved_;
  Diagnostics problems_;
};

}  // namespace

std::string command_options(const Case& any) {
  std::string text;
  for (const std::string& option : any.trips) text += " --trips " + option;
  if (any.window != 0) text += fmt::format(" --window {}", any.window);
  if (any.width != 0) text += fmt::format(" --width {}", any.width);
  if (any.compare != Comparison::as_signed) text += fmt::format(" --compare {}", comparison_name(any.compare));
  return text;
}

std::string save(const SavedCase& saved) {
  std::string text;
  for (const std::string& line : saved.comment) text += fmt::format("# {}\n", line);
  text += commands(saved);
  text += fmt::format("\n{}case\n{}{}program.cp\n{}", mark, parameters(saved), mark, print(saved.content.program));
  if (saved.content.by_hand) text += fmt::format("{}implementation.cp\n{}", mark, print(*saved.content.by_hand));
  return text;
}

tl::expected<SavedCase, Diagnostics> read_saved(std::string_view text, std::string_view file) {
  return Reader(text, file).read();
}

}  // namespace counterpoint::fuzzing
