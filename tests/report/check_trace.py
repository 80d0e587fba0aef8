#!/usr/bin/env python3
# Checks a timeline file against the rules of Chrome's trace format and of viewers. Usage: check_trace.py FILE
# SPDX-License-Identifier: Apache-2.0
#
# Slices of one track do not overlap; every flow start has one end, not before it; both lie inside a slice of their
# track; every track is named; every instance of an instruction is one slice, and the steps of the file agree with that.
import collections
import json
import sys


def check(trace):
    """All complaints about a parsed file."""
    wrong = []
    if not str(trace.get("otherData", {}).get("format", "")).startswith("counterpoint-timeline/"):
        wrong.append("otherData.format does not name the version")
    if not trace.get("otherData", {}).get("unit"):
        wrong.append("otherData.unit is missing")
    tracks = collections.defaultdict(list)
    named, flows = set(), collections.defaultdict(list)
    instances = collections.Counter()
    for event in trace["traceEvents"]:
        kind = event["ph"]
        if kind == "M":
            if event["name"] == "thread_name":
                named.add((event["pid"], event["tid"]))
        elif kind == "X":
            if event["dur"] < 0 or event["ts"] < 0:
                wrong.append(f"negative time: {event}")
            tracks[(event["pid"], event["tid"])].append((event["ts"], event["ts"] + event["dur"], event))
            if event["cat"] == "instruction":
                instances[(event["name"], event["args"]["instance"])] += 1
        elif kind in "sf":
            flows[event["id"]].append(event)
        else:
            wrong.append(f"unknown phase: {event}")
    for track, slices in tracks.items():
        if track not in named:
            wrong.append(f"track {track} has no name")
        slices.sort(key=lambda s: (s[0], s[1]))
        for before, after in zip(slices, slices[1:]):
            if after[0] < before[1]:
                wrong.append(f"overlap on track {track}: {before[2]} and {after[2]}")
    for number, events in flows.items():
        if sorted(e["ph"] for e in events) != ["f", "s"]:
            wrong.append(f"flow {number} is not one start and one end: {events}")
            continue
        start, end = sorted(events, key=lambda e: e["ph"], reverse=True)
        if end["ts"] < start["ts"]:
            wrong.append(f"flow {number} goes back in time")
        for event, category in ((start, "instruction"), (end, "wait")):
            around = [s for s in tracks[(event["pid"], event["tid"])]
                      if s[0] <= event["ts"] < s[1] or s[0] == s[1] == event["ts"]]
            if not any(s[2]["cat"] == category for s in around):
                wrong.append(f"flow {number}: its {event['ph']} is in no slice of kind {category}")
    wrong += [f"instance {key} appears {n} times" for key, n in instances.items() if n != 1]
    count = collections.Counter(name for name, _ in instances)
    issued = collections.Counter(s.split()[2] for s in trace["counterpoint"]["steps"] if s.startswith("issue "))
    retired = collections.Counter(s.split()[2] for s in trace["counterpoint"]["steps"] if s.startswith("retire "))
    if count != issued:
        wrong.append(f"slices and issue steps disagree: {count} and {issued}")
    if any(retired[name] > issued[name] for name in retired):
        wrong.append("more retirements than issues")
    return wrong


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        trace = json.load(file)
    wrong = check(trace)
    for line in wrong[:20]:
        print(line)
    if wrong:
        sys.exit(1)
    slices = sum(e["ph"] == "X" for e in trace["traceEvents"])
    flows = sum(e["ph"] == "s" for e in trace["traceEvents"])
    print(f"timeline: good, {slices} slices, {flows} arrows, {len(trace['counterpoint']['steps'])} steps")


if __name__ == "__main__":
    main()
