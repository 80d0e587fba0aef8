(* Reads programs with trips, one statement a line, and prints what the extracted functions say.
   SPDX-License-Identifier: Apache-2.0

   engines N               engines are 0 .. N-1
   block | ins E | loop | if | else | end      the program, in the order of its text
   dep C P D ...           addresses are 0.2.1 (item positions), distances follow, root not counted
   trips E X N T           on engine E, the visit at position N of entry X (0:1.2:3, root -) runs T
   fixed A T               the loop at address A has the number T (for the plan static)
   plan exact|strengthened|static|full   full: static, where it has no class strengthened
   scheme instruction|loop|producers     window E D
   given E X N S T         the statement at position N of the entry X waits for semaphore S >= T
   update A S              a retirement of the instruction at A increments semaphore S by one
   judge                   one more verdict, about the `given` and `update` since the last one
   run                     answers and forgets

   The answer, in this order:
   class I C               of dependency number I: rejected, now, direct K, history H J, ...
   owe E X N A>=T ...      what Equation 1 asks of the statement: T retirements of the instruction A
   wait E X N S>=T ...     what the allocation waits for; S is an address, or that of a scope @E
   completes B             whether the program comes to its end
   verdict V               of the allocation
   judged V                one for each `judge`
   done *)
open Counterpoint_oracle

let fail fmt = Printf.ksprintf (fun s -> prerr_endline ("oracle: " ^ s); exit 2) fmt
let number s = match int_of_string_opt s with Some n -> n | None -> fail "no number: %s" s
let address s = if s = "-" then [] else List.map number (String.split_on_char '.' s)
let place s =
  if s = "-" then [] else
  List.map (fun q -> match String.split_on_char ':' q with
    | [m; i] -> (number m, number i)
    | _ -> fail "no place: %s" s) (String.split_on_char '.' s)
let show_address a = if a = [] then "-" else String.concat "." (List.map string_of_int a)
let show_place x =
  if x = [] then "-" else String.concat "." (List.map (fun (m, i) -> Printf.sprintf "%d:%d" m i) x)

(* The program is read backwards from its tokens: a body is what comes before `end`. *)
let rec body = function
  | [] -> (Done, [])
  | ["end"] :: rest -> (Done, ["end"] :: rest)
  | ["else"] :: rest -> (Done, ["else"] :: rest)
  | ["block"] :: rest -> let k, r = body rest in (Block k, r)
  | ["ins"; e] :: rest -> let k, r = body rest in (Ins (number e, k), r)
  | ["loop"] :: rest ->
    let b, r = body rest in
    (match r with
     | ["end"] :: r -> let k, r = body r in (Loop (b, k), r)
     | _ -> fail "a loop without end")
  | ["if"] :: rest ->
    let b, r = body rest in
    let c, r = match r with ["else"] :: r -> body r | _ -> (Done, r) in
    (match r with
     | ["end"] :: r -> let k, r = body r in (If (b, c, k), r)
     | _ -> fail "an if without end")
  | line :: _ -> fail "no item: %s" (String.concat " " line)

let class_name = function
  | None -> "rejected"
  | Some Now -> "now"
  | Some (Direct k) -> Printf.sprintf "direct %d" k
  | Some (History (h, j)) -> Printf.sprintf "history %d %d" h j
  | Some (TwoLevel (h, a, b)) -> Printf.sprintf "two-level %d %d %d" h a b
  | Some (Static (n, w)) -> Printf.sprintf "static %d %d" n w
let semaphore_name = function
  | SI a -> show_address a
  | SL (a, e) -> Printf.sprintf "%s@%d" (show_address a) e
let verdict_name = function
  | Unsafe -> "unsafe" | Deadlock -> "deadlock" | Refines -> "refines" | Equivalent -> "equivalent"

let cap = 4096

let run lines =
  let all word = List.filter_map (function w :: r when w = word -> Some r | _ -> None) lines in
  let one word default = match all word with [] -> default | [x] :: _ -> x | _ -> fail "%s" word in
  let p, rest = body (List.filter (function
    | w :: _ -> List.mem w ["block"; "ins"; "loop"; "if"; "else"; "end"] | [] -> false) lines) in
  if rest <> [] then fail "an end too many";
  let engines = List.init (number (one "engines" "1")) Fun.id in
  let deps = List.map (function
    | c :: q :: d -> { consumer = address c; producer = address q; distance = List.map number d }
    | _ -> fail "dep") (all "dep") in
  let table key value rows = let t = Hashtbl.create 16 in
    List.iter (fun r -> Hashtbl.add t (key r) (value r)) rows; t in
  let trips = table (function e :: x :: n :: _ -> (number e, place x, number n) | _ -> fail "trips")
    (fun r -> number (List.nth r 3)) (all "trips") in
  let fixed = table (fun r -> address (List.hd r)) (fun r -> number (List.nth r 1)) (all "fixed") in
  let windows = table (fun r -> number (List.hd r)) (fun r -> number (List.nth r 1)) (all "window") in
  let trips e x n = Some (Option.value (Hashtbl.find_opt trips (e, x, n)) ~default:0) in
  let plan = match one "plan" "exact" with
    | "exact" -> classify p | "strengthened" -> strengthen p
    | "static" -> with_static p (Hashtbl.find_opt fixed)
    | "full" -> fun d -> (match with_static p (Hashtbl.find_opt fixed) d with
        | None -> strengthen p d | x -> x)
    | s -> fail "plan %s" s in
  let scheme = match one "scheme" "instruction" with
    | "instruction" -> PerInstruction | "loop" -> PerLoop true | "producers" -> PerLoop false
    | s -> fail "scheme %s" s in
  if not (all_finite p trips engines cap) then fail "a stream is longer than %d" cap;
  List.iteri (fun i d -> Printf.printf "class %d %s\n" i (class_name (plan d))) deps;
  let list word semaphore what = List.iter (fun e -> List.iter (fun (ev, waits) ->
    let x, n = match ev with Is (x, n) | Vi (x, n) | Bk (x, n) -> (x, n) | En x -> (x, 0) in
    Printf.printf "%s %d %s %d" word e (show_place x) n;
    List.iter (fun (s, z) -> Printf.printf " %s>=%d" (semaphore s) z) waits;
    print_newline ()) (what e)) engines in
  list "owe" show_address (owed_of p deps trips cap);
  list "wait" semaphore_name (semaphores_of p deps trips cap scheme plan);
  let spec = spec_waits p deps trips cap and any _ = false and same _ x = x in
  let win = Hashtbl.find_opt windows in
  let says m = verdict_name (decide p deps trips engines cap win any same spec m) in
  let judge lines =
    let all word = List.filter_map (function w :: r when w = word -> Some r | _ -> None) lines in
    let rows = List.map (function [a; s] -> (address a, number s) | _ -> fail "update")
      (all "update") in
    let given = table (function e :: x :: n :: _ -> (number e, place x, number n) | _ -> fail "given")
      (fun r -> (number (List.nth r 3), number (List.nth r 4))) (all "given") in
    let engine a = match engine_of p a with Some e -> e | None -> fail "update: no instruction" in
    let writer s = match List.filter (fun (_, t) -> t = s) rows with
      | [] -> 0
      | (a, _) :: r ->
        if List.exists (fun (b, _) -> engine b <> engine a) r then fail "two writers of %d" s;
        engine a in
    List.iter (fun (_, s) -> ignore (writer s)) rows;
    Printf.printf "judged %s\n"
      (says (listed (fun a -> List.filter_map (fun (b, s) -> if a = b then Some s else None) rows)
        writer (fun _ -> 0) (fun e -> function
          | Is (x, n) | Vi (x, n) -> List.rev (Hashtbl.find_all given (e, x, n))
          | _ -> []))) in
  Printf.printf "completes %b\nverdict %s\n"
    (completes p deps trips engines cap win any same spec)
    (says (alloc_waits scheme p deps plan));
  let last = List.fold_left (fun since -> function
    | ["judge"] -> judge (List.rev since); []
    | ("given" | "update") :: _ as line -> line :: since
    | _ -> since) [] lines in
  if last <> [] then fail "waits that nothing judges";
  Printf.printf "done\n%!"

let () =
  let rec read lines = match input_line stdin with
    | exception End_of_file -> if lines <> [] then fail "no run at the end"
    | line ->
      (match List.filter (( <> ) "") (String.split_on_char ' ' (String.trim line)) with
       | [] -> read lines
       | ["run"] -> run (List.rev lines); read []
       | words -> read (words :: lines)) in
  read []
