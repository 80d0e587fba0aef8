// Drawn programs for the vendor's passes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace counterpoint::ascend::testing {

// Programs of at most nine instructions on six pipes, loops and conditionals two deep, GM, three buffers and one of two
// slots that rotates, a third of the operations with a kind that need not be their engine's.
class DrawnBody {
 public:
  explicit DrawnBody(unsigned seed) : random_(seed) {}

  std::string draw() {
    return "buffer g slots 1 in GM\nbuffer b1 slots 1\nbuffer b2 slots 1\nbuffer b3 slots 1\nbuffer x slots 2\n" +
           items(0);
  }

 private:
  unsigned up_to(unsigned n) { return static_cast<unsigned>(random_() % n); }

  std::string access() {
    const unsigned b = up_to(5);
    if (b == 0) return "g";
    if (b < 4) return "b" + std::to_string(b);
    if (loops_.empty() || up_to(4) == 0) return "x[" + std::to_string(up_to(2)) + "]";
    return "x[" + loops_[up_to(static_cast<unsigned>(loops_.size()))] + (up_to(2) == 0 ? "]" : "+1]");
  }

  std::string instruction() {
    static constexpr std::array<std::string_view, 8> engines = {"s", "v", "v", "m", "mte1", "mte2", "mte2", "mte3"};
    std::string out = std::string(engines[up_to(8)]) + ": i" + std::to_string(instructions_++);
    if (up_to(4) != 0) out += " reads " + access();
    if (up_to(4) != 0) out += " writes " + access();
    static constexpr std::array<std::string_view, 3> kinds = {" op DataCopy", " op Add", " op Mmad"};
    if (const unsigned kind = up_to(9); kind < kinds.size()) out += kinds[kind];
    return out + "\n";
  }

  // Two deep at most.
  std::string items(unsigned depth) {  // NOLINT(misc-no-recursion)
    std::string out;
    for (unsigned left = 1 + up_to(4); left != 0 && instructions_ < 9; --left) {
      const unsigned choice = up_to(8);
      const std::string name = std::to_string(scopes_);
      if (choice == 0 && depth < 2) {
        ++scopes_;
        loops_.push_back("l" + name);
        out += "loop l" + name + " trips dynamic {\n" + items(depth + 1) + "}\n";
        loops_.pop_back();
      } else if (choice == 1 && depth < 2) {
        ++scopes_;
        out += "if c" + name + " {\n" + items(depth + 1) + "}";
        out += up_to(2) == 0 ? "\n" : " else {\n" + items(depth + 1) + "}\n";
      } else {
        out += instruction();
      }
    }
    return out;
  }

  std::mt19937 random_;
  std::vector<std::string> loops_;
  unsigned instructions_ = 0;
  unsigned scopes_ = 0;
};

}  // namespace counterpoint::ascend::testing
