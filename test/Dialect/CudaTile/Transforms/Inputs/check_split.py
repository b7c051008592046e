# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes what loop-split made of `for iv in (lb to ub, step st) if iv PRED s`.

Reads a module from stdin whose entries have the parameters lb, ub, st, s (i8) and
are named PRED_SIGN, where the loops print "yes" or "no". For a grid of parameter
values that includes both ends of the type, the printed (iv, answer) sequence must
be the one the unsplit loop has by definition.

usage: check_split.py [--no-wrap]    --no-wrap: skip parameters for which s - lb or
the split point moved up to an induction value does not fit i8 (signed loops)
"""

import itertools
import operator
import re
import sys

PREDICATES = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}
VALUES = [0, 1, 5, 126, 127, 128, 200, 255]
STEPS = [1, 3, 100, 127]


def read(value, signed):
    return value - 256 if signed and value >= 128 else value


def divide(x, y, mode):
    quotient = x // y  # rounds down
    up = x % y != 0 and (mode == "positive_inf" or (mode == "zero" and (x < 0) != (y < 0)))
    return quotient + up


def execute(lines, env):
    """Returns the (iv, answer) pairs the function prints; values are bit patterns."""
    seen = []
    loop = None
    for line in lines:
        if match := re.match(r"for( unsigned)? (%\S+) in \((%\S+) to (%\S+), step (%\S+)\)", line):
            signed = match[1] is None
            loop = range(*(read(env[name], signed) for name in match.group(3, 4, 5)))
        elif match := re.match(r'(?:%\S+ = )?print_tko "(\w+)"', line):
            assert loop is not None, "a branch was left outside the loops"
            seen += [(iv, match[1]) for iv in loop]
        elif match := re.match(r"(%\S+) = constant <i8: (-?\d+)>", line):
            env[match[1]] = int(match[2]) % 256
        elif match := re.match(
            r"(%\S+) = (\w+) (%[^, ]+), (%\S+)(?: (signed|unsigned))?(?: rounding<(\w+)>)? :", line
        ):
            result, op, lhs, rhs, sign, mode = match.groups()
            x, y = (read(env[name], sign == "signed") for name in (lhs, rhs))
            value = {
                "addi": lambda: x + y,
                "subi": lambda: x - y,
                "muli": lambda: x * y,
                "mini": lambda: min(x, y),
                "maxi": lambda: max(x, y),
                "divi": lambda: divide(x, y, mode or "zero"),
                "remi": lambda: x - divide(x, y, "zero") * y,
            }[op]()
            env[result] = value % 256
        elif line not in ("}", "return", ""):
            sys.exit(f"unexpected line: {line}")
    return seen


def wraps(lb, step, split):
    distance = split - lb
    return not (-128 <= distance <= 127 and -128 <= -(-distance // step) * step <= 127
                and -128 <= lb - (-distance // step) * step <= 127)


def main():
    no_wrap = "--no-wrap" in sys.argv[1:]
    functions = re.findall(r"entry @(\w\w)_(\w+)\((.*?)\) \{\n(.*?)\n    \}\n", sys.stdin.read(), re.S)
    for predicate, sign, signature, text in functions:
        names = re.findall(r"(%\w+):", signature)
        lines = [line.strip() for line in text.split("\n")]
        assert sum(line.startswith("for ") for line in lines) == 2, "expected two loops"
        signed = sign == "signed"
        count = 0
        for lb, ub, s in itertools.product(VALUES, repeat=3):
            for step in STEPS:
                low, high, bound = (read(value, signed) for value in (lb, ub, s))
                if no_wrap and wraps(low, step, min(bound + (predicate in ("le", "gt")), 127)):
                    continue
                compare = PREDICATES[predicate]
                expected = [(iv, "yes" if compare(iv, bound) else "no") for iv in range(low, high, step)]
                got = execute(lines, dict(zip(names, (lb, ub, step, s))))
                if got != expected:
                    sys.exit(f"{predicate} {sign} lb={low} ub={high} step={step} s={bound}: "
                             f"expected {expected[:5]}..., got {got[:5]}...")
                count += 1
        print(f"{predicate}_{sign}: {'ok' if count > 500 else 'too few'}")


main()
