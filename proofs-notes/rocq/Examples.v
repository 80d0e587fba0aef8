(* The programs of semantics.md 7, computed: the definitions accept, run, wait and stop as stated.

   A wrong definition (a check that rejects everything, a guard that is always true, a machine that
   cannot move) would show here. What an outcome says about the machines is Outcome.v. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Coq Require Import List ZArith Bool Arith.
From Counterpoint Require Import Program Machine Allocation Outcome.
Import ListNotations.

(* A block of instructions, given by their engines. *)
Fixpoint instructions (l : list engine) (k : program) : program :=
  match l with [] => k | e :: l' => Ins e (instructions l' k) end.
Definition block (l : list engine) (k : program) : program := Block (instructions l k).

Definition dep (c p : address) (l : list Z) : dependency :=
  {| consumer := c; producer := p; distance := l |}.

(* L = [2, 1]: the count of the n-th trip, n from 1; the last value repeats. *)
Definition counts_ (l : list nat) (n : nat) : option nat :=
  Some (nth (Nat.min n (length l) - 1) l 0).
(* A loop in the root; in a loop of the root; in a loop of that, whose trips are [inner] long. *)
Definition trip1 : place -> nat := fun x => match x with [(_, i)] => i | _ => 1 end.
Definition trip2 (inner : nat) : place -> nat := fun x =>
  match x with [(_, i); (_, j)] => (i - 1) * inner + j | _ => 1 end.

Record example := {
  number : nat; prog : program; after : list dependency; runs : oracle; on_ : list engine;
  expected : result }.

(* 231 and 232 are 23b and 23c. *)
Definition table : list example := [
  Build_example 1 (Loop (block [0; 0] Done) (block [1] Done)) [dep [2] [0; 1] []] (fun _ _ _ =>
    Some 0) [0; 1] Completes;
  Build_example 2 (block [0] (Loop (block [0] Done) (block [1] Done))) [dep [4] [2; 1] []] (fun _
    _ _ => Some 0) [0; 1] Completes;
  Build_example 3 (Loop (block [0; 1] Done) Done) [dep [0; 2] [0; 1] [0%Z]] (fun e _ _ => Some e)
    [0; 1] Stuck;
  Build_example 4 (Loop (Loop (block [0; 1] Done) Done) Done) [dep [0; 0; 2] [0; 0; 1] [0; 0]%Z]
    (fun e x _ => match x with [] => Some 2 | _ => counts_ (if e =? 0 then [1; 3] else [2; 2])
    (trip1 x) end) [0; 1] Completes;
  Build_example 5 (Loop (Loop (block [0] Done) (block [1] Done)) Done) [dep [0; 2] [0; 0; 1]
    [0%Z]] (fun e x _ => match x with [] => Some 2 | _ => counts_ (if e =? 0 then [2; 1] else [1;
    1]) (trip1 x) end) [0; 1] Completes;
  Build_example 6 (Loop (block [0] Done) (block [0; 1] Done)) [dep [3] [2] []] (fun e _ _ => Some
    (1 - e)) [0; 1] Completes;
  Build_example 7 (Loop (block [0] (Loop (block [0] Done) (block [1] Done))) Done) [dep [0; 4] [0;
    1] [0%Z]; dep [0; 2; 1] [0; 4] [0%Z]] (fun _ x _ => match x with [] => Some 2 | _ => Some 1 end)
    [0; 1] Completes;
  Build_example 8 (block [0] (Loop (block [0] Done) Done)) [dep [2; 1] [1] []] (fun _ _ _ => Some
    1) [0] Completes;
  Build_example 9 (Loop (Loop (block [0] Done) (block [0; 1] Done)) Done) [dep [0; 3] [0; 0; 1]
    [0%Z]] (fun _ x _ => match x with [] => Some 2 | _ => counts_ [1; 0] (trip1 x) end) [0; 1]
    Completes;
  Build_example 10 (Loop (block [0] Done) (block [0] (block [1] Done))) [dep [4] [2] []] (fun _ _
    _ => Some 1) [0; 1] Completes;
  Build_example 11 (Loop (Loop (block [0] Done) Done) Done) [dep [0; 0; 1] [0; 0; 1] [0; 1]%Z]
    (fun _ x _ => match x with [] => Some 2 | _ => Some 3 end) [0] Completes;
  Build_example 12 (Loop (block [0; 0; 1; 1] Done) Done) [dep [0; 1] [0; 4] [0%Z]; dep [0; 3] [0;
    2] [0%Z]] (fun _ _ _ => Some 2) [0; 1] Stuck;
  Build_example 13 (Loop (block [1] (Loop (block [0] Done) (block [0] Done))) Done) [dep [0; 1]
    [0; 4] [0%Z]] (fun _ x _ => match x with [] => Some 2 | _ => counts_ [1; 2] (trip1 x) end) [0;
    1] Completes;
  Build_example 15 (Loop (Loop (block [1] (Loop (block [0] Done) Done)) Done) Done) [dep [0; 0; 1]
    [0; 0; 2; 1] [0; 1]%Z] (fun _ x _ => match x with [] => Some 2 | [_] => Some 2 | _ => counts_
    [2; 0; 1; 2] (trip2 2 x) end) [0; 1] Completes;
  Build_example 16 (Loop (Loop (block [0; 1] Done) Done) Done) [dep [0; 0; 1] [0; 0; 2] [0; 1]%Z;
    dep [0; 0; 2] [0; 0; 1] [0; 0]%Z] (fun _ _ _ => Some 2) [0; 1] Completes;
  Build_example 17 (Loop (Loop (block [0; 1] Done) Done) Done) [dep [0; 0; 2] [0; 0; 1] [0; 2]%Z]
    (fun _ x _ => match x with [] => Some 3 | _ => Some 2 end) [0; 1] Completes;
  Build_example 18 (Loop (Loop (block [0] Done) (block [1] Done)) Done) [dep [0; 2] [0; 0; 1]
    [0%Z]] (fun _ x _ => match x with [] => Some 2 | _ => counts_ [2; 1] (trip1 x) end) [0; 1]
    Completes;
  Build_example 19 (Loop (Loop (block [1] Done) (block [0] Done)) Done) [dep [0; 0; 1] [0; 2]
    [1%Z]] (fun _ _ _ => Some 2) [0; 1] Completes;
  Build_example 20 (Loop (block [1] (Loop (block [0] Done) Done)) Done) [dep [0; 1] [0; 2; 1]
    [2%Z]] (fun _ x _ => match x with [] => Some 4 | _ => counts_ [2; 0; 1; 1] (trip1 x) end) [0; 1]
    Completes;
  Build_example 21 (Loop (Loop (block [0; 1] Done) Done) Done) [dep [0; 0; 2] [0; 0; 1] [1; -1]%Z]
    (fun _ x _ => match x with [] => Some 2 | _ => counts_ [1; 2] (trip1 x) end) [0; 1] Completes;
  Build_example 22 (Loop (Loop (block [0; 1] Done) Done) (block [1] Done)) [dep [0; 0; 1] [2] [];
    dep [0; 0; 2] [0; 0; 1] [1; 1]%Z] (fun _ x _ => match x with [] => Some 2 | _ => Some 1 end) [0;
    1] Completes;
  Build_example 231 (Loop (Loop (block [0; 0; 1] Done) Done) (block [1] Done)) [dep [0; 0; 2] [2]
    []; dep [0; 0; 3] [0; 0; 1] [1; 0]%Z] (fun _ x _ => match x with [] => Some 2 | _ => counts_ [2;
    1] (trip1 x) end) [0; 1] Completes;
  Build_example 232 (Loop (Loop (block [0; 1] Done) Done) Done) [dep [0; 0; 2] [0; 0; 1] [1; 0]%Z]
    (fun e x _ => match x with [] => Some 2 | _ => counts_ (if e =? 0 then [1] else [3; 1]) (trip1
    x) end) [0; 1] Completes;
  Build_example 23 (Loop (Loop (block [0] Done) (block [1] Done)) Done) [dep [0; 2] [0; 0; 1]
    [1%Z]] (fun e x _ => match x with [] => Some 2 | _ => counts_ (if e =? 0 then [0; 2] else [1;
    1]) (trip1 x) end) [0; 1] Completes;
  Build_example 24 (Loop (Loop (block [0; 1; 2] Done) Done) Done) [dep [0; 0; 3] [0; 0; 2] [0;
    0]%Z; dep [0; 0; 2] [0; 0; 1] [0; 1]%Z; dep [0; 0; 3] [0; 0; 1] [0; 1]%Z] (fun e x _ => match x
    with [] => Some 2 | _ => counts_ (if e =? 1 then [1; 3] else [2]) (trip1 x) end) [0; 1; 2]
    Completes;
  Build_example 25 (Loop (If (block [0] Done) (block [1] Done) Done) Done) [dep [0; 1; 1] [0; 0;
    1] [0%Z]] (fun _ x _ => match x with [] => Some 2 | _ => counts_ [1; 0] (trip1 x) end) [0; 1]
    Completes;
  Build_example 26 (Loop (Loop (block [0; 1] Done) Done) Done) [dep [0; 0; 2] [0; 0; 1] [0; 0]%Z;
    dep [0; 0; 1] [0; 0; 2] [0; 2]%Z; dep [0; 0; 1] [0; 0; 2] [1%Z]] (fun _ x _ => match x with []
    => Some 2 | _ => Some 3 end) [0; 1] Completes;
  Build_example 27 (block [1] (Loop Done (block [1] Done))) [dep [4] [1] []] (fun _ _ _ => Some 0)
    [0; 1] Completes ].

Definition result_eqb (a b : result) : bool :=
  match a, b with Completes, Completes | Stuck, Stuck => true | _, _ => false end.

Definition cap := 60.
Definition fuel := 600.
Definition schemes := [PerInstruction; PerLoop true; PerLoop false].

Definition as_stated (x : example) : bool :=
  check (prog x) (after x) && all_finite (prog x) (runs x) (on_ x) cap &&
  result_eqb (spec_outcome (prog x) (after x) (runs x) (on_ x) cap fuel) (expected x) &&
  forallb (fun k => result_eqb (impl_outcome (prog x) (after x) (runs x) (on_ x) k
                                  (classify (prog x)) fuel) (expected x)) schemes.

(* Every program of the table passes the check and ends as semantics.md 7 says: the specification,
   per-instruction, per-loop counting all instructions, per-loop counting producers. *)
Theorem programs_as_stated : forallb as_stated table = true.
Proof. vm_compute. reflexivity. Qed.

(* 23b, 23c: the strengthened class in place of two-level gets stuck, with an order the sequential
   text does not have, and under divergence (semantics.md 5.5). Strengthened alone is safe. *)
Definition outermost_only (p : program) (d : dependency) : option class :=
  match outermost (distance d) with
  | Some (h, a, _) => Some (History (S h) (Z.to_nat (a - 1)))
  | None => classify p d
  end.
Definition strengthened_outcome (n : nat) : option result :=
  option_map (fun x => impl_outcome (prog x) (after x) (runs x) (on_ x) PerInstruction
                         (outermost_only (prog x)) fuel) (find (fun x => number x =? n) table).
Theorem strengthened_deadlocks : strengthened_outcome 231 = Some Stuck /\
  strengthened_outcome 232 = Some Stuck /\ strengthened_outcome 21 = Some Completes.
Proof. vm_compute. auto. Qed.

(* A control dependency: both engines start L only when cnt has retired (semantics.md 2). And a loop
   that runs for ever: neither machine stops. *)
Definition guarded := block [0] (Loop (block [1] Done) Done).
Definition for_ever := Loop (block [0; 1] Done) Done.
Theorem control_and_for_ever :
  check guarded [dep [2] [1] []] = true /\
  map snd (thresholds guarded [dep [2] [1] []] (fun _ _ _ => Some 2) cap PerInstruction
             (classify guarded) 1) = [[1]]%Z /\
  spec_outcome guarded [dep [2] [1] []] (fun _ _ _ => Some 2) [0; 1] cap fuel = Completes /\
  impl_outcome for_ever [dep [0; 2] [0; 1] [0%Z]] (fun _ _ _ => None) [0; 1] PerInstruction
    (classify for_ever) 200 = OutOfFuel.
Proof. vm_compute. auto. Qed.

(* Program 14 is rejected: its count lies in the future. With L constant 2 it is static, and the
   threshold is 2 r_S. *)
Definition program_14 := Loop (block [1] (Loop (block [0] Done) Done)) Done.
Definition after_14 := [dep [0; 1] [0; 2; 1] [0%Z]].
Definition two (a : address) : option nat := if addr_eqb a [0; 2] then Some 2 else None.
Definition runs_14 : oracle := fun _ x _ => match x with [] => Some 3 | _ => Some 2 end.
Theorem program_14_as_stated :
  check program_14 after_14 = false /\ check_static program_14 two after_14 = true /\
  map snd (thresholds program_14 after_14 runs_14 cap PerInstruction (with_static program_14 two) 1)
    = [[2]; [4]; [6]]%Z /\
  spec_outcome program_14 after_14 runs_14 [0; 1] cap fuel = Completes /\
  impl_outcome program_14 after_14 runs_14 [0; 1] (PerLoop true) (with_static program_14 two) fuel
    = Completes.
Proof. vm_compute. repeat split. Qed.

(* What the waits compare with, instance by instance (per-instruction: the retirements owed). *)
Definition waits_of (n : nat) (e : engine) : list (list Z) :=
  match find (fun x => number x =? n) table with
  | Some x => map snd (thresholds (prog x) (after x) (runs x) cap PerInstruction
                         (classify (prog x)) e)
  | None => []
  end.

(* 5: c of Q = 2 waits for two retirements, counted on its own engine. 11: the first i of each trip
   waits for nothing. 15: c at S = 1 of each Q is free. 17: never waits. 18: e1 counts L. 20: the
   history, two iterations back. 21: the minimum, 1 and not 2.
   25: not void although p and c never run in one iteration. *)
Theorem thresholds_as_stated :
  waits_of 5 1 = [[1]; [2]]%Z /\ waits_of 11 0 = [[0]; [1]; [2]; [0]; [4]; [5]]%Z /\
  waits_of 15 1 = [[0]; [2]; [0]; [3]]%Z /\ waits_of 17 1 = [[0]; [0]; [0]; [0]; [0]; [0]]%Z /\
  waits_of 18 1 = [[2]; [3]]%Z /\ waits_of 20 1 = [[0]; [0]; [2]; [2]]%Z /\
  waits_of 21 1 = [[0]; [1]; [1]]%Z /\ waits_of 25 1 = [[1]]%Z.
Proof. vm_compute. repeat split. Qed.
