// What every command needs: its arguments, where results and remarks go, how messages are shown.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "cli/arguments.hpp"
#include "cli/failure.hpp"
#include "cli/files.hpp"
#include "core/diagnostic/diagnostic.hpp"

namespace counterpoint::cli {

// Results go to standard output; messages, progress and timing to standard error.
class Session {
 public:
  explicit Session(Arguments arguments);

  [[nodiscard]] const Arguments& arguments() const { return arguments_; }
  // Takes options from these words where the command line gives none of that name: those that a trace was made with.
  // Ends the command (65) if they are no options of it.
  void adopt(const std::vector<std::string>& words, const Source& source);
  [[nodiscard]] Output& out() { return out_; }
  [[nodiscard]] bool json() const { return json_; }
  [[nodiscard]] bool sarif() const { return sarif_; }
  [[nodiscard]] bool quiet() const { return quiet_; }
  [[nodiscard]] bool verbose() const { return verbose_; }
  // Whether standard output takes colours.
  [[nodiscard]] bool color_out() const { return color_out_; }
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }

  // A remark on standard error, not with --quiet. With its line end.
  void note(std::string_view text) const;

  // Shows messages on standard error and keeps them for the document of --format json. Warnings are not shown with
  // --quiet. The file name of the source is filled in where it is missing.
  void show(Diagnostics diagnostics, const Source& source);
  // The same, then ends the command: 69 if all of them are refusals (or warnings), else 65.
  [[noreturn]] void stop(Diagnostics diagnostics, const Source& source);
  // The value of an option is wrong in a way that only the input shows: as `stop`, but 64.
  [[noreturn]] void stop(Diagnostic diagnostic);

  // Ends a command that failed: with --format json the document that says why; with --expect, whether a refusal was
  // expected. Answers with the exit code.
  [[nodiscard]] Exit close(const Failure& failure);

  // The exit code for an outcome or verdict: itself, or with --expect 0 if it is the expected word, else 1.
  [[nodiscard]] Exit judge(std::string_view word, Exit exit) const;

 private:
  Arguments arguments_;
  Output out_{"-"};
  bool json_ = false;
  bool sarif_ = false;
  bool quiet_ = false;
  bool verbose_ = false;
  bool color_out_ = false;
  bool color_error_ = false;
  Diagnostics diagnostics_;
};

// A remark or an error on standard error, whatever the options.
void complain(std::string_view text);

}  // namespace counterpoint::cli
