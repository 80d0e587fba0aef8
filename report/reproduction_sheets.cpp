// The tables of the evaluation.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/ascend_comparison.hpp"
#include "report/reproduction.hpp"

namespace counterpoint::report {
namespace {

constexpr std::uint64_t ps_in_us = 1'000'000;

Cell thousandths(std::optional<std::uint64_t> ratio) {
  return ratio ? Cell::decimal(static_cast<std::int64_t>(*ratio), 3) : Cell::none();
}

Cell difference(std::uint64_t ours, std::uint64_t published) {
  return Cell::decimal(static_cast<std::int64_t>(ours) - static_cast<std::int64_t>(published), 3);
}

Cell microseconds(std::uint64_t ps) { return Cell::decimal(static_cast<std::int64_t>(ps * 1000 / ps_in_us), 3); }

std::string exponents(const std::array<std::int64_t, 3>& e) {
  return fmt::format("n^{} L^{} E^{}", Cell::decimal(e[0], 2).text, Cell::decimal(e[1], 2).text,
                     Cell::decimal(e[2], 2).text);
}

const KernelSize& size_of(std::uint32_t kernel, std::uint32_t size) { return all_kernels()[kernel].sizes[size]; }

Sheet table1(const Evaluation& evaluation) {
  Sheet sheet{
      "table1",
      "Table 1: what the three allocations need, formula beside count",
      "Family: L nested loops, E engines, n instructions for each loop and engine (N = n L E), each waits for a "
      "neighbour. Exponents are fitted by least squares over four members for each parameter. Operations are "
      "those right before an instruction that waits, on average: what several waits of a block read is computed "
      "once, so that counts stay below the formula and fall with n.",
      {"scheme", "optimize", "semaphores", "semaphores fitted", "operations per issue", "operations fitted",
       "registers fitted", "L=2 E=4 n=2 semaphores", "expected", "operations", "registers"},
      {}};
  for (const FamilyFit& fit : evaluation.family.fits) {
    const auto at = std::ranges::find_if(evaluation.family.counts, [&](const FamilyCount& c) {
      return c.scheme == fit.scheme && c.optimize == fit.optimize && c.member == FamilyMember{2, 4, 2};
    });
    const bool instruction = fit.scheme == Scheme::per_instruction;
    const bool loop = fit.scheme == Scheme::per_loop;
    sheet.rows.push_back({entry(fit.scheme).name, static_cast<std::uint32_t>(fit.optimize),
                          instruction ? "O(N) = n L E"
                          : loop      ? "O(L E)"
                                      : "O(E)",
                          exponents(fit.semaphores),
                          instruction ? "3"
                          : loop      ? "5"
                                      : "O(D)",
                          exponents(fit.operations), exponents(fit.registers), at->semaphores, at->expected_semaphores,
                          Cell::decimal(static_cast<std::int64_t>(at->operations), 2), at->registers});
  }
  return sheet;
}

Sheet table1_counts(const Evaluation& evaluation) {
  Sheet sheet{"table1-counts",
              "Table 1: the counts behind the exponents",
              "",
              {"scheme", "optimize", "L", "E", "n", "semaphores", "expected", "operations per issue", "registers"},
              {}};
  for (const FamilyCount& c : evaluation.family.counts) {
    sheet.rows.push_back({entry(c.scheme).name, static_cast<std::uint32_t>(c.optimize), c.member.loops,
                          c.member.engines, c.member.instructions, c.semaphores, c.expected_semaphores,
                          Cell::decimal(static_cast<std::int64_t>(c.operations), 2), c.registers});
  }
  return sheet;
}

// What the published row says of a variant, in thousandths; nothing where it says nothing.
std::optional<std::uint64_t> published_ratio(const PublishedRow* row, Variant v) {
  if (row == nullptr) return std::nullopt;
  const std::uint32_t hundredths =
      v == Variant::per_loop || v == Variant::per_loop_full || v == Variant::per_loop_optimized ? row->free
      : v == Variant::bound                                                                     ? row->manual
      : v == Variant::unrolled                                                                  ? row->unrolled
      : v == Variant::barrier                                                                   ? 100
                                                                                                : 0;
  if (hundredths == 0) return std::nullopt;
  return std::uint64_t{hundredths} * 10;
}

Sheet table2(const Evaluation& evaluation) {
  Sheet sheet{
      "table2",
      "Table 2: every kernel, size and way to synchronise",
      "Latency relative to the barrier baseline of the same size. `published` is the barrier-free column for "
      "per-loop, manual for bound, unrolled for unrolled.",
      {"kernel", "file", "size", "shape", "variant", "latency us", "relative", "published", "difference", "code bytes",
       "semaphores", "registers", "register operations", "barriers", "instructions", "not possible"},
      {}};
  for (const SizeRow& row : evaluation.plan.sizes) {
    const Kernel& kernel = all_kernels()[row.kernel];
    const KernelSize& size = kernel.sizes[row.size];
    const PublishedRow* published = published_for(kernel.id, size.name);
    for (const VariantEntry& v : all_variants()) {
      const Measured& m = *evaluation.answer(row.answers, v.variant);
      std::vector<Cell> cells{kernel.id, kernel.file, size.name, size.shape, v.name};
      if (!m.possible) {
        for (int i = 0; i < 10; ++i) cells.push_back(Cell::none());
        cells.emplace_back(m.reason);
      } else {
        const auto ours = evaluation.ratio(row.answers, v.variant);
        const auto theirs = published_ratio(published, v.variant);
        const bool counted = v.variant != Variant::bound;
        cells.insert(
            cells.end(),
            {microseconds(m.latency), thousandths(ours), thousandths(theirs),
             ours && theirs ? difference(*ours, *theirs) : Cell::none(), counted ? Cell(m.code_bytes) : Cell::none(),
             counted ? Cell(m.semaphores) : Cell::none(), counted ? Cell(m.registers) : Cell::none(),
             counted ? Cell(m.operations) : Cell::none(), m.barriers, m.instructions, ""});
      }
      sheet.rows.push_back(std::move(cells));
    }
  }
  return sheet;
}

// One line a kernel and size, one column a variant: what a person compares.
Sheet latency(const Evaluation& evaluation) {
  Sheet sheet{"latency", "Latency relative to the barrier baseline", "", {"kernel", "size", "barrier us"}, {}};
  for (const VariantEntry& v : all_variants()) {
    if (v.variant != Variant::barrier) sheet.columns.emplace_back(v.name);
  }
  for (const SizeRow& row : evaluation.plan.sizes) {
    const Measured& barrier = *evaluation.answer(row.answers, Variant::barrier);
    std::vector<Cell> cells{all_kernels()[row.kernel].id, size_of(row.kernel, row.size).name,
                            barrier.possible ? microseconds(barrier.latency) : Cell::none()};
    for (const VariantEntry& v : all_variants()) {
      if (v.variant != Variant::barrier) cells.push_back(thousandths(evaluation.ratio(row.answers, v.variant)));
    }
    sheet.rows.push_back(std::move(cells));
  }
  return sheet;
}

const SizeRow* row_for(const Evaluation& evaluation, const PublishedRow& published) {
  const auto found = std::ranges::find_if(evaluation.plan.sizes, [&](const SizeRow& row) {
    return all_kernels()[row.kernel].id == published.kernel && size_of(row.kernel, row.size).name == published.size;
  });
  return found == evaluation.plan.sizes.end() ? nullptr : &*found;
}

Sheet published(const Evaluation& evaluation) {
  Sheet sheet{"published",
              "The published latencies beside ours, relative to the barrier baseline",
              "Published figures are second hand (core/evaluation/published.def). The published `free` is held against "
              "per-loop, `manual` against bound, `unrolled` against unrolled.",
              {"row", "kernel", "free", "per-loop", "difference", "manual", "bound", "to manual", "unrolled",
               "unrolled here", "to unrolled"},
              {}};
  for (const PublishedRow& p : all_published()) {
    const SizeRow* row = row_for(evaluation, p);
    if (row == nullptr) continue;
    std::vector<Cell> cells{p.name, p.kernel};
    for (const Variant v : {Variant::per_loop, Variant::bound, Variant::unrolled}) {
      const auto theirs = published_ratio(&p, v);
      const auto ours = evaluation.ratio(row->answers, v);
      cells.push_back(thousandths(theirs));
      cells.push_back(thousandths(ours));
      cells.push_back(ours && theirs ? difference(*ours, *theirs) : Cell::none());
    }
    sheet.rows.push_back(std::move(cells));
  }
  return sheet;
}

Sheet published_resources(const Evaluation& evaluation) {
  Sheet sheet{
      "published-resources",
      "The published resources beside ours",
      "Registers of the engine that needs most, bytes of code of all engines. Published: registers added to each "
      "engine by the number of loops, 4 to 13 semaphores and 19 once on FlashAttention, code of two kernels. "
      "per-loop-full keeps every counter as the paper does, per-loop drops what no wait reads, optimized is per-loop "
      "after all passes.",
      {"row", "kernel", "registers", "per-loop-full", "per-loop", "optimized", "semaphores per-loop", "code",
       "code per-loop-full", "code per-loop", "code optimized", "code unrolled", "code unrolled here"},
      {}};
  const auto known = [](std::uint32_t n) { return n == 0 ? Cell::none() : Cell(n); };
  for (const PublishedRow& p : all_published()) {
    const SizeRow* row = row_for(evaluation, p);
    if (row == nullptr) continue;
    const Measured& full = *evaluation.answer(row->answers, Variant::per_loop_full);
    const Measured& loop = *evaluation.answer(row->answers, Variant::per_loop);
    const Measured& best = *evaluation.answer(row->answers, Variant::per_loop_optimized);
    const Measured& unrolled = *evaluation.answer(row->answers, Variant::unrolled);
    sheet.rows.push_back({p.name, p.kernel, p.registers, full.registers, loop.registers, best.registers,
                          loop.semaphores, known(p.rolled_bytes), full.code_bytes, loop.code_bytes, best.code_bytes,
                          known(p.unrolled_bytes), unrolled.possible ? Cell(unrolled.code_bytes) : Cell::none()});
  }
  return sheet;
}

// For every kernel that has a published row: what each parameter does to each ratio, and what it would have to be.
Sheet needed(const Evaluation& evaluation) {
  Sheet sheet{
      "sensitivity",
      "What each parameter does to a ratio, and what it would have to be",
      "One parameter changes over its range, all others stay. `needed` is the value at which our ratio would be "
      "the published one; empty where no value of the range gives it.",
      {"row", "kernel", "variant", "published", "parameter", "unit", "from", "to", "least ratio", "greatest ratio",
       "needed", "ours"},
      {}};
  for (const PublishedRow& p : all_published()) {
    const SizeRow* row = row_for(evaluation, p);
    if (row == nullptr) continue;
    for (const Variant v : {Variant::per_loop, Variant::bound, Variant::unrolled}) {
      const auto theirs = published_ratio(&p, v);
      if (!theirs || !evaluation.ratio(row->answers, v)) continue;
      for (const Sensitivity& s : sensitivities(evaluation, row->kernel, row->size, v, *theirs)) {
        const ParameterEntry& e = entry(s.parameter);
        sheet.rows.push_back({p.name, p.kernel, entry(v).name, thousandths(theirs), e.name, e.unit, e.low, e.high,
                              thousandths(s.least), thousandths(s.most), s.needed ? Cell(*s.needed) : Cell::none(),
                              evaluation.plan.model[s.parameter]});
      }
    }
  }
  return sheet;
}

Sheet sweep(const Evaluation& evaluation) {
  Sheet sheet{"sweep",
              "Every ratio at every value of a parameter",
              "",
              {"kernel", "size", "parameter", "unit", "value", "variant", "latency us", "relative"},
              {}};
  for (const SweepRow& row : evaluation.plan.sweep) {
    for (const VariantEntry& v : all_variants()) {
      const Measured& m = *evaluation.answer(row.answers, v.variant);
      if (!m.possible) continue;
      sheet.rows.push_back({all_kernels()[row.kernel].id, size_of(row.kernel, row.size).name, entry(row.parameter).name,
                            entry(row.parameter).unit, row.value, v.name, microseconds(m.latency),
                            thousandths(evaluation.ratio(row.answers, v.variant))});
    }
  }
  return sheet;
}

Sheet trips(const Evaluation& evaluation) {
  Sheet sheet{"trips",
              "Latency against the trip count of the outermost loop",
              "",
              {"kernel", "size otherwise", "trips", "variant", "latency us", "relative"},
              {}};
  for (const TripsRow& row : evaluation.plan.trips) {
    for (const VariantEntry& v : all_variants()) {
      const Measured& m = *evaluation.answer(row.answers, v.variant);
      if (!m.possible) continue;
      sheet.rows.push_back({all_kernels()[row.kernel].id, size_of(row.kernel, row.size).name, row.trips, v.name,
                            microseconds(m.latency), thousandths(evaluation.ratio(row.answers, v.variant))});
    }
  }
  return sheet;
}

Sheet paired(const Evaluation& evaluation) {
  Sheet sheet{
      "paired",
      "A dependency outside of the paper's subset: by a barrier, by our classes, or rewritten",
      "`fallback` keeps it by a barrier, `extension` by a further class of ours, `marked` is the program "
      "rewritten with one no-op more. Relative to barriers everywhere.",
      {"program", "size", "fallback", "barriers", "extension", "marked", "fallback us", "extension us", "marked us"},
      {}};
  for (const PairedRow& row : evaluation.plan.paired) {
    const Measured& baseline = evaluation.answers[row.baseline];
    const auto relative = [&](std::uint32_t q) {
      const Measured& m = evaluation.answers[q];
      if (!m.possible || !baseline.possible) return Cell::none();
      return thousandths((m.latency * 1000 + baseline.latency / 2) / baseline.latency);
    };
    const auto us = [&](std::uint32_t q) {
      const Measured& m = evaluation.answers[q];
      return m.possible ? microseconds(m.latency) : Cell(m.reason);
    };
    sheet.rows.push_back({row.name, row.shape, relative(row.fallback), evaluation.answers[row.fallback].barriers,
                          relative(row.extension), relative(row.marked), us(row.fallback), us(row.extension),
                          us(row.marked)});
  }
  return sheet;
}

// Semaphores against registers over the schemes, which is what a budget chooses among.
Sheet resources(const Evaluation& evaluation) {
  Sheet sheet{"resources",
              "Semaphores against registers, at the size that is compared",
              "",
              {"kernel", "variant", "semaphores", "registers", "code bytes", "relative"},
              {}};
  const std::uint32_t none = 0xffffffffU;
  std::uint32_t last = none;
  for (const SweepRow& row : evaluation.plan.sweep) {
    if (row.kernel == last || row.value != evaluation.plan.model[row.parameter]) continue;
    last = row.kernel;
    for (const VariantEntry& v : all_variants()) {
      const Measured& m = *evaluation.answer(row.answers, v.variant);
      if (!m.possible || v.variant == Variant::bound) continue;
      sheet.rows.push_back({all_kernels()[row.kernel].id, v.name, m.semaphores, m.registers, m.code_bytes,
                            thousandths(evaluation.ratio(row.answers, v.variant))});
    }
  }
  return sheet;
}

// The trade of semaphores for register operations that `auto` makes under a budget.
Sheet budgets(const Evaluation& evaluation) {
  Sheet sheet{"budgets",
              "Semaphores against register operations: auto under a budget of semaphores",
              "",
              {"kernel", "budget", "semaphores", "registers", "register operations", "code bytes", "latency us",
               "relative", "not possible"},
              {}};
  for (const BudgetRow& row : evaluation.plan.budgets) {
    const Measured& m = evaluation.answers[row.answer];
    const Measured& barrier = evaluation.answers[row.barrier];
    std::vector<Cell> cells{all_kernels()[row.kernel].id, row.semaphores};
    if (!m.possible) {
      cells.insert(cells.end(), 6, Cell::none());
      cells.emplace_back(m.reason);
    } else {
      const std::uint64_t relative = (m.latency * 1000 + barrier.latency / 2) / barrier.latency;
      cells.insert(cells.end(), {m.semaphores, m.registers, m.operations, m.code_bytes, microseconds(m.latency),
                                 thousandths(relative), ""});
    }
    sheet.rows.push_back(std::move(cells));
  }
  return sheet;
}

}  // namespace

std::vector<Sheet> reproduction_sheets(const Reproduction& all) {
  const Evaluation& evaluation = all.evaluation;
  std::vector<Sheet> out = {table1(evaluation),  published(evaluation), published_resources(evaluation),
                            latency(evaluation), table2(evaluation),    resources(evaluation),
                            budgets(evaluation), needed(evaluation),    paired(evaluation),
                            trips(evaluation),   sweep(evaluation),     table1_counts(evaluation)};
  for (Sheet& sheet : ascend_sheets(all.ascend)) out.push_back(std::move(sheet));
  return out;
}

}  // namespace counterpoint::report
