(* Places are ordered: lexicographically, a prefix first. Streams follow that order (Streams.v), so
   "before", "inside", "in an earlier iteration" are comparisons of two places. List lemmas only. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Program.
Fixpoint lt (a b : place) : Prop :=
  match a, b with
  | [], _ :: _ => True
  | (m, i) :: a', (n, j) :: b' => m < n \/ (m = n /\ (i < j \/ (i = j /\ lt a' b')))
  | _, [] => False
  end%nat.
(* Everything but an entry stands in front of the entries of its own item. *)
Definition key (ev : event) : place :=
  match ev with En x => x | Vi x n | Bk x n | Is x n => x ++ [(n, 0)] end.
Lemma lt_irrefl a : ~ lt a a.
Proof. induction a as [|(m, i) a IH]; cbn; auto. intros [?|(_ & [?|(_ & ?)])]; try lia; auto. Qed.
Lemma lt_trans a b c : lt a b -> lt b c -> lt a c.
Proof. revert b c. induction a as [|(m, i) a IH]; destruct b as [|(n, j) b], c as [|(o, k) c]; cbn;
  try tauto. intros [?|(? & [?|(? & ?)])] [?|(? & [?|(? & ?)])]; subst; try (left; lia); right;
  split; try lia; try (left; lia). right. split; auto. eapply IH; eauto. Qed.
Lemma lt_app q a b : lt (q ++ a) (q ++ b) <-> lt a b.
Proof. induction q as [|(m, i) q IH]; cbn; [tauto|]. rewrite IH. split; auto. intros [?|(_ & [?|(_ &
  ?)])]; try lia; auto. Qed.
Lemma lt_prefix q b : b <> [] -> lt q (q ++ b).
Proof. intros. rewrite <- (app_nil_r q) at 1. apply lt_app. destruct b as [|(?, ?)]; cbn; auto. Qed.
(* Compared with an entry z, a place x with the same items is before it exactly when its iteration
   vector is, and starts with z or is after it otherwise. *)
Fixpoint vlt (a b : list nat) : Prop :=
  match a, b with i :: a', j :: b' => i < j \/ (i = j /\ vlt a' b') | _, _ => False end%nat.
Lemma lt_vector z x : firstn (length z) (map fst x) = map fst z -> (lt x z <-> vlt (firstn (length
  z) (map snd x)) (map snd z)).
Proof. revert x. induction z as [|(m, i) z IH]; destruct x as [|(n, j) x]; cbn; try tauto.
  - discriminate.
  - inversion 1; subst. rewrite IH by auto. split; auto. intros [?|(_ & ?)]; auto; lia. Qed.
Lemma vlt_total a b : length a = length b -> vlt a b \/ a = b \/ vlt b a.
Proof. revert b. induction a as [|i a IH]; destruct b as [|j b]; cbn; try discriminate; auto. intros
  L. destruct (lt_eq_lt_dec i j) as [[?|<-]|?]; auto. destruct (IH b ltac:(lia)) as [?|[<-|?]];
  auto. Qed.
(* Inside the entry z there is no other entry of its depth. *)
Lemma lt_same_depth z w x : length x = length z -> lt x (z ++ w) -> lt x z \/ x = z.
Proof. revert x. induction z as [|(m, i) z IH]; destruct x as [|(n, j) x]; cbn; try discriminate;
  auto. intros L [?|(-> & [?|(-> & Q)])]; auto. destruct (IH x ltac:(lia) Q) as [?| ->]; auto 10.
  Qed.
(* Between two successive iterations of one visit there is no entry of the same scope ... *)
Lemma lt_successive q m v x : length x = S (length q) -> map fst x = map fst q ++ [m] -> lt (q ++
  [(m, v)]) x -> lt x (q ++ [(m, S v)]) -> False.
Proof. revert x. induction q as [|(n, i) q IH]; destruct x as [|(o, j) x]; cbn; try discriminate.
  - destruct x; [|discriminate]. intros _ E. inversion E; subst. cbn. lia.
  - intros L E. inversion E; subst. intros [?|(_ & [?|(-> & ?)])] [?|(_ & [?|(? & ?)])]; try lia.
    eapply IH; eauto. Qed.
(* ... and between the entry q and what is in it none at all that is not in it. *)
Lemma lt_inside q w x : lt q x -> lt x (q ++ w) -> exists r, x = q ++ r /\ lt r w.
Proof. revert x. induction q as [|(m, i) q IH]; destruct x as [|(n, j) x]; cbn; try tauto.
  - eauto.
  - intros [?|(-> & [?|(-> & A)])] [?|(? & [?|(? & B)])]; try lia. destruct (IH x A B) as (r & -> &
    ?). eauto. Qed.
(* Between an iteration and the next there is only what is in it. *)
Lemma lt_iteration q m i x : lt (q ++ [(m, i)]) x -> lt x (q ++ [(m, S i)]) -> exists r, x = (q ++
  [(m, i)]) ++ r /\ r <> [].
Proof. revert x. induction q as [|(n, j) q IH]; destruct x as [|(o, l) x]; cbn; try tauto.
  - intros [?|(-> & [?|(-> & N)])] [?|(? & [?|(? & Q)])]; try lia; try (exfalso; destruct x as [|(?,
    ?)]; exact Q). exists x. split; [reflexivity|]. destruct x; [destruct N|discriminate].
  - intros [?|(-> & [?|(-> & A)])] [?|(? & [?|(? & B)])]; try lia. destruct (IH x A B) as (r & -> &
    N). exists r. auto. Qed.
Fixpoint sorted (l : list event) : Prop :=
  match l with
  | [] => True
  | a :: l' => (forall b, In b l' -> lt (key a) (key b)) /\ sorted l'
  end.
Lemma sorted_app a b : sorted (a ++ b) <-> sorted a /\ sorted b /\ (forall x y, In x a -> In y b ->
  lt (key x) (key y)).
Proof. induction a as [|u a IH]; cbn.
  - split; [intros; repeat split; auto; tauto | tauto].
  - rewrite IH. split.
    + intros (A & B & C & D). repeat split; auto.
      * intros. apply A, in_or_app; auto.
      * intros x y [<-|?] ?; [apply A, in_or_app|]; auto.
    + intros ((A & B) & C & D). repeat split; auto. intros v V. apply in_app_or in V as [?|?]; auto.
      Qed.
Lemma sorted_before a ev b x : sorted (a ++ ev :: b) -> In x (a ++ ev :: b) -> lt (key x) (key ev)
  -> In x a.
Proof. intros S I L. apply in_app_or in I as [?|I]; auto. exfalso. apply sorted_app in S as (_ & (S
  & _) & _). destruct I as [<-|I].
  - exact (lt_irrefl _ L).
  - exact (lt_irrefl _ (lt_trans _ _ _ L (S x I))). Qed.
Lemma sorted_after a ev b x : sorted (a ++ ev :: b) -> In x b -> lt (key ev) (key x).
Proof. intros S I. apply sorted_app in S as (_ & (S & _) & _). auto. Qed.
Lemma sorted_front a ev b x : sorted (a ++ ev :: b) -> In x a -> lt (key x) (key ev).
Proof. intros S I. apply sorted_app in S as (_ & _ & S). apply S; auto. now left. Qed.
Lemma sorted_between A a B1 b B x : sorted ((A ++ a :: B1) ++ b :: B) -> In x B1 -> lt (key a) (key
  x) /\ lt (key x) (key b).
Proof. intros So X. split; [|apply (sorted_front _ _ _ x So), in_or_app; right; now right]. rewrite
  <- app_assoc in So. apply (sorted_after _ _ _ x So), in_or_app. auto. Qed.
Lemma sorted_firstn n l : sorted l -> sorted (firstn n l).
Proof. intros S. rewrite <- (firstn_skipn n l) in S. now apply sorted_app in S. Qed.
(* Two lists with the same first n elements. *)
Lemma firstn_app_eq {T} n (a a' b b' : list T) : firstn n a = firstn n a' -> firstn n b = firstn n
  b' -> firstn n (a ++ b) = firstn n (a' ++ b').
Proof. intros A B. assert (L := f_equal (@length T) A). rewrite !firstn_length in L. rewrite
  !firstn_app, A. f_equal. destruct (le_lt_dec n (length a)).
  - replace (n - length a) with 0 by lia. replace (n - length a') with 0 by lia. reflexivity.
  - replace (length a') with (length a) by lia. assert (Q := f_equal (firstn (n - length a)) B).
    rewrite !firstn_firstn in Q. now replace (Nat.min (n - length a) n) with (n - length a) in Q by
    lia. Qed.
Lemma firstn_prefix {T} (a b : list T) n : length a = n -> firstn n (a ++ b) = a.
Proof. intros <-. rewrite firstn_app, firstn_all, Nat.sub_diag. apply app_nil_r. Qed.
Lemma length_snoc {T} (a : list T) x : length (a ++ [x]) = S (length a).
Proof. rewrite app_length. apply Nat.add_1_r. Qed.
(* All that is in x is before z if x is, and z is no longer. *)
Lemma lt_longer x z r : length z <= length x -> lt x z -> lt (x ++ r) z.
Proof. revert z. induction x as [|(m, i) x IH]; destruct z as [|(n, j) z]; cbn; try tauto; [lia|].
  intros L [?|(-> & [?|(-> & Q)])]; auto 10 using IH. right. split; auto. right. split; auto. apply
  IH; auto. lia. Qed.
