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

Lemma uniform_entries trips cap p e f : uniform trips -> forall y, In (En y) (stream trips cap e p)
  -> In (En y) (stream trips cap f p).
Proof. intros U. induction y as [|(m, j) y IH] using rev_ind; intros I; [now left|]. apply
  stream_iff in I as [Q|(y' & m' & j' & i & K & C & It & F)]; [inversion Q; destruct y;
  discriminate|]. cbn in K. apply app_inj_tail in K as (<- & K). injection K as <- <-. apply
  stream_iff. right. exists y, m, j, i. split; auto. split; auto. split; auto. destruct i; cbn in *;
  unfold capped, iterations, taken in *; auto; try (now rewrite (U f e)). destruct F as (A & n & B &
  F). split; auto. exists n. now rewrite (U f e). Qed.
