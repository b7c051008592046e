# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares older spellings with what Python makes of the same program.

  check_older.py slices FOLDER   every slice of 16 elements whose length is a power of
                                 two, and concatenations of every fitting list of tiles
  check_older.py graphs FOLDER   random graphs of blocks, most of them irreducible, each
                                 walked by the interpreter and by compiled code
"""

import itertools
import os
import random
import subprocess
import sys


def run(path, *arguments):
    result = subprocess.run(["tessera", "run", path, *arguments], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{path} {' '.join(arguments)}: {result.stderr}")
    return result.stdout.splitlines()


def module(path, parameters, body):
    with open(path, "w") as file:
        file.write(f"cuda_tile.module @m {{ entry @k({parameters}) {{\n{body}}} }}\n")
    return path


def write_slices(path):
    """(path, expected lines)"""
    text, expected = "%x = iota : tile<16xi32>\n", []
    for start, step, count in itertools.product(range(16), range(1, 16), (1, 2, 4, 8, 16)):
        last = start + (count - 1) * step
        if last > 15 or (count == 1 and step > 1):
            continue
        end = min(16, last + step)  # any end up to the next position
        name = f"%s{len(expected)}"
        text += (
            f"{name} = slice %x starts = [{start}] ends = [{end}] steps = [{step}]"
            f" : tile<16xi32> -> tile<{count}xi32>\nprint {name} : tile<{count}xi32>\n"
        )
        expected.append(str([start + i * step for i in range(count)]))
    for count in range(1, 9):
        for sizes in itertools.product((1, 2, 4, 8), repeat=count):
            if sum(sizes) != 8:
                continue
            names, types, values = [], [], []
            for i, size in enumerate(sizes):
                name = f"%p{len(expected)}_{i}"
                text += (
                    f"{name} = slice %x starts = [{i}] ends = [{i + size}] steps = [1]"
                    f" : tile<16xi32> -> tile<{size}xi32>\n"
                )
                names.append(name)
                types.append(f"tile<{size}xi32>")
                values += range(i, i + size)
            name = f"%c{len(expected)}"
            text += (
                f"{name} = concatenate {', '.join(names)} axis = 0 : {', '.join(types)}"
                f" -> tile<8xi32>\nprint {name} : tile<8xi32>\n"
            )
            expected.append(str(values))
    return module(path, "", text), expected


def write_graph(path, rng):
    """(path, list of successor pairs); the last block is the exit."""
    count = rng.randrange(2, 9)
    edges = [[rng.randrange(count + 1) for _ in range(rng.choice((1, 2, 2, 3)))] for _ in range(count)]
    text = "%one = constant <i32: 1> : tile<i32>\n%k = constant <i32: 5> : tile<i32>\n"
    text += "%zero = constant <i32: 0> : tile<i32>\n%three = constant <i32: 3> : tile<i32>\n"
    text += "%memory = alloca size = 4, alignment = 4 : tile<ptr<i32>>\n"
    text += "store %memory, %n : tile<ptr<i32>>, tile<i32>\n"
    text += "br ^b0(%seed : tile<i32>)\n"
    for block, targets in enumerate(edges):
        text += f"^b{block}(%x{block}: !cuda_tile.tile<i32>):\n"
        text += f'print "{block} %,", %x{block} : tile<i32>\n'
        # Every block counts down in memory, so that each walk ends.
        text += (
            f"%n{block} = load %memory : tile<ptr<i32>> -> tile<i32>\n"
            f"%m{block} = subi %n{block}, %one : tile<i32>\n"
            f"store %memory, %m{block} : tile<ptr<i32>>, tile<i32>\n"
            f"%w{block} = muli %x{block}, %k : tile<i32>\n"
            f"%y{block} = addi %w{block}, %one : tile<i32>\n"
            f"%u{block} = shr %y{block}, %three unsigned : tile<i32>\n"
            f"%v{block} = and %u{block}, %three : tile<i32>\n"
            f"%t{block} = cmpi less_than_or_equal %m{block}, %zero, signed : tile<i32> -> tile<i1>\n"
            f"cond_br %t{block}, ^b{len(edges)}(%y{block} : tile<i32>), ^c{block}\n^c{block}:\n"
        )
        values = ", ".join(str(i) for i in range(len(targets) - 1))
        places = ", ".join(f"^b{t}(%y{block} : tile<i32>)" for t in targets)
        text += f"switch_br %v{block} [{values}] {places}\n"
    text += f"^b{len(edges)}(%end: !cuda_tile.tile<i32>):\n"
    text += '%left = load %memory : tile<ptr<i32>> -> tile<i32>\nprint "end % %\\n", %end, %left'
    text += " : tile<i32>, tile<i32>\nreturn\n"
    return module(path, "%seed: tile<i32>, %n: tile<i32>", text), edges


def walk(edges, seed, steps):
    text, block, value = "", 0, seed
    signed = lambda v: (v + 2**31) % 2**32 - 2**31  # noqa: E731
    while True:
        text += f"{block} {signed(value)},"
        steps -= 1
        value = (value * 5 + 1) % 2**32
        choice = (value >> 3) & 3
        targets = edges[block]
        block = len(edges) if steps <= 0 else targets[min(choice, len(targets) - 1)]
        if block == len(edges):
            return [text + f"end {signed(value)} {steps}"]


def compare(what, got, expected):
    if got != expected:
        wrong = [i for i, pair in enumerate(zip(got, expected)) if pair[0] != pair[1]]
        at = wrong[0] if wrong else min(len(got), len(expected))
        sys.exit(f"{what}, line {at}: expected {expected[at:at + 1]}, got {got[at:at + 1]}")


def main():
    kind, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    if kind == "slices":
        path, expected = write_slices(os.path.join(folder, "slices.mlir"))
        compare("slices", run(path, "--interpret"), expected)
        print(f"{len(expected)} tiles agree")
        return
    rng = random.Random(7)
    walks = 0
    for number in range(30):
        path, edges = write_graph(os.path.join(folder, f"graph{number}.mlir"), rng)
        for road in (["--interpret"], []) if number % 3 == 0 else (["--interpret"],):
            seed, steps = rng.randrange(2**31), rng.choice((1, 7, 40))
            compare(f"{path} {edges} {road}", run(path, *road, str(seed), str(steps)), walk(edges, seed, steps))
            walks += 1
    print(f"{walks} walks agree")


main()
