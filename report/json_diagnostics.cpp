// Writes the beginning and the end of documents.
// SPDX-License-Identifier: Apache-2.0
#include "report/json_diagnostics.hpp"

namespace counterpoint::report {

void begin_document(JsonWriter& w, std::string_view command, int exit) {
  w.begin_object();
  w.member("schema", "counterpoint-result/1");
  w.member("command", command);
  w.member("exit", exit);
}

void write_facts(JsonWriter& w, const OutcomeLine& line) {
  w.key("facts");
  w.begin_object();
  for (const auto& [key, value] : line.facts) w.member(key, value);
  w.end_object();
}

void write_diagnostics(JsonWriter& w, const Diagnostics& diagnostics) {
  w.key("diagnostics");
  w.begin_array();
  for (const Diagnostic& d : diagnostics) {
    w.begin_object();
    w.member("code", code_text(d.code));
    w.member("severity", entry(d.code).severity);
    w.member("message", d.message);
    w.member_if("file", d.file);
    if (d.position.line != 0) w.member("line", d.position.line);
    if (d.position.column != 0) w.member("column", d.position.column);
    w.member_if("place", d.place);
    w.member_if("expected", d.expected);
    w.member_if("found", d.found);
    w.member_if("nearest", d.nearest);
    w.member_if("help", d.help);
    w.end_object();
  }
  w.end_array();
}

}  // namespace counterpoint::report
