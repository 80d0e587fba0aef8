// The reader of a dump: one function for each kind of object in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "targets/neuron/codec/dump.hpp"
#include "targets/neuron/codec/dump_fields.hpp"

namespace counterpoint::neuron {

class DumpReader {
 public:
  using Node = JsonDocument::Node;
  explicit DumpReader(const JsonDocument& document) : f_(document) {}

  [[nodiscard]] DumpSet document();
  [[nodiscard]] Diagnostics& problems() { return f_.problems(); }

 private:
  // A name that something later says; checked when all of its kind are known.
  struct Mention {
    std::string name;
    Node at = JsonDocument::none;
  };

  [[nodiscard]] Dump core(Node object);
  [[nodiscard]] DumpFunction function(Node object);
  [[nodiscard]] DumpAllocation allocation(Node object);
  [[nodiscard]] DumpLocation location(Node object, std::vector<Mention>& names);
  [[nodiscard]] DumpBlock block(Node object);
  [[nodiscard]] DumpQueue queue(Node object);
  void queue_block(Node object, DumpQueue& into);

  // dump_instructions.cpp
  [[nodiscard]] DumpInstruction instruction(Node object);
  void branches(DumpInstruction& i, const std::vector<Node>& fields);
  [[nodiscard]] Engine engine(Node n);
  [[nodiscard]] DumpSync sync(Node n);
  [[nodiscard]] DumpWait wait(Node object);
  [[nodiscard]] DumpUpdate update(Node object);
  [[nodiscard]] std::vector<DumpAccess> accesses(Node n, std::string_view what);
  [[nodiscard]] DumpAccess access(Node object);
  [[nodiscard]] std::vector<DumpStride> pattern(Node n);
  [[nodiscard]] std::vector<DumpDependency> dependencies(Node n);
  [[nodiscard]] std::vector<std::int64_t> numbers(Node n, std::string_view what);
  [[nodiscard]] unsigned element_bytes(Node n, std::string_view name);

  void resolve(std::vector<Mention>& said, std::vector<std::string> known, std::string_view what);

  DumpFields f_;
  std::vector<Mention> locations_;   // of physical accesses
  std::vector<Mention> targets_;     // of branches
  std::vector<Mention> dma_blocks_;  // of triggers
};

}  // namespace counterpoint::neuron
