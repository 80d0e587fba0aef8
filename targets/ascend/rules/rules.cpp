// The rules that one look at the text decides, and all of them together.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/rules/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/rules/flag_states.hpp"
#include "targets/ascend/rules/knowledge.hpp"
#include "targets/ascend/rules/queue_calls.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::array rules_table = {
#define X(identifier, word, asks, blind) RuleEntry{Rule::identifier, word, asks, blind},
#include "targets/ascend/rules/rules.def"
#undef X
};

// B1 to B7, and G3.
class TextRules {
 public:
  TextRules(const Kernel& kernel, const Primitives& primitives) : kernel_(kernel), primitives_(primitives) {}

  std::vector<Finding> run() {
    for (const OpId o : kernel_.in_order()) {
      const Op& x = kernel_.op(o);
      if (x.kind == OpKind::get_buf) get(o, x);
      if (x.kind == OpKind::rls_buf) release(o, x);
      if (x.kind == OpKind::set_flag || x.kind == OpKind::wait_flag) flag(o, x);
    }
    for (const auto& [id, o] : open_) brackets(FindingKind::no_release, o, "is never released");
    for (const auto& [id, pipes] : pipes_) {
      if (pipes.size() == 1) brackets(FindingKind::one_pipe, first_.at(id), "is of one pipe alone and orders nothing");
      if (pipes.size() > 2) brackets(FindingKind::many_pipes, first_.at(id), "is of more than two pipes");
    }
    return std::move(out_);
  }

 private:
  void brackets(FindingKind kind, OpId o, std::string_view what) {
    const bool harmless = kind == FindingKind::one_pipe || kind == FindingKind::many_pipes;
    out_.push_back({Rule::brackets, kind, harmless, o, fmt::format("buffer id #{} {}", kernel_.op(o).flag.id, what)});
  }

  void get(OpId o, const Op& x) {
    first_.try_emplace(x.flag.id, o);
    pipes_[x.flag.id].insert(x.pipe);
    if (open_.contains(x.flag.id)) brackets(FindingKind::nested_bracket, o, "is acquired while it is open");
    open_[x.flag.id] = o;
    if (x.flag.id >= 0 && static_cast<std::uint32_t>(x.flag.id) < primitives_.usable_buffer_ids) return;
    out_.push_back({Rule::ids, FindingKind::no_such_id, false, o,
                    fmt::format("buffer id #{} is none of 0 to {}", x.flag.id, primitives_.usable_buffer_ids - 1)});
  }

  void release(OpId o, const Op& x) {
    const auto it = open_.find(x.flag.id);
    if (it == open_.end()) {
      brackets(FindingKind::no_get, o, "is released without being acquired");
      return;
    }
    const Op& get = kernel_.op(it->second);
    if (get.pipe != x.pipe) brackets(FindingKind::other_pipe, o, "is released on another pipe than it was acquired on");
    if (get.home != x.home) brackets(FindingKind::other_region, o, "is released in another region");
    open_.erase(it);
  }

  void flag(OpId o, const Op& x) {
    if (!primitives_.has_event(x.pipe, x.to) && !primitives_.missing_event_is_nothing) {
      out_.push_back({Rule::ids, FindingKind::no_such_event, false, o,
                      fmt::format("the core has no event {}>{}", pipe_name(x.pipe), pipe_name(x.to))});
    }
    if (x.flag.event.valid()) return;
    const std::int64_t last = std::int64_t{x.flag.id} + (x.flag.loop.valid() ? x.flag.count : 1) - 1;
    if (x.flag.id >= 0 && last < primitives_.usable_ids) return;
    out_.push_back(
        {Rule::ids, FindingKind::no_such_id, false, o,
         fmt::format("id #{} is none of 0 to {}", x.flag.id < 0 ? x.flag.id : last, primitives_.usable_ids - 1)});
  }

  const Kernel& kernel_;
  const Primitives& primitives_;
  std::map<std::int32_t, OpId> open_;
  std::map<std::int32_t, OpId> first_;
  std::map<std::int32_t, std::set<Pipe>> pipes_;
  std::vector<Finding> out_;
};

// Which bracket a call on c310 is depends on the buffer that the queue gives: what the rule does not know it would take
// for an order that is missing, in every iteration.
bool brackets_several_buffers(const Kernel& kernel) {
  return kernel.architecture() == Architecture::c310 && std::ranges::any_of(kernel.in_order(), [&](OpId o) {
           return kernel.op(o).kind == OpKind::queue && kernel.op(o).number > 1;
         });
}

void add(std::vector<Finding>& all, std::vector<Finding> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

std::span<const RuleEntry> all_rules() { return rules_table; }
std::string_view rule_word(Rule rule) { return rules_table[static_cast<std::size_t>(rule)].word; }

Code code_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::unordered: return AscendCode::rule_unordered;
    case FindingKind::set_twice: return AscendCode::rule_set_twice;
    case FindingKind::never_set: return AscendCode::rule_never_set;
    case FindingKind::left_set: return AscendCode::rule_left_set;
    case FindingKind::runs_ahead: return AscendCode::rule_runs_ahead;
    case FindingKind::nested_bracket: return AscendCode::nested_brackets;
    case FindingKind::no_get:
    case FindingKind::no_release:
    case FindingKind::other_pipe:
    case FindingKind::other_region: return AscendCode::open_bracket;
    case FindingKind::one_pipe: return AscendCode::rule_one_pipe;
    case FindingKind::many_pipes: return AscendCode::rule_many_pipes;
    case FindingKind::no_such_id: return AscendCode::rule_no_such_id;
    case FindingKind::no_such_event: return AscendCode::no_event;
    case FindingKind::unmatched_call: return AscendCode::rule_queue_calls;
    case FindingKind::queue_misused: return AscendCode::rule_queue_misused;
    case FindingKind::not_looked_at: return AscendCode::rule_not_looked_at;
  }
  return AscendCode::rule_not_looked_at;
}

std::vector<Finding> check_rules(const Kernel& kernel, const Required& required, const Primitives& primitives) {
  if (kernel.several_cores()) {
    return {{Rule::order, FindingKind::not_looked_at, false, {}, "static rules are of one core, this is of several"}};
  }
  const QueueIds queues(kernel, primitives);
  const FlagCalls calls(kernel, primitives, queues);
  FlagFindings flags = flag_findings(kernel, calls, primitives.counting);
  std::vector<Finding> out;
  if (brackets_several_buffers(kernel)) {
    out.push_back({Rule::order, FindingKind::not_looked_at, false, {}, "queues of several buffers are not followed"});
  } else {
    out = order_findings(kernel, required, primitives, calls, flags.piled);
  }
  if (required.truncated) {
    out.push_back({Rule::order, FindingKind::not_looked_at, false, {}, "there are too many conflicting accesses"});
  }
  add(out, std::move(flags.found));
  for (const Direction event : calls.unknown_events()) {
    out.push_back(
        {Rule::queues, queues.misused(event) ? FindingKind::queue_misused : FindingKind::not_looked_at, false,
         queues.fault(event),
         fmt::format("queues of {}>{}: {}", pipe_name(event.from), pipe_name(event.to), queues.why_not_fixed(event))});
  }
  add(out, TextRules(kernel, primitives).run());
  add(out, call_findings(kernel));
  std::ranges::stable_sort(out, {}, &Finding::rule);
  return out;
}

bool is_clean(const std::vector<Finding>& findings) { return std::ranges::all_of(findings, &Finding::warning); }

}  // namespace counterpoint::ascend
