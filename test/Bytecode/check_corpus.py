#!/usr/bin/env python3
"""Checks the bytecode corpora with few processes and prints counts.

usage: check_corpus.py golden|malformed|unusual|cutile|texts SHARED [SOURCE]

golden     NAME.V.tileirbc: read and rewritten; NAME.mlir written for each version
malformed  the verdict of the last column of malformed/README.md, file by file
unusual    all accepted, and stable once rewritten
cutile     read, verified, rewritten at the same version, read again equal, and
           equal to the disassembly beside it
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
REFUSED = r"refused: 'cuda_tile\.\w+' op cannot be written: .+ needs bytecode 13\.\d, got 13\.\d$"
HINTS = r"not written: refused: 'cuda_tile\.\w+' op cannot be written: (a hint for|this value of hint|hint) '.+ needs bytecode 13\.\d, got 13\.\d$"


def golden(shared):
    folder = shared / "corpus/bytecode"
    files = sorted(folder.glob("*.tileirbc"))
    show("files rewritten", count(run("rewrite", *files), [
        ("identical", "identical$"), ("refused by rule 14.3", HINTS),
        # Holds a tag-0 placeholder, as the 13.1 tool wrote it; read as unknown.
        ("different", r"differs at byte 118 \(553 bytes, expected 557\)$")], "rewrite"))
    texts = dict(run("texts", *sorted(folder.glob("*.mlir"))))
    # Refused exactly where the table of the README says, and by rule 14.3.
    table = set(re.findall(r"^\| (\w+) \| (13\.[12]) \| ", (folder / "README.md").read_text(), re.M))
    counts = {"identical": 0, "refused as expected": 0, "refused by rule 14.3": 0,
              "read back from 13.4": 0}
    for key, result in texts.items():
        path, version = key.split()
        name = Path(path).stem
        if result == "identical":
            counts["identical"] += 1
        elif (name, version) in table and re.match(REFUSED, result):
            counts["refused as expected"] += 1
        elif name in ("hints_13_3", "hints_odd", "wide_values") and version < "13.3" \
                and re.match(REFUSED, result) and "hint" in result:
            counts["refused by rule 14.3"] += 1
        elif version == "13.4" and result == "round-trip":
            counts["read back from 13.4"] += 1
        else:
            failures.append(f"texts: {name} {version}: {result}")
    show("texts written", counts)


def malformed(shared):
    folder = shared / "corpus/bytecode/malformed"
    rows = re.findall(r"^\| (\w+) \| \d+ \| .* \| .* \| (.*?) \|$", (folder / "README.md").read_text(), re.M)
    results = dict(run("read", *[folder / f"{name}.tileirbc" for name, _ in rows]))
    counts = {"rows": 0, "refused": 0, "accepted": 0}
    for name, verdict in rows:
        result = results.get(str(folder / f"{name}.tileirbc"), "no answer")
        refused = re.match(r"refused: (byte \d+ \(\w+ section\): |'cuda_tile\.).+", result) \
            and not result.endswith(" errors]")
        accepted = result == "accepted"
        either = verdict.startswith(("may ", "must not crash"))
        if not (either and (refused or accepted) or verdict.startswith("reject") and refused
                or verdict.startswith("accept") and accepted):
            failures.append(f"malformed: {name}: wanted {verdict}, got {result}")
        counts["rows"] += 1
        counts["refused" if refused else "accepted"] += 1
    show("malformed", counts)


def unusual(shared):
    files = sorted((shared / "corpus/bytecode/unusual").glob("*.tileirbc"))
    show("unusual", count(run("rewrite", *files), [("accepted", "identical$|differs at")], "unusual"))


def cutile(shared):
    files = sorted((shared / "corpus/cutile").glob("*.tileirbc"))
    show("cutile rewritten", count(run("rewrite", *files), [
        ("read again equal", "identical$|differs at")], "cutile"))
    pairs = [path for file in files for path in (file.with_suffix(".mlir"), file)]
    show("cutile and its text", count(run("pairs", *pairs), [("equal", "equal$")], "pairs"))


def texts(shared, source):
    sys.path.insert(0, str(source / "test/Spec"))
    import run_spec_blocks as spec
    with tempfile.TemporaryDirectory() as folder:
        files = []

        class Collector:
            def accepted(self, where, text, flags=()):
                if "--tile-ir-13.4" in flags:
                    return
                files.append(Path(folder) / f"{where.replace(':', '-')}.mlir")
                files[-1].write_text(text)

            def rejected(self, *_):
                pass

            pass_result = rejected

        for name in ("core", "ops"):
            check = spec.check_ops if name == "ops" else spec.check_core
            check(Collector(), shared / f"spec/tile-ir/{name}.md")
        spec_blocks = len(files)
        files += sorted((source / "examples").glob("**/*.mlir"))
        print(f"texts: {spec_blocks} spec blocks, {len(files) - spec_blocks} examples")
        show("texts written", count(run("texts", *files), [
            ("round trips", "round-trip$"), ("refused", REFUSED),
            ("refused for their locations", r"refused: .* got a named location$")], "texts"))


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
