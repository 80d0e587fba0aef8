// Kernels for tests: a program, and a listing of what stands where.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/text.hpp"
#include "targets/ascend/execution/primitives.hpp"
#include "targets/ascend/kernel/positions.hpp"

namespace counterpoint::ascend::testing {

// Programs that kernels are written for in several tests: a load, and who needs it.
inline constexpr std::string_view read_in_a_loop =
    "program p\nengine mte2 v\nbuffer a slots 1\nmte2: ld writes a\nloop k trips 4 {\nv: f reads a\n}\n";
inline constexpr std::string_view read_behind_a_loop =
    "program p\nengine mte2 v\nbuffer a slots 1\nmte2: ld writes a\nloop k trips dynamic {\nv: g\n}\n"
    "v: f reads a\n";
inline constexpr std::string_view read_by_two_pipes =
    "program p\nengine mte2 v s\nbuffer a slots 1\nmte2: ld writes a\nv: f reads a\ns: g reads a\n";
inline constexpr std::string_view read_and_stored =
    "program p\nengine mte2 v mte3\nbuffer a slots 1\nmte2: ld writes a\nv: f reads a\nmte3: st reads a\n";
inline constexpr std::string_view stored_in_a_loop =
    "program p\nengine mte2 mte3\nbuffer a slots 1\nloop k trips dynamic {\nmte2: ld writes a\nmte3: st reads a\n}\n";

// Cores that differ from c220.
inline Primitives counting_flags() {
  Primitives p;
  p.counting = true;
  return p;
}
inline Primitives keys_without_destination() {
  Primitives p;
  p.destination_in_key = false;
  return p;
}
inline Primitives in_order_vector() {
  Primitives p;
  p.in_order[static_cast<std::size_t>(Pipe::v)] = true;
  return p;
}

// A line each: `load`, an instruction; `set mte2>v #0`, `wait mte2>v #0`, an id being N or N+loop%count; `bar v`;
// `get v #1`; `rls v #1`; `q = queue vecin depth 2 num 2`, `alloc q`, `enque q`, `deque q`, `free q`, and with their
// tensors, `a = alloc q`, `enque q a`, `b = deque q`, `free q b`; `e = fetch v>s`, ids being `#e`; `loop k`, `if c`,
// `else`, `end`.
class Listing {
 public:
  Listing(std::string_view program, std::string_view listing, Architecture architecture)
      : program_(read(program)), kernel_(program_, architecture) {
    const Tree& tree = program_->tree;
    for (const InstructionId i : tree.instructions()) instructions_[std::string(tree.instruction_name(i))] = i;
    for (const ScopeId s : tree.scopes()) scopes_[tree.scope_name(s)] = s;
    regions_.push_back(Kernel::body());
    std::istringstream lines{std::string(listing)};
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words{line};
      std::vector<std::string> w;
      for (std::string word; words >> word;) w.push_back(word);
      if (!w.empty()) add(w);
    }
  }
  [[nodiscard]] Kernel& kernel() { return kernel_; }

 private:
  static std::shared_ptr<const Program> read(std::string_view text) {
    auto program = parse_program(text, "program");
    EXPECT_TRUE(program.has_value());
    return std::make_shared<const Program>(std::move(*program));
  }
  static Pipe pipe(const std::string& name) {
    const auto p = pipe_named(name);
    EXPECT_TRUE(p.has_value()) << name;
    return p.value_or(Pipe::s);
  }

  void add(const std::vector<std::string>& w) {
    if (w[0] == "loop" || w[0] == "if") {
      Op x;
      x.kind = w[0] == "loop" ? OpKind::loop : OpKind::branch;
      x.scope = scopes_.at(w[1]);
      const OpId o = put(x);
      owners_.push_back(o);
      regions_.push_back(kernel_.op(o).regions[0]);
    } else if (w[0] == "else") {
      regions_.back() = kernel_.op(owners_.back()).regions[1];
    } else if (w[0] == "end") {
      regions_.pop_back();
      owners_.pop_back();
    } else if (w.size() > 2 && w[1] == "=") {
      define(w);
    } else if (w.size() == 1) {
      Op x;
      x.instruction = instructions_.at(w[0]);
      x.pipe = pipe(std::string(program_->tree.engine_name(program_->tree.engine_of(x.instruction))));
      put(x);
    } else {
      call(w);
    }
  }

  void define(const std::vector<std::string>& w) {
    Op x;
    if (w[2] == "queue") {
      x.kind = OpKind::queue;
      for (const PositionEntry& p : all_positions()) {
        if (p.word == w[3]) x.position = p.position;
      }
      for (std::size_t n = 4; n + 1 < w.size(); n += 2) {
        (w[n] == "depth" ? x.depth : x.number) = static_cast<std::uint8_t>(std::stoi(w[n + 1]));
      }
    } else if (w[2] == "alloc" || w[2] == "deque") {
      x.kind = w[2] == "alloc" ? OpKind::alloc : OpKind::deque;
      for (std::size_t n = 3; n < w.size(); ++n) x.uses.push_back(values_.at(w[n]));
    } else {
      x.kind = OpKind::fetch_event;
      direction(w[3], x);
    }
    values_[w[0]] = kernel_.define(put(x), w[0]);
  }

  void call(const std::vector<std::string>& w) {
    static const std::map<std::string, OpKind> kinds = {
        {"set", OpKind::set_flag}, {"wait", OpKind::wait_flag}, {"bar", OpKind::barrier},
        {"get", OpKind::get_buf},  {"rls", OpKind::rls_buf},    {"alloc", OpKind::alloc},
        {"free", OpKind::free},    {"enque", OpKind::enque},    {"deque", OpKind::deque}};
    Op x;
    x.kind = kinds.at(w[0]);
    if (values_.contains(w[1])) {
      x.uses.push_back(values_.at(w[1]));
    } else {
      direction(w[1], x);
    }
    if (w.size() > 2 && values_.contains(w[2])) {
      x.uses.push_back(values_.at(w[2]));
    } else if (w.size() > 2) {
      id(w[2].substr(1), x.flag);
    }
    put(x);
  }

  static void direction(const std::string& word, Op& x) {
    const auto arrow = word.find('>');
    x.pipe = pipe(word.substr(0, arrow));
    if (arrow != std::string::npos) x.to = pipe(word.substr(arrow + 1));
  }

  // "3", "e", "0+k%2".
  void id(const std::string& word, FlagId& flag) {
    if (values_.contains(word)) {
      flag.event = values_.at(word);
      return;
    }
    flag.id = std::stoi(word);
    const auto plus = word.find('+');
    if (plus == std::string::npos) return;
    const auto of = word.find('%');
    flag.loop = scopes_.at(word.substr(plus + 1, of - plus - 1));
    flag.count = static_cast<std::uint32_t>(std::stoul(word.substr(of + 1)));
  }

  OpId put(const Op& x) {
    const OpId o = kernel_.make(x);
    kernel_.append(regions_.back(), o);
    return o;
  }

  std::shared_ptr<const Program> program_;
  Kernel kernel_;
  std::map<std::string, InstructionId> instructions_;
  std::map<std::string, ScopeId> scopes_;
  std::map<std::string, ValueId> values_;
  std::vector<RegionId> regions_;
  std::vector<OpId> owners_;
};

}  // namespace counterpoint::ascend::testing
