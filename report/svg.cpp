// Writes SVG by hand.
// SPDX-License-Identifier: Apache-2.0
#include "report/svg.hpp"

#include <fmt/format.h>

#include <cmath>

#include "report/page/page_files.hpp"
#include "report/timeline.hpp"

namespace counterpoint::report {

std::string coordinate(double value) {
  const auto twice = static_cast<std::int64_t>(std::llround(value * 2));
  std::string text = fmt::format("{}{}", twice < 0 ? "-" : "", std::abs(twice) / 2);
  return twice % 2 == 0 ? text : text + ".5";
}

std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const char c = text[0];
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: {
        const bool control = length == 1 && static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
        out += length == 0 || control ? std::string_view("\xef\xbf\xbd") : text.substr(0, length);
      }
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

void Svg::rectangle(double x, double y, double width, double height, std::string_view css, std::string_view more,
                    std::string_view tooltip) {
  body_ += fmt::format(R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}"{})", css, coordinate(x), coordinate(y),
                       coordinate(width), coordinate(height), more);
  body_ += tooltip.empty() ? "/>\n" : fmt::format("><title>{}</title></rect>\n", escaped(tooltip));
}

void Svg::text(double x, double y, std::string_view content, std::string_view css) {
  body_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", css, coordinate(x), coordinate(y),
                       escaped(content));
}

void Svg::path(std::string_view d, std::string_view css, std::string_view more, std::string_view tooltip) {
  body_ += fmt::format(R"(<path class="{}" d="{}"{})", css, d, more);
  body_ += tooltip.empty() ? "/>\n" : fmt::format("><title>{}</title></path>\n", escaped(tooltip));
}

std::string Svg::element(double width, double height, std::string_view style) const {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\">\n<title>{2}</title>\n<desc>{3}</desc>\n",
      coordinate(width), coordinate(height), escaped(title_), escaped(description_));
  if (!style.empty()) out += fmt::format("<style>\n{}</style>\n", style);
  out += figure_definitions();
  return out + body_ + "</svg>\n";
}

std::string Svg::inline_element(double width, double height) const { return element(width, height, ""); }

std::string Svg::standalone_file(double width, double height) const {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element(width, height, figure_style());
}

}  // namespace counterpoint::report
