(* The per-engine snapshot form of semantics.md 4, computed on the programs of semantics.md 7: exact
   where semantics.md 5.3 says so, and early on program 6. No theorem about all programs: that it is
   exact under those conditions is shown here for the table only. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Counterexamples.
Import Machine.

Section Snapshot.
  Variables (p : program) (deps : list dependency).
  (* The instructions of the block at position m: position and engine. *)
  Fixpoint leading (n : nat) (b : program) : list (nat * engine) :=
    match b with Ins e k => (n, e) :: leading (S n) k | _ => [] end.
  Fixpoint of_block (m n : nat) (b : program) : list (nat * engine) :=
    match b with
    | Done => []
    | Block k => if n =? m then leading (S n) k else of_block m (S n) k
    | Ins _ k | Loop _ k => of_block m (S n) k
    | If _ _ k => of_block m (S (S n)) k
    end.
  (* The block around position m: the last one that starts before it. *)
  Definition block_of (a : address) (m : nat) : option nat :=
    last (map (@Some nat) (filter (fun n => match lookup p (a ++ [n]) with Some IBlock => true
                                            | _ => false end) (seq 0 (S m)))) None.
  (* q_f is Tmp f; the j-th last ordinal of an instruction at a: RH a a j; g over M: RH M a j. *)
  Definition shift (M a : address) (new : list operation) : list operation :=
    [Set_ (RH M a 2) (R (RH M a 1)); Set_ (RH M a 1) (R (RH M a 0))] ++ new.
  Definition snapshot_ops (_ : engine) (ev : event) : list operation :=
    match ev with
    | En x => flat_map (fun a => shift (addr x) a [Set_ (RH (addr x) a 0) (R (RH a a 0))])
                (map producer deps) ++ flat_map (at_entry (addr x)) (map RT (all_scopes p))
    | Bk x n => let b := of_block n 0 (body_of p (addr x)) in
      let on_ f := map fst (filter (fun i => snd i =? f) b) in
      flat_map (fun i => let a := addr x ++ [fst i] in
        shift a a [Bin Add (RH a a 0) (R (Tmp (snd i)))
                     (K (Z.of_nat (S (index (fst i) (on_ (snd i))))))]) b ++
      map (fun i => Bin Add (Tmp (snd i)) (R (Tmp (snd i))) (K 1)) b
    | _ => []
    end.
  Definition snapshot (d : dependency) (x : class) : option reg :=
    let a := producer d in let P := scope_of a in let n := length P in
    let here := block_of P (item_of (consumer d) n) in
    let later := match block_of P (last a 0), here with
      | Some i, Some j => if item_of (consumer d) n <? last a 0 then negb (i =? j) else false
      | _, _ => true end in
    match x with
    | Now => if (length (distance d) =? n) && later then None else Some (RH a a 0)
    | Direct k => Some (RH a a (Z.to_nat (if later then k - 1 else k)))
    | History h j => Some (RH (firstn h (scope_of (consumer d))) a j)
    | _ => None
    end.
  Definition snapshot_form : waiting := variant p snapshot_ops (fun _ => each p deps (fun d f x s =>
    match snapshot d x with
    | Some r => [(SL [] f, evaluate s (masked d (Leaf (R r))))]
    | None => []
    end)).
End Snapshot.

(* semantics.md 5.3: c is on f, or p's scope is the only one with instructions of f, or P and every
   scope with instructions of f are uniform; and the class has a snapshot form. *)
Definition same_entries (x : example) (a : address) : bool :=
  let at_ e := flat_map (fun q => [fst q; snd q]) (flat_map key (filter (is_entry a)
    (firsts (runs x) (prog x) e cap))) in forallb (fun e => addr_eqb (at_ e) (at_ 0)) (on_ x).
Definition uniform_ (x : example) (a : address) : bool :=
  forallb (fun n => same_entries x (firstn n a)) (seq 0 (S (length a))).
Definition allowed_ (x : example) (d : dependency) : bool :=
  match classify (prog x) d, engine_of (prog x) (producer d) with
  | Some c, Some f =>
    let P := scope_of (producer d) in
    let busy := filter (fun a => negb (length (own f 0 (body_of (prog x) a)) =? 0))
                  (all_scopes (prog x)) in
    (match snapshot (prog x) d c with Some _ => true | None => false end) &&
    (match engine_of (prog x) (consumer d) with Some e => e =? f | None => false end ||
     forallb (addr_eqb P) busy || forallb (uniform_ x) (P :: busy))
  | _, _ => false
  end.
Definition snapshot_of (x : example) : waiting := snapshot_form (prog x) (after x).
Theorem snapshot_verdicts : let within := filter (fun x => forallb (allowed_ x) (after x)) table in
  map number within = [1; 2; 3; 4; 5; 8; 9; 10; 11; 12; 15; 16; 17; 18; 19; 20; 23; 24; 25; 26; 27]
  /\ forallb (fun x => verdict_eqb Equivalent (decide_ x (snapshot_of x))) within = true /\
  judge 6 snapshot_of = Some Unsafe.
Proof. vm_compute. auto. Qed.
