// The cost of an implementation as JSON, for the one file that includes the library.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/allocation/passes/passes.hpp"

namespace counterpoint::report {

// Json: an ordered object of the library.
template <class Json>
[[nodiscard]] Json cost_object(const Tree& tree, const Cost& cost) {
  Json registers = Json::object();
  for (const EngineId e : tree.engines()) registers[std::string(tree.engine_name(e))] = cost.registers[e.value];
  return {{"instructions", cost.instructions},
          {"semaphores", cost.semaphores},
          {"registers", std::move(registers)},
          {"register_operations", cost.register_operations},
          {"operations_per_issue", cost.operations_per_issue},
          {"waits", cost.waits},
          {"updates", cost.updates},
          {"barriers", cost.barriers},
          {"carriers", cost.carriers},
          {"code_bytes", cost.code_bytes}};
}

template <class Json>
[[nodiscard]] Json savings_array(const std::vector<Saving>& savings) {
  Json array = Json::array();
  for (const Saving& s : savings) {
    array.push_back({{"pass", entry(s.pass).name},
                     {"registers", s.registers},
                     {"register_operations", s.operations},
                     {"operations_per_issue", s.operations_per_issue},
                     {"waits", s.waits},
                     {"semaphores", s.semaphores},
                     {"code_bytes", s.code_bytes}});
    if (!s.note.empty()) array.back()["note"] = s.note;
  }
  return array;
}

// The first facts of a document about an implementation.
template <class Json>
[[nodiscard]] Json implementation_object(Json json, const Implementation& implementation, const Cost& cost) {
  json["program"] = implementation.tree.name();
  json["scheme"] = implementation.scheme;
  json["cost"] = cost_object<Json>(implementation.tree, cost);
  return json;
}

}  // namespace counterpoint::report
