(* What is extracted to OCaml: classification, allocation, thresholds and the verdict, the very
   functions that the theorems are about. A build step; the OCaml text is not kept.

   Trusted: extraction itself, and that numbers (nat and Z) become native integers of 63 bits. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
From Counterpoint Require Import Checker.

Section Oracle.
  Variables (p : program) (deps : list dependency) (trips : oracle) (engines : list engine).
  Variables (cap : nat) (win : engine -> option nat).
  Definition plan_of (kind : nat) (fixed : address -> option nat) : dependency -> option class :=
    match kind with 0 => classify p | 1 => strengthen p | _ => with_static p fixed end.
  Definition spec_ := spec_waits p deps trips cap.
  Definition verdict_of (M : waiting) : verdict :=
    decide p deps trips engines cap win (fun _ => false) unit (fun _ s => s) spec_ M.
  Definition completes_of (M : waiting) : bool :=
    completes p deps trips engines cap win (fun _ => false) unit (fun _ s => s) M.
  Definition waits_with (k : scheme) (plan : dependency -> option class) (e : engine) :
    list (event * list (semaphore * Z)) :=
    thresholds p deps trips cap (alloc_waits k p deps plan) e.
End Oracle.

Extraction Language OCaml.
Extraction "counterpoint_oracle.ml" plan_of verdict_of completes_of waits_with alloc_waits listed
  spec_ all_finite engine_of.
