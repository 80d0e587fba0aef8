// `lower --check`: the words of an image against the program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "cli/inputs.hpp"
#include "cli/session.hpp"
#include "targets/neuron/check/check.hpp"
#include "targets/neuron/isa/image.hpp"

namespace counterpoint::cli {

// What is to be judged, and what is written only once it is.
struct WordsToJudge {
  const Program& program;
  const neuron::Image& image;
  std::string from;                  // where the image came from
  std::string table;                 // what is said of it: below the image that is written, else a remark
  std::function<void()> write = {};  // writes it to a file, if that was asked for
};

// Ends the command (64) where an option has no meaning for this program. Before anything is done.
[[nodiscard]] neuron::CheckOptions read_check_options(const Session& session);

// For the trip counts given: prints the verdict, and with --flips what notices a flipped bit. Files are written before
// anything is printed.
[[nodiscard]] Exit judge_image(Session& session, const neuron::CheckOptions& options, const WordsToJudge& words);

}  // namespace counterpoint::cli
