// Walks a kernel and writes what each operation does.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "core/diagnostic/internal_error.hpp"
#include "targets/ascend/execution/brackets.hpp"
#include "targets/ascend/execution/cross_flags.hpp"
#include "targets/ascend/execution/executable.hpp"
#include "targets/ascend/execution/queue_writer.hpp"

namespace counterpoint::ascend {
namespace {

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
  if (Refusals no = not_executable(kernel, primitives); !no.empty()) return tl::unexpected(std::move(no));
  return Execute(kernel, required, primitives, form).run();
}

}  // namespace counterpoint::ascend
