// Gathers output into pieces for a sink.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "core/text/text.hpp"

namespace counterpoint {

// Hands the sink pieces of at most 64 KiB; `flush` hands over the rest.
class Writer {
 public:
  static constexpr std::size_t piece = std::size_t{64} * 1024;

  explicit Writer(const Sink& sink) : sink_(sink), buffer_(new char[piece]) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void put(char c) {
    if (used_ == piece) flush();
    buffer_[used_++] = c;
  }
  void put(std::string_view s) {
    if (s.size() > piece - used_) return put_long(s);
    std::memcpy(buffer_.get() + used_, s.data(), s.size());
    used_ += s.size();
  }
  void put(std::int64_t value) {
    char digits[20];
    const char* end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    put(std::string_view(digits, static_cast<std::size_t>(end - digits)));
  }
  void fill(char c, std::size_t count) {
    for (; count > piece - used_; flush()) {
      std::memset(buffer_.get() + used_, c, piece - used_);
      count -= piece - used_;
      used_ = piece;
    }
    std::memset(buffer_.get() + used_, c, count);
    used_ += count;
  }
  void flush() {
    if (used_ != 0) sink_(std::string_view(buffer_.get(), used_));
    used_ = 0;
  }

 private:
  void put_long(std::string_view s) {
    while (!s.empty()) {
      if (used_ == piece) flush();
      const std::string_view part = s.substr(0, piece - used_);
      std::memcpy(buffer_.get() + used_, part.data(), part.size());
      used_ += part.size();
      s.remove_prefix(part.size());
    }
  }

  const Sink& sink_;
  std::unique_ptr<char[]> buffer_;
  std::size_t used_ = 0;
};

}  // namespace counterpoint
