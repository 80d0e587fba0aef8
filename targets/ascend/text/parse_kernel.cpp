// The operations of a kernel that is read.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/text/parse_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/dependence/wording.hpp"
#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/text/kernel_reader.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::size_t most_errors = 100;

const std::vector<std::string_view>& operation_words() {
  static const std::vector<std::string_view> words = {"loop", "if",   "set",   "wait", "bar",  "get",
                                                      "rls",  "init", "enque", "free", "cset", "cwait"};
  return words;
}

}  // namespace

Diagnostics KernelReader::read() {
  const auto guarded = [&](auto&& step) {
    try {
      step();
    } catch (KernelError& e) {
      errors_.push_back(std::move(e.diagnostic));
      // The rest of the line is part of the same error; what it opens is not.
      const std::uint32_t line = errors_.back().position.line;
      while (token_.kind != KernelTokenKind::end && token_.position.line <= line) advance();
      return false;
    }
    return true;
  };
  if (!guarded([&] { header(); })) return std::move(errors_);
  while (token_.kind != KernelTokenKind::end && errors_.size() < most_errors && !fatal_) guarded([&] { operation(); });
  if (open_.size() > 1 && errors_.empty()) {
    Diagnostic d = diagnose(AscendCode::kernel_open_body, token_.position, "the text ends in an open body");
    d.expected = fmt::format("'}}' for the '{{' of line {}", open_.back().opened.line);
    errors_.push_back(std::move(d));
  }
  if (errors_.empty()) guarded([&] { expect_end(token_.position); });
  return std::move(errors_);
}

void KernelReader::header() {
  line_ = token_.position.line;
  if (!token_.is("kernel"))
    fail(AscendCode::kernel_header, token_, "this is no kernel", "'kernel NAME on c220' or c310");
  advance();
  const KernelToken program = expect_name("the kernel's name");
  if (!program.is(tree_.name())) {
    fail(AscendCode::kernel_program, program, "this is a kernel of another program", fmt::format("'{}'", tree_.name()),
         {tree_.name()});
  }
  if (!token_.is("on")) unexpected("'on'", {"on"});
  advance();
  const KernelToken name = expect_name("an architecture");
  for (const Architecture a : {Architecture::c220, Architecture::c310}) {
    if (name.is(architecture_name(a))) kernel_.emplace(program_, a);
  }
  if (!kernel_)
    fail(AscendCode::kernel_header, name, "there is no such architecture", "c220 or c310", {"c220", "c310"});
  open({}, Kernel::body(), Tree::root(), token_.position);
}

OpId KernelReader::put(Op op) {
  op.line = line_;
  const OpId made = kernel_->make(std::move(op));
  kernel_->append(open_.back().region, made);
  return made;
}

void KernelReader::operation() {
  line_ = token_.position.line;
  if (token_.is('}')) return brace();
  if (token_.kind != KernelTokenKind::name) unexpected("an operation");
  if (next_.is('=')) {
    const KernelToken name = expect_name("a name");
    advance();
    return definition(name);
  }
  if (next_.is(':')) {
    const KernelToken engine = expect_name("a pipe");
    advance();
    return compute(engine);
  }
  statement();
}

void KernelReader::statement() {
  const KernelToken word = token_;
  if (std::ranges::find(operation_words(), word.text) == operation_words().end()) {
    unexpected("an operation", operation_words());
  }
  if ((word.is("cset") || word.is("cwait")) && !kernel_->several_cores()) {
    fail(AscendCode::several_cores, word, "the kernel is of one core, and this is a flag between cores",
         "'set' or 'wait'");
  }
  advance();
  if (word.is("cset")) return cross_set();
  if (word.is("cwait")) return cross_wait();
  if (word.is("loop") || word.is("if")) return scope(word.is("loop"));
  if (word.is("set")) return flag(OpKind::set_flag);
  if (word.is("wait")) return flag(OpKind::wait_flag);
  if (word.is("get")) return flag(OpKind::get_buf);
  if (word.is("rls")) return flag(OpKind::rls_buf);
  if (word.is("enque")) return call(OpKind::enque);
  if (word.is("free")) return call(OpKind::free);
  Op op;
  if (word.is("bar")) {
    op.kind = OpKind::barrier;
    expect_place(op, true);
  } else {
    op.uses.push_back(expect_value({OpKind::pipe_object}, "a pipe object"));
    op.uses.push_back(expect_value({OpKind::queue, OpKind::scratch}, "a queue or scratch memory"));
    const OpKind of = kernel_->op(kernel_->value(op.uses[1]).definition).kind;
    op.kind = of == OpKind::queue ? OpKind::init_queue : OpKind::init_scratch;
  }
  put(std::move(op));
}

void KernelReader::flag(OpKind kind) {
  Op op;
  op.kind = kind;
  if (kind == OpKind::set_flag || kind == OpKind::wait_flag) {
    expect_event(op);
  } else {
    expect_place(op, false);
  }
  op.flag = expect_flag();
  put(std::move(op));
}

void KernelReader::define(const KernelToken& name, OpId o, BufferId buffer, std::uint32_t slot) {
  values_.emplace(name.text, kernel_->define(o, std::string(name.text), buffer, slot));
}

void KernelReader::definition(const KernelToken& name) {
  if (values_.contains(name.text))
    fail(AscendCode::kernel_duplicate, name, "this name is defined already", "another name");
  const KernelToken word = expect_name("what is defined");
  Op op;
  bool tensor = true;
  if (word.is("pipe") || word.is("scratch")) {
    op.kind = word.is("pipe") ? OpKind::pipe_object : OpKind::scratch;
    tensor = false;
  } else if (word.is("queue")) {
    queue(op);
    tensor = false;
  } else if (word.is("fetch")) {
    op.kind = OpKind::fetch_event;
    expect_event(op);
    if (same_line() && token_.kind == KernelTokenKind::name) {
      op.uses.push_back(expect_value({OpKind::pipe_object}, "a pipe object"));
    }
    tensor = false;
  } else if (word.is("tensor")) {
    op.kind = OpKind::get_scratch;
    op.uses.push_back(expect_value({OpKind::scratch}, "scratch memory"));
  } else if (word.is("alloc") || word.is("deque")) {
    op.kind = word.is("alloc") ? OpKind::alloc : OpKind::deque;
    of_queue(op);
    if (op.kind == OpKind::deque) in_place(op);
  } else {
    fail(AscendCode::kernel_syntax, word, "nothing is defined so", "what is defined",
         {"pipe", "scratch", "queue", "fetch", "tensor", "alloc", "deque"});
  }
  const OpId made = put(std::move(op));
  if (tensor) return memory(name, made);
  define(name, made);
}

// `of BUFFER[SLOT]`, `of -`, or nothing where the name is that of a buffer with one slot.
void KernelReader::memory(const KernelToken& name, OpId o) {
  const auto named = buffers_.find(name.text);
  if (!(same_line() && token_.is("of"))) {
    if (named == buffers_.end() || tree_.buffer(named->second).slots > 1) {
      fail(AscendCode::kernel_tensor, name, "which memory this tensor is does not follow from its name",
           "'of BUFFER', 'of BUFFER[SLOT]' or 'of -'");
    }
    return define(name, o, named->second);
  }
  advance();
  if (accept('-')) return define(name, o);
  const KernelToken buffer = expect_name("a buffer of the program");
  const auto found = buffers_.find(buffer.text);
  if (found == buffers_.end()) {
    std::vector<std::string_view> names;
    for (const BufferId b : tree_.buffers()) names.push_back(tree_.buffer_name(b));
    fail(AscendCode::kernel_buffer, buffer, "the program has no such buffer", "a buffer of the program", names);
  }
  std::uint32_t slot = 0;
  if (tree_.buffer(found->second).slots > 1) {
    expect('[');
    slot = static_cast<std::uint32_t>(expect_integer("a slot of the buffer", tree_.buffer(found->second).slots - 1));
    expect(']');
  }
  define(name, o, found->second, slot);
}

void KernelReader::compute(const KernelToken& engine) {
  const auto pipe = core_pipe_named(engine.text);
  const KernelToken name = expect_name("an instruction of the program");
  const auto found = instructions_.find(name.text);
  if (found == instructions_.end()) {
    open_.back().lost = true;
    std::vector<std::string_view> names;
    for (const auto& [candidate, id] : instructions_) names.push_back(candidate);
    std::ranges::sort(names);
    fail(AscendCode::kernel_instruction, name, "the program has no such instruction", "an instruction of the program",
         names);
  }
  if (!pipe || pipe->pipe == Pipe::all || pipe != core_pipe_named(tree_.engine_name(tree_.engine_of(found->second)))) {
    fail(AscendCode::kernel_instruction_pipe, engine, fmt::format("{} runs on another pipe in the program", name.text),
         fmt::format("'{}'", tree_.engine_name(tree_.engine_of(found->second))));
  }
  check_place(name, found->second);
  Op op;
  op.core = pipe->core;
  op.pipe = pipe->pipe;
  op.instruction = found->second;
  for (const bool write : {true, false}) {
    for (const Access& a : tree_.accesses(op.instruction)) {
      if (a.write == write) op.operands.push_back({a, {}});
    }
  }
  if (token_.is('(')) operands(op);
  if (same_line() && token_.is("ids")) ids(op);
  put(std::move(op));
}

// Whether the program has this instruction here.
void KernelReader::check_place(const KernelToken& name, InstructionId i) {
  Frame& f = open_.back();
  const auto item = next_item();
  const bool here =
      item && item->kind == ItemKind::block && tree_.block(BlockId{std::size_t{item->index}}).first + f.next == i.value;
  if (!here && f.lost && tree_.scope_of(i) == f.scope) {
    f.item = tree_.item_of(i);
    f.next = i.value - tree_.block(tree_.block_of(i)).first;
  } else if (!here) {
    f.lost = true;
    fail(AscendCode::kernel_order, name, "the program has something else here", next_text());
  }
  ++f.next;
}

// `(r a, b; w c)`, in the order of the program's accesses.
void KernelReader::operands(Op& op) {
  expect('(');
  const auto list = [&](bool write) {
    std::size_t n = 0;
    for (Operand& x : op.operands) {
      if (x.access.write != write) continue;
      if (n++ == 0) {
        if (!token_.is(write ? "w" : "r")) unexpected(write ? "'w'" : "'r'");
        advance();
      } else {
        expect(',');
      }
      operand(x);
    }
    return n != 0;
  };
  const bool reads = list(false);
  const bool writes = std::ranges::any_of(op.operands, [](const Operand& x) { return x.access.write; });
  if (reads && writes) expect(';');
  (void)list(true);
  expect(')');
}

// A tensor, or the access that the program has.
void KernelReader::operand(Operand& x) {
  const bool memory_too = accept('&');
  const KernelToken first = expect_name("a tensor, or the access of the program");
  if (!memory_too && !token_.is('[')) {
    if (const auto found = values_.find(first.text); found != values_.end()) {
      const OpKind kind = kernel_->op(kernel_->value(found->second).definition).kind;
      if (kind != OpKind::alloc && kind != OpKind::deque && kind != OpKind::get_scratch) {
        fail(AscendCode::kernel_name_kind, first, "this names something of another kind", "a tensor");
      }
      x.value = found->second;
      return;
    }
  }
  std::string text(first.text);
  if (token_.is('[')) {
    while (!token_.is(']') && token_.kind != KernelTokenKind::end && same_line()) {
      text += token_.text;
      advance();
    }
    expect(']');
    text += ']';
  }
  const std::string expected = access_text(tree_, x.access);
  if (text == expected) return;
  Diagnostic d = diagnose(AscendCode::kernel_access, first.position, "the program has another access here");
  d.expected = fmt::format("a tensor, or '{}'", expected);
  d.found = "'" + excerpt(text) + "'";
  throw KernelError{std::move(d)};
}

void KernelReader::ids(Op& op) {
  advance();
  while (accept('#')) op.ids.push_back(expect_integer("a buffer id"));
}

void KernelReader::scope(bool loop) {
  const KernelToken name = expect_name(loop ? "the loop's name" : "the conditional's name");
  const auto is_it = [&](const Item& item) {
    return item.kind == (loop ? ItemKind::loop : ItemKind::conditional) &&
           tree_.text(tree_.scope(ScopeId{std::size_t{item.index}}).name) == name.text;
  };
  auto item = next_item();
  bool right = item && is_it(*item);
  if (!right && open_.back().lost) {
    const auto items = tree_.items(open_.back().scope);
    const auto found = std::ranges::find_if(items, is_it);
    right = found != items.end();
    if (right) {
      open_.back().item = static_cast<std::size_t>(found - items.begin());
      item = *found;
    }
  }
  // Without the scope of the program nothing inside means anything.
  fatal_ = !right;
  if (!right) fail(AscendCode::kernel_order, name, "the program has something else here", next_text());
  ++open_.back().item;
  Op op;
  op.kind = loop ? OpKind::loop : OpKind::branch;
  op.scope = ScopeId{std::size_t{item->index}};
  if (loop && token_.is("parallel")) {
    op.parallel = true;
    advance();
  }
  const Position at = token_.position;
  fatal_ = !token_.is('{');
  expect('{');
  const ScopeId inside = op.scope;
  const OpId made = put(std::move(op));
  open(made, kernel_->op(made).regions[0], inside, at);
}

void KernelReader::brace() {
  const KernelToken closing = token_;
  if (open_.size() == 1) unexpected("an operation");
  const Frame f = open_.back();
  advance();
  const bool branch = tree_.scope(f.scope).kind == ScopeKind::then_branch;
  const bool other = branch && token_.is("else");
  if (other) {
    advance();
    fatal_ = !token_.is('{');
    expect('{');
  }
  // Both ends of the body are reported where the body is; what follows is read as what it is.
  try {
    expect_end(closing.position);
    if (branch && !other) {
      open_.back().scope = tree_.scope(f.scope).sibling;
      open_.back().item = 0;
      open_.back().next = 0;
      expect_end(closing.position);
    }
  } catch (KernelError& e) {
    errors_.push_back(std::move(e.diagnostic));
  }
  open_.pop_back();
  if (other) open(f.owner, kernel_->op(f.owner).regions[1], tree_.scope(f.scope).sibling, closing.position);
}

tl::expected<Kernel, Diagnostics> parse_kernel(std::string_view text, std::shared_ptr<const Program> program) {
  KernelReader reader(text, std::move(program));
  Diagnostics errors = reader.read();
  if (!errors.empty()) return tl::unexpected(std::move(errors));
  return reader.take();
}

}  // namespace counterpoint::ascend
