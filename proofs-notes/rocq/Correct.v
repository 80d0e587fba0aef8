(* The guards of an allocation and of its specification, at every statement of every run: they
   agree if every dependency has an exact class, and imply Equation 1 if it is strengthened. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Guards.

Lemma there (engines : list engine) e : existsb (Nat.eqb e) engines = true <-> In e engines.
Proof. rewrite existsb_exists. split; [|intros I; exists e; split; auto; apply Nat.eqb_refl]. intros
  (x & I & E). apply Nat.eqb_eq in E. now subst. Qed.

Section Correct.
  Variables (k : scheme) (p : program) (deps : list dependency) (trips : oracle). Variables (engines
    : list engine) (win : engine -> option nat) (io : engine -> bool) (D : Type). Variable f :
    instance -> D -> D. Notation W := (world trips p deps engines win io D f). Notation S_ := (spec
    trips p deps).
  Lemma world_closed e i : next W e i = None -> next W e (S i) = None.
  Proof. cbn. destruct (existsb (Nat.eqb e) engines); auto. apply at_closed. Qed.
  Lemma next_at e i ev : next W e i = Some ev -> at_ trips p e i = Some ev /\ pre W e i = firsts
    trips p e i.
  Proof. cbn. destruct (existsb (Nat.eqb e) engines) eqn:Q; [|discriminate]. intros A. split; auto.
    apply pre_firsts. intros j. cbn. now rewrite Q. Qed.
  Lemma world_seen ev i : instance_of ev = Some i -> seen W ev = true.
  Proof. destruct ev; cbn; congruence. Qed.
  Lemma seen_statement ev : seen W ev = true -> exists y m, ev = Is y m \/ ev = Vi y m.
  Proof. destruct ev as [x n|x|x n|x n]; cbn; try discriminate; eauto. Qed.
  Lemma valid_retired H : valid W H -> retired_so_far trips p H.
  Proof. intros V e. destruct (V e) as (rest & n & E). exists rest. destruct (existsb (Nat.eqb e)
    engines) eqn:Q.
    - exists n. rewrite (pre_firsts trips p W e n) in E; auto. intros j. cbn. now rewrite Q.
    - exists 0. rewrite E. clear E. induction n as [|n IH]; auto. cbn [pre]. cbn [next world]. now
      rewrite Q, app_nil_r. Qed.
  Lemma waits_here e i ev y m d : at_ trips p e i = Some ev -> ev = Is y m \/ ev = Vi y m ->
    consumer d = addr y ++ [m] -> waits_on p e d = true.
  Proof using engines win io. intros A Ev C. unfold waits_on, engine_of, lookup. rewrite C. destruct
    (firsts_split trips p e i (S i) ev (Nat.lt_succ_diag_r i) A) as (B & E). assert (I : In ev
    (firsts trips p e (S i))) by (rewrite E; apply in_or_app; right; now left). destruct (sh_placed
    _ _ _ _ (firsts_shaped trips p e (S i)) ev I) as [X|(r & m' & j & it & Ky & It & Fi)]; [destruct
    Ev; congruence|]. assert (Ke : key ev = y ++ [(m, 0)]) by (destruct Ev as [-> | ->];
    reflexivity). rewrite Ke in Ky. apply app_inj_tail in Ky as (E' & Ky). inversion Ky; subst m' j.
    cbn [app] in E'. subst r. unfold addr. rewrite It. destruct Ev as [-> | ->]; destruct it; cbn in
    Fi; try tauto. subst. apply Nat.eqb_refl. Qed.
  Lemma spec_guard e ev y m r sh : ev = Is y m \/ ev = Vi y m -> (guard S_ e ev r sh <-> forall d,
    In d deps -> consumer d = addr y ++ [m] -> equation1 trips p e y d sh).
  Proof using Type. intros [-> | ->]; cbn; split; intros G; exact G. Qed.
  Section ByWaits.
    Variables (up : event -> reg -> list operation) (clo : reg -> list reg) (incr : address -> list
      semaphore) (wt : dependency -> list (semaphore * expression)) (src : reg -> reg) (new : event
      -> registers -> reg -> Z). Notation I_ := (by_waits p deps up clo wt incr). Hypothesis Up :
      sound_updates up clo wt src new.
    Lemma impl_guard e i ev y m sem : next W e i = Some ev -> ev = Is y m \/ ev = Vi y m -> (guard
      I_ e ev (regs_at W I_ e i (length (ops I_ e ev))) sem <-> forall d w, In d deps -> consumer d
      = addr y ++ [m] -> In w (wt d) -> (evaluate (pure new (firsts trips p e i)) (snd w) <= sem
      (fst w))%Z).
    Proof using Up. intros Nx Ev. destruct (next_at e i ev Nx) as (A & Pre). assert (St : statement
      ev = addr y ++ [m]) by (destruct Ev as [-> | ->]; auto). assert (Rg : regs_at W I_ e i (length
      (ops I_ e ev)) = run (flat_map (ops I_ e) (firsts trips p e i) ++ ops I_ e ev) (fun _ =>
      0%Z)). { unfold regs_at, run, operations_before. now rewrite Nx, firstn_all, Pre. } rewrite
      Rg, <- St. apply (guard_pure p deps up clo wt incr src new Up).
      - exists y, m. exact Ev.
      - intros d _ C. rewrite St in C. eapply waits_here; eauto. Qed.
    (* Each wait says what Equation 1 says, or more. *)
    Definition each_wait (rel : Prop -> Prop -> Prop) : Prop := (forall d, In d deps -> exists w, In
      w (wt d)) /\ forall e i ev y m d w H R_ sem, next W e i = Some ev -> ev = Is y m \/ ev = Vi y
      m -> consumer d = addr y ++ [m] -> In d deps -> retired_so_far trips p H -> counts S_ H R_ ->
      counts I_ H sem -> In w (wt d) -> rel (evaluate (pure new (firsts trips p e i)) (snd w) <= sem
      (fst w))%Z (equation1 trips p e y d R_).
    Theorem waits_agree : each_wait iff -> guards_agree W S_ I_.
    Proof using Up. intros (Ex & Ag) e i ev H R_ sem Nx V Va CR CS. apply valid_retired in Va.
      destruct (seen_statement ev V) as (y & m & Ev). rewrite (spec_guard e ev y m _ _ Ev),
      (impl_guard e i ev y m sem Nx Ev). split.
      - intros G d w Id C Iw. exact (proj2 (Ag e i ev y m d w H R_ sem Nx Ev C Id Va CR CS Iw) (G d
        Id C)).
      - intros G d Id C. destruct (Ex d Id) as (w & Iw). exact (proj1 (Ag e i ev y m d w H R_ sem Nx
        Ev C Id Va CR CS Iw) (G d w Id C Iw)). Qed.
    Theorem waits_imply : each_wait (fun a b => a -> b) -> guards_imply W S_ I_.
    Proof using Up. intros (Ex & Im) e i ev H R_ sem Nx V Va CR CS. apply valid_retired in Va.
      destruct (seen_statement ev V) as (y & m & Ev). rewrite (spec_guard e ev y m _ _ Ev),
      (impl_guard e i ev y m sem Nx Ev). intros G d Id C. destruct (Ex d Id) as (w & Iw). exact (Im
      e i ev y m d w H R_ sem Nx Ev C Id Va CR CS Iw (G d w Id C Iw)). Qed.
  End ByWaits.
  Lemma plan_well_formed d : (exists x, classify p d = Some x) \/ (exists x, strengthen p d = Some
    x) -> well_formed p d = true.
  Proof. unfold strengthen, classify. destruct (well_formed p d); auto. intros [(x & E)|(x & E)];
    [discriminate|]. destruct (outermost (distance d)) as [((h, kk), rest)|]; discriminate. Qed.
  Lemma has_wait plan d : well_formed p d = true -> (exists x, plan d = Some x) -> exists w, In w
    (wait_of k p deps plan d).
  Proof. unfold well_formed, wait_of. intros Wf (x & ->). rewrite !andb_true_iff in Wf. destruct Wf
    as ((_ & Q) & _). destruct (engine_of p (producer d)); [|discriminate]. destruct (home k p deps
    e (producer d)) as ((q, N), K_). eexists. now left. Qed.
  Lemma all_some (q : dependency -> option class) : forallb (fun d => match q d with Some _ => true
    | None => false end) deps = true -> forall d, In d deps -> exists x, q d = Some x.
  Proof using Type. rewrite forallb_forall. intros C d I. specialize (C d I). destruct (q d);
    [eauto|discriminate]. Qed.
  Theorem exact_guards : check p deps = true -> guards_agree W S_ (alloc k p deps (classify p)).
  Proof. intros Ck. assert (X := all_some _ Ck). assert (Wf := fun d I => plan_well_formed d
    (or_introl (X d I))). apply (waits_agree _ _ _ _ _ _ (alloc_sound k p deps _)). split.
    - intros d I. apply has_wait; auto.
    - intros e i ev y m d w H R_ sem Nx Ev C I Va CR CS Iw. destruct (next_at e i ev Nx) as (A & _).
      apply (wait_exact trips p deps k (classify p) e i ev y m d A Ev C I (Wf d I) H R_ sem Va CR CS
      w eq_refl Iw). Qed.
  Theorem strengthened_guards : check_safe p deps = true -> guards_imply W S_ (alloc k p deps
    (strengthen p)).
  Proof. intros Ck. assert (X := all_some _ Ck). assert (Wf := fun d I => plan_well_formed d
    (or_intror (X d I))). apply (waits_imply _ _ _ _ _ _ (alloc_sound k p deps _)). split.
    - intros d I. apply has_wait; auto.
    - intros e i ev y m d w H R_ sem Nx Ev C I Va CR CS Iw. destruct (next_at e i ev Nx) as (A & _).
      exact (wait_safe trips p deps k (strengthen p) e i ev y m d A Ev C I (Wf d I) H R_ sem Va CR
      CS w eq_refl Iw). Qed.
End Correct.
