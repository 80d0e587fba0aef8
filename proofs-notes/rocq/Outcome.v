(* Outcomes by computation: of a specification and of an allocation, for given finite trips.

   [outcome] says whether a maximal run completes or is stuck; the theorems say what that means for
   the machines of Machine.v, so an example is evidence about the definitions themselves. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Coq Require Import List ZArith Bool Arith Lia.
From Counterpoint Require Import Program Machine Allocation Simulation Semaphores Correct Run.
Import ListNotations.
Set Default Proof Using "Type".

Inductive result := Completes | Stuck | OutOfFuel.

Section Outcome.
  Variables (p : program) (deps : list dependency) (trips : oracle) (engines : list engine).
  Variable cap : nat.

  Definition plain_world : setting :=
    world trips p deps engines (fun _ => None) (fun _ => false) unit (fun _ x => x).

  (* Every stream has ended before the cap. *)
  Definition all_finite : bool :=
    forallb (fun e => length (firsts trips p e cap) <? cap) engines.

  Definition equation1_holds (e : engine) (x : place) (d : dependency) (r : address -> Z) : bool :=
    existsb (fun t => (t <=? 0)%Z) (target x d) || (owed trips p e cap x d <=? r (producer d))%Z.

  Definition spec_holds (e : engine) (ev : event) (_ : registers) (r : address -> Z) : bool :=
    match ev with
    | Vi x n | Is x n => forallb (fun d => negb (addr_eqb (consumer d) (addr x ++ [n])) ||
                                           equation1_holds e x d r) deps
    | _ => true
    end.

  Fixpoint all_trueb (i : nat) (l : list (semaphore * expression)) (s : registers)
    (sem : semaphore -> Z) : bool :=
    match l with
    | [] => true
    | (q, _) :: l' => (s (Tmp i) <=? sem q)%Z && all_trueb (S i) l' s sem
    end.

  Lemma all_trueb_iff l : forall i s sem, all_trueb i l s sem = true <-> all_true i l s sem.
  Proof.
    induction l as [|(q, x) l IH]; cbn; intros; [tauto|].
    now rewrite andb_true_iff, Z.leb_le, IH.
  Qed.

  Lemma owed_final e n x d : length (firsts trips p e cap) < cap -> (owed trips p e n x d <=
    owed trips p e cap x d)%Z.
  Proof.
    intros L. unfold owed. apply inj_le.
    assert (Q : firsts trips p e (cap + n) = firsts trips p e cap).
    { rewrite (firsts_firstn trips p e cap (cap + n)) in L |- * by lia.
      rewrite firstn_length in L. symmetry. apply firstn_all2. lia. }
    rewrite <- Q, (firsts_firstn trips p e n (cap + n)) by lia.
    rewrite <- (firstn_skipn n (firsts trips p e (cap + n))) at 2.
    rewrite filter_app, app_length. lia.
  Qed.

  Lemma spec_holds_iff e ev s r : all_finite = true -> In e engines ->
    spec_holds e ev s r = true <-> guard (spec trips p deps) e ev s r.
  Proof.
    unfold all_finite. rewrite forallb_forall. intros Fin I.
    specialize (Fin e I). apply Nat.ltb_lt in Fin.
    assert (Q : forall x d, equation1_holds e x d r = true <-> equation1 trips p e x d r).
    { intros x d. unfold equation1_holds, equation1.
      rewrite orb_true_iff, existsb_exists, Z.leb_le. split.
      - intros [(t & T & L)|L]; [left; exists t; split; auto; now apply Z.leb_le|].
        right. intros n. assert (F := owed_final e n x d Fin). lia.
      - intros [(t & T & L)|L]; [left; exists t; split; auto; now apply Z.leb_le|auto]. }
    assert (A : forall x n, forallb (fun d => negb (addr_eqb (consumer d) (addr x ++ [n])) ||
        equation1_holds e x d r) deps = true <->
      forall d, In d deps -> consumer d = addr x ++ [n] -> equation1 trips p e x d r).
    { intros x n. rewrite forallb_forall. split; intros G d D.
      - intros C. specialize (G d D). rewrite C in G. unfold addr_eqb in G.
        destruct (list_eq_dec _ _ _); [|congruence]. now apply Q.
      - unfold addr_eqb. destruct (list_eq_dec _ _ _); auto. cbn. apply Q. auto. }
    destruct ev; cbn [spec_holds guard spec]; auto; tauto.
  Qed.

  Definition conclude {M} (r : list label * state plain_world M * bool) : result :=
    let '(_, t, b) := r in
    if b then if forallb (fun e => ended (loc t e)) engines then Completes else Stuck
    else OutOfFuel.

  Definition spec_outcome (fuel : nat) : result :=
    conclude (play plain_world (spec trips p deps) spec_holds fuel engines
                   (start plain_world (spec trips p deps) tt)).
  Definition impl_outcome (k : scheme) (plan : dependency -> option class) (fuel : nat) : result :=
    let M := alloc k p deps plan in
    conclude (play plain_world M
      (fun _ ev s sem => all_trueb 0 (waits k p deps plan (statement ev)) s sem)
      fuel engines (start plain_world M tt)).

  Definition maximal_run (M : side) (done_ : bool) : Prop :=
    exists ls t, trace plain_world M (start plain_world M tt) ls t /\
      (forall l u, ~ step plain_world M t l u) /\
      forallb (fun e => ended (loc t e)) engines = done_.

  Lemma there e : present plain_world e = true <-> In e engines.
  Proof.
    cbn. rewrite existsb_exists. split.
    - intros (x & I & E). apply Nat.eqb_eq in E. now subst.
    - intros I. exists e. split; auto. apply Nat.eqb_refl.
  Qed.

  Lemma nothing e i : present plain_world e = false -> next plain_world e i = None.
  Proof. cbn. now intros ->. Qed.

  Theorem spec_outcome_run fuel : all_finite = true ->
    match spec_outcome fuel with
    | Completes => maximal_run (spec trips p deps) true
    | Stuck => maximal_run (spec trips p deps) false
    | OutOfFuel => True
    end.
  Proof.
    intros Fin. unfold spec_outcome, conclude.
    destruct (play _ _ _ fuel engines _) as ((ls, t), b) eqn:P.
    assert (Hs : forall e ev r sh, present plain_world e = true ->
      spec_holds e ev r sh = true <-> guard (spec trips p deps) e ev r sh).
    { intros e ev r sh Pr. apply there in Pr. now apply spec_holds_iff. }
    assert (T := play_trace plain_world (spec trips p deps) spec_holds Hs engines there fuel _ _ _
      _ P).
    destruct b; [|exact I].
    assert (Mx := play_maximal plain_world (spec trips p deps) spec_holds Hs engines there nothing
      fuel tt ls t P).
    destruct (forallb _ engines) eqn:E; exists ls, t; auto.
  Qed.

  Theorem impl_outcome_run k plan fuel :
    match impl_outcome k plan fuel with
    | Completes => maximal_run (alloc k p deps plan) true
    | Stuck => maximal_run (alloc k p deps plan) false
    | OutOfFuel => True
    end.
  Proof.
    unfold impl_outcome, conclude.
    destruct (play _ _ _ fuel engines _) as ((ls, t), b) eqn:P.
    assert (Hs : forall (e : engine) ev r sh, present plain_world e = true ->
      all_trueb 0 (waits k p deps plan (statement ev)) r sh = true <->
      guard (alloc k p deps plan) e ev r sh).
    { intros. apply all_trueb_iff. }
    assert (T := play_trace plain_world (alloc k p deps plan) _ Hs engines there fuel _ _ _ _ P).
    destruct b; [|exact I].
    assert (Mx := play_maximal plain_world (alloc k p deps plan) _ Hs engines there nothing fuel
      tt ls t P).
    destruct (forallb _ engines) eqn:E; exists ls, t; auto.
  Qed.

  (* The values an engine compares its waits with, instance by instance. *)
  Definition thresholds (k : scheme) (plan : dependency -> option class) (e : engine) :
    list (list (nat * nat) * nat * list Z) :=
    let M := alloc k p deps plan in
    let step_ := fold_left (fun s o => run1 o s) in
    snd (fold_left (fun acc ev =>
      let s := step_ (ops M e ev) (fst acc) in
      (s, snd acc ++ match ev with
                     | Is x n | Vi x n =>
                       match waits k p deps plan (addr x ++ [n]) with
                       | [] => []
                       | w => [(x, n, map (fun i => s (Tmp i)) (seq 0 (length w)))]
                       end
                     | _ => []
                     end)) (firsts trips p e cap) ((fun _ => 0%Z), [])).
End Outcome.
