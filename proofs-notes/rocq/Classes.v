(* Each exact class reads exactly what Equation 1 sums, unless the dependency owes nothing; the
   strengthened class reads at least that. One cut per class, see Owed.v. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Owed.

Lemma pairs_eq (a b : place) : map fst a = map fst b -> map snd a = map snd b -> a = b.
Proof. revert b. induction a as [|(i, j) a IH]; destruct b as [|(i', j') b]; cbn; try discriminate;
  auto. inversion 1; inversion 1; subst. f_equal; auto. Qed.
Lemma vlt_beyond u w x : firstn (length u) (map fst x) = map fst u -> vlt (map snd u) (firstn
  (length u) (map snd x)) -> lt (u ++ w) x.
Proof. revert x. induction u as [|(m, i) u IH]; destruct x as [|(n, j) x]; cbn; try tauto. inversion
  1; subst. intros [?|(-> & ?)]; right; auto. Qed.

Section Classes.
  Variables (trips : oracle) (p : program) (e : engine) (F : list event). Hypothesis Sh : shaped
    trips p e F. Variables (L B : list event) (ev : event) (y : place) (k : nat) (d : dependency).
    Hypothesis E : F = L ++ ev :: B. Hypothesis Kev : key ev = y ++ [(k, 0)]. Hypothesis Cons :
      consumer d = addr y ++ [k]. Notation P := (scope_of (producer d)). Notation n := (length
      (distance d)). Hypothesis Common : n <= common (scope_of (consumer d)) P.
  (* The dependency owes something: every distance is below the iteration. *)
  Hypothesis Owes : forall i, i < n -> (nth i (distance d) 0%Z < Z.of_nat (nth i (map snd y)
    0%nat))%Z.
  Lemma scope_is : scope_of (consumer d) = addr y.
  Proof using Cons. rewrite Cons. apply removelast_last. Qed.
  Lemma heads : firstn n (addr y) = firstn n P /\ n <= length y /\ n <= length P.
  Proof using Cons Common. destruct (common_firstn _ _ _ Common) as (A & X & Y). rewrite scope_is in
    *. unfold addr in X at 1. rewrite map_length in X. auto. Qed.
  Lemma ev_in : In ev F. Proof using E. rewrite E. apply in_or_app. right. now left. Qed.
  Lemma y_in : In (En y) F.
  Proof using E Kev Sh. exact (sh_parent _ _ _ _ Sh ev y (k, 0) ev_in Kev). Qed.
  Lemma P_place x : addr x = P -> n <= length x /\ firstn n (addr x) = firstn n (addr y).
  Proof using Cons Common. intros A. destruct heads as (H1 & H2 & H3). rewrite A. split; auto.
    rewrite <- A in H3. unfold addr in H3. now rewrite map_length in H3. Qed.
  Lemma exclusive_absurd a b u m m' j j' r r' : exclusive p a b (length u) = true -> In (En ((u ++
    [(m, j)]) ++ r)) F -> In (En ((u ++ [(m', j')]) ++ r')) F -> addr ((u ++ [(m, j)]) ++ r) = a ->
    addr ((u ++ [(m', j')]) ++ r') = b -> False.
  Proof using Sh. unfold exclusive. rewrite !andb_true_iff. intros ((((T & El) & It) & _) & _) I J
    <- <-. apply (entry_inside _ _ _ _ Sh) in I as (I & _), J as (J & _). assert (Ad : forall m j r,
    firstn (S (length u)) (addr ((u ++ [(m, j)]) ++ r)) = addr u ++ [m]). { intros. unfold addr.
    rewrite firstn_map, firstn_prefix, map_app; auto. apply length_snoc. } assert (Im : forall m j
    r, item_of (addr ((u ++ [(m, j)]) ++ r)) (length u) = m). { intros. unfold item_of, addr.
    rewrite !map_app, <- app_assoc, app_nth2; rewrite map_length; auto. now rewrite Nat.sub_diag. }
    rewrite Ad in T, El. rewrite !Im in It. apply Nat.eqb_eq in It. subst m'. exact (branch_sides _
    _ _ _ Sh u m j j' I J T El). Qed.
  Lemma item_app (u r : place) m j : item_of (addr ((u ++ [(m, j)]) ++ r)) (length u) = m.
  Proof using Type. unfold item_of, addr. rewrite !map_app, <- app_assoc, app_nth2; rewrite
    map_length; auto. now rewrite Nat.sub_diag. Qed.
  Lemma item_split (z : place) i : i < length z -> exists j r, z = (firstn i z ++ [(item_of (addr z)
    i, j)]) ++ r.
  Proof using Type. intros I. destruct (split_at z i I) as (q & m & v & w & -> & Lq & _). exists v,
    w. subst i. rewrite item_app, <- app_assoc, firstn_prefix, <- app_assoc; auto. Qed.
  (* An entry of P in the same iteration of the common scopes, and the consumer: the items of the
     innermost common scope that hold them. *)
  Lemma side_by_side x : In (En x) F -> addr x = P -> firstn n x = firstn n y -> n < length x ->
    exists j r i r', let u := firstn n y in x = (u ++ [(item_of P n, j)]) ++ r /\ 1 <= j /\ key ev =
    (u ++ [(item_of (consumer d) n, i)]) ++ r' /\ (length (consumer d) = S n -> i = 0) /\ (n <
    length y -> exists r3, y = (u ++ [(item_of (consumer d) n, i)]) ++ r3).
  Proof using Sh Kev Cons Common. intros I A Eq Lx. destruct heads as (_ & Ly & _). destruct
    (item_split x n Lx) as (j & r & Ex). rewrite A, Eq in Ex. assert (J : 1 <= j) by (rewrite Ex in
    I; now apply (entry_inside _ _ _ _ Sh) in I). destruct (le_lt_dec (length y) n) as [Le|Gt].
    - exists j, r, 0, []. assert (Fy : firstn n y = y) by (apply firstn_all2; auto). cbn zeta.
      split; auto. split; auto. split; [|split; [auto|intros; lia]]. rewrite Fy, app_nil_r, Kev.
      f_equal. f_equal. f_equal. rewrite Cons. unfold item_of. replace n with (length (addr y)) by
      (unfold addr; rewrite map_length; lia). rewrite app_nth2, Nat.sub_diag; auto.
    - destruct (item_split y n Gt) as (i & r3 & Ey). exists j, r, i, (r3 ++ [(k, 0)]). assert (It :
      item_of (consumer d) n = item_of (addr y) n). { rewrite Cons. unfold item_of. apply app_nth1.
      unfold addr. rewrite map_length. auto. } cbn zeta. split; auto. split; auto. rewrite It.
      split; [|split].
      + rewrite Kev, app_assoc. f_equal. exact Ey.
      + intros Q. rewrite Cons, length_snoc in Q. unfold addr in Q. rewrite map_length in Q. lia.
      + intros _. exists r3. exact Ey. Qed.
  (* Distance zero: everything of P so far counts, and nothing that comes. *)
  Lemma owed_now : distance d = repeat 0%Z n -> over p (consumer d) P n = true -> due d y F =
    entries P L.
  Proof using Sh E Kev Cons Common. intros Zd O. destruct heads as (H1 & H2 & H3). destruct
    (split_front y _ k n Kev H2) as (Lu & Kv & Nk). assert (So := sh_sorted _ _ _ _ Sh). rewrite E
    in So. assert (Rz : forall x, addr x = P -> firstn n (map fst x) = map fst (firstn n y) /\
    (reached (map snd x) (map snd y) (distance d) = true <-> vlt (firstn n (map snd x)) (map snd
    (firstn n y)) \/ firstn n (map snd x) = map snd (firstn n y))).
    { intros x A. destruct (P_place x A) as (Lx & Ax). split.
      - rewrite <- firstn_map. exact Ax.
      - rewrite Zd at 1. rewrite reached_zero by (rewrite map_length; auto). now rewrite (firstn_map
        snd n y). }
    rewrite E, due_app, due_all, (due_none d y (ev :: B)); [lia| |].
    - intros x I A. destruct (reached _ _ _) eqn:Rc; auto. exfalso. assert (Ix : In (En x) F) by
      (rewrite E; apply in_or_app; right; exact I). assert (Lt : lt (key ev) x). { destruct I as
      [Q|I]; [|exact (sorted_after _ _ _ _ So I)]. exfalso. rewrite Q in Kev. cbn in Kev. rewrite
      Kev in Ix. apply (iteration_positive _ _ _ _ Sh) in Ix. lia. } destruct (Rz x A) as (Fx & Rx).
      apply Rx in Rc. destruct Rc as [Rc|Rc].
      + assert (Q := lt_vector (firstn n y) x). rewrite Lu in Q. apply (proj2 (Q Fx)) in Rc. apply
        (lt_irrefl x). eapply lt_trans; [exact Rc|]. eapply lt_trans; [|exact Lt]. rewrite Kv. now
        apply lt_prefix.
      + assert (Eq : firstn n x = firstn n y) by (apply pairs_eq; rewrite <- firstn_map; auto).
        destruct (le_lt_dec (length x) n) as [Le|Gt]. { rewrite firstn_all2 in Eq by auto. rewrite
        Eq, Kv in Lt. rewrite <- (app_nil_r (firstn n y)) in Lt at 2. apply lt_app in Lt. destruct
        (skipn n y) as [|(?, ?)]; exact Lt. } destruct (side_by_side x Ix A Eq Gt) as (j & r & i &
        r' & Ex & J & Ek & _ & Ey). assert (Lt' := Lt). rewrite Ex, Ek in Lt'. rewrite <- !app_assoc
        in Lt'. cbn [app] in Lt'. apply lt_app in Lt'. cbn in Lt'. unfold over in O. rewrite
        !orb_true_iff in O. destruct O as [[O|O]|O].
        * apply Nat.eqb_eq in O. rewrite <- A in O. unfold addr in O. rewrite map_length in O. lia.
        * apply Nat.ltb_lt in O. lia.
        * rewrite scope_is in O. assert (Gy : n < length y). { unfold exclusive in O. rewrite
          !andb_true_iff, !Nat.ltb_lt in O. destruct O as ((_ & O) & _). unfold addr in O. now
          rewrite map_length in O. } destruct (Ey Gy) as (r3 & Ey3). rewrite <- Lu in O. apply
          (exclusive_absurd (addr y) P (firstn n y) (item_of (consumer d) n) (item_of P n) i j r3 r
          O); rewrite <- ?Ey3, <- ?Ex; auto. exact y_in.
    - intros x I A. destruct (Rz x A) as (Fx & Rx). apply Rx. assert (Lx : length (firstn n (map snd
      x)) = length (map snd (firstn n y))). { rewrite map_length, firstn_length, map_length, Lu.
      destruct (P_place x A). lia. } destruct (vlt_total _ _ Lx) as [Q|[Q|Q]]; auto. exfalso. assert
      (Q' := vlt_beyond (firstn n y) (skipn n y ++ [(k, 0)]) x). rewrite Lu in Q'. specialize (Q' Fx
      Q). rewrite <- Kv in Q'. exact (lt_irrefl _ (lt_trans _ _ _ Q' (sorted_front _ _ _ _ So I))).
      Qed.
  (* Distance k on the scope at depth h + 1. *)
  Section Cut.
    Variables (h : nat) (kk : Z) (rest : list Z). Hypothesis Out : outermost (distance d) = Some (h,
      kk, rest). Hypothesis Pos : (0 < kk)%Z. Notation j := (Z.to_nat (kk - 1)).
    Definition settled := forallb (fun i => (i =? 0)%Z) rest = true /\ transparent p (addr y) (S h)
      n = true.
    Lemma depth : distance d = repeat 0%Z h ++ kk :: rest /\ n = S h + length rest /\ h < length y.
    Proof using Out Cons Common. destruct (outermost_some _ _ _ _ Out) as (Ed & _). destruct heads
      as (_ & Ly & _). assert (Ln : n = S h + length rest) by (rewrite Ed, app_length,
      repeat_length; cbn; lia). split; auto. split; auto. lia. Qed.
    Lemma back_exists : j < nth h (map snd y) 0 /\ (kk < Z.of_nat (nth h (map snd y) 0%nat))%Z.
    Proof using Out Pos Cons Common Owes. destruct depth as (Ed & Ln & _). assert (Q := Owes h
      ltac:(lia)). rewrite Ed, app_nth2, repeat_length, Nat.sub_diag in Q by (rewrite repeat_length;
      lia). cbn in Q. lia. Qed.
    (* The entry j iterations before the current one; entries that count are before it. *)
    Lemma at_cut q m v w x : y = (q ++ [(m, v)]) ++ w -> length q = h -> v = nth h (map snd y) 0 ->
      addr x = P -> (lt x (q ++ [(m, v - j)]) <-> vlt (firstn (S h) (map snd x)) (firstn h (map snd
      y) ++ [nth h (map snd y) 0 - j])).
    Proof using Kev Cons Common Out. intros Ey Lq V A. destruct depth as (Ed & Ln & Ly). destruct
      (P_place x A) as (_ & Ax). assert (Mz : map snd (q ++ [(m, v - j)]) = firstn h (map snd y) ++
      [nth h (map snd y) 0 - j]). { rewrite map_app, <- V. f_equal. rewrite Ey, <- app_assoc,
      map_app, firstn_prefix; auto. now rewrite map_length. } rewrite <- Mz. replace (S h) with
      (length (q ++ [(m, v - j)])) by (rewrite length_snoc; lia). apply lt_vector. rewrite
      length_snoc, Lq. assert (X := f_equal (firstn (S h)) Ax). rewrite !firstn_firstn in X. replace
      (Nat.min (S h) n) with (S h) in X by lia. unfold addr in X. rewrite X, Ey, firstn_map,
      firstn_prefix, !map_app; auto. rewrite length_snoc. lia. Qed.
    Lemma early q m v w x : y = (q ++ [(m, v)]) ++ w -> length q = h -> v = nth h (map snd y) 0 ->
      addr x = P -> reached (map snd x) (map snd y) (distance d) = true -> lt x (q ++ [(m, v - j)]).
    Proof using Sh E Kev Cons Common Owes Out Pos. intros Ey Lq V A Rx. destruct depth as (Ed & Ln &
      Ly). destruct back_exists as (Jv & Kv). destruct (P_place x A) as (Lx & _). destruct heads as
      (_ & H2 & _). apply (at_cut q m v w x Ey Lq V A). apply (reached_cut h kk rest Pos); try
      (rewrite map_length; lia); auto. now rewrite <- Ed. Qed.
    Lemma cut_at q m v w : y = (q ++ [(m, v)]) ++ w -> length q = h -> v = nth h (map snd y) 0 ->
      forall A' B', F = A' ++ En (q ++ [(m, v - j)]) :: B' -> due d y F <= entries P A' /\ (settled
      -> due d y F = entries P A').
    Proof using Sh E Kev Cons Common Owes Out Pos. intros Ey Lq V A' B' E'. assert (So := sh_sorted
      _ _ _ _ Sh). rewrite E' in So. assert (After : forall x, In (En x) (En (q ++ [(m, v - j)]) ::
      B') -> addr x = P -> reached (map snd x) (map snd y) (distance d) = false).
      { intros x I A. destruct (reached _ _ _) eqn:Q; auto. exfalso. apply (early q m v w x Ey Lq V
        A) in Q. destruct I as [I|I].
        - inversion I as [X]. rewrite <- X in Q. exact (lt_irrefl _ Q).
        - exact (lt_irrefl _ (lt_trans _ _ _ Q (sorted_after _ _ _ _ So I))). }
      rewrite E', due_app, (due_none d y (_ :: B') After). split.
      - assert (Q := due_le d y A'). lia.
      - intros (Rz & T). rewrite due_all; [lia|]. intros x I A. destruct depth as (Ed & Ln & Ly).
        destruct back_exists as (Jv & Kv). destruct heads as (H1 & H2 & H3). destruct (P_place x A)
        as (Lx & Ax). rewrite Ed. destruct (reached_cut h kk rest Pos (map snd x) (map snd y)) as (_
        & R2); try (rewrite map_length; lia); auto. apply R2; try (rewrite skipn_length, map_length;
        lia).
        + clear - Rz. induction rest as [|z l IH]; auto. cbn in *. apply andb_true_iff in Rz as (Z0
          & Rz). apply Z.eqb_eq in Z0. subst. f_equal. auto.
        + assert (Ix : In (En x) F) by (rewrite E'; apply in_or_app; auto). assert (Sb :=
          same_branches _ _ _ _ Sh x y (S h) n Ix y_in Lx H2 Ax T ltac:(lia)). rewrite Ln,
          !skipn_firstn_comm in Sb. replace (S h + length rest - S h) with (length rest) in Sb by
          lia. rewrite !skipn_map, !firstn_map. now rewrite Sb.
        + apply (at_cut q m v w x); auto. exact (sorted_front _ _ _ _ So I). Qed.
    (* That entry is where the history register looks. *)
    Lemma owed_history : exists q m v w A', y = (q ++ [(m, v)]) ++ w /\ length q = h /\ firstn (S h)
      (addr y) = addr q ++ [m] /\ ideal L (RH (addr q ++ [m]) P j) = Z.of_nat (entries P A') /\
      entries (addr q ++ [m]) L = entries (addr q ++ [m]) A' + S j /\ due d y F <= entries P A' /\
      (settled -> due d y F = entries P A').
    Proof using Sh E Kev Cons Common Owes Out Pos. destruct depth as (_ & _ & Ly). destruct
      back_exists as (Jv & _). destruct (at_depth y _ k h Kev Ly) as (q & m & v & w & Ey & Lq & V &
      K' & Nw & Ad). rewrite <- V in Jv. destruct (history_value _ _ _ _ Sh L B ev q _ m v E K' Nw _
      _ j (ideal_keeps _ P) Jv) as (A' & B' & E' & Hv & C & _). exists q, m, v, w, A'. split; auto.
      split; auto. split; auto. split; auto. split; auto. exact (cut_at q m v w Ey Lq V A' B' E').
      Qed.
    (* P is the scope itself. *)
    Lemma owed_direct : settled -> length P = S h -> (Z.of_nat (entries P L) - kk = Z.of_nat (due d
      y F))%Z.
    Proof using Sh E Kev Cons Common Owes Out Pos. intros St Lp. destruct owed_history as (q & m & v
      & w & A' & _ & _ & Ad & _ & C & _ & D). destruct depth as (_ & Ln & _). destruct heads as (H1
      & H2 & H3). assert (Pe : P = addr q ++ [m]).
      { rewrite <- Ad. assert (n = S h) as <- by lia. rewrite H1. symmetry. apply firstn_all2. lia.
          }
      rewrite (D St), Pe, C. lia. Qed.
    (* Nothing of P ran in the current iteration before the consumer. *)
    Lemma owed_untouched : settled -> kk = 1%Z -> untouched p (consumer d) P n = true -> due d y F =
      entries P L.
    Proof using Sh E Kev Cons Common Owes Out Pos. intros St K1 U. destruct depth as (_ & Ln & Ly).
      destruct heads as (H1 & H2 & H3). destruct (at_depth y _ k h Kev Ly) as (q & m & v & w & Ey &
      Lq & V & K' & Nw & _). destruct (since _ _ _ _ Sh L B ev q _ m v E K' Nw) as (A & B1 & El & Lo
      & _ & _). assert (EF := E). rewrite El, <- app_assoc in EF. cbn in EF. assert (Vj : v = v - j)
      by lia. rewrite Vj in EF at 1. rewrite (proj2 (cut_at q m v w Ey Lq V A _ EF) St), El,
      entries_app. rewrite (entries_none P (En _ :: B1)); [lia|]. unfold untouched in U. apply
      andb_true_iff in U as (Lp & U). apply Nat.ltb_lt in Lp. intros x I Ax. assert (Lx : length x =
      length P) by (rewrite <- Ax; unfold addr; now rewrite map_length). destruct I as [I|I]. {
      inversion I as [Q]. rewrite <- Q, length_snoc in Lx. lia. } destruct (Lo x I) as (L1 & L2).
      rewrite K' in L2. destruct (lt_inside _ _ _ L1 L2) as (r & Ex & _). assert (Ix : In (En x) F).
      { rewrite E, El. apply in_or_app. left. apply in_or_app. right. now right. } assert (Eq :
        firstn n x = firstn n y). { rewrite <- (firstn_skipn (S h) (firstn n x)), <- (firstn_skipn
        (S h) (firstn n y)). destruct (P_place x Ax) as (Nx & Hx). destruct St as (_ & T). rewrite
        (same_branches _ _ _ _ Sh x y (S h) n Ix y_in Nx H2 Hx T) by lia. f_equal. rewrite
        !firstn_firstn. replace (Nat.min (S h) n) with (S h) by lia. rewrite Ex, Ey, !firstn_prefix;
        auto; rewrite length_snoc; lia. } destruct (side_by_side x Ix Ax Eq ltac:(lia)) as (i & s &
        i' & s' & Fx & J & Ek & Vi & Fy). cbn zeta in *. rewrite <- K' in L2. rewrite Fx, Ek, <-
        !app_assoc in L2. cbn [app] in L2. apply lt_app in L2. cbn in L2. rewrite !orb_true_iff in
        U. destruct U as [[U|U]|U].
      - apply Nat.ltb_lt in U. lia.
      - rewrite scope_is in U. assert (Gy : n < length y). { unfold exclusive in U. rewrite
        !andb_true_iff, !Nat.ltb_lt in U. destruct U as (_ & U). unfold addr in U. now rewrite
        map_length in U. } destruct (Fy Gy) as (r3 & Ey3). assert (Lu : length (firstn n y) = n) by
        (rewrite firstn_length; lia). rewrite <- Lu in U. apply (exclusive_absurd P (addr y) (firstn
        n y) (item_of P n) (item_of (consumer d) n) i i' s r3 U); rewrite <- ?Ey3, <- ?Fx; auto.
        exact y_in.
      - apply andb_true_iff in U as (U1 & U2). apply Nat.eqb_eq in U1, U2. rewrite (Vi U2) in L2.
        lia. Qed.
  End Cut.
  Definition one_level (x : class) : Prop := match x with TwoLevel _ _ _ => False | _ => True end.
  Theorem one_level_value x : classify p d = Some x -> one_level x -> evaluate (ideal L) (expr d x)
    = Z.of_nat (due d y F).
  Proof using Sh E Kev Cons Common Owes. unfold classify. destruct (well_formed p d);
    [|discriminate]. destruct (outermost (distance d)) as [((h, kk), rest)|] eqn:Out.
    - rewrite scope_is. destruct (_ && _ && _) eqn:St.
      + rewrite !andb_true_iff in St. destruct St as ((Pos & Rz) & T). apply Z.ltb_lt in Pos. assert
        (St : settled h rest) by (split; auto). destruct (length P =? S h) eqn:Lp; [|destruct (_ &&
        _) eqn:U]; inversion 1; subst x; intros _; cbn [expr evaluate value apply].
        * rewrite ideal_entries. apply Nat.eqb_eq in Lp. now apply (owed_direct h kk rest).
        * rewrite ideal_entries. apply andb_true_iff in U as (K1 & U). apply Z.eqb_eq in K1. now
          rewrite (owed_untouched h kk rest Out Pos St K1 U).
        * destruct (owed_history h kk rest Out Pos) as (q & m & v & w & A' & _ & _ & Ad & V & _ & _
          & D). rewrite scope_is, Ad, V. now rewrite (D St).
      + destruct (two_level _ _ _ _ _ _); [|discriminate]. inversion 1; subst x. intros [].
    - destruct (over _ _ _ _) eqn:O; inversion 1; subst x. intros _. cbn. rewrite ideal_entries. now
      rewrite (owed_now (outermost_none _ Out) O). Qed.
End Classes.
