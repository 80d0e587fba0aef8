// Writes an image in the shape of a dump.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "targets/neuron/codec/json.hpp"
#include "targets/neuron/codec/modes.hpp"
#include "targets/neuron/codec/record_line.hpp"
#include "targets/neuron/codec/sync_text.hpp"
#include "targets/neuron/codec/validate.hpp"

namespace counterpoint::neuron {
namespace {

// All names of an image are printable ASCII.
std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

template <class List, class F>
std::string list_of(const List& list, const F& item) {
  std::string out;
  for (const auto& e : list) out += (out.empty() ? "" : ", ") + item(e);
  return "[" + out + "]";
}

// The compiler's words where it has one, else words made in the same way.
std::string wait_mode_word(WaitMode m) {
  static constexpr std::array<std::string_view, 6> signs = {"", "eq", "lt", "le", "gt", "ge"};
  if (m == WaitMode::event_set_then_clear) return "evt-set-then-clear";
  if (m == WaitMode::unordered) return "unordered";
  for (const WaitWord& w : wait_events) {
    if (w.mode != m) continue;
    std::string word = "evt-" + std::string(w.sign);
    std::ranges::replace(word, '_', '-');
    return word;
  }
  return fmt::format("sem-{}-{}", signs[static_cast<unsigned>(m) & 7U], has_register(m) ? "reg" : "imm");
}

std::string update_mode_word(UpdateMode m) {
  static constexpr std::array<std::string_view, 10> actions = {"",        "evt-set", "evt-clear", "sem-inc", "sem-dec",
                                                               "sem-add", "",        "sem-sub",   "",        "sem-wr"};
  std::string out(actions[static_cast<unsigned>(m) & 0x0FU]);
  if (has_value(m)) out += has_register(m) ? "-reg" : "-imm";
  return out + (on_completion(m) ? "" : "-read");
}

std::string wait_object(const WaitPart& w) {
  std::string value;
  if (has_register(w.mode)) {
    value = fmt::format(", \"reg\": {}", w.value);
  } else if (on_semaphore(w.mode)) {
    value = fmt::format(", \"wait_value\": {}", w.value);
  }
  return fmt::format("{{\"from\": \"\", \"id\": {}, \"mode\": \"{}\"{}}}", w.index, wait_mode_word(w.mode), value);
}

// What is added or taken for +1 and -1, as dumps have it.
std::string update_object(const UpdatePart& u) {
  std::string value;
  if (has_register(u.mode)) {
    value = fmt::format(", \"reg\": {}", u.value);
  } else if (!on_event(u.mode)) {
    value = fmt::format(", \"update_value\": {}", has_value(u.mode) ? u.value : 1);
  }
  return fmt::format("{{\"id\": {}, \"mode\": \"{}\"{}}}", u.index, update_mode_word(u.mode), value);
}

std::string sync_info(const std::vector<WaitPart>& waits, const std::vector<UpdatePart>& updates) {
  if (waits.empty() && updates.empty()) return {};
  return fmt::format(", \"sync_info\": {{\"on_wait\": {}, \"on_update\": {}}}", list_of(waits, wait_object),
                     list_of(updates, update_object));
}

std::string sync_info(const Record& r) {
  std::vector<WaitPart> waits;
  std::vector<UpdatePart> updates;
  const auto add = [&](const WaitPart& w, const UpdatePart& u) {
    if (w.mode != WaitMode::none) waits.push_back(w);
    if (u.mode != UpdateMode::none) updates.push_back(u);
  };
  add(wait_of(r.band), update_of(r.band));
  if (const auto* e = std::get_if<EventSemaphore>(&r.payload)) {
    add({e->wait_mode, e->wait_index, e->wait_value}, {e->update_mode, e->update_index, e->update_value});
  }
  return sync_info(waits, updates);
}

std::string sema_group(const GroupReset& g) {
  std::vector<unsigned> ids;
  for (unsigned id = 0; id < 256; ++id) {
    const bool in_range = g.mode == ClearMode::range && id >= g.first && id <= g.last;
    if (in_range || ((g.mask[id >> 3U] >> (id & 7U)) & 1U) != 0) ids.push_back(id);
  }
  return ", \"sema_group\": " + list_of(ids, [](unsigned id) { return fmt::format("{}", id); });
}

class DumpWriter {
 public:
  explicit DumpWriter(const Image& image) : image_(image), lines_(image), references_(image) {
    for (const Queue& q : image.queues) ring_of_.emplace(q.name, q.ring);
  }

  std::string write() {
    out_ = fmt::format("{{\n  \"functions\": [{{\n    \"name\": {},\n    \"allocations\": [],\n    \"blocks\": [",
                       json_text(image_.program));
    std::string_view comma;
    for (const Stream& s : image_.streams) {
      for (std::size_t b = 0; b < s.block_starts.size(); ++b) {
        out_ += comma;
        block(s, b);
        comma = ",";
      }
    }
    out_ += "\n    ]\n  }],\n  \"queues\": [";
    queues();
    out_ += "\n  ],\n  \"counterpoint\": ";
    extra();
    out_ += "\n}\n";
    return std::move(out_);
  }

 private:
  static std::string block_name(const Stream& s, std::uint64_t block) {
    return fmt::format("{}.b{}", entry(s.engine).word, block);
  }

  void block(const Stream& s, std::size_t b) {
    out_ += fmt::format("\n      {{\"name\": {}, \"instructions\": [", json_text(block_name(s, b)));
    const std::size_t end = b + 1 < s.block_starts.size() ? s.block_starts[b + 1] : s.words.size();
    for (std::size_t i = s.block_starts[b]; i < end; ++i) {
      if (i != s.block_starts[b]) out_ += ",";
      instruction(s, b, i);
    }
    out_ += "\n      ]}";
  }

  void instruction(const Stream& s, std::size_t block, std::size_t i) {
    const auto record = decode(s.words[i], image_.profile, Legality::hardware);
    const std::string_view engine = entry(s.engine).name;
    std::string name = fmt::format("{}-{}", entry(s.engine).word, i);
    if (!record || references_.missing(*record, s)) {
      out_ += fmt::format("\n        {{\"name\": {}, \"engine\": \"{}\", \"opcode\": \"\", \"word\": \"{}\"}}",
                          json_text(name), engine, hex_text(s.words[i]));
      return;
    }
    std::string_view opcode = entry(record->opcode).dump_name;
    std::string rest;
    if (const auto* p = std::get_if<Work>(&record->payload)) name = image_.instructions[p->instruction];
    if (const auto* p = std::get_if<GroupReset>(&record->payload)) rest = sema_group(*p);
    if (const auto* p = std::get_if<CoreBarrier>(&record->payload)) rest = fmt::format(", \"id\": {}", p->id);
    if (const auto* p = std::get_if<DmaTrigger>(&record->payload)) {
      name = p->name;
      rest = fmt::format(", \"queue\": {}, \"dma_blocks\": [{}]", json_text(image_.rings[ring_of_.at(p->name)].name),
                         json_text(p->name));
    }
    if (const auto* p = std::get_if<Branch>(&record->payload)) {
      if (p->compare == Compare::always) {
        opcode = "UnconditionalBranch";
        rest = fmt::format(", \"target\": {}", json_text(block_name(s, p->target)));
      } else {
        const bool last = block + 1 == s.block_starts.size();
        rest = fmt::format(", \"on_true\": {}, \"on_false\": {}", json_text(block_name(s, p->target)),
                           json_text(last ? "" : block_name(s, block + 1)));
      }
    }
    out_ += fmt::format("\n        {{\"name\": {}, \"engine\": \"{}\", \"opcode\": \"{}\"{}{}, \"record\": {}}}",
                        json_text(name), engine, opcode, sync_info(*record), rest, json_text(lines_.of(*record)));
  }

  // A ring is a queue of the dump, and what it moves at a time one of its DMA blocks.
  void queues() {
    std::vector<std::vector<const Queue*>> of(image_.rings.size());
    for (const Queue& q : image_.queues) of[q.ring].push_back(&q);
    for (std::size_t r = 0; r < image_.rings.size(); ++r) {
      out_ += fmt::format("{}\n    {{\"name\": {}, \"engine\": \"{}\", \"blocks\": [", r == 0 ? "" : ",",
                          json_text(image_.rings[r].name), entry(image_.rings[r].trigger).name);
      for (std::size_t i = 0; i < of[r].size(); ++i) {
        const Queue& q = *of[r][i];
        std::vector<UpdatePart> updates;
        if (q.updates) updates.push_back({UpdateMode::add, q.semaphore, q.increment});
        out_ += fmt::format(
            "{}\n      {{\"name\": {}, \"instructions\": [{{\"name\": {}, \"engine\": \"DMA\", \"opcode\": "
            "\"DMABlock\"{}}}]}}",
            i == 0 ? "" : ",", json_text(q.name), json_text(q.name), sync_info({}, updates));
      }
      out_ += "\n    ]}";
    }
  }

  void extra() {
    const auto names = [](const std::vector<std::string>& list) { return list_of(list, json_text); };
    out_ += fmt::format("{{\n    \"schema\": \"counterpoint-neuron/1\",\n    \"profile\": {},\n",
                        json_text(profile_line(image_.profile)));
    out_ += fmt::format("    \"instructions\": {},\n    \"scopes\": {},\n", names(image_.instructions),
                        names(image_.scopes));
    out_ += fmt::format("    \"semaphores\": {},\n", list_of(image_.semaphores, [](const NamedSemaphore& s) {
                          return fmt::format("{{\"id\": {}, \"name\": {}}}", s.id, json_text(s.name));
                        }));
    if (image_.barrier_semaphore >= 0)
      out_ += fmt::format("    \"barrier_semaphore\": {},\n", image_.barrier_semaphore);
    out_ += fmt::format("    \"rings\": {},\n", list_of(image_.rings, [](const Ring& r) {
                          return fmt::format("{{\"name\": {}, \"engine\": \"{}\"}}", json_text(r.name),
                                             entry(r.trigger).name);
                        }));
    out_ += fmt::format("    \"queues\": {},\n", list_of(image_.queues, [](const Queue& q) {
                          std::string update;
                          if (q.updates) {
                            update = fmt::format(", \"semaphore\": {}, \"increment\": {}", q.semaphore, q.increment);
                          }
                          return fmt::format("{{\"name\": {}, \"ring\": {}, \"instruction\": {}{}}}", json_text(q.name),
                                             q.ring, q.instruction, update);
                        }));
    out_ += fmt::format("    \"streams\": {}\n  }}", list_of(image_.streams, [](const Stream& s) {
                          return fmt::format("{{\"engine\": \"{}\", \"counts_as\": {}, \"blocks\": {}}}",
                                             entry(s.engine).name, json_text(s.counts_as), s.block_starts.size());
                        }));
  }

  const Image& image_;
  const RecordLines lines_;
  const References references_;
  std::unordered_map<std::string_view, std::uint32_t> ring_of_;
  std::string out_;
};

}  // namespace

tl::expected<std::string, Diagnostics> to_json(const Image& image, Illegal illegal) {
  Diagnostics wrong = check_tables(image);
  if (wrong.empty() && illegal == Illegal::refused) wrong = check_words(image, Legality::hardware);
  if (!wrong.empty()) return tl::unexpected(std::move(wrong));
  return DumpWriter(image).write();
}

}  // namespace counterpoint::neuron
