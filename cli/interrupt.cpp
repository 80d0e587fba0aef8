// Turns the first signal into a flag.
// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.hpp"

#include <array>
#include <ctime>

namespace counterpoint::cli {
namespace {

constexpr std::array signals = {SIGINT, SIGTERM};
// Read by the handler: written before it is set and while it is not.
std::array<struct sigaction, signals.size()> before;
volatile std::sig_atomic_t asked_to_stop = 0;
volatile std::sig_atomic_t first_asked = 0;  // second of the monotonic clock

std::sig_atomic_t second_now() {
  struct timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::sig_atomic_t>(now.tv_sec);
}

// timeout(1) signals the process and then its group, so that one request arrives twice: whatever comes within a second
// or two of the first is that first one.
extern "C" void note_signal(int number) {
  if (asked_to_stop == 0) {
    first_asked = second_now();
    asked_to_stop = 1;
    return;
  }
  if (second_now() - first_asked < 2) return;
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before[i], nullptr);
  ::raise(number);
}

}  // namespace

Interrupt::Interrupt() {
  asked_to_stop = 0;
  struct sigaction action{};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], nullptr, &before[i]);
  for (const int number : signals) ::sigaction(number, &action, nullptr);
}

Interrupt::~Interrupt() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before[i], nullptr);
}

bool Interrupt::asked() const { return asked_to_stop != 0; }

}  // namespace counterpoint::cli
