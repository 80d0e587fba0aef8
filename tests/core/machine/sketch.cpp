// Programs in the short notation of semantics.md 7, for tests.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/machine/sketch.hpp"

#include <cctype>
#include <map>

#include "core/diagnostic/internal_error.hpp"
#include "core/program/program_builder.hpp"

namespace counterpoint::sketch {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}
  [[nodiscard]] bool done() {
    skip();
    return at_ == text_.size();
  }
  [[nodiscard]] bool take(std::string_view word) {
    skip();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  void expect(std::string_view word) { require(take(word), "a sketch is well formed"); }
  [[nodiscard]] std::string name() {
    skip();
    const std::size_t from = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    require(at_ > from, "a name in a sketch");
    return std::string(text_.substr(from, at_ - from));
  }
  [[nodiscard]] int number() {
    const bool minus = take("-");
    const int value = std::stoi(name());
    return minus ? -value : value;
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  std::string_view text_;
  std::size_t at_ = 0;
};

bool divergent(const Sketch& sketch, const std::string& scope) {
  return (" " + sketch.trips).find(" " + scope + "=e") != std::string::npos;
}

struct Building {
  const Sketch& sketch;
  ProgramBuilder builder{"sketch"};
  std::map<std::string, EngineId> engines;
  std::map<std::string, InstructionId> instructions;
  std::map<std::string, ScopeId> scopes;

  void block(Reader& in) {
    do {
      const EngineId engine = engines.at(in.name());
      in.expect(":");
      while (!in.take("|") && !in.take("]")) {
        const std::string name = in.name();
        instructions[name] = builder.tree.add_instruction(engine, name, 0);
        if (in.take("]")) return;
        if (in.take("|")) break;
      }
    } while (true);
  }

  void scope(Reader& in) {
    const std::string name = in.name();
    const TripKind kind = divergent(sketch, name) ? TripKind::divergent : TripKind::dynamic;
    const bool conditional = sketch.body.find(name + ".else{") != std::string::npos;
    if (conditional) {
      scopes[name] = builder.tree.open_conditional(name, kind, 0);
    } else if (in.take(":")) {
      scopes[name] = builder.tree.open_loop(name, TripKind::constant, static_cast<std::uint32_t>(in.number()), 0);
    } else {
      scopes[name] = builder.tree.open_loop(name, kind, 0, 0);
    }
    in.expect("{");
    body(in);
    if (conditional) {
      in.expect(name + ".else{");
      builder.tree.open_else();
      body(in);
    }
    builder.tree.close();
  }

  void body(Reader& in) {
    while (!in.take("}")) {
      if (in.take("[")) {
        block(in);
      } else {
        scope(in);
      }
    }
  }

  void dependency(Reader& in, const std::vector<ScopeId>& parents) {
    const std::string consumer = in.name();
    in.expect("<-");
    const std::string producer = in.name();
    in.expect("(");
    std::vector<int> vector;
    bool star = false;
    do {
      if (in.take("*")) {
        star = true;
      } else {
        vector.push_back(in.number());
      }
    } while (in.take(","));
    in.expect(")");
    // The scopes around the producer, root first; the vector speaks of the first of them.
    std::vector<ScopeId> around;
    for (ScopeId s = parents[instructions.at(producer).value]; s.valid(); s = parent(s))
      around.insert(around.begin(), s);
    std::vector<Distance> distances;
    for (std::size_t i = 0; i < vector.size(); ++i) {
      if (vector[i] != 0) distances.push_back({around.at(i), vector[i]});
    }
    if (const auto c = instructions.find(consumer); c != instructions.end()) {
      builder.add_dependency(c->second, instructions.at(producer), distances, star);
    } else {
      builder.add_control_dependency(scopes.at(consumer), instructions.at(producer), distances, star);
    }
  }

  [[nodiscard]] ScopeId parent(ScopeId s) { return builder.tree.scope(s).parent; }
};

}  // namespace

Program program(const Sketch& sketch, bool inorder) {
  Building b{sketch, ProgramBuilder{"sketch"}, {}, {}, {}};
  for (char digit = '0'; digit <= '9'; ++digit) {
    const std::string name = std::string("e") + digit;
    if (sketch.body.find(name + ":") != std::string::npos) b.engines[name] = b.builder.tree.add_engine(name, inorder);
  }
  Reader in(sketch.body);
  in.expect("R{");
  b.body(in);
  // Where each instruction stands is known once the tree is finished: build it twice.
  Building probe{sketch, ProgramBuilder{"sketch"}, {}, {}, {}};
  for (const auto& [name, id] : b.engines) probe.engines[name] = probe.builder.tree.add_engine(name, inorder);
  Reader again(sketch.body);
  again.expect("R{");
  probe.body(again);
  const Tree tree = probe.builder.tree.finish();
  std::vector<ScopeId> parents;
  for (const InstructionId i : tree.instructions()) parents.push_back(tree.scope_of(i));
  Reader dependencies(sketch.dependencies);
  while (!dependencies.done()) b.dependency(dependencies, parents);
  return b.builder.finish();
}

Trips trips(const Program& program, const Sketch& sketch) {
  Trips result(program.tree);
  std::map<std::string, ScopeId> scopes;
  std::map<std::string, EngineId> engines;
  for (const ScopeId s : program.tree.scopes()) scopes[program.tree.scope_name(s)] = s;
  for (const EngineId e : program.tree.engines()) engines[std::string(program.tree.engine_name(e))] = e;
  Reader in(sketch.trips);
  const auto list = [&] {
    std::vector<std::uint32_t> counts;
    in.expect("[");
    do counts.push_back(static_cast<std::uint32_t>(in.number()));
    while (in.take(","));
    in.expect("]");
    return counts;
  };
  while (!in.done()) {
    const std::string name = in.name();
    in.expect("=");
    if (!divergent(sketch, name)) {
      result.set_list(scopes.at(name), list());
      continue;
    }
    do {
      const EngineId engine = engines.at(in.name());
      in.expect(":");
      result.set_list(scopes.at(name), engine, list());
    } while (in.take(","));
  }
  return result;
}

}  // namespace counterpoint::sketch
