(* What the register operations of an allocation compute.
   [ideal l] is every register after the events l, as if none were dropped. The registers an engine
   keeps have these values: an update reads only registers that come later in the engine's list, so
   it reads what they were before the entry. A wait is then its expression over ideal registers. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Allocation Simulation.

Definition run (l : list operation) (s : registers) : registers := fold_left (fun s a => run1 a s) l
  s.

Lemma run_app a b s : run (a ++ b) s = run b (run a s). Proof. apply fold_left_app. Qed.
Lemma addr_eqb_eq a b : addr_eqb a b = true <-> a = b.
Proof. unfold addr_eqb. destruct (list_eq_dec Nat.eq_dec a b); split; congruence. Qed.
Lemma addr_eqb_refl a : addr_eqb a a = true. Proof. now apply addr_eqb_eq. Qed.
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
Definition entry_new (ev : event) (s : registers) : registers :=
  match ev with En x => entered (addr x) s | _ => s end.
Definition ideal (l : list event) : registers := fold_left (fun s ev => entry_new ev s) l (fun _ =>
  0%Z).
(* Any way to update registers: [upd r] changes r alone, to a value that depends on r and on the
   register [src r], which comes later in the list. *)
Section Updates.
  Variables (src : reg -> reg) (upd : reg -> list operation) (new : registers -> reg -> Z).
  Definition updates_right : Prop := forall r s, run (upd r) s r = new s r /\ forall q, q <> r ->
    run (upd r) s q = s q.
  Definition reads_source : Prop := forall r s t, s r = t r -> s (src r) = t (src r) -> new s r =
    new t r.
  Fixpoint ordered (l : list reg) : Prop :=
    match l with [] => True | r :: l' => (src r = r \/ In (src r) l') /\ ordered l' end.
  Lemma ordered_app a b : ordered a -> ordered b -> ordered (a ++ b).
  Proof. induction a as [|r a IH]; cbn; auto. intros ([E|I] & A) B; split; auto. right. apply
    in_or_app; auto. Qed.
  Lemma ordered_nodup l : ordered l -> ordered (nodup reg_dec l).
  Proof. induction l as [|r l IH]; cbn; auto. intros (E & A). destruct (in_dec reg_dec r l); auto.
    split; auto. destruct E as [E|I]; auto. right. now apply nodup_In. Qed.
  Lemma ordered_flat_map {T} (f : T -> list reg) l : (forall x, ordered (f x)) -> ordered (flat_map
    f l).
  Proof. intros. induction l; cbn; auto. now apply ordered_app. Qed.
  Lemma ordered_source l r : ordered l -> In r l -> In (src r) l.
  Proof. induction l as [|q l IH]; cbn; auto. intros ([E|I] & O) [<-|J]; auto; rewrite ?E; auto.
    Qed.
  Lemma update_run rs s : updates_right -> reads_source -> NoDup rs -> ordered rs -> (forall r, In r
    rs -> run (flat_map upd rs) s r = new s r) /\ (forall r, ~ In r rs -> run (flat_map upd rs) s r
    = s r).
  Proof. intros U X. revert s. induction rs as [|q rs IH]; intros s N O; cbn; [tauto|]. inversion N
    as [|? ? Nq Nr]; subst. destruct O as (Oq & O). destruct (U q s) as (A & B). destruct (IH (run
    (upd q) s) Nr O) as (C & D). split; intros r I; rewrite run_app.
    - destruct (in_dec reg_dec r rs) as [J|J].
      + rewrite C by auto. apply X; apply B; [congruence|]. intros E. assert (K := ordered_source rs
        r O J). congruence.
      + rewrite D by auto. destruct I as [<-|?]; [exact A | contradiction].
    - rewrite D by tauto. apply B. intros ->. tauto. Qed.
End Updates.

Lemma put_run z q (s : registers) : put s q z q = z /\ forall q', q' <> q -> put s q z q' = s q'.
Proof. unfold put. split; [|intros q' N]; destruct (reg_dec _ _); congruence. Qed.
Lemma at_entry_right a : updates_right (at_entry a) (entered a).
Proof. intros r s. destruct r as [b|b|m P' j|i]; cbn.
  - destruct (addr_eqb b a); cbn; auto; apply put_run.
  - destruct (addr_eqb b a); [|destruct (addr_eqb (scope_of b) a)]; cbn; auto; apply put_run.
  - destruct (addr_eqb m a); cbn; auto; destruct j; apply put_run.
  - auto. Qed.
Lemma entered_source a : reads_source source (entered a).
Proof. intros r s t E F. destruct r; cbn in *; rewrite ?E, ?F; reflexivity. Qed.
Lemma ordered_chain m P j : ordered source (chain m P j).
Proof. induction j; cbn; auto. split; auto. right. destruct j; now left. Qed.
(* Compiled expressions. *)
Definition plain (x : expression) : Prop := forall i, ~ In (Tmp i) (reads x).
Lemma evaluate_ext s t x : (forall r, In r (reads x) -> s r = t r) -> evaluate s x = evaluate t x.
Proof. induction x as [[z|r]|f a IHa b IHb]; cbn; intros E; auto. rewrite IHa, IHb; auto; intros;
  apply E, in_or_app; auto. Qed.
Lemma compile_run x : plain x -> forall i s, run (compile i x) s (Tmp i) = evaluate s x /\ (forall
  r, (forall j, i <= j -> r <> Tmp j) -> run (compile i x) s r = s r).
Proof. intros P. induction x as [o|f a IHa b IHb]; intros i s; cbn [compile].
  - cbn. unfold put. split; [destruct (reg_dec _ _); congruence|]. intros r N. destruct (reg_dec r
    (Tmp i)); auto. now apply (N i) in e.
  - rewrite !run_app. assert (Pa : plain a) by (intros j J; apply (P j), in_or_app; auto). assert
    (Pb : plain b) by (intros j J; apply (P j), in_or_app; auto). destruct (IHa Pa i s) as (A & B).
    destruct (IHb Pb (S i) (run (compile i a) s)) as (C & D). cbn. unfold put. split.
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
    i s) as (A & B). destruct (IH (fun w I => P w (or_intror I)) (S i) (run (compile i x) s) sem) as
    (C & D). split.
    + rewrite D, A by (intros j J E; inversion E; lia). rewrite C. cbn. split.
      * intros (E & F) w [<-|I]; auto. specialize (F w I). erewrite evaluate_ext; [exact F|]. intros
        r J. symmetry. apply B. intros j _ ->. exact (P w (or_intror I) j J).
      * intros F. split; [exact (F (q, x) (or_introl eq_refl))|]. intros w I. erewrite evaluate_ext;
        [exact (F w (or_intror I))|]. intros r J. apply B. intros j _ ->. exact (P w (or_intror I) j
        J).
    + intros r N. rewrite D, B; auto. intros. apply N. lia. Qed.
(* A machine by its waits, if its updates are right. *)
Section ByWaits.
  Variables (p : program) (deps : list dependency) (update : event -> reg -> list operation).
    Variables (closure : reg -> list reg) (wait_of : dependency -> list (semaphore * expression)).
      Variable increments : address -> list semaphore. Variables (src : reg -> reg) (new : event ->
        registers -> reg -> Z). Notation M := (by_waits p deps update closure wait_of increments).
        Notation needed := (needed p deps closure wait_of).
  Record sound_updates : Prop := {
    up_right : forall ev, updates_right (update ev) (new ev);
    up_source : forall ev, reads_source src (new ev);
    up_ordered : forall r, ordered src (closure r);
    up_there : forall r, (forall i, r <> Tmp i) -> In r (closure r);
    up_real : forall r i, ~ In (Tmp i) (closure r);
    up_plain : forall d w, In w (wait_of d) -> plain (snd w);
    up_still : forall x n s, new (Is x n) s = s /\ new (Vi x n) s = s }.
  Hypothesis Up : sound_updates.
  (* Every register after the events l, as if none were dropped. *)
  Definition pure (l : list event) : registers := fold_left (fun s ev => new ev s) l (fun _ => 0%Z).
  Lemma pure_snoc l ev : pure (l ++ [ev]) = new ev (pure l). Proof. apply fold_left_app. Qed.
  Lemma needed_ordered e : NoDup (needed e) /\ ordered src (needed e).
  Proof using Up. split; [apply NoDup_nodup|]. apply ordered_nodup, ordered_flat_map. intros d.
    apply ordered_flat_map, up_ordered, Up. Qed.
  Lemma waits_plain a w : In w (waits deps wait_of a) -> plain (snd w).
  Proof using Up. intros I. apply in_flat_map in I as (d & _ & I). exact (up_plain Up d w I). Qed.
  Lemma wait_needed e d w r : In d deps -> waits_on p e d = true -> In w (wait_of d) -> In r (reads
    (snd w)) -> In r (needed e).
  Proof using Up. intros D O I J. apply nodup_In, in_flat_map. exists d. split; [now apply
    filter_In|]. apply in_flat_map. exists r. split; [apply in_flat_map; eauto|]. apply (up_there
    Up). intros i ->. now apply (up_plain Up d w I i). Qed.
  (* The registers an engine keeps are these in front of every event. *)
  Lemma registers_pure e l r : In r (needed e) -> run (flat_map (ops M e) l) (fun _ => 0%Z) r = pure
    l r.
  Proof using Up. revert r. induction l as [|ev l IH] using rev_ind; intros r I; [reflexivity|].
    rewrite pure_snoc, flat_map_app, run_app. cbn [flat_map]. rewrite app_nil_r. assert (T : forall
    j, r <> Tmp j). { intros j ->. apply nodup_In, in_flat_map in I as (d & _ & I). apply
    in_flat_map in I as (q & _ & I). exact (up_real Up q j I). } destruct (needed_ordered e) as (N &
    O). assert (Q := update_run src (update ev) (new ev) _ (run (flat_map (ops M e) l) (fun _ =>
    0%Z)) (up_right Up ev) (up_source Up ev) N O). assert (X : new ev (run (flat_map (ops M e) l)
    (fun _ => 0%Z)) r = new ev (pure l) r) by (apply (up_source Up ev); apply IH; auto; now apply
    ordered_source). destruct ev as [x n|x|x n|x n]; cbn [ops by_waits]; try (rewrite (proj1 Q) by
    auto; exact X); rewrite (proj2 (compute_run _ (waits_plain _) 0 _ (fun _ => 0%Z))), IH; auto;
    symmetry; now rewrite (proj1 (up_still Up x n _)) || now rewrite (proj2 (up_still Up x n _)).
    Qed.
  (* So the guard of the implementation is its thresholds over these registers. *)
  Theorem guard_pure e l ev sem : (exists x n, ev = Is x n \/ ev = Vi x n) -> (forall d, In d deps
    -> consumer d = statement ev -> waits_on p e d = true) -> (guard M e ev (run (flat_map (ops M e)
    l ++ ops M e ev) (fun _ => 0%Z)) sem <-> forall d w, In d deps -> consumer d = statement ev ->
    In w (wait_of d) -> (evaluate (pure l) (snd w) <= sem (fst w))%Z).
  Proof using Up. intros (x & n & V) O. rewrite run_app. assert (E : ops M e ev = compute 0 (waits
    deps wait_of (statement ev))) by (destruct V as [-> | ->]; reflexivity). rewrite E. cbn [guard
    by_waits]. rewrite (proj1 (compute_run _ (waits_plain _) 0 _ sem)). split.
    - intros G d w D C I. assert (J : In w (waits deps wait_of (statement ev))). { apply
      in_flat_map. exists d. split; auto. apply filter_In. split; auto. now apply addr_eqb_eq. }
      specialize (G w J). erewrite evaluate_ext; [exact G|]. intros r R_. symmetry. apply
      registers_pure. eapply wait_needed; eauto.
    - intros G w J. apply in_flat_map in J as (d & D & I). apply filter_In in D as (D & C). apply
      addr_eqb_eq in C. specialize (G d w D C I). erewrite evaluate_ext; [exact G|]. intros r R_.
      apply registers_pure. eapply wait_needed; eauto. Qed.
End ByWaits.

Lemma mask_plain base C l : plain base -> forall n, plain (fold_right (Node Mul) base (mask C n l)).
Proof. intros B. induction l as [|z l IH]; intros n i; [exact (B i)|]. cbn [mask]. destruct (1 <=?
  z)%Z; cbn [app fold_right]; [|apply IH]. cbn [reads]. intros [E|I]; [discriminate|]. exact (IH _ _
  I). Qed.
Lemma alloc_sound k p deps plan : sound_updates (fun ev => match ev with En x => at_entry (addr x) |
  _ => fun _ => [] end) closure (wait_of k p deps plan) source entry_new.
Proof. split.
  - intros []; try (split; reflexivity). apply at_entry_right.
  - intros []; try (intros r s t E _; exact E). apply entered_source.
  - intros [b|b|m P j|i]; cbn; auto. apply ordered_chain.
  - intros [b|b|m P [|j]|i] N; cbn; auto. now apply (N i).
  - intros [b|b|m P j|i] i'; cbn; try tauto; try (intros [X|[]]; discriminate). induction j; cbn;
    intros I; decompose [or] I; try discriminate; auto.
  - intros d w. unfold wait_of. destruct (plan d) as [x|]; [|intros []]. destruct (engine_of p
    (producer d)); [|intros []]. destruct (home k p deps e (producer d)) as ((q, N), K_). intros
    [<-|[]]. apply mask_plain. intros i. destruct x; cbn; intros H; decompose [or] H; try
    discriminate; auto.
  - split; reflexivity. Qed.
