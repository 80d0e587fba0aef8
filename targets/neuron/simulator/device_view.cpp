// Addresses of the device view, decoded.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/simulator/device_view.hpp"

#include <array>
#include <optional>

namespace counterpoint::neuron {
namespace {

constexpr std::array<Window, 5> windows = {Window::events, Window::read, Window::set, Window::add, Window::subtract};

struct Place {
  Window window;
  std::uint32_t id;
};

std::optional<Place> place_of(std::uint32_t offset) {
  if (offset % 4 != 0) return std::nullopt;
  for (const Window w : windows) {
    const auto start = static_cast<std::uint32_t>(w);
    if (offset >= start && offset < start + window_bytes) return Place{w, (offset - start) / 4};
  }
  return std::nullopt;
}

}  // namespace

tl::expected<std::uint32_t, BankFault> DeviceView::read(Window window, std::uint32_t id) const {
  if (id >= semaphore_count) return tl::unexpected(BankFault::outside);
  if (window == Window::events) return bank_->event(id) ? 1U : 0U;
  if (window == Window::read) return bank_->counter(id);
  return tl::unexpected(BankFault::direction);
}

BankFault DeviceView::write(Window window, std::uint32_t id, std::uint32_t value) {
  if (id >= semaphore_count) return BankFault::outside;
  const auto index = static_cast<std::uint8_t>(id);
  switch (window) {
    case Window::events: {
      const bool wanted = (value & 1U) != 0;
      if (bank_->event(id) == wanted) return BankFault::none;
      return bank_->apply({wanted ? UpdateMode::event_set : UpdateMode::event_clear, index, 0});
    }
    case Window::read: return BankFault::direction;
    case Window::set: return bank_->apply({UpdateMode::write, index, value});
    case Window::add: return bank_->apply({UpdateMode::add, index, value});
    case Window::subtract: return bank_->apply({UpdateMode::subtract, index, value});
  }
  return BankFault::outside;
}

tl::expected<std::uint32_t, BankFault> DeviceView::read(std::uint32_t offset) const {
  const auto place = place_of(offset);
  if (!place) return tl::unexpected(BankFault::outside);
  return read(place->window, place->id);
}

BankFault DeviceView::write(std::uint32_t offset, std::uint32_t value) {
  const auto place = place_of(offset);
  return place ? write(place->window, place->id, value) : BankFault::outside;
}

}  // namespace counterpoint::neuron
