#!/usr/bin/env python3
"""Checks the bytecode corpora with few processes and prints counts.

usage: check_corpus.py golden|malformed|unusual|cutile|texts SHARED [SOURCE]

golden     NAME.V.tileirbc: read and rewritten; NAME.mlir written for each version
malformed  the verdict of the last column of the README in the folder malformed, file by file
unusual    all accepted, and stable once rewritten
cutile     read, verified, rewritten at the same version, read again equal, and
           equal to the disassembly beside it, which is also what we print
texts      text -> bytecode -> text of examples and spec blocks

Prints one line a failure and exits 1 if there is any.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL = "tessera-bytecode-test"
failures = []


def run(command, *files):
    """Yields (path, result) of every line the tool prints."""
    result = subprocess.run([TOOL, command, *map(str, files)], capture_output=True,
                            text=True, errors="replace", timeout=300)
    if result.returncode != 0:
        failures.append(f"{command}: status {result.returncode}: {result.stderr[-500:]}")
    for line in result.stdout.splitlines():
        match = re.match(r"(\S+(?: 13\.\d)?): (.*)", line)
        if match:
            yield match.groups()


def count(results, wanted, where):
    """Counts results that match one of the patterns; the others are failures."""
    counts = {name: 0 for name, _ in wanted}
    for path, result in results:
        for name, pattern in wanted:
            if re.match(pattern, result):
                counts[name] += 1
                break
        else:
            failures.append(f"{where}: {Path(path).name}: {result}")
    return counts


def show(title, counts):
    print(f"{title}: " + ", ".join(f"{n} {name}" for name, n in counts.items()))


# What a refusal says: the op, the feature and the version that has it.
REFUSED = r"refused: 'cuda_tile\.\w+' op cannot be written: (?P<what>.+) needs bytecode (?P<since>13\.\d), got (?P<got>13\.\d)$"

# The writer's rule 14.3: what the container can hold but readers before 13.3 refuse.
# Each file of these programs at 13.1 and 13.2, with the reason in full.
RULE_14_3 = {
    "hints_13_3": "'cuda_tile.entry' op cannot be written: a hint for 'default'",
    "hints_odd": "'cuda_tile.entry' op cannot be written: a hint for 'default'",
    "wide_values": "'cuda_tile.entry' op cannot be written: this value of hint 'num_cta_in_cga'",
}

# Files that mean the same once rewritten but have other bytes, and where they part.
SAME_MEANING = {
    # A tag-0 placeholder that only the 13.1 tool wrote: it reads as an unknown location,
    # which has no entry of its own.
    "debug_info.by-13.1-tool.13.1.tileirbc": "differs at byte 118 (553 bytes, expected 557)",
}


def golden(shared):
    folder = shared / "corpus/bytecode"
    files = sorted(folder.glob("*.tileirbc"))
    counts = {"identical": 0, "the same in meaning": 0, "refused by rule 14.3": 0}
    pending = {f"{name}.{version}.tileirbc" for name in RULE_14_3 for version in ("13.1", "13.2")}
    pending |= set(SAME_MEANING)
    for path, result in run("rewrite", *files):
        name = Path(path).name
        program, version = re.match(r"(\w+).*\.(13\.\d)\.tileirbc", name).groups()
        rule = f"not written: refused: {RULE_14_3.get(program)} needs bytecode 13.3, got {version}"
        if result == "identical":
            counts["identical"] += 1
        elif name in pending and result == rule:
            counts["refused by rule 14.3"] += 1
            pending.remove(name)
        elif name in pending and result == f"same meaning, {SAME_MEANING.get(name)}":
            counts["the same in meaning"] += 1
            pending.remove(name)
        else:
            failures.append(f"rewrite: {name}: {result}")
    failures.extend(f"rewrite: {name}: expected an exception, got none" for name in sorted(pending))
    show("files rewritten", counts)
    # Refused exactly where the table of the README says, and by rule 14.3.
    table = set(re.findall(r"^\| (\w+) \| (13\.[12]) \| ", (folder / "README.md").read_text(), re.M))
    counts = {"identical": 0, "refused as expected": 0, "refused by rule 14.3": 0,
              "read back from 13.4": 0}
    for key, result in run("texts", *sorted(folder.glob("*.mlir"))):
        path, version = key.split()
        name = Path(path).stem
        refusal = re.match(REFUSED, result)
        if result == "identical":
            counts["identical"] += 1
        elif (name, version) in table and refusal and refusal["since"] > version:
            counts["refused as expected"] += 1
            table.remove((name, version))
        elif name in RULE_14_3 and version < "13.3" \
                and result == f"refused: {RULE_14_3[name]} needs bytecode 13.3, got {version}":
            counts["refused by rule 14.3"] += 1
        elif version == "13.4" and result == "round-trip":
            counts["read back from 13.4"] += 1
        else:
            failures.append(f"texts: {name} {version}: {result}")
    failures.extend(f"texts: {row}: expected a refusal, got none" for row in sorted(table))
    show("texts written", counts)


def malformed(shared):
    """Refused or accepted as the README says, with exactly the expected diagnostic."""
    folder = shared / "corpus/bytecode/malformed"
    rows = re.findall(r"^\| (\w+) \| \d+ \| .* \| .* \| (.*?) \|$", (folder / "README.md").read_text(), re.M)
    lines = (Path(__file__).parent / "Inputs/malformed.txt").read_text().splitlines()
    expected = dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))
    files = {path.stem for path in folder.glob("*.tileirbc")}
    for name in files ^ {name for name, _ in rows} | files ^ set(expected):
        failures.append(f"malformed: {name}: no file, no verdict or no expected diagnostic")
    results = dict(run("read", *[folder / f"{name}.tileirbc" for name, _ in rows]))
    counts = {"rows": 0, "refused": 0, "accepted": 0}
    for name, verdict in rows:
        result = results.get(str(folder / f"{name}.tileirbc"), "no answer")
        refused = re.match(r"refused: byte \d+ \(\w+ section\): .+", result) \
            and not result.endswith(" errors]")
        accepted = result == "accepted"
        either = verdict.startswith(("may ", "must not crash"))
        if not (either and (refused or accepted) or verdict.startswith("reject") and refused
                or verdict.startswith("accept") and accepted):
            failures.append(f"malformed: {name}: wanted {verdict}, got {result}")
        elif result != expected.get(name):
            failures.append(f"malformed: {name}: expected '{expected.get(name)}', got '{result}'")
        counts["rows"] += 1
        counts["refused" if refused else "accepted"] += 1
    show("malformed", counts)


def unusual(shared):
    files = sorted((shared / "corpus/bytecode/unusual").glob("*.tileirbc"))
    show("unusual", count(run("rewrite", *files), [("accepted", "identical$|same meaning, differs at")], "unusual"))


def cutile(shared):
    files = sorted((shared / "corpus/cutile").glob("*.tileirbc"))
    show("cutile rewritten", count(run("rewrite", *files), [
        ("identical", "identical$"), ("read again equal", "same meaning, differs at")], "cutile"))
    pairs = [path for file in files for path in (file.with_suffix(".mlir"), file)]
    show("cutile and its text", count(run("pairs", *pairs), [("equal", "equal$")], "pairs"))
    printed = [(file, "same" if disassembled(file) == file.with_suffix(".mlir").read_bytes()
                else "other bytes") for file in files]
    show("cutile printed", count(printed, [("as the public printer does", "same$")], "printed"))


def disassembled(path):
    return subprocess.run(["tessera", "disasm", path], capture_output=True, check=False,
                          timeout=60).stdout


def texts(shared, source):
    sys.path.insert(0, str(source / "test/Spec"))
    import run_spec_blocks as spec
    with tempfile.TemporaryDirectory() as folder:
        groups = {"spec blocks": [],
                  "examples": sorted((source / "examples").glob("**/*.mlir")),
                  "golden programs": sorted((shared / "corpus/bytecode").glob("*.mlir")),
                  "cuTile kernels": sorted((shared / "corpus/cutile").glob("*.mlir"))}

        class Collector:
            def accepted(self, where, text, flags=()):
                file = Path(folder) / f"{where.replace(':', '-')}.mlir"
                file.write_text(text)
                groups["spec blocks"].append(file)

            def rejected(self, *_):
                pass

            pass_result = older = rejected

        for name in ("core", "ops"):
            check = spec.check_ops if name == "ops" else spec.check_core
            check(Collector(), source / f"docs/spec/{name}.md")
        for missing in [path.name for path in (source / "examples").iterdir()
                        if path.is_dir() and path.name != "capi" and not any(path.glob("**/*.mlir"))]:
            failures.append(f"texts: no program in examples/{missing}")
        for title, files in groups.items():
            results = {}
            for key, result in run("texts", *files):
                path, version = key.split()
                results.setdefault(path, {})[version] = result
            show_texts(title, files, results)


def show_texts(title, files, results):
    """One line a version: what is identical, and what is refused for which feature."""
    versions = ("13.1", "13.2", "13.3", "13.4")
    print(f"{title}: {len(files)} programs")
    for version in versions:
        identical, refused, located = 0, {}, 0
        for file in files:
            result = results.get(str(file), {}).get(version, "no answer")
            refusal = re.match(REFUSED, result)
            # "identical" and "round-trip" both mean that the text is the same again.
            if result in ("identical", "round-trip"):
                identical += 1
            elif refusal and refusal["since"] > version == refusal["got"]:
                refused[refusal["since"]] = refused.get(refusal["since"], 0) + 1
            elif re.match(r"refused: .* got a named location$", result) and file.name.startswith("core.md"):
                located += 1
            else:
                failures.append(f"texts: {file.name} {version}: {result}")
        reasons = "".join(f", {n} need {since}" for since, n in sorted(refused.items()))
        print(f"  {version}: {identical} identical{reasons}" +
              (f", {located} with a named location" if located else ""))


def main():
    command, shared = sys.argv[1], Path(sys.argv[2])
    if command == "texts":
        texts(shared, Path(sys.argv[3]))
    else:
        {"golden": golden, "malformed": malformed, "unusual": unusual, "cutile": cutile}[command](shared)
    for failure in failures:
        print("FAIL", failure)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
