// Writes SVG by hand: escaped text, shapes with a class, a standalone file around them.
// SPDX-License-Identifier: Apache-2.0
//
// Colours and fonts are those of report/page/figure.css, which a standalone file holds and the page has once: so a
// figure looks the same in both, light and dark. Coordinates are whole numbers or halves, so that no output depends on
// how a library rounds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace counterpoint::report {

// Text for SVG and HTML, inside elements and attributes: & < > " ' escaped, control characters and bytes that are no
// UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string escaped(std::string_view text);

class Svg {
 public:
  // `description` is read aloud by screen readers.
  Svg(std::string title, std::string description) : title_(std::move(title)), description_(std::move(description)) {}

  // `more`: further attributes, written as they are (" data-n=\"3\"").
  void rectangle(double x, double y, double width, double height, std::string_view css, std::string_view more = {},
                 std::string_view tooltip = {});
  void text(double x, double y, std::string_view content, std::string_view css);
  // "M 1 2 C ...".
  void path(std::string_view d, std::string_view css, std::string_view more = {}, std::string_view tooltip = {});
  void raw(std::string_view markup) { body_ += markup; }

  // The element alone, for a page that has the style; or a whole file.
  [[nodiscard]] std::string inline_element(double width, double height) const;
  [[nodiscard]] std::string standalone_file(double width, double height) const;

 private:
  [[nodiscard]] std::string element(double width, double height, std::string_view style) const;

  std::string title_;
  std::string description_;
  std::string body_;
};

// "12", "12.5".
[[nodiscard]] std::string coordinate(double value);

}  // namespace counterpoint::report
