(* The executable checker of semantics.md 6: a program, the thresholds of every wait instance and
   trip counts give a verdict, and that is the verdict of the machines (decide_is_right).
   It covers every machine whose guards ask of some counters that they have reached a value, where
   each counter is incremented by the retirements of one engine: the specification, whose counters
   are R, and every allocation with semaphores. A threshold becomes a number of retirements of the
   writing engine: the first prefix of its instances that reaches the value. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Closed Correct.

(* Lists of all engines, computed once. *)
Definition assoc {T} (l : list (engine * list T)) (e : engine) : list T :=
  match find (fun x => fst x =? e) l with Some x => snd x | None => [] end.
Definition per_engine {T} (F : engine -> list T) (es : list engine) := map (fun e => (e, F e)) es.
Lemma assoc_is {T} (F : engine -> list T) es e : assoc (per_engine F es) e = if existsb (Nat.eqb e)
  es then F e else [].
Proof. unfold assoc, per_engine. induction es as [|f l IH]; auto. cbn. rewrite (Nat.eqb_sym f e).
  destruct (Nat.eqb_spec e f) as [->|]; auto. Qed.
(* A machine by its waits: counters and what each must have reached. *)
Record waiting := {
  side_ : side;
  writer : counter side_ -> engine;
  atoms : engine -> event -> registers -> list (counter side_ * Z) }.

Section Checker.
  Variables (p : program) (deps : list dependency) (trips : oracle) (engines : list engine).
    Variable cap : nat. Variables (win : engine -> option nat) (io : engine -> bool) (D : Type) (f :
      instance -> D -> D). Notation W := (world trips p deps engines win io D f).
  (* Every stream has ended before the cap. *)
  Definition all_finite : bool := forallb (fun e => length (firsts trips p e cap) <? cap) engines.
  Definition streams := per_engine (fun e => firsts trips p e cap) engines.
  Definition guarded (ev : event) : bool :=
    match ev with
    | Is _ _ => true
    | Vi x n => existsb (fun d => addr_eqb (consumer d) (addr x ++ [n])) deps
    | _ => false
    end.
  Section Table.
    Variables (S_ : list (engine * list event)) (M : waiting). Notation C := (counter (side_ M)).
    (* The first number of retirements l of its writer that brings counter c from v to z. *)
    Fixpoint reaches (c : C) (z v : Z) (l : list instance) : nat :=
      if (z <=? v)%Z then 0 else
      match l with
      | [] => 1
      | i :: l' => S (reaches c z
          (v + Z.of_nat (count_occ (counter_dec _) (updates _ (instance_address i)) c)) l')
      end.
    Definition vector_of (l : list (C * Z)) : vec := fold_right (fun a v => join (single (writer M
      (fst a)) (reaches (fst a) (snd a) (initial _ (fst a)) (insts (assoc S_ (writer M (fst a))))))
      v) [] l.
    (* What the statements wait for, instance by instance; unguarded ones for nothing. *)
    Fixpoint values_of e (s : registers) (l : list event) : list (event * list (C * Z)) :=
      match l with
      | [] => []
      | ev :: l' => let s' := run (ops (side_ M) e ev) s in
                    (ev, if guarded ev then atoms M e ev s' else []) :: values_of e s' l'
      end.
    Definition tabulate (e : engine) (s : registers) (l : list event) : list vec := map (fun w =>
      vector_of (snd w)) (values_of e s l).
    Definition table := per_engine (fun e => tabulate e (fun _ => 0%Z) (assoc S_ e)) engines.
    Definition waits_for (T : list (engine * list vec)) (e : engine) (k : nat) : vec := nth k (assoc
      T e) [].
  End Table.
  Definition thresholds (M : waiting) (e : engine) := filter (fun w => match snd w with [] => false
    | _ => true end) (values_of M e (fun _ => 0%Z) (firsts trips p e cap)).
  Definition decide (A B : waiting) : verdict :=
    let S_ := streams in closed_verdict W (assoc S_) engines
      (waits_for (table S_ A)) (waits_for (table S_ B)).
  Definition clocks_of (M : waiting) : clocks :=
    let S_ := streams in
    closed_clocks (assoc S_) (need W (assoc S_) (waits_for (table S_ M))) engines.
  Definition completes (M : waiting) : bool :=
    let K := clocks_of M in forallb (fun e => length (K e) =? length (assoc streams e)) engines.
  Hypothesis Finite : all_finite = true.
  Lemma ends e : In e engines -> length (firsts trips p e cap) < cap.
  Proof using Finite. unfold all_finite in Finite. rewrite forallb_forall in Finite. intros I. now
    apply Nat.ltb_lt, Finite. Qed.
  Lemma streams_are e : assoc streams e = if existsb (Nat.eqb e) engines then firsts trips p e cap
    else [].
  Proof. apply (assoc_is (fun e => firsts trips p e cap)). Qed.
  Lemma str_next e i : next W e i = nth_error (assoc streams e) i.
  Proof using Finite. rewrite streams_are. cbn. destruct (existsb (Nat.eqb e) engines) eqn:Q; [|now
    destruct i]. apply there in Q. apply ends in Q. destruct (le_lt_dec cap i) as [L|L]; [|now
    rewrite at_firsts]. rewrite <- (at_firsts trips p e i (cap + i)) by lia. now rewrite firsts_end.
    Qed.
  (* What makes a machine one by its waits. *)
  Definition well_described (M : waiting) : Prop := (forall e ev s sh, In e engines -> guarded ev =
    true -> (guard (side_ M) e ev s sh <-> forall c z, In (c, z) (atoms M e ev s) -> (z <= sh c)%Z))
    /\ (forall e i c, engine_of p (instance_address i) = Some e -> In c (updates (side_ M)
    (instance_address i)) -> writer M c = e).
  Section One.
    Variable M : waiting. Hypothesis Good : well_described M. Notation C := (counter (side_ M)).
      Notation amount c i := (count_occ (counter_dec (side_ M)) (updates (side_ M) (instance_address
        i)) c).
    Lemma reaches_iff c z a : forall v b, reaches M c z v (a ++ b) <= length a <-> (z <= v +
      Z.of_nat (count_occ (counter_dec (side_ M)) (flat_map (fun i => updates (side_ M)
      (instance_address i)) a) c))%Z.
    Proof. induction a as [|i a IH]; intros v b; cbn [app length flat_map].
      - cbn [count_occ]. destruct b; cbn [reaches]; destruct (Z.leb_spec z v); lia.
      - cbn [reaches]. rewrite count_occ_app. destruct (Z.leb_spec z v); [lia|]. rewrite <-
        Nat.succ_le_mono, IH. lia. Qed.
    Lemma owner H sh c : valid W H -> counts (side_ M) H sh -> sh c = (initial (side_ M) c +
      Z.of_nat (count_occ (counter_dec (side_ M)) (flat_map (fun i => updates (side_ M)
      (instance_address i)) (on (writer M c) H)) c))%Z /\ exists rest, on (writer M c) H ++ rest =
      insts (assoc streams (writer M c)).
    Proof using Good Finite. intros V Ct. assert (Pre : forall e n, pre W e n = firstn n (assoc
      streams e)) by (apply pre_str; exact str_next). assert (Eng := engines_right trips p H
      (valid_retired p deps trips engines win io D f H V)). split.
      - apply (counts_on p); auto. intros i e E I. symmetry. exact (proj2 Good e i c E I).
      - destruct (V (writer M c)) as (rest & n & E). rewrite Pre in E. exists (rest ++ insts (skipn
        n (assoc streams (writer M c)))). rewrite app_assoc, E. unfold insts. rewrite <-
        flat_map_app. f_equal. apply firstn_skipn. Qed.
    Lemma tabulate_is e l : forall s k ev, nth_error l k = Some ev -> nth k (tabulate streams M e s
      l) [] = let s' := run (flat_map (ops (side_ M) e) (firstn k l) ++ ops (side_ M) e ev) s in
      vector_of streams M (if guarded ev then atoms M e ev s' else []).
    Proof. induction l as [|a l IH]; intros s [|k] ev E; try discriminate; cbn in E.
      - injection E as ->. reflexivity.
      - unfold tabulate in *. cbn [values_of map nth firstn flat_map]. rewrite (IH _ k ev E), <-
        app_assoc, (run_app _ _ s). reflexivity. Qed.
    Lemma described : by_thresholds W (side_ M) (waits_for (table streams M)).
    Proof using Good Finite. intros e k ev H sh Nx V Ct. unfold waits_for, table. rewrite assoc_is.
      assert (Ie : existsb (Nat.eqb e) engines = true). { cbn in Nx. destruct (existsb (Nat.eqb e)
      engines); [reflexivity|discriminate]. } rewrite Ie. assert (Nx' := Nx). rewrite str_next in
      Nx'. rewrite (tabulate_is _ _ _ _ _ Nx'). cbv zeta. assert (Rg : regs_at W (side_ M) e k
      (length (ops (side_ M) e ev)) = run (flat_map (ops (side_ M) e) (firstn k (assoc streams e))
      ++ ops (side_ M) e ev) (fun _ => 0%Z)). { unfold regs_at, run, operations_before. rewrite Nx,
      firstn_all. now rewrite (pre_str W (assoc streams) str_next). } rewrite <- Rg. set (s :=
      regs_at _ _ _ _ _). change (seen W ev) with (guarded ev). destruct (guarded ev) eqn:G.
      2: { split; [|discriminate]. intros _ h. cbn [vector_of fold_right]. rewrite get_nil. lia. }
        apply there in Ie. rewrite (proj1 Good e ev s sh Ie G). enough (Q : forall l, (forall c z,
        In (c, z) l -> (z <= sh c)%Z) <-> forall h, get (vector_of streams M l) h <= length (on h
        H)) by (rewrite <- Q; tauto). induction l as [|(c, z) l IH]. { split; [|intros _ c z []].
        intros _ h. cbn [vector_of fold_right]. rewrite get_nil. lia. } destruct (owner H sh c V Ct)
        as (Sh & rest & Rs). assert (R1 := reaches_iff c z (on (writer M c) H) (initial (side_ M) c)
        rest). rewrite Rs, <- Sh in R1. cbn [vector_of fold_right fst snd]. fold (vector_of streams
        M l). split.
      - intros Q h. rewrite get_join, get_single. specialize (proj1 IH ltac:(intros; apply Q; now
        right) h). intros X. destruct (Nat.eqb_spec h (writer M c)) as [->|]; [|lia]. assert (Y :=
        proj2 R1 (Q c z (or_introl eq_refl))). lia.
      - intros Q c' z' [E|I].
        + injection E as <- <-. apply R1. specialize (Q (writer M c)). rewrite get_join, get_single,
          Nat.eqb_refl in Q. lia.
        + revert c' z' I. apply IH. intros h. specialize (Q h). rewrite get_join in Q. lia. Qed.
  End One.
  Lemma present_in e : present W e = true -> In e engines. Proof. apply there. Qed.
  Lemma absent_empty e : present W e = false -> assoc streams e = [].
  Proof. cbn. intros Q. now rewrite streams_are, Q. Qed.
  (* Sound and complete: each verdict is what the machines do. *)
  Theorem decide_is_right A B m : well_described A -> well_described B -> match decide A B with |
    Unsafe => ~ safe W (side_ A) (side_ B) m | Deadlock => safe W (side_ A) (side_ B) m /\ ~
    no_deadlock W (side_ A) (side_ B) m | Refines => safe W (side_ A) (side_ B) m /\ no_deadlock W
    (side_ A) (side_ B) m /\ ~ no_delay W (side_ A) (side_ B) m | Equivalent => equivalent W (side_
    A) (side_ B) m end.
  Proof using Finite. intros GA GB. exact (verdict_is_right W (assoc streams) engines str_next
    (world_seen p deps trips engines win io D f) present_in absent_empty (side_ A) (side_ B) _ _ m
    (described A GA) (described B GB)). Qed.
  Theorem completes_is_right M m : well_described M -> let stuck t := forall l u, ~ step W (side_ M)
    t l u in (exists ls t, trace W (side_ M) (start W (side_ M) m) ls t /\ stuck t) /\ forall ls t,
    trace W (side_ M) (start W (side_ M) m) ls t -> stuck t -> forallb (fun e => ended (loc t e))
    engines = completes M.
  Proof using Finite. intros G. exact (outcome_is_right W (assoc streams) engines str_next
    (world_seen p deps trips engines win io D f) present_in absent_empty (side_ M) _ m (described M
    G)). Qed.
  (* The specification by its waits: what Equation 1 owes. *)
  Definition owed_list (e : engine) (x : place) (n : nat) : list (address * Z) := flat_map (fun d =>
    if negb (addr_eqb (consumer d) (addr x ++ [n])) then [] else if existsb (fun t => (t <=? 0)%Z)
    (target x d) then [] else [(producer d, owed trips p e cap x d)]) deps.
  Definition spec_waits : waiting := {|
    side_ := spec trips p deps;
    writer := fun a => match engine_of p a with Some g => g | None => 0 end;
    atoms := fun e ev _ => match ev with Vi x n | Is x n => owed_list e x n | _ => [] end |}.
  Lemma spec_described : well_described spec_waits.
  Proof using Finite. split; [|intros e i c E J; cbn in J; destruct J as [<-|[]]; cbn; now rewrite
    E]. intros e ev s R_ I G. assert (Q : forall x n, (forall d, In d deps -> consumer d = addr x ++
    [n] -> equation1 trips p e x d R_) <-> forall c z, In (c, z) (owed_list e x n) -> (z <= R_
    c)%Z).
    { intros x n. unfold owed_list. split.
      - intros Q c z J. apply in_flat_map in J as (d & Id & J). destruct (addr_eqb _ _) eqn:E;
        [apply addr_eqb_eq in E|destruct J]. cbn [negb] in J. destruct (existsb _ _) eqn:X;
        [destruct J|]. destruct J as [J|[]]. injection J as <- <-. destruct (Q d Id E) as [(t & T &
        L)|L]; auto. rewrite (proj2 (existsb_exists _ _)) in X; [discriminate|]. exists t. split;
        auto. now apply Z.leb_le.
      - intros Q d Id E. assert (J := fun c z J => Q c z (proj2 (in_flat_map _ _ _) (ex_intro _ d
        (conj Id J)))). cbv beta in J. rewrite (proj2 (addr_eqb_eq _ _) E) in J. cbn [negb] in J.
        destruct (existsb _ _) eqn:X.
        + left. apply existsb_exists in X as (t & T & L). exists t. split; auto. now apply Z.leb_le.
        + right. intros k. assert (L := owed_final trips p e cap k x d (ends e I)). specialize (J _
          _ (or_introl eq_refl)). lia. }
    destruct ev; cbn in G |- *; try discriminate; apply Q. Qed.
End Checker.
(* An allocation by its waits. *)
Fixpoint read_waits (i : nat) (l : list (semaphore * expression)) (s : registers) :
  list (semaphore * Z) :=
  match l with [] => [] | (q, _) :: l' => (q, s (Tmp i)) :: read_waits (S i) l' s end.
Section Alloc.
  Variables (p : program) (deps : list dependency) (up : event -> reg -> list operation). Variables
    (clo : reg -> list reg) (wt : dependency -> list (semaphore * expression)). Variable incr :
    address -> list semaphore.
  Definition described_by : waiting := {|
    side_ := by_waits p deps up clo wt incr;
    writer := fun q => match q with SL _ e => e
                       | SI a => match engine_of p a with Some e => e | None => 0 end end;
    atoms := fun _ ev s => read_waits 0 (waits deps wt (statement ev)) s |}.
  Lemma by_waits_described engines : (forall a e c, engine_of p a = Some e -> In c (incr a) ->
    writer described_by c = e) -> well_described p deps engines described_by.
  Proof. intros Q. split; [|intros e i c E I; exact (Q _ e c E I)]. intros e ev s sem _ _. cbn
    [guard side_ described_by by_waits atoms]. generalize 0. induction (waits deps wt (statement
    ev)) as [|(q, x) l IH]; intros i; cbn; [split; auto; intros _ c z []|]. rewrite IH. split.
    - intros (A & B) c z [E|J]; [injection E as <- <-; exact A|auto].
    - intros X. split; [apply X; auto|]. intros; apply X; auto. Qed.
End Alloc.
Definition alloc_waits k p deps plan : waiting := described_by p deps (fun ev => match ev with En x
  => at_entry (addr x) | _ => fun _ => [] end) closure (wait_of k p deps plan) (sem_updates k p
  deps).
Lemma alloc_described k p deps plan engines : well_described p deps engines (alloc_waits k p deps
  plan).
Proof. apply by_waits_described. intros a e c E I. unfold sem_updates in I. rewrite E in I. destruct
  (counted k deps _); [|destruct I]. destruct I as [<-|[]]. unfold home. cbn. destruct k; cbn;
  rewrite ?E; auto. Qed.
(* An implementation as a list: what each instance waits for, what each retirement increments. *)
Definition listed (incr : address -> list nat) (who : nat -> engine) (first : nat -> Z)
  (given : engine -> event -> list (nat * Z)) : waiting := {|
  side_ := {|
    counter := nat; counter_dec := Nat.eq_dec; initial := first; updates := incr;
    ops := fun _ _ => [];
    guard := fun e ev _ s => forall c z, In (c, z) (given e ev) -> (z <= s c)%Z |};
  writer := who; atoms := fun e ev _ => given e ev |}.
Lemma listed_described p deps engines incr who first given : (forall a c e, engine_of p a = Some e
  -> In c (incr a) -> who c = e) -> well_described p deps engines (listed incr who first given).
Proof. intros Q. split; [intros; cbn; tauto|]. intros e i c E I. now apply (Q (instance_address i)).
  Qed.
