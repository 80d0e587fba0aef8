// Certification in figures: every kernel under every scheme, and how the cost grows with the program.
// SPDX-License-Identifier: Apache-2.0
//
// bench_certify kernels FILE...: each program x five schemes x both levels of optimisation, with both solvers. Verdict,
// seconds, obligations asked, distinct and remembered, seconds in each solver. Exits with 1 if a pair is undecided.
// bench_certify growth SCHEME SECONDS BYTES DISTINCT N...: the synthetic program (synthetic_program.cpp: loops in
// loops, eight engines, masks, distances) of N instructions. Seconds from text to verdict, peak memory, distinct
// obligations, and the exponents with which time and obligations grow. Exits with 1 if a pair is not proved, or if the
// last size is above the limits. Each size runs in a process of its own, so that its peak memory is its own. Seconds
// are processor time, so that other work on the machine shows little. Cost: that of what is measured.
#include "smt/certify/certify.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "bench/synthetic_program.hpp"
#include "core/allocation/allocate.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"

namespace counterpoint::bench {
namespace {

struct Figures {
  VerdictWord word = VerdictWord::undecided;
  double seconds = 0;  // of the proof; growth: from text to verdict
  std::size_t consumers = 0;
  smt::ProverStatistics prover;
};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Figures prove(const Program& program, Scheme scheme, int optimize) {
  const double start = processor_seconds();
  const auto allocation = allocate(program, AllocationOptions{.scheme = scheme, .optimize = optimize});
  require(allocation.has_value(), "the program can be allocated");
  const auto pairing = pair_up(program, allocation->implementation);
  require(pairing.has_value(), "an allocation implements its program");
  const smt::Proof proof = smt::prove_pair(program, allocation->implementation, *pairing, {});
  return {proof.word, processor_seconds() - start, proof.consumers, proof.statistics};
}

bool measure_kernel(const std::string& path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto program = parse_program(text, path);
  require(program.has_value(), "a kernel can be read");
  const std::string name = path.substr(path.rfind('/') + 1);
  bool decided = true;
  for (const SchemeEntry& s : all_schemes()) {
    if (s.name == "barrier-lean") continue;
    for (const int level : {0, 1}) {
      const Figures f = prove(*program, s.scheme, level);
      decided = decided && f.word != VerdictWord::undecided;
      fmt::print("| {} | {} | {} | {} | {:.3f} | {} | {} | {} | {:.3f} | {:.3f} |\n", name, s.name, level,
                 to_text(f.word), f.seconds, f.prover.asked, f.prover.distinct, f.prover.remembered,
                 f.prover.z3_seconds, f.prover.cvc5_seconds);
      std::fflush(stdout);
    }
  }
  return decided;
}

int kernels(int count, char** paths) {
  fmt::print("| kernel | scheme | optimize | verdict | s | asked | distinct | remembered | Z3, s | cvc5, s |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|---|\n");
  bool decided = true;
  for (int i = 0; i < count; ++i) decided = measure_kernel(paths[i]) && decided;
  return decided ? 0 : 1;
}

struct Size {
  std::size_t instructions = 0;
  double seconds = 0;
  std::size_t bytes = 0;
  std::size_t distinct = 0;
};

// In a child: writes its figures to `out`.
int one_size(std::size_t instructions, Scheme scheme, int out) {
  const auto program = parse_program(synthetic_program(instructions), "synthetic.cp");
  require(program.has_value(), "the synthetic program is valid");
  const Figures f = prove(*program, scheme, 1);
  const Size size{instructions, processor_seconds(), 0, f.prover.distinct};
  fmt::print("| {} | {} | {} | {} | {} ", instructions, f.consumers, f.prover.asked, f.prover.distinct,
             to_text(f.word));
  std::fflush(stdout);
  if (write(out, &size, sizeof size) != static_cast<ssize_t>(sizeof size)) return 1;
  return f.word == VerdictWord::undecided ? 1 : 0;
}

bool measure_size(std::size_t instructions, Scheme scheme, Size& size) {
  std::array<int, 2> ends{};
  std::fflush(stdout);
  if (pipe(ends.data()) != 0) return false;
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) _exit(one_size(instructions, scheme, ends[1]));
  close(ends[1]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const bool told = read(ends[0], &size, sizeof size) == static_cast<ssize_t>(sizeof size);
  close(ends[0]);
  if (!told) return false;
  size.bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  fmt::print("| {:.2f} | {} |\n", size.seconds, size.bytes >> 20U);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Slope of the least-squares line through (log size, log cost); 1 is linear.
double exponent(const std::vector<Size>& sizes, double (*cost)(const Size&)) {
  double mx = 0;
  double my = 0;
  const auto n = static_cast<double>(sizes.size());
  for (const Size& s : sizes) {
    mx += std::log(static_cast<double>(s.instructions)) / n;
    my += std::log(cost(s)) / n;
  }
  double xy = 0;
  double xx = 0;
  for (const Size& s : sizes) {
    const double x = std::log(static_cast<double>(s.instructions)) - mx;
    xy += x * (std::log(cost(s)) - my);
    xx += x * x;
  }
  return xy / xx;
}

int growth(int count, char** words) {
  const auto scheme = find_scheme(words[0]);
  require(scheme.has_value(), "a scheme");
  fmt::print("{}\n\n| instructions | consumers | asked | distinct | verdict | s | MiB |\n", words[0]);
  fmt::print("|---|---|---|---|---|---|---|\n");
  std::vector<Size> sizes;
  for (int i = 4; i < count; ++i) {
    Size size;
    if (!measure_size(static_cast<std::size_t>(std::atoll(words[i])), *scheme, size)) return 1;
    sizes.push_back(size);
  }
  if (sizes.size() > 1) {
    const std::vector<Size> decade(sizes.end() - 2, sizes.end());
    fmt::print(
        "\ntime grows as n^{:.2f} over all sizes, n^{:.2f} over the last two; distinct obligations as n^{:.2f}\n",
        exponent(sizes, [](const Size& s) { return s.seconds; }),
        exponent(decade, [](const Size& s) { return s.seconds; }),
        exponent(sizes, [](const Size& s) { return static_cast<double>(s.distinct); }));
  }
  const Size& last = sizes.back();
  const bool within = last.seconds <= std::atof(words[1]) && static_cast<double>(last.bytes) <= std::atof(words[2]) &&
                      static_cast<double>(last.distinct) <= std::atof(words[3]);
  if (!within) fmt::print("above the limits: {} s, {} bytes, {} distinct\n", words[1], words[2], words[3]);
  return within ? 0 : 1;
}

}  // namespace
}  // namespace counterpoint::bench

int main(int count, char** words) {
  const std::string what = count > 2 ? words[1] : "";
  try {
    if (what == "kernels") return counterpoint::bench::kernels(count - 2, words + 2);
    if (what == "growth" && count > 6) return counterpoint::bench::growth(count - 2, words + 2);
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 70;
  }
  std::fputs("usage: bench_certify kernels FILE... | growth SCHEME SECONDS BYTES DISTINCT N...\n", stderr);
  return 64;
}
