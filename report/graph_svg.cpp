// The dependence graph of a program as SVG: engines are columns, the text runs downwards.
// SPDX-License-Identifier: Apache-2.0
//
// Layout. One walk over the tree gives every instruction its row: the n-th instruction of an engine in a block stands
// in the n-th row of that block, and every scope has a row for its label. A scope is a box from its label to its last
// row, as far in from the sides as it is deep. Edges are curves between the sides of two nodes that face each other;
// within a column they bulge to the right, the farther the longer they are.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "core/text/tree_walk.hpp"
#include "report/graph.hpp"

namespace counterpoint::report {
namespace {

constexpr double row_height = 34;
constexpr double node_height = 22;
constexpr double inset = 10;

// Where everything is, in rows and columns.
class Layout {
 public:
  explicit Layout(const Tree& tree)
      : tree_(tree), row_(tree.instruction_count(), 0), first_(tree.scope_count(), 0), last_(tree.scope_count(), 0) {
    std::size_t longest = 5;
    for (const InstructionId i : tree.instructions()) longest = std::max(longest, tree.instruction_name(i).size());
    for (const EngineId e : tree.engines()) longest = std::max(longest, tree.engine_name(e).size());
    node_ = std::max(64.0, 7.5 * static_cast<double>(longest) + 16);
    for (const ScopeId s : tree.scopes()) deepest_ = std::max(deepest_, tree.scope(s).depth);
    walk(tree, *this);
  }

  void enter(ScopeId s) { first_[s] = rows_++; }
  void leave(ScopeId s) { last_[s] = rows_ - 1; }
  void barrier(bool) {}
  void block(BlockId b) {
    IdVector<EngineId, std::uint32_t> used(tree_.engine_count(), 0);
    std::uint32_t height = 0;
    for (std::size_t n = tree_.block(b).first; n < tree_.block(b).last; ++n) {
      const InstructionId i{n};
      row_[i] = rows_ + used[tree_.engine_of(i)]++;
      height = std::max(height, used[tree_.engine_of(i)]);
    }
    rows_ += height;
  }

  [[nodiscard]] double margin() const { return 14 + inset * (deepest_ + 1); }
  [[nodiscard]] double column_width() const { return node_ + 74; }
  [[nodiscard]] double node_width() const { return node_; }
  [[nodiscard]] double width() const {
    return std::max(300.0, 2 * margin() + column_width() * static_cast<double>(tree_.engine_count()));
  }
  [[nodiscard]] double height() const { return top() + row_height * rows_ + 44; }
  [[nodiscard]] static double top() { return 40; }
  [[nodiscard]] double y(std::uint32_t row) const { return top() + row_height * row + row_height / 2; }
  [[nodiscard]] double x(EngineId e) const { return margin() + column_width() * (e.value + 0.5); }
  [[nodiscard]] std::uint32_t row(InstructionId i) const { return row_[i]; }
  [[nodiscard]] std::uint32_t first(ScopeId s) const { return first_[s]; }
  [[nodiscard]] std::uint32_t last(ScopeId s) const { return last_[s]; }

 private:
  const Tree& tree_;
  IdVector<InstructionId, std::uint32_t> row_;
  IdVector<ScopeId, std::uint32_t> first_;
  IdVector<ScopeId, std::uint32_t> last_;
  std::uint32_t rows_ = 0;
  std::uint32_t deepest_ = 0;
  double node_ = 0;
};

class GraphDrawing {
 public:
  explicit GraphDrawing(const Program& program)
      : program_(program),
        tree_(program.tree),
        at_(tree_),
        svg_(fmt::format("Dependence graph of {}", tree_.name()),
             "Engines are columns; the text runs downwards. An edge leads from a producer to its consumer; a dashed "
             "one is carried by a loop.") {}

  std::string draw(bool standalone) {
    svg_.rectangle(0, 0, at_.width(), at_.height(), "ground");
    for (const ScopeId s : tree_.scopes()) {
      if (s != Tree::root() && !empty_else(s)) scope(s);
    }
    columns();
    for (const DependencyId d : program_.all_dependencies()) edge(d);
    for (const InstructionId i : tree_.instructions()) node(i);
    svg_.raw(labels_);
    svg_.text(14, at_.height() - 28, "Without a label: direct, in the same iteration.", "soft small");
    svg_.text(14, at_.height() - 12, "Dashed: carried by a loop, with the distance.", "soft small");
    return standalone ? svg_.standalone_file(at_.width(), at_.height())
                      : svg_.inline_element(at_.width(), at_.height());
  }

 private:
  [[nodiscard]] bool empty_else(ScopeId s) const {
    return tree_.scope(s).kind == ScopeKind::else_branch && tree_.items(s).empty();
  }

  void scope(ScopeId s) {
    const double left = 8 + inset * tree_.scope(s).depth;
    const double from = at_.y(at_.first(s)) - row_height / 2 + 4;
    const double to = at_.y(at_.last(s)) + row_height / 2 - 2;
    svg_.rectangle(left, from, at_.width() - 2 * left, to - from, "scope", " rx=\"6\"");
    svg_.text(left + 8, from + 16, scope_label(tree_, s), "soft");
  }

  void columns() {
    for (const EngineId e : tree_.engines()) {
      const double x = at_.x(e);
      svg_.path(fmt::format("M {0} 34 V {1}", coordinate(x), coordinate(at_.height() - 40)), "column");
      svg_.rectangle(x - at_.node_width() / 2, 8, at_.node_width(), node_height, fmt::format("node e{}", e.value % 8),
                     " rx=\"11\"");
      svg_.text(x, 23, tree_.engine_name(e), "middle strong");
    }
  }

  void node(InstructionId i) {
    const EngineId e = tree_.engine_of(i);
    const double y = at_.y(at_.row(i));
    svg_.rectangle(at_.x(e) - at_.node_width() / 2, y - node_height / 2, at_.node_width(), node_height,
                   fmt::format("node e{}", e.value % 8), fmt::format(" rx=\"4\" data-instruction=\"{}\"", i.value),
                   fmt::format("{} on {}, line {}", tree_.instruction_name(i), tree_.engine_name(e), tree_.line_of(i)));
    svg_.text(at_.x(e), y + 4, tree_.instruction_name(i), "middle");
  }

  struct Curve {
    std::string path;
    double label_x = 0;
    double label_y = 0;
  };

  // From the right or left side of the producer to the side of the consumer that faces it.
  [[nodiscard]] Curve curve(double x1, double y1, double x2, double y2, bool back) const {
    const double half = at_.node_width() / 2;
    if (x1 == x2) {  // one column: around the right side
      const double bulge = 14 + std::min(30.0, std::abs(y2 - y1) / 12);
      const double x = x1 + half;
      return {fmt::format("M {0} {1} C {2} {3} {2} {4} {0} {5}", coordinate(x), coordinate(y1 + 4),
                          coordinate(x + 1.4 * bulge), coordinate(y1 + 6), coordinate(y2 - 6), coordinate(y2 - 3)),
              x + 4, (y1 + y2) / 2};
    }
    const double side = x2 > x1 ? 1 : -1;
    // Opposite edges of two nodes, and carried ones, keep apart.
    y1 -= side * (back ? 7 : 3);
    y2 -= side * (back ? 7 : 3);
    const double from = x1 + side * half;
    const double to = x2 - side * half;
    const double pull = side * std::max(24.0, std::abs(to - from) / 2);
    return {fmt::format("M {} {} C {} {} {} {} {} {}", coordinate(from), coordinate(y1), coordinate(from + pull),
                        coordinate(y1), coordinate(to - pull), coordinate(y2), coordinate(to), coordinate(y2)),
            (from + to) / 2, (y1 + y2) / 2 + (side < 0 ? 11 : -4)};
  }

  void edge(DependencyId d) {
    const Dependency& x = program_.dependency(d);
    const EngineId from = tree_.engine_of(x.producer);
    const double y1 = at_.y(at_.row(x.producer));
    const bool back = x.distance_count != 0;
    const std::string label = edge_label(program_, d);
    const std::string name = fmt::format("{} waits for {} on {}: {}", program_.consumer_name(d),
                                         tree_.instruction_name(x.producer), tree_.engine_name(from), label);
    const double x2 = x.control ? 16 + inset * tree_.scope(ScopeId{std::size_t{x.consumer}}).depth
                                : at_.x(tree_.engine_of(InstructionId{std::size_t{x.consumer}}));
    const double y2 = x.control ? at_.y(at_.first(ScopeId{std::size_t{x.consumer}}))
                                : at_.y(at_.row(InstructionId{std::size_t{x.consumer}}));
    const double reach = x.control ? at_.node_width() / 2 : 0;  // a scope has no half
    Curve c = curve(at_.x(from), y1, x2 - reach, y2, back);
    svg_.path(
        c.path, back ? "edge back" : "edge",
        fmt::format(" data-producer=\"{}\" data-consumer=\"{}{}\"", x.producer.value, x.control ? "s" : "", x.consumer),
        name);
    if (label == "direct") return;
    while (!taken_.emplace(std::lround(c.label_x / 60), std::lround(c.label_y / 11)).second) c.label_y += 11;
    labels_ +=
        fmt::format("<text class=\"{} halo small {}\" x=\"{}\" y=\"{}\">{}</text>\n", back ? "label-back" : "soft",
                    at_.x(from) == x2 ? "" : "middle", coordinate(c.label_x), coordinate(c.label_y), escaped(label));
  }

  const Program& program_;
  const Tree& tree_;
  Layout at_;
  Svg svg_;
  std::string labels_;
  std::set<std::pair<long, long>> taken_;  // where labels are, in cells of the size of a short one
};

}  // namespace

std::string graph_svg(const Program& program, bool standalone) { return GraphDrawing(program).draw(standalone); }

}  // namespace counterpoint::report
