#!/usr/bin/env python3
"""Compares the frozen op table with ODS and with the format's own table.

usage: check_table.py ods SOURCE | spec SOURCE

ods    every op of lib/Bytecode/OpTable.def has the operands of its ODS definition,
       by name, order and kind, its attributes by name and kind, its number of
       results and regions; every op of ODS has a row
spec   the same rows against the table of bytecode.md section 11: opcode,
       version, results, flag bits, attributes and operands in stream order, regions

Prints one line a difference and the number of ops compared; exits 1 on a difference.
"""

import re
import sys
from pathlib import Path

problems = []
# Sections of a file, not operations of a body; and the dialect's op for tests.
NO_ROW = {"entry", "global", "module", "testing$func"}


def check(name, what, got, want):
    if got != want:
        problems.append(f"{name}: {what}: the table has {got}, expected {want}")


def read_rows(source):
    """Rows of OpTable.def as dictionaries."""
    text = re.sub(r"//.*", "", (source / "lib/Bytecode/OpTable.def").read_text())
    rows = {}
    for match in re.finditer(
            r'OP\((0x\w+), "(\w+)", V(\d+)_(\d+), (\w+)\((\w+)\), (\w+),\s*'
            r"ATTRS\((.*?)\),\n\s*OPERANDS\((.*?)\), (\d)\)\n", text, re.S):
        opcode, name, major, minor, rule, count, shape, attrs, operands, regions = match.groups()

        def modifiers(rest):
            flag = re.search(r"flag\((\d)\)", rest)
            since = re.search(r"since\(V(\d+)_(\d+)\)", rest)
            return (int(flag[1]) if flag else None, ".".join(since.groups()) if since else None)

        rows[name] = {
            "opcode": int(opcode, 16), "since": f"{major}.{minor}", "results": (rule, count),
            "shape": shape, "regions": int(regions),
            "attrs": [(n, kind, *modifiers(rest)) for n, kind, rest in
                      re.findall(r'attr\("(\w+)", (\w+)((?:, \w+\([\w:]+\))*)\)', attrs)],
            "operands": [(n, kind, *modifiers(rest)) for kind, n, rest in
                         re.findall(r'(one|many|maybe)\("(\w+)"((?:, \w+\([\w:]+\))*)\)', operands)],
        }
    if len(rows) != text.count("\nOP("):
        sys.exit("cannot read every row of OpTable.def")
    return rows


# The table's kind of an attribute, from its ODS constraint.
ODS_KINDS = [("RoundingMode", "Rounding"), ("IntegerOverflow", "Overflow"),
             ("Signedness", "Signedness"), ("MemoryOrdering", "MemoryOrdering"),
             ("MemoryScope", "MemoryScope"), ("AtomicRMWMode", "AtomicMode"),
             ("ComparisonPredicate", "Predicate"), ("ComparisonOrdering", "Ordering"),
             ("UnitAttr", "Unit"), ("DenseBoolArray", "BoolArray"), ("DenseI32Array", "I32Array"),
             ("OptimizationHints", "Hints"), ("ElementsAttr", "Constant"), ("I32Attr", "U32"),
             ("I64Attr", "U64"), ("BoolAttr", "Bool"), ("SymbolRef", "Symbol"),
             ("StrAttr", "String"), ("ArrayAttr", "Array"), ("Predicate", "Tagged")]


def check_ods(source):
    sys.path.insert(0, str(source / "utils"))
    import ods
    text = ods.dialect_folders(str(source))["include/tessera/Dialect/CudaTile/IR"]
    records = ods.dump_records(str(source), text)
    rows = read_rows(source)
    compared = 0
    for key in ods.instances(records, "Op"):
        record = records[key]
        if "CudaTile_ExtensionOp" in record["!superclasses"]:
            continue  # rewritten before anything is written
        name = record["opName"]
        if name in NO_ROW:
            if name in rows:
                problems.append(f"{name}: has a row")
            continue
        row = rows.pop(name, None)
        if row is None:
            problems.append(f"{name}: no row")
            continue
        compared += 1
        operands, attrs = [], {}
        for value, argument in record["arguments"]["args"]:
            constraint = records[value["def"]]
            supers = constraint["!superclasses"]
            if "Attr" in supers:
                described = " ".join([value["def"], *supers])
                base = constraint.get("baseAttr")
                if base:
                    described += " " + " ".join([base["def"], *records[base["def"]]["!superclasses"]])
                attrs[argument] = described
            else:
                operands.append((argument, "many" if "Variadic" in supers else
                                 "maybe" if "Optional" in supers else "one"))
        check(name, "operands", [o[:2] for o in row["operands"]], operands)
        check(name, "attributes", sorted(a[0] for a in row["attrs"]), sorted(attrs))
        for attr, kind, *_ in row["attrs"]:
            described = attrs.get(attr, "")
            wanted = next((k for part, k in ODS_KINDS if part in described), described)
            check(name, f"kind of '{attr}'", kind, wanted)
        results = [records[value["def"]]["!superclasses"] for value, _ in record["results"]["args"]]
        if any("Variadic" in supers for supers in results):
            check(name, "results", row["results"], ("counted", "any"))
        else:
            check(name, "number of results", row["results"][1], str(len(results)))
        check(name, "regions", row["regions"], len(record["regions"]["args"]))
    for name in rows:
        problems.append(f"{name}: a row without op")
    print(f"ODS: {compared} ops compared")


SPEC_KINDS = {"RM": "Rounding", "OV": "Overflow", "SG": "Signedness", "MO": "MemoryOrdering",
              "MS": "MemoryScope", "AM": "AtomicMode", "CP": "Predicate", "CO": "Ordering",
              "str": "String", "sym": "Symbol", "const": "Constant", "u32": "U32", "u64": "U64",
              "bool": "Bool", "i32[]": "I32Array", "i8[]": "BoolArray", "array": "Array",
              "tagged": "Tagged", "hints": "Hints"}


def check_spec(source):
    text = (source / "docs/spec/bytecode.md").read_text()
    rows = read_rows(source)
    compared = 0
    for opcode, name, since, results, flags, attrs, operands, regions in re.findall(
            r"^\| ([0-9A-F]{2}) \| (\w+) \| (13\.\d) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$",
            text, re.M):
        if name in NO_ROW:
            continue
        row = rows.pop(name, None)
        if row is None:
            problems.append(f"{name}: no row")
            continue
        compared += 1
        check(name, "opcode", row["opcode"], int(opcode, 16))
        check(name, "since", row["since"], since)
        if results.startswith("#T"):
            inside = re.search(r"\((.*)\)", results)[1]
            count = "1" if name == "print_tko" else inside if inside.isdigit() else "any"
            check(name, "results", row["results"], ("counted", count))
        else:
            count = {"–": "0", "T": "1"}.get(results) or results.split("×")[1]
            check(name, "results", row["results"], ("fixed", count))
        # Flags: {name: (bit, version of the word)}
        word = re.search(r"\[word exists from (13\.\d)\]", flags)
        bits = {n: int(b) for b, n in re.findall(r"(\d)=(\w+)", flags)}
        version = word[1] if word else None
        fields = []
        for field in attrs.split("; "):
            match = re.match(r"(\w+):(\S+?)(?: if bit (\d))?(?: \[from (13\.\d)\])?$", field)
            if match:
                n, kind, bit, field_since = match.groups()
                fields.append((n, SPEC_KINDS[kind], int(bit) if bit else None, field_since))
        wanted_operands = []
        listed = re.sub(r"#\( (.*) \)", r"\1", operands)
        for operand in listed.split(", ") if listed != "–" else []:
            match = re.match(r"(#?)(\w+?)(\.\.\.|\?)?(?: if bit (\d))?$", operand)
            counted, n, suffix, bit = match.groups()
            many = counted or suffix == "..." or n == "operands"
            maybe = bit is not None or suffix == "?"
            kind = "many" if many else "maybe" if maybe else "one"
            wanted_operands.append((n, kind, int(bit) if bit else None,
                                    version if bit else None))
        check(name, "operands", row["operands"], wanted_operands)
        # Presence-only fields are in the word and nowhere else.
        named = {n for n, *_ in fields} | {n for n, *_ in wanted_operands}
        check(name, "flag bits", {a[0]: a[2] for a in row["attrs"] if a[1] == "Unit"},
              {n: b for n, b in bits.items() if n not in named})
        for unit in [a for a in row["attrs"] if a[1] == "Unit"]:
            check(name, f"version of '{unit[0]}'", unit[3], version)
        check(name, "attributes", [a for a in row["attrs"] if a[1] != "Unit"], fields)
        shape = "Counted" if operands.startswith("#(") else \
            "Grouped" if "#" in operands or "if bit" in operands else "Fixed"
        check(name, "shape", row["shape"], shape)
        check(name, "regions", row["regions"], 0 if regions == "–" else int(regions))
    for name in rows:
        problems.append(f"{name}: a row that the format lacks")
    print(f"specification: {compared} ops compared")


def main():
    command, source = sys.argv[1], Path(sys.argv[2])
    if command == "ods":
        check_ods(source)
    else:
        check_spec(source)
    for problem in problems:
        print("FAIL", problem)
    print(f"{len(problems)} differences")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
