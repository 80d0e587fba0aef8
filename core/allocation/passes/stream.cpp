// Takes an implementation apart by engine, and puts it together again.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/passes/stream.hpp"

#include <algorithm>
#include <limits>

#include "core/program/implementation_builder.hpp"

namespace counterpoint::passes {

Operand Literals::of(std::int64_t v) {
  if (Operand::fits_inline(v)) return Operand::small(v);
  const auto [it, fresh] = made_.try_emplace(v, pool_.size());
  if (fresh) pool_.push_back(v);
  return Operand::pooled(it->second);
}

void EngineStream::put(std::size_t place, const Node& like, const RegisterOperation& operation) {
  Node n;
  n.kind = NodeKind::operation;
  n.index = static_cast<std::uint32_t>(operations.size());
  n.gap = like.gap;
  n.key = like.key;
  operations.push_back(operation);
  added_.push_back({place, n});
}

void EngineStream::put_before(std::size_t node, const RegisterOperation& operation) {
  put(2 * node + 2, nodes[node], operation);
}

void EngineStream::put_behind(std::size_t node, const RegisterOperation& operation) {
  put(2 * node + 3, nodes[node], operation);
}

void EngineStream::put_first(const RegisterOperation& operation) { put(0, Node{}, operation); }

void EngineStream::settle() {
  std::ranges::stable_sort(added_, {}, &Added::place);
  std::vector<Node> out;
  out.reserve(nodes.size() + added_.size());
  auto next = added_.begin();
  const auto put_up_to = [&](std::size_t place) {
    for (; next != added_.end() && next->place <= place; ++next) out.push_back(next->node);
  };
  put_up_to(0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    put_up_to(2 * i + 2);
    if (!nodes[i].removed) out.push_back(nodes[i]);
    put_up_to(2 * i + 3);
  }
  nodes = std::move(out);
  added_.clear();
}

// Walks the tree in the order of the text. Recursion over scopes is bounded by the nesting limit of the language.
class StreamReader {
 public:
  explicit StreamReader(Streams& out)
      : out_(out), from_(out.from), tree_(from_.tree), place_(tree_.engine_count(), Tree::root()) {
    before_.resize(tree_.scope_count(), 0);
    behind_.resize(tree_.scope_count(), 0);
  }
  void run() {
    number(Tree::root());
    walk(Tree::root());
    for (const EngineId e : tree_.engines()) go_to(e, Tree::root());
    out_.gaps_ = gap_ + 1;
  }

 private:
  // The gaps before and behind every scope: those behind are needed by nodes that come before.
  void number(ScopeId s) {
    for (const Item& item : tree_.items(s)) {
      if (item.kind == ItemKind::block) continue;
      const std::uint32_t before = numbered_++;
      if (item.kind == ItemKind::barrier) continue;
      const ScopeId first{std::size_t{item.index}};
      number(first);
      before_[first] = before;
      if (item.kind == ItemKind::conditional) {
        const ScopeId other = tree_.scope(first).sibling;
        ++numbered_;
        number(other);
        before_[other] = before;
        behind_[other] = numbered_ + 1;
      }
      behind_[first] = ++numbered_;
    }
  }
  void walk(ScopeId s) {
    for (const Item& item : tree_.items(s)) {
      if (item.kind == ItemKind::block) {
        const Block& block = tree_.block(BlockId{std::size_t{item.index}});
        for (std::uint32_t at = block.first; at < block.last; ++at) take(s, at);
        continue;
      }
      ++gap_;
      if (item.kind == ItemKind::barrier) {
        out_.barriers.push_back(gap_);
        continue;
      }
      const ScopeId first{std::size_t{item.index}};
      walk(first);
      ++gap_;
      if (item.kind != ItemKind::conditional) continue;
      walk(tree_.scope(first).sibling);
      ++gap_;
    }
  }
  void take(ScopeId s, std::uint32_t at) {
    const Statement& statement = from_.statements[at];
    const EngineId e = statement.engine();
    go_to(e, s);
    EngineStream& stream = out_.engines[e];
    Node n;
    n.gap = gap_;
    n.key = at;
    n.index = statement.index;
    switch (statement.kind()) {
      case StatementKind::operation:
        n.kind = NodeKind::operation;
        n.index = static_cast<std::uint32_t>(stream.operations.size());
        stream.operations.push_back(from_.operations[statement.index]);
        break;
      case StatementKind::instruction: n.kind = NodeKind::instruction; break;
      case StatementKind::wait: n.kind = NodeKind::wait; break;
      case StatementKind::signal: n.kind = NodeKind::signal; break;
      case StatementKind::fence: n.kind = NodeKind::fence; break;
    }
    stream.nodes.push_back(n);
  }
  void go_to(EngineId e, ScopeId s) {
    if (place_[e] == s) return;
    EngineStream& stream = out_.engines[e];
    const ScopeId common = tree_.innermost_common(place_[e], s);
    for (ScopeId x = place_[e]; x != common; x = tree_.scope(x).parent) {
      stream.nodes.push_back({NodeKind::close, false, x.value, behind_[x], 0});
    }
    const std::size_t at = stream.nodes.size();
    for (ScopeId x = s; x != common; x = tree_.scope(x).parent) {
      stream.nodes.push_back({NodeKind::open, false, x.value, before_[x], std::numeric_limits<std::uint32_t>::max()});
    }
    std::reverse(stream.nodes.begin() + static_cast<std::ptrdiff_t>(at), stream.nodes.end());
    place_[e] = s;
  }

  Streams& out_;
  const Implementation& from_;
  const Tree& tree_;
  IdVector<EngineId, ScopeId> place_;
  IdVector<ScopeId, std::uint32_t> before_;
  IdVector<ScopeId, std::uint32_t> behind_;
  std::uint32_t numbered_ = 0;
  std::uint32_t gap_ = 0;
};

Streams::Streams(const Implementation& implementation)
    : from(implementation),
      literals(implementation.literals),
      engines(implementation.tree.engine_count()),
      waits(implementation.waits),
      alone_waits(implementation.alone_waits),
      no_wait(waits.size(), false),
      no_alone_wait(alone_waits.size(), false),
      updates(implementation.updates),
      alone_updates(implementation.alone_updates) {
  for (const EngineId e : implementation.tree.engines()) {
    engines[e].engine = e;
    engines[e].registers = implementation.registers[e];
  }
  StreamReader(*this).run();
}

Slice Streams::waits_of(const Node& n) const {
  if (n.kind == NodeKind::instruction) return {from.wait_start[n.index], from.wait_start[n.index + 1]};
  return n.kind == NodeKind::wait ? from.conditions[n.index] : Slice{};
}

Slice Streams::updates_of(const Node& n) const {
  if (n.kind == NodeKind::instruction) return {from.update_start[n.index], from.update_start[n.index + 1]};
  return n.kind == NodeKind::signal ? from.signals[n.index] : Slice{};
}

namespace {

// Emits the nodes of all engines, gap by gap, in the order of their keys.
class StreamWriter {
 public:
  StreamWriter(Streams& streams, std::uint32_t gaps, const std::vector<bool>& dropped)
      : streams_(streams),
        from_(streams.from),
        tree_(from_.tree),
        dropped_(dropped),
        builder_(tree_),
        semaphore_(from_.semaphores.size()) {
    collect(gaps);
  }

  Implementation run() {
    builder_.set_scheme(from_.scheme);
    for (std::size_t i = 0; i < from_.semaphores.size(); ++i) {
      if (drops(SemaphoreId{i})) continue;
      const Semaphore& s = from_.semaphores[SemaphoreId{i}];
      semaphore_[SemaphoreId{i}] = builder_.add_semaphore(s.name, s.initial, s.flag, s.array, s.size);
    }
    walk(Tree::root());
    return builder_.finish();
  }

 private:
  struct Place {
    EngineId engine;
    std::uint32_t node = 0;
  };
  [[nodiscard]] bool drops(SemaphoreId s) const { return !dropped_.empty() && dropped_[s.value]; }
  [[nodiscard]] const Node& node(const Place& p) const { return streams_.engines[p.engine].nodes[p.node]; }

  void collect(std::uint32_t gaps) {
    start_.assign(gaps + 1, 0);
    for (const EngineStream& s : streams_.engines) {
      for (const Node& n : s.nodes) {
        if (!n.marker()) ++start_[n.gap + 1];
      }
    }
    for (std::size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
    places_.resize(start_.back());
    std::vector<std::uint32_t> next(start_);
    for (const EngineStream& s : streams_.engines) {
      for (std::uint32_t i = 0; i < s.nodes.size(); ++i) {
        if (!s.nodes[i].marker()) places_[next[s.nodes[i].gap]++] = {s.engine, i};
      }
    }
    const auto key = [&](const Place& p) { return node(p).key; };
    for (std::uint32_t g = 0; g < gaps; ++g) {
      std::ranges::stable_sort(places_.begin() + start_[g], places_.begin() + start_[g + 1], {}, key);
    }
  }
  // Recursion over scopes is bounded by the nesting limit of the language.
  void walk(ScopeId s) {
    for (const Item& item : tree_.items(s)) {
      if (item.kind == ItemKind::block) continue;
      emit_gap();
      ++gap_;
      if (item.kind == ItemKind::barrier) {
        builder_.tree.add_barrier(item.reset);
        continue;
      }
      const ScopeId first{std::size_t{item.index}};
      builder_.tree.open_like(tree_, first);
      walk(first);
      if (item.kind == ItemKind::conditional) {
        const ScopeId other = tree_.scope(first).sibling;
        builder_.tree.open_like(tree_, other);
        walk(other);
      }
      builder_.tree.close();
    }
    emit_gap();
    ++gap_;
  }
  void emit_gap() {
    for (std::uint32_t i = start_[gap_]; i < start_[gap_ + 1]; ++i) emit(places_[i]);
  }
  void emit(const Place& p) {
    const Node& n = node(p);
    EngineStream& stream = streams_.engines[p.engine];
    switch (n.kind) {
      case NodeKind::operation: {
        const RegisterOperation& o = stream.operations[n.index];
        builder_.operation(p.engine, reg(p.engine, o.target), o.operation, operand(p.engine, o.a),
                           operand(p.engine, o.b));
        return;
      }
      case NodeKind::instruction:
        gather(p.engine, n);
        builder_.instruction_like(InstructionId{std::size_t{n.index}}, p.engine, waits_, updates_);
        return;
      case NodeKind::wait:
        gather(p.engine, n);
        if (!waits_.empty()) builder_.wait(p.engine, waits_);
        return;
      case NodeKind::signal:
        gather(p.engine, n);
        if (!updates_.empty()) builder_.signal(p.engine, updates_);
        return;
      case NodeKind::fence: builder_.fence(p.engine); return;
      default: return;
    }
  }
  void gather(EngineId e, const Node& n) {
    waits_.clear();
    updates_.clear();
    const Slice all = streams_.waits_of(n);
    for (std::uint32_t at = all.first; at < all.last; ++at) {
      if (streams_.left_out(n, at)) continue;
      Wait w = streams_.wait(n, at);
      w.semaphore = semaphore_[w.semaphore];
      w.index = operand(e, w.index);
      w.value = operand(e, w.value);
      waits_.push_back(w);
    }
    const Slice more = streams_.updates_of(n);
    for (std::uint32_t at = more.first; at < more.last; ++at) {
      Update u = n.kind == NodeKind::signal ? streams_.alone_updates[at] : streams_.updates[at];
      if (drops(u.semaphore)) continue;
      u.semaphore = semaphore_[u.semaphore];
      u.index = operand(e, u.index);
      u.amount = operand(e, u.amount);
      updates_.push_back(u);
    }
  }
  RegisterId reg(EngineId e, RegisterId r) { return builder_.reg(e, streams_.engines[e].registers[r.value]); }
  Operand operand(EngineId e, Operand o) {
    if (o.is_none()) return o;
    if (o.is_register()) return Operand::of(reg(e, o.reg()));
    return builder_.literal(streams_.literals.value(o));
  }

  Streams& streams_;
  const Implementation& from_;
  const Tree& tree_;
  const std::vector<bool>& dropped_;
  ImplementationBuilder builder_;
  IdVector<SemaphoreId, SemaphoreId> semaphore_;
  std::vector<Place> places_;         // of all nodes but markers, by gap, then key
  std::vector<std::uint32_t> start_;  // by gap
  std::uint32_t gap_ = 0;
  std::vector<Wait> waits_;
  std::vector<Update> updates_;
};

}  // namespace

Implementation Streams::build(const std::vector<bool>& dropped) { return StreamWriter(*this, gaps_, dropped).run(); }

}  // namespace counterpoint::passes
