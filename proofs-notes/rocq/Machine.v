(* The machines of semantics.md 2 and 3 and what "the same" means: definitions, nothing is proved.

   One machine, used twice. The specification runs no register operation and its guard is
   Equation 1; the implementation runs operations and its guard reads semaphores. Both walk the
   same streams. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Program.

(* semantics.md 3: integer registers per engine. r_a, t_a, the history of r_p over m, scratch. *)
Inductive reg := RR (a : address) | RT (a : address) | RH (m p : address) (j : nat) | Tmp (i : nat).
Definition reg_dec (a b : reg) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

(* language.md, "R := E": register operations read registers and integers only. *)
Inductive operand := K (z : Z) | R (r : reg).
Inductive binary := Add | Sub | Mul | Min | Gt.
Inductive operation := Set_ (r : reg) (a : operand) | Bin (f : binary) (r : reg) (a b : operand).

Definition registers := reg -> Z.
Definition value (s : registers) (a : operand) : Z := match a with K z => z | R r => s r end.
Definition apply (f : binary) (a b : Z) : Z :=
  match f with
  | Add => a + b | Sub => a - b | Mul => a * b | Min => Z.min a b
  | Gt => if (b <? a)%Z then 1 else 0
  end%Z.
Definition put (s : registers) (r : reg) (z : Z) : registers :=
  fun q => if reg_dec q r then z else s q.
Definition run1 (o : operation) (s : registers) : registers :=
  match o with
  | Set_ r a => put s r (value s a)
  | Bin f r a b => put s r (apply f (value s a) (value s b))
  end.

(* An instance of an instruction: the entry around it and its position. *)
Definition instance := (place * nat)%type.
Definition instance_address (i : instance) : address := addr (fst i) ++ [snd i].
Definition instance_of (ev : event) : option instance :=
  match ev with Is x n => Some (x, n) | _ => None end.

(* What differs between the two machines. [shared] counts: R in the specification, the semaphores
   in the implementation; [updates a] are the counters a retirement of a increments. *)
Record side := {
  counter : Type;
  counter_dec : forall a b : counter, {a = b} + {a <> b};
  initial : counter -> Z;
  updates : address -> list counter;
  ops : engine -> event -> list operation;
  guard : engine -> event -> registers -> (counter -> Z) -> Prop }.

(* What both machines are given: the engines there are, their streams, which events are seen (every
   instance; the start of a visit that has control dependencies), the in-flight window D, the
   engines that commit in order, the effect of a commit on the data. *)
Record setting := {
  present : engine -> bool;
  next : engine -> nat -> option event;
  seen : event -> bool;
  window : engine -> option nat;
  inorder : engine -> bool;
  data : Type;
  effect : instance -> data -> data }.

(* semantics.md 2, the column "seen?"; a commit names its position in the FIFO. *)
Inductive label :=
| Begin (e : engine) (ev : event) | Issue (e : engine) (i : instance)
| Commit (e : engine) (k : nat) (i : instance) | Retire (e : engine) (i : instance)
| End_ (e : engine).

Section Machine.
  Variables (W : setting) (M : side).

  (* Per engine: control position, operations of that event done, registers, FIFO of in-flight
     instances (true: committed), whether end has been taken. *)
  Record local := { pos : nat; done : nat; regs : registers; fifo : list (instance * bool);
                    ended : bool }.
  Record state := { loc : engine -> local; shared : counter M -> Z; mem : data W }.

  Definition with_local (s : state) (e : engine) (l : local) : state :=
    {| loc := fun f => if f =? e then l else loc s f; shared := shared s; mem := mem s |}.
  Definition increment (l : list (counter M)) (sh : counter M -> Z) : counter M -> Z :=
    fun c => (sh c + Z.of_nat (count_occ (counter_dec M) l c))%Z.
  Definition advance (l : local) (q : list (instance * bool)) : local :=
    {| pos := S (pos l); done := 0; regs := regs l; fifo := q; ended := ended l |}.

  (* Issue j needs retirement j - D: fewer than D instances in flight. *)
  Definition room (e : engine) (l : local) : Prop :=
    match window W e with None => True | Some d => length (fifo l) < d end.

  (* At the event ev, all its operations done. *)
  Definition ready (e : engine) (l : local) (ev : event) : Prop :=
    next W e (pos l) = Some ev /\ done l = length (ops M e ev).

  (* The table of semantics.md 2. None is an internal step. *)
  Inductive step (s : state) : option label -> state -> Prop :=
  | step_operation e ev o :
      next W e (pos (loc s e)) = Some ev ->
      nth_error (ops M e ev) (done (loc s e)) = Some o ->
      step s None (with_local s e
        {| pos := pos (loc s e); done := S (done (loc s e)); regs := run1 o (regs (loc s e));
           fifo := fifo (loc s e); ended := ended (loc s e) |})
  | step_control e ev :
      ready e (loc s e) ev -> seen W ev = false ->
      step s None (with_local s e (advance (loc s e) (fifo (loc s e))))
  | step_begin e ev :
      ready e (loc s e) ev -> seen W ev = true -> instance_of ev = None ->
      guard M e ev (regs (loc s e)) (shared s) ->
      step s (Some (Begin e ev)) (with_local s e (advance (loc s e) (fifo (loc s e))))
  | step_issue e ev i :
      ready e (loc s e) ev -> seen W ev = true -> instance_of ev = Some i ->
      guard M e ev (regs (loc s e)) (shared s) -> room e (loc s e) ->
      step s (Some (Issue e i))
        (with_local s e (advance (loc s e) (fifo (loc s e) ++ [(i, false)])))
  | step_commit e a i b :
      fifo (loc s e) = a ++ (i, false) :: b ->
      (inorder W e = true -> forallb snd a = true) ->
      step s (Some (Commit e (length a) i))
        {| loc := loc (with_local s e
             {| pos := pos (loc s e); done := done (loc s e); regs := regs (loc s e);
                fifo := a ++ (i, true) :: b; ended := ended (loc s e) |});
           shared := shared s; mem := effect W i (mem s) |}
  | step_retire e i b :
      fifo (loc s e) = (i, true) :: b ->
      step s (Some (Retire e i))
        {| loc := loc (with_local s e
             {| pos := pos (loc s e); done := done (loc s e); regs := regs (loc s e);
                fifo := b; ended := ended (loc s e) |});
           shared := increment (updates M (instance_address i)) (shared s); mem := mem s |}
  | step_end e :
      next W e (pos (loc s e)) = None -> fifo (loc s e) = [] -> ended (loc s e) = false ->
      step s (Some (End_ e)) (with_local s e
        {| pos := pos (loc s e); done := done (loc s e); regs := regs (loc s e);
           fifo := []; ended := true |}).

  Definition start (m : data W) : state :=
    {| loc := fun e => {| pos := 0; done := 0; regs := fun _ => 0%Z; fifo := [];
                          ended := negb (present W e) |};
       shared := initial M; mem := m |}.

  Inductive internal : state -> state -> Prop :=
  | internal_refl s : internal s s
  | internal_step s t u : step s None t -> internal t u -> internal s u.

  (* A visible step, internal steps before it. *)
  Definition weak (s : state) (l : label) (t : state) : Prop :=
    exists u, internal s u /\ step u (Some l) t.

  (* A visible trace, internal steps anywhere. *)
  Inductive trace : state -> list label -> state -> Prop :=
  | trace_nil s : trace s [] s
  | trace_internal s t u ls : step s None t -> trace t ls u -> trace s ls u
  | trace_visible s l t u ls : step s (Some l) t -> trace t ls u -> trace s (l :: ls) u.
End Machine.
Arguments loc {W M}. Arguments shared {W M}. Arguments mem {W M}.

(* The verdicts of semantics.md 3, for all pairs reached by one common visible trace. [safe]: not
   `unsafe`; [no_deadlock]: not `deadlock`; [no_delay]: not `refines`; all three: `equivalent`. *)
Section Verdicts.
  Variables (W : setting) (S I : side) (m : data W).
  Definition pair (s : state W S) (i : state W I) : Prop :=
    exists ls, trace W S (start W S m) ls s /\ trace W I (start W I m) ls i.
  Definition safe : Prop :=
    forall s i l i', pair s i -> step W I i (Some l) i' -> exists s', weak W S s l s'.
  Definition no_deadlock : Prop :=
    forall s i l s', pair s i -> weak W S s l s' -> exists a i', step W I i a i'.
  Definition no_delay : Prop :=
    forall s i l s', pair s i -> weak W S s l s' -> exists i', weak W I i l i'.
  Definition equivalent : Prop := safe /\ no_deadlock /\ no_delay.

  (* Weak bisimulation with visible labels, and equal data in related states. *)
  Definition wbisim (X : state W S -> state W I -> Prop) : Prop :=
    forall s i, X s i ->
      mem s = mem i /\
      (forall s', step W S s None s' -> exists i', internal W I i i' /\ X s' i') /\
      (forall i', step W I i None i' -> exists s', internal W S s s' /\ X s' i') /\
      (forall l s', step W S s (Some l) s' -> exists i', weak W I i l i' /\ X s' i') /\
      (forall l i', step W I i (Some l) i' -> exists s', weak W S s l s' /\ X s' i').
End Verdicts.
