// Where all counters are as after a reset.
// SPDX-License-Identifier: Apache-2.0
//
// A body maps what holds at its start to what holds at its end. A reset makes it true, a statement false; a loop keeps
// it if its body does. First from inside to outside what each body does with either, then from outside to inside what
// holds at its start. Linear in items.
#include "targets/neuron/lowering/reduction.hpp"

namespace counterpoint::neuron {
namespace {

class ResetStarts {
 public:
  explicit ResetStarts(const Implementation& from) : tree_(from.tree), ends_(tree_.scope_count()) {
    for (std::size_t s = tree_.scope_count(); s-- > 0;) {
      const ScopeId scope{s};
      ends_[s] = {through(scope, false), through(scope, true)};
    }
    begins_.assign(tree_.scope_count(), false);
    begins_[0] = true;
    for (const ScopeId s : tree_.scopes()) enter(s);
  }
  std::vector<bool> take() { return std::move(begins_); }

 private:
  struct Ends {
    bool from_false = false;
    bool from_true = false;
    [[nodiscard]] bool of(bool start) const { return start ? from_true : from_false; }
  };
  [[nodiscard]] const Ends& ends(std::uint32_t scope) const { return ends_[scope]; }
  [[nodiscard]] bool after(const Item& item, bool before) const {
    switch (item.kind) {
      case ItemKind::block: {
        const Block& b = tree_.block(BlockId{std::size_t{item.index}});
        return before && b.first == b.last;
      }
      case ItemKind::barrier: return before || item.reset;
      case ItemKind::loop: return before && ends(item.index).of(true);
      case ItemKind::conditional:
        return ends(item.index).of(before) &&
               ends(tree_.scope(ScopeId{std::size_t{item.index}}).sibling.value).of(before);
    }
    return false;
  }
  [[nodiscard]] bool through(ScopeId s, bool start) const {
    for (const Item& item : tree_.items(s)) start = after(item, start);
    return start;
  }
  void enter(ScopeId s) {
    bool now = begins_[s.value];
    for (const Item& item : tree_.items(s)) {
      if (item.kind == ItemKind::loop) begins_[item.index] = now && ends(item.index).of(true);
      if (item.kind == ItemKind::conditional) {
        begins_[item.index] = now;
        begins_[tree_.scope(ScopeId{std::size_t{item.index}}).sibling.value] = now;
      }
      now = after(item, now);
    }
  }

  const Tree& tree_;
  std::vector<Ends> ends_;
  std::vector<bool> begins_;
};

}  // namespace

std::vector<bool> begins_reset(const Implementation& implementation) { return ResetStarts(implementation).take(); }

}  // namespace counterpoint::neuron
