// The recursive-descent parser of the text language.
// SPDX-License-Identifier: Apache-2.0
//
// What. One pass over the tokens that feeds a builder as it goes: there is no syntax tree, so that ten million
//   instructions fit. What cannot be known yet (producers declared later, registers assigned later) is kept in small
//   tables and checked at the end.
// Recovery. A syntax error is reported once, then tokens are skipped to the next place where an item can start:
//   `loop`, `if`, `else`, `barrier`, `}`, a declaration, NAME `:` or the end. A `{` on the way opens a scope that is
//   thrown away, so that braces still pair up. After the first error the builder's content is never handed out, but it
//   keeps being fed, so that later names are known.
// Invariant. frames_ has one entry for each `{` not yet closed; those with `opened` are the builder's open scopes, in
//   order. No function calls itself: scopes are on frames_, not on the stack.
// Cost. Linear in the text; 12 bytes for each dependency and about 25 for each name, freed at the end.
// Source. language.md "Grammar".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/program/implementation_builder.hpp"
#include "core/program/program_builder.hpp"
#include "core/text/lexer.hpp"
#include "core/text/name_index.hpp"
#include "core/text/problems.hpp"
#include "core/text/resolve.hpp"
#include "core/text/text.hpp"

namespace counterpoint {

// Offsets of what `Places` gives positions of, in the same order; `Problem::nowhere` where there is none.
struct PlaceOffsets {
  std::vector<std::uint32_t> instructions;
  std::vector<std::uint32_t> scopes;
  std::vector<std::uint32_t> waits;
  std::vector<std::uint32_t> alone_waits;
  std::vector<std::uint32_t> engines;
};

class Parser {
 public:
  // Limits of the language. Source: language.md; the number of elements is ours (docs/language.md).
  static constexpr std::uint32_t most_nested = 1000;
  static constexpr std::uint64_t most_trips = 0x7fffffffU;                    // also distances and slots
  static constexpr std::uint64_t most_bytes = (std::uint64_t{1} << 53U) - 1;  // addresses: what JSON's numbers hold
  static constexpr std::uint64_t most_placed_slots = std::uint64_t{1} << 16U;
  static constexpr std::uint64_t most_elements = std::uint64_t{1} << 26U;

  // `with_lines`: instructions and scopes keep the line they come from.
  Parser(std::string_view text, Problems& problems, bool with_lines);
  // Notes where things stand; `offsets` outlives the run.
  void note_places(PlaceOffsets& offsets) { offsets_ = &offsets; }
  // Nothing if there was any problem.
  [[nodiscard]] std::optional<ProgramOrImplementation> run();

 private:
  struct Frame {
    std::uint32_t offset;  // of the word that opened it
    bool opened;           // in the builder, too
    bool broken;           // its header was wrong: do not complain if it is never closed
    bool branch;           // a then branch: `else` may follow
  };
  struct Register {
    RegisterId id;
    std::uint32_t first_read = Problem::nowhere;
    bool assigned = false;
  };
  struct EngineRegisters {
    NameIndex index;
    std::vector<Register> registers;
  };
  struct SemaphoreInfo {
    bool flag;
    bool array;
    std::uint32_t size;
  };
  // What an engine's statement needs to know of it; `known` is false after an unknown name.
  struct At {
    EngineId engine;
    bool known;
  };

  // What the words before the `{` of a scope say.
  struct ScopeHeader {
    std::string_view name;
    std::uint32_t number = Problem::nowhere;  // in scopes_; nowhere without a right name
    TripKind kind = TripKind::dynamic;
    std::uint32_t trips = 0;
    bool conditional = false;
    std::size_t first_reference = 0;  // its control dependencies are references_.of_scopes from here on
  };

  // --- tokens: parser.cpp
  void advance() {
    previous_line_ = token_.line;
    token_ = lexer_.next();
  }
  [[nodiscard]] bool at(TokenKind kind) const { return token_.kind == kind; }
  [[nodiscard]] bool at(Word word) const { return token_.word == word; }
  [[nodiscard]] std::string_view text(const Token& t) const { return lexer_.text(t); }
  [[nodiscard]] std::uint32_t line(const Token& t) const { return with_lines_ ? t.line : 0; }
  bool accept(TokenKind kind);
  bool accept(Word word);
  // Each of these reports what was expected and answers false or nothing if it is not there.
  [[nodiscard]] bool expect(TokenKind kind, std::string_view what);
  [[nodiscard]] bool expect(Word word);
  [[nodiscard]] std::optional<Token> expect_name(std::string_view what);
  [[nodiscard]] std::optional<std::uint64_t> expect_integer(std::string_view what, std::uint64_t most);
  [[nodiscard]] std::optional<std::int64_t> expect_signed(std::string_view what);
  // Whether something in the item at hand has been reported that makes the rest of its syntax a guess.
  [[nodiscard]] bool guessing() const { return guessing_ || lexer_.errors() != lexical_; }
  // "expected ..., found ..." at the token at hand, unless that would be a guess.
  void unexpected(std::string_view what, const std::vector<std::string_view>& candidates = {});
  Problem& report_name(Code code, const Token& t, std::string message, std::string expected);
  void only_in_implementations(const Token& t, std::string_view what);
  [[nodiscard]] bool at_item_start() const;
  void recover();
  [[nodiscard]] std::optional<ProgramOrImplementation> finish();
  void check_registers();

  // --- header and declarations: parse_declarations.cpp
  [[nodiscard]] bool parse_header();
  void reserve();
  void parse_scheme();
  void parse_declaration();
  [[nodiscard]] bool parse_unit();
  void add_engine();
  [[nodiscard]] bool parse_engines();
  [[nodiscard]] bool parse_buffer();
  [[nodiscard]] bool parse_place(BufferId buffer, const Token& name);
  void check_place(const Token& name, std::uint64_t at_byte, std::uint64_t bytes);
  [[nodiscard]] bool parse_semaphores(bool flag);
  [[nodiscard]] bool parse_semaphore(bool flag);
  // A list goes on while the token is a name that does not start a statement.
  [[nodiscard]] bool in_list() const;
  [[nodiscard]] bool expect_list(std::string_view what);

  // --- items: parse_items.cpp
  void parse_items();
  void parse_item();
  void parse_loop();
  void parse_conditional();
  void parse_stray_else();
  void parse_barrier();
  void parse_close();
  void parse_stray();
  [[nodiscard]] bool parse_trips(TripKind& kind, std::uint32_t& trips);
  // The number of the name in scopes_; nowhere if there is such a scope already.
  [[nodiscard]] std::uint32_t declare_scope(const Token& name, bool conditional);
  [[nodiscard]] bool parse_control_dependencies();
  // Reads up to and including the `{`; false if the header was wrong.
  [[nodiscard]] bool enter_body(bool header_right);
  void open_scope(const Token& keyword, const ScopeHeader& header, bool right);
  void note_scope(ScopeId scope, const Token& keyword);

  // --- statements: parse_statements.cpp
  void parse_statement();
  [[nodiscard]] At find_engine(const Token& name);
  [[nodiscard]] bool parse_instruction(At where, const Token& name);
  [[nodiscard]] bool parse_assignment(At where, const Token& target);
  [[nodiscard]] bool parse_expression(At where, Operation& operation, Operand& a, Operand& b);
  [[nodiscard]] bool parse_standing_wait(At where);
  [[nodiscard]] bool parse_standing_signal(At where);
  [[nodiscard]] bool parse_value(At where, Operand& value);
  RegisterId use_register(At where, const Token& name, bool assigned);

  // --- options: parse_options.cpp
  [[nodiscard]] bool parse_options(At where, InstructionId instruction);
  // One option, or `more` becomes false if there is none.
  [[nodiscard]] bool parse_option(At where, InstructionId instruction, Timing& timing, bool& more);
  [[nodiscard]] bool parse_number_option(Timing& timing);
  [[nodiscard]] bool parse_op(Timing& timing);
  [[nodiscard]] bool option_once(const Token& word, Timing& timing, std::uint8_t bit);
  [[nodiscard]] bool parse_dependencies(std::vector<Reference>* references, std::uint32_t consumer);
  [[nodiscard]] bool parse_distances();
  [[nodiscard]] bool parse_accesses(bool write);
  [[nodiscard]] bool parse_slot(const Token& buffer_name, Access& access, std::uint32_t slots);
  [[nodiscard]] ScopeId enclosing_loop(const Token& name);

  // --- waits and updates: parse_updates.cpp
  [[nodiscard]] bool parse_conditions(At where, bool take);
  [[nodiscard]] bool parse_updates(At where, UpdateTime usual);
  [[nodiscard]] bool parse_amount(Update& update, const Token& name);
  [[nodiscard]] bool parse_time(UpdateTime& time);
  [[nodiscard]] bool parse_element(At where, SemaphoreId& semaphore, Operand& index);
  void check_index(const Token& name, const SemaphoreInfo& info, bool indexed, Operand index, const Token& index_token);

  std::string_view text_;
  Problems& problems_;
  Lexer lexer_;
  Token token_;
  bool with_lines_;
  PlaceOffsets* offsets_ = nullptr;
  std::size_t lexical_ = 0;  // lexical errors before the item at hand
  bool guessing_ = false;    // a reserved word was taken for a name
  std::uint32_t previous_line_ = 0;
  bool implementation_ = false;
  bool all_inorder_ = false;
  bool items_started_ = false;
  bool too_deep_ = false;
  std::optional<ProgramBuilder> program_;
  std::optional<ImplementationBuilder> result_;
  TreeBuilder* tree_ = nullptr;
  std::vector<Frame> frames_;
  NameIndex engines_;
  NameIndex buffers_;
  std::vector<std::uint32_t> slots_;  // by buffer
  NameIndex semaphores_;
  std::vector<SemaphoreInfo> semaphore_info_;
  std::uint64_t elements_ = 0;
  ScopeNames scopes_;
  InstructionNames instructions_;
  NameIndex operations_;
  std::vector<NameId> operation_names_;
  std::vector<EngineRegisters> registers_;  // by engine
  References references_;
  // Scratch of the statement at hand.
  std::vector<Access> reads_;
  std::vector<Access> writes_;
  std::vector<Wait> waits_;
  std::vector<Update> updates_;
};

}  // namespace counterpoint
