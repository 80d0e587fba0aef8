// Writes one stream of the core: what each statement, loop, conditional and barrier of the text becomes there.
// SPDX-License-Identifier: Apache-2.0
//
// What. The records of one stream, in the order in which the text is walked (lower.cpp); several engines of the program
// may write into one stream, each with registers of its own. What the hardware, or the compiler's set of it, cannot say
// is a refusal with the statement's place.
// Loops: a counter from 0 that is compared with a number, or with a register that `load_trips` fills at each visit; the
// test before the first iteration is the negated one, and falls through; a loop with a number has none, and a loop of
// one iteration no record at all. Conditionals: a branch on the number of trips of the first branch.
// Barriers: a counter to which every stream adds 1; its j-th barrier waits for j times the number of streams, kept in
// a register where a barrier is in a scope. Source: neuron.md 2.8, 3.2-3.6, 4.5-4.8.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/program/implementation.hpp"
#include "core/program/pairing.hpp"
#include "targets/neuron/codec/codec.hpp"
#include "targets/neuron/lowering/carriers.hpp"
#include "targets/neuron/lowering/draft.hpp"
#include "targets/neuron/lowering/identifiers.hpp"
#include "targets/neuron/lowering/lower_sync.hpp"
#include "targets/neuron/lowering/scaling.hpp"

namespace counterpoint::neuron {

// What all streams of a core share while they are written.
struct Lowering {
  const Implementation& from;
  const Pairing& pairing;
  const EngineMap& places;  // by the implementation's engine
  const Identifiers& identifiers;
  const ScaledRegisters& scaled;
  const Profile& profile;
  Legality legality;
  std::uint32_t streams;               // that arrive at a barrier
  bool barriers_in_scopes;             // thresholds in registers
  std::optional<Engine> drains;        // who drains in a fence; none: all
  std::vector<std::uint32_t> ring_of;  // by the implementation's engine: place in Image::rings
  Image& image;
  Diagnostics& refused;

  [[nodiscard]] const Tree& tree() const { return from.tree; }
};

class StreamWriter {
 public:
  StreamWriter(Lowering& all, Engine engine, bool computes) : all_(all), engine_(engine), computes_(computes) {}

  [[nodiscard]] Engine engine() const { return engine_; }
  [[nodiscard]] tl::expected<Stream, Diagnostic> finish(std::string_view counts_as) const {
    return draft_.finish(engine_, counts_as, all_.profile);
  }

  // --- statements; `scope` is where they stand
  void operation(EngineId e, const RegisterOperation& o, ScopeId scope);
  void instruction(EngineId e, InstructionId i);
  void wait(EngineId e, std::span<const Wait> waits, ScopeId scope);
  void signal(EngineId e, std::span<const Update> updates, ScopeId scope);
  void fence();
  // The counter or flag starts at a value that the bank does not have at the start.
  void start_value(const ElementPlace& element);

  // --- scopes
  void open_loop(ScopeId loop);
  void close_loop(ScopeId loop);
  // `first`, `other`: has this stream something to do in that branch.
  void open_conditional(ScopeId then_branch, bool first, bool other);
  void open_other();
  void close_conditional();

  // --- meetings of all streams
  void barrier();
  void fence_with_reset();

 private:
  struct Place {
    std::string who;  // "act: wait", for messages
    Position position;
  };
  struct OpenLoop {
    Label head;
    Label exit;
    DraftRegister counter;
    DraftRegister limit;
  };
  struct OpenConditional {
    bool first = false;
    bool other = false;
    Label other_head;
    Label end;
  };

  [[nodiscard]] Place place_of(EngineId e, InstructionId i) const;
  [[nodiscard]] Place place_of(EngineId e, ScopeId scope, std::string_view what) const;
  void refuse(const Place& at, const std::string& why, std::string help);
  [[nodiscard]] bool hardware(const Place& at, std::string_view what);
  [[nodiscard]] std::int64_t number(Operand literal, std::int64_t scale, const Place& at);

  [[nodiscard]] const ElementPlace* element(SemaphoreId s, Operand index, const Place& at);
  [[nodiscard]] std::string_view semaphore_name(SemaphoreId s) const { return all_.from.semaphores[s].name; }
  [[nodiscard]] std::vector<PlannedWait> plan(EngineId e, std::span<const Wait> waits, const Place& at);
  // Without the threshold, but for an event.
  [[nodiscard]] std::optional<SyncWait> plan(const Wait& w, const Place& at);
  [[nodiscard]] std::optional<PlannedWait> plan_event(const Wait& w, const ElementPlace& x, const Place& at);
  // What retires in order with the producer that this wait is for, and is waited for alike.
  [[nodiscard]] std::optional<std::uint64_t> queue_of(const Wait& w, const ElementPlace& x);
  void plan_threshold(EngineId e, const Wait& w, const Place& at, PlannedWait& out);
  [[nodiscard]] std::optional<PlannedUpdate> plan(const Update& u, const Place& at);
  [[nodiscard]] std::optional<PlannedUpdate> plan_event(const Update& u, const ElementPlace& x, const Place& at);
  // The update as it happens at issue: as it is where nothing of the stream can be incomplete, else the hardware's own.
  [[nodiscard]] std::optional<PlannedUpdate> issued(const PlannedUpdate& u, const Place& at);
  void transfer(EngineId e, InstructionId i, const Place& at, std::vector<PlannedWait> waits);
  [[nodiscard]] std::string queue_name(InstructionId i) const;

  [[nodiscard]] DraftRegister reg(EngineId e, RegisterId r);
  [[nodiscard]] bool is_scaled(EngineId e, RegisterId r) const { return all_.scaled[e][r.value]; }
  // 16 times the register, computed once in a block.
  [[nodiscard]] DraftRegister multiplied(EngineId e, RegisterId r, std::uint32_t scale);
  void compute(EngineId e, AluOperation op, DraftRegister target, Operand a, Operand b, std::int64_t scale_a,
               std::int64_t scale_b, const Place& at);

  void drain(std::uint8_t flag);
  void reset_group();
  [[nodiscard]] bool nothing_incomplete() const { return !computes_ || quiet_; }
  void at_boundary() {
    multiplied_.clear();
    quiet_ = false;
  }

  Lowering& all_;
  Engine engine_;
  bool computes_;
  Draft draft_;
  bool quiet_ = true;  // every record so far is complete
  std::vector<OpenLoop> loops_;
  std::vector<OpenConditional> conditionals_;
  std::unordered_map<std::uint64_t, DraftRegister> registers_;   // by engine and register
  std::unordered_map<std::uint64_t, DraftRegister> multiplied_;  // the same, in this block
  std::uint64_t barriers_ = 0;                                   // so far
  DraftRegister barrier_threshold_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int64_t>, std::uint64_t> queues_;  // of one statement's waits
};

}  // namespace counterpoint::neuron
