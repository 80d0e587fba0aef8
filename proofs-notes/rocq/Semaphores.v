(* Semaphores and R count the same retirements.
   After any beginning of every engine's instances has retired, the semaphore of a producer holds
   s >= N * x - (N - K) exactly when x instances of it have retired (Rounds.v). *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Values Rounds.

Lemma firstn_snoc {T} (l : list T) i : firstn (S i) l = firstn i l ++ match nth_error l i with Some
  x => [x] | None => [] end.
Proof. revert i. induction l as [|a l IH]; intros [|i]; try reflexivity. change (firstn (S (S i)) (a
  :: l)) with (a :: firstn (S i) l). rewrite IH. reflexivity. Qed.
Lemma nth_error_firstn {T} (l : list T) i n : i < n -> nth_error (firstn n l) i = nth_error l i.
Proof. revert i n. induction l as [|a l IH]; intros [|i] [|n] L; try lia; try reflexivity. apply IH.
  lia. Qed.
Lemma item_nil p n : item_at n p [] = None. Proof. now destruct p. Qed.

Section World.
  Variables (trips : oracle) (p : program). Notation at_ := (at_ trips p). Notation firsts :=
    (firsts trips p).
  Lemma firsts_firstn e i n : i <= n -> firsts e i = firstn i (firsts e n).
  Proof. intros L. rewrite (firsts_of_cap trips p e i n L). unfold Program.firsts. rewrite
    firstn_firstn. f_equal. lia. Qed.
  Lemma at_firsts e i n : i < n -> nth_error (firsts e n) i = at_ e i.
  Proof. intros L. unfold Program.at_. rewrite (firsts_firstn e (S i) n) by lia. now rewrite
    nth_error_firstn by lia. Qed.
  Lemma at_closed e i : at_ e i = None -> at_ e (S i) = None.
  Proof. rewrite <- (at_firsts e i (S (S i))), <- (at_firsts e (S i) (S (S i))) by lia. rewrite
    !nth_error_None. lia. Qed.
  Lemma firsts_split e i n ev : i < n -> at_ e i = Some ev -> exists B, firsts e n = firsts e i ++
    ev :: B.
  Proof. intros L A. rewrite <- (at_firsts e i n L) in A. destruct (nth_error_split _ _ A) as (a & b
    & E & La). exists b. rewrite E. f_equal. rewrite (firsts_firstn e i n), E by lia. subst i. now
    rewrite firstn_app, firstn_all, Nat.sub_diag, app_nil_r. Qed.
  (* A stream that has ended grows no more. *)
  Lemma firsts_end e N n : length (firsts e N) < N -> firsts e (N + n) = firsts e N.
  Proof. intros L. rewrite (firsts_firstn e N (N + n)) in L |- * by lia. rewrite firstn_length in L.
    symmetry. apply firstn_all2. lia. Qed.
  Lemma owed_final e N n x d : length (firsts e N) < N -> (owed trips p e n x d <= owed trips p e N
    x d)%Z.
  Proof. intros L. unfold owed. apply inj_le. rewrite <- (firsts_end e N n L), (firsts_firstn e n (N
    + n)) by lia. rewrite <- (firstn_skipn n (firsts e (N + n))) at 2. rewrite filter_app,
    app_length. lia. Qed.
  Lemma pre_firsts W e i : (forall j, next W e j = at_ e j) -> pre W e i = firsts e i.
  Proof. intros N. induction i; [reflexivity|]. cbn [pre]. rewrite IHi, N. rewrite (firsts_firstn e
    i (S i)) by lia. rewrite <- (at_firsts e i (S i)) by lia. symmetry. assert (Q := firstn_snoc
    (firsts e (S i)) i). rewrite firstn_all2 in Q; auto. unfold Program.firsts. rewrite
    firstn_length. lia. Qed.
  (* An instance of the stream of e is an instruction of e; those of a scope come in rounds. *)
  Lemma stream_engine T cap e i : In i (insts (stream T cap e p)) -> engine_of p (instance_address
    i) = Some e.
  Proof using Type. intros I. apply in_insts in I as (ev & J & ->). apply stream_placed in J as
    [J|(r & m & j & it & K & It & Fi)]; [discriminate|]. cbn in K. apply app_inj_tail in K as (E &
    K). inversion K; subst m j. unfold engine_of, lookup, instance_address. rewrite E. unfold addr
    in *. rewrite It. destruct it; cbn in Fi; try tauto. congruence. Qed.
  Lemma instance_engine e n i : In i (insts (firsts e n)) -> engine_of p (instance_address i) = Some
    e.
  Proof. intros I. apply (stream_engine trips n). rewrite <- (firstn_skipn n (stream trips n e p)),
    insts_app. apply in_or_app. auto. Qed.
  Lemma stream_rounds T cap f P : exists t, positions P (insts (stream T cap f p)) = concat (repeat
    (own f 0 (body_of p P)) t).
  Proof using Type. destruct (gen_cycle T cap f p P p [] 0) as (t & G); [intros r; reflexivity|].
    change (insts (stream T cap f p)) with (insts (gen T cap f [] 0 p)). rewrite G. destruct
    (addr_eqb _ _) eqn:A; [|eauto]. apply addr_eqb_eq in A. subst P. exists 1. cbn. now rewrite
    app_nil_r. Qed.
End World.

(* A counter that only instructions of f increment counts f's own retirements. *)
Lemma counts_on p (M : side) H sh c f : (forall x, In x H -> engine_of p (instance_address (snd x))
  = Some (fst x)) -> counts M H sh -> (forall i e, engine_of p (instance_address i) = Some e -> In c
  (updates M (instance_address i)) -> e = f) -> sh c = (initial M c + Z.of_nat (count_occ
  (counter_dec M) (flat_map (fun i => updates M (instance_address i)) (on f H)) c))%Z.
Proof. intros Er Ct W. rewrite Ct. f_equal. f_equal. clear Ct. induction H as [|(e, i) H IH]; auto.
  cbn [flat_map snd]. rewrite count_occ_app, IH by (intros; apply Er; now right). unfold on. cbn
  [filter fst]. destruct (Nat.eqb_spec e f) as [E|E]; [cbn [map snd flat_map]; now rewrite
  count_occ_app|]. rewrite (proj1 (count_occ_not_In _ _ _)); auto. intros I. apply E. exact (W i e
  (Er (e, i) (or_introl eq_refl)) I). Qed.

Section Count.
  Variables (trips : oracle) (p : program) (deps : list dependency) (k : scheme). Variable plan :
    dependency -> option class. Notation M := (alloc k p deps plan). Notation S_ := (spec trips p
    deps).
  (* Retirements: of every engine a beginning of its instances. *)
  Definition retired_so_far (H : list (engine * instance)) : Prop := forall e, exists rest n, on e H
    ++ rest = insts (firsts trips p e n).
  Variables (H : list (engine * instance)) (R_ : address -> Z) (sem : semaphore -> Z). Hypothesis
    Valid : retired_so_far H. Hypothesis CR : counts S_ H R_. Hypothesis CS : counts M H sem.
  Lemma sem_positive q : (0 <= sem q)%Z.
  Proof using CS. rewrite CS. cbn [initial alloc by_waits]. lia. Qed.
  Lemma engines_right x : In x H -> engine_of p (instance_address (snd x)) = Some (fst x).
  Proof using Valid. intros I. destruct (Valid (fst x)) as (rest & n & E). apply (instance_engine
    trips p (fst x) n). rewrite <- E. apply in_or_app. left. unfold on. apply in_map, filter_In.
    split; auto. apply Nat.eqb_refl. Qed.
  Variables (a : address) (f : engine). Hypothesis Ea : engine_of p a = Some f. Hypothesis Ca :
    counted k deps a = true.
  Lemma producer_snoc : a = scope_of a ++ [last a 0].
  Proof using Ea. apply app_removelast_last. intros Q. rewrite Q in Ea. unfold engine_of, lookup in
    Ea. rewrite item_nil in Ea. discriminate. Qed.
  Lemma R_count : R_ a = Z.of_nat (length (filter (fun x => addr_eqb (instance_address (snd x)) a)
    H)).
  Proof using CR. rewrite CR. cbn [initial spec updates counter_dec]. rewrite Z.add_0_l. f_equal.
    clear. induction H as [|x l IH]; auto. cbn [flat_map app count_occ filter]. unfold addr_eqb at
    1, address_dec at 1. destruct (list_eq_dec Nat.eq_dec (instance_address (snd x)) a); cbn; auto.
    Qed.
  Lemma address_eq (i : instance) : instance_address i = a <-> addr (fst i) = scope_of a /\ snd i =
    last a 0.
  Proof using Ea. unfold instance_address. rewrite producer_snoc at 1. split.
    - intros Q. apply app_inj_tail in Q. exact Q.
    - intros (-> & ->). reflexivity. Qed.
  (* The instances of engine f directly in P, counted ones. *)
  Definition line : list nat := filter (fun m => counted k deps (scope_of a ++ [m])) (positions
    (scope_of a) (on f H)).
  Lemma line_count : length (filter (fun x => addr_eqb (instance_address (snd x)) a) H) = count_occ
    Nat.eq_dec line (last a 0).
  Proof using Ea Ca Valid. assert (Er := engines_right). unfold line. clear Valid CR CS. induction H
    as [|(g, i) l IH]; auto. specialize (IH (fun x I => Er x (or_intror I))). specialize (Er _
    (or_introl eq_refl)). cbn [fst snd] in Er. unfold on, positions in *. cbn [filter fst snd].
    destruct (addr_eqb (instance_address i) a) eqn:Q.
    - apply addr_eqb_eq in Q. assert (g = f) as -> by congruence. rewrite Nat.eqb_refl. apply
      address_eq in Q as (Qs & Ql). cbn [map filter snd]. rewrite Qs, addr_eqb_refl. cbn [map
      filter]. rewrite Ql, <- producer_snoc, Ca. cbn [length count_occ]. destruct (Nat.eq_dec _ _);
      congruence.
    - rewrite IH. destruct (g =? f); auto. cbn [map filter snd]. destruct (addr_eqb (addr (fst i))
      (scope_of a)) eqn:Qs; auto. cbn [map filter]. apply addr_eqb_eq in Qs. destruct (counted k
      deps (scope_of a ++ [snd i])); auto. cbn [count_occ]. destruct (Nat.eq_dec (snd i) (last a 0))
      as [Ql|]; auto. rewrite (proj2 (addr_eqb_eq _ _) (proj2 (address_eq i) (conj Qs Ql))) in Q.
      discriminate. Qed.
  Lemma mine i : In i (on f H) -> engine_of p (instance_address i) = Some f.
  Proof using Valid. intros I. apply in_map_iff in I as ((g, j) & <- & I). apply filter_In in I as
    (I & Q). apply Nat.eqb_eq in Q. cbn in Q. subst g. exact (engines_right _ I). Qed.
  Lemma sem_count_loop b : k = PerLoop b -> sem (SL (scope_of a) f) = Z.of_nat (length line).
  Proof using Valid CS. intros Kb. rewrite (counts_on p M H sem _ f engines_right CS).
    - cbn [initial alloc by_waits updates counter_dec]. rewrite Z.add_0_l. f_equal. assert (Er :=
      mine). unfold line. clear Valid CR CS. induction (on f H) as [|i l IH]; auto. unfold
      positions. cbn [flat_map filter]. rewrite count_occ_app, IH by (intros; apply Er; now right).
      unfold sem_updates at 1. rewrite (Er i (or_introl eq_refl)). unfold home. rewrite Kb. unfold
      scope_of at 1, instance_address at 2. rewrite removelast_last. destruct (addr_eqb (addr (fst
      i)) (scope_of a)) eqn:Q.
      + apply addr_eqb_eq in Q. cbn [map filter]. rewrite <- Q. change (addr (fst i) ++ [snd i])
        with (instance_address i). rewrite <- Kb. destruct (counted k deps (instance_address i));
        auto. cbn [count_occ fst]. destruct (semaphore_dec _ _); [reflexivity|congruence].
      + destruct (counted _ deps (instance_address i)); auto. cbn [count_occ fst]. destruct
        (semaphore_dec _ _) as [X|]; auto. injection X as X. rewrite X, addr_eqb_refl in Q.
        discriminate.
    - intros i e E I. change (In (SL (scope_of a) f) (sem_updates k p deps (instance_address i))) in
      I. unfold sem_updates in I. rewrite E in I. destruct (counted k deps (instance_address i));
      [|destruct I]. unfold home in I. rewrite Kb in I. destruct I as [I|[]]. now injection I. Qed.
  Lemma sem_count_one : k = PerInstruction -> sem (SI a) = R_ a.
  Proof using Valid CR CS Ea Ca. intros Kb. assert (Q : forall x, In (SI a) (sem_updates k p deps x)
    -> x = a). { intros x I. unfold sem_updates in I. destruct (engine_of p x); [|destruct I].
    destruct (counted k deps x); [|destruct I]. unfold home in I. rewrite Kb in I. destruct I as
    [I|[]]. now injection I. } rewrite CR, CS. cbn [initial alloc by_waits updates counter_dec
    spec]. f_equal. f_equal. clear Valid CR CS. induction H as [|x l IH]; auto. cbn [flat_map].
    rewrite !count_occ_app, IH. f_equal. cbn [count_occ]. destruct (address_dec _ _) as [->|N];
    [|apply count_occ_not_In; auto]. unfold sem_updates, home. rewrite Ea, Ca, Kb. cbn [count_occ
    fst]. destruct (semaphore_dec _ _); [reflexivity|congruence]. Qed.
  Lemma line_rounds : exists rest t, line ++ rest = concat (repeat (updaters k p deps (scope_of a)
    f) t).
  Proof using Valid. destruct (Valid f) as (rest & n & E). destruct (stream_rounds p trips n f
    (scope_of a)) as (t & G). rewrite <- (firstn_skipn n (stream trips n f p)), insts_app in G.
    change (firstn n (stream trips n f p)) with (firsts trips p f n) in G. rewrite <- E,
    !positions_app in G. exists (filter (fun m => counted k deps (scope_of a ++ [m])) (positions
    (scope_of a) rest ++ positions (scope_of a) (insts (skipn n (stream trips n f p))))), t. unfold
    line. rewrite <- filter_app, app_assoc, G. clear. unfold updaters. induction t; auto. cbn. now
    rewrite filter_app, IHt. Qed.
  Lemma updater_in : In (last a 0) (updaters k p deps (scope_of a) f).
  Proof using Ea Ca. apply filter_In. rewrite <- producer_snoc. split; auto. apply own_item. assert
    (L : lookup p a = Some (IIns f)). { unfold engine_of in Ea. destruct (lookup p a) as [[]|];
    congruence. } rewrite producer_snoc in L. unfold lookup in L. unfold body_of, lookup. destruct
    (scope_of a) eqn:Q; [exact L|]. rewrite item_inside in L; [exact L|discriminate]. Qed.
  Theorem semaphore_tells x : let '(q, N, K_) := home k p deps f a in (N * x - (N - K_) <= sem q <->
    x <= R_ a)%Z.
  Proof using Valid CR CS Ea Ca. assert (Sl : forall b, k = PerLoop b -> (let l := updaters k p deps
    (scope_of a) f in Z.of_nat (length l) * x - (Z.of_nat (length l) - Z.of_nat (S (index (last a
    0%nat) l))) <= sem (SL (scope_of a) f) <-> x <= R_ a)%Z). { intros b Kb. cbn zeta. rewrite
    (sem_count_loop b Kb), R_count, line_count. destruct line_rounds as (rest & t & E). assert (Nd :
    NoDup (updaters k p deps (scope_of a) f)) by apply NoDup_filter, own_nodup. destruct
    (rounds_count _ _ t Nd updater_in line rest E) as (A & B). revert A B. assert (I := index_lt _ _
    updater_in). revert I. generalize (count_occ Nat.eq_dec line (last a 0)) (length line) (index
    (last a 0) (updaters k p deps (scope_of a) f)) (length (updaters k p deps (scope_of a) f)).
    clear. intros r s i N I A B. nia. } assert (Kc : k = PerInstruction \/ exists b, k = PerLoop b)
    by (destruct k; eauto). destruct Kc as [Kb|(b & Kb)].
    - assert (Hm : home k p deps f a = (SI a, 1, 1)%Z) by (unfold home; now rewrite Kb). rewrite Hm,
      (sem_count_one Kb). lia.
    - assert (Hm : home k p deps f a = (SL (scope_of a) f, Z.of_nat (length (updaters k p deps
      (scope_of a) f)), Z.of_nat (S (index (last a 0%nat) (updaters k p deps (scope_of a) f))))) by
      (unfold home; now rewrite Kb). rewrite Hm. apply (Sl b Kb). Qed.
End Count.
