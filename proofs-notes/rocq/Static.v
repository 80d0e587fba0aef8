(* The class static at distance 0: the count lies in the consumer's future, but it is known.
   Below the common scope down to P there are only loops with numbers, so every entry z of S comes
   with the box of all iteration tuples, each of them an entry of P. What is owed is the size of
   the box times the entries of S so far. For finite runs: the entries have to come. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Coq Require Import FinFun.
From Counterpoint Require Export Progress.

Lemma nodup_flat_map {T U V} (f : T -> list U) (g : U -> V) (h : T -> V) l : NoDup l -> (forall x y,
  In x l -> In y l -> h x = h y -> x = y) -> (forall x, In x l -> NoDup (f x)) -> (forall x y, In x
  l -> In y (f x) -> g y = h x) -> NoDup (flat_map f l).
Proof. intros N. induction N as [|x l Nx N IH]; intros Inj F G; cbn; [constructor|]. assert (Q :
  forall a b : list U, NoDup a -> NoDup b -> (forall y, In y a -> ~ In y b) -> NoDup (a ++ b)).
  { intros a b Na. induction Na as [|y a Ny Na IHa]; cbn; auto. intros Nb D. constructor.
    - intros I. apply in_app_or in I as [I|I]; [auto|]. exact (D y (or_introl eq_refl) I).
    - apply IHa; auto. }
  apply Q.
  - apply F. now left.
  - apply IH; intros; [apply Inj | apply F | apply G]; auto; now right.
  - intros y I J. apply in_flat_map in J as (z & Z & J). apply Nx. replace x with z; auto. apply
    Inj; [now right | now left|]. rewrite <- (G z y (or_intror Z) J). apply (G x y); auto. now left.
    Qed.

Section Static.
  Variables (trips : oracle) (p : program) (e : engine) (fixed : address -> option nat) (N : nat).
    Notation F := (firsts trips p e N). Hypothesis Fin : length F < N. Hypothesis Obeys : forall x m
      t, fixed (addr x ++ [m]) = Some t -> trips e x m = Some t. Notation Sh := (firsts_shaped trips
      p e N).
  Lemma whole_F : F = stream trips N e p.
  Proof using Fin. unfold firsts in *. rewrite firstn_length in Fin. apply firstn_all2. lia. Qed.
  (* The iterations of a loop with a number, in an entry z. *)
  Lemma iteration_iff z m b t j : In (En z) F -> lookup p (addr z ++ [m]) = Some (ILoop b) -> fixed
    (addr z ++ [m]) = Some t -> (In (En (z ++ [(m, j)])) F <-> 1 <= j <= t).
  Proof using Fin Obeys. intros I Lk Fx. assert (Tr := Obeys z m t Fx). assert (G : forall i, In (En
    (z ++ [(m, i)])) F <-> 1 <= i <= iterations trips N e z m).
    { intros i. rewrite whole_F in *. rewrite stream_iff. split.
      - intros [Q|(y & m' & j' & it & K & _ & It & Fi)]; [inversion Q; now destruct z|]. cbn in K.
        apply app_inj_tail in K as (<- & K). injection K as <- <-. rewrite Lk in It. injection It as
        <-. exact Fi.
      - intros Q. right. exists z, m, i, (ILoop b). auto 10. }
    rewrite G. unfold iterations in *. rewrite Tr in *.
    (* the cap is not reached, or there would be as many entries *)
    destruct (le_lt_dec t N) as [L|L]; [lia|]. exfalso. rewrite Nat.min_r in G by lia. assert (Q :
      length (seq 1 N) <= length F); [|rewrite seq_length in Q; lia]. rewrite <- (map_length (fun i
      => En (z ++ [(m, i)]))). apply NoDup_incl_length.
    - apply Injective_map_NoDup; [|apply seq_NoDup]. intros a c X. inversion X as [Y]. apply
      app_inv_head in Y. now inversion Y.
    - intros ev Q. apply in_map_iff in Q as (i & <- & Q). apply in_seq in Q. apply G. lia. Qed.
  Fixpoint box (z : place) (items : list nat) : list place :=
    match items with
    | [] => [z]
    | m :: items' => match fixed (addr z ++ [m]) with
                     | Some t => flat_map (fun j => box (z ++ [(m, j)]) items') (seq 1 t)
                     | None => []
                     end
    end.
  Lemma flat_map_length {T U} (f : T -> list U) c l : (forall x, In x l -> length (f x) = c) ->
    length (flat_map f l) = length l * c.
  Proof using Type. induction l as [|x l IH]; intros Q; auto. cbn. rewrite app_length, IH, Q; auto;
    [now left|]. intros; apply Q; now right. Qed.
  Lemma box_spec items : forall z w, product p fixed (addr z) items = Some w -> In (En z) F -> NoDup
    (box z items) /\ Z.of_nat (length (box z items)) = w /\ (forall x, In x (box z items) <-> In (En
    x) F /\ addr x = addr z ++ items /\ firstn (length z) x = z).
  Proof using Fin Obeys. induction items as [|m items IH]; intros z w Pr I.
    - cbn in Pr. injection Pr as <-. split; [|split].
      + repeat constructor. intros [].
      + reflexivity.
      + intros x. cbn. rewrite app_nil_r. split.
        * intros [<-|[]]. split; auto. split; auto. apply firstn_all.
        * intros (_ & A & Q). left. apply (f_equal (@length nat)) in A. unfold addr in A. rewrite
          !map_length in A. now rewrite firstn_all2 in Q by lia.
    - cbn [product] in Pr. destruct (lookup p (addr z ++ [m])) as [[]|] eqn:Lk; try discriminate.
      destruct (fixed (addr z ++ [m])) as [t|] eqn:Fx; [|discriminate]. destruct (product p fixed
      (addr z ++ [m]) items) as [w'|] eqn:Pw; [|discriminate]. injection Pr as <-. cbn [box].
      rewrite Fx. assert (Ad : forall j, addr (z ++ [(m, j)]) = addr z ++ [m]) by (intros; unfold
      addr; now rewrite map_app). assert (Itr : forall j, In (En (z ++ [(m, j)])) F <-> 1 <= j <= t)
      by (intros; eapply iteration_iff; eauto). assert (Sub : forall j, In j (seq 1 t) -> NoDup (box
      (z ++ [(m, j)]) items) /\ Z.of_nat (length (box (z ++ [(m, j)]) items)) = w' /\ (forall x, In
      x (box (z ++ [(m, j)]) items) <-> In (En x) F /\ addr x = addr (z ++ [(m, j)]) ++ items /\
      firstn (length (z ++ [(m, j)])) x = z ++ [(m, j)])). { intros j J. apply in_seq in J. apply
      IH; [now rewrite Ad|]. apply Itr. lia. } split; [|split].
      + apply nodup_flat_map with (g := fun x => nth (length z) x (0, 0)) (h := fun j => (m, j)).
        * apply seq_NoDup.
        * intros a c _ _ Q. now inversion Q.
        * intros j J. apply Sub, J.
        * intros j x J X. apply Sub in X as (_ & _ & Q); auto. rewrite <- (firstn_skipn (length (z
          ++ [(m, j)])) x), Q, <- app_assoc. rewrite app_nth2, Nat.sub_diag; auto.
      + rewrite (flat_map_length _ (Z.to_nat w')).
        * rewrite seq_length, Nat2Z.inj_mul. destruct (Nat.eq_dec t 0) as [->|T0]; [reflexivity|].
          f_equal. destruct (Sub 1) as (_ & Q & _); [apply in_seq; lia|]. lia.
        * intros j J. destruct (Sub j J) as (_ & Q & _). lia.
      + intros x. rewrite in_flat_map. split.
        * intros (j & J & X). apply (Sub j J) in X as (X & A & Q). split; auto. split.
          -- rewrite A, Ad, <- app_assoc. reflexivity.
          -- rewrite length_snoc in Q. apply (f_equal (firstn (length z))) in Q. rewrite
            firstn_firstn, firstn_prefix in Q by auto. now replace (Nat.min (length z) (S (length
            z))) with (length z) in Q by lia.
        * intros (X & A & Q). assert (Ex : exists j r, x = (z ++ [(m, j)]) ++ r). { rewrite <-
          (firstn_skipn (length z) x), Q in A |- *. unfold addr in A. rewrite map_app in A. apply
          app_inv_head in A. destruct (skipn (length z) x) as [|(m', j) r]; [discriminate|].
          inversion A; subst. exists j, r. now rewrite <- app_assoc. } destruct Ex as (j & r & ->).
          exists j. assert (J : In (En (z ++ [(m, j)])) F). { destruct r as [|u r]; [now rewrite
          app_nil_r in X|]. apply (around _ _ _ _ Sh _ X (u :: r)); auto. discriminate. } apply Itr
          in J. assert (Js : In j (seq 1 t)) by (apply in_seq; lia). split; auto. apply (Sub j Js).
          split; auto. split; [|now apply firstn_prefix]. rewrite A, Ad, <- app_assoc. reflexivity.
          Qed.
  Variables (L B : list event) (ev : event) (y : place) (k : nat) (d : dependency). Hypothesis E : F
    = L ++ ev :: B. Hypothesis Kev : key ev = y ++ [(k, 0)]. Hypothesis Cons : consumer d = addr y
    ++ [k]. Notation P := (scope_of (producer d)). Notation n := (length (distance d)). Hypothesis
    Common : n <= common (scope_of (consumer d)) P. Hypothesis Zero : distance d = repeat 0%Z n.
  (* An entry of P counts exactly when the entry of S around it is not after the consumer. *)
  Lemma counts_iff x : In (En x) F -> addr x = P -> (reached (map snd x) (map snd y) (distance d) =
    true <-> In (En (firstn n x)) L) /\ length (firstn n x) = n.
  Proof using Fin E Kev Cons Common Zero. intros I A. destruct (heads y k d Cons Common) as (H1 & H2
    & H3). destruct (P_place y k d Cons Common x A) as (Lx & Ax). assert (Lz : length (firstn n x) =
    n) by (rewrite firstn_length; lia). split; auto. destruct (split_front y _ k n Kev H2) as (Lu &
    Kv & Nk). assert (So := sh_sorted _ _ _ _ Sh). rewrite E in So. assert (Iz : In (En (firstn n
    x)) F).
    { destruct (skipn n x) as [|u r] eqn:Sk.
      - rewrite <- (firstn_skipn n x), Sk, app_nil_r in I. exact I.
      - apply (around _ _ _ _ Sh _ I (u :: r)); [|discriminate]. cbn. rewrite <- Sk. symmetry. apply
        firstn_skipn. }
    assert (Fz : firstn (length (firstn n y)) (map fst (firstn n x)) = map fst (firstn n y)). {
      rewrite Lu, firstn_all2 by (rewrite map_length; lia). rewrite <- !firstn_map. exact Ax. }
      assert (Q := lt_vector (firstn n y) (firstn n x) Fz). rewrite Lu in Q. rewrite (firstn_all2
      (map snd (firstn n x))) in Q by (rewrite map_length; lia). rewrite Zero at 1. rewrite
      reached_zero by (rewrite map_length; auto). rewrite !(firstn_map snd n), <- Q. split.
    - intros Rc. rewrite E in Iz. apply (sorted_before _ _ _ _ So Iz). cbn [key]. rewrite Kv.
      destruct Rc as [Rc|Rc].
      + apply (lt_trans _ (firstn n y)); auto. now apply lt_prefix.
      + rewrite (pairs_eq (firstn n x) (firstn n y)); auto; [now apply lt_prefix|]. rewrite <-
        !firstn_map. exact Ax.
    - intros J. apply (sorted_front _ _ _ _ So) in J. cbn [key] in J. rewrite Kv in J. destruct
      (lt_same_depth (firstn n y) _ (firstn n x) ltac:(lia) J) as [R1| ->]; auto. Qed.
  Theorem static_value w : product p fixed (firstn n P) (skipn n P) = Some w -> Z.of_nat (due d y F)
    = (w * Z.of_nat (entries (firstn n P) L))%Z.
  Proof using Fin Obeys E Kev Cons Common Zero. intros Pw. destruct (heads y k d Cons Common) as (H1
    & H2 & H3). assert (So := sh_sorted _ _ _ _ Sh). assert (SoL : sorted L) by (rewrite E in So;
    now apply sorted_app in So). set (g := in_time d (target y d)). set (Zs := places (filter
    (is_entry (firstn n P)) L)). assert (Lp : length (firstn n P) = n) by (rewrite firstn_length;
    lia). assert (InZ : forall z, In z Zs -> In (En z) F /\ addr z = firstn n P /\ length z = n /\
    In (En z) L). { intros z Q. apply in_places, filter_In in Q as (Q & A). cbn in A. apply
    addr_eqb_eq in A. split; [rewrite E; apply in_or_app; auto|]. split; auto. split; auto. rewrite
    <- A in Lp. unfold addr in Lp. now rewrite map_length in Lp. } assert (Bx : forall z, In z Zs ->
    NoDup (box z (skipn n P)) /\ Z.of_nat (length (box z (skipn n P))) = w /\ (forall x, In x (box z
    (skipn n P)) <-> In (En x) F /\ addr x = addr z ++ skipn n P /\ firstn (length z) x = z)). {
    intros z Q. destruct (InZ z Q) as (I & A & _). apply box_spec; auto. now rewrite A. } assert (Ge
    : forall ev', g ev' = true -> exists x, ev' = En x). { intros [x n0|x|x n0|x n0] Q; try
    discriminate. eauto. } assert (Ie : forall ev', is_entry (firstn n P) ev' = true -> exists x,
    ev' = En x). { intros [x n0|x|x n0|x n0] Q; try discriminate. eauto. } assert (D1 : due d y F =
    length (places (filter g F))) by (symmetry; now apply places_length). assert (D2 : entries
    (firstn n P) L = length Zs) by (symmetry; now apply places_length). set (Y := flat_map (fun z =>
    box z (skipn n P)) Zs). assert (NX : NoDup (places (filter g F))) by (apply places_nodup; now
    apply sorted_filter). assert (NZ : NoDup Zs) by (apply places_nodup; now apply sorted_filter).
    assert (NY : NoDup Y).
    { apply nodup_flat_map with (g := firstn n) (h := fun z => z); auto.
      - intros z Q. apply Bx, Q.
      - intros z x Q X. apply (Bx z Q) in X as (_ & _ & X). destruct (InZ z Q) as (_ & _ & Lz & _).
        now rewrite Lz in X. }
    assert (Same : forall x, In x (places (filter g F)) <-> In x Y).
    { intros x. rewrite in_places, filter_In. unfold Y, g. rewrite in_flat_map, in_time_reached.
      rewrite andb_true_iff. split.
      - intros (I & A & Rc). apply addr_eqb_eq in A. destruct (counts_iff x I A) as (Q & Lz). apply
        Q in Rc. exists (firstn n x). assert (Az : addr (firstn n x) = firstn n P) by (rewrite <- A;
        unfold addr; symmetry; apply firstn_map). assert (Qz : In (firstn n x) Zs). { apply
        in_places, filter_In. split; auto. cbn. rewrite Az. apply addr_eqb_refl. } split; auto.
        apply (Bx _ Qz). split; auto. rewrite Lz, Az, A. split; auto. symmetry. apply firstn_skipn.
      - intros (z & Qz & X). apply (Bx z Qz) in X as (I & A & Fz). destruct (InZ z Qz) as (_ & Az &
        Lz & Il). rewrite Az, firstn_skipn in A. split; auto. rewrite A, addr_eqb_refl. split; auto.
        apply (counts_iff x I A). rewrite <- Lz, Fz. exact Il. }
    assert (Len : length (places (filter g F)) = length Y). { apply Nat.le_antisymm; apply
      NoDup_incl_length; auto; intros x; apply Same. } rewrite D1, D2, Len. unfold Y. destruct Zs as
      [|z0 Zr] eqn:Ez; [cbn; lia|]. rewrite (flat_map_length _ (Z.to_nat w)).
    - destruct (Bx z0 (or_introl eq_refl)) as (_ & Q & _). rewrite Nat2Z.inj_mul. lia.
    - intros z Q. destruct (Bx z Q) as (_ & X & _). lia. Qed.
End Static.

Section StaticGuards.
  Variables (k : scheme) (p : program) (deps : list dependency) (trips : oracle). Variables (engines
    : list engine) (win : engine -> option nat) (io : engine -> bool) (D : Type). Variables (f :
    instance -> D -> D) (fixed : address -> option nat) (N : nat). Notation W := (world trips p deps
    engines win io D f). Notation plan := (with_static p fixed). Hypothesis Fin : forall e, In e
    engines -> length (firsts trips p e N) < N. Hypothesis Obeys : forall e x m t, fixed (addr x ++
    [m]) = Some t -> trips e x m = Some t.
  Lemma static_wait e i ev y m d H R_ sem w : In e engines -> at_ trips p e i = Some ev -> ev = Is y
    m \/ ev = Vi y m -> consumer d = addr y ++ [m] -> In d deps -> well_formed p d = true ->
    retired_so_far trips p H -> counts (spec trips p deps) H R_ -> counts (alloc k p deps plan) H
    sem -> In w (wait_of k p deps plan d) -> ((evaluate (ideal (firsts trips p e i)) (snd w) <= sem
    (fst w))%Z <-> equation1 trips p e y d R_).
  Proof using Fin Obeys. intros Ie At Ev Cd Id Wf Va CR CS Iw. destruct (wait_says trips p deps k
    plan e i ev y m d At Ev Cd Id Wf H R_ sem Va CR CS w Iw) as (x & Px & A & B). destruct (shallow
    p y m d Cd Wf) as (Cm & Ly). destruct (exempt_dec y d) as [X|X].
    - split; auto. intros _. left. now apply target_exempt.
    - rewrite (B X). unfold with_static in Px. destruct (classify p d) as [x'|] eqn:C.
      + injection Px as ->. symmetry. apply (equation1_due trips p e i y m d Cd Wf R_ X). intros n
        L. symmetry. exact (proj1 (value_at trips p e i ev y m d At Ev Cd Wf n x L X) C).
      + destruct (outermost (distance d)) eqn:Out; [discriminate|]. rewrite Wf in Px. destruct
        (product p fixed (firstn (length (distance d)) (scope_of (producer d))) (skipn (length
        (distance d)) (scope_of (producer d)))) as [w'|] eqn:Pw; [|discriminate]. injection Px as
        <-. assert (L := position_small p trips engines N Fin e i ev Ie At). destruct (whole trips p
        e i ev At N L) as (B' & E). assert (V := static_value trips p e fixed N (Fin e Ie) (Obeys e)
        _ B' ev y m d E (key_is ev y m Ev) Cd Cm (outermost_none _ Out) w' Pw). cbn [expr evaluate
        value apply]. rewrite ideal_entries, <- V. split.
        * intros Q. right. intros n. assert (Le := owed_final trips p e N n y d (Fin e Ie)). unfold
          owed in *. change (length (filter _ ?l)) with (due d y l) in *. lia.
        * intros [Q|Q].
          -- apply (target_exempt y d Ly) in Q as (j & J & Q). specialize (X j J). lia.
          -- exact (Q N). Qed.
  Theorem static_guards : check_static p fixed deps = true -> guards_agree W (spec trips p deps)
    (alloc k p deps plan).
  Proof using Fin Obeys. intros Ck. assert (X := all_some deps plan Ck). assert (Wf : forall d, In d
    deps -> well_formed p d = true). { intros d Id. destruct (X d Id) as (x & Px). unfold
    with_static in Px. destruct (classify p d) as [x'|] eqn:C; [apply plan_well_formed; eauto|].
    destruct (outermost (distance d)); [discriminate|]. destruct (well_formed p d);
    [reflexivity|discriminate]. } apply (waits_agree p deps trips engines win io D f _ _ _ _ _ _
    (alloc_sound k p deps _)). split.
    - intros d Id. apply has_wait; auto.
    - intros e i ev y m d w H R_ sem Nx Ev Cd Id Va CR CS Iw. destruct (next_at p deps trips engines
      win io D f e i ev Nx) as (A & _). apply (static_wait e i ev y m d H R_ sem w); auto. apply
      there. cbn in Nx. destruct (existsb (Nat.eqb e) engines); [auto|discriminate]. Qed.
End StaticGuards.
