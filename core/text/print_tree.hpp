// What the text of programs and implementations has in common: header, declarations, scopes, costs and accesses.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/program/tree.hpp"
#include "core/text/writer.hpp"

namespace counterpoint {

// Prints one tree. Engines and names of a block are padded to one width each, so that its options line up.
class TreePrinter {
 public:
  TreePrinter(const Tree& tree, Writer& out) : tree_(tree), out_(out) {}

  // Whether anything but the first line was written.
  void print_unit();
  void print_engines();
  void print_buffers();

  // "loop q trips 16", "if causal divergent", "} else"; without the " {" that ends it.
  void begin_scope(ScopeId s);
  void end_scope_header();
  void end_scope(ScopeId s);
  void print_barrier(bool reset);

  // The widths of the block whose statements follow; `of_names` is the longest name in it.
  void set_widths(std::size_t of_engines, std::size_t of_names);
  void begin_statement(EngineId e);
  // After `begin_statement`. `options`: something follows.
  void print_name(InstructionId i, bool options);
  void begin_option(std::string_view word);
  void print_timing(InstructionId i);
  void print_accesses(InstructionId i);
  void end_line() { out_.put('\n'); }

 private:
  void indent() { out_.fill(' ', std::size_t{2} * depth_); }
  void print_access(const Access& a);

  const Tree& tree_;
  Writer& out_;
  std::size_t depth_ = 0;
  std::size_t engine_width_ = 0;
  std::size_t name_width_ = 0;
};

// Writes words after each other, and starts a new line with the same keyword before it grows too long.
class WordList {
 public:
  WordList(std::string_view keyword, Writer& out) : keyword_(keyword), out_(out) {}
  // Makes room for a word of that length, which the caller then writes.
  void next(std::size_t length);
  void end();

 private:
  std::string_view keyword_;
  Writer& out_;
  std::size_t column_ = 0;
};

}  // namespace counterpoint
