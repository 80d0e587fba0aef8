// The state of reading a kernel: tokens, names, and what the program has next.
// SPDX-License-Identifier: Apache-2.0
//
// What. One token of look-ahead and one more; a stack of the regions that are open, each with its place in the body of
//   a scope of the program, so that the next item of that body is found without a search. Errors are thrown as
//   KernelError and caught where an operation begins; reading goes on with the next line.
// Invariant. A region is left only where the program's body is at its end, or an error was reported in it before.
// Cost: linear. Source: ascend.md, "Notation".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "targets/ascend/kernel/kernel.hpp"
#include "targets/ascend/text/kernel_lexer.hpp"

namespace counterpoint::ascend {

struct KernelError {
  Diagnostic diagnostic;
};

class KernelReader {
 public:
  KernelReader(std::string_view text, std::shared_ptr<const Program> program);
  // Reads everything; the errors, none if it is right.
  [[nodiscard]] Diagnostics read();
  [[nodiscard]] Kernel take() { return std::move(*kernel_); }

 private:
  // The next item of the program in a region that is open.
  struct Frame {
    RegionId region;
    ScopeId scope;
    OpId owner;
    std::size_t item = 0;    // of the scope's body
    std::uint32_t next = 0;  // the statement in that item, if it is a block
    bool lost = false;       // something was wrong: what is missing is not reported any more
    Position opened = {};
  };

  // --- tokens
  void advance();
  [[noreturn]] void fail(Code code, const KernelToken& at, std::string message, std::string expected = {},
                         const std::vector<std::string_view>& candidates = {}) const;
  [[noreturn]] void unexpected(std::string expected, const std::vector<std::string_view>& candidates = {}) const;
  KernelToken expect_name(std::string_view what);
  void expect(char symbol);
  bool accept(char symbol);
  std::int32_t expect_integer(std::string_view what, std::uint64_t most = 0x7fffffffU);
  [[nodiscard]] bool same_line() const { return token_.position.line == line_; }

  // --- names
  Pipe expect_pipe(bool all_too);
  void expect_place(Op& op, bool all_too);
  [[nodiscard]] Core core_of_program(const KernelToken& at, std::string_view name) const;
  void expect_event(Op& op);
  ValueId expect_value(std::initializer_list<OpKind> kinds, std::string_view what);
  FlagId expect_flag();
  FlagId expect_rotation();
  std::int32_t expect_shift();
  [[nodiscard]] ScopeId loop_around(const KernelToken& name) const;

  // --- what the program has
  [[nodiscard]] std::optional<Item> next_item();
  void open(OpId owner, RegionId region, ScopeId scope, const Position& at);
  void expect_end(const Position& at);
  [[nodiscard]] std::string next_text();

  // --- operations
  void header();
  void operation();
  void statement();
  void definition(const KernelToken& name);
  void queue(Op& op);
  void of_queue(Op& op);
  void in_place(Op& op);
  void tensor_of(const Op& op, const KernelToken& tensor) const;
  void memory(const KernelToken& name, OpId o);
  void compute(const KernelToken& engine);
  void check_place(const KernelToken& name, InstructionId i);
  void operands(Op& op);
  void operand(Operand& x);
  void ids(Op& op);
  void scope(bool loop);
  void brace();
  void flag(OpKind kind);
  void cross_set();
  void cross_wait();
  void call(OpKind kind);
  OpId put(Op op);
  void define(const KernelToken& name, OpId o, BufferId buffer = {}, std::uint32_t slot = 0);

  std::shared_ptr<const Program> program_;
  const Tree& tree_;
  KernelLexer lexer_;
  KernelToken token_;
  KernelToken next_;
  std::uint32_t line_ = 0;  // of the token before
  Position end_;            // of the token before
  std::optional<Kernel> kernel_;
  std::vector<Frame> open_;
  std::unordered_map<std::string_view, ValueId> values_;
  std::unordered_map<std::string_view, InstructionId> instructions_;
  std::unordered_map<std::string_view, BufferId> buffers_;
  Diagnostics errors_;
  bool fatal_ = false;  // nothing after this error would be read as what it is
};

}  // namespace counterpoint::ascend
