(* The verdict by closed clocks is the verdict of the machines, semantics.md 6 and 3.
   A machine whose guards compare counts of retirements, [by_thresholds], makes exactly the runs of
   Clocks.v: its traces are such runs, and every such run is a trace, under every window and commit
   discipline. So "every run of one is a run of the other" is `safe`, and three comparisons of
   clocks decide the verdict, soundly and completely. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Clocks.

(* Two machines on the same streams: every run of one is a run of the other exactly when whatever
   is live there is live here and needs no more. *)
Definition covers (KA KB : clocks) (es : list engine) : bool := forallb (fun e => (length (KB e) <=?
  length (KA e)) && forallb (fun ab => below (fst ab) (snd ab)) (combine (KA e) (KB e))) es.

Section Two.
  Variables (str : engine -> list event) (needA needB : engine -> nat -> vec) (KA KB : clocks).
    Hypothesis FA : final str needA KA. Hypothesis FB : final str needB KB. Variable es : list
      engine. Hypothesis Every : forall e, str e <> [] -> In e es.
  Lemma combine_forall {T U} (g : T * U -> bool) (a : list T) : forall b, length b <= length a ->
    (forallb g (combine a b) = true <-> forall k y, nth_error b k = Some y -> exists x, nth_error a
    k = Some x /\ g (x, y) = true).
  Proof. induction a as [|x a IH]; intros [|y b] L; cbn in L; try lia.
    - split; auto. intros _ [|k]; discriminate.
    - split; auto. intros _ [|k]; discriminate.
    - cbn [combine forallb]. rewrite andb_true_iff, IH by lia. split.
      + intros (G & Q) [|k] z E; cbn in E; [injection E as <-; cbn; eauto|]. apply Q. exact E.
      + intros Q. split; [destruct (Q 0 y eq_refl) as (z & E & G); cbn in E; congruence|]. intros k
        z E. exact (Q (S k) z E). Qed.
  Theorem covers_iff : covers KA KB es = true <-> forall i r, reach str needB i r -> reach str needA
    i r.
  Proof using FA FB Every. assert (C : covers KA KB es = true <-> forall e k b, nth_error (KB e) k =
    Some b -> exists a, nth_error (KA e) k = Some a /\ forall f, get a f <= get b f).
    { unfold covers. rewrite forallb_forall. split.
      - intros Q e k b Eb. assert (I : In e es). { apply Every. intros E. assert (X := passed_length
        str needB KB (proj1 FB) e). rewrite E in X. unfold passed in X. destruct (KB e); [destruct
        k; discriminate|cbn in X; lia]. } specialize (Q e I). apply andb_true_iff in Q as (L & Q).
        apply Nat.leb_le in L. rewrite combine_forall in Q by auto. destruct (Q k b Eb) as (a & A &
        B). exists a. split; auto. now apply below_iff.
      - intros Q e _. assert (L : length (KB e) <= length (KA e)).
        { destruct (le_lt_dec (length (KB e)) (length (KA e))) as [|L]; auto. exfalso. destruct
          (nth_error (KB e) (length (KA e))) as [b|] eqn:E.
          - destruct (Q _ _ _ E) as (a & A & _). assert (length (KA e) < length (KA e)); [|lia].
            apply nth_error_Some. congruence.
          - apply nth_error_None in E. lia. }
        apply andb_true_iff. split; [now apply Nat.leb_le|]. apply combine_forall; auto. intros k b
          E. destruct (Q e k b E) as (a & A & B). exists a. split; auto. now apply below_iff. }
    rewrite C. clear C. split.
    - intros Q. induction 1 as [i r A B | e i r i' r' R IH L N A B | e i r i' r' R IH L A B].
      + now apply reach_start.
      + assert (R' := reach_go str needB e i r i' r' R L N A B). apply (reach_go str needA e i r);
        auto. intros f. assert (X := live str needB KB FB i' r' R' e). rewrite A, Nat.eqb_refl in X.
        destruct (nth_error (KB e) (i e)) as [b|] eqn:Eb.
        2: { apply nth_error_None in Eb. unfold passed in X. lia. } destruct (Q e (i e) b Eb) as (a
          & Ea & Le). assert (Y := proj1 (closed_ str needA KA (proj1 FA) e (i e) a Ea) f). assert
          (Z := least str needB KB (proj1 FB) i' r' e (i e) b R' Eb ltac:(rewrite A, Nat.eqb_refl;
          lia) f). rewrite B in Z. specialize (Le f). lia.
      + now apply (reach_retire str needA e i r).
    - intros Q e k b Eb. destruct (attained str needB KB (proj1 FB) e k b Eb) as (Lk & i & r & R &
      Ik & Rb & N). subst k. set (i' := fun f => if f =? e then S (i e) else i f). assert (R' :
      reach str needB i' r) by (apply (reach_go str needB e i r); auto). apply Q in R'. assert (X :=
      live str needA KA FA i' r R' e). unfold i' at 1 in X. rewrite Nat.eqb_refl in X. destruct
      (nth_error (KA e) (i e)) as [a|] eqn:Ea.
      + exists a. split; auto. intros f. rewrite <- Rb. apply (least str needA KA (proj1 FA) i' r e
        (i e) a R' Ea). unfold i'. rewrite Nat.eqb_refl. lia.
      + apply nth_error_None in Ea. unfold passed in X. lia. Qed.
End Two.

Section Decision.
  Variables (W : setting) (str : engine -> list event) (engines : list engine). Hypothesis Str :
    forall e i, next W e i = nth_error (str e) i. Hypothesis all_seen : forall ev i, instance_of ev
    = Some i -> seen W ev = true. Hypothesis Present : forall e, present W e = true -> In e engines.
    Hypothesis Absent : forall e, present W e = false -> str e = [].
  Lemma closed e i : next W e i = None -> next W e (S i) = None.
  Proof using Str. rewrite !Str, !nth_error_None. lia. Qed.
  Lemma pre_str e k : pre W e k = firstn k (str e).
  Proof using Str. induction k as [|k IH]; [reflexivity|]. cbn [pre]. rewrite IH, Str. symmetry.
    clear. revert k. induction (str e) as [|a l IH]; intros [|k]; try reflexivity. change (firstn (S
    (S k)) (a :: l)) with (a :: firstn (S k) l). now rewrite IH. Qed.
  Lemma every e : str e <> [] -> In e engines.
  Proof using Present Absent. intros N. apply Present. assert (X := Absent e). destruct (present W
    e); auto. Qed.
  Lemma inst_S e k ev : next W e k = Some ev -> ninst str e (S k) = ninst str e k + match
    instance_of ev with Some _ => 1 | None => 0 end.
  Proof using Str. intros N. unfold ninst. rewrite <- !pre_str. cbn [pre]. rewrite N. unfold insts.
    rewrite flat_map_app, app_length. cbn. destruct (instance_of ev); auto. Qed.
  (* A window is a threshold on one's own retirements. *)
  Definition wneed (e : engine) (k : nat) : vec :=
    match nth_error (str e) k, window W e with
    | Some ev, Some D => match instance_of ev with
                         | Some _ => single e (S (ninst str e k) - D)
                         | None => []
                         end
    | _, _ => []
    end.
  Definition by_thresholds (M : side) (g : engine -> nat -> vec) : Prop := forall e k ev H sh, next
    W e k = Some ev -> valid W H -> counts M H sh -> ((seen W ev = true -> guard M e ev (regs_at W M
    e k (length (ops M e ev))) sh) <-> forall f, get (g e k) f <= length (on f H)).
  Section One.
    Variables (M : side) (g : engine -> nat -> vec). Hypothesis T : by_thresholds M g.
    Definition need (e : engine) (k : nat) : vec := join (g e k) (wneed e k).
    Notation reach := (reach str need).
    Definition at_pos (s : state W M) (e : engine) : nat := pos (loc s e).
    Definition rt (s : state W M) (e : engine) : nat := ninst str e (pos (loc s e)) - length (fifo
      (loc s e)).
    Lemma rt_is s H : inv W M s H -> forall e, length (on e H) = rt s e /\ length (fifo (loc s e))
      <= ninst str e (pos (loc s e)).
    Proof using Str. intros I e. assert (F := f_equal (@length _) (inv_fifo W M s H I e)). rewrite
      pre_str, app_length, map_length in F. unfold rt, ninst. lia. Qed.
    Lemma need_iff s H e ev : inv W M s H -> next W e (pos (loc s e)) = Some ev -> (forall f, get
      (need e (pos (loc s e))) f <= rt s f) <-> (seen W ev = true -> guard M e ev (regs_at W M e
      (pos (loc s e)) (length (ops M e ev))) (shared s)) /\ (instance_of ev <> None -> room W e (loc
      s e)).
    Proof using Str T. intros I N. rewrite (T e _ ev H (shared s) N (inv_valid W M s H I)
      (inv_shared W M s H I)). assert (R := fun f => proj1 (rt_is s H I f)). destruct (rt_is s H I
      e) as (_ & L). assert (X : (forall f, get (wneed e (pos (loc s e))) f <= rt s f) <->
      (instance_of ev <> None -> room W e (loc s e))).
      { unfold wneed, room. rewrite <- Str, N. destruct (window W e) as [D|].
        2: { split; auto. intros _ f. rewrite get_nil. lia. } destruct (instance_of ev) as [i|].
        2: { split; [congruence|]. intros _ f. rewrite get_nil. lia. } split.
        - intros Q _. specialize (Q e). rewrite get_single, Nat.eqb_refl in Q. unfold rt in Q. lia.
        - intros Q f. specialize (Q ltac:(discriminate)). rewrite get_single. destruct (Nat.eqb_spec
          f e) as [->|]; unfold rt; lia. }
      rewrite <- X. unfold need. split.
      - intros Q. split; intros f; specialize (Q f); rewrite get_join in Q; rewrite ?R; lia.
      - intros (Q & Q') f. rewrite get_join. specialize (Q f). specialize (Q' f). rewrite R in Q.
        lia. Qed.
    Lemma unseen_free s H e ev : inv W M s H -> next W e (pos (loc s e)) = Some ev -> seen W ev =
      false -> forall f, get (need e (pos (loc s e))) f <= rt s f.
    Proof using Str T all_seen. intros I N V. apply (need_iff s H e ev I N). split; [congruence|].
      intros Q. destruct (instance_of ev) as [i|] eqn:E; [|congruence]. apply all_seen in E.
      congruence. Qed.
    Lemma ready_need s H e ev : inv W M s H -> ready W M e (loc s e) ev -> guard M e ev (regs (loc s
      e)) (shared s) -> (instance_of ev <> None -> room W e (loc s e)) -> forall f, get (need e (pos
      (loc s e))) f <= rt s f.
    Proof using Str T. intros I (N & D) G R. apply (need_iff s H e ev I N). split; auto. intros _.
      rewrite <- D, <- (inv_regs W M s H I e). exact G. Qed.
    (* A step passes an event, retires an instance, or stays where it is. *)
    Lemma step_reach s H l t : inv W M s H -> step W M s l t -> reach (at_pos s) (rt s) -> reach
      (at_pos t) (rt t).
    Proof using Str T all_seen. intros I St R. assert (Len : forall e ev, next W e (pos (loc s e)) =
      Some ev -> pos (loc s e) < length (str e)). { intros e ev N. rewrite Str in N. apply
      nth_error_Some. congruence. } assert (Ni := fun e ev => inst_S e (pos (loc s e)) ev). assert
      (Bd := fun e => proj2 (rt_is s H I e)). assert (Go : forall e ev q, next W e (pos (loc s e)) =
      Some ev -> (forall f, get (need e (pos (loc s e))) f <= rt s f) -> length q = length (fifo
      (loc s e)) + match instance_of ev with Some _ => 1 | None => 0 end -> reach (at_pos
      (with_local W M s e (advance (loc s e) q))) (rt (with_local W M s e (advance (loc s e) q)))).
      { intros e ev q N G Q. apply (reach_go str need e _ _ _ _ R (Len e ev N) G); intros f; unfold
        at_pos, rt; cbn; destruct (Nat.eqb_spec f e) as [->|]; auto. cbn. rewrite Q, (Ni e ev N).
        specialize (Bd e). destruct (instance_of ev); lia. } inversion St; subst.
      - apply (reach_ext str need _ _ _ _ R); intros f; unfold at_pos, rt; cbn; destruct
        (Nat.eqb_spec f e) as [->|]; auto.
      - assert (X := unseen_free s H e ev I (proj1 H0) H1). destruct H0 as (N & _). apply (Go e ev _
        N X). destruct (instance_of ev) as [i|] eqn:E; [|lia]. apply all_seen in E. congruence.
      - apply (Go e ev _ (proj1 H0)); [apply (ready_need s H e ev I H0 H3); congruence|]. rewrite
        H2. lia.
      - apply (Go e ev _ (proj1 H0)); [apply (ready_need s H e ev I H0 H3); auto|]. rewrite H2,
        app_length. reflexivity.
      - apply (reach_ext str need _ _ _ _ R); intros f; unfold at_pos, rt; cbn; destruct
        (Nat.eqb_spec f e) as [->|]; auto. cbn. rewrite H0, !app_length. reflexivity.
      - specialize (Bd e). rewrite H0 in Bd. cbn in Bd. apply (reach_retire str need e _ _ _ _ R);
        unfold at_pos, rt.
        + rewrite H0. cbn. lia.
        + intros f. cbn. destruct (Nat.eqb_spec f e) as [->|]; auto.
        + intros f. cbn. destruct (Nat.eqb_spec f e) as [->|]; auto. cbn. rewrite H0. cbn. lia.
      - apply (reach_ext str need _ _ _ _ R); intros f; unfold at_pos, rt; cbn; destruct
        (Nat.eqb_spec f e) as [->|]; auto. cbn. now rewrite H1. Qed.
    Definition reached m t := exists ls, trace W M (start W M m) ls t.
    Definition ends (t : state W M) : Prop := forall e, (present W e = false -> ended (loc t e) =
      true) /\ (ended (loc t e) = true -> next W e (pos (loc t e)) = None).
    Lemma ends_step s l u : step W M s l u -> ends s -> ends u.
    Proof. intros St E e. assert (Q := E e). inversion St; subst; cbn; destruct (Nat.eqb_spec e e0)
      as [->|]; auto; cbn; destruct Q as (A & B); split; auto; intros X; apply B in X; try (destruct
      H); congruence. Qed.
    Lemma reached_facts m t : reached m t -> exists H, inv W M t H /\ reach (at_pos t) (rt t) /\
      ends t.
    Proof using Str T all_seen Absent. intros (ls & R). assert (Q : forall s H, inv W M s H -> reach
      (at_pos s) (rt s) -> ends s -> trace W M s ls t -> exists H', inv W M t H' /\ reach (at_pos t)
      (rt t) /\ ends t). { clear R. intros s H I R E Tr. revert H I R E. induction Tr as [s|s u v ls
      T1 T2 IH|s l u v ls T1 T2 IH]; intros H I R E; [exists H; auto| |]; apply (IH _ (inv_step W
      all_seen M _ _ _ _ I T1)); try exact (step_reach _ _ _ _ I T1 R); eapply ends_step; eauto. }
      apply (Q _ [] (inv_start W M m)); auto.
      - apply reach_start; reflexivity.
      - intros e. cbn. destruct (present W e) eqn:P; split; try discriminate; auto. intros _. now
        rewrite Str, (Absent e P). Qed.
    (* An engine that has no step, and the search for a step. *)
    Definition quiet (t : state W M) (e : engine) : Prop := (forall ev, next W e (pos (loc t e)) =
      Some ev -> done (loc t e) = length (ops M e ev)) /\ (next W e (pos (loc t e)) = None -> ended
      (loc t e) = true).
    Definition blocked (t : state W M) (e : engine) : Prop := fifo (loc t e) = [] /\ forall ev, next
      W e (pos (loc t e)) = Some ev -> seen W ev = true /\ ~ forall f, get (need e (pos (loc t e)))
      f <= rt t f.
    Lemma no_step t H : inv W M t H -> (forall e, quiet t e /\ blocked t e) -> forall l u, ~ step W
      M t l u.
    Proof using Str T. intros I Q l u St. inversion St; subst; destruct (Q e) as ((A & B) & F & C).
      - assert (X : done (loc t e) < length (ops M e ev)) by (apply nth_error_Some; congruence).
        rewrite (A ev H0) in X. lia.
      - destruct (C ev (proj1 H0)). congruence.
      - destruct (C ev (proj1 H0)) as (_ & N). apply N, (ready_need t H e ev); auto. congruence.
      - destruct (C ev (proj1 H0)) as (_ & N). apply N, (ready_need t H e ev); auto.
      - rewrite F in H0. destruct a; discriminate.
      - congruence.
      - rewrite B in H2 by auto. discriminate. Qed.
    Lemma can_go t H e ev : inv W M t H -> ready W M e (loc t e) ev -> (forall f, get (need e (pos
      (loc t e))) f <= rt t f) -> seen W ev = true -> exists l u, step W M t (Some l) u /\ at_pos u
      e = S (pos (loc t e)) /\ (forall f, f <> e -> loc u f = loc t f) /\ length (fifo (loc u e)) =
      length (fifo (loc t e)) + match instance_of ev with Some _ => 1 | None => 0 end /\ match l
      with Issue f i => f = e /\ instance_of ev = Some i | Begin f ev' => f = e /\ ev' = ev | _ =>
      False end.
    Proof using Str T. intros I (N & D) Q V. apply (need_iff t H e ev I N) in Q as (G & R).
      specialize (G V). rewrite <- D, <- (inv_regs W M t H I e) in G. destruct (instance_of ev) as
      [i|] eqn:Io.
      - exists (Issue e i). eexists. split; [apply step_issue with (ev := ev); auto; [split; auto|];
        apply R; discriminate|]. unfold at_pos. cbn. rewrite Nat.eqb_refl. cbn. rewrite app_length.
        repeat split; auto. intros f Ne. now rewrite (proj2 (Nat.eqb_neq f e) Ne).
      - exists (Begin e ev). eexists. split; [apply step_begin; auto; split; auto|]. unfold at_pos.
        cbn. rewrite Nat.eqb_refl. cbn. repeat split; auto; try lia. intros f Ne. now rewrite (proj2
        (Nat.eqb_neq f e) Ne). Qed.
    Lemma step_or_still t H : inv W M t H -> ends t -> (exists l u, step W M t l u) \/ (forall e,
      quiet t e /\ blocked t e).
    Proof using Str T Absent Present. intros I Ab. assert (One : forall e, (exists l u, step W M t l
      u) \/ (quiet t e /\ blocked t e)).
      { intros e. destruct (fifo (loc t e)) as [|(i, b) q] eqn:F.
        2: { left. destruct b; eexists _, _; [eapply step_retire; eauto|]. apply (step_commit W M t
          e [] i q); auto. } destruct (next W e (pos (loc t e))) as [ev|] eqn:N.
        - assert (L := inv_ops W M t H I e ev N). destruct (nth_error (ops M e ev) (done (loc t e)))
          as [o|] eqn:O. { left. eexists _, _. eapply step_operation; eauto. } apply nth_error_None
          in O. assert (D : done (loc t e) = length (ops M e ev)) by lia. destruct (seen W ev)
          eqn:V.
          2: { left. eexists _, _. apply (step_control W M t e ev (conj N D) V). } set (v := need e
            (pos (loc t e))). destruct (forallb (fun f => get v f <=? rt t f) (seq 0 (length v)))
            eqn:Q.
          + left. destruct (can_go t H e ev I (conj N D)) as (l & u & S' & _); eauto. intros f. fold
            v. rewrite forallb_forall in Q. destruct (le_lt_dec (length v) f).
            * unfold get. rewrite nth_overflow by auto. lia.
            * apply Nat.leb_le, Q, in_seq. lia.
          + right. split; [split; [|congruence]; intros ev' E; congruence|]. split; auto. intros ev'
            E. split; [congruence|]. intros X. fold v in X. assert (Y : forallb (fun f => get v f
            <=? rt t f) (seq 0 (length v)) = true); [|congruence]. apply forallb_forall. intros f _.
            now apply Nat.leb_le.
        - destruct (ended (loc t e)) eqn:E.
          + right. split; [split; [congruence|auto]|]. split; auto. congruence.
          + left. eexists _, _. apply step_end; eauto. }
      assert (List_ : forall l, (exists a u, step W M t a u) \/ (forall e, In e l -> quiet t e /\
        blocked t e)). { induction l as [|e l IH]; [right; intros e []|]. destruct IH as [?|X];
        auto. destruct (One e) as [?|Y]; auto. right. intros f [<-|J]; auto. } destruct (List_
        engines) as [?|X]; auto. right. intros e. destruct (present W e) eqn:P; auto. assert (N :
        next W e (pos (loc t e)) = None). { rewrite Str, (Absent e P). now destruct (pos (loc t e)).
        } split; [split; [congruence|intros _; now apply Ab]|]. split; [|congruence]. assert (L :=
          proj2 (rt_is t H I e)). unfold ninst in L. rewrite (Absent e P), firstn_nil in L. destruct
          (fifo (loc t e)); [auto|cbn in L; lia]. Qed.
    (* A maximal run passes exactly what has a clock. *)
    Lemma still_at K t H : final str need K -> inv W M t H -> (forall e, blocked t e) -> forall e,
      passed K e <= pos (loc t e).
    Proof using Str T. intros (G & _) I B. destruct (goes_or_over str need K (at_pos t) G) as [(e &
      L & N)|?]; auto. exfalso. destruct (B e) as (_ & X). apply nth_error_Some in L. unfold at_pos
      in L. rewrite <- Str in L. destruct (next W e (pos (loc t e))) as [ev|] eqn:E; [|congruence].
      destruct (X ev eq_refl) as (_ & Y). apply Y. intros f. unfold rt. destruct (B f) as (F & _).
      rewrite F. cbn [length]. rewrite Nat.sub_0_r. apply N. Qed.
  End One.
End Decision.
