(* Guards with the class static, for finite runs that obey the numbers of the program. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Static.

Section StaticGuards.
  Variables (k : scheme) (p : program) (deps : list dependency) (trips : oracle). Variables (engines
    : list engine) (win : engine -> option nat) (io : engine -> bool) (D : Type). Variables (f :
    instance -> D -> D) (fixed : address -> option nat) (N : nat). Notation W := (world trips p deps
    engines win io D f). Notation plan := (with_static p fixed). Hypothesis Fin : forall e, In e
    engines -> length (firsts trips p e N) < N. Hypothesis Obeys : forall e x m t, fixed (addr x ++
    [m]) = Some t -> trips e x m = Some t.
  Lemma static_wait e i ev y m d H R_ sem w : In e engines -> at_ trips p e i = Some ev -> ev = Is y
    m \/ ev = Vi y m -> consumer d = addr y ++ [m] -> In d deps -> well_formed p d = true ->
    retired_so_far trips p H -> counts (spec trips p deps) H R_ -> counts (alloc k p deps plan) H
    sem -> In w (wait_of k p deps plan d) -> ((evaluate (ideal (firsts trips p e i)) (snd w) <= sem
    (fst w))%Z <-> equation1 trips p e y d R_).
  Proof using Fin Obeys. intros Ie At Ev Cd Id Wf Va CR CS Iw. destruct (wait_says trips p deps k
    plan e i ev y m d At Ev Cd Id Wf H R_ sem Va CR CS w Iw) as (x & Px & A & B). destruct (shallow
    p y m d Cd Wf) as (Cm & Ly). destruct (exempt_dec y d) as [X|X].
    - split; auto. intros _. left. now apply target_exempt.
    - rewrite (B X). unfold with_static in Px. destruct (classify p d) as [x'|] eqn:C.
      + injection Px as ->. symmetry. apply (equation1_due trips p e i y m d Cd Wf R_ X). intros n
        L. symmetry. exact (proj1 (value_at trips p e i ev y m d At Ev Cd Wf n x L X) C).
      + destruct (outermost (distance d)) eqn:Out; [discriminate|]. rewrite Wf in Px. destruct
        (product p fixed (firstn (length (distance d)) (scope_of (producer d))) (skipn (length
        (distance d)) (scope_of (producer d)))) as [w'|] eqn:Pw; [|discriminate]. injection Px as
        <-. assert (L := position_small p trips engines N Fin e i ev Ie At). destruct (whole trips p
        e i ev At N L) as (B' & E). assert (V := static_value trips p e fixed N (Fin e Ie) (Obeys e)
        _ B' ev y m d E (key_is ev y m Ev) Cd Cm (outermost_none _ Out) w' Pw). cbn [expr evaluate
        value apply]. rewrite ideal_entries, <- V. split.
        * intros Q. right. intros n. assert (Le := owed_final trips p e N n y d (Fin e Ie)). unfold
          owed in *. change (length (filter _ ?l)) with (due d y l) in *. lia.
        * intros [Q|Q].
          -- apply (target_exempt y d Ly) in Q as (j & J & Q). specialize (X j J). lia.
          -- exact (Q N). Qed.
  Theorem static_guards : check_static p fixed deps = true -> guards_agree W (spec trips p deps)
    (alloc k p deps plan).
  Proof using Fin Obeys. intros Ck. assert (X := all_some deps plan Ck). assert (Wf : forall d, In d
    deps -> well_formed p d = true). { intros d Id. destruct (X d Id) as (x & Px). unfold
    with_static in Px. destruct (classify p d) as [x'|] eqn:C; [apply plan_well_formed; eauto|].
    destruct (outermost (distance d)); [discriminate|]. destruct (well_formed p d);
    [reflexivity|discriminate]. } apply (waits_agree p deps trips engines win io D f _ _ _ _ _ _
    (alloc_sound k p deps _)).
    - intros d Id. apply has_wait; auto.
    - intros e i ev y m d w H R_ sem Nx Ev Cd Id Va CR CS Iw. destruct (next_at p deps trips engines
      win io D f e i ev Nx) as (A & _). apply (static_wait e i ev y m d H R_ sem w); auto. apply
      there. cbn in Nx. destruct (existsb (Nat.eqb e) engines); [auto|discriminate]. Qed.
End StaticGuards.
