// Looks at brackets, and writes them.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/brackets.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/diagnostic/ascend_codes.hpp"

namespace counterpoint::ascend {

Refusals bracket_faults(const Kernel& kernel, std::uint32_t usable_ids) {
  Refusals out;
  const std::uint32_t ids = kernel.architecture() == Architecture::c310 ? usable_ids : 0;
  std::map<std::pair<Core, std::int32_t>, OpId> open;
  const auto place = [&](OpId o) {
    return fmt::format("{} #{}", core_pipe_name({kernel.op(o).core, kernel.op(o).pipe}), kernel.op(o).flag.id);
  };
  for (const OpId o : kernel.in_order()) {
    const Op& x = kernel.op(o);
    if (x.kind != OpKind::get_buf && x.kind != OpKind::rls_buf) continue;
    const auto it = open.find({x.core, x.flag.id});
    if (x.kind == OpKind::get_buf) {
      if (x.flag.id < 0 || static_cast<std::uint32_t>(x.flag.id) >= ids) {
        out.push_back({AscendCode::no_such_buffer_id,
                       o,
                       ids == 0 ? std::string("a core of c220 has no buffer ids")
                                : fmt::format("buffer id #{} is none of 0 to {}", x.flag.id, ids - 1),
                       {}});
      }
      if (it != open.end()) {
        out.push_back({AscendCode::nested_brackets,
                       o,
                       fmt::format("get {} while {} is open: what brackets of one id in each other do is undefined",
                                   place(o), place(it->second)),
                       {}});
      }
      open[{x.core, x.flag.id}] = o;
      continue;
    }
    if (it == open.end()) {
      out.push_back({AscendCode::open_bracket, o, fmt::format("rls {} without a get", place(o)), {}});
      continue;
    }
    const Op& get = kernel.op(it->second);
    if (get.pipe != x.pipe || get.home != x.home) {
      out.push_back({AscendCode::open_bracket,
                     o,
                     fmt::format("rls {} closes get {} of another {}", place(o), place(it->second),
                                 get.pipe != x.pipe ? "pipe" : "region"),
                     {}});
    }
    open.erase(it);
  }
  for (const auto& [id, o] : open) {
    out.push_back({AscendCode::open_bracket, o, fmt::format("get {} without a rls", place(o)), {}});
  }
  return out;
}

Brackets::Brackets(Writer& writer, const Kernel& kernel) : writer_(writer) {
  const Core core = writer.core;
  const auto add = [](std::vector<Pipe>& pipes, Pipe p) {
    if (std::ranges::find(pipes, p) == pipes.end()) pipes.push_back(p);
  };
  for (const OpId o : kernel.in_order()) {
    const Op& x = kernel.op(o);
    if (x.core != core || !writer.has(x.pipe == Pipe::all ? Pipe::s : x.pipe)) continue;
    if (x.kind == OpKind::get_buf) add(users_[x.flag.id].get, x.pipe);
    if (x.kind == OpKind::rls_buf) add(users_[x.flag.id].release, x.pipe);
  }
}

SemaphoreId Brackets::cell(Pipe p, std::int32_t id) {
  const auto it = cells_.find({id, p});
  if (it != cells_.end()) return it->second;
  const SemaphoreId made = writer_.builder.add_semaphore(writer_.name(fmt::format("b{}_{}", id, pipe_name(p))));
  cells_.emplace(std::pair{id, p}, made);
  return made;
}

Number Brackets::passed(Pipe reader, Pipe releaser, std::int32_t id) {
  return writer_.reg(reader, fmt::format("b{}_{}.passed", id, pipe_name(releaser)));
}

bool Brackets::get(Pipe p, std::int32_t id) {
  bool holds = false;
  for (const Pipe q : users_[id].release) {
    if (q == p) continue;
    writer_.wait(p, cell(q, id), {}, passed(p, q, id));
    holds = true;
  }
  return holds;
}

void Brackets::release(Pipe p, std::int32_t id) {
  const Users& users = users_[id];
  const bool read = std::ranges::any_of(users.get, [p](Pipe q) { return q != p; });
  if (!read) return;
  writer_.signal(p, cell(p, id), {}, UpdateTime::retire);
  for (const Pipe q : users.get) {
    if (q != p) writer_.add(q, passed(q, p, id), writer_.number(1));
  }
}

}  // namespace counterpoint::ascend
