# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels in the form of attention, compiled, against the interpreter.

  check_attention.py FOLDER SEED COUNT [ROADS]

Queries times keys, a maximum and a sum per row that are carried, an accumulator that is
scaled by rows before values are added to it, a quotient at the end. In place of e^(s - m)
stands max(s - m + c, 0), and what came before a new maximum is halved: whole numbers, and
few halvings, so all roads give the same bits. Some add the factor to the accumulator instead,
or begin with an accumulator other than zero. Drawn are sizes of tiles and matrices, orders
in memory, element types, what is masked and how, and whether the loop ends at the diagonal.
Some have the tiles of fast kernels, 128 or 256 queries and mostly 128 keys, most of which TMA can copy,
so that blocks are two on a multiprocessor or two in a cluster; some have hints.
"""
import sys

import kernels
from check_rows import Program, Value
from kernels import Kernel, tile

LOWEST = -1000


class Attention:
    def __init__(self, rng, queries=(128, 128, 128, 256)):
        p = self.p = Program(rng)
        self.kind = p.pick("f32", "f32", "f16", "bf16", "bf16", "f8E4M3FN")
        self.is_fast = p.chance(0.4)
        if self.is_fast:
            self.kind = p.pick("f16", "bf16", "bf16", "bf16", "f8E4M3FN")
            p.mapped = 0.95
        self.queries, self.keys = (1 << int(rng.integers(0, most)) for most in (9, 8))  # Tile sizes.
        self.depth, self.width = (1 << int(rng.integers(2, 8)) for _ in range(2))
        if self.is_fast:
            self.queries, self.keys = int(p.pick(*queries)), int(p.pick(64, 128, 128, 128))
            self.depth = self.width = int(p.pick(64, 64, 128))
        self.blocks, self.turns = int(p.pick(1, 2, 3)), int(p.pick(1, 2, 3, 4, 5))
        self.heads = int(p.pick(1, 1, 2, 4))
        if self.is_fast:
            self.blocks = 1 if self.queries * self.turns > 256 else min(self.blocks, 2)
            self.heads = min(self.heads, 2 if self.turns < 3 else 1)
        while not self.is_fast and self.work() > 2_000_000:
            self.heads, self.blocks, self.keys = 1, 1, max(1, self.keys // 2)
        self.rows = self.queries * self.blocks - (int(rng.integers(0, self.queries)) if p.chance(0.4) else 0)
        self.columns = self.keys * self.turns - (int(rng.integers(0, self.keys)) if p.chance(0.5) else 0)
        self.shared = int(p.pick(1, 2, self.heads)) if self.heads > 1 else 1  # Heads that share keys and values.
        self.is_causal = p.chance(0.4)
        if p.chance(0.3 if self.is_fast else 0.1):
            hint = p.pick("num_cta_in_cga = 2", "num_cta_in_cga = 2", "num_cta_in_cga = 1", "occupancy = 1", "occupancy = 2")
            p.hints = f"<sm_80 = {{{hint}}}, sm_90 = {{{hint}}}, sm_100 = {{{hint}}}, sm_120 = {{{hint}}}>"

    def work(self):
        """The elements that products have in all blocks."""
        return self.queries * self.blocks * self.keys * self.turns * (self.depth + self.width) * self.heads

    def matrix(self, name, kind, shape, extents, heads):
        """A view of one matrix per head, rows or columns in one piece, heads outside or between."""
        order = self.p.pick([0, 1, 2], [0, 1, 2], [1, 0, 2], [0, 2, 1])
        return self.p.view(name, kind, [heads, *shape], [1, *extents], order)

    def load(self, name, tiles, extents, index):
        value = Value(self.p.load_view(name, self.kind, tiles, [1, *extents], index), [1, *extents], self.kind)
        return self.p.changed("reshape @", value, extents)

    def product(self, a, b, acc):
        return self.p.make(f"mmaf {a.name}, {b.name}, {acc.name} : {a.type}, {b.type}, {acc.type}", acc.shape, acc.kind)

    def per_row(self, value, op, start):
        body = self.p.region("f32", f"(%x$: K, %y$: K) {{ %z$ = {op} %x$, %y$ : K yield %z$ : K }}")
        rows = [self.queries]
        text = f"reduce {value.name} dim=1 identities=[{start} : f32] : {value.type} -> {tile(rows, 'f32')} {body}"
        return self.p.changed("reshape @", self.p.make(text, rows, "f32"), [self.queries, 1])

    def masked(self, scores, first):
        """`scores`, the lowest where there is no key, and after the diagonal if that is wanted."""
        p, lowest = self.p, self.p.constant(LOWEST, scores.shape, "f32")
        conditions = []
        column = p.same("addi @", p.spread(first, [1, self.keys]), p.numbered([1, self.keys], 1))
        bits = tile(scores.shape, "i1")
        if self.columns % self.keys or p.chance(0.3):
            end = p.spread(p.scalar(self.columns), [1, self.keys])
            text = f"cmpi less_than {column.name}, {end.name}, signed : {column.type} -> {tile([1, self.keys], 'i1')}"
            conditions.append(p.spread(p.make(text, [1, self.keys], "i1"), scores.shape))
        if self.is_causal:
            row = p.same("muli @", Value("%bx", [], "i32"), p.constant(self.queries, [], "i32"))
            row = p.same("addi @", p.spread(row, [self.queries, 1]), p.numbered([self.queries, 1], 0))
            row, column = p.spread(row, scores.shape), p.spread(column, scores.shape)
            text = f"cmpi less_than_or_equal {column.name}, {row.name}, signed : {row.type} -> {bits}"
            conditions.append(p.make(text, scores.shape, "i1"))
        for condition in conditions:
            text = f"select {condition.name}, {scores.name}, {lowest.name} : {bits}, {scores.type}"
            scores = p.make(text, scores.shape, "f32")
        return scores

    def last_turn(self):
        """The end of the loop: that of the keys, or if it comes earlier that of the diagonal."""
        p = self.p
        last = p.scalar(self.turns)
        if not self.is_causal or p.chance(0.4):
            return last
        after = p.same("addi @", Value("%bx", [], "i32"), Value("%c1", [], "i32"))
        after = p.same("muli @", after, p.constant(self.queries, [], "i32"))
        after = p.same("addi @", after, p.constant(self.keys - 1, [], "i32"))
        return p.same("mini @ signed", last, p.same("divi @ signed", after, p.constant(self.keys, [], "i32")))

    def build(self):
        p, scored = self.p, [self.queries, self.keys]
        by_columns = p.chance(0.3)
        q = self.matrix("q", self.kind, [self.rows, self.depth], [self.queries, self.depth], self.heads)
        shape, extents = [self.columns, self.depth], [self.keys, self.depth]
        if by_columns:
            shape, extents = shape[::-1], extents[::-1]
        k = self.matrix("k", self.kind, shape, extents, self.heads // self.shared)
        v = self.matrix("v", self.kind, [self.columns, self.width], [self.keys, self.width], self.heads // self.shared)
        head = Value("%by", [], "i32")
        if self.shared > 1:
            head = p.same("divi @ signed", head, p.constant(self.shared, [], "i32"))
        queries = self.load("q", q, [self.queries, self.depth], ["%by", "%bx", "%c0"])
        if self.kind != "f8E4M3FN" and p.chance(0.2):
            queries = p.same("negf @", queries)
        starts = [p.constant(LOWEST, [self.queries, 1], "f32"), p.constant(0, [self.queries, 1], "f32"),
                  p.constant(int(p.pick(2, 8)) if p.chance(0.2) else 0, [self.queries, self.width], "f32")]  # fmt: skip
        last, offset = self.last_turn(), p.constant(int(p.pick(1, 2, 4)), scored, "f32")
        half = p.make(f"constant <f32: 0.5> : {tile([self.queries, 1], 'f32')}", [self.queries, 1], "f32")
        before = p.taken()

        # One tile of keys and values.
        most, total, acc = (Value(f"%{name}", start.shape, "f32") for name, start in zip(("most", "total", "acc"), starts))
        index = [head.name, *(["%c0", "%i"] if by_columns else ["%i", "%c0"])]
        keys = self.load("k", k, extents, index)
        if not by_columns:
            turned = [self.depth, self.keys]
            keys = p.make(f"permute {keys.name} [1, 0] : {keys.type} -> {tile(turned, self.kind)}", turned, self.kind)
        scores = self.product(queries, keys, p.constant(0, scored, "f32"))
        first = p.same("muli @", Value("%i", [], "i32"), p.constant(self.keys, [], "i32"))
        scores = self.masked(scores, first)
        higher = p.same("maxf @", most, self.per_row(scores, "maxf", "0xFF800000"))
        weights = p.same("addf @", p.same("subf @", scores, p.spread(higher, scored)), offset)
        weights = p.same("maxf @", weights, p.constant(0, scored, "f32"))
        one, bits = p.constant(1, [self.queries, 1], "f32"), tile([self.queries, 1], "i1")
        is_same = p.make(f"cmpf equal ordered {most.name}, {higher.name} : {most.type} -> {bits}", [self.queries, 1], "i1")
        factor = p.make(f"select {is_same.name}, {one.name}, {half.name} : {bits}, {one.type}", one.shape, "f32")
        sums = self.per_row(weights, "addf", "0.0")
        sums = p.same("fma @", total, factor, sums) if p.chance(0.5) else p.same("addf @", p.same("mulf @", total, factor), sums)
        scaled = p.same(f"{p.pick('mulf', 'mulf', 'mulf', 'mulf', 'addf')} @", acc, p.spread(factor, acc.shape))
        values = self.load("v", v, [self.keys, self.width], [head.name, "%i", "%c0"])
        if self.kind != "f32":
            weights = p.changed("ftof @", weights, kind=self.kind)
        following = [higher, sums, self.product(weights, values, scaled)]
        inside = p.taken()

        types = ", ".join(start.type for start in starts)
        carried = ", ".join(f"{value.name} = {start.name}" for value, start in zip((most, total, acc), starts))
        p.lines = [*before, f"%m, %l, %o = for %i in (%c0 to {last.name}, step %c1) : tile<i32> iter_values({carried}) -> ({types}) {{",
                   *inside, f"continue {', '.join(value.name for value in following)} : {types}", "}"]  # fmt: skip
        divisor = p.same("maxf @", Value("%l", [self.queries, 1], "f32"), p.constant(1, [self.queries, 1], "f32"))
        result = Value("%o", acc.shape, "f32")
        if p.chance(0.8):
            result = p.same("divf @", result, p.spread(divisor, acc.shape))
        kind = p.pick("f32", self.kind, self.kind if self.kind != "f8E4M3FN" else "f16")
        if kind != "f32":
            result = p.changed("ftof @", result, kind=kind)
        result = p.changed("reshape @", result, [1, *acc.shape])
        out = self.matrix("out", kind, [self.rows, self.width], [self.queries, self.width], self.heads)
        p.store_view(result.name, kind, "out", out, result.shape, ["%by", "%bx", "%c0"])
        what = f"{self.kind}, tiles {self.queries}x{self.keys}x{self.depth}x{self.width}, {self.rows} by {self.columns}"
        return Kernel(p, (self.blocks, self.heads, 1), ["out"], f"{what}{', causal' if self.is_causal else ''} {p.hints}")


def contents(rng, name, kind, count):
    values = rng.integers(-2, 3, count) if name == "v" else rng.integers(-1, 2, count)
    return kernels.as_floats(values, kind)


if __name__ == "__main__":
    sys.exit(kernels.main(lambda rng: Attention(rng).build(), contents, zeros_alike=True))
