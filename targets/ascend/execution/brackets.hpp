// get_buf and rls_buf: which pipes release which id, and whether brackets stand as they must.
// SPDX-License-Identifier: Apache-2.0
//
// What. A get of an id waits for the releases that other pipes have before it in the order of the text. Each reader
// counts those in a register and waits for the releaser's count, so nothing here can ever be waited for in a circle.
// Brackets of one id that nest or interleave have no defined meaning, whichever pipes they are on; they are refused, as
// are halves in different regions, whose number need not be the same.
// Cost: linear; a release costs a register operation on each other pipe that gets its id. Source: ascend.md 1.6.
#pragma once

#include <map>
#include <vector>

#include "targets/ascend/execution/writer.hpp"

namespace counterpoint::ascend {

// What is wrong with the brackets of a kernel, in the order of the text.
[[nodiscard]] Refusals bracket_faults(const Kernel& kernel, std::uint32_t usable_ids);

class Brackets {
 public:
  // Of the core at hand.
  Brackets(Writer& writer, const Kernel& kernel);

  // True if it holds its pipe: another pipe releases that id somewhere.
  bool get(Pipe p, std::int32_t id);
  void release(Pipe p, std::int32_t id);

 private:
  struct Users {
    std::vector<Pipe> get;
    std::vector<Pipe> release;
  };
  [[nodiscard]] SemaphoreId cell(Pipe p, std::int32_t id);
  [[nodiscard]] Number passed(Pipe reader, Pipe releaser, std::int32_t id);

  Writer& writer_;
  std::map<std::int32_t, Users> users_;
  std::map<std::pair<std::int32_t, Pipe>, SemaphoreId> cells_;
};

}  // namespace counterpoint::ascend
