# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions of `torch.cuda`, over the driver of `tessera sim`."""

from __future__ import annotations

import contextlib
import ctypes
import threading
import types
import warnings
from typing import Any, Iterator

import torch

from . import driver

_thread = threading.local()


class Stream:
    """torch.cuda.Stream."""

    def __init__(self, device: Any = None, priority: int = 0, *, handle: int | None = None,
                 **keywords: Any) -> None:
        driver.start()
        if handle is None:
            made = ctypes.c_void_p()
            driver.call("cuStreamCreate", ctypes.byref(made), 0)
            handle = made.value or 0
        self.cuda_stream = handle
        self.device = torch.device("cuda", 0)
        self.device_index, self.priority = 0, priority

    @property
    def _handle(self) -> ctypes.c_void_p:
        return ctypes.c_void_p(self.cuda_stream)

    def synchronize(self) -> None:
        driver.call("cuStreamSynchronize", self._handle)

    def query(self) -> bool:
        self.synchronize()
        return True

    def is_capturing(self) -> bool:
        return False

    def wait_event(self, event: Event) -> None:
        event.wait(self)

    def wait_stream(self, stream: Stream) -> None:
        self.wait_event(stream.record_event())

    def record_event(self, event: Event | None = None) -> Event:
        event = event or Event()
        event.record(self)
        return event

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stream) and other.cuda_stream == self.cuda_stream

    def __hash__(self) -> int:
        return hash(self.cuda_stream)

    def __enter__(self) -> Stream:
        _stack().append(self)
        return self

    def __exit__(self, *exception: Any) -> None:
        _stack().pop()

    def __repr__(self) -> str:
        return f"<torch.cuda.Stream device=cuda:0 cuda_stream={self.cuda_stream:#x}>"


class Event:
    """torch.cuda.Event."""

    def __init__(self, enable_timing: bool = False, blocking: bool = False,
                 interprocess: bool = False, external: bool = False) -> None:
        driver.start()
        self._handle = ctypes.c_void_p()
        flags = 0 if enable_timing else 2
        driver.call("cuEventCreate", ctypes.byref(self._handle), flags)

    @property
    def cuda_event(self) -> int:
        return self._handle.value or 0

    def record(self, stream: Stream | None = None) -> None:
        driver.start()
        driver.call("cuEventRecord", self._handle, (stream or current_stream())._handle)

    def wait(self, stream: Stream | None = None) -> None:
        driver.call("cuStreamWaitEvent", (stream or current_stream())._handle, self._handle, 0)

    def synchronize(self) -> None:
        driver.call("cuEventSynchronize", self._handle)

    def query(self) -> bool:
        self.synchronize()
        return True

    def elapsed_time(self, end: Event) -> float:
        milliseconds = ctypes.c_float()
        driver.call("cuEventElapsedTime", ctypes.byref(milliseconds), self._handle, end._handle)
        return milliseconds.value


def _stack() -> list[Stream]:
    if not hasattr(_thread, "streams"):
        _thread.streams = []
    streams: list[Stream] = _thread.streams
    return streams


def default_stream(device: Any = None) -> Stream:
    return Stream(handle=0)


def current_stream(device: Any = None) -> Stream:
    streams = _stack()
    return streams[-1] if streams else default_stream()


def set_stream(stream: Stream) -> None:
    _stack()[:] = [stream]


@contextlib.contextmanager
def stream(of: Stream | None) -> Iterator[None]:
    if of is None:
        yield
        return
    with of:
        yield


def _check_device(device: Any) -> int:
    from .tensors import is_device

    if device is not None and not is_device(device):
        raise ValueError(f"expected a cuda device, got {device}")
    return 0


def synchronize(device: Any = None) -> None:
    driver.synchronize()


def get_device_capability(device: Any = None) -> tuple[int, int]:
    _check_device(device)
    return driver.attribute(75), driver.attribute(76)


def get_device_name(device: Any = None) -> str:
    _check_device(device)
    return driver.device_name()


#: Names of the properties that are attributes of the driver's device.
_properties = {
    "multi_processor_count": 16, "L2_cache_size": 38, "warp_size": 10,
    "max_threads_per_multi_processor": 39, "max_threads_per_block": 1,
    "regs_per_multiprocessor": 82, "shared_memory_per_block": 8,
    "shared_memory_per_multiprocessor": 81, "shared_memory_per_block_optin": 97,
    "clock_rate": 13, "memory_clock_rate": 36, "memory_bus_width": 37,
    "major": 75, "minor": 76, "is_integrated": 18, "is_multi_gpu_board": 84,
}


def get_device_properties(device: Any = None) -> Any:
    _check_device(device)
    values = {name: driver.attribute(number) for name, number in _properties.items()}
    return types.SimpleNamespace(
        name=driver.device_name(), total_memory=driver.memory_info()[1], **values)


class _Device:
    """torch.cuda.device: there is one, which is always current."""

    def __init__(self, device: Any) -> None:
        self.idx = _check_device(device)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: Any) -> None:
        pass


def _nothing(*arguments: Any, **keywords: Any) -> None:
    return None


class CUDAGraph:
    """A class, since annotations of programs name it; there are no objects of it."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        raise NotImplementedError(
            "torch.cuda.CUDAGraph: under tessera sim PyTorch's own operations run on the CPU, "
            "which no graph can record")


def _manual_seed(seed: int) -> None:
    torch.default_generator.manual_seed(seed)


def install() -> None:
    """Puts these functions in place of those of `torch.cuda`."""
    zero = lambda *arguments, **keywords: 0  # noqa: E731
    replaced: dict[str, Any] = {
        "Stream": Stream, "Event": Event, "stream": stream, "StreamContext": stream,
        "current_stream": current_stream, "default_stream": default_stream,
        "set_stream": set_stream, "synchronize": synchronize,
        "is_available": lambda: True, "is_initialized": lambda: True,
        "device_count": lambda: 1, "current_device": zero, "init": _nothing,
        "_lazy_init": _nothing, "set_device": _check_device, "device": _Device,
        "device_of": _Device, "get_device_name": get_device_name,
        "get_device_capability": get_device_capability,
        "get_device_properties": get_device_properties,
        "mem_get_info": lambda device=None: driver.memory_info(),
        "is_bf16_supported": lambda *arguments, **keywords: True,
        "can_device_access_peer": lambda *arguments: False,
        "get_arch_list": lambda: ["sm_%d%d" % get_device_capability()],
        "manual_seed": _manual_seed, "manual_seed_all": _manual_seed,
        "CUDAGraph": CUDAGraph, "graph": CUDAGraph,
        "is_current_stream_capturing": lambda: False, "ipc_collect": _nothing,
        "get_rng_state": lambda device=None: torch.get_rng_state(),
        "set_rng_state": lambda state, device=None: torch.set_rng_state(state),
    }
    for name in ("empty_cache", "reset_peak_memory_stats", "reset_accumulated_memory_stats",
                 "reset_max_memory_allocated", "reset_max_memory_cached"):
        replaced[name] = _nothing
    for name in ("memory_allocated", "max_memory_allocated", "memory_reserved",
                 "max_memory_reserved"):
        replaced[name] = zero
    for name, value in replaced.items():
        setattr(torch.cuda, name, value)
    accelerator = {
        "is_available": lambda: True, "device_count": lambda: 1,
        "current_accelerator": lambda *arguments, **keywords: torch.device("cuda"),
        "current_device_index": lambda: 0, "current_device_idx": lambda: 0,
        "set_device_index": _check_device, "set_device_idx": _check_device,
        "current_stream": current_stream, "set_stream": set_stream,
        "synchronize": synchronize, "empty_cache": _nothing,
    }
    for name, value in accelerator.items():
        setattr(torch.accelerator, name, value)
    # PyTorch with CUDA asks NVIDIA's runtime library now and then, which does not
    # know our driver.
    warnings.filterwarnings("ignore", message="CUDA initialization: ")
    for module, names in ((getattr(torch.cuda, "streams", None), ("Stream", "Event")),
                          (getattr(torch.cuda, "memory", None), ("mem_get_info",))):
        for name in names:
            if module is not None:
                setattr(module, name, replaced[name])
