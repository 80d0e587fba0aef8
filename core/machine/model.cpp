// Reads the parameters of a machine, and turns them into times.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {
namespace {

constexpr std::array parameters = {
#define X(identifier, word, unit, trn2, trn1, least, most, low, high, meaning, source, confidence)       \
  ParameterEntry{Parameter::identifier, word, unit, trn2, trn1, least, most, low, high, meaning, source, \
                 #confidence[0]},
#include "core/machine/parameters.def"
#undef X
};

constexpr std::array<std::string_view, 2> machine_names = {"trn2", "trn1"};
constexpr std::uint64_t ps_in_ns = 1000;

// Units of time, in ps.
constexpr std::array<std::pair<std::string_view, std::uint64_t>, 5> units = {
    {{"ps", 1}, {"ns", 1'000}, {"us", 1'000'000}, {"ms", 1'000'000'000}, {"s", 1'000'000'000'000}}};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::uint32_t column_of(std::string_view line, std::string_view part) {
  return static_cast<std::uint32_t>(part.data() - line.data()) + 1;
}

Diagnostic unknown(std::string_view name, Position at) {
  std::vector<std::string_view> names;
  for (const ParameterEntry& p : parameters) names.push_back(p.name);
  Diagnostic d = diagnose(Code::unknown_machine_parameter, at, "a machine has no such parameter");
  d.found = excerpt(name);
  d.nearest = nearest_name(name, names);
  d.help = "counterpoint help machines lists them";
  return d;
}

constexpr std::size_t most_errors = 100;

// Where each parameter was given in one file or list; line 0: not yet.
using Given = std::array<Position, parameters.size()>;

// One `name = value`, which stands in `line` from its first character on; nothing if it is right.
std::optional<Diagnostic> assign(MachineModel& model, Given& given, std::string_view line, std::string_view part,
                                 std::uint32_t number) {
  const std::size_t equal = part.find('=');
  const std::string_view name = trimmed(part.substr(0, equal));
  if (equal == std::string_view::npos || name.empty()) {
    Diagnostic d = diagnose(Code::machine_syntax, {number, column_of(line, part)}, "a parameter is set by name");
    d.expected = "NAME = VALUE";
    d.found = excerpt(part);
    return d;
  }
  const auto* found = std::ranges::find(parameters, name, &ParameterEntry::name);
  if (found == parameters.end()) return unknown(name, {number, column_of(line, name)});
  Position& before = given[static_cast<std::size_t>(found->parameter)];
  const Position here{number, column_of(line, name)};
  if (before.line != 0) {
    Diagnostic d = diagnose(Code::machine_value, here, fmt::format("'{}' has a value already", found->name));
    d.expected = fmt::format("one value of each; the first is at {}:{}", before.line, before.column);
    return d;
  }
  before = here;
  const std::string_view digits = trimmed(part.substr(equal + 1));
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = error == std::errc{} && end == digits.data() + digits.size();
  if (whole && value >= found->least && value <= found->most) {
    model.set(found->parameter, value);
    return std::nullopt;
  }
  const std::string_view at = digits.empty() ? part.substr(equal) : digits;
  Diagnostic d = diagnose(Code::machine_value, {number, column_of(line, at)},
                          fmt::format("'{}' is a number of {}", found->name, found->unit));
  d.expected = fmt::format("an integer from {} to {}", found->least, found->most);
  d.found = digits.empty() ? "nothing" : excerpt(digits);
  return d;
}

Ratio against(std::uint64_t value, std::uint64_t reference) { return {value, reference}; }

}  // namespace

std::span<const ParameterEntry> all_parameters() { return parameters; }

const ParameterEntry& entry(Parameter p) { return parameters[static_cast<std::size_t>(p)]; }

std::array<std::uint64_t, 28> MachineModel::standard() {
  static_assert(parameters.size() == std::tuple_size_v<decltype(values_)>, "one number for each parameter");
  std::array<std::uint64_t, parameters.size()> values{};
  std::ranges::transform(parameters, values.begin(), &ParameterEntry::trn2);
  return values;
}

std::span<const std::string_view> MachineModel::names() { return machine_names; }

std::optional<MachineModel> MachineModel::named(std::string_view word) {
  MachineModel model;
  if (word == machine_names[0]) return model;
  if (word != machine_names[1]) return std::nullopt;
  std::ranges::transform(parameters, model.values_.begin(), &ParameterEntry::trn1);
  return model;
}

void MachineModel::set(Parameter p, std::uint64_t value) {
  require(value >= entry(p).least && value <= entry(p).most, "a parameter within its bounds");
  values_[static_cast<std::size_t>(p)] = value;
}

tl::expected<void, Diagnostics> MachineModel::set(std::string_view list) {
  Diagnostics errors;
  Given given;
  for (std::size_t from = 0; from <= list.size() && errors.size() < most_errors;) {
    const std::size_t to = std::min(list.find(',', from), list.size());
    if (auto d = assign(*this, given, list, list.substr(from, to - from), 1)) errors.push_back(std::move(*d));
    from = to + 1;
  }
  if (!errors.empty()) return tl::unexpected(std::move(errors));
  return {};
}

tl::expected<void, Diagnostics> MachineModel::read(std::string_view text) {
  Diagnostics errors;
  Given given;
  std::uint32_t number = 0;
  while (!text.empty() && errors.size() < most_errors) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    const std::string_view part = trimmed(line.substr(0, line.find('#')));
    if (part.empty()) continue;
    if (auto d = assign(*this, given, line, part, number)) errors.push_back(std::move(*d));
  }
  if (!errors.empty()) return tl::unexpected(std::move(errors));
  return {};
}

tl::expected<Times, Diagnostic> MachineModel::times(const Tree& tree) const {
  const auto* unit_of = std::ranges::find(units, tree.unit(), &std::pair<std::string_view, std::uint64_t>::first);
  if (unit_of == units.end()) {
    Diagnostic d = diagnose(Code::no_time_unit, {}, fmt::format("'{}' has no unit of time", tree.name()));
    d.expected = "unit ps, ns, us, ms or s";
    d.found = tree.unit().empty() ? "no unit" : excerpt(tree.unit());
    d.help = "a machine has times, so it needs to know what a cost of 1 is";
    return tl::unexpected(std::move(d));
  }
  const MachineModel& m = *this;
  const auto time = [&](Parameter p) { return m[p] * ps_in_ns; };
  Times t;
  t.register_operation = time(Parameter::register_operation);
  t.branch = time(Parameter::branch);
  t.issue = time(Parameter::issue);
  t.test = time(Parameter::satisfied_wait);
  t.signal = time(Parameter::semaphore_delay);
  t.barrier = time(Parameter::barrier_handshake) + time(Parameter::barrier_drain);
  t.reset = time(Parameter::barrier_reset);
  t.waits = m[Parameter::waits];
  t.updates = m[Parameter::updates];
  t.fair = true;
  t.unit = {unit_of->second, 1};
  // GB/s for the rate, percent for the penalty.
  t.transfer = {entry(Parameter::dma_bandwidth).trn2 * m[Parameter::dma_penalty],
                m[Parameter::dma_bandwidth] * entry(Parameter::dma_penalty).trn2};
  t.start = against(m[Parameter::dma_start], entry(Parameter::dma_start).trn2);
  t.least_transfer = time(Parameter::descriptor_interval);
  t.engines.resize(tree.engine_count());
  struct Named {
    std::string_view engine;
    Parameter clock;
    Parameter latency;
  };
  constexpr std::array<Named, 4> named = {{{"pe", Parameter::clock_pe, Parameter::latency_pe},
                                           {"act", Parameter::clock_act, Parameter::latency_act},
                                           {"pool", Parameter::clock_pool, Parameter::latency_pool},
                                           {"dve", Parameter::clock_dve, Parameter::latency_dve}}};
  for (const EngineId e : tree.engines()) {
    EngineTimes& own = t.engines[e];
    own.window = m[Parameter::window];
    const auto* n = std::ranges::find(named, tree.engine_name(e), &Named::engine);
    if (n == named.end()) continue;
    own.interval = against(entry(n->clock).trn2, m[n->clock]);
    own.latency = against(m[n->latency], entry(n->latency).trn2);
    own.least_interval = m[Parameter::minimum_interval] * 1'000'000 / m[n->clock];  // cycles at MHz
  }
  for (const InstructionId i : tree.instructions()) {
    if (tree.timing(i).transfer != 0) t.engines[tree.engine_of(i)].window = m[Parameter::queue_window];
  }
  return t;
}

std::uint64_t MachineModel::code_bytes(const Implementation& implementation) const {
  const Cost cost = cost_of(implementation);
  const std::uint64_t other = cost.instructions + cost.register_operations + cost.alone + cost.scope_control +
                              cost.barriers * implementation.tree.engine_count();
  std::uint64_t carriers = 0;
  const MachineModel& m = *this;
  for (const InstructionId i : implementation.tree.instructions()) {
    carriers += Times::carriers(implementation.waits_of(i).size(), m[Parameter::waits]) +
                Times::carriers(implementation.updates_of(i).size(), m[Parameter::updates]);
  }
  for (const Slice& s : implementation.conditions) carriers += Times::carriers(s.last - s.first, m[Parameter::waits]);
  for (const Slice& s : implementation.signals) carriers += Times::carriers(s.last - s.first, m[Parameter::updates]);
  return m[Parameter::instruction_size] * (other + carriers);
}

}  // namespace counterpoint
