(* The shape of streams: what stands in them (stream_iff), sorted by place; the first n events do
   not depend on the cap. By induction on the program. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Allocation Order.

Lemma addr_snoc q m v : addr (q ++ [(m, v)]) = addr q ++ [m].
Proof. unfold addr. now rewrite map_app. Qed.

(* The body q, from position n on, of the entry x, is what p says. *)
Definition within (p : program) (x : place) (n : nat) (q : program) : Prop := forall r, r <> [] -> n
  <= hd 0 r -> lookup p (addr x ++ r) = item_at n q r.
Ltac inner := let r := fresh in let N := fresh in intros r N _; rewrite addr_snoc, <- app_assoc;
  cbn [app]; match goal with Cx : within _ _ _ _ |- _ => rewrite Cx by (cbn; congruence || lia) end;
  cbn -[Nat.eqb]; rewrite ?(fun n => proj2 (Nat.eqb_neq (S n) n) (Nat.neq_succ_diag_l n)),
  Nat.eqb_refl; destruct r; congruence.
Ltac later := let r := fresh in let N := fresh in let L := fresh in let k := fresh in intros r N L;
  match goal with Cx : within _ _ _ _ |- _ => rewrite Cx by (auto; lia) end; destruct r as [|k ?];
  [congruence|]; cbn -[Nat.eqb] in L |- *; now rewrite !(proj2 (Nat.eqb_neq k _)) by lia.

Section Streams.
  Variables (trips : oracle) (cap : nat) (e : engine). Notation gen := (gen trips cap e).
  (* One iteration; a loop is its rounds. *)
  Definition round x n j b := En (x ++ [(n, j)]) :: gen (x ++ [(n, j)]) 0 b.
  Definition rounds x n b a t := flat_map (fun j => round x n j b) (seq a t).
  Lemma gen_loop x n b k : gen x n (Loop b k) = Vi x n :: rounds x n b 1 (iterations trips cap e x
    n) ++ gen x (S n) k.
  Proof. reflexivity. Qed.
  Lemma gen_if x n b c k : gen x n (If b c k) = Vi x n :: (if taken trips e x n then round x n 1 b
    else round x (S n) 1 c) ++ gen x (S (S n)) k.
  Proof. reflexivity. Qed.
  (* What stands at position m of the entry y, j being the iteration of an entry. *)
  Definition fits (bound : place -> nat -> nat -> Prop) (y : place) (m j : nat) (ev : event)
    (i : item) : Prop :=
    match ev, i with
    | Is _ _, IIns f => f = e
    | Bk _ _, IBlock _ => True
    | Vi _ _, ILoop _ | Vi _ _, IThen _ => True
    | En _, ILoop _ => 1 <= j /\ bound y m j
    | En _, IThen _ => j = 1 /\ taken trips e y m = true
    | En _, IElse _ => j = 1 /\ exists n, m = S n /\ taken trips e y n = false
    | _, _ => False
    end.
  Definition capped (y : place) (m j : nat) : Prop := j <= iterations trips cap e y m.
  Definition placed (p : program) (ev : event) : Prop := exists y m j i, key ev = y ++ [(m, j)] /\
    item_at 0 p (map fst y ++ [m]) = Some i /\ fits (fun _ _ _ => True) y m j ev i.
  Section Program.
    Variable p : program.
    Definition spot (x : place) (n : nat) (g : list event) (ev : event) : Prop := exists y m j i,
      key ev = y ++ [(m, j)] /\ (y = x /\ n <= m \/ In (En y) g) /\ lookup p (addr y ++ [m]) = Some
      i /\ fits capped y m j ev i.
    Lemma spot_up x n g x' n' g' ev : spot x' n' g' ev -> (forall v, In v g' -> In v g) -> x' = x /\
      n <= n' \/ In (En x') g -> spot x n g ev.
    Proof. intros (y & m & j & i & K & C & It & F) Sub Up. exists y, m, j, i. split; auto. split;
      auto. destruct C as [(-> & L)|C]; auto. destruct Up as [(-> & ?)|?]; auto. left. split; auto.
      lia. Qed.
    Lemma gen_spot q : forall x n ev, within p x n q -> In ev (gen x n q) -> spot x n (gen x n q)
      ev.
    Proof. assert (Leaf : forall x n q ev i j, within p x n q -> item_at n q [n] = Some i -> key ev
      = x ++ [(n, j)] -> fits capped x n j ev i -> spot x n (gen x n q) ev). { intros x n q0 ev i j
      Cx It K F. exists x, n, j, i. rewrite Cx by (cbn; congruence || lia). auto. } assert (Rd :
      forall x n m j b g, (forall x n ev, within p x n b -> In ev (gen x n b) -> spot x n (gen x n
      b) ev) -> within p (x ++ [(m, j)]) 0 b -> n <= m -> (forall ev, In ev (round x m j b) -> In ev
      g) -> spot x n g (En (x ++ [(m, j)])) -> forall ev, In ev (round x m j b) -> spot x n g ev). {
      intros x n m j b g IH Cx L Sub Sp ev [<-|I]; auto. apply (spot_up _ _ _ _ _ _ _ (IH _ 0 ev Cx
      I)); [intros v V; apply Sub; now right|]. right. apply Sub. now left. } induction q; intros x
      n ev Cx I.
      - destruct I.
      - cbn [Program.gen] in *. apply in_app_or in I as [I|I].
        + destruct (Nat.eqb_spec e0 e); [|destruct I]. destruct I as [<-|[]]. exists x, n, 0, (IIns
          e0). rewrite Cx by (cbn; congruence || lia). cbn. rewrite Nat.eqb_refl. auto 10.
        + apply (spot_up _ _ _ x (S n) (gen x (S n) q)); [apply IHq; auto; later| |left; split;
          auto]. intros v V. apply in_or_app. auto.
      - destruct I as [<-|I]; [eapply (Leaf _ _ (Block q)); cbn; eauto; [now rewrite Nat.eqb_refl|
        exact Logic.I]|]. apply (spot_up _ _ _ x (S n) (gen x (S n) q)); [apply IHq; auto; later|
        now right|left; split; auto].
      - rewrite gen_loop in *. destruct I as [<-|I]; [eapply (Leaf _ _ (Loop q1 q2)); cbn; eauto;
        [now rewrite Nat.eqb_refl|exact Logic.I]|]. apply in_app_or in I as [I|I].
        + assert (I' := I). unfold rounds in I'. apply in_flat_map in I' as (j & J & I'). apply
          in_seq in J. apply (Rd x n n j q1); auto; [inner| |].
          * intros v V. right. apply in_or_app. left. apply in_flat_map. exists j. split; auto.
            apply in_seq. lia.
          * eapply (Leaf _ _ (Loop q1 q2)); cbn; eauto; [now rewrite Nat.eqb_refl|]. cbn. unfold
            capped. lia.
        + apply (spot_up _ _ _ x (S n) (gen x (S n) q2)); [apply IHq2; auto; later| |left; split;
          auto]. intros v V. right. apply in_or_app. auto.
      - rewrite gen_if in *. destruct I as [<-|I]; [eapply (Leaf _ _ (If q1 q2 q3)); cbn; eauto;
        [now rewrite Nat.eqb_refl|exact Logic.I]|]. apply in_app_or in I as [I|I].
        + destruct (taken trips e x n) eqn:T.
          * apply (Rd x n n 1 q1); auto; [inner|intros v V; right; apply in_or_app; auto|]. exists
            x, n, 1, (IThen q1). rewrite Cx by (cbn; congruence || lia). cbn. rewrite Nat.eqb_refl.
            auto 10.
          * apply (Rd x n (S n) 1 q2); auto; [inner|intros v V; right; apply in_or_app; auto|].
            exists x, (S n), 1, (IElse q2). rewrite Cx by (cbn; congruence || lia). cbn -[Nat.eqb].
            rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq (S n) n)) by lia. eauto 10.
        + apply (spot_up _ _ _ x (S (S n)) (gen x (S (S n)) q3)); [apply IHq3; auto; later| |left;
          split; auto]. intros v V. right. apply in_or_app. auto. Qed.
    Lemma spot_gen q : forall x n y m j i ev, within p x n q -> key ev = y ++ [(m, j)] -> y = x /\ n
      <= m \/ In (En y) (gen x n q) -> lookup p (addr y ++ [m]) = Some i -> fits capped y m j ev i
      -> In ev (gen x n q).
    Proof. assert (Rd : forall x n k b y m j i ev, (forall x n y m j i ev, within p x n b -> key ev
      = y ++ [(m, j)] -> y = x /\ n <= m \/ In (En y) (gen x n b) -> lookup p (addr y ++ [m]) = Some
      i -> fits capped y m j ev i -> In ev (gen x n b)) -> within p (x ++ [(n, k)]) 0 b -> key ev =
      y ++ [(m, j)] -> In (En y) (round x n k b) -> lookup p (addr y ++ [m]) = Some i -> fits capped
      y m j ev i -> In ev (round x n k b)). { intros x n k b y m j i ev IH Cx K [Q|C] It F; right;
      apply (IH _ 0 y m j i); auto. left. inversion Q. split; auto. lia. } assert (Lf : forall ev x
      n j, key ev = x ++ [(n, j)] -> match ev with En y => y = x ++ [(n, j)] | Vi y k => y = x /\ k
      = n | Bk y k => y = x /\ k = n | Is y k => y = x /\ k = n end). { intros [y k|y|y k|y k] x n j
      K; cbn in K; auto; apply app_inj_tail in K as (-> & K); now inversion K. } induction q; intros
      x n y m j i ev Cx K C It F.
      - destruct C as [(-> & L)|[]]. rewrite Cx in It by (cbn; congruence || lia). discriminate.
      - cbn [Program.gen] in *. apply in_or_app. destruct C as [(-> & L)|C].
        + destruct (Nat.eq_dec m n) as [->|N]; [|right; apply (IHq x (S n) x m j i); auto;
          [later|left; split; auto; lia]]. rewrite Cx in It by (cbn; congruence || lia). cbn in It.
          rewrite Nat.eqb_refl in It. injection It as <-. destruct ev; cbn in F; try tauto. apply Lf
          in K as (-> & ->). left. rewrite (proj2 (Nat.eqb_eq _ _) F). now left.
        + apply in_app_or in C as [C|C]; [destruct (e0 =? e); [destruct C as [C|[]];
          discriminate|destruct C]|]. right. apply (IHq x (S n) y m j i); auto. later.
      - destruct C as [(-> & L)|[C|C]]; [|discriminate|right; apply (IHq x (S n) y m j i); auto;
        later]. destruct (Nat.eq_dec m n) as [->|N]; [|right; apply (IHq x (S n) x m j i); auto;
        [later|left; split; auto; lia]]. rewrite Cx in It by (cbn; congruence || lia). cbn in It.
        rewrite Nat.eqb_refl in It. injection It as <-. destruct ev; cbn in F; try tauto. apply Lf
        in K as (-> & ->). now left.
      - rewrite gen_loop in *. destruct C as [(-> & L)|[C|C]]; [|discriminate|right].
        + destruct (Nat.eq_dec m n) as [->|N]; [|right; apply in_or_app; right; apply (IHq2 x (S n)
          x m j i); auto; [later|left; split; auto; lia]]. rewrite Cx in It by (cbn; congruence ||
          lia). cbn in It. rewrite Nat.eqb_refl in It. injection It as <-. apply Lf in K. destruct
          ev; cbn in F; try tauto; [destruct K as (-> & ->); now left|]. subst x0. right. apply
          in_or_app. left. apply in_flat_map. exists j. split; [apply in_seq; unfold capped in F;
          lia|now left].
        + apply in_or_app. apply in_app_or in C as [C|C]; [left|right; apply (IHq2 x (S n) y m j i);
          auto; later]. unfold rounds in *. apply in_flat_map in C as (k & Ks & C). apply
          in_flat_map. exists k. split; auto. apply (Rd x n k q1 y m j i); auto. inner.
      - rewrite gen_if in *. destruct C as [(-> & L)|[C|C]]; [|discriminate|right].
        + destruct (Nat.eq_dec m n) as [->|N]; [|destruct (Nat.eq_dec m (S n)) as [->|N']; [|right;
          apply in_or_app; right; apply (IHq3 x (S (S n)) x m j i); auto; [later|left; split; auto;
          lia]]]; rewrite Cx in It by (cbn; congruence || lia); cbn -[Nat.eqb] in It; rewrite
          ?(proj2 (Nat.eqb_neq (S n) n)), Nat.eqb_refl in It by lia; injection It as <-; apply Lf in
          K; destruct ev; cbn in F; try tauto.
          * destruct K as (-> & ->). now left.
          * subst x0. destruct F as (-> & ->). right. apply in_or_app. left. now left.
          * subst x0. destruct F as (-> & n' & E & T). injection E as <-. rewrite T. right. apply
            in_or_app. left. now left.
        + apply in_or_app. apply in_app_or in C as [C|C]; [left|right; apply (IHq3 x (S (S n)) y m j
          i); auto; later]. destruct (taken trips e x n); [apply (Rd x n 1 q1 y m j i)|apply (Rd x
          (S n) 1 q2 y m j i)]; auto; inner. Qed.
    Theorem stream_iff ev : In ev (stream trips cap e p) <-> ev = En [] \/ exists y m j i, key ev =
      y ++ [(m, j)] /\ In (En y) (stream trips cap e p) /\ lookup p (addr y ++ [m]) = Some i /\ fits
      capped y m j ev i.
    Proof. assert (Cx : within p [] 0 p) by (intros r; reflexivity). unfold stream. split.
      - intros [<-|I]; auto. right. destruct (gen_spot p [] 0 ev Cx I) as (y & m & j & i & K & C &
        R). exists y, m, j, i. split; auto. split; auto. destruct C as [(-> & _)|C]; [now left|now
        right].
      - intros [->|(y & m & j & i & K & C & It & F)]; [now left|]. right. apply (spot_gen p [] 0 y m
        j i); auto. destruct C as [C|C]; auto. left. inversion C. split; auto. lia. Qed.
    Lemma stream_placed ev : In ev (stream trips cap e p) -> ev = En [] \/ placed p ev.
    Proof. intros I. apply stream_iff in I as [->|(y & m & j & i & K & _ & It & F)]; auto. right.
      exists y, m, j, i. split; auto. split; auto. destruct ev, i; cbn in *; tauto. Qed.
  End Program.
  Lemma gen_form p : forall x n ev, In ev (gen x n p) -> exists m j r, key ev = x ++ (m, j) :: r /\
    n <= m.
  Proof. assert (R : forall b, (forall x n ev, In ev (gen x n b) -> exists m j r, key ev = x ++ (m,
    j) :: r /\ n <= m) -> forall x n j ev, In ev (round x n j b) -> exists r, key ev = x ++ (n, j)
    :: r). { intros b IH x n j ev [<-|I]; cbn; eauto. apply IH in I as (m & k & r & -> & _). rewrite
    <- app_assoc. cbn. eauto. } assert (Up : forall x n n' ev, (exists m j r, key ev = x ++ (m, j)
    :: r /\ n' <= m) -> n <= n' -> exists m j r, key ev = x ++ (m, j) :: r /\ n <= m) by (intros x n
    n' ev (m & j & r & K & L) L'; exists m, j, r; split; auto; lia). induction p; intros x n ev I;
    [destruct I|..].
    - cbn [Program.gen] in I. apply in_app_or in I as [I|I]; [|apply (Up x n (S n)); auto]. destruct
      (e0 =? e); [|destruct I]. destruct I as [<-|[]]. cbn. eauto.
    - destruct I as [<-|I]; [cbn; eauto|]. apply (Up x n (S n)); auto.
    - rewrite gen_loop in I. destruct I as [<-|I]; [cbn; eauto|]. apply in_app_or in I as [I|I];
      [|apply (Up x n (S n)); auto]. apply in_flat_map in I as (j & _ & I). destruct (R p1 IHp1 _ _
      _ _ I) as (r & ->). eauto.
    - rewrite gen_if in I. destruct I as [<-|I]; [cbn; eauto|]. apply in_app_or in I as [I|I];
      [|apply (Up x n (S (S n))); auto]. destruct (taken trips e x n); [destruct (R p1 IHp1 _ _ _ _
      I) as (r & ->)|destruct (R p2 IHp2 _ _ _ _ I) as (r & ->)]; eauto 10. Qed.
  Lemma round_form x n j b ev : In ev (round x n j b) -> exists r, key ev = x ++ (n, j) :: r.
  Proof. intros [<-|I]; cbn; eauto. apply gen_form in I as (m & k & r & -> & _). rewrite <-
    app_assoc. cbn. eauto. Qed.
  Lemma round_sorted x n j b : sorted (gen (x ++ [(n, j)]) 0 b) -> sorted (round x n j b).
  Proof. intros S. split; auto. intros ev I. apply gen_form in I as (m & k & r & -> & _). apply
    lt_prefix. discriminate. Qed.
  Lemma gen_sorted p : forall x n, sorted (gen x n p).
  Proof. assert (Tail : forall x n m q, n < m -> forall ev j, In ev (gen x m q) -> forall r, lt (x
    ++ (n, j) :: r) (key ev)). { intros x n m q L ev j I r. apply gen_form in I as (m' & j' & r' &
    -> & M). apply lt_app. cbn. lia. } induction p; intros x n.
    - exact I.
    - cbn. apply sorted_app. split; [destruct (e0 =? e); cbn; auto; tauto|]. split; auto. intros a b
      A B. destruct (e0 =? e); [|destruct A]. destruct A as [<-|[]]. cbn. eapply Tail; eauto.
    - split; auto. intros b B. cbn. eapply Tail; eauto.
    - rewrite gen_loop. split.
      + intros b B. cbn. apply in_app_or in B as [B|B]; [|eapply Tail; [|exact B]; lia]. unfold
        rounds in B. apply in_flat_map in B as (j & J & B). apply in_seq in J. apply round_form in B
        as (r & ->). apply lt_app. cbn. lia.
      + apply sorted_app. split; [|split; auto].
        * unfold rounds. generalize 1. induction (iterations trips cap e x n) as [|t IH]; cbn; auto.
          intros a. change (sorted (round x n a p1 ++ flat_map (fun j => round x n j p1) (seq (S a)
          t))). apply sorted_app. split; [apply round_sorted, IHp1|]. split; [apply IH|]. intros u v
          U V. apply in_flat_map in V as (j & J & V). apply in_seq in J. apply round_form in U as (r
          & ->), V as (s & ->). apply lt_app. cbn. lia.
        * intros u v U V. apply in_flat_map in U as (j & J & U). apply round_form in U as (r & ->).
          eapply Tail; [|exact V]; lia.
    - rewrite gen_if. split.
      + intros b B. cbn. apply in_app_or in B as [B|B]; [|eapply Tail; [|exact B]; lia]. destruct
        (taken trips e x n); apply round_form in B as (r & ->); apply lt_app; cbn; lia.
      + apply sorted_app. split; [|split; auto].
        * destruct (taken trips e x n); apply round_sorted; auto.
        * intros u v U V. destruct (taken trips e x n); apply round_form in U as (r & ->); (eapply
          Tail; [|exact V]; lia). Qed.
  Lemma stream_sorted p : sorted (stream trips cap e p).
  Proof. split; [|apply gen_sorted]. intros b B. apply gen_form in B as (m & j & r & -> & _). exact
    I. Qed.
End Streams.

(* The cap. *)
Lemma flat_map_firstn {T U} n (f g : T -> list U) l : (forall x, firstn n (f x) = firstn n (g x)) ->
  firstn n (flat_map f l) = firstn n (flat_map g l).
Proof. intros Q. induction l; cbn [flat_map]; auto. now apply firstn_app_eq. Qed.
Lemma firstn_enough {T} n (a b : list T) : n <= length a -> firstn n (a ++ b) = firstn n a.
Proof. intros. rewrite firstn_app. replace (n - length a) with 0 by lia. cbn. apply app_nil_r. Qed.
Lemma rounds_length trips cap e x n b a t : t <= length (rounds trips cap e x n b a t).
Proof. unfold rounds. revert a. induction t; intros a; cbn; [lia|]. rewrite app_length. specialize
  (IHt (S a)). lia. Qed.
Lemma gen_cap trips e p N M : N <= M -> forall x n, firstn N (gen trips N e x n p) = firstn N (gen
  trips M e x n p).
Proof. intros L. assert (Cons : forall (a : event) l l', firstn N l = firstn N l' -> firstn N (a ::
  l) = firstn N (a :: l')). { intros. now apply (firstn_app_eq N [a] [a]). } induction p; intros x
  n.
  - reflexivity.
  - apply firstn_app_eq; auto.
  - apply Cons; auto.
  - rewrite !gen_loop. apply Cons. assert (Q : forall a t, firstn N (rounds trips N e x n p1 a t) =
    firstn N (rounds trips M e x n p1 a t)). { intros a t. apply flat_map_firstn. intros j. apply
    Cons. auto. } assert (C : iterations trips N e x n = iterations trips M e x n \/ iterations
    trips N e x n = N /\ N <= iterations trips M e x n). { unfold iterations. destruct (trips e x
    n); lia. } destruct C as [-> | (-> & G)].
    + apply firstn_app_eq; auto.
    + replace (iterations trips M e x n) with (N + (iterations trips M e x n - N)) by lia. unfold
      rounds in *. rewrite seq_app, flat_map_app, <- app_assoc. assert (A := rounds_length trips N e
      x n p1 1 N). assert (B := rounds_length trips M e x n p1 1 N). unfold rounds in A, B. rewrite
      !firstn_enough by assumption. auto.
  - rewrite !gen_if. apply Cons, firstn_app_eq; auto. destruct (taken trips e x n); apply Cons;
    auto. Qed.
Theorem firsts_of_cap trips p e n N : n <= N -> firsts trips p e n = firstn n (stream trips N e p).
Proof. intros L. unfold firsts, stream. destruct n; [reflexivity|]. cbn [firstn]. f_equal. assert (Q
  := gen_cap trips e p (S n) N L [] 0). apply (f_equal (firstn n)) in Q. rewrite !firstn_firstn in
  Q. now replace (Nat.min n (S n)) with n in Q by lia. Qed.
