// Looks every name of an image up in the program.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/check/foreign_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace counterpoint::neuron {
namespace {

// What the program has of one kind, and what is said of a name that is not there.
class KnownNames {
 public:
  KnownNames(std::string_view kind, std::vector<std::string_view> names, const Program& program, Diagnostics& out)
      : kind_(kind), names_(std::move(names)), set_(names_.begin(), names_.end()), program_(program), out_(out) {}

  void look_up(std::string_view name, std::string_view who) {
    if (set_.contains(name)) return;
    Diagnostic d = diagnose(Code::foreign_image, {},
                            fmt::format("{} {} '{}', which program '{}' does not have", who, kind_, excerpt(name),
                                        excerpt(program_.tree.name())));
    d.nearest = nearest_name(name, names_);
    d.help = "check words against the program that they were lowered from";
    out_.push_back(std::move(d));
  }

 private:
  std::string_view kind_;
  std::vector<std::string_view> names_;
  std::unordered_set<std::string_view> set_;
  const Program& program_;
  Diagnostics& out_;
};

bool reads_trip_counts(const Stream& stream) {
  return std::ranges::any_of(stream.words,
                             [](const Word& w) { return w[0] == static_cast<std::uint8_t>(Opcode::load_trips); });
}

}  // namespace

Diagnostics foreign_names(const Program& program, const Image& image) {
  const Tree& tree = program.tree;
  std::vector<std::string_view> instructions;
  std::vector<std::string> scope_names;
  std::vector<std::string_view> engines;
  for (const InstructionId i : tree.instructions()) instructions.push_back(tree.instruction_name(i));
  for (const ScopeId s : tree.scopes()) scope_names.push_back(tree.scope_name(s));
  for (const EngineId e : tree.engines()) engines.push_back(tree.engine_name(e));
  Diagnostics out;
  KnownNames known_instructions("instruction", std::move(instructions), program, out);
  for (const std::string& name : image.instructions) known_instructions.look_up(name, "the image names");
  KnownNames known_scopes("scope", {scope_names.begin(), scope_names.end()}, program, out);
  for (const std::string& name : image.scopes) known_scopes.look_up(name, "the image loops over");
  KnownNames known_engines("engine", std::move(engines), program, out);
  for (const Stream& stream : image.streams) {
    if (!reads_trip_counts(stream)) continue;
    known_engines.look_up(trips_engine(stream), fmt::format("stream {} reads the trips of", entry(stream.engine).word));
  }
  return out;
}

}  // namespace counterpoint::neuron
