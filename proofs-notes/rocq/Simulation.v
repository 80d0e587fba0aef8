(* Equal guards make the two machines bisimilar.
   If at every seen event, after every possible sequence of retirements, the two guards agree, then
   two states are related when the same seen events lie behind them, their FIFOs and data are equal
   and both went through the same retirements H. Windows, commit disciplines and data are dealt
   with here and never again. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Machine.

Definition insts (l : list event) : list instance := flat_map (fun ev => match instance_of ev with
  Some i => [i] | None => [] end) l.
Definition on (e : engine) (H : list (engine * instance)) : list instance := map snd (filter (fun x
  => fst x =? e) H).

Lemma on_snoc e f i H : on e (H ++ [(f, i)]) = on e H ++ (if f =? e then [i] else []).
Proof. unfold on. rewrite filter_app, map_app. cbn. destruct (f =? e); reflexivity. Qed.

Section Run.
  Variable W : setting. Hypothesis closed : forall e i, next W e i = None -> next W e (S i) = None.
    Hypothesis all_seen : forall ev i, instance_of ev = Some i -> seen W ev = true.
  Fixpoint pre (e : engine) (i : nat) : list event :=
    match i with
    | 0 => []
    | S j => pre e j ++ match next W e j with Some ev => [ev] | None => [] end
    end.
  Definition behind (e : engine) (i : nat) : nat := length (filter (seen W) (pre e i)).
  Lemma none_after e i j : next W e i = None -> i <= j -> next W e j = None.
  Proof using closed. intros N L. induction L; auto. Qed.
  Lemma behind_S e i : behind e (S i) = behind e i + match next W e i with Some ev => if seen W ev
    then 1 else 0 | None => 0 end.
  Proof. unfold behind. cbn. rewrite filter_app, app_length. destruct (next W e i); cbn; auto.
    destruct (seen W e0); cbn; auto. Qed.
  Arguments behind : simpl never.
  Lemma behind_mono e i j : i <= j -> behind e i <= behind e j.
  Proof. induction 1; auto. rewrite behind_S. lia. Qed.
  Lemma behind_le e i j ev : next W e j = Some ev -> seen W ev = true -> behind e i = behind e j ->
    i <= j.
  Proof. intros N V E. destruct (le_lt_dec i j) as [|L]; auto. apply (behind_mono e (S j) i) in L.
    rewrite behind_S, N, V in L. lia. Qed.
  Section Side.
    Variable M : side.
    (* The registers of e in front of event i, o of its operations done. *)
    Definition operations_before (e : engine) (l : list event) : list operation := flat_map (ops M
      e) l.
    Definition regs_at (e : engine) (i o : nat) : registers :=
      fold_left (fun s a => run1 a s)
        (operations_before e (pre e i) ++
         match next W e i with Some ev => firstn o (ops M e ev) | None => [] end)
        (fun _ => 0%Z).
    Arguments regs_at : simpl never.
    Definition counts (H : list (engine * instance)) (sh : counter M -> Z) : Prop := forall c, sh c
      = (initial M c + Z.of_nat (count_occ (counter_dec M) (flat_map (fun x => updates M
      (instance_address (snd x))) H) c))%Z.
    Record inv (s : state W M) (H : list (engine * instance)) : Prop := {
      inv_fifo : forall e, on e H ++ map fst (fifo (loc s e)) = insts (pre e (pos (loc s e)));
      inv_pos : forall e, length (pre e (pos (loc s e))) = pos (loc s e);
      inv_ops : forall e ev, next W e (pos (loc s e)) = Some ev ->
                  done (loc s e) <= length (ops M e ev);
      inv_regs : forall e, regs (loc s e) = regs_at e (pos (loc s e)) (done (loc s e));
      inv_none : forall e, next W e (pos (loc s e)) = None -> done (loc s e) = 0;
      inv_shared : counts H (shared s) }.
    Lemma inv_start m : inv (start W M m) [].
    Proof. split; cbn; auto; intros; try lia.
      - unfold regs_at; cbn. destruct (next W e 0); reflexivity.
      - intros c. cbn. lia. Qed.
    Definition later (H : list (engine * instance)) (l : option label) :=
      match l with Some (Retire e i) => H ++ [(e, i)] | _ => H end.
    Lemma regs_next e i ev : next W e i = Some ev -> regs_at e i (length (ops M e ev)) = regs_at e
      (S i) 0.
    Proof. intros N. unfold regs_at. rewrite N, firstn_all. f_equal. cbn. rewrite N. unfold
      operations_before. rewrite flat_map_app. cbn. rewrite app_nil_r. destruct (next W e (S i));
      now rewrite app_nil_r. Qed.
    Lemma inv_advance s H e ev q : inv s H -> ready W M e (loc s e) ev -> map fst q = map fst (fifo
      (loc s e)) ++ insts [ev] -> inv (with_local W M s e (advance (loc s e) q)) H.
    Proof. intros I (N & D) Q. destruct I as [F P O G Z C]. split; cbn; auto; intros f; destruct
      (Nat.eqb_spec f e) as [->|]; auto.
      - cbn. rewrite N, Q, app_assoc, F. unfold insts. rewrite flat_map_app. reflexivity.
      - cbn. rewrite N, app_length, P. cbn. lia.
      - cbn. intros. lia.
      - cbn. rewrite G, D. now apply regs_next. Qed.
    Lemma inv_step s H l t : inv s H -> step W M s l t -> inv t (later H l).
    Proof using all_seen. intros I T. destruct T; cbn [later].
      - (* operation *) destruct I as [F P O G Z C]. split; cbn; auto; intros f; destruct
        (Nat.eqb_spec f e) as [->|]; cbn; auto.
        + intros ev' N. rewrite N in H0; inversion H0; subst. apply nth_error_Some. intros E.
          congruence.
        + rewrite G. unfold regs_at. rewrite H0. assert (E : firstn (S (done (loc s e))) (ops M e
          ev) = firstn (done (loc s e)) (ops M e ev) ++ [o]).
          { clear - H1. revert H1. generalize (ops M e ev) (done (loc s e)). induction l; destruct
            n; cbn; try discriminate.
            - now inversion 1.
            - intros. f_equal. now apply IHl. }
          rewrite E, app_assoc, (fold_left_app _ _ [o]). reflexivity.
        + intros N. congruence.
      - eapply inv_advance; eauto. cbn. destruct (instance_of ev) eqn:E; [|now rewrite app_nil_r].
        rewrite (all_seen ev i E) in H1. discriminate.
      - eapply inv_advance; eauto. cbn. rewrite H2. now rewrite app_nil_r.
      - eapply inv_advance; eauto. cbn. rewrite H2, map_app. reflexivity.
      - destruct I as [F P O G Z C]. split; cbn; auto; intros f; destruct (Nat.eqb_spec f e) as
        [->|]; cbn; auto. rewrite <- F, H0, !map_app. reflexivity.
      - destruct I as [F P O G Z C]. split; cbn; auto. 1: intros f; rewrite on_snoc; destruct
        (Nat.eqb_spec f e) as [->|]. 1: rewrite Nat.eqb_refl, <- F, H0; cbn; now rewrite <-
        app_assoc. 1: destruct (Nat.eqb_spec e f); [congruence|]; now rewrite app_nil_r. 1-4: intros
        f; destruct (Nat.eqb_spec f e) as [->|]; cbn; auto. intros c. unfold increment. rewrite C,
        flat_map_app, count_occ_app. cbn. rewrite app_nil_r. lia.
      - destruct I as [F P O G Z C]. split; cbn; auto; intros f; destruct (Nat.eqb_spec f e) as
        [->|]; cbn; auto. rewrite <- F, H1. reflexivity. Qed.
    (* Another state that differs from s only in that engine e has gone on to event k. *)
    Definition moved (e : engine) (s t : state W M) : Prop :=
      (forall f, f <> e -> loc t f = loc s f) /\ fifo (loc t e) = fifo (loc s e) /\
      ended (loc t e) = ended (loc s e) /\ shared t = shared s /\ mem t = mem s.
    Lemma internal_trans s t u : internal W M s t -> internal W M t u -> internal W M s u.
    Proof. induction 1; auto. intros. eapply internal_step; eauto. Qed.
    Lemma moved_trans e s t u : moved e s t -> moved e t u -> moved e s u.
    Proof. intros (A & B & C & D & E) (A' & B' & C' & D' & E'). unfold moved. repeat split; try
      congruence. intros. rewrite A', A; auto. Qed.
    Lemma finish_ops s H e ev : inv s H -> next W e (pos (loc s e)) = Some ev -> exists t, internal
      W M s t /\ inv t H /\ moved e s t /\ ready W M e (loc t e) ev /\ pos (loc t e) = pos (loc s
      e).
    Proof using all_seen. intros I N. remember (length (ops M e ev) - done (loc s e)) as n eqn:En.
      revert s I N En. induction n; intros s I N En.
      - exists s. split; [constructor|]. split; auto. split; [repeat split; auto|]. split; auto.
        split; auto. assert (Q := inv_ops s H I e ev N). lia.
      - destruct (nth_error (ops M e ev) (done (loc s e))) as [o|] eqn:O.
        + assert (T := step_operation W M s e ev o N O). edestruct IHn as (t & A & B & C & D & F);
          [exact (inv_step _ _ _ _ I T) | cbn; rewrite Nat.eqb_refl; exact N | cbn; rewrite
          Nat.eqb_refl; cbn; lia |]. exists t. split; [eapply internal_step; eauto|]. split; auto.
          split.
          * eapply moved_trans; [|exact C]. repeat split; cbn; auto; try (rewrite Nat.eqb_refl;
            reflexivity). intros f K0. destruct (Nat.eqb_spec f e); [contradiction|reflexivity].
          * split; auto. rewrite F. cbn. now rewrite Nat.eqb_refl.
        + apply nth_error_None in O. lia. Qed.
    (* Internal steps take e through events that are not seen. *)
    Lemma drain e k s H : inv s H -> pos (loc s e) <= k -> behind e (pos (loc s e)) = behind e k ->
      length (pre e k) = k -> exists t, internal W M s t /\ inv t H /\ moved e s t /\ pos (loc t e)
      = k /\ (forall ev, next W e k = Some ev -> ready W M e (loc t e) ev).
    Proof using all_seen closed. intros I L. remember (k - pos (loc s e)) as n eqn:En. revert s I L
      En. induction n; intros s I L En B LK.
      - assert (P : pos (loc s e) = k) by lia. destruct (next W e k) as [ev|] eqn:N.
        + rewrite <- P in N. destruct (finish_ops s H e ev I N) as (t & A & J & C & D & F). exists
          t. rewrite <- P. split; [exact A|]. split; [exact J|]. split; [exact C|]. split; [exact
          F|]. intros ev' E. inversion E; subst; auto.
        + exists s. split; [constructor|]. split; [exact I|]. split; [repeat split; auto|]. split;
          [exact P|]. discriminate.
      - destruct (next W e (pos (loc s e))) as [ev|] eqn:N.
        2: { exfalso. assert (Q : forall j, pos (loc s e) <= j -> length (pre e j) = length (pre e
          (pos (loc s e)))). { intros j Hj. induction Hj; auto. cbn. rewrite (none_after e _ m N) by
          lia. rewrite app_nil_r. auto. }
             rewrite (inv_pos s H I e) in Q. specialize (Q k L). lia. }
        destruct (finish_ops s H e ev I N) as (t & A & J & C & D & F). assert (V : seen W ev =
          false). { assert (Q := behind_mono e (S (pos (loc s e))) k ltac:(lia)). rewrite behind_S,
          N in Q. destruct (seen W ev); auto. lia. } assert (T := step_control W M t e ev D V).
          assert (X := behind_S e (pos (loc s e))). rewrite N, V in X. edestruct IHn as (u & A' & J'
          & C' & D' & F'); [exact (inv_step _ _ _ _ J T) | | | | exact LK |]; try (cbn; rewrite
          Nat.eqb_refl; cbn; rewrite F; lia). exists u. split; [eapply internal_trans; [exact
          A|eapply internal_step; eauto]|]. split; auto. split; [|split; auto]. eapply moved_trans;
          [exact C|]. eapply moved_trans; [|exact C']. repeat split; cbn; auto; try (rewrite
          Nat.eqb_refl; reflexivity). intros f K0. destruct (Nat.eqb_spec f e);
          [contradiction|reflexivity]. Qed.
  End Side.
  (* Two machines on the same streams. *)
  Section Two.
    Variables A B : side.
    Definition valid (H : list (engine * instance)) : Prop := forall e, exists rest n, on e H ++
      rest = insts (pre e n).
    Definition guards_agree : Prop := forall e i ev H sa sb, next W e i = Some ev -> seen W ev =
      true -> valid H -> counts A H sa -> counts B H sb -> (guard A e ev (regs_at A e i (length (ops
      A e ev))) sa <-> guard B e ev (regs_at B e i (length (ops B e ev))) sb).
    Definition alike (a : local) (b : local) (e : engine) : Prop := fifo a = fifo b /\ ended a =
      ended b /\ behind e (pos a) = behind e (pos b).
    Definition related (s : state W A) (t : state W B) : Prop := exists H, inv A s H /\ inv B t H /\
      mem s = mem t /\ forall e, alike (loc s e) (loc t e) e.
    Lemma inv_valid M s H : inv M s H -> valid H.
    Proof. intros I e. exists (map fst (fifo (loc s e))), (pos (loc s e)). apply I. Qed.
    Lemma related_start m : related (start W A m) (start W B m).
    Proof. exists []. split; [apply inv_start|]. split; [apply inv_start|]. split; auto. intros e.
      repeat split. Qed.
    Lemma internal_left s t s' : related s t -> step W A s None s' -> related s' t.
    Proof using all_seen. intros (H & I & J & M & L) T. exists H. split; [exact (inv_step A _ _ _ _
      I T)|]. split; auto. inversion T; subst; cbn; split; auto; intros f; specialize (L f);
      destruct (Nat.eqb_spec f e) as [->|]; auto; destruct L as (F & E & V); repeat split; auto.
      cbn. rewrite <- V, behind_S. destruct H0 as (N & _). rewrite N, H1. lia. Qed.
    Lemma pos_le_end M N s t H H' e : inv M s H -> inv N t H' -> next W e (pos (loc t e)) = None ->
      pos (loc s e) <= pos (loc t e).
    Proof using closed. intros I J E. destruct (le_lt_dec (pos (loc s e)) (pos (loc t e))) as [|Q];
      auto. exfalso. assert (X : forall j, pos (loc t e) <= j -> length (pre e j) = length (pre e
      (pos (loc t e)))). { intros j Hj. induction Hj; auto. cbn. rewrite (none_after e _ m E) by
      lia. rewrite app_nil_r. auto. } specialize (X (pos (loc s e)) ltac:(lia)). rewrite (inv_pos N
      t H' J e), (inv_pos M s H I e) in X. lia. Qed.
    Lemma follow_here s t l t' : (forall e ev H sa, inv B t H -> ready W B e (loc t e) ev -> seen W
      ev = true -> counts A H sa -> guard B e ev (regs (loc t e)) (shared t) -> (instance_of ev <>
      None -> room W e (loc t e)) -> guard A e ev (regs_at A e (pos (loc t e)) (length (ops A e
      ev))) sa) -> related s t -> step W B t (Some l) t' -> exists s', weak W A s l s' /\ related s'
      t'.
    Proof using all_seen closed. intros G (H & I & J & M & L) T.
      (* the two cases that move the control position *)
      assert (Go : forall e ev, ready W B e (loc t e) ev -> seen W ev = true -> guard B e ev (regs
        (loc t e)) (shared t) -> (instance_of ev <> None -> room W e (loc t e)) -> exists u,
        internal W A s u /\ inv A u H /\ mem u = mem s /\ ready W A e (loc u e) ev /\ (forall f,
        alike (loc u f) (loc t f) f) /\ pos (loc u e) = pos (loc t e) /\ guard A e ev (regs (loc u
        e)) (shared u)).
      { intros e ev (N & D) V Gt Rm. destruct (L e) as (F & E & X). assert (Q := behind_le e (pos
        (loc s e)) _ ev N V X). destruct (drain A e _ s H I Q X (inv_pos B t H J e)) as (u & U & IU
        & Mv & P & Rd). exists u. specialize (Rd ev N). destruct Mv as (M1 & M2 & M3 & M4 & M5).
        split; auto. split; auto. split; auto. split; auto. split; [|split; auto].
        - intros f. destruct (Nat.eq_dec f e) as [->|Ne].
          + unfold alike. rewrite M2, M3, P. auto.
          + rewrite M1 by auto. apply L.
        - rewrite (inv_regs A u H IU e), P. destruct Rd as (_ & Dn). rewrite Dn. apply (G e ev H
          (shared u) J (conj N D) V); auto. apply IU. }
      assert (St : forall u v, internal W A s u -> inv A u H -> step W A u (Some l) v -> mem v = mem
        t' -> (forall f, alike (loc v f) (loc t' f) f) -> exists s', weak W A s l s' /\ related s'
        t'). { intros u v U IU Sv Mv Lv. exists v. split; [exists u; auto|]. exists (later H (Some
        l)). split; [eapply inv_step; eauto|]. split; [eapply inv_step; eauto|]. auto. } assert (Up
        : forall e u ev q, ready W A e (loc u e) ev -> pos (loc u e) = pos (loc t e) -> (forall f,
        alike (loc u f) (loc t f) f) -> forall f, alike (loc (with_local W A u e (advance (loc u e)
        (fifo (loc u e) ++ q))) f) (loc (with_local W B t e (advance (loc t e) (fifo (loc t e) ++
        q))) f) f). { intros e u ev q (N & _) P Lu f. cbn. specialize (Lu f). destruct (Nat.eqb_spec
        f e) as [->|]; auto. destruct Lu as (F & E & _). split; [|split]; cbn; auto; congruence. }
        inversion T; subst.
      - destruct (Go e ev H1 H2 H4 ltac:(congruence)) as (u & U & IU & Mu & Rd & Lu & P & Gu).
        eapply St; [exact U | exact IU | apply step_begin; eauto | cbn; congruence |]. intros f.
        specialize (Up e u ev [] Rd P Lu f). now rewrite !app_nil_r in Up.
      - destruct (Go e ev H1 H2 H4 ltac:(auto)) as (u & U & IU & Mu & Rd & Lu & P & Gu). eapply St;
        [exact U | exact IU | eapply step_issue; eauto | cbn; congruence |].
        + unfold room in *. destruct (Lu e) as (F & _). now rewrite F.
        + intros f. exact (Up e u ev _ Rd P Lu f).
      - destruct (L e) as (F & E & X). eapply St; [apply internal_refl | exact I | eapply
        step_commit; [rewrite F; eassumption | assumption] | cbn; congruence |]. intros f. cbn.
        specialize (L f). destruct (Nat.eqb_spec f e) as [->|]; auto. repeat split; auto.
      - destruct (L e) as (F & E & X). eapply St; [apply internal_refl | exact I | eapply
        step_retire; rewrite F; eassumption | cbn; congruence |]. intros f. cbn. specialize (L f).
        destruct (Nat.eqb_spec f e) as [->|]; auto. repeat split; auto.
      - destruct (L e) as (F & E & X). assert (Q := pos_le_end A B s t H H e I J H1). destruct
        (drain A e _ s H I Q X (inv_pos B t H J e)) as (u & U & IU & Mv & P & _). destruct Mv as (M1
        & M2 & M3 & M4 & M5). eapply St; [exact U | exact IU | apply step_end; congruence | cbn;
        congruence |]. intros f. cbn. specialize (L f). destruct (Nat.eqb_spec f e) as [->|Ne].
        + split; [|split]; cbn; auto; now rewrite P.
        + now rewrite M1. Qed.
    Lemma follow s t l t' : (forall e i ev H sa sb, next W e i = Some ev -> seen W ev = true ->
      valid H -> counts A H sa -> counts B H sb -> guard B e ev (regs_at B e i (length (ops B e
      ev))) sb -> guard A e ev (regs_at A e i (length (ops A e ev))) sa) -> related s t -> step W B
      t (Some l) t' -> exists s', weak W A s l s' /\ related s' t'.
    Proof using all_seen closed. intros G. apply follow_here. intros e ev H sa J (N & D) V CA Gt _.
      rewrite (inv_regs B t H J e), D in Gt. apply (G e (pos (loc t e)) ev H sa (shared t)); auto;
      [apply (inv_valid B t H J)|apply J]. Qed.
  End Two.
  Lemma related_sym A B s t : related A B s t -> related B A t s.
  Proof. intros (H & I & J & M & L). exists H. split; [exact J|]. split; [exact I|]. split; auto.
    intros e. destruct (L e) as (? & ? & ?). repeat split; auto. Qed.
  Theorem bisimulation A B : guards_agree A B -> wbisim W A B (related A B).
  Proof using all_seen closed. intros G s t X. split; [|split; [|split; [|split]]].
    - destruct X as (_ & _ & _ & M & _). exact M.
    - intros s' T. exists t. split; [constructor|]. eapply internal_left; eauto.
    - intros t' T. exists s. split; [constructor|]. apply related_sym. apply related_sym in X.
      eapply internal_left; eauto.
    - intros l s' T. apply related_sym in X. destruct (follow B A t s l s') as (t' & Y & Z); auto.
      + intros. eapply G; eauto.
      + exists t'. split; auto. now apply related_sym.
    - intros l t' T. destruct (follow A B s t l t') as (s' & Y & Z); eauto. intros. eapply G; eauto.
      Qed.
End Run.
#[global] Arguments behind : simpl never.
#[global] Arguments regs_at : simpl never.

(* From guards to the verdicts of semantics.md 3: one visible step of each machine with the same
   label keeps the relation, so every pair reached by one common visible trace is related. *)
Section Verdict.
  Variable W : setting. Hypothesis closed : forall e i, next W e i = None -> next W e (S i) = None.
    Hypothesis all_seen : forall ev i, instance_of ev = Some i -> seen W ev = true. Variables A B :
      side. Notation related := (related W A B).
  Lemma split_unique {T} (a b a' b' : list T) x x' : a ++ x :: b = a' ++ x' :: b' -> length a =
    length a' -> a = a' /\ b = b'.
  Proof. revert a'. induction a; destruct a'; cbn; try discriminate; intros E L.
    - inversion E; auto.
    - inversion E; subst. destruct (IHa a' H1 ltac:(lia)). subst; auto. Qed.
  Lemma sync s t l s' t' : related s t -> step W A s (Some l) s' -> step W B t (Some l) t' ->
    related s' t'.
  Proof using all_seen. intros (H & I & J & M & L) S T. exists (later H (Some l)). split; [eapply
    inv_step; eauto|]. split; [eapply inv_step; eauto|]. assert (Adv : forall e ev q, ready W A e
    (loc s e) ev -> ready W B e (loc t e) ev -> seen W ev = true -> forall f, alike W (loc
    (with_local W A s e (advance (loc s e) (fifo (loc s e) ++ q))) f) (loc (with_local W B t e
    (advance (loc t e) (fifo (loc t e) ++ q))) f) f). { intros e ev q (N1 & _) (N2 & _) V f. cbn.
    specialize (L f). destruct (Nat.eqb_spec f e) as [->|]; auto. destruct L as (F & E & X). split;
    [|split]; cbn; auto; [congruence|]. rewrite !behind_S, N1, N2, V. lia. } inversion S; subst;
    inversion T; subst.
    - split; [exact M|]. intros f. assert (Q := Adv e ev [] ltac:(assumption) ltac:(assumption)
      ltac:(assumption) f). now rewrite !app_nil_r in Q.
    - split; [exact M|]. intros f. assert (ev0 = ev) as ->. { destruct ev, ev0; cbn in *;
      congruence. } exact (Adv e ev _ ltac:(assumption) ltac:(assumption) ltac:(assumption) f).
    - destruct (L e) as (F & E & X). match goal with P : fifo (loc s e) = _ ++ _, Q : fifo (loc t e)
      = _ ++ _ |- _ => rewrite P, Q in F end. destruct (split_unique _ _ _ _ _ _ F
      ltac:(congruence)) as (Ea & Eb). split; cbn; [congruence|]. intros f. specialize (L f).
      destruct (Nat.eqb_spec f e) as [->|]; auto. split; [|split]; cbn; try congruence; apply L.
    - destruct (L e) as (F & E & X). match goal with P : fifo (loc s e) = _ :: _, Q : fifo (loc t e)
      = _ :: _ |- _ => rewrite P, Q in F end. inversion F; subst. split; cbn; [congruence|]. intros
      f. specialize (L f). destruct (Nat.eqb_spec f e) as [->|]; auto. repeat split; auto.
    - split; cbn; [congruence|]. intros f. specialize (L f). destruct (Nat.eqb_spec f e) as [->|];
      auto. destruct L as (F & E & X). repeat split; auto. Qed.
  Lemma internal_right s t t' : related s t -> step W B t None t' -> related s t'.
  Proof using all_seen. intros X T. apply related_sym in X. apply related_sym. eapply internal_left;
    eauto. Qed.
  Lemma trace_related s ls s' : trace W A s ls s' -> forall t t', trace W B t ls t' -> related s t
    -> related s' t'.
  Proof using all_seen. induction 1 as [s | s u v ls T1 T2 IH | s l u v ls T1 T2 IH]; intros t t' Y
    X.
    - remember [] as ls. revert X. induction Y; try discriminate; intros; auto. apply IHY; auto.
      eapply internal_right; eauto.
    - eapply IH; eauto. eapply internal_left; eauto.
    - remember (l :: ls) as ks. revert X. induction Y; try discriminate; intros.
      + apply IHY; auto. eapply internal_right; eauto.
      + inversion Heqks; subst. eapply IH; eauto. eapply sync; eauto. Qed.
  Lemma pair_related m s t : pair W A B m s t -> related s t.
  Proof using all_seen. intros (ls & X & Y). eapply trace_related; eauto. apply related_start. Qed.
  (* The guards of B hold only where those of A do. *)
  Definition guards_imply : Prop := forall e i ev H sa sb, next W e i = Some ev -> seen W ev = true
    -> valid W H -> counts A H sa -> counts B H sb -> guard B e ev (regs_at W B e i (length (ops B e
    ev))) sb -> guard A e ev (regs_at W A e i (length (ops A e ev))) sa.
  Theorem safe_if_imply m : guards_imply -> safe W A B m.
  Proof using closed all_seen. intros G s t l t' P T. apply pair_related in P. destruct (follow W
    closed all_seen A B s t l t' G P T) as (s' & X & _). eauto. Qed.
  Theorem equivalent_if_agree m : guards_agree W A B -> equivalent W A B m.
  Proof using closed all_seen. intros G. assert (D : no_delay W A B m).
    { intros s t l s' P (u & U & T). apply pair_related in P. assert (X : related u t). { clear T
      s'. induction U; auto. apply IHU. eapply internal_left; eauto. }
      destruct (bisimulation W closed all_seen A B G u t X) as (_ & _ & _ & F & _). destruct (F l s'
        T) as (t' & Y & _). eauto. }
    split; [|split; auto].
    - apply safe_if_imply. intros e i ev H sa sb N V Va Ca Cb. now apply (G e i ev H sa sb).
    - intros s t l s' P T. destruct (D s t l s' P T) as (t' & u & U & Z). inversion U; subst; eauto.
      Qed.
End Verdict.
Lemma trace_app W M s l1 t l2 u : trace W M s l1 t -> trace W M t l2 u -> trace W M s (l1 ++ l2) u.
Proof. induction 1; intros; auto; cbn; [eapply trace_internal | eapply trace_visible]; eauto. Qed.
Lemma internal_trace W M s t : internal W M s t -> trace W M s [] t.
Proof. induction 1; [constructor|eapply trace_internal; eauto]. Qed.
Lemma weak_trace W M s l t : weak W M s l t -> trace W M s [l] t.
Proof. intros (u & U & T). apply (trace_app _ _ _ [] u); [now apply internal_trace|]. eapply
  trace_visible; eauto. constructor. Qed.
