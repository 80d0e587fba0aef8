(* The shape of streams: sorted by place; each event stands where the program says; around an event
   there are the entries its place names, and before an iteration the earlier ones of its visit;
   the first n events do not depend on the cap. By induction on the program. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Order.

Section Streams.
  Variables (trips : oracle) (cap : nat) (e : engine). Notation gen := (gen trips cap e).

  (* One iteration; a loop is its rounds. *)
  Definition round x n j b := En (x ++ [(n, j)]) :: gen (x ++ [(n, j)]) 0 b.
  Definition rounds x n b a t := flat_map (fun j => round x n j b) (seq a t).
  Lemma gen_loop x n b k : gen x n (Loop b k) = Vi x n :: rounds x n b 1 (iterations trips cap e x
    n) ++ gen x (S n) k.
  Proof. reflexivity. Qed.
  Lemma gen_if x n b c k : gen x n (If b c k) = Vi x n :: (if taken trips e x n then round x n 1 b
    else round x (S n) 1 c) ++ gen x (S (S n)) k.
  Proof. reflexivity. Qed.

  (* What stands at position m of the entry y, j being the iteration of an entry. *)
  Definition fits (y : place) (m j : nat) (ev : event) (i : item) : Prop :=
    match ev, i with
    | Is _ _, IIns f => f = e
    | Bk _ _, IBlock _ => True
    | Vi _ _, ILoop _ | Vi _ _, IThen _ => True
    | En _, ILoop _ => 1 <= j /\ match trips e y m with Some t => j <= t | None => True end
    | En _, IThen _ => j = 1 /\ taken trips e y m = true
    | En _, IElse _ => j = 1 /\ exists n, m = S n /\ taken trips e y n = false
    | _, _ => False
    end.

  Definition placed (x : place) (n : nat) (p : program) (ev : event) : Prop :=
    exists r m j i, key ev = (x ++ r) ++ [(m, j)] /\ n <= hd 0 (map fst r ++ [m]) /\
      item_at n p (map fst r ++ [m]) = Some i /\ fits (x ++ r) m j ev i.

  Lemma placed_deeper x m j b i ev k : placed (x ++ [(m, j)]) 0 b ev -> (forall a, a <> [] ->
    item_at k i (m :: a) = item_at 0 b a) -> k <= m -> placed x k i ev.
  Proof. intros (r & m' & j' & it & K & _ & I & F) Q L. exists ((m, j) :: r), m', j', it. rewrite <-
    !app_assoc in *. cbn in *. repeat split; auto. rewrite Q; auto. destruct (map fst r);
    discriminate. Qed.
  Lemma placed_skip x n n' p q ev : placed x n' q ev -> n <= n' -> (forall a, n' <= hd 0 a -> a <>
    [] -> item_at n p a = item_at n' q a) -> placed x n p ev.
  Proof. intros (r & m' & j' & it & K & L & I & F) Q H. exists r, m', j', it. repeat split; auto;
    try lia. rewrite H; auto. destruct (map fst r); discriminate. Qed.
  Ltac skipped := eapply placed_skip; [eassumption|lia|]; intros [|m a] L Ne; [congruence|];
    cbn -[Nat.eqb] in L |- *; now rewrite !(proj2 (Nat.eqb_neq m _)) by lia.
  Ltac deeper := eapply placed_deeper; eauto; intros [|i a] A; [congruence|]; cbn -[Nat.eqb];
    rewrite ?(fun n => proj2 (Nat.eqb_neq (S n) n) (Nat.neq_succ_diag_l n)), Nat.eqb_refl; auto.
  Lemma gen_placed p : forall x n ev, In ev (gen x n p) -> placed x n p ev.
  Proof. assert (Leaf : forall x n p ev i, key ev = x ++ [(n, 0)] -> item_at n p [n] = Some i ->
    fits x n 0 ev i -> placed x n p ev).
    { intros. exists [], n, 0, i. rewrite app_nil_r. repeat split; auto. }
    induction p; intros x n ev I.
    - destruct I.
    - cbn in I. apply in_app_or in I as [I|I].
      + destruct (Nat.eqb_spec e0 e); [|destruct I]. destruct I as [<-|[]]. eapply Leaf; cbn; eauto;
        [now rewrite Nat.eqb_refl | auto].
      + apply IHp in I. skipped.
    - destruct I as [<-|I].
      + eapply Leaf; cbn; eauto; [now rewrite Nat.eqb_refl | exact I].
      + apply IHp in I. skipped.
    - rewrite gen_loop in I. destruct I as [<-|I].
      { eapply Leaf; cbn; eauto; [now rewrite Nat.eqb_refl | exact I]. }
      apply in_app_or in I as [I|I].
      + unfold rounds in I. apply in_flat_map in I as (j & J & [<-|I]); apply in_seq in J.
        * exists [], n, j, (ILoop p1). rewrite app_nil_r. cbn. rewrite Nat.eqb_refl. unfold
          iterations in J. destruct (trips e x n); repeat split; auto; lia.
        * apply IHp1 in I. deeper.
      + apply IHp2 in I. skipped.
    - rewrite gen_if in I. destruct I as [<-|I].
      { eapply Leaf; cbn; eauto; [now rewrite Nat.eqb_refl | exact I]. }
      apply in_app_or in I as [I|I].
      + destruct (taken trips e x n) eqn:T; destruct I as [<-|I].
        * exists [], n, 1, (IThen p1). rewrite app_nil_r. cbn. rewrite Nat.eqb_refl. auto.
        * apply IHp1 in I. deeper.
        * exists [], (S n), 1, (IElse p2). rewrite app_nil_r. cbn -[Nat.eqb]. rewrite Nat.eqb_refl,
          (proj2 (Nat.eqb_neq (S n) n)) by lia. repeat split; eauto.
        * apply IHp2 in I. deeper.
      + apply IHp3 in I. skipped. Qed.
  Lemma gen_form p x n ev : In ev (gen x n p) -> exists m j r, key ev = x ++ (m, j) :: r /\ n <= m.
  Proof. intros I. apply gen_placed in I as (r & m & j & i & K & L & _). rewrite <- app_assoc in K.
    destruct r as [|(o, k) r]; cbn in *; eauto. Qed.
  Lemma round_form x n j b ev : In ev (round x n j b) -> exists r, key ev = x ++ (n, j) :: r.
  Proof. intros [<-|I]; cbn; eauto. apply gen_form in I as (m & k & r & -> & _). rewrite <-
    app_assoc. cbn. eauto. Qed.
  Lemma round_sorted x n j b : sorted (gen (x ++ [(n, j)]) 0 b) -> sorted (round x n j b).
  Proof. intros S. split; auto. intros ev I. apply gen_form in I as (m & k & r & -> & _). apply
    lt_prefix. discriminate. Qed.
  Lemma gen_sorted p : forall x n, sorted (gen x n p).
  Proof. assert (Tail : forall x n m q, n < m -> forall ev j, In ev (gen x m q) -> forall r, lt (x
    ++ (n, j) :: r) (key ev)).
    { intros x n m q L ev j I r. apply gen_form in I as (m' & j' & r' & -> & M). apply lt_app. cbn.
      lia. }
    induction p; intros x n.
    - exact I.
    - cbn. apply sorted_app. split; [destruct (e0 =? e); cbn; auto; tauto|]. split; auto. intros a b
      A B. destruct (e0 =? e); [|destruct A]. destruct A as [<-|[]]. cbn. eapply Tail; eauto.
    - split; auto. intros b B. cbn. eapply Tail; eauto.
    - rewrite gen_loop. split.
      + intros b B. cbn. apply in_app_or in B as [B|B]; [|eapply Tail; [|exact B]; lia]. unfold
        rounds in B. apply in_flat_map in B as (j & J & B). apply in_seq in J. apply round_form in B
        as (r & ->). apply lt_app. cbn. lia.
      + apply sorted_app. split; [|split; auto].
        * unfold rounds. generalize 1. induction (iterations trips cap e x n) as [|t IH]; cbn; auto.
          intros a. change (sorted (round x n a p1 ++ flat_map (fun j => round x n j p1) (seq (S a)
          t))). apply sorted_app. split; [apply round_sorted, IHp1|]. split; [apply IH|]. intros u v
          U V. apply in_flat_map in V as (j & J & V). apply in_seq in J. apply round_form in U as (r
          & ->), V as (s & ->). apply lt_app. cbn. lia.
        * intros u v U V. apply in_flat_map in U as (j & J & U). apply round_form in U as (r & ->).
          eapply Tail; [|exact V]; lia.
    - rewrite gen_if. split.
      + intros b B. cbn. apply in_app_or in B as [B|B]; [|eapply Tail; [|exact B]; lia]. destruct
        (taken trips e x n); apply round_form in B as (r & ->); apply lt_app; cbn; lia.
      + apply sorted_app. split; [|split; auto].
        * destruct (taken trips e x n); apply round_sorted; auto.
        * intros u v U V. destruct (taken trips e x n); apply round_form in U as (r & ->); (eapply
          Tail; [|exact V]; lia). Qed.

  (* The scope around an event has been entered. *)
  Lemma gen_parent p : forall x n ev y q, In ev (gen x n p) -> key ev = y ++ [q] -> y = x \/ In (En
    y) (gen x n p).
  Proof. assert (R : forall x n j b ev y q, (forall ev y q, In ev (gen (x ++ [(n, j)]) 0 b) -> key
    ev = y ++ [q] -> y = x ++ [(n, j)] \/ In (En y) (gen (x ++ [(n, j)]) 0 b)) -> In ev (round x n j
    b) -> key ev = y ++ [q] -> y = x \/ In (En y) (round x n j b)).
    { intros x n j b ev y q IH [<-|I] K.
      - cbn in K. apply app_inj_tail in K as (-> & _). auto.
      - right. destruct (IH _ _ _ I K) as [-> | ?]; [left|right]; auto. }
    induction p; intros x n ev y q I K.
    - destruct I.
    - cbn in *. apply in_app_or in I as [I|I].
      + destruct (e0 =? e); [|destruct I]. destruct I as [<-|[]]. apply app_inj_tail in K as (-> &
        _). auto.
      + destruct (IHp _ _ _ _ _ I K); auto. right. apply in_or_app. auto.
    - destruct I as [<-|I].
      + apply app_inj_tail in K as (-> & _). auto.
      + destruct (IHp _ _ _ _ _ I K); auto. right. now right.
    - rewrite gen_loop in *. destruct I as [<-|I].
      { apply app_inj_tail in K as (-> & _). auto. }
      apply in_app_or in I as [I|I].
      + unfold rounds in *. apply in_flat_map in I as (j & J & I). destruct (R x n j p1 ev y q
        ltac:(intros; eapply IHp1; eauto) I K) as [?|Q]; auto. right. right. apply in_or_app. left.
        apply in_flat_map. eauto.
      + destruct (IHp2 _ _ _ _ _ I K); auto. right. right. apply in_or_app. auto.
    - rewrite gen_if in *. destruct I as [<-|I].
      { apply app_inj_tail in K as (-> & _). auto. }
      apply in_app_or in I as [I|I].
      + assert (Q : y = x \/ In (En y) (if taken trips e x n then round x n 1 p1 else round x (S n)
        1 p2)) by (destruct (taken trips e x n); eapply R; eauto). destruct Q; auto. right. right.
        apply in_or_app. auto.
      + destruct (IHp3 _ _ _ _ _ I K); auto. right. right. apply in_or_app. auto. Qed.

  (* Before iteration j of a visit there were iterations 1 .. j - 1. *)
  Lemma gen_earlier p : forall x n y m j i, In (En (y ++ [(m, j)])) (gen x n p) -> 1 <= i <= j -> In
    (En (y ++ [(m, i)])) (gen x n p).
  Proof. induction p; intros x n y m j i I L.
    - destruct I.
    - cbn in *. apply in_app_or in I as [I|I].
      + destruct (e0 =? e); [|destruct I]. destruct I as [?|[]]; discriminate.
      + apply in_or_app. eauto.
    - destruct I as [?|I]; [discriminate|]. right. eauto.
    - rewrite gen_loop in *. destruct I as [?|I]; [discriminate|]. right. apply in_app_or in I as
      [I|I]; apply in_or_app; [left|right; eauto]. unfold rounds in *. apply in_flat_map in I as (k
      & J & [E|I]); apply in_flat_map.
      + inversion E as [Q]. apply app_inj_tail in Q as (<- & Q). inversion Q; subst. exists i.
        split; [apply in_seq in J; apply in_seq; lia | now left].
      + exists k. split; auto. right. eauto.
    - rewrite gen_if in *. destruct I as [?|I]; [discriminate|]. right. apply in_app_or in I as
      [I|I]; apply in_or_app; [left|right; eauto]. destruct (taken trips e x n); destruct I as
      [E|I]; try (right; now eauto); inversion E as [Q]; apply app_inj_tail in Q as (<- & Q);
      inversion Q; subst; replace i with 1 by lia; now left. Qed.
End Streams.

(* The cap. *)
Lemma flat_map_firstn {T U} n (f g : T -> list U) l : (forall x, firstn n (f x) = firstn n (g x)) ->
  firstn n (flat_map f l) = firstn n (flat_map g l).
Proof. intros Q. induction l; cbn [flat_map]; auto. now apply firstn_app_eq. Qed.
Lemma firstn_enough {T} n (a b : list T) : n <= length a -> firstn n (a ++ b) = firstn n a.
Proof. intros. rewrite firstn_app. replace (n - length a) with 0 by lia. cbn. apply app_nil_r. Qed.
Lemma rounds_length trips cap e x n b a t : t <= length (rounds trips cap e x n b a t).
Proof. unfold rounds. revert a. induction t; intros a; cbn; [lia|]. rewrite app_length. specialize
  (IHt (S a)). lia. Qed.
Lemma gen_cap trips e p N M : N <= M -> forall x n, firstn N (gen trips N e x n p) = firstn N (gen
  trips M e x n p).
Proof. intros L. assert (Cons : forall (a : event) l l', firstn N l = firstn N l' -> firstn N (a ::
  l) = firstn N (a :: l')).
  { intros. now apply (firstn_app_eq N [a] [a]). }
  induction p; intros x n.
  - reflexivity.
  - apply firstn_app_eq; auto.
  - apply Cons; auto.
  - rewrite !gen_loop. apply Cons. assert (Q : forall a t, firstn N (rounds trips N e x n p1 a t) =
    firstn N (rounds trips M e x n p1 a t)).
    { intros a t. apply flat_map_firstn. intros j. apply Cons. auto. }
    assert (C : iterations trips N e x n = iterations trips M e x n \/ iterations trips N e x n = N
      /\ N <= iterations trips M e x n).
    { unfold iterations. destruct (trips e x n); lia. }
    destruct C as [-> | (-> & G)].
    + apply firstn_app_eq; auto.
    + replace (iterations trips M e x n) with (N + (iterations trips M e x n - N)) by lia. unfold
      rounds in *. rewrite seq_app, flat_map_app, <- app_assoc. assert (A := rounds_length trips N e
      x n p1 1 N). assert (B := rounds_length trips M e x n p1 1 N). unfold rounds in A, B. rewrite
      !firstn_enough by assumption. auto.
  - rewrite !gen_if. apply Cons, firstn_app_eq; auto. destruct (taken trips e x n); apply Cons;
    auto. Qed.
Theorem firsts_of_cap trips p e n N : n <= N -> firsts trips p e n = firstn n (stream trips N e p).
Proof. intros L. unfold firsts, stream. destruct n; [reflexivity|]. cbn [firstn]. f_equal. assert (Q
  := gen_cap trips e p (S n) N L [] 0). apply (f_equal (firstn n)) in Q. rewrite !firstn_firstn in
  Q. now replace (Nat.min n (S n)) with n in Q by lia. Qed.
