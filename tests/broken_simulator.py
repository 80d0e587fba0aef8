#!/usr/bin/env python3
# Breaks the simulator of a NeuronCore, one edit at a time; fails if the tests of its folder do not notice.
# SPDX-License-Identifier: Apache-2.0
#
# broken_simulator.py SOURCE BUILD [COMPILER] [NAME...]: see broken_code.py. Costs up to a minute for each edit.
import broken_code

# File, before, after, what is broken.
EDITS = [
    ("simulator/bank.hpp", "counter = (counter + update.value) & mask_;", "counter = counter + update.value;",
     "a-narrow-counter-does-not-wrap"),
    ("simulator/bank.hpp", "const std::uint32_t bias = how.is_unsigned ? 0 : 0x80000000U;",
     "const std::uint32_t bias = how.is_unsigned ? 0x80000000U : 0;", "signed-for-unsigned"),
    ("simulator/bank.cpp", "if (events_[id]) return BankFault::event_set_twice;", "", "a-second-set-is-no-fault"),
    ("simulator/simulator.cpp", "      if (!e.quiet()) return false;\n", "", "a-drain-does-not-wait"),
    ("simulator/simulator.hpp", "return first == last && fired == 0;", "return first == last;",
     "a-drain-forgets-transfers"),
    ("simulator/simulator.cpp", "const RingState::Fired fired = r.fired[r.first];",
     "const RingState::Fired fired = r.fired[r.last - 1];", "the-last-transfer-completes-first"),
    ("simulator/simulator.hpp", "return code_->join_arrivals * (e.joins + 1);",
     "return code_->join_arrivals * (e.joins + 1) - 1;", "a-join-of-one-less"),
    ("simulator/code.cpp", "static_cast<std::uint32_t>(image.streams.size());",
     "static_cast<std::uint32_t>(image.streams.size()) + 1;", "a-join-of-one-more"),
    ("simulator/bank.hpp", "return how.four_is_strict ? counter > value : counter >= value;",
     "return how.four_is_strict ? counter >= value : counter > value;", "poll-and-greater-exchanged"),
    ("simulator/bank.cpp", "for (unsigned id = first; id <= last; ++id)",
     "for (unsigned id = first; id <= last + 1U; ++id)", "a-range-clears-a-stranger"),
    ("simulator/bank.cpp", "if (((mask[id >> 3U] >> (id & 7U)) & 1U) != 0)", "if (mask[id >> 3U] != 0)",
     "a-mask-clears-strangers"),
    ("isa/arithmetic.cpp", "case Compare::less: return left < right;", "case Compare::less: return left <= right;",
     "a-branch-on-less-takes-equal"),
    ("isa/arithmetic.cpp", "case Compare::unequal: return left != right;",
     "case Compare::unequal: return left == right;", "a-branch-on-unequal-takes-equal"),
    ("simulator/simulator.cpp", "op.effect == Effect::work || e.first != e.last;", "op.effect == Effect::work;",
     "updates-overtake-records"),
    ("simulator/simulator.cpp", "!e.arrived && e.quiet();", "!e.arrived;", "arrives-before-it-drains"),
    ("simulator/perform.cpp", "if (++s.returned == stream_count()) s.bank.reset_all();", "s.bank.reset_all();",
     "the-first-return-resets"),
]

if __name__ == "__main__":
    broken_code.main(EDITS, folder="targets/neuron", tests="targets_tests.dir/targets/neuron/simulator",
                     layers=("targets", "verify", "core"), libraries=())
