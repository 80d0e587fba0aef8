// Reading inputs and writing results: whole files in, files replaced in one step out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace counterpoint::cli {

// An input and how messages call it.
struct Source {
  std::string name;
  std::string text;
};

// `-` is standard input. Throws Failure (66) for a directory, a missing or an unreadable file.
[[nodiscard]] Source read_source(const std::string& path);

// Where results go: standard output, or a file. A file is written beside its target under another name and takes the
// target's place in `commit`; without `commit` nothing is left. A target that is no regular file (a device, a pipe) is
// written directly. Throws Failure (74) when something cannot be written.
class Output {
 public:
  // `-` is standard output.
  explicit Output(const std::string& path);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  void write(std::string_view text);
  // What was written is then with the system, still under another name: only a lost name can make `commit` fail.
  void flush();
  void commit();
  // Forgets what was written and not yet flushed.
  void discard() { buffer_.clear(); }
  [[nodiscard]] bool standard() const { return path_ == "-"; }

 private:
  [[noreturn]] void fail(int error) const;

  std::string path_;
  std::string target_;     // what `path_` stands for, links resolved
  std::string temporary_;  // "" if written directly
  std::string buffer_;
  int descriptor_ = -1;
  int slot_ = -1;  // among the files to remove on a signal
};

// From now on SIGINT, SIGTERM and SIGHUP remove temporary files and exit with 128 plus their number (130 for SIGINT).
void clean_up_on_signals();

}  // namespace counterpoint::cli
