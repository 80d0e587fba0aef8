// Tokens, names and places of a kernel that is read.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/text/kernel_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/machine/parameters.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::uint32_t most_ids = 64;  // of an event, on any machine (machine/parameters.def)

std::vector<std::string_view> pipe_names(bool all_too) {
  std::vector<std::string_view> names;
  for (const Pipe p : all_pipes) names.push_back(pipe_name(p));
  if (all_too) names.push_back(pipe_name(Pipe::all));
  return names;
}

template <class Map>
std::vector<std::string_view> names_in(const Map& map) {
  std::vector<std::string_view> names;
  for (const auto& [name, id] : map) names.push_back(name);
  std::ranges::sort(names);
  return names;
}

}  // namespace

KernelReader::KernelReader(std::string_view text, std::shared_ptr<const Program> program)
    : program_(std::move(program)), tree_(program_->tree), lexer_(text) {
  for (const InstructionId i : tree_.instructions()) instructions_.emplace(tree_.instruction_name(i), i);
  for (const BufferId b : tree_.buffers()) buffers_.emplace(tree_.buffer_name(b), b);
  token_ = lexer_.next();
  next_ = lexer_.next();
}

void KernelReader::advance() {
  line_ = token_.position.line;
  end_ = {line_, token_.position.column + static_cast<std::uint32_t>(token_.text.size())};
  token_ = next_;
  next_ = lexer_.next();
}

void KernelReader::fail(Code code, const KernelToken& at, std::string message, std::string expected,
                        const std::vector<std::string_view>& candidates) const {
  Diagnostic d = diagnose(code, at.position, std::move(message));
  d.expected = std::move(expected);
  d.found = token_text(at);
  if (at.kind == KernelTokenKind::name) d.nearest = nearest_name(at.text, candidates);
  throw KernelError{std::move(d)};
}

void KernelReader::unexpected(std::string expected, const std::vector<std::string_view>& candidates) const {
  if (same_line()) fail(AscendCode::kernel_syntax, token_, "this cannot stand here", std::move(expected), candidates);
  Diagnostic d = diagnose(AscendCode::kernel_syntax, end_, "the line ends too early");
  d.expected = std::move(expected);
  throw KernelError{std::move(d)};
}

KernelToken KernelReader::expect_name(std::string_view what) {
  if (token_.kind != KernelTokenKind::name || !same_line()) unexpected(std::string(what));
  const KernelToken t = token_;
  advance();
  return t;
}

bool KernelReader::accept(char symbol) {
  if (!token_.is(symbol)) return false;
  advance();
  return true;
}

void KernelReader::expect(char symbol) {
  if (!accept(symbol)) unexpected(fmt::format("'{}'", symbol));
}

std::int32_t KernelReader::expect_integer(std::string_view what, std::uint64_t most) {
  if (token_.kind != KernelTokenKind::integer) unexpected(std::string(what));
  if (token_.value > most) {
    fail(AscendCode::kernel_number, token_, "this number is too large", fmt::format("{} of at most {}", what, most));
  }
  const auto value = static_cast<std::int32_t>(token_.value);
  advance();
  return value;
}

Pipe KernelReader::expect_pipe(bool all_too) {
  const KernelToken t = expect_name("a pipe");
  const auto pipe = pipe_named(t.text);
  if (!pipe || (*pipe == Pipe::all && !all_too)) {
    fail(AscendCode::kernel_pipe, t, "there is no such pipe", "a pipe of a core", pipe_names(all_too));
  }
  return *pipe;
}

// `m`, or `aic.m` where the program is of several cores.
void KernelReader::expect_place(Op& op, bool all_too) {
  const KernelToken t = token_;
  if (t.text.find('.') == std::string_view::npos || t.kind != KernelTokenKind::name) {
    op.pipe = expect_pipe(all_too);
    if (kernel_->several_cores()) {
      fail(AscendCode::several_cores, t, "the kernel is of several cores, and this names none", "CORE.PIPE");
    }
    return;
  }
  advance();
  if (!kernel_->several_cores()) {
    fail(AscendCode::several_cores, t, "the kernel is of one core, and this names one", "a pipe without a core");
  }
  const std::size_t dot = t.text.find('.');
  op.core = core_of_program(t, t.text.substr(0, dot));
  const auto pipe = pipe_named(t.text.substr(dot + 1));
  const bool known =
      pipe && (*pipe == Pipe::all ? all_too : Machine(kernel_->architecture()).as(op.core).has_pipe(*pipe));
  if (!known) fail(AscendCode::kernel_pipe, t, "the core has no such pipe", "a pipe of the core");
  op.pipe = *pipe;
}

Core KernelReader::core_of_program(const KernelToken& at, std::string_view name) const {
  const auto core = core_named(name);
  std::vector<std::string_view> names;
  for (const Core c : kernel_->cores()) names.push_back(core_name(c));
  const bool of_program = core && std::ranges::find(kernel_->cores(), *core) != kernel_->cores().end();
  if (!of_program) {
    fail(AscendCode::no_such_core, at, "the program has no such core", fmt::format("{}", fmt::join(names, " or ")));
  }
  return *core;
}

void KernelReader::expect_event(Op& op) {
  expect_place(op, false);
  expect('>');
  op.to = expect_pipe(false);
}

ValueId KernelReader::expect_value(std::initializer_list<OpKind> kinds, std::string_view what) {
  const KernelToken t = expect_name(what);
  const auto found = values_.find(t.text);
  if (found == values_.end()) {
    fail(AscendCode::kernel_name, t, "nothing of this name is defined before", std::string(what), names_in(values_));
  }
  const OpKind kind = kernel_->op(kernel_->value(found->second).definition).kind;
  if (std::ranges::find(kinds, kind) == kinds.end()) {
    fail(AscendCode::kernel_name_kind, t, "this names something of another kind", std::string(what));
  }
  return found->second;
}

// `#3`, `#id`, `#(0 + k mod 2)`.
FlagId KernelReader::expect_flag() {
  expect('#');
  if (accept('(')) return expect_rotation();
  FlagId flag;
  if (token_.kind == KernelTokenKind::integer) {
    flag.id = expect_integer("an id");
  } else {
    flag.event = expect_value({OpKind::fetch_event}, "an id, or the event that a 'fetch' defines");
  }
  return flag;
}

// After the parenthesis: `[INT +] LOOP mod INT)`, or `(LOOP + INT)` for the loop.
FlagId KernelReader::expect_rotation() {
  FlagId flag;
  if (token_.kind == KernelTokenKind::integer) {
    flag.id = expect_integer("the first id");
    expect('+');
  }
  const bool shifted = accept('(');
  flag.loop = loop_around(expect_name("the loop that rotates the ids"));
  if (shifted) {
    flag.shift = expect_shift();
    expect(')');
  }
  if (!token_.is("mod")) unexpected("'mod'", {"mod"});
  advance();
  const KernelToken number = token_;
  flag.count = static_cast<std::uint32_t>(expect_integer("how many ids"));
  if (flag.count == 0) fail(AscendCode::kernel_number, number, "ids rotate through at least one", "a number from 1 on");
  if (flag.count > most_ids) {
    fail(AscendCode::kernel_number, number, "no event has so many ids", fmt::format("1 to {}", most_ids));
  }
  expect(')');
  return flag;
}

std::int32_t KernelReader::expect_shift() {
  if (accept('+')) return expect_integer("the shift");
  expect('-');
  return -expect_integer("the shift");
}

ScopeId KernelReader::loop_around(const KernelToken& name) const {
  std::vector<std::string_view> loops;
  for (const Frame& f : open_) {
    if (!tree_.scope(f.scope).is_loop()) continue;
    loops.push_back(tree_.text(tree_.scope(f.scope).name));
    if (loops.back() == name.text) return f.scope;
  }
  fail(AscendCode::kernel_loop, name, "no loop of this name is around", "a loop that is open", loops);
}

// Passes over the end of a block; none at the end of the body.
std::optional<Item> KernelReader::next_item() {
  Frame& f = open_.back();
  const auto items = tree_.items(f.scope);
  for (; f.item < items.size(); ++f.item, f.next = 0) {
    const Item& item = items[f.item];
    if (item.kind != ItemKind::block) return item;
    const Block& block = tree_.block(BlockId{std::size_t{item.index}});
    if (block.first + f.next < block.last) return item;
  }
  return std::nullopt;
}

// What the program has next here, as a kernel would have it.
std::string KernelReader::next_text() {
  const auto item = next_item();
  if (!item) return "the end of this body";
  if (item->kind == ItemKind::block) {
    const Block& block = tree_.block(BlockId{std::size_t{item->index}});
    const InstructionId i{std::size_t{block.first} + open_.back().next};
    return fmt::format("'{}: {}'", tree_.engine_name(tree_.engine_of(i)), tree_.instruction_name(i));
  }
  const Scope& s = tree_.scope(ScopeId{std::size_t{item->index}});
  return fmt::format("'{} {}'", s.is_loop() ? "loop" : "if", tree_.text(s.name));
}

void KernelReader::open(OpId owner, RegionId region, ScopeId scope, const Position& at) {
  Frame f;
  f.owner = owner;
  f.region = region;
  f.scope = scope;
  f.opened = at;
  open_.push_back(f);
}

void KernelReader::expect_end(const Position& at) {
  if (open_.back().lost || !next_item()) return;
  open_.back().lost = true;
  Diagnostic d = diagnose(AscendCode::kernel_order, at, "the body ends here, and in the program it does not");
  d.expected = next_text();
  throw KernelError{std::move(d)};
}

}  // namespace counterpoint::ascend
