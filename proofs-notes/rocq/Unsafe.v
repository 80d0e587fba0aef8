(* How to show that an implementation is unsafe: one trace of it that the specification has not.

   [allowed] walks a trace and asks at every issue and every guarded visit whether Equation 1 holds
   after the retirements before it. A trace of the specification passes; so an implementation with
   a trace that does not is not safe (semantics.md 3, verdict 1). *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Coq Require Import List ZArith Bool Arith Lia.
From Counterpoint Require Import Program Machine Allocation Simulation Correct Run Outcome.
Import ListNotations.
Set Default Proof Using "Type".

Lemma flat_map_single {T U} (g : T -> U) l : flat_map (fun x => [g x]) l = map g l.
Proof. induction l; cbn; congruence. Qed.

Section Unsafe.
  Variables (p : program) (deps : list dependency) (trips : oracle) (engines : list engine).
  Variable cap : nat.
  Notation W := (plain_world p deps trips engines).
  Notation S_ := (spec trips p deps).

  Definition retired_in (H : list (engine * instance)) (a : address) : Z :=
    Z.of_nat (count_occ address_dec (map (fun x => instance_address (snd x)) H) a).

  Fixpoint allowed (H : list (engine * instance)) (ls : list label) : bool :=
    match ls with
    | [] => true
    | l :: ls' =>
      match l with
      | Issue e (x, n) => spec_holds p deps trips cap e (Is x n) (fun _ => 0%Z) (retired_in H)
      | Begin e ev => spec_holds p deps trips cap e ev (fun _ => 0%Z) (retired_in H)
      | _ => true
      end && allowed (later H (Some l)) ls'
    end.

  Lemma holds_ext e ev s s' r r' : (forall a, r a = r' a) ->
    spec_holds p deps trips cap e ev s r = spec_holds p deps trips cap e ev s' r'.
  Proof.
    intros E. destruct ev; auto; cbn; induction deps as [|d l IH]; auto; cbn;
      unfold equation1_holds at 1 3; now rewrite E, IH.
  Qed.

  Lemma spec_allowed s ls t : all_finite p trips engines cap = true -> trace W S_ s ls t ->
    forall H, inv W S_ s H -> allowed H ls = true.
  Proof.
    intros Fin T. assert (Se : forall ev i, instance_of ev = Some i -> seen W ev = true)
      by (destruct ev; cbn; congruence).
    induction T as [s|s u t ls T1 T2 IH|s l u t ls T1 T2 IH]; intros H I; auto.
    - apply IH. exact (inv_step W Se S_ s H None u I T1).
    - cbn [allowed]. apply andb_true_iff. split.
      2: { apply IH. exact (inv_step W Se S_ s H (Some l) u I T1). }
      assert (Ct : forall a, shared s a = retired_in H a).
      { intros a. rewrite (inv_shared W S_ s H I a). cbn [initial spec updates counter_dec].
        unfold retired_in. now rewrite Z.add_0_l, flat_map_single. }
      assert (G : forall e ev, ready W S_ e (loc s e) ev ->
        guard S_ e ev (regs (loc s e)) (shared s) ->
        spec_holds p deps trips cap e ev (fun _ => 0%Z) (retired_in H) = true).
      { intros e ev (Nx & _) Q.
        assert (Ie : In e engines).
        { apply (there p deps trips engines). cbn in Nx |- *.
          destruct (existsb (Nat.eqb e) engines); [reflexivity|discriminate]. }
        rewrite (holds_ext e ev _ (regs (loc s e)) _ (shared s)) by (intros; now rewrite Ct).
        now apply (spec_holds_iff p deps trips engines cap). }
      inversion T1; subst; auto.
      destruct ev as [x n|x|x n|x n]; try discriminate.
      match goal with Q : instance_of _ = Some _ |- _ => injection Q as <- end. now apply G.
  Qed.

  Section Side.
    Variable M : side.

    Lemma trace_app {X} s l1 t l2 u : trace W X s l1 t -> trace W X t l2 u ->
      trace W X s (l1 ++ l2) u.
    Proof.
      induction 1; intros; auto; cbn; [eapply trace_internal | eapply trace_visible]; eauto.
    Qed.

    Lemma weak_trace {X} s l t : weak W X s l t -> trace W X s [l] t.
    Proof.
      intros (u & U & T). induction U.
      - eapply trace_visible; eauto. constructor.
      - eapply trace_internal; eauto.
    Qed.

    (* A safe implementation has no other traces. *)
    Lemma safe_traces m : safe W S_ M m -> forall i ls j, trace W M i ls j ->
      forall s, pair W S_ M m s i -> exists t, trace W S_ s ls t.
    Proof.
      intros Sf i ls j T. induction T as [i|i u j ls T1 T2 IH|i l u j ls T1 T2 IH]; intros s P.
      - exists s. constructor.
      - apply IH. destruct P as (ks & A & B). exists ks. split; auto.
        rewrite <- (app_nil_r ks). eapply trace_app; [exact B|]. eapply trace_internal; eauto.
        constructor.
      - destruct (Sf s i l u P T1) as (s' & Ws). destruct P as (ks & A & B).
        destruct (IH s') as (t & Q).
        + exists (ks ++ [l]). split; (eapply trace_app; [eassumption|]).
          * now apply weak_trace.
          * eapply trace_visible; eauto. constructor.
        + exists t. change (l :: ls) with ([l] ++ ls). eapply trace_app; [|exact Q].
          now apply weak_trace.
    Qed.

    Theorem unsafe_by_trace m ls j : all_finite p trips engines cap = true ->
      trace W M (start W M m) ls j -> allowed [] ls = false -> ~ safe W S_ M m.
    Proof.
      intros Fin T No Sf. destruct (safe_traces m Sf _ ls j T (start W S_ m)) as (t & Q).
      - exists []. split; constructor.
      - assert (A := spec_allowed _ ls t Fin Q [] (inv_start W S_ m)). congruence.
    Qed.
  End Side.
End Unsafe.
