// Allocation by counting retirements.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/counters.hpp"

#include <fmt/format.h>

#include "core/allocation/decisions.hpp"
#include "core/allocation/refusals.hpp"
#include "core/allocation/waits.hpp"

namespace counterpoint {
namespace {

class CounterAllocation {
 public:
  CounterAllocation(const Program& program, const AllocationOptions& options, CounterScheme& scheme)
      : program_(program),
        tree_(program.tree),
        options_(options),
        scheme_(scheme),
        decisions_(decide(program, options)),
        table_(program.tree) {}

  tl::expected<Allocation, Diagnostics> run(std::string_view scheme_name) {
    if (!decisions_.refusals.empty()) return tl::unexpected(std::move(decisions_.refusals));
    scheme_.number(decisions_);
    Waits dry(program_, decisions_, options_, scheme_, table_, nullptr);
    demand(dry);
    if (!dry.too_large().empty()) return tl::unexpected(too_large(dry.too_large()));
    Allocation out;
    if (program_.dependency_count() <= options_.choices_up_to) explain(out.choices);
    out.warnings = std::move(decisions_.warnings);
    out.implementation = emit(dry, scheme_name);
    return out;
  }

 private:
  [[nodiscard]] bool literal() const { return options_.optimize == 0; }

  void demand(Waits& dry) {
    for (const InstructionId i : tree_.instructions()) {
      const auto dependencies = program_.dependencies_of(i);
      if (!dependencies.empty()) dry.form(tree_.engine_of(i), dependencies);
    }
    if (program_.has_control_dependencies()) {
      for (const ScopeId s : tree_.scopes()) {
        const auto dependencies = program_.control_dependencies_of(s);
        if (dependencies.empty()) continue;
        for (const EngineId e : tree_.engines()) dry.form(e, dependencies);
      }
    }
    if (!literal()) return;
    for (const ScopeId s : tree_.scopes()) {
      if (s == Tree::root()) continue;
      for (const EngineId e : tree_.engines()) {
        table_.demand({QuantityKind::count, e, s.value, ScopeId::none()});
        table_.demand({QuantityKind::trip, e, s.value, ScopeId::none()});
      }
    }
  }

  Diagnostics too_large(const std::vector<Waits::TooLarge>& thresholds) const {
    Diagnostics out;
    Messages messages(out);
    for (const Waits::TooLarge& x : thresholds) {
      messages.add([&] {
        return x.number ? refuse_beyond_width(program_, x.dependency, *x.number, options_.wrap_safe)
                        : refuse_large_threshold(program_, x.dependency);
      });
    }
    messages.finish();
    return out;
  }

  Implementation emit(const Waits& dry, std::string_view scheme_name) {
    ImplementationBuilder builder(tree_);
    builder.set_scheme(scheme_name);
    scheme_.declare(builder);
    table_.assign(builder);
    const EntryOperations entries(tree_, table_);
    const std::size_t operations = dry.operations() + entries.count() + scheme_.prepare_blocks(table_);
    std::size_t updates = 0;
    for (const InstructionId i : tree_.instructions()) updates += scheme_.updated_by(i).size();
    builder.reserve(operations + tree_.instruction_count() + dry.statements_alone(), operations, dry.count(), updates);
    Waits waits(program_, decisions_, options_, scheme_, table_, &builder);
    emit_body(Tree::root(), entries, waits, builder);
    return builder.finish();
  }

  // Recursion over scopes is bounded by the nesting limit of the language.
  void emit_body(ScopeId s, const EntryOperations& entries, Waits& waits, ImplementationBuilder& builder) {
    if (decisions_.barrier_at[s.value]) builder.tree.add_barrier(false);
    entries.emit(s, builder);
    for (const Item& item : tree_.items(s)) {
      if (item.kind == ItemKind::block) {
        emit_block(BlockId{std::size_t{item.index}}, waits, builder);
        continue;
      }
      const ScopeId scope{std::size_t{item.index}};
      emit_visit(scope, waits, builder);
      builder.tree.open_like(tree_, scope);
      emit_body(scope, entries, waits, builder);
      if (item.kind == ItemKind::conditional) {
        const ScopeId other = tree_.scope(scope).sibling;
        builder.tree.open_like(tree_, other);
        emit_body(other, entries, waits, builder);
      }
      builder.tree.close();
    }
  }

  void emit_visit(ScopeId scope, Waits& waits, ImplementationBuilder& builder) {
    if (!program_.has_control_dependencies()) return;
    const auto dependencies = program_.control_dependencies_of(scope);
    if (dependencies.empty()) return;
    for (const EngineId e : tree_.engines()) {
      const auto formed = waits.form(e, dependencies);
      if (!formed.empty()) builder.wait(e, formed);
    }
  }

  void emit_block(BlockId b, Waits& waits, ImplementationBuilder& builder) {
    scheme_.at_block(b, table_, builder);
    const Block& block = tree_.block(b);
    for (std::uint32_t at = block.first; at < block.last; ++at) {
      const InstructionId i{std::size_t{at}};
      const EngineId e = tree_.engine_of(i);
      const auto dependencies = program_.dependencies_of(i);
      const auto formed = dependencies.empty() ? std::span<const Wait>{} : waits.form(e, dependencies);
      updates_.clear();
      for (const SemaphoreId s : scheme_.updated_by(i)) {
        Update update;
        update.semaphore = s;
        update.amount = Operand::small(1);
        updates_.push_back(update);
      }
      builder.instruction_like(i, e, formed, updates_);
    }
  }

  void explain(std::vector<Choice>& choices) const {
    scheme_.explain(choices);
    for (const DependencyId d : program_.all_dependencies()) {
      const Decision& x = decisions_[d];
      const std::string subject = subject_of(program_, d);
      const std::string of_class = fmt::format("class {}", class_name(x.classified.kind));
      if (x.action == Action::nothing) {
        choices.push_back({d, subject, "nothing", "never owed: a loop around the producer has 0 iterations"});
      } else if (x.action == Action::barrier) {
        choices.push_back({d, subject, fmt::format("barrier at {}", tree_.scope_name(x.classified.carrier)),
                           of_class + ", which is outside the base classes"});
      } else {
        const Formula formula{program_, d, x.classified, literal()};
        const EngineId e = program_.dependency(d).control
                               ? EngineId{std::size_t{0}}
                               : tree_.engine_of(InstructionId{std::size_t{program_.dependency(d).consumer}});
        CounterScheme::Form form = scheme_.form_of(formula, e);
        choices.push_back({d, subject, std::move(form.decision),
                           form.reason.empty() ? of_class : fmt::format("{}: {}", of_class, form.reason)});
      }
    }
  }

  const Program& program_;
  const Tree& tree_;
  const AllocationOptions& options_;
  CounterScheme& scheme_;
  Decisions decisions_;
  RegisterTable table_;
  std::vector<Update> updates_;
};

}  // namespace

tl::expected<Allocation, Diagnostics> allocate_counters(const Program& program, const AllocationOptions& options,
                                                        std::string_view scheme_name, CounterScheme& scheme) {
  return CounterAllocation(program, options, scheme).run(scheme_name);
}

}  // namespace counterpoint
