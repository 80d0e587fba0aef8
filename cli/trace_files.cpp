// Writes and reads traces. The only file of this layer that includes the JSON library.
// SPDX-License-Identifier: Apache-2.0
#include "cli/trace_files.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "report/run_timeline.hpp"

namespace counterpoint::cli {
namespace {

constexpr std::string_view options_comment = "# options:";

std::vector<std::string> words(std::string_view line) {
  std::istringstream stream{std::string(line)};
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

TraceFile read_timeline(Source source) {
  const auto document = nlohmann::json::parse(source.text, nullptr, false);
  const auto wrong = [&](std::string_view what) {
    return Failure(Exit::bad_input, fmt::format("'{}' is no timeline of this tool: {}", source.name, what));
  };
  if (document.is_discarded()) throw wrong("it is not JSON");
  if (!document.is_object() || !document.contains("counterpoint")) throw wrong("it has no \"counterpoint\" part");
  const auto& part = document["counterpoint"];
  if (!part.is_object() || !part.contains("steps") || !part["steps"].is_array()) throw wrong("it has no \"steps\"");
  TraceFile file;
  file.steps.name = source.name;
  for (const auto& step : part["steps"]) {
    if (!step.is_string()) throw wrong("a step is not a string");
    file.steps.text += step.get_ref<const std::string&>() + "\n";
  }
  for (const auto& option : part.value("options", nlohmann::json::array())) {
    if (!option.is_string()) throw wrong("an option is not a string");
    file.options.push_back(option.get<std::string>());
  }
  return file;
}

bool plain(std::string_view path) { return path.ends_with(".steps") || path.ends_with(".txt"); }

}  // namespace

std::string steps_heading(std::string_view name, std::string_view command, std::span<const std::string> options) {
  return fmt::format("# steps of {}; {} --replay takes them again\n{} {}\n", name, command, options_comment,
                     fmt::join(options, " "));
}

void write_steps(const std::string& path, const Tree& tree, std::span<const Step> steps,
                 std::span<const std::string> options) {
  Output output(path);
  output.write(steps_heading(tree.name(), "counterpoint run FILE", options));
  for (const Step& step : steps) output.write(to_text(tree, step) + "\n");
  output.commit();
}

void write_trace(const std::string& path, const Machine& machine, const RunResult& result, const std::string& unit,
                 std::span<const std::string> options) {
  const Tree& tree = machine.tree();
  if (plain(path)) return write_steps(path, tree, result.steps_taken, options);
  const report::Timeline timeline = result.timed.instances.empty() ? report::timeline_of(machine, result.steps_taken)
                                                                   : report::timeline_of(machine, result.timed, unit);
  Output output(path);
  report::write_timeline(tree, timeline, result.steps_taken, options,
                         [&](std::string_view piece) { output.write(piece); });
  output.commit();
}

TraceFile read_trace(const std::string& path) {
  Source source = read_source(path);
  const std::size_t first = source.text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && source.text[first] == '{') return read_timeline(std::move(source));
  TraceFile file;
  if (const std::size_t at = source.text.find(options_comment); at != std::string::npos) {
    const std::size_t start = at + options_comment.size();
    file.options = words(std::string_view(source.text).substr(start, source.text.find('\n', at) - start));
  }
  file.steps = std::move(source);
  return file;
}

}  // namespace counterpoint::cli
