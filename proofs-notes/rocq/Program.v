(* Programs, their event streams, Equation 1: the definitions of semantics.md 1. Nothing is proved.

   A statement has no name: it is identified by its address, the path of item positions from the
   root. So there are no uniqueness hypotheses anywhere. An occurrence in a run is identified by
   its place, which carries an iteration number at each level of the address. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Coq Require Export List ZArith Bool Arith Lia.
Export ListNotations.
#[export] Set Default Proof Using "Type".

(* semantics.md 1, "Engines E, each in order". *)
Definition engine := nat.

(* The position of an item at each level; [] is the root scope. *)
Definition address := list nat.

(* An entry of a scope: (item, iteration) at each level below the root, iterations from 1. *)
Definition place := list (nat * nat).

(* semantics.md 1, "One tree of scopes". A body is read from the left, its items are numbered from
   0. [Block] marks the start of a block. A conditional takes two positions: n for "then", n + 1
   for "else". *)
Inductive program :=
| Done
| Ins (e : engine) (k : program)
| Block (k : program)
| Loop (body k : program)
| If (yes no k : program).

(* What the statement at an address is; scopes come with their body, blocks with what follows. *)
Inductive item := IIns (e : engine) | IBlock (k : program) | ILoop (b : program)
                | IThen (b : program) | IElse (b : program).

Fixpoint item_at (n : nat) (p : program) (a : address) : option item :=
  match a with
  | [] => None
  | m :: a' =>
    let inside (i : item) (b : program) := match a' with [] => Some i | _ => item_at 0 b a' end in
    let leaf (i : item) := match a' with [] => Some i | _ => None end in
    match p with
    | Done => None
    | Ins e k => if m =? n then leaf (IIns e) else item_at (S n) k a
    | Block k => if m =? n then leaf (IBlock k) else item_at (S n) k a
    | Loop b k => if m =? n then inside (ILoop b) b else item_at (S n) k a
    | If b c k => if m =? n then inside (IThen b) b else
                  if m =? S n then inside (IElse c) c else item_at (S (S n)) k a
    end
  end.

Definition lookup (p : program) (a : address) : option item := item_at 0 p a.

(* semantics.md 1, "Trip counts and branches are inputs of a run". Any number for every engine and
   every visit (the entry x of the parent and the position n of the scope); None: for ever. For a
   conditional, 0 is "else" and anything else "then". *)
Definition oracle := engine -> place -> nat -> option nat.

(* What an engine meets, in order: the start of a visit of the scope at position n, the entry of a
   scope (the start of an iteration), the start of a block, an instance of an instruction. *)
Inductive event := Vi (x : place) (n : nat) | En (x : place) | Bk (x : place) (n : nat)
                 | Is (x : place) (n : nat).

(* The stream of engine e; [x] is the entry around, [n] the position of the first item of [p]. A
   loop runs at most [cap] iterations here. *)
Section Streams.
  Variable trips : oracle. Variable cap : nat. Variable e : engine.

  Definition iterations (x : place) (n : nat) : nat :=
    match trips e x n with Some t => Nat.min t cap | None => cap end.
  Definition taken (x : place) (n : nat) : bool :=
    match trips e x n with Some 0 => false | _ => true end.

  Fixpoint gen (x : place) (n : nat) (p : program) : list event :=
    let enter y b := En y :: gen y 0 b in
    match p with
    | Done => []
    | Ins f k => (if f =? e then [Is x n] else []) ++ gen x (S n) k
    | Block k => Bk x n :: gen x (S n) k
    | Loop b k => Vi x n :: flat_map (fun j => enter (x ++ [(n, j)]) b) (seq 1 (iterations x n))
                  ++ gen x (S n) k
    | If b c k => Vi x n :: (if taken x n then enter (x ++ [(n, 1)]) b
                             else enter (x ++ [(S n, 1)]) c)
                  ++ gen x (S (S n)) k
    end.

  (* The root scope runs once: its only entry is the place []. *)
  Definition stream (p : program) : list event := En [] :: gen [] 0 p.
End Streams.

(* The first n events of engine e. The cap n loses none of them: a loop that is cut off has given
   n events by then (Streams.firsts_of_cap). So a loop that runs for ever needs no special case. *)
Definition firsts (trips : oracle) (p : program) (e : engine) (n : nat) : list event :=
  firstn n (stream trips n e p).

(* Event number i; None at the end of the stream. *)
Definition at_ (trips : oracle) (p : program) (e : engine) (i : nat) : option event :=
  nth_error (firsts trips p e (S i)) i.

(* semantics.md 1, "A dependency d = (consumer c, producer p, distance)": one component for each
   common scope from the outside, without the root, which carries nothing. Fewer components than
   common scopes: the vector ends in "*". A consumer that is a loop or a conditional is a control
   dependency (semantics.md 2). *)
Record dependency := { consumer : address; producer : address; distance : list Z }.

Definition addr (x : place) : address := map fst x.
Definition vector (x : place) : list Z := map (fun q => Z.of_nat (snd q)) x.
Definition scope_of (a : address) : address := removelast a.
Definition addr_eqb (a b : address) : bool := if list_eq_dec Nat.eq_dec a b then true else false.

(* a <= b, lexicographically, for vectors of the same length. *)
Fixpoint lex_le (a b : list Z) : bool :=
  match a, b with
  | i :: a', j :: b' => (i <? j)%Z || ((i =? j)%Z && lex_le a' b')
  | _, _ => true
  end.

(* t = v - distance, for a consumer in the entry x. *)
Definition target (x : place) (d : dependency) : list Z :=
  map (fun q => (fst q - snd q)%Z) (combine (vector x) (distance d)).

(* The sum of Equation 1 over the first n events of c's own engine: entries of P whose common
   iteration i is <= t, each counted once. *)
Definition in_time (d : dependency) (t : list Z) (ev : event) : bool :=
  match ev with
  | En y => addr_eqb (addr y) (scope_of (producer d)) &&
            lex_le (firstn (length (distance d)) (vector y)) t
  | _ => false
  end.
Definition owed (trips : oracle) (p : program) (e : engine) (n : nat) (x : place)
  (d : dependency) : Z :=
  Z.of_nat (length (filter (in_time d (target x d)) (firsts trips p e n))).

(* semantics.md 1, "The guard (Equation 1)", literally: some t_j <= 0, or R(p) >= the sum over the
   whole run of c's engine. In a run that never ends the sum is the limit of its beginnings. *)
Definition equation1 (trips : oracle) (p : program) (e : engine) (x : place) (d : dependency)
  (retired : address -> Z) : Prop :=
  (exists t, In t (target x d) /\ (t <= 0)%Z) \/
  (forall n, (owed trips p e n x d <= retired (producer d))%Z).
