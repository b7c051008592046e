# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels that read and write the same arrays, compiled, against the interpreter.

  check_order.py FOLDER SEED COUNT [ROADS]

One tile block loads and stores tiles of a few arrays, each time in another form: as a tile
of some view, its dimensions in memory in some order, or by pointers with masks. Tokens order
a load after the stores before it and a store after all accesses before it, and nothing else,
through loops and branches. A compiler that moves an access past another one, or takes memory
for what it was, is found out.
"""
import math
import sys

import kernels
from check_rows import Program, Value
from kernels import Kernel, tile

SIZE = 4096


class Order:
    def __init__(self, rng):
        p = self.p = Program(rng)
        self.arrays = {f"a{n}": p.pick("i32", "i32", "i64", "i16", "i8") for n in range(p.pick(1, 2, 3))}
        for name, kind in self.arrays.items():
            p.arguments[name] = (kind, SIZE)
        # Of every array the token of the last store, and those of the loads since.
        self.tokens = {name: [p.named("make_token : token")] for name in self.arrays}
        self.pool = []
        self.index = ["%c0"]  # What may be an index of a view: numbers below 2.
        self.views = 0

    def joined(self, name):
        tokens = self.tokens[name]
        return tokens[0] if len(tokens) == 1 else self.p.named(f"join_tokens {', '.join(tokens)} : token")

    def view(self, name, shape):
        """The array in tiles of `shape`, and the index of one of them."""
        p, kind, rank = self.p, self.arrays[name], len(shape)
        counts, room = [1] * rank, SIZE // math.prod(shape)
        for d in p.rng.permutation(rank):
            counts[d] = min(int(p.pick(1, 2, 2, 4)), room)
            room //= counts[d]
        sizes = [c * e for c, e in zip(counts, shape)]
        order = [int(d) for d in p.rng.permutation(rank)]
        strides, step = [0] * rank, 1
        for d in reversed(order):
            strides[d] = step
            step *= sizes[d]
        sizes = [s - (1 if e > 1 and p.chance(0.2) else 0) for s, e in zip(sizes, shape)]
        tensor = f"tensor_view<{'x'.join(map(str, sizes))}x{kind}, strides=[{','.join(map(str, strides))}]>"
        tiles = f"partition_view<tile=({'x'.join(map(str, shape))}), padding_value = zero, {tensor}>"
        whole = p.named(f"make_tensor_view %{name}, shape = {sizes}, strides = {strides} : {tensor}")
        parts = p.named(f"make_partition_view {whole} : {tiles}")
        index = []
        for count in counts:
            fixed = p.constant(int(p.rng.integers(count)), [], "i32").name
            index.append(p.pick(*self.index) if count > 1 and p.chance(0.6) else fixed)
        return parts, tiles, index

    def pointers(self, name, shape):
        """Pointers to elements of the array, all different, and perhaps a mask."""
        p, count = self.p, math.prod(shape)
        step = int(p.pick(1, 1, 2, 3)) if count * 3 < SIZE else 1
        line = p.make(f"iota : {tile([count], 'i32')}", [count], "i32")
        start = int(p.rng.integers(0, SIZE - (count - 1) * step))
        at = p.same("addi @", p.same("muli @", line, p.constant(step, [count], "i32")), p.constant(start, [count], "i32"))
        if p.chance(0.2):
            at = p.same("subi @", p.constant(2 * start + (count - 1) * step, [count], "i32"), at)
        at = p.changed("reshape @", at, shape)
        base = p.spread(Value(f"%{name}", [], f"ptr<{self.arrays[name]}>"), shape)
        operands = [p.make(f"offset {base.name}, {at.name} : {base.type}, {at.type} -> {base.type}", shape, base.kind)]
        if p.chance(0.4):
            other = p.pick(*(v for v in [*self.pool, at] if v.fits(shape) or v is at))
            other = p.spread(other, shape)
            bound = p.constant(int(p.rng.integers(-3, 4)) if other is not at else start + count // 2, shape, other.kind)
            bits = tile(shape, "i1")
            operands.append(p.make(f"cmpi less_than {other.name}, {bound.name}, signed : {other.type} -> {bits}", shape, "i1"))
        return operands

    def load(self):
        p, name = self.p, self.p.pick(*self.arrays)
        kind, token = self.arrays[name], f" token={self.tokens[name][0]}"
        shape = [1 << int(p.rng.integers(0, 6)) for _ in range(p.pick(1, 2, 2, 3))]
        shape = shape if math.prod(shape) <= 1024 else shape[:1]
        result = tile(shape, kind)
        p.names += 1
        value = f"%x{p.names}"
        if p.chance(0.6):
            parts, tiles, index = self.view(name, shape)
            p.lines.append(f"{value}, {value}_token = load_view_tko weak {parts}[{', '.join(index)}]{token} : {tiles}, tile<i32> -> {result}, token")
        else:
            operands = self.pointers(name, shape)
            if len(operands) > 1:
                operands.append(p.constant(int(p.rng.integers(-2, 3)), shape, kind))
            names, types = (", ".join(o) for o in zip(*((v.name, v.type) for v in operands)))
            p.lines.append(f"{value}, {value}_token = load_ptr_tko weak {names}{token} : {types} -> {result}, token")
        self.tokens[name].append(f"{value}_token")
        self.pool.append(Value(value, shape, kind))

    def store(self):
        p, name = self.p, self.p.pick(*self.arrays)
        if not self.pool:
            return
        value = p.converted(self.pool[-1] if p.chance(0.5) else p.pick(*self.pool), self.arrays[name])
        if not value.shape or math.prod(value.shape) > SIZE:
            return
        token = f" token={self.joined(name)}"
        if p.chance(0.6):
            parts, tiles, index = self.view(name, value.shape)
            end = p.named(f"store_view_tko weak {value.name}, {parts}[{', '.join(index)}]{token} : {value.type}, {tiles}, tile<i32> -> token")
        else:
            operands = self.pointers(name, value.shape)
            operands.insert(1, value)
            names, types = (", ".join(o) for o in zip(*((v.name, v.type) for v in operands)))
            end = p.named(f"store_ptr_tko weak {names}{token} : {types} -> token")
        self.tokens[name] = [end]

    def region(self, steps, depth, index, carried):
        """Lines of a region, which takes `carried` (a value or None), and what it gives back: names of values and tokens."""
        p = self.p
        outside, pool, outer = p.taken(), list(self.pool), list(self.index)
        self.index += index
        if carried:
            self.pool.append(carried)
        self.steps(steps, depth + 1)
        results = []
        if carried:
            following = self.pool[-1]
            if following.shape != carried.shape:
                following = p.pick(*(v for v in self.pool if v.fits(carried.shape)))
            results.append(p.spread(p.converted(following, carried.kind), carried.shape).name)
        results += [self.joined(name) for name in self.arrays]
        lines, p.lines, self.pool, self.index = p.lines, outside, pool, outer
        return lines, results

    def nested(self, depth):
        """A loop or a branch, which may hold anything."""
        p, steps = self.p, int(self.p.rng.integers(2, 6))
        carried = p.pick(*self.pool) if self.pool and p.chance(0.6) else None
        starts = ([carried.name] if carried else []) + [self.joined(name) for name in self.arrays]
        types = ([carried.type] if carried else []) + ["token"] * len(self.arrays)
        p.names += 1
        own, listed = p.names, ", ".join(types)
        results = [f"%end{own}_{i}" for i in range(len(types))]
        if p.chance(0.6):
            inner = [f"%in{own}_{i}" for i in range(len(types))]
            count = p.constant(int(p.pick(1, 2, 2)), [], "i32")
            self.tokens = {name: [token] for name, token in zip(self.arrays, inner[len(inner) - len(self.arrays) :])}
            lines, nexts = self.region(steps, depth, [f"%i{own}"], carried and Value(inner[0], carried.shape, carried.kind))
            values = ", ".join(f"{a} = {b}" for a, b in zip(inner, starts))
            p.lines += [f"{', '.join(results)} = for %i{own} in (%c0 to {count.name}, step %c1) : tile<i32> iter_values({values}) -> ({listed}) {{",
                        *lines, f"continue {', '.join(nexts)} : {listed}", "}"]  # fmt: skip
        else:
            before = {name: [token] for name, token in zip(self.arrays, starts[len(starts) - len(self.arrays) :])}
            number = p.scalar(int(p.rng.integers(0, 2)))
            which = p.named(f"cmpi equal {number.name}, %c1, signed : tile<i32> -> tile<i1>")
            text = [f"{', '.join(results)} = if {which} -> ({listed}) {{"]
            for part in ("} else {", "}"):
                self.tokens = {name: list(tokens) for name, tokens in before.items()}
                lines, values = self.region(steps, depth, [], carried)
                text += [*lines, f"yield {', '.join(values)} : {listed}", part]
            p.lines += text
        self.tokens = {name: [token] for name, token in zip(self.arrays, results[len(results) - len(self.arrays) :])}
        if carried:
            self.pool.append(Value(results[0], carried.shape, carried.kind))

    def steps(self, count, depth=0):
        p = self.p
        for _ in range(count):
            choice = p.rng.random()
            if choice < 0.3 or not self.pool:
                self.load()
            elif choice < 0.6:
                self.store()
            elif choice < 0.85 or depth == 2:
                p.grown(self.pool, 1)
                self.pool = [v for v in self.pool if v.kind in kernels.BITS and v.shape]
            else:
                self.nested(depth)

    def build(self):
        self.steps(int(self.p.rng.integers(4, 16)))
        self.store()
        return Kernel(self.p, (1,), list(self.arrays), f"arrays of {', '.join(self.arrays.values())}")


def contents(rng, name, kind, count):
    return rng.integers(-5, 6, count).astype(f"i{kernels.BITS[kind] // 8}")


if __name__ == "__main__":
    sys.exit(kernels.main(lambda rng: Order(rng).build(), contents))
