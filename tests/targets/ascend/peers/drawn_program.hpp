// Programs of pipes and buffers, drawn.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: 2 to 9 instructions on up to five pipes, one to four buffers of one to three slots; at each place of
// the text an instruction (55 of 100), a loop (20), a conditional (15, half of them with a second branch) or the end of
// the scope (10); nesting up to four. An access is to the only slot, to one that rotates with a loop around it
// (shifted by -1 to 2), or to a constant one; each instruction has one or two. Loops are dynamic but for one in five,
// of none to two trips. The same number gives the same program everywhere.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace counterpoint::ascend::testing {

class DrawnProgram {
 public:
  // `more`: so many instructions besides.
  explicit DrawnProgram(std::uint32_t number, std::uint32_t more = 0) : random_(number) {
    instructions_ = 2 + below(8) + more;
    const std::uint32_t buffers = 1 + below(4);
    text_ = "program p\nengine s v mte1 mte2 mte3\n";
    for (std::uint32_t b = 0; b < buffers; ++b) {
      slots_.push_back(1 + below(3));
      text_ += "buffer b" + std::to_string(b) + " slots " + std::to_string(slots_.back()) + "\n";
    }
    while (made_ < instructions_) body(0);
  }
  [[nodiscard]] const std::string& text() const { return text_; }
  std::uint32_t loops = 0;
  std::uint32_t conditionals = 0;

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

  void body(std::uint32_t depth) {
    while (made_ < instructions_) {
      const std::uint32_t what = below(100);
      if (what < 55) {
        instruction();
      } else if (what < 75 && depth < 4) {
        const std::string name = "l" + std::to_string(loops++);
        text_ += "loop " + name + " trips " + (below(5) == 0 ? std::to_string(below(3)) : "dynamic") + " {\n";
        open_.push_back(name);
        body(depth + 1);
        open_.pop_back();
        text_ += "}\n";
      } else if (what < 90 && depth < 4) {
        text_ += "if c" + std::to_string(conditionals++) + " {\n";
        body(depth + 1);
        if (below(2) == 0) {
          text_ += "} else {\n";
          body(depth + 1);
        }
        text_ += "}\n";
      } else if (what >= 90 && depth > 0) {
        return;
      }
    }
  }

  void instruction() {
    static constexpr const char* pipes[] = {"s", "v", "mte1", "mte2", "mte3", "v", "mte2", "mte3"};
    text_ += std::string(pipes[below(8)]) + ": i" + std::to_string(made_++);
    const std::uint32_t accesses = 1 + below(2);
    for (std::uint32_t a = 0; a < accesses; ++a) {
      const std::uint32_t b = below(static_cast<std::uint32_t>(slots_.size()));
      text_ += std::string(below(2) == 0 ? " reads b" : " writes b") + std::to_string(b) + slot(slots_[b]);
    }
    text_ += "\n";
  }

  std::string slot(std::uint32_t slots) {
    if (slots == 1) return "";
    if (open_.empty() || below(5) == 0) return "[" + std::to_string(below(slots)) + "]";
    const std::string loop = below(4) == 0 ? open_[below(static_cast<std::uint32_t>(open_.size()))] : open_.back();
    static constexpr const char* shifts[] = {"", "", "+1", "+2", "-1"};
    return "[" + loop + shifts[below(5)] + "]";
  }

  std::minstd_rand random_;
  std::uint32_t instructions_ = 0;
  std::uint32_t made_ = 0;
  std::vector<std::uint32_t> slots_;
  std::vector<std::string> open_;
  std::string text_;
};

}  // namespace counterpoint::ascend::testing
