#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the micro-benchmarks of the timed emulation, test/PTX/Timing/*.ptx.

Each entry stores cycles of %clock64 to its parameter `out`, so that it measures
the same thing on a GPU and under the clock of `tessera time`. What the figures
are compared with is in utils/timing_rows.py. Run without arguments after a
change; --check says whether the files are what this script writes.
"""

import pathlib
import sys

import timing_engine_kernels as engines
from timing_ptx import (COMMIT, LOOP, MBARRIER, MBARRIER_REGISTERS, entry, interval, module, repeat,
                        timed, wait_for, wgmma_entry, wgmma_line, wgmma_wait)

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "test" / "PTX" / "Timing"


def chain(name, kind, line, count=64, setup=""):
    """`count` instructions that each use the result of the one before; the last
    one more is only issued."""
    return entry(name, setup + timed(f"  {line}\n" * (count + 1)) +
                 f"  st.global.{kind[0]} [%out+64], {kind[1]};\n",
                 registers=f"  .reg .{kind[0]} {kind[1]}, %one;\n")


def arithmetic():
    yield chain("int_latency", ("u32", "%x"), "add.u32 %x, %x, %z;", setup="  mov.u32 %x, %z;\n")
    yield chain("fma_latency", ("f32", "%x"), "fma.rn.f32 %x, %x, %one, %one;",
                setup="  cvt.rn.f32.u32 %x, %z;\n  mov.f32 %one, 0f3F800000;\n")
    yield chain("half_latency", ("b32", "%x"), "fma.rn.f16x2 %x, %x, %x, %x;",
                setup="  mov.u32 %x, %z;\n")
    yield chain("double_latency", ("f64", "%x"), "fma.rn.f64 %x, %x, %one, %one;",
                setup="  cvt.rn.f64.u32 %x, %z;\n  mov.f64 %one, 0d3FF0000000000000;\n")
    yield chain("exp_latency", ("f32", "%x"), "ex2.approx.ftz.f32 %x, %x;",
                setup="  cvt.rn.f32.u32 %x, %z;\n")
    for name, line in (("fma_rate", "fma.rn.f32 %x{0}, %x{0}, %x{0}, %x{0};"),
                       ("exp_rate", "ex2.approx.ftz.f32 %x{0}, %x{0};")):
        lines = "".join("  " + line.format(i) + "\n" for i in range(8))
        yield entry(name,
                    "".join(f"  cvt.rn.f32.u32 %x{i}, %z;\n" for i in range(8)) +
                    "  bar.sync 0;\n" + timed(repeat(lines * 8, 16, "L0") + "  bar.sync 0;\n") +
                    "".join(f"  st.global.f32 [%out+64], %x{i};\n" for i in range(8)),
                    block=512, registers="  .reg .f32 %x<8>;\n" + LOOP)


def packed():
    """Pairs of f32, which sm_100 and later have."""
    lines = "".join(f"  fma.rn.f32x2 %x{i}, %x{i}, %x{i}, %x{i};\n" for i in range(8))
    yield entry("pair_rate",
                "  cvt.rn.f32.u32 %low, %z;\n" +
                "".join(f"  mov.b64 %x{i}, {{%low, %low}};\n" for i in range(8)) +
                "  bar.sync 0;\n" + timed(repeat(lines * 8, 16, "L0") + "  bar.sync 0;\n") +
                "".join(f"  st.global.b64 [%out+64], %x{i};\n" for i in range(8)),
                block=512, registers="  .reg .f32 %low;\n  .reg .b64 %x<8>;\n" + LOOP)


def chase(name, space, count, suffix=""):
    """Follows addresses that all point to themselves."""
    if space == "shared":
        setup = ("  mov.u32 %a, smem;\n  st.shared.u32 [%a], %a;\n  bar.sync 0;\n")
        return entry(name, setup + timed("  ld.shared.u32 %a, [%a];\n" * (count + 1)) +
                     "  st.global.u32 [%out+64], %a;\n", registers="  .reg .b32 %a;\n")
    setup = "  add.u64 %a, %out, 1024;\n  st.global.u64 [%a], %a;\n"
    if suffix == "":
        # Into L1, and there before the clock is read.
        setup += "  ld.global.u64 %a, [%a];\n  xor.b64 %b, %a, %a;\n  add.u64 %a, %a, %b;\n"
    return entry(name, setup + timed(f"  ld.global{suffix}.u64 %a, [%a];\n" * (count + 1)) +
                 "  st.global.u64 [%out+64], %a;\n", registers="  .reg .b64 %a, %b;\n")


def memory(target):
    yield chase("shared_latency", "shared", 64)
    yield chase("l1_latency", "global", 64)
    yield chase("l2_latency", "global", 32, ".cg")
    # A line of device memory for each load: the stride makes the address.
    yield entry("dram_latency",
                timed("  ld.global.cg.u64 %v, [%data];\n  add.u64 %data, %data, %v;\n"
                      "  add.u64 %data, %data, 4096;\n" * 17) +
                "  st.global.u64 [%out+64], %data;\n", params=("data",),
                registers="  .reg .b64 %v;\n")
    yield entry("shared_rate",
                "  shl.b32 %a, %t, 4;\n  mov.u32 %b, smem;\n  add.u32 %a, %a, %b;\n"
                "  st.shared.v4.b32 [%a], {%t, %t, %t, %t};\n  bar.sync 0;\n" +
                timed("".join("  ld.shared.v4.b32 {%v0, %v1, %v2, %v3}, [%a];\n"
                              "  add.u32 %z, %z, %v0;\n" for _ in range(32)) +
                      "  bar.sync 0;\n") + "  st.global.u32 [%out+64], %z;\n",
                block=1024, registers="  .reg .b32 %a, %b, %v<4>;\n")
    yield entry("ldmatrix_latency",
                "  and.b32 %a, %t, 7;\n  shl.b32 %a, %a, 4;\n  mov.u32 %b, smem;\n"
                "  add.u32 %a, %a, %b;\n  st.shared.v4.b32 [%a], {%z, %z, %z, %z};\n"
                "  bar.sync 0;\n" +
                timed("  ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%v}, [%a];\n"
                      "  add.u32 %a, %a, %v;\n" * 33) +
                "  st.global.u32 [%out+64], %a;\n", registers="  .reg .b32 %a, %b, %v;\n")
    yield entry("l1_rate",
                "  shl.b32 %a, %t, 4;\n  cvt.u64.u32 %o, %a;\n  add.u64 %data, %data, %o;\n"
                "  ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%data];\n"
                "  add.u32 %z, %z, %v0;\n  bar.sync 0;\n" +
                timed("".join("  ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%data];\n"
                              "  add.u32 %z, %z, %v0;\n" for _ in range(32)) +
                      "  bar.sync 0;\n") + "  st.global.u32 [%out+64], %z;\n",
                block=1024, params=("data",), registers="  .reg .b32 %a, %v<4>;\n  .reg .b64 %o;\n")
    yield entry("fence_cta", timed("  fence.acq_rel.cta;\n" * 32))
    yield entry("fence_gpu", timed("  fence.acq_rel.gpu;\n" * 16))
    for warps in (1, 4):
        yield entry(f"barrier_{warps}", "  bar.sync 0;\n" + timed("  bar.sync 0;\n" * 32),
                    block=32 * warps)


def copies(target):
    body = "".join("  mbarrier.arrive.shared.b64 %state, [%bar];\n" + wait_for(i % 2, f"W{i}")
                   for i in range(16))
    yield entry("mbarrier_round", MBARRIER + timed(body), block=1, registers=MBARRIER_REGISTERS)
    # One bulk copy after the other, from the issue to the end of the wait.
    sizes = (1, 8, 16, 32) if target == "sm_90a" else (4, 8, 16, 32, 64)
    for kib in sizes:
        body = "".join(
            f"  mbarrier.arrive.expect_tx.shared.b64 %state, [%bar], {kib * 1024};\n"
            "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
            f"[%dst], [%data], {kib * 1024}, [%bar];\n" + wait_for(i % 2, f"W{i}") +
            f"  add.u64 %data, %data, {kib * 1024};\n" for i in range(8))
        yield entry(f"bulk_{kib}", MBARRIER + "  add.u32 %dst, %bar, 1024;\n"
                    "  mov.u32 %part, %ctaid.x;\n"
                    f"  mul.wide.u32 %offset, %part, {kib * 8192};\n"
                    "  add.u64 %data, %data, %offset;\n" + timed(body),
                    block=1, params=("data",),
                    registers=MBARRIER_REGISTERS + "  .reg .b32 %part;\n  .reg .b64 %offset;\n")
    body = "".join(f"  cp.async.cg.shared.global [%a], [%data+{512 * i}], 16;\n" for i in range(16))
    yield entry("cp_async_issue",
                "  shl.b32 %a, %t, 4;\n  cvt.u64.u32 %o, %a;\n  add.u64 %data, %data, %o;\n"
                "  mov.u32 %b, smem;\n  add.u32 %a, %a, %b;\n" + timed(body) +
                "  cp.async.wait_all;\n", params=("data",),
                registers="  .reg .b32 %a, %b;\n  .reg .b64 %o;\n")


def cluster():
    """A chain of loads from the shared memory of the other block of a pair."""
    text = entry("remote_latency",
                 "  mov.u32 %a, smem;\n  mov.u32 %r, %cluster_ctarank;\n  xor.b32 %r, %r, 1;\n"
                 "  mapa.shared::cluster.u32 %b, %a, %r;\n  st.shared.u32 [%a], %b;\n"
                 "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n"
                 "  ld.shared::cluster.u32 %v, [%b];\n  sub.u32 %v, %v, %v;\n  add.u32 %b, %b, %v;\n" +
                 timed("  ld.shared::cluster.u32 %v, [%b];\n  and.b32 %v, %v, 0;\n"
                       "  add.u32 %b, %b, %v;\n" * 17) +
                 "  st.global.u32 [%out+64], %b;\n  barrier.cluster.arrive;\n  barrier.cluster.wait;\n",
                 registers="  .reg .b32 %a, %b, %r, %v;\n")
    yield text.replace(".reqntid 32\n", ".reqntid 32\n.reqnctapercluster 2\n")


def mma():
    def one(i):
        d = f"{{%d{4 * i}, %d{4 * i + 1}, %d{4 * i + 2}, %d{4 * i + 3}}}"
        return ("  mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                f"{d}, {{%a, %a, %a, %a}}, {{%a, %a}}, {d};\n")
    setup = "".join(f"  cvt.rn.f32.u32 %d{i}, %z;\n" for i in range(32)) + "  mov.u32 %a, %z;\n"
    registers = "  .reg .f32 %d<32>;\n  .reg .b32 %a;\n"
    finish = "".join(f"  st.global.f32 [%out+64], %d{i};\n" for i in range(32))
    yield entry("mma_latency", setup + timed(one(0) * 33) + finish, registers=registers)
    yield entry("mma_interval", setup + timed("".join(one(i % 4) for i in range(64))) + finish,
                registers=registers)
    yield entry("mma_rate", setup + "  bar.sync 0;\n" +
                timed(repeat("".join(one(i % 8) for i in range(32)), 8, "L0") + "  bar.sync 0;\n") +
                finish, block=512, registers=registers + LOOP)


def wgmma():
    for n in (8, 16, 32, 64, 128, 256):
        yield wgmma_entry(f"wgmma_ss_{n}", interval(wgmma_line(n)))
        yield wgmma_entry(f"wgmma_rs_{n}", interval(wgmma_line(n, rs=True)))
    for n in (64, 128):
        yield wgmma_entry(f"wgmma_single_{n}",
                          timed((wgmma_line(n) + COMMIT + wgmma_wait(0)) * 8))
    for kind, k, accumulator in (("tf32", 8, "f32"), ("e4m3", 32, "f32"), ("s8", 32, "s32")):
        yield wgmma_entry(f"wgmma_{kind}", interval(wgmma_line(256, kind=kind, k=k,
                                                              accumulator=accumulator)),
                          kind="b32" if kind == "s8" else "f32")
    for rs in (False, True):
        yield wgmma_entry("wgmma_sparse_" + ("rs" if rs else "ss"),
                          interval(wgmma_line(256, rs=rs, k=32, sparse=True)))
    # In flight: groups of `per` products, with a wait that leaves `left` groups.
    for per, left in ((1, 1), (1, 3), (2, 0), (2, 1), (4, 0), (4, 1), (8, 0)):
        one = "  wgmma.fence.sync.aligned;\n" + wgmma_line(64) * per + COMMIT + wgmma_wait(left)
        yield wgmma_entry(f"wgmma_depth_{per}_{left}",
                          "".join(timed(repeat(one * 8, count, f"L{slot}") + wgmma_wait(0), slot)
                                  for slot, count in ((0, 1), (1, 3))))
    yield wgmma_entry("wgmma_two_groups", interval(wgmma_line(128)), block=256)
    # Exponentials beside products: 8 of them for each wgmma of 64 columns.
    exps = "".join(f"  ex2.approx.ftz.f32 %e{i}, %e{i};\n" for i in range(8))
    body = "".join(f"  cvt.rn.f32.u32 %e{i}, %z;\n" for i in range(8)) + interval(
        wgmma_line(64) + exps)
    yield wgmma_entry("wgmma_exp", body).replace("  .reg .f32 %d<128>;",
                                                  "  .reg .f32 %d<128>, %e<8>;")


def coupled(stages):
    """A producer thread copies 16 KiB tiles, four warps multiply them."""
    data = 1024
    rounds = 96 // stages
    text = "  mov.u32 %bar, smem;\n  add.u32 %free, %bar, 512;\n"
    init = "".join(f"  @%first mbarrier.init.shared.b64 [%bar+{8 * i}], 1;\n"
                   f"  @%first mbarrier.init.shared.b64 [%free+{8 * i}], 128;\n" for i in range(stages))
    text += init + "  fence.mbarrier_init.release.cluster;\n  bar.sync 0;\n"
    text += "  mov.u64 %begin, %clock64;\n  setp.lt.u32 %on, %t, 128;\n  @%on bra CONSUME;\n"
    text += "  setp.ne.u32 %on, %t, 128;\n  @%on bra DONE;\n"
    # A round goes once over the stages; %parity is that of the round's phases.
    produce = ""
    for stage in range(stages):
        produce += (
            f"P{stage}:\n  mbarrier.try_wait.parity.shared.b64 %done, [%free+{8 * stage}], %before;\n"
            f"  @!%done bra P{stage};\n"
            f"  mbarrier.arrive.expect_tx.shared.b64 %state, [%bar+{8 * stage}], 16384;\n"
            f"  add.u32 %dst, %bar, {data + 16384 * stage};\n"
            "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
            f"[%dst], [%data], 16384, [%bar+{8 * stage}];\n")
    text += ("  mov.u32 %before, 1;\n" +
             repeat(produce + "  xor.b32 %before, %before, 1;\n", rounds, "PRODUCE"))
    text += "  bra DONE;\nCONSUME:\n"
    text += ("  mov.u32 %a, smem;\n  shr.u32 %a, %a, 4;\n  cvt.u64.u32 %da, %a;\n"
             f"  or.b64 %da, %da, 0x4000004000010000;\n  add.u64 %da, %da, {data // 16};\n"
             "  setp.eq.u32 %on, %z, 0;\n  mov.u32 %parity, 0;\n")
    consume = ""
    for stage in range(stages):
        consume += (
            f"C{stage}:\n  mbarrier.try_wait.parity.shared.b64 %done, [%bar+{8 * stage}], %parity;\n"
            f"  @!%done bra C{stage};\n  wgmma.fence.sync.aligned;\n"
            f"  add.u64 %db, %da, {1024 * stage};\n" +
            "".join(wgmma_line(64).replace("%da,", "%db,") + "  add.u64 %db, %db, 2;\n"
                    for _ in range(4)) + COMMIT + wgmma_wait(1) +
            # The tile before this one is free.
            f"  @%later mbarrier.arrive.shared.b64 %state, [%free+{8 * ((stage - 1) % stages)}];\n"
            "  setp.eq.u32 %later, %a, %a;\n")
    text += "  setp.ne.u32 %later, %a, %a;\n" + repeat(consume + "  xor.b32 %parity, %parity, 1;\n", rounds, "MULTIPLY")
    text += (wgmma_wait(0) + "  mov.u64 %end, %clock64;\n  sub.u64 %took, %end, %begin;\n"
             "  @%first st.global.u64 [%out], %took;\nDONE:\n")
    return entry(f"coupled_{stages}", text, block=160, params=("data",),
                 registers="  .reg .f32 %d<32>;\n  .reg .b32 %a, %bar, %free, %dst, %parity, %before, %count;\n"
                 "  .reg .b64 %da, %db, %state;\n  .reg .pred %on, %done, %again, %later;\n")


def tcgen05():
    def kernel(name, body, registers=""):
        setup = (MBARRIER +
                 "  shr.u32 %w, %t, 5;\n  setp.eq.u32 %warp0, %w, 0;\n"
                 "  @%warp0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [smem+16], 512;\n"
                 "  tcgen05.fence::before_thread_sync;\n  bar.sync 0;\n"
                 "  tcgen05.fence::after_thread_sync;\n  ld.shared.u32 %tmem, [smem+16];\n"
                 "  add.u32 %dst, %tmem, 256;\n"
                 "  mov.u32 %w, smem;\n  add.u32 %w, %w, 2048;\n  shr.u32 %w, %w, 4;\n"
                 "  cvt.u64.u32 %da, %w;\n  or.b64 %da, %da, 0x4000404000010000;\n"
                 "  add.u64 %db, %da, 1024;\n  setp.ne.u32 %on, %z, 0;\n")
        tear = ("  bar.sync 0;\n"
                "  @%warp0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tmem, 512;\n")
        return entry(name, setup + body + tear, block=128,
                     registers=MBARRIER_REGISTERS + "  .reg .b32 %w, %tmem, %idesc;\n"
                     "  .reg .b64 %da, %db;\n  .reg .pred %on, %warp0;\n" + registers)

    def commit(parity, label):
        return ("  tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%bar];\n" +
                wait_for(parity, label))

    for layout, m in (("ss", 64), ("ss", 128), ("ts", 128)):
        for n in (64, 96, 128, 256):
            bits = 1 << 4 | 1 << 7 | 1 << 10 | n // 8 << 17 | m // 16 << 24
            a = "%da" if layout == "ss" else "[%dst]"
            line = f"  tcgen05.mma.cta_group::1.kind::f16 [%tmem], {a}, %db, %idesc, %on;\n"
            body = f"  mov.u32 %idesc, {bits};\n  @!%first bra DONE;\n"
            for slot, count in enumerate((1, 8, 40)):
                body += timed(line * count + commit(slot % 2, f"W{slot}"), slot)
            yield kernel(f"mma_{layout}{m}_{n}", body + "DONE:\n")
    for count in (1, 8, 16, 64):
        regs = "{" + ", ".join(f"%v{i}" for i in range(count)) + "}"
        one = (f"  tcgen05.st.sync.aligned.32x32b.x{count}.b32 [%tmem], {regs};\n"
               "  tcgen05.wait::st.sync.aligned;\n")
        yield kernel(f"tmem_store_{count}",
                     "".join(f"  mov.u32 %v{i}, %z;\n" for i in range(count)) +
                     "  bar.sync 0;\n  shr.u32 %w, %t, 5;\n  shl.b32 %w, %w, 21;\n"
                     "  add.u32 %tmem, %tmem, %w;\n" + timed(one * 16) +
                     "  sub.u32 %tmem, %tmem, %w;\n",
                     registers=f"  .reg .b32 %v<{count}>;\n")
    values = "{" + ", ".join(f"%v{i}" for i in range(32)) + "}"
    one = f"  tcgen05.ld.sync.aligned.32x32b.x32.b32 {values}, [%tmem];\n"
    wait = "  tcgen05.wait::ld.sync.aligned;\n"
    yield kernel("tmem_load", "  bar.sync 0;\n  shr.u32 %w, %t, 5;\n  shl.b32 %w, %w, 21;\n"
                 "  add.u32 %tmem, %tmem, %w;\n" + timed((one + wait) * 4) +
                 timed(one * 16 + wait, 1) + "  sub.u32 %tmem, %tmem, %w;\n"
                 "  st.global.u32 [%out+64], %v0;\n", registers="  .reg .b32 %v<32>;\n")
    copy = "  tcgen05.cp.cta_group::1.128x256b [%tmem], %da;\n"
    body = "  @!%first bra DONE;\n"
    for slot, count in enumerate((1, 9)):
        body += timed(copy * count + commit(slot % 2, f"W{slot}"), slot)
    yield kernel("tmem_copy", body + "DONE:\n")


def files():
    yield "arithmetic.ptx", module("sm_80", [*arithmetic(), *mma()])
    yield "arithmetic100.ptx", module("sm_100", [*packed()])
    yield "memory.ptx", module("sm_80", [*memory("sm_80")])
    yield "copies.ptx", module("sm_90", [*copies("sm_90a"), *cluster()])
    yield "copies100.ptx", module("sm_100", [*copies("sm_100a")])
    yield "wgmma.ptx", module("sm_90a", [*wgmma(), *(coupled(s) for s in (2, 3, 4, 6))])
    yield "tcgen05.ptx", module("sm_100a", [*tcgen05()])
    yield "engines90.ptx", module("sm_90a", [*engines.hopper()])
    yield "engines100.ptx", module("sm_100a", [*engines.blackwell()])


def main():
    stale = []
    FOLDER.mkdir(exist_ok=True)
    for name, text in files():
        path = FOLDER / name
        if not path.exists() or path.read_text() != text:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(text)
    if "--check" in sys.argv and stale:
        sys.exit("not what utils/timing_kernels.py writes: " + ", ".join(stale))


if __name__ == "__main__":
    main()
