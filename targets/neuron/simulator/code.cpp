// From records to operations.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/simulator/code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/diagnostic/internal_error.hpp"
#include "targets/neuron/codec/codec.hpp"
#include "targets/neuron/isa/arithmetic.hpp"

namespace counterpoint::neuron {
namespace {

class Translation {
 public:
  Translation(const Image& image, CoreCode& code) : image_(image), code_(code) {
    for (std::size_t n = 0; n < image.queues.size(); ++n) {
      queues_.emplace(image.queues[n].name, static_cast<std::uint32_t>(n));
    }
  }

  void stream(const Stream& stream, const std::vector<Record>& records) {
    StreamCode& out = code_.streams.emplace_back();
    out.engine = stream.engine;
    out.name = entry(stream.engine).word.empty() ? entry(stream.engine).name : entry(stream.engine).word;
    out.operations.reserve(records.size());
    stream_ = &stream;
    length_ = records.size();
    for (const Record& record : records) out.operations.push_back(translate(record));
    for (std::uint32_t r = 0; r < image_.rings.size(); ++r) {
      if (image_.rings[r].trigger == stream.engine) out.rings.push_back(r);
    }
  }

 private:
  Operation translate(const Record& record) {
    op_ = Operation{};
    op_.opcode = record.opcode;
    add_band(record.band);
    record_ = &record;
    std::visit([this](const auto& payload) { add(payload); }, record.payload);
    return op_;
  }

  void refuse(Refusal why) {
    op_.effect = Effect::refuse;
    op_.place = static_cast<std::uint32_t>(why);
  }
  void need_register(std::uint32_t number) {
    if (number >= register_count) refuse(Refusal::register_number);
  }

  void add_wait(WaitMode mode, std::uint8_t index, std::uint32_t value) {
    if (mode == WaitMode::none) return;
    if (mode == WaitMode::unordered || mode == WaitMode::invalid) broken_wait_ = true;
    if (has_register(mode)) {
      op_.registers_in_waits = true;
      if (value >= register_count) bad_register_ = true;
    }
    op_.wait[op_.waits++] = {mode, index, value};
  }
  void add_update(UpdateMode mode, std::uint8_t index, std::uint32_t value) {
    if (mode == UpdateMode::none) return;
    if (has_register(mode)) {
      op_.registers_in_waits = true;
      if (value >= register_count) bad_register_ = true;
    }
    (on_completion(mode) ? op_.updates_at_completion : op_.updates_at_issue) = true;
    op_.update[op_.updates++] = {mode, index, value};
  }
  void add_band(const Band& band) {
    bad_register_ = false;
    broken_wait_ = false;
    add_wait(band.wait_mode, band.wait_index, band.value);
    // The dword is the wait's where the wait needs one: an update by one then names no number.
    const WaitMode m = band.wait_mode;
    const bool is_of_wait = m != WaitMode::none && m != WaitMode::unordered && !on_event(m);
    add_update(band.update_mode, band.update_index, is_of_wait && !has_value(band.update_mode) ? 0 : band.value);
  }
  // Last of all, so that it wins over what the payload says.
  void settle() {
    if (bad_register_) refuse(Refusal::register_number);
    if (broken_wait_) refuse(Refusal::not_simulated);
  }

  void add(const Bare&) {
    if (record_->opcode == Opcode::all_engine_barrier) op_.effect = Effect::barrier;
    if (record_->opcode == Opcode::function_return) op_.effect = Effect::hand_back;
    settle();
  }
  void add(const Work& work) {
    op_.effect = Effect::work;
    op_.place = work.instruction;
    if (work.instruction >= image_.instructions.size()) refuse(Refusal::instruction);
    settle();
  }
  void add(const LoadTrips& load) {
    op_.effect = Effect::load_trips;
    op_.place = load.scope;
    op_.target = load.target;
    if (load.scope >= image_.scopes.size()) refuse(Refusal::scope);
    need_register(load.target);
    settle();
  }
  void add(const EventSemaphore& e) {
    add_wait(e.wait_mode, e.wait_index, e.wait_value);
    add_update(e.update_mode, e.update_index, e.update_value);
    settle();
  }
  void add(const Halt&) {
    op_.effect = Effect::finish;
    settle();
  }
  void add(const Drain&) {
    op_.effect = Effect::drain;
    settle();
  }
  void add(const RegisterMove& move) {
    op_.effect = move.count == 2 ? Effect::move_pair : Effect::move;
    op_.immediate = move.immediate;
    op_.target = move.target;
    op_.a = move.source;
    op_.b = move.target_high;
    op_.value = static_cast<std::uint32_t>(move.value);
    op_.high = static_cast<std::uint32_t>(move.value >> 32U);
    need_register(move.target);
    if (!move.immediate) need_register(move.source);
    if (move.count == 2) {
      need_register(move.target_high);
      // The sources name one source register; where the upper half of a pair comes from they do not say.
      if (!move.immediate) refuse(Refusal::not_simulated);
    } else if (move.count != 1) {
      refuse(Refusal::not_simulated);
    }
    settle();
  }
  void add(const RegisterAlu& alu) {
    op_.effect = Effect::alu;
    op_.kind = static_cast<std::uint8_t>(alu.operation);
    op_.immediate = alu.immediate;
    op_.is_signed = alu.data_type == signed_type;
    op_.target = alu.target;
    op_.a = alu.a;
    op_.b = alu.b;
    op_.value = alu.value;
    if (alu.operation > AluOperation::reciprocal_root) refuse(Refusal::operation);
    if (!has_arithmetic(alu.operation) || !is_register_type(alu.data_type)) refuse(Refusal::not_simulated);
    need_register(alu.target);
    need_register(alu.a);
    if (!alu.immediate) need_register(alu.b);
    settle();
  }
  void add(const Branch& branch) {
    op_.effect = Effect::branch;
    op_.kind = static_cast<std::uint8_t>(branch.compare);
    op_.immediate = !branch.register_form;
    op_.is_signed = branch.data_type != unsigned_type;
    op_.a = branch.a;
    op_.b = branch.b;
    op_.value = branch.value;
    op_.place = CoreCode::no_place;
    if (branch.target < stream_->block_starts.size()) {
      const std::uint32_t start = stream_->block_starts[branch.target];
      if (start <= length_) op_.place = start;
    }
    if (branch.compare > Compare::greater) refuse(Refusal::operation);
    if (branch.compare != Compare::always) {
      need_register(branch.a);
      if (branch.register_form) need_register(branch.b);
      if (!is_register_type(branch.data_type)) refuse(Refusal::not_simulated);
    }
    settle();
  }
  void add(const GroupReset& reset) {
    if (reset.mode == ClearMode::range) {
      op_.effect = Effect::reset_range;
      op_.a = reset.first;
      op_.b = reset.last;
    } else if (image_.profile.at(Switch::mask_clears) == 1) {
      op_.effect = Effect::reset_bits;
      for (unsigned n = 0; n < 4; ++n) op_.value |= static_cast<std::uint32_t>(reset.mask[n]) << (8 * n);
    } else {
      op_.effect = Effect::reset_mask;
      op_.place = static_cast<std::uint32_t>(code_.masks.size());
      code_.masks.push_back(reset.mask);
    }
    settle();
  }
  void add(const DmaTrigger& trigger) {
    op_.effect = Effect::trigger;
    const auto found = queues_.find(trigger.name);
    if (found == queues_.end()) return refuse(Refusal::queue);
    op_.place = found->second;
    const Queue& queue = image_.queues[found->second];
    if (queue.ring >= image_.rings.size() || image_.rings[queue.ring].trigger != stream_->engine) {
      return refuse(Refusal::ring);
    }
    if (queue.instruction >= image_.instructions.size()) return refuse(Refusal::instruction);
    // A queue is one instruction; what it is to fire it more than once at a time is not known.
    if (trigger.count != 1) return refuse(Refusal::not_simulated);
    settle();
  }
  // A memory fence without a rendezvous: nothing that this machine has is ordered by it.
  void add(const DmaBarrier&) { settle(); }
  // Says where a function starts.
  void add(const FunctionBegin&) { settle(); }
  // It meets the other cores of a logical core, and an image is of one.
  void add(const CoreBarrier&) { refuse(Refusal::other_cores); }
  void add(const PseudoInstruction& pseudo) {
    op_.effect = Effect::finish;
    if (image_.profile.at(Switch::exit_byte) == 1 && pseudo.kind != 1) refuse(Refusal::not_simulated);
    settle();
  }
  void add(const SetOrderingMode&) { refuse(Refusal::not_simulated); }
  void add(const PollSemaphore&) { refuse(Refusal::not_simulated); }
  void add(const QueueSwitch&) { refuse(Refusal::not_simulated); }
  void add(const Call&) { refuse(Refusal::not_simulated); }

  const Image& image_;
  CoreCode& code_;
  std::unordered_map<std::string_view, std::uint32_t> queues_;
  const Stream* stream_ = nullptr;
  const Record* record_ = nullptr;
  std::size_t length_ = 0;
  Operation op_;
  bool bad_register_ = false;
  bool broken_wait_ = false;
};

}  // namespace

std::string_view refusal_name(Refusal r) {
  switch (r) {
    case Refusal::not_simulated: return "not-simulated";
    case Refusal::other_cores: return "other-cores";
    case Refusal::queue: return "unknown-queue";
    case Refusal::ring: return "foreign-ring";
    case Refusal::instruction: return "unknown-instruction";
    case Refusal::scope: return "unknown-scope";
    case Refusal::operation: return "unknown-operation";
    case Refusal::register_number: return "register-number";
  }
  return "not-simulated";
}

std::string CoreCode::describe(std::uint32_t stream, std::uint32_t place) const {
  const auto& operations = streams[stream].operations;
  if (place >= operations.size()) return "the end";
  const Operation& op = operations[place];
  std::string out(entry(op.opcode).dump_name);
  if (op.effect == Effect::work) out += " " + instructions[op.place];
  if (op.effect == Effect::load_trips) out += " " + scopes[op.place];
  if (op.effect == Effect::trigger) out += " " + instructions[queues[op.place].instruction];
  return out;
}

namespace {

// Which part of the bank can ever change.
void find_written(CoreCode& code) {
  std::array<bool, semaphore_count> written{};
  for (const QueueCode& queue : code.queues) written[queue.completion.index] = true;
  for (const StreamCode& stream : code.streams) {
    for (const Operation& op : stream.operations) {
      for (unsigned n = 0; n < op.waits; ++n) code.uses_events = code.uses_events || on_event(op.wait[n].mode);
      for (unsigned n = 0; n < op.updates; ++n) {
        if (on_event(op.update[n].mode)) {
          code.uses_events = true;
        } else {
          written[op.update[n].index] = true;
        }
      }
    }
  }
  for (unsigned id = 0; id < semaphore_count; ++id) {
    if (written[id]) code.written.push_back(static_cast<std::uint8_t>(id));
  }
}

}  // namespace

CoreCode code_of(const Image& image, std::span<const std::vector<Record>> records, unsigned width) {
  require(width >= 2 && width <= 32, "a width is 2 to 32 bits");
  require(records.size() == image.streams.size(), "one list of records for each stream");
  CoreCode code;
  code.program = image.program;
  code.width = width;
  code.comparison = WaitReading::of(image.profile);
  code.instructions = image.instructions;
  code.scopes = image.scopes;
  for (const Ring& ring : image.rings) code.rings.push_back(ring.name);
  for (const Queue& queue : image.queues) {
    const auto increment = queue.increment;
    code.queues.push_back(
        {queue.ring, queue.instruction, queue.updates, {UpdateMode::add, queue.semaphore, increment}});
  }
  for (unsigned id = 0; id < semaphore_count; ++id) code.semaphores.push_back(fmt::format("S{}", id));
  for (const NamedSemaphore& s : image.semaphores) code.semaphores[s.id] = fmt::format("S{} ({})", s.id, s.name);
  code.join_arrivals = image.profile.at(Switch::arrivals) == 1 ? 8U : static_cast<std::uint32_t>(image.streams.size());
  Translation translation(image, code);
  for (std::size_t n = 0; n < records.size(); ++n) translation.stream(image.streams[n], records[n]);
  find_written(code);
  return code;
}

}  // namespace counterpoint::neuron
