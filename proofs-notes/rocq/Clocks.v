(* Closed clocks, semantics.md 6, for streams whose every event waits for a vector of retirements.
   [closed_clocks] makes one maximal run and gives every event it passes the least vector of
   retirements that the event needs, closed transitively: what it waits for itself, what the
   instances among these waited for, what the event before it on its engine waited for. Proved: no
   run passes the event with less (least), one run passes it with exactly that (attained), no run
   passes anything else (live). Components of semantics.md's clock that count issues are not kept:
   an issue on another engine is needed only for its retirement, so they follow from these. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Runs.

Section Clocks.
  Variable str : engine -> list event. Variable need : engine -> nat -> vec. Notation ninst :=
    (ninst str). Notation reach := (reach str need).
  (* Clocks of the events passed so far. *)
  Definition clocks := engine -> list vec.
  (* What n retirements of f need: the clock of the n-th instance. None: it has not been passed. *)
  Definition known (K : clocks) (f : engine) (n : nat) : option vec :=
    match n with
    | 0 => Some []
    | S m => match nth_error (positions 0 (str f)) m with
             | Some q => nth_error (K f) q
             | None => None
             end
    end.
  Fixpoint gather (K : clocks) (f : engine) (v : vec) : option vec :=
    match v with
    | [] => Some []
    | n :: v' => match known K f n, gather K (S f) v' with
                 | Some a, Some b => Some (join a b)
                 | _, _ => None
                 end
    end.
  (* The clock of the next event of e, if it can be passed. *)
  Definition next_clock (K : clocks) (e : engine) : option vec :=
    let k := length (K e) in
    if k <? length (str e) then
      match gather K 0 (need e k) with
      | Some g => Some (join (need e k) (join g (last (K e) [])))
      | None => None
      end
    else None.
  Definition extend (K : clocks) (e : engine) (c : vec) : clocks :=
    let l := K e ++ [c] in fun f => if f =? e then l else K f.
  Fixpoint advance_one (es : list engine) (K : clocks) : option clocks :=
    match es with
    | [] => None
    | e :: es' => match next_clock K e with
                  | Some c => Some (extend K e c)
                  | None => advance_one es' K
                  end
    end.
  Fixpoint maximal (fuel : nat) (es : list engine) (K : clocks) : clocks :=
    match fuel with
    | 0 => K
    | S n => match advance_one es K with Some K' => maximal n es K' | None => K end
    end.
  Definition closed_clocks (es : list engine) : clocks := maximal (S (fold_right (fun e n => length
    (str e) + n) 0 es)) es (fun _ => []).
  Inductive greedy : clocks -> Prop :=
  | greedy_start : greedy (fun _ => [])
  | greedy_step K e c : greedy K -> next_clock K e = Some c -> greedy (extend K e c).
  Definition passed (K : clocks) (e : engine) : nat := length (K e).
  (* Facts about one step. *)
  Lemma known_some K f n : n <= ninst f (passed K f) -> exists a, known K f n = Some a.
  Proof. intros L. destruct n as [|m]; cbn; eauto. destruct (positions_complete (str f) 0 m (passed
    K f)) as (q & -> & Q); [exact L|]. destruct (nth_error (K f) q) eqn:E; eauto. apply
    nth_error_None in E. unfold passed in Q. lia. Qed.
  Lemma known_count K f n a : known K f n = Some a -> n <= ninst f (passed K f).
  Proof. destruct n as [|m]; [lia|]. cbn. destruct (nth_error (positions _ _) m) as [q|] eqn:P;
    [|discriminate]. intros Q. apply positions_sound in P as (_ & P). rewrite Nat.sub_0_r in P.
    assert (L : q < passed K f) by (apply nth_error_Some; congruence). assert (M := ninst_mono str f
    (S q) (passed K f) ltac:(lia)). unfold ninst in *. lia. Qed.
  Lemma gather_some K v : forall f, (forall j, get v j <= ninst (f + j) (passed K (f + j))) ->
    exists g, gather K f v = Some g.
  Proof. induction v as [|n v IH]; intros f L; [now exists []|]. cbn. destruct (known_some K f n) as
    (a & ->). { specialize (L 0). now rewrite Nat.add_0_r in L. } destruct (IH (S f)) as (g & ->);
    eauto. intros j. specialize (L (S j)). now rewrite Nat.add_succ_r in L. Qed.
  Lemma gather_is K v : forall f g, gather K f v = Some g -> (forall j, exists a, known K (f + j)
    (get v j) = Some a /\ forall h, get a h <= get g h) /\ (forall h, get g h = 0 \/ exists j a,
    known K (f + j) (get v j) = Some a /\ get g h = get a h).
  Proof. induction v as [|n v IH]; intros f g; cbn [gather].
    - intros Q. injection Q as <-. split; [|intros; left; apply get_nil]. intros j. rewrite get_nil.
      exists []. split; auto.
    - destruct (known K f n) as [a|] eqn:Ka; [|discriminate]. destruct (gather K (S f) v) as [b|]
      eqn:Gb; [|discriminate]. intros Q. injection Q as <-. destruct (IH (S f) b Gb) as (A & B).
      split.
      + intros [|j].
        * exists a. rewrite Nat.add_0_r. split; auto. intros h. rewrite get_join. lia.
        * destruct (A j) as (c & C & L). exists c. rewrite Nat.add_succ_r. split; auto. intros h.
          rewrite get_join. specialize (L h). lia.
      + intros h. rewrite get_join. destruct (le_lt_dec (get b h) (get a h)).
        * right. exists 0, a. rewrite Nat.add_0_r. split; auto. lia.
        * right. destruct (B h) as [|(j & c & C & E)]; [lia|]. exists (S j), c. rewrite
          Nat.add_succ_r. split; auto. lia. Qed.
  Lemma next_clock_is K e c : next_clock K e = Some c -> passed K e < length (str e) /\ exists g,
    gather K 0 (need e (passed K e)) = Some g /\ forall h, get c h = Nat.max (get (need e (passed K
    e)) h) (Nat.max (get g h) (get (last (K e) []) h)).
  Proof. unfold next_clock. destruct (Nat.ltb_spec (length (K e)) (length (str e)));
    [|discriminate]. destruct (gather K 0 (need e (length (K e)))) as [g|] eqn:G; [|discriminate].
    intros Q. injection Q as <-. split; auto. exists g. split; auto. intros h. now rewrite
    !get_join. Qed.
  Lemma step_needs K e c : next_clock K e = Some c -> forall f, get (need e (passed K e)) f <= ninst
    f (passed K f).
  Proof. intros N f. apply next_clock_is in N as (_ & g & G & _). apply gather_is in G as (G & _).
    destruct (G f) as (a & Q & _). exact (known_count K f _ a Q). Qed.
  Lemma passed_extend K e c f : passed (extend K e c) f = passed K f + if f =? e then 1 else 0.
  Proof. unfold passed, extend. destruct (Nat.eqb_spec f e) as [->|]; [apply app_length|lia]. Qed.
  Lemma nth_extend K e c f k a : nth_error (extend K e c f) k = Some a -> nth_error (K f) k = Some a
    \/ (f = e /\ k = passed K e /\ a = c).
  Proof. unfold extend, passed. destruct (Nat.eqb_spec f e) as [->|]; auto. intros Q. destruct
    (le_lt_dec (length (K e)) k) as [L|L].
    - right. rewrite nth_error_app2 in Q by auto. destruct (k - length (K e)) as [|n] eqn:E.
      + cbn in Q. injection Q as <-. repeat split; auto; lia.
      + destruct n; discriminate.
    - left. now rewrite nth_error_app1 in Q. Qed.
  Lemma nth_extends K e c f k a : nth_error (K f) k = Some a -> nth_error (extend K e c f) k = Some
    a.
  Proof. unfold extend. destruct (Nat.eqb_spec f e) as [->|]; auto. intros Q. rewrite
    nth_error_app1; auto. apply nth_error_Some. congruence. Qed.
  Lemma last_nth (l : list vec) : l = [] \/ nth_error l (length l - 1) = Some (last l []).
  Proof. induction l as [|c l IH] using rev_ind; auto. right. rewrite last_last, app_length. cbn
    [length]. rewrite nth_error_app2 by lia. now replace (length l + 1 - 1 - length l) with 0 by
    lia. Qed.
  (* No run passes an event with less than its clock. *)
  Lemma least K : greedy K -> forall i r e k c, reach i r -> nth_error (K e) k = Some c -> k < i e
    -> forall f, get c f <= r f.
  Proof. induction 1 as [|K e c G IH N]; intros i r f k a R Q L h; [destruct k; discriminate|].
    apply nth_extend in Q as [Q|(-> & -> & ->)]; [now apply (IH i r f k)|]. destruct (next_clock_is
    K e c N) as (_ & g & Ga & ->). apply gather_is in Ga as (_ & Gh). destruct (reach_facts str need
    i r R e) as (_ & _ & X). specialize (X (passed K e)). assert (A : get g h <= r h).
    { destruct (Gh h) as [->|(j & b & Kb & ->)]; [lia|]. cbn [Nat.add] in Kb. assert (Nj := X j L).
      destruct (get (need e (passed K e)) j) as [|m] eqn:Ej.
      - injection Kb as <-. rewrite get_nil. lia.
      - cbn in Kb. destruct (nth_error (positions _ _) m) as [q|] eqn:P; [|discriminate]. apply (IH
        i r j q b R Kb). destruct (reach_facts str need i r R j) as (Y & _). destruct
        (positions_complete (str j) 0 m (i j)) as (q' & P' & Lq). { unfold ninst in Y. lia. }
        rewrite P in P'. injection P' as ->. exact Lq. }
    assert (B : get (last (K e) []) h <= r h). { destruct (last_nth (K e)) as [->|Q]; [cbn [last];
      rewrite get_nil; lia|]. apply (IH i r e (length (K e) - 1) _ R Q). unfold passed in L. lia. }
      specialize (X h L). lia. Qed.
  (* A clock is closed: it contains what the instances it counts need. *)
  Lemma closed_ K : greedy K -> forall e k c, nth_error (K e) k = Some c -> (forall f, get (need e
    k) f <= get c f) /\ (forall j, j <= k -> exists a, nth_error (K e) j = Some a /\ forall f, get a
    f <= get c f) /\ (forall f m, get c f = S m -> exists q a, nth_error (positions 0 (str f)) m =
    Some q /\ nth_error (K f) q = Some a /\ (forall h, get a h <= get c h) /\ (f = e -> q < k)).
  Proof. induction 1 as [|K e c G IH N]; intros f k a Q; [destruct k; discriminate|]. apply
    nth_extend in Q as [Q|(-> & -> & ->)].
    - destruct (IH f k a Q) as (A & B & C). split; auto. split.
      + intros j J. destruct (B j J) as (b & Y & Z). exists b. split; auto. now apply nth_extends.
      + intros g m E. destruct (C g m E) as (q & b & X & Y & Z). exists q, b. split; auto. split;
        auto. now apply nth_extends.
    - destruct (next_clock_is K e c N) as (_ & g & Ga & M). apply gather_is in Ga as (Gs & Gh).
      assert (Lc : forall b j, known K j (get (need e (passed K e)) j) = Some b -> forall h, get b h
      <= get c h). { intros b j Kb h. destruct (Gs j) as (b' & B' & L). cbn [Nat.add] in B'. rewrite
      Kb in B'. injection B' as <-. specialize (L h). rewrite M. lia. } assert (Up : forall j q b,
      nth_error (K j) q = Some b -> (forall h, get b h <= get c h) -> forall f m, get b f = S m ->
      exists q a, nth_error (positions 0 (str f)) m = Some q /\ nth_error (extend K e c f) q = Some
      a /\ (forall h, get a h <= get c h) /\ (f = e -> q < passed K e)).
      { intros j q b Kb Lb f m Eb. destruct (IH j q b Kb) as (_ & _ & C). destruct (C f m Eb) as (q'
        & a & X & Y & Z & _). exists q', a. split; auto. split; [now apply nth_extends|]. split.
        - intros h. specialize (Z h). specialize (Lb h). lia.
        - intros ->. unfold passed. apply nth_error_Some. congruence. }
      assert (La : K e = [] \/ nth_error (K e) (passed K e - 1) = Some (last (K e) [])) by apply
        last_nth. assert (Ll : forall h, get (last (K e) []) h <= get c h) by (intros; rewrite M;
        lia). split; [intros; rewrite M; lia|]. split.
      + intros j J. destruct (Nat.eq_dec j (passed K e)) as [->|Ne]. { exists c. split; auto. unfold
        extend, passed. rewrite Nat.eqb_refl, nth_error_app2, Nat.sub_diag by lia. reflexivity. }
        destruct La as [E|E]; [unfold passed in *; rewrite E in *; cbn in *; lia|]. destruct (IH e _
        _ E) as (_ & B & _). destruct (B j) as (b & Y & Z); [lia|]. exists b. split; [now apply
        nth_extends|]. intros h. specialize (Z h). specialize (Ll h). lia.
      + intros f m Em. assert (Q := Em). rewrite M in Q. destruct (Nat.max_spec (get (need e (passed
        K e)) f) (Nat.max (get g f) (get (last (K e) []) f))) as [(_ & X)|(_ & X)]; rewrite X in Q.
        * destruct (Nat.max_spec (get g f) (get (last (K e) []) f)) as [(_ & Y)|(_ & Y)]; rewrite Y
          in Q.
          -- destruct La as [E|E]; [rewrite E in Q; cbn [last] in Q; now rewrite get_nil in Q|].
            exact (Up _ _ _ E Ll f m Q).
          -- destruct (Gh f) as [Z|(j & b & Kb & Z)]; [lia|]. cbn [Nat.add] in Kb. assert (Lb := Lc
            b j Kb). destruct (get (need e (passed K e)) j) as [|n]. { injection Kb as <-. rewrite
            get_nil in Z. lia. } cbn in Kb. destruct (nth_error (positions _ _) n) as [q|];
            [|discriminate]. apply (Up j q b Kb Lb f m). congruence.
        * destruct (Gs f) as (b & Kb & _). cbn [Nat.add] in Kb. assert (Lb := Lc b f Kb). rewrite Q
          in Kb. cbn in Kb. destruct (nth_error (positions _ _) m) as [q|] eqn:P; [|discriminate].
          exists q, b. split; auto. split; [now apply nth_extends|]. split; auto. intros ->. unfold
          passed. apply nth_error_Some. congruence. Qed.
  (* Every clock is attained: the maximal run, cut down to what is below a closed target. *)
  Lemma replay K : greedy K -> forall ti tr, (forall f j, j < ti f -> forall g, get (need f j) g <=
    tr g) -> (forall f, tr f <= ninst f (ti f)) -> reach (fun f => Nat.min (passed K f) (ti f)) (fun
    f => Nat.min (ninst f (passed K f)) (tr f)).
  Proof. intros G ti tr Cl Tr. induction G as [|K e c G IH N].
    - apply reach_start; intros; reflexivity.
    - assert (Len := proj1 (next_clock_is K e c N)). assert (Nd := step_needs K e c N). assert (P :
      forall f, passed (extend K e c) f = if f =? e then S (passed K e) else passed K f). { intros
      f. rewrite passed_extend. destruct (Nat.eqb_spec f e) as [->|]; lia. } destruct (le_lt_dec (ti
      e) (passed K e)) as [L|L]. { apply (reach_ext str need _ _ _ _ IH); intros f; rewrite P;
      destruct (Nat.eqb_spec f e) as [->|]; auto; [lia|]. assert (T := Tr e). assert (X :=
      ninst_mono str e _ _ L). assert (Y := ninst_mono str e _ _ (Nat.le_succ_diag_r (passed K e))).
      lia. } assert (Go : reach (fun f => Nat.min (passed (extend K e c) f) (ti f)) (fun f =>
      Nat.min (ninst f (passed K f)) (tr f))).
      { apply (reach_go str need e _ _ _ _ IH).
        - replace (Nat.min (passed K e) (ti e)) with (passed K e) by lia. exact Len.
        - intros f. replace (Nat.min (passed K e) (ti e)) with (passed K e) by lia. specialize (Nd
          f). specialize (Cl e (passed K e) L f). lia.
        - intros f. rewrite P. destruct (Nat.eqb_spec f e) as [->|]; lia.
        - reflexivity. }
      assert (Mo := ninst_mono str e _ _ (Nat.le_succ_diag_r (passed K e))). assert (Ms := ninst_S
        str e (passed K e)). destruct (Nat.eq_dec (Nat.min (ninst e (S (passed K e))) (tr e))
        (Nat.min (ninst e (passed K e)) (tr e))) as [E|E]. { apply (reach_ext str need _ _ _ _ Go);
        auto. intros f. rewrite P. destruct (Nat.eqb_spec f e) as [->|]; auto. } apply (reach_retire
        str need e _ _ _ _ Go); auto.
      + rewrite P, Nat.eqb_refl. replace (Nat.min (S (passed K e)) (ti e)) with (S (passed K e)) by
        lia. lia.
      + intros f. rewrite P. destruct (Nat.eqb_spec f e) as [->|]; lia. Qed.
  Lemma passed_length K : greedy K -> forall e, passed K e <= length (str e).
  Proof. induction 1 as [|K e c G IH N]; intros f; [cbn; lia|]. rewrite passed_extend. destruct
    (Nat.eqb_spec f e) as [->|]; [|specialize (IH f); lia]. apply next_clock_is in N as (L & _).
    lia. Qed.
  (* The maximal run is a run. *)
  Lemma whole K : greedy K -> reach (passed K) (fun f => ninst f (passed K f)).
  Proof. intros G. assert (R := replay K G (passed K) (fun f => ninst f (passed K f))). eapply
    reach_ext; [apply R| |]; intros; cbn beta; auto; try lia. revert f j H g. induction G as [|K e c
    G IH N]; intros f j J g; [cbn in J; lia|]. assert (M : ninst g (passed K g) <= ninst g (passed
    (extend K e c) g)) by (apply ninst_mono; rewrite passed_extend; lia). rewrite passed_extend in
    J. destruct (le_lt_dec (passed K f) j) as [L|L].
    - destruct (Nat.eqb_spec f e) as [->|]; [|lia]. replace j with (passed K e) by lia. assert (X :=
      step_needs K e c N g). lia.
    - assert (X := IH ltac:(intros; now apply replay) f j L g). lia. Qed.
  Lemma attained K : greedy K -> forall e k c, nth_error (K e) k = Some c -> k < length (str e) /\
    exists i r, reach i r /\ i e = k /\ (forall f, r f = get c f) /\ forall f, get (need e k) f <= r
    f.
  Proof. intros G e k c Q. assert (Lk : k < passed K e) by (apply nth_error_Some; congruence).
    destruct (closed_ K G e k c Q) as (Nd & Be & Cl). set (ti f := if f =? e then k else match get c
    f with | 0 => 0 | S m => match nth_error (positions 0 (str f)) m with Some q => S q | None => 0
    end end). assert (Ti : forall f, ti f <= passed K f /\ get c f <= ninst f (ti f) /\ ninst f (ti
    f) <= ninst f (passed K f)).
    { intros f. enough (ti f <= passed K f /\ get c f <= ninst f (ti f)) as (A & B) by (repeat
      split; auto; now apply ninst_mono). unfold ti. destruct (get c f) as [|m] eqn:E. { split;
      [|lia]. destruct (Nat.eqb_spec f e) as [->|]; lia. }
      destruct (Cl f m E) as (q & a & P & A & _ & O). rewrite P. assert (S' := proj2
        (positions_sound _ _ _ _ P)). rewrite Nat.sub_0_r in S'. destruct (Nat.eqb_spec f e) as
        [->|Ne].
      - split; [lia|]. specialize (O eq_refl). assert (X := ninst_mono str e (S q) k O). unfold
        ninst in *. lia.
      - split; [apply nth_error_Some; congruence|]. unfold ninst. lia. }
    assert (Cd : forall f j, j < ti f -> forall g, get (need f j) g <= get c g).
    { intros f j J g. unfold ti in J. destruct (Nat.eqb_spec f e) as [->|Ne].
      - destruct (Be j) as (a & A & L); [lia|]. destruct (closed_ K G e j a A) as (X & _).
        specialize (X g). specialize (L g). lia.
      - destruct (get c f) as [|m] eqn:E; [lia|]. destruct (Cl f m E) as (q & a & P & A & L & _).
        rewrite P in J. destruct (closed_ K G f q a A) as (_ & B & _). destruct (B j) as (b & Y &
        Z); [lia|]. destruct (closed_ K G f j b Y) as (X & _). specialize (X g). specialize (Z g).
        specialize (L g). lia. }
    split; [assert (X := passed_length K G e); lia|]. eexists _, _. split; [exact (replay K G ti
      (get c) Cd (fun f => proj1 (proj2 (Ti f))))|]. cbn beta. split; [|split].
    - destruct (Ti e). unfold ti. rewrite Nat.eqb_refl. lia.
    - intros f. destruct (Ti f) as (_ & A & B). lia.
    - intros f. destruct (Ti f) as (_ & A & B). specialize (Nd f). lia. Qed.
  (* Where all that has been passed has retired, an event can go, or the maximal run is over. *)
  Lemma goes_or_over K i : greedy K -> (exists e, i e < length (str e) /\ forall f, get (need e (i
    e)) f <= ninst f (i f)) \/ (forall e, passed K e <= i e).
  Proof. induction 1 as [|K e c G IH N]; [right; intros; cbn; lia|]. destruct IH as [?|A]; auto.
    destruct (Nat.eq_dec (passed K e) (i e)) as [E|E].
    - left. exists e. rewrite <- E. split; [now apply (next_clock_is K e c)|]. intros f. assert (X
      := step_needs K e c N f). assert (Y := ninst_mono str f _ _ (A f)). lia.
    - right. intros f. specialize (A f). rewrite passed_extend. destruct (Nat.eqb_spec f e) as
      [->|]; lia. Qed.
  Definition final (K : clocks) : Prop := greedy K /\ forall e, next_clock K e = None.
  (* No run passes an event that the maximal run does not pass. *)
  Lemma live K : final K -> forall i r, reach i r -> forall e, i e <= passed K e.
  Proof. intros (G & Fn). induction 1 as [i r A B | e i r i' r' R IH L N A B | e i r i' r' R IH L A
    B]; intros f; rewrite A; auto; [lia|]. destruct (Nat.eqb_spec f e) as [->|]; auto. destruct
    (Nat.eq_dec (i e) (passed K e)) as [E|E]; [|specialize (IH e); lia]. exfalso. specialize (Fn e).
    unfold next_clock in Fn. fold (passed K e) in Fn. rewrite <- E in Fn. destruct (Nat.ltb_spec (i
    e) (length (str e))); [|lia]. destruct (gather_some K (need e (i e)) 0) as (g & Ga); [|rewrite
    Ga in Fn; discriminate]. intros j. cbn [Nat.add]. destruct (reach_facts str need i r R j) as (X
    & _). assert (Y := ninst_mono str j _ _ (IH j)). specialize (N j). lia. Qed.
  (* The run of [closed_clocks] is maximal, if [es] has every engine with events. *)
  Lemma closed_final es : (forall e, str e <> [] -> In e es) -> final (closed_clocks es).
  Proof. intros All. unfold closed_clocks. set (bound := fold_right (fun e n => length (str e) + n)
    0 es). set (total K := fold_right (fun e n => passed K e + n) 0 es). assert (Tb : forall K,
    greedy K -> total K <= bound). { intros K G. unfold total, bound. clear - G. induction es as [|e
    l IH]; cbn; auto. assert (X := passed_length K G e). lia. } assert (Ad : forall K l, match
    advance_one l K with | Some K' => exists e c, In e l /\ next_clock K e = Some c /\ K' = extend K
    e c | None => forall e, In e l -> next_clock K e = None end).
    { intros K. induction l as [|e l IH]; cbn; [tauto|]. destruct (next_clock K e) as [c|] eqn:N;
      [exists e, c; auto|]. destruct (advance_one l K) as [K'|].
      - destruct IH as (e' & c & I & Q & E). exists e', c. auto.
      - intros e' [<-|I]; auto. }
    assert (Fuel : forall fuel K, greedy K -> bound - total K < fuel -> final (maximal fuel es K)).
    { induction fuel as [|n IH]; intros K G L; [lia|]. cbn [maximal]. specialize (Ad K es). destruct
      (advance_one es K) as [K'|].
      - destruct Ad as (e & c & I & N & ->). assert (G' := greedy_step K e c G N). apply IH; auto.
        assert (B := Tb _ G'). enough (total K < total (extend K e c)) by lia. unfold total. clear -
        I. assert (Le : forall l, fold_right (fun e0 n => passed K e0 + n) 0 l <= fold_right (fun e0
        n => passed (extend K e c) e0 + n) 0 l). { induction l as [|f l IH]; cbn; auto. rewrite
        passed_extend. lia. } revert I. induction es as [|f l IH]; intros I; [destruct I|]. cbn.
        specialize (Le l). rewrite passed_extend. destruct I as [->|I]; [rewrite Nat.eqb_refl;
        lia|]. specialize (IH I). lia.
      - split; auto. intros e. destruct (str e) as [|ev l] eqn:E.
        + unfold next_clock. rewrite E. cbn [length]. now destruct (length (K e)).
        + apply Ad, All. congruence. }
    apply Fuel; [constructor|]. specialize (Tb _ greedy_start). lia. Qed.
End Clocks.
