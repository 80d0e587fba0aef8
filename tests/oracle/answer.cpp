// Reads what the oracle answers.
// SPDX-License-Identifier: Apache-2.0
#include "tests/oracle/answer.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace counterpoint::rocq {
namespace {

void read_needs(std::istringstream& words, std::map<At, Needs>& out) {
  std::string engine;
  std::string place;
  std::string position;
  words >> engine >> place >> position;
  for (std::string word; words >> word;) {
    const std::size_t sign = word.find(">=");
    if (sign == std::string::npos) throw std::runtime_error("the oracle says " + word);
    need(out[engine + " " + place + " " + position], word.substr(0, sign), std::stoll(word.substr(sign + 2)));
  }
}

}  // namespace

void need(Needs& needs, const std::string& of, std::int64_t threshold) {
  if (threshold <= 0) return;
  std::int64_t& kept = needs[of];
  kept = std::max(kept, threshold);
}

Answer read_answer(const std::string& text) {
  Answer answer;
  std::istringstream lines(text);
  std::string line;
  bool done = false;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "class") {
      std::string number;
      words >> number >> std::ws;
      std::getline(words, answer.classes.emplace_back());
    } else if (word == "owe") {
      read_needs(words, answer.owed);
    } else if (word == "wait") {
      read_needs(words, answer.waits);
    } else if (word == "completes") {
      words >> answer.completes;
    } else if (word == "verdict") {
      words >> answer.verdict;
    } else if (word == "judged") {
      words >> answer.judged.emplace_back();
    } else if (word == "done") {
      done = true;
    } else {
      throw std::runtime_error("the oracle says " + line);
    }
  }
  if (!done) throw std::runtime_error("the oracle has not answered");
  return answer;
}

}  // namespace counterpoint::rocq
