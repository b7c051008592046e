#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a file against the structure that SARIF 2.1.0 (OASIS, 2020) asks for.

  check_sarif.py FILE

Prints "valid: N results", or each violation, and then the exit status is 1. The table
below is ours: for every object of the standard that Tessera writes, its properties, which
of them are required, and what their values are. A property that the standard does not
have is a violation, as it is for the standard's own schema. Objects that Tessera does not
write are unknown here, so that one which is added needs a row.
"""
import json
import re
import sys

REQUIRED = True
# Of each object: {property: (kind of value, whether it is required)}. A kind is a
# Python type, a set of words, a regular expression, the name of an object, or a list of
# one of these.
NUMBER_FROM_1 = ("int", 1)
NUMBER_FROM_0 = ("int", 0)
URI_REFERENCE = re.compile(r"[A-Za-z0-9._~/%:@!$&'()*+,;=?#\[\]-]*$")
OBJECTS = {
    "log": {"$schema": (str, False), "version": ({"2.1.0"}, REQUIRED), "runs": (["run"], REQUIRED)},
    "run": {"tool": ("tool", REQUIRED), "invocations": (["invocation"], False), "results": (["result"], False)},
    "tool": {"driver": ("toolComponent", REQUIRED)},
    "toolComponent": {"name": (str, REQUIRED), "version": (str, False), "rules": (["reportingDescriptor"], False)},
    "reportingDescriptor": {"id": (str, REQUIRED)},
    "invocation": {"executionSuccessful": (bool, REQUIRED), "exitCode": (int, False)},
    "result": {
        "ruleId": (str, False), "ruleIndex": (NUMBER_FROM_0, False),
        "level": ({"none", "note", "warning", "error"}, False), "message": ("message", REQUIRED),
        "locations": (["location"], False), "relatedLocations": (["location"], False),
        "properties": (dict, False),
    },
    "message": {"text": (str, REQUIRED)},
    "location": {"physicalLocation": ("physicalLocation", False), "message": ("message", False)},
    "physicalLocation": {"artifactLocation": ("artifactLocation", REQUIRED), "region": ("region", False)},
    "artifactLocation": {"uri": (URI_REFERENCE, REQUIRED)},
    "region": {"startLine": (NUMBER_FROM_1, REQUIRED), "startColumn": (NUMBER_FROM_1, False)},
}


def check(value, kind, path):
    """The violations in `value`, which should be of `kind`."""
    if isinstance(kind, list):
        if not isinstance(value, list):
            yield f"{path}: expected an array"
            return
        for index, element in enumerate(value):
            yield from check(element, kind[0], f"{path}[{index}]")
    elif isinstance(kind, str):
        yield from check_object(value, kind, path)
    elif isinstance(kind, tuple):
        if type(value) is not int or value < kind[1]:
            yield f"{path}: expected a number from {kind[1]} on, got {value!r}"
    elif isinstance(kind, set):
        if value not in kind:
            yield f"{path}: expected one of {sorted(kind)}, got {value!r}"
    elif isinstance(kind, re.Pattern):
        if not isinstance(value, str) or not kind.match(value):
            yield f"{path}: expected a URI reference, got {value!r}"
    elif type(value) is not kind:
        yield f"{path}: expected {kind.__name__}, got {value!r}"


def check_object(value, name, path):
    if not isinstance(value, dict):
        yield f"{path}: expected an object of kind {name}"
        return
    rows = OBJECTS[name]
    for key in value.keys() - rows.keys():
        yield f"{path}: {name} has no property '{key}'"
    for key, (kind, required) in rows.items():
        if key in value:
            yield from check(value[key], kind, f"{path}.{key}")
        elif required:
            yield f"{path}: {name} needs '{key}'"


def check_rules(log):
    """Results and rules refer to each other (3.27.6 and 3.52)."""
    for run in log["runs"]:
        rules = run["tool"]["driver"].get("rules", [])
        if len({rule["id"] for rule in rules}) != len(rules):
            yield "a rule is listed twice"
        for result in run.get("results", []):
            index = result.get("ruleIndex", 0)
            if index >= len(rules) or rules[index]["id"] != result["ruleId"]:
                yield f"rule {index} is not '{result['ruleId']}'"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        log = json.load(file)
    violations = list(check(log, "log", "log")) or list(check_rules(log))
    for violation in violations:
        print(violation)
    if not violations:
        print("valid:", sum(len(run.get("results", [])) for run in log["runs"]), "results")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
