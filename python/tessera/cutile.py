# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of cuTile Python, run, checked and compiled without a GPU.

>>> import cuda.tile as ct, tessera.cutile
>>> tessera.cutile.run(kernel, grid, x, y, 256)    # as ct.launch(), on NumPy arrays
>>> tessera.cutile.check(kernel, grid, x, y, 256)  # with every access checked
>>> tessera.cutile.compile(kernel, x, y, 256, target="sm_90a").module.ptx

cuTile translates the function to Tile IR bytecode (cuda.tile.compilation is public for
that); from there on everything is Tessera's. No CUDA driver and no toolkit take part.
docs/cutile.md explains it.
"""

from __future__ import annotations

import array
import ctypes
import inspect
import io
import threading
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Optional, Union

from . import _tessera
from .kernel import Grid, Kernel, Report
from .module import compile as _compile_bytecode

try:
    import cuda.tile as ct
    from cuda.tile import compilation as _export
except ImportError as _error:
    raise ImportError("tessera.cutile needs cuTile Python: pip install cuda-tile") from _error

__all__ = ["bytecode", "check", "compile", "run"]

#: The versions of bytecode to ask cuTile for, the newest that Tessera reads first.
_VERSIONS = ("13.4", "13.3")
#: Array assumptions are made about this many bytes, as cuTile itself makes them.
_ALIGNMENT = 16
_DTYPES = {
    "bool": "bool_", "bfloat16": "bfloat16", "f8E4M3FN": "float8_e4m3fn",
    "f8E5M2": "float8_e5m2", "f8E8M0FNU": "float8_e8m0fnu",
    **{f"{sign}int{bits}": f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)},
    **{f"float{bits}": f"float{bits}" for bits in (16, 32, 64)},
}  # fmt: skip


@dataclass(frozen=True)
class _Array:
    """All that the code of a kernel may depend on of an array."""

    dtype: str
    is_wide: bool
    static_shape: tuple[Optional[int], ...]
    static_strides: tuple[Optional[int], ...]
    shape_divisors: tuple[int, ...]
    stride_divisors: tuple[int, ...]
    address_divisor: int
    overlaps_itself: bool
    #: The number of the argument; then the groups of arguments that share memory.
    owner: Optional[int]
    groups: tuple[int, ...] = ()

    def constraint(self) -> Any:
        return _export.ArrayConstraint(
            getattr(ct, _DTYPES[self.dtype]),
            len(self.shape_divisors),
            index_dtype=ct.int64 if self.is_wide else ct.int32,
            stride_lower_bound_incl=0,
            alias_groups=tuple(f"g{each}" for each in self.groups),
            may_alias_internally=self.overlaps_itself,
            stride_constant=self.static_strides,
            shape_constant=self.static_shape,
            stride_divisible_by=self.stride_divisors,
            shape_divisible_by=self.shape_divisors,
            base_addr_divisible_by=self.address_divisor,
        )


    def common(self, other: _Array) -> _Array:
        """What is true of both, which have one type and rank."""

        def same(ours: tuple[Optional[int], ...], theirs: tuple[Optional[int], ...]) -> Any:
            return tuple(a if a == b else None for a, b in zip(ours, theirs))

        def least(ours: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(map(min, ours, theirs))

        return replace(
            self,
            static_shape=same(self.static_shape, other.static_shape),
            static_strides=same(self.static_strides, other.static_strides),
            shape_divisors=least(self.shape_divisors, other.shape_divisors),
            stride_divisors=least(self.stride_divisors, other.stride_divisors),
            address_divisor=min(self.address_divisor, other.address_divisor),
            overlaps_itself=self.overlaps_itself or other.overlaps_itself,
        )


@dataclass(frozen=True)
class _Scalar:
    dtype: str

    def constraint(self) -> Any:
        return _export.ScalarConstraint(getattr(ct, self.dtype))


@dataclass(frozen=True)
class _Constant:
    #: Beside the value, since 1, 1.0 and True are equal.
    type: type
    value: Union[bool, int, float]

    def constraint(self) -> Any:
        return _export.ConstantConstraint(self.value)


@dataclass(frozen=True)
class _List:
    #: What is true of all elements.
    element: _Array
    elements_overlap: bool = False

    def constraint(self) -> Any:
        return _export.ListConstraint(
            self.element.constraint(), alias_groups=(), elements_may_alias=self.elements_overlap
        )


@dataclass(frozen=True)
class _Tuple:
    items: tuple[_Shape, ...]

    def constraint(self) -> Any:
        return _export.TupleConstraint([each.constraint() for each in self.items])


_Shape = Union[_Array, _Scalar, _Constant, _List, _Tuple]


@dataclass(frozen=True)
class _Parameter:
    """A parameter of a kernel function, with what its annotation says."""

    name: str
    is_constant: bool = False
    scalar: Optional[str] = None
    array: Any = None


def _pyfunc(kernel: Any) -> Any:
    function = getattr(kernel, "_pyfunc", None)
    if not isinstance(kernel, ct.kernel) or function is None:
        raise TypeError(f"expected a function with @ct.kernel, got {type(kernel).__name__}")
    return function


class _Function:
    """A kernel function, and what has been compiled of it."""

    def __init__(self, kernel: Any) -> None:
        function = _pyfunc(kernel)
        self.name: str = function.__name__
        self.file: str = function.__code__.co_filename
        self.parameters: list[_Parameter] = []
        for each in inspect.signature(function, eval_str=True).parameters.values():
            is_constant, scalar, array = False, None, None
            for mark in getattr(each.annotation, "__metadata__", ()):
                if isinstance(mark, ct.ConstantAnnotation):
                    is_constant = True
                elif isinstance(mark, ct.ArrayAnnotation):
                    array = mark
                elif isinstance(mark, ct.ListAnnotation):
                    marks = getattr(mark.element, "__metadata__", (mark.element,))
                    array = next(m for m in marks if isinstance(m, ct.ArrayAnnotation))
                elif hasattr(mark, "dtype"):
                    scalar = mark.dtype.name
            self.parameters.append(_Parameter(each.name, is_constant, scalar, array))
        self.compiled: dict[Any, Kernel] = {}

    def place(self, index: int) -> str:
        return f"{self}: argument {index} ('{self.parameters[index].name}')"

    def __str__(self) -> str:
        return f"{self.name}({', '.join(each.name for each in self.parameters)})"


_functions: weakref.WeakKeyDictionary[Any, _Function] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def _function(kernel: Any) -> _Function:
    with _lock:
        known = _functions.get(kernel) if isinstance(kernel, ct.kernel) else None
        if known is None:
            known = _Function(kernel)
            _functions[kernel] = known
        return known


class _Call:
    """The arguments of one call: what the code depends on, and what is passed."""

    def __init__(self, function: _Function, arguments: Sequence[Any]) -> None:
        self.function = function
        #: What the entry takes, without constants.
        self.values: list[Any] = []
        #: The first argument that is a list.
        self.listed: Optional[int] = None
        #: (begin, end, argument) of each array.
        self._extents: list[tuple[int, int, int]] = []
        #: Of the argument that is being looked at, and of the items of tuples too.
        self._index, self._owner = 0, -1
        #: The first argument that cannot be written.
        self.read_only: Optional[int] = None
        expected = len(function.parameters)
        if len(arguments) != expected:
            raise TypeError(f"{function}: expected {expected} arguments, got {len(arguments)}")
        shapes = []
        for index, (parameter, value) in enumerate(zip(function.parameters, arguments)):
            self._index = index
            shapes.append(self._shape(parameter, value))
        self.key = tuple(self._with_groups(shapes))

    @property
    def _place(self) -> str:
        return self.function.place(self._index)

    def _shape(self, parameter: _Parameter, value: Any) -> _Shape:
        if isinstance(value, tuple):
            return _Tuple(tuple(self._shape(parameter, each) for each in value))
        # Every item of a tuple is an argument of its own.
        self._owner += 1
        if parameter.is_constant:
            if type(value) not in (bool, int, float):
                raise TypeError(
                    f"{self._place}: expected a bool, an int or a float for a constant, "
                    f"got {type(value).__name__}"
                )
            return _Constant(type(value), value)
        number = self._number(parameter, value)
        if number is not None:
            return number
        if parameter.scalar:
            raise TypeError(
                f"{self._place}: expected an integer for {parameter.scalar}, "
                f"got {type(value).__name__}"
            )
        if isinstance(value, list):
            return self._list(parameter, value)
        if value is None or isinstance(value, (str, dict, set)):
            raise TypeError(
                f"{self._place}: expected an array or a number, got {type(value).__name__}"
            )
        self.values.append(value)
        return self._array(parameter, value)[0]

    def _number(self, parameter: _Parameter, value: Any) -> Optional[_Scalar]:
        """What a number is passed as; None for what is none."""
        if hasattr(value, "__dlpack__"):
            return None
        if isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b":
            value, dtype = bool(value), "bool_"
        elif hasattr(value, "__index__"):
            dtype = parameter.scalar or "int32"
            bits = 64 if dtype.endswith("64") else 32
            value = value.__index__()
            if not -(2 ** (bits - 1)) <= value < 2 ** (bits - 1):
                raise ValueError(
                    f"{self._place}: expected an integer of {bits} bits, got {value}"
                )
        elif hasattr(value, "__float__") and not parameter.scalar:
            value, dtype = float(value), "float32"
        else:
            return None
        self.values.append(value)
        return _Scalar(dtype)

    def _list(self, parameter: _Parameter, arrays: list[Any]) -> _List:
        """A list of arrays, which is passed as a table with a row for each, and a length."""
        if not arrays:
            raise ValueError(f"{self._place}: expected a list of arrays, got an empty one")
        table = array.array("q")
        merged: Optional[_Array] = None
        for each in arrays:
            shape, row = self._array(parameter, each)
            table.extend(row)
            if merged is None:
                merged = shape
            elif (merged.dtype, len(merged.static_shape)) != (shape.dtype, len(shape.static_shape)):
                raise TypeError(
                    f"{self._place}: expected arrays of one type and rank, got {merged.dtype} of "
                    f"rank {len(merged.static_shape)} and {shape.dtype} of rank "
                    f"{len(shape.static_shape)}"
                )
            else:
                merged = merged.common(shape)
        assert merged is not None
        if self.listed is None:
            self.listed = self._index
        # Without dimensions: a pointer alone.
        self.values += [ctypes.c_int64.from_buffer(table), len(arrays)]
        return _List(merged)

    def _array(self, parameter: _Parameter, value: Any) -> tuple[_Array, list[int]]:
        """What the code depends on; and address, sizes and strides."""
        try:
            dtype, bits, shape, strides, address, read_only = _tessera.describe_array(value)
        except TypeError as error:
            raise TypeError(
                f"{self._place}: expected an array or a number, got {error}"
            ) from None
        if dtype not in _DTYPES:
            raise TypeError(f"{self._place}: expected a type of cuTile, got an array of {dtype}")
        if any(each < 0 for each in strides):
            raise ValueError(
                f"{self._place}: expected strides of 0 or more, got {tuple(strides)}"
            )
        if read_only and self.read_only is None:
            self.read_only = self._index
        size = bits // 8
        mark = parameter.array
        rank = len(shape)
        static_shape: list[Optional[int]] = [None] * rank
        static_strides: list[Optional[int]] = [1 if each == 1 else None for each in strides]
        if mark is not None and mark.static_stride_dims:
            static_strides = [None] * rank
        for dims, known, from_ in (
            (mark.static_shape_dims if mark else (), static_shape, shape),
            (mark.static_stride_dims if mark else (), static_strides, strides),
        ):
            for each in dims:
                if not -rank <= each < rank:
                    raise ValueError(
                        f"{self._place}: expected an array that has dimension {each}, "
                        f"got one of rank {rank}"
                    )
                known[each] = from_[each]
        bytes_ = sum((n - 1) * s for n, s in zip(shape, strides)) * size + size
        self._extents.append((address, address + (0 if 0 in shape else bytes_), self._owner))
        known_of_it = _Array(
            dtype,
            mark is not None and mark.index_dtype == ct.int64,
            tuple(static_shape),
            tuple(static_strides),
            tuple(_ALIGNMENT if n % _ALIGNMENT == 0 else 1 for n in shape),
            tuple(
                max(1, _ALIGNMENT // size) if s * size % _ALIGNMENT == 0 and s != 1 else 1
                for s in strides
            ),
            _ALIGNMENT if address % _ALIGNMENT == 0 else 1,
            _may_overlap(shape, strides),
            self._owner,
        )
        return known_of_it, [address, *shape, *strides]

    def _with_groups(self, shapes: list[_Shape]) -> list[_Shape]:
        """The shapes with what they share: arguments whose arrays lie in one piece of
        memory get a group, and the arrays of a list may lie in one."""
        clusters: list[list[int]] = []
        end = -1
        for begin, after, owner in sorted(self._extents):
            if begin >= end:
                clusters.append([])
            clusters[-1].append(owner)
            end = max(end, after)
        shared = sorted({tuple(sorted(set(each))) for each in clusters if len(set(each)) > 1})

        def grouped(shape: _Shape) -> _Shape:
            if isinstance(shape, _Tuple):
                return _Tuple(tuple(map(grouped, shape.items)))
            if isinstance(shape, _List) and shape.element.owner is not None:
                element = grouped(shape.element)
                assert isinstance(element, _Array)
                owner = shape.element.owner
                return _List(element, any(each.count(owner) > 1 for each in clusters))
            if isinstance(shape, _Array):
                groups = tuple(i for i, each in enumerate(shared) if shape.owner in each)
                return replace(shape, owner=None, groups=groups)
            return shape

        return [grouped(each) for each in shapes]


def _may_overlap(shape: Sequence[int], strides: Sequence[int]) -> bool:
    """Whether two places of an array may be one address: by its strides in falling
    order, each has to be larger than all that lies below it."""
    below = 0
    for stride, extent in sorted(zip(strides, shape)):
        if extent <= 1:
            continue
        if stride <= below:
            return True
        below += stride * (extent - 1)
    return False


def _export_bytecode(kernel: Any, call: _Call, gpu: Optional[str]) -> bytes:
    signature = _export.KernelSignature(
        [each.constraint() for each in call.key],
        _export.CallingConvention.cutile_python_v2(),
        symbol=call.function.name,
    )
    for version in _VERSIONS:
        output = io.BytesIO()
        try:
            _export.export_kernel(
                kernel, [signature], output, gpu_code=gpu, output_format="tileir_bytecode",
                bytecode_version=version,
            )  # fmt: skip
        except ValueError as error:
            # An older cuTile: it has still to be found what it can write.
            if "bytecode version" in str(error) and version != _VERSIONS[-1]:
                continue
            raise
        return output.getvalue()
    raise AssertionError("unreachable")


def _gpu_of(target: str) -> Optional[str]:
    """What cuTile calls a target: it knows no variants."""
    return target.rstrip("af") if target.startswith("sm_") else None


def bytecode(kernel: Any, *arguments: Any, target: str = "cpu") -> bytes:
    """The Tile IR bytecode that cuTile makes of a kernel function for these arguments.

    Arrays count with type, rank, and what cuTile assumes of them: strides of 1, sizes
    and addresses that 16 divides, memory that they share. What cuTile finds wrong with
    the function is cuTile's own exception, a ct.TileError.
    """
    call = _Call(_function(kernel), arguments)
    return _export_bytecode(kernel, call, _gpu_of(target))


def entry_arguments(kernel: Any, *arguments: Any) -> list[Any]:
    """What the entry that bytecode() makes takes of these arguments: arrays, and numbers
    as they are passed, without constants."""
    return list(_Call(_function(kernel), arguments).values)


def _compiled(kernel: Any, call: _Call, target: str, options: dict[str, Any]) -> Kernel:
    function = call.function
    key = (target, call.key, tuple(sorted(options.items())))
    made = function.compiled.get(key)
    if made is None:
        code = _export_bytecode(kernel, call, _gpu_of(target))
        module = _compile_bytecode(code, target, **{"name": function.file, **options})
        made = function.compiled.setdefault(key, module[function.name])
    return made


def compile(kernel: Any, *arguments: Any, target: str = "cpu", **options: Any) -> Kernel:
    """The kernel function compiled for arguments like these.

    `target` and the options are those of tessera.compile(). The result is kept, and
    returned again for arguments that differ in nothing that the code depends on. Its
    `module` has the code: `compile(...).module.ptx`.
    """
    return _compiled(kernel, _Call(_function(kernel), arguments), target, options)


def run(
    kernel: Any,
    grid: Grid,
    *arguments: Any,
    threads: Union[int, _tessera.Pool] = 0,
    timeout: float = 0,
) -> None:
    """Runs the kernel function on this machine and returns when every block has.

    The arguments are those of ct.launch(), with arrays that lie in this machine's memory:
    NumPy's, and what has the buffer protocol or DLPack. They are not copied. `threads` and
    `timeout` are those of tessera.Kernel.launch(), whose exceptions these are too.
    """
    call = _Call(_function(kernel), arguments)
    if call.read_only is not None:
        raise ValueError(
            f"{call.function.place(call.read_only)}: expected an array that can be written, "
            "got one that is read only"
        )
    made = _compiled(kernel, call, "cpu", {})
    made.launch(grid, *call.values, threads=threads, timeout=timeout, abi="array")


def check(
    kernel: Any,
    grid: Grid,
    *arguments: Any,
    races: int = 0,
    seed: int = 0,
    max_steps: int = 0,
    timeout: float = 0,
) -> Report:
    """Runs the kernel function in the interpreter, with every access checked.

    The arguments are those of run(), the options and the report those of
    tessera.Kernel.check(). Findings have the position in the Python source. A list of
    arrays is refused: kernels get at its arrays by addresses in memory, and those of the
    interpreter are others.
    """
    call = _Call(_function(kernel), arguments)
    if call.listed is not None:
        raise NotImplementedError(
            f"{call.function.place(call.listed)}: lists of arrays cannot be checked here; "
            "`tessera sim --engine emulator` does it"
        )
    made = _compiled(kernel, call, "interpreter", {})
    return made.check(
        grid, *call.values, races=races, seed=seed, max_steps=max_steps, timeout=timeout,
        abi="array",
    )  # fmt: skip
