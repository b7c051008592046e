#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the numbers that pages state with those that the code has.

Each row of NUMBERS names a page, the words around a number there, a file, and the words
around the same number in that file. A number is what the group of an expression matches:
digits with blanks, quotes or thousands in words ("20 million", "eight", "three quarters"),
with a unit ("16 MiB"), or an expression of C ("16 << 20", "3 / 4"). Several groups are
multiplied. Every match of the words in a page must agree, and there must be one.

  utils/check_numbers.py [--root DIR]
"""

import argparse
import fractions
import os
import re
import sys

N = r"([\d' ]*\d)"
SIZE = r"(\d+ [KMG]iB)"
C = r"((?:uint64_t\(|size_t\()?[\d'][\d' ]*\)?(?: (?:<<|/|\*) \d+)*)"
WORDS = {
    "half": fractions.Fraction(1, 2), "three quarters": fractions.Fraction(3, 4),
    "eight": 8, "four": 4, "sixteen": 16,
}  # fmt: skip
UNITS = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "Mi": 2**20, "million": 10**6}

INTERPRETER = "docs/interpreter.md"
RACES = "docs/race-detection.md"
RUNTIME = "docs/cpu-runtime.md"
LITMUS = "docs/memory-model.md"
LAYERING, SIZES = "docs/Layering.md", "utils/check_sizes.py"

# (page, words there, file, words there)
NUMBERS = [
    # The GPU road.
    ("docs/gpu-products.md", r"(half|three quarters) of the target's shared memory",
     "lib/Dialect/TileAS/Transforms/Pipelining/LoopStages.cpp", r"sharedBytes \* (3 / 4|1 / 2)"),
    ("include/tessera/Dialect/TileAS/Transforms/Passes.td", r"no more than (half|three quarters) of",
     "lib/Dialect/TileAS/Transforms/Pipelining/LoopStages.cpp", r"sharedBytes \* (3 / 4|1 / 2)"),
    ("docs/gpu-road.md", r"factors take no more than (half|three quarters) of the shared",
     "lib/Conversion/TileAAToTileAS/Strategies.cpp", r"sharedBytes\) \* (3 / 4|1 / 2)"),
    ("docs/gpu-road.md", rf"Blocks of {N} and more threads",
     "lib/Conversion/TileAAToTileAS/Strategies.cpp", rf"threadsThatNeedABound = {C};"),
    ("docs/gpu-road.md", rf"more than {N} elements per thread is refused",
     "lib/Conversion/TileAAToTileAS/PlanKernel.cpp", rf"maxElementsPerThread = {C};"),
    ("docs/gpu-products.md", rf"they are more than {N} registers",
     "lib/Dialect/TileAS/Transforms/ExplicitFactors.cpp", rf"kFewRegisters = {C};"),
    ("docs/gpu-products.md", rf"a warp has more than {N} instructions",
     "lib/Dialect/TileAS/Transforms/ExplicitFactors.cpp", rf"kFewInstructions = {C};"),
    ("docs/gpu-products.md", rf"product of up to {N} instructions of",
     "lib/Conversion/TileASToNVVM/Products/Dot.cpp", rf"kUnrolled = {C};"),
    ("docs/gpu-products.md", rf"tiles with more than {N} elements along",
     "lib/Dialect/TileAS/Transforms/Pipelining/TmaCopies.cpp", rf"maxBoxExtent = {C};"),
    ("docs/gpu-products.md", rf"what does not fit into {N} maps",
     "lib/Dialect/TileAS/Transforms/Pipelining/TmaCopies.cpp", rf"maxMaps = {C};"),
    ("docs/gpu-products.md", rf"array of the module has {N} words of {N} places",
     "lib/Conversion/TileASToNVVM/Stages/MapPlaces.h", rf"placeWords = {C}, placesPerWord = {C};"),
    ("docs/gpu-products.md", rf"places, {SIZE} per map", "lib/Conversion/TileASToNVVM/Stages/MapPlaces.h",
     rf"placeWords = {C}, placesPerWord = {C}; inline constexpr int64_t mapBytes = {C};"),
    ("docs/nv_tileas.md", rf"where that takes no more than {SIZE}",
     "include/tessera/Dialect/TileAS/Utils/Exchanges.h", rf"kComfortableBytes = {C};"),
    ("docs/gpu-road.md", rf"Those of[^|]*?more than (?:about )?{N} (?:ops|instructions)",
     "include/tessera/Conversion/TileAAToTileAS/Passes.td", r'"max-(?:ops|instructions)", "\w+", /\*default=\*/"(\d+)"'),
    # The CPU road.
    ("docs/cpu-ops.md", rf"tile blocks to write {SIZE} with this store",
     "include/tessera/Conversion/TileAAToVector/Passes.td", rf'"streaming-bytes", "int64_t", /\*default=\*/"{C}"'),
    ("docs/cpu-ops.md", rf"tiles of up to {SIZE} that are accessed through views",
     "lib/Conversion/TileAAToVector/Access/RowPrefetch.cpp", rf"mostBytes = {C};"),
    ("docs/cpu-products.md", rf"until there are {N} bytes of k per row",
     "lib/Conversion/TileAAToVector/Matmul/MatmulOperands.cpp", rf"collectedBytes = {C};"),
    (RUNTIME, rf"helpers spin for {N} µs", "lib/Runtime/CPU/ThreadPool.cpp", rf"spinAlone\({C}\)"),
    (RUNTIME, rf"spins for {N} µs only", "lib/Runtime/CPU/ThreadPool.cpp", rf"spinShared\({C}\)"),
    (RUNTIME, rf"arena of {SIZE} or more", "lib/Runtime/CPU/ThreadPool.cpp", rf"leastForHugePages = {C};"),
    (RUNTIME, rf"Every {N}th call", "lib/Runtime/CPU/Services.cpp", rf"pollsPerYield = {C};"),
    # From the language to the middle level.
    ("docs/conversions.md", rf"deeper than {N} levels",
     "lib/Conversion/CudaTileToTileAA/Structurer.h", rf"maxNesting = {C};"),
    ("include/tessera/Conversion/CudaTileToTileAA/Passes.td", rf"more than {N} levels deep",
     "lib/Conversion/CudaTileToTileAA/Structurer.h", rf"maxNesting = {C};"),
    # The interpreter.
    (INTERPRETER, rf"stuck if {N} of its iterations", "lib/Interpreter/LoopWatch.cpp", rf"patience = {C};"),
    (INTERPRETER, rf"regions may nest {N} deep", "lib/Interpreter/ProgramBuilder.cpp", rf"maxRegionDepth = {C};"),
    (INTERPRETER, r"the first (\w+) of each op", "include/tessera/Interpreter/Interpreter.h", rf"maxFindingsPerOp = {C};"),
    (INTERPRETER, rf"arena of a block is {SIZE}", "include/tessera/Interpreter/Memory.h", rf"localArenaSize = {C};"),
    (INTERPRETER, r"A `Memory` holds (2\^\d+) allocations",
     "include/tessera/Interpreter/Memory.h", rf"chunkSize = {C}, maxChunks = {C};"),
    (RACES, rf"unordered accesses per byte \| {N}", "lib/Interpreter/Race/RaceRecords.h", rf"maxMembers = {C};"),
    (RACES, rf"older values per scoped element \| {N}", "lib/Interpreter/Race/RaceShadow.h", rf"maxVersions = {C},"),
    (RACES, rf"elements with older values \| {N}", "lib/Interpreter/Race/RaceDetector.h", rf"numLocations < {C};"),
    (RACES, r"scattered accesses \| (\d+ Mi)", "lib/Interpreter/Race/RaceRecords.cpp", rf"maxScatteredAddresses = {C};"),
    (RACES, rf"for explanations \| {N} in each of {N} blocks",
     "lib/Interpreter/Race/RaceDetector.cpp", rf"maxLoggedBlocks = {C}, maxSyncs = {C};"),
    # The PTX emulator and verifier.
    ("docs/ptx-emulator.md", rf"lanes have run {N} instructions",
     "lib/PTX/Emulator/Core/Warp.cpp", rf"reconvergencePatience = {C};"),
    ("docs/ptx-emulator.md", r"A run in which (\d+ million) instructions",
     "include/tessera/PTX/Emulator/Machine.h", rf"idleLimit = {C};"),
    ("docs/ptx.md", rf"parameters, `\.local` \| {SIZE};", "lib/PTX/VerifyLimits.cpp", rf"mostConstant = {C},"),
    ("docs/ptx.md", rf"before PTX 8\.1\); {SIZE} \|", "lib/PTX/VerifyLimits.cpp", rf"mostLocal = {C};"),
    # The memory model.
    (LITMUS, rf"- {N} traces per thread", "lib/MemoryModel/Trace.cpp", rf"maxTracesPerThread = {C};"),
    (LITMUS, rf"thread, {N} values per location", "lib/MemoryModel/Trace.cpp", rf"maxValues = {C};"),
    (LITMUS, rf"location, {N} memory events", "lib/MemoryModel/Trace.cpp", rf"maxEventsPerTrace = {C};"),
    (LITMUS, rf"events and {N} operations", "lib/Litmus/TileRun.cpp", rf"maxSteps = {C};"),
    (LITMUS, rf"execution, {N} lanes", "lib/Litmus/TileThread.cpp", rf"maxLanes = {C};"),
    (LITMUS, rf"lanes, {N} threads", "lib/Litmus/ThreadDirective.cpp", rf"maxThreads = {C};"),
    (LITMUS, rf"threads, {N} candidates", "lib/MemoryModel/Checker.cpp", rf"maxCandidates = {C};"),
    (LITMUS, rf"candidates, {N} steps", "lib/MemoryModel/Enumerator.cpp", rf"maxSteps = {C};"),
    (LITMUS, rf"shortest of the first {N} candidates", "lib/MemoryModel/Checker.cpp", rf"maxExplained = {C};"),
    (LITMUS, rf"up to {N} programs", "lib/Litmus/Repair.cpp", rf"maxTried = {C};"),
    # The rules of the house.
    (LAYERING, rf"source file above {N} lines", SIZES, r"\bWARN, FAIL = \d+, (\d+)"),
    (LAYERING, rf"lines and warns above {N}; it refuses a header", SIZES, r"^WARN, FAIL = (\d+),"),
    (LAYERING, rf"header above {N} lines", SIZES, r"HEADER_WARN, HEADER_FAIL = \d+, (\d+)"),
    (LAYERING, rf"with more than {N} sources", "utils/check_docs.py", r"ROOM_MOST_SOURCES = (\d+)"),
    (LAYERING, rf"function above {N} lines", SIZES, r"FUNCTION_FAIL = (\d+)"),
    ("CONTRIBUTING.md", rf"refuses more than {N}\.", SIZES, r"^WARN, FAIL = \d+, (\d+)"),
    # Pages that repeat one another.
    ("README.md", rf"{N} rows of instructions", "docs/generated/ptx-isa.md", rf"verifier knows: {N} forms"),
    ("README.md", rf"{N} micro-benchmarks", "docs/timed-emulation.md", rf"runs the {N} micro-benchmarks"),
]  # fmt: skip


def value(text):
    """The number that `text` writes."""
    text = re.sub(r"^(?:uint64_t|size_t)\(|\)", "", text.strip().replace("'", ""))
    if text in WORDS:
        return WORDS[text]
    if match := re.fullmatch(r"(\d+) (\w+)", text):
        if match[2] in UNITS:
            return int(match[1]) * UNITS[match[2]]
    if match := re.fullmatch(r"2\^(\d+)", text):
        return 2 ** int(match[1])
    result, operator = None, None
    # "20 000" is one number.
    for token in re.findall(r"<<|[/*]|\d+", re.sub(r"(?<=\d) (?=\d)", "", text)):
        if not token.isdigit():
            operator = token
        elif result is None:
            result = fractions.Fraction(int(token))
        elif operator == "<<":
            result *= 2 ** int(token)
        else:
            result = result * int(token) if operator == "*" else result / int(token)
    if result is None:
        raise ValueError(f"no number: '{text}'")
    return result


def found(root, path, words):
    """The numbers (product of the groups) of every match of `words` in a file."""
    full = os.path.join(root, path)
    if not os.path.isfile(full):
        return []
    with open(full, encoding="utf-8") as file:
        text = file.read()
    # Lines of a page and of a declaration may end anywhere.
    numbers = []
    for each in (text, re.sub(r"\s+", " ", text)):
        for match in re.finditer(words, each, re.MULTILINE):
            product = fractions.Fraction(1)
            for group in match.groups():
                product *= value(group)
            numbers.append(product)
    return numbers


def check(root, rows):
    problems = []
    for page, page_words, path, words in rows:
        stated, real = found(root, page, page_words), found(root, path, words)
        for name, numbers, pattern in ((page, stated, page_words), (path, real, words)):
            if not numbers:
                problems.append(f"{name}: expected a number where NUMBERS looks: {pattern}")
        for number in sorted(set(stated)):
            if real and set(real) != {number}:
                others = ", ".join(str(other) for other in sorted(set(real)))
                problems.append(f"{page}: says {number}, but {path} has {others}: {page_words}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), ".."))
    root = os.path.abspath(parser.parse_args().root)
    problems = check(root, NUMBERS)
    for problem in problems:
        print(problem)
    print(f"check_numbers: {len(NUMBERS)} numbers, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
