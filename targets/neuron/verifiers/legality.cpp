// Rules of allocation and of single records, over a dump.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/legality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "targets/neuron/isa/profile.hpp"
#include "targets/neuron/verifiers/counts.hpp"
#include "targets/neuron/verifiers/order.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::string_view legality_word = "legality";
constexpr std::size_t most_queues_of_core = 176;
constexpr std::size_t most_hardware_queues = 2;

// What part of an engine raises a semaphore. `other`: a fence or a transfer.
enum class RaisedBy : std::uint8_t { other, datapath, sequencer };

std::string_view word(RaisedBy part) { return part == RaisedBy::sequencer ? "sequencer" : "datapath"; }

// The compiler's InstSyncType, as far as it is known: the register and branch family is the sequencer's. What a trigger
// raises, its transfer does, and that is a matter of queues.
RaisedBy raised_by(const DumpInstruction& x) {
  static constexpr std::array<std::string_view, 9> sequencer = {
      "RegisterAlu", "RegisterMove", "Call",       "SwitchQueueInstance", "ResetQueueInstance",
      "TensorLoad",  "SetRandState", "TensorSave", "ReadVarAddr"};
  if (is_branch(x) || std::ranges::find(sequencer, x.opcode) != sequencer.end()) return RaisedBy::sequencer;
  return is_fence(x) || is_dma(x) ? RaisedBy::other : RaisedBy::datapath;
}

class LegalityCheck {
 public:
  LegalityCheck(const Listing& l, const WaitArithmetic& waits, DumpReport& report)
      : l_(l), waits_(waits), report_(report) {
    for (const DumpQueue& q : l.dump().queues) queues_.emplace(q.name, q.engine);
  }

  void run() {
    for (std::uint32_t b = 0; b < l_.blocks().size(); ++b) {
      raisers_.clear();
      for (std::uint32_t i = l_.blocks()[b].first; i < l_.blocks()[b].end; ++i) {
        sync(i);
        reset(i);
        raise(i);
        branch(i);
        queue(i);
      }
    }
    if (used_.size() > semaphore_count - reserved_semaphores) {
      Diagnostic d = diagnose(Code::semaphore_beyond_bank, {},
                              fmt::format("{} semaphores are used, and the runtime keeps {} of {}", used_.size(),
                                          reserved_semaphores, semaphore_count));
      report_.add(legality_word, std::move(d));
    }
    drained_resets();
  }

 private:
  Diagnostic& say(Code code, std::uint32_t i, std::string message, std::string place = {}) {
    Diagnostic d = l_.diagnose_at(code, i, std::move(message));
    d.place += place;
    last_ = std::move(d);
    return last_;
  }
  void done() { report_.add(legality_word, std::move(last_)); }

  void identifier(std::uint32_t i, std::int64_t id, std::string place) {
    if (in_bank(id)) {
      used_.insert(id);
      return;
    }
    say(Code::semaphore_beyond_bank, i, fmt::format("{} names semaphore {}", l_.describe(i), id), std::move(place))
        .expected = fmt::format("0 to {}", semaphore_count - 1);
    done();
  }

  void sync(std::uint32_t i) {
    const DumpInstruction& x = l_.at(i);
    for (std::size_t k = 0; k < x.sync.waits.size(); ++k)
      identifier(i, x.sync.waits[k].id, fmt::format("/sync_info/on_wait/{}", k));
    for (std::size_t k = 0; k < x.sync.updates.size(); ++k)
      identifier(i, x.sync.updates[k].id, fmt::format("/sync_info/on_update/{}", k));
    for (const DumpPart& p : l_.parts(i))
      if (p.fired != nullptr)
        for (const DumpUpdate& u : p.fired->sync.updates) identifier(i, u.id, {});
    const bool carrier = x.opcode == "EventSemaphore";
    const std::size_t most = carrier ? 2 : 1;
    if (x.sync.waits.size() > most || x.sync.updates.size() > 1) {
      say(Code::too_many_syncs, i,
          fmt::format("{} has {} waits and {} updates", l_.describe(i), x.sync.waits.size(), x.sync.updates.size()))
          .expected = fmt::format("at most {} and 1", most);
      last_.help = "put the others on EventSemaphores before it on its engine";
      done();
    }
    if (x.engine == Engine::unassigned && (!x.sync.waits.empty() || !x.sync.updates.empty())) {
      say(Code::engine_unassigned, i, fmt::format("{} waits or updates and has no engine", l_.describe(i)));
      done();
    }
    if (carrier)
      carried(i);
    else
      band(i);
    meeting(i);
  }

  // What stops an engine, or resets what it waits for, stands in the stream of one; ALL is expanded later.
  void meeting(std::uint32_t i) {
    const DumpInstruction& x = l_.at(i);
    if (x.opcode != "AllEngineBarrier" && x.opcode != "Drain" && !is_reset(x)) return;
    if (x.engine != Engine::dma) return;
    say(Code::engine_unassigned, i, fmt::format("{} is on DMA, which has no stream", l_.describe(i))).expected =
        "an engine with a stream of its own";
    done();
  }

  void carried(std::uint32_t i) {
    const DumpInstruction& x = l_.at(i);
    if (!x.has_sync || (x.sync.waits.empty() && x.sync.updates.empty())) {
      say(Code::unencodable_wait, i, fmt::format("{} has nothing to wait for or to update", l_.describe(i)));
      done();
    }
    const bool events = std::any_of(x.sync.waits.begin(), x.sync.waits.end(),
                                    [](const DumpWait& w) { return w.mode == DumpWaitMode::event_set_then_clear; });
    if (!events) return;
    say(Code::unencodable_wait, i, fmt::format("{} waits for an event", l_.describe(i))).expected =
        "sem-ge-imm or sem-ge-reg";
    done();
  }

  // One value for both: an immediate wait and an update that needs a value must have the same.
  void band(std::uint32_t i) {
    const DumpInstruction& x = l_.at(i);
    if (is_dma(x) || x.sync.waits.size() != 1 || x.sync.updates.size() != 1) return;
    const DumpWait& w = x.sync.waits.front();
    const DumpUpdate& u = x.sync.updates.front();
    const bool adds = u.mode == DumpUpdateMode::add || u.mode == DumpUpdateMode::subtract;
    const bool needs = u.mode == DumpUpdateMode::write || (adds && u.value != 1);
    if (!needs || w.mode == DumpWaitMode::event_set_then_clear) return;
    if (w.mode == DumpWaitMode::at_least && w.value == u.value) return;
    say(Code::band_clash, i,
        fmt::format("{} waits for {}{} and updates by {} with one value", l_.describe(i),
                    w.mode == DumpWaitMode::at_least_register ? "register " : "", w.value, u.value));
    last_.help = "put the wait on an EventSemaphore before it";
    done();
  }

  void reset(std::uint32_t i) {
    const DumpInstruction& x = l_.at(i);
    if (!is_reset(x) || !x.sema_group) return;
    std::set<std::int64_t> seen;
    bool twice = false;
    for (std::size_t k = 0; k < x.sema_group->size(); ++k) {
      const std::int64_t id = (*x.sema_group)[k];
      if (!in_bank(id)) identifier(i, id, fmt::format("/sema_group/{}", k));
      twice = !seen.insert(id).second || twice;
    }
    if (!x.sema_group->empty() && !twice) return;
    say(Code::dump_reset_group, i,
        fmt::format("{} resets {}", l_.describe(i), twice ? "a semaphore twice" : "no semaphore"), "/sema_group");
    done();
  }

  struct Raiser {
    std::string who;
    RaisedBy kind = RaisedBy::other;
    bool said = false;
  };

  // Within a block and since its last reset, who raises a semaphore: an engine, or a queue; its datapath, or its
  // sequencer.
  void raise(std::uint32_t i) {
    const DumpInstruction& x = l_.at(i);
    if (is_reset(x)) {
      for (const std::int64_t id : x.sema_group.value_or(std::vector<std::int64_t>{})) raisers_.erase(id);
      if (!x.sema_group) raisers_.clear();
    }
    if (x.opcode == "AllEngineBarrier" || x.opcode == "CoreBarrier") return;  // all arrive on one
    for (const DumpPart& p : l_.parts(i)) {
      const std::string who = is_dma(x) ? "queue " + (x.queue.empty() ? std::string(entry(x.engine).name) : x.queue)
                                        : "engine " + std::string(entry(x.engine).name);
      for (const DumpUpdate& u : Listing::sync(x, p).updates) {
        if (u.mode == DumpUpdateMode::event_set || u.target_core) continue;
        const RaisedBy kind = raised_by(x);
        const auto [at, fresh] = raisers_.try_emplace(u.id, Raiser{who, kind, false});
        Raiser& before = at->second;
        if (fresh || before.said) continue;
        if (before.kind == RaisedBy::other) before.kind = kind;
        const bool mixed = kind != RaisedBy::other && before.kind != kind;
        if (!mixed && before.who == who) continue;
        before.said = true;
        say(mixed ? Code::sequencer_semaphore : Code::shared_semaphore, i,
            mixed ? fmt::format("S{} is raised by a {} instruction of {} and by {}, in {}", u.id, word(before.kind),
                                before.who, fmt::format("one of the {}", word(kind)), l_.describe(i))
                  : fmt::format("S{} is raised by {} and by {}, in {}", u.id, before.who, who, l_.describe(i)));
        last_.help = "give each a semaphore of its own";
        done();
      }
    }
  }

  void branch(std::uint32_t i) {
    const DumpInstruction& x = l_.at(i);
    for (const DumpAccess& a : x.outs)
      if (a.kind == AccessKind::reg && !a.reg.empty()) written_[{x.engine, a.reg}] = i;
    if (x.opcode != "CompareAndBranch") return;
    for (const DumpAccess& a : x.ins) {
      if (a.kind != AccessKind::reg || a.reg.empty()) continue;
      const auto w = written_.find({x.engine, a.reg});
      if (w == written_.end() || !x.dependencies.empty() || l_.block_of(w->second) != l_.block_of(i)) continue;
      say(Code::branch_without_predicate, i,
          fmt::format("{} compares register {}, which {} writes, and does not depend on it", l_.describe(i), a.reg,
                      l_.describe(w->second)));
      last_.help = "keep the dependencies of conditional branches when others are dropped";
      done();
      return;
    }
  }

  void queue(std::uint32_t i) {
    const DumpInstruction& x = l_.at(i);
    if (x.queue.empty()) return;
    const auto at = queues_.find(x.queue);
    if (at == queues_.end() || at->second == Engine::unassigned || at->second == Engine::dma || at->second == x.engine)
      return;
    say(Code::queue_engine, i,
        fmt::format("{} fires queue '{}' of {}", l_.describe(i), excerpt(x.queue, 80), entry(at->second).name));
    done();
  }

  // A transfer that raises what a reset of its block zeroes must be over by then.
  void drained_resets() {
    HappensBefore order(l_, waits_, all_blocks(l_), {true, true});
    if (order.cyclic() || !waits_.edges_known) return;
    std::uint64_t budget = 2'000'000;
    for (std::uint32_t b = 0; b < l_.blocks().size(); ++b) {
      std::vector<std::pair<DumpPart, std::int64_t>> raised;
      for (std::uint32_t i = l_.blocks()[b].first; i < l_.blocks()[b].end; ++i) {
        const DumpInstruction& x = l_.at(i);
        if (is_reset(x) && x.sema_group) {
          const std::set<std::int64_t> group(x.sema_group->begin(), x.sema_group->end());
          for (const auto& [part, id] : raised) {
            if (!group.contains(id)) continue;
            if (budget-- == 0) return;
            if (order.before({b, part}, {b, {i, nullptr}}) != Ordered::no) continue;
            say(Code::reset_before_drain, i,
                fmt::format("{} resets S{}, and nothing says that '{}', which raises it, is over", l_.describe(i), id,
                            excerpt(Listing::name(l_.at(part.instruction), part), 80)));
            last_.help = "wait for it, or drain its engine, before the barrier that comes before the reset";
            done();
          }
          std::erase_if(raised, [&](const auto& r) { return group.contains(r.second); });
        }
        if (!is_dma(x)) continue;
        for (const DumpPart& p : l_.parts(i))
          for (const DumpUpdate& u : Listing::sync(x, p).updates) raised.emplace_back(p, u.id);
      }
    }
  }

  const Listing& l_;
  const WaitArithmetic& waits_;
  DumpReport& report_;
  Diagnostic last_;
  std::set<std::int64_t> used_;
  std::map<std::string_view, Engine> queues_;
  std::map<std::int64_t, Raiser> raisers_;
  std::map<std::pair<Engine, std::string>, std::uint32_t> written_;
};

}  // namespace

void check_legality(const Listing& listing, const WaitArithmetic& waits, DumpReport& report) {
  LegalityCheck(listing, waits, report).run();
}

namespace {

Diagnostic queue_diagnostic(const DumpSet& set, std::size_t core, std::size_t q, Code code, std::string message) {
  Diagnostic d = diagnose(code, {}, std::move(message));
  d.place = fmt::format("{}/queues/{}", set.plain ? std::string() : fmt::format("/cores/{}", core), q);
  return d;
}

bool may_fire_hardware_queue(Engine e) { return e == Engine::activation || e == Engine::dve || e == Engine::sp; }

// A hardware queue must have two engines to choose from; a dump need not say which.
void check_candidates(const DumpSet& set, std::size_t core, std::size_t q, DumpReport& report) {
  const DumpQueue& queue = set.cores[core].queues[q];
  if (!queue.candidates) return;
  std::set<Engine> able;
  for (const Engine e : *queue.candidates) {
    if (may_fire_hardware_queue(e)) able.insert(e);
  }
  if (able.size() >= 2) return;
  Diagnostic d = queue_diagnostic(
      set, core, q, Code::queue_candidates,
      fmt::format("hardware queue '{}' has {} engines to be fired from", excerpt(queue.name, 80), able.size()));
  d.expected = "at least 2 of Activation, DVE and SP";
  d.place += "/engines";
  report.add(legality_word, std::move(d));
}

}  // namespace

void check_queues(const DumpSet& set, std::size_t core, DumpReport& report) {
  const std::vector<DumpQueue>& queues = set.cores[core].queues;
  const auto say = [&](std::size_t q, std::string message) {
    report.add(legality_word, queue_diagnostic(set, core, q, Code::queue_engine, std::move(message)));
  };
  std::size_t hardware = 0;
  for (std::size_t q = 0; q < queues.size(); ++q) {
    const Engine e = queues[q].engine;
    const std::string name = excerpt(queues[q].name, 80);
    if (queues[q].kind == "hwdge") {
      if (++hardware == most_hardware_queues + 1)
        say(q, fmt::format("'{}' is one hardware queue more than {}", name, most_hardware_queues));
      if (e != Engine::unassigned && !may_fire_hardware_queue(e))
        say(q, fmt::format("hardware queue '{}' is on {}: they are on Activation, DVE and SP", name, entry(e).name));
      check_candidates(set, core, q, report);
    } else if (queues[q].kind == "swdge" && e != Engine::unassigned && e != Engine::pool) {
      say(q, fmt::format("software queue '{}' is on {}: they are on Pool", name, entry(e).name));
    }
    if (q == most_queues_of_core) say(q, fmt::format("'{}' is one queue more than {}", name, most_queues_of_core));
  }
}

}  // namespace counterpoint::neuron
