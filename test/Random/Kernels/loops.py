# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels with loops around products of matrices, whose factors a generator gives.

Drawn here: one loop or two in a row, in one another, or none; one product in a turn, two on one
sum, or two sums that share the left factor; loops around; early exits; how the number of turns
is known; what happens to sums in a turn and behind the loop; one store or two.

A generator gives `side(p, name, is_left, sizes)`, which describes a factor: its `load(i, turn)` gives
the tiles of a product's operands. `product(p, left, right, acc)` multiplies them.
"""
from collections import namedtuple

import check_rows
import kernels
from check_rows import Value
from kernels import Kernel, tile

# Of tiles the rows, columns and depth; of matrices the same; how many tiles follow each other.
Sizes = namedtuple("Sizes", "tile matrix grid")
FORMS = ("one",) * 6 + ("consecutive", "consecutive", "nested", "twice", "twice", "gated", "gated", "straight")
STYLES = ("plain",) * 8 + ("clamped", "scaled")
EXITS = ("none",) * 8 + ("return", "skip", "break")
STARTED = 0.15  # How often sums do not begin with zero.
AROUND = ("none",) * 4 + ("columns", "persistent")


class Program(check_rows.Program):
    # How often a number is promised to be a multiple of what it is one of.
    promised = 0.7

    def constant(self, value, shape, kind):
        if kind in kernels.BITS:
            return super().constant(value, shape, kind)
        if kind == "f8E5M3FNU":  # Which has no literals.
            return self.changed("bitcast @", self.constant(0, shape, "i8"), kind=kind)
        if kind == "f8E8M0FNU":  # Which has no zero.
            value = 1
        return self.make(f"constant <{kind}: {float(value)}> : {tile(shape, kind)}", shape, kind, abs(value))

    def argument(self, value):
        name = super().argument(value)
        divisor = min(value & -value, 64)
        if divisor < 2 or not self.chance(self.promised):
            return name
        self.views.append(f"{name}_m = assume div_by<{divisor}>, {name} : tile<i32>")
        return f"{name}_m"

    def turned(self, value):
        """`value` with its last two dimensions the other way around."""
        rank = len(value.shape)
        order = [*range(rank - 2), rank - 1, rank - 2]
        shape = [value.shape[d] for d in order]
        return self.make(f"permute {value.name} {order} : {value.type} -> {tile(shape, value.kind)}", shape, value.kind)

    def compared(self, how, a, b):
        return self.named(f"cmpi {how} {a.name}, {b.name}, signed : tile<i32> -> tile<i1>")

    def integer(self, text, *values):
        """An op on numbers, each of which has no dimensions."""
        return self.same(text, *(v if isinstance(v, Value) else self.constant(v, [], "i32") for v in values))

    def fresh(self, shape, kind):
        self.names += 1
        return Value(f"%v{self.names}", shape, kind)

    def loop(self, first, last, step, sums, body):
        """What `body` of a number of turn and sums makes of `sums`, turn by turn."""
        i, inside = self.fresh([], "i32"), [self.fresh(s.shape, s.kind) for s in sums]
        before = self.taken()
        following = body(i, inside)
        turns, results = self.taken(), [self.fresh(s.shape, s.kind) for s in sums]
        types = ", ".join(s.type for s in sums)
        carried = ", ".join(f"{a.name} = {b.name}" for a, b in zip(inside, sums))
        head = f"{', '.join(r.name for r in results)} = " if sums else ""
        head += f"for {i.name} in ({first.name} to {last.name}, step {step.name}) : tile<i32>"
        head += f" iter_values({carried}) -> ({types}) {{" if sums else " {"
        self.lines = [*before, head, *turns, continued(following), "}"]
        return results

    def until(self, first, last, sums, body):
        """The same by a `loop` that a `break` ends."""
        inside = [self.fresh([], "i32"), *(self.fresh(s.shape, s.kind) for s in sums)]
        before = self.taken()
        ended = self.compared("greater_than_or_equal", inside[0], last)
        exits = [*self.taken(), f"if {ended} {{", continued(inside[1:], "break"), "}"]
        following = [self.integer("addi @", inside[0], 1), *body(inside[0], inside[1:])]
        turns, results = self.taken(), [self.fresh(s.shape, s.kind) for s in sums]
        types = ", ".join(s.type for s in sums)
        carried = ", ".join(f"{a.name} = {b.name}" for a, b in zip(inside, [first, *sums]))
        head = f"{', '.join(r.name for r in results)} = loop iter_values({carried}) : tile<i32>, {types} -> {types} {{"
        self.lines = [*before, head, *exits, *turns, continued(following), "}"]
        return results


class Matrix:
    """Tiles of `extents` of a matrix whose rows lie along the depth, through a view that has the depth first
    or last, or with rows that a table names."""

    def __init__(self, p, name, kind, shape, extents, depth_first, across, padded=True, has_table=False):
        self.p, self.name, self.kind, self.extents, self.depth_first, self.array = p, name, kind, extents, depth_first, None
        if has_table:
            self.array, self.depth_first = check_rows.Array(p, name, kind, shape, extents, has_table=True), False
            return
        order = [1, 0] if p.chance(across) else [0, 1]
        if depth_first:
            shape, self.extents, order = shape[::-1], extents[::-1], [1 - d for d in order]
        self.tiles = p.view(name, kind, shape, self.extents, order, padded)

    def load(self, row, turn, depth_first):
        """A tile, with the depth first or last."""
        if self.array:
            value, _ = self.array.load([row.name, turn.name], None)
        else:
            index = [turn.name, row.name] if self.depth_first else [row.name, turn.name]
            value = Value(self.p.load_view(self.name, self.kind, self.tiles, self.extents, index), self.extents, self.kind)
        return value if depth_first == self.depth_first else self.p.turned(value)

    def turns(self):
        """How many tiles follow each other along the depth; None where no view says it."""
        if self.array:
            return None
        counts = [self.p.fresh([], "i32") for _ in range(2)]
        self.p.lines.append(f"{counts[0].name}, {counts[1].name} = get_index_space_shape %{self.name}_tiles : {self.tiles} -> tile<i32>")
        return counts[0 if self.depth_first else 1]


def continued(values, how="continue"):
    return f"{how} {', '.join(v.name for v in values)} : {', '.join(v.type for v in values)}" if values else how


class Builder:
    """A kernel. `side` makes a factor, `product` a product of two, of elements `total`; `sizes` draws sizes,
    and `mapped` says how often TMA can copy an array."""

    def __init__(self, rng, side, product, total, sizes, mapped, program=Program):
        self.p = p = program(rng)
        p.mapped = mapped
        self.product, self.total, self.sizes = product, total, sizes(p)
        self.form, self.style, self.exit, self.around = (p.pick(*choices) for choices in (FORMS, STYLES, EXITS, AROUND))
        if self.sizes.grid[2] < 2 and self.form in ("consecutive", "nested"):
            self.form = "one"
        if self.form == "straight" and self.sizes.grid[2] > 3:
            self.form = "one"
        if self.form == "straight" and self.exit == "break":
            self.exit = "none"
        self.left = side(p, "a", True, self.sizes)
        self.rights = [side(p, name, False, self.sizes) for name in ("b", "d")[: 1 + (self.form in ("twice", "gated"))]]
        self.kind = self.left.kind

    def turn(self, place, i, sums):
        """One turn, with the sums it adds to."""
        p = self.p
        if self.style == "scaled":
            sums = [p.same("mulf @", s, p.spread(self.factors, s.shape)) for s in sums]
        left = self.left.load(place[0], i)
        results = []
        for n, right in enumerate(self.rights):
            acc = sums[n] if self.form == "gated" or not results else results.pop()
            results.append(self.product(p, left, right.load(place[1], i), acc))
        if self.style == "clamped":
            results = [p.same("maxf @" if self.total != "i32" else "maxi @ signed", r, p.constant(0, r.shape, r.kind)) for r in results]
        return results

    def skipping(self, place, limit):
        """`turn`, but nothing in turns from `limit` on."""

        def body(i, sums):
            p = self.p
            ended = p.compared("greater_than_or_equal", i, limit)
            p.lines += [f"if {ended} {{", continued(sums), "}"]
            return self.turn(place, i, sums)

        return body

    def turns(self, place, sums):
        """All turns of a tile."""
        p, count = self.p, self.sizes.grid[2]
        zero, one = Value("%c0", [], "i32"), Value("%c1", [], "i32")
        if self.form == "straight":
            for i in range(count):
                sums = self.turn(place, p.constant(i, [], "i32"), sums)
            return sums
        last = self.left.matrix.turns() if p.chance(0.3) else None
        last = last or p.scalar(count)
        body = lambda i, s: self.turn(place, i, s)  # noqa: E731
        if self.exit == "skip":
            body = self.skipping(place, p.scalar(int(p.rng.integers(1, count + 1))))
        if self.form == "consecutive":
            middle = p.scalar(int(p.rng.integers(1, count)))
            return p.loop(middle, last, one, p.loop(zero, middle, one, sums, body), body)
        if self.form == "nested":
            step = p.scalar(int(p.pick(1, 2, 2, 3)))

            def group(start, s):
                return p.loop(start, p.integer("mini @ signed", p.integer("addi @", start, step), last), one, s, body)

            return p.loop(zero, last, step, sums, group)
        if self.exit == "break":
            return p.until(zero, last, sums, body)
        return p.loop(zero, last, one, sums, body)

    def made(self, place):
        """A tile of results, computed and stored."""
        p, (tm, tn, _) = self.p, self.sizes.tile
        shape, token = [tm, tn], ""
        index = [v.name for v in place]
        sums = [p.constant(0, shape, self.total) for _ in range(1 + (self.form == "gated"))]
        if self.starts:
            sums[0] = Value(p.load_view("c", self.total, self.out, shape, index), shape, self.total)
            token = f" token={sums[0].name}_token"
        if self.style == "scaled":
            row = Value(p.load_view("f", self.total, self.factor_tiles, [tm], index[:1]), [tm], self.total)
            self.factors = p.changed("reshape @", row, [tm, 1])
        sums = self.turns(place, sums)
        result = sums[0]
        if len(sums) > 1 and not self.second:
            result = p.same("addf @" if self.total != "i32" else "addi @", *sums)
        if self.after == "bias":
            bias = Value(p.load_view("bias", self.total, self.bias_tiles, [tn], index[1:]), [tn], self.total)
            result = p.same("addf @" if self.total != "i32" else "addi @", result, p.spread(bias, shape))
        elif self.after == "clamped":
            result = p.same("maxf @" if self.total != "i32" else "maxi @ signed", result, p.constant(0, shape, self.total))
        p.store_view(result.name, self.total, "c", self.out, shape, index, token)
        if self.second:
            short = self.narrowed(sums[-1])
            p.store_view(short.name, short.kind, "e", self.second_out, shape, index)

    def narrowed(self, value):
        if self.short == value.kind:
            return value
        how = "trunci @" if value.kind == "i32" else "ftof @"
        return self.p.changed(how, value, kind=self.short)

    def build(self):
        p, (tm, tn, _), (m, n, _), (gm, gn, gk) = self.p, *self.sizes
        self.starts, self.second = p.chance(STARTED), p.chance(0.3)
        self.after = p.pick("nothing", "nothing", "bias", "clamped")
        order = [1, 0] if p.chance(0.15) else [0, 1]
        self.out = p.view("c", self.total, [m, n], [tm, tn], order, padded=self.starts)
        outs = ["c"]
        if self.second:
            self.short = "i8" if self.total == "i32" else p.pick("f16", "bf16", "f32")
            self.second_out = p.view("e", self.short, [m, n], [tm, tn], padded=False)
            outs.append("e")
        if self.style == "scaled":
            if self.total == "i32":
                self.style = "plain"
            else:
                self.factor_tiles = p.view("f", self.total, [m], [tm])
        if self.after == "bias":
            self.bias_tiles = p.view("bias", self.total, [n], [tn])
        grid, place = [gm, gn, 1], [Value("%bx", [], "i32"), Value("%by", [], "i32")]
        if self.exit == "return":
            ended = p.compared("greater_than_or_equal", place[0], p.scalar(gm if p.chance(0.6) else max(1, gm - 1)))
            p.lines += [f"if {ended} {{", "return", "}"]
            grid[0] += 1
        if self.around == "columns":
            grid[1] = 1
            self.over(Value("%c0", [], "i32"), p.scalar(gn), Value("%c1", [], "i32"), lambda t: [place[0], t])
        elif self.around == "persistent" and self.exit != "return":
            columns, blocks = p.scalar(gn), p.pick(1, gm * gn, max(1, gm * gn // 2))
            grid = [int(blocks), 1, 1]
            self.over(place[0], p.scalar(gm * gn), p.scalar(int(blocks)),
                      lambda t: [p.integer("divi @ signed", t, columns), p.integer("remi @ signed", t, columns)])  # fmt: skip
        else:
            self.around = "none"
            self.made(place)
        if p.chance(0.15):
            p.hints = "<sm_90 = {num_cta_in_cga = 2}, sm_100 = {num_cta_in_cga = 2}>"
        elif p.chance(0.1):
            p.hints = "<sm_90 = {occupancy = 2}, sm_100 = {occupancy = 2}, sm_120 = {occupancy = 2}>"
        what = f"{self.kind}, tiles {tm}x{tn}x{self.sizes.tile[2]}, matrices {m}x{n}x{self.sizes.matrix[2]}, {self.form}, {self.style}"
        what += f", exit {self.exit}, around {self.around}, {self.after}{', two stores' if self.second else ''}{', starts' if self.starts else ''}"
        return Kernel(p, grid, outs, f"{what}, {self.left.what}, {self.rights[0].what}")

    def over(self, first, last, step, place):
        def body(t, _):
            self.made(place(t))
            return []

        self.p.loop(first, last, step, [], body)
