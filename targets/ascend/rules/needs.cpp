// Dependencies into ages.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/rules/needs.hpp"

#include <algorithm>

namespace counterpoint::ascend {
namespace {

class NeedFinder {
 public:
  explicit NeedFinder(const Required& required) : program_(required.program), tree_(required.program.tree) {}

  Needs run() {
    out_.of.resize(tree_.instruction_count());
    for (const InstructionId c : tree_.instructions()) {
      for (const DependencyId d : program_.dependencies_of(c)) add(c, d);
    }
    return std::move(out_);
  }

 private:
  void add(InstructionId c, DependencyId d) {
    const Dependency& x = program_.dependency(d);
    const auto distances = program_.distances_of(d);
    Need need;
    need.producer = x.producer;
    if (x.star && distances.size() == 1) {
      need.followed = before(x.producer, distances.front().loop);
    } else {
      need.followed = whole(x.producer);
      need.age = age(c, x.producer, distances);
      out_.most = std::max(out_.most, need.age);
    }
    auto& all = out_.of[c.value];
    const auto same = std::ranges::find_if(all, [&](const Need& n) { return n.followed == need.followed; });
    if (same == all.end()) {
      all.push_back(need);
    } else {
      same->age = std::min(same->age, need.age);
    }
  }

  [[nodiscard]] std::uint8_t age(InstructionId c, InstructionId p, std::span<const Distance> distances) const {
    if (distances.size() != 1) return 0;
    const ScopeId loop = distances.front().loop;
    // Once in each iteration of that loop, and nothing in between.
    if (tree_.scope_of(p) != loop) return 0;
    if (tree_.innermost_loop(tree_.innermost_common(tree_.scope_of(c), tree_.scope_of(p))) != loop) return 0;
    const std::int64_t newer = std::int64_t{distances.front().distance} - (p < c ? 0 : 1);
    return static_cast<std::uint8_t>(std::clamp<std::int64_t>(newer, 0, largest_age - 1));
  }

  std::uint32_t whole(InstructionId p) {
    const auto [it, fresh] = out_.entry.try_emplace(p, out_.followed.size());
    if (fresh) out_.followed.push_back({pipe(p), p, {}});
    return it->second;
  }
  std::uint32_t before(InstructionId p, ScopeId loop) {
    const auto [it, fresh] = before_.try_emplace({p, loop}, 0);
    if (!fresh) return it->second;
    const std::uint32_t all = whole(p);
    it->second = static_cast<std::uint32_t>(out_.followed.size());
    out_.followed.push_back({pipe(p), p, loop});
    out_.starts[loop].emplace_back(it->second, all);
    return it->second;
  }
  [[nodiscard]] Pipe pipe(InstructionId p) const {
    return pipe_named(tree_.engine_name(tree_.engine_of(p))).value_or(Pipe::s);
  }

  const Program& program_;
  const Tree& tree_;
  Needs out_;
  std::map<std::pair<InstructionId, ScopeId>, std::uint32_t> before_;
};

}  // namespace

Needs needs_of(const Required& required) { return NeedFinder(required).run(); }

}  // namespace counterpoint::ascend
