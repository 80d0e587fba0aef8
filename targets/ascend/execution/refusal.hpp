// What cannot be executed, by name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

struct Refusal {
  Code code{};
  OpId op;          // where, if it is an operation
  std::string why;  // one sentence, no final stop
  Position at;      // in the text of the program, if it is something of it
};
using Refusals = std::vector<Refusal>;

}  // namespace counterpoint::ascend
