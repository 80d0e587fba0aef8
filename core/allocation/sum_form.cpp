// The sum form of the per-engine scheme, where it is exact.
// SPDX-License-Identifier: Apache-2.0
//
// What. The threshold is the number of f's counted instructions on the common path up to and with the target: for P
// N expr - (N - K); for each scope around P the whole iterations before the current (or, at S, the target's) one and
// what stands before p's item; for every other body all of its entries so far.
//
// Why it needs conditions. The last kind of term reads how often a body has run on the *consumer's* engine *now*. That
// is the number at the target only if (i) engines run it equally often, or consumer and producer share the engine;
// (ii) the last iteration of P before c is the last one there could be: no scope from S down to P may be skipped;
// (iii) nothing counted lies behind p in p's own item; (iv) every other item of S with counted instructions has been
// passed the same number of times by c now and by p at the target. Where only P holds counted instructions there is no
// such term, and the form is per-loop's, exact for every class. The mask is never left out with such terms, which are
// not 0 while nothing is owed. Source: semantics.md 5.2; programs 6 to 10 and 13 of section 7.
// Cost: O(bodies) <= sum_terms_limit per dependency.
#include "core/allocation/sum_form.hpp"

namespace counterpoint {
namespace {

// The item of S that holds a scope below it.
std::uint32_t item_of_scope(const Tree& tree, ScopeId s, ScopeId below) {
  return tree.item_in(s, tree.scope(below).parent, tree.scope(below).item);
}

// Places in the body of S.
struct ItemsOfBody {
  std::uint32_t producer_item;
  std::uint32_t consumer_item;
  bool consumer_inside;  // c stands below its item, not in a block of S or right before a scope of S
};

ItemsOfBody place_of(const Formula& f) {
  const Tree& tree = f.tree();
  const ScopeId s = f.classified.common;
  const ScopeId at = f.program.consumer_scope(f.dependency);
  return {tree.item_in(s, f.classified.producer_scope, tree.item_of(f.producer())),
          tree.item_in(s, at, f.program.consumer_item(f.dependency)), at != s};
}

// (iii) and (iv) for one other body inside S.
std::string_view why_body_prevents(const Formula& f, const ItemsOfBody& place, ScopeId body, bool behind_producer) {
  const Tree& tree = f.tree();
  const Classification& c = f.classified;
  const std::uint32_t item = item_of_scope(tree, c.common, body);
  if (item == place.producer_item) {
    const bool around = tree.encloses(body, c.producer_scope);
    return !around && behind_producer ? "instructions of that engine lie behind the producer in its item" : "";
  }
  if (item == place.consumer_item && place.consumer_inside) {
    return "the consumer's item holds instructions of that engine";
  }
  const std::int64_t at_target = item < place.producer_item ? c.distance : std::int64_t{c.distance} + 1;
  const std::int64_t now = item < place.consumer_item ? 0 : 1;
  return at_target == now ? "" : "another item with instructions of that engine is passed more or less often by then";
}

// Whether no iteration of `body` can have begun when c runs: it stands behind c's item of the root.
bool behind_consumer(const Formula& f, ScopeId body) {
  const Tree& tree = f.tree();
  const std::uint32_t consumer =
      tree.item_in(Tree::root(), f.program.consumer_scope(f.dependency), f.program.consumer_item(f.dependency));
  return body != Tree::root() && item_of_scope(tree, Tree::root(), body) > consumer;
}

}  // namespace

bool always_run(const Tree& tree, ScopeId s, ScopeId p) {
  for (; p != s; p = tree.scope(p).parent) {
    const Scope& x = tree.scope(p);
    if (x.trip_kind != TripKind::constant || x.trips == 0) return false;
  }
  return true;
}

std::string_view why_no_sum(const Formula& f, EngineId e, const EngineCounting& counting) {
  const Tree& tree = f.tree();
  const Classification& c = f.classified;
  const EngineId engine = tree.engine_of(f.producer());
  const auto bodies = counting.bodies(engine);
  if (bodies.size() == 1) return "";
  if (!c.base) return "outside the base classes the sum form needs all of the engine's instructions in one body";
  if (bodies.size() > sum_terms_limit) return "the sum would have too many terms";
  if (e != engine && !counting.uniform(engine))
    return "engines may run a scope with work of that engine differently often";
  if (!always_run(tree, c.common, c.producer_scope)) return "a scope around the producer may run zero times";
  const ItemsOfBody place = place_of(f);
  for (const EngineCounting::Body& body : bodies) {
    if (body.scope == c.producer_scope || body.scope == c.common || !tree.encloses(c.common, body.scope)) continue;
    const bool behind_producer = counting.first_of(engine, body) > f.producer();
    const std::string_view why = why_body_prevents(f, place, body.scope, behind_producer);
    if (!why.empty()) return why;
  }
  return "";
}

Value sum_threshold(const Formula& f, const EngineCounting& counting, Lowering& lower) {
  const Tree& tree = f.tree();
  const Classification& c = f.classified;
  const InstructionId p = f.producer();
  const EngineId engine = tree.engine_of(p);
  const auto bodies = counting.bodies(engine);
  Value total = Lowering::constant(0);
  for (const EngineCounting::Body& body : bodies) {
    const std::int64_t n = body.size;
    if (body.scope == c.producer_scope) {
      const Value own = lower.times(entries_up_to_target(f, lower), n);
      total = lower.sum(total, lower.plus(own, counting.position(p) - n));
    } else if (tree.encloses(body.scope, c.producer_scope)) {
      const std::int64_t back = 1 + (body.scope == c.common ? std::int64_t{c.distance} : 0);
      const Value whole = lower.times(lower.plus(lower.count(body.scope), -back), n);
      total = lower.sum(total, lower.plus(whole, counting.before(engine, body, p)));
    } else if (!behind_consumer(f, body.scope)) {
      total = lower.sum(total, lower.times(lower.count(body.scope), n));
    }
  }
  return with_masks(f, lower, total, bodies.size() > 1);
}

}  // namespace counterpoint
