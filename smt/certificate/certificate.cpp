// Makes certificates, and derives them again.
// SPDX-License-Identifier: Apache-2.0
#include "smt/certificate/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "smt/certificate/lemmas.hpp"
#include "smt/certify/trusted.hpp"
#include "smt/solvers/solver.hpp"

namespace counterpoint::smt {
namespace {

// Says what the certificate lists, and nothing else.
class Listed final : public Solver {
 public:
  explicit Listed(const std::map<std::string_view, bool>& listed) : listed_(listed) {}
  [[nodiscard]] SolverAnswer check(const Terms&, const Script& script, const SolverLimits&) override {
    SolverAnswer answer;
    const auto found = listed_.find(script.text);
    if (found == listed_.end()) {
      answer.gave_up = GaveUp::otherwise;
      answer.reason = "it is not in the certificate";
    } else {
      answer.satisfiable = found->second ? Satisfiable::yes : Satisfiable::no;
    }
    return answer;
  }

 private:
  const std::map<std::string_view, bool>& listed_;
};

void compare_obligations(const std::vector<ListedObligation>& written, const std::vector<ListedObligation>& derived,
                         std::string_view kind, std::vector<std::string>& found) {
  if (written.size() != derived.size()) {
    found.push_back(fmt::format("the programs lead to {} of the {} {} listed", derived.size(), written.size(), kind));
    return;
  }
  for (std::size_t i = 0; i < written.size(); ++i) {
    const ListedObligation& a = written[i];
    const ListedObligation& b = derived[i];
    if (a.text != b.text || a.satisfiable != b.satisfiable || a.about != b.about) {
      found.push_back(fmt::format("number {} of the {} is not what the programs lead to: {}", i + 1, kind, a.about));
    }
  }
}

}  // namespace

bool all_answered(const Certification& c) {
  return std::ranges::none_of(c.proof.obligations, [](const auto& o) { return o.answer == ProofAnswer::unknown; });
}

Certificate certificate_of(const Certification& c, const CertifyOptions& options) {
  Certificate made;
  made.word = to_text(c.verdict.word);
  made.bound = c.verdict.bound;
  made.assumptions = c.verdict.assumptions;
  made.width = options.width;
  made.compare = options.compare;
  for (const DistinctObligation& o : c.proof.obligations) {
    if (o.answer == ProofAnswer::unknown) continue;
    made.obligations.push_back({o.what, o.satisfiable == (o.answer == ProofAnswer::proved), o.text});
  }
  const bool uniform = std::ranges::count(c.proof.assumptions, "uniform") != 0;
  const bool wrapped = options.compare == Comparison::difference;
  for (const Lemma& lemma : lemmas_behind({uniform, options.width != 0 && !wrapped, wrapped})) {
    made.lemmas.push_back({std::string(lemma.name), false, std::string(lemma.text)});
  }
  made.invariants = c.proof.invariants;
  for (const TrustedPart& part : all_trusted_parts()) made.trusted.emplace_back(part.name, part.what);
  return made;
}

std::vector<std::string> differences(const Certificate& c, const Program& program, const Implementation& implementation,
                                     const Pairing& pairing, const std::function<bool()>& stop) {
  std::map<std::string_view, bool> listed;
  for (const ListedObligation& o : c.obligations) listed.emplace(o.text, o.satisfiable);
  CertifyOptions options;
  options.width = c.width;
  options.compare = c.compare;
  options.keep_invariants = true;
  options.makers = {{"certificate", "", [&] { return std::make_unique<Listed>(listed); }}};
  if (stop) options.progress = [&](std::size_t, std::size_t) { return !stop(); };
  SearchOptions none;
  none.search = false;
  const Certification again = certify(program, implementation, pairing, options, none);
  const Certificate derived = certificate_of(again, options);
  std::vector<std::string> found;
  for (const DistinctObligation& o : again.proof.obligations) {
    if (o.answer != ProofAnswer::unknown) continue;
    found.push_back(fmt::format("an obligation that the programs lead to is not listed: {}", o.what));
    break;
  }
  const auto same = [&](bool is, std::string_view what) {
    if (!is) found.push_back(fmt::format("the {} not those that the programs lead to", what));
  };
  if (c.word != derived.word) {
    found.push_back(fmt::format("the verdict '{}' does not follow from what is listed", c.word));
  }
  same(c.bound == derived.bound && c.assumptions == derived.assumptions, "bound and the assumptions are");
  compare_obligations(c.obligations, derived.obligations, "obligations", found);
  compare_obligations(c.lemmas, derived.lemmas, "lemmas", found);
  same(c.invariants == derived.invariants, "invariants are");
  same(c.trusted == derived.trusted, "trusted parts are");
  return found;
}

}  // namespace counterpoint::smt
