// Compares the instances of both sides, then writes the pair.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/check/unroll.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "core/diagnostic/internal_error.hpp"
#include "core/program/implementation_builder.hpp"
#include "core/program/program_builder.hpp"
#include "targets/neuron/check/foreign_names.hpp"
#include "targets/neuron/check/weave.hpp"

namespace counterpoint::neuron {
namespace {

// Names of instances that no instruction of the program bears.
class InstanceNames {
 public:
  explicit InstanceNames(const Tree& tree) : tree_(tree) {
    for (const InstructionId i : tree.instructions()) taken_.emplace(tree.instruction_name(i));
  }
  [[nodiscard]] std::string of(InstructionId i, std::uint32_t ordinal) const {
    std::string name = fmt::format("{}.{}", tree_.instruction_name(i), ordinal);
    while (taken_.contains(name)) name += "_";
    return name;
  }

 private:
  const Tree& tree_;
  std::unordered_set<std::string> taken_;
};

// The program's numbers for those of the image, which names nothing else.
struct ProgramNumbers {
  ProgramNumbers(const Tree& tree, const Image& image) {
    std::unordered_map<std::string_view, InstructionId> by_name;
    for (const InstructionId i : tree.instructions()) by_name.emplace(tree.instruction_name(i), i);
    for (const std::string& name : image.instructions) instructions.push_back(by_name.at(name));
    std::unordered_map<std::string, ScopeId> scopes_by_name;
    for (const ScopeId s : tree.scopes()) scopes_by_name.emplace(tree.scope_name(s), s);
    for (const std::string& name : image.scopes) scopes.push_back(scopes_by_name.at(name));
    for (const Stream& stream : image.streams) {
      EngineId engine;  // of a stream that reads no count, perhaps none
      for (const EngineId e : tree.engines()) {
        if (tree.engine_name(e) == trips_engine(stream)) engine = e;
      }
      engines.push_back(engine);
    }
  }
  std::vector<InstructionId> instructions;
  std::vector<ScopeId> scopes;
  std::vector<EngineId> engines;  // by stream: whose counts it reads
};

// Executes every stream. The first fault is the mismatch.
std::vector<Course> follow_all(const Image& image, const ProgramNumbers& numbers, const Trips& trips,
                               const UnrollOptions& options, Unrolled& out) {
  std::vector<Course> courses;
  for (std::size_t s = 0; s < image.streams.size(); ++s) {
    const CountAt count = [&](std::uint32_t scope, std::uint64_t visit) {
      return trips.at(numbers.scopes[scope], numbers.engines[s], visit);
    };
    courses.push_back(follow(image, s, count, options.width, options.limit));
    const Course& course = courses.back();
    out.records += course.records;
    if (out.fit != Fit::same || course.trouble == Trouble::none) continue;
    out.fit = course.trouble == Trouble::fault   ? Fit::fault
              : course.trouble == Trouble::bound ? Fit::bound
                                                 : Fit::not_followed;
    out.why = course.why;
  }
  return courses;
}

// What the words issue on one engine of the program must be what the program issues there.
void compare(const Tree& tree, EngineId e, const std::vector<Instance>& wanted,
             const std::vector<InstructionId>& issued, Unrolled& out) {
  for (std::size_t i = 0; i < std::max(wanted.size(), issued.size()); ++i) {
    if (i < wanted.size() && i < issued.size() && wanted[i].instruction == issued[i]) continue;
    const std::string words =
        i < issued.size() ? fmt::format("issue {}", tree.instruction_name(issued[i])) : "issue nothing more";
    const std::string asked =
        i < wanted.size() ? fmt::format("has {}", tree.instruction_name(wanted[i].instruction)) : "has nothing more";
    out.why = fmt::format("instance {} on {}: the words {}, the program {}", i + 1, tree.engine_name(e), words, asked);
    out.fit = i < issued.size() ? Fit::other_instance : Fit::missing_instance;
    return;
  }
}

// Every record has been executed at the end, so an event is then set if it was set more often than it was cleared.
void look_for_events_left(const Image& image, const std::vector<Course>& courses, Unrolled& out) {
  std::array<std::int64_t, event_count> set{};
  for (const Course& course : courses) {
    for (const CourseWait& w : course.waits) {
      if (w.mode == WaitMode::event_set_then_clear) --set[w.index];
    }
    for (const Action& a : course.actions) {
      if (on_event(a.update.mode)) set[a.update.index] += (static_cast<unsigned>(a.update.mode) & 3U) == 1 ? 1 : -1;
    }
  }
  for (std::size_t id = 0; id < event_count; ++id) {
    if (set[id] <= 0) continue;
    out.fit = Fit::fault;
    out.why = fmt::format("event {} of {} is left set at the end", id, image.program);
    return;
  }
}

Program straight_program(const Program& program, const Instances& instances, const InstanceNames& names,
                         const Weave& weave) {
  const Tree& tree = program.tree;
  ProgramBuilder builder(tree.name());
  IdVector<InstructionId, std::vector<InstructionId>> placed(tree.instruction_count());
  std::vector<std::pair<InstructionId, const Instance*>> all;
  IdVector<EngineId, EngineId> engines(tree.engine_count());
  for (const EngineId e : tree.engines()) {
    if (weave.serves(e)) engines[e] = builder.tree.add_engine(tree.engine_name(e), tree.engine(e).inorder);
  }
  for (const std::string& relay : weave.relays()) (void)builder.tree.add_engine(relay, false);
  for (const EngineId e : tree.engines()) {
    for (const Instance& instance : instances.engines[e]) {
      const InstructionId id = builder.tree.add_instruction(
          engines[e], names.of(instance.instruction, instance.ordinal), tree.line_of(instance.instruction));
      placed[instance.instruction].push_back(id);
      all.emplace_back(id, &instance);
    }
  }
  for (const auto& [id, instance] : all) {
    for (std::uint32_t n = instance->first_need; n < instance->last_need; ++n) {
      const Need& need = instances.needs[n];
      const auto& producers = placed[need.producer];
      // More retirements than there are: never, and that is what an instruction that waits for itself does.
      const bool never = static_cast<std::uint64_t>(need.retirements) > producers.size();
      builder.add_dependency(id, never ? id : producers[static_cast<std::size_t>(need.retirements) - 1]);
    }
  }
  return builder.finish();
}

}  // namespace

Unrolled unroll(const Program& program, const Image& image, const Trips& trips, const UnrollOptions& options) {
  Unrolled out;
  const Tree& tree = program.tree;
  const Instances instances = instances_of(program, trips, options.limit);
  out.instances = instances.total;
  if (instances.bounded) {
    out.fit = Fit::bound;
    out.why = fmt::format("the program has more than {} instances", options.limit);
    return out;
  }
  require(foreign_names(program, image).empty(), "an image is compared with a program that has what it names");
  const ProgramNumbers numbers(tree, image);
  const std::vector<Course> courses = follow_all(image, numbers, trips, options, out);
  if (out.fit == Fit::same) look_for_events_left(image, courses, out);
  if (out.fit != Fit::same) return out;

  Weave weave(image, courses);
  IdVector<EngineId, std::vector<InstructionId>> issued(tree.engine_count());
  out.why = weave.assign(tree, numbers.instructions, issued);
  if (!out.why.empty()) {
    out.fit = Fit::not_followed;
    return out;
  }
  for (const EngineId e : tree.engines()) {
    compare(tree, e, instances.engines[e], issued[e], out);
    if (out.fit != Fit::same) return out;
  }
  const InstanceNames names(tree);
  out.program = straight_program(program, instances, names, weave);
  auto implementation = weave.implementation(tree, [&](InstructionId i, std::uint32_t n) { return names.of(i, n); });
  if (!implementation) {
    out.fit = Fit::not_followed;
    out.why = weave.unexpressed();
    return out;
  }
  out.implementation = std::move(*implementation);
  out.barriers_found = weave.barriers_found();
  return out;
}

}  // namespace counterpoint::neuron
