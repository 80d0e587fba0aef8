(* Three comparisons of closed clocks decide the verdict of semantics.md 3: [verdict_is_right].
   Safe: every run of the implementation is a run of the specification. No delay: the other way
   round. No deadlock, if safe: the specification passes no more than the implementation does. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Decision.

Section Closed.
  Variables (W : setting) (str : engine -> list event) (engines : list engine). Hypothesis Str :
    forall e i, next W e i = nth_error (str e) i. Hypothesis all_seen : forall ev i, instance_of ev
    = Some i -> seen W ev = true. Hypothesis Present : forall e, present W e = true -> In e engines.
    Hypothesis Absent : forall e, present W e = false -> str e = []. Notation need := (need W str).
      Notation closed := (closed W str Str).
  Section Pair.
    Variables (A B : side) (gA gB : engine -> nat -> vec) (m : data W). Hypothesis TA :
      by_thresholds W A gA. Hypothesis TB : by_thresholds W B gB. Notation runA := (reach str (need
      gA)). Notation runB := (reach str (need gB)).
    Lemma pair_facts s t : pair W A B m s t -> related W A B s t /\ (exists H, inv W B t H /\ runB
      (at_pos W B t) (rt W str B t) /\ ends W B t) /\ exists H, inv W A s H /\ runA (at_pos W A s)
      (rt W str A s).
    Proof using Str all_seen Absent TA TB. intros P. split; [exact (pair_related W all_seen A B m s
      t P)|]. destruct P as (ls & X & Y). split; [apply (reached_facts W str Str all_seen Absent B
      gB TB m); exists ls; auto|]. destruct (reached_facts W str Str all_seen Absent A gA TA m s) as
      (H & I & R & _); [exists ls; auto|]. eauto. Qed.
    Lemma pair_left s t s' : pair W A B m s t -> internal W A s s' -> pair W A B m s' t.
    Proof. intros (ls & X & Y) U. exists ls. split; auto. rewrite <- (app_nil_r ls). eapply
      trace_app; [exact X|now apply internal_trace]. Qed.
    Lemma pair_right s t t' : pair W A B m s t -> internal W B t t' -> pair W A B m s t'.
    Proof. intros (ls & X & Y) U. exists ls. split; auto. rewrite <- (app_nil_r ls). eapply
      trace_app; [exact Y|now apply internal_trace]. Qed.
    Lemma pair_both s t l s' t' : pair W A B m s t -> weak W A s l s' -> step W B t (Some l) t' ->
      pair W A B m s' t'.
    Proof. intros (ls & X & Y) U V. exists (ls ++ [l]). split; (eapply trace_app; [eassumption|]).
      - now apply weak_trace.
      - eapply trace_visible; eauto. constructor. Qed.
    Lemma same_rt s t : related W A B s t -> forall e, rt W str A s e = rt W str B t e.
    Proof using Str. intros (H & I & J & _) e. rewrite <- (proj1 (rt_is W str Str A s H I e)). apply
      (rt_is W str Str B t H J e). Qed.
    (* What A passes weakly, from a state related to t in front of the same event. *)
    Lemma weak_needs s t l s' e ev : pair W A B m s t -> weak W A s l s' -> next W e (pos (loc t e))
      = Some ev -> seen W ev = true -> match l with Issue f i => f = e /\ instance_of ev = Some i |
      Begin f ev' => f = e /\ ev' = ev | _ => False end -> forall f, get (need gA e (pos (loc t e)))
      f <= rt W str B t f.
    Proof using Str all_seen Absent TA TB. intros P (u & U & St) N V L. assert (P' := pair_left s t
      u P U). destruct (pair_facts u t P') as (Rl & _ & H & I & _). assert (Same : forall ev', ready
      W A e (loc u e) ev' -> seen W ev' = true -> pos (loc u e) = pos (loc t e)).
      { intros ev' (N' & _) V'. destruct Rl as (_ & _ & _ & _ & Al). destruct (Al e) as (_ & _ & X).
        apply Nat.le_antisymm.
        - apply (behind_le W e _ _ ev N V X).
        - apply (behind_le W e _ _ ev' N' V'). congruence. }
      intros f. rewrite <- (same_rt u t Rl f). inversion St; subst; try contradiction; destruct L as
        (-> & L).
      - rewrite <- (Same ev0); auto. apply (ready_need W str Str A gA TA u H e ev0); auto.
        congruence.
      - rewrite <- (Same ev0); auto. now apply (ready_need W str Str A gA TA u H e ev0). Qed.
    Lemma includes_safe : (forall i r, runB i r -> runA i r) -> safe W A B m.
    Proof using Str all_seen Absent TA TB. intros Inc s t l t' P St. destruct (pair_facts s t P) as
      (Rl & (H & I & R & _) & _). destruct (follow_here W closed all_seen A B s t l t') as (s' & X &
      _); eauto. clear s l t' P St Rl. intros e ev H' sa J Rd V CA G Rm. assert (Nd := ready_need W
      str Str B gB TB t H' e ev J Rd G Rm). assert (Q : runA (fun f => if f =? e then S (at_pos W B
      t e) else at_pos W B t f) (rt W str B t)). { apply Inc, (reach_go str (need gB) e _ _ _ _ R);
      auto. destruct Rd as (N & _). rewrite Str in N. apply nth_error_Some. unfold at_pos.
      congruence. } apply (reach_facts str (need gA)) with (e := e) in Q. rewrite Nat.eqb_refl in Q.
      destruct Q as (_ & _ & Q). destruct Rd as (N & _). apply (TA e _ ev H' sa N (inv_valid W B t
      H' J) CA); auto. intros f. rewrite (proj1 (rt_is W str Str B t H' J f)). specialize (Q (at_pos
      W B t e) f (Nat.lt_succ_diag_r _)). unfold Decision.need in Q. rewrite get_join in Q. unfold
      at_pos in Q. lia. Qed.
    (* Every run of a safe implementation is a common trace. *)
    Lemma realise : safe W A B m -> forall i r, runB i r -> runA i r /\ exists s t, pair W A B m s t
      /\ (forall e, at_pos W B t e = i e) /\ (forall e, rt W str B t e = r e).
    Proof using Str all_seen Absent TA TB. intros Sf. induction 1 as [i r X Y | e i r i' r' R (RA &
      s & t & P & Ep & Er) L N X Y | e i r i' r' R (RA & s & t & P & Ep & Er) L X Y].
      - split; [now apply reach_start|]. exists (start W A m), (start W B m). split; [exists [];
        split; constructor|]. split; intros; cbn; rewrite ?X, ?Y; auto.
      - destruct (pair_facts s t P) as (Rl & (H & I & Rb & Ab) & _). destruct (nth_error (str e) (i
        e)) as [ev|] eqn:Nx; [|apply nth_error_None in Nx; lia]. rewrite <- Str, <- Ep in Nx. unfold
        at_pos in Nx. destruct (finish_ops W all_seen B t H e ev I Nx) as (t1 & U & I1 & (M1 & M2 &
        _) & Rd & Ps). assert (P1 := pair_right s t t1 P U). assert (Ep1 : forall f, pos (loc t1 f)
        = i f). { intros f. rewrite <- Ep. destruct (Nat.eq_dec f e) as [->|Ne]; [exact Ps|]. now
        rewrite M1. } assert (Er1 : forall f, rt W str B t1 f = r f). { intros f. rewrite <- Er.
        unfold rt. destruct (Nat.eq_dec f e) as [->|Ne]; [now rewrite M2, Ps|now rewrite M1]. }
        assert (Nd : forall f, get (need gB e (pos (loc t1 e))) f <= rt W str B t1 f) by (intros f;
        rewrite Ep1, Er1; auto). destruct (seen W ev) eqn:V.
        + destruct (can_go W str Str B gB TB t1 H e ev I1 Rd Nd V) as (l & u & St & Pu & Mv & Fu &
          Lb). destruct (Sf s t1 l u P1 St) as (s' & Ws). split.
          * apply (reach_go str (need gA) e i r); auto. intros f. rewrite <- Er1, <- (Ep1 e). apply
            (weak_needs s t1 l s' e ev); auto. apply Rd.
          * exists s', u. split; [exact (pair_both s t1 l s' u P1 Ws St)|]. assert (Pos : forall f,
            at_pos W B u f = i' f). { intros f. rewrite X. destruct (Nat.eqb_spec f e) as [->|Ne];
            [rewrite Pu; f_equal; apply Ep1|]. unfold at_pos. rewrite Mv; auto. } split; auto.
            intros f. rewrite Y, <- Er1. unfold rt. destruct (Nat.eq_dec f e) as [->|Ne]; [|now
            rewrite Mv]. rewrite Fu. unfold at_pos in Pu. rewrite Pu. assert (Bd := proj2 (rt_is W
            str Str B t1 H I1 e)). assert (Ni := inst_S W str Str e (pos (loc t1 e)) ev (proj1 Rd)).
            destruct (instance_of ev); lia.
        + assert (St := step_control W B t1 e ev Rd V). split.
          * apply (reach_go str (need gA) e i r); auto. intros f. rewrite <- Er1, <- (Ep1 e). assert
            (Io : instance_of ev = None). { destruct (instance_of ev) as [j|] eqn:Io; auto. apply
            all_seen in Io. congruence. } unfold Decision.need. rewrite get_join. assert (Ga : get
            (gA e (pos (loc t1 e))) f <= rt W str B t1 f).
            { rewrite <- (proj1 (rt_is W str Str B t1 H I1 f)). destruct (pair_facts s t1 P1) as
              ((H' & IA & IB & _) & _). assert (EH : length (on f H) = length (on f H')). { rewrite
              (proj1 (rt_is W str Str B t1 H I1 f)). now rewrite (proj1 (rt_is W str Str B t1 H' IB
              f)). }
              rewrite EH. apply (TA e _ ev H' (shared s) (proj1 Rd) (inv_valid W A s H' IA)
                (inv_shared W A s H' IA)). congruence. }
            assert (Wn : wneed W str e (pos (loc t1 e)) = []). { unfold wneed. rewrite <- Str,
              (proj1 Rd), Io. now destruct (window W e). } rewrite Wn, get_nil. lia.
          * eexists s, _. split; [eapply pair_right; [exact P1|]; eapply internal_step; [exact
            St|constructor]|]. assert (Ni := inst_S W str Str e (pos (loc t1 e)) ev (proj1 Rd)).
            destruct (instance_of ev) as [j|] eqn:Io; [apply all_seen in Io; congruence|]. split;
            intros f; [rewrite X, <- !Ep1|rewrite Y, <- Er1]; unfold at_pos, rt; cbn; destruct
            (Nat.eqb_spec f e) as [->|Ne]; auto. cbn. f_equal. lia.
      - split; [now apply (reach_retire str (need gA) e i r)|]. destruct (pair_facts s t P) as (Rl &
        (H & I & _) & _). assert (F : exists j b q, fifo (loc t e) = (j, b) :: q).
        { destruct (fifo (loc t e)) as [|(j, b) q] eqn:F; eauto. specialize (Er e). unfold rt in Er.
          rewrite F in Er. cbn in Er. specialize (Ep e). unfold at_pos in Ep. rewrite Ep in Er. lia.
          }
        assert (Fin : forall s t j q, pair W A B m s t -> (forall e, at_pos W B t e = i e) ->
          (forall e, rt W str B t e = r e) -> fifo (loc t e) = (j, true) :: q -> exists s t, pair W
          A B m s t /\ (forall e, at_pos W B t e = i' e) /\ (forall e, rt W str B t e = r' e)). {
          clear - Sf X Y L Str all_seen Absent TA TB. intros s t j q P Ep Er F. destruct (pair_facts
          s t P) as (_ & (H & I & _) & _). assert (Bd := proj2 (rt_is W str Str B t H I e)). rewrite
          F in Bd. cbn in Bd. assert (St := step_retire W B t e j q F). destruct (Sf _ _ _ _ P St)
          as (s' & Ws). eexists s', _. split; [exact (pair_both _ _ _ _ _ P Ws St)|]. split; intros
          f; [rewrite X, <- Ep|rewrite Y, <- !Er]; unfold at_pos, rt; cbn; destruct (Nat.eqb_spec f
          e) as [->|Ne]; auto. cbn. rewrite F. cbn. specialize (Er e). specialize (Ep e). unfold rt,
          at_pos in *. rewrite F, Ep in Er. rewrite Ep in Bd. cbn in Er. rewrite Ep. lia. } destruct
          F as (j & [] & q & F); [exact (Fin s t j q P Ep Er F)|]. assert (St := step_commit W B t e
          [] j q F ltac:(auto)). destruct (Sf _ _ _ _ P St) as (s' & Ws). eapply (Fin s' _ j q).
        + exact (pair_both _ _ _ _ _ P Ws St).
        + intros f. rewrite <- Ep. unfold at_pos. cbn. destruct (Nat.eqb_spec f e) as [->|]; auto.
        + intros f. rewrite <- Er. unfold rt. cbn. destruct (Nat.eqb_spec f e) as [->|]; auto. cbn.
          now rewrite F.
        + cbn. now rewrite Nat.eqb_refl. Qed.
    Theorem safe_iff : safe W A B m <-> forall i r, runB i r -> runA i r.
    Proof using Str all_seen Absent TA TB. split; [|apply includes_safe]. intros Sf i r R. apply
      (realise Sf i r R). Qed.
    (* A state of the specification in front of the same event goes on if its guard allows. *)
    Lemma needs_weak s t e ev : pair W A B m s t -> next W e (pos (loc t e)) = Some ev -> seen W ev
      = true -> (forall f, get (need gA e (pos (loc t e))) f <= rt W str B t f) -> exists l s', weak
      W A s l s'.
    Proof using Str all_seen Absent TA TB. intros P N V Nd. destruct (pair_facts s t P) as (Rl & _ &
      _). assert (Rt := same_rt s t Rl). destruct Rl as (H & I & J & M & Al). destruct (Al e) as (F
      & E & X). assert (Q := behind_le W e (pos (loc s e)) _ ev N V X). destruct (drain W closed
      all_seen A e _ s H I Q X (inv_pos W B t H J e)) as (u & U & IU & Mv & Ps & Rd). destruct
      (can_go W str Str A gA TA u H e ev IU (Rd ev N)) as (l & s' & St & _); auto.
      - intros f. rewrite Ps, <- (proj1 (rt_is W str Str A u H IU f)). rewrite (proj1 (rt_is W str
        Str B t H J f)). apply Nd.
      - exists l, s', u. auto. Qed.
    (* Run the operations of every engine, and end those that can. *)
    Lemma settle : safe W A B m -> forall l s t, pair W A B m s t -> (forall e, fifo (loc t e) = [])
      -> exists s' t', pair W A B m s' t' /\ (forall f, pos (loc t' f) = pos (loc t f)) /\ (forall
      f, fifo (loc t' f) = []) /\ forall e, In e l -> quiet W B t' e.
    Proof using Str all_seen Absent TA TB. intros Sf l s t P F. induction l as [|e l (s1 & t1 & P1 &
      Ps1 & F1 & Q1)]. { exists s, t. repeat split; auto; intros; contradiction. } destruct
      (pair_facts s1 t1 P1) as (_ & (H & I & _) & _). assert (Go : forall t2, (forall f, f <> e ->
      loc t2 f = loc t1 f) -> quiet W B t2 e -> forall g, In g (e :: l) -> quiet W B t2 g). { intros
      t2 Mv Q g Ig. destruct (Nat.eq_dec g e) as [->|Ne]; auto. destruct Ig as [|Ig]; [congruence|].
      specialize (Q1 g Ig). unfold quiet in *. now rewrite (Mv g Ne). } destruct (next W e (pos (loc
      t1 e))) as [ev|] eqn:N.
      - destruct (finish_ops W all_seen B t1 H e ev I N) as (t2 & U & _ & (M1 & M2 & _) & Rd & Ps).
        exists s1, t2. split; [exact (pair_right s1 t1 t2 P1 U)|]. split; [|split; [|apply (Go t2
        M1)]].
        + intros f. destruct (Nat.eq_dec f e) as [->|Ne]; [|rewrite M1 by auto]; congruence.
        + intros f. destruct (Nat.eq_dec f e) as [->|Ne]; [|rewrite M1 by auto]; congruence.
        + destruct Rd as (N2 & D). split; congruence.
      - destruct (ended (loc t1 e)) eqn:E. { exists s1, t1. repeat split; auto; apply (Go t1); auto;
        split; congruence. } assert (St := step_end W B t1 e N (F1 e) E). destruct (Sf _ _ _ _ P1
        St) as (s' & Ws). eexists s', _. split; [exact (pair_both _ _ _ _ _ P1 Ws St)|]. split;
        [|split; [|apply Go]].
        + intros f. rewrite <- Ps1. cbn. now destruct (Nat.eqb_spec f e) as [->|].
        + intros f. cbn. now destruct (Nat.eqb_spec f e) as [->|].
        + intros f Ne. cbn. now rewrite (proj2 (Nat.eqb_neq f e) Ne).
        + split; cbn; rewrite Nat.eqb_refl; cbn; congruence. Qed.
    Variables KA KB : clocks. Hypothesis FA : final str (need gA) KA. Hypothesis FB : final str
      (need gB) KB.
    (* A safe implementation comes to a state without a step, where its clocks end. *)
    Lemma comes_to_end : safe W A B m -> exists s t, pair W A B m s t /\ (forall l u, ~ step W B t l
      u) /\ (forall e, pos (loc t e) = passed KB e) /\ (forall e, quiet W B t e /\ blocked W str B
      gB t e).
    Proof using Str all_seen Absent Present TA TB FB. intros Sf. destruct (realise Sf _ _ (whole str
      (need gB) KB (proj1 FB))) as (_ & s & t & P & Ep & Er). assert (F : forall e, fifo (loc t e) =
      []). { intros e. destruct (pair_facts s t P) as (_ & (H & I & _) & _). assert (Bd := proj2
      (rt_is W str Str B t H I e)). specialize (Er e). specialize (Ep e). unfold rt, at_pos in *.
      rewrite Ep in *. destruct (fifo (loc t e)); auto. cbn in *. lia. } destruct (settle Sf engines
      s t P F) as (s1 & t1 & P1 & Ps & F1 & Q). destruct (pair_facts s1 t1 P1) as (_ & (H & I & R &
      En) & _). assert (Ps1 : forall e, pos (loc t1 e) = passed KB e) by (intros e; rewrite Ps;
      apply Ep). assert (Bl : forall e, quiet W B t1 e /\ blocked W str B gB t1 e).
      { intros e. split. { destruct (present W e) eqn:P'; auto. split; [|intros _; now apply En].
        rewrite Str, (Absent e P'). destruct (pos (loc t1 e)); discriminate. }
        split; auto. intros ev N. assert (No : ~ forall f, get (need gB e (pos (loc t1 e))) f <= rt
          W str B t1 f).
        { intros Nd. set (i' := fun f => if f =? e then S (at_pos W B t1 e) else at_pos W B t1 f).
          assert (X : runB i' (rt W str B t1)). { apply (reach_go str (need gB) e _ _ _ _ R); auto.
          rewrite Str in N. apply nth_error_Some. unfold at_pos. congruence. }
          apply (live str (need gB) KB FB) with (e := e) in X. unfold i' in X. rewrite Nat.eqb_refl
            in X. unfold at_pos in X. rewrite Ps1 in X. lia. }
        split; auto. destruct (seen W ev) eqn:V; auto. destruct No. apply (unseen_free W str Str
          all_seen B gB TB t1 H e ev I N V). }
      exists s1, t1. split; auto. split; auto. apply (no_step W str Str B gB TB t1 H I Bl). Qed.
    Theorem no_deadlock_iff : safe W A B m -> (no_deadlock W A B m <-> forall e, passed KA e <=
      passed KB e).
    Proof using Str all_seen Absent Present TA TB FA FB. intros Sf. split.
      - intros Nd. destruct (comes_to_end Sf) as (s & t & P & No & Ps & Q). destruct (goes_or_over
        str (need gA) KA (passed KB) (proj1 FA)) as [(e & L & N)|]; auto. exfalso. apply
        nth_error_Some in L. rewrite <- Str, <- Ps in L. destruct (next W e (pos (loc t e))) as
        [ev|] eqn:Nx; [|congruence]. destruct (Q e) as (_ & F & C). destruct (C ev Nx) as (V & _).
        destruct (needs_weak s t e ev P Nx V) as (l & s' & Ws). { intros f. unfold rt. destruct (Q
        f) as (_ & Ff & _). rewrite Ff, !Ps. cbn [length]. rewrite Nat.sub_0_r. apply N. } destruct
        (Nd s t l s' P Ws) as (a & t' & St). exact (No a t' St).
      - intros Le s t l s' P (u & U & St). destruct (pair_facts s t P) as (_ & (H & I & _ & En) &
        _). destruct (step_or_still W str engines Str Present Absent B gB TB t H I En) as [(a & t' &
        ?)|Q]; eauto. exfalso. assert (Pb := still_at W str Str B gB TB KB t H FB I (fun e => proj2
        (Q e))). destruct (pair_facts u t (pair_left s t u P U)) as (Rl & _ & H' & I' & R). assert
        (R' := step_reach W str Str all_seen A gA TA u H' _ _ I' St R). assert (Al := fun e => match
        Rl with ex_intro _ _ (conj _ (conj _ (conj _ L))) => L e end). assert (Pass : forall e ev,
        ready W A e (loc u e) ev -> seen W ev = true -> pos (loc s' e) = S (pos (loc u e)) ->
        False). { intros e ev (N & _) V E. assert (X := live str (need gA) KA FA _ _ R' e). unfold
        at_pos in X. rewrite E in X. specialize (Le e). specialize (Pb e). assert (Y := behind_mono
        W e (S (pos (loc u e))) (pos (loc t e)) ltac:(lia)). rewrite behind_S, N, V in Y. destruct
        (Al e) as (_ & _ & Z). lia. } inversion St; subst; destruct (Q e) as ((A1 & B1) & F & C),
        (Al e) as (Fe & Ee & Be).
        + apply (Pass e ev); auto. cbn. now rewrite Nat.eqb_refl.
        + apply (Pass e ev); auto. cbn. now rewrite Nat.eqb_refl.
        + rewrite Fe, F in *. destruct a; discriminate.
        + congruence.
        + destruct (next W e (pos (loc t e))) as [ev|] eqn:N; [|rewrite B1 in Ee by auto;
          congruence]. destruct (C ev eq_refl) as (V & _). destruct (le_lt_dec (pos (loc u e)) (pos
          (loc t e))) as [L|L]. { match goal with Z : next W e (pos (loc u e)) = None |- _ =>
          rewrite (none_after W closed e _ _ Z L) in N end. discriminate. } assert (Y := behind_mono
          W e _ _ L). rewrite behind_S, N, V in Y. lia. Qed.
  End Pair.
  Section Verdict.
    Variables (A B : side) (gA gB : engine -> nat -> vec) (m : data W). Hypothesis TA :
      by_thresholds W A gA. Hypothesis TB : by_thresholds W B gB.
    Lemma no_delay_iff : no_delay W A B m <-> safe W B A m.
    Proof using Type. split.
      - intros Q i s l s' (ls & X & Y) St. apply (Q s i l s'); [exists ls; auto|]. exists s. split;
        [constructor|exact St].
      - intros Q s i l s' P (u & U & St). apply (Q i u l s'); auto. destruct (pair_left A B m s i u
        P U) as (ls & X & Y). exists ls. auto. Qed.
    Inductive verdict := Unsafe | Deadlock | Refines | Equivalent.
    Definition closed_verdict : verdict :=
      let KA := closed_clocks str (need gA) engines in
      let KB := closed_clocks str (need gB) engines in
      if negb (covers KA KB engines) then Unsafe
      else if negb (forallb (fun e => passed KA e <=? passed KB e) engines) then Deadlock
      else if negb (covers KB KA engines) then Refines else Equivalent.
    Theorem verdict_is_right : match closed_verdict with | Unsafe => ~ safe W A B m | Deadlock =>
      safe W A B m /\ ~ no_deadlock W A B m | Refines => safe W A B m /\ no_deadlock W A B m /\ ~
      no_delay W A B m | Equivalent => equivalent W A B m end.
    Proof using Str all_seen Absent Present TA TB. assert (Ev := every W str engines Present
      Absent). unfold closed_verdict. set (KA := closed_clocks str (need gA) engines). set (KB :=
      closed_clocks str (need gB) engines). assert (FA : final str (need gA) KA) by (apply
      closed_final; exact Ev). assert (FB : final str (need gB) KB) by (apply closed_final; exact
      Ev). assert (S1 : covers KA KB engines = true <-> safe W A B m). { rewrite (safe_iff A B gA gB
      m TA TB). now apply covers_iff. } assert (S2 : covers KB KA engines = true <-> no_delay W A B
      m). { rewrite no_delay_iff, (safe_iff B A gB gA m TB TA). now apply covers_iff. } assert (S3 :
      forallb (fun e => passed KA e <=? passed KB e) engines = true <-> forall e, passed KA e <=
      passed KB e). { rewrite forallb_forall. split; [|intros Q e _; now apply Nat.leb_le]. intros Q
      e. assert (L := passed_length str (need gA) KA (proj1 FA) e). destruct (str e) as [|ev l]
      eqn:E; [cbn [length] in L; lia|]. apply Nat.leb_le, Q, Ev. congruence. } destruct (covers KA
      KB engines); cbn [negb].
      2: { intros X. apply S1 in X. discriminate. } assert (Sf := proj1 S1 eq_refl). assert (Nd :=
        no_deadlock_iff A B gA gB m TA TB KA KB FA FB Sf). rewrite <- S3 in Nd. destruct (forallb _
        engines); cbn [negb].
      2: { split; auto. intros X. apply Nd in X. discriminate. } destruct (covers KB KA engines);
        cbn [negb].
      - repeat split; auto; [now apply Nd|now apply S2].
      - split; auto. split; [now apply Nd|]. intros X. apply S2 in X. discriminate. Qed.
  End Verdict.
  (* One machine: a maximal run exists, and each of them ends all engines or none does. *)
  Theorem outcome_is_right M g m : by_thresholds W M g -> let stuck t := forall l u, ~ step W M t l
    u in let K := closed_clocks str (need g) engines in (exists ls t, trace W M (start W M m) ls t
    /\ stuck t) /\ forall ls t, trace W M (start W M m) ls t -> stuck t -> forallb (fun e => ended
    (loc t e)) engines = forallb (fun e => passed K e =? length (str e)) engines.
  Proof using Str all_seen Absent Present. intros T stuck K. assert (F : final str (need g) K) by
    (apply closed_final, (every W str engines Present Absent)). split.
    - assert (Sf : safe W M M m) by (apply (safe_iff M M g g m T T); auto). destruct (comes_to_end M
      M g g m T T K F Sf) as (s & t & (ls & _ & X) & N & _). eauto.
    - intros ls t X N. destruct (reached_facts W str Str all_seen Absent M g T m t) as (H & I & R &
      E); [exists ls; auto|]. destruct (step_or_still W str engines Str Present Absent M g T t H I
      E) as [(l & u & St)|Q]; [destruct (N l u St)|]. assert (Lo := still_at W str Str M g T K t H F
      I (fun e => proj2 (Q e))). assert (Hi := live str (need g) K F _ _ R). unfold at_pos in Hi.
      assert (Eq : forall e, ended (loc t e) = (passed K e =? length (str e))).
      { intros e. assert (P : pos (loc t e) = passed K e) by (specialize (Lo e); specialize (Hi e);
        lia). destruct (Q e) as ((_ & B1) & _). destruct (E e) as (_ & C1). rewrite Str, P in *.
        destruct (ended (loc t e)) eqn:En.
        - specialize (C1 eq_refl). apply nth_error_None in C1. symmetry. apply Nat.eqb_eq. assert (L
          := passed_length str (need g) K (proj1 F) e). lia.
        - symmetry. apply Nat.eqb_neq. intros X1. rewrite X1 in B1. discriminate B1. apply
          nth_error_None. lia. }
      clear - Eq. clearbody K. induction engines as [|e l IH]; cbn [forallb]; auto. now rewrite Eq,
        IH. Qed.
End Closed.
