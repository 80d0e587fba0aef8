// Turns the first signal into a flag.
// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.hpp"

#include <array>

namespace counterpoint::cli {
namespace {

constexpr std::array signals = {SIGINT, SIGTERM};
// Read by the handler: written before it is set and while it is not.
std::array<struct sigaction, signals.size()> before;
volatile std::sig_atomic_t asked_to_stop = 0;

extern "C" void note_signal(int) {
  asked_to_stop = 1;
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before[i], nullptr);
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
