# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pieces of PTX that micro-benchmarks are made of: modules, entries, loops, intervals
of %clock64, waits for an mbarrier, wgmma. The files timing_*.py put them together.
"""


def module(target, entries):
    head = ("// Written by utils/timing_kernels.py; do not edit.\n"
            f".version 9.0\n.target {target}\n.address_size 64\n"
            ".extern .shared .align 1024 .b8 smem[];\n\n")
    return head + "\n".join(entries)


def entry(name, body, block=32, params=(), maps=(), registers=""):
    """A kernel whose first parameter is `out`; %out holds its address, %t the
    number of the thread, %z a zero that the compiler does not know. `maps` are
    tensor maps among the parameters, which come after `params`."""
    listed = "".join(f",\n  .param .u64 {p}" for p in params)
    listed += "".join(f",\n  .param .align 64 .b8 {m}[128]" for m in maps)
    loads = "".join(f"  .reg .b64 %{p};\n  ld.param.u64 %{p}, [{p}];\n" for p in params)
    loads += "".join(f"  .reg .b64 %{m};\n  mov.b64 %{m}, {m};\n"
                     f"  cvta.param.u64 %{m}, %{m};\n" for m in maps)
    return (f".visible .entry {name}(\n  .param .u64 out{listed}\n)\n.reqntid {block}\n{{\n"
            "  .reg .b64 %out, %begin, %end, %took;\n  .reg .b32 %t, %z;\n  .reg .pred %first;\n"
            f"{registers}"
            "  ld.param.u64 %out, [out];\n" + loads +
            "  mov.u32 %t, %tid.x;\n  setp.eq.u32 %first, %t, 0;\n"
            "  shr.u32 %z, %t, 20;\n" + body + "  ret;\n}\n")


def timed(body, slot=0):
    """Stores the cycles that `body` takes as out[slot]."""
    return ("  mov.u64 %begin, %clock64;\n" + body + "  mov.u64 %end, %clock64;\n"
            "  sub.u64 %took, %end, %begin;\n"
            f"  @%first st.global.u64 [%out+{8 * slot}], %took;\n")


def repeat(body, count, label):
    """A loop; the counter is %count, its predicate %again."""
    return (f"  mov.u32 %count, {count};\n{label}:\n{body}  sub.u32 %count, %count, 1;\n"
            f"  setp.ne.u32 %again, %count, 0;\n  @%again bra {label};\n")


LOOP = "  .reg .b32 %count;\n  .reg .pred %again;\n"


MBARRIER = ("  mov.u32 %bar, smem;\n  mbarrier.init.shared.b64 [%bar], 1;\n"
            "  fence.mbarrier_init.release.cluster;\n")
MBARRIER_REGISTERS = "  .reg .b32 %bar, %dst;\n  .reg .b64 %state;\n  .reg .pred %done;\n"


def wait_for(parity, label):
    return (f"{label}:\n  mbarrier.try_wait.parity.shared.b64 %done, [%bar], {parity};\n"
            f"  @!%done bra {label};\n")


def wgmma_line(n, rs=False, kind="bf16", k=16, sparse=False, accumulator="f32"):
    count = n // 2 if accumulator != "f16" else n // 4
    d = "{" + ", ".join(f"%d{i}" for i in range(count)) + "}"
    a = "{%a, %a, %a, %a}" if rs else "%da"
    tail = ", 1, 1"
    if kind in ("bf16", "f16"):
        tail += ", 0" if rs else ", 0, 0"
    if kind == "s8":
        tail = ""
    meta = "%a, 0, " if sparse else ""
    return (f"  wgmma.mma_async{'.sp' if sparse else ''}.sync.aligned.m64n{n}k{k}.{accumulator}."
            f"{kind}.{kind} {d}, {a}, %db, {meta}%on{tail};\n")


def wgmma_entry(name, body, block=128, kind="f32"):
    """%da and %db describe tiles of 128 bytes a row, swizzled."""
    setup = ("  mov.u32 %a, smem;\n  shr.u32 %a, %a, 4;\n  cvt.u64.u32 %da, %a;\n"
             "  or.b64 %da, %da, 0x4000004000010000;\n  add.u64 %db, %da, 512;\n"
             "  setp.ne.u32 %on, %z, 0;\n  mov.u32 %a, 0x44444444;\n"
             "  wgmma.fence.sync.aligned;\n")
    return entry(name, setup + body, block=block,
                 registers=f"  .reg .{kind} %d<128>;\n  .reg .b32 %a, %count;\n  .reg .pred %again;\n  .reg .b64 %da, %db;\n"
                 "  .reg .pred %on;\n")


COMMIT = "  wgmma.commit_group.sync.aligned;\n"


def wgmma_wait(n):
    return f"  wgmma.wait_group.sync.aligned {n};\n"


def interval(line):
    """16 and 48 products in out[0] and out[1]: what 32 more take is out[1] - out[0]."""
    return "".join(timed(repeat(line * 4, count // 4, f"L{slot}") + COMMIT + wgmma_wait(0), slot)
                   for slot, count in ((0, 16), (1, 48)))
