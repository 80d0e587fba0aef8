(* Uniform trips, sequential order: nothing gets stuck.

   Among the engines that have not ended take the one that stands first in the order of places. All
   that is owed to it lies in front of it (Early.v), so it has been passed by its engine and, with
   nothing in flight, has retired. Then the guard holds, and the machine is not stuck. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Correct Uniform Early.

(* Places of entries in a list of events. *)
Definition places (l : list event) : list place := flat_map (fun ev => match ev with En x => [x] | _
  => [] end) l.

Lemma in_places x l : In x (places l) <-> In (En x) l.
Proof. unfold places. rewrite in_flat_map. split.
  - intros (ev & I & J). destruct ev; cbn in J; try tauto. destruct J as [<-|[]]. exact I.
  - intros I. exists (En x). split; auto. now left. Qed.
Lemma places_nodup l : sorted l -> NoDup (places l).
Proof. induction l as [|ev l IH]; cbn; [constructor|]. intros (F & S). destruct ev; cbn; auto.
  constructor; auto. intros I. apply in_places in I. exact (lt_irrefl _ (F _ I)). Qed.
Lemma sorted_filter g l : sorted l -> sorted (filter g l).
Proof. induction l as [|ev l IH]; cbn; auto. intros (F & S). destruct (g ev); auto. split; auto.
  intros b I. apply filter_In in I as (I & _). auto. Qed.
Lemma places_length g l : (forall ev, g ev = true -> exists x, ev = En x) -> length (places (filter
  g l)) = length (filter g l).
Proof. intros G. induction l as [|ev l IH]; auto. cbn. destruct (g ev) eqn:Q; auto. destruct (G ev
  Q) as (x & ->). cbn. now f_equal. Qed.

Section Progress.
  Variables (p : program) (deps : list dependency) (trips : oracle) (engines : list engine).
    Variables (win : engine -> option nat) (io : engine -> bool) (D : Type). Variable f : instance
    -> D -> D. Notation W := (world trips p deps engines win io D f). Notation firsts := (firsts
    trips p). Variable N : nat. Hypothesis Fin : forall e, In e engines -> length (firsts e N) < N.
    Hypothesis Uni : uniform trips. Hypothesis Producers : forall d, In d deps -> exists g,
    engine_of p (producer d) = Some g /\ In g engines. Hypothesis Windows : forall e w, win e = Some
    w -> 0 < w.
  Lemma whole_stream e : In e engines -> firsts e N = stream trips N e p.
  Proof using Fin. intros I. specialize (Fin e I). unfold Program.firsts in *. rewrite firstn_length
    in Fin. apply firstn_all2. lia. Qed.
  Lemma in_whole e n ev : In e engines -> In ev (firsts e n) -> In ev (firsts e N).
  Proof using Fin. intros I J. assert (Q := firsts_end trips p e N n (Fin e I)). rewrite <- Q.
    rewrite (firsts_firstn trips p e n (N + n)) in J by lia. rewrite <- (firstn_skipn n (firsts e (N
    + n))). apply in_or_app. auto. Qed.
  Lemma passed_all e i ev : at_ trips p e i = None -> In ev (firsts e N) -> In ev (firsts e i).
  Proof using Type. intros A I. destruct (le_lt_dec N i) as [L|L].
    - rewrite (firsts_firstn trips p e N i L) in I. rewrite <- (firstn_skipn N (firsts e i)). apply
      in_or_app. auto.
    - rewrite <- (at_firsts trips p e i N L) in A. apply nth_error_None in A. rewrite (firsts_firstn
      trips p e i N) by lia. now rewrite firstn_all2. Qed.
  Lemma position_small e i ev : In e engines -> at_ trips p e i = Some ev -> i < N.
  Proof using Fin. intros I A. destruct (le_lt_dec N i) as [L|L]; auto. exfalso. specialize (Fin e
    I). rewrite (firsts_firstn trips p e N (S i)) in Fin by lia. rewrite firstn_length in Fin.
    assert (Q : i < length (firsts e (S i))). { apply nth_error_Some. unfold at_ in A. rewrite A.
    discriminate. } lia. Qed.

  (* What is owed to a statement has retired. *)
  Definition enough (H : list (engine * instance)) (e : engine) (ev : event) (y : place) (m : nat) :
    Prop := forall d, In d deps -> consumer d = addr y ++ [m] -> forall l, NoDup l -> (forall x, In
    x l -> In (En x) (firsts e N) /\ addr x = scope_of (producer d) /\ front ev d x) -> forall R_,
    counts (spec trips p deps) H R_ -> (Z.of_nat (length l) <= R_ (producer d))%Z.

  Definition goes_if_served (M : side) : Prop := forall e i ev y m H sh, In e engines -> next W e i
    = Some ev -> ev = Is y m \/ ev = Vi y m -> valid W H -> counts M H sh -> enough H e ev y m ->
    guard M e ev (regs_at W M e i (length (ops M e ev))) sh.

  Section Stuck.
    Variables (M : side) (s : state W M) (H : list (engine * instance)). Hypothesis Serve :
      goes_if_served M. Hypothesis I : inv W M s H. Hypothesis Stuck : forall l t, ~ step W M s l t.
    Lemma no_flight e : fifo (loc s e) = [].
    Proof using Stuck. destruct (fifo (loc s e)) as [|(i, b) q] eqn:F; auto. exfalso. destruct b.
      - eapply Stuck, step_retire; eauto.
      - eapply Stuck, (step_commit W M s e [] i q); eauto. Qed.
    Lemma at_guard e ev : next W e (pos (loc s e)) = Some ev -> seen W ev = true /\ done (loc s e) =
      length (ops M e ev) /\ ~ guard M e ev (regs (loc s e)) (shared s).
    Proof using Stuck I Windows. intros Nx. assert (Dn : done (loc s e) = length (ops M e ev)).
      { assert (Q := inv_ops W M s H I e ev Nx). destruct (nth_error (ops M e ev) (done (loc s e)))
        as [o|] eqn:O.
        - exfalso. eapply Stuck, step_operation; eauto.
        - apply nth_error_None in O. lia. }
      destruct (seen W ev) eqn:V; [|exfalso; exact (Stuck _ _ (step_control W M s e ev (conj Nx Dn)
        V))]. split; auto. split; auto. intros G. destruct (instance_of ev) as [i|] eqn:Io.
      - assert (Rm : room W e (loc s e)).
        { unfold room. rewrite no_flight. cbn. destruct (win e) eqn:We; auto. now apply (Windows e).
            }
        exact (Stuck _ _ (step_issue W M s e ev i (conj Nx Dn) V Io G Rm)).
      - exact (Stuck _ _ (step_begin W M s e ev (conj Nx Dn) V Io G)). Qed.
    Lemma retired_here e : on e H = insts (pre W e (pos (loc s e))).
    Proof using Stuck I. rewrite <- (inv_fifo W M s H I e), no_flight. cbn. now rewrite app_nil_r.
      Qed.
    Lemma present_next e i : In e engines -> next W e i = at_ trips p e i.
    Proof using Type. intros J. cbn. now rewrite (proj2 (there engines e) J). Qed.
    Lemma served e ev y m : In e engines -> next W e (pos (loc s e)) = Some ev -> (forall g evg, In
      g engines -> next W g (pos (loc s g)) = Some evg -> ~ lt (key evg) (key ev)) -> enough H e ev
      y m.
    Proof using Stuck I Fin Uni Producers. intros Ie Nx Least d Id Cd l Nd Fr R_ CR. destruct
      (Producers d Id) as (g & Eg & Ig). assert (Pr := producer_snoc p (producer d) g Eg). set (pm
      := last (producer d) 0) in *. rewrite (R_count trips p deps H R_ CR (producer d)). apply
      inj_le. rewrite <- (map_length (fun x => (g, (x, pm))) l). apply NoDup_incl_length. { clear -
      Nd. induction Nd as [|x l N Nd IH]; cbn; constructor; auto. intros J. apply in_map_iff in J as
      (x' & Q & J). inversion Q; subst. contradiction. } intros w J. apply in_map_iff in J as (x &
      <- & J). destruct (Fr x J) as (Ix & Ax & Fx).
      (* the instance is in the stream of g *)
      assert (Sx : In (Is x pm) (Program.firsts trips p g N)). { rewrite (whole_stream g Ig).
        rewrite (whole_stream e Ie) in Ix. apply stream_iff. right. exists x, pm, 0, (IIns g).
        split; auto. split; [now apply (uniform_entries trips N p e g Uni)|]. split; [|reflexivity].
        rewrite Ax, <- Pr. unfold engine_of in Eg. destruct (lookup p (producer d)) as [[]|];
        congruence. }
      (* and its engine has passed it *)
      assert (Px : In (Is x pm) (Program.firsts trips p g (pos (loc s g)))).
      { assert (Ng := present_next g (pos (loc s g)) Ig). destruct (at_ trips p g (pos (loc s g)))
        as [evg|] eqn:Ag.
        - assert (Lg := position_small g _ evg Ig Ag). destruct (firsts_split trips p g _ N evg Lg
          Ag) as (B & Eb). rewrite Eb in Sx. apply in_app_or in Sx as [Sx|Sx]; auto. exfalso. apply
          (Least g evg Ig Ng). destruct Sx as [Sx|Sx]; [rewrite Sx; exact Fx|]. apply (lt_trans _
          (key (Is x pm))); [|exact Fx]. apply (sorted_after (Program.firsts trips p g (pos (loc s
          g))) _ B); auto. rewrite <- Eb. apply (sh_sorted _ _ _ _ (firsts_shaped trips p g N)).
        - now apply passed_all. }
      apply filter_In. split.
      - assert (Q : In (x, pm) (on g H)). { rewrite (retired_here g), (pre_firsts trips p W g _ (fun
        j => present_next g j Ig)). apply in_flat_map. exists (Is x pm). split; auto. now left. }
        unfold on in Q. apply in_map_iff in Q as ((g', i) & Qi & Q). cbn in Qi. subst i. apply
        filter_In in Q as (Q & Qg). apply Nat.eqb_eq in Qg. cbn in Qg. now subst g'.
      - unfold instance_address. cbn [fst snd]. rewrite Ax, <- Pr. apply addr_eqb_refl. Qed.

    (* So every engine has ended. *)
    Theorem all_ended e : In e engines -> next W e (pos (loc s e)) = None /\ fifo (loc s e) = [] /\
      ended (loc s e) = true.
    Proof using Stuck I Fin Uni Producers Serve Windows. intros Ie. destruct (next W e (pos (loc s
      e))) as [ev|] eqn:Nx.
      2: { split; auto. split; [apply no_flight|]. destruct (ended (loc s e)) eqn:En; auto. exfalso.
        eapply Stuck, step_end; eauto. apply no_flight. } exfalso. set (here g := match next W g
        (pos (loc s g)) with Some ev => key ev | None => [] end). set (waiting := filter (fun g =>
        match next W g (pos (loc s g)) with Some _ => true | None => false end) engines). assert (We
        : In e waiting) by (apply filter_In; rewrite Nx; auto). destruct (least here waiting e We)
        as (g & Wg & Lg). apply filter_In in Wg as (Ig & Ng). destruct (next W g (pos (loc s g))) as
        [evg|] eqn:Ng'; [|discriminate]. destruct (at_guard g evg Ng') as (V & Dn & NG). apply NG.
        destruct (seen_statement p deps trips engines win io D f evg V) as (y & m & Ev). rewrite
        (inv_regs W M s H I g), Dn. apply (Serve g _ evg y m H (shared s) Ig Ng' Ev).
      - exact (inv_valid W M s H I).
      - apply I.
      - apply (served g evg y m Ig Ng'). intros g' ev' Ig' Ng2 Lt. apply (Lg g').
        + apply filter_In. rewrite Ng2. auto.
        + unfold here. now rewrite Ng2, Ng'. Qed.
  End Stuck.

  Lemma trace_inv M s ls t : trace W M s ls t -> forall H, inv W M s H -> exists H', inv W M t H'.
  Proof using Type. induction 1 as [s|s t u ls T1 T2 IH|s l t u ls T1 T2 IH]; intros H I; [eauto|
    |]; eapply IH, inv_step; eauto; apply world_seen. Qed.
  Theorem completes M m ls s : goes_if_served M -> trace W M (start W M m) ls s -> (forall l t, ~
    step W M s l t) -> forall e, In e engines -> next W e (pos (loc s e)) = None /\ fifo (loc s e) =
    [] /\ ended (loc s e) = true.
  Proof using Fin Uni Producers Windows. intros Sv T St. destruct (trace_inv M _ ls s T []
    (inv_start W M m)) as (H & I). exact (all_ended M s H Sv I St). Qed.
End Progress.
