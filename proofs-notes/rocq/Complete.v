(* Specification and strengthened allocation let a statement go once all in front of it retired. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Progress.

Section Complete.
  Variables (p : program) (deps : list dependency) (trips : oracle) (engines : list engine).
    Variables (win : engine -> option nat) (io : engine -> bool) (D : Type). Variable f : instance
    -> D -> D. Notation W := (world trips p deps engines win io D f). Notation firsts := (firsts
    trips p). Variable N : nat. Hypothesis Fin : forall e, In e engines -> length (firsts e N) < N.
    Hypothesis Wf : forall d, In d deps -> well_formed p d = true. Hypothesis Seq : sequential p
    deps = true.

  Section Statement.
    Variables (e : engine) (i : nat) (ev : event) (y : place) (m : nat). Hypothesis Ie : In e
      engines. Hypothesis At : at_ trips p e i = Some ev. Hypothesis Ev : ev = Is y m \/ ev = Vi y
      m. Variable H : list (engine * instance). Hypothesis Eno : enough p deps trips N H e ev y m.
      Variables (d : dependency) (R_ : address -> Z). Hypothesis Id : In d deps. Hypothesis Cd :
      consumer d = addr y ++ [m]. Hypothesis CR : counts (spec trips p deps) H R_. Hypothesis X :
      forall j, j < length (distance d) -> (nth j (distance d) 0 < Z.of_nat (nth j (map snd y)
      0%nat))%Z.

    Lemma forward_here : forward p d = true.
    Proof using Seq Id. unfold sequential in Seq. rewrite forallb_forall in Seq. auto. Qed.
    Lemma producer_here : producer d = scope_of (producer d) ++ [last (producer d) 0].
    Proof using Wf Id. assert (Q := Wf d Id). unfold well_formed in Q. rewrite !andb_true_iff in Q.
      destruct Q as ((_ & Q) & _). destruct (engine_of p (producer d)) as [g|] eqn:Eg;
      [|discriminate]. exact (producer_snoc p (producer d) g Eg). Qed.
    Lemma list_served (F L B : list event) g : F = L ++ B -> (exists n, F = firsts e n) -> (forall
      x, In (En x) L -> g (En x) = true -> addr x = scope_of (producer d) /\ front ev d x) ->
      (forall ev', g ev' = true -> exists x, ev' = En x) -> (Z.of_nat (length (filter g L)) <= R_
      (producer d))%Z.
    Proof using Fin Eno Id Cd CR Ie. intros Ef (n & Fn) G Ge. assert (Sh := firsts_shaped trips p e
      n). rewrite <- Fn in Sh. assert (So := sh_sorted _ _ _ _ Sh). rewrite Ef in So. apply
      sorted_app in So as (So & _). rewrite <- (places_length g L Ge). apply (Eno d Id Cd); auto.
      - apply places_nodup. now apply sorted_filter.
      - intros x J. apply in_places, filter_In in J as (J & Gx). split; [|now apply G]. apply
        (in_whole p trips engines N Fin e n); auto. rewrite <- Fn, Ef. apply in_or_app. auto. Qed.
    Lemma due_served n : i < n -> (Z.of_nat (due d y (firsts e n)) <= R_ (producer d))%Z.
    Proof using Fin Wf Seq Ie At Ev Eno Id Cd CR X. intros L. destruct (whole trips p e i ev At n L)
      as (B & E). destruct (shallow p y m d Cd (Wf d Id)) as (Cm & _). assert (Sh := firsts_shaped
      trips p e n). apply (list_served (firsts e n) (firsts e n) [] (in_time d (target y d)));
      eauto.
      - now rewrite app_nil_r.
      - intros x J Q. rewrite in_time_reached in Q. apply andb_true_iff in Q as (A & Rc). apply
        addr_eqb_eq in A. split; auto. exact (due_front trips p e _ Sh _ B ev y m d E (key_is ev y m
        Ev) Cd Cm X producer_here forward_here x J A Rc).
      - intros [x n0|x|x n0|x n0] Q; try discriminate. eauto. Qed.
    Lemma strengthened_served x : strengthen p d = Some x -> (evaluate (ideal (firsts e i)) (expr d
      x) <= R_ (producer d))%Z.
    Proof using Fin Wf Seq Ie At Ev Eno Id Cd CR X. intros St. destruct (whole trips p e i ev At (S
      i) (Nat.lt_succ_diag_r i)) as (B & E). destruct (shallow p y m d Cd (Wf d Id)) as (Cm & _).
      assert (Sh := firsts_shaped trips p e (S i)). assert (Kev := key_is ev y m Ev). unfold
      strengthen in St. destruct (classify p d) as [x'|] eqn:C.
      - injection St as ->. rewrite (exact_value trips p e _ Sh _ B ev y m d E Kev Cd Cm X x C).
        apply due_served. lia.
      - destruct (outermost (distance d)) as [((h, kk), rest)|] eqn:Out; [|discriminate]. destruct
        (well_formed p d && (0 <? kk)%Z) eqn:Q; [|discriminate]. injection St as <-. apply
        andb_true_iff in Q as (_ & Pos). apply Z.ltb_lt in Pos. destruct (depth y m d Cd Cm h kk
        rest Out) as (_ & _ & Ly). destruct (back_exists y m d Cd Cm X h kk rest Out Pos) as (Jv &
        _). destruct (split_at y h Ly) as (q & a & v & w & Ey & Lq & V). rewrite <- V in Jv. assert
        (K' : key ev = (q ++ [(a, v)]) ++ w ++ [(m, 0)]) by (rewrite Kev, Ey, app_assoc; auto).
        assert (Nw : w ++ [(m, 0)] <> []) by (destruct w; discriminate). destruct (history_value _ _
        _ _ Sh _ B ev q _ a v E K' Nw _ _ _ (ideal_keeps _ (scope_of (producer d))) Jv) as (A' & B'
        & E' & Hv & _). cbn [expr evaluate value]. assert (Rm : firstn (S h) (scope_of (consumer d))
        = addr q ++ [a]). { rewrite (scope_is y m d Cd), Ey. unfold addr. rewrite firstn_map,
        firstn_prefix, map_app; auto. rewrite length_snoc. lia. } rewrite Rm, Hv. unfold entries.
        apply (list_served (firsts e (S i)) A' _ (is_entry (scope_of (producer d))) E'); eauto.
        + intros z J Q. cbn in Q. apply addr_eqb_eq in Q. split; auto. apply (before_cut ev y m d
          Kev Cd Cm X h kk rest q a v w z Out Pos Ey Lq V Q). rewrite E' in Sh. exact (sorted_front
          _ _ _ _ (sh_sorted _ _ _ _ Sh) J).
        + intros [z n0|z|z n0|z n0] Q; try discriminate. eauto. Qed.
  End Statement.

  Lemma spec_serves : goes_if_served p deps trips engines win io D f N (spec trips p deps).
  Proof using Fin Wf Seq. intros e i ev y m H sh Ie Nx Ev V C Eno. destruct (next_at p deps trips
    engines win io D f e i ev Nx) as (A & _). apply (spec_guard p deps trips e ev y m _ sh Ev).
    intros d Id Cd. destruct (shallow p y m d Cd (Wf d Id)) as (_ & Ly). destruct (exempt_dec y d)
    as [X|X]; [left; now apply target_exempt|right]. intros n. unfold owed. change (length (filter _
    ?l)) with (due d y l). assert (Le : due d y (firsts e n) <= due d y (firsts e (S i + n))). {
    rewrite (firsts_firstn trips p e n (S i + n)) by lia. rewrite <- (firstn_skipn n (firsts e (S i
    + n))) at 2. rewrite due_app. lia. } assert (Q := due_served e i ev y m Ie A Ev H Eno d sh Id Cd
    C X (S i + n) ltac:(lia)). lia. Qed.
  Lemma strengthened_serves k : goes_if_served p deps trips engines win io D f N (alloc k p deps
    (strengthen p)).
  Proof using Fin Wf Seq. intros e i ev y m H sem Ie Nx Ev V CS Eno. destruct (next_at p deps trips
    engines win io D f e i ev Nx) as (A & _). apply (impl_guard p deps trips engines win io D f _ _
    _ _ _ _ (alloc_sound k p deps _) e i ev y m sem Nx Ev). intros d w Id Cd Iw. set (R_ := fun a :
    address => Z.of_nat (count_occ address_dec (flat_map (fun x : engine * instance =>
    [instance_address (snd x)]) H) a)). assert (CR : counts (spec trips p deps) H R_) by (intros c;
    reflexivity). apply valid_retired in V. destruct (wait_says trips p deps k (strengthen p) e i ev
    y m d A Ev Cd Id (Wf d Id) H R_ sem V CR CS w Iw) as (x & Px & Ex & Nex). destruct (exempt_dec y
    d) as [X|X]; [auto|]. apply (Nex X). exact (strengthened_served e i ev y m Ie A Ev H Eno d R_ Id
    Cd CR X x Px). Qed.
End Complete.

(* If the implementation has no step because all its engines have ended, the specification has no
   visible one after the same trace. *)
Lemma ended_no_visible W A B s i : (forall e j, next W e j = None -> next W e (S j) = None) ->
  (forall ev x, instance_of ev = Some x -> seen W ev = true) -> related W A B s i -> (forall a t, ~
  step W B i a t) -> (forall e, next W e (pos (loc i e)) = None /\ fifo (loc i e) = []) -> forall l
  t, ~ weak W A s l t.
Proof. intros Cl Se Rl Stuck All l t (u & U & T). assert (Ru : related W A B u i). { clear T.
  induction U; auto. apply IHU. eapply internal_left; eauto. } destruct Ru as (H & I & J & _ & Al).
  assert (No : forall e ev, ready W A e (loc u e) ev -> seen W ev = true -> False). { intros e ev
  (Nx & _) V. destruct (Al e) as (_ & _ & Bh). destruct (All e) as (Ne & _). assert (L := pos_le_end
  W Cl A B u i H H e I J Ne). destruct (Nat.eq_dec (pos (loc u e)) (pos (loc i e))) as [Q|Q];
  [congruence|]. assert (Mo := behind_mono W e (S (pos (loc u e))) (pos (loc i e)) ltac:(lia)).
  rewrite behind_S, Nx, V in Mo. lia. } inversion T; subst; try (eapply No; eassumption).
  - destruct (Al e) as (F & _). destruct (All e) as (_ & Fe). rewrite Fe in F. rewrite F in *.
    destruct a; discriminate.
  - destruct (Al e) as (F & _). destruct (All e) as (_ & Fe). congruence.
  - destruct (Al e) as (F & En & _). destruct (All e) as (Ne & Fe). eapply Stuck, step_end; [exact
    Ne | exact Fe | congruence]. Qed.
