// The table of switches, and the two profiles made of it.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/isa/profile.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace counterpoint::neuron {
namespace {

constexpr SwitchEntry switches[] = {
#define X(identifier, word, values, page, device, meaning, source) \
  {Switch::identifier, word, values, page, device, meaning, source},
#include "targets/neuron/isa/switches.def"
#undef X
};

}  // namespace

std::span<const SwitchEntry> all_switches() { return switches; }

std::vector<std::string_view> values_of(const SwitchEntry& entry) {
  std::vector<std::string_view> out;
  std::string_view rest = entry.values;
  for (;;) {
    const std::size_t bar = rest.find('|');
    out.push_back(rest.substr(0, bar));
    if (bar == std::string_view::npos) return out;
    rest.remove_prefix(bar + 1);
  }
}

Profile Profile::page() {
  Profile p;
  for (const SwitchEntry& e : switches) p.set(e.which, e.page);
  return p;
}

Profile Profile::device() {
  Profile p;
  for (const SwitchEntry& e : switches) p.set(e.which, e.device);
  return p;
}

std::optional<Profile> Profile::named(std::string_view name) {
  if (name == "page") return page();
  if (name == "device") return device();
  return std::nullopt;
}

tl::expected<void, Diagnostic> Profile::set(std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  const std::string_view word = assignment.substr(0, equals);
  const auto* const found = std::ranges::find(switches, word, &SwitchEntry::word);
  if (found == std::end(switches)) {
    std::vector<std::string_view> words;
    for (const SwitchEntry& e : switches) words.push_back(e.word);
    Diagnostic d = diagnose(Code::unknown_switch, {}, "the target has no such switch");
    d.found = excerpt(word);
    d.nearest = nearest_name(word, words);
    d.help = "--profile page and --profile device set all; docs/neuron.md lists them";
    return tl::unexpected(d);
  }
  const std::vector<std::string_view> values = values_of(*found);
  const std::string_view value = equals == std::string_view::npos ? "" : assignment.substr(equals + 1);
  const auto place = std::ranges::find(values, value);
  if (place == values.end()) {
    Diagnostic d = diagnose(Code::switch_value, {}, fmt::format("the switch '{}' has no such value", word));
    d.expected = fmt::format("{}", fmt::join(values, " or "));
    d.found = excerpt(value);
    d.nearest = nearest_name(value, values);
    return tl::unexpected(d);
  }
  set(found->which, static_cast<unsigned>(place - values.begin()));
  return {};
}

std::string Profile::name() const {
  const auto differences = [this](const Profile& from) {
    std::string out;
    for (const SwitchEntry& e : switches) {
      if (at(e.which) != from.at(e.which))
        out += fmt::format("{}{}={}", out.empty() ? "" : ", ", e.word, values_of(e)[at(e.which)]);
    }
    return out;
  };
  const std::string page_differs = differences(page());
  const std::string device_differs = differences(device());
  const auto commas = [](const std::string& s) { return std::count(s.begin(), s.end(), ','); };
  if (page_differs.empty()) return "page";
  if (device_differs.empty()) return "device";
  if (commas(page_differs) <= commas(device_differs)) return "page with " + page_differs;
  return "device with " + device_differs;
}

bool is_reserved(const Profile& profile, unsigned id) {
  return profile.at(Switch::reserved_ids) == 1 ? id < reserved_semaphores : id >= semaphore_count - reserved_semaphores;
}

}  // namespace counterpoint::neuron
