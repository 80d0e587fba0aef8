// Kernels as text: what a line looks like.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/text/print_kernel.hpp"

#include <gtest/gtest.h>

#include "core/text/text.hpp"

namespace counterpoint::ascend {
namespace {

std::shared_ptr<const Program> program_of(std::string_view text) {
  auto parsed = parse_program(text, "test");
  if (!parsed) throw std::runtime_error(to_string(parsed.error().front()));
  return std::make_shared<const Program>(std::move(*parsed));
}

Op op_of(OpKind kind, Pipe pipe = Pipe::s, Pipe to = Pipe::s) {
  Op op;
  op.kind = kind;
  op.pipe = pipe;
  op.to = to;
  return op;
}

// The instruction, with `value` for its accesses to slot 0 of buffer `a`.
Op compute_of(const Kernel& k, std::size_t i, Pipe pipe, ValueId value) {
  Op op = op_of(OpKind::compute, pipe);
  op.instruction = InstructionId{i};
  for (const bool write : {true, false}) {
    for (const Access& x : k.program().tree.accesses(op.instruction)) {
      if (x.write != write) continue;
      const bool tensor = x.buffer == BufferId{std::size_t{1}} && x.slot == 0;
      op.operands.push_back({x, tensor ? value : ValueId{}});
    }
  }
  return op;
}

TEST(PrintKernel, writes_flags_and_their_ids) {
  Kernel k(program_of("program p\nengine v\nloop k trips dynamic {\n  v: add\n}\n"), Architecture::c220);
  Op set = op_of(OpKind::set_flag, Pipe::mte2, Pipe::v);
  EXPECT_EQ(op_text(k, k.make(set)), "set mte2>v #0");
  set.kind = OpKind::wait_flag;
  set.flag = {1, {}, ScopeId{std::size_t{1}}, 2, 1};
  EXPECT_EQ(op_text(k, k.make(set)), "wait mte2>v #(1 + (k+1) mod 2)");
  set.flag.shift = 0;
  EXPECT_EQ(op_text(k, k.make(set)), "wait mte2>v #(1 + k mod 2)");
  set.flag.shift = -1;
  EXPECT_EQ(op_text(k, k.make(set)), "wait mte2>v #(1 + (k-1) mod 2)");
  EXPECT_EQ(op_text(k, k.make(op_of(OpKind::barrier, Pipe::all))), "bar all");
  set = op_of(OpKind::get_buf, Pipe::v);
  set.flag.id = 31;
  EXPECT_EQ(op_text(k, k.make(set)), "get v #31");
}

TEST(PrintKernel, writes_tensors_queues_and_regions) {
  const auto program = program_of(
      "program p\nengine mte2 v\nbuffer g slots 1\nbuffer a slots 2\n"
      "loop k trips dynamic {\n  mte2: ld reads g writes a[0]\n  if c {\n    v: neg reads a[0], a[1] writes a[0]\n  }\n"
      "}\n");
  Kernel k(program, Architecture::c220);
  const auto append = [&](RegionId r, OpId o) {
    k.append(r, o);
    return o;
  };
  const OpId pipe = append(Kernel::body(), k.make(op_of(OpKind::pipe_object)));
  const ValueId p = k.define(pipe, "pipe");
  const OpId queue = append(Kernel::body(), k.make(op_of(OpKind::queue)));
  const ValueId q = k.define(queue, "q");
  Op init = op_of(OpKind::init_queue);
  init.uses = {p, q};
  append(Kernel::body(), k.make(init));
  Op loop = op_of(OpKind::loop);
  loop.scope = ScopeId{std::size_t{1}};
  loop.parallel = true;
  const OpId l = append(Kernel::body(), k.make(loop));
  Op alloc = op_of(OpKind::alloc);
  alloc.uses = {q};
  const OpId a = append(k.op(l).regions[0], k.make(alloc));
  const ValueId va = k.define(a, "a", BufferId{std::size_t{1}}, 0);
  append(k.op(l).regions[0], k.make(compute_of(k, 0, Pipe::mte2, va)));
  Op branch = op_of(OpKind::branch);
  branch.scope = ScopeId{std::size_t{2}};
  const OpId b = append(k.op(l).regions[0], k.make(branch));
  append(k.op(b).regions[1], k.make(op_of(OpKind::barrier, Pipe::v)));
  Op neg = compute_of(k, 1, Pipe::v, va);
  neg.ids = {0, 5};
  const OpId n = append(k.op(b).regions[0], k.make(neg));
  Op fetch = op_of(OpKind::fetch_event, Pipe::v, Pipe::s);
  fetch.uses = {p};
  k.define(append(k.op(l).regions[0], k.make(fetch)), "id");
  const std::string expected =
      "kernel p on c220\n\n"
      "pipe = pipe\nq = queue vecin\ninit pipe q\n"
      "loop k parallel {\n"
      "  a = alloc q of a[0]\n"
      "  mte2: ld(r g; w a)\n"
      "  if c {\n"
      "    v: neg(r a, a[1]; w a) ids #0 #5\n"
      "  } else {\n"
      "    bar v\n"
      "  }\n"
      "  id = fetch v>s pipe\n"
      "}\n";
  EXPECT_EQ(print_kernel(k), expected);
  EXPECT_EQ(print_body(k), expected.substr(expected.find("pipe = ")));
  EXPECT_EQ(lines_of(k)[n.value], 10U);
  EXPECT_EQ(lines_of(k)[pipe.value], 3U);
}

TEST(PrintKernel, names_values_once) {
  Kernel k(program_of("program p\nengine v\nv: add\n"), Architecture::c220);
  const auto make = [&](const char* name) { return k.value(k.define(k.make(op_of(OpKind::pipe_object)), name)).name; };
  EXPECT_EQ(make("a"), "a");
  EXPECT_EQ(make("a"), "a_2");
  EXPECT_EQ(make("a_2"), "a_2_2");
  EXPECT_EQ(make("a_3"), "a_3");
  EXPECT_EQ(make("a"), "a_4");
}

}  // namespace
}  // namespace counterpoint::ascend
