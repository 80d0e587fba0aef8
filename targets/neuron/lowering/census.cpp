// Counts what the streams of an image hold.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "targets/neuron/lowering/lower.hpp"

namespace counterpoint::neuron {
namespace {

class RecordCounter {
 public:
  explicit RecordCounter(StreamCensus& out) : out_(out) {}

  void count(const Record& r) {
    ++out_.records;
    if (has_register(r.band.wait_mode)) see(r.band.value);
    switch (r.opcode) {
      case Opcode::work: ++out_.work; break;
      case Opcode::dma_trigger: ++out_.triggers; break;
      case Opcode::event_semaphore:
      case Opcode::no_op: ++out_.carriers; break;
      case Opcode::load_trips:
      case Opcode::register_move:
      case Opcode::register_alu: ++out_.register_operations; break;
      case Opcode::branch: ++out_.branches; break;
      case Opcode::all_engine_barrier:
      case Opcode::drain:
      case Opcode::group_reset: ++out_.meetings; break;
      default: break;
    }
    std::visit([this](const auto& payload) { registers(payload); }, r.payload);
  }

 private:
  void see(std::uint64_t number) { out_.registers = std::max<std::size_t>(out_.registers, number + 1); }
  void registers(const RegisterMove& p) {
    see(p.target);
    if (!p.immediate) see(p.source);
  }
  void registers(const RegisterAlu& p) {
    see(p.target);
    see(p.a);
    if (!p.immediate) see(p.b);
  }
  void registers(const LoadTrips& p) { see(p.target); }
  void registers(const EventSemaphore& p) {
    if (has_register(p.wait_mode)) see(p.wait_value);
  }
  void registers(const Branch& p) {
    if (p.compare == Compare::always) return;
    see(p.a);
    if (p.register_form) see(p.b);
  }
  template <class Other>
  void registers(const Other& /*payload*/) {}

  StreamCensus& out_;
};

}  // namespace

std::vector<StreamCensus> census(const Image& image) {
  std::vector<StreamCensus> out;
  for (const Stream& s : image.streams) {
    StreamCensus& c = out.emplace_back();
    c.engine = s.engine;
    RecordCounter counter(c);
    for (const Word& w : s.words) {
      const auto r = decode(w, image.profile, Legality::hardware);
      if (r) counter.count(*r);
    }
  }
  return out;
}

}  // namespace counterpoint::neuron
