(* The per-engine allocation of semantics.md 4 in its snapshot form, its check and the conditions of
   semantics.md 5.3. Definitions, nothing is proved.
   One semaphore per engine, which counts all its retirements. The waiting engine counts, block by
   block, the instances that engine f would have had with the trips met here (q_f), and notes at
   which of them the last instances of a producer stand. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Allocation.

Section PerEngine.
  Variables (p : program) (deps : list dependency).
  (* The instructions of f in the block at position n of the scope P, by position; [lead]: those
     that stand before any other item. *)
  Fixpoint lead (f : engine) (n : nat) (b : program) : list nat :=
    match b with Ins g k => (if g =? f then [n] else []) ++ lead f (S n) k | _ => [] end.
  Definition members (f : engine) (P : address) (n : nat) : list nat :=
    match lookup p (P ++ [n]) with Some (IBlock k) => lead f (S n) k | _ => [] end.
  Definition is_member (a : address) (f : engine) (P : address) (n : nat) : bool :=
    addr_eqb (scope_of a) P && existsb (Nat.eqb (last a 0)) (members f P n).
  (* The block of an instruction. *)
  Definition block_of (f : engine) (a : address) : option nat :=
    match filter (is_member a f (scope_of a)) (seq 0 (last a 0)) with [b] => Some b | _ => None end.
  (* Registers: q_f is RR [f]; n^j of the instruction a is RH a a j; g^j of a over M is RH M a j.
     What an update reads, and the updates: at an entry of M, at the start of a block. *)
  Definition engine_ (a : address) : engine := match engine_of p a with Some f => f | None => 0 end.
  Definition before (r : reg) : reg :=
    match r with
    | RH M a 0 => if addr_eqb M a then RR [engine_ a] else RH a a 0
    | RH M a (S i) => RH M a i
    | _ => r
    end.
  Definition snapshot_update (ev : event) (r : reg) : list operation :=
    match ev, r with
    | En x, RT _ => at_entry (addr x) r
    | En x, RH M a _ => if addr_eqb M (addr x) && negb (addr_eqb M a) then [Set_ r (R (before r))]
                        else []
    | Bk x n, RH M a j => let f := engine_ a in
        if addr_eqb M a && is_member a f (addr x) n then
          [match j with
           | 0 => Bin Add r (R (before r))
                    (K (Z.of_nat (S (index (last a 0) (members f (addr x) n)))))
           | S _ => Set_ r (R (before r))
           end]
        else []
    | Bk x n, RR [f] => [Bin Add r (R r) (K (Z.of_nat (length (members f (addr x) n))))]
    | _, _ => []
    end.
  (* From the highest index down, and q_f last. *)
  Fixpoint shifts (M a : address) (j : nat) : list reg :=
    RH M a j :: match j with
                | 0 => (if addr_eqb M a then [] else [RH a a 0]) ++ [RR [engine_ a]]
                | S i => shifts M a i
                end.
  Definition snapshot_closure (r : reg) : list reg :=
    match r with RH M a j => shifts M a j | Tmp _ => [] | _ => [r] end.
  (* "Threshold": n^k if p's block starts before c, n^(k-1) if after it; g^j for a history. *)
  Definition snapshot_register (f : engine) (d : dependency) (x : class) : option reg :=
    let a := producer d in let C := scope_of (consumer d) in let P := scope_of a in
    let here := addr_eqb (firstn (length P) C) P in
    let item := item_of (consumer d) (length P) in
    match x, block_of f a with
    | Now, Some b => if here && negb (b <? item) then None else Some (RH a a 0)
    | Direct k, Some b => if here && negb (item =? b)
                          then Some (RH a a (Z.to_nat (if b <? item then k else k - 1))) else None
    | History h j, Some _ => Some (RH (firstn h C) a j)
    | _, _ => None
    end.
  Definition snapshot_wait (plan : dependency -> option class) (d : dependency) :
    list (semaphore * expression) :=
    match plan d, engine_of p (producer d) with
    | Some x, Some f =>
      match snapshot_register f d x with
      | Some r => [(SL [] f, fold_right (Node Mul) (Leaf (R r))
                               (mask (scope_of (consumer d)) 0 (distance d)))]
      | None => []
      end
    | _, _ => []
    end.
  Definition snapshot (plan : dependency -> option class) : side :=
    by_waits p deps snapshot_update snapshot_closure (snapshot_wait plan)
      (fun a => match engine_of p a with Some f => [SL [] f] | None => [] end).
  (* The check: every instruction stands in a block ([open]: one has begun), every dependency has a
     class that has a snapshot form. *)
  Fixpoint blocked (open : bool) (b : program) : bool :=
    match b with
    | Done => true
    | Ins _ k => open && blocked true k
    | Block k => blocked true k
    | Loop b k => blocked false b && blocked false k
    | If b c k => blocked false b && blocked false c && blocked false k
    end.
  Definition check_snapshot (plan : dependency -> option class) : bool :=
    blocked false p && forallb (fun d =>
    match snapshot_wait plan d with [] => false | _ => true end) deps.
  (* semantics.md 5.3. [works f P]: there are instructions of f in the scope P or in scopes in it.
     [alone f P]: all instructions of f stand directly in P. *)
  Fixpoint has (f : engine) (b : program) : bool :=
    match b with
    | Done => false
    | Ins g k => (g =? f) || has f k
    | Block k => has f k
    | Loop b k => has f b || has f k
    | If b c k => has f b || has f c || has f k
    end.
  Definition works (f : engine) (P : address) : bool := has f (body_of p P).
  Definition alone (f : engine) (P : address) : Prop :=
    forall a, engine_of p a = Some f -> scope_of a = P.
  (* The trips of T on f are those of U on e wherever there are instructions of f. A visit of a
     conditional is one of "then" and one of "else". *)
  Definition same_path (T U : oracle) (e f : engine) : Prop := forall x n,
    works f (addr x ++ [n]) || (is_then p (addr x ++ [n]) && works f (addr x ++ [S n])) = true ->
    T f x n = U e x n.
  (* "c is on f, or p's scope is the only one with counted instructions of f, or P and every scope
     with counted instructions of f are uniform" (c and p being on e and f). *)
  Definition on_path (trips : oracle) (engines : list engine) : Prop :=
    forall d e f, In d deps -> In e engines -> waits_on p e d = true ->
      engine_of p (producer d) = Some f ->
      e = f \/ alone f (scope_of (producer d)) \/ same_path trips trips e f.
End PerEngine.
