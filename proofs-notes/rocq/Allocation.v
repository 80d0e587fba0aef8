(* Classification and allocation, semantics.md 4, as functions, and the two machines they give.
   Definitions, nothing is proved.

   Only two values are ever needed for the exact classes with one distance k: what r_P is now, and
   what it was when the iteration k - 1 before the current one began. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Machine.

(* The value a dependency waits for, the column "expr": r_P; r_P - k (then P = S); h_j over the
   scope M at depth h; the two-level minimum over Q at depth h; W * r_S, S at depth n. *)
Inductive class := Now | Direct (k : Z) | History (h j : nat) | TwoLevel (h : nat) (a b : Z)
                 | Static (n : nat) (w : Z).

Section Classify.
  Variable p : program.

  Definition is_branch (a : address) : bool :=
    match lookup p a with Some (IThen _) | Some (IElse _) => true | _ => false end.
  Definition is_then (a : address) : bool :=
    match lookup p a with Some (IThen _) => true | _ => false end.
  Definition is_else (a : address) : bool :=
    match lookup p a with Some (IElse _) => true | _ => false end.

  Fixpoint common (a b : address) : nat :=
    match a, b with
    | i :: a', j :: b' => if i =? j then S (common a' b') else 0
    | _, _ => 0
    end.

  (* "Conditionals are transparent": the scopes at depths h + 1 .. n are branches. *)
  Definition transparent (a : address) (h n : nat) : bool :=
    forallb (fun j => is_branch (firstn j a)) (seq (S h) (n - h)).

  (* The items of the scope at depth n that hold c and P (P nested in that scope). *)
  Definition item_of (a : address) (n : nat) : nat := nth n a 0.

  (* p and c in different branches of one conditional; the first one in "then". *)
  Definition exclusive (a b : address) (n : nat) : bool :=
    is_then (firstn (S n) a) && is_else (firstn (S n) b) && (item_of b n =? S (item_of a n)) &&
    (n <? length a) && (n <? length b).

  (* No entry of P after c in the current iteration of the scope at depth n: P is that scope, or is
     nested in an earlier item, or excluded by the branch taken. *)
  Definition over (c P : address) (n : nat) : bool :=
    (length P =? n) || (item_of P n <? item_of c n) || exclusive (scope_of c) P n.

  (* No entry of P between the start of that iteration and c. *)
  Definition untouched (c P : address) (n : nat) : bool :=
    (n <? length P) &&
    ((item_of c n <? item_of P n) || exclusive P (scope_of c) n ||
     ((item_of c n =? item_of P n) && (length c =? S n))).

  (* The outermost component that is not zero: how many zeros before it, it, what follows. *)
  Fixpoint outermost (l : list Z) : option (nat * Z * list Z) :=
    match l with
    | [] => None
    | k :: l' => if (k =? 0)%Z then option_map (fun r => (S (fst (fst r)), snd (fst r), snd r))
                                               (outermost l')
                 else Some (0, k, l')
    end.

  (* Distance a on Q, anything on P = S, only branches between them. *)
  Definition two_level (C P : address) (h : nat) (a : Z) (rest : list Z) (n : nat) : bool :=
    (0 <? a)%Z && (1 <=? length rest) && forallb (fun i => (i =? 0)%Z) (removelast rest) &&
    (length P =? n) && transparent C (S h) (n - 1).

  (* An instruction, or a scope that can carry a control dependency. *)
  Definition can_wait (c : address) : bool :=
    match lookup p c with Some (IIns _) | Some (ILoop _) | Some (IThen _) => true | _ => false end.
  Definition engine_of (a : address) : option engine :=
    match lookup p a with Some (IIns e) => Some e | _ => None end.

  Definition well_formed (d : dependency) : bool :=
    can_wait (consumer d) &&
    (match engine_of (producer d) with Some _ => true | None => false end) &&
    (length (distance d) <=? common (scope_of (consumer d)) (scope_of (producer d))).

  Definition classify (d : dependency) : option class :=
    let c := consumer d in let C := scope_of c in
    let P := scope_of (producer d) in let n := length (distance d) in
    if well_formed d
    then match outermost (distance d) with
         | None => if over c P n then Some Now else None
         | Some (h, k, rest) =>
           if (0 <? k)%Z && forallb (fun i => (i =? 0)%Z) rest && transparent C (S h) n then
             if length P =? S h then Some (Direct k)
             else if (k =? 1)%Z && untouched c P n then Some Now
             else Some (History (S h) (Z.to_nat (k - 1)))
           else if two_level C P h k rest n then Some (TwoLevel (S h) k (last rest 0%Z))
           else None
         end
    else None.

  (* "strengthened": the outermost component alone, for any other positive distance. *)
  Definition strengthen (d : dependency) : option class :=
    match classify d, outermost (distance d) with
    | Some x, _ => Some x
    | None, Some (h, k, _) => if well_formed d && (0 <? k)%Z
                              then Some (History (S h) (Z.to_nat (k - 1))) else None
    | None, None => None
    end.

  (* "static" at distance 0: all scopes below the common one down to P are loops with a number
     (language.md, trips N), given by [fixed]; w is their product. *)
  Variable fixed : address -> option nat.
  Fixpoint product (S_ : address) (below : list nat) : option Z :=
    match below with
    | [] => Some 1%Z
    | m :: below' =>
      match lookup p (S_ ++ [m]), fixed (S_ ++ [m]), product (S_ ++ [m]) below' with
      | Some (ILoop _), Some t, Some w => Some (Z.of_nat t * w)%Z
      | _, _, _ => None
      end
    end.
  Definition with_static (d : dependency) : option class :=
    let n := length (distance d) in let P := scope_of (producer d) in
    match classify d, outermost (distance d) with
    | Some x, _ => Some x
    | None, None => if well_formed d
                    then option_map (Static n) (product (firstn n P) (skipn n P)) else None
    | None, Some _ => None
    end.
  Definition check_static (deps : list dependency) : bool :=
    forallb (fun d => match with_static d with Some _ => true | None => false end) deps.

  (* semantics.md 1, "Sequential order": a dependency with distance 0 goes forward or is
    exclusive. *)
  Definition forward (d : dependency) : bool :=
    let n := length (distance d) in
    match outermost (distance d) with
    | Some (_, k, _) => (0 <? k)%Z
    | None => (item_of (producer d) n <? item_of (consumer d) n) ||
              exclusive (scope_of (consumer d)) (scope_of (producer d)) n
    end.
  Definition sequential (deps : list dependency) : bool := forallb forward deps.

  (* The boolean checks: every dependency has an exact class; has a class at all. *)
  Definition check (deps : list dependency) : bool :=
    forallb (fun d => match classify d with Some _ => true | None => false end) deps.
  Definition check_safe (deps : list dependency) : bool :=
    forallb (fun d => match strengthen d with Some _ => true | None => false end) deps.
End Classify.

(* Wait expressions, and the register operations that compute them: the value of an expression is
   left in scratch register i, with the registers above i as a stack. *)
Inductive expression := Leaf (a : operand) | Node (f : binary) (a b : expression).
Fixpoint evaluate (s : registers) (x : expression) : Z :=
  match x with Leaf a => value s a | Node f a b => apply f (evaluate s a) (evaluate s b) end.
Fixpoint compile (i : nat) (x : expression) : list operation :=
  match x with
  | Leaf a => [Set_ (Tmp i) a]
  | Node f a b => compile i a ++ compile (S i) b ++ [Bin f (Tmp i) (R (Tmp i)) (R (Tmp (S i)))]
  end.

(* Semaphores: one per producer, or one per scope and engine (N and K count all instructions of
   the body on that engine, or only the producers among them). *)
Inductive scheme := PerInstruction | PerLoop (all : bool).
Inductive semaphore := SI (a : address) | SL (P : address) (e : engine).
Definition semaphore_dec (a b : semaphore) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

(* A machine by its waits: how an event updates a register, the registers that an update of r needs
   in the order of their updates, the waits of each dependency, what a retirement increments. *)
Section ByWaits.
  Variables (p : program) (deps : list dependency) (update : event -> reg -> list operation).
  Variables (closure : reg -> list reg) (wait_of : dependency -> list (semaphore * expression)).
  Variable increments : address -> list semaphore.

  Definition waits (a : address) : list (semaphore * expression) :=
    flat_map wait_of (filter (fun d => addr_eqb (consumer d) a) deps).

  (* The registers an engine needs: those its waits read and those their updates read. A register
     that no wait of the engine needs is dropped, with its operations. *)
  Fixpoint reads (x : expression) : list reg :=
    match x with Leaf (R r) => [r] | Leaf _ => [] | Node _ a b => reads a ++ reads b end.
  Definition needs (d : dependency) : list reg :=
    flat_map closure (flat_map (fun w => reads (snd w)) (wait_of d)).
  Definition waits_on (e : engine) (d : dependency) : bool :=
    match engine_of p (consumer d) with Some f => f =? e | None => true end.
  Definition needed (e : engine) : list reg :=
    nodup reg_dec (flat_map needs (filter (waits_on e) deps)).

  (* The waits of a statement are computed right before it, one after the other. *)
  Fixpoint compute (i : nat) (l : list (semaphore * expression)) : list operation :=
    match l with [] => [] | (_, x) :: l' => compile i x ++ compute (S i) l' end.
  Fixpoint all_true (i : nat) (l : list (semaphore * expression)) (s : registers)
    (sem : semaphore -> Z) : Prop :=
    match l with
    | [] => True
    | (q, _) :: l' => (s (Tmp i) <= sem q)%Z /\ all_true (S i) l' s sem
    end.

  Definition statement (ev : event) : address :=
    match ev with En x => addr x | Vi x n | Bk x n | Is x n => addr x ++ [n] end.
  (* semantics.md 3: the implementation. *)
  Definition by_waits : side := {|
    counter := semaphore; counter_dec := semaphore_dec;
    initial := fun _ => 0%Z; updates := increments;
    ops := fun e ev => match ev with
                       | En _ | Bk _ _ => flat_map (update ev) (needed e)
                       | _ => compute 0 (waits (statement ev))
                       end;
    guard := fun e ev s sem => all_true 0 (waits (statement ev)) s sem |}.
End ByWaits.

Section Allocate.
  Variables (k : scheme) (p : program) (deps : list dependency).
  Variable plan : dependency -> option class.    (* classify p, or strengthen p *)

  Definition counted (a : address) : bool :=
    match k with
    | PerLoop true => true
    | _ => existsb (fun d => addr_eqb (producer d) a) deps
    end.

  (* The positions of the instructions of engine e in a body. *)
  Fixpoint own (e : engine) (n : nat) (b : program) : list nat :=
    match b with
    | Done => []
    | Ins f r => (if f =? e then [n] else []) ++ own e (S n) r
    | Block r => own e (S n) r
    | Loop _ r => own e (S n) r
    | If _ _ r => own e (S (S n)) r
    end.
  Definition body_of (P : address) : program :=
    match P with
    | [] => p
    | _ => match lookup p P with Some (ILoop b) | Some (IThen b) | Some (IElse b) => b
           | _ => Done end
    end.
  Definition updaters (P : address) (e : engine) : list nat :=
    filter (fun m => counted (P ++ [m])) (own e 0 (body_of P)).
  Fixpoint index (m : nat) (l : list nat) : nat :=
    match l with [] => 0 | i :: l' => if i =? m then 0 else S (index m l') end.

  (* The semaphore a producer updates, N, and K (from 1). *)
  Definition home (e : engine) (a : address) : semaphore * Z * Z :=
    match k with
    | PerInstruction => (SI a, 1, 1)%Z
    | PerLoop _ => let l := updaters (scope_of a) e in
                   (SL (scope_of a) e, Z.of_nat (length l), Z.of_nat (S (index (last a 0) l)))
    end.

  (* The retirement of an instance increments it. *)
  Definition sem_updates (a : address) : list semaphore :=
    match engine_of p a with
    | Some e => if counted a then [fst (fst (home e a))] else []
    | None => []
    end.

  (* mask(d): the product of gt(t_j, distance_j) over the distances that are at least 1. *)
  Fixpoint mask (C : address) (n : nat) (l : list Z) : list expression :=
    match l with
    | [] => []
    | z :: l' => (if (1 <=? z)%Z then [Node Gt (Leaf (R (RT (firstn (S n) C)))) (Leaf (K z))]
                  else []) ++ mask C (S n) l'
    end.

  Definition expr (d : dependency) (x : class) : expression :=
    let P := scope_of (producer d) in
    match x with
    | Now => Leaf (R (RR P))
    | Direct a => Node Sub (Leaf (R (RR P))) (Leaf (K a))
    | History h j => Leaf (R (RH (firstn h (scope_of (consumer d))) P j))
    | TwoLevel h a b => let q j := Leaf (R (RH (firstn h (scope_of (consumer d))) P j)) in
        Node Min (Node Sub (Node Add (q (Z.to_nat a)) (Leaf (R (RT P)))) (Leaf (K b)))
                 (q (Z.to_nat (a - 1)))
    | Static n w => Node Mul (Leaf (K w)) (Leaf (R (RR (firstn n P))))
    end.

  (* mask * (N * expr - (N - K)). *)
  Definition threshold (d : dependency) (x : class) (N K_ : Z) : expression :=
    fold_right (Node Mul)
      (Node Sub (Node Mul (Leaf (K N)) (expr d x)) (Leaf (K (N - K_))))
      (mask (scope_of (consumer d)) 0 (distance d)).

  Definition wait_of (d : dependency) : list (semaphore * expression) :=
    match plan d, engine_of p (producer d) with
    | Some x, Some f => let '(s, N, K_) := home f (producer d) in [(s, threshold d x N K_)]
    | _, _ => []
    end.

  Fixpoint chain (m P : address) (j : nat) : list reg :=
    RH m P j :: match j with 0 => [RR P] | S i => chain m P i end.
  Definition closure (r : reg) : list reg :=
    match r with RH m P j => chain m P j | Tmp _ => [] | _ => [r] end.

  (* What an entry of scope a does to a register: r += 1; t += 1, or 0 when a is the parent; a
     history shifts, from the highest index down because [needed] lists it in that order. *)
  Definition at_entry (a : address) (r : reg) : list operation :=
    match r with
    | RR b => if addr_eqb b a then [Bin Add (RR b) (R (RR b)) (K 1)] else []
    | RT b => if addr_eqb b a then [Bin Add (RT b) (R (RT b)) (K 1)]
              else if addr_eqb (scope_of b) a then [Set_ (RT b) (K 0)] else []
    | RH m P j => if addr_eqb m a then [Set_ r (R (match j with 0 => RR P | S i => RH m P i end))]
                  else []
    | Tmp _ => []
    end.

  Definition alloc : side := by_waits p deps
    (fun ev => match ev with En x => at_entry (addr x) | _ => fun _ => [] end) closure wait_of
    sem_updates.
End Allocate.

Definition address_dec : forall a b : address, {a = b} + {a <> b} := list_eq_dec Nat.eq_dec.

(* semantics.md 2: the specification. *)
Definition spec (trips : oracle) (p : program) (deps : list dependency) : side := {|
  counter := address; counter_dec := address_dec;
  initial := fun _ => 0%Z; updates := fun a => [a];
  ops := fun _ _ => [];
  guard := fun e ev _ retired =>
    match ev with
    | Vi x n | Is x n => forall d, In d deps -> consumer d = addr x ++ [n] ->
                                   equation1 trips p e x d retired
    | _ => True
    end |}.

(* Instances are seen, and visits that have control dependencies. An engine that is not there has
   no stream and has ended. *)
Definition world (trips : oracle) (p : program) (deps : list dependency) (engines : list engine)
  (win : engine -> option nat) (io : engine -> bool) (D : Type) (f : instance -> D -> D) : setting
    :=
  let there e := existsb (Nat.eqb e) engines in
  {| present := there;
     next := fun e i => if there e then at_ trips p e i else None;
     seen := fun ev => match ev with
       | Is _ _ => true
       | Vi x n => existsb (fun d => addr_eqb (consumer d) (addr x ++ [n])) deps
       | _ => false
       end;
     window := win; inorder := io; data := D; effect := f |}.
