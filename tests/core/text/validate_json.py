# Validates documents against the published JSON Schema: the other side of json_schema_test.cpp.
# SPDX-License-Identifier: Apache-2.0
"""usage: validate_json.py SCHEMA < RECORDS

A record is `+` (must be valid) or `-` (must not be), then a JSON document, then a NUL. Exit 0 if all are as said.
"""
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)

wrong = 0
records = sys.stdin.read().split("\0")[:-1]
for number, record in enumerate(records):
    expected = record[0] == "+"
    document = json.loads(record[1:])
    if validator.is_valid(document) == expected:
        continue
    wrong += 1
    print(f"record {number} should be {'valid' if expected else 'invalid'}:", file=sys.stderr)
    print(record[1:][:2000], file=sys.stderr)
    if expected:
        print(jsonschema.exceptions.best_match(validator.iter_errors(document)), file=sys.stderr)
print(f"{len(records)} documents, {wrong} not as expected")
sys.exit(1 if wrong or not records else 0)
