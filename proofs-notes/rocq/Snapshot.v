(* The per-engine snapshot form computed on the programs of semantics.md 7: exact where semantics.md
   5.3 says so (for all programs: Theorems.v, snapshot_bisimilar), and early on program 6, which the
   check accepts and whose trips are outside of the conditions. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Counterexamples Theorems.
Import Machine.

Definition snapshot_of (x : example) : waiting := let p := prog x in
  described_by p (after x) (snapshot_update p) (snapshot_closure p) (snapshot_wait p (classify p))
    (fun a => match engine_of p a with Some f => [SL [] f] | None => [] end).
Lemma snapshot_described x engines : well_described (prog x) (after x) engines (snapshot_of x).
Proof. apply by_waits_described. intros a e c E I. rewrite E in I. now destruct I as [<-|[]]. Qed.
(* semantics.md 5.3: c is on f, or p's scope is the only one with instructions of f, or P and every
   scope with instructions of f are uniform, on the entries there are. *)
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
    match engine_of (prog x) (consumer d) with Some e => e =? f | None => false end ||
     forallb (addr_eqb P) busy || forallb (uniform_ x) (P :: busy)
  | _, _ => false
  end.
Theorem snapshot_verdicts :
  let passed := filter (fun x => check_snapshot (prog x) (after x) (classify (prog x))) table in
  let inside := filter (fun x => forallb (allowed_ x) (after x)) passed in
  map number passed =
    [1; 2; 3; 4; 5; 6; 8; 9; 10; 11; 12; 15; 16; 17; 18; 19; 20; 23; 24; 25; 26; 27] /\
  forallb (fun x => (number x =? 6) || existsb (Nat.eqb (number x)) (map number inside)) passed
    = true /\
  forallb (fun x => verdict_eqb Equivalent (decide_ x (snapshot_of x))) inside = true /\
  judge 6 snapshot_of = Some Unsafe.
Proof. vm_compute. auto. Qed.
(* The hypotheses of Theorems.v hold of something: [calm] of a program that is safe and not exact,
   [on_path] of one that passes [check_snapshot], [obeys] of any numbers that are the trips. *)
Theorem hypotheses_hold :
  let two : oracle := fun _ _ _ => Some 2 in
  let p := Two (Loop (block [0] Done) (block [1] Done)) in
  let ds := [dep [0; 0; 2] [0; 0; 0; 1] [1; -1]%Z] in
  let q := Loop (block [0; 1] Done) Done in let dq := [dep [0; 2] [0; 1] [0%Z]] in
  (check p ds = false /\ check_safe p ds = true /\ calm p ds two [0; 1] no_window) /\
  (check_snapshot q dq (classify q) = true /\ on_path q dq two [0; 1]) /\
  obeys two (fun _ => Some 2).
Proof. cbv zeta. repeat split; try reflexivity; try discriminate.
  - exists 60. intros e [<- | [<- | []]]; vm_compute; lia.
  - intros d [<- | []]. exists 0. split; [reflexivity | now left].
  - intros d e f I _ _ _. right. right. now intros x n _.
  - now intros e x m t [= <-]. Qed.
