# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch on the device of `tessera sim`, without CUDA.

`install()` makes `device="cuda"` mean tensors in the memory of the process. PyTorch
computes with them by its code for the CPU; kernels take them as they are. They are
`DeviceTensor`s, which say that they are on `cuda:0`, and what is computed from them
is one again; other tensors stay the CPU's, and clients refuse them in launches.

A launch waits for its kernel, since PyTorch's code for the CPU neither waits for
streams nor keeps what they use."""

from __future__ import annotations

import ctypes
import functools
import weakref
from typing import Any, Callable

import torch

from . import driver

__all__ = ["DeviceTensor", "install"]

_cuda = torch.device("cuda", 0)
_without_overrides = torch._C.DisableTorchFunctionSubclass
_with_overrides = torch._C._EnableTorchFunction


def is_device(device: Any) -> bool:
    """Whether a device argument (text, number or torch.device) is the pretended GPU."""
    if device is None:
        return False
    if isinstance(device, int) and not isinstance(device, bool):
        kind, index = "cuda", device
    else:
        parsed = device if isinstance(device, torch.device) else torch.device(device)
        kind, index = parsed.type, parsed.index or 0
    if kind == "cuda" and index != 0:
        raise RuntimeError(
            f"CUDA error: invalid device ordinal: expected cuda:0, the one device, got {device}")
    return kind == "cuda"


def to_device(value: Any) -> Any:
    """`value` with its tensors, which nobody else has, as tensors of the device."""
    if isinstance(value, DeviceTensor):
        return value
    if isinstance(value, torch.Tensor):
        return value.as_subclass(DeviceTensor)
    if isinstance(value, (tuple, list)):
        converted = [to_device(each) for each in value]
        is_plain = type(value) in (tuple, list) or not hasattr(value, "_fields")
        return type(value)(converted) if is_plain else type(value)(*converted)
    return value


def _to_host(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.as_subclass(torch.Tensor)


def _histc(tensor: Any, *arguments: Any, **keywords: Any) -> Any:
    """Counts of integers, which PyTorch's code for GPUs takes and its other does not."""
    if tensor.dtype.is_floating_point:
        return torch.histc(tensor, *arguments, **keywords)
    return torch.histc(tensor.double(), *arguments, **keywords).to(tensor.dtype)


# Functions that the CPU's code does not do as that for GPUs.
_other_functions = {torch.histc: _histc, torch.Tensor.histc: _histc}


class DeviceTensor(torch.Tensor):
    """A tensor that is on the pretended device."""

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (),
                           kwargs: Any = None) -> Any:
        kwargs = dict(kwargs or {})
        is_host = False
        if kwargs.get("device") is not None:
            is_host = not is_device(kwargs["device"])
            kwargs["device"] = "cpu"
        with _without_overrides():
            result = _other_functions.get(func, func)(*args, **kwargs)
        if is_host or any(result is each for each in args):
            return result
        return to_device(result)

    @property
    def device(self) -> torch.device:
        return _cuda

    @property
    def is_cuda(self) -> bool:
        return True

    @property
    def is_cpu(self) -> bool:
        return False

    def get_device(self) -> int:
        return 0

    def numpy(self, *, force: bool = False) -> Any:
        if not force:
            raise TypeError("can't convert cuda:0 device type tensor to numpy. Use "
                            "Tensor.cpu() to copy the tensor to host memory first.")
        return self.cpu().detach().numpy()

    def __array__(self, *arguments: Any, **keywords: Any) -> Any:
        return self.numpy()

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        with _without_overrides():
            host = _to_host(self.detach()).numpy()
        return dict(host.__array_interface__, version=2)

    def __dlpack__(self, **keywords: Any) -> Any:
        return torch._C._to_dlpack(self)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (_dlpack_cuda, 0)

    def __repr__(self, **keywords: Any) -> str:
        with _without_overrides():
            text = repr(_to_host(self))
        return f"{text[:-1]}, device='{_cuda}')"

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _from_host, (_to_host(self.detach()), self.requires_grad)


def _from_host(tensor: torch.Tensor, requires_grad: bool) -> Any:
    return to_device(tensor).requires_grad_(requires_grad)


# ---------------------------------------------------------------------------
# Arguments of launches
# ---------------------------------------------------------------------------

_dlpack_cuda = 2


class _DlpackTensor(ctypes.Structure):
    """The begin of DLManagedTensor."""

    _fields_ = [("data", ctypes.c_void_p), ("kind", ctypes.c_int32), ("index", ctypes.c_int32)]


_get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_get_pointer.restype = ctypes.POINTER(_DlpackTensor)
_get_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


def _share(tensor: torch.Tensor) -> None:
    """Tells the driver the bounds of the tensor's memory."""
    with _without_overrides():
        storage = tensor.untyped_storage()
        address, size = storage.data_ptr(), storage.nbytes()
        name = f"tensor {tuple(tensor.shape)} {str(tensor.dtype).removeprefix('torch.')}"
    if size:
        driver.share_memory(address, size, name)
        weakref.finalize(storage, driver.forget_memory, address)


def _patch_dlpack() -> None:
    original = torch._C._to_dlpack

    @functools.wraps(original)
    def to_dlpack(tensor: Any, *arguments: Any, **keywords: Any) -> Any:
        if not isinstance(tensor, DeviceTensor):
            return original(tensor, *arguments, **keywords)
        if driver.checks_memory:
            _share(tensor)
        with _without_overrides():
            capsule = original(tensor.detach(), *arguments, **keywords)
        _get_pointer(capsule, b"dltensor").contents.kind = _dlpack_cuda
        return capsule

    torch._C._to_dlpack = to_dlpack


# ---------------------------------------------------------------------------
# Tensors move, and are made on the device
# ---------------------------------------------------------------------------


def _moved(tensor: torch.Tensor, target: Any, original: Callable[..., Any],
           keywords: Any) -> Any:
    is_target = isinstance(tensor, DeviceTensor) if target is None else is_device(target)
    keywords["copy"] = keywords.get("copy") or is_target != isinstance(tensor, DeviceTensor)
    keywords["dtype"] = keywords.get("dtype") or tensor.dtype
    with _without_overrides():
        result = original(tensor, **keywords)
        return to_device(result) if is_target else _to_host(result) if isinstance(
            result, DeviceTensor) else result


def _patch_moves() -> None:
    original = torch.Tensor.to

    @functools.wraps(original)
    def to(self: torch.Tensor, *arguments: Any, **keywords: Any) -> Any:
        target = keywords.pop("device", None)
        if arguments and isinstance(arguments[0], (str, torch.device, int)) and not isinstance(
                arguments[0], bool):
            target, arguments = arguments[0], arguments[1:]
        elif arguments and isinstance(arguments[0], torch.Tensor):
            target, arguments = arguments[0].device, (arguments[0].dtype, *arguments[1:])
        elif arguments and arguments[0] is None:
            arguments = arguments[1:]
        # What is left by position is dtype, non_blocking and copy.
        if arguments and (arguments[0] is None or isinstance(arguments[0], torch.dtype)):
            keywords.setdefault("dtype", arguments[0])
            arguments = arguments[1:]
        keywords.update(zip(("non_blocking", "copy"), arguments))
        if isinstance(target, torch.device) and target.type not in ("cpu", "cuda"):
            return original(self, target, *arguments, **keywords)
        return _moved(self, target, original, keywords)

    def cuda(self: torch.Tensor, device: Any = None, non_blocking: bool = False,
             memory_format: Any = torch.preserve_format) -> Any:
        return to(self, _cuda if device is None else device, memory_format=memory_format)

    def cpu(self: torch.Tensor, memory_format: Any = torch.preserve_format) -> Any:
        return to(self, "cpu", memory_format=memory_format)

    def pin_memory(self: torch.Tensor, device: Any = None) -> torch.Tensor:
        return self

    for function in (to, cuda, cpu, pin_memory):
        setattr(torch.Tensor, function.__name__, function)


def _leaf(tensor: Any) -> Any:
    """A new tensor as one of the device, which gradients reach if they reached it."""
    if isinstance(tensor, torch.Tensor) and tensor.is_leaf and tensor.requires_grad:
        return to_device(tensor.detach()).requires_grad_()
    return to_device(tensor)


_default_device: Any = None


def _making(original: Callable[..., Any]) -> Callable[..., Any]:
    """A function that makes tensors, which knows the device."""

    @functools.wraps(original)
    def make(*arguments: Any, **keywords: Any) -> Any:
        device = keywords.get("device", _default_device)
        if device is None or not is_device(device):
            return original(*arguments, **keywords)
        keywords["device"] = "cpu"
        keywords.pop("pin_memory", None)
        return _leaf(original(*arguments, **keywords))

    return make


def _patch_makers() -> None:
    from torch.utils import _device

    makers = _device._device_constructors()
    for module in (torch, torch.fft, torch.nested, torch.signal.windows):
        for name, function in list(vars(module).items()):
            if callable(function) and function in makers:
                setattr(module, name, _making(function))
    for name in ("empty_like", "zeros_like", "ones_like", "full_like", "rand_like",
                 "randn_like", "randint_like"):
        setattr(torch, name, _making_like(getattr(torch, name)))
    for name in ("new_empty", "new_zeros", "new_ones", "new_full", "new_tensor",
                 "new_empty_strided"):
        setattr(torch.Tensor, name, _making_like(getattr(torch.Tensor, name)))

    def set_default_device(device: Any) -> None:
        global _default_device
        _default_device = device

    torch.set_default_device = set_default_device
    torch.get_default_device = lambda: torch.device(_default_device or "cpu")

    # `with torch.device("cuda"):` asks this of every function inside.
    within = _device.DeviceContext.__torch_function__

    def made_within(self: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if self.device.type != "cuda" or func not in makers:
            return within(self, func, types, args, kwargs)
        kwargs = dict(kwargs or {})
        is_target = is_device(kwargs.get("device") or self.device)
        kwargs["device"] = "cpu"
        result = func(*args, **kwargs)
        return _leaf(result) if is_target else result

    _device.DeviceContext.__torch_function__ = made_within


def _making_like(original: Callable[..., Any]) -> Callable[..., Any]:
    """A function that makes tensors like its first argument."""

    @functools.wraps(original)
    def make(like: torch.Tensor, *arguments: Any, **keywords: Any) -> Any:
        device = keywords.pop("device", None)
        is_target = isinstance(like, DeviceTensor) if device is None else is_device(device)
        with _without_overrides():
            result = original(like, *arguments, **keywords)
            return _leaf(result) if is_target else _to_host(result)

    return make


# ---------------------------------------------------------------------------
# Gradients, modules and the rest
# ---------------------------------------------------------------------------


def _patch_autograd() -> None:
    """What PyTorch hands to `backward` are new objects, which no longer say that they
    are on the device. A function that was applied to tensors of it gets such ones."""
    function = torch.autograd.Function
    node = torch.autograd.function.BackwardCFunction
    backward = node.apply
    # A class method of Python, or of the class that this one is made from.
    own = vars(function).get("apply")
    saved = node.saved_tensors
    on_device: set[Any] = set()

    def apply_forward(cls: Any, *arguments: Any, **keywords: Any) -> Any:
        apply = own.__get__(None, cls) if own else super(function, cls).apply
        if not any(isinstance(each, DeviceTensor) for each in arguments):
            return apply(*arguments, **keywords)
        on_device.add(cls._backward_cls)
        with _with_overrides():
            return to_device(apply(*arguments, **keywords))

    def apply_backward(self: Any, *arguments: Any) -> Any:
        if type(self) not in on_device:
            return backward(self, *arguments)
        # PyTorch works through a graph inside of a function of tensors.
        with _with_overrides():
            return backward(self, *to_device(arguments))

    def saved_tensors(self: Any) -> Any:
        tensors = saved.__get__(self)
        return to_device(tensors) if type(self) in on_device else tensors

    function.apply = classmethod(apply_forward)
    node.apply = apply_backward
    node.saved_tensors = property(saved_tensors)


def _patch_rest() -> None:
    # Parameters of modules become other objects when a module moves.
    torch.__future__.set_overwrite_module_params_on_conversion(True)

    class Generator(torch._C.Generator):
        def __new__(cls, device: Any = "cpu") -> Any:
            return super().__new__(cls, device="cpu" if is_device(device) else device)

    torch.Generator = Generator
    enter = torch.autocast.__init__

    @functools.wraps(enter)
    def autocast(self: Any, device_type: str, dtype: Any = None, *arguments: Any,
                 **keywords: Any) -> None:
        if device_type == "cuda":
            device_type, dtype = "cpu", dtype or torch.float16
        enter(self, device_type, dtype, *arguments, **keywords)

    torch.autocast.__init__ = autocast
    load = torch.load

    @functools.wraps(load)
    def load_mapped(*arguments: Any, map_location: Any = None, **keywords: Any) -> Any:
        is_target = isinstance(map_location, (str, torch.device)) and is_device(map_location)
        result = load(*arguments, map_location="cpu" if is_target else map_location, **keywords)
        if isinstance(result, dict) and is_target:
            return {key: each.cuda() if isinstance(each, torch.Tensor) else each
                    for key, each in result.items()}
        return result.cuda() if is_target and isinstance(result, torch.Tensor) else result

    torch.load = load_mapped


def install() -> None:
    """Makes `cuda` of this process's PyTorch the device of `tessera sim`."""
    if getattr(torch, "_tessera_is_installed", False):
        return
    torch._tessera_is_installed = True
    from . import cuda

    _patch_dlpack()
    _patch_moves()
    _patch_makers()
    _patch_autograd()
    _patch_rest()
    cuda.install()
    driver.set_launch_blocking(True)
