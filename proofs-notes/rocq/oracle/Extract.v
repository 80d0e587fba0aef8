(* What is extracted to OCaml: classification, allocation, thresholds and the verdict, the very
   functions that the theorems are about. A build step; the OCaml text is not kept.

   Trusted: extraction itself, and that numbers (nat and Z) become native integers of 63 bits. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
From Counterpoint Require Import Checker.

Definition semaphores_of p deps trips cap k plan e : list (event * list (semaphore * Z)) :=
  thresholds p deps trips cap (alloc_waits k p deps plan) e.
Definition owed_of p deps trips cap e : list (event * list (address * Z)) :=
  thresholds p deps trips cap (spec_waits p deps trips cap) e.

Extraction Language OCaml.
Extraction "counterpoint_oracle.ml" classify strengthen with_static semaphores_of owed_of
  alloc_waits listed spec_waits decide completes all_finite engine_of.
