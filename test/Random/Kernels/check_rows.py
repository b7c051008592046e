# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels around rows, compiled, against the interpreter.

  check_rows.py FOLDER SEED COUNT [ROADS]

Normalisations, softmax and their like: tiles of several arrays, through views or pointers
with masks, in any order in memory, some of them one row or column for all; element-wise ops,
reductions, scans and moves on them; the result to an array of its own or over what was read.
Once per tile block, or in a loop over tiles, perhaps after one that collects a sum or maximum.

All arithmetic is exact or rounded once, and floats are only added while they are small whole
numbers, so all roads give the same bits. Signs of zero are not compared: of the maximum of
two zeros either may be taken.
"""
import math
import sys

import kernels
from kernels import BITS, Kernel, tile

WHOLE = {"f16": 2**11, "bf16": 2**8, "f32": 2**24, "f64": 2**53}  # Up to here every whole number is a value.
TYPES = ["f32", "f32", "f32", "f64", "f16", "bf16", "i32", "i32", "i64", "i16", "i8"]
INFINITY = {"f32": "0x7F800000", "f64": "0x7FF0000000000000", "f16": "0x7C00", "bf16": "0x7F80"}
MINUS_INFINITY = {"f32": "0xFF800000", "f64": "0xFFF0000000000000", "f16": "0xFC00", "bf16": "0xFF80"}
INTEGER_OPS = ["addi @", "subi @", "muli @", "andi @", "ori @", "xori @", "maxi @ signed", "mini @ unsigned", "negi @",
               "absi @", "divi @ signed", "divi @ unsigned", "remi @ signed", "remi @ unsigned"]  # fmt: skip
FLOAT_OPS = ["addf", "subf", "mulf", "mulf", "maxf", "minf", "fma", "negf", "absf", "divf", "sqrt", "floor"]


def is_float(kind):
    return kind in WHOLE


class Value:
    """A tile. `bound`: its elements are whole numbers of at most that; None if not, or not known."""

    def __init__(self, name, shape, kind, bound=None):
        self.name, self.shape, self.kind, self.bound = name, list(shape), kind, bound
        self.type = tile(self.shape, kind)

    def fits(self, shape):
        """Whether it can be spread to `shape`."""
        return len(self.shape) <= len(shape) and all(a in (1, b) for a, b in zip(self.shape[::-1], shape[::-1]))


def bound_of_both(a, b, of=max):
    return None if None in (a.bound, b.bound) else of(a.bound, b.bound)


class Program(kernels.Program):
    def make(self, text, shape, kind, bound=None):
        if is_float(kind):
            bound = bound if bound is not None and bound <= WHOLE[kind] else None
        elif kind in BITS:
            bound = min(bound or 2**63, 2 ** (BITS[kind] - 1))
        return Value(self.named(text), shape, kind, bound)

    def constant(self, value, shape, kind):
        return self.make(f"constant <{kind}: {value}{'.0' if is_float(kind) else ''}> : {tile(shape, kind)}", shape, kind, abs(value))

    def same(self, text, *values, bound=None):
        """An op whose operands and result have one type. @: the operands."""
        names = ", ".join(v.name for v in values)
        return self.make(f"{text.replace('@', names)} : {values[0].type}", values[0].shape, values[0].kind, bound)

    def changed(self, text, value, shape=None, kind=None, bound=None):
        """An op from one type to another, and nothing where they are the same."""
        shape, kind = value.shape if shape is None else list(shape), kind or value.kind
        if (shape, kind) == (value.shape, value.kind):
            return value
        bound = value.bound if bound is None else bound
        return self.make(f"{text.replace('@', value.name)} : {value.type} -> {tile(shape, kind)}", shape, kind, bound)

    def spread(self, value, shape):
        """`value` with the shape `shape`: dimensions before its own, and those of 1, are repeated."""
        ones = [1] * (len(shape) - len(value.shape)) + value.shape
        return self.changed("broadcast @", self.changed("reshape @", value, ones), shape)

    def scalar(self, value):
        """A size, as a constant or an argument."""
        text = self.number(value)
        return Value(text, [], "i32", value) if text[0] == "%" else self.constant(value, [], "i32")

    def numbered(self, shape, dim):
        """For every element its place along `dim`."""
        line = self.make(f"iota : {tile([shape[dim]], 'i32')}", [shape[dim]], "i32", shape[dim])
        return self.spread(self.changed("reshape @", line, [shape[dim]] + [1] * (len(shape) - dim - 1)), shape)

    def clamped(self, value, top):
        low, high = ("maxf @", "minf @") if is_float(value.kind) else ("maxi @ signed", "mini @ signed")
        bound = None if value.bound is None else min(top, value.bound)
        value = self.same(low, value, self.constant(-top, value.shape, value.kind), bound=bound)
        return self.same(high, value, self.constant(top, value.shape, value.kind), bound=bound)

    def whole(self, value, top):
        """`value` as whole numbers of at most `top`."""
        if value.bound is None:
            return self.same("floor @", self.clamped(value, top), bound=top)
        return value if value.bound <= top else self.clamped(value, top)

    def converted(self, value, kind):
        old = value.kind
        if old == kind:
            return value
        if is_float(kind):
            if kind == "f16" and (value.bound is None or value.bound > 30000):
                value = self.clamped(value, 100)
            return self.changed("ftof @" if is_float(old) else "itof @ signed", value, kind=kind)
        if is_float(old):
            return self.changed("ftoi @ signed", self.clamped(value, 100), kind=kind, bound=100)
        return self.changed("exti @ signed" if BITS[kind] > BITS[old] else "trunci @", value, kind=kind)

    def combined(self, a, b):
        """Some op on two tiles of one type."""
        if self.chance(0.15):
            how = self.pick("less_than", "less_than_or_equal", "greater_than", "equal", "not_equal")
            compare = f"cmpf {how} ordered @" if is_float(a.kind) else f"cmpi {how} @, {self.pick('signed', 'unsigned')}"
            bits = tile(a.shape, "i1")
            which = self.named(f"{compare.replace('@', f'{a.name}, {b.name}')} : {a.type} -> {bits}")
            return self.make(f"select {which}, {a.name}, {b.name} : {bits}, {a.type}", a.shape, a.kind, bound_of_both(a, b))
        return self.of_floats(a, b) if is_float(a.kind) else self.of_integers(a, b)

    def of_integers(self, a, b):
        op = self.pick(*INTEGER_OPS)
        if op in ("negi @", "absi @"):
            return self.same(op, a)
        if op[:4] in ("divi", "remi"):
            b = self.constant(int(self.pick(1, 3, 5, 7, 12, 100)), a.shape, a.kind)
        return self.same(op, a, b)

    def of_floats(self, a, b):
        op = self.pick(*FLOAT_OPS)
        if op in ("negf", "absf", "floor"):
            return self.same(f"{op} @", a, bound=a.bound)
        if op in ("divf", "sqrt"):
            b = self.same("absf @", b, bound=b.bound)
            return self.same("sqrt @", b) if op == "sqrt" else self.same("divf @", a, self.same("maxf @", b, self.constant(1, b.shape, b.kind)))
        if op in ("maxf", "minf"):
            return self.same(f"{op} @", a, b, bound=bound_of_both(a, b))
        if a.kind == "f16" or bound_of_both(a, b) is None:
            a, b = self.clamped(a, 100), self.clamped(b, 100)
        if op == "fma":
            return self.same("fma @", a, b, a, bound=bound_of_both(a, b, lambda x, y: x * y + x))
        return self.same(f"{op} @", a, b, bound=bound_of_both(a, b, lambda x, y: x * y if op == "mulf" else x + y))

    def region(self, kind, text):
        """The body of a reduction or scan. $: what makes its names unique, K: the element type."""
        self.names += 1
        return text.replace("$", str(self.names)).replace("K", f"tile<{kind}>")

    def collected(self, value, is_scan):
        """A scan; or a reduction, whose dimension is left as 1."""
        dim, kind, bound = int(self.rng.integers(len(value.shape))), value.kind, value.bound
        how = self.pick("add", "add", "max", "min", *([] if is_float(kind) else ["xor"]))
        if how == "add" and is_float(kind):
            top = min(WHOLE[kind] // value.shape[dim] // 2, 64)
            how = "add" if top else "max"
            if top:
                value = self.whole(value, top)
                bound = value.bound * value.shape[dim]
        name = how + ("f" if is_float(kind) else "i")
        sign = " signed" if name in ("maxi", "mini") else ""
        edge = 2 ** (BITS.get(kind, 64) - 1)
        start = {"max": MINUS_INFINITY.get(kind, -edge), "min": INFINITY.get(kind, edge - 1)}.get(how, "0.0" if is_float(kind) else 0)
        body = self.region(kind, f"(%x$: K, %y$: K) {{ %z$ = {name} %x$, %y${sign} : K yield %z$ : K }}")
        start_and_type = f"identities=[{start} : {kind}] : {value.type}"
        if is_scan:
            reverse = self.pick("false", "false", "true")
            return self.make(f"scan {value.name} dim={dim} reverse={reverse} {start_and_type} -> {value.type} {body}", value.shape, kind, bound)
        rest = value.shape[:dim] + value.shape[dim + 1 :]
        if how in ("max", "min") and self.chance(0.25):
            result = self.best(value, dim, "greater_than" if how == "max" else "less_than", start, rest)
        else:
            result = self.make(f"reduce {value.name} dim={dim} {start_and_type} -> {tile(rest, kind)} {body}", rest, kind, bound)
        return self.changed("reshape @", result, [1 if d == dim else e for d, e in enumerate(value.shape)])

    def best(self, value, dim, than, start, rest):
        """The first place of the largest or smallest element, or that element."""
        places = self.numbered(value.shape, dim)
        compare = "cmpf %s ordered %%x$, %%y$" if is_float(value.kind) else "cmpi %s %%x$, %%y$, signed"
        body = (
            f"(%x$: K, %y$: K, %i$: tile<i32>, %j$: tile<i32>) {{ %a$ = {compare % than} : K -> tile<i1> "
            f"%b$ = {compare % 'equal'} : K -> tile<i1> %c$ = cmpi less_than %i$, %j$, signed : tile<i32> -> tile<i1> "
            "%d$ = andi %b$, %c$ : tile<i1> %e$ = ori %a$, %d$ : tile<i1> %f$ = select %e$, %x$, %y$ : tile<i1>, K "
            "%g$ = select %e$, %i$, %j$ : tile<i1>, tile<i32> yield %f$, %g$ : K, tile<i32> }"
        )
        self.lines.append(self.region(value.kind,
            f"%best$, %place$ = reduce {value.name}, {places.name} dim={dim} "
            f"identities=[{start} : {value.kind}, 2147483647 : i32] : {value.type}, {places.type} -> "
            f"{tile(rest, value.kind)}, {tile(rest, 'i32')} {body}"))  # fmt: skip
        if self.chance(0.6):
            return Value(f"%place{self.names}", rest, "i32", 2**31)
        return Value(f"%best{self.names}", rest, value.kind, value.bound)

    def moved(self, value):
        """Its elements, or some of them, elsewhere."""
        shape, rank = value.shape, len(value.shape)
        dim, how = int(self.rng.integers(rank)), self.pick("permute", "reshape", "halves", "part")
        if how == "permute" and rank > 1:
            order = [int(d) for d in self.rng.permutation(rank)]
            turned = [shape[d] for d in order]
            return self.make(f"permute {value.name} {order} : {value.type} -> {tile(turned, value.kind)}", turned, value.kind, value.bound)
        if how == "halves" and shape[dim] > 1:
            half = [e // 2 if d == dim else e for d, e in enumerate(shape)]
            a, b = (self.extracted(value, half, dim, at) for at in self.pick((1, 0), (1, 0), (1, 1)))
            return self.make(f"cat {a.name}, {b.name} dim = {dim} : {a.type}, {b.type} -> {value.type}", shape, value.kind, value.bound)
        if how == "part":
            part = [1 if d == dim else e for d, e in enumerate(shape)]
            return self.extracted(value, part, dim, int(self.rng.integers(shape[dim])))
        bits = int(math.log2(math.prod(shape)))
        cuts = [0, *sorted(int(c) for c in self.rng.integers(0, bits + 1, self.rng.integers(0, 3))), bits]
        return self.changed("reshape @", value, [1 << (b - a) for a, b in zip(cuts, cuts[1:])])

    def extracted(self, value, part, dim, at):
        at = self.constant(at, [], "i32")
        index = ", ".join(at.name if d == dim else "%c0" for d in range(len(part)))
        return self.make(f"extract {value.name}[{index}] : {value.type} -> {tile(part, value.kind)}", part, value.kind, value.bound)

    def grown(self, pool, steps):
        """`steps` more values, made of those in `pool`, mostly of the last one. The last one."""
        for _ in range(steps):
            a = pool[-1] if self.chance(0.6) else self.pick(*pool)
            choice = self.rng.random()
            if choice < 0.55 or not a.shape:
                b = self.pick(*(b for b in pool if a.fits(b.shape) or b.fits(a.shape)))
                kind, shape = self.pick(a.kind, b.kind), b.shape if a.fits(b.shape) else a.shape
                pool.append(self.combined(*(self.spread(self.converted(v, kind), shape) for v in (a, b))))
            elif choice < 0.8:
                pool.append(self.collected(a, is_scan=self.chance(0.3)))
            elif choice < 0.93:
                pool.append(self.moved(a))
            else:
                pool.append(self.converted(a, self.pick(*TYPES)))
        return pool[-1]


class Array:
    """An argument in tiles of `extents`, by a view or by pointers with a mask, perhaps with rows from a table."""

    def __init__(self, p, name, kind, shape, extents, has_table=False):
        self.p, self.name, self.kind, self.extents = p, name, kind, extents
        self.bound = 4 if is_float(kind) else None
        rank = len(shape)
        order = [int(d) for d in p.rng.permutation(rank)] if p.chance(0.3) else [*range(rank)]
        self.tiles = self.table = None
        if has_table:
            self.table = Array(p, f"{name}_rows", "i32", shape[:1], extents[:1])
            p.given[self.table.name] = p.rng.integers(0, shape[0], p.arguments[self.table.name][1], dtype="int32")
        elif p.chance(0.65):
            self.tiles = p.view(name, kind, shape, extents, order)
            return
        strides, count = p.strides(shape, order)
        self.base = p.begin(name, kind, count)
        lines = p.taken()
        self.sizes, self.strides = [p.scalar(s) for s in shape], [p.scalar(s) for s in strides]
        p.views += p.taken()
        p.lines = lines
        self.is_masked = p.chance(0.6) or any(s % e for s, e in zip(shape, extents))

    def pointers(self, index):
        """Pointers to the elements of a tile, and if needed which of them there are."""
        p, extents = self.p, self.extents
        offset = inside = None
        for d, i in enumerate(index):
            line = [e if c == d else 1 for c, e in enumerate(extents)]
            first = p.same("muli @", Value(i, [], "i32"), p.constant(extents[d], [], "i32"))
            at = p.same("addi @", p.spread(first, line), p.numbered(line, d))
            part = p.spread(p.same("muli @", at, p.spread(self.strides[d], line)), extents)
            bits = tile(line, "i1")
            here = p.make(f"cmpi less_than {at.name}, {p.spread(self.sizes[d], line).name}, signed : {at.type} -> {bits}", line, "i1")
            here = p.spread(here, extents)
            if d == 0 and self.table:
                row, _ = self.table.load([i], None)
                row = p.changed("reshape @", row, line)
                part = p.spread(p.same("muli @", row, p.spread(self.strides[d], line)), extents)
            offset = part if offset is None else p.same("addi @", offset, part)
            inside = here if inside is None else p.same("andi @", inside, here)
        base = p.spread(Value(self.base, [], f"ptr<{self.kind}>"), extents)
        there = p.make(f"offset {base.name}, {offset.name} : {base.type}, {offset.type} -> {base.type}", extents, base.kind)
        return [there] + ([inside] if self.is_masked else [])

    def load(self, index, token):
        """A tile, zeros where there is nothing, and its token."""
        p = self.p
        token = f" token={token}" if token else ""
        if self.tiles:
            name = p.load_view(self.name, self.kind, self.tiles, self.extents, index, token)
        else:
            operands = self.pointers(index)
            if self.is_masked:
                operands.append(p.constant(0, self.extents, self.kind))
            names, types = (", ".join(o) for o in zip(*((v.name, v.type) for v in operands)))
            p.names += 1
            name = f"%v{p.names}"
            p.lines.append(f"{name}, {name}_token = load_ptr_tko weak {names}{token} : {types} -> {tile(self.extents, self.kind)}, token")
        return Value(name, self.extents, self.kind, self.bound), f"{name}_token"

    def store(self, value, index, token=None):
        """The token of a store."""
        p = self.p
        token = f" token={token}" if token else ""
        if self.tiles:
            return p.store_view(value.name, self.kind, self.name, self.tiles, self.extents, index, token)
        there, *inside = self.pointers(index)
        operands = [there, value, *inside]
        names, types = (", ".join(o) for o in zip(*((v.name, v.type) for v in operands)))
        return p.named(f"store_ptr_tko weak {names}{token} : {types} -> token")


class Builder:
    """A kernel that goes over arrays of `shape` in tiles of `extents`."""

    def __init__(self, rng):
        p = self.p = Program(rng)
        rank = self.rank = int(p.pick(1, 2, 2, 2, 3))
        most = 2 ** int(p.pick(8, 11, 14))
        self.extents = [1]
        while not 1 < math.prod(self.extents) <= most:
            self.extents = [1 << int(rng.integers(0, 11)) for _ in range(rank)]
        self.style = p.pick("once", "once", "turns", "sum", "twice")
        self.grid = [int(p.pick(1, 2, 3)) for _ in range(rank)]
        if self.style != "once":
            self.grid[-1] = int(p.pick(1, 2, 3, 5, 8))
        self.shape = [g * e - (int(rng.integers(0, e)) if p.chance(0.5) else 0) for g, e in zip(self.grid, self.extents)]
        self.block = ["%bx", "%by", "%bz"][:rank]
        self.turn = self.block if self.style == "once" else [*self.block[:-1], "%i"]
        self.sources = [self.source(n) for n in range(p.pick(1, 1, 2, 2, 3))]
        # The first source may be written: all accesses to it are in order.
        self.token = p.named("make_token : token") if self.style != "sum" and p.chance(0.3) else None
        self.out = "out"

    def source(self, n):
        """An array and the dimensions it has."""
        dims = [d for d in range(self.rank) if n == 0 or self.p.chance(0.6)] or [self.rank - 1]
        shape, extents = [self.shape[d] for d in dims], [self.extents[d] for d in dims]
        return Array(self.p, f"a{n}", self.p.pick(*TYPES), shape, extents, has_table=n > 0 and self.p.chance(0.2)), dims

    def loaded(self):
        pool = []
        for array, dims in self.sources:
            is_written = self.token and array is self.sources[0][0]
            value, token = array.load([self.turn[d] for d in dims], self.token if is_written else None)
            if is_written:
                self.token = token
            pool.append(self.p.changed("reshape @", value, [e if d in dims else 1 for d, e in enumerate(self.extents)]))
        return pool

    def store(self, value, index):
        p = self.p
        if self.token and value.fits(self.extents):
            array = self.sources[0][0]
            self.out = array.name
            self.token = array.store(p.spread(p.converted(value, array.kind), self.extents), index, self.token)
            return
        if value.shape == self.extents:
            Array(p, "out", value.kind, self.shape, self.extents).store(value, index)
            return
        # One row for every tile.
        row, width = Value("%c0", [], "i32"), math.prod(value.shape)
        for count, i in zip(self.grid, index):
            row = p.same("addi @", p.same("muli @", row, p.constant(count, [], "i32")), Value(i, [], "i32"))
        out = Array(p, "out", value.kind, [math.prod(self.grid), width], [1, width])
        out.store(p.changed("reshape @", value, [1, width]), [row.name, "%c0"])

    def loop(self, body, start=None):
        """`body` for every tile along the last dimension. What becomes of `start`, if that is carried."""
        p = self.p
        before, carried = p.taken(), []  # Name, start, type and next of each carried value.
        p.names += 1
        own = str(p.names)
        if self.token:
            outer, self.token = self.token, f"%token{own}"
        following = body(start and Value(f"%acc{own}", start.shape, start.kind, start.bound))
        if start:
            carried.append((f"%acc{own}", start.name, start.type, following.name))
        if self.token:
            carried.append((f"%token{own}", outer, "token", self.token))
            self.token = f"%end{own}_{len(carried) - 1}"
        inside, p.lines = p.lines, before
        last = p.scalar(self.grid[-1])
        head = f"for %i in (%c0 to {last.name}, step %c1) : tile<i32>"
        if carried:
            names, starts, types, nexts = zip(*carried)
            values = ", ".join(f"{name} = {first}" for name, first in zip(names, starts))
            head = f"{', '.join(f'%end{own}_{i}' for i in range(len(carried)))} = {head} iter_values({values}) -> ({', '.join(types)})"
            inside.append(f"continue {', '.join(nexts)} : {', '.join(types)}")
        p.lines += [f"{head} {{", *inside, "}"]
        return start and Value(f"%end{own}_0", start.shape, start.kind, start.bound)

    def collect(self):
        """A loop that adds up something of every tile, or takes the largest."""
        p = self.p
        kind, shape = p.pick("f32", "f32", "f64", "i32", "i64"), p.pick(self.extents, [*self.extents[:-1], 1], [1] * self.rank)
        name = p.pick("add", "max") + ("f" if is_float(kind) else "i")
        start = p.constant(0, shape, kind)
        start.bound = 2**20 if is_float(kind) else None

        def body(acc):
            value = p.converted(p.grown(self.loaded(), int(p.rng.integers(0, 4))), kind)
            if not value.fits(shape):
                for dim in range(len(value.shape)):
                    value = p.extracted(value, [1 if d <= dim else e for d, e in enumerate(value.shape)], dim, 0)
                value = p.changed("reshape @", value, [])
            value = p.whole(p.spread(value, shape), 1000) if name == "addf" else p.spread(value, shape)
            return p.same(f"{name} @{' signed' if name == 'maxi' else ''}", acc, value)

        return self.loop(body, start)

    def build(self):
        p, steps = self.p, int(self.p.rng.integers(1, 9))
        if self.style == "once":
            self.store(p.grown(self.loaded(), steps), self.turn)
        elif self.style == "turns":
            self.loop(lambda _: self.store(p.grown(self.loaded(), steps), self.turn))
        elif self.style == "sum":
            total = self.collect()
            self.grid[-1] = 1
            self.store(p.grown([total], steps // 2), self.block)
        else:
            total = self.collect()
            self.loop(lambda _: self.store(p.grown([total, *self.loaded()], steps), self.turn))
        grid = self.grid if self.style == "once" else [*self.grid[:-1], 1]
        what = f"{self.style}, tiles {self.extents} of {self.shape}{'' if self.out == 'out' else ', in place'}"
        return Kernel(p, grid, [self.out], what)


def contents(rng, name, kind, count):
    if kind in BITS and rng.random() < 0.5:
        return kernels.any_integers(rng, kind, count)
    values = rng.integers(-5, 6, count)
    return values.astype(f"i{BITS[kind] // 8}") if kind in BITS else kernels.as_floats(values, kind)


if __name__ == "__main__":
    sys.exit(kernels.main(lambda rng: Builder(rng).build(), contents, zeros_alike=True))
