// Waits, updates and names as text.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/sync_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "targets/neuron/codec/modes.hpp"

namespace counterpoint::neuron {
namespace {

bool is_bare(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == '@' || c == '-';
}

std::string operand(bool reg, std::uint32_t value) { return fmt::format("{}{}", reg ? "r" : "", value); }

}  // namespace

std::string wait_text(const WaitPart& wait, const Profile& profile) {
  if (wait.mode == WaitMode::none) return {};
  if (wait.mode == WaitMode::unordered) return "unordered";
  for (const WaitWord& w : wait_events) {
    if (w.mode == wait.mode) return fmt::format("E{} {}", wait.index, w.sign);
  }
  const bool reg = has_register(wait.mode);
  for (const WaitWord& w : wait_signs) {
    if ((reg ? with_register(w.mode) : w.mode) != wait.mode) continue;
    if (w.sign == ">" && !reg && !profile.wait_4_is_strict()) continue;
    return fmt::format("S{} {} {}", wait.index, w.sign, operand(reg, wait.value));
  }
  return {};
}

std::string update_text(const UpdatePart& update) {
  if (update.mode == UpdateMode::none) return {};
  const unsigned action = static_cast<unsigned>(update.mode) & 0x0FU;
  std::string out;
  for (const UpdateWord& w : update_events) {
    if (w.action == action) out = fmt::format("E{} {}", update.index, w.word);
  }
  for (const UpdateWord& w : update_signs) {
    if (w.action != action) continue;
    out = fmt::format("S{} {}", update.index, w.word);
    if (has_value(update.mode)) {
      out += " " + operand(has_register(update.mode), update.value);
    } else if (update.value != 0) {
      out += fmt::format(" ({})", update.value);
    }
  }
  return out + (on_completion(update.mode) ? "" : " at_read");
}

WaitPart wait_of(const Band& band) {
  return {band.wait_mode, band.wait_index, on_semaphore(band.wait_mode) ? band.value : 0};
}

UpdatePart update_of(const Band& band) {
  const bool own = has_value(band.update_mode) || !on_semaphore(band.wait_mode);
  return {band.update_mode, band.update_index, own ? band.value : 0};
}

std::string name_text(std::string_view name) {
  const bool bare = !name.empty() && std::ranges::all_of(name, is_bare) && !(name[0] >= '0' && name[0] <= '9') &&
                    name[0] != '.' && name[0] != '-' && name[0] != '@';
  if (bare) return std::string(name);
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string mask_text(const std::array<std::uint8_t, 32>& mask) {
  std::string out = "{";
  const auto set = [&](unsigned id) { return id < 256 && ((mask[id >> 3U] >> (id & 7U)) & 1U) != 0; };
  for (unsigned id = 0; id < 256; ++id) {
    if (!set(id)) continue;
    unsigned last = id;
    while (set(last + 1)) ++last;
    if (out.size() > 1) out += ",";
    out += last == id ? fmt::format("{}", id) : fmt::format("{}..{}", id, last);
    id = last;
  }
  return out + "}";
}

}  // namespace counterpoint::neuron
