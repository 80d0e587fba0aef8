(* What is false, by computation on the programs of semantics.md 7: the per-engine sum form, also as
   printed with N(r - 1) for completed siblings; barriers and a transitive reduction under divergent
   trips; an unsigned comparison; counters without their reset or without the minimum. Each is a
   machine of Machine.v, and the checker's verdict is a fact about it: [variant_is_right],
   [Checker.decide_is_right]. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Examples PerEngine.
Import Machine.

(* A machine with a semaphore SI a per instruction and SL [] f per engine, with these register
   operations, and with the waits that [A] reads from the registers. *)
Section Variant.
  Variables (p : program) (ops_ : engine -> event -> list operation).
  Variable A : engine -> event -> registers -> list (semaphore * Z).
  Definition variant : waiting := {|
    side_ := {|
      counter := semaphore; counter_dec := semaphore_dec; initial := fun _ => 0%Z;
      updates := fun a => match engine_of p a with Some f => [SI a; SL [] f] | None => [] end;
      ops := ops_;
      guard := fun e ev s sem => forall q z, In (q, z) (A e ev s) -> (z <= sem q)%Z |};
    writer := fun q => match q with SL _ f => f
      | SI a => match engine_of p a with Some f => f | None => 0 end end;
    atoms := A |}.
  Lemma variant_described deps engines : well_described p deps engines variant.
  Proof. split; [intros; cbn; tauto|]. intros e i c E I. cbn in I |- *. rewrite E in I. destruct I
    as [<-|[<-|[]]]; cbn; rewrite ?E; auto. Qed.
End Variant.

(* Every register that is counted anywhere. *)
Fixpoint scopes (pre : address) (n : nat) (b : program) : list address :=
  match b with
  | Done => []
  | Ins _ k | Block k => scopes pre (S n) k
  | Loop b k => (pre ++ [n]) :: scopes (pre ++ [n]) 0 b ++ scopes pre (S n) k
  | If b c k => (pre ++ [n]) :: (pre ++ [S n]) :: scopes (pre ++ [n]) 0 b ++
                scopes (pre ++ [S n]) 0 c ++ scopes pre (S (S n)) k
  end.
Definition all_scopes (p : program) := [] :: scopes [] 0 p.
Definition histories (p : program) : list reg := flat_map (fun m => flat_map (fun P =>
  [RH m P 2; RH m P 1; RH m P 0]) (all_scopes p)) (all_scopes p).
Definition counters (p : program) (ev : event) : list operation :=
  match ev with
  | En x => flat_map (at_entry (addr x))
      (histories p ++ map RR (all_scopes p) ++ map RT (all_scopes p))
  | _ => []
  end.
(* One wait for each dependency of a statement. *)
Definition each (p : program) (deps : list dependency)
  (w : dependency -> engine -> class -> registers -> list (semaphore * Z))
  (ev : event) (s : registers) : list (semaphore * Z) :=
  flat_map (fun d => match classify p d, engine_of p (producer d) with
    | Some x, Some f => w d f x s
    | _, _ => []
    end) (filter (fun d => addr_eqb (consumer d) (statement ev)) deps).
Definition masked (d : dependency) (x : expression) : expression :=
  fold_right (Node Mul) x (mask (scope_of (consumer d)) 0 (distance d)).

(* Verdicts, and what they say about the machines. *)
Definition judge (n : nat) (V : example -> waiting) : option verdict :=
  option_map (fun x => decide_ x (V x)) (example_of n).
Theorem variant_is_right x o A : let V := variant (prog x) o A in
  all_finite (prog x) (runs x) (on_ x) cap = true ->
  let W := world (runs x) (prog x) (after x) (on_ x) no_window (fun _ => false) unit
    (fun _ s => s) in
  let S_ := spec (runs x) (prog x) (after x) in
  match decide_ x V with
  | Unsafe => ~ safe W S_ (side_ V) tt
  | Deadlock => safe W S_ (side_ V) tt /\ ~ no_deadlock W S_ (side_ V) tt
  | Refines => safe W S_ (side_ V) tt /\ no_deadlock W S_ (side_ V) tt /\
               ~ no_delay W S_ (side_ V) tt
  | Equivalent => equivalent W S_ (side_ V) tt
  end.
Proof. intros V Fin W S_. exact (decide_is_right _ _ _ _ _ _ _ _ _ Fin (spec_of x) V tt
  (spec_described _ _ _ _ _ Fin) (variant_described _ _ _ _ _)). Qed.
(* semantics.md 4, "Per-engine", sum form: a semaphore per engine, all its instructions counted.
   [sibling] is what is subtracted from the entries of the scopes that do not hold P: 0, or 1 as
   printed. *)
Section SumForm.
  Variables (sibling : Z) (p : program).
  Definition number_of (f : engine) (a : address) : Z := Z.of_nat (length (own f 0 (body_of p a))).
  Definition distance_k (d : dependency) : Z :=
    match outermost (distance d) with Some (_, k, _) => k | None => 0 end.
  Definition term (d : dependency) (x : class) (f : engine) (a : address) : expression :=
    let P := scope_of (producer d) in let n := number_of f a in
    let lin z e := Node Mul (Leaf (K z)) e in let r := Leaf (R (RR a)) in
    if addr_eqb a P then
      let k := Z.of_nat (S (index (last (producer d) 0) (own f 0 (body_of p P)))) in
      Node Sub (lin n (expr d x)) (Leaf (K (n - k)))
    else if addr_eqb a (firstn (length a) P) then
      let here := if length a =? length (distance d) then distance_k d else 0%Z in
      let before := filter (fun m => m <? item_of P (length a)) (own f 0 (body_of p a)) in
      Node Add (lin n (Node Sub r (Leaf (K (here + 1))))) (Leaf (K (Z.of_nat (length before))))
    else lin n (Node Sub r (Leaf (K sibling))).
  Definition sum_waits (d : dependency) (f : engine) (x : class) (s : registers) :=
    [(SL [] f, evaluate s (masked d (fold_right (Node Add) (Leaf (K 0))
                                       (map (term d x f) (all_scopes p)))))].
End SumForm.
Definition simple (w : program -> dependency -> engine -> class -> registers -> _) (x : example) :=
  variant (prog x) (fun _ => counters (prog x)) (fun _ => each (prog x) (after x) (w (prog x))).
Definition sum_form (sibling : Z) : example -> waiting := simple (sum_waits sibling).

(* 7 and 8: stuck. 13, with uniform trips, and 6, under divergence: too early. 2 and 9: too late.
   10: early as printed, and only then. *)
Theorem sum_form_verdicts : map (fun n => judge n (sum_form 0)) [7; 8; 13; 6; 2; 9; 10] = map Some
    [Deadlock; Deadlock; Unsafe; Unsafe; Refines; Refines; Equivalent] /\
  judge 10 (sum_form 1) = Some Unsafe.
Proof. vm_compute. auto. Qed.
(* 24: the chain c <- q <- p seems to cover c <- p; with divergent trips it does not. *)
Theorem transitive_reduction_unsafe : judge 24 (fun x =>
    alloc_waits PerInstruction (prog x) (firstn 2 (after x)) (classify (prog x))) = Some Unsafe.
Proof. vm_compute. reflexivity. Qed.
(* 1: N x - (N - K) is negative when nothing is owed. Read as an unsigned number of 32 bits it is
   never reached; max(0, .) repairs it (semantics.md 5.7). *)
Definition per_loop (cast : Z -> Z) (x : example) : waiting :=
  let M := alloc_waits (PerLoop true) (prog x) (after x) (classify (prog x)) in
  variant (prog x) (ops (side_ M)) (fun e ev s =>
    flat_map (fun a => match fst a with SL P f => [(SL [] f, cast (snd a))] | q => [(q, snd a)] end)
      (atoms M e ev s)).
Theorem unsigned_deadlocks : judge 1 (per_loop (fun z => Z.modulo z (2 ^ 32))) = Some Deadlock /\
  judge 1 (per_loop (Z.max 0)) = Some Equivalent.
Proof. vm_compute. auto. Qed.
(* semantics.md 4, "Barrier", without reset at the start of every iteration of L, in place of the
   waits for what is outside of the class direct, distance 0: all engines meet. What comes after the
   n-th barrier waits until every engine has come to its own n-th and retired what is before it
   (semantics.md 6); an engine with fewer never comes. *)
Section Barrier.
  Variables (L : address) (x : example).
  Fixpoint before (n : nat) (l : list event) : option (list event) :=
    match n, l with
    | 0, _ => Some []
    | _, [] => None
    | S m, En y :: l' => option_map (cons (En y)) (before (if addr_eqb (addr y) L then m else n) l')
    | _, ev :: l' => option_map (cons ev) (before n l')
    end.
  Definition arrival (n : nat) (f : engine) : Z :=
    let l := firsts (runs x) (prog x) f cap in
    Z.of_nat (match before n l with Some a => length (insts a) | None => S (length l) end).
  Definition direct (d : dependency) (f : engine) (c : class) (s : registers) :=
    if forallb (Z.eqb 0) (distance d)
    then [(SI (producer d), evaluate s (masked d (expr d c)))] else [].
  Definition barrier_waits (e : engine) (ev : event) (s : registers) : list (semaphore * Z) :=
    map (fun f => (SL [] f, arrival (Z.to_nat (s (RR L))) f)) (on_ x) ++
    each (prog x) (after x) direct ev s.
End Barrier.
Definition barrier (L : address) (x : example) : waiting :=
  variant (prog x) (fun _ => counters (prog x)) (barrier_waits L x).

(* 4, at Q, and 22, at L: stuck. 23, at L: early. *)
Theorem barrier_verdicts : judge 4 (barrier [0]) = Some Deadlock /\
  judge 22 (barrier [0]) = Some Deadlock /\ judge 23 (barrier [0]) = Some Unsafe.
Proof. vm_compute. auto. Qed.
(* semantics.md 4, "Barrier baseline", as waits: what follows a barrier waits for what precedes it
   on every engine, and a count since the last reset is a count since the start less what precedes
   the barrier. One before every visit (B1; [visits]), one at the end of every iteration (B2); so
   far: the visits, and the entries less those that are open. Branches that are empty: not here. *)
Section Reset.
  Variables (visits : bool) (x : example).
  Definition met (v n : nat) (y : place) : nat := (if visits then v else 0) + (n - 1 - length y).
  (* The instances of l in front of the k-th barrier. *)
  Fixpoint until (k v n : nat) (l : list event) : nat :=
    match l with
    | [] => 0
    | Vi _ _ :: l' => until k (S v) n l'
    | En _ :: l' => until k v (S n) l'
    | Is y _ :: l' => (if met v n y <? k then 1 else 0) + until k v n l'
    | Bk _ _ :: l' => until k v n l'
    end.
  Definition tally (_ : engine) (ev : event) : list operation :=
    let more i := [Bin Add (Tmp i) (R (Tmp i)) (K 1)] in
    match ev with Vi _ _ => more 0 | En _ => more 1 | _ => [] end.
  Definition reset_waits (e : engine) (ev : event) (s : registers) : list (semaphore * Z) :=
    let y := match ev with Is y _ | Vi y _ | Bk y _ | En y => y end in
    let from f := Z.of_nat (until (met (Z.to_nat (s (Tmp 0))) (Z.to_nat (s (Tmp 1))) y) 0 0
                              (firsts (runs x) (prog x) f cap)) in
    map (fun f => (SL [] f, from f)) (on_ x) ++ each (prog x) (after x) (fun d f _ _ =>
      let P := scope_of (producer d) in
      match block_of (prog x) f (producer d), block_of (prog x) e (consumer d) with
      | Some b, Some c => if forallb (Z.eqb 0) (distance d) && (b =? c) &&
          addr_eqb (scope_of (consumer d)) P then [(SL [] f, from f + Z.of_nat
            (S (index (last (producer d) 0%nat) (members (prog x) f P b))))%Z] else []
      | _, _ => []
      end) ev s.
End Reset.
(* 27: without a barrier before L, which runs no time, i1 does not wait for i0. *)
Theorem reset_verdicts : let form v x := variant (prog x) (tally) (reset_waits v x) in
  judge 27 (form true) = Some Equivalent /\ judge 27 (form false) = Some Unsafe.
Proof. vm_compute. auto. Qed.
(* 16 without the reset of t: late. 18 if e1 does not count the empty loop: early. 21 without the
   minimum: too late; with all of it: exact. *)
Definition plain (least : bool) (d : dependency) (_ : engine) (x : class) (s : registers) :=
  [(SI (producer d), evaluate s (masked d (match expr d x with
      | Node Min a _ => if least then expr d x else a
      | y => y
      end)))].
Definition edited (keep : engine -> operation -> bool) (least : bool) (x : example) : waiting :=
  variant (prog x) (fun e ev => filter (keep e) (counters (prog x) ev))
    (fun _ => each (prog x) (after x) (plain least)).
Definition no_reset (_ : engine) (o : operation) :=
  match o with Set_ (RT _) _ => false | _ => true end.
Definition uncounted (e : engine) (o : operation) :=
  match o with Bin Add (RR [0; 0]) _ _ => negb (e =? 1) | _ => true end.
Theorem edited_verdicts : judge 16 (edited no_reset true) = Some Refines /\
  judge 18 (edited uncounted true) = Some Unsafe /\
  judge 21 (edited (fun _ _ => true) false) = Some Refines /\
  map (fun n => judge n (edited (fun _ _ => true) true)) [16; 18; 21] =
    map Some [Equivalent; Equivalent; Equivalent].
Proof. vm_compute. auto. Qed.
