(* What is false, by computation on the programs of semantics.md 7: the per-engine sum form, also as
   printed with N(r - 1) for completed siblings; a transitive reduction under divergent trips; an
   unsigned comparison. Each is a machine of Machine.v, so each failure is a fact about it: a
   maximal run that is stuck where the specification completes, or a trace the specification has
   not. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Coq Require Import List ZArith Bool Arith Lia.
From Counterpoint Require Import Program Machine Allocation Simulation Correct Run Outcome Unsafe.
From Counterpoint Require Import Examples.
Import ListNotations.
Set Default Proof Using "Type".

Section Tools.
  Variables (p : program) (deps : list dependency) (trips : oracle) (engines : list engine).
  Notation W := (plain_world p deps trips engines).

  (* Any machine whose guard is computed. *)
  Variable M : side.
  Variable holds : engine -> event -> registers -> (counter M -> Z) -> bool.
  Hypothesis Holds : forall e ev r sh, holds e ev r sh = true <-> guard M e ev r sh.

  Definition run_of := play W M holds fuel engines (start W M tt).
  Definition outcome : result := conclude p deps trips engines run_of.
  Definition goes_early : bool :=
    all_finite p trips engines cap && negb (allowed p deps trips cap [] (fst (fst run_of))).

  Theorem outcome_run : match outcome with
    | Completes => maximal_run p deps trips engines M true
    | Stuck => maximal_run p deps trips engines M false
    | OutOfFuel => True
    end.
  Proof using Holds.
    unfold outcome, conclude. destruct run_of as ((ls, t), b) eqn:P. destruct b; [|exact I].
    assert (Hs : forall e ev r sh, present W e = true ->
      (holds e ev r sh = true <-> guard M e ev r sh)) by auto.
    assert (T := play_trace W M holds Hs engines (there p deps trips engines) _ _ _ _ _ P).
    assert (Mx := play_maximal W M holds Hs engines (there p deps trips engines)
                    (nothing p deps trips engines) _ tt ls t P).
    destruct (forallb _ engines) eqn:E; exists ls, t; auto.
  Qed.

  Theorem early_unsafe : goes_early = true -> ~ safe W (spec trips p deps) M tt.
  Proof using Holds.
    unfold goes_early. rewrite andb_true_iff, negb_true_iff. intros (Fin & A).
    destruct run_of as ((ls, t), b) eqn:P.
    apply (unsafe_by_trace p deps trips engines cap M tt ls t Fin); auto.
    exact (play_trace W M holds (fun e ev r sh _ => Holds e ev r sh) engines
             (there p deps trips engines) _ _ _ _ _ P).
  Qed.
End Tools.

(* semantics.md 4, "Per-engine", sum form: a semaphore per engine, all its instructions counted.
   [sibling] is what is subtracted from the entries of the scopes that do not hold P: 0, or 1 as
   printed. *)
Section SumForm.
  Variables (sibling : Z) (p : program) (deps : list dependency).

  Fixpoint scopes (pre : address) (n : nat) (b : program) : list address :=
    match b with
    | Done => []
    | Ins _ k | Block k => scopes pre (S n) k
    | Loop b k => (pre ++ [n]) :: scopes (pre ++ [n]) 0 b ++ scopes pre (S n) k
    | If b c k => (pre ++ [n]) :: (pre ++ [S n]) :: scopes (pre ++ [n]) 0 b ++
                  scopes (pre ++ [S n]) 0 c ++ scopes pre (S (S n)) k
    end.
  Definition all_scopes := [] :: scopes [] 0 p.

  Definition number_of (f : engine) (a : address) : Z := Z.of_nat (length (own f 0 (body_of p a))).
  Definition distance_k (d : dependency) : Z :=
    match outermost (distance d) with Some (_, k, _) => k | None => 0 end.

  Definition term (d : dependency) (x : class) (f : engine) (a : address) : expression :=
    let P := scope_of (producer d) in let n := number_of f a in
    let lin z e := Node Mul (Leaf (K z)) e in let r := Leaf (R (RR a)) in
    if addr_eqb a P then
      let k := Z.of_nat (S (index (last (producer d) 0) (own f 0 (body_of p P)))) in
      Node Sub (lin n (expr d x)) (Leaf (K (n - k)))
    else if addr_eqb a (firstn (length a) P) then
      let here := if length a =? length (distance d) then distance_k d else 0%Z in
      let before := filter (fun m => m <? item_of P (length a)) (own f 0 (body_of p a)) in
      Node Add (lin n (Node Sub r (Leaf (K (here + 1))))) (Leaf (K (Z.of_nat (length before))))
    else lin n (Node Sub r (Leaf (K sibling))).

  Definition sum_threshold (d : dependency) (x : class) (f : engine) : expression :=
    fold_right (Node Mul) (fold_right (Node Add) (Leaf (K 0)) (map (term d x f) all_scopes))
      (mask (scope_of (consumer d)) 0 (distance d)).

  Definition sum_holds (_ : engine) (ev : event) (s : registers) (sem : engine -> Z) : bool :=
    forallb (fun d => negb (addr_eqb (consumer d) (statement ev)) ||
      match classify p d, engine_of p (producer d) with
      | Some x, Some f => (evaluate s (sum_threshold d x f) <=? sem f)%Z
      | _, _ => false
      end) deps.

  Definition sum_form : side := {|
    counter := engine; counter_dec := Nat.eq_dec; initial := fun _ => 0%Z;
    updates := fun a => match engine_of p a with Some f => [f] | None => [] end;
    ops := fun _ ev => match ev with
             | En x => flat_map (at_entry (addr x)) (map RR all_scopes ++ map RT all_scopes)
             | _ => []
             end;
    guard := fun e ev s sem => sum_holds e ev s sem = true |}.
End SumForm.

Definition example_of (n : nat) : option example := find (fun x => number x =? n) table.
Definition sum_outcome (sibling : Z) (n : nat) : option result :=
  option_map (fun x => outcome (prog x) (after x) (runs x) (on_ x)
    (sum_form sibling (prog x) (after x)) (sum_holds sibling (prog x) (after x))) (example_of n).
(* The consumer's engine goes first. *)
Definition sum_early (sibling : Z) (n : nat) : bool :=
  match example_of n with
  | Some x => goes_early (prog x) (after x) (runs x) (rev (on_ x))
                (sum_form sibling (prog x) (after x)) (sum_holds sibling (prog x) (after x))
  | None => false
  end.

(* 7 and 8: the sum form is stuck, the specification completes (Examples.programs_as_stated). *)
Theorem sum_form_deadlocks : sum_outcome 0 7 = Some Stuck /\ sum_outcome 0 8 = Some Stuck.
Proof. vm_compute. auto. Qed.

(* 13, with uniform trips, and 6, under divergence: too early. 10: as printed, and only then. *)
Theorem sum_form_early : sum_early 0 13 = true /\ sum_early 0 6 = true /\
  sum_early 1 10 = true /\ sum_early 0 10 = false.
Proof. vm_compute. auto. Qed.

Theorem sum_form_unsafe sibling n x : example_of n = Some x -> sum_early sibling n = true ->
  ~ safe (plain_world (prog x) (after x) (runs x) (rev (on_ x)))
      (spec (runs x) (prog x) (after x)) (sum_form sibling (prog x) (after x)) tt.
Proof.
  unfold sum_early. intros -> E. eapply early_unsafe; [|exact E]. intros. reflexivity.
Qed.

(* 24: the chain c <- q <- p seems to cover c <- p; with divergent trips it does not. *)
Definition reduced (x : example) : list dependency := firstn 2 (after x).
Definition reduced_side (x : example) : side :=
  alloc PerInstruction (prog x) (reduced x) (classify (prog x)).
Definition reduced_holds (x : example) (_ : engine) (ev : event) : registers -> _ -> bool :=
  all_trueb 0 (waits PerInstruction (prog x) (reduced x) (classify (prog x)) (statement ev)).
Theorem transitive_reduction_unsafe : match example_of 24 with
  | Some x => ~ safe (plain_world (prog x) (after x) (runs x) (rev (on_ x)))
                 (spec (runs x) (prog x) (after x)) (reduced_side x) tt
  | None => False
  end.
Proof.
  set (o := example_of 24). vm_compute in o. subst o. cbv beta iota.
  match goal with |- ~ safe _ _ (reduced_side ?x) _ =>
    apply (early_unsafe _ _ _ _ (reduced_side x) (reduced_holds x)) end.
  - intros. apply all_trueb_iff.
  - vm_compute. reflexivity.
Qed.

(* 1: N x - (N - K) is negative when nothing is owed; compared unsigned it is never reached. *)
Section Unsigned.
  Variables (p : program) (deps : list dependency).
  Notation A := (alloc (PerLoop true) p deps (classify p)).
  Fixpoint all_unsigned (i : nat) (l : list (semaphore * expression)) (s : registers)
    (sem : semaphore -> Z) : bool :=
    match l with
    | [] => true
    | (q, _) :: l' => (0 <=? s (Tmp i))%Z && (s (Tmp i) <=? sem q)%Z && all_unsigned (S i) l' s sem
    end.
  Definition unsigned_holds (_ : engine) (ev : event) (s : registers) (sem : semaphore -> Z) :=
    all_unsigned 0 (waits (PerLoop true) p deps (classify p) (statement ev)) s sem.
  Definition unsigned_side : side := {|
    counter := semaphore; counter_dec := semaphore_dec; initial := fun _ => 0%Z;
    updates := updates A; ops := ops A;
    guard := fun e ev s sem => unsigned_holds e ev s sem = true |}.
End Unsigned.
Theorem unsigned_deadlocks : option_map (fun x => outcome (prog x) (after x) (runs x) (on_ x)
    (unsigned_side (prog x) (after x)) (unsigned_holds (prog x) (after x))) (example_of 1) =
  Some Stuck.
Proof. vm_compute. reflexivity. Qed.
