// Lists of operations, and the two orders in which they are walked.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/kernel/kernel.hpp"

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::ascend {

Kernel::Kernel(std::shared_ptr<const Program> program, Architecture architecture)
    : program_(std::move(program)), architecture_(architecture) {
  std::array<bool, core_count> named{};
  for (const EngineId e : program_->tree.engines()) {
    if (const auto at = core_pipe_named(program_->tree.engine_name(e)))
      named[static_cast<std::size_t>(at->core)] = true;
  }
  for (const Core c : all_cores) {
    if (named[static_cast<std::size_t>(c)]) cores_.push_back(c);
  }
  if (cores_.empty()) cores_.push_back(Core::one);
  regions_.push_back({});
}

OpId Kernel::make(Op op) {
  const OpId made = ops_.push_back(std::move(op));
  const std::size_t regions = ops_[made].kind == OpKind::loop ? 1 : ops_[made].kind == OpKind::branch ? 2 : 0;
  for (std::size_t r = 0; r < regions; ++r) ops_[made].regions[r] = regions_.push_back({made, {}, {}});
  return made;
}

ValueId Kernel::define(OpId definition, const std::string& name, BufferId buffer, std::uint32_t slot) {
  std::string unique = name;
  std::uint32_t& taken = names_[name];
  if (taken++ != 0) {
    for (unique = name + "_" + std::to_string(taken); names_.contains(unique);) {
      unique = name + "_" + std::to_string(++taken);
    }
    names_[unique] = 1;
  }
  const ValueId made = values_.push_back({definition, buffer, slot, std::move(unique)});
  ops_[definition].result = made;
  return made;
}

// Between two neighbours of one region, either of which may be none.
void Kernel::link(RegionId region, OpId before, OpId o, OpId after) {
  Op& x = ops_[o];
  require(!x.home.valid() && !x.taken_out, "an operation is put where it is not in a region yet");
  x.home = region;
  x.before = before;
  x.after = after;
  (before.valid() ? ops_[before].after : regions_[region].first) = o;
  (after.valid() ? ops_[after].before : regions_[region].last) = o;
}

void Kernel::append(RegionId region, OpId o) { link(region, regions_[region].last, o, {}); }
void Kernel::prepend(RegionId region, OpId o) { link(region, {}, o, regions_[region].first); }
void Kernel::put_before(OpId place, OpId o) { link(ops_[place].home, ops_[place].before, o, place); }
void Kernel::put_after(OpId place, OpId o) { link(ops_[place].home, place, o, ops_[place].after); }

void Kernel::detach(OpId o) {
  Op& x = ops_[o];
  require(x.home.valid(), "an operation that is taken out is in a region");
  (x.before.valid() ? ops_[x.before].after : regions_[x.home].first) = x.after;
  (x.after.valid() ? ops_[x.after].before : regions_[x.home].last) = x.before;
  x.home = {};
  x.before = {};
  x.after = {};
}

void Kernel::remove(OpId o) {
  detach(o);
  ops_[o].taken_out = true;
}

// The region to walk after `o`'s region number `done` (or -1: none of them yet), else none.
RegionId Kernel::next_region(OpId o, int done) const {
  for (std::size_t r = static_cast<std::size_t>(done + 1); r < 2; ++r) {
    if (ops_[o].regions[r].valid()) return ops_[o].regions[r];
  }
  return {};
}

std::vector<OpId> Kernel::walk(bool owner_first) const {
  std::vector<OpId> out;
  struct Open {
    OpId op;
    int done;
  };
  std::vector<Open> open;
  OpId at = regions_[body()].first;
  while (true) {
    while (at.valid()) {
      const RegionId inner = next_region(at, -1);
      if (owner_first || !inner.valid()) out.push_back(at);
      if (!inner.valid()) {
        at = ops_[at].after;
        continue;
      }
      open.push_back({at, 0});
      at = regions_[inner].first;
    }
    if (open.empty()) return out;
    Open& top = open.back();
    if (const RegionId more = next_region(top.op, top.done); more.valid()) {
      ++top.done;
      at = regions_[more].first;
      continue;
    }
    if (!owner_first) out.push_back(top.op);
    at = ops_[top.op].after;
    open.pop_back();
  }
}

std::vector<OpId> Kernel::in_order() const { return walk(true); }
std::vector<OpId> Kernel::in_post_order() const { return walk(false); }

}  // namespace counterpoint::ascend
