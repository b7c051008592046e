# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What generators of random kernels share: text under construction, execution, comparison."""
import ctypes
import subprocess
import sys
from pathlib import Path

import numpy as np

# Targets and optimisation levels. Those that this machine cannot execute are left out.
ROADS = "cpu@0,cpu@2,cpu:x86-64-v4@2"
NOT_HERE = "does not run on this machine"
DEVICE_PREFIX = "cuda:"
UTILS = Path(__file__).resolve().parents[3] / "utils"
DOES_NOT_APPLY = "does not apply: "
# Of a strategy that was asked for, which therefore no other one takes the place of.
DOES_NOT_FIT = "bytes of shared memory on sm_"
# Of the instructions that a kernel executed: those of tensor maps.
BY_TMA = "cp.async.bulk.tensor"
# Of PTX whose blocks share tiles.
IN_CLUSTERS = ".reqnctapercluster 2"
FOUR_BITS = "f4E2M1FN"
BITS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64}
# Of the formats of 8 bits the bits of 0, 1 and 2.
BYTES = {"f8E4M3FN": [0, 0x38, 0x40], "f8E5M2": [0, 0x3C, 0x40]}
NUMPY = {"f16": np.float16, "f32": np.float32, "f64": np.float64}


def tile(shape, kind):
    return f"tile<{'x'.join(map(str, [*shape, kind]))}>"


def any_integers(rng, kind, count):
    edge = 2 ** (BITS[kind] - 1)
    return rng.integers(-edge, edge, count, dtype=np.int64).astype(f"i{BITS[kind] // 8}")


def as_floats(values, kind):
    """Whole numbers as elements of a float type; as bits what numpy does not have."""
    if kind in BYTES:
        return np.array(BYTES[kind], np.uint8)[np.abs(values)] | np.where(values < 0, 0x80, 0).astype(np.uint8)
    if kind == "bf16":
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return values.astype(NUMPY[kind])


class Program:
    """A kernel under construction."""

    def __init__(self, rng):
        self.rng = rng
        # How often an array begins, and its rows do, where tensor maps can name them.
        self.mapped = 0
        # Draws of its own, so that a seed stands for the same program as before there were these.
        self.placing = np.random.default_rng(rng.bit_generator.state["state"]["state"] % 2**64)
        self.starts = {}  # Elements of an argument in front of the first that the kernel uses.
        self.arguments = {}  # Name: element type, elements in memory.
        self.given = {}  # Contents of arguments that are not just any numbers.
        self.sizes = []  # Arguments that are numbers.
        self.lines = []
        self.views = []  # Lines before all others.
        self.names = 0
        self.hints = ""  # Of the entry.

    def pick(self, *choices):
        return choices[self.rng.integers(len(choices))]

    def chance(self, probability):
        return self.rng.random() < probability

    def named(self, text):
        """A line that defines a value. Its name."""
        self.names += 1
        self.lines.append(f"%v{self.names} = {text}")
        return f"%v{self.names}"

    def taken(self):
        """The lines up to here, which are to go elsewhere."""
        lines, self.lines = self.lines, []
        return lines

    def number(self, value):
        """Text for a size: itself, or an argument."""
        if self.chance(0.35):
            return str(value)
        return self.argument(value)

    def argument(self, value):
        """An argument of this value."""
        self.sizes.append(value)
        return f"%n{len(self.sizes) - 1}"

    def begin(self, name, kind, count):
        """A pointer to `count` elements of `kind` in the argument `name`, perhaps not at its begin: a launch finds out."""
        isMapped = self.placing.random() < self.mapped if self.mapped else False
        start = int(self.placing.choice([0, 0, 16] if isMapped else [0, 0, 0, 0, 1, 2, 4, 5, 8, 16]))
        if kind == FOUR_BITS:  # Pointers name whole bytes.
            start += start % 2
        self.arguments[name], self.starts[name] = (kind, count + start), start
        if not start and self.placing.random() < 0.8:
            return f"%{name}"
        pointer = f"tile<ptr<{kind}>>"
        self.views.append(f"%{name}_at = offset %{name}, {self.argument(start)} : {pointer}, tile<i32> -> {pointer}")
        return f"%{name}_at"

    def strides(self, shape, order):
        """Strides of an array whose dimensions lie in memory by `order`, outermost first, and its elements."""
        isMapped = self.mapped and self.placing.random() < self.mapped
        strides, step = [0] * len(shape), 1
        for d in reversed(order):
            strides[d] = step
            step *= shape[d]
            if d == order[-1] and step > 1 and self.chance(0.5):
                step += int(self.pick(1, 3, 8, 16))
            if d == order[-1] and isMapped:
                step = -(-step // 16) * 16
        return strides, step

    def view(self, name, kind, shape, extent, order=None, padded=True):
        """The type of a view of the argument `name`, an array of `kind`, in tiles of `extent`."""
        order = order or [*range(len(shape))]
        strides, count = self.strides(shape, order)
        pointer = self.begin(name, kind, count)
        isPromised = self.chance(0.5)
        if isPromised and pointer == f"%{name}":
            pointer = f"%{name}_aligned"
            self.views.append(f"{pointer} = assume div_by<16>, %{name} : tile<ptr<{kind}>>")
        sizes = [self.number(s) for s in shape]
        steps = ["1" if d == order[-1] else self.number(s) for d, s in enumerate(strides)]
        dynamic = ["?" if s[0] == "%" else s for s in sizes + steps]
        tensor = f"tensor_view<{'x'.join(dynamic[:len(shape)])}x{kind}, strides=[{','.join(dynamic[len(shape):])}]>"
        padding = ", padding_value = zero" if padded else ""
        tiles = f"partition_view<tile=({'x'.join(map(str, extent))}){padding}, {tensor}>"
        self.views += [
            f"%{name}_view = make_tensor_view {pointer}, shape = [{', '.join(sizes)}], strides = [{', '.join(steps)}] "
            f": {'tile<i32> -> ' if '?' in dynamic else ''}{tensor}",
            f"%{name}_tiles = make_partition_view %{name}_view : {tiles}",
        ]
        return tiles

    def load_view(self, name, kind, tiles, extent, index, token=""):
        """A tile of the argument `name`: its name; that of its token ends in _token."""
        self.names += 1
        self.lines.append(
            f"%v{self.names}, %v{self.names}_token = load_view_tko weak %{name}_tiles[{', '.join(index)}]{token} : {tiles}, "
            f"tile<i32> -> {tile(extent, kind)}, token"
        )
        return f"%v{self.names}"

    def store_view(self, value, kind, name, tiles, extent, index, token=""):
        self.names += 1
        self.lines.append(
            f"%v{self.names} = store_view_tko weak {value}, %{name}_tiles[{', '.join(index)}]{token} : "
            f"{tile(extent, kind)}, {tiles}, tile<i32> -> token"
        )
        return f"%v{self.names}"

    def text(self):
        arguments = [f"%{name}: tile<ptr<{kind}>>" for name, (kind, _) in self.arguments.items()]
        arguments += [f"%n{i}: tile<i32>" for i in range(len(self.sizes))]
        head = ["%bx, %by, %bz = get_tile_block_id : tile<i32>"]
        head += [f"%c{n} = constant <i32: {n}> : tile<i32>" for n in (0, 1)]
        body = "\n    ".join([*head, *self.views, *self.lines, "return"])
        hints = f" optimization_hints={self.hints}" if self.hints else ""
        return f"cuda_tile.module @m {{\n  entry @k({', '.join(arguments)}){hints} {{\n    {body}\n  }}\n}}\n"


class Kernel:
    """A program with its grid, the arguments that hold results, and what it is, for people."""

    def __init__(self, program, grid, outs, what):
        self.program, self.outs, self.what = program, outs, what
        self.grid = ",".join(map(str, grid))


def bits_of(array, kind, zeros_alike):
    bits = array.view(f"u{array.dtype.itemsize}").ravel().copy()
    if zeros_alike and kind not in BITS:
        bits[bits == 1 << (8 * array.dtype.itemsize - 1)] = 0
    return bits


def options_of(road):
    """Of TARGET@LEVEL, or TARGET@LEVEL@STRATEGY, which some kernels are refused for, with 3 schedules."""
    target, level, *strategy = road
    options = ["--target", target, "--opt-level", level]
    return options + (["--strategy", strategy[0], "--schedules", "3"] if strategy else [])


class ByTool:
    """`tessera run` with the options of a road."""

    def __init__(self, words):
        self.words = words

    def run(self, folder, kernel, given, arguments):
        return subprocess.run(["tessera", "run", f"{folder}/k.mlir", "--grid", kernel.grid, *self.words, *arguments],
                              capture_output=True, text=True)  # fmt: skip


class OnDevice:
    """The GPU of this machine: the road cuda:TARGET@LEVEL or cuda:TARGET@LEVEL@STRATEGY. This process
    launches what tileiras makes, so all its kernels share one context."""

    device = None

    def __init__(self, road):
        target, level, *strategy = road
        self.target = target.removeprefix(DEVICE_PREFIX)
        self.options = ["--opt-level", level, *(["--strategy", strategy[0]] if strategy else [])]
        self.words = ["on this machine's GPU:", "--target", self.target, *self.options]

    def run(self, folder, kernel, given, _):
        """What the launch says, as `subprocess.run` gives it; results lie where `tessera run` leaves them."""
        sys.path.insert(0, str(UTILS))
        from cuda_device import Container, Device

        for command in (["tessera", "asm", f"{folder}/k.mlir", "-o", f"{folder}/k.bc"],
                        ["tileiras", f"{folder}/k.bc", "-o", f"{folder}/k.bin", "--gpu-name", self.target,
                         "--container", "always", *self.options]):  # fmt: skip
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                return done
        OnDevice.device = OnDevice.device or Device()
        try:
            self.launch(Container(Path(f"{folder}/k.bin").read_bytes()), folder, kernel, given)
        except RuntimeError as error:
            done.returncode, done.stderr = 1, str(error)
        return done

    def launch(self, container, folder, kernel, given):
        device = self.device
        function, launched = device.function(container, "k"), container.kernels["k"]
        block = (1, 1, 1) if ".blocksareclusters" in container.ptx else launched["block"]
        pointers = {name: device.upload(array) for name, array in given.items()}
        try:
            values = [*pointers.values(), *map(ctypes.c_int32, kernel.program.sizes)]
            grid = [int(each) for each in kernel.grid.split(",")]
            device.launch(function, grid + [1] * (3 - len(grid)), block, launched["dynamic"], values)
            device.synchronize()
            for out in kernel.outs:
                result = np.empty_like(given[out])
                device.download(pointers[out], result)
                np.save(f"{folder}/{out}.out.npy", result)
        finally:
            for pointer in pointers.values():
                device.release(pointer)


def engines(folder, kernel, options, arguments):
    """What the kernel, compiled for the target and strategy of `options`, uses: copies by TMA, clusters."""
    ptx = f"{folder}/k.ptx"
    target = [each for pair in zip(options[::2], options[1::2]) if pair[0] in ("--target", "--strategy") for each in pair]
    subprocess.run(["tessera", "compile", f"{folder}/k.mlir", *target, "-o", ptx], check=True)
    text = Path(ptx).read_text()
    # Shared memory has its size in the text unless that is more than 48 KiB.
    shared = ["--shared", str(227 * 1024)] if ".extern .shared" in text else []
    done = subprocess.run(["tessera", "emulate", ptx, *shared, "--grid", kernel.grid, *arguments, "--profile"],
                          capture_output=True, text=True, check=True)  # fmt: skip
    return [*["by TMA"] * (BY_TMA in done.stdout), *["in clusters"] * (IN_CLUSTERS in text)]


def check(folder, seed, build, contents, roads, zeros_alike):
    """What differs, as text, for one seed; and the roads taken."""
    rng = np.random.default_rng(seed)
    kernel = build(rng)
    program = kernel.program
    (folder / "k.mlir").write_text(program.text())
    arguments, inputs = [], {}
    for name, (kind, count) in program.arguments.items():
        given = program.given.get(name)
        if given is None:
            given = contents(rng, name, kind, count)
        elif start := program.starts.get(name, 0):
            given = np.concatenate([np.zeros(start, given.dtype), given.ravel()])
        np.save(folder / f"{name}.npy", given)
        inputs[name] = np.ascontiguousarray(given)
        arguments.append(f"{folder}/{name}.npy:{kind}" + (f"=>{folder}/{name}.out.npy" if name in kernel.outs else ""))
    arguments += [f"i32:{size}" for size in program.sizes]
    want, taken, failures = None, set(), []
    executors = [OnDevice(road) if road[0].startswith(DEVICE_PREFIX) else ByTool(options_of(road)) for road in roads]
    for executor in [ByTool(["--interpret"]), *executors]:
        options = executor.words
        done = executor.run(folder, kernel, inputs, arguments)
        if NOT_HERE in done.stderr:
            continue
        is_refused = DOES_NOT_APPLY in done.stderr or (DOES_NOT_FIT in done.stderr and "--strategy" in options)
        if is_refused and done.returncode:
            taken.add(f"{' '.join(options)}: refused")
            continue
        where = f"seed {seed} ({kernel.what}) {' '.join(options)}"
        if done.returncode:
            failures.append(f"{where}: {done.stderr[:600]}")
            if want is None:
                break
            continue
        got = {out: bits_of(np.load(folder / f"{out}.out.npy"), program.arguments[out][0], zeros_alike) for out in kernel.outs}
        if want is None:
            want = got
            continue
        taken.add(" ".join(options))
        if program.mapped and isinstance(executor, ByTool) and not options[1].startswith("cpu"):
            for engine in engines(folder, kernel, options, arguments):
                taken.add(f"{' '.join(options)}: {engine}")
        for out in kernel.outs:
            wrong = np.flatnonzero(got[out] != want[out])
            if wrong.size:
                i = wrong[0]
                failures.append(f"{where}: {wrong.size} of {want[out].size} in {out} wrong, at {i} {got[out][i]:#x}, expected {want[out][i]:#x}")
    return failures, taken


def main(build, contents, zeros_alike=False):
    """FOLDER SEED COUNT [ROADS]: builds and checks the kernels of some seeds. The exit status.
    `zeros_alike`: the sign of a zero is not specified, as of the sums of products.

    Kernels that a strategy is not for are counted apart, those that TMA copied for, and those of clusters.
    """
    folder, seed, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    roads = [road.split("@") for road in (sys.argv[4] if len(sys.argv) > 4 else ROADS).split(",")]
    failed, refused, by_tma, clusters, taken = 0, 0, 0, 0, set()
    for s in range(seed, seed + count):
        failures, more = check(folder, s, build, contents, roads, zeros_alike)
        failed += bool(failures)
        refused += any(road.endswith(": refused") for road in more)
        by_tma += any(road.endswith(": by TMA") for road in more)
        clusters += any(road.endswith(": in clusters") for road in more)
        taken |= {road for road in more if not road.endswith((": refused", ": by TMA", ": in clusters"))}
        for failure in failures:
            print("FAIL", failure, flush=True)
    apart = f", {refused} refused by a strategy" if refused else ""
    apart += f", TMA copied in {by_tma}" if by_tma else ""
    apart += f", {clusters} in clusters" if clusters else ""
    agree = count - failed - refused
    print(f"seeds {seed} to {seed + count - 1}: {agree} kernels agree on {len(taken)} roads, {failed} do not{apart}")
    return 1 if failed else 0
