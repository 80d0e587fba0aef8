// Reads flags between cores.
// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/text/kernel_reader.hpp"

namespace counterpoint::ascend {

// After `cset`: `aic.fix>aiv #3`, and `mode 4` where the mode is not the one that its cores say.
void KernelReader::cross_set() {
  Op op;
  op.kind = OpKind::cross_set;
  expect_place(op, false);
  expect('>');
  const KernelToken reach = expect_name("a core, or aiv for all vector cores");
  op.reach = reach.is(core_name(Core::aiv)) ? Core::aiv : core_of_program(reach, reach.text);
  op.flag = expect_flag();
  op.mode = usual_mode(op.core, op.reach);
  if (same_line() && token_.is("mode")) {
    advance();
    op.mode = static_cast<std::uint8_t>(expect_integer("a mode: 1, 2 or 4", 255));
  }
  put(std::move(op));
}

// After `cwait`: `aiv0 #3`, which holds the core, or on c310 `aiv0.mte2 #3`, which holds one pipe.
void KernelReader::cross_wait() {
  Op op;
  op.kind = OpKind::cross_wait;
  const KernelToken at = token_;
  if (kernel_->architecture() == Architecture::c310) {
    expect_place(op, false);
  } else {
    (void)expect_name("a core");
    if (at.text.find('.') != std::string_view::npos) {
      fail(AscendCode::kernel_pipe, at, "a wait for another core holds the whole core on c220", "a core");
    }
    op.core = core_of_program(at, at.text);
    op.pipe = Pipe::s;
  }
  op.flag = expect_flag();
  put(std::move(op));
}

}  // namespace counterpoint::ascend
