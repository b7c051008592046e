# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels around a product of matrices, compiled, against the interpreter.

  check_products.py FOLDER SEED COUNT [ROADS]

A product has many roads through the compiler: operands in place or copied, by rows, columns
or panels, collected over iterations; partial tiles; sums that begin with zero, carried,
scaled by rows or changed between products; what happens to the result. Every seed draws one
of each: element types, tile and matrix sizes, orders in memory, longer rows than needed, batches,
sizes in types or as arguments. Numbers are such that sums are exact in every order, so all
roads give the same bits.
"""
import math
import sys

import kernels
from kernels import Kernel, as_floats, tile

# Elements of the operands and of the sum; those of most roads twice.
TYPES = [("f32", "f32"), ("f32", "f32"), ("f64", "f64"), ("f16", "f32"), ("f16", "f16"), ("bf16", "f32"),
         ("bf16", "f32"), ("tf32", "f32"), ("f8E4M3FN", "f32"), ("f8E4M3FN", "f16"), ("f8E5M2", "f32"),
         ("f8E5M2", "f16"), ("i8", "i32"), ("i8", "i32")]  # fmt: skip
MOST_WORK, MOST_WORK_OF_LOOPS = 1_500_000, 8_000_000
# How often arrays are such that tensor maps can name them (kernels.Program.mapped), and how often
# factors are multiplied as they are loaded.
MAPPED, UNCHANGED = 0, 0.6
# How often sums do not begin with zero, and what a turn does with them beside the product.
STARTED, STYLES = 0.35, ("plain", "plain", "plain", "scaled", "added", "clamped", "twice")


def in_memory(kind):
    return "f32" if kind == "tf32" else kind


def contents(rng, name, kind, count):
    """Contents of an argument: small integers, of the factors f signs; any integers of mmai."""
    if kind in kernels.BITS:
        return kernels.any_integers(rng, kind, count)
    values = rng.choice([-1, 1], count) if name == "f" else rng.integers(-2, 3, count)
    return as_floats(values, kind)


class Program(kernels.Program):
    """A tile is (its name, its shape, its element type)."""

    def emit(self, text, shape, kind):
        return self.named(text), list(shape), kind

    def view(self, name, kind, shape, extent, order=None, padded=True):
        return super().view(name, in_memory(kind), shape, extent, order, padded)

    def load(self, name, kind, tiles, extent, index):
        value = self.load_view(name, in_memory(kind), tiles, extent, index)
        return self.converted((value, list(extent), in_memory(kind)), kind)

    def converted(self, value, kind):
        name, shape, old = value
        return value if old == kind else self.emit(f"ftof {name} : {tile(shape, old)} -> {tile(shape, kind)}", shape, kind)

    def reshaped(self, value, shape):
        name, old, kind = value
        return value if old == list(shape) else self.emit(f"reshape {name} : {tile(old, kind)} -> {tile(shape, kind)}", shape, kind)

    def broadcast(self, value, shape):
        name, old, kind = value
        return self.emit(f"broadcast {name} : {tile(old, kind)} -> {tile(shape, kind)}", shape, kind)

    def op(self, text, *values):
        """An op on tiles of one type."""
        _, shape, kind = values[0]
        names = ", ".join(value[0] for value in values)
        return self.emit(f"{text.replace('@', names)} : {tile(shape, kind)}", shape, kind)

    def zeros(self, shape, kind):
        return self.emit(f"constant <{kind}: {'0' if kind[0] == 'i' else '0.0'}> : {tile(shape, kind)}", shape, kind)

    def operand(self, name, kind, extent, bounds, index, batch, squeezed):
        """A matrix by rows or columns in memory, perhaps turned after the load, perhaps changed."""
        extent, bounds, index = list(extent), list(bounds), list(index)
        isTurned = self.chance(0.3)
        if isTurned:
            extent, bounds, index = extent[::-1], bounds[::-1], index[::-1]
        order = [0, 1] if self.chance(0.6) else [1, 0]
        if batch:
            extent, bounds, index = [batch[1], *extent], [batch[0], *bounds], ["%bz", *index]
            order = [0, order[0] + 1, order[1] + 1] if self.chance(0.7) else [order[0] + 1, 0, order[1] + 1]
        value = self.load(name, kind, self.view(name, kind, bounds, extent, order), extent, index)
        if squeezed:
            value = self.reshaped(value, extent[1:])
        if isTurned:
            _, shape, _ = value
            turned = [*shape[:-2], shape[-1], shape[-2]]
            order = [*range(len(shape) - 2), len(shape) - 1, len(shape) - 2]
            value = self.emit(f"permute {value[0]} {order} : {tile(shape, kind)} -> {tile(turned, kind)}", turned, kind)
        if kind == "tf32" or kind in kernels.BYTES or self.chance(UNCHANGED):
            return value
        if kind == "i8":
            return self.op("negi @", value)
        return self.op("negf @", value) if self.chance(0.5) else self.op("maxf @", value, self.zeros(value[1], kind))

    def multiply(self, left, right, acc, signs):
        name = "mmai" if acc[2] == "i32" else "mmaf"
        types = ", ".join(tile(shape, kind) for _, shape, kind in (left, right, acc))
        return self.emit(f"{name} {left[0]}, {right[0]}, {acc[0]}{signs} : {types}", acc[1], acc[2])


def sizes(p):
    """Tile sizes, matrix sizes, tiles per dimension, and of a batch its size and that of a tile."""
    while True:
        extent = [1 << int(p.rng.integers(0, 9)) for _ in range(3)]
        grid = [p.pick(1, 1, 2, 3), p.pick(1, 1, 2), p.pick(1, 1, 2, 3, 5, 9, 18, 35)]
        batch = (int(p.pick(1, 2, 3)), int(p.pick(1, 1, 2))) if p.chance(0.3) else None
        batches = -(-batch[0] // batch[1]) * batch[1] if batch else 1
        if math.prod(extent) * math.prod(grid) * batches <= MOST_WORK and extent[2] * grid[2] <= 500:
            break
    lacking = [int(p.rng.integers(0, t)) if p.chance(0.6) else 0 for t in extent]
    return extent, [t * int(n) - less for t, n, less in zip(extent, grid, lacking)], [int(n) for n in grid], batch




def sizes_of_loops(p, rows, columns, blocks):
    """Sizes of one matrix in tiles of `rows`, of 2^`columns` to 256 columns, in grids of `blocks`, with loops of up to nine turns."""
    while True:
        extent = [p.pick(*rows), 1 << int(p.rng.integers(columns, 9)), p.pick(16, 32, 32, 64, 64, 128)]
        grid = [*(p.pick(*numbers) for numbers in blocks), p.pick(1, 2, 3, 4, 5, 7, 9)]
        if math.prod(extent) * math.prod(grid) <= MOST_WORK_OF_LOOPS and extent[2] * grid[2] <= 500:
            break
    lacking = [int(p.rng.integers(0, t)) if p.chance(0.5) else 0 for t in extent]
    return extent, [t * int(n) - less for t, n, less in zip(extent, grid, lacking)], [int(n) for n in grid], None


def build(rng):
    """A kernel."""
    p = Program(rng)
    p.mapped = MAPPED
    kind, total = p.pick(*TYPES)
    isInt = total == "i32"
    (tm, tn, tk), (m, n, k), (gm, gn, gk), batch = sizes(p)
    squeezed = bool(batch) and batch[1] == 1 and p.chance(0.7)
    lead = [batch[1]] if batch and not squeezed else []
    signs = f" {p.pick('signed', 'unsigned')} {p.pick('signed', 'unsigned')}" if isInt else ""

    # Operands, which the loop loads; the right one may be the same in all iterations.
    isFixed, isLoop = gk == 1 and p.chance(0.3), gk > 1 or p.chance(0.5)
    turn = "%c0" if isFixed or not isLoop else "%i"
    left = p.operand("a", kind, (tm, tk), (m, k), ("%bx", turn), batch, squeezed)
    loop = p.taken()
    right = p.operand("b", kind, (tk, tn), (k, n), (turn, "%by"), batch, squeezed)
    fixed = p.taken()
    if not isFixed:
        loop, fixed = loop + fixed, []

    # The sum before the loop.
    shape = [*lead, tm, tn]
    c_shape, c_tile, c_index = [m, n], [tm, tn], ["%bx", "%by"]
    if batch:
        c_shape, c_tile, c_index = [batch[0], m, n], [batch[1], tm, tn], ["%bz", "%bx", "%by"]
    order = [*range(len(c_shape))]
    if p.chance(0.2):
        order[-2:] = order[:-3:-1]
    c_tiles = p.view("c", total, c_shape, c_tile, order)
    token = ""
    if p.chance(STARTED):
        start = p.load("c", total, c_tiles, c_tile, c_index)
        token = f" token={start[0]}_token"
        start = p.reshaped(start, shape)
    else:
        start = p.zeros(shape, total)
    style = p.pick(*STYLES)
    if style == "scaled" and not isInt:
        rows = [*lead, tm]
        count = math.prod(rows)
        factors = p.load("f", total, p.view("f", total, [count], [count]), [count], ["%c0"])
        factors = p.broadcast(p.reshaped(factors, [*rows, 1]), shape)
    before = p.taken()

    # One turn.
    acc = ("%acc" if isLoop else start[0], shape, total)
    if style == "scaled" and not isInt:
        acc = p.op("mulf @", acc, factors)
    result = p.multiply(left, right, acc, signs)
    if style == "twice":
        result = p.multiply(left, right, result, signs)
    elif style == "added":
        result = p.op("addi @" if isInt else "subf @", result, start)
    elif style == "clamped" and not isInt:
        result = p.op("maxf @", result, p.zeros(shape, total))
    turns = loop + p.taken()
    if isLoop:
        first = "%c1" if not isFixed and p.chance(0.2) else "%c0"
        last = p.number(gk)
        if last[0] != "%":
            before.append(f"%last = constant <i32: {gk}> : tile<i32>")
            last = "%last"
        turns = [f"%sum = for %i in ({first} to {last}, step %c1) : tile<i32> iter_values(%acc = {start[0]}) "
                 f"-> ({tile(shape, total)}) {{", *turns, f"continue {result[0]} : {tile(shape, total)}", "}"]  # fmt: skip
        result = ("%sum", shape, total)

    # What happens to the result.
    after = p.pick("nothing", "nothing", "clamped", "bias", "narrowed", "multiplied", "rows")
    out, out_tile, out_index, out_tiles = "c", c_tile, c_index, c_tiles
    if after == "clamped":
        result = p.op("maxi @ signed" if isInt else "maxf @", result, p.zeros(shape, total))
    elif after == "bias":
        bias = p.load("bias", total, p.view("bias", total, [n], [tn]), [tn], ["%by"])
        row = p.reshaped(bias, [1] * (len(shape) - 1) + [tn])
        result = p.op("addi @" if isInt else "addf @", result, p.broadcast(row, shape))
    elif after == "narrowed":
        short = "i8" if isInt else p.pick(*(t for t in ("f16", "bf16", "f32", "f8E4M3FN") if t != total))
        if isInt:
            result = p.emit(f"trunci {result[0]} : {tile(shape, total)} -> {tile(shape, short)}", shape, short)
        else:
            result = p.converted(result, short)
        out, out_tiles = "e", p.view("e", short, c_shape, c_tile, order, padded=False)
    elif after == "rows" and total in ("f32", "f64"):
        # f32, or the sums of rows would not be exact in f16.
        row = p.emit(f"reduce {result[0]} dim={len(shape) - 1} identities=[0.0 : {total}] : {tile(shape, total)} -> "
                     f"{tile(shape[:-1], total)} (%x: tile<{total}>, %y: tile<{total}>) {{ %s = addf %x, %y : tile<{total}> "
                     f"yield %s : tile<{total}> }}", shape[:-1], total)  # fmt: skip
        result = p.op("subf @", result, p.broadcast(p.reshaped(row, [*shape[:-1], 1]), shape))
    elif after == "multiplied" and total == "f32" and kind != "tf32" and not batch:
        width = 1 << int(rng.integers(0, 7))
        if tm * tn * width * gm * gn <= MOST_WORK:
            other = p.operand("d", kind, (tn, width), (n, width), ("%by", "%c0"), None, False)
            result = p.multiply(p.converted(result, kind), other, p.zeros([tm, width], "f32"), "")
            out, out_tile, out_index = "e", [1, 1, tm, width], ["%bx", "%by", "%c0", "%c0"]
            out_tiles = p.view("e", "f32", [gm, gn, tm, width], out_tile, padded=False)
    result = p.reshaped(result, out_tile)
    p.store_view(result[0], result[2], out, out_tiles, out_tile, out_index, token if out == "c" else "")
    what = f"{kind} to {total}, tiles {tm}x{tn}x{tk}, matrices {m}x{n}x{k}, batch {batch}, {style}, {after}"
    p.lines = [*before, *fixed, *turns, *p.lines]
    return Kernel(p, (gm, gn, -(-batch[0] // batch[1]) if batch else 1), [out], what)


if __name__ == "__main__":
    sys.exit(kernels.main(build, contents, zeros_alike=True))
