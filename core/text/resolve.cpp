// Dependencies as written, resolved when the whole file is read.
// SPDX-License-Identifier: Apache-2.0
#include "core/text/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {

ScopeId ScopeNames::find(std::string_view name, const TreeBuilder& tree) const {
  if (const auto number = index.find(name)) return scope[*number];
  constexpr std::string_view suffix = ".else";
  if (!name.ends_with(suffix)) return ScopeId::none();
  const auto number = index.find(name.substr(0, name.size() - suffix.size()));
  return number && scope[*number].valid() ? tree.scope(scope[*number]).sibling : ScopeId::none();
}

namespace {

// Candidates for a misspelt producer are looked for among this many instructions before and after the consumer: a
// misspelling is near to what it means, and a hundred messages must not read ten million names each.
constexpr std::size_t neighbourhood = 5000;

class Resolver {
 public:
  Resolver(std::string_view text, const ScopeNames& scopes, const InstructionNames& instructions,
           ProgramBuilder& builder, Problems& problems)
      : scopes_(scopes), instructions_(instructions), builder_(builder), problems_(problems), lexer_(text, nullptr) {}

  void resolve(const Reference& r, bool control);

 private:
  struct Place {
    ScopeId consumer;
    ScopeId producer;
  };
  [[nodiscard]] const Scope& scope(ScopeId s) const { return builder_.tree.scope(s); }
  [[nodiscard]] bool encloses(ScopeId outer, ScopeId inner) const {
    return outer == Tree::root() || (inner >= outer && inner < scope(outer).subtree_end);
  }
  void unknown_producer(const Reference& r, bool control);
  // Reads the distances after the producer's name; false after an error.
  [[nodiscard]] bool read_distances(const Place& place);
  [[nodiscard]] bool check_loop(const Token& name, ScopeId loop, const Place& place);
  [[nodiscard]] bool check_order(const Token& name, ScopeId loop);
  void not_common(const Token& name, ScopeId loop, const Place& place);
  void unknown_loop(const Token& name, const Place& place);
  [[nodiscard]] bool check_vector(std::uint32_t offset);
  [[nodiscard]] std::string quoted(const Token& t) const { return fmt::format("'{}'", excerpt(lexer_.text(t))); }

  const ScopeNames& scopes_;
  const InstructionNames& instructions_;
  ProgramBuilder& builder_;
  Problems& problems_;
  Lexer lexer_;
  std::vector<Distance> distances_;  // of the reference at hand, with zeros
  bool star_ = false;
};

void Resolver::resolve(const Reference& r, bool control) {
  const InstructionId producer = instructions_.instruction[r.producer];
  if (!producer.valid()) return unknown_producer(r, control);
  lexer_.seek(r.offset);
  (void)lexer_.next();
  distances_.clear();
  star_ = false;
  const ScopeId consumer_scope = control ? scope(ScopeId{std::size_t{r.consumer}}).parent
                                         : builder_.tree.scope_of(InstructionId{std::size_t{r.consumer}});
  if (!read_distances({consumer_scope, builder_.tree.scope_of(producer)})) return;
  if (!check_vector(r.offset)) return;
  std::erase_if(distances_, [](const Distance& d) { return d.distance == 0; });
  if (control) {
    builder_.add_control_dependency(ScopeId{std::size_t{r.consumer}}, producer, distances_, star_);
  } else {
    builder_.add_dependency(InstructionId{std::size_t{r.consumer}}, producer, distances_, star_);
  }
}

void Resolver::unknown_producer(const Reference& r, bool control) {
  lexer_.seek(r.offset);
  const Token name = lexer_.next();
  const std::size_t count = builder_.tree.instruction_count();
  const std::size_t pivot = control ? 0 : r.consumer;
  const std::size_t first = pivot > neighbourhood ? pivot - neighbourhood : 0;
  std::vector<std::string_view> candidates;
  for (std::size_t i = first; i < std::min(count, pivot + neighbourhood); ++i) {
    candidates.push_back(builder_.tree.instruction_name(InstructionId{i}));
  }
  Diagnostic& d = problems_
                      .report(Code::unknown_producer, r.offset, "there is no instruction of this name",
                              "an instruction of the program", quoted(name))
                      .diagnostic;
  d.nearest = nearest_name(lexer_.text(name), candidates);
  if (scopes_.find(lexer_.text(name), builder_.tree).valid()) {
    d.help = "that is a scope; name the instruction in it that must have retired";
  }
}

bool Resolver::read_distances(const Place& place) {
  // The parser has checked the syntax: NAME {"@" NAME ("-" | "+") INT} ["@" "*"].
  for (Token t = lexer_.next(); t.kind == TokenKind::at; t = lexer_.next()) {
    const Token name = lexer_.next();
    if (name.kind == TokenKind::star) {
      star_ = true;
      return true;
    }
    const bool forward = lexer_.next().kind == TokenKind::plus;
    const Token number = lexer_.next();
    const ScopeId loop = scopes_.find(lexer_.text(name), builder_.tree);
    if (!check_loop(name, loop, place) || !check_order(name, loop)) return false;
    const auto distance = static_cast<std::int32_t>(number.value);
    distances_.push_back({loop, forward ? -distance : distance});
  }
  return true;
}

bool Resolver::check_loop(const Token& name, ScopeId loop, const Place& place) {
  if (!loop.valid()) {
    unknown_loop(name, place);
    return false;
  }
  if (!scope(loop).is_loop()) {
    problems_
        .report(Code::distance_on_conditional, name.begin, "distances are counted on loops", "a loop",
                fmt::format("the conditional {}", quoted(name)))
        .diagnostic.help =
        "a conditional runs at most once for each iteration around it; count on the loop that holds it";
    return false;
  }
  if (encloses(loop, place.consumer) && encloses(loop, place.producer)) return true;
  not_common(name, loop, place);
  return false;
}

void Resolver::not_common(const Token& name, ScopeId loop, const Place& place) {
  Diagnostic& d =
      problems_
          .report(Code::distance_not_common, name.begin, "a distance is counted on a loop around both instructions",
                  "a loop that holds consumer and producer", quoted(name))
          .diagnostic;
  if (encloses(loop, place.producer)) {
    d.help = "only the producer is in this loop: without a distance on it, all its iterations so far are waited for";
  } else if (encloses(loop, place.consumer)) {
    d.help = "only the consumer is in this loop: leave the distance out";
  } else {
    d.help = "neither of the two is in this loop";
  }
}

void Resolver::unknown_loop(const Token& name, const Place& place) {
  std::vector<std::string_view> candidates;
  for (ScopeId s = place.consumer; s != Tree::root(); s = scope(s).parent) {
    if (scope(s).is_loop() && encloses(s, place.producer)) candidates.push_back(builder_.tree.text(scope(s).name));
  }
  Diagnostic& d = problems_
                      .report(Code::unknown_loop, name.begin, "there is no loop of this name",
                              "a loop that holds consumer and producer", quoted(name))
                      .diagnostic;
  d.nearest = nearest_name(lexer_.text(name), candidates);
  if (d.nearest.empty()) d.nearest = nearest_name(lexer_.text(name), scopes_.index.candidates());
}

bool Resolver::check_order(const Token& name, ScopeId loop) {
  if (distances_.empty() || scope(loop).depth > scope(distances_.back().loop).depth) return true;
  const bool twice = std::ranges::any_of(distances_, [&](const Distance& d) { return d.loop == loop; });
  if (twice) {
    problems_.report(Code::distance_twice, name.begin, "this loop has a distance already", "each loop once",
                     quoted(name));
  } else {
    problems_.report(
        Code::distance_order, name.begin, "distances are written outermost loop first",
        fmt::format("{} before '{}'", quoted(name), excerpt(builder_.tree.text(scope(distances_.back().loop).name))));
  }
  return false;
}

bool Resolver::check_vector(std::uint32_t offset) {
  if (star_ && (distances_.size() != 1 || distances_.front().distance < 1)) {
    problems_
        .report(Code::star_without_distance, offset,
                "'@*' means all iterations below one loop, so it follows exactly one loop at a distance",
                "PRODUCER@LOOP-N@* with N >= 1",
                fmt::format("{} {}", distances_.size(), distances_.size() == 1 ? "loop" : "loops"))
        .diagnostic.help = "for everything up to the end of the previous iteration of LOOP write PRODUCER@LOOP-1@*";
    return false;
  }
  for (const Distance& d : distances_) {
    if (d.distance > 0) return true;
    if (d.distance < 0) {
      problems_.report(
          Code::distance_forward, offset, "this dependency points to a later iteration",
          "a distance vector whose first component that is not 0 is written with '-'",
          fmt::format("'@{}+{}' first", excerpt(builder_.tree.text(scope(d.loop).name)), -std::int64_t{d.distance}));
      return false;
    }
  }
  return true;
}

}  // namespace

void resolve(std::string_view text, const References& references, const ScopeNames& scopes,
             const InstructionNames& instructions, ProgramBuilder& builder, Problems& problems) {
  builder.reserve_dependencies(references.of_instructions.size() + references.of_scopes.size());
  Resolver resolver(text, scopes, instructions, builder, problems);
  for (const Reference& r : references.of_instructions) {
    if (problems.full()) return;
    resolver.resolve(r, false);
  }
  for (const Reference& r : references.of_scopes) {
    if (problems.full()) return;
    resolver.resolve(r, true);
  }
}

}  // namespace counterpoint
