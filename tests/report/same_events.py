#!/usr/bin/env python3
# Checks that text, JSON and SARIF of a command name the same events. Usage: same_events.py COMMAND ARGUMENT... [-- ...]
# SPDX-License-Identifier: Apache-2.0
#
# Verdict and facts, exit code, every step of the schedule with its engine and number, every place with its file, line
# and column, every instruction that waits for too much. Both documents are checked against their schemas. Of `lower`,
# which has no SARIF, the last line, the image or its table, who is stuck, what verifiers say and the fate of flips.
import json
import os
import re
import subprocess
import sys
import urllib.parse

import jsonschema

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RESULT_SCHEMA = os.path.join(SOURCE, "docs", "schema", "counterpoint-result-1.schema.json")
SARIF_SCHEMA = os.path.join(SOURCE, "tests", "report", "sarif-2.1.0.schema.json")


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def run(arguments):
    done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stdout


def facts_of_text(text):
    words = text.splitlines()[-1].split()
    assert words[0] == "verdict:", words
    return words[1], [word.split("=", 1) for word in words[2:]]


def steps_of_text(text):
    """(number, engine, "issue load") of each row of the table of steps."""
    steps, columns = [], None
    for line in text.splitlines():
        if re.match(r" +step  ", line):
            columns = {m.start(): m.group() for m in re.finditer(r"\S+", line)}
        elif columns and (m := re.match(r" +(\d+)  +(\S.*)$", line)):
            steps.append((int(m.group(1)), columns[m.start(2)], m.group(2)))
        elif columns and not line.startswith(" "):
            columns = None
    return steps


def step_of_line(number, line):
    words = line.split()
    return number, words[1], " ".join([words[0], *words[2:]])


def excess_of_text(text):
    """(consumer, producer) of each row of the table of what waits for too much."""
    rows, inside = [], False
    for line in text.splitlines():
        if re.match(r"  consumer +line ", line):
            inside = True
        elif inside and line.startswith("  "):
            cells = re.split(r"  +", line.strip())
            rows.append((cells[0], cells[2]))
        else:
            inside = False
    return rows


def places_of_text(text):
    return {tuple(m.groups()) for m in re.finditer(r"^  --> (.+?)  (\w+) (.*)$", text, re.MULTILINE)}


def place_text(place):
    position = ":".join(str(place[k]) for k in ("line", "column") if k in place)
    on = f" on {place['engine']}" if place.get("engine") else ""
    return f"{place['file']}:{position}", place["role"], place["name"] + on


def places_of_json(document):
    return {place_text(p) for f in document.get("findings", []) for p in f["places"] if "line" in p}


def sarif_place(location):
    physical = location.get("physicalLocation", {})
    logical = location["logicalLocations"][0]
    role, name = location["message"]["text"].split(" ", 1)
    place = {"role": role, "name": name, "file": ""}
    if "artifactLocation" in physical:
        uri = urllib.parse.unquote(physical["artifactLocation"]["uri"])
        place["file"] = uri[len("file://"):] if uri.startswith("file://") else uri
    region = physical.get("region", {})
    for key, ours in (("startLine", "line"), ("startColumn", "column")):
        if key in region:
            place[ours] = region[key]
    if logical["fullyQualifiedName"] != name:
        place["engine"] = logical["fullyQualifiedName"][:-len(": " + name)]
    return place


def places_of_sarif(result):
    places = [sarif_place(p) for p in result["relatedLocations"]]
    return {place_text(p) for p in places if "line" in p}, places


def compare(what, **values):
    first, *others = values.items()
    for name, value in others:
        if value != first[1]:
            sys.exit(f"{what}: {first[0]} has {first[1]!r}\n{name} has {value!r}")


def unique(what, values):
    if len(set(values)) != len(values):
        sys.exit(f"{what} are not unique: {values!r}")


def last_line(text):
    kind, word, *facts = text.splitlines()[-1].split()
    assert kind in ("verdict:", "outcome:"), kind
    return word, [fact.split("=", 1) for fact in facts]


def lower(arguments, validator):
    """Text and document of `lower`: there is no SARIF of it. What is printed without a last line is the image."""
    code, text = run(arguments)
    json_code, json_text = run([*arguments, "--format", "json"])
    document = json.loads(json_text)
    validator.validate(document)
    compare("exit code", text=code, json=json_code, said=document["exit"])
    word = document.get("verdict", document.get("outcome"))
    if word is not None:
        said = [word, [[k, v.replace(" ", ",")] for k, v in document["facts"].items()]]
        compare("last line", text=list(last_line(text)), json=said)
    elif "image" in document:
        compare("image", text=text, json=document["image"])
    elif "name" in document:
        rows = [line.split() for line in text.splitlines() if re.match(r"(pe|act|pool|dve|sp) +\d", line)]
        compare("streams", text=rows, json=[[str(v) for v in s.values()] for s in document["streams"]])
    for line in document.get("stuck", []) if "outcome" in document else []:
        assert line in text, (line, text)
    for v in document.get("verifiers", []):
        assert re.search(rf"^{v['verifier']} +{v.get('verdict', 'not run')}", text, re.M), (v, text)
    for fate, n in document.get("words", {}).get("flips", {}).items():
        assert fate in ("every", "all") or re.search(rf"^  {fate} +{n}$", text, re.M), (fate, n, text)
    print(f"same events: lower {word or 'image' if 'name' in document or word else 'failure'}, exit {code}")


def check(arguments, validators):
    if arguments[1] == "lower":
        return lower(arguments, validators[0])
    code, text = run([*arguments, "--verbose"])
    json_code, json_text = run([*arguments, "--format", "json"])
    sarif_code, sarif_text = run([*arguments, "--format", "sarif"])
    document, sarif = json.loads(json_text), json.loads(sarif_text)
    for instance, validator in zip((document, sarif), validators):
        validator.validate(instance)
    run_ = sarif["runs"][0]
    compare("exit code", text=code, json=json_code, sarif=sarif_code, said=document["exit"],
            invocation=run_["invocations"][0]["exitCode"])
    word, facts = facts_of_text(text)
    properties = run_["properties"]
    compare("verdict", text=word, json=document["verdict"], sarif=properties["verdict"])
    compare("facts", text=facts, json=[[k, v.replace(" ", ",")] for k, v in document["facts"].items()],
            sarif=[[k, v.replace(" ", ",")] for k, v in properties.items() if k not in ("command", "verdict")])
    flows = [flow for r in run_["results"] for c in r.get("codeFlows", []) for flow in c["threadFlows"]]
    of_sarif = [step_of_line(at["executionOrder"], at["location"]["message"]["text"])
                for flow in flows for at in flow["locations"]]
    for flow in flows:
        for at in flow["locations"]:
            assert at["location"]["message"]["text"].split()[1] == flow["id"], flow
    for result in run_["results"]:
        unique("ids of related locations", [place["id"] for place in result["relatedLocations"]])
        for code_flow in result.get("codeFlows", []):
            unique("ids of thread flows", [flow["id"] for flow in code_flow["threadFlows"]])
    of_json = [step_of_line(i + 1, s) for i, s in enumerate(document.get("witness", []))]
    compare("steps", text=steps_of_text(text), json=of_json, sarif=sorted(of_sarif))
    compare("findings", json=len(document.get("findings", [])), sarif=len(run_["results"]))
    places = set()
    pairs = []
    for finding, result in zip(document.get("findings", []), run_["results"]):
        compare("message", json=finding["message"], sarif=result["message"]["text"])
        compare("rule", json=finding["rule"], sarif=result["ruleId"],
                table=run_["tool"]["driver"]["rules"][result["ruleIndex"]]["id"])
        found, all_places = places_of_sarif(result)
        places |= found
        if result["ruleId"] == "refines":
            pairs.append(tuple(p["name"] for p in all_places[:2]))
    compare("places", json=places_of_json(document), sarif=places)
    if word in ("unsafe", "deadlock"):
        compare("places", text=places_of_text(text), sarif=places)
    excess = [(x["consumer"], x["producer"]) for x in document.get("excess", [])]
    compare("excess", text=excess_of_text(text), json=excess, sarif=pairs if excess else [])
    if word in ("equivalent", "clean"):
        compare("results of a good verdict", expected=[], sarif=run_["results"])
    print(f"same events: {word}, {len(of_json)} steps, {len(places)} places, {len(run_['results'])} results")


def main(command, words):
    validators = (jsonschema.Draft202012Validator(load(RESULT_SCHEMA)), jsonschema.Draft7Validator(load(SARIF_SCHEMA)))
    for validator in validators:
        validator.check_schema(validator.schema)
    while words:
        end = words.index("--") if "--" in words else len(words)
        check([command, *words[:end]], validators)
        words = words[end + 1:]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
