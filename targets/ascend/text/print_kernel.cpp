// The printer of kernels.
// SPDX-License-Identifier: Apache-2.0
//
// What. Each operation is one line, regions are indented; an else region is written where it holds something. An
//   operand is the name of its tensor, or, where it has none, the access as the program has it, with `&` before it if
//   a tensor has that name too. Names of values are unique in a kernel.
// Invariant. What is left out follows from the program: which instruction writes what, and which memory a tensor is
//   whose name is that of a buffer with one slot. Cost: linear. Source: ascend.md, "Notation".
#include "targets/ascend/text/print_kernel.hpp"

#include <fmt/format.h>

#include <string_view>

#include "core/dependence/wording.hpp"
#include "targets/ascend/kernel/positions.hpp"

namespace counterpoint::ascend {
namespace {

// Writes lines, and remembers on which line each operation is.
class KernelPrinter {
 public:
  explicit KernelPrinter(const Kernel& kernel) : k_(kernel), tree_(kernel.program().tree) {}

  void header() {
    put(fmt::format("kernel {} on {}", tree_.name(), architecture_name(k_.architecture())));
    put("");
  }
  void body();
  [[nodiscard]] std::string line(OpId o) const;

  std::string out_;
  std::vector<std::uint32_t> lines_;

 private:
  void put(std::string_view line) {
    if (!line.empty()) out_.append(2 * depth_, ' ');
    out_ += line;
    out_ += '\n';
    ++count_;
  }
  void put(OpId o) {
    if (lines_.empty()) lines_.resize(k_.op_count(), 0);
    lines_[o.value] = count_ + 1;
    put(line(o));
  }

  [[nodiscard]] std::string_view name(ValueId v) const {
    return v.valid() ? std::string_view(k_.value(v).name) : std::string_view("?");
  }
  [[nodiscard]] std::string memory(const Op& op) const;
  [[nodiscard]] std::string compute(const Op& op) const;
  [[nodiscard]] std::string operand(const Operand& x) const;
  [[nodiscard]] std::string call(std::string_view word, const Op& op) const;
  [[nodiscard]] std::string cross_set(const Op& op) const;
  [[nodiscard]] std::string queue(const Op& op) const;

  const Kernel& k_;
  const Tree& tree_;
  std::size_t depth_ = 0;
  std::uint32_t count_ = 0;
};

// Iterates, since a kernel may be nested deeper than the stack is.
void KernelPrinter::body() {
  std::vector<std::pair<OpId, int>> open;  // an operation, and which of its regions
  OpId at = k_.region(Kernel::body()).first;
  while (true) {
    if (at.valid()) {
      put(at);
      const Op& op = k_.op(at);
      if (op.regions[0].valid()) {
        open.emplace_back(at, 0);
        ++depth_;
        at = k_.region(op.regions[0]).first;
      } else {
        at = op.after;
      }
      continue;
    }
    if (open.empty()) return;
    auto& [owner, region] = open.back();
    const Op& op = k_.op(owner);
    --depth_;
    if (region == 0 && op.regions[1].valid() && k_.region(op.regions[1]).first.valid()) {
      put("} else {");
      ++depth_;
      region = 1;
      at = k_.region(op.regions[1]).first;
      continue;
    }
    put("}");
    at = op.after;
    open.pop_back();
  }
}

// " of A[1]": which memory the tensor that `op` defines is, where its name does not say it.
std::string KernelPrinter::memory(const Op& op) const {
  if (!op.result.valid()) return {};
  const Value& v = k_.value(op.result);
  if (!v.buffer.valid()) return " of -";
  if (tree_.buffer(v.buffer).slots > 1) return fmt::format(" of {}[{}]", tree_.buffer_name(v.buffer), v.slot);
  if (tree_.buffer_name(v.buffer) == v.name) return {};
  return fmt::format(" of {}", tree_.buffer_name(v.buffer));
}

std::string KernelPrinter::operand(const Operand& x) const {
  if (x.value.valid()) return std::string(name(x.value));
  std::string text = access_text(tree_, x.access);
  return k_.has_value_named(text) ? "&" + text : text;
}

std::string KernelPrinter::compute(const Op& op) const {
  std::string out = fmt::format("{}: {}", core_pipe_name({op.core, op.pipe}), tree_.instruction_name(op.instruction));
  bool any = false;
  for (const Operand& x : op.operands) any |= x.value.valid();
  if (any) {
    const auto list = [&](bool write) {
      std::string text;
      for (const Operand& x : op.operands) {
        if (x.access.write != write) continue;
        text += fmt::format("{}{}", text.empty() ? (write ? "w " : "r ") : ", ", operand(x));
      }
      return text;
    };
    const std::string reads = list(false);
    const std::string writes = list(true);
    out += fmt::format("({}{}{})", reads, reads.empty() || writes.empty() ? "" : "; ", writes);
  }
  for (std::size_t i = 0; i < op.ids.size(); ++i) out += fmt::format("{}#{}", i == 0 ? " ids " : " ", op.ids[i]);
  return out;
}

// "free q a", "a = alloc q": the word, then what it uses.
std::string KernelPrinter::call(std::string_view word, const Op& op) const {
  std::string out = op.result.valid() ? fmt::format("{} = {}", name(op.result), word) : std::string(word);
  for (const ValueId v : op.uses) out += fmt::format(" {}", name(v));
  return out;
}

// "cset aic.fix>aiv #3", with its mode where it is not what its cores say.
std::string KernelPrinter::cross_set(const Op& op) const {
  std::string out =
      fmt::format("cset {}>{} {}", core_pipe_name({op.core, op.pipe}), core_name(op.reach), flag_id_text(k_, op.flag));
  if (op.mode != usual_mode(op.core, op.reach)) out += fmt::format(" mode {}", op.mode);
  return out;
}

// Depth and number only where they are not the usual 1.
std::string KernelPrinter::queue(const Op& op) const {
  std::string out = fmt::format("{} = queue ", name(op.result));
  if (op.core != Core::one) out += fmt::format("{} ", core_name(op.core));
  out += position_entry(op.position).word;
  if (op.depth != 1) out += fmt::format(" depth {}", op.depth);
  if (op.number != 1) out += fmt::format(" num {}", op.number);
  return out;
}

std::string KernelPrinter::line(OpId o) const {
  const Op& op = k_.op(o);
  const auto flag = [&](std::string_view word) {
    return fmt::format("{} {}>{} {}", word, core_pipe_name({op.core, op.pipe}), pipe_name(op.to),
                       flag_id_text(k_, op.flag));
  };
  switch (op.kind) {
    case OpKind::compute: return compute(op);
    case OpKind::loop:
      return fmt::format("loop {}{} {{", tree_.text(tree_.scope(op.scope).name), op.parallel ? " parallel" : "");
    case OpKind::branch: return fmt::format("if {} {{", tree_.text(tree_.scope(op.scope).name));
    case OpKind::pipe_object: return call("pipe", op);
    case OpKind::queue: return queue(op);
    case OpKind::scratch: return call("scratch", op);
    case OpKind::init_queue:
    case OpKind::init_scratch: return call("init", op);
    case OpKind::get_scratch: return call("tensor", op) + memory(op);
    case OpKind::alloc: return call("alloc", op) + memory(op);
    case OpKind::deque: return call("deque", op) + memory(op);
    case OpKind::free: return call("free", op);
    case OpKind::enque: return call("enque", op);
    case OpKind::fetch_event: {
      std::string out =
          fmt::format("{} = fetch {}>{}", name(op.result), core_pipe_name({op.core, op.pipe}), pipe_name(op.to));
      for (const ValueId v : op.uses) out += fmt::format(" {}", name(v));
      return out;
    }
    case OpKind::set_flag: return flag("set");
    case OpKind::wait_flag: return flag("wait");
    case OpKind::barrier: return fmt::format("bar {}", core_pipe_name({op.core, op.pipe}));
    case OpKind::get_buf:
      return fmt::format("get {} {}", core_pipe_name({op.core, op.pipe}), flag_id_text(k_, op.flag));
    case OpKind::cross_set: return cross_set(op);
    case OpKind::cross_wait: {
      // What holds a core holds its scalar unit, and is written without it.
      const bool c220 = k_.architecture() == Architecture::c220;
      return fmt::format("cwait {} {}", c220 ? std::string(core_name(op.core)) : core_pipe_name({op.core, op.pipe}),
                         flag_id_text(k_, op.flag));
    }
    case OpKind::rls_buf:
      return fmt::format("rls {} {}", core_pipe_name({op.core, op.pipe}), flag_id_text(k_, op.flag));
  }
  return {};
}

}  // namespace

std::string print_kernel(const Kernel& kernel) {
  KernelPrinter printer(kernel);
  printer.header();
  printer.body();
  return std::move(printer.out_);
}

std::string print_body(const Kernel& kernel) {
  KernelPrinter printer(kernel);
  printer.body();
  return std::move(printer.out_);
}

std::string op_text(const Kernel& kernel, OpId o) { return KernelPrinter(kernel).line(o); }

std::string flag_id_text(const Kernel& kernel, const FlagId& flag) {
  if (flag.event.valid()) return fmt::format("#{}", kernel.value(flag.event).name);
  if (!flag.loop.valid()) return fmt::format("#{}", flag.id);
  const Tree& tree = kernel.program().tree;
  const std::string_view loop = tree.text(tree.scope(flag.loop).name);
  const std::string at = flag.shift == 0 ? std::string(loop) : fmt::format("({}{:+})", loop, flag.shift);
  return fmt::format("#({} + {} mod {})", flag.id, at, flag.count);
}

std::string event_text(Pipe from, Pipe to) { return fmt::format("{}>{}", pipe_name(from), pipe_name(to)); }

std::vector<std::uint32_t> lines_of(const Kernel& kernel) {
  KernelPrinter printer(kernel);
  printer.header();
  printer.body();
  return std::move(printer.lines_);
}

}  // namespace counterpoint::ascend
