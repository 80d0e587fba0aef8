// Looks at each operation of a kernel, and at what it shares with the others.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/executable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/execution/brackets.hpp"
#include "targets/ascend/execution/cross_flags.hpp"
#include "targets/ascend/execution/queue_writer.hpp"

namespace counterpoint::ascend {
namespace {

class Fitness {
 public:
  Fitness(const Kernel& kernel, const Primitives& primitives) : kernel_(kernel), primitives_(primitives) {
    for (const Core c : kernel.cores()) of_core_.emplace(c, primitives_as(primitives, kernel.architecture(), c));
  }

  Refusals run() {
    out_ = bracket_faults(kernel_, primitives_.usable_buffer_ids);
    const CrossCounters counters(kernel_, primitives_);
    out_.insert(out_.end(), counters.refusals().begin(), counters.refusals().end());
    for (const OpId o : kernel_.in_order()) {
      if (kernel_.op(o).kind == OpKind::get_buf) bracketed_[kernel_.op(o).core].insert(kernel_.op(o).flag.id);
    }
    std::uint32_t next = 0;
    for (const OpId o : kernel_.in_order()) {
      const Op& x = kernel_.op(o);
      if (x.kind == OpKind::compute && x.instruction.value != next++) {
        const std::string_view name = kernel_.program().tree.instruction_name(x.instruction);
        refuse(AscendCode::kernel_order, o, fmt::format("'{}' stands elsewhere than in the program", name));
        return std::move(out_);
      }
      look(o, x);
    }
    if (next != kernel_.program().tree.instruction_count()) {
      refuse(AscendCode::kernel_order, {}, "the kernel has not every instruction of the program");
    }
    return std::move(out_);
  }

 private:
  void refuse(Code code, OpId o, std::string why) { out_.push_back({code, o, std::move(why), {}}); }

  void look(OpId o, const Op& x) {
    if (names_missing_pipe(o, x)) return;
    if (x.kind == OpKind::barrier && x.pipe == Pipe::s) {
      refuse(AscendCode::barrier_of_s, o, "a barrier of the scalar pipe is illegal");
    }
    if (x.kind == OpKind::queue) count_buffers(o, x);
    if (x.kind == OpKind::compute) look_at_tensors(o, x);
    look_at_queue(o, of_core(x), queue_call(kernel_, o));
    if (x.kind == OpKind::set_flag || x.kind == OpKind::wait_flag) look_at_flag(o, x);
    if (x.kind == OpKind::cross_set || x.kind == OpKind::cross_wait) look_at_rotation(o, x);
  }

  // A barrier or bracket on a pipe that the core has not; between such a pipe and itself flags are barriers. An event
  // of it is one that the core has not.
  bool names_missing_pipe(OpId o, const Op& x) {
    const bool flag = x.kind == OpKind::set_flag || x.kind == OpKind::wait_flag;
    const bool alone = x.kind == OpKind::barrier || x.kind == OpKind::get_buf || x.kind == OpKind::rls_buf;
    if (!alone && !(flag && x.pipe == x.to)) return false;
    if (of_core(x).has_pipe(x.pipe)) return false;
    refuse(AscendCode::pipe_not_on_core, o, fmt::format("the core has no pipe {}", pipe_name(x.pipe)));
    return true;
  }
  [[nodiscard]] const Primitives& of_core(const Op& x) const {
    return of_core_.at(x.core == Core::one ? kernel_.cores().front() : x.core);
  }

  // Each buffer is one of the core's, and on c310 it has a buffer id that no bracket of the text uses.
  void count_buffers(OpId o, const Op& x) {
    const std::uint32_t before = buffers_[x.core];
    const std::uint32_t buffers = buffers_[x.core] += x.number;
    if (buffers > most_queue_buffers && before <= most_queue_buffers) {
      refuse(
          AscendCode::too_many_buffers, o,
          fmt::format("a core has {} buffers for queues, and with this one there are {}", most_queue_buffers, buffers));
    }
    if (kernel_.architecture() != Architecture::c310) return;
    const auto bracketed = static_cast<std::uint32_t>(bracketed_[x.core].size());
    const std::uint32_t left = primitives_.usable_buffer_ids - std::min(primitives_.usable_buffer_ids, bracketed);
    if (buffers <= left || before > left) return;
    refuse(
        AscendCode::queue_ids_short, o,
        fmt::format("{} buffer ids are left for the buffers of queues, and with this one there are {}", left, buffers));
  }

  // A tensor of a queue is in the memory of the core that has the queue.
  void look_at_tensors(OpId o, const Op& x) {
    for (const Operand& operand : x.operands) {
      if (!operand.value.valid()) continue;
      const Value& tensor = kernel_.value(operand.value);
      const Op& made = kernel_.op(tensor.definition);
      if (made.kind == OpKind::get_scratch || made.core == x.core) continue;
      refuse(AscendCode::several_cores, o,
             fmt::format("'{}' is in a buffer of a queue of {}, and the instruction runs on {}", tensor.name,
                         core_name(made.core), core_name(x.core)));
    }
  }

  void look_at_queue(OpId o, const Primitives& own, const QueueCall& call) {
    if (call.use == IdUse::none) return;
    // A flag with the id that such a fetch gives is nothing too.
    if (call.use == IdUse::fetch && primitives_.missing_event_is_nothing) return;
    const auto [from, to] = call.event;
    if (own.has_pipe(from) && own.has_pipe(to) && own.has_event(from, to)) return;
    refuse(AscendCode::no_event, o, fmt::format("the core has no event {}>{}", pipe_name(from), pipe_name(to)));
  }

  void look_at_flag(OpId o, const Op& x) {
    if (!of_core(x).has_event(x.pipe, x.to) && !primitives_.missing_event_is_nothing) {
      refuse(AscendCode::no_event, o, fmt::format("the core has no event {}>{}", pipe_name(x.pipe), pipe_name(x.to)));
    }
    if (x.flag.event.valid()) {
      const Op& fetch = kernel_.op(kernel_.value(x.flag.event).definition);
      if (fetch.kind != OpKind::fetch_event || fetch.core != x.core || fetch.pipe != x.pipe || fetch.to != x.to) {
        refuse(AscendCode::foreign_event, o,
               fmt::format("'{}' was fetched {}", kernel_.value(x.flag.event).name,
                           fetch.core != x.core ? "on another core" : "for another event"));
      }
    } else if (const std::int64_t last = std::int64_t{x.flag.id} + (x.flag.loop.valid() ? x.flag.count - 1 : 0);
               last >= primitives_.usable_ids && last < primitives_.ids) {
      // One that there is not at all is a fault of the run instead, with a schedule.
      refuse(AscendCode::reserved_id, o,
             fmt::format("id #{} of {}>{} is reserved: those of 0 to {} may be used", last, pipe_name(x.pipe),
                         pipe_name(x.to), primitives_.usable_ids - 1));
    }
    look_at_rotation(o, x);
  }

  void look_at_rotation(OpId o, const Op& x) {
    if (x.flag.loop.valid() && !inside(o, x.flag.loop)) {
      refuse(AscendCode::kernel_loop, o,
             fmt::format("an id rotates with loop '{}', which is not around it",
                         kernel_.program().tree.scope_name(x.flag.loop)));
    }
  }

  // Whether the loop is around the operation. The depth of a kernel is bounded.
  [[nodiscard]] bool inside(OpId o, ScopeId loop) const {
    for (OpId at = kernel_.parent(o); at.valid(); at = kernel_.parent(at)) {
      if (kernel_.op(at).kind == OpKind::loop && kernel_.op(at).scope == loop) return true;
    }
    return false;
  }

  const Kernel& kernel_;
  const Primitives& primitives_;
  std::map<Core, Primitives> of_core_;
  std::map<Core, std::set<std::int32_t>> bracketed_;  // ids of brackets in the text
  std::map<Core, std::uint32_t> buffers_;             // of queues, so far
  Refusals out_;
};

}  // namespace

Refusals not_executable(const Kernel& kernel, const Primitives& primitives) {
  return Fitness(kernel, primitives).run();
}

}  // namespace counterpoint::ascend
