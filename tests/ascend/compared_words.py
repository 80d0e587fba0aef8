# What docs/ascend.md says of the comparison, with its numbers taken from the results.
# SPDX-License-Identifier: Apache-2.0
"""Every number of the text is looked up; what the text says without a number is asserted before it is said."""
import textwrap

GROUPS = ("programs", "cases", "kernels")


class Results:
    def __init__(self, totals, rows):
        self.totals = {(r["group"], r["core"], r["scheme"]): r for r in totals}
        self.rows = {(r["program"], r["core"], r["scheme"]): r for group in rows.values() for r in group}

    def count(self, core, scheme, column):
        return sum(int(self.totals[group, core, scheme][column]) for group in GROUPS)

    # "4, 5 and 38", in the order of the groups: percent of time beyond the dependencies alone.
    def percent(self, core, scheme):
        means = [f"{(float(self.totals[g, core, scheme]['relative']) - 1) * 100:.0f}" for g in GROUPS]
        return f"{means[0]}, {means[1]} and {means[2]}"

    def relative(self, program, core, scheme):
        return self.rows[program, core, scheme]["relative"]

    def lost(self, program, core, scheme):
        return f"{(float(self.relative(program, core, scheme)) - 1) * 100:.0f}"


def claim(holds, what):
    if not holds:
        raise AssertionError(f"the results do not say what the page does: {what}")


def believers(results, rows):
    """The cases in which flags believe a mark that is not true."""
    wrong = [r for r in rows["cases"] if r["scheme"] in ("flags", "fewest-flags") and r["verdict"].startswith("unsafe")]
    names = sorted({r["program"] for r in wrong})
    for core in ("c220", "c310"):
        for scheme in ("flags", "fewest-flags"):
            safe = results.count(core, scheme, "safe")
            claim(safe + len(names) == results.count(core, scheme, "number"), f"{core} {scheme} is safe elsewhere")
    claim(all(n.startswith("marked_") for n in names), "flags go wrong where a mark is not true, and only there")
    return names


def words(totals, rows):
    r = Results(totals, rows)
    number = r.count("c220", "vendor", "number")
    n = {g: r.totals[g, "c220", "vendor"]["number"] for g in GROUPS}
    several = r.count("c220", "vendor", "refused")
    for core in ("c220", "c310"):
        for scheme in ("counters per loop", "counters per engine"):
            claim(r.count(core, scheme, "exact") == number, f"{core} {scheme} is exact everywhere")
        claim(r.count(core, "barriers", "safe") == number, f"{core} barriers are safe everywhere")
        sound = r.count(core, "vendor --sound", "safe")
        claim(sound + several == number, f"{core} sound mode is safe wherever there is one core")
    marked = " and ".join(f"`{name}`" for name in believers(r, rows))
    claim(r.rows["many_tensors", "c220", "vendor"]["verdict"] == "unsafe index",
          "the vendor's passes for c220 run out of ids with many tensors")
    semaphores = r.rows["many_tensors", "c220", "counters per loop"]["ids"]
    paragraphs = [
        f"**Safe.** Of {number} ({n['programs']} programs, {n['cases']} cases, {n['kernels']} kernels) counters and "
        f"barriers are, on all; flags on all but {marked}, whose loops are marked parallel and are not: flags believe "
        f"it. The vendor's passes as they are are safe on {r.count('c220', 'vendor', 'safe')} for c220 and on "
        f"{r.count('c310', 'vendor', 'safe')} for c310, cliques of buffer ids on "
        f"{r.count('c310', 'buffer-ids', 'safe')}. On c220 it is tensors that are loaded and stored, slots that "
        f"rotate, several accesses of one queue and vector work that the compiler behind the passes orders by itself; "
        f"on c310 copies on one pipe, slots that rotate and global memory. Sound mode repairs all of it. The passes "
        f"and cliques are of one core and refuse the {several} programs of several.",
        f"**Orders in excess.** Counters have none. Numbers are percent of time beyond the dependencies alone, on "
        f"average of what is safe, for programs, cases and kernels. Flags take {r.percent('c220', 'flags')} on c220, "
        f"{r.percent('c220', 'fewest-flags')} when they are the fewest; on c310 {r.percent('c310', 'flags')}, and "
        f"{r.percent('c310', 'fewest-flags')}: a core of c310 has no events between cube and vector, so that matrix "
        f"kernels get barriers of all pipes. Barriers everywhere take {r.percent('c220', 'barriers')} on c220, "
        f"{r.percent('c310', 'barriers')} on c310; sound mode {r.percent('c220', 'vendor --sound')} on c220, since it "
        f"keeps the queues of one buffer and adds barriers to them, and {r.percent('c310', 'vendor --sound')} on c310.",
        f"**Exclusive ids.** One buffer id for all slots of a tensor undoes double buffering (`double_buffer`: "
        f"{r.relative('double_buffer', 'c310', 'buffer-ids')}), and two readers of a tensor go one after the other "
        f"(`two_readers`: {r.relative('two_readers', 'c310', 'buffer-ids')}).",
        f"**Ids.** With forty tensors (`many_tensors`) the ninth queue of c220 faults for want of an id, flags are "
        f"merged and lose {r.lost('many_tensors', 'c220', 'flags')} percent, ids of c310 are given out twice and lose "
        f"{r.lost('many_tensors', 'c310', 'vendor')}, cliques are merged in pairs and lose "
        f"{r.lost('many_tensors', 'c310', 'buffer-ids')}. Counters need {semaphores} "
        f"{'semaphore' if semaphores == '1' else 'semaphores'} there. Whether a core could have counters is another "
        f"question: none of these has.",
    ]
    return "".join(textwrap.fill(p, 119, initial_indent="- ", subsequent_indent="  ", break_long_words=False,
                                 break_on_hyphens=False) + "\n" for p in paragraphs)
