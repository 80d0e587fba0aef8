// The checks of an image, table by table and word by word.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/validate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "targets/neuron/codec/layout.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::size_t longest_name = 4096;

class Complaints {
 public:
  void add(Code code, std::string message, std::string found = {}) {
    if (all_.size() >= most_complaints) return;
    Diagnostic d = diagnose(code, {}, std::move(message));
    d.found = std::move(found);
    all_.push_back(std::move(d));
  }
  // A name of something, which may be empty where `optional` says so.
  void name(std::string_view what, std::string_view name, bool optional = false) {
    if (name.empty() && optional) return;
    if (!is_image_name(name)) {
      add(Code::record_name, fmt::format("the name of {} is empty, too long, or cannot be printed", what),
          excerpt(name));
    }
  }
  [[nodiscard]] Diagnostics take() { return std::move(all_); }

 private:
  Diagnostics all_;
};

void check_stream(const Stream& s, Complaints& out) {
  const std::string_view name = entry(s.engine).name;
  if (!is_datapath(s.engine)) out.add(Code::record_engine, fmt::format("{} executes no words", name));
  out.name("a stream's counts", s.counts_as, true);
  if (s.block_starts.empty() || s.block_starts.front() != 0 || !std::ranges::is_sorted(s.block_starts) ||
      s.block_starts.back() > s.words.size()) {
    out.add(Code::image_reference, fmt::format("the blocks of stream {} do not follow one another from 0", name));
  }
}

void check_queues(const Image& image, Complaints& out) {
  std::unordered_set<std::string_view> names;
  for (const Queue& q : image.queues) {
    out.name("a queue", q.name);
    if (q.name.size() >= queue_name_bytes)
      out.add(Code::record_name, "the name of a queue is too long", excerpt(q.name));
    if (!names.insert(q.name).second) out.add(Code::image_duplicate, "two queues of one name", excerpt(q.name));
    if (q.ring >= image.rings.size()) {
      out.add(Code::image_reference, fmt::format("queue '{}' is in no ring", excerpt(q.name)), fmt::to_string(q.ring));
    }
    if (q.instruction >= image.instructions.size()) {
      out.add(Code::image_reference, fmt::format("queue '{}' is of no instruction", excerpt(q.name)),
              fmt::to_string(q.instruction));
    }
    if (!q.updates && (q.semaphore != 0 || q.increment != 0)) {
      out.add(Code::image_reference, fmt::format("queue '{}' adds to no semaphore", excerpt(q.name)));
    }
  }
}

}  // namespace

bool is_image_name(std::string_view name) {
  return !name.empty() && name.size() <= longest_name &&
         std::ranges::all_of(name, [](char c) { return c >= 0x20 && c <= 0x7E; });
}

Diagnostics check_tables(const Image& image) {
  Complaints out;
  out.name("the program", image.program);
  for (const Stream& s : image.streams) check_stream(s, out);
  for (std::size_t i = 1; i < image.streams.size(); ++i) {
    if (image.streams[i - 1].engine >= image.streams[i].engine) {
      out.add(Code::image_duplicate, "streams are one for each engine, in ascending order of engine",
              std::string(entry(image.streams[i].engine).name));
    }
  }
  std::unordered_set<std::string_view> rings;
  for (const Ring& r : image.rings) {
    out.name("a ring", r.name);
    if (!rings.insert(r.name).second) out.add(Code::image_duplicate, "two rings of one name", excerpt(r.name));
    if (!is_datapath(r.trigger)) {
      out.add(Code::record_engine, fmt::format("ring '{}' is fired by an engine without a stream", excerpt(r.name)));
    }
  }
  check_queues(image, out);
  for (const std::string& name : image.instructions) out.name("an instruction", name);
  for (const std::string& name : image.scopes) out.name("a scope", name);
  for (std::size_t i = 0; i < image.semaphores.size(); ++i) {
    out.name("a semaphore", image.semaphores[i].name);
    if (i > 0 && image.semaphores[i - 1].id >= image.semaphores[i].id) {
      out.add(Code::image_duplicate, "semaphores are named once each, in ascending order",
              fmt::to_string(image.semaphores[i].id));
    }
  }
  if (image.barrier_semaphore < -1 || image.barrier_semaphore > 255) {
    out.add(Code::semaphore_number, "the barrier's semaphore is none", fmt::to_string(image.barrier_semaphore));
  }
  return out.take();
}

References::References(const Image& image) : image_(image) {
  for (const Queue& q : image.queues) queues_.insert(q.name);
}

std::optional<Diagnostic> References::missing(const Record& record, const Stream& stream) const {
  const auto say = [](unsigned offset, std::string message, std::string found) {
    Diagnostic d = diagnose(Code::image_reference, {}, std::move(message));
    d.place = fmt::format("byte 0x{:02x}", offset);
    d.found = std::move(found);
    return d;
  };
  if (const auto* p = std::get_if<Work>(&record.payload);
      p != nullptr && p->instruction >= image_.instructions.size()) {
    return say(0x0C, "work of an instruction that the image does not name", fmt::to_string(p->instruction));
  }
  if (const auto* p = std::get_if<LoadTrips>(&record.payload); p != nullptr && p->scope >= image_.scopes.size()) {
    return say(0x0C, "trips of a scope that the image does not name", fmt::to_string(p->scope));
  }
  if (const auto* p = std::get_if<Branch>(&record.payload); p != nullptr && p->target >= stream.block_starts.size()) {
    return say(0x30, "a branch to a block that the stream does not have", fmt::to_string(p->target));
  }
  const std::string* queue = nullptr;
  if (const auto* p = std::get_if<DmaTrigger>(&record.payload)) queue = &p->name;
  if (const auto* p = std::get_if<QueueSwitch>(&record.payload)) queue = &p->name;
  if (queue != nullptr && !queues_.contains(*queue)) {
    std::vector<std::string_view> names;
    for (const Queue& q : image_.queues) names.push_back(q.name);
    Diagnostic d = say(0x0C, "a queue that the image does not name", excerpt(*queue));
    d.nearest = nearest_name(*queue, names);
    return d;
  }
  return std::nullopt;
}

Diagnostics check_words(const Image& image, Legality legality) {
  Diagnostics out;
  const References references(image);
  for (const Stream& s : image.streams) {
    for (std::size_t i = 0; i < s.words.size(); ++i) {
      const auto record = decode(s.words[i], image.profile, legality);
      std::optional<Diagnostic> d;
      if (!record) {
        d = record.error();
      } else {
        d = references.missing(*record, s);
      }
      if (!d) continue;
      d->place = fmt::format("stream {}, record {}, {}", entry(s.engine).word, i, d->place);
      out.push_back(std::move(*d));
      if (out.size() == most_complaints) return out;
    }
  }
  return out;
}

}  // namespace counterpoint::neuron
