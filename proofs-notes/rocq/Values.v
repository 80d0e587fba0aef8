(* Registers at a statement, in terms of its place.
   In front of a statement in the entry y, t of the scope at depth h is the iteration y names, and
   the history h_j of r_P is the number of entries of P before the entry j iterations back: the
   last entry of that scope is the one around the statement, the one before it is the iteration
   before, and so on. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Registers Streams.

(* A beginning of a stream. *)
Record shaped (trips : oracle) (p : program) (e : engine) (F : list event) : Prop := {
  sh_sorted : sorted F;
  sh_parent : forall ev y q, In ev F -> key ev = y ++ [q] -> In (En y) F;
  sh_earlier : forall y m i j, In (En (y ++ [(m, j)])) F -> 1 <= i <= j ->
                               In (En (y ++ [(m, i)])) F;
  sh_placed : forall ev, In ev F -> ev = En [] \/ placed trips e p ev }.

Lemma firsts_shaped trips p e n : shaped trips p e (firsts trips p e n).
Proof. assert (S : sorted (stream trips n e p)) by apply stream_sorted. assert (Early : forall ev x,
  In ev (firsts trips p e n) -> In x (stream trips n e p) -> lt (key x) (key ev) -> In x (firsts
  trips p e n)). { intros ev x I X L. unfold firsts in *. apply in_split in I as (a & b & E).
  rewrite E. apply in_or_app. left. assert (Q := firstn_skipn n (stream trips n e p)). rewrite E, <-
  app_assoc in Q. cbn in Q. rewrite <- Q in S, X. exact (sorted_before _ _ _ _ S X L). } assert (Sub
  : forall ev, In ev (firsts trips p e n) -> In ev (stream trips n e p)). { intros ev I. unfold
  firsts in I. rewrite <- (firstn_skipn n (stream trips n e p)). apply in_or_app; auto. } split.
  - now apply sorted_firstn.
  - intros ev y q I K. apply (Early ev); auto; [|rewrite K; now apply lt_prefix]. apply Sub,
    stream_iff in I as [->|(y' & m & j & i & K' & C & _)]; [destruct y; discriminate|]. rewrite K'
    in K. now apply app_inj_tail in K as (<- & _).
  - intros y m i j I L. destruct (Nat.eq_dec i j) as [->|N]; auto. apply (Early _ _ I); [|cbn; apply
    lt_app; cbn; lia]. apply Sub, stream_iff in I as [Q|(y' & m' & j' & it & K & C & It & F)];
    [inversion Q; destruct y; discriminate|]. cbn in K. apply app_inj_tail in K as (<- & K).
    injection K as <- <-. apply stream_iff. right. exists y, m, i, it. split; auto. split; auto.
    split; auto. destruct it; cbn in *; unfold capped in *; intuition lia.
  - intros ev I. now apply Sub, stream_placed in I. Qed.
(* Entries of P in a list. *)
Definition is_entry (P : address) (ev : event) : bool :=
  match ev with En x => addr_eqb (addr x) P | _ => false end.
Definition entries (P : address) (l : list event) : nat := length (filter (is_entry P) l).
Lemma entries_app P a b : entries P (a ++ b) = entries P a + entries P b.
Proof. unfold entries. now rewrite filter_app, app_length. Qed.
Lemma entries_none P l : (forall x, In (En x) l -> addr x <> P) -> entries P l = 0.
Proof. unfold entries. induction l as [|ev l IH]; intros N; auto. cbn. assert (Q : is_entry P ev =
  false). { destruct ev; auto. cbn. destruct (addr_eqb (addr x) P) eqn:E; auto. apply addr_eqb_eq in
  E. exfalso. apply (N x); cbn; auto. } rewrite Q. apply IH. intros. apply N. now right. Qed.
Lemma ideal_snoc l x r : ideal (l ++ [En x]) r = entered (addr x) (ideal l) r.
Proof. unfold ideal. now rewrite fold_left_app. Qed.
Lemma ideal_entries P l : ideal l (RR P) = Z.of_nat (entries P l).
Proof. induction l as [|ev l IH] using rev_ind; [reflexivity|]. rewrite entries_app. destruct ev;
  try (unfold ideal; rewrite fold_left_app; cbn; unfold ideal in IH; rewrite IH; f_equal; unfold
  entries; cbn; lia). rewrite ideal_snoc. cbn [entered]. rewrite IH. unfold entries. cbn. destruct
  (addr_eqb (addr x) P) eqn:E.
  - apply addr_eqb_eq in E. subst. rewrite addr_eqb_refl. cbn. lia.
  - destruct (addr_eqb P (addr x)) eqn:E'; [|cbn; lia]. apply addr_eqb_eq in E'. subst. now rewrite
    addr_eqb_refl in E. Qed.
(* A register changes only at entries of certain scopes. *)
Definition touches (a : address) (r : reg) : Prop :=
  match r with RR b => b = a | RT b => b = a \/ scope_of b = a | RH m _ _ => m = a | Tmp _ => False
  end.
Lemma ideal_quiet r a b : (forall x, In (En x) b -> ~ touches (addr x) r) -> ideal (a ++ b) r =
  ideal a r.
Proof. induction b as [|ev b IH] using rev_ind; [now rewrite app_nil_r|]. intros N. rewrite <- IH by
  (intros; apply N, in_or_app; auto). rewrite app_assoc. destruct ev; try (unfold ideal; rewrite
  fold_left_app; reflexivity). rewrite ideal_snoc. specialize (N x ltac:(apply in_or_app; right; now
  left)). assert (Q : forall c d, c <> d -> addr_eqb c d = false). { intros c d Ne. destruct
  (addr_eqb c d) eqn:E; auto. now apply addr_eqb_eq in E. } destruct r; cbn in *; rewrite ?Q; auto.
  Qed.

Lemma app_mid (A : list event) x B : A ++ x :: B = (A ++ [x]) ++ B.
Proof. now rewrite <- app_assoc. Qed.
Lemma entries_mid P z A B : (forall x, In (En x) B -> addr x <> P) -> addr z = P -> entries P (A ++
  En z :: B) = S (entries P A).
Proof. intros N E. rewrite app_mid, !entries_app, (entries_none _ B) by auto. unfold entries at 2.
  cbn. rewrite E, addr_eqb_refl. cbn. lia. Qed.
(* A history over M: at an entry of M the value j + 1 becomes what j was, 0 what [src] is. *)
Definition keeps (M : address) (src : list event -> Z) (val : list event -> nat -> Z) : Prop :=
  (forall l z, addr z = M -> val (l ++ [En z]) 0 = src l) /\ (forall l z j, addr z = M -> val (l ++
  [En z]) (S j) = val l j) /\ (forall a b j, (forall x, In (En x) b -> addr x <> M) -> val (a ++ b)
  j = val a j).
Lemma ideal_keeps M P : keeps M (fun l => Z.of_nat (entries P l)) (fun l j => ideal l (RH M P j)).
Proof. split; [|split]; intros.
  - rewrite ideal_snoc. cbn. rewrite H, addr_eqb_refl. apply ideal_entries.
  - rewrite ideal_snoc. cbn. now rewrite H, addr_eqb_refl.
  - apply ideal_quiet. intros x X Q. now apply (H x X). Qed.

Section Shaped.
  Variables (trips : oracle) (p : program) (e : engine) (F : list event). Hypothesis Sh : shaped
    trips p e F.
  Lemma split_same a b a' b' x : F = a ++ x :: b -> F = a' ++ x :: b' -> a = a'.
  Proof using Sh. intros E E'. assert (S := sh_sorted _ _ _ _ Sh). rewrite E in S, E'. apply
    app_eq_app in E' as (l & [(-> & E')|(-> & E')]); destruct l as [|y l]; rewrite ?app_nil_r; auto;
    exfalso; cbn in E'; inversion E'; subst.
    - apply (lt_irrefl (key y)). rewrite <- app_assoc in S. cbn in S. apply sorted_app in S as (_ &
      (S & _) & _). apply S, in_or_app. right. now left.
    - apply (lt_irrefl (key y)). apply sorted_app in S as (_ & (S & _) & _). apply S, in_or_app.
      right. now left. Qed.
  Lemma iteration_positive y m j : In (En (y ++ [(m, j)])) F -> 1 <= j.
  Proof using Sh. intros I. apply (sh_placed _ _ _ _ Sh) in I as [E|(r & m' & j' & i & K & _ & Q)].
    - inversion E. destruct y; discriminate.
    - cbn in K. apply app_inj_tail in K as (_ & K). inversion K; subst. destruct i; cbn in Q; try
      tauto; lia. Qed.
  (* Every entry around a statement lies before it. *)
  Lemma around ev : In ev F -> forall r q, key ev = q ++ r -> r <> [] -> In (En q) F.
  Proof using Sh. intros I r. revert ev I. induction r as [|u r IH] using rev_ind; [congruence|].
    intros ev I q K _. rewrite app_assoc in K. assert (Q := sh_parent _ _ _ _ Sh ev _ _ I K).
    destruct r as [|w r].
    - now rewrite app_nil_r in Q.
    - eapply IH; [exact Q | reflexivity | discriminate]. Qed.
  (* What lies between an iteration and the one before it. *)
  Lemma previous q m v A B : F = A ++ En (q ++ [(m, S v)]) :: B -> 1 <= v -> exists A1 B1, A = A1 ++
    En (q ++ [(m, v)]) :: B1 /\ (forall x, In (En x) B1 -> addr x <> addr q ++ [m]) /\ (forall x, In
    (En x) B1 -> addr x <> addr q).
  Proof using Sh. intros E V. assert (So := sh_sorted _ _ _ _ Sh). assert (I : In (En (q ++ [(m,
    v)])) F). { apply (sh_earlier _ _ _ _ Sh q m v (S v)); [|lia]. rewrite E. apply in_or_app.
    right. now left. } rewrite E in So, I. apply sorted_before in I; auto; [|cbn; apply lt_app; cbn;
    lia]. apply in_split in I as (A1 & B1 & ->). exists A1, B1. split; auto. assert (Lo : forall x,
    In (En x) B1 -> lt (q ++ [(m, v)]) x /\ lt x (q ++ [(m, S v)])). { intros x X. exact
    (sorted_between _ _ _ _ _ _ So X). } split; intros x X Q; destruct (Lo x X) as (L1 & L2).
    - apply (lt_successive q m v x); auto. assert (L := f_equal (@length nat) Q). unfold addr in L.
      rewrite app_length, !map_length in L. cbn in L. lia.
    - assert (L := f_equal (@length nat) Q). unfold addr in L. rewrite !map_length in L. assert (G
      := lt_prefix q [(m, v)] ltac:(discriminate)). destruct (lt_same_depth q _ x L L2) as [H| ->].
      + exact (lt_irrefl _ (lt_trans _ _ _ (lt_trans _ _ _ G L1) H)).
      + exact (lt_irrefl _ (lt_trans _ _ _ G L1)). Qed.
  Lemma history_at q m src val j : keeps (addr q ++ [m]) src val -> forall v A B, F = A ++ En (q ++
    [(m, v)]) :: B -> j < v -> exists A' B', F = A' ++ En (q ++ [(m, v - j)]) :: B' /\ val (A ++ [En
    (q ++ [(m, v)])]) j = src A' /\ entries (addr q ++ [m]) A = entries (addr q ++ [m]) A' + j /\
    exists C, A = A' ++ C.
  Proof using Sh. intros (K0 & K1 & K2). assert (Ad := addr_snoc q m). induction j; intros v A B E
    L.
    - exists A, B. replace (v - 0) with v by lia. split; auto. split; [auto|]. split; [lia|]. exists
      []. now rewrite app_nil_r.
    - destruct v as [|v]; [lia|]. destruct (previous q m v A B E ltac:(lia)) as (A1 & B1 & -> & N1 &
      N2). rewrite <- app_assoc in E. cbn in E. destruct (IHj v A1 _ E ltac:(lia)) as (A' & B' & E'
      & V & C & X & ->). exists A', B'. replace (S v - S j) with (v - j) by lia. split; auto. split;
      [|split].
      + rewrite K1, app_mid, K2; auto.
      + rewrite entries_mid; auto. lia.
      + exists (X ++ En (q ++ [(m, v)]) :: B1). now rewrite app_assoc. Qed.
  Lemma trip_at q m v : forall A B, F = A ++ En (q ++ [(m, v)]) :: B -> ideal (A ++ [En (q ++ [(m,
    v)])]) (RT (addr q ++ [m])) = Z.of_nat v.
  Proof using Sh. assert (Ad := addr_snoc q m). assert (Sc : scope_of (addr q ++ [m]) = addr q) by
    apply removelast_last. assert (Ne : addr_eqb (addr q ++ [m]) (addr q) = false). { destruct
    (addr_eqb _ _) eqn:E; auto. apply addr_eqb_eq in E. rewrite <- (app_nil_r (addr q)) in E at 2.
    apply app_inv_head in E. discriminate. } induction v as [|v IH]; intros A B E.
    - exfalso. assert (I : In (En (q ++ [(m, 0)])) F) by (rewrite E; apply in_or_app; right; now
      left). apply iteration_positive in I. lia.
    - rewrite ideal_snoc, Ad. cbn [entered]. rewrite addr_eqb_refl. destruct (Nat.eq_dec v 0) as
      [->|V].
      + assert (I : In (En q) F). { apply (around (En (q ++ [(m, 1)]))) with (r := [(m, 1)]); auto;
        [|discriminate]. rewrite E. apply in_or_app. right. now left. } assert (So := sh_sorted _ _
        _ _ Sh). rewrite E in So, I. apply sorted_before in I; auto; [|apply lt_prefix;
        discriminate]. apply in_split in I as (A1 & B1 & ->). rewrite app_mid, ideal_quiet; [rewrite
        ideal_snoc; cbn [entered]; rewrite Ne, Sc, addr_eqb_refl; lia|]. intros x X T. destruct
        (sorted_between _ _ _ _ _ _ So X) as (L1 & L2). cbn in L1, L2. destruct (lt_inside _ _ _ L1
        L2) as (r & -> & L). destruct T as [T|T]; [|rewrite Sc in T]; unfold addr in T; rewrite
        map_app in T.
        * apply app_inv_head in T. destruct r as [|(o, i) [|? r]]; try discriminate T. assert (Om :
          o = m) by (cbn in T; congruence). cbn in L. assert (1 <= i); [|lia]. apply
          (iteration_positive q o). rewrite E. apply in_or_app. left. apply in_or_app. right. now
          right.
        * rewrite <- (app_nil_r (map fst q)) in T at 1. apply app_inv_head in T. destruct r;
          [|discriminate]. rewrite app_nil_r in L1. exact (lt_irrefl _ L1).
      + destruct (previous q m v A B E ltac:(lia)) as (A1 & B1 & -> & N1 & N2). rewrite <- app_assoc
        in E. cbn in E. rewrite app_mid, ideal_quiet, (IH A1 _ E); [lia|]. cbn. intros x X [Q|Q];
        [now apply (N1 x X)|]. rewrite Sc in Q. now apply (N2 x X). Qed.
  (* In front of a statement ev inside q ++ [(m, v)]. *)
  Section Statement.
    Variables (L B : list event) (ev : event) (q w : place) (m v : nat). Hypothesis E : F = L ++ ev
      :: B. Hypothesis Kev : key ev = (q ++ [(m, v)]) ++ w. Hypothesis Nw : w <> [].
    Lemma since : exists A B1, L = A ++ En (q ++ [(m, v)]) :: B1 /\ (forall x, In (En x) B1 -> lt (q
      ++ [(m, v)]) x /\ lt x (key ev)) /\ (forall x, In (En x) B1 -> addr x <> addr q ++ [m]) /\
      (forall x, In (En x) B1 -> addr x <> addr q).
    Proof using Sh E Kev Nw. assert (So := sh_sorted _ _ _ _ Sh). assert (I : In (En (q ++ [(m,
      v)])) F). { apply (around ev) with (r := w); auto. rewrite E. apply in_or_app. right. now
      left. } rewrite E in So, I. apply sorted_before in I; auto; [|rewrite Kev; now apply
      lt_prefix]. apply in_split in I as (A & B1 & ->). exists A, B1. split; auto. assert (Lo :
      forall x, In (En x) B1 -> lt (q ++ [(m, v)]) x /\ lt x (key ev)). { intros x X. exact
      (sorted_between _ _ _ _ _ _ So X). } split; auto. rewrite Kev in Lo. split; intros x X Q;
      destruct (Lo x X) as (L1 & L2); assert (Ln := f_equal (@length nat) Q); unfold addr in Ln;
      rewrite ?app_length, !map_length in Ln.
      - destruct (lt_same_depth (q ++ [(m, v)]) w x) as [H| ->]; auto.
        + rewrite app_length. exact Ln.
        + exact (lt_irrefl _ (lt_trans _ _ _ L1 H)).
        + exact (lt_irrefl _ L1).
      - rewrite <- app_assoc in L2. assert (G := lt_prefix q [(m, v)] ltac:(discriminate)). destruct
        (lt_same_depth q _ x Ln L2) as [H| ->].
        + exact (lt_irrefl _ (lt_trans _ _ _ (lt_trans _ _ _ G L1) H)).
        + exact (lt_irrefl _ (lt_trans _ _ _ G L1)). Qed.
    Lemma trip_value : ideal L (RT (addr q ++ [m])) = Z.of_nat v.
    Proof using Sh E Kev Nw. destruct since as (A & B1 & El & _ & N1 & N2). assert (EF := E).
      rewrite El, <- app_assoc in EF. cbn in EF. rewrite <- (trip_at q m v _ _ EF), El. rewrite
      app_mid. apply ideal_quiet. cbn. intros x X [Q|Q]; [now apply (N1 x X)|]. unfold scope_of in
      Q. rewrite removelast_last in Q. now apply (N2 x X). Qed.
    Lemma history_value src val j : keeps (addr q ++ [m]) src val -> j < v -> exists A' B', F = A'
      ++ En (q ++ [(m, v - j)]) :: B' /\ val L j = src A' /\ entries (addr q ++ [m]) L = entries
      (addr q ++ [m]) A' + S j /\ exists C, L = A' ++ C.
    Proof using Sh E Kev Nw. intros K J. destruct since as (A & B1 & El & _ & N1 & N2). assert (EF
      := E). rewrite El, <- app_assoc in EF. cbn in EF. destruct (history_at q m src val j K v _ _
      EF J) as (A' & B' & E' & V & C & X & ->). exists A', B'. split; auto. rewrite El. destruct K
      as (_ & _ & K2). split; [|split].
      - rewrite <- V, app_mid. now apply K2.
      - rewrite entries_mid; auto; [lia|apply addr_snoc].
      - exists (X ++ En (q ++ [(m, v)]) :: B1). now rewrite app_assoc. Qed.
  End Statement.
End Shaped.
