// A proof as one file that says all it rests on, so that it can be checked without the prover that made it.
// SPDX-License-Identifier: Apache-2.0
//
// What. The canonical texts of both programs, what was asked and answered, every distinct obligation that was put to
// the solvers as an SMT-LIB script with its expected answer, the general lemmas behind the decomposition, the
// invariants, and what is trusted. JSON, "schema": "counterpoint-certificate/1".
//
// Hashes. XXH3 of 128 bits: of each text, and of the whole file in its last line. They find and name what was changed
// by accident; they are no signature, for anybody can compute them anew. What no hash finds the derivation does. Only
// `tool` and `solvers` are claims that nothing rests on and nothing can check, beyond that they are of the usual form.
//
// How it is checked. `differences` walks the programs again with a solver that only looks up the certificate: what is
// listed counts as answered so, and everything that is asked must be listed. If the same proof comes out, with exactly
// the obligations listed, it holds as soon as each has its expected answer, which any solver can be asked.
//
// Cost: linear in the texts; the walk without solvers. Source: certification.md 8.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "smt/certify/certify.hpp"

namespace counterpoint::smt {

struct ListedObligation {
  std::string about;
  bool satisfiable = false;  // the expected answer is sat, else unsat
  std::string text;          // SMT-LIB 2.6 with one check-sat
};

struct Certificate {
  std::string tool;            // "counterpoint 0.1.0"
  std::string program;         // canonical text
  std::string implementation;  // canonical text, before it is completed from the program
  std::string word;            // "equivalent" or "refines"
  std::string bound;
  std::vector<std::string> assumptions;
  std::uint32_t width = 0;
  Comparison compare = Comparison::as_signed;
  std::vector<std::string> solvers;  // names and versions of those that answered
  std::vector<ListedObligation> obligations;
  std::vector<ListedObligation> lemmas;
  std::vector<Invariant> invariants;
  std::vector<std::pair<std::string, std::string>> trusted;
};

// "xxh3-128:0123...", 32 digits.
[[nodiscard]] std::string hash_of(std::string_view text);

// Whether the solvers answered everything that was asked, also what the proof can do without. A certificate lists all
// of it, so that nothing can be left out unseen.
[[nodiscard]] bool all_answered(const Certification& c);

// Of a proof that is `equivalent` or `refines`, made with `options` and its invariants kept, and all answered.
[[nodiscard]] Certificate certificate_of(const Certification& c, const CertifyOptions& options);

[[nodiscard]] std::string to_text(const Certificate& c);

// A file that is no certificate or was changed: which part, in words. What is accepted is exactly what `to_text`
// writes.
[[nodiscard]] tl::expected<Certificate, std::string> read_certificate(std::string_view text);

// What a certificate says of the pair (its own programs, paired up and completed), compared with what is derived from
// them: each difference in words, none if it is as it should be. Asks no solver. `stop` is asked after each consumer;
// once it says true, what is answered means nothing.
[[nodiscard]] std::vector<std::string> differences(const Certificate& c, const Program& program,
                                                   const Implementation& implementation, const Pairing& pairing,
                                                   const std::function<bool()>& stop = {});

}  // namespace counterpoint::smt
