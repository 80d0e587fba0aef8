// Greedy shrinking to a fixpoint.
// SPDX-License-Identifier: Apache-2.0
#include "verify/fuzz/shrink.hpp"

#include "core/text/text.hpp"
#include "verify/fuzz/edits.hpp"
#include "verify/fuzz/tidy.hpp"

namespace counterpoint::fuzzing {
namespace {

class Shrinker {
 public:
  Shrinker(const Case& failing, const OracleEntry& oracle, const Subject& subject, const Limits& limits,
           std::uint64_t evaluations)
      : oracle_(oracle), subject_(subject), limits_(limits), budget_(evaluations) {
    out_.smallest = failing;
    out_.finding = evaluate(failing);
    require(out_.finding.said == Said::fails, "only a case that fails is made small");
  }

  Shrunk run() {
    to_fixpoint();
    if (out_.smallest.options && freeze()) to_fixpoint();
    out_.fixpoint = budget_ > out_.evaluations;
    return std::move(out_);
  }

 private:
  [[nodiscard]] Finding evaluate(const Case& candidate) {
    ++out_.evaluations;
    Examination examination(candidate, subject_, limits_);
    return ask(oracle_, examination);
  }

  // Whether the same oracle fails in the same way. Then the candidate takes the place of the smallest.
  [[nodiscard]] bool takes(Case candidate) {
    Finding finding = evaluate(candidate);
    if (finding.said != Said::fails || finding.thrown != out_.finding.thrown) return false;
    out_.smallest = std::move(candidate);
    out_.finding = std::move(finding);
    ++out_.kept;
    return true;
  }

  void to_fixpoint() {
    for (bool progress = true; progress;) {
      progress = false;
      for (const EditEntry& edit : all_edits()) progress = all_of_kind(edit) || progress;
    }
  }

  [[nodiscard]] bool all_of_kind(const EditEntry& edit) {
    bool any = false;
    Draft draft = draft_of(out_.smallest);
    Size size = size_of(out_.smallest);
    for (std::size_t n = 0; out_.evaluations < budget_;) {
      const auto edited = edit.make(draft, n);
      if (!edited) break;
      auto candidate = case_of(*edited);
      if (candidate && size_of(*candidate) < size && takes(std::move(*candidate))) {
        any = true;
        draft = draft_of(out_.smallest);
        size = size_of(out_.smallest);
      } else {
        ++n;  // what was the n-th has not moved
      }
    }
    return any;
  }

  // The text of the allocation in the place of its options, if it fails as well.
  [[nodiscard]] bool freeze() {
    if (out_.evaluations >= budget_) return false;
    Case frozen = out_.smallest;
    try {
      auto made = subject_.allocate(frozen.program, *frozen.options);
      if (!made) return false;
      frozen.by_hand = std::move(made->implementation);
    } catch (const std::exception&) {
      return false;
    }
    frozen.options.reset();
    return takes(std::move(frozen));
  }

  const OracleEntry& oracle_;
  const Subject& subject_;
  const Limits& limits_;
  std::uint64_t budget_;
  Shrunk out_;
};

// Names count twice, so that a number in the place of a register is smaller.
std::uint64_t words_in(std::string_view text) {
  std::uint64_t count = 0;
  for (const std::string& word : words_of(text)) {
    const bool name = !first_name(word).empty();
    count += name ? 2 : 1;
    for (const char c : word) count += c == '@' || c == '[' || c == ',' ? 1U : 0U;
  }
  return count;
}

}  // namespace

Size size_of(const Case& any) {
  Size size;
  const auto add = [&](std::string_view text) {
    size.words += words_in(text);
    size.numbers += sum_of_numbers(text);
  };
  add(print(any.program));
  if (any.by_hand) add(print(*any.by_hand));
  for (const std::string& option : any.trips) add(option);
  if (any.options) {
    const AllocationOptions& o = *any.options;
    size.words += static_cast<std::uint64_t>(o.extensions != Extensions::all) +
                  static_cast<std::uint64_t>(o.count != Counted::all) + static_cast<std::uint64_t>(o.optimize != 1);
  }
  size.words += static_cast<std::uint64_t>(any.window != 0) + static_cast<std::uint64_t>(any.width != 0) +
                static_cast<std::uint64_t>(any.compare != Comparison::as_signed);
  size.numbers += any.window;
  return size;
}

Shrunk shrink(const Case& failing, const OracleEntry& oracle, const Subject& subject, const Limits& limits,
              std::uint64_t evaluations) {
  return Shrinker(failing, oracle, subject, limits, evaluations).run();
}

}  // namespace counterpoint::fuzzing
