// Executes one stream by itself.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/check/course.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <optional>
#include <unordered_map>

#include "targets/neuron/codec/codec.hpp"
#include "targets/neuron/isa/arithmetic.hpp"

namespace counterpoint::neuron {
namespace {

WaitMode without_register(WaitMode m) {
  return has_register(m) ? static_cast<WaitMode>(static_cast<unsigned>(m) & 0x7FU) : m;
}

UpdateMode without_register(UpdateMode m) {
  return has_register(m) ? static_cast<UpdateMode>(static_cast<unsigned>(m) & 0x7FU) : m;
}

class Follower {
 public:
  Follower(const Image& image, std::size_t stream, const CountAt& count, unsigned width, std::uint64_t limit)
      : image_(image), stream_(image.streams[stream]), count_(count), width_(width), limit_(limit) {
    registers_.fill(narrow_word(0xffffffffU, width));
    for (std::uint32_t q = 0; q < image.queues.size(); ++q) queues_.emplace(image.queues[q].name, q);
  }

  Course run() {
    if (!decode_all()) return std::move(course_);
    while (pc_ < records_.size() && !ended_ && course_.trouble == Trouble::none) {
      if (course_.records == limit_) {
        fail(fmt::format("more than {} records are executed", limit_), Trouble::bound);
        break;
      }
      ++course_.records;
      at_ = pc_++;
      execute(records_[at_]);
    }
    return std::move(course_);
  }

 private:
  bool decode_all() {
    records_.reserve(stream_.words.size());
    for (std::uint32_t i = 0; i < stream_.words.size(); ++i) {
      at_ = i;
      tl::expected<Record, Diagnostic> record = decode(stream_.words[i], image_.profile, Legality::hardware);
      if (!record) {
        fail(record.error().message);
        return false;
      }
      records_.push_back(std::move(*record));
    }
    return true;
  }

  void fail(const std::string& why, Trouble trouble = Trouble::fault) {
    course_.trouble = trouble;
    course_.why = fmt::format("{}, record {}: {}", entry(stream_.engine).name, at_, why);
  }

  // Words as the signed numbers that waits compare.
  [[nodiscard]] std::int64_t number(std::uint32_t word) const { return word_as_number(word, true, width_); }
  [[nodiscard]] std::uint32_t reg(std::uint32_t r) const { return registers_[r % registers_.size()]; }
  void set(std::uint32_t r, std::uint32_t word) { registers_[r % registers_.size()] = narrow_word(word, width_); }

  void add_wait(WaitMode mode, std::uint8_t index, std::uint32_t value) {
    if (mode == WaitMode::none) return;
    if (mode == WaitMode::unordered) return fail("the wait mode 0xFE is not followed", Trouble::not_followed);
    CourseWait wait{without_register(mode), index, number(has_register(mode) ? reg(value) : value)};
    // More than v is at least v + 1. The switch wait-4 is about the byte 0x04 alone.
    if (wait.mode == WaitMode::greater) {
      const bool strict = has_register(mode) || image_.profile.wait_4_is_strict();
      const std::int64_t largest = image_.profile.compares_unsigned() ? -1 : (std::int64_t{1} << (width_ - 1U)) - 1;
      if (strict && wait.value == largest) {
        return fail("a wait for more than the largest number is not followed", Trouble::not_followed);
      }
      wait.mode = WaitMode::at_least;
      wait.value += strict ? 1 : 0;
    }
    course_.waits.push_back(wait);
  }

  // +1 and -1 are by one whatever is in the dword: beside a wait that is the wait's, elsewhere the codec takes 0 and 1.
  [[nodiscard]] CourseUpdate update_of(UpdateMode mode, std::uint8_t index, std::uint32_t value) const {
    if (mode == UpdateMode::none) return {};
    if (!has_value(mode)) return {mode, index, 1};
    return {without_register(mode), index, number(has_register(mode) ? reg(value) : value)};
  }

  // The waits of the band, and its update, are in the action; more are added by the caller.
  Action begin(ActionKind kind, const Band& band) {
    Action action;
    action.kind = kind;
    action.record = at_;
    action.first_wait = static_cast<std::uint32_t>(course_.waits.size());
    add_wait(band.wait_mode, band.wait_index, band.value);
    action.last_wait = static_cast<std::uint32_t>(course_.waits.size());
    action.update = update_of(band.update_mode, band.update_index, band.value);
    return action;
  }

  void finish(const Action& action) {
    const bool silent = action.kind == ActionKind::control && action.first_wait == action.last_wait &&
                        action.update.mode == UpdateMode::none;
    if (!silent) course_.actions.push_back(action);
  }

  void control(const Record& record) { finish(begin(ActionKind::control, record.band)); }

  void execute(const Record& record) {
    std::visit([&](const auto& payload) { perform(record, payload); }, record.payload);
  }

  void perform(const Record& record, const Bare&) {
    switch (record.opcode) {
      case Opcode::all_engine_barrier: return barrier(record);
      case Opcode::function_return:
        finish(begin(ActionKind::drain, Band{}));
        control(record);
        ended_ = true;
        return;
      case Opcode::no_op:
      case Opcode::instruction_flush:
      case Opcode::notify: return control(record);
      default: return not_followed(record);
    }
  }

  // Drains, arrives, waits: the band's update comes before its wait. Without a counter of its own it is a join that the
  // machine counts.
  void barrier(const Record& record) {
    if (record.band.wait_mode == WaitMode::none || record.band.update_mode == UpdateMode::none) {
      return fail("a barrier without an arrival and a wait of its own is not followed", Trouble::not_followed);
    }
    finish(begin(ActionKind::drain, Band{}));
    Band arrival = record.band;
    arrival.wait_mode = WaitMode::none;
    finish(begin(ActionKind::control, arrival));
    Band release = record.band;
    release.update_mode = UpdateMode::none;
    finish(begin(ActionKind::control, release));
  }

  void perform(const Record& record, const Work& work) {
    if (work.instruction >= image_.instructions.size()) return fail("works for no instruction of the image");
    Action action = begin(ActionKind::work, record.band);
    action.subject = work.instruction;
    finish(action);
  }

  void perform(const Record& record, const LoadTrips& load) {
    if (load.scope >= image_.scopes.size()) return fail("loads the trip count of no scope of the image");
    control(record);
    set(load.target, count_(load.scope, ++visits_[load.scope]));
  }

  void perform(const Record& record, const EventSemaphore& es) {
    Action action = begin(ActionKind::control, record.band);
    add_wait(es.wait_mode, es.wait_index, es.wait_value);
    action.last_wait = static_cast<std::uint32_t>(course_.waits.size());
    if (es.update_mode == UpdateMode::none) return finish(action);
    if (action.update.mode != UpdateMode::none)
      return fail("an EventSemaphore with two updates is not followed", Trouble::not_followed);
    action.update = update_of(es.update_mode, es.update_index, es.update_value);
    finish(action);
  }

  void perform(const Record& record, const Halt&) {
    control(record);
    ended_ = true;
  }

  void perform(const Record& record, const Drain&) { finish(begin(ActionKind::drain, record.band)); }

  void perform(const Record& record, const RegisterMove& move) {
    control(record);
    const auto low = static_cast<std::uint32_t>(move.value);
    if (move.count == 1) return set(move.target, move.immediate ? low : reg(move.source));
    // Where the upper half of a pair of registers comes from, the sources do not say.
    if (!move.immediate) return fail("a move between pairs of registers is not followed", Trouble::not_followed);
    set(move.target, low);
    set(move.target_high, static_cast<std::uint32_t>(move.value >> 32U));
  }

  void perform(const Record& record, const RegisterAlu& alu) {
    control(record);
    if (!has_arithmetic(alu.operation) || !is_register_type(alu.data_type)) return not_followed(record);
    const std::optional<std::uint32_t> v = calculate_word(alu.operation, alu.data_type == signed_type, reg(alu.a),
                                                          alu.immediate ? alu.value : reg(alu.b), width_);
    if (!v) return fail("a register operation divides by zero");
    set(alu.target, *v);
  }

  void perform(const Record& record, const Branch& branch) {
    control(record);
    if (branch.compare != Compare::always) {
      if (!is_register_type(branch.data_type)) return not_followed(record);
      const std::uint32_t b = branch.register_form ? reg(branch.b) : branch.value;
      if (!branch_goes(branch.compare, branch.data_type == signed_type, reg(branch.a), b, width_)) return;
    }
    if (branch.target >= stream_.block_starts.size()) return fail("branches to no block of the stream");
    pc_ = stream_.block_starts[branch.target];
  }

  void perform(const Record& record, const GroupReset& group) {
    if (image_.profile.at(Switch::mask_clears) == 1 && group.mode == ClearMode::bitmask) {
      return fail("a reset of bits inside counters is not followed", Trouble::not_followed);
    }
    std::bitset<semaphore_count> named;
    for (unsigned id = 0; id < semaphore_count; ++id) {
      const bool in_range = id >= group.first && id <= group.last;
      const bool in_mask = ((group.mask[id >> 3U] >> (id & 7U)) & 1U) != 0;
      named[id] = group.mode == ClearMode::range ? in_range : in_mask;
    }
    Action action = begin(ActionKind::reset, record.band);
    action.subject = static_cast<std::uint32_t>(course_.resets.size());
    course_.resets.push_back(named);
    finish(action);
  }

  void perform(const Record& record, const DmaTrigger& trigger) {
    const auto found = queues_.find(trigger.name);
    if (found == queues_.end()) return fail(fmt::format("fires '{}', which is no queue of the image", trigger.name));
    const Queue& queue = image_.queues[found->second];
    if (queue.ring >= image_.rings.size() || image_.rings[queue.ring].trigger != stream_.engine) {
      return fail(fmt::format("fires '{}', whose ring another engine fires", trigger.name));
    }
    if (queue.instruction >= image_.instructions.size()) return fail("fires for no instruction of the image");
    if (trigger.count != 1) return fail("a trigger that fires several blocks is not followed", Trouble::not_followed);
    Action action = begin(ActionKind::fire, record.band);
    action.subject = found->second;
    finish(action);
  }

  void perform(const Record& record, const DmaBarrier&) { control(record); }
  void perform(const Record& record, const FunctionBegin&) { control(record); }
  void perform(const Record& record, const PseudoInstruction& pseudo) {
    if (pseudo.kind != 1) return not_followed(record);
    control(record);
    ended_ = true;
  }
  template <class Other>
  void perform(const Record& record, const Other&) {
    not_followed(record);
  }

  void not_followed(const Record& record) {
    fail(fmt::format("{} is not followed", entry(record.opcode).dump_name), Trouble::not_followed);
  }

  const Image& image_;
  const Stream& stream_;
  const CountAt& count_;
  unsigned width_;
  std::uint64_t limit_;
  std::vector<Record> records_;
  std::array<std::uint32_t, 64> registers_{};
  std::unordered_map<std::string, std::uint32_t> queues_;
  std::map<std::uint32_t, std::uint64_t> visits_;
  std::uint32_t pc_ = 0;
  std::uint32_t at_ = 0;
  bool ended_ = false;
  Course course_;
};

}  // namespace

Course follow(const Image& image, std::size_t stream, const CountAt& count, unsigned width, std::uint64_t limit) {
  return Follower(image, stream, count, width, limit).run();
}

}  // namespace counterpoint::neuron
