// Walks the text once, with what every tensor has become.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/passes/dequeue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "core/diagnostic/ascend_codes.hpp"
#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::uint32_t no_position = std::numeric_limits<std::uint32_t>::max();

// Where operations stand in the text before anything is inserted.
struct Layout {
  std::vector<OpId> order;
  std::vector<std::uint32_t> position;     // by operation
  std::vector<std::uint32_t> end;          // of what an operation holds
  std::vector<std::uint32_t> other_start;  // of a conditional: where its else region starts

  explicit Layout(const Kernel& kernel)
      : order(kernel.in_order()),
        position(kernel.op_count(), no_position),
        end(kernel.op_count(), 0),
        other_start(kernel.op_count(), 0) {
    for (std::uint32_t p = 0; p < order.size(); ++p) position[order[p].value] = p;
    for (const OpId o : kernel.in_post_order()) {
      const Op& op = kernel.op(o);
      std::uint32_t at = position[o.value] + 1;
      other_start[o.value] = at;
      for (std::size_t r = 0; r < 2; ++r) {
        if (!op.regions[r].valid()) continue;
        const OpId last = kernel.region(op.regions[r]).last;
        if (last.valid()) at = end[last.value];
        if (r == 0) other_start[o.value] = at;
      }
      end[o.value] = at;
    }
  }
};

// An enque that moved out: it stands behind `owner`, and enqueues `value`.
struct MovedEnque {
  OpId enque;
  ValueId value;
  OpId owner;
};

struct TensorState {
  std::vector<std::uint32_t> users;  // positions, ascending
  ValueId current;
  std::uint32_t horizon = no_position;  // users from here on were taken by a then branch
  std::vector<MovedEnque> moved;
};

struct SavedState {
  ValueId current;
  std::uint32_t horizon;
};

// A conditional that the walk is in.
struct OpenBranch {
  OpId op;
  bool other = false;                      // in its else region
  std::map<ValueId, SavedState> changed;   // what tensors were at the start of the region at hand
  std::map<ValueId, ValueId> after_then;   // what they are after the conditional, by its then region
  std::map<ValueId, SavedState> at_start;  // what those were at the start of the conditional
};

class Dequeuer {
 public:
  Dequeuer(Kernel& kernel, PassRun& run) : kernel_(kernel), run_(run), layout_(kernel) {}

  void walk() {
    find_users();
    for (std::uint32_t p = 0; p < layout_.order.size() && run_.errors.empty(); ++p) {
      close_branches(p);
      const OpId o = layout_.order[p];
      const OpKind kind = kernel_.op(o).kind;
      if (kind == OpKind::compute) use(o);
      if (kind == OpKind::branch) open_.push_back({o, false, {}, {}, {}});
      if (kind == OpKind::enque) enqueued(o, p);
    }
  }

 private:
  void find_users();
  void close_branches(std::uint32_t p);
  void switch_branch(OpenBranch& branch);
  void close_branch();
  void use(OpId o);
  void enqueued(OpId o, std::uint32_t p);
  void place(OpId enque, OpId user, TensorState& state, ValueId tensor);
  void change(ValueId tensor, TensorState& state, ValueId to);
  void give_up(OpId enque, OpId user, std::string_view why);
  [[nodiscard]] std::uint32_t next_user(const TensorState& state, std::uint32_t p) const;
  [[nodiscard]] OpId first_user(TensorState& state, std::uint32_t p) const;
  [[nodiscard]] OpId holder_in(RegionId region, OpId o) const;
  [[nodiscard]] std::string tensor_name(OpId enque) const { return kernel_.value(kernel_.op(enque).uses[1]).name; }

  Kernel& kernel_;
  PassRun& run_;
  Layout layout_;
  std::map<ValueId, TensorState> states_;  // by the tensor as it is before this step
  std::vector<OpenBranch> open_;
};

void Dequeuer::find_users() {
  for (const OpId o : layout_.order) {
    if (kernel_.op(o).kind == OpKind::enque) states_[kernel_.op(o).uses[1]].current = kernel_.op(o).uses[1];
  }
  const auto add = [&](ValueId v, std::uint32_t p) {
    const auto found = states_.find(v);
    if (found == states_.end()) return;
    std::vector<std::uint32_t>& users = found->second.users;
    if (users.empty() || users.back() != p) users.push_back(p);
  };
  for (std::uint32_t p = 0; p < layout_.order.size(); ++p) {
    const Op& op = kernel_.op(layout_.order[p]);
    for (const Operand& x : op.operands) {
      if (x.value.valid()) add(x.value, p);
    }
    if (op.kind == OpKind::enque) add(op.uses[1], p);
  }
}

void Dequeuer::close_branches(std::uint32_t p) {
  while (!open_.empty()) {
    OpenBranch& branch = open_.back();
    if (!branch.other && p >= layout_.other_start[branch.op.value]) switch_branch(branch);
    if (p < layout_.end[branch.op.value]) return;
    close_branch();
  }
}

void Dequeuer::switch_branch(OpenBranch& branch) {
  branch.other = true;
  branch.at_start = std::move(branch.changed);
  branch.changed.clear();
  for (const auto& [tensor, saved] : branch.at_start) {
    TensorState& state = states_.at(tensor);
    branch.after_then[tensor] = state.current;
    state.current = saved.current;
    state.horizon = std::min(saved.horizon, layout_.end[branch.op.value]);
  }
}

void Dequeuer::close_branch() {
  OpenBranch branch = std::move(open_.back());
  open_.pop_back();
  for (const auto& [tensor, saved] : branch.at_start) {
    TensorState& state = states_.at(tensor);
    state.current = branch.after_then.at(tensor);
    state.horizon = saved.horizon;
  }
  if (open_.empty()) return;
  for (const auto& [tensor, saved] : branch.at_start) open_.back().changed.try_emplace(tensor, saved);
  for (const auto& [tensor, saved] : branch.changed) open_.back().changed.try_emplace(tensor, saved);
}

// The operation of `region` that is `o` or holds it; none if `o` is not in it.
OpId Dequeuer::holder_in(RegionId region, OpId o) const {
  while (o.valid() && kernel_.op(o).home != region) o = kernel_.parent(o);
  return o;
}

// An instruction takes its tensors as they are by now.
void Dequeuer::use(OpId o) {
  for (Operand& x : kernel_.op(o).operands) {
    if (!x.value.valid()) continue;
    const auto found = states_.find(x.value);
    if (found == states_.end() || found->second.current == x.value) continue;
    const OpId definition = kernel_.value(found->second.current).definition;
    if (holder_in(kernel_.op(definition).home, o).valid()) {
      x.value = found->second.current;
      continue;
    }
    const std::string name = kernel_.value(x.value).name;
    if (run_.settings.sound) {
      run_.report.warnings.push_back(
          diagnose(AscendCode::sound_as_allocated, position_of(kernel_, o),
                   fmt::format("insert_sync: {} uses {} as it was allocated, since no deque reaches it",
                               name_of(kernel_, kernel_.op(o)), name)));
      continue;
    }
    Diagnostic d = diagnose(AscendCode::deque_unreached, position_of(kernel_, o),
                            fmt::format("{} uses {}, which is dequeued in a loop or branch that does not hold it",
                                        name_of(kernel_, kernel_.op(o)), name));
    d.expected = fmt::format("every later use of {} where its first one is", name);
    d.found = name_of(kernel_, kernel_.op(o));
    d.help = "--sound leaves this tensor to barriers";
    run_.errors.push_back(std::move(d));
    return;
  }
}

// The first user after position p that is not in the other region of a conditional whose then region p is in.
std::uint32_t Dequeuer::next_user(const TensorState& state, std::uint32_t p) const {
  auto at = std::upper_bound(state.users.begin(), state.users.end(), p);
  for (auto b = open_.rbegin(); b != open_.rend() && at != state.users.end(); ++b) {
    if (b->other || *at < layout_.other_start[b->op.value]) continue;
    if (*at < layout_.end[b->op.value]) at = std::lower_bound(at, state.users.end(), layout_.end[b->op.value]);
  }
  return at == state.users.end() || *at >= state.horizon ? no_position : *at;
}

OpId Dequeuer::first_user(TensorState& state, std::uint32_t p) const {
  std::erase_if(state.moved, [&](const MovedEnque& m) { return layout_.end[m.owner.value] <= p; });
  const std::uint32_t next = next_user(state, p);
  const MovedEnque* first = nullptr;
  for (const MovedEnque& m : state.moved) {
    if (m.value != state.current) continue;
    if (first == nullptr || layout_.end[m.owner.value] < layout_.end[first->owner.value]) first = &m;
  }
  if (first != nullptr && layout_.end[first->owner.value] <= next) return first->enque;
  return next == no_position ? OpId{} : layout_.order[next];
}

void Dequeuer::enqueued(OpId o, std::uint32_t p) {
  const ValueId tensor = kernel_.op(o).uses[1];
  TensorState& state = states_.at(tensor);
  kernel_.op(o).uses[1] = state.current;
  const OpId user = first_user(state, p);
  if (user.valid()) {
    place(o, user, state, tensor);
  } else if (run_.settings.sound) {
    run_.report.warnings.push_back(
        diagnose(AscendCode::sound_without_enque, position_of(kernel_, kernel_.op(o).before),
                 fmt::format("insert_sync: no enque of {}, which nothing would dequeue", tensor_name(o))));
    kernel_.remove(o);
  }
}

void Dequeuer::place(OpId enque, OpId user, TensorState& state, ValueId tensor) {
  OpId before = holder_in(kernel_.op(enque).home, user);
  OpId owner;
  if (!before.valid()) {
    before = user;
    owner = holder_in(kernel_.op(user).home, enque);
    if (!owner.valid()) return give_up(enque, user, "neither is around the other");
  }
  Op op;
  op.kind = OpKind::deque;
  op.uses = {kernel_.op(enque).uses[0]};
  if (kernel_.op(kernel_.value(op.uses[0]).definition).depth == 0) op.uses.push_back(kernel_.op(enque).uses[1]);
  const OpId made = kernel_.make(std::move(op));
  kernel_.put_before(before, made);
  const Value base = kernel_.value(tensor);
  const ValueId dequeued = kernel_.define(made, base.name, base.buffer, base.slot);
  if (owner.valid()) {
    kernel_.detach(enque);
    kernel_.put_after(owner, enque);
  }
  for (MovedEnque& m : state.moved) {
    if (m.value != state.current) continue;
    m.value = dequeued;
    kernel_.op(m.enque).uses[1] = dequeued;
  }
  if (owner.valid()) state.moved.push_back({enque, state.current, owner});
  change(tensor, state, dequeued);
}

void Dequeuer::change(ValueId tensor, TensorState& state, ValueId to) {
  if (!open_.empty()) open_.back().changed.try_emplace(tensor, SavedState{state.current, state.horizon});
  state.current = to;
}

void Dequeuer::give_up(OpId enque, OpId user, std::string_view why) {
  const OpId producer = kernel_.op(enque).before;
  const bool named = user.valid() && kernel_.op(user).kind == OpKind::compute;
  const std::string_view name = named ? name_of(kernel_, kernel_.op(user)) : std::string_view("another enque");
  if (run_.settings.sound) {
    run_.report.warnings.push_back(
        diagnose(AscendCode::sound_without_enque, position_of(kernel_, user),
                 fmt::format("insert_sync: no enque of {} for {}: {}", tensor_name(enque), name, why)));
    kernel_.remove(enque);
    return;
  }
  Diagnostic d = diagnose(
      AscendCode::enque_elsewhere, position_of(kernel_, user),
      fmt::format("{} is enqueued in one region and first used by {} in another: {}", tensor_name(enque), name, why));
  if (producer.valid() && kernel_.op(producer).kind == OpKind::compute) {
    d.expected = fmt::format("a use where {} is, or around it", name_of(kernel_, kernel_.op(producer)));
  }
  d.found = name;
  d.help = "--sound leaves this tensor to barriers";
  run_.errors.push_back(std::move(d));
}

}  // namespace

void dequeue(Kernel& kernel, PassRun& run) { Dequeuer(kernel, run).walk(); }

}  // namespace counterpoint::ascend
