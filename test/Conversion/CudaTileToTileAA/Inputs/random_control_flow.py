#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random control flow, before and after it loses its early exits.

Writes functions of 0-d tiles with nested `if`, `for` and `loop` that `continue`,
`break` and `return` anywhere, prints values on the way, and computes with an
interpreter of the generator's own tree what each prints and returns. The same
functions, converted to nv_tileaa and compiled to native code with MLIR's and
LLVM's tools, must print and return the same.

  random_control_flow.py [--count N] [--seed S] [--keep FOLDER]
"""

import argparse
import ctypes
import os
import random
import re
import signal
import subprocess
import sys
import tempfile

MASK = (1 << 32) - 1


def signed(value, width=32):
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


class Leave(Exception):
    """An exit on its way to its target."""

    def __init__(self, kind, values):
        self.kind = kind
        self.values = values


# A statement is a tuple: its kind, then what the printer and the interpreter of
# that kind expect. Values are strings, the SSA names.


class Generator:
    """One function of two i32 parameters and two i32 results."""

    def __init__(self, rng):
        self.rng = rng
        self.next_name = 0
        self.budget = 60

    def name(self):
        self.next_name += 1
        return f"v{self.next_name}"

    def function(self):
        body = self.block(["a", "b"], depth=0, loop=None, in_for=False, falls="return")
        return body

    def pick(self, scope):
        return self.rng.choice(scope)

    def arithmetic(self, scope, out):
        kind = self.rng.choice(["addi", "subi", "muli", "xori", "andi"])
        dst = self.name()
        out.append((kind, dst, self.pick(scope), self.pick(scope)))
        scope.append(dst)

    def constant(self, scope, out):
        dst = self.name()
        out.append(("constant", dst, self.rng.choice([0, 1, 2, 3, 7, -1, 100])))
        scope.append(dst)
        return dst

    def condition(self, scope, out):
        dst = self.name()
        pred = self.rng.choice(["less_than", "greater_than", "equal", "not_equal"])
        masked, bits = self.name(), self.name()
        # Low bits only, so that both outcomes occur.
        out.append(("constant", bits, self.rng.choice([1, 3, 7])))
        out.append(("andi", masked, self.pick(scope), bits))
        other = self.constant(scope, out)
        out.append(("cmpi", dst, pred, masked, other))
        return dst

    def exits(self, loop, in_for):
        """Exits that are legal here."""
        if loop is None:
            return ["return"]
        if in_for:
            return ["continue"]
        return ["continue", "break"] + (["return"] if loop["returns"] else [])

    def leave(self, kind, scope, out, loop):
        if kind == "return":
            out.append(("return", [self.pick(scope), self.pick(scope)]))
        elif kind == "break":
            out.append(("break", [self.pick(scope) for _ in range(loop["results"])]))
        elif "counter" in loop:
            # `loop`: the first carried value counts, so that it ends.
            done, one = self.name(), self.name()
            up, limit = self.name(), self.name()
            out.append(("constant", one, 1))
            out.append(("addi", up, loop["counter"], one))
            out.append(("constant", limit, loop["limit"]))
            out.append(("cmpi", done, "greater_than", up, limit))
            stop = [("break", [self.pick(scope) for _ in range(loop["results"])])]
            out.append(("if", done, [], stop, None))
            out.append(("continue", [up] + [self.pick(scope) for _ in range(loop["carried"])]))
        else:
            out.append(("continue", [self.pick(scope) for _ in range(loop["carried"])]))

    def block(self, scope, depth, loop, in_for, falls, results=0):
        """Statements ending in a terminator; `falls` is the one of no exit."""
        scope = list(scope)
        out = []
        for _ in range(self.rng.randrange(1, 5)):
            self.budget -= 1
            choice = self.rng.random()
            if choice < 0.3 or depth > 5 or self.budget < 0:
                self.arithmetic(scope, out)
            elif choice < 0.4:
                out.append(("print", self.pick(scope)))
            elif choice < 0.75:
                self.conditional(scope, out, depth, loop, in_for)
            elif choice < 0.87:
                self.counted(scope, out, depth)
            else:
                self.endless(scope, out, depth, loop, in_for)
        out.append(("print", self.pick(scope)))
        if falls == "yield" and self.rng.random() < 0.35:
            self.leave(self.rng.choice(self.exits(loop, in_for)), scope, out, loop)
        elif falls == "yield":
            out.append(("yield", [self.pick(scope) for _ in range(results)]))
        elif falls == "leave":
            kinds = ["continue"] if in_for else ["continue", "continue", "break"]
            self.leave(self.rng.choice(kinds), scope, out, loop)
        else:
            self.leave(falls, scope, out, loop)
        return out

    def conditional(self, scope, out, depth, loop, in_for):
        count = self.rng.randrange(0, 3)
        results = [self.name() for _ in range(count)]
        cond = self.condition(scope, out)
        then = self.block(scope, depth + 1, loop, in_for, "yield", count)
        other = None
        if count or self.rng.random() < 0.5:
            other = self.block(scope, depth + 1, loop, in_for, "yield", count)
        if self.rng.random() < 0.25:
            # A branch that only leaves.
            short = []
            self.leave(self.rng.choice(self.exits(loop, in_for)), scope, short, loop)
            if other is None or self.rng.random() < 0.5:
                then = short
            else:
                other = short
        out.append(("if", cond, results, then, other))
        scope.extend(results)

    def counted(self, scope, out, depth):
        carried = self.rng.randrange(0, 3)
        results = [self.name() for _ in range(carried)]
        iv, args = self.name(), [self.name() for _ in range(carried)]
        inits = [self.pick(scope) for _ in range(carried)]
        kind, unsigned, width, lb, ub, step = self.rng.choice(
            [("plain", False, 32, -1, 4, 2), ("plain", True, 32, 0, 3, 1),
             ("edge", False, 32, (1 << 31) - 8, (1 << 31) - 1, 3),
             ("edge", True, 32, (1 << 32) - 9, (1 << 32) - 2, 4),
             ("edge", False, 8, 100, 127, 20), ("edge", True, 8, 180, 255, 200),
             ("edge", False, 64, (1 << 63) - 8, (1 << 63) - 1, 5),
             ("edge", True, 64, (1 << 64) - 9, (1 << 64) - 1, 6),
             ("opaque", True, 64, (1 << 63) - 3, (1 << 63) + 9, 5),
             ("opaque", True, 32, (1 << 31) - 2, (1 << 31) + 7, 4),
             ("edge", True, 1, 0, 1, 1), ("none", False, 16, 5, -5, 0),
             ("none", False, 64, 5, 5, -1), ("opaque", False, 32, 0, 3, 1),
             ("opaque", False, 64, -2, 3, 2), ("opaque", True, 8, 1, 255, 120)])
        bounds = [self.name() for _ in range(3)]
        for bound, value in zip(bounds, (lb, ub, step)):
            out.append(("bound", bound, value, width, kind == "opaque"))
        value = self.name()
        loop = {"carried": carried}
        body = self.block(scope + args + [value], depth + 1, loop, True, "leave")
        body = [("widen", value, iv, width, unsigned)] + body
        out.append(("for", unsigned, width, iv, bounds, args, inits, body, results))
        scope.extend(results)

    def endless(self, scope, out, depth, outer, in_for):
        returns = not in_for and (outer is None or outer["returns"]) and self.rng.random() < 0.5
        loop = {"carried": self.rng.randrange(0, 3), "results": self.rng.randrange(0, 3),
                "limit": self.rng.randrange(0, 4), "returns": returns}
        loop["counter"] = self.name()
        args = [self.name() for _ in range(loop["carried"])]
        zero = self.name()
        out.append(("constant", zero, 0))
        inits = [zero] + [self.pick(scope) for _ in args]
        results = [self.name() for _ in range(loop["results"])]
        body = self.block(scope + args + [loop["counter"]], depth + 1, loop, False, "leave")
        if self.rng.random() < 0.3:
            # The shape of a while loop: a test at the top.
            head = []
            inner = list(scope) + args + [loop["counter"]]
            self.arithmetic(inner, head)
            if self.rng.random() < 0.3:
                self.endless(inner, head, depth + 1, loop, False)
            cond = self.condition(inner, head)
            leave = [("break", [self.pick(inner) for _ in range(loop["results"])])]
            stay = [("yield", [])]
            pair = (leave, None) if self.rng.random() < 0.5 else (stay, leave)
            body = head + [("if", cond, [], *pair)] + body
        out.append(("loop", [loop["counter"]] + args, inits, body, results))
        scope.extend(results)


class Printer:
    """Tile IR text."""

    def __init__(self):
        self.lines = []

    def emit(self, depth, text):
        self.lines.append("  " * depth + text)

    @staticmethod
    def list_of(values, kind="tile<i32>"):
        if not values:
            return ""
        names = ", ".join(f"%{v}" for v in values)
        return f" {names} : {', '.join([kind] * len(values))}"

    def bind(self, results):
        return ", ".join(f"%{r}" for r in results) + " = " if results else ""

    def block(self, depth, statements):
        for statement in statements:
            getattr(self, "put_" + statement[0])(depth, *statement[1:])

    def put_binary(self, depth, kind, dst, lhs, rhs):
        self.emit(depth, f"%{dst} = {kind} %{lhs}, %{rhs} : tile<i32>")

    def put_constant(self, depth, dst, value):
        self.emit(depth, f"%{dst} = constant <i32: {value}> : tile<i32>")

    def put_bound(self, depth, dst, value, width, opaque):
        value = signed(value, width)
        text = ["false", "true"][value & 1] if width == 1 else str(value)
        if not opaque:
            self.emit(depth, f"%{dst} = constant <i{width}: {text}> : tile<i{width}>")
            return
        # From a parameter that is zero, so that the conversion cannot know it.
        self.emit(depth, f"%{dst}c = constant <i{width}: {text}> : tile<i{width}>")
        if width == 32:
            self.emit(depth, f"%{dst} = addi %{dst}c, %zero : tile<i32>")
        else:
            op = "trunci %zero" if width < 32 else "exti %zero signed"
            self.emit(depth, f"%{dst}z = {op} : tile<i32> -> tile<i{width}>")
            self.emit(depth, f"%{dst} = addi %{dst}c, %{dst}z : tile<i{width}>")

    def put_widen(self, depth, dst, src, width, unsigned):
        if width == 32:
            self.emit(depth, f"%{dst}c = constant <i32: 0> : tile<i32>")
            self.emit(depth, f"%{dst} = addi %{src}, %{dst}c : tile<i32>")
        elif width < 32:
            sign = "unsigned" if unsigned else "signed"
            self.emit(depth, f"%{dst} = exti %{src} {sign} : tile<i{width}> -> tile<i32>")
        else:
            self.emit(depth, f"%{dst} = trunci %{src} : tile<i{width}> -> tile<i32>")

    def put_cmpi(self, depth, dst, pred, lhs, rhs):
        self.emit(depth, f"%{dst} = cmpi {pred} %{lhs}, %{rhs}, signed : tile<i32> -> tile<i1>")

    def put_print(self, depth, value):
        self.emit(depth, f'print_tko "%d", %{value} : tile<i32> -> token')

    def put_if(self, depth, cond, results, then, other):
        arrow = f" -> ({', '.join(['tile<i32>'] * len(results))})" if results else ""
        self.emit(depth, f"{self.bind(results)}if %{cond}{arrow} {{")
        self.block(depth + 1, then)
        if other is not None:
            self.emit(depth, "} else {")
            self.block(depth + 1, other)
        self.emit(depth, "}")

    def put_for(self, depth, unsigned, width, iv, bounds, args, inits, body, results):
        sign = "unsigned " if unsigned else ""
        lb, ub, step = (f"%{b}" for b in bounds)
        head = f"{self.bind(results)}for {sign}%{iv} in ({lb} to {ub}, step {step}) : tile<i{width}>"
        if args:
            pairs = ", ".join(f"%{a} = %{i}" for a, i in zip(args, inits))
            types = ", ".join(["tile<i32>"] * len(args))
            head += f" iter_values({pairs}) -> ({types})"
        self.emit(depth, head + " {")
        self.block(depth + 1, body)
        self.emit(depth, "}")

    def put_loop(self, depth, args, inits, body, results):
        pairs = ", ".join(f"%{a} = %{i}" for a, i in zip(args, inits))
        types = ", ".join(["tile<i32>"] * len(args))
        out = ", ".join(["tile<i32>"] * len(results))
        arrow = f" -> {out}" if out else ""
        self.emit(depth, f"{self.bind(results)}loop iter_values({pairs}) : {types}{arrow} {{")
        self.block(depth + 1, body)
        self.emit(depth, "}")

    def put_leave(self, depth, kind, values):
        self.emit(depth, kind + self.list_of(values))


for _kind in ("addi", "subi", "muli", "xori", "andi"):
    setattr(Printer, "put_" + _kind,
            lambda self, depth, *rest, _kind=_kind: self.put_binary(depth, _kind, *rest))
for _kind in ("yield", "continue", "break", "return"):
    setattr(Printer, "put_" + _kind,
            lambda self, depth, values, _kind=_kind: self.put_leave(depth, _kind, values))


class Interpreter:
    """What the statements mean."""

    BINARY = {"addi": lambda a, b: a + b, "subi": lambda a, b: a - b, "muli": lambda a, b: a * b,
              "xori": lambda a, b: a ^ b, "andi": lambda a, b: a & b}
    COMPARE = {"less_than": lambda a, b: a < b, "greater_than": lambda a, b: a > b,
               "equal": lambda a, b: a == b, "not_equal": lambda a, b: a != b}

    def __init__(self, a, b):
        self.values = {"a": a & MASK, "b": b & MASK}
        self.printed = []
        self.steps = 0

    def get(self, names):
        return [self.values[name] for name in names]

    def run(self, statements):
        for statement in statements:
            self.steps += 1
            kind, rest = statement[0], statement[1:]
            if kind in self.BINARY:
                dst, lhs, rhs = rest
                self.values[dst] = self.BINARY[kind](self.values[lhs], self.values[rhs]) & MASK
            elif kind in ("yield", "continue", "break", "return"):
                raise Leave(kind, self.get(rest[0]))
            else:
                getattr(self, "do_" + kind)(*rest)

    def do_constant(self, dst, value):
        self.values[dst] = value & MASK

    def do_bound(self, dst, value, width, _opaque):
        self.values[dst] = value & ((1 << width) - 1)

    def do_widen(self, dst, src, width, unsigned):
        value = self.values[src]
        self.values[dst] = (value if unsigned else signed(value, width)) & MASK

    def do_cmpi(self, dst, pred, lhs, rhs):
        self.values[dst] = self.COMPARE[pred](signed(self.values[lhs]), signed(self.values[rhs]))

    def do_print(self, value):
        self.printed.append(signed(self.values[value]))

    def do_if(self, cond, results, then, other):
        taken = then if self.values[cond] else other
        try:
            self.run(taken or [("yield", [])])
        except Leave as leave:
            if leave.kind != "yield":
                raise
            self.values.update(zip(results, leave.values))

    def do_for(self, unsigned, width, iv, bounds, args, inits, body, results):
        read = (lambda v: v) if unsigned else (lambda v: signed(v, width))
        lb, ub, step = (read(self.values[b]) for b in bounds)
        carried = self.get(inits)
        i = lb
        while i < ub:  # Python's integers do not wrap
            self.values[iv] = i & ((1 << width) - 1)
            self.values.update(zip(args, carried))
            try:
                self.run(body)
            except Leave as leave:
                if leave.kind != "continue":
                    raise
                carried = leave.values
            i += step
        self.values.update(zip(results, carried))

    def do_loop(self, args, inits, body, results):
        carried = self.get(inits)
        while True:
            self.values.update(zip(args, carried))
            try:
                self.run(body)
            except Leave as leave:
                if leave.kind == "continue":
                    carried = leave.values
                elif leave.kind == "break":
                    self.values.update(zip(results, leave.values))
                    return
                else:
                    raise


def run_tool(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr[:4000]}")
    return done.stdout


def to_upstream(text):
    """nv_tileaa functions of scalars as func, print as a call."""
    text = re.sub(r"nv_tileaa\.func (private )?@", "func.func @", text)
    text = text.replace("nv_tileaa.return", "func.return")
    text = re.sub(r'(%\S+ = )?nv_tileaa\.print "%d", (%\S+) : i32', r"func.call @trace(\2) : (i32) -> ()", text)
    left = re.search(r"nv_tileaa\.\w+", text)
    if left:
        sys.exit(f"{left.group()} is not expected in the converted program")
    return text.rstrip()[:-1] + "  func.func private @trace(i32)\n}\n"


LOWERING = ["--convert-scf-to-cf", "--convert-arith-to-llvm", "--convert-ub-to-llvm",
            "--convert-cf-to-llvm", "--convert-func-to-llvm", "--reconcile-unrealized-casts"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--passes", default="--convert-cuda-tile-to-tileaa,--verify-tileaa-stage")
    options = parser.parse_args()

    rng = random.Random(options.seed)
    trees = [Generator(rng).function() for _ in range(options.count)]
    printer = Printer()
    for index, tree in enumerate(trees):
        printer.emit(1, f"testing$func @f{index}(%a: tile<i32>, %b: tile<i32>, %zero: tile<i32>)"
                        " -> (tile<i32>, tile<i32>) {")
        printer.block(2, tree)
        printer.emit(1, "}")
    source = "cuda_tile.module @m {\n" + "\n".join(printer.lines) + "\n}\n"

    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or scratch
        def save(name, text):
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
            return text
        save("source.mlir", source)
        converted = save("converted.mlir", run_tool(
            ["tessera-opt", "--tile-ir-13.4", *options.passes.split(",")], source))
        llvm = run_tool(["mlir-opt", *LOWERING], save("upstream.mlir", to_upstream(converted)))
        assembly = save("program.ll", run_tool(["mlir-translate", "--mlir-to-llvmir"], llvm))
        trace = "void (*traceTo)(int);\nvoid trace(int value) { traceTo(value); }\n"
        library = os.path.join(folder, "program.so")
        run_tool(["clang", "-x", "c", "-c", "-fPIC", "-O1", "-", "-o",
                  os.path.join(folder, "trace.o")], trace)
        run_tool(["clang", "-shared", "-fPIC", "-O1", "-Wno-override-module",
                  os.path.join(folder, "program.ll"), os.path.join(folder, "trace.o"),
                  "-o", library], "")
        failures, runs, prints = check(trees, ctypes.CDLL(library), rng)
    print(f"{runs} runs of {len(trees)} functions, {failures} failed")
    if prints < runs:
        sys.exit("the programs hardly print: the generator is broken")
    sys.exit(failures != 0)


def check(trees, library, rng):
    # A loop that does not end must end the test: Python cannot interrupt native code.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(120)
    failures = runs = prints = 0
    printed = []
    callback = ctypes.CFUNCTYPE(None, ctypes.c_int)(printed.append)
    ctypes.c_void_p.in_dll(library, "traceTo").value = ctypes.cast(callback, ctypes.c_void_p).value

    # LLVM returns {i32, i32} in two registers, as C does a pair of 64-bit numbers.
    class Pair(ctypes.Structure):
        _fields_ = [("first", ctypes.c_int64), ("second", ctypes.c_int64)]

    for index, tree in enumerate(trees):
        function = getattr(library, f"f{index}")
        function.restype = Pair
        function.argtypes = [ctypes.c_int32] * 3
        for _ in range(4):
            a, b = rng.randrange(-20, 20), rng.randrange(-20, 20)
            expected = Interpreter(a, b)
            try:
                expected.run(tree)
            except Leave as leave:
                wanted = [signed(v) for v in leave.values]
            printed.clear()
            got = function(a, b, 0)
            runs += 1
            prints += len(expected.printed)
            returned = [signed(got.first), signed(got.second)]
            if returned != wanted or printed != expected.printed:
                failures += 1
                if failures <= 5:
                    print(f"f{index}({a}, {b}): returned {returned}, expected {wanted}; "
                          f"printed {printed[:20]}, expected {expected.printed[:20]}")
    return failures, runs, prints


if __name__ == "__main__":
    main()
