(* Vectors of retirements, and runs of streams whose every event waits for such a vector: events
   passed and instances retired, per engine. Where the n-th instance of a stream stands. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Simulation.

(* Number of retirements of each engine; engines beyond the end of the list: 0. *)
Definition vec := list nat.
Definition get (v : vec) (f : engine) : nat := nth f v 0.
Fixpoint join (a b : vec) : vec :=
  match a, b with
  | [], _ => b
  | _, [] => a
  | i :: a', j :: b' => Nat.max i j :: join a' b'
  end.
Definition single (f : engine) (n : nat) : vec := repeat 0 f ++ [n].
Fixpoint below (a b : vec) : bool :=
  match a, b with
  | [], _ => true
  | i :: a', [] => (i =? 0) && below a' []
  | i :: a', j :: b' => (i <=? j) && below a' b'
  end.

Lemma get_nil f : get [] f = 0. Proof. now destruct f. Qed.
Lemma get_join a : forall b f, get (join a b) f = Nat.max (get a f) (get b f).
Proof. induction a as [|i a IH]; intros [|j b] f; cbn [join]; rewrite ?get_nil; try lia. destruct f;
  [reflexivity|exact (IH b f)]. Qed.
Lemma get_single f n g : get (single f n) g = if g =? f then n else 0.
Proof. unfold get, single. revert g. induction f as [|f IH]; intros [|g]; cbn; auto. now destruct g.
  Qed.
Lemma below_iff a : forall b, below a b = true <-> forall f, get a f <= get b f.
Proof. induction a as [|i a IH]; intros b.
  - split; auto. intros _ f. rewrite get_nil. lia.
  - assert (Q : below (i :: a) b = (i <=? get b 0) && below a (tl b)). { destruct b; cbn; auto.
    f_equal. now destruct i. } rewrite Q, andb_true_iff, Nat.leb_le, IH. split.
    + intros (A & B) [|f]; [exact A|]. specialize (B f). destruct b; cbn in *; auto. now destruct f.
    + intros A. split; [exact (A 0)|]. intros f. specialize (A (S f)). destruct b; cbn in *; auto.
      now destruct f. Qed.

Section Runs.
  Variable str : engine -> list event. Variable need : engine -> nat -> vec.
  (* Instances among the first k events of f. *)
  Definition ninst (f : engine) (k : nat) : nat := length (insts (firstn k (str f))).
  (* Runs: events passed and instances retired, per engine. *)
  Inductive reach : (engine -> nat) -> (engine -> nat) -> Prop :=
  | reach_start i r : (forall e, i e = 0) -> (forall e, r e = 0) -> reach i r
  | reach_go e i r i' r' : reach i r -> i e < length (str e) ->
      (forall f, get (need e (i e)) f <= r f) ->
      (forall f, i' f = if f =? e then S (i e) else i f) -> (forall f, r' f = r f) -> reach i' r'
  | reach_retire e i r i' r' : reach i r -> r e < ninst e (i e) ->
      (forall f, i' f = i f) -> (forall f, r' f = if f =? e then S (r e) else r f) -> reach i' r'.
  Lemma reach_ext i r i' r' : reach i r -> (forall f, i' f = i f) -> (forall f, r' f = r f) -> reach
    i' r'.
  Proof. intros R A B. destruct R as [i r X Y | e i r j s R L N X Y | e i r j s R L X Y].
    - apply reach_start; intros; rewrite ?A, ?B; auto.
    - apply (reach_go e i r); auto; intros; rewrite ?A, ?B; auto.
    - apply (reach_retire e i r); auto; intros; rewrite ?A, ?B; auto. Qed.
  Lemma ninst_mono f j k : j <= k -> ninst f j <= ninst f k.
  Proof. intros L. unfold ninst. replace k with (j + (k - j)) by lia. generalize (k - j). intros n.
    rewrite <- (firstn_skipn j (firstn (j + n) (str f))), firstn_firstn. replace (Nat.min j (j + n))
    with j by lia. unfold insts. rewrite flat_map_app, app_length. lia. Qed.
  Lemma ninst_S f k : ninst f (S k) <= S (ninst f k).
  Proof. unfold ninst. revert k. induction (str f) as [|ev l IH]; intros [|k]; cbn; try lia.
    - destruct (instance_of ev); cbn; lia.
    - specialize (IH k). rewrite !app_length. cbn [firstn] in IH. unfold insts in *. lia. Qed.
  (* Where the instances of a list stand; the first event has number b. *)
  Fixpoint positions (b : nat) (l : list event) : list nat :=
    match l with
    | [] => []
    | ev :: l' => match instance_of ev with
                  | Some _ => b :: positions (S b) l'
                  | None => positions (S b) l'
                  end
    end.
  Lemma positions_sound l : forall b m q, nth_error (positions b l) m = Some q -> b <= q /\ length
    (insts (firstn (S (q - b)) l)) = S m.
  Proof. induction l as [|ev l IH]; intros b m q; [destruct m; discriminate|]. cbn [positions].
    assert (Go : forall m', nth_error (positions (S b) l) m' = Some q -> b <= q /\ length (insts
    (firstn (S (q - b)) (ev :: l))) = (match instance_of ev with Some _ => 1 | None => 0 end) + S
    m'). { intros m' Q. apply IH in Q as (A & B). split; [lia|]. replace (S (q - b)) with (S (S (q -
    S b))) by lia. remember (S (q - S b)) as n. cbn [firstn insts flat_map]. rewrite app_length.
    fold (insts (firstn n l)). destruct (instance_of ev); cbn [length]; lia. } destruct (instance_of
    ev) eqn:I; [destruct m as [|m]|].
    - cbn. intros Q. injection Q as <-. split; auto. rewrite Nat.sub_diag. cbn. now rewrite I.
    - intros Q. apply Go in Q. exact Q.
    - intros Q. apply Go in Q. exact Q. Qed.
  Lemma positions_complete l : forall b m k, m < length (insts (firstn k l)) -> exists q, nth_error
    (positions b l) m = Some q /\ q < b + k.
  Proof. induction l as [|ev l IH]; intros b m [|k]; try (cbn; lia). cbn [firstn insts flat_map
    positions]. rewrite app_length. fold (insts (firstn k l)). destruct (instance_of ev); cbn
    [length]; intros L.
    - destruct m as [|m]; [exists b; split; [auto|lia]|]. destruct (IH (S b) m k) as (q & Q & ?);
      [lia|]. exists q. split; [exact Q|lia].
    - destruct (IH (S b) m k) as (q & Q & ?); [lia|]. exists q. split; [exact Q|lia]. Qed.
  (* What is needed of a run. *)
  Lemma reach_facts i r : reach i r -> forall e, r e <= ninst e (i e) /\ i e <= length (str e) /\
    forall k f, k < i e -> get (need e k) f <= r f.
  Proof. induction 1 as [i r A B | e i r i' r' R IH L N A B | e i r i' r' R IH L A B]; intros f.
    - rewrite A, B. repeat split; intros; lia.
    - destruct (IH f) as (P & Q & X). rewrite A, B. destruct (Nat.eqb_spec f e) as [->|].
      + assert (M := ninst_mono e (i e) (S (i e)) ltac:(lia)). repeat split; try lia. intros k g Hk.
        rewrite B. destruct (Nat.eq_dec k (i e)) as [->|]; auto. apply X. lia.
      + repeat split; auto. intros k g Hk. rewrite B. auto.
    - destruct (IH f) as (P & Q & X). rewrite A, B. repeat split; auto; [destruct (Nat.eqb_spec f e)
      as [->|]; lia|]. intros k g Hk. specialize (X k g Hk). rewrite B. destruct (Nat.eqb_spec g e)
      as [->|]; auto. Qed.
End Runs.
#[global] Arguments ninst : simpl never.
