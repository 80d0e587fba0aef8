(* Uniform trips: every engine meets the same entries, and each of them holds the instances of the
   instructions of its scope. Under uniform trips an order on places orders all engines. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Allocation Streams.

Lemma lt_dec a b : {lt a b} + {~ lt a b}.
Proof. revert b. induction a as [|(m, i) a IH]; destruct b as [|(n, j) b]; cbn; auto. destruct
  (lt_eq_lt_dec m n) as [[?| ->]|?]; auto; [|right; lia]. destruct (lt_eq_lt_dec i j) as [[?|
  ->]|?]; auto; [|right; lia]. destruct (IH b); [left; auto|right]. intros [?|(_ & [?|(_ & ?)])];
  try lia; auto. Defined.

(* A least element of a list that is not empty. *)
Lemma least {T} (k : T -> place) (l : list T) x : In x l -> exists y, In y l /\ forall z, In z l ->
  ~ lt (k z) (k y).
Proof. revert x. induction l as [|a l IH]; intros x; [intros []|]. intros _. destruct l as [|b l].
  - exists a. split; [now left|]. intros z [<-|[]]. apply lt_irrefl.
  - destruct (IH b (or_introl eq_refl)) as (y & Y & M). destruct (lt_dec (k a) (k y)) as [L|L].
    + exists a. split; [now left|]. intros z [<-|Z]; [apply lt_irrefl|]. intros Q. exact (M z Z
      (lt_trans _ _ _ Q L)).
    + exists y. split; [now right|]. intros z [<-|Z]; auto. Qed.

Definition uniform (trips : oracle) : Prop := forall e f x n, trips e x n = trips f x n.

Section Uniform.
  Variables (trips : oracle) (cap : nat).
  Lemma uniform_entries e f : uniform trips -> forall p x n y, In (En y) (gen trips cap e x n p) ->
    In (En y) (gen trips cap f x n p).
  Proof. intros U. induction p; intros x n y I.
    - destruct I.
    - cbn in *. apply in_app_or in I as [I|I].
      + destruct (e0 =? e); [destruct I as [I|[]]; discriminate | destruct I].
      + apply in_or_app. auto.
    - destruct I as [I|I]; [discriminate|]. right. auto.
    - rewrite gen_loop in *. destruct I as [I|I]; [discriminate|]. right. apply in_app_or in I as
      [I|I]; apply in_or_app; [left|right; auto]. assert (Q : iterations trips cap e x n =
      iterations trips cap f x n) by (unfold iterations; now rewrite (U e f)). unfold rounds in *.
      rewrite <- Q. apply in_flat_map in I as (j & J & I). apply in_flat_map. exists j. split; auto.
      destruct I as [I|I]; [now left|]. right. auto.
    - rewrite gen_if in *. destruct I as [I|I]; [discriminate|]. right. apply in_app_or in I as
      [I|I]; apply in_or_app; [left|right; auto]. assert (Q : taken trips e x n = taken trips f x n)
      by (unfold taken; now rewrite (U e f)). rewrite <- Q. destruct (taken trips e x n); destruct I
      as [I|I]; try (now left); right; auto. Qed.

  (* An instance of an instruction, a block, or an entry of a loop, that an entry y of f holds. *)
  Definition holds_ f (y : place) (m : nat) (i : item) (ev : event) : Prop :=
    match i with
    | IIns g => g = f /\ ev = Is y m
    | IBlock _ => ev = Bk y m
    | ILoop _ => exists j, 1 <= j <= iterations trips cap f y m /\ ev = En (y ++ [(m, j)])
    | _ => False
    end.
  Lemma gen_has f : forall p x n r m i ev, r = [] \/ In (En (x ++ r)) (gen trips cap f x n p) ->
    item_at n p (map fst r ++ [m]) = Some i -> holds_ f (x ++ r) m i ev -> In ev (gen trips cap f x
    n p).
  Proof. assert (Rd : forall b, (forall x n r m i ev, r = [] \/ In (En (x ++ r)) (gen trips cap f x
    n b) -> item_at n b (map fst r ++ [m]) = Some i -> holds_ f (x ++ r) m i ev -> In ev (gen trips
    cap f x n b)) -> forall x n j r m i ev, In (En (x ++ r)) (round trips cap f x n j b) -> exists
    r', r = (n, j) :: r' /\ (item_at 0 b (map fst r' ++ [m]) = Some i -> holds_ f (x ++ r) m i ev ->
    In ev (round trips cap f x n j b))).
    { intros b IH x n j r m i ev I. destruct (round_form _ _ _ _ _ _ _ _ I) as (r' & K). cbn in K.
      apply app_inv_head in K. subst r. exists r'. split; auto. intros It Ho. right. replace (x ++
      (n, j) :: r') with ((x ++ [(n, j)]) ++ r') in * by (rewrite <- app_assoc; auto). apply (IH _ _
      r' m i ev); auto. destruct I as [I|I]; auto. left. inversion I as [Q]. rewrite <- (app_nil_r
      (x ++ [(n, j)])) in Q at 1. now apply app_inv_head in Q. }
    assert (Fm : forall p x n i j r, In (En (x ++ (i, j) :: r)) (gen trips cap f x n p) -> n <= i).
    { intros p x n i j r I. apply gen_form in I as (i' & j' & r' & K & L). cbn in K. apply
      app_inv_head in K. congruence. }
    assert (Ne : forall r m (T : Type) (a b c : T), match map fst (r : place) ++ [m] with [] => a |
      _ => b end = c -> b = c) by (intros [] m T a b c; auto). induction p; intros x n r m i ev I It
      Ho.
    - destruct (map fst r ++ [m]); discriminate.
    - cbn [gen]. apply in_or_app. destruct r as [|(i', j) r].
      + cbn in It. destruct (Nat.eqb_spec m n) as [->|N]; [|right; apply (IHp x _ [] m i); auto].
        inversion It; subst i. destruct Ho as (-> & ->). left. rewrite Nat.eqb_refl, app_nil_r. now
        left.
      + destruct I as [I|I]; [discriminate|]. cbn [gen] in I. apply in_app_or in I as [I|I].
        { destruct (e =? f); [destruct I as [I|[]]; discriminate | destruct I]. }
        right. apply (IHp x _ ((i', j) :: r) m i); auto. apply Fm in I. cbn in It. now rewrite
          (proj2 (Nat.eqb_neq i' n)) in It by lia.
    - destruct r as [|(i', j) r]; [|right].
      + cbn in It. destruct (Nat.eqb_spec m n) as [->|N]; [|right; apply (IHp x _ [] m i); auto].
        inversion It; subst i. cbn in Ho. subst ev. rewrite app_nil_r. now left.
      + destruct I as [I|[I|I]]; try discriminate. apply (IHp x _ ((i', j) :: r) m i); auto. apply
        Fm in I. cbn in It. now rewrite (proj2 (Nat.eqb_neq i' n)) in It by lia.
    - rewrite gen_loop in *. right. apply in_or_app. destruct r as [|(i', j) r].
      + cbn in It. destruct (Nat.eqb_spec m n) as [->|N]; [|right; apply (IHp2 x _ [] m i); auto].
        inversion It; subst i. destruct Ho as (j & J & ->). left. apply in_flat_map. exists j.
        rewrite app_nil_r in *. split; [apply in_seq; lia | now left].
      + destruct I as [I|[I|I]]; try discriminate. apply in_app_or in I as [I|I].
        * left. apply in_flat_map in I as (j0 & J & I). apply in_flat_map. exists j0. split; auto.
          destruct (Rd p1 IHp1 _ _ _ _ m i ev I) as (r' & E & Q). inversion E; subst i' j0 r'. apply
          Q; auto. cbn in It. rewrite Nat.eqb_refl in It. now apply Ne in It.
        * right. apply (IHp2 x _ ((i', j) :: r) m i); auto. apply Fm in I. cbn in It. now rewrite
          (proj2 (Nat.eqb_neq i' n)) in It by lia.
    - rewrite gen_if in *. right. apply in_or_app. destruct r as [|(i', j) r]; cbn -[Nat.eqb] in It.
      + destruct (m =? n); [inversion It; subst i; destruct Ho|]. destruct (m =? S n); [inversion
        It; subst i; destruct Ho|]. right. apply (IHp3 x _ [] m i); auto.
      + destruct I as [I|[I|I]]; try discriminate. apply in_app_or in I as [I|I].
        * left. destruct (taken trips f x n); [destruct (Rd p1 IHp1 _ _ _ _ m i ev I) as (r' & E &
          Q) |destruct (Rd p2 IHp2 _ _ _ _ m i ev I) as (r' & E & Q)]; inversion E; subst i' j r';
          apply Q; auto; rewrite ?(proj2 (Nat.eqb_neq (S n) n)), Nat.eqb_refl in It by lia; now
          apply Ne in It.
        * right. apply (IHp3 x _ ((i', j) :: r) m i); auto. apply Fm in I. now rewrite !(proj2
          (Nat.eqb_neq i' _)) in It by lia. Qed.
End Uniform.
