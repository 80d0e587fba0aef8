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
  Definition positions (P : address) (l : list instance) : list nat := map snd (filter (fun i =>
    addr_eqb (addr (fst i)) P) l).
  Lemma positions_app P a b : positions P (a ++ b) = positions P a ++ positions P b.
  Proof. unfold positions. now rewrite filter_app, map_app. Qed.
  Lemma positions_none P l : (forall i, In i l -> addr (fst i) <> P) -> positions P l = [].
  Proof. induction l as [|i l IH]; intros N; auto. unfold positions. cbn. destruct (addr_eqb (addr
    (fst i)) P) eqn:E.
    - apply addr_eqb_eq in E. now apply (N i) in E; [|left].
    - apply IH. intros. apply N. now right. Qed.
  Lemma insts_app a b : insts (a ++ b) = insts a ++ insts b. Proof. apply flat_map_app. Qed.
  Lemma in_insts i l : In i (insts l) -> exists ev, In ev l /\ ev = Is (fst i) (snd i).
  Proof. intros I. apply in_flat_map in I as (ev & E & I). exists ev. split; auto. destruct ev; cbn
    in I; try tauto. destruct I as [<-|[]]. reflexivity. Qed.
  Lemma round_scope x n j b i : In i (insts (round trips cap f x n j b)) -> exists r, addr (fst i) =
    addr x ++ n :: r.
  Proof. intros I. apply in_insts in I as (ev & [<-|I] & E); [discriminate|]. apply gen_form in I as
    (m & k & r & K & _). subst ev. cbn in K. destruct (exists_last (l := (m, k) :: r)
    ltac:(discriminate)) as (s & u & Q). rewrite Q, app_assoc in K. apply app_inj_tail in K as (-> &
    _). unfold addr. rewrite !map_app, <- app_assoc. cbn. eauto. Qed.
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
  (* Directly in P: at P itself the body once, elsewhere the body of P again and again. *)
  Lemma gen_cycle p P q : forall x n, within p x n q -> exists t, positions P (insts (gen x n q)) =
    if addr_eqb (addr x) P then own f n q else concat (repeat (own f 0 (body_of p P)) t).
  Proof. set (U := own f 0 (body_of p P)). assert (Far : forall x n j b, addr x = P -> positions P
    (insts (round trips cap f x n j b)) = []). { intros x n j b <-. apply positions_none. intros i
    I. apply round_scope in I as (r & ->). intros E. rewrite <- (app_nil_r (addr x)) in E at 2. now
    apply app_inv_head in E. } assert (Rd : forall b x n j i, (forall x n, within p x n b -> exists
    t, positions P (insts (gen x n b)) = if addr_eqb (addr x) P then own f n b else concat (repeat U
    t)) -> within p (x ++ [(n, j)]) 0 b -> lookup p (addr x ++ [n]) = Some i -> match i with ILoop c
    | IThen c | IElse c => c | _ => Done end = b -> exists t, positions P (insts (round trips cap f
    x n j b)) = concat (repeat U t)). { intros b x n j i IH Cx Lk Eb. destruct (IH _ _ Cx) as (t &
    E). change (insts (round trips cap f x n j b)) with (insts (gen (x ++ [(n, j)]) 0 b)). rewrite
    E, addr_snoc. destruct (addr_eqb (addr x ++ [n]) P) eqn:A; [|eauto]. apply addr_eqb_eq in A.
    exists 1. cbn [repeat concat]. rewrite app_nil_r. unfold U, body_of. rewrite <- A, Lk. destruct
    (addr x); cbn; destruct i; now subst. } assert (Two : forall a c x o, (exists t, a = concat
    (repeat U t)) -> (exists t, c = if addr_eqb (addr x) P then o else concat (repeat U t)) -> (addr
    x = P -> a = []) -> exists t, a ++ c = if addr_eqb (addr x) P then o else concat (repeat U t)).
    { intros a c x o (t1 & ->) (t2 & ->) Z. destruct (addr_eqb _ _) eqn:A.
      - apply addr_eqb_eq in A. rewrite (Z A). now exists 0.
      - exists (t1 + t2). now rewrite repeat_app, concat_app. }
    induction q; intros x n Cx.
    - exists 0. cbn. now destruct (addr_eqb _ _).
    - cbn [Program.gen own]. rewrite insts_app, positions_app. destruct (IHq x (S n)) as (t & ->);
      [later|]. exists t. unfold positions. destruct (addr_eqb (addr x) P) eqn:A, (e =? f); cbn
      -[addr]; now rewrite ?A.
    - apply (IHq x (S n)). later.
    - rewrite gen_loop. change (insts (Vi x n :: ?l)) with (insts l). rewrite insts_app,
      positions_app. apply Two; [|apply (IHq2 x (S n)); later|]; unfold rounds; generalize (seq 1
      (iterations trips cap f x n)); intros l.
      + induction l as [|j l (t2 & IH)]; [now exists 0|]. cbn [flat_map]. rewrite insts_app,
        positions_app, IH. destruct (Rd q1 x n j (ILoop q1) IHq1) as (t1 & ->); auto; [inner|rewrite
        Cx by (cbn; congruence || lia); cbn; now rewrite Nat.eqb_refl|]. exists (t1 + t2). now
        rewrite repeat_app, concat_app.
      + intros A. induction l as [|j l IH]; auto. cbn [flat_map]. now rewrite insts_app,
        positions_app, IH, Far.
    - rewrite gen_if. change (insts (Vi x n :: ?l)) with (insts l). rewrite insts_app,
      positions_app. apply Two; [|apply (IHq3 x (S (S n))); later|intros A; destruct (taken trips f
      x n); now rewrite Far]. destruct (taken trips f x n); [apply (Rd q1 x n 1 (IThen q1)
      IHq1)|apply (Rd q2 x (S n) 1 (IElse q2) IHq2)]; auto; try inner; rewrite Cx by (cbn;
      congruence || lia); cbn -[Nat.eqb]; rewrite ?(proj2 (Nat.eqb_neq (S n) n)), ?Nat.eqb_refl by
      lia; reflexivity. Qed.
  (* An instruction is among the own instructions of its engine in the body around it. *)
  Lemma own_item p : forall n m, item_at n p [m] = Some (IIns f) -> In m (own f n p).
  Proof. induction p; intros n m; cbn -[Nat.eqb]; try discriminate.
    - destruct (Nat.eqb_spec m n) as [->|N]; intros E.
      + inversion E. rewrite Nat.eqb_refl. now left.
      + apply in_or_app. auto.
    - destruct (m =? n); [discriminate|]. apply IHp.
    - destruct (m =? n); [discriminate|]. apply IHp2.
    - destruct (m =? n); [discriminate|]. destruct (m =? S n); [discriminate|]. apply IHp3. Qed.
  Definition body (n : nat) (p : program) (q : address) : program :=
    match item_at n p q with Some (ILoop b) | Some (IThen b) | Some (IElse b) => b | _ => Done end.
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
