(* What the register operations of an allocation compute.

   [ideal l] is every register after the events l, as if none were dropped. The registers an engine
   keeps have these values: an update reads only registers that come later in the engine's list, so
   it reads what they were before the entry. A wait is then its expression over ideal registers. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Allocation Simulation.

Definition run (l : list operation) (s : registers) : registers :=
  fold_left (fun s a => run1 a s) l s.

Lemma run_app a b s : run (a ++ b) s = run b (run a s).
Proof. apply fold_left_app. Qed.
Lemma addr_eqb_eq a b : addr_eqb a b = true <-> a = b.
Proof. unfold addr_eqb. destruct (list_eq_dec Nat.eq_dec a b); split; congruence. Qed.
Lemma addr_eqb_refl a : addr_eqb a a = true.
Proof. now apply addr_eqb_eq. Qed.

(* The register an update of r reads, and the value it gives r at an entry of scope a. *)
Definition source (r : reg) : reg :=
  match r with RH m P j => match j with 0 => RR P | S i => RH m P i end | _ => r end.
Definition entered (a : address) (s : registers) (r : reg) : Z :=
  match r with
  | RR b => if addr_eqb b a then (s r + 1)%Z else s r
  | RT b => if addr_eqb b a then (s r + 1)%Z else if addr_eqb (scope_of b) a then 0%Z else s r
  | RH m P j => if addr_eqb m a then s (source r) else s r
  | Tmp _ => s r
  end.
Definition ideal (l : list event) : registers :=
  fold_left (fun s ev => match ev with En x => entered (addr x) s | _ => s end) l (fun _ => 0%Z).

Lemma entered_ext a s t r : s r = t r -> s (source r) = t (source r) ->
  entered a s r = entered a t r.
Proof. intros E F. destruct r; cbn in *; rewrite ?E, ?F; reflexivity. Qed.
Lemma at_entry_run a r s : run (at_entry a r) s r = entered a s r /\
  forall q, q <> r -> run (at_entry a r) s q = s q.
Proof. assert (P : forall z q, put s q z q = z /\ forall q', q' <> q -> put s q z q' = s q').
  { intros z q. unfold put. split; [|intros q' N]; destruct (reg_dec _ _); congruence. }
  destruct r as [b|b|m P' j|i]; cbn.
  - destruct (addr_eqb b a); cbn; auto; apply P.
  - destruct (addr_eqb b a); [|destruct (addr_eqb (scope_of b) a)]; cbn; auto; apply P.
  - destruct (addr_eqb m a); cbn; auto; destruct j; apply P.
  - auto. Qed.

Fixpoint ordered (l : list reg) : Prop :=
  match l with [] => True | r :: l' => (source r = r \/ In (source r) l') /\ ordered l' end.

Lemma ordered_app a b : ordered a -> ordered b -> ordered (a ++ b).
Proof.
  induction a as [|r a IH]; cbn; auto. intros ([E|I] & A) B; split; auto. right. apply in_or_app;
    auto. Qed.
Lemma ordered_nodup l : ordered l -> ordered (nodup reg_dec l).
Proof.
  induction l as [|r l IH]; cbn; auto. intros (E & A). destruct (in_dec reg_dec r l); auto. split;
    auto. destruct E as [E|I]; auto. right. now apply nodup_In. Qed.
Lemma ordered_chain m P j : ordered (chain m P j).
Proof. induction j; cbn; auto. split; auto. right. destruct j; now left. Qed.
Lemma ordered_flat_map {T} (f : T -> list reg) l : (forall x, ordered (f x)) ->
  ordered (flat_map f l).
Proof. intros. induction l; cbn; auto. now apply ordered_app. Qed.
Lemma entry_run a rs s : NoDup rs -> ordered rs -> (forall r, In r rs -> run (flat_map (at_entry a)
  rs) s r = entered a s r) /\ (forall r, ~ In r rs -> run (flat_map (at_entry a) rs) s r = s r).
Proof.
  revert s. induction rs as [|q rs IH]; intros s N O; cbn; [tauto|]. inversion N as [|? ? Nq Nr];
    subst. destruct O as (Oq & O). destruct (at_entry_run a q s) as (A & B). destruct (IH (run
    (at_entry a q) s) Nr O) as (C & D). split; intros r I; rewrite run_app.
  - destruct (in_dec reg_dec r rs) as [J|J].
    + rewrite C by auto. apply entered_ext; apply B; [congruence|]. intros E. assert (K : source r =
        r \/ In (source r) rs).
      { clear - O J. induction rs; [destruct J|]. destruct O as (X & Y). destruct J as [<-|J];
          [destruct X; auto; right; now right|]. destruct (IHrs Y J); auto. right; now right. }
      destruct K as [K|K]; congruence.
    + rewrite D by auto. destruct I as [<-|?]; [exact A | contradiction].
  - rewrite D by tauto. apply B. intros ->. tauto. Qed.

(* Compiled expressions. *)
Definition plain (x : expression) : Prop := forall i, ~ In (Tmp i) (reads x).
Lemma evaluate_ext s t x : (forall r, In r (reads x) -> s r = t r) -> evaluate s x = evaluate t x.
Proof.
  induction x as [[z|r]|f a IHa b IHb]; cbn; intros E; auto. rewrite IHa, IHb; auto; intros; apply
    E, in_or_app; auto. Qed.
Lemma compile_run x : plain x -> forall i s, run (compile i x) s (Tmp i) = evaluate s x /\ (forall
  r, (forall j, i <= j -> r <> Tmp j) -> run (compile i x) s r = s r).
Proof. intros P. induction x as [o|f a IHa b IHb]; intros i s; cbn [compile].
  - cbn. unfold put. split; [destruct (reg_dec _ _); congruence|]. intros r N. destruct (reg_dec r
      (Tmp i)); auto. now apply (N i) in e.
  - rewrite !run_app. assert (Pa : plain a) by (intros j J; apply (P j), in_or_app; auto). assert
      (Pb : plain b) by (intros j J; apply (P j), in_or_app; auto). destruct (IHa Pa i s) as (A &
      B). destruct (IHb Pb (S i) (run (compile i a) s)) as (C & D). cbn. unfold put. split.
    + destruct (reg_dec _ _); [|congruence]. f_equal.
      * rewrite D; auto. intros j J E. inversion E. lia.
      * rewrite C. apply evaluate_ext. intros r I. apply B. intros j J ->. now apply (Pb j).
    + intros r N. destruct (reg_dec r (Tmp i)) as [E|]; [now apply (N i) in E|]. rewrite D, B; auto.
        intros. apply N. lia. Qed.
Lemma compute_run l : (forall w, In w l -> plain (snd w)) -> forall i s sem, (all_true i l (run
  (compute i l) s) sem <-> forall w, In w l -> (evaluate s (snd w) <= sem (fst w))%Z) /\ (forall r,
  (forall j, i <= j -> r <> Tmp j) -> run (compute i l) s r = s r).
Proof. induction l as [|(q, x) l IH]; intros P i s sem.
  - cbn. split; [split; tauto | auto].
  - cbn [compute all_true]. rewrite run_app. destruct (compile_run x (P (q, x) (or_introl eq_refl))
      i s) as (A & B). destruct (IH (fun w I => P w (or_intror I)) (S i) (run (compile i x) s) sem)
      as (C & D). split.
    + rewrite D, A by (intros j J E; inversion E; lia). rewrite C. cbn. split.
      * intros (E & F) w [<-|I]; auto. specialize (F w I). erewrite evaluate_ext; [exact F|]. intros
          r J. symmetry. apply B. intros j _ ->. exact (P w (or_intror I) j J).
      * intros F. split; [exact (F (q, x) (or_introl eq_refl))|]. intros w I. erewrite evaluate_ext;
          [exact (F w (or_intror I))|]. intros r J. apply B. intros j _ ->. exact (P w (or_intror I)
          j J).
    + intros r N. rewrite D, B; auto. intros. apply N. lia. Qed.

Section Alloc.
  Variables (k : scheme) (p : program) (deps : list dependency).
  Variable plan : dependency -> option class. Notation M := (alloc k p deps plan).
  Lemma needed_ordered e : NoDup (needed k p deps plan e) /\ ordered (needed k p deps plan e).
  Proof. split; [apply NoDup_nodup|]. apply ordered_nodup, ordered_flat_map. intros d. apply
      ordered_flat_map. intros [b|b|m P j|i]; cbn; auto. apply ordered_chain. Qed.
  Lemma source_needed e r : In r (needed k p deps plan e) -> In (source r) (needed k p deps plan e).
  Proof.
    destruct (needed_ordered e) as (_ & O). revert O. generalize (needed k p deps plan e). induction
      l as [|q l IH]; cbn; auto. intros ([E|I] & O) [<-|J]; auto; rewrite ?E; auto. Qed.
  Lemma wait_plain d w : In w (wait_of k p deps plan d) -> plain (snd w).
  Proof.
    unfold wait_of. destruct (plan d) as [x|]; [|intros []]. destruct (engine_of p (producer d));
      [|intros []]. destruct (home k p deps e (producer d)) as ((q, N), K_). intros [<-|[]]. cbn.
      intros i. unfold threshold. generalize (scope_of (consumer d)) at 1 as C. generalize 0 as n.
      induction (distance d) as [|z l IH]; intros n C.
    - cbn. destruct x; cbn; intros H; decompose [or] H; try discriminate; auto.
    - cbn [mask]. destruct (1 <=? z)%Z; cbn [app fold_right]; [|apply IH]. cbn [reads]. intros
        [E|I]; [discriminate|]. exact (IH _ _ I). Qed.
  Lemma waits_plain a w : In w (waits k p deps plan a) -> plain (snd w).
  Proof. intros I. apply in_flat_map in I as (d & _ & I). eapply wait_plain; eauto. Qed.
  Lemma wait_needed e d w r : In d deps -> waits_on p e d = true -> In w (wait_of k p deps plan d)
    -> In r (reads (snd w)) -> In r (needed k p deps plan e).
  Proof. intros D O I J. apply nodup_In, in_flat_map. exists d. split; [now apply filter_In|]. apply
      in_flat_map. exists r. split; [apply in_flat_map; eauto|]. destruct r as [b|b|m P [|j]|i];
      cbn; auto. now apply (wait_plain d w I i). Qed.

  (* The registers an engine keeps are ideal in front of every event. *)
  Lemma registers_ideal e l r : In r (needed k p deps plan e) ->
    run (flat_map (ops M e) l) (fun _ => 0%Z) r = ideal l r.
  Proof.
    revert r. induction l as [|ev l IH] using rev_ind; intros r I; [reflexivity|]. unfold ideal.
      rewrite flat_map_app, run_app, fold_left_app. cbn [fold_left]. fold (ideal l). cbn [flat_map].
      rewrite app_nil_r. assert (T : forall j, r <> Tmp j).
    { intros j ->. apply nodup_In, in_flat_map in I as (d & _ & I). apply in_flat_map in I as
        ([b|b|m P i|i] & _ & I); cbn in I; try destruct I as [I|[]]; try discriminate; try tauto.
        induction i; cbn in I; decompose [or] I; try discriminate; auto. }
    destruct ev as [x n|x|x n|x n]; cbn [ops alloc]; try (now apply IH).
    - rewrite (proj2 (compute_run _ (waits_plain _) 0 _ (fun _ => 0%Z))); auto.
    - destruct (needed_ordered e) as (N & O). destruct (entry_run (addr x) _ (run (flat_map (ops M
        e) l) (fun _ => 0%Z)) N O) as (A & _). rewrite A by auto. apply entered_ext; [|]; apply IH;
        auto. now apply source_needed.
    - rewrite (proj2 (compute_run _ (waits_plain _) 0 _ (fun _ => 0%Z))); auto. Qed.

  (* So the guard of the implementation is its thresholds over ideal registers. *)
  Theorem guard_ideal e l ev sem : (exists x n, ev = Is x n \/ ev = Vi x n) -> (forall d, In d deps
    -> consumer d = statement ev -> waits_on p e d = true) -> (guard M e ev (run (flat_map (ops M e)
    l ++ ops M e ev) (fun _ => 0%Z)) sem <-> forall d w, In d deps -> consumer d = statement ev ->
    In w (wait_of k p deps plan d) -> (evaluate (ideal l) (snd w) <= sem (fst w))%Z).
  Proof.
    intros (x & n & V) O. rewrite run_app. assert (E : ops M e ev = compute 0 (waits k p deps plan
      (statement ev))) by (destruct V as [-> | ->]; reflexivity). rewrite E. cbn [guard alloc].
      rewrite (proj1 (compute_run _ (waits_plain _) 0 _ sem)). split.
    - intros G d w D C I. assert (J : In w (waits k p deps plan (statement ev))).
      { apply in_flat_map. exists d. split; auto. apply filter_In. split; auto. now apply
          addr_eqb_eq. }
      specialize (G w J). erewrite evaluate_ext; [exact G|]. intros r R_. symmetry. apply
        registers_ideal. eapply wait_needed; eauto.
    - intros G w J. apply in_flat_map in J as (d & D & I). apply filter_In in D as (D & C). apply
        addr_eqb_eq in C. specialize (G d w D C I). erewrite evaluate_ext; [exact G|]. intros r R_.
        apply registers_ideal. eapply wait_needed; eauto. Qed.
End Alloc.
