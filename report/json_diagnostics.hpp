// Messages in a document that is written piece by piece.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/diagnostic/diagnostic.hpp"
#include "report/json_writer.hpp"
#include "report/run.hpp"

namespace counterpoint::report {

// "schema", "command" and "exit", with which every document begins.
void begin_document(JsonWriter& w, std::string_view command, int exit);
// "facts": those of the last line, in its order.
void write_facts(JsonWriter& w, const OutcomeLine& line);
// "diagnostics": each with its place.
void write_diagnostics(JsonWriter& w, const Diagnostics& diagnostics);

}  // namespace counterpoint::report
