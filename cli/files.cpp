// Files: one read into memory; output under another name until it is complete.
// SPDX-License-Identifier: Apache-2.0
#include "cli/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "cli/failure.hpp"
#include "targets/neuron/codec/binary.hpp"

namespace counterpoint::cli {
namespace {

constexpr std::size_t piece = std::size_t{1} << 16U;

// Names that a signal handler may read at any time: written in full before they are marked, never allocated.
struct Temporary {
  std::array<char, PATH_MAX> name{};
  volatile std::sig_atomic_t used = 0;
};
std::array<Temporary, 64> temporaries;

int remember(const std::string& name) {
  for (std::size_t i = 0; i < temporaries.size(); ++i) {
    Temporary& t = temporaries[i];
    if (t.used != 0 || name.size() >= t.name.size()) continue;
    std::memcpy(t.name.data(), name.c_str(), name.size() + 1);
    t.used = 1;
    return static_cast<int>(i);
  }
  return -1;
}

void forget(int slot) {
  if (slot >= 0) temporaries[static_cast<std::size_t>(slot)].used = 0;
}

extern "C" void on_signal(int number) {
  for (const Temporary& t : temporaries) {
    if (t.used != 0) ::unlink(t.name.data());
  }
  constexpr std::string_view message = "counterpoint: interrupted\n";
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(128 + number);
}

// Standard input can be read once.
bool standard_input_read = false;

// The files read so far, by the paths they were read from: an output must not take the place of one of them.
std::vector<std::string> inputs;

bool same_file(const std::string& path, const struct stat& other) {
  struct stat about{};
  return ::stat(path.c_str(), &about) == 0 && about.st_dev == other.st_dev && about.st_ino == other.st_ino;
}

Failure cannot_open(const std::string& name, std::string_view why) {
  return {Exit::cannot_open, fmt::format("cannot open {}: {}", name, why)};
}

// What was read `begun`, and the rest of a descriptor. A regular file is read into memory of its size, in one go where
// the system allows.
std::string read_all(int descriptor, const std::string& name, std::size_t expected, std::string begun = {}) {
  std::size_t size = begun.size();
  std::string text = std::move(begun);
  text.resize(size + expected + 1);
  while (true) {
    if (size == text.size()) text.resize(text.size() * 2 + piece);
    const ssize_t got = ::read(descriptor, text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw cannot_open(name, std::strerror(errno));
    if (got == 0) break;
    const bool zero = std::memchr(text.data() + size, 0, static_cast<std::size_t>(got)) != nullptr;
    size += static_cast<std::size_t>(got);
    // Of our inputs only images hold a zero byte, and a device that gives nothing else never ends: what was read says
    // enough.
    if (zero && !text.starts_with(neuron::binary_magic)) break;
  }
  text.resize(size);
  return text;
}

// What a pipe with a name holds at first. Opened for reading only it would block for ever if nobody wrote to it; so it
// was opened without blocking, and whoever writes must come in time. Then it blocks as any input does.
std::string begin_pipe(int descriptor, const std::string& name) {
  constexpr int patience = 10'000;  // milliseconds
  constexpr int slice = 50;
  std::string text(piece, '\0');
  for (int waited = 0;; waited += slice) {
    const ssize_t got = ::read(descriptor, text.data(), text.size());
    if (got > 0 || (got < 0 && errno == EAGAIN)) {
      text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
      ::fcntl(descriptor, F_SETFL, 0);
      return text;
    }
    if (got < 0 && errno != EINTR) throw cannot_open(name, std::strerror(errno));
    pollfd one{descriptor, POLLIN, 0};
    ::poll(&one, 1, slice);
    if (got == 0 && (one.revents & POLLHUP) != 0 && (one.revents & POLLIN) == 0) return "";
    if (waited >= patience) throw cannot_open(name, "it is a pipe that nobody writes to");
  }
}

// Those of the shell have none, and end where they are empty and nobody writes.
bool has_name(int pipe) {
  constexpr decltype(std::declval<struct statfs>().f_type) nameless = 0x50495045;
  struct statfs about{};
  return ::fstatfs(pipe, &about) == 0 && about.f_type != nameless;
}

// Permissions of a new file: those of the file it replaces, else what the process gives to any new file.
mode_t permissions(bool exists, const struct stat& target) {
  if (exists) return target.st_mode & 07777U;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
}

}  // namespace

Source read_source(const std::string& path) {
  if (path == "-") {
    if (std::exchange(standard_input_read, true)) {
      throw Failure(Exit::usage, "standard input, '-', is read already: only one file can be it");
    }
    return {"<stdin>", read_all(STDIN_FILENO, "standard input", 0)};
  }
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) throw cannot_open(fmt::format("'{}'", path), std::strerror(errno));
  struct Closer {
    int descriptor;
    ~Closer() { ::close(descriptor); }
  } closer{descriptor};
  struct stat about{};
  if (::fstat(descriptor, &about) != 0) throw cannot_open(fmt::format("'{}'", path), std::strerror(errno));
  if (S_ISDIR(about.st_mode)) throw cannot_open(fmt::format("'{}'", path), "it is a directory, a file is needed");
  if (S_ISREG(about.st_mode)) inputs.push_back(path);
  std::string begun;
  if (S_ISFIFO(about.st_mode) && has_name(descriptor)) begun = begin_pipe(descriptor, fmt::format("'{}'", path));
  ::fcntl(descriptor, F_SETFL, 0);
  const std::size_t expected = S_ISREG(about.st_mode) ? static_cast<std::size_t>(about.st_size) : 0;
  return {path, read_all(descriptor, fmt::format("'{}'", path), expected, std::move(begun))};
}

Output::Output(const std::string& path) : path_(path), target_(path) {
  if (standard()) {
    descriptor_ = STDOUT_FILENO;
    return;
  }
  struct stat about{};
  const bool exists = ::stat(path.c_str(), &about) == 0;
  if (exists && !S_ISREG(about.st_mode)) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  if (exists) {
    for (const std::string& input : inputs) {
      if (!same_file(input, about)) continue;
      throw Failure(Exit::usage,
                    fmt::format("'{}' is an input of this command and would be lost: name another file", path));
    }
    if (char* resolved = ::realpath(path.c_str(), nullptr)) {
      target_ = resolved;
      std::free(resolved);
    }
    if (::access(target_.c_str(), W_OK) != 0) fail(errno);
  }
  std::string name = target_ + ".XXXXXX";
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
  temporary_ = name;
  slot_ = remember(temporary_);
  ::fchmod(descriptor_, permissions(exists, about));
}

Output::~Output() {
  if (!standard() && descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  forget(slot_);
}

void Output::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= piece) flush();
}

void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t done = ::write(descriptor_, rest.data(), rest.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail(errno);
    rest.remove_prefix(static_cast<std::size_t>(done));
  }
  buffer_.clear();
}

void Output::commit() {
  flush();
  if (standard()) return;
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) fail(errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  forget(slot_);
  slot_ = -1;
}

void Output::fail(int error) const {
  const std::string name = standard() ? "standard output" : fmt::format("'{}'", path_);
  throw Failure(Exit::cannot_write, fmt::format("cannot write {}: {}", name, std::strerror(error)));
}

void clean_up_on_signals() {
  // A file that grows beyond what the system allows is an output that cannot be written, not a reason to be killed.
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action{};
    action.sa_handler = on_signal;
    ::sigaction(number, &action, nullptr);
  }
}

}  // namespace counterpoint::cli
