(* What the value of a semaphore says about one producer.

   The instances of one engine directly in one scope form rounds: its own instructions of the body,
   again and again. Retirements are a beginning of them. So s increments in all and r of them by
   the K-th of N updaters give N * r - (N - K) <= s < N * r + K, and s >= N * x - (N - K) holds
   exactly when r >= x. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Registers Streams.

(* Rounds as lists of positions. *)
Lemma index_app m a b : In m a -> index m (a ++ b) = index m a.
Proof. induction a as [|i a IH]; cbn; [tauto|]. intros [->|I]; [now rewrite Nat.eqb_refl|]. destruct
  (i =? m); auto. Qed.
Lemma index_lt m a : In m a -> index m a < length a.
Proof. induction a as [|i a IH]; cbn; [tauto|]. intros [->|I]; [rewrite Nat.eqb_refl; lia|].
  destruct (i =? m); [lia|]. specialize (IH I). lia. Qed.
Lemma index_after m a b : ~ In m a -> length a <= index m (a ++ b).
Proof. induction a as [|i a IH]; cbn; [lia|]. intros N. destruct (Nat.eqb_spec i m); [tauto|].
  specialize (IH ltac:(tauto)). lia. Qed.
Lemma nodup_front {T} (a b : list T) : NoDup (a ++ b) -> NoDup a.
Proof. induction a; cbn; [constructor|]. inversion 1; subst. constructor; auto. intros I. apply H2,
  in_or_app. auto. Qed.
Lemma rounds_count U m t : NoDup U -> In m U -> forall A rest, A ++ rest = concat (repeat U t) ->
  let r := count_occ Nat.eq_dec A m in length U * r + S (index m U) <= length A + length U /\ S
  (length A) <= length U * r + S (index m U).
Proof. intros N I. assert (X := index_lt m U I). induction t; cbn; intros A rest E.
  - apply app_eq_nil in E as (-> & ->). cbn. lia.
  - apply app_eq_app in E as (l & [(-> & E) | (E & _)]).
    + symmetry in E. specialize (IHt l rest E). cbn in IHt. rewrite count_occ_app, app_length.
      rewrite (proj1 (NoDup_count_occ' Nat.eq_dec U) N m I). lia.
    + rewrite E in N, I, X |- *. destruct (in_dec Nat.eq_dec m A) as [J|J].
      * apply nodup_front in N. rewrite (proj1 (NoDup_count_occ' Nat.eq_dec A) N m J), index_app by
        auto. assert (Y := index_lt m A J). rewrite app_length. lia.
      * rewrite (proj1 (count_occ_not_In Nat.eq_dec A m) J). assert (Y := index_after m A l J). lia.
        Qed.

Section Rounds.
  Variables (trips : oracle) (cap : nat) (f : engine). Notation gen := (gen trips cap f).

  (* Positions, in order, of the instances directly in scope P. *)
  Definition positions (P : address) (l : list instance) : list nat :=
    map snd (filter (fun i => addr_eqb (addr (fst i)) P) l).

  Lemma positions_app P a b : positions P (a ++ b) = positions P a ++ positions P b.
  Proof. unfold positions. now rewrite filter_app, map_app. Qed.
  Lemma positions_none P l : (forall i, In i l -> addr (fst i) <> P) -> positions P l = [].
  Proof. induction l as [|i l IH]; intros N; auto. unfold positions. cbn. destruct (addr_eqb (addr
    (fst i)) P) eqn:E.
    - apply addr_eqb_eq in E. now apply (N i) in E; [|left].
    - apply IH. intros. apply N. now right. Qed.
  Lemma insts_app a b : insts (a ++ b) = insts a ++ insts b.
  Proof. apply flat_map_app. Qed.
  Lemma in_insts i l : In i (insts l) -> exists ev, In ev l /\ ev = Is (fst i) (snd i).
  Proof. intros I. apply in_flat_map in I as (ev & E & I). exists ev. split; auto. destruct ev; cbn
    in I; try tauto. destruct I as [<-|[]]. reflexivity. Qed.
  Lemma round_scope x n j b i : In i (insts (round trips cap f x n j b)) -> exists r, addr (fst i) =
    addr x ++ n :: r.
  Proof. intros I. apply in_insts in I as (ev & [<-|I] & E); [discriminate|]. apply gen_placed in I
    as (r & m & k & it & K & _). subst ev. cbn in K. apply app_inj_tail in K as (-> & _). unfold
    addr. rewrite !map_app, <- app_assoc. cbn. eauto. Qed.

  Definition body (n : nat) (p : program) (q : address) : program :=
    match item_at n p q with Some (ILoop b) | Some (IThen b) | Some (IElse b) => b | _ => Done end.

  Lemma item_low p : forall n m q, m < n -> item_at n p (m :: q) = None.
  Proof. induction p; intros n m q L; cbn -[Nat.eqb]; auto; rewrite !(proj2 (Nat.eqb_neq m _)) by
    lia; auto. Qed.
  Lemma own_ge p : forall n m, In m (own f n p) -> n <= m.
  Proof. induction p; cbn; intros n m I; try tauto.
    - apply in_app_or in I as [I|I]; [|apply IHp in I; lia]. destruct (e =? f); cbn in I;
      [lia|tauto].
    - apply IHp in I; lia.
    - apply IHp2 in I; lia.
    - apply IHp3 in I; lia. Qed.
  Lemma own_nodup p : forall n, NoDup (own f n p).
  Proof. induction p; cbn; intros n; auto; [constructor|]. destruct (e =? f); cbn; auto.
    constructor; auto. intros I. apply own_ge in I. lia. Qed.

  Definition cycle (n : nat) (p : program) (q : address) (t : nat) : list nat :=
    match q with [] => own f n p | _ => concat (repeat (own f 0 (body n p q)) t) end.

  Lemma concat_repeat_nil t : concat (repeat (@nil nat) t) = [].
  Proof. induction t; auto. Qed.
  Lemma gen_cycle p : forall x n q, exists t, positions (addr x ++ q) (insts (gen x n p)) = cycle n
    p q t.
  Proof. assert (Far : forall x n j b q, hd_error q <> Some n -> positions (addr x ++ q) (insts
    (round trips cap f x n j b)) = []).
    { intros x n j b q N. apply positions_none. intros i I. apply round_scope in I as (r & ->).
      intros E. apply app_inv_head in E. subst q. now cbn in N. }
    assert (Near : forall x n b, (forall x n q, exists t, positions (addr x ++ q) (insts (gen x n
      b)) = cycle n b q t) -> forall j q, exists t, positions (addr x ++ n :: q) (insts (round trips
      cap f x n j b)) = concat (repeat (own f 0 (match q with [] => b | _ => body 0 b q end)) t)).
    { intros x n b IH j q. destruct (IH (x ++ [(n, j)]) 0 q) as (t & E). unfold addr in E. rewrite
      map_app, <- app_assoc in E. cbn [map fst app] in E. change (insts (round trips cap f x n j b))
      with (insts (gen (x ++ [(n, j)]) 0 b)). unfold addr. rewrite E. destruct q; [exists 1; cbn;
      now rewrite app_nil_r | now exists t]. }
    assert (Past : forall q n k m x t, hd_error q = Some m -> m < n -> positions (addr x ++ q)
      (insts (gen x n k)) = cycle n k q t -> positions (addr x ++ q) (insts (gen x n k)) = []).
    { intros q n k m x t Hd L ->. destruct q as [|m' q]; cbn in *; inversion Hd; subst. unfold body.
      rewrite item_low by auto. apply concat_repeat_nil. }
    induction p; intros x n q.
    - exists 0. destruct q; reflexivity.
    - destruct (IHp x (S n) q) as (t & E). cbn [Program.gen]. rewrite insts_app, positions_app.
      destruct q as [|m q].
      + exists 0. rewrite E. cbn. rewrite app_nil_r. destruct (e =? f); auto. cbn. unfold positions.
        cbn. now rewrite addr_eqb_refl.
      + assert (Z : positions (addr x ++ m :: q) (insts (if e =? f then [Is x n] else [])) = []).
        { apply positions_none. destruct (e =? f); cbn; [|tauto]. intros i [<-|[]] A. cbn [fst] in
          A. rewrite <- (app_nil_r (addr x)) in A at 1. apply app_inv_head in A. discriminate. }
        rewrite Z. cbn [app]. destruct (Nat.eq_dec m n) as [->|N].
        * exists 0. now rewrite (Past (n :: q) (S n) _ n x t eq_refl ltac:(lia) E).
        * exists t. rewrite E. cbn [cycle]. unfold body. cbn. now rewrite (proj2 (Nat.eqb_neq m n)
          N).
    - destruct (IHp x (S n) q) as (t & E). destruct q as [|m q].
      + exists 0. exact E.
      + cbn [Program.gen]. change (insts (Bk x n :: ?l)) with (insts l). destruct (Nat.eq_dec m n)
        as [->|N].
        * exists 0. now rewrite (Past (n :: q) (S n) _ n x t eq_refl ltac:(lia) E).
        * exists t. rewrite E. cbn [cycle]. unfold body. cbn. now rewrite (proj2 (Nat.eqb_neq m n)
          N).
    - destruct (IHp2 x (S n) q) as (t & E). rewrite gen_loop. change (insts (Vi x n :: ?l)) with
      (insts l). rewrite insts_app, positions_app. set (T := iterations trips cap f x n). unfold
      rounds. destruct (option_map (Nat.eqb n) (hd_error q)) as [[]|] eqn:Hd.
      + destruct q as [|m q]; cbn in Hd; inversion Hd as [Q]. apply Nat.eqb_eq in Q. subst m.
        rewrite (Past (n :: q) (S n) _ n x t eq_refl ltac:(lia) E), app_nil_r. assert (B : body n
        (Loop p1 p2) (n :: q) = match q with [] => p1 | _ => body 0 p1 q end).
        { unfold body. cbn. rewrite Nat.eqb_refl. destruct q; reflexivity. }
        cbn [cycle]. rewrite B. clear - Near IHp1. generalize 1. induction T as [|T IH]; intros a;
          [exists 0; reflexivity|]. cbn [seq flat_map]. rewrite insts_app, positions_app. destruct
          (Near x n p1 IHp1 a q) as (t1 & ->), (IH (S a)) as (t2 & ->). exists (t1 + t2). now
          rewrite repeat_app, concat_app.
      + assert (N : hd_error q <> Some n).
        { destruct q; cbn in *; [discriminate|]. inversion Hd as [Q]. apply Nat.eqb_neq in Q.
          congruence. }
        assert (Z : forall a, positions (addr x ++ q) (insts (flat_map (fun j => round trips cap f x
          n j p1) (seq a T))) = []).
        { induction T as [|T IH]; intros a; [reflexivity|]. cbn [seq flat_map]. now rewrite
          insts_app, positions_app, Far, IH. }
        rewrite Z. cbn [app]. exists t. rewrite E. destruct q as [|m q]; cbn in N; auto. cbn
          [cycle]. unfold body. cbn. rewrite (proj2 (Nat.eqb_neq m n)) by congruence. reflexivity.
      + destruct q; [|discriminate]. assert (Z : forall a, positions (addr x ++ []) (insts (flat_map
        (fun j => round trips cap f x n j p1) (seq a T))) = []).
        { induction T as [|T IH]; intros a; [reflexivity|]. cbn [seq flat_map]. rewrite insts_app,
          positions_app, Far, IH; auto. discriminate. }
        rewrite Z. exists t. exact E.
    - destruct (IHp3 x (S (S n)) q) as (t & E). rewrite gen_if. change (insts (Vi x n :: ?l)) with
      (insts l). rewrite insts_app, positions_app. destruct q as [|m q].
      + exists t. cbn [cycle] in *. cbn [own]. rewrite E. destruct (taken trips f x n); rewrite Far;
        auto; discriminate.
      + assert (Sk : m <> n -> m <> S n -> exists t0, positions (addr x ++ m :: q) (insts (if taken
        trips f x n then round trips cap f x n 1 p1 else round trips cap f x (S n) 1 p2)) ++
        positions (addr x ++ m :: q) (insts (gen x (S (S n)) p3)) = cycle n (If p1 p2 p3) (m :: q)
        t0).
        { intros N1 N2. exists t. rewrite E. cbn [cycle]. unfold body. cbn -[Nat.eqb]. rewrite
          (proj2 (Nat.eqb_neq m n) N1), (proj2 (Nat.eqb_neq m (S n)) N2). destruct (taken trips f x
          n); rewrite Far; auto; cbn; congruence. }
        destruct (Nat.eq_dec m n) as [->|N1].
        * rewrite (Past (n :: q) (S (S n)) _ n x t eq_refl ltac:(lia) E), app_nil_r. assert (B :
          body n (If p1 p2 p3) (n :: q) = match q with [] => p1 | _ => body 0 p1 q end).
          { unfold body. cbn. rewrite Nat.eqb_refl. destruct q; reflexivity. }
          cbn [cycle]. rewrite B. destruct (taken trips f x n).
          -- destruct (Near x n p1 IHp1 1 q) as (t1 & ->). eauto.
          -- exists 0. apply Far. cbn. intros Q. inversion Q. lia.
        * destruct (Nat.eq_dec m (S n)) as [->|N2]; [|auto]. rewrite (Past (S n :: q) (S (S n)) _ (S
          n) x t eq_refl ltac:(lia) E), app_nil_r. assert (B : body n (If p1 p2 p3) (S n :: q) =
          match q with [] => p2 | _ => body 0 p2 q end).
          { unfold body. cbn -[Nat.eqb]. rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq (S n) n)) by lia.
            destruct q; reflexivity. }
          cbn [cycle]. rewrite B. destruct (taken trips f x n).
          -- exists 0. apply Far. cbn. intros Q. inversion Q. lia.
          -- destruct (Near x (S n) p2 IHp2 1 q) as (t1 & ->). eauto. Qed.

  (* An instruction is among the own instructions of its engine in the body around it. *)
  Lemma own_item p : forall n m, item_at n p [m] = Some (IIns f) -> In m (own f n p).
  Proof. induction p; intros n m; cbn -[Nat.eqb]; try discriminate.
    - destruct (Nat.eqb_spec m n) as [->|N]; intros E.
      + inversion E. rewrite Nat.eqb_refl. now left.
      + apply in_or_app. auto.
    - destruct (m =? n); [discriminate|]. apply IHp.
    - destruct (m =? n); [discriminate|]. apply IHp2.
    - destruct (m =? n); [discriminate|]. destruct (m =? S n); [discriminate|]. apply IHp3. Qed.
  Lemma item_inside p : forall n q m, q <> [] -> item_at n p (q ++ [m]) = item_at 0 (body n p q)
    [m].
  Proof. assert (E : forall b q m, match q ++ [m] with [] => None | a => item_at 0 b a end = item_at
    0 b (q ++ [m])) by (now destruct q). unfold body. induction p; intros n [|i q] m Ne; try
    congruence; cbn -[Nat.eqb]; destruct (Nat.eqb_spec i n) as [->|N]; try (destruct q;
    reflexivity); try (apply (IHp _ (i :: q)); discriminate); try (apply (IHp2 _ (i :: q));
    discriminate).
    - destruct q as [|o q]; [reflexivity|]. apply (IHp1 0 (o :: q)). discriminate.
    - destruct q as [|o q]; [reflexivity|]. apply (IHp1 0 (o :: q)). discriminate.
    - destruct (Nat.eqb_spec i (S n)) as [->|N2].
      + destruct q as [|o q]; [reflexivity|]. apply (IHp2 0 (o :: q)). discriminate.
      + apply (IHp3 _ (i :: q)). discriminate. Qed.
End Rounds.
