// What an engine must keep in registers for its waits: counters, trip counters, histories, snapshots.
// SPDX-License-Identifier: Apache-2.0
//
// What. A first pass over all waits *demands* quantities; `assign` then gives each a register and a readable name; a
// second pass reads them back. Whatever no wait demands, directly or through another quantity, gets no register and no
// operation: that is the whole of liveness per engine (semantics.md 5.10).
//
// Why this way. Demands are few and repeat often, so they live in one flat hash table keyed by (kind, engine, subject,
// anchor); everything that is output walks the list in which they were first demanded, never the table, so the result
// does not depend on hashes. Cost: O(1) per demand or look-up, memory in proportion to the distinct quantities.
// Source: semantics.md 4 (r, t, h, q, n, g).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/program/implementation_builder.hpp"
#include "core/program/tree.hpp"

namespace counterpoint {

enum class QuantityKind : std::uint8_t {
  count,        // r_l:   entries of scope `subject`
  trip,         // t_l:   entries of scope `subject` in the current trip
  history,      // h_j:   r of scope `subject` at the start of the j-th last iteration of scope `anchor`
  passed,       // q_f:   counted instructions of engine `subject` in the blocks passed
  mark,         // n_j:   q_f behind the block of instruction `subject` (of f), j executions of that block ago
  mark_history  // g_j:   n_0 of instruction `subject` at the start of the j-th last iteration of scope `anchor`
};

struct Quantity {
  QuantityKind kind = QuantityKind::count;
  EngineId engine;  // who keeps it
  std::uint32_t subject = 0;
  ScopeId anchor;
  friend bool operator==(const Quantity&, const Quantity&) = default;
};

class RegisterTable {
 public:
  struct Entry {
    Quantity quantity;
    std::uint32_t depth = 1;  // registers j = 0 .. depth-1
    RegisterId first;         // after `assign`
  };

  explicit RegisterTable(const Tree& tree);

  // Pass 1. `depth` registers of the quantity, and of what keeping it up to date reads. Returns its place in entries().
  std::uint32_t demand(const Quantity& quantity, std::uint32_t depth = 1);
  void demand_temporary(EngineId e, std::uint32_t index);
  void demand_scratch(EngineId e) { scratch_[e] = 1; }

  // Numbers and names every register: r_kv, t_kv, h0_k_q, q_pe, n0_load, g0_load_q, w0, m. Names are unique on their
  // engine, and never begin with "s_": those are the semaphores'.
  void assign(ImplementationBuilder& builder);

  // Pass 2.
  [[nodiscard]] RegisterId at(const Quantity& quantity, std::uint32_t index = 0) const;
  [[nodiscard]] RegisterId temporary(EngineId e, std::uint32_t index) const;
  [[nodiscard]] bool is_temporary(EngineId e, RegisterId r) const {
    return r.value >= first_temporary_[e] && r.value < first_temporary_[e] + temporaries_[e];
  }
  [[nodiscard]] RegisterId scratch(EngineId e) const { return RegisterId{std::size_t{scratch_register_[e]}}; }

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  [[nodiscard]] std::uint32_t slot_of(const Quantity& quantity) const;
  void grow();
  [[nodiscard]] std::string name_of(const Quantity& quantity, std::uint32_t index) const;

  const Tree& tree_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;               // open addressing, a power of two; index into entries_ or `empty`
  IdVector<EngineId, std::uint32_t> temporaries_;  // how many w
  IdVector<EngineId, std::uint8_t> scratch_;       // whether there is an m
  IdVector<EngineId, std::uint32_t> first_temporary_;
  IdVector<EngineId, std::uint32_t> scratch_register_;
};

// The operations at the start of each body: shifts of histories, then counts, then trip counts, then the trips of child
// scopes back to 0. A history that is taken where its own counter is advanced so gets the value from before.
class EntryOperations {
 public:
  EntryOperations(const Tree& tree, const RegisterTable& table);
  // Register operations in all, for reserving.
  [[nodiscard]] std::size_t count() const { return count_; }
  // Emits those of one body, engine by engine.
  void emit(ScopeId scope, ImplementationBuilder& builder) const;

 private:
  enum class Step : std::uint8_t { shift, count, trip, reset };
  struct Action {
    ScopeId scope;
    EngineId engine;
    Step step = Step::shift;
    std::uint32_t entry = 0;
  };
  void emit_shift(const RegisterTable::Entry& entry, ImplementationBuilder& builder) const;

  const RegisterTable& table_;
  std::vector<Action> actions_;
  IdVector<ScopeId, std::uint32_t> start_;
  std::size_t count_ = 0;
};

// registers[depth-1] := ...; registers[1] := registers[0]: makes room for the newest value at index 0.
void emit_shift_up(ImplementationBuilder& builder, EngineId engine, RegisterId first, std::uint32_t depth);

}  // namespace counterpoint
