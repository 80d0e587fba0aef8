(* The theorem: an allocation that passes the check is bisimilar to its program, for all trips.

   Read this file first, then the definitions it rests on: Program.v (programs, streams, Equation
     1),
   Machine.v (the machine, bisimulation, verdicts), Allocation.v (check, alloc, spec, world). The
   other files are proofs. Quantified over: the scheme, the program, its dependencies, trip counts
   of every engine and visit (loops may run for ever), in-flight windows, engines that commit in
   order, the data and what a commit does to it. There are no axioms (check.sh). *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Static SnapshotGuards.

Section Statement.
  Variables (k : scheme) (p : program) (deps : list dependency).
  Variables (trips : oracle) (engines : list engine).
  Variables (win : engine -> option nat) (io : engine -> bool).
  Variables (D : Type) (f : instance -> D -> D).
  Notation W := (world trips p deps engines win io D f).
  Notation specification := (spec trips p deps).
  Notation implementation := (alloc k p deps (classify p)).

  Definition same (I : side) : Prop :=
    (exists X, wbisim W specification I X /\
       forall m, X (start W specification m) (start W I m)) /\
    forall m, equivalent W specification I m.
  Lemma agreed I : guards_agree W specification I -> same I.
  Proof. intros G. split.
    - exists (related W specification I). split; [|apply related_start]. apply bisimulation; auto;
      [apply world_closed | apply world_seen].
    - intros m. apply equivalent_if_agree; auto; [apply world_closed | apply world_seen]. Qed.

  (* Weakly bisimilar, with issue, commit, retire, end and guarded visits visible, and the data
     equal in related states (wbisim). *)
  Theorem bisimilar : check p deps = true -> exists X,
    wbisim W specification implementation X /\
    forall m, X (start W specification m) (start W implementation m).
  Proof. intros C. apply agreed. now apply exact_guards. Qed.

  (* The verdict of semantics.md 3. *)
  Theorem verdict_equivalent : check p deps = true -> forall m,
    equivalent W specification implementation m.
  Proof. intros C. apply agreed. now apply exact_guards. Qed.

  Lemma follow_trace A B (X : state W A -> state W B -> Prop) :
    (forall s i, X s i -> mem s = mem i /\
      (forall t, step W A s None t -> exists j, internal W B i j /\ X t j) /\
      (forall l t, step W A s (Some l) t -> exists j, weak W B i l j /\ X t j)) ->
    forall s ls t, trace W A s ls t -> forall i, X s i ->
      exists j, trace W B i ls j /\ mem t = mem j.
  Proof. intros F. induction 1 as [s|s t u l T1 T2 IH|s l t u ls T1 T2 IH]; intros i Y; destruct (F
    _ _ Y) as (M & F1 & F2).
    - exists i. split; [constructor|auto].
    - destruct (F1 t T1) as (j & J & Z). destruct (IH j Z) as (z & Q & E). exists z. split; auto.
      apply (trace_app _ _ _ [] j); auto. now apply internal_trace.
    - destruct (F2 l t T1) as (j & J & Z). destruct (IH j Z) as (z & Q & E). exists z. split; auto.
      apply (trace_app _ _ _ [l] j); auto. now apply weak_trace. Qed.

  (* The same visible traces, with the same data at the end of each. *)
  Theorem same_traces : check p deps = true -> forall m ls,
    (forall s, trace W specification (start W specification m) ls s ->
       exists i, trace W implementation (start W implementation m) ls i /\ mem s = mem i) /\
    (forall i, trace W implementation (start W implementation m) ls i ->
       exists s, trace W specification (start W specification m) ls s /\ mem s = mem i).
  Proof. intros C m ls. destruct (bisimilar C) as (X & B & I). split.
    - intros s T. apply (follow_trace _ _ X) with (2 := T); auto. intros a b Y. destruct (B a b Y)
      as (M & F & _ & G & _). auto.
    - intros s T. destruct (follow_trace _ _ (fun b a => X a b)) with (2 := T) (i := start W
      specification m) as (j & J & M); eauto. intros b a Y. destruct (B a b Y) as (M & _ & F & _ &
      G). auto. Qed.

  (* Deadlock parity: after the same visible trace both can go on or neither can. *)
  Theorem deadlock_parity : check p deps = true -> forall m s i,
    pair W specification implementation m s i ->
    ((exists l t, weak W specification s l t) <-> (exists l j, weak W implementation i l j)).
  Proof. intros C m s i P. destruct (verdict_equivalent C m) as (Sf & _ & Nd). split.
    - intros (l & t & T). destruct (Nd s i l t P T) as (j & J). eauto.
    - intros (l & j & v & V & J). assert (P' : pair W specification implementation m s v). {
      destruct P as (ls & A & B). exists ls. split; auto. rewrite <- (app_nil_r ls). eapply
      trace_app; eauto. now apply internal_trace. } destruct (Sf s v l j P' J) as (t & T). eauto.
      Qed.

  (* The strengthened class never lets an instruction go early; it may let it wait. *)
  Theorem strengthened_safe : check_safe p deps = true -> forall m,
    safe W specification (alloc k p deps (strengthen p)) m.
  Proof. intros C m. apply safe_if_imply; [apply world_closed | apply world_seen | now apply
    strengthened_guards]. Qed.

  (* With the class static at distance 0, whose count is in the future: for finite runs in which the
     loops that have a number run that number of times. *)
  Definition finite : Prop :=
    exists n, forall e, In e engines -> length (firsts trips p e n) < n.
  Definition obeys (fixed : address -> option nat) : Prop :=
    forall e x m t, fixed (addr x ++ [m]) = Some t -> trips e x m = Some t.
  Theorem static_bisimilar fixed : check_static p fixed deps = true -> finite -> obeys fixed ->
    same (alloc k p deps (with_static p fixed)).
  Proof. intros C (n & Fn) Ob. apply agreed. exact (static_guards k p deps trips engines win io D f
    fixed n Fn Ob C). Qed.

  (* The per-engine snapshot form, for trips that meet the conditions of semantics.md 5.3; outside
     of them it can be early (Snapshot.v, program 6). *)
  Theorem snapshot_bisimilar : check_snapshot p deps (classify p) = true ->
    on_path p deps trips engines -> same (snapshot p deps (classify p)).
  Proof. intros C Pa. apply agreed. now apply snapshot_guards. Qed.
  Theorem snapshot_safe : check_snapshot p deps (strengthen p) = true ->
    on_path p deps trips engines ->
    forall m, safe W specification (snapshot p deps (strengthen p)) m.
  Proof. intros C Pa m. apply safe_if_imply; [apply world_closed | apply world_seen | now apply
    snapshot_implies]. Qed.

  (* Uniform trips, every run finite, no empty window, the producers' engines are there. *)
  Definition calm : Prop := uniform trips /\ finite /\
    (forall e w, win e = Some w -> 0 < w) /\
    (forall d, In d deps -> exists g, engine_of p (producer d) = Some g /\ In g engines).

  (* Then the specification completes, if the sequential order satisfies every dependency: it stops
     only where every engine has ended. *)
  Theorem specification_completes : calm -> sequential p deps = true ->
    (forall d, In d deps -> well_formed p d = true) ->
    forall m ls s, trace W specification (start W specification m) ls s ->
      (forall a t, ~ step W specification s a t) ->
      forall e, In e engines -> ended (loc s e) = true.
  Proof. intros (U & (n & Fn) & Wn & Pr) Sq Wf m ls s T St e I. apply (completes p deps trips
    engines win io D f n Fn U Pr Wn specification m ls s); auto. now apply spec_serves. Qed.
  Lemma safe_well_formed : check_safe p deps = true -> forall d, In d deps ->
    well_formed p d = true.
  Proof. unfold check_safe. rewrite forallb_forall. intros C d I. specialize (C d I). apply
    plan_well_formed. right. destruct (strengthen p d); [eauto|discriminate]. Qed.

  (* So does the strengthened allocation, ... *)
  Theorem strengthened_completes : calm -> sequential p deps = true ->
    check_safe p deps = true -> let I := alloc k p deps (strengthen p) in
    forall m ls i, trace W I (start W I m) ls i -> (forall a j, ~ step W I i a j) ->
      forall e, In e engines -> ended (loc i e) = true.
  Proof. intros (U & (n & Fn) & Wn & Pr) Sq C I m ls i T St e Ie. apply (completes p deps trips
    engines win io D f n Fn U Pr Wn I m ls i); auto. apply strengthened_serves; auto. now apply
    safe_well_formed. Qed.

  (* ... which therefore adds no deadlock: where it has no step, the specification has no visible
     one. Both conditions are needed (Examples.v, strengthened_deadlocks). *)
  Theorem strengthened_adds_no_deadlock : calm -> sequential p deps = true ->
    check_safe p deps = true -> let I := alloc k p deps (strengthen p) in
    forall m s i, pair W specification I m s i -> (forall a j, ~ step W I i a j) ->
      forall l t, ~ weak W specification s l t.
  Proof. intros Ca Sq C I m s i (ls & Ts & Ti) St. assert (Rl : related W specification I s i). {
    apply (pair_related W (world_seen p deps trips engines win io D f) specification I m). exists
    ls. auto. } apply (ended_no_visible W specification I s i); auto.
    - apply world_closed.
    - apply world_seen.
    - intros e. destruct (existsb (Nat.eqb e) engines) eqn:Q.
      + assert (Ie := proj1 (there engines e) Q). destruct Ca as (U & (n & Fn) & Wn & Pr). destruct
        (completes p deps trips engines win io D f n Fn U Pr Wn I m ls i) with (e := e) as (A & B &
        _); auto. apply strengthened_serves; auto. now apply safe_well_formed.
      + cbn. rewrite Q. split; auto. destruct (fifo (loc i e)) as [|(x, b) r] eqn:F; auto. exfalso.
        destruct b.
        * eapply St, step_retire; eauto.
        * eapply St, (step_commit W I i e [] x r); eauto. Qed.
End Statement.
