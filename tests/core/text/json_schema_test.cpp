// The published JSON Schema takes what is printed, and refuses what the reader refuses for its shape.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/text.hpp"
#include "tests/core/generate.hpp"
#include "tests/core/text/messages.hpp"
#include "tests/core/text/schema_validator.hpp"

namespace counterpoint {
namespace {

TEST(JsonSchema, takes_every_document_that_is_printed) {
  SchemaValidator validator("counterpoint-1.schema.json");
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    validator.add(true, print_json(generate_program(seed, seed % 4)));
    validator.add(true, print_json(generate_implementation(seed, seed % 4)));
  }
  EXPECT_TRUE(validator.finish());
}

// Bodies that are wrong in their shape alone: the reader refuses them, and so must the schema.
const std::vector<std::string_view> wrong_items = {
    R"({"engine": "e"})",
    R"({"engine": "e", "instruction": "x", "cots": 1})",
    R"({"engine": "e", "instruction": "x", "cost": "1"})",
    R"({"engine": "e", "instruction": "x", "cost": -1})",
    R"({"engine": "e", "instruction": "x", "cost": 1.5})",
    R"({"engine": "e", "instruction": "x", "cost": 9223372036854775808})",
    R"({"engine": "e", "instruction": "x y"})",
    R"({"engine": "e", "instruction": "loop"})",
    R"({"engine": "e", "instruction": 3})",
    R"({"engine": "e", "instruction": "x", "after": [{"distances": []}]})",
    R"({"engine": "e", "instruction": "x", "after": "x"})",
    R"({"engine": "e", "instruction": "x", "reads": [{"buffer": "b", "slot": 0, "loop": "l"}]})",
    R"({"engine": "e", "instruction": "x", "reads": [{"buffer": "b", "shift": 1}]})",
    R"({"engine": "e", "instruction": "x", "signal": [{"semaphore": "s", "update": "+=", "amount": 1}]})",
    R"({"loop": "l", "trips": 2147483648, "body": []})",
    R"({"loop": "l", "trips": "dynamc", "body": []})",
    R"({"loop": "l", "body": []})",
    R"({"if": "l"})",
    R"({"if": "l", "then": {}, "else": []})",
    R"({"barrier": true})",
    R"({"engine": "e", "fence": true})",
    R"({"engine": "e", "register": "r", "operation": "add", "operands": [1, 2]})",
    "3",
};
const std::vector<std::string_view> wrong_statements = {
    R"({"barrier": false})",
    R"({"engine": "e", "fence": false})",
    R"({"engine": "e", "wait": []})",
    R"({"engine": "e", "signal": [{"semaphore": "s", "update": "=", "amount": 1}]})",
    R"({"engine": "e", "signal": [{"semaphore": "s", "update": "+=", "amount": "r"}]})",
    R"({"engine": "e", "signal": [{"semaphore": "s", "update": "+=", "amount": 1, "at": "end"}]})",
    R"({"engine": "e", "wait": [{"semaphore": "s", "test": ">", "value": 1}]})",
    R"({"engine": "e", "wait": [{"semaphore": "s", "value": 1}]})",
    R"({"engine": "e", "register": "r", "operation": "add", "operands": [1]})",
    R"({"engine": "e", "register": "r", "operation": "copy", "operands": [1, 2]})",
    R"({"engine": "e", "register": "r", "operation": "sub", "operands": [1, 2]})",
    R"({"engine": "e", "instruction": "x", "after": [{"producer": "x"}]})",
};

std::string document(std::string_view kind, std::string_view body) {
  return "{\"schema\": \"counterpoint/1\", \"" + std::string(kind) + "\": \"p\", \"engines\": [{\"name\": \"e\"}], " +
         "\"buffers\": [{\"name\": \"b\", \"slots\": 2}], " +
         (kind == "implementation" ? "\"semaphores\": [{\"name\": \"s\"}], " : "") + "\"body\": [" + std::string(body) +
         "]}";
}

TEST(JsonSchema, refuses_what_the_reader_refuses_for_its_shape) {
  std::vector<std::string> documents = {
      "{}",
      "[]",
      "{\"schema\": \"counterpoint/1\"}",
      "{\"schema\": \"counterpoint/2\", \"program\": \"p\"}",
      "{\"schema\": \"counterpoint/1\", \"program\": \"p\", \"implementation\": \"p\"}",
      "{\"schema\": \"counterpoint/1\", \"program\": \"p\", \"scheme\": \"per-loop\"}",
      "{\"schema\": \"counterpoint/1\", \"program\": \"p\", \"semaphores\": [{\"name\": \"s\"}]}",
      "{\"schema\": \"counterpoint/1\", \"implementation\": \"p\", \"scheme\": \"per loop\"}",
      "{\"schema\": \"counterpoint/1\", \"program\": \"p\", \"buffers\": [{\"name\": \"b\", \"slots\": 0}]}",
      "{\"schema\": \"counterpoint/1\", \"program\": \"p\", \"engines\": [\"e\"]}"};
  for (const std::string_view item : wrong_items) documents.push_back(document("program", item));
  for (const std::string_view item : wrong_statements) documents.push_back(document("implementation", item));
  SchemaValidator validator("counterpoint-1.schema.json");
  for (const std::string& d : documents) {
    EXPECT_FALSE(parse(d, "p.json").has_value()) << d;
    validator.add(false, d);
  }
  validator.add(true, document("program", R"({"engine": "e", "instruction": "x"})"));
  validator.add(true, document("implementation", R"({"engine": "e", "fence": true}, {"barrier": true})"));
  EXPECT_TRUE(validator.finish());
}

}  // namespace
}  // namespace counterpoint
