// Numbers registers and labels of a stream, and encodes it.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/draft.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "targets/neuron/codec/codec.hpp"
#include "targets/neuron/lowering/registers.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::uint8_t signed_dword = 8;

std::uint32_t low_dword(std::int64_t value) { return static_cast<std::uint32_t>(value); }

// Some choices of switches have no word for what others have one for.
Diagnostic no_word(Engine engine, const Diagnostic& why) {
  Diagnostic d = diagnose(Code::not_lowered, {}, fmt::format("{}: {}", entry(engine).word, why.message));
  d.help = "another choice of switches has a word for it";
  return d;
}

class RecordNumbering {
 public:
  RecordNumbering(const std::vector<std::uint8_t>& registers, const IdVector<Label, std::uint32_t>& block_of)
      : registers_(registers), block_of_(block_of) {}

  [[nodiscard]] Record numbered(const DraftRecord& from) const {
    Record r = from.record;
    if (from.first.valid()) r.band.value = number(from.first);
    std::visit([&](auto& payload) { fill(payload, from); }, r.payload);
    return r;
  }

 private:
  [[nodiscard]] std::uint8_t number(DraftRegister x) const { return registers_[x.value]; }
  [[nodiscard]] std::uint8_t number_or(DraftRegister x, std::uint8_t other) const {
    return x.valid() ? number(x) : other;
  }
  void fill(RegisterMove& p, const DraftRecord& from) const {
    p.target = number(from.target);
    p.source = number_or(from.a, 0);
  }
  void fill(RegisterAlu& p, const DraftRecord& from) const {
    p.target = number(from.target);
    p.a = number(from.a);
    p.b = number_or(from.b, 0);
  }
  void fill(LoadTrips& p, const DraftRecord& from) const { p.target = number(from.target); }
  void fill(EventSemaphore& p, const DraftRecord& from) const {
    if (from.second.valid()) p.wait_value = number(from.second);
  }
  void fill(Branch& p, const DraftRecord& from) const {
    p.a = number_or(from.a, 0);
    p.b = number_or(from.b, 0);
    p.target = block_of_[from.label];
  }
  template <class Other>
  void fill(Other& /*payload*/, const DraftRecord& /*from*/) const {}

  const std::vector<std::uint8_t>& registers_;
  const IdVector<Label, std::uint32_t>& block_of_;
};

}  // namespace

tl::expected<Stream, Diagnostic> Draft::finish(Engine engine, std::string_view counts_as,
                                               const Profile& profile) const {
  const RegisterNeeds needs = registers_needed(*this);
  const Colouring colouring = colour(needs);
  if (colouring.used > registers_per_engine) {
    Diagnostic d = diagnose(Code::registers_short, {},
                            fmt::format("{} needs {} registers at once, and an engine has {}", entry(engine).word,
                                        colouring.used, registers_per_engine));
    d.help = "fewer histories and temporaries: allocate it with --optimize 2, --scheme per-engine or --registers N";
    return tl::unexpected(d);
  }
  Stream out;
  out.engine = engine;
  out.counts_as = counts_as;
  std::vector<Record> start;
  for (std::size_t i = 0; i < registers_; ++i) {
    if (!needs[i].zero) continue;
    DraftRecord zero = move_value(DraftRegister{i}, 0);
    std::get<RegisterMove>(zero.record.payload).target = colouring.number[i];
    start.push_back(zero.record);
  }
  // A block begins where a label is that some branch names.
  std::vector<std::size_t> places;
  for (const DraftRecord& r : records) {
    if (r.label.valid()) places.push_back(labels_[r.label] + start.size());
  }
  std::ranges::sort(places);
  places.erase(std::ranges::unique(places).begin(), places.end());
  for (const std::size_t place : places) {
    if (place != 0) out.block_starts.push_back(static_cast<std::uint32_t>(place));
  }
  IdVector<Label, std::uint32_t> block_of(labels_.size());
  for (std::size_t l = 0; l < labels_.size(); ++l) {
    const auto place = static_cast<std::uint32_t>(labels_[Label{l}] + start.size());
    const auto block = std::ranges::lower_bound(out.block_starts, place);
    block_of[Label{l}] = static_cast<std::uint32_t>(block - out.block_starts.begin());
  }
  const RecordNumbering numbering(colouring.number, block_of);
  std::vector<Record> all = std::move(start);
  all.reserve(all.size() + records.size());
  for (const DraftRecord& r : records) all.push_back(numbering.numbered(r));
  out.words.reserve(all.size());
  for (const Record& r : all) {
    const tl::expected<Word, Diagnostic> word = encode(r, profile);
    if (!word) return tl::unexpected(no_word(engine, word.error()));
    out.words.push_back(*word);
  }
  return out;
}

DraftRecord move_value(DraftRegister target, std::int64_t value) {
  DraftRecord r;
  r.record.opcode = Opcode::register_move;
  RegisterMove p;
  p.value = low_dword(value);
  r.record.payload = p;
  r.target = target;
  return r;
}

DraftRecord move_register(DraftRegister target, DraftRegister source) {
  DraftRecord r = move_value(target, 0);
  std::get<RegisterMove>(r.record.payload).immediate = false;
  r.a = source;
  return r;
}

DraftRecord alu_value(AluOperation operation, DraftRegister target, DraftRegister a, std::int64_t value) {
  DraftRecord r;
  r.record.opcode = Opcode::register_alu;
  RegisterAlu p;
  p.operation = operation;
  p.value = low_dword(value);
  r.record.payload = p;
  r.target = target;
  r.a = a;
  return r;
}

DraftRecord alu_register(AluOperation operation, DraftRegister target, DraftRegister a, DraftRegister b) {
  DraftRecord r = alu_value(operation, target, a, 0);
  std::get<RegisterAlu>(r.record.payload).immediate = false;
  r.b = b;
  return r;
}

DraftRecord branch_value(Compare compare, DraftRegister a, std::int64_t value, Label to) {
  DraftRecord r;
  r.record.opcode = Opcode::branch;
  Branch p;
  p.compare = compare;
  p.data_type = signed_dword;
  p.value = low_dword(value);
  r.record.payload = p;
  r.a = a;
  r.label = to;
  return r;
}

DraftRecord branch_register(Compare compare, DraftRegister a, DraftRegister b, Label to) {
  DraftRecord r = branch_value(compare, a, 0, to);
  std::get<Branch>(r.record.payload).register_form = true;
  r.b = b;
  return r;
}

DraftRecord branch_always(Label to) {
  DraftRecord r;
  r.record.opcode = Opcode::branch;
  r.record.payload = Branch{};
  r.label = to;
  return r;
}

}  // namespace counterpoint::neuron
