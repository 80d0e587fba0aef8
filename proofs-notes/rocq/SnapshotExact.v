(* The snapshot form is exact under the conditions of semantics.md 5.3.
   The registers note where in the list of instances counted for f the last ones of p stand
   (note_marks). When they are read, p has been counted once for every entry of P that matters
   (complete), so what is noted is the position of the very instance that Equation 1 asks for, and
   f's own retirements are a beginning of the same list (Paths.v). *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Coq Require Import FinFun.
From Counterpoint Require Export Paths Correct.

Definition snapshot_new (p : program) (ev : event) (s : registers) (r : reg) : Z :=
  match ev, r with
  | En x, RT _ => entered (addr x) s r
  | En x, RH M a _ => if addr_eqb M (addr x) && negb (addr_eqb M a) then s (before p r) else s r
  | Bk x n, RH M a j =>
    if addr_eqb M a && is_member p a (engine_ p a) (addr x) n then
      s (before p r) + match j with
        | 0%nat => Z.of_nat (S (index (last a 0%nat) (members p (engine_ p a) (addr x) n)))
        | S _ => 0 end
    else s r
  | Bk x n, RR [f] => s r + Z.of_nat (length (members p f (addr x) n))
  | _, _ => s r
  end%Z.

Lemma snapshot_sound p plan : sound_updates (snapshot_update p) (snapshot_closure p) (snapshot_wait
  p plan) (before p) (snapshot_new p).
Proof. assert (Q : forall f r z (s : registers), (f = s r + z)%Z -> put s r f r = (s r + z)%Z /\
  forall q, q <> r -> put s r f q = s q) by (intros f r z s ->; apply put_run). split.
  - intros [x n|x|x n|x n] r s; try (split; reflexivity); destruct r as [[|f [|]]|b|M a j|i]; try
    (split; reflexivity).
    + apply (at_entry_right (addr x) (RT b)).
    + cbn [snapshot_update snapshot_new]. destruct (_ && _); [|split; reflexivity]. apply put_run.
    + apply put_run.
    + cbn [snapshot_update snapshot_new]. destruct (_ && _); [|split; reflexivity]. destruct j;
      [apply put_run|]. rewrite Z.add_0_r. apply put_run.
  - intros [x n|x|x n|x n] r s t E F; auto; destruct r as [[|f [|]]|b|M a j|i]; auto; cbn in *;
    rewrite ?E, ?F; auto.
  - intros [b|b|M a j|i]; cbn; auto. induction j; cbn; auto.
    + destruct (addr_eqb M a); cbn; rewrite ?addr_eqb_refl; auto.
    + split; auto. right. destruct j; now left.
  - intros [b|b|M a [|j]|i] N; cbn; auto. now apply (N i).
  - intros [b|b|M a j|i] i'; cbn; try tauto; try (intros [X|[]]; discriminate). induction j; cbn.
    + destruct (addr_eqb M a); cbn; intros I; decompose [or] I; try discriminate; auto.
    + intros [X|X]; [discriminate|auto].
  - intros d w. unfold snapshot_wait. destruct (plan d) as [x|]; [|intros []]. destruct (engine_of p
    (producer d)) as [f|]; [|intros []]. destruct (snapshot_register p f d x) as [r|] eqn:R;
    [|intros []]. intros [<-|[]]. apply mask_plain. intros i. cbn. intros [E|[]]. subst r. unfold
    snapshot_register in R. destruct x, (block_of p f (producer d)); try discriminate; destruct (_
    && _) in R || destruct (_ =? _) in R; discriminate.
  - split; reflexivity. Qed.

Lemma index_split m l : In m l -> exists l1 l2, l = l1 ++ m :: l2 /\ index m l = length l1 /\ ~ In m
  l1.
Proof. induction l as [|i l IH]; [intros []|]. intros I. cbn. destruct (Nat.eqb_spec i m) as [->|N].
  - exists [], l. auto.
  - destruct I as [?|I]; [contradiction|]. destruct (IH I) as (l1 & l2 & -> & -> & Q). exists (i ::
    l1), l2. repeat split; auto. intros [?|?]; auto. Qed.
Lemma sorted_nodup l : sorted l -> NoDup l.
Proof. induction l as [|ev l IH]; [constructor|]. intros (A & B). constructor; auto. intros I. exact
  (lt_irrefl _ (A ev I)). Qed.
(* Elements in pairs. *)
Lemma paired {T} (g h : T -> bool) (to from : T -> T) l : NoDup l -> (forall x, In x l -> g x = true
  -> In (to x) l /\ h (to x) = true /\ from (to x) = x) -> length (filter g l) <= length (filter h
  l).
Proof. intros N Q. rewrite <- (map_length to). apply NoDup_incl_length.
  - apply (NoDup_map_inv from). rewrite map_map, (map_ext_in _ (fun x => x)), map_id; [now apply
    NoDup_filter|]. intros x I. apply filter_In in I as (I & G). now apply Q.
  - intros y I. apply in_map_iff in I as (x & <- & I). apply filter_In in I as (I & G). apply
    filter_In. destruct (Q x I G) as (A & B & _). auto. Qed.
(* A place before z is around it, or all that is in it is before z too. *)
Lemma lt_around x z : lt x z -> (exists u r, z = x ++ u :: r) \/ forall w, lt (x ++ w) z.
Proof. revert z. induction x as [|(m, i) x IH]; destruct z as [|(n, j) z]; cbn; try tauto; [eauto|].
  intros [?|(-> & [?|(-> & L)])]; auto. destruct (IH z L) as [(u & r & ->)|A]; eauto 10. Qed.

Section Registers.
  Variables (p : program) (a : address) (f : engine). Hypothesis Ea : engine_of p a = Some f.
    Notation P := (scope_of a). Notation reg_ := (pure (snapshot_new p)). Notation V l := (map
      instance_address (virtual p f l)). Notation count l := (count_occ address_dec (V l) a).
  Definition starts (ev : event) : bool :=
    match ev with Bk x n => is_member p a f (addr x) n | _ => false end.
  Lemma engine_is : engine_ p a = f. Proof using Ea. unfold engine_. now rewrite Ea. Qed.
  Lemma lead_nodup q n : NoDup (lead f n q) /\ forall m, In m (lead f n q) -> n <= m.
  Proof using Type. revert n. induction q; intros n; cbn; try (split; [constructor|intros m []]).
    destruct (IHq (S n)) as (N & L). destruct (e =? f); cbn; [|split; auto; intros m I; apply L in
    I; lia]. split.
    - constructor; auto. intros I. apply L in I. lia.
    - intros m [<-|I]; auto. apply L in I. lia. Qed.
  Lemma members_nodup Q n : NoDup (members p f Q n).
  Proof using Type. unfold members. destruct (lookup p _) as [[]|]; try constructor. apply
    lead_nodup. Qed.
  Lemma snoc_a : P ++ [last a 0] = a.
  Proof using Ea. symmetry. apply app_removelast_last. intros ->. unfold engine_of, lookup in Ea.
    now rewrite item_nil in Ea. Qed.
  Lemma is_member_in Q n : is_member p a f Q n = true <-> P = Q /\ In (last a 0) (members p f Q n).
  Proof using Type. unfold is_member. rewrite andb_true_iff, addr_eqb_eq, existsb_exists. split;
    intros (A & B); split; auto; [destruct B as (m & I & E); apply Nat.eqb_eq in E; congruence|].
    exists (last a 0). split; auto. apply Nat.eqb_refl. Qed.
  Lemma virtual_snoc l ev : V (l ++ [ev]) = V l ++ match ev with | Bk x n => map (fun m => addr x ++
    [m]) (members p f (addr x) n) | _ => [] end.
  Proof using Type. rewrite virtual_app, map_app. f_equal. destruct ev; auto. cbn. rewrite
    app_nil_r, map_map. reflexivity. Qed.
  Lemma not_in Q l : ~ (P = Q /\ In (last a 0) l) -> count_occ address_dec (map (fun m => Q ++ [m])
    l) a = 0.
  Proof using Ea. intros N. apply count_occ_not_In. intros I. apply N. apply in_map_iff in I as (m &
    E & I). rewrite <- snoc_a in E. apply app_inj_tail in E as (<- & <-). auto. Qed.
  Lemma snoc_count l ev : count (l ++ [ev]) = count l + if starts ev then 1 else 0.
  Proof using Ea. rewrite virtual_snoc, count_occ_app. f_equal. destruct ev; auto. cbn [starts].
    destruct (is_member p a f (addr x) n) eqn:M.
    - apply is_member_in in M as (E & I). apply NoDup_count_occ'.
      + apply Injective_map_NoDup; [|apply members_nodup]. intros i j X. now apply app_inj_tail in
        X.
      + apply in_map_iff. exists (last a 0). rewrite <- E. split; [apply snoc_a | now rewrite E].
    - apply not_in. rewrite <- is_member_in, M. discriminate. Qed.
  Lemma count_blocks l : count l = length (filter starts l).
  Proof using Ea. induction l as [|ev l IH] using rev_ind; auto. rewrite snoc_count, IH, filter_app,
    app_length. cbn. destruct (starts ev); auto. Qed.
  Lemma path_value l : reg_ l (RR [f]) = Z.of_nat (length (V l)).
  Proof using Type. induction l as [|ev l IH] using rev_ind; auto. rewrite pure_snoc, virtual_snoc,
    app_length. destruct ev; cbn; rewrite IH, ?map_length; lia. Qed.
  Lemma note_marks l : forall j, marks a (V l) (count l - j) (reg_ l (RH a a j)).
  Proof using Ea. induction l as [|ev l IH] using rev_ind; intros j; [now left|]. rewrite
    snoc_count, pure_snoc. destruct (starts ev) eqn:St.
    - destruct ev as [x n|x|x n|x n]; try discriminate. cbn [starts] in St. cbn [snapshot_new].
      rewrite addr_eqb_refl, engine_is, St. cbn [andb before]. destruct j as [|j].
      + rewrite addr_eqb_refl, engine_is, path_value. apply is_member_in in St as (E & I). destruct
        (index_split _ _ I) as (l1 & l2 & Q & -> & N). right. exists (V l ++ map (fun m => addr x ++
        [m]) l1), (map (fun m => addr x ++ [m]) l2). rewrite virtual_snoc, Q, map_app, <- app_assoc.
        cbn [map]. assert (Sa : addr x ++ [last a 0] = a) by (rewrite <- E; apply snoc_a). rewrite
        Sa. split; auto. rewrite count_occ_app, app_length, !map_length, (not_in _ l1) by tauto.
        lia.
      + rewrite Z.add_0_r, virtual_snoc. apply marks_app. replace (count l + 1 - S j) with (count l
        - j) by lia. apply IH.
    - rewrite Nat.add_0_r, virtual_snoc. apply marks_app. replace (snapshot_new p ev (reg_ l) (RH a
      a j)) with (reg_ l (RH a a j)); [apply IH|]. destruct ev as [x n|x|x n|x n]; auto; cbn in St
      |- *; now rewrite addr_eqb_refl, ?andb_false_r, ?engine_is, ?St. Qed.
  Lemma note_keeps M : M <> a -> keeps M (fun l => reg_ l (RH a a 0)) (fun l j => reg_ l (RH M a
    j)).
  Proof using Type. intros Ne. assert (Q : addr_eqb M a = false). { destruct (addr_eqb M a) eqn:E;
    auto. now apply addr_eqb_eq in E. } split; [|split].
    - intros l z E. rewrite pure_snoc. cbn. now rewrite E, addr_eqb_refl, Q.
    - intros l z j E. rewrite pure_snoc. cbn. now rewrite E, addr_eqb_refl, Q.
    - intros l b j N. induction b as [|ev b IH] using rev_ind; [now rewrite app_nil_r|]. rewrite
      app_assoc, pure_snoc, <- IH by (intros; apply N, in_or_app; auto). destruct ev; auto; cbn;
      rewrite ?Q; auto. destruct (addr_eqb M (addr x)) eqn:E; auto. apply addr_eqb_eq in E. exfalso.
      apply (N x); auto. apply in_or_app. right. now left. Qed.
  Lemma trip_same l b : reg_ l (RT b) = ideal l (RT b).
  Proof using Type. induction l as [|ev l IH] using rev_ind; auto. rewrite pure_snoc. unfold ideal
    in *. rewrite fold_left_app. destruct ev; cbn; rewrite ?IH; reflexivity. Qed.
  Section Cut.
    Variables (trips : oracle) (e : engine) (N : nat) (L B : list event) (ev : event) (b : nat).
      Hypothesis E : firsts trips p e N = L ++ ev :: B. Hypothesis Bl : block_of p f a = Some b.
        Notation Sh := (firsts_shaped trips p e N).
    Lemma block_is x n : starts (Bk x n) = true <-> addr x = P /\ n = b.
    Proof using Bl. unfold block_of in Bl. destruct (filter _ _) as [|b' [|]] eqn:Fl; try
      discriminate. injection Bl as ->. assert (In b (filter (is_member p a f P) (seq 0 (last a
      0)))) as Ib by (rewrite Fl; now left). apply filter_In in Ib as (_ & Ib). cbn. split.
      - intros M. assert (M' := M). apply is_member_in in M as (X & I). split; auto. rewrite <- X in
        M', I. enough (J : In n [b]) by (now destruct J as [<-|[]]). rewrite <- Fl. apply filter_In.
        split; auto. apply in_seq. unfold members in I. destruct (lookup p (P ++ [n])) as [[]|]; try
        destruct I. apply lead_nodup in I. lia.
      - intros (-> & ->). exact Ib. Qed.
    (* The blocks of P that have started are those of all its entries. *)
    Lemma complete : (forall x, In (En x) L -> addr x = P -> lt (x ++ [(b, 0)]) (key ev)) -> count L
      = entries P L.
    Proof using Ea Bl E. intros Q. assert (So := stream_sorted trips N e p). assert (E' : exists B',
      stream trips N e p = L ++ ev :: B'). { exists (B ++ skipn N (stream trips N e p)). rewrite <-
      (firstn_skipn N (stream trips N e p)) at 1. change (firstn N _) with (firsts trips p e N).
      rewrite E, <- app_assoc. reflexivity. } destruct E' as (B' & E'). assert (So' := So). rewrite
      E' in So'. assert (Nd : NoDup L) by (apply sorted_app in So' as (So' & _); now apply
      sorted_nodup). rewrite count_blocks. unfold entries. apply Nat.le_antisymm.
      - apply (paired _ _ (fun v => match v with Bk x _ => En x | _ => v end) (fun v => match v with
        En x => Bk x b | _ => v end) L Nd). intros v I St. destruct v as [x n|x|x n|x n]; try
        discriminate. apply block_is in St as (A & ->). cbn. rewrite A, addr_eqb_refl. repeat split.
        assert (J : In (En x) (firsts trips p e N)). { apply (sh_parent _ _ _ _ Sh (Bk x b) x (b,
        0)); auto. rewrite E. apply in_or_app. auto. } rewrite E in J. assert (So2 := sh_sorted _ _
        _ _ Sh). rewrite E in So2. apply (sorted_before _ _ _ _ So2 J). apply (lt_trans _ (x ++ [(b,
        0)])); [now apply lt_prefix|]. exact (sorted_front _ _ _ _ So2 I).
      - apply (paired _ _ (fun v => match v with En x => Bk x b | _ => v end) (fun v => match v with
        Bk x _ => En x | _ => v end) L Nd). intros v I St. destruct v as [x n|x|x n|x n]; try
        discriminate. apply addr_eqb_eq in St. split; [|split; auto; now apply block_is]. assert (Lk
        : exists k, lookup p (addr x ++ [b]) = Some (IBlock k)). { assert (M := proj2 (block_is x b)
        (conj St eq_refl)). cbn in M. apply is_member_in in M as (_ & M). unfold members in M.
        destruct (lookup p (addr x ++ [b])) as [[]|]; try destruct M. eauto. } destruct Lk as (k &
        Lk). apply (sorted_before _ _ _ _ So'); [|exact (Q x I St)]. rewrite <- E'. apply
        stream_iff. right. exists x, b, 0, (IBlock k). split; auto. split; [|split; [exact Lk|exact
        Logic.I]]. rewrite E'. apply in_or_app. auto. Qed.
    Lemma complete_entry z : ev = En z -> length z <= length P -> count L = entries P L.
    Proof using Ea Bl E. intros Ez Lz. apply complete. intros x I A. assert (So := sh_sorted _ _ _ _
      Sh). rewrite E in So. apply (sorted_front _ _ _ _ So) in I. rewrite Ez in *. apply lt_longer;
      auto. rewrite <- A in Lz. unfold addr in Lz. now rewrite map_length in Lz. Qed.
  End Cut.
End Registers.
