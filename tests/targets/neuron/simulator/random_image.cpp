// Small random images for the simulator's tests.
// SPDX-License-Identifier: Apache-2.0
#include "tests/targets/neuron/simulator/random_image.hpp"

#include <algorithm>

#include "core/machine/random.hpp"

namespace counterpoint::neuron::testing {

void DecodedImage::add_stream(Engine engine, const std::vector<std::vector<Record>>& blocks) {
  Stream stream;
  stream.engine = engine;
  stream.counts_as = std::string(entry(engine).word);
  stream.block_starts.clear();
  std::vector<Record>& out = records.emplace_back();
  for (const auto& block : blocks) {
    stream.block_starts.push_back(static_cast<std::uint32_t>(out.size()));
    out.insert(out.end(), block.begin(), block.end());
  }
  image.streams.push_back(std::move(stream));
}

std::uint32_t DecodedImage::add_ring(const std::string& name, Engine trigger) {
  image.rings.push_back({name, trigger});
  return static_cast<std::uint32_t>(image.rings.size() - 1);
}

void DecodedImage::add_queue(const std::string& name, std::uint32_t ring, std::uint8_t id, std::uint32_t increment) {
  image.queues.push_back({name, ring, instruction(name), increment != 0, id, increment});
}

std::uint32_t DecodedImage::instruction(const std::string& name) {
  const auto found = std::ranges::find(image.instructions, name);
  const auto place = static_cast<std::uint32_t>(found - image.instructions.begin());
  if (found == image.instructions.end()) image.instructions.push_back(name);
  return place;
}

Simulator DecodedImage::simulator(TripCounts counts, unsigned width) const {
  return {code_of(image, records, width), std::move(counts)};
}

Record work(std::uint32_t instruction, Band band) { return {Opcode::work, 0, 0, band, Work{instruction}}; }
Record semaphore(EventSemaphore e, Band band) { return {Opcode::event_semaphore, 0, 0, band, e}; }
Record bare(Opcode opcode, Band band) {
  Record r{opcode, 0, 0, band, Bare{}};
  if (opcode == Opcode::drain) r.payload = Drain{};
  if (opcode == Opcode::halt) r.payload = Halt{};
  return r;
}
Record trigger(const std::string& queue) { return {Opcode::dma_trigger, 0, 0, {}, DmaTrigger{queue, 1}}; }
Record set_register(std::uint8_t target, std::uint32_t value) {
  RegisterMove move;
  move.target = target;
  move.value = value;
  return {Opcode::register_move, 0, 0, {}, move};
}
Record alu(AluOperation operation, std::uint8_t target, std::uint8_t a, std::uint32_t value, std::uint8_t data_type) {
  return {Opcode::register_alu, 0, 0, {}, RegisterAlu{operation, data_type, true, target, a, 0, value}};
}
Record branch(Compare compare, std::uint8_t a, std::uint32_t value, std::uint64_t target) {
  Branch b;
  b.compare = compare;
  b.data_type = compare == Compare::always ? 0 : 8;
  b.value = value;
  b.a = a;
  b.target = target;
  return {Opcode::branch, 0, 0, {}, b};
}
Record load(std::uint32_t scope, std::uint8_t target) {
  return {Opcode::load_trips, 0, 0, {}, LoadTrips{scope, target}};
}
Record reset(std::uint8_t first, std::uint8_t last) {
  return {Opcode::group_reset, 0, 0, {}, GroupReset{ClearMode::range, first, last, {}}};
}
Record stop() { return {Opcode::pseudo_instruction, 0, 0, {}, PseudoInstruction{1}}; }

Band wait(std::uint8_t id, std::uint32_t value, WaitMode mode) { return {mode, id, UpdateMode::none, 0, value}; }
Band post(std::uint8_t id, UpdateMode mode, std::uint32_t value) { return {WaitMode::none, 0, mode, id, value}; }
Band both(Band wait, Band post) {
  return {wait.wait_mode, wait.wait_index, post.update_mode, post.update_index,
          wait.value != 0 ? wait.value : post.value};
}

namespace {

// Most waits ask for little, most updates add: else hardly an image would complete.
constexpr WaitMode wait_modes[] = {WaitMode::equal,
                                   WaitMode::less,
                                   WaitMode::at_most,
                                   WaitMode::greater,
                                   WaitMode::event_set,
                                   WaitMode::event_clear,
                                   WaitMode::event_set_then_clear,
                                   WaitMode::event_clear_then_set,
                                   WaitMode::equal_register,
                                   WaitMode::less_register,
                                   WaitMode::at_most_register,
                                   WaitMode::greater_register,
                                   WaitMode::at_least_register};
constexpr UpdateMode update_modes[] = {UpdateMode::increment_read,    UpdateMode::decrement,
                                       UpdateMode::decrement_read,    UpdateMode::add,
                                       UpdateMode::add_read,          UpdateMode::subtract,
                                       UpdateMode::subtract_read,     UpdateMode::write,
                                       UpdateMode::write_read,        UpdateMode::event_set,
                                       UpdateMode::event_set_read,    UpdateMode::event_clear,
                                       UpdateMode::add_register,      UpdateMode::add_register_read,
                                       UpdateMode::subtract_register, UpdateMode::write_register};

constexpr AluOperation alu_operations[] = {AluOperation::add,     AluOperation::subtract, AluOperation::multiply,
                                           AluOperation::divide,  AluOperation::modulo,   AluOperation::maximum,
                                           AluOperation::minimum, AluOperation::greater};

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(mix(seed)) {}

  DecodedImage image() {
    if (chance(3)) d_.image.profile = Profile::device();
    if (chance(4)) d_.image.profile.set(Switch::compare, 1);
    const std::uint32_t streams = 2 + below(2);
    constexpr Engine engines[] = {Engine::pool, Engine::pe, Engine::sp};
    rings_ = below(3);
    for (std::uint32_t r = 0; r < rings_; ++r) {
      d_.add_ring("ring" + std::to_string(r), engines[below(streams)]);
      for (int q = 0; q < 2; ++q) {
        d_.add_queue("t" + std::to_string(r) + std::to_string(q), r, index(), below(3));
      }
    }
    d_.image.scopes = {"kv"};
    for (std::uint32_t n = 0; n < streams; ++n) stream(engines[n]);
    return std::move(d_);
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_.below(n)); }
  bool chance(std::uint32_t one_in) { return below(one_in) == 0; }
  std::uint8_t index() { return static_cast<std::uint8_t>(below(3)); }

  WaitMode wait_mode() { return chance(3) ? wait_modes[below(std::size(wait_modes))] : WaitMode::at_least; }
  UpdateMode update_mode() { return chance(3) ? update_modes[below(std::size(update_modes))] : UpdateMode::increment; }
  // A threshold, or one of the registers 0 and 1; now and then a number with bit 31.
  std::uint32_t value(bool is_register) {
    if (is_register) return below(2);
    return chance(12) ? 0xFFFFFFFFU : below(2) + (chance(4) ? 1U : 0U);
  }
  Band band() {
    Band b;
    if (chance(4)) {
      b.wait_mode = wait_mode();
      b.wait_index = on_event(b.wait_mode) ? static_cast<std::uint8_t>(below(2)) : index();
      b.value = value(has_register(b.wait_mode));
    }
    if (!chance(3)) {
      b.update_mode = update_mode();
      const bool shares = b.wait_mode != WaitMode::none;
      if (shares && (has_register(b.update_mode) != has_register(b.wait_mode))) b.update_mode = UpdateMode::increment;
      b.update_index = on_event(b.update_mode) ? static_cast<std::uint8_t>(below(2)) : index();
      if (!shares) b.value = has_value(b.update_mode) ? value(has_register(b.update_mode)) : 0;
      // An event's wait has no use for the dword, so that an update by one reads it.
      if (on_event(b.wait_mode) && !chance(8)) b.value = 0;
    }
    return b;
  }
  Record event_semaphore() {
    EventSemaphore e;
    if (chance(4)) {
      e.wait_mode = wait_mode();
      e.wait_index = on_event(e.wait_mode) ? static_cast<std::uint8_t>(below(2)) : index();
      e.wait_value = value(has_register(e.wait_mode));
    }
    if (!chance(3)) {
      e.update_mode = update_mode();
      e.update_index = on_event(e.update_mode) ? static_cast<std::uint8_t>(below(2)) : index();
      e.update_value = has_value(e.update_mode) ? value(has_register(e.update_mode)) : chance(30) ? 2 : below(2);
    }
    Band b;
    if (chance(2)) b = band();
    return semaphore(e, b);
  }
  Record barrier() {
    if (chance(2)) return bare(Opcode::all_engine_barrier);
    return bare(Opcode::all_engine_barrier, {WaitMode::at_least, 2, UpdateMode::increment, 2, 1 + below(2)});
  }
  Record faulty() {
    switch (below(4)) {
      case 0: return {Opcode::poll_semaphore, 0, 0, {}, PollSemaphore{}};
      case 1: return trigger("nobody");
      case 2: return branch(Compare::always, 0, 0, 99);
      default: return alu(AluOperation::divide, 2, 0, 0);
    }
  }
  Record reset_some() {
    if (chance(2)) return reset(index(), index());
    GroupReset g{ClearMode::bitmask, 0, 0, {}};
    g.mask[0] = static_cast<std::uint8_t>(below(8));
    return {Opcode::group_reset, 0, 0, {}, g};
  }
  Record register_record() {
    const auto target = static_cast<std::uint8_t>(below(2));
    if (chance(2)) return set_register(target, below(3));
    const auto operation = alu_operations[below(std::size(alu_operations))];
    return alu(operation, target, static_cast<std::uint8_t>(below(2)), 1 + below(2),
               static_cast<std::uint8_t>(8 + below(2)));
  }
  Record any() {
    if (chance(60)) return faulty();
    switch (below(10)) {
      case 0:
      case 1:
      case 2: return work(d_.instruction("w" + std::to_string(below(3))), band());
      case 3:
      case 4: return event_semaphore();
      case 5: return rings_ == 0 ? bare(Opcode::no_op, band()) : trigger(d_.image.queues[below(2 * rings_)].name);
      case 6: return chance(2) ? bare(Opcode::drain) : reset_some();
      case 7: return register_record();
      case 8: return chance(4) ? barrier() : bare(Opcode::drain, band());
      default: return bare(Opcode::no_op, band());
    }
  }

  std::vector<Record> some(std::uint32_t most) {
    std::vector<Record> out;
    const std::uint32_t n = 1 + below(most);
    for (std::uint32_t i = 0; i < n; ++i) out.push_back(any());
    return out;
  }
  // A straight line; one with a branch over its middle; or one with a loop that counts register 5 down.
  void stream(Engine engine) {
    std::vector<std::vector<Record>> blocks = {some(3)};
    switch (below(4)) {
      case 0: {
        blocks[0].push_back(branch(static_cast<Compare>(below(7)), static_cast<std::uint8_t>(below(2)), below(3), 2));
        blocks.push_back(some(2));
        blocks.push_back(some(1));
        break;
      }
      case 1: {
        blocks[0] = {load(0, 5), branch(Compare::less, 5, 1, 2)};
        blocks.push_back(some(2));
        blocks[1].push_back(alu(AluOperation::subtract, 5, 5, 1));
        blocks[1].push_back(branch(Compare::greater, 5, 0, 1));
        blocks.push_back(some(1));
        break;
      }
      default: blocks.push_back(some(2));
    }
    if (chance(4)) blocks.back().push_back(bare(Opcode::function_return));
    if (chance(6)) blocks.back().push_back(stop());
    if (chance(8)) blocks.back().push_back(bare(Opcode::halt, band()));
    d_.add_stream(engine, blocks);
  }

  Random random_;
  DecodedImage d_;
  std::uint32_t rings_ = 0;
};

}  // namespace

DecodedImage random_image(std::uint64_t seed) { return Draw(seed).image(); }

TripCounts random_counts(std::uint64_t seed) {
  return [seed](std::uint32_t scope, std::uint32_t stream, std::uint64_t visit) {
    return static_cast<std::uint32_t>(mix(mix(seed ^ visit) + 8 * stream + scope) % 3);
  };
}

}  // namespace counterpoint::neuron::testing
