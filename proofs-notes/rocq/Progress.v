(* Uniform trips, sequential order: nothing gets stuck.
   Among the engines that have not ended take the one that stands first in the order of places. All
   that is owed to it lies in front of it (Levels.v), so it has been passed by its engine and, with
   nothing in flight, has retired. Then the guard holds, and the machine is not stuck. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Correct.

Lemma lt_dec a b : {lt a b} + {~ lt a b}.
Proof. revert b. induction a as [|(m, i) a IH]; destruct b as [|(n, j) b]; cbn; auto. destruct
  (lt_eq_lt_dec m n) as [[?| ->]|?]; auto; [|right; lia]. destruct (lt_eq_lt_dec i j) as [[?|
  ->]|?]; auto; [|right; lia]. destruct (IH b); [left; auto|right]. intros [?|(_ & [?|(_ & ?)])];
  try lia; auto. Defined.
(* A least element of a list that is not empty. *)
Lemma least {T} (k : T -> place) (l : list T) x : In x l -> exists y, In y l /\ forall z, In z l ->
  ~ lt (k z) (k y).
Proof. revert x. induction l as [|a l IH]; intros x; [intros []|]. intros _. destruct l as [|b l].
  - exists a. split; [now left|]. intros z [<-|[]]. apply lt_irrefl.
  - destruct (IH b (or_introl eq_refl)) as (y & Y & M). destruct (lt_dec (k a) (k y)) as [L|L].
    + exists a. split; [now left|]. intros z [<-|Z]; [apply lt_irrefl|]. intros Q. exact (M z Z
      (lt_trans _ _ _ Q L)).
    + exists y. split; [now right|]. intros z [<-|Z]; auto. Qed.

Definition uniform (trips : oracle) : Prop := forall e f x n, trips e x n = trips f x n.

Lemma uniform_entries trips cap p e f : uniform trips -> forall y, In (En y) (stream trips cap e p)
  -> In (En y) (stream trips cap f p).
Proof. intros U. induction y as [|(m, j) y IH] using rev_ind; intros I; [now left|]. apply
  stream_iff in I as [Q|(y' & m' & j' & i & K & C & It & F)]; [inversion Q; destruct y;
  discriminate|]. cbn in K. apply app_inj_tail in K as (<- & K). injection K as <- <-. apply
  stream_iff. right. exists y, m, j, i. split; auto. split; auto. split; auto. destruct i; cbn in *;
  unfold capped, iterations, taken in *; auto; try (now rewrite (U f e)). destruct F as (A & n & B &
  F). split; auto. exists n. now rewrite (U f e). Qed.
(* Places of entries in a list of events. *)
Definition places (l : list event) : list place := flat_map (fun ev => match ev with En x => [x] | _
  => [] end) l.

Lemma in_places x l : In x (places l) <-> In (En x) l.
Proof. unfold places. rewrite in_flat_map. split.
  - intros (ev & I & J). destruct ev; cbn in J; try tauto. destruct J as [<-|[]]. exact I.
  - intros I. exists (En x). split; auto. now left. Qed.
Lemma places_nodup l : sorted l -> NoDup (places l).
Proof. induction l as [|ev l IH]; cbn; [constructor|]. intros (F & S). destruct ev; cbn; auto.
  constructor; auto. intros I. apply in_places in I. exact (lt_irrefl _ (F _ I)). Qed.
Lemma sorted_filter g l : sorted l -> sorted (filter g l).
Proof. induction l as [|ev l IH]; cbn; auto. intros (F & S). destruct (g ev); auto. split; auto.
  intros b I. apply filter_In in I as (I & _). auto. Qed.
Lemma places_length g l : (forall ev, g ev = true -> exists x, ev = En x) -> length (places (filter
  g l)) = length (filter g l).
Proof. intros G. induction l as [|ev l IH]; auto. cbn. destruct (g ev) eqn:Q; auto. destruct (G ev
  Q) as (x & ->). cbn. now f_equal. Qed.

Section Progress.
  Variables (p : program) (deps : list dependency) (trips : oracle) (engines : list engine).
    Variables (win : engine -> option nat) (io : engine -> bool) (D : Type). Variable f : instance
      -> D -> D. Notation W := (world trips p deps engines win io D f). Notation firsts := (firsts
      trips p). Variable N : nat. Hypothesis Fin : forall e, In e engines -> length (firsts e N) <
      N. Hypothesis Uni : uniform trips. Hypothesis Producers : forall d, In d deps -> exists g,
      engine_of p (producer d) = Some g /\ In g engines. Hypothesis Windows : forall e w, win e =
      Some w -> 0 < w.
  Lemma whole_stream e : In e engines -> firsts e N = stream trips N e p.
  Proof using Fin. intros I. specialize (Fin e I). unfold Program.firsts in *. rewrite firstn_length
    in Fin. apply firstn_all2. lia. Qed.
  Lemma in_whole e n ev : In e engines -> In ev (firsts e n) -> In ev (firsts e N).
  Proof using Fin. intros I J. assert (Q := firsts_end trips p e N n (Fin e I)). rewrite <- Q.
    rewrite (firsts_firstn trips p e n (N + n)) in J by lia. rewrite <- (firstn_skipn n (firsts e (N
    + n))). apply in_or_app. auto. Qed.
  Lemma passed_all e i ev : at_ trips p e i = None -> In ev (firsts e N) -> In ev (firsts e i).
  Proof using Type. intros A I. destruct (le_lt_dec N i) as [L|L].
    - rewrite (firsts_firstn trips p e N i L) in I. rewrite <- (firstn_skipn N (firsts e i)). apply
      in_or_app. auto.
    - rewrite <- (at_firsts trips p e i N L) in A. apply nth_error_None in A. rewrite (firsts_firstn
      trips p e i N) by lia. now rewrite firstn_all2. Qed.
  Lemma position_small e i ev : In e engines -> at_ trips p e i = Some ev -> i < N.
  Proof using Fin. intros I A. destruct (le_lt_dec N i) as [L|L]; auto. exfalso. specialize (Fin e
    I). rewrite (firsts_firstn trips p e N (S i)) in Fin by lia. rewrite firstn_length in Fin.
    assert (Q : i < length (firsts e (S i))). { apply nth_error_Some. unfold at_ in A. rewrite A.
    discriminate. } lia. Qed.
  (* What is owed to a statement has retired. *)
  Definition enough (H : list (engine * instance)) (e : engine) (ev : event) (y : place) (m : nat) :
    Prop := forall d, In d deps -> consumer d = addr y ++ [m] -> forall l, NoDup l -> (forall x, In
    x l -> In (En x) (firsts e N) /\ addr x = scope_of (producer d) /\ front ev d x) -> forall R_,
    counts (spec trips p deps) H R_ -> (Z.of_nat (length l) <= R_ (producer d))%Z.
  Definition goes_if_served (M : side) : Prop := forall e i ev y m H sh, In e engines -> next W e i
    = Some ev -> ev = Is y m \/ ev = Vi y m -> valid W H -> counts M H sh -> enough H e ev y m ->
    guard M e ev (regs_at W M e i (length (ops M e ev))) sh.
  Section Stuck.
    Variables (M : side) (s : state W M) (H : list (engine * instance)). Hypothesis Serve :
      goes_if_served M. Hypothesis I : inv W M s H. Hypothesis Stuck : forall l t, ~ step W M s l t.
    Lemma no_flight e : fifo (loc s e) = [].
    Proof using Stuck. destruct (fifo (loc s e)) as [|(i, b) q] eqn:F; auto. exfalso. destruct b.
      - eapply Stuck, step_retire; eauto.
      - eapply Stuck, (step_commit W M s e [] i q); eauto. Qed.
    Lemma at_guard e ev : next W e (pos (loc s e)) = Some ev -> seen W ev = true /\ done (loc s e) =
      length (ops M e ev) /\ ~ guard M e ev (regs (loc s e)) (shared s).
    Proof using Stuck I Windows. intros Nx. assert (Dn : done (loc s e) = length (ops M e ev)).
      { assert (Q := inv_ops W M s H I e ev Nx). destruct (nth_error (ops M e ev) (done (loc s e)))
        as [o|] eqn:O.
        - exfalso. eapply Stuck, step_operation; eauto.
        - apply nth_error_None in O. lia. }
      destruct (seen W ev) eqn:V; [|exfalso; exact (Stuck _ _ (step_control W M s e ev (conj Nx Dn)
        V))]. split; auto. split; auto. intros G. destruct (instance_of ev) as [i|] eqn:Io.
      - assert (Rm : room W e (loc s e)).
        { unfold room. rewrite no_flight. cbn. destruct (win e) eqn:We; auto. now apply (Windows e).
            }
        exact (Stuck _ _ (step_issue W M s e ev i (conj Nx Dn) V Io G Rm)).
      - exact (Stuck _ _ (step_begin W M s e ev (conj Nx Dn) V Io G)). Qed.
    Lemma retired_here e : on e H = insts (pre W e (pos (loc s e))).
    Proof using Stuck I. rewrite <- (inv_fifo W M s H I e), no_flight. cbn. now rewrite app_nil_r.
      Qed.
    Lemma present_next e i : In e engines -> next W e i = at_ trips p e i.
    Proof using Type. intros J. cbn. now rewrite (proj2 (there engines e) J). Qed.
    Lemma served e ev y m : In e engines -> next W e (pos (loc s e)) = Some ev -> (forall g evg, In
      g engines -> next W g (pos (loc s g)) = Some evg -> ~ lt (key evg) (key ev)) -> enough H e ev
      y m.
    Proof using Stuck I Fin Uni Producers. intros Ie Nx Least d Id Cd l Nd Fr R_ CR. destruct
      (Producers d Id) as (g & Eg & Ig). assert (Pr := producer_snoc p (producer d) g Eg). set (pm
      := last (producer d) 0) in *. rewrite (R_count trips p deps H R_ CR (producer d)). apply
      inj_le. rewrite <- (map_length (fun x => (g, (x, pm))) l). apply NoDup_incl_length. { clear -
      Nd. induction Nd as [|x l N Nd IH]; cbn; constructor; auto. intros J. apply in_map_iff in J as
      (x' & Q & J). inversion Q; subst. contradiction. } intros w J. apply in_map_iff in J as (x &
      <- & J). destruct (Fr x J) as (Ix & Ax & Fx).
      (* the instance is in the stream of g *)
      assert (Sx : In (Is x pm) (Program.firsts trips p g N)). { rewrite (whole_stream g Ig).
        rewrite (whole_stream e Ie) in Ix. apply stream_iff. right. exists x, pm, 0, (IIns g).
        split; auto. split; [now apply (uniform_entries trips N p e g Uni)|]. split; [|reflexivity].
        rewrite Ax, <- Pr. unfold engine_of in Eg. destruct (lookup p (producer d)) as [[]|];
        congruence. }
      (* and its engine has passed it *)
      assert (Px : In (Is x pm) (Program.firsts trips p g (pos (loc s g)))).
      { assert (Ng := present_next g (pos (loc s g)) Ig). destruct (at_ trips p g (pos (loc s g)))
        as [evg|] eqn:Ag.
        - assert (Lg := position_small g _ evg Ig Ag). destruct (firsts_split trips p g _ N evg Lg
          Ag) as (B & Eb). rewrite Eb in Sx. apply in_app_or in Sx as [Sx|Sx]; auto. exfalso. apply
          (Least g evg Ig Ng). destruct Sx as [Sx|Sx]; [rewrite Sx; exact Fx|]. apply (lt_trans _
          (key (Is x pm))); [|exact Fx]. apply (sorted_after (Program.firsts trips p g (pos (loc s
          g))) _ B); auto. rewrite <- Eb. apply (sh_sorted _ _ _ _ (firsts_shaped trips p g N)).
        - now apply passed_all. }
      apply filter_In. split.
      - assert (Q : In (x, pm) (on g H)). { rewrite (retired_here g), (pre_firsts trips p W g _ (fun
        j => present_next g j Ig)). apply in_flat_map. exists (Is x pm). split; auto. now left. }
        unfold on in Q. apply in_map_iff in Q as ((g', i) & Qi & Q). cbn in Qi. subst i. apply
        filter_In in Q as (Q & Qg). apply Nat.eqb_eq in Qg. cbn in Qg. now subst g'.
      - unfold instance_address. cbn [fst snd]. rewrite Ax, <- Pr. apply addr_eqb_refl. Qed.
    (* So every engine has ended. *)
    Theorem all_ended e : In e engines -> next W e (pos (loc s e)) = None /\ fifo (loc s e) = [] /\
      ended (loc s e) = true.
    Proof using Stuck I Fin Uni Producers Serve Windows. intros Ie. destruct (next W e (pos (loc s
      e))) as [ev|] eqn:Nx.
      2: { split; auto. split; [apply no_flight|]. destruct (ended (loc s e)) eqn:En; auto. exfalso.
        eapply Stuck, step_end; eauto. apply no_flight. } exfalso. set (here g := match next W g
        (pos (loc s g)) with Some ev => key ev | None => [] end). set (waiting := filter (fun g =>
        match next W g (pos (loc s g)) with Some _ => true | None => false end) engines). assert (We
        : In e waiting) by (apply filter_In; rewrite Nx; auto). destruct (least here waiting e We)
        as (g & Wg & Lg). apply filter_In in Wg as (Ig & Ng). destruct (next W g (pos (loc s g))) as
        [evg|] eqn:Ng'; [|discriminate]. destruct (at_guard g evg Ng') as (V & Dn & NG). apply NG.
        destruct (seen_statement p deps trips engines win io D f evg V) as (y & m & Ev). rewrite
        (inv_regs W M s H I g), Dn. apply (Serve g _ evg y m H (shared s) Ig Ng' Ev).
      - exact (inv_valid W M s H I).
      - apply I.
      - apply (served g evg y m Ig Ng'). intros g' ev' Ig' Ng2 Lt. apply (Lg g').
        + apply filter_In. rewrite Ng2. auto.
        + unfold here. now rewrite Ng2, Ng'. Qed.
  End Stuck.
  Lemma trace_inv M s ls t : trace W M s ls t -> forall H, inv W M s H -> exists H', inv W M t H'.
  Proof using Type. induction 1 as [s|s t u ls T1 T2 IH|s l t u ls T1 T2 IH]; intros H I; [eauto|
    |]; eapply IH, inv_step; eauto; apply world_seen. Qed.
  Theorem completes M m ls s : goes_if_served M -> trace W M (start W M m) ls s -> (forall l t, ~
    step W M s l t) -> forall e, In e engines -> next W e (pos (loc s e)) = None /\ fifo (loc s e) =
    [] /\ ended (loc s e) = true.
  Proof using Fin Uni Producers Windows. intros Sv T St. destruct (trace_inv M _ ls s T []
    (inv_start W M m)) as (H & I). exact (all_ended M s H Sv I St). Qed.
  (* Specification and strengthened allocation let a statement go once all before it retired. *)
  Hypothesis Wf : forall d, In d deps -> well_formed p d = true. Hypothesis Seq : sequential p deps
    = true.
  Section Statement.
    Variables (e : engine) (i : nat) (ev : event) (y : place) (m : nat). Hypothesis Ie : In e
      engines. Hypothesis At : at_ trips p e i = Some ev. Hypothesis Ev : ev = Is y m \/ ev = Vi y
      m. Variable H : list (engine * instance). Hypothesis Eno : enough H e ev y m.
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
        (in_whole e n); auto. rewrite <- Fn, Ef. apply in_or_app. auto. Qed.
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
        _). destruct (at_depth y _ m h Kev Ly) as (q & a & v & w & Ey & Lq & V & K' & Nw & Ad).
        rewrite <- V in Jv. destruct (history_value _ _ _ _ Sh _ B ev q _ a v E K' Nw _ _ _
        (ideal_keeps _ (scope_of (producer d))) Jv) as (A' & B' & E' & Hv & _). cbn [expr evaluate
        value]. rewrite (scope_is y m d Cd), Ad, Hv. unfold entries. apply (list_served (firsts e (S
        i)) A' _ (is_entry (scope_of (producer d))) E'); eauto.
        + intros z J Q. cbn in Q. apply addr_eqb_eq in Q. split; auto. apply (before_cut ev y m d
          Kev Cd Cm X h kk rest q a v w z Out Pos Ey Lq V Q). rewrite E' in Sh. exact (sorted_front
          _ _ _ _ (sh_sorted _ _ _ _ Sh) J).
        + intros [z n0|z|z n0|z n0] Q; try discriminate. eauto. Qed.
  End Statement.
  Lemma spec_serves : goes_if_served (spec trips p deps).
  Proof using Fin Wf Seq. intros e i ev y m H sh Ie Nx Ev V C Eno. destruct (next_at p deps trips
    engines win io D f e i ev Nx) as (A & _). apply (spec_guard p deps trips e ev y m _ sh Ev).
    intros d Id Cd. destruct (shallow p y m d Cd (Wf d Id)) as (_ & Ly). destruct (exempt_dec y d)
    as [X|X]; [left; now apply target_exempt|right]. intros n. unfold owed. change (length (filter _
    ?l)) with (due d y l). assert (Le := due_more trips p e d y n (S i + n) ltac:(lia)). assert (Q
    := due_served e i ev y m Ie A Ev H Eno d sh Id Cd C X (S i + n) ltac:(lia)). lia. Qed.
  Lemma strengthened_serves k : goes_if_served (alloc k p deps (strengthen p)).
  Proof using Fin Wf Seq. intros e i ev y m H sem Ie Nx Ev V CS Eno. destruct (next_at p deps trips
    engines win io D f e i ev Nx) as (A & _). apply (impl_guard p deps trips engines win io D f _ _
    _ _ _ _ (alloc_sound k p deps _) e i ev y m sem Nx Ev). intros d w Id Cd Iw. set (R_ := fun a :
    address => Z.of_nat (count_occ address_dec (flat_map (fun x : engine * instance =>
    [instance_address (snd x)]) H) a)). assert (CR : counts (spec trips p deps) H R_) by (intros c;
    reflexivity). apply valid_retired in V. destruct (wait_says trips p deps k (strengthen p) e i ev
    y m d A Ev Cd Id (Wf d Id) H R_ sem V CR CS w Iw) as (x & Px & Ex & Nex). destruct (exempt_dec y
    d) as [X|X]; [auto|]. apply (Nex X). exact (strengthened_served e i ev y m Ie A Ev H Eno d R_ Id
    Cd CR X x Px). Qed.
End Progress.
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
