(* What an engine f would do with the trips of another engine e.
   Counting f's instructions block by block along e's stream gives f's instances under e's trips
   (virtual_gen). Where these and f's own are beginnings of one list of addresses, the value of a
   semaphore that counts all of f's retirements tells how many of one instruction have retired. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export PerEngine Semaphores.

(* T is where the D-th a stands in V, from 1; 0 for none. *)
Definition marks (a : address) (V : list address) (D : nat) (T : Z) : Prop := (D = 0 /\ T = 0%Z) \/
  exists V1 V2, V = V1 ++ a :: V2 /\ D = S (count_occ address_dec V1 a) /\ T = Z.of_nat (S (length
  V1)).
Lemma marks_app a V V' D T : marks a V D T -> marks a (V ++ V') D T.
Proof. intros [E|(V1 & V2 & -> & E)]; [now left|]. right. exists V1, (V2 ++ V'). now rewrite <-
  app_assoc. Qed.
Lemma marks_tell a V V' D T A A' : marks a V D T -> V ++ V' = A ++ A' -> (T <= Z.of_nat (length A)
  <-> Z.of_nat D <= Z.of_nat (count_occ address_dec A a))%Z.
Proof. intros [(-> & ->)|(V1 & V2 & -> & -> & ->)] E; [lia|]. rewrite <- app_assoc in E. apply
  app_eq_app in E as (l & [(-> & E)|(-> & E)]).
  - rewrite app_length, count_occ_app. destruct l as [|b l]; cbn; [lia|]. lia.
  - destruct l as [|b l]; cbn in E; [rewrite app_nil_r; lia|]. injection E as <- E. rewrite
    app_length, count_occ_app. cbn. destruct (address_dec a a); [lia|congruence]. Qed.

Section Virtual.
  Variables (p : program) (f : engine).
  Definition virtual (l : list event) : list instance := flat_map (fun ev =>
    match ev with Bk x n => map (Datatypes.pair x) (members p f (addr x) n) | _ => [] end) l.
  Lemma virtual_app a b : virtual (a ++ b) = virtual a ++ virtual b. Proof. apply flat_map_app. Qed.
  Lemma idle T cap q : has f q = false -> forall x n, insts (gen T cap f x n q) = [].
  Proof. assert (R : forall b, (forall x n, insts (gen T cap f x n b) = []) -> forall x n j, insts
    (round T cap f x n j b) = []) by (intros b IH x n j; exact (IH _ _)). induction q; cbn [has];
    intros W x n; rewrite ?orb_false_iff in W.
    - reflexivity.
    - cbn [gen]. destruct W as (-> & W). apply IHq, W.
    - apply IHq, W.
    - destruct W as (W1 & W2). rewrite gen_loop. change (insts (Vi x n :: ?l)) with (insts l).
      rewrite insts_app, IHq2, app_nil_r by auto. unfold rounds. generalize (seq 1 (iterations T cap
      f x n)). induction l; cbn [flat_map]; auto. now rewrite insts_app, (R _ (IHq1 W1)), IHl.
    - destruct W as ((W1 & W2) & W3). rewrite gen_if. change (insts (Vi x n :: ?l)) with (insts l).
      rewrite insts_app, IHq3, app_nil_r by auto. destruct (taken T f x n); auto. Qed.
  Variables (trips T : oracle) (cap : nat) (e : engine). Hypothesis Same : same_path p T trips e f.
  Lemma no_lead q n : blocked false q = true -> lead f n q = [].
  Proof. destruct q; auto. discriminate. Qed.
  Lemma virtual_gen q : forall x n o, within p x n q -> blocked o q = true -> map (Datatypes.pair x)
    (lead f n q) ++ virtual (gen trips cap e x n q) = insts (gen T cap f x n q).
  Proof using Same. assert (Rd : forall b, (forall x n o, within p x n b -> blocked o b = true ->
    map (Datatypes.pair x) (lead f n b) ++ virtual (gen trips cap e x n b) = insts (gen T cap f x n
    b)) -> blocked false b = true -> forall x n j, within p (x ++ [(n, j)]) 0 b -> virtual (round
    trips cap e x n j b) = insts (round T cap f x n j b)). { intros b IH B x n j Cx. specialize (IH
    _ 0 false Cx B). now rewrite no_lead in IH. } induction q; intros x n o Cx B.
    - reflexivity.
    - cbn in B. apply andb_true_iff in B as (_ & B). cbn [gen lead]. rewrite virtual_app, insts_app,
      map_app, <- (IHq x (S n) true); [|later|auto]. destruct (e0 =? f), (e0 =? e); reflexivity.
    - cbn in B. cbn [gen lead map app virtual flat_map]. change (insts (Bk x n :: ?l)) with (insts
      l). rewrite <- (IHq x (S n) true); [|later|auto]. f_equal. unfold members. rewrite Cx by (cbn;
      congruence || lia). cbn. now rewrite Nat.eqb_refl.
    - cbn in B. apply andb_true_iff in B as (B1 & B2). rewrite !gen_loop. cbn [lead map app]. change
      (insts (Vi x n :: ?l)) with (insts l). change (virtual (Vi x n :: ?l)) with (virtual l).
      rewrite virtual_app, insts_app, <- (IHq2 x (S n) false), no_lead; [|auto|later|auto]. cbn [map
      app]. f_equal. assert (R1 : forall j, virtual (round trips cap e x n j q1) = insts (round T
      cap f x n j q1)) by (intros j; apply (Rd q1 IHq1 B1); inner). assert (R2 : forall a t, virtual
      (rounds trips cap e x n q1 a t) = insts (rounds T cap f x n q1 a t)). { intros a t. unfold
      rounds. generalize (seq a t). induction l; cbn [flat_map]; auto. now rewrite virtual_app,
      insts_app, R1, IHl. } destruct (has f q1) eqn:W.
      + rewrite R2. unfold iterations. rewrite Same; auto. apply orb_true_iff. left. unfold works,
        body_of. rewrite Cx by (cbn; congruence || lia). cbn. rewrite Nat.eqb_refl. destruct (addr
        x); exact W.
      + rewrite R2. assert (Id := idle T cap q1 W). unfold rounds. assert (Z : forall l, insts
        (flat_map (fun j => round T cap f x n j q1) l) = []). { induction l; cbn [flat_map]; auto.
        rewrite insts_app, IHl, app_nil_r. apply Id. } now rewrite !Z.
    - cbn in B. rewrite !andb_true_iff in B. destruct B as ((B1 & B2) & B3). rewrite !gen_if. cbn
      [lead map app]. change (insts (Vi x n :: ?l)) with (insts l). change (virtual (Vi x n :: ?l))
      with (virtual l). rewrite virtual_app, insts_app, <- (IHq3 x (S (S n)) false), no_lead;
      [|auto|later|auto]. cbn [map app]. f_equal. assert (R1 : forall j, virtual (round trips cap e
      x n j q1) = insts (round T cap f x n j q1)) by (intros j; apply (Rd q1 IHq1 B1); inner).
      assert (R2 : forall j, virtual (round trips cap e x (S n) j q2) = insts (round T cap f x (S n)
      j q2)) by (intros j; apply (Rd q2 IHq2 B2); inner). destruct (has f q1 || has f q2) eqn:W.
      + unfold taken. rewrite Same.
        * destruct (trips e x n) as [[]|]; auto.
        * unfold works, is_then, body_of. rewrite !Cx by (cbn; congruence || lia). cbn -[Nat.eqb].
          rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq (S n) n)), Nat.eqb_refl by lia. destruct (addr
          x); exact W.
      + apply orb_false_iff in W as (W1 & W2). assert (I1 := idle T cap q1 W1). assert (I2 := idle T
        cap q2 W2). destruct (taken trips e x n), (taken T f x n); rewrite ?R1, ?R2; unfold round;
        change (insts (En ?y :: ?l)) with (insts l); now rewrite ?I1, ?I2. Qed.
  Lemma virtual_stream : blocked false p = true -> virtual (stream trips cap e p) = insts (stream T
    cap f p).
  Proof using Same. intros B. assert (Q := virtual_gen p [] 0 false (fun r _ _ => eq_refl) B). now
    rewrite no_lead in Q. Qed.
End Virtual.

Lemma instances_in P l : (forall i : instance, In i l -> scope_of (instance_address i) = P) -> map
  instance_address l = map (fun m => P ++ [m]) (positions P l).
Proof. induction l as [|i l IH]; intros Q; auto. assert (Qi := Q i (or_introl eq_refl)). unfold
  scope_of, instance_address in Qi. rewrite removelast_last in Qi. unfold positions. cbn. rewrite
  Qi, addr_eqb_refl. cbn. rewrite IH by (intros; apply Q; now right). unfold instance_address. now
  rewrite Qi. Qed.

(* Retirements of f, and what e has counted for it, are beginnings of one list. *)
Lemma same_beginnings trips p e f i H P : blocked false p = true -> retired_so_far trips p H -> (e =
  f \/ alone p f P \/ same_path p trips trips e f) -> exists V' A', map instance_address (virtual p
  f (firsts trips p e i)) ++ V' = map instance_address (on f H) ++ A'.
Proof. intros B Va C. destruct (Va f) as (rest & n & E). set (N := Nat.max i n). assert (Vp : forall
  T, same_path p T trips e f -> exists V', virtual p f (firsts trips p e i) ++ V' = insts (stream T
  N f p)). { intros T Sm. exists (virtual p f (skipn i (stream trips N e p))). rewrite
  (firsts_of_cap trips p e i N) by lia. rewrite <- virtual_app, firstn_skipn. now apply
  virtual_stream. } assert (Ap : exists A', on f H ++ A' = insts (stream trips N f p)). { exists
  (rest ++ insts (skipn n (stream trips N f p))). rewrite app_assoc, E, <- insts_app, (firsts_of_cap
  trips p f n N) by lia. now rewrite firstn_skipn. } destruct Ap as (A' & Ap). assert (Same :
  same_path p trips trips e f -> exists V' A', map instance_address (virtual p f (firsts trips p e
  i)) ++ V' = map instance_address (on f H) ++ A'). { intros Sm. destruct (Vp trips Sm) as (V' & Q).
  exists (map instance_address V'), (map instance_address A'). now rewrite <- !map_app, Q, Ap. }
  destruct C as [->|[Al|Sm]]; auto; [apply Same; intros x m _; reflexivity|]. destruct (Vp (fun _ =>
  trips e)) as (V' & Q); [intros x m _; reflexivity|]. assert (Rd : forall T, exists t, map
  instance_address (insts (stream T N f p)) = map (fun m => P ++ [m]) (concat (repeat (own f 0
  (body_of p P)) t))). { intros T. destruct (stream_rounds p T N f P) as (t & G). exists t. rewrite
  <- G. apply instances_in. intros j J. apply Al, (stream_engine p T N f j J). } destruct (Rd (fun _
  => trips e)) as (t1 & R1), (Rd trips) as (t2 & R2). rewrite <- Q in R1. rewrite <- Ap in R2.
  rewrite map_app in R1, R2. exists (map instance_address V' ++ map (fun m => P ++ [m]) (concat
  (repeat (own f 0 (body_of p P)) t2))), (map instance_address A' ++ map (fun m => P ++ [m]) (concat
  (repeat (own f 0 (body_of p P)) t1))). rewrite !app_assoc, R1, R2, <- !map_app, <- !concat_app, <-
  !repeat_app. now rewrite Nat.add_comm. Qed.
