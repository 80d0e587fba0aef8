// Writes results as JSON. The only file of this layer that includes the JSON library.
// SPDX-License-Identifier: Apache-2.0
#include "report/json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace counterpoint::report {
namespace {

using Json = nlohmann::ordered_json;

Json document(std::string_view command, int exit) {
  return {{"schema", "counterpoint-result/1"}, {"command", command}, {"exit", exit}};
}

// Bytes that are no UTF-8 come out as the replacement character, so that the document is always valid.
std::string text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

void add(Json& json, const char* key, std::string_view value) {
  if (!value.empty()) json[key] = value;
}

Json diagnostic(const Diagnostic& d) {
  Json json = {{"code", code_text(d.code)}, {"severity", entry(d.code).severity}, {"message", d.message}};
  add(json, "file", d.file);
  if (d.position.line != 0) json["line"] = d.position.line;
  if (d.position.column != 0) json["column"] = d.position.column;
  add(json, "place", d.place);
  add(json, "expected", d.expected);
  add(json, "found", d.found);
  add(json, "nearest", d.nearest);
  add(json, "help", d.help);
  return json;
}

Json diagnostics_array(const Diagnostics& diagnostics) {
  Json array = Json::array();
  for (const Diagnostic& d : diagnostics) array.push_back(diagnostic(d));
  return array;
}

}  // namespace

std::string json_failure(std::string_view command, int exit, std::string_view message, const Diagnostics& diagnostics) {
  Json json = document(command, exit);
  add(json, "message", message);
  json["diagnostics"] = diagnostics_array(diagnostics);
  return text(json);
}

std::string json_code(const CodeEntry& entry) {
  Json json = document("explain", 0);
  json["code"] = code_text(entry.code);
  json["name"] = entry.name;
  json["severity"] = entry.severity;
  json["meaning"] = entry.meaning;
  json["wrong"] = entry.wrong;
  json["right"] = entry.right;
  return text(json);
}

std::string json_versions(const std::vector<std::pair<std::string, std::string>>& versions) {
  Json json = document("version", 0);
  for (const auto& [name, version] : versions) json["versions"][name] = version;
  return text(json);
}

std::string json_library_version() {
  return fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH);
}

}  // namespace counterpoint::report
