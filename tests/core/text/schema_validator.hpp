// Documents against a published JSON Schema, for tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace counterpoint {

// Hands records to validate_json.py, whose head says what they are.
class SchemaValidator {
 public:
  explicit SchemaValidator(std::string_view schema) {
    const std::string folder = COUNTERPOINT_SOURCE_DIR;
    const std::string command = std::string(COUNTERPOINT_PYTHON) + " " + folder + "/tests/core/text/validate_json.py " +
                                folder + "/docs/schema/" + std::string(schema);
    pipe_ = popen(command.c_str(), "w");
  }
  SchemaValidator(const SchemaValidator&) = delete;
  SchemaValidator& operator=(const SchemaValidator&) = delete;
  ~SchemaValidator() {
    if (pipe_ != nullptr) pclose(pipe_);
  }
  void add(bool valid, std::string_view document) {
    ASSERT_NE(pipe_, nullptr);
    std::fputc(valid ? '+' : '-', pipe_);
    std::fwrite(document.data(), 1, document.size(), pipe_);
    std::fputc('\0', pipe_);
  }
  // Whether all were as said. A missing Python or module is a failure, too.
  [[nodiscard]] bool finish() {
    const int status = pipe_ == nullptr ? -1 : pclose(pipe_);
    pipe_ = nullptr;
    return status == 0;
  }

 private:
  std::FILE* pipe_ = nullptr;
};

}  // namespace counterpoint
