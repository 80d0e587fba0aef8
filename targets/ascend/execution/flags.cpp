// Writes sets and waits in either form.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/flags.hpp"

#include <fmt/format.h>

namespace counterpoint::ascend {

std::string Flags::name(Direction event) { return fmt::format("{}_{}", pipe_name(event.from), pipe_name(event.to)); }

SemaphoreId Flags::cells(Direction event) {
  const Direction key = primitives_.destination_in_key ? event : Direction{event.from, event.from};
  const auto it = cells_.find(key);
  if (it != cells_.end()) return it->second;
  const bool flag = form_ == FlagForm::flags && !primitives_.counting;
  const std::string called = primitives_.destination_in_key ? name(event) : fmt::format("{}_", pipe_name(event.from));
  const SemaphoreId made = writer_.builder.add_semaphore(writer_.name(called), 0, flag, true, primitives_.ids);
  cells_.emplace(key, made);
  return made;
}

Number Flags::index(Pipe p, Number id) {
  if (id.is_register()) return id;
  const std::int64_t value = writer_.builder.literal_value(id);
  if (value >= 0 && value < primitives_.ids) return id;
  const Number x = writer_.reg(p, "x.id");
  writer_.assign(p, x, id);
  return x;
}

void Flags::set(Direction event, Number id) {
  writer_.signal(event.from, cells(event), index(event.from, id), UpdateTime::retire);
}

void Flags::wait(Direction event, Number id, Number times) {
  const SemaphoreId cell = cells(event);
  const Number at = index(event.to, id);
  if (form_ == FlagForm::counters) {
    count_wait(event, cell, at, times);
  } else {
    writer_.wait(event.to, cell, at, times, TestKind::take);
  }
}

// One register a flag says how often it was waited for.
void Flags::count_wait(Direction event, SemaphoreId cell, Number id, Number times) {
  const Pipe p = event.to;
  const auto waits = [&](std::int64_t i) { return writer_.reg(p, fmt::format("{}.{}", name(event), i)); };
  if (!id.is_register()) {
    const Number n = waits(writer_.builder.literal_value(id));
    writer_.add(p, n, times);
    writer_.wait(p, cell, id, n);
    return;
  }
  const Number sum = writer_.reg(p, "x.sum");
  const Number here = writer_.reg(p, "x.here");
  writer_.assign(p, sum, writer_.number(0));
  for (std::int64_t i = 0; i < primitives_.ids; ++i) {
    writer_.equal(p, here, id, writer_.number(i));
    writer_.assign(p, here, Operation::multiply, here, times);
    writer_.add(p, waits(i), here);
    writer_.assign(p, here, Operation::multiply, here, waits(i));
    writer_.add(p, sum, here);
  }
  writer_.wait(p, cell, id, sum);
}

}  // namespace counterpoint::ascend
