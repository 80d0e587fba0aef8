(* All classes together: exact ones read what Equation 1 sums, the strengthened one no less. *)
(* SPDX-License-Identifier: Apache-2.0 *)
From Counterpoint Require Export Levels.

Section Exact.
  Variables (trips : oracle) (p : program) (e : engine) (F : list event). Hypothesis Sh : shaped
    trips p e F. Variables (L B : list event) (ev : event) (y : place) (k : nat) (d : dependency).
    Hypothesis E : F = L ++ ev :: B. Hypothesis Kev : key ev = y ++ [(k, 0)]. Hypothesis Cons :
    consumer d = addr y ++ [k]. Notation n := (length (distance d)). Hypothesis Common : n <= common
    (scope_of (consumer d)) (scope_of (producer d)). Hypothesis Owes : forall i, i < n -> (nth i
    (distance d) 0%Z < Z.of_nat (nth i (map snd y) 0%nat))%Z.

  Theorem exact_value x : classify p d = Some x -> evaluate (ideal L) (expr d x) = Z.of_nat (due d y
    F).
  Proof using Sh E Kev Cons Common Owes. intros C. destruct x as [|a|h j|h a b|n0 w]; try (apply
    (one_level_value _ _ _ _ Sh L B ev y k d E Kev Cons Common Owes _ C); exact I). unfold classify
    in C. destruct (well_formed p d); [|discriminate]. destruct (outermost (distance d)) as [((h',
    a'), rest)|] eqn:Out.
    2: { destruct (over _ _ _ _); discriminate. } destruct (_ && _ && _). { destruct (_ =? _);
      [discriminate|]. destruct (_ && _); discriminate. } destruct (two_level _ _ _ _ _ _ _)
      eqn:Two; [|discriminate]. injection C as <- <- <-. rewrite (scope_is y k d Cons) in Two. exact
      (two_level_value _ _ _ _ Sh L B ev y k d E Kev Cons Common Owes h' a' rest Out Two). Qed.
  Theorem strengthened_value x : strengthen p d = Some x -> (Z.of_nat (due d y F) <= evaluate (ideal
    L) (expr d x))%Z.
  Proof using Sh E Kev Cons Common Owes. unfold strengthen. destruct (classify p d) as [x'|] eqn:C.
    - intros Q. injection Q as ->. rewrite (exact_value x C). lia.
    - destruct (outermost (distance d)) as [((h, kk), rest)|] eqn:Out; [|discriminate]. destruct
      (well_formed p d && (0 <? kk)%Z) eqn:W; inversion 1; subst x. apply andb_true_iff in W as (_ &
      Pos). apply Z.ltb_lt in Pos. destruct (owed_history _ _ _ _ Sh L B ev y k d E Kev Cons Common
      Owes h kk rest Out Pos) as (q & m & v & w & A' & _ & _ & Ad & V & _ & Le & _). cbn [expr
      evaluate value]. rewrite (scope_is y k d Cons), Ad, V. lia. Qed.
End Exact.
