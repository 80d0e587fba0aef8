// From one form of an image, or one profile, to another.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/convert.hpp"

#include <fmt/format.h>

#include "targets/neuron/codec/binary.hpp"
#include "targets/neuron/codec/json.hpp"
#include "targets/neuron/codec/validate.hpp"

namespace counterpoint::neuron {

std::optional<Form> form_named(std::string_view word) {
  if (word == "asm") return Form::assembly;
  if (word == "bin") return Form::binary;
  if (word == "json") return Form::json;
  return std::nullopt;
}

Form form_of(std::string_view content) {
  // A binary that is cut off within its magic is still none of the others.
  const bool cut = !content.empty() && binary_magic.starts_with(content);
  if (content.starts_with(binary_magic) || cut) return Form::binary;
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && content[first] == '{' ? Form::json : Form::assembly;
}

tl::expected<Image, Diagnostics> read_any_form(std::string_view content, Illegal illegal) {
  switch (form_of(content)) {
    case Form::binary: return from_binary(content, illegal);
    case Form::json: return from_json(content, illegal);
    case Form::assembly: break;
  }
  return from_assembly(content, illegal);
}

tl::expected<std::string, Diagnostics> write_form(const Image& image, Form form, Illegal illegal) {
  switch (form) {
    case Form::binary: return to_binary(image);
    case Form::json: return to_json(image, illegal);
    case Form::assembly: break;
  }
  return to_assembly(image, illegal);
}

tl::expected<void, Diagnostics> change_profile(Image& image, const Profile& profile) {
  if (image.profile == profile) return {};
  Diagnostics wrong;
  for (Stream& s : image.streams) {
    for (std::size_t i = 0; i < s.words.size() && wrong.size() < most_complaints; ++i) {
      const auto record = decode(s.words[i], image.profile, Legality::hardware);
      if (!record) continue;
      const auto word = encode(*record, profile);
      if (word) {
        s.words[i] = *word;
        continue;
      }
      wrong.push_back(word.error());
      wrong.back().place = fmt::format("stream {}, record {}, {}", entry(s.engine).word, i, wrong.back().place);
    }
  }
  if (!wrong.empty()) return tl::unexpected(std::move(wrong));
  image.profile = profile;
  return {};
}

std::optional<Diagnostic> changed_meaning(const Image& image, const Profile& profile) {
  if (image.profile.wait_4_is_strict() == profile.wait_4_is_strict()) return std::nullopt;
  std::size_t waits = 0;
  std::string first;
  for (const Stream& s : image.streams) {
    for (std::size_t i = 0; i < s.words.size(); ++i) {
      const auto record = decode(s.words[i], image.profile, Legality::hardware);
      if (!record) continue;
      const auto* e = std::get_if<EventSemaphore>(&record->payload);
      const bool second = e != nullptr && e->wait_mode == WaitMode::greater;
      const std::size_t here = (record->band.wait_mode == WaitMode::greater ? 1U : 0U) + (second ? 1U : 0U);
      if (waits == 0 && here != 0) first = fmt::format("stream {}, record {}", entry(s.engine).word, i);
      waits += here;
    }
  }
  if (waits == 0) return std::nullopt;
  const bool strict = profile.wait_4_is_strict();
  Diagnostic d = diagnose(Code::wait_four_changed, {},
                          fmt::format("{} {} of byte 0x04: the counter must now be {} the number", waits,
                                      waits == 1 ? "wait" : "waits", strict ? "above" : "at least"));
  d.place = std::move(first);
  d.help = "write them with another sign in assembly, or keep wait-4 as it was with --set wait-4=";
  d.help += strict ? "poll" : "greater";
  return d;
}

}  // namespace counterpoint::neuron
