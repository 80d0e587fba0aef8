# The barrier baseline has no counters that grow: wrap-safe it is the same text.
# RUN: for s in barrier barrier-lean; do \
# RUN:   %counterpoint alloc %s --scheme $s -q -o %t.plain > /dev/null && \
# RUN:   %counterpoint alloc %s --scheme $s --wrap-safe --width 4 -q -o %t.safe > /dev/null && \
# RUN:   cmp %t.plain %t.safe && \
# RUN:   %counterpoint check %s %t.safe --width 4 --compare difference --by explore --trips kv=30 --expect refines \
# RUN:     || exit 1; \
# RUN: done
program baseline
engine dma pe
loop kv trips dynamic {
  dma: load  after qk@kv-2
  pe:  qk    after load
}
