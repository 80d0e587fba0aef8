(* One wait of the snapshot form against Equation 1, and the guards of the whole machine. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export SnapshotExact.

(* Where the scopes of a class stand. *)
Lemma class_shape p d x : strengthen p d = Some x -> let P := scope_of (producer d) in match x with
  | Direct k => (0 < k)%Z /\ exists h, length P = S h | History s j => exists h kk rest, outermost
  (distance d) = Some (h, kk, rest) /\ (0 < kk)%Z /\ s = S h /\ j = Z.to_nat (kk - 1) /\ S h <
  length P | _ => True end.
Proof. unfold strengthen, classify. destruct (well_formed p d) eqn:Wf; [|destruct (outermost _) as
  [((?, ?), ?)|]; discriminate]. unfold well_formed in Wf. apply andb_true_iff in Wf as (_ & Wf).
  apply Nat.leb_le in Wf. destruct (outermost (distance d)) as [((h, k), rest)|] eqn:O.
  2: { destruct (over _ _ _ _); intros Q; inversion Q; exact I. } destruct (common_firstn _ _ _ Wf)
    as (_ & _ & Le). destruct (outermost_some _ _ _ _ O) as (Ed & _). rewrite Ed, app_length,
    repeat_length in Le. cbn [length] in Le. destruct (Z.ltb_spec 0 k) as [K|K]; cbn [andb].
  2: { destruct (two_level _ _ _ _ _ _ _); intros Q; inversion Q; exact I. } destruct (Nat.eqb_spec
    (length (scope_of (producer d))) (S h)) as [Lp|Lp].
  - assert (rest = []) as -> by (destruct rest; cbn in Le; [auto|lia]). assert (length (distance d)
    = S h) as -> by (rewrite Ed, app_length, repeat_length; cbn; lia). unfold transparent. rewrite
    Nat.sub_diag. cbn. intros Q. inversion Q. eauto.
  - destruct (_ && _); [destruct (_ && _)|destruct (two_level _ _ _ _ _ _ _)]; intros Q; inversion
    Q; try exact I; exists h, k, rest; repeat split; auto; lia. Qed.

Section Guards.
  Variables (trips : oracle) (p : program) (deps : list dependency). Variables (e : engine) (i :
    nat) (ev : event) (y : place) (m : nat) (d : dependency) (f : engine). Hypothesis At : at_ trips
    p e i = Some ev. Hypothesis Ev : ev = Is y m \/ ev = Vi y m. Hypothesis Cons : consumer d = addr
    y ++ [m]. Hypothesis Wf : well_formed p d = true. Hypothesis Ef : engine_of p (producer d) =
    Some f. Notation a := (producer d). Notation P := (scope_of (producer d)). Notation n := (length
    (distance d)). Notation L := (firsts trips p e i). Notation reg_ := (pure (snapshot_new p)).
    Notation V l := (map instance_address (virtual p f l)). Notation item := (item_of (consumer d)
      (length P)).
  Lemma inside x u r : key ev = x ++ u :: r -> addr x = P -> firstn (length P) (addr y) = P /\ item
    = fst u.
  Proof using Ev Cons. intros K <-. rewrite (key_is ev y m Ev) in K. split.
    - destruct (exists_last (l := u :: r) ltac:(discriminate)) as (s & t & Q). rewrite Q, app_assoc
      in K. apply app_inj_tail in K as (-> & _). unfold addr. rewrite map_app. now apply
      firstn_prefix.
    - unfold item_of. replace (consumer d) with (map fst (y ++ [(m, 0)])) by (rewrite map_app;
      symmetry; exact Cons). rewrite K, map_app. unfold addr. rewrite app_nth2, Nat.sub_diag; auto.
      Qed.
  Lemma block_before b : (firstn (length P) (addr y) = P -> b < item) -> forall x, lt x (key ev) ->
    addr x = P -> lt (x ++ [(b, 0)]) (key ev).
  Proof using Ev Cons. intros Q x Lx A. destruct (lt_around _ _ Lx) as [(u & r & K)|]; auto.
    destruct (inside x u r K A) as (H & It). specialize (Q H). rewrite K, lt_app. destruct u as (o,
    j). cbn in It |- *. lia. Qed.
  (* What is noted is where the instance that Equation 1 asks for stands. *)
  Theorem snapshot_value x r : strengthen p d = Some x -> snapshot_register p f d x = Some r ->
    (forall j, j < n -> (nth j (distance d) 0 < Z.of_nat (nth j (map snd y) 0%nat))%Z) -> exists D,
    evaluate (ideal L) (expr d x) = Z.of_nat D /\ marks a (V L) D (reg_ L r).
  Proof using At Ev Cons Wf Ef. intros Cl Rg Ow. destruct (whole trips p e i ev At (S i) ltac:(lia))
    as (B & E). assert (Sh := firsts_shaped trips p e (S i)). assert (So := sh_sorted _ _ _ _ Sh).
    rewrite E in So. assert (Ge : (0 <= evaluate (ideal L) (expr d x))%Z). { assert (Q := proj2
    (value_at trips p e i ev y m d At Ev Cons Wf (S i) x ltac:(lia) Ow) Cl). lia. } assert (Sc :=
    scope_is y m d Cons). assert (Sp := class_shape p d x Cl). destruct (shallow p y m d Cons Wf) as
    (Cm & Ly). assert (Kev := key_is ev y m Ev). unfold snapshot_register in Rg. rewrite Sc in Rg.
    destruct (block_of p f a) as [b|] eqn:Bl; [|destruct x; discriminate]. assert (Full : (firstn
    (length P) (addr y) = P -> b < item) -> count_occ address_dec (V L) a = entries P L). { intros
    Q. apply (complete p a f Ef trips e (S i) L B ev b E Bl). intros x' I. apply block_before; auto.
    exact (sorted_front _ _ _ _ So I). } cbn zeta in *. destruct x as [|k|s j|s k1 k2|s w]; try
    discriminate.
    - exists (entries P L). cbn. rewrite ideal_entries. split; auto. rewrite <- Full.
      + replace r with (RH a a 0) by (destruct (_ && _); congruence). rewrite <- (Nat.sub_0_r
        (count_occ _ _ _)). now apply note_marks.
      + intros H. rewrite H, addr_eqb_refl in Rg. destruct (Nat.ltb_spec b item);
        [auto|discriminate].
    - destruct Sp as (K & h & Lp). destruct (addr_eqb _ P && negb (item =? b)) eqn:H;
      [|discriminate]. apply andb_true_iff in H as (H & Nb). apply addr_eqb_eq in H. apply
      negb_true_iff, Nat.eqb_neq in Nb. injection Rg as <-. cbn [expr evaluate value apply] in *.
      rewrite ideal_entries in *. exists (entries P L - Z.to_nat k). split; [lia|]. destruct
      (Nat.ltb_spec b item) as [Lt|Le].
      + rewrite <- Full by auto. now apply note_marks.
      + assert (Lh : h < length y). { apply (f_equal (@length nat)) in H. rewrite firstn_length in
        H. unfold addr in H. rewrite map_length in H. lia. } destruct (at_depth y _ m h Kev Lh) as
        (q & m' & v & w & _ & Lq & _ & K' & Nw & Ad). rewrite <- Lp, H in Ad. symmetry in Ad.
        destruct (since _ _ _ _ Sh L B ev q _ m' v E K' Nw) as (A & B1 & El & _ & N1 & _). assert
        (EF := E). rewrite El, <- app_assoc in EF. cbn [app] in EF. assert (CA : count_occ
        address_dec (V A) a = entries P A) by (apply (complete_entry p a f Ef trips e (S i) A _ _ b
        EF Bl _ eq_refl); rewrite length_snoc; lia). assert (CL : count_occ address_dec (V L) a =
        count_occ address_dec (V A) a). { rewrite El, !(count_blocks p a f Ef), filter_app,
        app_length. cbn [filter starts]. destruct (filter (starts p a f) B1) as [|z t] eqn:Z; [cbn;
        lia|exfalso]. assert (I : In z (filter (starts p a f) B1)) by (rewrite Z; now left). apply
        filter_In in I as (I & St). rewrite El in So. destruct (sorted_between _ _ _ _ _ _ So I) as
        (L1 & L2). destruct z as [|x|x o|]; try discriminate. apply (block_is p a f b Bl) in St as
        (Ax & ->). cbn [key] in L1, L2. rewrite K' in L2. destruct (lt_inside _ _ _ L1 L2) as (r & X
        & L3). assert (Lr : length r = 1). { rewrite <- Ad in Ax. apply (f_equal (@length _)) in X,
        Ax. unfold addr in Ax. rewrite !app_length, !map_length in *. cbn in *. lia. } destruct r as
        [|u [|]]; try discriminate. apply app_inj_tail in X as (X & <-). destruct (w ++ [(m, 0)]) as
        [|(o, j) t'] eqn:W; [destruct w; discriminate|]. destruct (inside _ _ _ K' ltac:(rewrite
        addr_snoc; exact Ad)) as (_ & It). cbn in L3, It. lia. } assert (EL : entries P L = S
        (entries P A)). { rewrite El, <- Ad. apply entries_mid; auto. apply addr_snoc. } replace
        (entries P L - Z.to_nat k) with (count_occ address_dec (V L) a - Z.to_nat (k - 1)) by lia.
        now apply note_marks.
    - destruct Sp as (h & kk & rest & Out & Pos & -> & -> & Lp). assert (r = RH (firstn (S h) (addr
      y)) a (Z.to_nat (kk - 1))) as -> by congruence. cbn [expr evaluate value]. rewrite Sc.
      destruct (depth y m d Cons Cm h kk rest Out) as (_ & _ & Lh). destruct (back_exists y m d Cons
      Cm Ow h kk rest Out Pos) as (Jv & _). destruct (at_depth y _ m h Kev Lh) as (q & m' & v & w &
      Ey & Lq & Vq & K' & Nw & Ad). rewrite <- Vq in Jv. rewrite Ad. assert (Ne : addr q ++ [m'] <>
      a). { intros Q. apply (f_equal (@length nat)) in Q. rewrite length_snoc in Q. unfold addr in
      Q. rewrite map_length, <- (snoc_a p a f Ef), length_snoc in Q. lia. } destruct (history_value
      _ _ _ _ Sh L B ev q _ m' v E K' Nw _ _ _ (ideal_keeps _ P) Jv) as (A & B1 & E1 & -> & _).
      destruct (history_value _ _ _ _ Sh L B ev q _ m' v E K' Nw _ _ _ (note_keeps p a _ Ne) Jv) as
      (A2 & B2 & E2 & -> & _ & C & El). assert (A2 = A) as -> by exact (split_same _ _ _ _ Sh _ _ _
      _ _ E2 E1). exists (entries P A). split; auto. rewrite El at 1. rewrite virtual_app, map_app.
      apply marks_app. rewrite <- (complete_entry p a f Ef trips e (S i) A _ _ b E1 Bl _ eq_refl) by
      (rewrite length_snoc; lia). rewrite <- (Nat.sub_0_r (count_occ _ _ _)) at 1. now apply
      note_marks. Qed.
  (* A wait: the mask, or as many retirements as the class says. *)
  Variables (plan : dependency -> option class) (H : list (engine * instance)). Variables (R_ :
    address -> Z) (sem : semaphore -> Z). Hypothesis Valid : retired_so_far trips p H. Hypothesis CR
    : counts (spec trips p deps) H R_. Hypothesis CS : counts (snapshot p deps plan) H sem.
    Hypothesis Bk : blocked false p = true. Hypothesis Path : e = f \/ alone p f P \/ same_path p
      trips trips e f.
  Lemma counts_here : sem (SL [] f) = Z.of_nat (length (map instance_address (on f H))) /\ R_ a =
    Z.of_nat (count_occ address_dec (map instance_address (on f H)) a).
  Proof using Valid CR CS Ef. assert (Er := engines_right trips p H Valid). split.
    - rewrite (counts_on p (snapshot p deps plan) H sem _ f Er CS). 2: { intros x g E I. cbn in I.
      rewrite E in I. destruct I as [I|[]]. now injection I. } cbn [initial updates counter_dec
      snapshot by_waits]. rewrite Z.add_0_l, map_length. f_equal. assert (M := mine trips p H Valid
      f). induction (on f H) as [|i0 l IH]; auto. cbn [flat_map length]. rewrite (M i0 (or_introl
      eq_refl)), <- IH by (intros; apply M; now right). cbn [count_occ app]. destruct (semaphore_dec
      _ _); [reflexivity|congruence].
    - rewrite (counts_on p (spec trips p deps) H R_ _ f Er CR). 2: { intros x g E [Q|[]].
      congruence. } cbn [initial updates counter_dec spec]. rewrite Z.add_0_l. f_equal. Qed.
  Lemma snapshot_says w x : strengthen p d = Some x -> plan d = Some x -> In w (snapshot_wait p plan
    d) -> says trips p e i y d R_ x (evaluate (reg_ L) (snd w) <= sem (fst w))%Z.
  Proof using At Ev Cons Wf Ef Valid CR CS Bk Path. intros Cl Pl. unfold snapshot_wait. rewrite Pl,
    Ef. destruct (snapshot_register p f d x) as [r|] eqn:Rg; [|intros []]. intros [<-|[]]. cbn [fst
    snd]. destruct (shallow p y m d Cons Wf) as (_ & Ly). destruct counts_here as (Sm & Rc).
    destruct (mask_value (reg_ L) (scope_of (consumer d)) (Leaf (R r)) (map snd y) (distance d) 0)
    as (A & B). { intros j J. cbn [Nat.add]. rewrite (scope_is y m d Cons), trip_same. apply
    (trips_read trips p e i ev y m At Ev). lia. } split.
    - intros X. rewrite (B X), Sm. lia.
    - intros X. rewrite (A X), Sm, Rc. cbn [evaluate value]. destruct (snapshot_value x r Cl Rg X)
      as (D & -> & Mk). destruct (same_beginnings trips p e f i H P Bk Valid Path) as (V' & A' & E).
      exact (marks_tell a _ V' D _ _ A' Mk E). Qed.
End Guards.

Section Correct.
  Variables (p : program) (deps : list dependency) (trips : oracle). Variables (engines : list
    engine) (win : engine -> option nat) (io : engine -> bool) (D : Type). Variable f : instance ->
    D -> D. Notation W := (world trips p deps engines win io D f). Variable plan : dependency ->
    option class. Hypothesis Ck : check_snapshot p deps plan = true. Hypothesis Pa : on_path p deps
    trips engines.
  Lemma each_snapshot (rel : Prop -> Prop -> Prop) : (forall d x, plan d = Some x -> strengthen p d
    = Some x) -> (forall e i ev y m d R_ G x (A : at_ trips p e i = Some ev) (Ev : ev = Is y m \/ ev
    = Vi y m) (C : consumer d = addr y ++ [m]) (Wf : well_formed p d = true), plan d = Some x ->
    says trips p e i y d R_ x G -> rel G (equation1 trips p e y d R_)) -> each_wait p deps trips
    engines win io D f (snapshot_update p) (snapshot_closure p) (fun a => match engine_of p a with
    Some f => [SL [] f] | None => [] end) (snapshot_wait p plan) (snapshot_new p) rel.
  Proof using Ck Pa. intros Pl Says. unfold check_snapshot in Ck. rewrite andb_true_iff,
    forallb_forall in Ck. destruct Ck as (Bk & Ex). split.
    - intros d I. specialize (Ex d I). destruct (snapshot_wait p plan d) as [|w l]; [discriminate|].
      exists w. now left.
    - intros e i ev y m d w H R_ sem Nx Ev Cd Id Va CR CS Iw. destruct (next_at p deps trips engines
      win io D f e i ev Nx) as (A & _). assert (Ie : In e engines). { apply there. cbn in Nx.
      destruct (existsb (Nat.eqb e) engines); [auto|discriminate]. } assert (On := waits_here p
      trips engines win io e i ev y m d A Ev Cd). assert (Iw' := Iw). unfold snapshot_wait in Iw'.
      destruct (plan d) as [x|] eqn:Px; [|destruct Iw']. destruct (engine_of p (producer d)) as [g|]
      eqn:Eg; [|destruct Iw']. assert (Wf := plan_well_formed p d (or_intror (ex_intro _ x (Pl d x
      Px)))). apply (Says e i ev y m d R_ _ x A Ev Cd Wf Px). exact (snapshot_says trips p deps e i
      ev y m d g A Ev Cd Wf Eg plan H R_ sem Va CR CS Bk (Pa d e g Id Ie On Eg) w x (Pl d x Px) Px
      Iw). Qed.
  Theorem snapshot_guards : plan = classify p -> guards_agree W (spec trips p deps) (snapshot p deps
    plan).
  Proof using Ck Pa. intros Pl. apply (waits_agree p deps trips engines win io D f _ _ _ _ _ _
    (snapshot_sound p plan)). apply each_snapshot.
    - intros d x. rewrite Pl. intros Q. unfold strengthen. now rewrite Q.
    - intros e i ev y m d R_ G x A Ev C Wf Px. rewrite Pl in Px. now apply (says_exact trips p e i
      ev y m d A Ev C Wf R_ G x). Qed.
  Theorem snapshot_implies : plan = strengthen p -> guards_imply W (spec trips p deps) (snapshot p
    deps plan).
  Proof using Ck Pa. intros Pl. apply (waits_imply p deps trips engines win io D f _ _ _ _ _ _
    (snapshot_sound p plan)). apply each_snapshot; rewrite Pl; auto. intros e i ev y m d R_ G x A Ev
    C Wf Px. now apply (says_safe trips p e i ev y m d A Ev C Wf R_ G x). Qed.
End Correct.
