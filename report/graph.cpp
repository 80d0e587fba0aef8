// The dependence graph of a program as DOT.
// SPDX-License-Identifier: Apache-2.0
#include "report/graph.hpp"

#include <fmt/format.h>

#include <array>

#include "core/dependence/classify.hpp"
#include "core/dependence/wording.hpp"
#include "core/text/tree_walk.hpp"

namespace counterpoint::report {
namespace {

constexpr std::array<std::string_view, 8> colors = {"#7fb2e5", "#f0b46a", "#93cf9b", "#cfa2dc",
                                                    "#f29a9a", "#6cc5c1", "#d8c45a", "#b0b7c3"};

// A string of DOT.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

class Dot {
 public:
  explicit Dot(const Program& program) : program_(program), tree_(program.tree) {}

  std::string document() {
    out_ = fmt::format("digraph {} {{\n  rankdir=TB; compound=true;\n", quoted(tree_.name()));
    out_ += "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11];\n";
    out_ += "  edge [fontname=\"Helvetica\", fontsize=9];\n";
    walk(tree_, *this);
    for (const DependencyId d : program_.all_dependencies()) edge(d);
    return out_ + "}\n";
  }

  void enter(ScopeId s) {
    ++depth_;
    line(fmt::format("subgraph cluster_{} {{", s.value));
    line(fmt::format("  label={}; labeljust=l; style=rounded; color=\"#8a93a3\";", quoted(scope_label(tree_, s))));
    // Where a control dependency ends, and what keeps an empty scope in the picture.
    line(fmt::format("  s{} [shape=point, style=invis];", s.value));
  }
  void leave(ScopeId) {
    line("}");
    --depth_;
  }
  void barrier(bool) {}
  void block(BlockId b) {
    for (std::size_t n = tree_.block(b).first; n < tree_.block(b).last; ++n) {
      const InstructionId i{n};
      const EngineId e = tree_.engine_of(i);
      // "\n" within the label is DOT's line break; the names are quoted on their own.
      std::string label = quoted(tree_.instruction_name(i));
      label.pop_back();
      label += "\\n" + quoted(tree_.engine_name(e)).substr(1);
      line(fmt::format("  i{} [label={}, fillcolor=\"{}\"];", n, label, colors[e.value % colors.size()]));
    }
  }

 private:
  void line(std::string_view text) { out_ += fmt::format("{}{}\n", std::string(2 * depth_, ' '), text); }

  void edge(DependencyId d) {
    const Dependency& x = program_.dependency(d);
    const bool back = x.distance_count != 0;
    out_ += fmt::format("  i{} -> {}{} [label={}", x.producer.value, x.control ? "s" : "i", x.consumer,
                        quoted(edge_label(program_, d)));
    if (x.control) out_ += fmt::format(", lhead=cluster_{}", x.consumer);
    out_ += back ? ", style=dashed, color=\"#b3441e\", constraint=false];\n" : "];\n";
  }

  const Program& program_;
  const Tree& tree_;
  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string edge_label(const Program& program, DependencyId d) {
  std::string label;
  for (const Distance& x : program.distances_of(d)) {
    label += fmt::format("{}{}{} ", program.tree.text(program.tree.scope(x.loop).name), x.distance < 0 ? '+' : '-',
                         x.distance < 0 ? -std::int64_t{x.distance} : std::int64_t{x.distance});
  }
  if (program.dependency(d).star) label += "* ";
  return label + std::string(class_name(classify(program, d).kind));
}

std::string scope_label(const Tree& tree, ScopeId s) {
  const Scope& scope = tree.scope(s);
  const std::string_view name = tree.text(scope.name);
  switch (scope.kind) {
    case ScopeKind::root: return std::string(tree.name());
    case ScopeKind::then_branch:
      return fmt::format("if {}{}", name, scope.trip_kind == TripKind::divergent ? " divergent" : "");
    case ScopeKind::else_branch: return fmt::format("else of {}", name);
    case ScopeKind::loop: break;
  }
  if (scope.trip_kind == TripKind::constant) return fmt::format("loop {} trips {}", name, scope.trips);
  return fmt::format("loop {} trips {}", name, scope.trip_kind == TripKind::dynamic ? "dynamic" : "divergent");
}

std::string graph_dot(const Program& program) { return Dot(program).document(); }

}  // namespace counterpoint::report
