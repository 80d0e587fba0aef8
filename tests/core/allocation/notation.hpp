// The one-line notation of semantics.md 7, read into a program and its trips.
// SPDX-License-Identifier: Apache-2.0
//
// `R{Q{S{[e0: p | e1: c] L{[e0: a]}}}}  S=[2,1] L=e0:[1],e1:[2] K=2  c<-p(0,1,-1) a<-c(0,1,*)`: scopes, then trips
// (`[...]` dynamic, by engine divergent, a bare number constant), then dependencies with the distance on each common
// scope, the root first; `*` follows the last component that is meant. `A{...} A.else{...}` is a conditional, A its
// trips (0 or 1). `!A<-p(0)` is a control dependency of scope A.
#pragma once

#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/program/program_builder.hpp"
#include "tests/core/allocation/closed_clocks.hpp"

namespace counterpoint::testing {

struct Case {
  Program program;
  RunTrips trips;
};

class NotationReader {
 public:
  explicit NotationReader(std::string_view text) : text_(text) {}
  Case read() {
    find_engines();
    const std::size_t body = skip_to_header();
    at_ = body;
    expect('R');
    expect('{');
    items();
    while (!at_end()) dependency();
    Case out{builder_.finish(), {}};
    fill(out);
    return out;
  }

 private:
  struct Trips {
    TripKind kind = TripKind::dynamic;
    std::uint32_t constant = 0;
    std::map<std::string, std::vector<std::uint32_t>> by_engine;  // "" for all
  };

  void blank() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool at_end() {
    blank();
    return at_ == text_.size();
  }
  char peek() {
    blank();
    require(at_ < text_.size(), "the notation goes on");
    return text_[at_];
  }
  bool accept(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) { require(accept(c), "the notation is well formed"); }
  std::string word() {
    blank();
    const std::size_t from = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_' || text_[at_] == '.')) {
      ++at_;
    }
    require(at_ > from, "a word is expected");
    return std::string(text_.substr(from, at_ - from));
  }
  std::int64_t number() {
    const bool minus = accept('-');
    const std::int64_t n = std::stoll(word());
    return minus ? -n : n;
  }

  // Engines e0, e1, ... in their order: they must be declared before the body.
  void find_engines() {
    for (char digit = '0'; digit <= '9'; ++digit) {
      const std::string name = std::string("e") + digit;
      if (text_.find(name + ":") == std::string_view::npos) continue;
      engines_[name] = builder_.tree.add_engine(name, false);
    }
  }
  // Reads the trips, which stand behind the body, first. Returns where the body starts.
  std::size_t skip_to_header() {
    std::size_t depth = 0;
    do {
      if (text_[at_] == '{') ++depth;
      if (text_[at_] == '}') --depth;
      ++at_;
    } while (depth > 0 || text_[at_ - 1] != '}');
    header_ = at_;
    while (!at_end()) {
      const std::size_t before = at_;
      if (peek() == '!') break;
      const std::string scope = word();
      if (!accept('=')) {
        at_ = before;
        break;
      }
      trips(scopes_[scope]);
    }
    rest_ = at_;
    return 0;
  }
  std::vector<std::uint32_t> list() {
    std::vector<std::uint32_t> out;
    expect('[');
    do out.push_back(static_cast<std::uint32_t>(number()));
    while (accept(','));
    expect(']');
    return out;
  }
  void trips(Trips& t) {
    if (peek() == '[') {
      t.by_engine[""] = list();
    } else if (peek() == 'e') {
      t.kind = TripKind::divergent;
      do {
        const std::string engine = word();
        expect(':');
        t.by_engine[engine] = list();
      } while (accept(','));
    } else {
      t.kind = TripKind::constant;
      t.constant = static_cast<std::uint32_t>(number());
    }
  }

  void items() {
    while (!accept('}')) {
      if (accept('[')) {
        block();
        continue;
      }
      const std::string name = word();
      const Trips& t = scopes_[name];
      expect('{');
      if (name.ends_with(".else")) {
        items();
        builder_.tree.close();
      } else if (text_.find(name + ".else") != std::string_view::npos) {
        ids_[name] = builder_.tree.open_conditional(name, t.kind, 1);
        items();
        ids_[name + ".else"] = builder_.tree.open_else();
      } else {
        ids_[name] = builder_.tree.open_loop(name, t.kind, t.constant, 1);
        items();
        builder_.tree.close();
      }
    }
    if (builder_.tree.depth() == 0) at_ = rest_;
  }
  void block() {
    EngineId engine;
    while (!accept(']')) {
      if (accept('|')) continue;
      const std::string name = word();
      if (accept(':')) {
        engine = engines_.at(name);
      } else {
        instructions_[name] = builder_.tree.add_instruction(engine, name, 1);
        scope_of_[name] = builder_.tree.current();
        order_.push_back(name);
      }
    }
  }
  std::vector<ScopeId> path(ScopeId s) {
    std::vector<ScopeId> out;
    for (; s.valid(); s = builder_.tree.scope(s).parent) out.insert(out.begin(), s);
    return out;
  }
  void dependency() {
    const bool control = accept('!');
    const std::string consumer = word();
    expect('<');
    expect('-');
    const std::string producer = word();
    expect('(');
    const ScopeId held = control ? ids_.at(consumer) : ScopeId::none();
    const auto a = path(control ? builder_.tree.scope(held).parent : scope_of_.at(consumer));
    const auto b = path(scope_of_.at(producer));
    std::vector<Distance> distances;
    bool star = false;
    for (std::size_t i = 0; !accept(')'); ++i) {
      if (i > 0) expect(',');
      if (accept('*')) {
        star = true;
        continue;
      }
      require(i < a.size() && i < b.size() && a[i] == b[i], "a distance stands for a common scope");
      const auto k = static_cast<std::int32_t>(number());
      if (k != 0) distances.push_back({a[i], k});
    }
    const InstructionId p = instructions_.at(producer);
    if (control) {
      builder_.add_control_dependency(held, p, distances, star);
    } else {
      builder_.add_dependency(instructions_.at(consumer), p, distances, star);
    }
  }
  void fill(Case& out) {
    const Tree& tree = out.program.tree;
    out.trips.lists.resize(tree.scope_count());
    for (const ScopeId s : tree.scopes()) {
      const Trips& t = scopes_[s == Tree::root() ? "" : tree.scope_name(s)];
      for (const EngineId e : tree.engines()) {
        const auto own = t.by_engine.find(std::string(tree.engine_name(e)));
        const auto all = t.by_engine.find("");
        out.trips.lists[s.value].push_back(own != t.by_engine.end()   ? own->second
                                           : all != t.by_engine.end() ? all->second
                                                                      : std::vector<std::uint32_t>{1});
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t header_ = 0;
  std::size_t rest_ = 0;
  ProgramBuilder builder_{"p"};
  std::map<std::string, EngineId> engines_;
  std::map<std::string, Trips> scopes_;
  std::map<std::string, ScopeId> ids_;
  std::map<std::string, InstructionId> instructions_;
  std::map<std::string, ScopeId> scope_of_;
  std::vector<std::string> order_;
};

inline Case read_case(std::string_view text) { return NotationReader(text).read(); }

}  // namespace counterpoint::testing
