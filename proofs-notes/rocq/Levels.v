(* The two-level class: distance a on the loop Q around S, any distance b on S.
   The cut lies inside the Q-iteration v - a: its entries of S with an iteration up to t_S - b
   count. They are numbered 1, 2, ..., so there are min(t_S - b, all of them); all of them is the
   difference of two histories over Q. Section hypotheses as in Classes.v. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Classes.
Lemma firstn_snoc_nth (l : list nat) i : i < length l -> firstn (S i) l = firstn i l ++ [nth i l 0].
Proof. revert i. induction l as [|x l IH]; cbn [length]; intros [|i] I; try lia; [reflexivity|].
  change (firstn (S (S i)) (x :: l)) with (x :: firstn (S i) l). rewrite IH by lia. reflexivity.
  Qed.
Lemma nth_last (l : list Z) : l <> [] -> nth (length l - 1) l 0%Z = last l 0%Z.
Proof. induction l as [|x [|z l] IH]; [congruence|reflexivity|]. intros _. cbn [length nth last] in
  *. rewrite Nat.sub_succ, Nat.sub_0_r in *. now apply IH. Qed.
Lemma nth_skipn_ {T} i j (l : list T) x : nth j (skipn i l) x = nth (i + j) l x.
Proof. revert l. induction i; intros l; [reflexivity|]. destruct l; [destruct j; reflexivity|].
  apply IHi. Qed.
Section Levels.
  Variables (trips : oracle) (p : program) (e : engine) (F : list event). Hypothesis Sh : shaped
    trips p e F.
  (* The entries of one visit (prefix u, item m) after a point z in front of it. *)
  Section Visit.
    Variables (A0 Seg B : list event) (z : event) (u : place) (m : nat). Hypothesis E : F = A0 ++ z
      :: Seg ++ B. Hypothesis Front : forall i, 1 <= i -> In (En (u ++ [(m, i)])) F -> lt (key z) (u
      ++ [(m, i)]). Notation P := (addr u ++ [m]). Hypothesis Mine : forall x, In (En x) Seg -> addr
      x = P -> exists i, x = u ++ [(m, i)]. Hypothesis NotZ : is_entry P z = false.
    Lemma number_before S1 i S2 : Seg = S1 ++ En (u ++ [(m, i)]) :: S2 -> S i = S (S (i - 1)) /\
      entries P S1 = i - 1.
    Proof using Sh E Front Mine NotZ. intros Es. assert (I : In (En (u ++ [(m, i)])) F). { rewrite
      E, Es. apply in_or_app. right. right. apply in_or_app. left. apply in_or_app. right. now left.
      } assert (Pi := iteration_positive _ _ _ _ Sh u m i I). split; [lia|]. assert (EF : F = (A0 ++
        z :: S1) ++ En (u ++ [(m, i)]) :: S2 ++ B). { rewrite E, Es, <- !app_assoc. cbn. now rewrite
        <- ?app_assoc. } destruct (history_at _ _ _ _ Sh u m _ _ (i - 1) (ideal_keeps _ P) i _ _ EF
        ltac:(lia)) as (A' & B' & E' & _ & C & _). replace (i - (i - 1)) with 1 in E' by lia.
      (* the first iteration of the visit is in the segment too *)
      assert (So := sh_sorted _ _ _ _ Sh). assert (I1 : In (En (u ++ [(m, 1)])) F) by (rewrite E';
        apply in_or_app; right; now left). assert (L1 := Front 1 ltac:(lia) I1). assert (Q : exists
        S0 S3, (A0 ++ z :: S0) ++ En (u ++ [(m, 1)]) :: S3 = F /\ (forall x, In (En x) S0 -> In (En
        x) Seg)).
      { destruct (Nat.eq_dec i 1) as [->|Ne].
        - exists S1, (S2 ++ B). split; auto. intros x X. rewrite Es. apply in_or_app. auto.
        - assert (J : In (En (u ++ [(m, 1)])) (A0 ++ z :: S1)).
          { rewrite EF in So, I1. apply (sorted_before _ _ _ _ So I1). cbn. apply lt_app. cbn. lia.
              }
          apply in_app_or in J as [J|[J|J]].
          + exfalso. rewrite E in So. apply (sorted_front _ _ _ _ So) in J. cbn in J. exact
            (lt_irrefl _ (lt_trans _ _ _ L1 J)).
          + rewrite J in L1. cbn in L1. exfalso. exact (lt_irrefl _ L1).
          + apply in_split in J as (S0 & S4 & ->). exists S0, (S4 ++ En (u ++ [(m, i)]) :: S2 ++ B).
            split.
            * rewrite EF, <- !app_assoc. cbn. now rewrite <- ?app_assoc.
            * intros x X. rewrite Es. apply in_or_app. left. apply in_or_app. auto. }
      destruct Q as (S0 & S3 & Q & Sub). symmetry in Q. assert (A' = A0 ++ z :: S0) as -> by exact
        (split_same _ _ _ _ Sh _ _ _ _ _ E' Q). rewrite !entries_app in C. change (z :: S0) with
        ([z] ++ S0) in C. change (z :: S1) with ([z] ++ S1) in C. rewrite !entries_app in C. rewrite
        (entries_none P S0) in C; [lia|]. intros x X Ax. destruct (Mine x (Sub x X) Ax) as (l & ->).
        rewrite Q in So. assert (Lx : lt (u ++ [(m, l)]) (u ++ [(m, 1)])). { apply (sorted_front _ _
        _ (En (u ++ [(m, l)])) So). apply in_or_app. right. now right. } apply lt_app in Lx. cbn in
        Lx. assert (1 <= l); [|lia]. apply (iteration_positive _ _ _ _ Sh u m). rewrite Q. apply
        in_or_app. left. apply in_or_app. right. now right. Qed.
    Lemma last_entry l : entries P l = 0 \/ exists S1 x S2, l = S1 ++ En x :: S2 /\ addr x = P /\
      entries P S2 = 0.
    Proof using Type. induction l as [|ev l IH]; [auto|]. destruct IH as [Z|(S1 & x & S2 & -> & A &
      N)].
      - destruct (is_entry P ev) eqn:I.
        + right. destruct ev; try discriminate. apply addr_eqb_eq in I. exists [], x, l. auto.
        + left. unfold entries in *. cbn. now rewrite I.
      - right. exists (ev :: S1), x, S2. auto. Qed.
    (* Up to iteration J there are min(J, all). *)
    Lemma numbered (good : event -> bool) J : 1 <= J -> (forall i, In (En (u ++ [(m, i)])) F -> good
      (En (u ++ [(m, i)])) = (i <=? J)) -> (forall ev, is_entry P ev = false -> good ev = false) ->
      length (filter good Seg) = Nat.min J (entries P Seg).
    Proof using Sh E Front Mine NotZ. intros J1 G Gn. assert (So := sh_sorted _ _ _ _ Sh). assert
      (In_F : forall ev, In ev Seg -> In ev F). { intros ev I. rewrite E. apply in_or_app. right.
      right. apply in_or_app. auto. } assert (Sseg : sorted Seg). { rewrite E in So. apply
      sorted_app in So as (_ & (_ & So) & _). now apply sorted_app in So. } assert (All : forall l,
      (forall x, In (En x) l -> In (En x) Seg) -> (forall i, In (En (u ++ [(m, i)])) l -> i <= J) ->
      length (filter good l) = entries P l). { intros l Sub Le. unfold entries. f_equal. apply
      filter_ext_in. intros ev I. destruct (is_entry P ev) eqn:Q; [|auto]. destruct ev; try
      discriminate. apply addr_eqb_eq in Q. destruct (Mine x (Sub x I) Q) as (i & ->). rewrite G by
      (apply In_F, Sub, I). apply Nat.leb_le. auto. } assert (None : forall l, (forall x, In (En x)
      l -> In (En x) Seg) -> (forall i, In (En (u ++ [(m, i)])) l -> J < i) -> length (filter good
      l) = 0).
      { intros l Sub Gt. induction l as [|ev l IH]; auto. cbn. assert (Q : good ev = false). {
        destruct (is_entry P ev) eqn:Q; [|auto]. destruct ev; try discriminate. apply addr_eqb_eq in
        Q. assert (X : In (En x) (En x :: l)) by now left. destruct (Mine x (Sub x X) Q) as (i &
        ->). rewrite G by (apply In_F, Sub, X). apply Nat.leb_gt. now apply Gt. }
        rewrite Q. apply IH; intros; [apply Sub | apply Gt]; now right. }
      destruct (last_entry Seg) as [Z|(S1 & x & S2 & Es & A & Z)].
      - rewrite Z, Nat.min_0_r. assert (Q := All Seg (fun _ X => X)). destruct (filter good Seg) as
        [|ev r] eqn:Fl; auto. exfalso. assert (X : In ev (filter good Seg)) by (rewrite Fl; now
        left). apply filter_In in X as (X & Ge). destruct (is_entry P ev) eqn:I.
        + unfold entries in Z. assert (Y : In ev (filter (is_entry P) Seg)) by now apply filter_In.
          destruct (filter (is_entry P) Seg); [destruct Y|discriminate].
        + rewrite (Gn ev I) in Ge. discriminate.
      - assert (Ix : In (En x) Seg) by (rewrite Es; apply in_or_app; right; now left). destruct
        (Mine x Ix A) as (i0 & ->). destruct (number_before S1 i0 S2 Es) as (_ & C). assert (P0 :=
        iteration_positive _ _ _ _ Sh u m i0 (In_F _ Ix)). assert (T : entries P Seg = i0). {
        rewrite Es, entries_app. change (En ?w :: S2) with ([En w] ++ S2). rewrite entries_app, Z,
        C. unfold entries. cbn. assert (Ad : addr (u ++ [(m, i0)]) = P) by (unfold addr; now rewrite
        map_app). rewrite Ad, addr_eqb_refl. cbn. lia. } rewrite T. destruct (le_lt_dec i0 J) as
        [Le|Gt].
        + rewrite All, T; auto; [lia|]. intros i I. rewrite Es in I, Sseg. apply in_app_or in I as
          [I|[I|I]].
          * apply (sorted_front _ _ _ _ Sseg) in I. apply lt_app in I. cbn in I. lia.
          * inversion I as [Y]. apply app_inj_tail in Y as (_ & Y). inversion Y. lia.
          * exfalso. apply in_split in I as (l1 & l2 & ->). rewrite entries_app in Z. change (En ?w
            :: l2) with ([En w] ++ l2) in Z. rewrite entries_app in Z. unfold entries at 2 in Z. cbn
            in Z. assert (Ad : addr (u ++ [(m, i)]) = P) by (unfold addr; now rewrite map_app).
            rewrite Ad, addr_eqb_refl in Z. cbn in Z. lia.
        + assert (W : In (En (u ++ [(m, S J)])) Seg).
          { assert (Wf := sh_earlier _ _ _ _ Sh u m (S J) i0 (In_F _ Ix) ltac:(lia)). assert (Lw :=
            Front (S J) ltac:(lia) Wf). destruct (Nat.eq_dec i0 (S J)) as [<-|Ne]; auto. assert (EF
            : F = (A0 ++ z :: S1) ++ En (u ++ [(m, i0)]) :: S2 ++ B). { rewrite E, Es, <-
            !app_assoc. cbn. now rewrite <- ?app_assoc. }
            rewrite EF in So, Wf. apply sorted_before in Wf; auto; [|cbn; apply lt_app; cbn; lia].
              apply in_app_or in Wf as [J0|[J0|J0]].
            - exfalso. rewrite <- app_assoc in So. apply (sorted_front _ _ _ _ So) in J0. cbn in J0.
              exact (lt_irrefl _ (lt_trans _ _ _ Lw J0)).
            - rewrite J0 in Lw. cbn in Lw. exfalso. exact (lt_irrefl _ Lw).
            - rewrite Es. apply in_or_app. auto. }
          apply in_split in W as (Sw & Sx & Ew). destruct (number_before Sw (S J) Sx Ew) as (_ &
            Cw). rewrite Ew in Sseg. rewrite Ew at 1. rewrite filter_app, app_length. rewrite All,
            None, Cw; [lia| | | |].
          * intros w I. rewrite Ew. apply in_or_app. right. exact I.
          * intros i [I|I].
            -- inversion I as [Y]. apply app_inj_tail in Y as (_ & Y). inversion Y. lia.
            -- apply (sorted_after _ _ _ _ Sseg) in I. apply lt_app in I. cbn in I. lia.
          * intros w I. rewrite Ew. apply in_or_app. auto.
          * intros i I. apply (sorted_front _ _ _ _ Sseg) in I. apply lt_app in I. cbn in I. lia.
            Qed.
  End Visit.
  Variables (L B : list event) (ev : event) (y : place) (k : nat) (d : dependency). Hypothesis E : F
    = L ++ ev :: B. Hypothesis Kev : key ev = y ++ [(k, 0)]. Hypothesis Cons : consumer d = addr y
    ++ [k]. Notation P := (scope_of (producer d)). Notation n := (length (distance d)). Hypothesis
    Common : n <= common (scope_of (consumer d)) P. Hypothesis Owes : forall i, i < n -> (nth i
    (distance d) 0%Z < Z.of_nat (nth i (map snd y) 0%nat))%Z.
  Section Two.
  Variables (h : nat) (a : Z) (rest : list Z). Hypothesis Out : outermost (distance d) = Some (h, a,
    rest). Hypothesis Two : two_level p (addr y) P h a rest n = true. Notation g := (length rest -
    1). Notation b := (last rest 0%Z).
  Lemma shape : (0 < a)%Z /\ rest = repeat 0%Z g ++ [b] /\ n = S h + S g /\ length P = n /\
    transparent p (addr y) (S h) (n - 1) = true /\ distance d = repeat 0%Z h ++ a :: rest.
  Proof using Two Out Common. unfold two_level in Two. rewrite !andb_true_iff in Two. destruct Two
    as ((((A & R1) & Z0) & Lp) & T). apply Z.ltb_lt in A. apply Nat.leb_le in R1. apply Nat.eqb_eq
    in Lp. destruct (outermost_some _ _ _ _ Out) as (Ed & _). assert (Rr : rest = removelast rest ++
    [b]). { apply app_removelast_last. intros Q. rewrite Q in R1. cbn in R1. lia. } assert (Lr :
    length (removelast rest) = g) by (apply (f_equal (@length Z)) in Rr; rewrite length_snoc in Rr;
    lia). split; auto. split; [|split; [|split; [|split]]]; auto.
    - rewrite Rr at 1. f_equal. rewrite <- Lr. clear - Z0. induction (removelast rest) as [|z l IH];
      auto. cbn in *. apply andb_true_iff in Z0 as (Q & Z0). apply Z.eqb_eq in Q. subst. f_equal.
      auto.
    - rewrite Ed, app_length, repeat_length. cbn. lia. Qed.
  Theorem two_level_value : evaluate (ideal L) (expr d (TwoLevel (S h) a b)) = Z.of_nat (due d y F).
  Proof using Sh E Kev Cons Common Owes Out Two. destruct shape as (Pos & Rr & Ln & Lp & T & Ed).
    destruct (heads y k d Cons Common) as (H1 & H2 & H3). destruct (back_exists y k d Cons Common
    Owes h a rest Out Pos) as (Jv & Av). assert (Ly : h < length y) by lia. destruct (at_depth y _ k
    h Kev Ly) as (q & m & v & w & Ey & Lq & V & K' & Nw & _). rewrite <- V in Jv, Av. destruct
    (history_value _ _ _ _ Sh L B ev q _ m v E K' Nw _ _ _ (ideal_keeps _ P) Jv) as (A1 & B1 & E1 &
    V1 & _). destruct (history_value _ _ _ _ Sh L B ev q _ m v E K' Nw _ _ (Z.to_nat a) (ideal_keeps
    _ P) ltac:(lia)) as (A0 & B0 & E0 & V0 & _). assert (Vs : v - Z.to_nat (a - 1) = S (v - Z.to_nat
    a)) by lia. assert (E1' := E1). rewrite Vs in E1'. destruct (previous _ _ _ _ Sh q m _ A1 B1 E1'
    ltac:(lia)) as (A0' & Seg & Es & _ & _). set (za := q ++ [(m, v - Z.to_nat a)]) in *. assert (EF
    : F = A0' ++ En za :: Seg ++ En (q ++ [(m, S (v - Z.to_nat a))]) :: B1) by (rewrite E1', Es, <-
    app_assoc; reflexivity). assert (A0' = A0) by exact (split_same _ _ _ _ Sh A0' _ A0 B0 (En za)
    EF E0). subst A0'. rename Es into Es'. assert (Lz : length za = S h) by (unfold za; rewrite
    length_snoc; lia). assert (Mz : map snd za = firstn h (map snd y) ++ [nth h (map snd y) 0 -
    Z.to_nat a]). { unfold za. rewrite map_app, <- V. f_equal. rewrite Ey, <- app_assoc, map_app,
    firstn_prefix; auto. now rewrite map_length. } assert (Az : addr za = firstn (S h) (addr y)). {
    unfold za, addr. rewrite Ey, firstn_map, firstn_prefix, !map_app; auto. rewrite length_snoc.
    lia. }
    (* the branch prefix and the item of S *)
    set (br := skipn (S h) (firstn (n - 1) y)). set (u := za ++ br). set (ms := nth (n - 1) (addr y)
      0). assert (Lbr : length br = g) by (unfold br; rewrite skipn_length, firstn_length; lia).
      assert (Lu : length u = n - 1) by (unfold u; rewrite app_length; lia). assert (Au : addr u =
      firstn (n - 1) (addr y)). { unfold u, br, addr in *. rewrite map_app, Az, <- skipn_map, <-
      firstn_map. rewrite <- (firstn_skipn (S h) (firstn (n - 1) (map fst y))) at 2. f_equal.
      rewrite firstn_firstn. f_equal. lia. } assert (Pe : P = addr u ++ [ms]). { rewrite <-
      (firstn_all2 P (n := n)) by lia. rewrite <- H1, Au. replace n with (S (n - 1)) at 1 by lia.
      rewrite firstn_snoc_nth; auto. unfold addr. rewrite map_length. lia. } assert (So := sh_sorted
      _ _ _ _ Sh). assert (Y := y_in _ _ _ _ Sh L B ev y k E Kev). assert (Mine : forall x, In (En
      x) Seg -> addr x = addr u ++ [ms] -> exists i, x = u ++ [(ms, i)]).
    { intros x I Ax. assert (Lx : length x = n). { assert (Q := f_equal (@length nat) Ax). rewrite
      length_snoc in Q. unfold addr in Q. rewrite !map_length in Q. lia. }
      assert (Ix : In (En x) F) by (rewrite EF; apply in_or_app; right; right; apply in_or_app;
        auto). assert (L1 : lt za x). { rewrite EF in So. apply (sorted_after _ _ _ (En x) So).
        apply in_or_app. auto. } assert (L2 : lt x (q ++ [(m, S (v - Z.to_nat a))])). { rewrite E1',
        Es' in So. apply (sorted_front _ _ _ (En x) So). apply in_or_app. right. now right. }
        destruct (lt_iteration _ _ _ _ L1 L2) as (r & Ex & _). fold za in Ex. destruct (split_at x
        (n - 1) ltac:(lia)) as (q2 & m2 & i & w2 & Ex2 & Lq2 & _). assert (w2 = []) as ->. { apply
        (f_equal (@length (nat * nat))) in Ex2. rewrite app_length, length_snoc in Ex2. destruct w2;
        auto. cbn in Ex2. lia. } rewrite app_nil_r in Ex2. exists i. assert (Q2 : q2 = firstn (n -
        1) x) by (rewrite Ex2, firstn_prefix; auto). assert (Qu : q2 = u).
      { rewrite Q2, <- (firstn_skipn (S h) (firstn (n - 1) x)). unfold u, br. f_equal.
        - rewrite firstn_firstn. replace (Nat.min (S h) (n - 1)) with (S h) by lia. rewrite Ex. now
          apply firstn_prefix.
        - apply (same_branches _ _ _ _ Sh x y (S h) (n - 1)); auto; try lia. rewrite Ax, <- Au.
          apply firstn_prefix. unfold addr. now rewrite map_length. }
      rewrite Ex2, Qu in Ax. unfold addr in Ax. rewrite map_app in Ax. apply app_inj_tail in Ax as
        (_ & Ax). cbn in Ax. now rewrite Ex2, Qu, Ax. }
    assert (Front : forall i, 1 <= i -> In (En (u ++ [(ms, i)])) F -> lt za (u ++ [(ms, i)])). {
      intros i _ _. unfold u. rewrite <- app_assoc. apply lt_prefix. destruct br; discriminate. }
      assert (NotZ : is_entry (addr u ++ [ms]) (En za) = false). { cbn. destruct (addr_eqb _ _)
      eqn:Q; auto. apply addr_eqb_eq in Q. rewrite <- Pe in Q. apply (f_equal (@length nat)) in Q.
      unfold addr in Q. rewrite map_length in Q. lia. } set (J := Z.to_nat (Z.of_nat (nth (n - 1)
      (map snd y) 0%nat) - b)). assert (Bv : (b < Z.of_nat (nth (n - 1) (map snd y) 0%nat))%Z). {
      assert (Q := Owes (n - 1) ltac:(lia)). assert (Nd : nth (n - 1) (distance d) 0%Z = b); [|now
      rewrite Nd in Q]. replace (n - 1) with (h + S g) by lia. rewrite Ed, app_nth2, repeat_length
      by (rewrite repeat_length; lia). replace (h + S g - h) with (S g) by lia. cbn [nth]. apply
      nth_last. intros X. rewrite X in Rr. now destruct g. } assert (G : forall i, In (En (u ++
      [(ms, i)])) F -> in_time d (target y d) (En (u ++ [(ms, i)])) = (i <=? J)).
    { intros i _. rewrite in_time_reached. assert (Ax : addr (u ++ [(ms, i)]) = P) by (rewrite Pe;
      unfold addr; now rewrite map_app). rewrite Ax, addr_eqb_refl, andb_true_l, Ed. assert (Ms :
      map snd (u ++ [(ms, i)]) = map snd za ++ map snd br ++ [i]) by (unfold u; rewrite !map_app, <-
      app_assoc; reflexivity). assert (Lys : length (map snd y) = length y) by apply map_length.
      assert (Lzs : length (map snd za) = S h) by (rewrite map_length; exact Lz). assert (Lbs :
      length (map snd br) = g) by (rewrite map_length; exact Lbr). rewrite reached_level; try lia.
      2: { rewrite Ms, app_length, Lzs. lia. } 2: { rewrite <- Mz, Ms. now apply firstn_prefix. }
        rewrite Ms, skipn_app, Lzs, Nat.sub_diag, skipn_all2, skipn_O by lia. rewrite app_nil_l.
        rewrite Rr, reached_last.
      - rewrite app_nth2, Lbs, Nat.sub_diag by lia. cbn [nth]. replace (nth g (skipn (S h) (map snd
        y)) 0) with (nth (n - 1) (map snd y) 0).
        + destruct (Z.leb_spec (Z.of_nat i) (Z.of_nat (nth (n - 1) (map snd y) 0%nat) - b));
          symmetry; [apply Nat.leb_le | apply Nat.leb_gt]; unfold J; lia.
        + rewrite nth_skipn_. f_equal. lia.
      - rewrite app_length, Lbs. cbn. lia.
      - rewrite skipn_length. lia.
      - rewrite firstn_prefix by exact Lbs. unfold br. rewrite skipn_firstn_comm, <- firstn_map, <-
        skipn_map. f_equal. lia. }
    assert (Gn : forall ev0, is_entry (addr u ++ [ms]) ev0 = false -> in_time d (target y d) ev0 =
      false). { intros [x0 n0|x0|x0 n0|x0 n0] Q; try reflexivity. rewrite in_time_reached, Pe. cbn
      in Q. now rewrite Q. } assert (Num := numbered A0 Seg _ (En za) u ms EF Front Mine NotZ
      (in_time d (target y d)) J ltac:(unfold J; lia) G Gn). change (length (filter (in_time d
      (target y d)) Seg)) with (due d y Seg) in Num. rewrite <- Pe in Num, NotZ. assert (Ez :
      entries P [En za] = 0) by (unfold entries; cbn [filter]; now rewrite NotZ). assert (D : due d
      y F = entries P A0 + Nat.min J (entries P Seg)).
    { rewrite EF, due_app. change (En za :: ?l) with ([En za] ++ l). rewrite !due_app, Num. assert
      (Z0 := due_le d y [En za]). rewrite Ez in Z0. rewrite due_all, (due_none d y (_ :: B1)); [lia|
      |].
      - intros x I Ax. destruct (reached _ _ _) eqn:Rc; auto. exfalso. apply (early _ _ _ _ Sh L B
        ev y k d E Kev Cons Common Owes h a rest Out Pos q m v w x Ey Lq V Ax) in Rc. rewrite Vs in
        Rc. rewrite E1' in So. destruct I as [I|I].
        + inversion I as [X]. rewrite <- X in Rc. exact (lt_irrefl _ Rc).
        + exact (lt_irrefl _ (lt_trans _ _ _ Rc (sorted_after _ _ _ _ So I))).
      - intros x I Ax. destruct (P_place y k d Cons Common x Ax) as (Lx & Fx). rewrite Ed. apply
        reached_strict; try (rewrite ?map_length; lia). rewrite <- Mz. assert (Q := lt_vector za x).
        rewrite Lz in Q. apply Q.
        + change (map fst x) with (addr x). change (map fst za) with (addr za). rewrite Az. assert
          (X := f_equal (firstn (S h)) Fx). rewrite !firstn_firstn in X. now replace (Nat.min (S h)
          n) with (S h) in X by lia.
        + rewrite EF in So. exact (sorted_front _ _ _ _ So I). }
    assert (T1 : ideal L (RT P) = Z.of_nat (nth (n - 1) (map snd y) 0)). { destruct (at_depth y _ k
      (n - 1) Kev ltac:(lia)) as (q1 & m1 & v1 & w1 & _ & _ & W1 & K1 & N1 & Ad). assert (Pq : P =
      addr q1 ++ [m1]). { rewrite <- Ad, <- (firstn_all2 P (n := n)), <- H1 by lia. f_equal. lia. }
      rewrite Pq, <- W1. exact (trip_value _ _ _ _ Sh L B ev q1 _ m1 v1 E K1 N1). } assert (E2 :
        entries P A1 = entries P A0 + entries P Seg). { rewrite Es'. change (En za :: Seg) with ([En
        za] ++ Seg). rewrite !entries_app. lia. } assert (Rm : firstn (S h) (scope_of (consumer d))
        = addr q ++ [m]). { rewrite (scope_is y k d Cons), <- Az. unfold za, addr. now rewrite
        map_app.
      } cbn [expr evaluate value apply]. rewrite Rm, V0, V1, T1, D, E2. unfold J. lia. Qed.
  End Two.
  (* All classes together. *)
  Theorem exact_value x : classify p d = Some x -> evaluate (ideal L) (expr d x) = Z.of_nat (due d y
    F).
  Proof using Sh E Kev Cons Common Owes. intros C. destruct x as [|a|h j|h a b|n0 w]; try (apply
    (one_level_value _ _ _ _ Sh L B ev y k d E Kev Cons Common Owes _ C); exact I). unfold classify
    in C. destruct (well_formed p d); [|discriminate]. destruct (outermost (distance d)) as [((h',
    a'), rest)|] eqn:Out.
    2: { destruct (over _ _ _ _); discriminate. } destruct (_ && _ && _). { destruct (_ =? _);
      [discriminate|]. destruct (_ && _); discriminate. } destruct (two_level _ _ _ _ _ _ _)
      eqn:Two; [|discriminate]. injection C as <- <- <-. rewrite (scope_is y k d Cons) in Two. exact
      (two_level_value h' a' rest Out Two). Qed.
  Theorem strengthened_value x : strengthen p d = Some x -> (Z.of_nat (due d y F) <= evaluate (ideal
    L) (expr d x))%Z.
  Proof using Sh E Kev Cons Common Owes. unfold strengthen. destruct (classify p d) as [x'|] eqn:C.
    - intros Q. injection Q as ->. rewrite (exact_value x C). lia.
    - destruct (outermost (distance d)) as [((h, kk), rest)|] eqn:Out; [|discriminate]. destruct
      (well_formed p d && (0 <? kk)%Z) eqn:W; inversion 1; subst x. apply andb_true_iff in W as (_ &
      Pos). apply Z.ltb_lt in Pos. destruct (owed_history _ _ _ _ Sh L B ev y k d E Kev Cons Common
      Owes h kk rest Out Pos) as (q & m & v & w & A' & _ & _ & Ad & V & _ & Le & _). cbn [expr
      evaluate value]. rewrite (scope_is y k d Cons), Ad, V. lia. Qed.
  (* In sequential order every instance that is owed lies before the consumer. [front x]: the
     instance of the producer in the entry x is before the statement ev. Entries that count for
     Equation 1 are in front, and so are those a strengthened wait counts. *)
  Hypothesis Pr : producer d = P ++ [last (producer d) 0]. Hypothesis Fw : forward p d = true.
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
      destruct (P_place y k d Cons Common x A) as (Lx & Ax). destruct (split_front y _ k n Kev H2)
      as (Lu & Kv & Nk). assert (Fx : firstn n (map fst x) = map fst (firstn n y)) by (rewrite <-
      firstn_map; exact Ax). rewrite Zd in Rc at 1. apply reached_zero in Rc; try (rewrite
      map_length; auto). unfold front. destruct Rc as [Rc|Rc]; rewrite (firstn_map snd n y) in Rc.
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
End Levels.
