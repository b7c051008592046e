# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Soundness of the access facts on random functions.

Makes functions of integer and pointer tiles in nv_tileaa, evaluates them here with
Python's integers on several arguments (extremes included, promises kept), and checks
every claim that `tessera-opt --test-access-facts` makes about a printed value: groups of
consecutive and of equal elements, divisors, signed and unsigned ranges, offsets from the
base. A run that becomes undefined (division by zero, an oversized arith shift, a pointer
beyond 64 bits) stops there.
"""

import argparse
import itertools
import random
import re
import subprocess
import sys

MAX_DIVISOR = 1 << 62


class Undefined(Exception):
    pass


class Type:
    """Shape, bits, and for pointers the bytes of the pointee."""

    def __init__(self, shape, bits, pointee=0):
        self.shape, self.bits, self.pointee = tuple(shape), bits, pointee

    def element(self):
        if self.pointee:
            return f"!nv_tileaa.ptr<i{8 * self.pointee}>"
        return f"i{self.bits}"

    def __str__(self):
        if not self.shape:
            return self.element()
        return f"tensor<{'x'.join(map(str, self.shape))}x{self.element()}>"

    def with_bits(self, bits):
        return Type(self.shape, bits)

    def count(self):
        n = 1
        for extent in self.shape:
            n *= extent
        return n


def signed(x, bits):
    return x - (1 << bits) if x >> (bits - 1) else x


def truncating_division(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def binary(name, a, b, bits):
    """One element of a binary op; operands and result are unsigned patterns."""
    mask = (1 << bits) - 1
    sa, sb = signed(a, bits), signed(b, bits)
    if name in ("arith.divui", "arith.ceildivui", "arith.remui") and b == 0:
        raise Undefined
    if name in ("arith.divsi", "arith.ceildivsi", "arith.floordivsi", "arith.remsi"):
        if sb == 0 or (sb == -1 and sa == -(1 << (bits - 1))):
            raise Undefined
    if name == "nv_tileaa.remsi" and sb == 0:
        raise Undefined
    if name in ("arith.shli", "arith.shrui", "arith.shrsi") and b >= bits:
        raise Undefined
    result = {
        "arith.addi": lambda: a + b,
        "arith.subi": lambda: a - b,
        "arith.muli": lambda: a * b,
        "arith.divui": lambda: a // b,
        "arith.ceildivui": lambda: -(-a // b),
        "arith.remui": lambda: a % b,
        "arith.divsi": lambda: truncating_division(sa, sb),
        "arith.floordivsi": lambda: sa // sb,
        "arith.ceildivsi": lambda: -(-sa // sb),
        "arith.remsi": lambda: sa - sb * truncating_division(sa, sb),
        "nv_tileaa.remsi": lambda: sa - sb * truncating_division(sa, sb),
        "arith.andi": lambda: a & b,
        "arith.ori": lambda: a | b,
        "arith.xori": lambda: a ^ b,
        "arith.minsi": lambda: min(sa, sb),
        "arith.maxsi": lambda: max(sa, sb),
        "arith.minui": lambda: min(a, b),
        "arith.maxui": lambda: max(a, b),
        "arith.shli": lambda: a << b,
        "arith.shrui": lambda: a >> b,
        "arith.shrsi": lambda: sa >> b,
        "nv_tileaa.shli": lambda: a << b if b < bits else 0,
        "nv_tileaa.shrui": lambda: a >> b if b < bits else 0,
        "nv_tileaa.shrsi": lambda: sa >> min(b, bits - 1),
        "nv_tileaa.mulhiui": lambda: (a * b) >> bits,
    }[name]()
    return result & mask


BINARY = (
    ["arith.addi"] * 6
    + ["arith.muli"] * 5
    + ["arith.subi"] * 3
    + ["arith.andi", "arith.ori", "arith.xori", "arith.divui", "arith.divsi"] * 2
    + ["arith.floordivsi", "arith.ceildivsi", "arith.ceildivui", "arith.remui"]
    + ["arith.remsi", "nv_tileaa.remsi", "arith.minsi", "arith.maxui", "arith.minui"]
    + ["arith.maxsi", "arith.shli", "arith.shrui", "arith.shrsi", "nv_tileaa.shli"]
    + ["nv_tileaa.shrui", "nv_tileaa.shrsi", "nv_tileaa.mulhiui"]
)

PREDICATES = {
    "eq": lambda a, b, sa, sb: a == b,
    "ne": lambda a, b, sa, sb: a != b,
    "slt": lambda a, b, sa, sb: sa < sb,
    "sle": lambda a, b, sa, sb: sa <= sb,
    "sgt": lambda a, b, sa, sb: sa > sb,
    "sge": lambda a, b, sa, sb: sa >= sb,
    "ult": lambda a, b, sa, sb: a < b,
    "ule": lambda a, b, sa, sb: a <= b,
    "ugt": lambda a, b, sa, sb: a > b,
    "uge": lambda a, b, sa, sb: a >= b,
}


def positions(shape):
    return itertools.product(*(range(extent) for extent in shape))


def strides(shape):
    result, step = [], 1
    for extent in reversed(shape):
        result.insert(0, step)
        step *= extent
    return result


def flat(position, shape):
    return sum(p * s for p, s in zip(position, strides(shape)))


class Maker:
    """Text of one function and, per statement, how to compute it."""

    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.lines, self.depth, self.next = [], 1, 0
        self.arguments = []  # (name, Type, how to draw values)
        self.scopes = [[]]  # visible (name, Type)
        self.body = []  # statements: functions of an environment
        self.types = {}
        self.watched = {}  # tag -> name

    def fresh(self):
        self.next += 1
        return f"%v{self.next}"

    def visible(self, accept):
        return [(n, t) for scope in self.scopes for n, t in scope if accept(t)]

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def define(self, name, type, text, compute):
        self.emit(f"{name} = {text}")
        self.bind(name, type)
        self.body.append(lambda env: env.__setitem__(name, compute(env)))
        self.watch(name)
        return name

    def bind(self, name, type):
        self.types[name] = type
        self.scopes[-1].append((name, type))

    def watch(self, name):
        tag = f"{self.name}{name[1:]}"
        self.emit(f'nv_tileaa.print "{tag}%d", {name} : {self.types[name]}')
        self.watched[tag] = (name, self.types[name])
        self.body.append(lambda env: env["#log"].setdefault(tag, []).append(env[name]))

    # Leaves.

    def add_argument(self):
        rng = self.rng
        name = f"%a{len(self.arguments)}"
        if rng.random() < 0.25:
            type = Type((), 64, rng.choice([1, 2, 4, 8]))
            draw = lambda: rng.randrange(1 << 20, 1 << 40)
        else:
            type = Type((), rng.choice([8, 16, 32, 32, 32, 64]))
            top = 1 << type.bits
            draw = lambda: rng.choice(
                [0, 1, top // 2, top // 2 - 1, top - 1, rng.randrange(top),
                 top // 2 - rng.randrange(16), top - rng.randrange(1, 17), rng.randrange(64),
                 rng.randrange(100) % top, -rng.randrange(100) % top]
            )
        self.arguments.append((name, type, draw))
        self.bind(name, type)
        return name

    def assume(self, name):
        """A promise about an argument; values that break it end the run."""
        type, rng = self.types[name], self.rng
        result = self.fresh()
        if type.pointee or rng.random() < 0.6:
            divisor = 1 << rng.randrange(1, 8)
            predicate = f"#cuda_tile.div_by<{divisor}>"
            holds = lambda x: x % divisor == 0
            repair = lambda x: x - x % divisor
        else:
            low = rng.choice([0, 0, 1, -5, rng.randrange(-100, 100)])
            high = low + rng.choice([0, 1, 7, 63, 100])
            limit = 1 << (type.bits - 1)
            low, high = max(low, -limit), min(high, limit - 1)
            predicate = f"#cuda_tile.bounded<{low}, {high}>"
            holds = lambda x: low <= signed(x, type.bits) <= high
            repair = lambda x: (low + x % (high - low + 1)) % (1 << type.bits)
        for index, (argument, kind, draw) in enumerate(self.arguments):
            if argument == name:
                self.arguments[index] = (name, kind, lambda draw=draw: repair(draw()))

        def compute(env):
            if not all(holds(x) for x in env[name]):
                raise Undefined
            return env[name]

        self.define(result, type, f"nv_tileaa.assume {predicate}, {name} : {type}", compute)

    def constant(self, type, values=None):
        rng = self.rng
        if values is None:
            kind = rng.random()
            top = 1 << type.bits
            if kind < 0.4:
                values = [rng.choice([1, 2, 4, 8, 16, 32, 3, 0, top - 1])] * type.count()
            elif kind < 0.8:
                start = rng.randrange(8) << rng.randrange(6)
                step = rng.choice([0, 1, 1, 1, 2])
                group = rng.choice([1, 2, 4])
                values = [start + i // group * step for i in range(type.count())]
            else:
                values = [rng.randrange(top) for _ in range(type.count())]
        values = [v % (1 << type.bits) for v in values]
        texts = [str(signed(v, type.bits)) for v in values]
        if type.bits == 1:
            texts = ["true" if v else "false" for v in values]
        if not type.shape:
            text = f"arith.constant {texts[0]}" + (f" : {type}" if type.bits > 1 else "")
        else:
            def nest(shape, items):
                if len(shape) == 1:
                    return "[" + ", ".join(items) + "]"
                size = len(items) // shape[0]
                parts = [nest(shape[1:], items[i * size : (i + 1) * size])
                         for i in range(shape[0])]
                return "[" + ", ".join(parts) + "]"
            text = f"arith.constant dense<{nest(type.shape, texts)}> : {type}"
        return self.define(self.fresh(), type, text, lambda env: list(values))

    def make_range(self, bits):
        extent = self.rng.choice([2, 4, 8, 16, 32])
        type = Type((extent,), bits)
        if extent > 1 << bits:
            return
        self.define(self.fresh(), type, f"nv_tileaa.make_range : {type}",
                    lambda env: list(range(extent)))

    def program_id(self):
        self.define(self.fresh(), Type((), 32), "nv_tileaa.get_program_id x",
                    lambda env: [env["#pid"]])

    # Steps.

    def partner(self, type):
        """A value of exactly this type, made if need be."""
        found = self.visible(lambda t: str(t) == str(type))
        if found and self.rng.random() < 0.7:
            return self.rng.choice(found)[0]
        if type.shape and self.rng.random() < 0.6:
            scalars = self.visible(lambda t: not t.shape and t.bits == type.bits and not t.pointee)
            if scalars:
                return self.splat(self.rng.choice(scalars), type.shape)
        return self.constant(type)

    def splat(self, source, shape):
        name, type = source
        to = Type(shape, type.bits, type.pointee)
        return self.define(self.fresh(), to, f"nv_tileaa.splat {name} : {type} -> {to}",
                           lambda env: env[name] * to.count())

    def arithmetic(self):
        name, type = self.rng.choice(self.visible(lambda t: not t.pointee and t.bits > 1))
        other = self.partner(type)
        a, b = (name, other) if self.rng.random() < 0.7 else (other, name)
        op = self.rng.choice(BINARY)
        if "shr" in op or "shl" in op or "div" in op or "rem" in op:
            b = other if self.rng.random() < 0.5 else self.constant(
                type, [self.rng.choice([1, 2, 3, 4, 8, 16])] * type.count())
        self.define(self.fresh(), type, f"{op} {a}, {b} : {type}",
                    lambda env: [binary(op, x, y, type.bits) for x, y in zip(env[a], env[b])])

    def compare(self):
        name, type = self.rng.choice(self.visible(lambda t: not t.pointee and t.bits > 1))
        other = self.partner(type)
        a, b = (name, other) if self.rng.random() < 0.5 else (other, name)
        key = self.rng.choice(list(PREDICATES))
        test, bits = PREDICATES[key], type.bits
        self.define(self.fresh(), type.with_bits(1), f"arith.cmpi {key}, {a}, {b} : {type}",
                    lambda env: [int(test(x, y, signed(x, bits), signed(y, bits)))
                                 for x, y in zip(env[a], env[b])])

    def select(self):
        flags = self.visible(lambda t: t.bits == 1 and not t.pointee)
        if not flags:
            return self.compare()
        flag, flag_type = self.rng.choice(flags)
        if flag_type.shape:
            values = self.visible(lambda t: t.shape == flag_type.shape and t.bits > 1)
        else:
            values = self.visible(lambda t: t.bits > 1)
        if not values:
            return
        a, type = self.rng.choice(values)
        b = self.rng.choice(self.visible(lambda t: str(t) == str(type)))[0]
        kind = f"{flag_type}, {type}" if flag_type.shape else str(type)
        self.define(self.fresh(), type, f"arith.select {flag}, {a}, {b} : {kind}",
                    lambda env: [x if c else y for c, x, y in
                                 zip(env[flag] * (1 if flag_type.shape else type.count()),
                                     env[a], env[b])])

    def cast(self):
        name, type = self.rng.choice(self.visible(lambda t: not t.pointee))
        wider = [b for b in (8, 16, 32, 64) if b > type.bits]
        narrower = [b for b in (8, 16, 32) if b < type.bits]
        ops = [("arith.extsi", b) for b in wider] + [("arith.extui", b) for b in wider]
        ops += [("arith.trunci", b) for b in narrower]
        op, bits = self.rng.choice(ops)
        to = type.with_bits(bits)
        convert = (lambda x: signed(x, type.bits)) if op == "arith.extsi" else (lambda x: x)
        self.define(self.fresh(), to, f"{op} {name} : {type} to {to}",
                    lambda env: [convert(x) % (1 << bits) for x in env[name]])

    def reshape(self):
        name, type = self.rng.choice(self.visible(lambda t: t.shape != ()))
        left, shape = type.count(), []
        while left > 1:
            extent = min(left, 1 << self.rng.randrange(0, 4))
            shape.append(extent)
            left //= extent
        self.rng.shuffle(shape)
        if not shape or self.rng.random() < 0.5:
            shape.insert(self.rng.randrange(len(shape) + 1), 1)
        if len(shape) > 4:
            return
        to = Type(shape, type.bits, type.pointee)
        self.define(self.fresh(), to, f"nv_tileaa.view {name} : {type} -> {to}",
                    lambda env: env[name])

    def broadcast(self):
        found = self.visible(lambda t: 1 in t.shape and t.count() <= 32)
        if not found:
            return self.reshape()
        name, type = self.rng.choice(found)
        shape = [self.rng.choice([1, 2, 4, 8]) if e == 1 else e for e in type.shape]
        to = Type(shape, type.bits, type.pointee)
        if to.count() > 128:
            return
        pick = [flat([0 if s == 1 else i for i, s in zip(p, type.shape)], type.shape)
                for p in positions(shape)]
        self.define(self.fresh(), to, f"nv_tileaa.broadcast {name} : {type} -> {to}",
                    lambda env: [env[name][i] for i in pick])

    def permute(self):
        found = self.visible(lambda t: len(t.shape) > 1)
        if not found:
            return self.reshape()
        name, type = self.rng.choice(found)
        order = list(range(len(type.shape)))
        self.rng.shuffle(order)
        to = Type([type.shape[i] for i in order], type.bits, type.pointee)
        pick = []
        for p in positions(to.shape):
            source = [0] * len(order)
            for d, i in enumerate(order):
                source[i] = p[d]
            pick.append(flat(source, type.shape))
        self.define(self.fresh(), to,
                    f"nv_tileaa.permute {name} [{', '.join(map(str, order))}] : {type} -> {to}",
                    lambda env: [env[name][i] for i in pick])

    def extract(self):
        found = self.visible(lambda t: t.shape != ())
        name, type = self.rng.choice(found)
        shape = [e >> self.rng.randrange(0, e.bit_length()) for e in type.shape]
        slot = [self.rng.randrange(e // s) for e, s in zip(type.shape, shape)]
        names = [self.constant(Type((), 32), [i]) for i in slot]
        to = Type(shape, type.bits, type.pointee)
        pick = [flat([i * s + p for i, s, p in zip(slot, shape, at)], type.shape)
                for at in positions(shape)]
        self.define(self.fresh(), to,
                    f"nv_tileaa.extract {name}[{', '.join(names)}] : {type} -> {to}",
                    lambda env: [env[name][i] for i in pick])

    def cat(self):
        name, type = self.rng.choice(self.visible(lambda t: t.shape and t.count() <= 32))
        other = self.rng.choice(self.visible(lambda t: str(t) == str(type)))[0]
        dim = self.rng.randrange(len(type.shape))
        shape = list(type.shape)
        shape[dim] *= 2
        to = Type(shape, type.bits, type.pointee)
        pick = []
        for p in positions(shape):
            q = list(p)
            q[dim] %= type.shape[dim]
            pick.append((p[dim] >= type.shape[dim], flat(q, type.shape)))
        self.define(self.fresh(), to,
                    f"nv_tileaa.cat {name}, {other} dim = {dim} : {type}, {type} -> {to}",
                    lambda env: [env[other if second else name][i] for second, i in pick])

    def address(self):
        pointers = self.visible(lambda t: t.pointee)
        if not pointers:
            return
        name, type = self.rng.choice(pointers)
        if not type.shape:
            offsets = self.visible(lambda t: not t.pointee and t.bits > 1)
            offset, offset_type = self.rng.choice(offsets)
            if offset_type.shape:
                name = self.splat((name, type), offset_type.shape)
                type = self.types[name]
        else:
            offset_type = Type(type.shape, self.rng.choice([32, 64]))
            offset = self.partner(offset_type)

        def compute(env):
            result = []
            for p, o in zip(env[name], env[offset]):
                address = p + signed(o, offset_type.bits) * type.pointee
                if not 0 <= address < 1 << 63:
                    raise Undefined
                result.append(address)
            return result

        self.define(self.fresh(), type,
                    f"nv_tileaa.addptr {name}, {offset} : {type}, {offset_type}", compute)

    def idiom(self):
        """A scalar plus 0, 1, 2, ..., and what must not carry a group over an end."""
        scalars = self.visible(lambda t: not t.shape and t.bits in (8, 16, 32) and not t.pointee)
        if not scalars:
            return
        start, scalar = self.rng.choice(scalars)
        extent = self.rng.choice([8, 16])
        type = Type((extent,), scalar.bits)
        if self.rng.random() < 0.5:
            factor = self.constant(scalar, [self.rng.choice([4, 8, 16])])
            start = self.define(
                self.fresh(), scalar, f"arith.muli {start}, {factor} : {scalar}",
                lambda env, a=start: [binary("arith.muli", env[a][0], env[factor][0], scalar.bits)])
        base = self.splat((start, scalar), type.shape)
        steps = self.define(self.fresh(), type, f"nv_tileaa.make_range : {type}",
                            lambda env: list(range(extent)))
        tile = self.define(self.fresh(), type, f"arith.addi {base}, {steps} : {type}",
                           lambda env: [binary("arith.addi", x, y, type.bits)
                                        for x, y in zip(env[base], env[steps])])
        for op in ("arith.extsi", "arith.extui"):
            to = type.with_bits(64)
            self.define(self.fresh(), to, f"{op} {tile} : {type} to {to}",
                        lambda env, op=op: [
                            (signed(x, type.bits) if op == "arith.extsi" else x) % (1 << 64)
                            for x in env[tile]])
        power = self.constant(type, [self.rng.choice([2, 4, 8])] * extent)
        for op in self.rng.sample(["arith.divsi", "arith.floordivsi", "arith.divui",
                                   "nv_tileaa.remsi", "arith.remui", "arith.ceildivsi"], 3):
            self.define(self.fresh(), type, f"{op} {tile}, {power} : {type}",
                        lambda env, op=op: [binary(op, x, y, type.bits)
                                            for x, y in zip(env[tile], env[power])])
        flags = type.with_bits(1)
        limit = self.splat(self.rng.choice(
            self.visible(lambda t: str(t) == str(scalar))), type.shape)
        key = self.rng.choice(["slt", "sge", "ult", "uge", "sle"])
        flag = self.define(self.fresh(), flags, f"arith.cmpi {key}, {tile}, {limit} : {type}",
                           lambda env: [int(PREDICATES[key](x, y, signed(x, type.bits),
                                                            signed(y, type.bits)))
                                        for x, y in zip(env[tile], env[limit])])
        self.define(self.fresh(), type,
                    f"arith.select {flag}, {tile}, {steps} : {flags}, {type}",
                    lambda env: [x if c else y for c, x, y in
                                 zip(env[flag], env[tile], env[steps])])

    def step(self):
        self.rng.choice(
            [self.arithmetic] * 9
            + [self.compare, self.cast, self.cast, self.select, self.reshape, self.reshape]
            + [self.broadcast, self.broadcast, self.permute, self.extract, self.cat]
            + [self.address] * 3
            + [self.idiom]
        )()

    # Control flow.

    def nested(self, steps):
        """Statements of a region; its values stay inside."""
        outer, self.body = self.body, []
        self.depth += 1
        self.scopes.append([])
        for _ in range(steps):
            self.step()
        self.depth -= 1
        inner, self.body = self.body, outer
        return inner

    def branch(self):
        flags = self.visible(lambda t: not t.shape and t.bits == 1)
        if not flags:
            return
        flag = self.rng.choice(flags)[0]
        type = self.rng.choice(self.visible(lambda t: t.bits > 1))[1]
        name = self.fresh()
        self.emit(f"{name} = scf.if {flag} -> ({type}) {{")
        sides = []
        for side in range(2):
            inner = self.nested(self.rng.randrange(1, 4))
            value = self.rng.choice(self.visible(lambda t: str(t) == str(type)))[0]
            self.scopes.pop()
            self.emit(f"  scf.yield {value} : {type}")
            self.emit("} else {" if side == 0 else "}")
            sides.append((inner, value))

        def run(env):
            inner, value = sides[0] if env[flag][0] else sides[1]
            for statement in inner:
                statement(env)
            env[name] = env[value]

        self.body.append(run)
        self.bind(name, type)
        self.watch(name)

    def loop(self):
        rng = self.rng
        bits = rng.choice([32, 64])
        scalars = lambda: self.visible(lambda t: not t.shape and t.bits == bits and not t.pointee)
        low = rng.choice(scalars())[0] if scalars() and rng.random() < 0.4 else self.constant(
            Type((), bits), [rng.choice([0, 0, 4, 16, -8])])
        high = rng.choice(scalars())[0] if scalars() and rng.random() < 0.4 else self.constant(
            Type((), bits), [rng.choice([8, 32, 100])])
        step = self.constant(Type((), bits), [rng.choice([1, 2, 8, 16, 12])])
        initial, type = rng.choice(self.visible(lambda t: t.bits > 1))
        name, iv, carried = self.fresh(), self.fresh(), self.fresh()
        self.emit(f"{name} = scf.for {iv} = {low} to {high} step {step} "
                  f"iter_args({carried} = {initial}) -> ({type}) : i{bits} {{")
        self.scopes.append([(iv, Type((), bits)), (carried, type)])
        self.types[iv], self.types[carried] = Type((), bits), type
        outer, self.body = self.body, []
        self.depth += 1
        self.watch(iv)
        self.watch(carried)
        self.depth -= 1
        first, self.body = self.body, outer
        inner = first + self.nested(rng.randrange(1, 5))
        value = rng.choice(self.visible(lambda t: str(t) == str(type)))[0]
        self.scopes.pop()
        self.scopes.pop()
        self.emit(f"  scf.yield {value} : {type}")
        self.emit("}")

        def run(env):
            at, end = signed(env[low][0], bits), signed(env[high][0], bits)
            current, turns = env[initial], 0
            while at < end:
                env[iv], env[carried] = [at % (1 << bits)], current
                for statement in inner:
                    statement(env)
                current = env[value]
                at += signed(env[step][0], bits)
                turns += 1
                # Long loops: the first turns are checked, what follows is not run.
                if turns == 12:
                    raise Undefined
            env[name] = current

        self.body.append(run)
        self.bind(name, type)
        self.watch(name)

    def make(self):
        for _ in range(self.rng.randrange(2, 5)):
            self.add_argument()
        header_at = len(self.lines)
        for name, _, _ in list(self.arguments):
            if self.rng.random() < 0.6:
                self.assume(name)
        self.make_range(32)
        self.make_range(self.rng.choice([8, 16, 32, 64]))
        self.program_id()
        self.constant(Type((), self.rng.choice([8, 32])))
        for _ in range(self.rng.randrange(6, 16)):
            kind = self.rng.random()
            if kind < 0.06:
                self.branch()
            elif kind < 0.12:
                self.loop()
            else:
                self.step()
        arguments = ", ".join(f"{n}: {t}" for n, t, _ in self.arguments)
        self.lines.insert(header_at, f"nv_tileaa.func @{self.name}({arguments}) {{")
        self.emit("nv_tileaa.return")
        self.lines.append("}")

    def run(self):
        env = {"#log": {}, "#pid": self.rng.choice([0, 1, 5, 1000, (1 << 24) - 2])}
        for name, _, draw in self.arguments:
            env[name] = [draw()]
        try:
            for statement in self.body:
                statement(env)
        except Undefined:
            pass
        return env["#log"], [env[name][0] for name, _, _ in self.arguments]


CLAIM = re.compile(
    r"printed (\w+)%d: contiguity = \[([^\]]*)\], divisibility = \[([^\]]*)\], "
    r"constancy = \[([^\]]*)\](?:, base = argument (\d+), offset_divisibility = (\w+))?"
    r"(?:, signed \[(-?\d+), (-?\d+)\], unsigned \[(\d+), (\d+)\])?"
)


def numbers(text):
    return [MAX_DIVISOR if x.strip() == "max" else int(x) for x in text.split(",")]


def violations(values, type, claim, arguments):
    contiguity, divisibility, constancy = (numbers(claim[i]) for i in (2, 3, 4))
    shape, top, unit = type.shape or (1,), 1 << type.bits, type.pointee or 1
    if claim[5]:
        base, divisor = arguments[int(claim[5])], numbers(claim[6])[0]
        for x in values:
            if (x - base) % divisor:
                yield f"{x} - {base} is no multiple of {divisor}"
    if not type.pointee:
        smin, smax, umin, umax = (int(claim[i]) for i in (7, 8, 9, 10))
    for x in [] if type.pointee else values:
        if not smin <= signed(x, type.bits) <= smax:
            yield f"{signed(x, type.bits)} outside signed [{smin}, {smax}]"
        if not umin <= x <= umax:
            yield f"{x} outside unsigned [{umin}, {umax}]"
    steps = strides(shape)
    for axis, extent in enumerate(shape):
        for at in positions(shape):
            i = flat(at, shape)
            offset = at[axis] % contiguity[axis]
            if offset == 0 and values[i] % divisibility[axis] != 0:
                yield f"{values[i]} at {at} is no multiple of {divisibility[axis]} (axis {axis})"
            if offset and (values[i] - values[i - steps[axis]]) % top != unit:
                yield f"not contiguous at {at} along {axis}"
            if at[axis] % constancy[axis] and values[i] != values[i - steps[axis]]:
                yield f"not constant at {at} along {axis}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--runs", type=int, default=6)
    parser.add_argument("--tool", default="tessera-opt")
    parser.add_argument("--keep", help="write the program here")
    options = parser.parse_args()

    makers = []
    for index in range(options.count):
        maker = Maker(random.Random(f"{options.seed}/{index}"), f"f{index}_")
        maker.make()
        makers.append(maker)
    text = "\n".join(line for maker in makers for line in maker.lines)
    if options.keep:
        with open(options.keep, "w") as file:
            file.write(text)
    done = subprocess.run(
        [options.tool, "-", "-o", "/dev/null", "--test-access-facts=prints-only",
         "--mlir-print-op-on-diagnostic=false"],
        input=text, capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stderr[:4000])
        sys.exit(1)
    claims = {m[1]: m for m in CLAIM.finditer(done.stderr)}

    checked = failed = informative = 0
    for maker in makers:
        logs = [maker.run() for _ in range(options.runs)]
        for tag, (name, type) in maker.watched.items():
            seen = [(values, args) for log, args in logs for values in log.get(tag, [])]
            if tag not in claims:
                # Only code that is never executed has no claims.
                if seen:
                    failed += 1
                    print(f"{tag} ({name}): executed, but no facts")
                continue
            claim = claims[tag]
            informative += any(n > 1 for i in (2, 3, 4) for n in numbers(claim[i]))
            for values, arguments in seen:
                checked += 1
                problem = next(violations(values, type, claim, arguments), None)
                if problem:
                    failed += 1
                    print(f"{tag} ({name} : {type}): {problem}\n  {claim[0]}\n  {values}")
                    break
    print(f"{checked} values of {len(makers)} functions, {len(claims)} claims "
          f"({informative} with a factor), {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
