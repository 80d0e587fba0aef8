// Walks a kernel and writes what each operation does.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "core/diagnostic/ascend_codes.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "targets/ascend/execution/brackets.hpp"
#include "targets/ascend/execution/cross_flags.hpp"
#include "targets/ascend/execution/queue_writer.hpp"

namespace counterpoint::ascend {
namespace {

// What a kernel must be before a statement is written.
class Fitness {
 public:
  Fitness(const Kernel& kernel, const Primitives& primitives) : kernel_(kernel), primitives_(primitives) {
    for (const Core c : kernel.cores()) of_core_.emplace(c, primitives_as(primitives, kernel.architecture(), c));
  }

  Refusals run() {
    out_ = bracket_faults(kernel_, primitives_.usable_buffer_ids);
    const CrossCounters counters(kernel_, primitives_);
    out_.insert(out_.end(), counters.refusals().begin(), counters.refusals().end());
    std::set<std::int32_t> ids;
    for (const OpId o : kernel_.in_order()) {
      if (kernel_.op(o).kind == OpKind::get_buf) ids.insert(kernel_.op(o).flag.id);
    }
    bracketed_ = static_cast<std::uint32_t>(ids.size());
    std::uint32_t next = 0;
    for (const OpId o : kernel_.in_order()) {
      const Op& x = kernel_.op(o);
      if (x.kind == OpKind::compute && x.instruction.value != next++) {
        refuse(AscendCode::kernel_order, o,
               fmt::format("'{}' stands elsewhere than in the program",
                           kernel_.program().tree.instruction_name(x.instruction)));
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
    if (kernel_.several_cores() && queue_call(kernel_, o).use != IdUse::none) {
      refuse(AscendCode::several_cores, o, "calls of queues and fetches are of one core, and the kernel is of several");
      return;
    }
    if (x.kind == OpKind::queue) count_buffers(o, x.number);
    look_at_queue(o, queue_call(kernel_, o));
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
  void count_buffers(OpId o, std::uint32_t number) {
    buffers_ += number;
    if (buffers_ > most_queue_buffers && buffers_ - number <= most_queue_buffers) {
      refuse(AscendCode::too_many_buffers, o,
             fmt::format("a core has {} buffers for queues, and with this one there are {}", most_queue_buffers,
                         buffers_));
    }
    if (kernel_.architecture() != Architecture::c310) return;
    const std::uint32_t left = primitives_.usable_buffer_ids - std::min(primitives_.usable_buffer_ids, bracketed_);
    if (buffers_ <= left || buffers_ - number > left) return;
    refuse(AscendCode::queue_ids_short, o,
           fmt::format("{} buffer ids are left for the buffers of queues, and with this one there are {}", left,
                       buffers_));
  }

  void look_at_queue(OpId o, const QueueCall& call) {
    if (call.use == IdUse::none) return;
    // A flag with the id that such a fetch gives is nothing too.
    if (call.use == IdUse::fetch && primitives_.missing_event_is_nothing) return;
    const auto [from, to] = call.event;
    if (primitives_.has_pipe(from) && primitives_.has_pipe(to) && primitives_.has_event(from, to)) return;
    refuse(AscendCode::no_event, o, fmt::format("the core has no event {}>{}", pipe_name(from), pipe_name(to)));
  }

  void look_at_flag(OpId o, const Op& x) {
    if (!of_core(x).has_event(x.pipe, x.to) && !primitives_.missing_event_is_nothing) {
      refuse(AscendCode::no_event, o, fmt::format("the core has no event {}>{}", pipe_name(x.pipe), pipe_name(x.to)));
    }
    if (x.flag.event.valid()) {
      const Op& fetch = kernel_.op(kernel_.value(x.flag.event).definition);
      if (fetch.kind != OpKind::fetch_event || fetch.pipe != x.pipe || fetch.to != x.to) {
        refuse(AscendCode::foreign_event, o,
               fmt::format("'{}' was fetched for another event", kernel_.value(x.flag.event).name));
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
  std::uint32_t bracketed_ = 0;  // ids of brackets in the text
  std::uint32_t buffers_ = 0;    // of queues, so far
  Refusals out_;
};

class Execute {
 public:
  Execute(const Kernel& kernel, const Required& required, const Primitives& primitives, FlagForm form)
      : kernel_(kernel),
        tree_(required.program.tree),
        writer_(required),
        counters_(kernel, primitives),
        cross_(writer_, counters_, primitives, form) {
    for (const Core c : kernel.cores()) {
      writer_.core = c;
      parts_.emplace(
          c, std::make_unique<CoreParts>(writer_, kernel, primitives_as(primitives, kernel.architecture(), c), form));
    }
  }

  Implementation run() {
    writer_.builder.set_scheme(kernel_.architecture() == Architecture::c220 ? "ascend-flags" : "ascend-buffers");
    find_rotations();
    for (const auto& [core, parts] : parts_) {
      writer_.core = core;
      parts->queues.begin();
    }
    std::vector<OpId> owners;
    OpId at = kernel_.region(Kernel::body()).first;
    int branch = 0;
    while (true) {
      for (; at.valid() && !opens(at); at = kernel_.op(at).after) statement(at);
      if (at.valid()) {
        owners.push_back(at);
        open(at);
        at = kernel_.region(kernel_.op(at).regions[0]).first;
        continue;
      }
      if (owners.empty()) break;
      const OpId owner = owners.back();
      const RegionId other = kernel_.op(owner).regions[1];
      branch = in_else_.contains(owner) ? 1 : 0;
      if (other.valid() && branch == 0) {
        in_else_.insert(owner);
        writer_.builder.tree.open_like(tree_, tree_.scope(kernel_.op(owner).scope).sibling);
        at = kernel_.region(other).first;
        continue;
      }
      writer_.builder.tree.close();
      owners.pop_back();
      at = kernel_.op(owner).after;
    }
    for (const auto& [core, parts] : parts_) {
      writer_.core = core;
      parts->queues.end();
    }
    return writer_.builder.finish();
  }

 private:
  [[nodiscard]] bool opens(OpId o) const {
    return kernel_.op(o).kind == OpKind::loop || kernel_.op(o).kind == OpKind::branch;
  }

  // What belongs to each core: flags, ids, brackets, and what its scalar unit has dispatched.
  struct CoreParts {
    CoreParts(Writer& writer, const Kernel& kernel, const Primitives& own, FlagForm form)
        : primitives(own),
          flags(writer, primitives, form),
          queues(writer, flags, kernel, primitives),
          brackets(writer, kernel) {}
    Primitives primitives;
    Flags flags;
    QueueWriter queues;
    Brackets brackets;
    SemaphoreId dispatched;
    std::map<Pipe, SemaphoreId> arrived;  // at barriers of all pipes
  };
  [[nodiscard]] CoreParts& here() const { return *parts_.at(writer_.core); }

  // Which pipes need to know the iteration of which loop.
  void find_rotations() {
    for (const OpId o : kernel_.in_order()) {
      const Op& x = kernel_.op(o);
      writer_.core = x.core == Core::one ? kernel_.cores().front() : x.core;
      const bool cross = x.kind == OpKind::cross_set || x.kind == OpKind::cross_wait;
      if (!x.flag.loop.valid() || !(cross || names_flag(x))) continue;
      rotations_[x.flag.loop].insert({x.core, x.kind == OpKind::wait_flag ? x.to : x.pipe});
    }
  }
  [[nodiscard]] bool names_flag(const Op& x) const {
    return (x.kind == OpKind::set_flag || x.kind == OpKind::wait_flag) && writer_.has(x.pipe) && writer_.has(x.to) &&
           here().primitives.has_event(x.pipe, x.to);
  }
  [[nodiscard]] Number iteration(Pipe p, ScopeId loop) {
    return writer_.reg(p, fmt::format("t.{}", tree_.scope_name(loop)));
  }

  void open(OpId o) {
    const Op& x = kernel_.op(o);
    const auto it = rotations_.find(x.scope);
    const bool counts = x.kind == OpKind::loop && it != rotations_.end();
    if (counts) {
      for (const auto [core, p] : it->second) {
        writer_.core = core;
        writer_.assign(p, iteration(p, x.scope), writer_.number(0));
      }
    }
    writer_.builder.tree.open_like(tree_, x.scope);
    if (counts) {
      for (const auto [core, p] : it->second) {
        writer_.core = core;
        writer_.add(p, iteration(p, x.scope), writer_.number(1));
      }
    }
  }

  void statement(OpId o) {
    const Op& x = kernel_.op(o);
    writer_.core = x.core == Core::one ? kernel_.cores().front() : x.core;
    CoreParts& core = here();
    switch (x.kind) {
      case OpKind::compute:
        writer_.builder.instruction_like(x.instruction, tree_.engine_of(x.instruction), {}, {});
        break;
      case OpKind::set_flag:
        if (names_flag(x) && x.pipe != x.to) core.flags.set({x.pipe, x.to}, id_of(x, x.pipe));
        break;
      case OpKind::wait_flag: wait(x); break;
      case OpKind::barrier: barrier(x.pipe); break;
      case OpKind::get_buf:
        if (core.primitives.has_pipe(x.pipe) && core.brackets.get(x.pipe, x.flag.id)) passed(x.pipe);
        break;
      case OpKind::rls_buf:
        if (core.primitives.has_pipe(x.pipe)) core.brackets.release(x.pipe, x.flag.id);
        break;
      case OpKind::alloc:
      case OpKind::free:
      case OpKind::enque:
      case OpKind::deque: core.queues.call(o); break;
      case OpKind::fetch_event: core.queues.fetch(o); break;
      case OpKind::cross_set: cross_.set(x, id_of(x, x.pipe)); break;
      case OpKind::cross_wait:
        cross_.wait(x, id_of(x, x.pipe));
        if (x.pipe == Pipe::s) dispatched();
        break;
      case OpKind::loop:
      case OpKind::branch:
      case OpKind::pipe_object:
      case OpKind::queue:
      case OpKind::init_queue:
      case OpKind::scratch:
      case OpKind::init_scratch:
      case OpKind::get_scratch: break;
    }
  }

  void wait(const Op& x) {
    if (!names_flag(x)) return;
    if (x.pipe == x.to) {
      barrier(x.to);
      return;
    }
    here().flags.wait({x.pipe, x.to}, id_of(x, x.to), writer_.number(1));
    passed(x.to);
  }

  void barrier(Pipe p) {
    if (p == Pipe::all && writer_.core != Core::one) {
      meet();
    } else if (p == Pipe::all) {
      writer_.builder.tree.add_barrier(false);
    } else if (writer_.has(p)) {
      writer_.builder.fence(writer_.engine(p));
    }
  }

  // A barrier of all pipes of one core of several, which a barrier of all engines is not.
  void meet() {
    std::vector<Pipe> pipes;
    std::ranges::copy_if(all_pipes, std::back_inserter(pipes), [&](Pipe p) { return writer_.has(p); });
    std::map<Pipe, SemaphoreId>& arrived = here().arrived;
    for (const Pipe p : pipes) {
      const auto [it, fresh] = arrived.try_emplace(p);
      if (fresh) it->second = writer_.builder.add_semaphore(writer_.name(fmt::format("bar_{}", pipe_name(p))));
      writer_.builder.fence(writer_.engine(p));
      writer_.signal(p, it->second, {}, UpdateTime::issue);
    }
    for (const Pipe p : pipes) {
      const Number met = writer_.reg(p, "bar.met");
      writer_.add(p, met, writer_.number(1));
      std::vector<Wait> waits;
      for (const Pipe q : pipes) {
        if (q != p) waits.push_back({arrived.at(q), {}, met, TestKind::at_least});
      }
      if (!waits.empty()) writer_.builder.wait(writer_.engine(p), waits);
    }
  }

  void passed(Pipe p) {
    if (p == Pipe::s && here().primitives.scalar_dispatch) dispatched();
  }

  // What follows a wait on s is dispatched once s has gone past it. So it is behind every wait for another core that
  // holds the scalar unit, whatever holds what follows a wait for a flag.
  void dispatched() {
    SemaphoreId& cell = here().dispatched;
    if (!cell.valid()) cell = writer_.builder.add_semaphore(writer_.name("dispatched"));
    writer_.signal(Pipe::s, cell, {}, UpdateTime::issue);
    for (const Pipe q : all_pipes) {
      if (q == Pipe::s || !writer_.has(q)) continue;
      const Number seen = writer_.reg(q, "dispatched.seen");
      writer_.add(q, seen, writer_.number(1));
      writer_.wait(q, cell, {}, seen);
    }
  }

  // The id that an operation names, on the pipe that performs it.
  Number id_of(const Op& x, Pipe p) {
    if (x.flag.event.valid()) return here().queues.fetched(x.flag.event, p);
    if (!x.flag.loop.valid()) return writer_.number(x.flag.id);
    const Number id = writer_.reg(p, "x.slot");
    writer_.assign(p, id, Operation::add, iteration(p, x.flag.loop), writer_.number(std::int64_t{x.flag.shift} - 1));
    writer_.assign(p, id, Operation::modulo, id, writer_.number(x.flag.count));
    writer_.add(p, id, writer_.number(x.flag.id));
    return id;
  }

  const Kernel& kernel_;
  const Tree& tree_;
  Writer writer_;
  CrossCounters counters_;
  CrossFlags cross_;
  std::map<Core, std::unique_ptr<CoreParts>> parts_;
  std::map<ScopeId, std::set<CorePipe>> rotations_;
  std::set<OpId> in_else_;
};

}  // namespace

tl::expected<Implementation, Refusals> execute(const Kernel& kernel, const Required& required,
                                               const Primitives& primitives, FlagForm form) {
  if (Refusals no = Fitness(kernel, primitives).run(); !no.empty()) return tl::unexpected(std::move(no));
  return Execute(kernel, required, primitives, form).run();
}

}  // namespace counterpoint::ascend
