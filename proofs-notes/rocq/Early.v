(* In sequential order every instance that is owed lies before the consumer.
   [front x]: the instance of the producer in the entry x is before the statement ev. Entries that
   count for Equation 1 are in front, and so are those a strengthened wait counts. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Levels.

Section Early.
  Variables (trips : oracle) (p : program) (e : engine) (F : list event). Hypothesis Sh : shaped
    trips p e F. Variables (L B : list event) (ev : event) (y : place) (k : nat) (d : dependency).
    Hypothesis E : F = L ++ ev :: B. Hypothesis Kev : key ev = y ++ [(k, 0)]. Hypothesis Cons :
      consumer d = addr y ++ [k]. Notation P := (scope_of (producer d)). Notation n := (length
      (distance d)). Hypothesis Common : n <= common (scope_of (consumer d)) P. Hypothesis Owes :
      forall i, i < n -> (nth i (distance d) 0%Z < Z.of_nat (nth i (map snd y) 0%nat))%Z. Hypothesis
      Pr : producer d = P ++ [last (producer d) 0]. Hypothesis Fw : forward p d = true.
  Definition front (x : place) : Prop := lt (x ++ [(last (producer d) 0, 0)]) (key ev).
  (* Everything before the cut of one or more iterations is in front. *)
  Lemma before_cut h kk rest q m v w x : outermost (distance d) = Some (h, kk, rest) -> (0 < kk)%Z
    -> y = (q ++ [(m, v)]) ++ w -> length q = h -> v = nth h (map snd y) 0 -> addr x = P -> lt x (q
    ++ [(m, v - Z.to_nat (kk - 1))]) -> front x.
  Proof using Kev Cons Common Owes. intros Out Pos Ey Lq V A Lt. unfold front. destruct (depth y k d
    Cons Common h kk rest Out) as (Ed & Ln & Ly). destruct (P_place y k d Cons Common x A) as (Lx &
    Ax). set (z := q ++ [(m, v - Z.to_nat (kk - 1))]) in *. assert (Lz : length z = S h) by (unfold
    z; rewrite length_snoc; lia). assert (Q := lt_longer x z [(last (producer d) 0, 0)] ltac:(lia)
    Lt). rewrite Kev, Ey, <- !app_assoc. destruct (Nat.eq_dec (v - Z.to_nat (kk - 1)) v) as [Z0|Z0].
    - apply (lt_trans _ z); auto. unfold z. rewrite Z0. apply lt_app. apply (lt_prefix [(m, v)]).
      destruct w; discriminate.
    - apply (lt_trans _ z); auto. unfold z. apply lt_app. cbn. right. split; auto. left. lia. Qed.
  Lemma due_front x : In (En x) F -> addr x = P -> reached (map snd x) (map snd y) (distance d) =
    true -> front x.
  Proof using Sh E Kev Cons Common Owes Pr Fw. intros I A Rc. destruct (outermost (distance d)) as
    [((h, kk), rest)|] eqn:Out.
    - assert (Pos : (0 < kk)%Z). { unfold forward in Fw. rewrite Out in Fw. now apply Z.ltb_lt. }
      destruct (depth y k d Cons Common h kk rest Out) as (Ed & Ln & Ly). destruct (split_at y h Ly)
      as (q & m & v & w & Ey & Lq & V). apply (before_cut h kk rest q m v w x Out Pos Ey Lq V A).
      exact (early _ _ _ _ Sh L B ev y k d E Kev Cons Common Owes h kk rest Out Pos q m v w x Ey Lq
      V A Rc).
    - assert (Zd := outermost_none _ Out). destruct (heads y k d Cons Common) as (H1 & H2 & H3).
      destruct (P_place y k d Cons Common x A) as (Lx & Ax). assert (Lu : length (firstn n y) = n)
      by (rewrite firstn_length; lia). assert (Fx : firstn n (map fst x) = map fst (firstn n y)) by
      (rewrite <- firstn_map; exact Ax). assert (Kv : key ev = firstn n y ++ skipn n y ++ [(k, 0)])
      by (rewrite Kev, app_assoc, firstn_skipn; auto). assert (Nk : skipn n y ++ [(k, 0)] <> []) by
      (destruct (skipn n y); discriminate). rewrite Zd in Rc at 1. apply reached_zero in Rc; try
      (rewrite map_length; auto). unfold front. destruct Rc as [Rc|Rc]; rewrite (firstn_map snd n y)
      in Rc.
      + assert (Q := lt_vector (firstn n y) x). rewrite Lu in Q. apply (proj2 (Q Fx)) in Rc. apply
        (lt_trans _ (firstn n y)); [|rewrite Kv; now apply lt_prefix]. apply lt_longer; auto. lia.
      + assert (Eq : firstn n x = firstn n y) by (apply pairs_eq; rewrite <- firstn_map; auto).
        unfold forward in Fw. rewrite Out in Fw. apply orb_true_iff in Fw as [Fi|Fe].
        * apply Nat.ltb_lt in Fi. set (px := x ++ [(last (producer d) 0, 0)]). assert (Apx : addr px
          = producer d). { unfold px, addr. rewrite map_app. change (map fst x) with (addr x).
          rewrite A. now rewrite Pr at 3. } assert (Lpx : n < length px) by (unfold px; rewrite
          length_snoc; lia). destruct (item_split px n Lpx) as (j & r & Ex). rewrite Apx in Ex.
          assert (Lk : n < length (key ev)) by (rewrite Kev, length_snoc; lia). destruct (item_split
          (key ev) n Lk) as (j' & r' & Ek). assert (Ak : addr (key ev) = consumer d) by (rewrite
          Kev, Cons; unfold addr; now rewrite map_app). rewrite Ak in Ek. rewrite Ex, Ek. assert (X1
          : firstn n px = firstn n y). { unfold px. rewrite firstn_app. replace (n - length x) with
          0 by lia. rewrite app_nil_r. exact Eq. } assert (X2 : firstn n (key ev) = firstn n y). {
          rewrite Kev, firstn_app. replace (n - length y) with 0 by lia. apply app_nil_r. } rewrite
          X1, X2, <- !app_assoc. apply lt_app. cbn. auto.
        * exfalso. rewrite (scope_is y k d Cons) in Fe. assert (G : n < length y /\ n < length x). {
          unfold exclusive in Fe. rewrite !andb_true_iff, !Nat.ltb_lt in Fe. destruct Fe as ((_ &
          G1) & G2). rewrite <- A in G2. unfold addr in G1, G2. rewrite map_length in G1, G2. auto.
          } destruct G as (Gy & Gx). destruct (item_split y n Gy) as (i1 & r1 & Y1). destruct
            (item_split x n Gx) as (i2 & r2 & Y2). rewrite Eq in Y2. rewrite <- Lu in Fe. apply
            (exclusive_absurd _ _ _ _ Sh (addr y) P (firstn n y) (item_of (addr y) n) (item_of (addr
            x) n) i1 i2 r1 r2 Fe); rewrite <- ?Y1, <- ?Y2; auto. exact (y_in _ _ _ _ Sh L B ev y k E
            Kev). Qed.
End Early.
