// Thresholds as values, lowered to register operations with constants folded.
// SPDX-License-Identifier: Apache-2.0
//
// What. A value is scale * register + constant, or a constant. Adding constants and multiplying by them only changes
// the value; an operation is made where two registers meet, at a minimum, at a mask, and at the end if what is left is
// not a plain register. So N * (r - k) - (N - K) costs two operations, r alone none, and a producer at the root a
// literal.
//
// Invariant. One accumulator (a temporary w) and one scratch register (m) serve a wait of any shape: of two operands
// that meet at most one lives in the accumulator, and m is read by the operation right after the one that sets it. A
// consumer with several computed waits takes w0, w1, ...; every consumer starts again at w0.
//
// The same calls run twice: first without a builder, to demand registers and count operations, then with one.
//
// Wrap-safe, for w bits. Counters wrap, and a wait compares by wrapped difference: int_w(S - V) >= 0, which is right as
// long as the lag S - V, taken before wrapping, stays within [-2^(w-1), 2^(w-1)). Sums, differences and products wrap
// along with what they are made of; a comparison or a minimum does not. So (1) where nothing is owed the threshold is
// not multiplied by 0, which a wrapped S may lie on either side of, but moved 2^(w-2) down: it stays near S, and passes
// while S and the threshold are less than 2^(w-2) apart. A threshold that is itself not near S then (the snapshot of an
// earlier trip) is replaced by one that is, less 2^(w-2). (2) Several masks are one comparison: t_1 > k_1 and t_2 > k_2
// iff min(t_1 - (k_1 - k_2), t_2) > k_2, k_1 >= k_2; so 1 - mask never counts twice, without a second register. (3)
// What is compared counts within one trip, and no trip may reach 2^(w-1); numbers of the text are checked here. (4) A
// mask that is left out needs nothing: it belongs to an outermost loop with t = r, where V <= 0 <= S in the first k
// iterations, and V and S go on together afterwards; without the comparison that one trip has no limit at all.
// Cost: one operation more for a mask. Source: semantics.md 5.8.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/allocation/registers.hpp"
#include "core/program/implementation_builder.hpp"

namespace counterpoint {

// scale * reg + constant; a constant if scale is 0.
struct Value {
  std::int64_t constant = 0;
  std::int64_t scale = 0;
  RegisterId reg;

  [[nodiscard]] bool is_constant() const { return scale == 0; }
  [[nodiscard]] bool is_register() const { return scale == 1 && constant == 0; }
};

// One factor gt(trip, distance) of a mask.
struct MaskFactor {
  Value trip;
  std::int64_t distance = 0;
};

class Lowering {
 public:
  // `out` null: only demand registers and count operations. `wrap_safe`: bits, 0 for counters that never wrap.
  Lowering(RegisterTable& table, ImplementationBuilder* out, std::uint32_t wrap_safe)
      : table_(table), out_(out), bits_(wrap_safe) {}

  // From now on for an instruction, or a stand-alone wait, of engine e; its temporaries start again at w0.
  void begin(EngineId e) {
    engine_ = e;
    next_ = 0;
    overflow_ = false;
    beyond_.reset();
  }
  // Computed waits of this consumer so far: temporaries that are taken.
  [[nodiscard]] std::uint32_t temporaries() const { return next_; }
  void release_temporaries() { next_ = 0; }
  [[nodiscard]] EngineId engine() const { return engine_; }
  [[nodiscard]] std::size_t operations() const { return operations_; }
  // Whether a constant of this consumer's thresholds went beyond 64 bits.
  [[nodiscard]] bool overflow() const { return overflow_; }
  [[nodiscard]] bool wrap_safe() const { return bits_ != 0; }
  // A number that this consumer's thresholds need and that the bits of a wrap-safe one do not hold: the widest so far.
  [[nodiscard]] std::optional<std::int64_t> beyond() const { return beyond_; }
  // Says that the threshold at hand needs this number.
  void need(std::int64_t number);

  [[nodiscard]] static Value constant(std::int64_t c) { return {c, 0, RegisterId::none()}; }
  // Register j of a quantity on the engine at hand. The root's count and trip are the constant 1.
  Value read(QuantityKind kind, std::uint32_t subject, ScopeId anchor = {}, std::uint32_t index = 0);
  Value count(ScopeId s) { return read(QuantityKind::count, s.value); }
  Value trip(ScopeId s) { return read(QuantityKind::trip, s.value); }

  Value plus(Value v, std::int64_t c) {
    overflow_ |= __builtin_add_overflow(v.constant, c, &v.constant);
    return v;
  }
  Value times(Value v, std::int64_t c) {
    overflow_ |= __builtin_mul_overflow(v.constant, c, &v.constant);
    overflow_ |= __builtin_mul_overflow(v.scale, c, &v.scale);
    return v;
  }
  // At most one of the two may have been computed (others come from `read`); computed ones are consumed.
  Value sum(Value a, Value b);
  Value minimum(Value a, Value b);
  // v if all factors are 1, else a number that every semaphore has reached: 0, or, wrap-safe, `near` less 2^(w-2),
  // where `near` (v itself if not given) is a register that the semaphore has about reached.
  Value masked(Value v, std::span<const MaskFactor> factors, std::optional<Value> near);
  // What to wait for; takes the temporary it lives in, if any.
  Operand finish(Value v);

 private:
  static Value plain(RegisterId r) { return {0, 1, r}; }
  [[nodiscard]] RegisterId accumulator();
  [[nodiscard]] RegisterId scratch();
  [[nodiscard]] bool accumulated(Value v);
  void operation(RegisterId target, Operation op, Operand a, Operand b = {});
  Value multiplied_by(Value v, const MaskFactor& factor);
  Value moved_down(Value v);
  Value kept_near(Value v, Value near);
  // The register that decides all factors: they are 1 iff what is returned is above the last distance of `sorted_`.
  Operand least_trip(RegisterId scratch);
  Operand literal(std::int64_t c);
  // Computes v into `target`; nothing if it is there already.
  Value into(RegisterId target, Value v);
  // scale * register of v (its constant left aside), added to what `target` holds.
  void add_to(RegisterId target, Value v);
  // v as an operand, through the scratch register if need be.
  Operand operand(Value v);

  RegisterTable& table_;
  ImplementationBuilder* out_;
  EngineId engine_;
  std::uint32_t next_ = 0;
  std::size_t operations_ = 0;
  bool overflow_ = false;
  std::uint32_t bits_ = 0;
  std::optional<std::int64_t> beyond_;
  std::vector<MaskFactor> sorted_;  // by distance, the largest first
};

// The least width whose signed range holds a number.
[[nodiscard]] std::uint32_t bits_for(std::int64_t number);

}  // namespace counterpoint
