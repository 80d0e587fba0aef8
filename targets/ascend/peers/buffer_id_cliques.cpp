// The steps in their order, and brackets around operations.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/buffer_id_cliques.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/diagnostic/ascend_codes.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "targets/ascend/peers/event_flags.hpp"
#include "targets/ascend/peers/physical_ids.hpp"

namespace counterpoint::ascend {
namespace {

struct Bracketed {
  std::set<std::int32_t> get;
  std::set<std::int32_t> release;
};

// Takes out a release and the next get of one id and pipe, within stretches without loops and branches.
void merge_brackets(const SyncIr& ir, std::vector<Bracketed>& brackets) {
  std::map<std::int32_t, std::uint32_t> last;  // by id: the element that released it last in this stretch
  for (std::uint32_t e = 0; e < ir.size(); ++e) {
    if (ir.elements[e].kind != ElementKind::op) {
      last.clear();
      continue;
    }
    const std::set<std::int32_t> gets = brackets[e].get;
    for (const std::int32_t id : gets) {
      const auto before = last.find(id);
      if (before != last.end() && ir.elements[before->second].pipe == ir.elements[e].pipe) {
        brackets[before->second].release.erase(id);
        brackets[e].get.erase(id);
      }
      last[id] = e;
    }
  }
}

// No id is held twice, or by another pipe than it is released on, or at the end.
bool brackets_hold(const SyncIr& ir, const std::vector<Bracketed>& brackets) {
  std::map<std::int32_t, Pipe> held;
  for (std::uint32_t e = 0; e < ir.size(); ++e) {
    const Pipe pipe = ir.elements[e].pipe;
    for (const std::int32_t id : brackets[e].get) {
      if (!held.try_emplace(id, pipe).second) return false;
    }
    for (const std::int32_t id : brackets[e].release) {
      const auto at = held.find(id);
      if (at == held.end() || at->second != pipe) return false;
      held.erase(at);
    }
  }
  return held.empty();
}

// Gets in ascending order before the operation, releases in descending order after it.
std::size_t write_brackets(const SyncIr& ir, const std::vector<Bracketed>& brackets, Kernel& kernel) {
  std::size_t written = 0;
  const auto make = [&](OpKind kind, Pipe pipe, std::int32_t id) {
    Op op;
    op.kind = kind;
    op.pipe = pipe;
    op.flag.id = id;
    ++written;
    return kernel.make(std::move(op));
  };
  for (std::uint32_t e = 0; e < ir.size(); ++e) {
    const SyncElement& x = ir.elements[e];
    for (const std::int32_t id : brackets[e].get) kernel.put_before(x.op, make(OpKind::get_buf, x.pipe, id));
    for (const std::int32_t id : brackets[e].release) kernel.put_after(x.op, make(OpKind::rls_buf, x.pipe, id));
  }
  return written;
}

}  // namespace

tl::expected<CliqueReport, Diagnostic> insert_clique_brackets(Kernel& kernel, const CliqueOptions& options) {
  CliqueReport report;
  if (has_synchronisation(kernel)) {
    report.skipped = true;
    return report;
  }
  const SyncIr ir(kernel);
  auto use = tokens_of(ir, report);
  if (!use.has_value()) return tl::unexpected(use.error());
  const auto physical = physical_ids(ir, *use, options.ids, report);
  if (!physical.has_value()) {
    return tl::unexpected(
        diagnose(AscendCode::buffer_ids_short, {},
                 "more than " + std::to_string(options.ids) +
                     " buffer ids are needed at once, and no two of them are used by the same pipes"));
  }
  std::vector<Bracketed> brackets(ir.size());
  for (std::uint32_t e = 0; e < ir.size(); ++e) {
    for (const std::uint32_t id : use->ids_of[e]) {
      brackets[e].get.insert((*physical)[id]);
      brackets[e].release.insert((*physical)[id]);
    }
  }
  if (options.merge_brackets) merge_brackets(ir, brackets);
  require(brackets_hold(ir, brackets), "brackets of one buffer id do not meet");
  report.brackets = write_brackets(ir, brackets, kernel);
  return report;
}

}  // namespace counterpoint::ascend
