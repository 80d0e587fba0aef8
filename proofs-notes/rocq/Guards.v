(* One wait against Equation 1: the mask, the threshold and the semaphore together.
   If some distance reaches back beyond the first iteration, the mask is 0, the threshold is 0 and
   both sides let the consumer go. Otherwise the mask is 1, the wait says R(p) >= expr
   (Semaphores.v), and expr is the sum of Equation 1 (Classes.v). *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Levels Semaphores.

(* The mask over iterations b, from depth i on. *)
Lemma mask_value s C base b l : forall i, (forall j, j < length l -> s (RT (firstn (S (i + j)) C)) =
  Z.of_nat (nth (i + j) b 0) /\ 1 <= nth (i + j) b 0) -> ((forall j, j < length l -> (nth j l 0 <
  Z.of_nat (nth (i + j) b 0%nat))%Z) -> evaluate s (fold_right (Node Mul) base (mask C i l)) =
  evaluate s base) /\ ((exists j, j < length l /\ (Z.of_nat (nth (i + j) b 0%nat) <= nth j l 0)%Z)
  -> evaluate s (fold_right (Node Mul) base (mask C i l)) = 0%Z).
Proof. induction l as [|z l IH]; intros i V.
  - split; auto. intros (j & J & _). cbn in J. lia.
  - destruct (V 0 ltac:(cbn; lia)) as (V0 & V1). rewrite Nat.add_0_r in V0, V1. assert (Sh : forall
    j, S i + j = i + S j) by (intros; lia). destruct (IH (S i)) as (A & B). { intros j J. rewrite
    Sh. apply V. cbn. lia. } cbn [mask]. rewrite fold_right_app. set (rest := fold_right _ base
    (mask C (S i) l)) in *. assert (Q : evaluate s (fold_right (Node Mul) rest (if (1 <=? z)%Z then
    [Node Gt (Leaf (R (RT (firstn (S i) C)))) (Leaf (K z))] else [])) = if (z <? Z.of_nat (nth i b
    0%nat))%Z then evaluate s rest else 0%Z).
    { destruct (Z.leb_spec 1 z); cbn -[firstn]; rewrite ?V0.
      - destruct (z <? Z.of_nat (nth i b 0%nat))%Z; [apply Z.mul_1_l | reflexivity].
      - destruct (Z.ltb_spec z (Z.of_nat (nth i b 0%nat))); [reflexivity|lia]. }
    rewrite Q. split.
    + intros F. assert (F0 := F 0 ltac:(cbn; lia)). rewrite Nat.add_0_r in F0. cbn [nth] in F0.
      rewrite (proj2 (Z.ltb_lt _ _) F0). apply A. intros j J. rewrite Sh. apply (F (S j)). cbn. lia.
    + intros (j & J & F). destruct j as [|j].
      * rewrite Nat.add_0_r in F. cbn [nth] in F. destruct (Z.ltb_spec z (Z.of_nat (nth i b
        0%nat))); [lia|reflexivity].
      * destruct (z <? _)%Z; auto. apply B. exists j. rewrite Sh. cbn in J, F. split; auto. lia.
        Qed.
(* Owes nothing, as a statement about targets. *)
Lemma target_exempt y d : length (distance d) <= length y -> ((exists t, In t (target y d) /\ (t <=
  0)%Z) <-> exists j, j < length (distance d) /\ (Z.of_nat (nth j (map snd y) 0%nat) <= nth j
  (distance d) 0)%Z).
Proof. unfold target. rewrite vector_zs. intros L. rewrite <- (map_length snd) in L. revert L.
  generalize (map snd y) (distance d). clear. intros b l. revert b. induction l as [|z l IH]; intros
  b L.
  - split.
    + intros (t & I & _). destruct (zs b); destruct I.
    + intros (j & J & _). cbn in J. lia.
  - destruct b as [|v b]; cbn in L; [lia|]. specialize (IH b ltac:(lia)). cbn. split.
    + intros (t & [<-|I] & T); [exists 0; split; lia|]. destruct (proj1 IH (ex_intro _ t (conj I
      T))) as (j & J & Q). exists (S j). split; [lia|auto].
    + intros ([|j] & J & Q); [eexists; split; [now left|]; lia|]. destruct (proj2 IH (ex_intro _ j
      (conj (proj2 (Nat.succ_lt_mono _ _) J) Q))) as (t & I & T). eauto. Qed.
(* [G] is true if nothing is owed, and says R(p) >= expr otherwise. *)
Definition owes_nothing (y : place) (d : dependency) : Prop := exists j, j < length (distance d) /\
  (Z.of_nat (nth j (map snd y) 0%nat) <= nth j (distance d) 0)%Z.
Definition says trips p e i y d (R_ : address -> Z) x (G : Prop) : Prop := (owes_nothing y d -> G)
  /\ ((forall j, j < length (distance d) -> (nth j (distance d) 0 < Z.of_nat (nth j (map snd y)
  0%nat))%Z) -> (G <-> (evaluate (ideal (firsts trips p e i)) (expr d x) <= R_ (producer d))%Z)).
Lemma due_more trips p e d y N M : N <= M -> due d y (firsts trips p e N) <= due d y (firsts trips p
  e M).
Proof. intros L. rewrite (firsts_firstn trips p e N M L). rewrite <- (firstn_skipn N (firsts trips p
  e M)) at 2. rewrite due_app. lia. Qed.

Section Guards.
  Variables (trips : oracle) (p : program) (deps : list dependency) (k : scheme). Variable plan :
    dependency -> option class. Variables (e : engine) (i : nat) (ev : event) (y : place) (m : nat)
    (d : dependency). Hypothesis At : at_ trips p e i = Some ev. Hypothesis Ev : ev = Is y m \/ ev =
    Vi y m. Hypothesis Cons : consumer d = addr y ++ [m]. Hypothesis In_deps : In d deps. Hypothesis
    Wf : well_formed p d = true. Variables (H : list (engine * instance)) (R_ : address -> Z) (sem :
    semaphore -> Z). Hypothesis Valid : retired_so_far trips p H. Hypothesis CR : counts (spec trips
    p deps) H R_. Hypothesis CS : counts (alloc k p deps plan) H sem. Notation n := (length
    (distance d)). Notation L := (firsts trips p e i).
  Lemma key_is : key ev = y ++ [(m, 0)].
  Proof using Ev. destruct Ev as [Q|Q]; rewrite Q; reflexivity. Qed.
  Lemma whole N : i < N -> exists B, firsts trips p e N = L ++ ev :: B.
  Proof using At. intros Q. exact (firsts_split trips p e i N ev Q At). Qed.
  Lemma shallow : n <= common (scope_of (consumer d)) (scope_of (producer d)) /\ n <= length y.
  Proof using Wf Cons. unfold well_formed in Wf. apply andb_true_iff in Wf as (_ & Q). apply
    Nat.leb_le in Q. split; auto. destruct (common_firstn _ _ _ Q) as (_ & X & _). rewrite Cons in
    X. unfold scope_of in X. rewrite removelast_last in X. unfold addr in X. now rewrite map_length
    in X. Qed.
  Lemma trips_read j : j < length y -> ideal L (RT (firstn (S j) (addr y))) = Z.of_nat (nth j (map
    snd y) 0) /\ 1 <= nth j (map snd y) 0.
  Proof using At Ev. intros J. destruct (at_depth y _ m j key_is J) as (q & a & v & w & Ey & Lq & V
    & K & Nw & ->). rewrite <- V. destruct (whole (S i) ltac:(lia)) as (B & E). assert (Sh :=
    firsts_shaped trips p e (S i)). split; [exact (trip_value _ _ _ _ Sh L B ev q _ a v E K Nw)|].
    apply (iteration_positive _ _ _ _ Sh q a). apply (around _ _ _ _ Sh ev) with (r := w ++ [(m,
    0)]); auto. rewrite E. apply in_or_app. right. now left. Qed.
  Notation exempt := (owes_nothing y d).
  Lemma exempt_dec : exempt \/ forall j, j < n -> (nth j (distance d) 0 < Z.of_nat (nth j (map snd
    y) 0%nat))%Z.
  Proof using Type. unfold owes_nothing. generalize n as o. induction o as [|a IH]; [right; intros;
    lia|]. destruct IH as [(j & J & Q)|F]; [left; exists j; split; [lia|auto]|]. destruct
    (Z_le_gt_dec (Z.of_nat (nth a (map snd y) 0)) (nth a (distance d) 0%Z)).
    - left. exists a. split; [lia|auto].
    - right. intros j J. destruct (Nat.eq_dec j a) as [->|]; [lia|]. apply F. lia. Qed.
  (* A wait of the allocation: the mask, or as many retirements as the expression says. *)
  Lemma wait_says w : In w (wait_of k p deps plan d) -> exists x, plan d = Some x /\ says trips p e
    i y d R_ x (evaluate (ideal L) (snd w) <= sem (fst w))%Z.
  Proof using At Ev Cons In_deps Wf Valid CR CS. unfold wait_of. destruct (plan d) as [x|]; [|intros
    []]. destruct (engine_of p (producer d)) as [f|] eqn:Ef; [|intros []]. assert (Ct : counted k
    deps (producer d) = true). { unfold counted. assert (X : existsb (fun d0 => addr_eqb (producer
    d0) (producer d)) deps = true) by (apply existsb_exists; exists d; split; [auto|apply
    addr_eqb_refl]). destruct k as [|[]]; auto. } assert (T := semaphore_tells trips p deps k plan H
    R_ sem Valid CR CS (producer d) f Ef Ct (evaluate (ideal L) (expr d x))). destruct (home k p
    deps f (producer d)) as ((q, N), K_). intros [<-|[]]. exists x. split; auto. cbn [fst snd].
    unfold threshold. destruct shallow as (_ & Ly). assert (Sc : scope_of (consumer d) = addr y) by
    (rewrite Cons; apply removelast_last). destruct (mask_value (ideal L) (scope_of (consumer d))
    (Node Sub (Node Mul (Leaf (K N)) (expr d x)) (Leaf (K (N - K_)))) (map snd y) (distance d) 0) as
    (A & B). { intros j J. cbn [Nat.add]. rewrite Sc. apply trips_read. lia. } split.
    - intros X. rewrite (B X). exact (sem_positive p deps k plan H sem CS q).
    - intros X. rewrite (A X). cbn [evaluate apply value]. exact T. Qed.
  (* Equation 1 is decided by any beginning that reaches the consumer. *)
  Lemma equation1_due : (forall j, j < n -> (nth j (distance d) 0 < Z.of_nat (nth j (map snd y)
    0%nat))%Z) -> forall v, (forall N, i < N -> Z.of_nat (due d y (firsts trips p e N)) = v) ->
    (equation1 trips p e y d R_ <-> (v <= R_ (producer d))%Z).
  Proof using Wf Cons. intros X v V. destruct shallow as (_ & Ly). split.
    - intros [Q|Q].
      + apply (target_exempt y d Ly) in Q as (j & J & Q). specialize (X j J). lia.
      + specialize (Q (S i)). unfold owed in Q. change (length (filter _ ?l)) with (due d y l) in Q.
        now rewrite (V (S i)) in Q by lia.
    - intros Q. right. intros N. unfold owed. change (length (filter _ ?l)) with (due d y l). assert
      (Le := due_more trips p e d y N (S i + N) ltac:(lia)). specialize (V (S i + N) ltac:(lia)).
      lia. Qed.
  Lemma value_at N x : i < N -> (forall j, j < n -> (nth j (distance d) 0 < Z.of_nat (nth j (map snd
    y) 0%nat))%Z) -> (classify p d = Some x -> evaluate (ideal L) (expr d x) = Z.of_nat (due d y
    (firsts trips p e N))) /\ (strengthen p d = Some x -> (Z.of_nat (due d y (firsts trips p e N))
    <= evaluate (ideal L) (expr d x))%Z).
  Proof using At Ev Cons Wf. intros Q X. destruct (whole N Q) as (B & E). destruct shallow as (Cm &
    _). assert (Sh := firsts_shaped trips p e N). split.
    - exact (exact_value _ _ _ _ Sh L B ev y m d E key_is Cons Cm X x).
    - exact (strengthened_value _ _ _ _ Sh L B ev y m d E key_is Cons Cm X x). Qed.
  (* That is Equation 1, or more. *)
  Lemma says_exact (G : Prop) x : classify p d = Some x -> says trips p e i y d R_ x G -> (G <->
    equation1 trips p e y d R_).
  Proof using At Ev Cons Wf. intros Px (A & B). destruct shallow as (_ & Ly). destruct exempt_dec as
    [X|X].
    - split; auto. intros _. left. now apply target_exempt.
    - rewrite (B X). symmetry. apply equation1_due; auto. intros N Q. symmetry. exact (proj1
      (value_at N x Q X) Px). Qed.
  Lemma says_safe (G : Prop) x : strengthen p d = Some x -> says trips p e i y d R_ x G -> G ->
    equation1 trips p e y d R_.
  Proof using At Ev Cons Wf. intros Px (A & B) W. destruct shallow as (_ & Ly). destruct exempt_dec
    as [X|X].
    - left. now apply target_exempt.
    - apply (B X) in W. right. intros N. unfold owed. change (length (filter _ ?l)) with (due d y
      l). assert (Le := due_more trips p e d y N (S i + N) ltac:(lia)). assert (V := proj2 (value_at
      (S i + N) x ltac:(lia) X) Px). lia. Qed.
  Theorem wait_exact w : plan d = classify p d -> In w (wait_of k p deps plan d) -> ((evaluate
    (ideal L) (snd w) <= sem (fst w))%Z <-> equation1 trips p e y d R_).
  Proof using At Ev Cons In_deps Wf Valid CR CS. intros Pl I. destruct (wait_says w I) as (x & Px &
    A). rewrite Pl in Px. exact (says_exact _ x Px A). Qed.
  Theorem wait_safe w : plan d = strengthen p d -> In w (wait_of k p deps plan d) -> (evaluate
    (ideal L) (snd w) <= sem (fst w))%Z -> equation1 trips p e y d R_.
  Proof using At Ev Cons In_deps Wf Valid CR CS. intros Pl I. destruct (wait_says w I) as (x & Px &
    A). rewrite Pl in Px. exact (says_safe _ x Px A). Qed.
End Guards.
