(* What a dependency is owed, read from a register.
   Equation 1 sums entries over the whole run. Each class names a cut: a point of the consumer's
   past such that every entry of P before it counts and none after it does. The sum is then what
   the counter of P showed at that point. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Values.
Lemma common_firstn a b n : n <= common a b -> firstn n a = firstn n b /\ n <= length a /\ n <=
  length b.
Proof. revert b n. induction a as [|i a IH]; destruct b as [|j b]; cbn; intros n L; try (replace n
  with 0 by lia; cbn; repeat split; lia). destruct (Nat.eqb_spec i j) as [->|]; [|replace n with 0
  by lia; cbn; repeat split; lia]. destruct n; cbn; [repeat split; lia|]. destruct (IH b n
  ltac:(lia)) as (E & A & B). rewrite E. repeat split; lia. Qed.
Lemma outermost_some l h k rest : outermost l = Some (h, k, rest) -> l = repeat 0%Z h ++ k :: rest
  /\ k <> 0%Z.
Proof. revert h. induction l as [|z l IH]; cbn; [discriminate|]. intros h. destruct (Z.eqb_spec z 0)
  as [->|N].
  - destruct (outermost l) as [((h', k'), r')|]; cbn; inversion 1; subst. destruct (IH h' eq_refl)
    as (-> & ?). auto.
  - inversion 1; subst. auto. Qed.
Lemma outermost_none l : outermost l = None -> l = repeat 0%Z (length l).
Proof. induction l as [|z l IH]; cbn; auto. destruct (Z.eqb_spec z 0) as [->|]; [|discriminate].
  destruct (outermost l); [discriminate|]. intros _. f_equal. auto. Qed.
(* Iteration vectors: [goal b l] is the target for a consumer in iterations b. *)
Notation zs a := (map Z.of_nat a).
Definition goal (b : list nat) (l : list Z) : list Z := map (fun q => (fst q - snd q)%Z) (combine
  (zs b) l).
Definition reached (a b : list nat) (l : list Z) : bool := lex_le (firstn (length l) (zs a)) (goal b
  l).
Lemma reached_zero n : forall a b, n <= length a -> n <= length b -> (reached a b (repeat 0%Z n) =
  true <-> vlt (firstn n a) (firstn n b) \/ firstn n a = firstn n b).
Proof. unfold reached, goal. induction n; intros a b A B.
  - cbn. tauto.
  - destruct a as [|i a], b as [|j b]; cbn in A, B; try lia. specialize (IHn a b ltac:(lia)
    ltac:(lia)). cbn. rewrite orb_true_iff, andb_true_iff, Z.ltb_lt, Z.eqb_eq, IHn. split.
    + intros [?|(? & [?|?])]; [left; left; lia | left; right; split; auto; lia|]. right. f_equal;
      auto. lia.
    + intros [[?|(-> & ?)]|Q]; [left; lia | right; split; auto; lia|]. inversion Q. right. split;
      auto. lia. Qed.
(* At distance k at depth h, an iteration counts only if it is before the one k - 1 back, and if
   what follows the component decides nothing also if it is. *)
Lemma reached_cut h k rest : (0 < k)%Z -> forall a b, h < length a -> h < length b -> (k < Z.of_nat
  (nth h b 0%nat))%Z -> (reached a b (repeat 0%Z h ++ k :: rest) = true -> vlt (firstn (S h) a)
  (firstn h b ++ [nth h b 0 - Z.to_nat (k - 1)])) /\ (rest = repeat 0%Z (length rest) -> firstn
  (length rest) (skipn (S h) a) = firstn (length rest) (skipn (S h) b) -> length rest <= length
  (skipn (S h) a) -> length rest <= length (skipn (S h) b) -> vlt (firstn (S h) a) (firstn h b ++
  [nth h b 0 - Z.to_nat (k - 1)]) -> reached a b (repeat 0%Z h ++ k :: rest) = true).
Proof. intros K. unfold reached, goal. induction h; intros a b A B L; destruct a as [|i a], b as [|j
  b]; cbn in A, B; try lia.
  - cbn [nth] in L. change (skipn 1 (i :: a)) with a. change (skipn 1 (j :: b)) with b. cbn. rewrite
    orb_true_iff, andb_true_iff, Z.ltb_lt, Z.eqb_eq. split.
    + intros [?|(? & _)]; left; lia.
    + intros Z_ E La Lb [?|(_ & [])]. destruct (Z.eq_dec (Z.of_nat i) (Z.of_nat j - k)); [|left;
      lia]. right. split; auto. assert (Q := proj2 (reached_zero (length rest) a b La Lb) (or_intror
      E)). rewrite <- Z_ in Q. exact Q.
  - cbn [nth] in L. specialize (IHh a b ltac:(lia) ltac:(lia) L). destruct IHh as (I1 & I2). change
    (skipn (S (S h)) (i :: a)) with (skipn (S h) a). change (skipn (S (S h)) (j :: b)) with (skipn
    (S h) b). change (firstn (S (S h)) (i :: a)) with (i :: firstn (S h) a). cbn -[firstn skipn] in
    *. change (firstn (S h) (j :: b)) with (j :: firstn h b). cbn -[firstn skipn]. rewrite
    firstn_cons. cbn -[firstn skipn]. rewrite orb_true_iff, andb_true_iff, Z.ltb_lt, Z.eqb_eq.
    split.
    + intros [?|(? & Q)]; [left; lia|]. right. split; [lia|]. now apply I1.
    + intros Z_ E La Lb [?|(-> & Q)]; [left; lia|]. right. split; [lia|]. now apply I2. Qed.
Lemma reached_cons i a j b z l : reached (i :: a) (j :: b) (z :: l) = (Z.of_nat i <? Z.of_nat j -
  z)%Z || ((Z.of_nat i =? Z.of_nat j - z)%Z && reached a b l).
Proof. reflexivity. Qed.
(* Strictly before at depth h: counts. Level with it: what follows decides. *)
Lemma reached_strict h k rest : (0 <= k)%Z -> forall a b, h < length a -> h < length b -> (k <=
  Z.of_nat (nth h b 0%nat))%Z -> vlt (firstn (S h) a) (firstn h b ++ [nth h b 0 - Z.to_nat k]) ->
  reached a b (repeat 0%Z h ++ k :: rest) = true.
Proof. intros K. induction h; intros [|i a] [|j b] A B L; cbn in A, B; try lia; cbn [nth] in L.
  - cbn [repeat app firstn vlt nth]. rewrite reached_cons, orb_true_iff, Z.ltb_lt. intros [?|(_ &
    [])]. left. lia.
  - change (firstn (S (S h)) (i :: a)) with (i :: firstn (S h) a). change (firstn (S h) (j :: b))
    with (j :: firstn h b). cbn [repeat app nth]. rewrite reached_cons, orb_true_iff, andb_true_iff,
    Z.ltb_lt, Z.eqb_eq. intros [?|(-> & Q)]; [left; lia|]. right. split; [lia|]. apply IHh; auto;
    lia. Qed.
Lemma reached_level h k rest : (0 <= k)%Z -> forall a b, h < length a -> h < length b -> (k <=
  Z.of_nat (nth h b 0%nat))%Z -> firstn (S h) a = firstn h b ++ [nth h b 0 - Z.to_nat k] -> reached
  a b (repeat 0%Z h ++ k :: rest) = reached (skipn (S h) a) (skipn (S h) b) rest.
Proof. intros K. induction h; intros [|i a] [|j b] A B L; cbn in A, B; try lia; cbn [nth] in L.
  - cbn [repeat app nth firstn skipn]. intros Q. inversion Q as [X]. rewrite reached_cons. destruct
    (Z.ltb_spec (Z.of_nat (j - Z.to_nat k)) (Z.of_nat j - k)); [lia|]. destruct (Z.eqb_spec
    (Z.of_nat (j - Z.to_nat k)) (Z.of_nat j - k)); [reflexivity|lia].
  - change (firstn (S (S h)) (i :: a)) with (i :: firstn (S h) a). change (firstn (S h) (j :: b))
    with (j :: firstn h b). cbn [repeat app nth]. change (skipn (S (S h)) (i :: a)) with (skipn (S
    h) a). change (skipn (S (S h)) (j :: b)) with (skipn (S h) b). intros Q. inversion Q as [[X Y]].
    rewrite reached_cons, Z.sub_0_r, Z.ltb_irrefl, Z.eqb_refl. apply IHh; auto; lia. Qed.
Lemma reached_last g z : forall a b, g < length a -> g < length b -> firstn g a = firstn g b ->
  reached a b (repeat 0%Z g ++ [z]) = (Z.of_nat (nth g a 0%nat) <=? Z.of_nat (nth g b 0%nat) - z)%Z.
Proof. induction g; intros [|i a] [|j b] A B; cbn in A, B; try lia; cbn [repeat app nth].
  - intros _. rewrite reached_cons. destruct (Z.ltb_spec (Z.of_nat i) (Z.of_nat j - z)); destruct
    (Z.eqb_spec (Z.of_nat i) (Z.of_nat j - z)); destruct (Z.leb_spec (Z.of_nat i) (Z.of_nat j - z));
    cbn; try lia; reflexivity.
  - cbn [firstn]. intros Q. inversion Q as [[X Y]]. rewrite reached_cons, Z.sub_0_r, Z.ltb_irrefl,
    Z.eqb_refl. apply IHg; auto; lia. Qed.
Lemma vector_zs x : vector x = zs (map snd x). Proof. unfold vector. now rewrite map_map. Qed.
Lemma in_time_reached d y x : in_time d (target y d) (En x) = addr_eqb (addr x) (scope_of (producer
  d)) && reached (map snd x) (map snd y) (distance d).
Proof. unfold in_time, target, reached, goal. now rewrite !vector_zs. Qed.
(* Entries that count; the cut. *)
Definition due (d : dependency) (y : place) (l : list event) : nat := length (filter (in_time d
  (target y d)) l).
Lemma due_app d y a b : due d y (a ++ b) = due d y a + due d y b.
Proof. unfold due. now rewrite filter_app, app_length. Qed.
Lemma due_all d y l : (forall x, In (En x) l -> addr x = scope_of (producer d) -> reached (map snd
  x) (map snd y) (distance d) = true) -> due d y l = entries (scope_of (producer d)) l.
Proof. intros Q. unfold due, entries. f_equal. apply filter_ext_in. intros ev I. destruct ev; try
  reflexivity. rewrite in_time_reached. cbn. destruct (addr_eqb (addr x) _) eqn:A; auto. apply
  addr_eqb_eq in A. now rewrite Q. Qed.
Lemma due_none d y l : (forall x, In (En x) l -> addr x = scope_of (producer d) -> reached (map snd
  x) (map snd y) (distance d) = false) -> due d y l = 0.
Proof. unfold due. intros Q. induction l as [|ev l IH]; auto. cbn. assert (N : in_time d (target y
  d) ev = false). { destruct ev; try reflexivity. rewrite in_time_reached. destruct (addr_eqb (addr
  x) _) eqn:A; auto. apply addr_eqb_eq in A. rewrite Q; cbn; auto. } rewrite N. apply IH. intros.
  apply Q; auto. now right. Qed.
Lemma due_le d y l : due d y l <= entries (scope_of (producer d)) l.
Proof. unfold due, entries. induction l as [|ev l IH]; auto. cbn. destruct ev; cbn [is_entry]; auto.
  rewrite in_time_reached. destruct (addr_eqb (addr x) _); cbn; auto. destruct (reached _ _ _); cbn;
  lia. Qed.
(* Where a place has iterations fixed by branches. *)
Lemma split_at (y : place) h : h < length y -> exists q m v w, y = (q ++ [(m, v)]) ++ w /\ length q
  = h /\ v = nth h (map snd y) 0.
Proof. revert h. induction y as [|(m, v) y IH]; cbn; [lia|]. intros [|h] L.
  - exists [], m, v, y. auto.
  - destruct (IH h ltac:(lia)) as (q & m' & v' & w & E & Lq & V). exists ((m, v) :: q), m', v', w.
    cbn. rewrite E, Lq. cbn. rewrite <- E. auto. Qed.
(* The entry of depth h + 1 around a statement of the entry y. *)
Lemma at_depth (y K : place) k h : K = y ++ [(k, 0)] -> h < length y -> exists q m v w, y = (q ++
  [(m, v)]) ++ w /\ length q = h /\ v = nth h (map snd y) 0 /\ K = (q ++ [(m, v)]) ++ w ++ [(k, 0)]
  /\ w ++ [(k, 0)] <> [] /\ firstn (S h) (addr y) = addr q ++ [m].
Proof. intros -> L. destruct (split_at y h L) as (q & m & v & w & E & Lq & V). exists q, m, v, w.
  repeat split; auto.
  - now rewrite E, <- !app_assoc.
  - destruct w; discriminate.
  - rewrite E. unfold addr. rewrite firstn_map, firstn_prefix, map_app; auto. rewrite length_snoc.
    lia. Qed.
Lemma split_front (y K : place) k n : K = y ++ [(k, 0)] -> n <= length y -> length (firstn n y) = n
  /\ K = firstn n y ++ skipn n y ++ [(k, 0)] /\ skipn n y ++ [(k, 0)] <> [].
Proof. intros -> L. rewrite app_assoc, firstn_skipn, firstn_length. repeat split; [lia|]. destruct
  (skipn n y); discriminate. Qed.
Section Shaped.
  Variables (trips : oracle) (p : program) (e : engine) (F : list event). Hypothesis Sh : shaped
    trips p e F.
  Lemma entry_inside u m j r : In (En ((u ++ [(m, j)]) ++ r)) F -> In (En (u ++ [(m, j)])) F /\ 1 <=
    j.
  Proof using Sh. intros I. assert (J : In (En (u ++ [(m, j)])) F). { destruct r as [|a r]; [now
    rewrite app_nil_r in I|]. apply (around _ _ _ _ Sh _ I (a :: r)); auto. discriminate. } split;
    auto. exact (iteration_positive _ _ _ _ Sh u m j J). Qed.
Lemma branch_once q m j : In (En (q ++ [(m, j)])) F -> is_branch p (addr q ++ [m]) = true -> j = 1.
  Proof using Sh. intros I Q. apply (sh_placed _ _ _ _ Sh) in I as [E|(r & m' & j' & i & K & It &
    Fi)].
    - inversion E. destruct q; discriminate.
    - cbn in K. apply app_inj_tail in K as (-> & K). inversion K; subst. unfold is_branch, lookup,
      addr in Q. rewrite It in Q. destruct i; try discriminate; cbn in Fi; tauto. Qed.
  Lemma branch_sides q m j j' : In (En (q ++ [(m, j)])) F -> In (En (q ++ [(S m, j')])) F -> is_then
    p (addr q ++ [m]) = true -> is_else p (addr q ++ [S m]) = true -> False.
  Proof using Sh. intros I J T E. apply (sh_placed _ _ _ _ Sh) in I as [X|(r & m1 & j1 & i & K & It
    & Fi)]; [inversion X; destruct q; discriminate|]. apply (sh_placed _ _ _ _ Sh) in J as [X|(r' &
    m2 & j2 & i' & K' & It' & Fi')]; [inversion X; destruct q; discriminate|]. cbn in K, K'. apply
    app_inj_tail in K as (-> & K), K' as (<- & K'). inversion K; inversion K'; subst. unfold
    is_then, is_else, lookup, addr in T, E. rewrite It in T. rewrite It' in E. destruct i; try
    discriminate. destruct i'; try discriminate. cbn in Fi, Fi'. destruct Fi as (_ & A), Fi' as (_ &
    n & N & B). inversion N; subst. congruence. Qed.
  (* Below depth h both are on the same branches, down to depth n. *)
  Lemma same_branches x y h n : In (En x) F -> In (En y) F -> n <= length x -> n <= length y ->
    firstn n (addr x) = firstn n (addr y) -> transparent p (addr y) h n = true -> h <= n -> skipn h
    (firstn n x) = skipn h (firstn n y).
  Proof using Sh. intros X Y Lx Ly A T H. revert Lx Ly A T. induction H as [|n H IH]; intros.
    - rewrite !skipn_all2; auto; rewrite firstn_length; lia.
    - destruct (split_at x n Lx) as (q & m & i & w & -> & Lq & _). destruct (split_at y n Ly) as (q'
      & m' & i' & w' & -> & Lq' & _). assert (Fx : forall (q : place) u w, length q = n -> firstn (S
      n) ((q ++ [u]) ++ w) = q ++ [u]) by (intros; apply firstn_prefix; rewrite length_snoc; lia).
      assert (Ad : forall (q : place) m i w, length q = n -> firstn (S n) (addr ((q ++ [(m, i)]) ++
      w)) = addr q ++ [m]) by (intros; unfold addr; rewrite firstn_map, Fx, map_app by auto;
      reflexivity). rewrite !Ad in A by auto. apply app_inj_tail in A as (A & <-). assert (T1 :
      is_branch p (addr q' ++ [m]) = true). { unfold transparent in T. rewrite forallb_forall in T.
      rewrite <- (Ad q' m i' w' Lq'). apply T. apply in_seq. lia. } assert (I1 : i = 1) by (apply
      entry_inside in X as (X & _); apply (branch_once q m); auto; now rewrite A). assert (I2 : i' =
      1) by (apply entry_inside in Y as (Y & _); now apply (branch_once q' m)). rewrite !Fx by auto.
      rewrite !skipn_app, Lq, Lq'. subst i i'. f_equal. assert (Fn : forall (q : place) u w, length
      q = n -> firstn n ((q ++ [u]) ++ w) = q) by (intros; rewrite <- app_assoc; now apply
      firstn_prefix). rewrite !Fn in IH by auto. apply IH; try lia.
      + unfold addr. rewrite !firstn_map, !Fn by auto. exact A.
      + unfold transparent in *. rewrite forallb_forall in *. intros j J. apply T. apply in_seq in
        J. apply in_seq. lia. Qed.
End Shaped.
