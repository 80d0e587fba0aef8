// Kernels that are read: parse and print undo each other, and what is wrong is said where it is.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/text/parse_kernel.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "core/diagnostic/ascend_codes.hpp"
#include "core/text/text.hpp"
#include "targets/ascend/text/print_kernel.hpp"

namespace counterpoint::ascend {
namespace {

const std::string_view vector_add =
    "program p\n"
    "engine mte2 v mte3\n"
    "buffer g slots 1\n"
    "buffer a slots 2\n"
    "buffer b slots 1\n"
    "loop k trips dynamic {\n"
    "  mte2: ld  reads g  writes a[k]\n"
    "  if c {\n"
    "    v: add  reads a[k], a[k+1]  writes b\n"
    "  } else {\n"
    "    v: neg  reads a[1]  writes b, a[k]\n"
    "  }\n"
    "}\n"
    "mte3: st  reads b\n";

std::shared_ptr<const Program> read_program() {
  auto parsed = parse_program(vector_add, "test");
  return std::make_shared<const Program>(std::move(parsed.value()));
}

std::string with(std::string_view top, std::string_view loop = "", std::string_view end = "") {
  return "kernel p on c220\n" + std::string(top) + "\nloop k {\n" + std::string(loop) +
         "\nmte2: ld\nif c {\nv: add\n} else {\nv: neg\n}\n}\nmte3: st\n" + std::string(end);
}

struct Wrong {
  std::string text;
  Code code;
  Position position;
  std::string nearest;
};

void expect_wrong(const Wrong& wrong) {
  const auto parsed = parse_kernel(wrong.text, read_program());
  ASSERT_FALSE(parsed.has_value()) << wrong.text;
  ASSERT_EQ(parsed.error().size(), 1U) << wrong.text << to_string(parsed.error()[0])
                                       << to_string(parsed.error().back());
  const Diagnostic& d = parsed.error()[0];
  EXPECT_EQ(d.code, wrong.code) << wrong.text << to_string(d);
  EXPECT_EQ(d.position, wrong.position) << wrong.text << to_string(d);
  EXPECT_EQ(d.nearest, wrong.nearest) << wrong.text << to_string(d);
}

TEST(ParseKernel, reads_what_people_write) {
  const auto parsed = parse_kernel(
      "kernel p on c310 // a comment\n"
      "p = pipe q = queue vecin init p q t = scratch init p t\n"
      "loop k parallel { x = alloc q of a[1]\n"
      "  get mte2 #31 mte2: ld(r g; w x) ids #3 #4 rls mte2 #31\n"
      "  id = fetch v>s p\n  set v>s #id wait v>s #id\n  set mte2>v #(k mod 2) wait mte2>v #(3 + (k-1) mod 2)\n"
      "  if c { v: add } else { b = tensor t v: neg(r a[1]; w b, x) }\n"
      "  enque q x y = deque q of - free q y }\n"
      "bar all mte3: st\n",
      read_program());
  ASSERT_TRUE(parsed.has_value()) << to_string(parsed.error()[0]);
  EXPECT_EQ(print_kernel(*parsed),
            "kernel p on c310\n\n"
            "p = pipe\nq = queue vecin\ninit p q\nt = scratch\ninit p t\n"
            "loop k parallel {\n"
            "  x = alloc q of a[1]\n  get mte2 #31\n  mte2: ld(r g; w x) ids #3 #4\n  rls mte2 #31\n"
            "  id = fetch v>s p\n  set v>s #id\n  wait v>s #id\n"
            "  set mte2>v #(0 + k mod 2)\n  wait mte2>v #(3 + (k-1) mod 2)\n"
            "  if c {\n    v: add\n  } else {\n    b = tensor t\n    v: neg(r a[1]; w b, x)\n  }\n"
            "  enque q x\n  y = deque q of -\n  free q y\n}\n"
            "bar all\nmte3: st\n");
}

TEST(ParseKernel, says_what_is_wrong_where_it_is) {
  const std::vector<Wrong> all = {
      {"", AscendCode::kernel_header, {1, 1}, ""},
      {"kernel p on c221", AscendCode::kernel_header, {1, 13}, "c220"},
      {"kernel pp on c220", AscendCode::kernel_program, {1, 8}, "p"},
      {"kernel p of c220", AscendCode::kernel_syntax, {1, 10}, "on"},
      {with("set mte2>v"), AscendCode::kernel_syntax, {2, 11}, ""},
      {with("sett mte2>v #0"), AscendCode::kernel_syntax, {2, 1}, "set"},
      {with("set mte22>v #0"), AscendCode::kernel_pipe, {2, 5}, "mte2"},
      {with("set mte2>all #0"), AscendCode::kernel_pipe, {2, 10}, ""},
      {with("set mte2 v #0"), AscendCode::kernel_syntax, {2, 10}, ""},
      {with("set mte2>v 0"), AscendCode::kernel_syntax, {2, 12}, ""},
      {with("set mte2>v #id"), AscendCode::kernel_name, {2, 13}, ""},
      {with("set mte2>v #4294967296"), AscendCode::kernel_number, {2, 13}, ""},
      {with("set mte2>v #(k mod 2)"), AscendCode::kernel_loop, {2, 14}, ""},
      {with("", "set mte2>v #(k mod 0)"), AscendCode::kernel_number, {4, 20}, ""},
      {with("", "set mte2>v #(kk mod 2)"), AscendCode::kernel_loop, {4, 14}, "k"},
      {with("q = queue vecinn"), AscendCode::kernel_syntax, {2, 11}, "vecin"},
      {with("q = queues vecin"), AscendCode::kernel_syntax, {2, 5}, "queue"},
      {with("q = queue vecin\nq = pipe"), AscendCode::kernel_duplicate, {3, 1}, ""},
      {with("q = queue vecin\na = alloc q"), AscendCode::kernel_tensor, {3, 1}, ""},
      {with("q = queue vecin\nx = alloc q of aa"), AscendCode::kernel_buffer, {3, 16}, "a"},
      {with("q = queue vecin\nx = alloc q of a[2]"), AscendCode::kernel_number, {3, 18}, ""},
      {with("que = queue vecin\nb = alloc quee"), AscendCode::kernel_name, {3, 11}, "que"},
      {with("p = pipe\nb = alloc p"), AscendCode::kernel_name_kind, {3, 11}, ""},
      {with("p = pipe\nq = queue vecin\nenque q q"), AscendCode::kernel_name_kind, {4, 9}, ""},
      {with("init q p"), AscendCode::kernel_name, {2, 6}, ""},
      {with("bar x"), AscendCode::kernel_pipe, {2, 5}, "s"},
      {with("mte2: ld"), AscendCode::kernel_order, {2, 7}, ""},
      {with("", "v: ld"), AscendCode::kernel_instruction_pipe, {4, 1}, ""},
      {with("", "mte2: lld"), AscendCode::kernel_instruction, {4, 7}, "ld"},
      {with("", "", "v: st"), AscendCode::kernel_instruction_pipe, {13, 1}, ""},
      {with("", "", "mte3: st"), AscendCode::kernel_order, {13, 7}, ""},
      {with("", "", "}"), AscendCode::kernel_syntax, {13, 1}, ""},
      {with("loop j {"), AscendCode::kernel_order, {2, 6}, ""},
      {"kernel p on c220\nloop k {\nmte2: ld\n}\nmte3: st", AscendCode::kernel_order, {4, 1}, ""},
      {"kernel p on c220\nloop k {\nmte2: ld\nif c {\nv: add\n}\n}\nmte3: st", AscendCode::kernel_order, {6, 1}, ""},
      {"kernel p on c220\nloop k {\nmte2: ld\nif c {", AscendCode::kernel_open_body, {4, 7}, ""},
      {"kernel p on c220\nloop k {\nmte2: ld(r b; w a[k])", AscendCode::kernel_access, {3, 12}, ""},
      {"kernel p on c220\nloop k {\nmte2: ld(r g; w a[k], b)", AscendCode::kernel_syntax, {3, 21}, ""},
      {"kernel p on c220\nloop k {\nmte2: ld(w a[k])", AscendCode::kernel_syntax, {3, 10}, ""},
  };
  for (const Wrong& wrong : all) expect_wrong(wrong);
}

TEST(ParseKernel, reports_the_errors_of_all_lines) {
  const auto parsed = parse_kernel(with("set mte2>w #0\nbar vv\nfree q x", "wait"), read_program());
  ASSERT_FALSE(parsed.has_value());
  std::vector<std::uint32_t> lines;
  for (const Diagnostic& d : parsed.error()) lines.push_back(d.position.line);
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{2, 3, 4, 6}));
}

// The kernel of `vector_add`, with up to 11 operations put at each place between its own: flags of fixed, rotating and
// fetched ids, barriers, brackets, declarations, queue calls, tags; half of the operands are tensors.
class Drawn {
 public:
  explicit Drawn(std::map<OpKind, int>& tally)
      : k_(read_program(), one_of(2) == 0 ? Architecture::c220 : Architecture::c310), tally_(tally) {
    body(Tree::root(), Kernel::body());
  }
  Kernel& kernel() { return k_; }

 private:
  static std::uint32_t one_of(std::uint32_t n) { return *rc::gen::inRange<std::uint32_t>(0, n); }
  OpId add(RegionId r, Op op) {
    ++tally_[op.kind];
    const OpId o = k_.make(std::move(op));
    k_.append(r, o);
    return o;
  }
  ValueId any(const std::vector<ValueId>& of) { return of[one_of(static_cast<std::uint32_t>(of.size()))]; }
  static Pipe pipe() { return all_pipes[one_of(pipe_count)]; }
  void body(ScopeId s, RegionId r);
  void compute(InstructionId i, RegionId r);
  void extras(RegionId r) {
    for (std::uint32_t n = one_of(40); n > 0; --n) extra(r);
  }
  void extra(RegionId r);
  void declare(RegionId r);
  FlagId flag();

  Kernel k_;
  std::map<OpKind, int>& tally_;
  std::vector<ScopeId> loops_;
  std::vector<ValueId> pipes_, queues_, scratch_, tensors_, events_;
  std::vector<ValueId> given_;  // tensors that a queue gave
};

FlagId Drawn::flag() {
  FlagId f;
  const std::uint32_t kind = one_of(3);
  if (kind == 0 && !events_.empty()) {
    f.event = any(events_);
    return f;
  }
  f.id = static_cast<std::int32_t>(one_of(40));
  if (kind == 1 && !loops_.empty()) {
    f.loop = loops_[one_of(static_cast<std::uint32_t>(loops_.size()))];
    f.count = 1 + one_of(4);
    f.shift = static_cast<std::int32_t>(one_of(5)) - 2;
  }
  return f;
}

void Drawn::declare(RegionId r) {
  Op op;
  const std::uint32_t kind = one_of(3);
  op.kind = kind == 0 ? OpKind::pipe_object : kind == 1 ? OpKind::queue : OpKind::scratch;
  op.position = one_of(2) == 0 ? QueuePosition::vecin : QueuePosition::vecout;
  const OpId o = add(r, std::move(op));
  (kind == 0 ? pipes_ : kind == 1 ? queues_ : scratch_).push_back(k_.define(o, one_of(2) == 0 ? "x" : "set"));
}

void Drawn::extra(RegionId r) {
  Op op;
  const std::uint32_t kind = one_of(9);
  op.pipe = pipe();
  op.to = pipe();
  if (kind < 2) {
    op.kind = kind == 0 ? OpKind::set_flag : OpKind::wait_flag;
    op.flag = flag();
  } else if (kind == 2) {
    op.kind = OpKind::barrier;
    op.pipe = one_of(3) == 0 ? Pipe::all : op.pipe;
  } else if (kind < 5) {
    op.kind = kind == 3 ? OpKind::get_buf : OpKind::rls_buf;
    op.flag = flag();
  } else if (kind == 5 && !given_.empty()) {
    op.kind = one_of(2) == 0 ? OpKind::enque : OpKind::free;
    const ValueId tensor = any(given_);
    op.uses = {k_.op(k_.value(tensor).definition).uses.front(), tensor};
  } else if (kind == 6 && !pipes_.empty()) {
    op.kind = OpKind::fetch_event;
    if (one_of(2) == 0) op.uses = {any(pipes_)};
    events_.push_back(k_.define(add(r, std::move(op)), "id"));
    return;
  } else if (kind == 7 && !queues_.empty() && !scratch_.empty()) {
    op.kind = one_of(3) == 0 ? OpKind::alloc : one_of(2) == 0 ? OpKind::deque : OpKind::get_scratch;
    op.uses = {op.kind == OpKind::get_scratch ? any(scratch_) : any(queues_)};
    const bool of_queue = op.kind != OpKind::get_scratch;
    const OpId o = add(r, std::move(op));
    const BufferId b{std::size_t{one_of(3)}};
    const std::string name(one_of(2) == 0 ? k_.program().tree.buffer_name(b) : "x");
    tensors_.push_back(one_of(4) == 0 ? k_.define(o, name)
                                      : k_.define(o, name, b, one_of(k_.program().tree.buffer(b).slots)));
    if (of_queue) given_.push_back(tensors_.back());
    return;
  } else if (kind == 8 && !pipes_.empty() && !queues_.empty() && !scratch_.empty()) {
    op.kind = one_of(2) == 0 ? OpKind::init_queue : OpKind::init_scratch;
    op.uses = {any(pipes_), op.kind == OpKind::init_queue ? any(queues_) : any(scratch_)};
  } else {
    return declare(r);
  }
  add(r, std::move(op));
}

void Drawn::compute(InstructionId i, RegionId r) {
  const Tree& tree = k_.program().tree;
  Op op;
  op.pipe = *pipe_named(tree.engine_name(tree.engine_of(i)));
  op.instruction = i;
  for (const bool write : {true, false}) {
    for (const Access& a : tree.accesses(i)) {
      if (a.write != write) continue;
      op.operands.push_back({a, tensors_.empty() || one_of(2) == 0 ? ValueId{} : any(tensors_)});
    }
  }
  for (std::uint32_t n = one_of(3); n > 0; --n) op.ids.push_back(static_cast<std::int32_t>(one_of(32)));
  add(r, std::move(op));
}

void Drawn::body(ScopeId s, RegionId r) {
  const Tree& tree = k_.program().tree;
  const bool loop = tree.scope(s).is_loop();
  if (loop) loops_.push_back(s);
  extras(r);
  for (const Item& item : tree.items(s)) {
    if (item.kind == ItemKind::block) {
      const Block& b = tree.block(BlockId{std::size_t{item.index}});
      for (std::size_t i = b.first; i < b.last; ++i) compute(InstructionId{i}, r);
    } else {
      Op op;
      op.kind = item.kind == ItemKind::loop ? OpKind::loop : OpKind::branch;
      op.scope = ScopeId{std::size_t{item.index}};
      op.parallel = item.kind == ItemKind::loop && one_of(2) == 0;
      const OpId o = add(r, std::move(op));
      body(k_.op(o).scope, k_.op(o).regions[0]);
      if (k_.op(o).kind == OpKind::branch) body(tree.scope(k_.op(o).scope).sibling, k_.op(o).regions[1]);
    }
    extras(r);
  }
  if (loop) loops_.pop_back();
}

// What makes two kernels the same, operation by operation; values by name.
std::vector<std::string> content(const Kernel& k) {
  std::vector<std::string> out;
  const auto name = [&](ValueId v) { return v.valid() ? k.value(v).name : std::string("-"); };
  for (const OpId o : k.in_order()) {
    const Op& op = k.op(o);
    std::string text = std::to_string(static_cast<int>(op.kind)) + " in " + std::to_string(k.parent(o).value);
    if (op.kind == OpKind::compute) {
      text += " " + std::to_string(op.instruction.value) + std::string(pipe_name(op.pipe));
      for (const Operand& x : op.operands) text += x.access.write ? " w" + name(x.value) : " r" + name(x.value);
      for (const std::int32_t id : op.ids) text += " #" + std::to_string(id);
    }
    if (op.kind == OpKind::loop || op.kind == OpKind::branch) text += std::to_string(op.scope.value);
    if (op.parallel) text += " parallel";
    const bool event = op.kind == OpKind::set_flag || op.kind == OpKind::wait_flag || op.kind == OpKind::fetch_event;
    const bool flag = op.kind == OpKind::get_buf || op.kind == OpKind::rls_buf || op.kind == OpKind::set_flag ||
                      op.kind == OpKind::wait_flag;
    if (event) text += std::string(pipe_name(op.to));
    if (event || flag || op.kind == OpKind::barrier) text += std::string(pipe_name(op.pipe));
    if (flag) {
      text += fmt::format(" {} {} {} {} {}", op.flag.id, name(op.flag.event), op.flag.loop.value, op.flag.count,
                          op.flag.shift);
    }
    if (op.kind == OpKind::queue) text += std::to_string(static_cast<int>(op.position));
    for (const ValueId v : op.uses) text += " " + name(v);
    if (op.result.valid()) {
      const Value& v = k.value(op.result);
      text += fmt::format(" = {} {} {}", v.name, v.buffer.value, v.slot);
    }
    out.push_back(text);
  }
  return out;
}

TEST(ParseKernel, undoes_printing) {
  std::map<OpKind, int> tally;
  rc::check("parse(print(kernel)) is the kernel", [&] {
    Drawn drawn(tally);
    const std::string text = print_kernel(drawn.kernel());
    const auto back = parse_kernel(text, drawn.kernel().shared_program());
    if (!back) RC_FAIL(text + to_string(back.error()[0]));
    RC_ASSERT(content(*back) == content(drawn.kernel()));
    RC_ASSERT(back->architecture() == drawn.kernel().architecture());
    RC_ASSERT(print_kernel(*back) == text);
  });
  for (int kind = 0; kind <= static_cast<int>(OpKind::rls_buf); ++kind) {
    EXPECT_GE(tally[static_cast<OpKind>(kind)], 10) << "kind " << kind << " is hardly drawn";
  }
}

// Up to five places of a drawn kernel's text, each with a byte removed, doubled, or replaced by one of the grammar.
TEST(ParseKernel, answers_whatever_the_text_is) {
  int wrong = 0;
  rc::check("a text is a kernel or has errors in the order of its lines", [&] {
    std::map<OpKind, int> tally;
    Drawn drawn(tally);
    std::string text = print_kernel(drawn.kernel());
    for (int edits = *rc::gen::inRange(1, 6); edits > 0; --edits) {
      const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
      const std::string_view grammar = "{}()[];,:=#>+-& \nkv0?";
      const int how = *rc::gen::inRange(0, 3);
      if (how == 0) text.erase(at, 1);
      if (how == 1) text.insert(at, 1, text[at]);
      if (how == 2) text[at] = grammar[*rc::gen::inRange<std::size_t>(0, grammar.size())];
    }
    const auto parsed = parse_kernel(text, drawn.kernel().shared_program());
    if (parsed) return;
    ++wrong;
    RC_ASSERT(!parsed.error().empty());
    for (std::size_t i = 1; i < parsed.error().size(); ++i) {
      RC_ASSERT(parsed.error()[i - 1].position.line <= parsed.error()[i].position.line);
    }
  });
  EXPECT_GE(wrong, 30);
}

}  // namespace
}  // namespace counterpoint::ascend
