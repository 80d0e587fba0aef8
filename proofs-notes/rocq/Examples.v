(* The programs of semantics.md 7, computed: the definitions accept, run, wait and stop as stated.

   A wrong definition (a check that rejects everything, a guard that is always true, a machine that
   cannot move) would show here. What is computed is the checker of Checker.v, and [decide_is_right]
   and [completes_is_right] say what that means for the machines of Machine.v. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Checker.

(* A block of instructions, given by their engines. *)
Fixpoint instructions (l : list engine) (k : program) : program :=
  match l with [] => k | e :: l' => Ins e (instructions l' k) end.
Definition block (l : list engine) (k : program) : program := Block (instructions l k).

Definition dep (c p : address) (l : list Z) : dependency :=
  {| consumer := c; producer := p; distance := l |}.

(* L = [2, 1]: the count of the n-th trip, n from 1; the last value repeats. *)
Definition counts_ (l : list nat) (n : nat) : option nat :=
  Some (nth (Nat.min n (length l) - 1) l 0).
(* Loops in the root run [l e] times; or they run q times, and the loops in them as listed. *)
Definition runs1 (l : engine -> nat) : oracle := fun e _ _ => Some (l e).
Definition trip1 : place -> nat := fun x => match x with [(_, i)] => i | _ => 1 end.
Definition runs2 (q : nat) (l : engine -> list nat) : oracle :=
  fun e x _ => match x with [] => Some q | _ => counts_ (l e) (trip1 x) end.
Definition all {T} (l : T) : engine -> T := fun _ => l.
Definition by_ {T} (a b : T) : engine -> T := fun e => if e =? 0 then a else b.
(* 15: a loop in a loop in a loop of the root, whose trips are 2 long. *)
Definition runs15 : oracle := fun _ x _ => match x with
  | [] | [_] => Some 2
  | [(_, i); (_, j)] => counts_ [2; 0; 1; 2] ((i - 1) * 2 + j)
  | _ => Some 2
  end.
(* [ends]: the specification completes. *)
Record example := {
  number : nat; prog : program; after : list dependency; runs : oracle; on_ : list engine;
  ends_ : bool }.
Definition Two (b : program) := Loop (Loop b Done) Done.

(* 231 and 232 are 23b and 23c. 14 is below. *)
Definition table : list example := [
  Build_example 1 (Loop (block [0; 0] Done) (block [1] Done)) [dep [2] [0; 1] []]
    (runs1 (all 0)) [0; 1] true;
  Build_example 2 (block [0] (Loop (block [0] Done) (block [1] Done))) [dep [4] [2; 1] []]
    (runs1 (all 0)) [0; 1] true;
  Build_example 3 (Loop (block [0; 1] Done) Done) [dep [0; 2] [0; 1] [0%Z]]
    (runs1 (fun e => e)) [0; 1] false;
  Build_example 4 (Two (block [0; 1] Done)) [dep [0; 0; 2] [0; 0; 1] [0; 0]%Z]
    (runs2 2 (by_ [1; 3] [2; 2])) [0; 1] true;
  Build_example 5 (Loop (Loop (block [0] Done) (block [1] Done)) Done)
    [dep [0; 2] [0; 0; 1] [0%Z]] (runs2 2 (by_ [2; 1] [1; 1])) [0; 1] true;
  Build_example 6 (Loop (block [0] Done) (block [0; 1] Done)) [dep [3] [2] []]
    (runs1 (fun e => 1 - e)) [0; 1] true;
  Build_example 7 (Loop (block [0] (Loop (block [0] Done) (block [1] Done))) Done)
    [dep [0; 4] [0; 1] [0%Z]; dep [0; 2; 1] [0; 4] [0%Z]] (runs2 2 (all [1])) [0; 1] true;
  Build_example 8 (block [0] (Loop (block [0] Done) Done)) [dep [2; 1] [1] []]
    (runs1 (all 1)) [0] true;
  Build_example 9 (Loop (Loop (block [0] Done) (block [0; 1] Done)) Done)
    [dep [0; 3] [0; 0; 1] [0%Z]] (runs2 2 (all [1; 0])) [0; 1] true;
  Build_example 10 (Loop (block [0] Done) (block [0] (block [1] Done))) [dep [4] [2] []]
    (runs1 (all 1)) [0; 1] true;
  Build_example 11 (Two (block [0] Done)) [dep [0; 0; 1] [0; 0; 1] [0; 1]%Z]
    (runs2 2 (all [3])) [0] true;
  Build_example 12 (Loop (block [0; 0; 1; 1] Done) Done)
    [dep [0; 1] [0; 4] [0%Z]; dep [0; 3] [0; 2] [0%Z]] (runs1 (all 2)) [0; 1] false;
  Build_example 13 (Loop (block [1] (Loop (block [0] Done) (block [0] Done))) Done)
    [dep [0; 1] [0; 4] [0%Z]] (runs2 2 (all [1; 2])) [0; 1] true;
  Build_example 15 (Two (block [1] (Loop (block [0] Done) Done)))
    [dep [0; 0; 1] [0; 0; 2; 1] [0; 1]%Z] runs15 [0; 1] true;
  Build_example 16 (Two (block [0; 1] Done))
    [dep [0; 0; 1] [0; 0; 2] [0; 1]%Z; dep [0; 0; 2] [0; 0; 1] [0; 0]%Z]
    (runs2 2 (all [2])) [0; 1] true;
  Build_example 17 (Two (block [0; 1] Done)) [dep [0; 0; 2] [0; 0; 1] [0; 2]%Z]
    (runs2 3 (all [2])) [0; 1] true;
  Build_example 18 (Loop (Loop (block [0] Done) (block [1] Done)) Done)
    [dep [0; 2] [0; 0; 1] [0%Z]] (runs2 2 (all [2; 1])) [0; 1] true;
  Build_example 19 (Loop (Loop (block [1] Done) (block [0] Done)) Done)
    [dep [0; 0; 1] [0; 2] [1%Z]] (runs2 2 (all [2])) [0; 1] true;
  Build_example 20 (Loop (block [1] (Loop (block [0] Done) Done)) Done)
    [dep [0; 1] [0; 2; 1] [2%Z]] (runs2 4 (all [2; 0; 1; 1])) [0; 1] true;
  Build_example 21 (Two (block [0; 1] Done)) [dep [0; 0; 2] [0; 0; 1] [1; -1]%Z]
    (runs2 2 (all [1; 2])) [0; 1] true;
  Build_example 22 (Loop (Loop (block [0; 1] Done) Done) (block [1] Done))
    [dep [0; 0; 1] [2] []; dep [0; 0; 2] [0; 0; 1] [1; 1]%Z] (runs2 2 (all [1])) [0; 1] true;
  Build_example 231 (Loop (Loop (block [0; 0; 1] Done) Done) (block [1] Done))
    [dep [0; 0; 2] [2] []; dep [0; 0; 3] [0; 0; 1] [1; 0]%Z] (runs2 2 (all [2; 1])) [0; 1] true;
  Build_example 232 (Two (block [0; 1] Done)) [dep [0; 0; 2] [0; 0; 1] [1; 0]%Z]
    (runs2 2 (by_ [1] [3; 1])) [0; 1] true;
  Build_example 23 (Loop (Loop (block [0] Done) (block [1] Done)) Done)
    [dep [0; 2] [0; 0; 1] [1%Z]] (runs2 2 (by_ [0; 2] [1; 1])) [0; 1] true;
  Build_example 24 (Two (block [0; 1; 2] Done)) [dep [0; 0; 3] [0; 0; 2] [0; 0]%Z;
    dep [0; 0; 2] [0; 0; 1] [0; 1]%Z; dep [0; 0; 3] [0; 0; 1] [0; 1]%Z]
    (runs2 2 (fun e => if e =? 1 then [1; 3] else [2])) [0; 1; 2] true;
  Build_example 25 (Loop (If (block [0] Done) (block [1] Done) Done) Done)
    [dep [0; 1; 1] [0; 0; 1] [0%Z]] (runs2 2 (all [1; 0])) [0; 1] true;
  Build_example 26 (Two (block [0; 1] Done)) [dep [0; 0; 2] [0; 0; 1] [0; 0]%Z;
    dep [0; 0; 1] [0; 0; 2] [0; 2]%Z; dep [0; 0; 1] [0; 0; 2] [1%Z]]
    (runs2 2 (all [3])) [0; 1] true;
  Build_example 27 (block [1] (Loop Done (block [1] Done))) [dep [4] [1] []]
    (runs1 (all 0)) [0; 1] true ].

Definition verdict_eqb (a b : verdict) : bool := match a, b with
  | Unsafe, Unsafe | Deadlock, Deadlock | Refines, Refines | Equivalent, Equivalent => true
  | _, _ => false end.

Definition cap := 60.
Definition schemes := [PerInstruction; PerLoop true; PerLoop false].
Definition no_window : engine -> option nat := fun _ => None.
Definition spec_of (x : example) : waiting := spec_waits (prog x) (after x) (runs x) cap.
Definition decide_ (x : example) (M : waiting) : verdict :=
  decide (prog x) (after x) (runs x) (on_ x) cap no_window (fun _ => false) unit (fun _ s => s)
    (spec_of x) M.
Definition ends_as (x : example) (M : waiting) : bool :=
  completes (prog x) (after x) (runs x) (on_ x) cap no_window (fun _ => false) unit (fun _ s => s)
    M.

Definition as_stated (x : example) : bool :=
  check (prog x) (after x) && all_finite (prog x) (runs x) (on_ x) cap &&
  Bool.eqb (ends_as x (spec_of x)) (ends_ x) &&
  forallb (fun k => verdict_eqb Equivalent
    (decide_ x (alloc_waits k (prog x) (after x) (classify (prog x))))) schemes.

(* Every program of the table passes the check and ends as semantics.md 7 says; per-instruction,
   per-loop counting all instructions and per-loop counting producers are equivalent to it. *)
Theorem programs_as_stated : forallb as_stated table = true.
Proof. vm_compute. reflexivity. Qed.

Definition example_of (n : nat) : option example := find (fun x => number x =? n) table.

(* 23b, 23c: the strengthened class in place of two-level gets stuck, with an order the sequential
   text does not have, and under divergence (semantics.md 5.5). Strengthened alone is safe: 21. *)
Definition outermost_only (p : program) (d : dependency) : option class :=
  match outermost (distance d) with
  | Some (h, a, _) => Some (History (S h) (Z.to_nat (a - 1)))
  | None => classify p d
  end.
Definition strengthened_verdict (n : nat) : option verdict := option_map (fun x =>
  decide_ x (alloc_waits PerInstruction (prog x) (after x) (outermost_only (prog x))))
  (example_of n).
Theorem strengthened_deadlocks : strengthened_verdict 231 = Some Deadlock /\
  strengthened_verdict 232 = Some Deadlock /\ strengthened_verdict 21 = Some Equivalent.
Proof. vm_compute. auto. Qed.
(* The values an engine's statements wait for: per-instruction, the retirements owed. *)
Definition values (p : program) (deps : list dependency) (r : oracle) (k : scheme)
  (plan : dependency -> option class) (e : engine) : list (list Z) :=
  map (fun v => map snd (snd v)) (thresholds p deps r cap (alloc_waits k p deps plan) e).

(* A control dependency: both engines start L only when cnt has retired (semantics.md 2). And a loop
   that runs for ever. *)
Definition guarded_ := Build_example 0 (block [0] (Loop (block [1] Done) Done)) [dep [2] [1] []]
  (runs1 (all 2)) [0; 1] true.
Definition for_ever := Loop (block [0; 1] Done) Done.
Theorem control_and_for_ever : as_stated guarded_ = true /\
  values (prog guarded_) (after guarded_) (runs guarded_) PerInstruction
    (classify (prog guarded_)) 1 = [[1]]%Z /\
  at_ (fun _ _ _ => None) for_ever 0 300 = Some (Bk [(0, 100)] 0).
Proof. vm_compute. auto. Qed.
(* Program 14 is rejected: its count lies in the future. With L constant 2 it is static, and the
   threshold is 2 r_S. *)
Definition two (a : address) : option nat := if addr_eqb a [0; 2] then Some 2 else None.
Definition e14 := Build_example 14 (Loop (block [1] (Loop (block [0] Done) Done)) Done)
  [dep [0; 1] [0; 2; 1] [0%Z]] (runs2 3 (all [2])) [0; 1] true.
Theorem program_14_as_stated :
  check (prog e14) (after e14) = false /\ check_static (prog e14) two (after e14) = true /\
  values (prog e14) (after e14) (runs e14) PerInstruction (with_static (prog e14) two) 1
    = [[2]; [4]; [6]]%Z /\
  ends_as e14 (spec_of e14) = true /\
  decide_ e14 (alloc_waits (PerLoop true) (prog e14) (after e14) (with_static (prog e14) two))
    = Equivalent.
Proof. vm_compute. repeat split. Qed.
(* semantics.md 2, "race-free": of two instances that touch one slot, one of them writing, the
   closed clock of one requires the retirement of the other. Here each touches one slot. *)
Section Races.
  Variables (x : example) (slot : instance -> nat) (writes : address -> bool).
  Definition live (K : clocks) (e : engine) : list (engine * (nat * (instance * vec))) :=
    let l := flat_map (fun q => match fst q with Is y n => [((y, n), snd q)] | _ => [] end)
      (combine (firsts (runs x) (prog x) e cap) (K e)) in
    map (fun q => (e, q)) (combine (seq 0 (length l)) l).
  Definition race_free : bool :=
    let K := clocks_of (prog x) (after x) (runs x) (on_ x) cap no_window (fun _ => false) unit
      (fun _ s => s) (spec_of x) in
    let l := flat_map (live K) (on_ x) in
    forallb (fun a => forallb (fun b =>
      let '(e, (m, (i, c))) := a in let '(f, (n, (j, d))) := b in
      ((e =? f) && (m =? n)) || negb (slot i =? slot j) ||
      negb (writes (instance_address i) || writes (instance_address j)) ||
      (n <? get c f) || (m <? get d e)) l) l.
End Races.
(* 26: ld and mm of iteration s use slot s mod 2. Racy across Q; not with the third dependency. *)
Theorem program_26_races : option_map (fun x =>
  let free l := race_free (Build_example 26 (prog x) l (runs x) (on_ x) true)
    (fun i => match fst i with [_; (_, s)] => s mod 2 | _ => 0 end) (addr_eqb [0; 0; 1]) in
  (free (firstn 2 (after x)), free (after x))) (example_of 26) = Some (false, true).
Proof. vm_compute. reflexivity. Qed.
(* What the waits compare with, instance by instance. *)
Definition waits_of (n : nat) (e : engine) : list (list Z) :=
  match example_of n with
  | Some x => values (prog x) (after x) (runs x) PerInstruction (classify (prog x)) e
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
