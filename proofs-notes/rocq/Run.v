(* A machine that can be run, so that the definitions can be seen to move, wait and stop.

   [attempt] takes one step of one engine: its control if it can, else a retirement, else a commit,
   else end. It takes a step of the machine, and takes none only if there is none. [play] goes
   round the engines. What it reports is a fact about the machine: a trace, and that it is
   maximal. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Coq Require Import List ZArith Bool Arith Lia.
From Counterpoint Require Import Program Machine Allocation Simulation Semaphores Correct.
Import ListNotations.
Set Default Proof Using "Type".

Section Play.
  Variables (W : setting) (M : side).
  Variable holds : engine -> event -> registers -> (counter M -> Z) -> bool.
  Hypothesis Holds : forall e ev r sh, present W e = true ->
    holds e ev r sh = true <-> guard M e ev r sh.

  Definition set_fifo (l : local) (q : list (instance * bool)) : local :=
    {| pos := pos l; done := done l; regs := regs l; fifo := q; ended := ended l |}.
  Definition has_room (e : engine) (l : local) : bool :=
    match window W e with None => true | Some d => length (fifo l) <? d end.

  Definition control (e : engine) (s : state W M) : option (option label * state W M) :=
    let l := loc s e in
    match next W e (pos l) with
    | None => None
    | Some ev =>
      match nth_error (ops M e ev) (done l) with
      | Some o => Some (None, with_local W M s e
          {| pos := pos l; done := S (done l); regs := run1 o (regs l); fifo := fifo l;
             ended := ended l |})
      | None =>
        if negb (done l =? length (ops M e ev)) then None
        else if negb (seen W ev) then Some (None, with_local W M s e (advance l (fifo l)))
        else if negb (holds e ev (regs l) (shared s)) then None
        else match instance_of ev with
             | None => Some (Some (Begin e ev), with_local W M s e (advance l (fifo l)))
             | Some i => if has_room e l
                         then Some (Some (Issue e i),
                                    with_local W M s e (advance l (fifo l ++ [(i, false)])))
                         else None
             end
      end
    end.

  Definition drain_one (e : engine) (s : state W M) : option (option label * state W M) :=
    let l := loc s e in
    match fifo l with
    | (i, true) :: b => Some (Some (Retire e i),
        {| loc := loc (with_local W M s e (set_fifo l b));
           shared := increment M (updates M (instance_address i)) (shared s); mem := mem s |})
    | (i, false) :: b => Some (Some (Commit e 0 i),
        {| loc := loc (with_local W M s e (set_fifo l ((i, true) :: b)));
           shared := shared s; mem := effect W i (mem s) |})
    | [] => match next W e (pos l) with
            | None => if ended l then None
                      else Some (Some (End_ e), with_local W M s e
                             {| pos := pos l; done := done l; regs := regs l; fifo := [];
                                ended := true |})
            | Some _ => None
            end
    end.

  Definition attempt (e : engine) (s : state W M) : option (option label * state W M) :=
    match control e s with Some r => Some r | None => drain_one e s end.

  Lemma attempt_step e s l t : present W e = true -> attempt e s = Some (l, t) ->
    step W M s l t.
  Proof using Holds.
    intros Pr. unfold attempt. destruct (control e s) as [r|] eqn:C.
    - intros E. inversion E; subst r. clear E. unfold control in C.
      destruct (next W e (pos (loc s e))) as [ev|] eqn:N; [|discriminate].
      destruct (nth_error _ _) as [o|] eqn:O.
      { inversion C; subst. now apply step_operation with (ev := ev). }
      destruct (Nat.eqb_spec (done (loc s e)) (length (ops M e ev))) as [Dn|]; [|discriminate].
      cbn [negb] in C. destruct (seen W ev) eqn:V; cbn [negb] in C.
      2: { inversion C; subst. eapply step_control; eauto. now split. }
      destruct (holds _ _ _ _) eqn:G; [|discriminate]. apply Holds in G; auto. cbn [negb] in C.
      destruct (instance_of ev) as [i|] eqn:I.
      + destruct (has_room e (loc s e)) eqn:Rm; [|discriminate]. inversion C; subst.
        apply step_issue with (ev := ev); auto; [now split|]. unfold has_room, room in *.
        destruct (window W e); auto. now apply Nat.ltb_lt.
      + inversion C; subst. apply step_begin; auto. now split.
    - unfold drain_one. destruct (fifo (loc s e)) as [|(i, [])] eqn:F.
      + destruct (next W e (pos (loc s e))) eqn:N; [discriminate|].
        destruct (ended (loc s e)) eqn:En; [discriminate|]. inversion 1; subst.
        now apply step_end.
      + inversion 1; subst. now apply step_retire.
      + inversion 1; subst. now apply (step_commit W M s e [] i l0).
  Qed.

  (* If the attempt fails, the engine has no step. *)
  Definition still (e : engine) (s : state W M) : Prop :=
    (forall ev, next W e (pos (loc s e)) = Some ev ->
       nth_error (ops M e ev) (done (loc s e)) = None /\
       (done (loc s e) = length (ops M e ev) -> seen W ev = true /\
         (guard M e ev (regs (loc s e)) (shared s) ->
          instance_of ev <> None /\ ~ room W e (loc s e)))) /\
    fifo (loc s e) = [] /\
    (next W e (pos (loc s e)) = None -> ended (loc s e) = true).

  Lemma attempt_still e s : present W e = true -> attempt e s = None -> still e s.
  Proof using Holds.
    intros Pr. unfold attempt. destruct (control e s) eqn:C; [discriminate|].
    unfold control in C. unfold drain_one. intros Dr.
    assert (F : fifo (loc s e) = []).
    { destruct (fifo (loc s e)) as [|(i, [])]; [reflexivity|discriminate|discriminate]. }
    rewrite F in Dr. split; [|split; auto].
    - intros ev N. rewrite N in C. destruct (nth_error _ _); [discriminate|]. split; auto.
      intros Dn. rewrite Dn, Nat.eqb_refl in C. cbn [negb] in C.
      destruct (seen W ev); [|discriminate]. split; auto. intros G. apply Holds in G; auto.
      rewrite G in C. cbn [negb] in C. destruct (instance_of ev); [|discriminate].
      split; [discriminate|]. unfold has_room, room in *. destruct (window W e); [|discriminate].
      intros L. apply Nat.ltb_lt in L. rewrite L in C. discriminate.
    - intros N. rewrite N in Dr. destruct (ended (loc s e)); [reflexivity|discriminate].
  Qed.

  Lemma still_no_step s : (forall e, still e s) -> forall l t, ~ step W M s l t.
  Proof.
    intros St l t T. inversion T; subst; destruct (St e) as (A & F & N).
    - destruct (A ev H) as (B & _). congruence.
    - destruct H as (N1 & D1). destruct (A ev N1) as (_ & B). destruct (B D1). congruence.
    - destruct H as (N1 & D1). destruct (A ev N1) as (_ & B). destruct (B D1) as (_ & Q).
      destruct (Q H2). contradiction.
    - destruct H as (N1 & D1). destruct (A ev N1) as (_ & B). destruct (B D1) as (_ & Q).
      destruct (Q H2). contradiction.
    - rewrite F in H. destruct a; discriminate.
    - congruence.
    - rewrite N in H1 by auto. discriminate.
  Qed.

  (* Round the engines, fuel steps at most; the trace is reported last step first. *)
  Fixpoint first_move (es : list engine) (s : state W M) : option (option label * state W M) :=
    match es with
    | [] => None
    | e :: es' => match attempt e s with Some r => Some r | None => first_move es' s end
    end.
  Fixpoint play (fuel : nat) (es : list engine) (s : state W M) : list label * state W M * bool :=
    match fuel with
    | 0 => ([], s, false)
    | S n => match first_move es s with
             | None => ([], s, true)
             | Some (l, t) => let '(ls, u, b) := play n es t in
                              (match l with Some a => a :: ls | None => ls end, u, b)
             end
    end.

  Variable es : list engine.
  Hypothesis There : forall e, present W e = true <-> In e es.
  Hypothesis Nothing : forall e i, present W e = false -> next W e i = None.

  Lemma first_move_step s l t : forall fs, (forall e, In e fs -> In e es) ->
    first_move fs s = Some (l, t) -> step W M s l t.
  Proof using Holds There.
    induction fs as [|e fs IH]; intros Sub; [discriminate|]. cbn.
    destruct (attempt e s) as [r|] eqn:A.
    - intros Q. injection Q as ->.
      exact (attempt_step e s l t (proj2 (There e) (Sub e (or_introl eq_refl))) A).
    - intros. apply IH; auto. intros. apply Sub. now right.
  Qed.

  Lemma first_move_none s : forall fs, first_move fs s = None ->
    forall e, In e fs -> attempt e s = None.
  Proof.
    induction fs as [|g fs IH]; cbn; [tauto|]. destruct (attempt g s) eqn:A; [discriminate|].
    intros N e [<-|I]; auto.
  Qed.

  Theorem play_trace fuel : forall s ls t b, play fuel es s = (ls, t, b) -> trace W M s ls t.
  Proof using Holds There.
    induction fuel as [|n IH]; cbn; intros s ls t b E; [inversion E; constructor|].
    destruct (first_move es s) as [(l, u)|] eqn:F; [|inversion E; constructor].
    destruct (play n es u) as ((ls', v), b') eqn:P.
    assert (T := first_move_step s l u es (fun e I => I) F). specialize (IH u ls' v b' P).
    destruct l; inversion E; subst; [eapply trace_visible | eapply trace_internal]; eauto.
  Qed.

  (* Engines that are not there never move. *)
  Definition absent_still (s : state W M) : Prop :=
    forall e, present W e = false -> fifo (loc s e) = [] /\ ended (loc s e) = true.

  Lemma absent_step s l t : absent_still s -> step W M s l t -> absent_still t.
  Proof using Nothing.
    intros A T e P. specialize (A e P). assert (N := fun i => Nothing e i P).
    destruct A as (F & En).
    inversion T; subst; cbn; destruct (Nat.eqb_spec e e0) as [->|]; auto; exfalso;
      try (destruct H as (X & _)); try rewrite N in *; try discriminate;
      rewrite F in *; try destruct a; discriminate.
  Qed.

  Theorem play_maximal fuel m ls t : play fuel es (start W M m) = (ls, t, true) ->
    forall l u, ~ step W M t l u.
  Proof using Holds There Nothing.
    intros E. assert (A : absent_still (start W M m)).
    { intros e P. cbn. now rewrite P. }
    assert (Q : first_move es t = None /\ absent_still t).
    { revert A E. generalize (start W M m). revert ls.
      induction fuel as [|n IH]; cbn; intros ls s A E; [discriminate|].
      destruct (first_move es s) as [(l, u)|] eqn:F; [|inversion E; subst; auto].
      destruct (play n es u) as ((ls', v), b') eqn:P. inversion E; subst.
      eapply IH; [|exact P]. eapply absent_step; eauto.
      exact (first_move_step s l u es (fun e I => I) F). }
    destruct Q as (F & Ab). apply still_no_step. intros e.
    destruct (present W e) eqn:P.
    - apply attempt_still; auto. apply (first_move_none t es F). now apply There.
    - destruct (Ab e P) as (X & Y). split; [|split; auto].
      intros ev N. rewrite (Nothing e _ P) in N. discriminate.
  Qed.
End Play.
