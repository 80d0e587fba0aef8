# The graph of a program: scopes as clusters, engines as columns, classes and distances at the edges.
# SPDX-License-Identifier: Apache-2.0
#
# RUN: %counterpoint draw %s --to dot | FileCheck %s --check-prefix DOT
# DOT:      digraph "drawn" {
# DOT:      subgraph cluster_1 {
# DOT-NEXT:   label="loop kv trips dynamic"
# DOT:        i1 [label="load\ndma", fillcolor="#7fb2e5"];
# DOT-NEXT:   i2 [label="qk\npe", fillcolor="#f0b46a"];
# DOT:        subgraph cluster_2 {
# DOT-NEXT:     label="if causal"
# DOT:        subgraph cluster_3 {
# DOT-NEXT:     label="else of causal"
# DOT:      i2 -> i1 [label="kv-2 direct", style=dashed
# DOT:      i0 -> i1 [label="direct"]
# DOT:      i1 -> i2 [label="direct"];
# DOT:      i2 -> i3 [label="direct"];
# DOT:      i0 -> s1 [label="direct", lhead=cluster_1];
#
# The same twice, and no name of a colour or a machine in it that is not written here.
# RUN: %counterpoint draw %s --to svg > %t.svg
# RUN: %counterpoint draw %s -o %t.again.svg
# RUN: cmp %t.svg %t.again.svg
# RUN: python3 -c "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])" %t.svg
# RUN: FileCheck %s --check-prefix SVG --input-file %t.svg
# SVG:     <title>Dependence graph of drawn</title>
# SVG:     >loop kv trips dynamic</text>
# SVG:     >dma</text>
# SVG:     >pe</text>
# SVG-DAG: class="edge back"{{.*}}-producer="2" data-consumer="1"><title>load waits for qk on pe: kv-2 direct<
# SVG-DAG: class="edge"{{.*}} data-producer="0" data-consumer="s1"><title>kv waits for count on pe: direct</title>
# SVG-DAG: data-instruction="1"><title>load on dma, line [[#]]</title>
# SVG-NOT: http{{s?}}://{{[^w]}}
#
# Timelines: three panels on one axis, waits hatched, an arrow from what released each.
# RUN: %counterpoint draw %s --what timeline --trips kv=3 > %t.timeline.svg
# RUN: python3 -c "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])" %t.timeline.svg
# RUN: FileCheck %s --check-prefix TIME --input-file %t.timeline.svg
# TIME:     >specification: 14 units</text>
# TIME:     class="slice e0"{{.*}}<title>load 1:
# TIME:     class="stall"{{.*}}<title>pe waits from {{.*}}: issue of qk: retirements of load</title>
# TIME:     class="release"{{.*}}<title>load 1 on dma releases pe</title>
# TIME:     >barrier: {{[0-9]+}} units</text>
# TIME:     class="stall barrier"
# TIME:     >per-loop: 14 units</text>
#
# RUN: %expect-exit 64 %counterpoint draw %s --what timeline --to dot
# RUN: %expect-exit 64 %counterpoint draw %s %s
# RUN: %expect-exit 69 %counterpoint draw %s --what timeline --trips kv=90000 2>&1 | FileCheck %s --check-prefix LARGE
# LARGE: more than 200000 instances
program drawn
engine dma pe
pe: count cost 2
loop kv trips dynamic after count {
  dma: load after qk@kv-2, count cost 3
  pe:  qk after load cost 2
  if causal {
    pe: mask after qk
  } else {
    dma: other
  }
}
