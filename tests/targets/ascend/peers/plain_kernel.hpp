// Kernels without synchronisation, from the text of a program; and listings with ids in the order of their appearance.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"
#include "targets/ascend/kernel/kernel.hpp"
#include "targets/ascend/text/print_kernel.hpp"

namespace counterpoint::ascend::testing {

// Each instruction becomes an operation of the pipe that its engine is called after.
inline Kernel plain_kernel(std::string_view text, const std::vector<std::string>& parallel = {},
                           Architecture architecture = Architecture::c220) {
  auto program = parse_program(text, "t.cp");
  if (!program.has_value()) throw InternalError(to_string(program.error().front()));
  auto shared = std::make_shared<const Program>(std::move(*program));
  Kernel kernel(shared, architecture);
  const Tree& tree = shared->tree;
  std::vector<RegionId> region_of(tree.scope_count(), Kernel::body());
  std::vector<std::pair<ScopeId, std::size_t>> open{{Tree::root(), 0}};
  while (!open.empty()) {
    const ScopeId scope = open.back().first;
    const auto items = tree.items(scope);
    if (open.back().second == items.size()) {
      open.pop_back();
      continue;
    }
    const Item item = items[open.back().second++];
    if (item.kind == ItemKind::block) {
      const Block& block = tree.block(BlockId{std::size_t{item.index}});
      for (std::uint32_t i = block.first; i < block.last; ++i) {
        Op op;
        op.instruction = InstructionId{std::size_t{i}};
        op.pipe = *pipe_named(tree.engine_name(tree.engine_of(op.instruction)));
        kernel.append(region_of[scope.value], kernel.make(std::move(op)));
      }
      continue;
    }
    const ScopeId inner{std::size_t{item.index}};
    Op op;
    op.kind = item.kind == ItemKind::loop ? OpKind::loop : OpKind::branch;
    op.scope = inner;
    op.parallel = std::ranges::find(parallel, tree.scope_name(inner)) != parallel.end();
    const OpId made = kernel.make(std::move(op));
    kernel.append(region_of[scope.value], made);
    region_of[inner.value] = kernel.op(made).regions[0];
    if (item.kind == ItemKind::conditional) {
      const ScopeId other = tree.scope(inner).sibling;
      region_of[other.value] = kernel.op(made).regions[1];
      open.emplace_back(other, 0);
    }
    open.emplace_back(inner, 0);
  }
  return kernel;
}

// The listing with the ids of each direction numbered as they appear.
inline std::string renamed(const std::string& listing) {
  static const std::regex flag(R"((set|wait) (\w+>\w+) #(\(?)(\d+))");
  std::map<std::string, std::map<std::string, std::size_t>> ids;
  std::string out;
  std::size_t from = 0;
  for (auto it = std::sregex_iterator(listing.begin(), listing.end(), flag); it != std::sregex_iterator(); ++it) {
    const std::smatch& m = *it;
    auto& of = ids[m[2]];
    const std::size_t id = of.try_emplace(m[4], of.size()).first->second;
    out += listing.substr(from, static_cast<std::size_t>(m.position()) - from);
    out += m[1].str() + " " + m[2].str() + " #" + m[3].str() + std::to_string(id);
    from = static_cast<std::size_t>(m.position() + m.length());
  }
  return out + listing.substr(from);
}

inline std::string listing_of(const Kernel& kernel) { return renamed(print_body(kernel)); }

}  // namespace counterpoint::ascend::testing
