#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What engines of GPU 0 do where PTX's text is silent: the emulator does the same.

  utils/gpu_engine_facts.py

Tensor copies (targets sm_90a): which elements around the end of a row are filled by a
load, and written by a store and by a reduction, for rows that are no multiple of 16
bytes. Products: which sign a zero has. Each line says what was seen; the exit status is 1
where the emulator does something else.
"""
import ctypes
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import numpy as np

from cuda_device import Device, NoGpu

UNIT = 16  # Bytes of a row that a store writes together.
ROWS, BOX_BYTES, SHARED = 2, 64, 128
HEAD = ".version 8.6\n.target sm_90a\n.address_size 64\n"

# One thread copies a box between the tensor and shared memory, and shared memory to or from `data`.
COPIES = HEAD + """
.visible .entry copies(.param .align 64 .b8 map[128], .param .u64 data, .param .u32 x, .param .u32 what) {
  .shared .align 128 .b8 box[128];
  .shared .align 8 .b64 barrier;
  .reg .pred %p<4>;
  .reg .b32 %r<12>;
  .reg .b64 %rd<8>;
  mov.b64 %rd0, map;
  cvta.param.u64 %rd1, %rd0;
  ld.param.u64 %rd2, [data];
  ld.param.u32 %r0, [x];
  ld.param.u32 %r1, [what];
  mov.u32 %r2, box;
  mov.u32 %r3, barrier;
  mov.u32 %r4, 0;
fill:
  cvt.u64.u32 %rd3, %r4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.u32 %r5, [%rd4];
  add.u32 %r6, %r2, %r4;
  st.shared.u32 [%r6], %r5;
  add.u32 %r4, %r4, 4;
  setp.lt.u32 %p0, %r4, 128;
  @%p0 bra fill;
  mbarrier.init.shared.b64 [%r3], 1;
  fence.proxy.async;
  setp.eq.u32 %p1, %r1, 0;
  setp.eq.u32 %p2, %r1, 1;
  mov.u32 %r7, 0;
  @%p1 bra load;
  @%p2 bra store;
  cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%rd1, {%r0, %r7}], [%r2];
  bra done;
store:
  cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd1, {%r0, %r7}], [%r2];
done:
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group 0;
  ret;
load:
  mbarrier.arrive.expect_tx.shared.b64 %rd5, [%r3], 128;
  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r2], [%rd1, {%r0, %r7}], [%r3];
again:
  mbarrier.try_wait.parity.shared.b64 %p3, [%r3], 0;
  @!%p3 bra again;
  mov.u32 %r4, 0;
out:
  cvt.u64.u32 %rd3, %r4;
  add.s64 %rd4, %rd2, %rd3;
  add.u32 %r6, %r2, %r4;
  ld.shared.u32 %r5, [%r6];
  st.global.u32 [%rd4], %r5;
  add.u32 %r4, %r4, 4;
  setp.lt.u32 %p0, %r4, 128;
  @%p0 bra out;
  ret;
}
"""

# A warp multiplies fragments that are all of one value, and stores the first of each lane's sums.
MMA = HEAD + """
.visible .entry product(.param .u64 out, .param .u32 a, .param .u32 b, .param .f32 c) {
  .reg .b32 %r<8>;
  .reg .f32 %f<8>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd0, [out];
  ld.param.u32 %r0, [a];
  ld.param.u32 %r1, [b];
  ld.param.f32 %f0, [c];
  mma.sync.aligned.m16n8k16.row.col.f32.KIND.KIND.f32 {%f1, %f2, %f3, %f4}, {%r0, %r0, %r0, %r0}, {%r1, %r1}, {%f0, %f0, %f0, %f0};
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd1, %r2, 4;
  add.s64 %rd2, %rd0, %rd1;
  st.global.f32 [%rd2], %f1;
  ret;
}
"""

ELEMENTS = {1: (0, np.uint8), 2: (1, np.uint16), 4: (2, np.uint32), 8: (4, np.uint64)}  # CUtensorMapDataType.
LOAD, STORE, ADD = 0, 1, 2


class Facts:
    def __init__(self):
        self.device, self.surprises = Device(), 0
        self.copies = self.device.load(COPIES, "copies")

    def note(self, what, is_expected):
        self.surprises += not is_expected
        print(what + ("" if is_expected else "   NOT AS THE EMULATOR"), flush=True)

    def tensor_map(self, pointer, size, extent, pitch):
        kind, _ = ELEMENTS[size]
        room = np.zeros(128 + 64, np.uint8)
        offset = -room.ctypes.data % 64
        self.device.call(
            "cuTensorMapEncodeTiled", ctypes.c_void_p(room.ctypes.data + offset), kind, 2, pointer,
            (ctypes.c_uint64 * 2)(extent, ROWS), (ctypes.c_uint64 * 1)(pitch),
            (ctypes.c_uint32 * 2)(BOX_BYTES // size, ROWS), (ctypes.c_uint32 * 2)(1, 1), 0, 0, 0, 0)
        return (ctypes.c_uint8 * 128).from_buffer_copy(room[offset : offset + 128])

    def row(self, size, extent, what):
        """Elements of the first row behind its end that a copy fills (load) or writes."""
        _, element = ELEMENTS[size]
        pitch = BOX_BYTES
        tensor = np.full(pitch // size * ROWS, 7, element)
        box = np.full(SHARED // size, 3, element)
        tensor_at, box_at = self.device.upload(tensor), self.device.upload(box)
        values = [self.tensor_map(tensor_at, size, extent, pitch), box_at, ctypes.c_int32(0), ctypes.c_int32(what)]
        self.device.launch(self.copies, (1, 1, 1), (1, 1, 1), 0, values)
        self.device.synchronize()
        self.device.download(tensor_at, tensor)
        self.device.download(box_at, box)
        for pointer in (tensor_at, box_at):
            self.device.release(pointer)
        if what == LOAD:
            return int((box[: BOX_BYTES // size] == 0).sum()) - (BOX_BYTES // size - extent)
        changed = {STORE: 3, ADD: 10}[what]
        return int((tensor[: pitch // size] == changed).sum()) - extent

    def rows(self):
        for what, name in ((LOAD, "load"), (STORE, "store"), (ADD, "reduction")):
            for size in ELEMENTS:
                if what == ADD and size < 4:
                    continue
                unit = UNIT // size
                seen = {extent: self.row(size, extent, what) for extent in range(1, BOX_BYTES // size + 1)}
                expected = {extent: 0 if what == LOAD else -extent % unit for extent in seen}
                text = "none" if not any(seen.values()) else "up to the next 16 bytes" if seen == {
                    extent: -extent % unit for extent in seen} else str(seen)
                self.note(f"tensor {name}, {size} bytes an element: elements behind the end of a row: {text}",
                          seen == expected)

    def zeros(self):
        """The sign of a zero by mma.sync: of products of zeros and an addend of zero."""
        for kind, one in (("f16", 0x3C00), ("bf16", 0x3F80)):
            function = self.device.load(MMA.replace("KIND", kind), "product")
            for a, b, c in ((0x0000, one, -0.0), (0x8000, one, -0.0), (0x8000, one, 0.0), (0x0000, one, 0.0)):
                out = np.zeros(32, np.float32)
                pointer = self.device.upload(out)
                self.device.launch(function, (1, 1, 1), (32, 1, 1), 0, [
                    pointer, ctypes.c_uint32(a * 0x10001), ctypes.c_uint32(b * 0x10001), ctypes.c_float(c)])
                self.device.synchronize()
                self.device.download(pointer, out)
                sign = "-0" if np.signbit(out[0]) else "+0"
                product = "-0" if a else "+0"
                self.note(f"mma.sync {kind}: sixteen products of {product} and an addend of {c:+g}: {sign}", sign == "+0")


def main():
    try:
        facts = Facts()
    except NoGpu as reason:
        print(f"gpu_engine_facts: no GPU was present: {reason}; nothing was tried")
        return 1
    print(f"{facts.device.name}, {facts.device.target}")
    facts.rows()
    facts.zeros()
    return 1 if facts.surprises else 0


if __name__ == "__main__":
    sys.exit(main())
