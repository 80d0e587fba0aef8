// The text form of steps and traces.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

namespace counterpoint {
namespace {

constexpr std::array<std::string_view, 6> kind_words = {"internal", "visit", "issue", "commit", "retire", "end"};
constexpr std::string_view retire_word = "retire";
constexpr std::size_t most_errors_of_steps = 100;

// Reads lines against one tree. Names are indexed once.
class TraceReader {
 public:
  explicit TraceReader(const Tree& tree) : tree_(tree) {
    for (const EngineId e : tree.engines()) engines_.emplace(tree.engine_name(e), e);
    for (const InstructionId i : tree.instructions()) instructions_.emplace(tree.instruction_name(i), i);
    for (const ScopeId s : tree.scopes()) {
      const Scope& scope = tree.scope(s);
      if (scope.kind == ScopeKind::loop || scope.kind == ScopeKind::then_branch) {
        scopes_.emplace(tree.text(scope.name), s);
      }
    }
  }

  // One line without its comment; nothing if it is empty.
  void line(std::string_view text, std::uint32_t number) {
    words_.clear();
    columns_.clear();
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == ' ' || text[at] == '\t' || text[at] == '\r') {
        ++at;
        continue;
      }
      const std::size_t end = std::min(text.find_first_of(" \t\r", at), text.size());
      words_.push_back(text.substr(at, end - at));
      columns_.push_back(static_cast<std::uint32_t>(at + 1));
      at = end;
    }
    if (words_.empty()) return;
    number_ = number;
    if (auto step = read()) {
      steps.push_back(*step);
      lines.push_back(number);
    } else {
      errors.push_back(std::move(step.error()));
    }
  }

  std::vector<Step> steps;
  std::vector<std::uint32_t> lines;
  Diagnostics errors;

 private:
  using Read = tl::expected<Step, Diagnostic>;

  [[nodiscard]] tl::unexpected<Diagnostic> error(Code code, std::size_t word, std::string message,
                                                 std::string nearest = {}) const {
    Diagnostic d = diagnose(code, {number_, word < columns_.size() ? columns_[word] : 1}, std::move(message));
    d.nearest = std::move(nearest);
    return tl::unexpected<Diagnostic>(std::move(d));
  }

  [[nodiscard]] Read read() const {
    Step step;
    std::size_t kind = 0;
    while (kind < kind_words.size() && kind_words[kind] != words_[0]) ++kind;
    if (kind == kind_words.size()) {
      return error(Code::unknown_step, 0, fmt::format("no kind of step '{}'", excerpt(words_[0])),
                   nearest_name(words_[0], {kind_words.begin(), kind_words.end()}));
    }
    step.kind = static_cast<StepKind>(kind);
    if (words_.size() < 2) return error(Code::unknown_step, 0, "the engine of the step is missing");
    const auto engine = engines_.find(words_[1]);
    if (engine == engines_.end()) {
      std::vector<std::string_view> names;
      for (const EngineId e : tree_.engines()) names.push_back(tree_.engine_name(e));
      return error(Code::unknown_step_engine, 1, fmt::format("no engine '{}'", excerpt(words_[1])),
                   nearest_name(words_[1], names));
    }
    step.engine = engine->second;
    switch (step.kind) {
      case StepKind::end: return done(step, 2);
      case StepKind::internal: return internal(step);
      case StepKind::visit: return visit(step);
      default: return instance(step);
    }
  }

  // No word may follow the first `count`.
  [[nodiscard]] Read done(const Step& step, std::size_t count) const {
    if (words_.size() <= count) return step;
    return error(Code::unknown_step, count, fmt::format("'{}' is one word too many", excerpt(words_[count])));
  }

  [[nodiscard]] Read internal(Step step) const {
    if (words_.size() == 2) return step;
    if (words_[2] != retire_word) {
      return error(Code::unknown_step, 2, fmt::format("'{}' cannot follow an internal step", excerpt(words_[2])),
                   std::string(retire_word));
    }
    step.subject = Step::retire_signal;
    return done(step, 3);
  }

  [[nodiscard]] Read visit(Step step) const {
    if (words_.size() < 3) return error(Code::unknown_step, 0, "the scope of the visit is missing");
    const auto scope = scopes_.find(words_[2]);
    if (scope == scopes_.end()) {
      std::vector<std::string_view> names;
      for (const auto& [name, id] : scopes_) names.push_back(name);
      std::ranges::sort(names);
      return error(Code::unknown_step_subject, 2, fmt::format("no loop or conditional '{}'", excerpt(words_[2])),
                   nearest_name(words_[2], names));
    }
    step.subject = scope->second.value;
    return done(step, 3);
  }

  [[nodiscard]] Read instance(Step step) const {
    if (words_.size() < 3) return error(Code::unknown_step, 0, "the instruction of the step is missing");
    const auto instruction = instructions_.find(words_[2]);
    if (instruction == instructions_.end() || tree_.engine_of(instruction->second) != step.engine) {
      std::vector<std::string_view> names;
      // A hundred errors against ten million names would take minutes.
      const bool few = tree_.instruction_count() <= 100'000;
      for (const InstructionId i : few ? tree_.instructions() : IdRange<InstructionId>{}) {
        if (tree_.engine_of(i) == step.engine) names.push_back(tree_.instruction_name(i));
      }
      return error(Code::unknown_step_subject, 2,
                   fmt::format("no instruction '{}' on engine '{}'", excerpt(words_[2]), words_[1]),
                   nearest_name(words_[2], names));
    }
    step.subject = instruction->second.value;
    if (step.kind != StepKind::commit || words_.size() == 3) return done(step, 3);
    const std::string_view word = words_[3];
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), step.ordinal);
    if (failure != std::errc{} || end != word.data() + word.size()) {
      return error(Code::unknown_step, 3, fmt::format("'{}' is no position in flight", excerpt(word)));
    }
    return done(step, 4);
  }

  const Tree& tree_;
  std::unordered_map<std::string_view, EngineId> engines_;
  std::unordered_map<std::string_view, InstructionId> instructions_;
  std::unordered_map<std::string_view, ScopeId> scopes_;
  std::vector<std::string_view> words_;
  std::vector<std::uint32_t> columns_;
  std::uint32_t number_ = 0;
};

}  // namespace

std::string to_text(const Tree& tree, const Step& step) {
  const std::string_view kind = kind_words[static_cast<std::size_t>(step.kind)];
  const std::string_view engine = tree.engine_name(step.engine);
  switch (step.kind) {
    case StepKind::internal:
      return step.subject == Step::retire_signal ? fmt::format("{} {} {}", kind, engine, retire_word)
                                                 : fmt::format("{} {}", kind, engine);
    case StepKind::visit:
      return fmt::format("{} {} {}", kind, engine, tree.scope_name(ScopeId{std::size_t{step.subject}}));
    case StepKind::commit:
      return fmt::format("{} {} {} {}", kind, engine, tree.instruction_name(InstructionId{std::size_t{step.subject}}),
                         step.ordinal);
    case StepKind::issue:
    case StepKind::retire:
      return fmt::format("{} {} {}", kind, engine, tree.instruction_name(InstructionId{std::size_t{step.subject}}));
    case StepKind::end: break;
  }
  return fmt::format("{} {}", kind, engine);
}

tl::expected<std::vector<Step>, Diagnostics> parse_trace(const Tree& tree, std::string_view text,
                                                         std::vector<std::uint32_t>* lines) {
  TraceReader reader(tree);
  std::uint32_t number = 0;
  while (!text.empty() && reader.errors.size() < most_errors_of_steps) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    reader.line(line.substr(0, line.find('#')), ++number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!reader.errors.empty()) return tl::unexpected<Diagnostics>(std::move(reader.errors));
  if (lines != nullptr) *lines = std::move(reader.lines);
  return std::move(reader.steps);
}

}  // namespace counterpoint
