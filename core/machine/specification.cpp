// Compiles a program: a cell of retirements for each instruction, a query of Equation 1 for each sum it may owe.
// SPDX-License-Identifier: Apache-2.0
//
// What. An instruction becomes one event that tests, for each dependency, the retirements of the producer against what
// the query owes, and adds one to its own retirements when it retires. Why queries are shared: the sum of Equation 1
// depends on the engine of the consumer, the common scope G, the producer's scope P and the distances only, so a body
// with a million dependencies on its own loop has a few queries and not a million ledgers. Cost: linear; memory as
// code.hpp.
#include "core/machine/specification.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "core/machine/code_builder.hpp"

namespace counterpoint {
namespace {

class SpecificationCompiler : public StatementEmitter {
 public:
  SpecificationCompiler(const Program& program, std::span<const ScopeId> visits)
      : program_(program), tree_(program.tree), builder_(program.tree, visits), stamp_(program.tree.engine_count()) {}

  [[nodiscard]] MachineCode compile() {
    MachineCode& code = builder_.code;
    code.specification = true;
    for (const BlockId b : tree_.blocks()) mark(b);
    builder_.lay_counters();
    code.initial.assign(tree_.instruction_count(), 0);
    code.owner.resize(tree_.instruction_count());
    std::iota(code.owner.begin(), code.owner.end(), 0U);
    builder_.walk(*this);
    order_queries();
    return std::move(code);
  }

  void block(BlockId block) override {
    MachineCode& code = builder_.code;
    const Block& b = tree_.block(block);
    for (std::uint32_t n = b.first; n < b.last; ++n) {
      const InstructionId i{std::size_t{n}};
      const EngineId engine = tree_.engine_of(i);
      const CodeBuilder::Starts starts = builder_.starts();
      for (const DependencyId d : program_.dependencies_of(i)) guard(d, engine);
      code.changes.push_back({n, ValueSource{}, 1, UpdateKind::add, false});
      builder_.event(engine, OpCode::issue, n, starts);
    }
  }

  void barrier(const Item&) override {}  // programs have none

  void visit(ScopeId scope) override {
    for (const EngineId engine : tree_.engines()) {
      const CodeBuilder::Starts starts = builder_.starts();
      for (const DependencyId d : program_.control_dependencies_of(scope)) guard(d, engine);
      builder_.event(engine, OpCode::visit, scope.value, starts);
    }
  }

 private:
  void mark(BlockId block) {
    const Block& b = tree_.block(block);
    for (std::uint32_t n = b.first; n < b.last; ++n) {
      const EngineId engine = tree_.engine_of(InstructionId{std::size_t{n}});
      if (stamp_[engine] == block.value + 1) continue;
      stamp_[engine] = block.value + 1;
      builder_.mark(b.scope, engine);
    }
  }

  void guard(DependencyId d, EngineId engine) {
    const Dependency& dependency = program_.dependency(d);
    builder_.code.tests.push_back({dependency.producer.value, ValueSource{},
                                   ValueSource{ValueSource::File::owed, query(d, engine)}, TestKind::at_least});
  }

  // The query of a dependency for a consumer on that engine.
  [[nodiscard]] std::uint32_t query(DependencyId d, EngineId engine) {
    const Dependency& dependency = program_.dependency(d);
    const auto distances = program_.distances_of(d);
    const ScopeId producer_scope = tree_.scope_of(dependency.producer);
    // A vector that ends in `*` speaks of whole iterations of the one loop it names.
    const ScopeId common =
        dependency.star ? distances.front().loop : tree_.innermost_common(program_.consumer_scope(d), producer_scope);
    key_.clear();
    for (const std::uint32_t word : {engine.value, common.value, producer_scope.value}) append(word);
    for (const Distance& x : distances) {
      append(x.loop.value);
      append(static_cast<std::uint32_t>(x.distance));
    }
    const auto [found, fresh] = index_.try_emplace(key_, static_cast<std::uint32_t>(builder_.code.queries.size()));
    if (fresh) add_query(engine, common, producer_scope, distances);
    return found->second;
  }

  void append(std::uint32_t word) { key_.append(reinterpret_cast<const char*>(&word), sizeof word); }

  void add_query(EngineId engine, ScopeId common, ScopeId producer_scope, std::span<const Distance> distances) {
    MachineCode& code = builder_.code;
    Query q;
    q.engine = engine;
    q.counter = builder_.counter(engine, common);
    q.first_chain = static_cast<std::uint32_t>(code.chain.size());
    for (ScopeId s = producer_scope; s != common; s = tree_.scope(s).parent) code.chain.push_back(s);
    std::reverse(code.chain.begin() + q.first_chain, code.chain.end());
    q.last_chain = static_cast<std::uint32_t>(code.chain.size());
    q.first_level = static_cast<std::uint32_t>(code.levels.size());
    if (!distances.empty()) {
      for (ScopeId s = common; s != Tree::root(); s = tree_.scope(s).parent) {
        if (tree_.scope(s).is_loop()) code.levels.push_back({builder_.counter(engine, s), distance(distances, s)});
      }
      std::reverse(code.levels.begin() + q.first_level, code.levels.end());
    }
    q.last_level = static_cast<std::uint32_t>(code.levels.size());
    code.queries.push_back(q);
  }

  [[nodiscard]] static std::int32_t distance(std::span<const Distance> distances, ScopeId loop) {
    const auto found = std::ranges::find(distances, loop, &Distance::loop);
    return found == distances.end() ? 0 : found->distance;
  }

  // Sorts the queries by engine and counter, so that each `iterate` has its own in one range.
  void order_queries() {
    MachineCode& code = builder_.code;
    std::vector<std::uint32_t> order(code.queries.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto place = [&](std::uint32_t i) {
      return std::pair(code.queries[i].engine.value, code.queries[i].counter);
    };
    std::ranges::stable_sort(order, {}, place);
    std::vector<Query> sorted;
    std::vector<std::uint32_t> moved(order.size());
    for (const std::uint32_t i : order) {
      moved[i] = static_cast<std::uint32_t>(sorted.size());
      const Query& q = code.queries[i];
      Op& iterate = code.engines[q.engine].ops[builder_.iterate_of(q.engine, q.counter)];
      if (iterate.b == iterate.c) iterate.b = moved[i];
      iterate.c = moved[i] + 1;
      sorted.push_back(q);
    }
    code.queries = std::move(sorted);
    for (Test& t : code.tests) t.value = ValueSource{ValueSource::File::owed, moved[t.value.index()]};
  }

  const Program& program_;
  const Tree& tree_;
  CodeBuilder builder_;
  IdVector<EngineId, std::uint32_t> stamp_;  // the last block marked, and one
  std::unordered_map<std::string, std::uint32_t> index_;
  std::string key_;
};

}  // namespace

std::vector<ScopeId> control_scopes(const Program& program) {
  std::vector<ScopeId> scopes;
  for (std::size_t d = program.first_control; d < program.dependency_count(); ++d) {
    const ScopeId s{std::size_t{program.dependency(DependencyId{d}).consumer}};
    if (scopes.empty() || scopes.back() != s) scopes.push_back(s);
  }
  return scopes;
}

Machine specification_machine(const Program& program, const Trips& trips, MachineOptions options) {
  options.visits = control_scopes(program);
  options.width = 0;
  options.compare = Comparison::as_signed;
  MachineCode code = SpecificationCompiler(program, options.visits).compile();
  return Machine(program.tree, std::move(code), trips, std::move(options));
}

}  // namespace counterpoint
