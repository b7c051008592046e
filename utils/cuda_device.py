# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CUDA driver and Tessera's containers, as far as scripts for a GPU need them.

Only Python and libcuda.so.1 are used, which is opened when a `Device` is made.
"""
import ctypes
import statistics
import struct

WARM_UP = 3
BATCH_SECONDS = 2e-3


class NoGpu(Exception):
    """There is nothing to measure on."""


class Container:
    """What tileiras writes without an assembler (docs/tileiras.md)."""

    def __init__(self, data):
        assert data[:8] == b"TSRGPU01" and struct.unpack("<Q", data[8:16])[0] == len(data)
        self.data, self.at = data, 16
        self.target = self.string()
        self.kernels = {}
        for _ in range(self.word()):
            symbol = self.string()
            parameters = [self.word() for _ in range(self.word())]
            block = [self.word() for _ in range(3)]
            cluster = [self.word() for _ in range(3)]
            static, dynamic = self.word(), self.word()
            if self.word():
                self.at += 5 * 8
            self.kernels[symbol] = {"parameters": len(parameters), "block": block, "cluster": cluster,
                                    "static": static, "dynamic": dynamic}
        self.ptx = self.string()

    def word(self):
        self.at += 8
        return struct.unpack("<Q", self.data[self.at - 8 : self.at])[0]

    def string(self):
        length = self.word()
        self.at += length
        return self.data[self.at - length : self.at].decode()


class Device:
    """The few calls of the CUDA driver that a measurement needs, on device 0."""

    def __init__(self):
        try:
            self.cuda = ctypes.CDLL("libcuda.so.1")
        except OSError as error:
            raise NoGpu(f"no CUDA driver ({error})") from None
        status = self.cuda.cuInit(0)
        count = ctypes.c_int(0)
        if status == 0:
            status = self.cuda.cuDeviceGetCount(ctypes.byref(count))
        if status != 0 or count.value == 0:
            raise NoGpu(f"no CUDA device (status {status}, {count.value} devices)")
        self.context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), 0)
        self.call("cuCtxSetCurrent", self.context)
        name = ctypes.create_string_buffer(128)
        self.call("cuDeviceGetName", name, 128, 0)
        major, minor = self.attribute(75), self.attribute(76)
        self.name, self.target = name.value.decode(), f"sm_{major}{minor}"

    def call(self, function, *arguments):
        status = getattr(self.cuda, function)(*arguments)
        if status != 0:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorString(status, ctypes.byref(text))
            raise RuntimeError(f"{function}: {(text.value or b'unknown error').decode()} ({status})")

    def attribute(self, number):
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), number, 0)
        return value.value

    def upload(self, array):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(array.nbytes))
        self.call("cuMemcpyHtoD_v2", pointer, array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(array.nbytes))
        return pointer

    def download(self, pointer, array):
        self.call("cuMemcpyDtoH_v2", array.ctypes.data_as(ctypes.c_void_p), pointer, ctypes.c_size_t(array.nbytes))

    def stream(self):
        stream = ctypes.c_void_p()
        self.call("cuStreamCreate", ctypes.byref(stream), ctypes.c_uint(1))
        return stream

    def synchronize(self):
        self.call("cuCtxSynchronize")

    def release(self, pointer):
        self.call("cuMemFree_v2", pointer)

    def load(self, image, entry):
        """The function `entry` of PTX text or of a cubin."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), image.encode() + b"\0" if isinstance(image, str) else image)
        self.call("cuModuleGetFunction", ctypes.byref(function), module, entry.encode())
        return function

    def function(self, container, entry):
        function = self.load(container.ptx, entry)
        dynamic = container.kernels[entry]["dynamic"]
        if dynamic:
            self.call("cuFuncSetAttribute", function, 8, ctypes.c_int(dynamic))
        return function

    def launch(self, function, grid, block, dynamic, values, stream=None):
        """Launches without waiting. `values` are what the parameters hold, as ctypes."""
        parameters = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
        self.call("cuLaunchKernel", function, *map(ctypes.c_uint, grid), *map(ctypes.c_uint, block),
                  ctypes.c_uint(dynamic), stream, parameters, None)

    def seconds(self, repetitions, run):
        """The median time of a run. Between two events are as many runs as take
        BATCH_SECONDS, so that the time to ask for one is hidden by the one before."""
        events = [ctypes.c_void_p() for _ in range(2)]
        for event in events:
            self.call("cuEventCreate", ctypes.byref(event), 0)

        def batch(count):
            self.call("cuEventRecord", events[0], None)
            for _ in range(count):
                run()
            self.call("cuEventRecord", events[1], None)
            self.call("cuEventSynchronize", events[1])
            milliseconds = ctypes.c_float()
            self.call("cuEventElapsedTime", ctypes.byref(milliseconds), *events)
            return milliseconds.value / 1e3 / count

        batch(WARM_UP)
        count = min(1000, max(1, round(BATCH_SECONDS / batch(WARM_UP))))
        return statistics.median(batch(count) for _ in range(repetitions))
