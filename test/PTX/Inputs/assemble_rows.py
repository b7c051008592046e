# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Has ptxas assemble the shortest spelling of every row of the instruction table.

  assemble_rows.py EXAMPLES FOLDER    EXAMPLES: of tessera ptx --row-examples --print

One module a target. Rows that ptxas 13 takes for no target are named here, and that it
refuses them is checked too.
"""

import re
import subprocess
import sys

GONE = ("shfl up|down|bfly|idx b32;", "vote all|any|uni pred;", "vote ballot b32;")


def assemble(target, bodies, folder):
    path = f"{folder}/{target}.ptx"
    with open(path, "w") as file:
        file.write(f".version 9.0\n.target {target}\n.address_size 64\n" + "".join(bodies))
    run = subprocess.run(["ptxas", "-O0", "-arch=" + target, path, "-o", folder + "/rows.cubin"], capture_output=True, text=True)
    return run.returncode == 0, run.stdout + run.stderr


def main():
    text = open(sys.argv[1]).read()
    modules, seen, gone = {}, set(), []
    for number, example in enumerate(("\n" + text).split("\n// ")[1:]):
        key, body = example.split("\n", 1)
        if key in seen:
            continue
        seen.add(key)
        target = re.search(r"\.target (\S+)\n", body).group(1)
        target = {"sm_50": "sm_75"}.get(target, target)  # what is left of the older ones
        body = body.split(".address_size 64\n")[1]
        body = re.sub(r"\bk\(\)", f"k{number}()", body).replace("callee", f"callee{number}")
        if key.startswith(GONE):
            gone.append((target, body))
        else:
            modules.setdefault(target, []).append(body)
    problems = 0
    for target, bodies in sorted(modules.items()):
        fine, output = assemble(target, bodies, sys.argv[2])
        if not fine:
            problems += 1
            sys.stdout.write(output)
    for target, body in gone:
        if assemble(target, [body], sys.argv[2])[0]:
            problems += 1
            print("ptxas takes what it is said not to:", body)
    print(f"{len(seen)} rows, {len(gone)} of them gone, {len(modules)} targets, {problems} problems")
    return 1 if problems else 0


sys.exit(main())
