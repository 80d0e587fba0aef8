// A program, an implementation and trip counts from texts, ready to be asked about.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/allocation/allocate.hpp"
#include "core/text/text.hpp"
#include "verify/question.hpp"

namespace counterpoint {

inline std::string messages(const Diagnostics& all) {
  std::string text;
  for (const Diagnostic& d : all) text += to_string(d) + "\n";
  return text;
}

// Texts must be good: a bad one stops the test with the message.
class Pair {
 public:
  Pair(std::string_view program, Scheme scheme, std::vector<std::string> trips = {}, AllocationOptions options = {})
      : Pair(program, trips) {
    options.scheme = scheme;
    auto made = allocate(*program_, options);
    if (!made) throw std::runtime_error(messages(made.error()));
    join(std::move(made->implementation));
  }
  Pair(std::string_view program, std::string_view implementation, std::vector<std::string> trips = {})
      : Pair(program, trips) {
    auto read = parse_implementation(implementation, "implementation");
    if (!read) throw std::runtime_error(messages(read.error()));
    join(std::move(*read));
  }

  [[nodiscard]] Question question() const {
    return {*program_, *implementation_, pairing_, *program_trips_, *implementation_trips_};
  }
  [[nodiscard]] const Program& program() const { return *program_; }
  [[nodiscard]] const Implementation& implementation() const { return *implementation_; }

 private:
  Pair(std::string_view program, std::vector<std::string> trips) : trips_(std::move(trips)) {
    auto read = parse_program(program, "program");
    if (!read) throw std::runtime_error(messages(read.error()));
    program_ = std::make_unique<Program>(std::move(*read));
    program_trips_ = std::make_unique<Trips>(counts(program_->tree));
  }
  void join(Implementation i) {
    implementation_ = std::make_unique<Implementation>(std::move(i));
    auto paired = pair_up(*program_, *implementation_);
    if (!paired) throw std::runtime_error(messages(paired.error()));
    pairing_ = std::move(*paired);
    implementation_trips_ = std::make_unique<Trips>(counts(implementation_->tree));
  }
  [[nodiscard]] Trips counts(const Tree& tree) const {
    Trips t(tree);
    for (const std::string& option : trips_) {
      if (const auto set = t.set(tree, option); !set) throw std::runtime_error(to_string(set.error()));
    }
    return t;
  }

  std::vector<std::string> trips_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Implementation> implementation_;
  Pairing pairing_;
  std::unique_ptr<Trips> program_trips_;
  std::unique_ptr<Trips> implementation_trips_;
};

}  // namespace counterpoint
