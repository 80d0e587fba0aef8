// Reads the machine whose times a run takes.
// SPDX-License-Identifier: Apache-2.0
#include "cli/machine_options.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

namespace counterpoint::cli {

MachineModel read_model(Session& session) {
  const Arguments& arguments = session.arguments();
  const std::string word = arguments.value("machine");
  MachineModel model;
  if (const auto named = MachineModel::named(word)) {
    model = *named;
  } else {
    const auto names = MachineModel::names();
    const std::string nearest = nearest_name(word, {names.begin(), names.end()});
    std::error_code error;
    if (word != "-" && !nearest.empty() && !std::filesystem::exists(word, error)) {
      throw Failure(Exit::cannot_open,
                    fmt::format("'{}' is neither a machine nor a file; did you mean '{}'?", word, nearest));
    }
    const Source source = read_source(word);
    if (auto done = model.read(source.text); !done) session.stop(std::move(done.error()), source);
  }
  for (const std::string& option : arguments.values("set")) {
    if (auto done = model.set(option); !done) session.stop(std::move(done.error()), Source{"--set", option});
  }
  return model;
}

}  // namespace counterpoint::cli
