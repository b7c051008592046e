# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes one kernel in the llvm and nvvm dialects.

A product on 64 x 256 elements names 128 registers, so that nobody can write or read
the module by hand. A kernel of this folder is therefore a Python function that calls a
Kernel: one call makes one operation, and a loop around a call repeats it. Nothing is
optimised here. The generated text is the whole kernel, and says what it does.

    k = Kernel("name", [("count", "i32")], threads=128, shared_bytes=1024)
    lane = k.op("nvvm.read.ptx.sreg.laneid", "i32") & 31
    k.when(lane < k.argument("count"), lambda: ...)
    print(k.text())
"""

LAYOUT = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
TENSOR_MAP = "!llvm.ptr {llvm.byval = !llvm.array<16 x i64>, llvm.align = 64 : i64, nvvm.grid_constant}"


class Value:
    """An SSA value of a kernel. Operators make llvm operations; a Python number beside
    one becomes a constant of its type. `/`, `%`, `>>` and `<` are unsigned."""

    def __init__(self, kernel, name, type):
        self.kernel, self.name, self.type = kernel, name, type

    def _binary(self, op, other):
        other = self.kernel.constant(other, self.type)
        return self.kernel.op(f"{op} {self.name}, {other.name} : {self.type}", self.type)

    def _compare(self, predicate, other):
        other = self.kernel.constant(other, self.type)
        text = f'llvm.icmp "{predicate}" {self.name}, {other.name} : {self.type}'
        return self.kernel.op(text, "i1")

    def __add__(self, other):
        return self._binary("llvm.fadd" if self.type == "f32" else "llvm.add", other)

    def __sub__(self, other):
        return self._binary("llvm.fsub" if self.type == "f32" else "llvm.sub", other)

    def __mul__(self, other):
        return self._binary("llvm.fmul" if self.type == "f32" else "llvm.mul", other)

    def __truediv__(self, other):
        return self._binary("llvm.udiv", other)

    def __mod__(self, other):
        return self._binary("llvm.urem", other)

    def __lshift__(self, other):
        return self._binary("llvm.shl", other)

    def __rshift__(self, other):
        return self._binary("llvm.lshr", other)

    def __and__(self, other):
        return self._binary("llvm.and", other)

    def __or__(self, other):
        return self._binary("llvm.or", other)

    def __xor__(self, other):
        return self._binary("llvm.xor", other)

    def __lt__(self, other):
        return self._compare("ult", other)

    def equals(self, other):
        return self._compare("eq", other)

    def cast(self, op, type):
        return self.kernel.op(f"{op} {self.name} : {self.type} to {type}", type)


class Kernel:
    """A kernel under construction. `parameters` are (name, type); the type "map" is a
    tensor map, passed by value."""

    def __init__(self, name, parameters, threads, shared_bytes, max_registers=None):
        self.name = name
        self.attributes = [
            "nvvm.kernel", f"nvvm.reqntid = array<i32: {threads}>",
            f"nv_tileas.shared_bytes = {shared_bytes} : i64",
        ]  # fmt: skip
        if max_registers:
            self.attributes.append(f"nvvm.maxnreg = {max_registers} : i32")
        self.parameters = parameters
        self.lines, self.constants, self.count = [], {}, 0
        pool = self._line("%pool", "llvm.mlir.addressof @pool : !llvm.ptr<3>")
        # Addresses in shared memory are numbers of 32 bits from here on.
        self.pool = self.op(f"llvm.ptrtoint {pool} : !llvm.ptr<3> to i32", "i32")
        self.thread = self.op("nvvm.read.ptx.sreg.tid.x", "i32")

    def argument(self, name):
        type = dict(self.parameters)[name]
        return Value(self, f"%{name}", "!llvm.ptr" if type == "map" else type)

    # Operations.

    def _line(self, result, text):
        self.lines.append(f"  {result} = {text}" if result else f"  {text}")
        return result

    def fresh(self, type):
        self.count += 1
        return Value(self, f"%v{self.count}", type)

    def op(self, text, type=None):
        """An operation as text; with a type, the value it makes."""
        if type is None:
            return self._line(None, text)
        if text.startswith("nvvm.read."):
            text += f" : {type}"
        value = self.fresh(type)
        self._line(value.name, text)
        return value

    def constant(self, number, type="i32"):
        """The value itself, or the number as a constant at the kernel's start."""
        if isinstance(number, Value):
            return number
        if (number, type) not in self.constants:
            self.constants[number, type] = self.fresh(type)
        return self.constants[number, type]

    def select(self, condition, yes, no):
        type = yes.type if isinstance(yes, Value) else no.type
        yes, no = self.constant(yes, type), self.constant(no, type)
        return self.op(f"llvm.select {condition.name}, {yes.name}, {no.name} : i1, {type}", type)

    def asm(self, text, inputs=(), outputs=(), tied=(), pure=False):
        """Inline PTX. `inputs` are values; `outputs` types; each value of `tied` is read
        and its register written: the results are the outputs, then those. In `text`
        $0... are the results, then come the tied inputs, which have numbers of their
        own, then the inputs."""
        letters = {"i32": "r", "f32": "f", "i64": "l", "!llvm.ptr": "l", "i1": "b"}
        types = [*outputs, *(value.type for value in tied)]
        constraints = ["=" + letters[type] for type in types]
        constraints += [str(len(outputs) + index) for index in range(len(tied))]
        constraints += [letters[value.type] for value in inputs]
        effects = "" if pure else "has_side_effects "
        constraints += [] if pure else ["~{memory}"]
        operands = [*tied, *inputs]
        result = types[0] if len(types) == 1 else f"!llvm.struct<({', '.join(types)})>"
        line = (f'llvm.inline_asm {effects}asm_dialect = att "{text}", "{",".join(constraints)}" '
                f'{", ".join(v.name for v in operands)} : ({", ".join(v.type for v in operands)}) '
                f'-> {result if types else "!llvm.void"}')  # fmt: skip
        if not types:
            return self.op(line)
        value = self.op(line, result)
        if len(types) == 1:
            return [value]
        return [
            self.op(f"llvm.extractvalue {value.name}[{index}] : {result}", type)
            for index, type in enumerate(types)
        ]

    def pack_bf16(self, low, high):
        """Two numbers as bf16 in one register."""
        return self.asm("cvt.rn.bf16x2.f32 $0, $2, $1;", [low, high], ["i32"], pure=True)[0]

    def maximum(self, x, y):
        return self.op(f"llvm.intr.maxnum({x.name}, {y.name}) : (f32, f32) -> f32", "f32")

    def multiply_add(self, x, y, z):
        names = ", ".join(self.constant(v, "f32").name for v in (x, y, z))
        return self.op(f"llvm.intr.fma({names}) : (f32, f32, f32) -> f32", "f32")

    def exp2(self, x):
        return self.asm("ex2.approx.ftz.f32 $0, $1;", [x], ["f32"], pure=True)[0]

    def reciprocal(self, x):
        return self.asm("rcp.approx.ftz.f32 $0, $1;", [x], ["f32"], pure=True)[0]

    @staticmethod
    def reduce(combine, values):
        """All values in one, combined as a tree of least depth."""
        while len(values) > 1:
            pairs = [combine(x, y) for x, y in zip(values[::2], values[1::2])]
            values = pairs + (values[-1:] if len(values) % 2 else [])
        return values[0]

    # Control flow. Values that change in it go through arguments of blocks.

    def _jump(self, label, values=()):
        names = ", ".join(value.name for value in values)
        types = ", ".join(value.type for value in values)
        return f"^{label}({names} : {types})" if values else f"^{label}"

    def _block(self, label, types=()):
        values = [self.fresh(type) for type in types]
        arguments = ", ".join(f"{value.name}: {value.type}" for value in values)
        self.lines.append(f"^{label}({arguments}):" if values else f"^{label}:")
        return values

    def _label(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def when(self, condition, then, otherwise=None, given=()):
        """`then()` where the condition holds, else `otherwise()`. Both return the same
        number of values; without `otherwise` those are `given`."""
        yes, no, join = self._label("then"), self._label("else"), self._label("join")
        other = self._jump(no) if otherwise else self._jump(join, given)
        self.op(f"llvm.cond_br {condition.name}, ^{yes}, {other}")
        self._block(yes)
        values = then() or []
        self.op(f"llvm.br {self._jump(join, values)}")
        if otherwise:
            self._block(no)
            self.op(f"llvm.br {self._jump(join, otherwise() or [])}")
        return self._block(join, [value.type for value in values])

    def loop(self, initial, body, stem="loop"):
        """Runs `body(values)` at least once. It returns whether to go on and the next
        values; those of the last round are the result."""
        label, exit = self._label(stem), self._label("exit")
        initial = [self.constant(value) for value in initial]
        types = [value.type for value in initial]
        self.op(f"llvm.br {self._jump(label, initial)}")
        again, values = body(self._block(label, types))
        self.op(
            f"llvm.cond_br {again.name}, {self._jump(label, values)}, {self._jump(exit, values)}"
        )
        return self._block(exit, types)

    # Barriers, in shared memory and by name.

    def init_barrier(self, barrier, count):
        self.asm("mbarrier.init.shared.b64 [$0], $1;", [barrier, self.constant(count)])

    def wait(self, barrier, parity):
        """Until the phase of that parity is over."""
        def round(_):
            done = self.asm(
                "{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [$1], $2; "
                "selp.b32 $0, 1, 0, p; }", [barrier, parity], ["i32"])[0]  # fmt: skip
            return done.equals(0), []

        self.loop([], round, "wait")

    def arrive(self, barrier, expected_bytes=None):
        if expected_bytes is None:
            self.asm("mbarrier.arrive.shared.b64 _, [$0];", [barrier])
        else:
            self.asm("mbarrier.arrive.expect_tx.shared.b64 _, [$0], $1;",
                     [barrier, self.constant(expected_bytes)])  # fmt: skip

    def named_barrier(self, number, threads):
        self.asm("bar.sync $0, $1;", [self.constant(number), self.constant(threads)])

    # Warps.

    def lane(self):
        return self.op("nvvm.read.ptx.sreg.laneid", "i32")

    def uniform(self, value):
        """A value that is the same in all lanes, in a form that shows it."""
        zero, all, clamp = self.constant(0), self.constant(-1), self.constant(31)
        return self.op(
            f"nvvm.shfl.sync idx {all.name}, {value.name}, {zero.name}, {clamp.name} : i32 -> i32",
            "i32")  # fmt: skip

    def exchange(self, value, distance):
        """The value of the lane whose number differs in the bits of `distance`."""
        all, distance, clamp = (self.constant(i) for i in (-1, distance, 31))
        return self.op(
            f"nvvm.shfl.sync bfly {all.name}, {value.name}, {distance.name}, {clamp.name}"
            f" : {value.type} -> {value.type}", value.type)  # fmt: skip

    def warp_barrier(self):
        self.op(f"nvvm.bar.warp.sync {self.constant(-1).name} : i32")

    def elected(self):
        """True in one lane of the warp, the same one each time, but not one that has a
        number."""
        return self.op("nvvm.elect.sync -> i1", "i1")

    # Tensor copies. Coordinates begin with the dimension that is contiguous.

    def load_tile(self, address, map, coordinates, barrier):
        places = ", ".join(f"${index + 3}" for index in range(len(coordinates)))
        self.asm(
            f"cp.async.bulk.tensor.{len(coordinates)}d.shared::cta.global.tile"
            f".mbarrier::complete_tx::bytes [$0], [$1, {{{places}}}], [$2];",
            [address, map, barrier, *coordinates])  # fmt: skip

    def store_tile(self, map, coordinates, address):
        places = ", ".join(f"${index + 2}" for index in range(len(coordinates)))
        self.asm(
            f"cp.async.bulk.tensor.{len(coordinates)}d.global.shared::cta.tile"
            f".bulk_group [$0, {{{places}}}], [$1];",
            [map, address, *coordinates])  # fmt: skip

    def prefetch_maps(self):
        for name, type in self.parameters:
            if type == "map":
                self.op(f"nvvm.prefetch tensormap, %{name} : !llvm.ptr")

    def proxy_fence(self):
        """What this thread stored in shared memory can be seen by copies and products
        that are issued after a barrier."""
        self.op("nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>,"
                " space = #nvvm.shared_space<cta>}")  # fmt: skip

    def text(self):
        """The module."""
        def parameter(name, type):
            return f"%{name}: {TENSOR_MAP if type == 'map' else type}"

        def number(value, type):
            if type == "f32":
                return "0xFF800000" if value == float("-inf") else repr(float(value))
            return str(value - (1 << 64) if type == "i64" and value >> 63 else value)

        header = ", ".join(parameter(*p) for p in self.parameters)
        constants = [
            f"  {value.name} = llvm.mlir.constant({number(*key)} : {value.type}) : {value.type}"
            for key, value in self.constants.items()
        ]
        return "\n".join([
            f'module attributes {{llvm.data_layout = "{LAYOUT}"}} {{',
            "llvm.mlir.global external @pool() {addr_space = 3 : i32, alignment = 1024 : i64}"
            " : !llvm.array<0 x i8>",
            f"llvm.func @{self.name}({header}) attributes {{{', '.join(self.attributes)}}} {{",
            *constants, *self.lines, "  llvm.return", "}", "}", "",
        ])  # fmt: skip
