// Reads and writes schedules.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/simulator/schedule_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace counterpoint::neuron {
namespace {

constexpr std::array<std::string_view, 4> kinds = {"issue", "arrive", "complete", "transfer"};
constexpr std::size_t most_errors = 100;

bool is_word(std::string_view name) {
  return !name.empty() &&
         std::none_of(name.begin(), name.end(), [](unsigned char c) { return c <= ' ' || c == '#' || c >= 0x7F; }) &&
         (name.front() < '0' || name.front() > '9');
}

// The names of streams or rings by which steps call them; no name for one that is called by its place.
std::vector<std::string> names_of(const CoreCode& code, bool rings) {
  std::vector<std::string> names;
  if (rings) {
    names = code.rings;
  } else {
    for (const StreamCode& s : code.streams) names.push_back(s.name);
  }
  std::unordered_map<std::string_view, int> times;
  for (const std::string& n : names) ++times[n];
  std::vector<std::string> out;
  for (const std::string& n : names) out.push_back(is_word(n) && times[n] == 1 ? n : std::string());
  return out;
}

std::string unit_text(const std::vector<std::string>& names, std::uint32_t unit) {
  return names[unit].empty() ? std::to_string(unit) : names[unit];
}

class ScheduleParser {
 public:
  ScheduleParser(const CoreCode& code, std::vector<std::uint32_t>* lines)
      : names_{names_of(code, false), names_of(code, true)}, lines_(lines) {
    for (std::size_t rings = 0; rings < 2; ++rings) {
      for (std::uint32_t n = 0; n < names_[rings].size(); ++n) places_[rings].emplace(names_[rings][n], n);
    }
  }

  tl::expected<std::vector<CoreStep>, Diagnostics> parse(std::string_view text) {
    for (std::uint32_t line = 1; !text.empty() && errors_.size() < most_errors; ++line) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      parse_line(text.substr(0, end), line);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (!errors_.empty()) return tl::unexpected(std::move(errors_));
    return std::move(steps_);
  }

 private:
  static std::vector<std::pair<std::string_view, std::uint32_t>> words(std::string_view line) {
    std::vector<std::pair<std::string_view, std::uint32_t>> out;
    line = line.substr(0, line.find('#'));
    for (std::size_t at = 0; at < line.size();) {
      if (line[at] == ' ' || line[at] == '\t' || line[at] == '\r') {
        ++at;
        continue;
      }
      const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
      out.emplace_back(line.substr(at, end - at), static_cast<std::uint32_t>(at + 1));
      at = end;
    }
    return out;
  }

  void error(Code code, Position at, std::string message, std::string_view found,
             const std::vector<std::string_view>& candidates) {
    Diagnostic d = diagnose(code, at, std::move(message));
    d.nearest = nearest_name(found, candidates);
    errors_.push_back(std::move(d));
  }

  void parse_line(std::string_view text, std::uint32_t line) {
    const auto found = words(text);
    if (found.empty()) return;
    const auto [word, column] = found[0];
    const auto* const kind = std::ranges::find(kinds, word);
    if (kind == kinds.end()) {
      return error(Code::unknown_step, {line, column}, fmt::format("no kind of step '{}'", excerpt(word)), word,
                   {kinds.begin(), kinds.end()});
    }
    if (found.size() != 2) {
      const std::uint32_t at = found.size() < 2 ? column : found[2].second;
      return error(Code::unknown_step, {line, at}, "a step is a kind and an engine, or 'transfer' and a ring", "", {});
    }
    const bool rings = word == "transfer";
    const auto unit = find(found[1].first, rings);
    if (!unit) {
      return error(Code::unknown_step_engine, {line, found[1].second},
                   fmt::format("no {} '{}'", rings ? "ring" : "engine", excerpt(found[1].first)), found[1].first,
                   {names_[rings].begin(), names_[rings].end()});
    }
    steps_.push_back({static_cast<StepOf>(kind - kinds.begin()), *unit});
    if (lines_ != nullptr) lines_->push_back(line);
  }

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word, bool rings) const {
    std::uint32_t place = 0;
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), place);
    if (failed == std::errc{} && end == word.data() + word.size()) {
      return place < names_[rings].size() ? std::optional(place) : std::nullopt;
    }
    const auto at = places_[rings].find(word);
    return at == places_[rings].end() ? std::nullopt : std::optional(at->second);
  }

  std::array<std::vector<std::string>, 2> names_;
  std::array<std::unordered_map<std::string_view, std::uint32_t>, 2> places_;
  std::vector<std::uint32_t>* lines_;
  std::vector<CoreStep> steps_;
  Diagnostics errors_;
};

std::string step_text(const std::array<std::vector<std::string>, 2>& names, CoreStep step) {
  return fmt::format("{} {}", kinds[static_cast<std::size_t>(step.kind)],
                     unit_text(names[step.kind == StepOf::transfer ? 1 : 0], step.unit));
}

}  // namespace

std::string to_text(const CoreCode& code, CoreStep step) {
  return step_text({names_of(code, false), names_of(code, true)}, step);
}

std::string to_text(const CoreCode& code, Visible seen) {
  return fmt::format("{} {}", code.instructions[seen.instruction], seen.retires ? "retires" : "issues");
}

std::string schedule_to_text(const Simulator& simulator, std::span<const CoreStep> steps) {
  const CoreCode& code = simulator.code();
  const std::array<std::vector<std::string>, 2> names = {names_of(code, false), names_of(code, true)};
  CoreState s = simulator.initial();
  std::vector<Visible> seen;
  std::string out;
  for (const CoreStep step : steps) {
    out += step_text(names, step);
    if (!simulator.enabled(s, step)) {
      out += "  # cannot be taken\n";
      return out;
    }
    std::string note;
    if (step.kind == StepOf::issue || step.kind == StepOf::arrive) {
      const std::uint32_t place = s.streams[step.unit].place;
      note = fmt::format("record {}, {}", place, code.describe(step.unit, place));
    }
    seen.clear();
    simulator.take(s, step, &seen);
    for (const Visible& v : seen) note += fmt::format("{}{}", note.empty() ? "" : ": ", to_text(code, v));
    if (s.fault) note += fmt::format("{}{}", note.empty() ? "" : ": ", core_fault_word(*s.fault));
    out += note.empty() ? "\n" : fmt::format("  # {}\n", note);
  }
  return out;
}

tl::expected<std::vector<CoreStep>, Diagnostics> parse_schedule(const CoreCode& code, std::string_view text,
                                                                std::vector<std::uint32_t>* lines) {
  return ScheduleParser(code, lines).parse(text);
}

}  // namespace counterpoint::neuron
