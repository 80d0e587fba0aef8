// Lays the courses of the streams on the engines of the program, as stand-alone waits and signals around instances.
// SPDX-License-Identifier: Apache-2.0
//
// The header of unroll.hpp says how and why.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/program/implementation_builder.hpp"
#include "core/program/tree.hpp"
#include "targets/neuron/check/fences.hpp"

namespace counterpoint::neuron {

class Weave {
 public:
  Weave(const Image& image, std::span<const Course> courses);

  // Finds the engine for every stream and ring, and what each engine of the program issues. `instructions`: the
  // program's, by Image::instructions. Returns "" or why they do not fit: an engine served from two places, two in one.
  [[nodiscard]] std::string assign(const Tree& tree, std::vector<InstructionId> instructions,
                                   IdVector<EngineId, std::vector<InstructionId>>& issued);
  // After `assign`: whether some stream or ring is that engine's.
  [[nodiscard]] bool serves(EngineId e) const;
  // After `assign`: names of the engines that stand for streams that work for none of the program. They issue nothing;
  // both sides of the pair have them.
  [[nodiscard]] const std::vector<std::string>& relays() const { return relays_; }
  // After `assign`. `name` gives that of the n-th instance of an instruction. Nothing if a wait or an update has no
  // counterpart in the language; `unexpressed` then says which.
  [[nodiscard]] std::optional<Implementation> implementation(
      const Tree& tree, const std::function<std::string(InstructionId, std::uint32_t)>& name);
  [[nodiscard]] const std::string& unexpressed() const { return unexpressed_; }
  // The courses hold no barrier of the image's counter, or all of them were found.
  [[nodiscard]] bool barriers_found() const;

 private:
  // Engines are the program's, and after them the relays.
  struct Place {                         // of one stream
    EngineId home;                       // its datapath engine or relay, none if it only fires
    EngineId holder;                     // who acted last
    std::vector<EngineId> fired;         // rings to be drained
    std::vector<const Action*> pending;  // waits not placed yet
    EngineId any;                        // home, or the first ring
  };

  [[nodiscard]] std::string claim(EngineId engine, std::int64_t place);
  [[nodiscard]] std::string assign_instance(std::size_t stream, const Action& action,
                                            IdVector<EngineId, std::vector<InstructionId>>& issued);
  void assign_without_instances(std::size_t stream);
  [[nodiscard]] std::string_view engine_name(EngineId e) const;
  void add_engines(const Tree& tree);

  void segment(std::size_t stream, std::uint32_t from, std::uint32_t to);
  void act(std::size_t stream, const Action& action);
  // One for each kind of action.
  void control(std::size_t stream, const Action& action);
  void work(std::size_t stream, const Action& action);
  void fire(std::size_t stream, const Action& action);
  void drain(std::size_t stream, const Action& action);
  void reset(std::size_t stream, const Action& action);
  // Their parts.
  void hold(Place& place, const Action& action);
  void post(std::size_t stream, const Action& action);
  void instance(std::size_t stream, const Action& action, InstructionId i, const std::vector<Update>& updates);
  void at(Place& place, EngineId engine);
  void flush(std::size_t stream, EngineId engine);
  void barrier(const Fences& fences, std::size_t k);
  [[nodiscard]] std::vector<Wait> waits_of(const Course& course, const Action& action);
  [[nodiscard]] std::vector<Update> update_of(const CourseUpdate& update, bool queued);
  [[nodiscard]] SemaphoreId counter(unsigned id);
  [[nodiscard]] SemaphoreId event(unsigned id);
  [[nodiscard]] SemaphoreId turn(EngineId engine);
  void give_up(const std::string& why) {
    if (unexpressed_.empty()) unexpressed_ = why;
  }

  const Image& image_;
  std::span<const Course> courses_;
  std::optional<Fences> fences_;
  const Tree* tree_ = nullptr;
  std::vector<Place> places_;                 // by stream
  std::vector<InstructionId> instructions_;   // by Image::instructions
  std::vector<EngineId> ring_engines_;        // by ring
  IdVector<EngineId, std::int64_t> claimed_;  // by engine of the program: stream, or -1 - ring
  std::vector<std::string> relays_;
  // While writing:
  std::optional<ImplementationBuilder> builder_;
  IdVector<EngineId, EngineId> engines_;  // of the program and relays, in the implementation
  IdVector<InstructionId, std::uint32_t> ordinals_;
  std::map<unsigned, SemaphoreId> counters_;  // in this order a reset names them
  std::map<unsigned, SemaphoreId> events_;
  std::unordered_map<std::uint32_t, SemaphoreId> turns_;
  std::unordered_map<std::uint32_t, std::int64_t> turns_taken_;
  std::function<std::string(InstructionId, std::uint32_t)> name_;
  std::string unexpressed_;
};

}  // namespace counterpoint::neuron
