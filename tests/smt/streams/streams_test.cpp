// What the streams say of registers, thresholds and cells, and what they refuse by name.
// SPDX-License-Identifier: Apache-2.0
#include "smt/streams/streams.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/terms/script.hpp"
#include "tests/verify/pair.hpp"

namespace counterpoint::smt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view program = R"(program p
engine a b
loop l trips dynamic {
  a: x
  a: y
  b: c after x
}
)";

std::string implementation(std::string_view body) {
  return "implementation p\nengine a b\nsemaphore s = 2 u\nloop l trips dynamic {\n" + std::string(body) + "}\n";
}

class Streamed {
 public:
  explicit Streamed(std::string_view body)
      : pair_(program, implementation(body)),
        pairing_(pair_.question().pairing),
        streams_(terms_, pair_.program(), pair_.implementation()) {}
  Terms& terms() { return terms_; }
  const Streams& streams() const { return streams_; }
  std::string threshold(std::size_t instruction) {
    return to_text(terms_, streams_.thresholds(InstructionId{instruction}).front().value);
  }

 private:
  Terms terms_;
  Pair pair_;
  Pairing pairing_;
  Streams streams_;
};

TEST(Streams, a_threshold_is_a_term_over_the_registers_at_the_entry_of_its_block) {
  Streamed s("b: r := r + 1\nb: w := r * 3\nb: w := w - 2\na: x signal s += 1\na: y\nb: c wait s >= w\n");
  EXPECT_EQ(s.threshold(2), "3 * b:r + 1");
}

TEST(Streams, a_product_with_a_mask_is_a_choice) {
  Streamed s("b: m := gt(t, 2)\nb: t := t + 1\nb: w := t * m\na: x signal s += 1\na: y\nb: c wait s >= w\n");
  EXPECT_THAT(s.threshold(2), HasSubstr("ite("));
  EXPECT_THAT(s.threshold(2), Not(HasSubstr("b:m")));
}

TEST(Streams, a_register_that_ends_as_it_began_is_not_assigned) {
  Streamed s("b: r := r + 1\nb: r := r - 1\na: x\na: y\nb: c wait s >= r\n");
  EXPECT_THAT(s.streams().assignments(EngineId{1}, RegisterId{0}), IsEmpty());
}

TEST(Streams, cells_know_who_raises_them_by_how_much) {
  Streamed s("a: x signal s += 2\na: y signal s += 3\nb: c wait s >= 1\n");
  const Raisers* r = s.streams().raisers(CellId{0}, ScopeId{1}, EngineId{0});
  ASSERT_NE(r, nullptr);
  EXPECT_THAT(r->sum, ElementsAre(2, 5));
  EXPECT_EQ(r->before(InstructionId{1}), 2);
  EXPECT_EQ(r->up_to(InstructionId{1}), 5);
  EXPECT_EQ(r->up_to(InstructionId{2}), 5);
  EXPECT_EQ(s.streams().cell(CellId{0}).initial, 2);
  EXPECT_EQ(s.streams().raisers(CellId{1}, ScopeId{1}, EngineId{0}), nullptr);
}

TEST(Streams, a_wait_alone_before_an_instruction_is_one_of_its_waits) {
  Streamed s("a: x signal s += 1, u += 1\na: y\nb: r := r + 1\nb: wait s >= r\nb: r := r + 1\nb: c wait u >= 7\n");
  EXPECT_THAT(s.streams().refusals(), IsEmpty());
  const auto waits = s.streams().thresholds(InstructionId{2});
  ASSERT_EQ(waits.size(), 2U);
  EXPECT_EQ(to_text(s.terms(), waits[0].value), "7");
  EXPECT_EQ(to_text(s.terms(), waits[1].value), "b:r + 1");
}

// Each construct that is not covered, and the word that names it.
TEST(Streams, what_is_not_covered_is_refused_by_name) {
  const std::vector<std::pair<std::string, std::string>> all = {
      {"a: x signal s += 1\na: y\nb: c take s >= 1\n", "take"},
      {"a: x signal s += 1\na: y\nb: c wait s == 1\n", "=="},
      {"a: x signal s += 1 at issue\na: y\nb: c wait s >= 1\n", "when it issues"},
      {"a: x signal s -= 1\na: y\nb: c wait s >= 1\n", "otherwise than by adding"},
      {"a: x signal s := 1\na: y\nb: c wait s >= 1\n", "otherwise than by adding"},
      {"a: x\na: signal s += 1\na: y\nb: c wait s >= 1\n", "stand-alone signal"},
      {"a: x signal s += 1\na: fence\na: y\nb: c wait s >= 1\n", "fence"},
      {"a: x signal s += 1\na: y\nb: c\nb: wait s >= 1\n", "stand-alone wait"},
      {"b: r := r + 1\nb: w := 7 div r\na: x signal s += 1\na: y\nb: c wait s >= w\n", "divisor"},
  };
  for (const auto& [body, word] : all) {
    Streamed s(body);
    bool named = false;
    for (const std::string& refusal : s.streams().refusals()) named = named || refusal.find(word) != std::string::npos;
    EXPECT_TRUE(named) << body << " lacks " << word;
  }
}

}  // namespace
}  // namespace counterpoint::smt
