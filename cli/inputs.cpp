// Reads the inputs of a command.
// SPDX-License-Identifier: Apache-2.0
#include "cli/inputs.hpp"

#include <utility>

namespace counterpoint::cli {
namespace {

constexpr std::size_t kept_text = std::size_t{4} << 20U;

template <class T, class Parser>
Input<T> read(Session& session, const std::string& path, Parser parser) {
  Source source = read_source(path);
  auto content = parser(std::string_view(source.text), std::string_view(source.name));
  if (!content) session.stop(std::move(content.error()), source);
  if (source.text.size() > kept_text) source.text = std::string();
  return {std::move(source), std::move(*content)};
}

}  // namespace

Input<Program> read_program(Session& session, const std::string& path) {
  return read<Program>(session, path, parse_program);
}

Input<Implementation> read_implementation(Session& session, const std::string& path) {
  return read<Implementation>(session, path, parse_implementation);
}

Input<ProgramOrImplementation> read_any(Session& session, const std::string& path) {
  return read<ProgramOrImplementation>(session, path, parse);
}

void write_implementation(Output& output, const Implementation& implementation) {
  print(implementation, [&](std::string_view piece) { output.write(piece); });
  output.commit();
}

}  // namespace counterpoint::cli
