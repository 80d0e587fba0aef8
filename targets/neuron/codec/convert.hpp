// The forms an image is written in, and how one is told from another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/neuron/codec/assembly.hpp"
#include "targets/neuron/isa/image.hpp"

namespace counterpoint::neuron {

enum class Form : std::uint8_t { assembly, binary, json };

[[nodiscard]] std::optional<Form> form_named(std::string_view word);
// By content: the magic of the binary form, a brace, else assembly.
[[nodiscard]] Form form_of(std::string_view content);

[[nodiscard]] tl::expected<Image, Diagnostics> read_any_form(std::string_view content, Illegal illegal);
[[nodiscard]] tl::expected<std::string, Diagnostics> write_form(const Image& image, Form form, Illegal illegal);

// Every record as the other profile writes it; errors where that has no word for it. Words that are no records stay.
[[nodiscard]] tl::expected<void, Diagnostics> change_profile(Image& image, const Profile& profile);

// A warning if the image has waits of byte 0x04 and the profile takes them for another comparison than the image's own:
// the byte stays, so nothing else would show it.
[[nodiscard]] std::optional<Diagnostic> changed_meaning(const Image& image, const Profile& profile);

}  // namespace counterpoint::neuron
