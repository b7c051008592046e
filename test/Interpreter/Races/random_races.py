#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random litmus tests: race detection against the exhaustive checker.

  random_races.py --tessera PATH --count N --first SEED --seeds N [--ptx]

Programs of one to three tile blocks with up to four operations each on two or three
variables: every order, scope and mask of tokens, some operations guarded by an earlier
read. With --ptx, PTX and host threads take the place of some blocks. The checker decides
which are racy. A report on one that is not is a failure; of
the racy ones the share that was found is printed.
"""
import argparse
import concurrent.futures
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

POINTER = "tile<ptr<i32>>"
SCOPES = ["tl_blk", "device", "device", "device", "sys"]


def access(rng, number, value, pointer, tokens, values):
    """One memory operation, its token and the value it reads."""
    kind = rng.choice(["load", "load", "store", "store", "store", "add", "cas"])
    token = ""
    if tokens and rng.random() < 0.7:
        token = f" token={rng.choice(tokens) if rng.random() < 0.3 else tokens[-1]}"
    if kind in ("load", "store"):
        order = rng.choice(["weak", "weak", "relaxed", "acquire" if kind == "load" else "release"])
    else:
        order = rng.choice(["relaxed", "acquire", "release", "acq_rel"])
    if order != "weak":
        order += " " + rng.choice(SCOPES)
    if kind == "load":
        return (f"%v{number}, %t{number} = load_ptr_tko {order} {pointer}{token} : {POINTER} -> tile<i32>, token",
                f"%v{number}")
    if kind == "store":
        return (f"%t{number} = store_ptr_tko {order} {pointer}, {value}{token} : {POINTER}, tile<i32> -> token",
                None)
    if kind == "add":
        return (f"%v{number}, %t{number} = atomic_rmw_tko {order} {pointer}, add, {value}{token} : "
                f"{POINTER}, tile<i32> -> tile<i32>, token", f"%v{number}")
    return (f"%v{number}, %t{number} = atomic_cas_tko {order} {pointer}, %c0, {value}{token} : "
            f"{POINTER}, tile<i32> -> tile<i32>, token", f"%v{number}")


def ptx_thread(rng, variables, count, prefix):
    """The text of a PTX thread: accesses and fences, some predicated."""
    scope = lambda: rng.choice(["cta", "gpu", "gpu", "gpu", "gpu", "sys"])
    parts, registers = [], []
    for number in range(count):
        kind = rng.choice(["ld", "ld", "st", "st", "st", "atom", "red", "cas", "fence", "fence"])
        guard = ""
        if registers and rng.random() < 0.4:
            guard = f"@%{rng.choice(registers)}{rng.choice(['eq', 'eq', 'ne'])}{rng.randint(0, 2)} "
        place, value, register = f"[{rng.choice(variables)}]", rng.randint(1, 2), f"{prefix}{number}"
        if kind == "fence":
            parts.append(f"{guard}fence.{rng.choice(['acq_rel', 'acq_rel', 'sc'])}.{scope()}")
            continue
        orders = {"ld": ["weak", "relaxed", "relaxed", "acquire"], "st": ["weak", "relaxed", "relaxed", "release"],
                  "red": ["relaxed", "release"]}.get(kind, ["relaxed", "acquire", "release", "acq_rel"])
        order = rng.choice(orders)
        order = order if order == "weak" else f"{order}.{scope()}"
        if kind == "ld":
            parts.append(f"{guard}ld.{order}.global.u32 %{register}, {place}")
        elif kind == "st":
            parts.append(f"{guard}st.{order}.global.u32 {place}, {value}")
        elif kind == "red":
            parts.append(f"{guard}red.{order}.global.add.u32 {place}, {value}")
        elif kind == "cas":
            parts.append(f"{guard}atom.{order}.global.cas.b32 %{register}, {place}, 0, {value}")
        else:
            parts.append(f"{guard}atom.{order}.global.add.u32 %{register}, {place}, {value}")
        if kind in ("ld", "atom", "cas"):
            registers.append(register)
    return "; ".join(parts)


def program(seed, with_ptx):
    rng = random.Random(seed)
    variables = ["x", "y", "z"][:rng.choice([2, 2, 3])]
    # With PTX threads few are free of races unless they stay small.
    blocks = rng.choice([1, 1, 1, 2] if with_ptx else [1, 2, 2, 2, 3])
    gpus = [rng.choice([0, 0, 0, 0, 1]) for _ in range(blocks)]
    lines = [f'//! litmus "random {seed}"', "//! init " + ", ".join(f"{v}: i32 = 0" for v in variables)]
    lines += [f"//! thread B{b} tile gpu{gpus[b]} entry=@B{b}" for b in range(blocks)]
    if with_ptx:
        for p in range(rng.choice([1, 2, 2] if blocks == 1 else [1, 1, 2])):
            where = rng.choice([f"gpu{rng.choice([0, 0, 0, 1])} cta:{rng.choice('cd')}"] * 4 + ["host"])
            kind = "" if where == "host" else "ptx "
            text = ptx_thread(rng, variables, rng.randint(1, 4), f"p{p}")
            lines.append(f"//! thread P{p} {kind}{where} {{ {text} }}")
    lines += ["//! exists (x==9)", "//! expect forbidden", f"cuda_tile.module @m{seed} {{"]
    for b in range(blocks):
        lines.append(f"  entry @B{b}({', '.join(f'%{v}: {POINTER}' for v in variables)}) {{")
        lines += [f"    %c{i} = constant <i32: {i}> : tile<i32>" for i in range(3)]
        tokens, values = [], []
        for number in range(rng.randint(1, 3 if blocks == 3 or with_ptx else 4)):
            text, value = access(rng, number, f"%c{rng.randint(1, 2)}", f"%{rng.choice(variables)}",
                                 tokens, values)
            if values and rng.random() < 0.4:
                lines.append(f"    %g{number} = cmpi equal {rng.choice(values)}, %c{rng.randint(0, 2)}, signed : "
                             "tile<i32> -> tile<i1>")
                if tokens and rng.random() < 0.7:
                    lines += [f"    %j{number} = if %g{number} -> (token) {{", f"      {text}",
                              f"      yield %t{number} : token", "    } else {",
                              f"      yield {tokens[-1]} : token", "    }"]
                    tokens.append(f"%j{number}")
                else:
                    lines += [f"    if %g{number} {{", f"      {text}", "    }"]
                continue
            lines.append(f"    {text}")
            tokens.append(f"%t{number}")
            if value:
                values.append(value)
        lines += ["    return", "  }"]
    return "\n".join(lines + ["}", ""])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tessera", default="tessera")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--ptx", action="store_true", help="with PTX and host threads")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for seed in range(options.first, options.first + options.count):
            paths.append(Path(folder) / f"r{seed:06}.tlit")
            paths[-1].write_text(program(seed, options.ptx))

        def examine(path):
            checked = subprocess.run([options.tessera, "litmus", path], capture_output=True, text=True)
            verdict = re.search(r"^random \d+: ([a-z-]+)", checked.stdout, re.M)
            run = subprocess.run([options.tessera, "run", "--check=race", "--order-seed=1",
                                  f"--seeds={options.seeds}", path],
                                 capture_output=True, text=True, timeout=300)
            found = "data-race" in run.stderr
            broken = verdict is None or (run.returncode != 0) != found
            return path, verdict and verdict.group(1) == "racy", found, broken, checked.stderr + run.stderr

        racy = found_racy = clean = failures = 0
        missed = []
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for path, is_racy, found, broken, text in pool.map(examine, paths):
                if broken or (found and not is_racy):
                    failures += 1
                    print(f"FAILED {path.stem}: racy {is_racy}, found {found}\n{text}\n{path.read_text()}")
                elif is_racy:
                    racy += 1
                    found_racy += found
                    if not found:
                        missed.append(path.stem)
                else:
                    clean += 1
    print(f"{options.count} programs, {options.seeds} seeds each: {racy} racy, {found_racy} found; "
          f"{clean} race-free without a report; {failures} failed")
    if missed:
        print(f"missed: {' '.join(missed)}")
    return 1 if failures else 0


sys.exit(main())
