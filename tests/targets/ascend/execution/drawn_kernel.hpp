// Random kernels: a small program with buffers, and flags, barriers and brackets put anywhere in it.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: three pipes, three to five instructions, each touching one or two of two buffers; every other program
// has a loop (dynamic), every other a branch, in it or behind it. Flags are drawn in pairs (set behind an instruction
// of the source, wait before one of the destination, mostly in the order of the text), a fifth of them with a half
// left out; a carried pair is primed and drained three times of four.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace counterpoint::ascend::testing {

struct DrawnKernel {
  std::string program;
  std::string listing;
};

class KernelDrawer {
 public:
  explicit KernelDrawer(std::uint32_t seed) : random_(seed) {}

  DrawnKernel draw() {
    out_.program = "program p\nengine mte2 v mte3\nbuffer a slots 1\nbuffer b slots 1\n";
    const bool loop = chance(1, 2);
    const bool branch = chance(1, 2);
    instructions(1 + below(2));
    if (loop) open("loop k trips dynamic {", "loop k");
    instructions(1 + below(2));
    if (branch) {
      open("if c {", "if c");
      instructions(1);
      if (chance(1, 2)) {
        out_.program += "} else {\n";
        lines_.push_back("else");
        instructions(1);
      }
      close();
    }
    if (loop) close();
    if (chance(1, 2)) instructions(1);
    pairs();
    if (loop && chance(1, 2)) carried();
    for (const std::string& line : lines_) out_.listing += line + "\n";
    return out_;
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_()) % n; }
  bool chance(std::uint32_t part, std::uint32_t of) { return below(of) < part; }
  void open(const std::string& text, const std::string& line) {
    out_.program += text + "\n";
    lines_.push_back(line);
  }
  void close() {
    out_.program += "}\n";
    lines_.emplace_back("end");
  }

  void instructions(std::uint32_t n) {
    for (; n > 0; --n) {
      const std::string pipe = pipes()[below(3)];
      const std::string name = "x" + std::to_string(made_++);
      const std::string buffer = chance(1, 2) ? "a" : "b";
      out_.program += pipe + ": " + name + (chance(1, 2) ? " reads " : " writes ") + buffer + "\n";
      lines_.push_back(name);
      pipe_of_[name] = pipe;
    }
  }
  static const std::vector<std::string>& pipes() {
    static const std::vector<std::string> all = {"mte2", "v", "mte3"};
    return all;
  }
  std::size_t line_of(const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(lines_, name) - lines_.begin());
  }
  std::string any() { return "x" + std::to_string(below(made_)); }
  std::string event(const std::string& from, const std::string& to) {
    return pipe_of_[from] + ">" + pipe_of_[to] + " #" + std::to_string(below(2));
  }
  void put(std::size_t at, const std::string& line) {
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(at), line);
  }

  void pairs() {
    for (std::uint32_t n = 1 + below(4); n > 0; --n) {
      std::string from = any();
      std::string to = any();
      if (line_of(from) > line_of(to) && chance(4, 5)) std::swap(from, to);
      if (pipe_of_[from] == pipe_of_[to]) {
        put(line_of(to), chance(1, 5) ? "bar all" : "bar " + pipe_of_[to]);
        continue;
      }
      const std::string e = event(from, to);
      if (!chance(1, 10)) put(line_of(from) + 1, "set " + e);
      if (!chance(1, 10)) put(line_of(to), "wait " + e);
    }
  }

  void carried() {
    const std::string from = any();
    const std::string to = any();
    if (pipe_of_[from] == pipe_of_[to]) return;
    const std::string e = event(from, to);
    put(line_of(from) + 1, "set " + e);
    put(line_of(to), "wait " + e);
    if (chance(1, 4)) return;
    put(line_of("loop k"), "set " + e);
    lines_.push_back("wait " + e);
  }

  std::mt19937 random_;
  DrawnKernel out_;
  std::vector<std::string> lines_;
  std::map<std::string, std::string> pipe_of_;
  std::uint32_t made_ = 0;
};

}  // namespace counterpoint::ascend::testing
