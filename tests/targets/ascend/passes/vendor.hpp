// What a vendor's passes make of a program, and what that is worth, for tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/text.hpp"
#include "targets/ascend/execution/judge.hpp"
#include "targets/ascend/kernel/from_program.hpp"
#include "targets/ascend/passes/run_passes.hpp"
#include "targets/ascend/text/print_kernel.hpp"

namespace counterpoint::ascend::testing {

// A program of seven pipes with that body.
inline std::shared_ptr<const Program> pipes(std::string_view body) {
  auto program = parse_program("program p\nengine s v m mte1 mte2 mte3 fix\n" + std::string(body), "p.cp");
  if (program) return std::make_shared<const Program>(*std::move(program));
  ADD_FAILURE() << to_string(program.error().front());
  return nullptr;
}

// The loops of a program with that name.
inline std::vector<ScopeId> loops_named(const Program& program, std::string_view name) {
  std::vector<ScopeId> out;
  for (const ScopeId s : program.tree.scopes()) {
    if (program.tree.scope(s).is_loop() && program.tree.scope_name(s) == name) out.push_back(s);
  }
  return out;
}

struct Made {
  std::string listing;  // without declarations; or the first error
  std::string verdict;  // "refines", "unsafe early-issue", "refused: ..."
  std::vector<std::string> added;
  std::vector<std::string> left;
};

// Lines without those that only declare queues, scratch buffers and pipe objects, if asked so.
inline std::string without_declarations(const std::string& listing) {
  std::string out;
  for (std::size_t at = 0; at < listing.size();) {
    const std::size_t end = std::min(listing.find('\n', at), listing.size());
    const std::string line = listing.substr(at, end - at);
    at = end + 1;
    const bool declares = line.find(" = queue ") != std::string::npos || line.find(" = scratch") != std::string::npos ||
                          line.find(" = tensor ") != std::string::npos || line.find("init ") != std::string::npos ||
                          line.ends_with("= pipe");
    if (!declares) out += line + "\n";
  }
  return out;
}

inline Primitives primitives_for(const PassSettings& settings) {
  Primitives primitives;
  primitives.in_order = settings.in_order;
  return primitives;
}

inline std::string word_for(const Kernel& kernel, const PassSettings& settings, std::vector<std::string>* left) {
  const auto judge = KernelJudge::make(kernel, primitives_for(settings));
  if (!judge) return "refused: " + judge.error().front().why;
  const BoundedVerdict v = judge->everywhere();
  if (left != nullptr) *left = v.left;
  const Verdict& x = v.verdict.judgement.verdict;
  EXPECT_FALSE(v.verdict.fails() && x.word == VerdictWord::unsafe && x.witness.empty()) << x.explanation;
  return std::string(to_text(x.word)) + (x.reason.empty() ? "" : " " + x.reason);
}

inline Made make(Architecture architecture, std::string_view body, const PassSettings& settings = {},
                 std::string_view parallel = {}) {
  const auto program = pipes(body);
  if (program == nullptr) return {};
  KernelOptions options;
  options.most_queues = settings.sound ? 8 : 0;
  options.parallel = loops_named(*program, parallel);
  auto made = kernel_from_program(program, architecture, options);
  if (!made) return {to_string(made.error().front()), {}, {}, {}};
  auto added = run_passes(made->kernel, default_passes(architecture, settings.sound), settings);
  if (!added) return {to_string(added.error().front()), {}, {}, {}};
  Made out;
  out.listing = without_declarations(print_body(made->kernel));
  out.added = std::move(added->added);
  for (const Diagnostic& d : added->warnings) out.added.push_back(d.message);
  out.verdict = word_for(made->kernel, settings, &out.left);
  return out;
}

inline PassSettings in_sound_mode() {
  PassSettings settings;
  settings.sound = true;
  return settings;
}
// Whatever has a queue is enqueued, whichever pipe uses it.
inline PassSettings as_the_code_does() {
  PassSettings settings;
  settings.barrier_within_pipe = false;
  return settings;
}
inline Made on_c220(std::string_view body, const PassSettings& settings = {}) {
  return make(Architecture::c220, body, settings);
}
// V completes in order there.
inline Made on_c310(std::string_view body, PassSettings settings = {}, std::string_view parallel = {}) {
  settings.in_order[static_cast<std::size_t>(Pipe::v)] = true;
  return make(Architecture::c310, body, settings, parallel);
}

}  // namespace counterpoint::ascend::testing
