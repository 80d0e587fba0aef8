(* From guards to the verdicts of semantics.md 3.

   One visible step of each machine with the same label keeps the relation, so every pair reached
   by one common visible trace is related. Then guards that imply Equation 1 give "not unsafe",
   guards that agree give "equivalent". *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Simulation.

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
