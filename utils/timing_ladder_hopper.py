# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products for sm_90a as PTX, one for each step of a published ladder (see
utils/timing_ladders.py): C = A * B^T, bf16, tiles in rows of 128 bytes by TMA.

A step is a set of choices: how large the tile is, how many warpgroups multiply,
whether a warpgroup of its own copies ahead, whether blocks go on to further tiles,
whether all threads arrive at barriers and wait for tokens, as cuda::barrier does, or
one thread arrives and parities are waited for, whether a pair of blocks shares B by
multicast, and whether results are stored by TMA.
"""

from dataclasses import dataclass

import timing_ptx as ptx


@dataclass
class Step:
    name: str
    published: float  # TFLOP/s at 8192 x 8192 x 8192
    m: int = 128
    n: int = 128
    consumers: int = 1
    stages: int = 1
    ring: bool = False
    persistent: bool = False
    tokens: bool = True
    pair: bool = False
    tma_store: bool = False

    @property
    def threads(self):
        return 128 * (self.consumers + self.ring)

    @property
    def stage_bytes(self):
        return (self.m + self.n) * 128

    @property
    def shared(self):
        return 2048 + self.stage_bytes * self.stages + (self.m * self.n * 2 if self.tma_store else 0)


LADDER = [
    Step("TMA and wgmma, one warpgroup", 488.5),
    Step("a warpgroup that copies ahead", 635.4, stages=5, ring=True),
    Step("persistent", 658.4, stages=5, ring=True, persistent=True),
    Step("parities instead of tokens", 777.5, stages=5, ring=True, persistent=True, tokens=False),
    Step("128 x 256, two consumers, a pair of blocks", 799.1, n=256, consumers=2, stages=4, ring=True,
         persistent=True, tokens=False, pair=True),
    Step("stores by TMA, tiles along a curve", 807.7, n=256, consumers=2, stages=3, ring=True,
         persistent=True, tokens=False, pair=True, tma_store=True),
]

FULL, EMPTY, DATA = 64, 128, 1024


def wait(barrier, parity, label):
    return (f"{label}:\n  mbarrier.try_wait.parity.shared::cta.b64 %done, [{barrier}], {parity};\n"
            f"  @!%done bra {label};\n")


def meet(barrier, label):
    """Every thread arrives and waits for the phase of its arrival."""
    return (f"  mbarrier.arrive.shared::cta.b64 %state, [{barrier}];\n{label}:\n"
            f"  mbarrier.try_wait.shared::cta.b64 %done, [{barrier}], %state;\n  @!%done bra {label};\n")


def copies(step):
    """Fills the stage at %stage, whose barrier is %full, for the depth %k."""
    text = (f"  mbarrier.arrive.expect_tx.shared::cta.b64 %state, [%full], {step.stage_bytes};\n"
            "  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
            "[%stage], [%map_a, {%k, %row}], [%full];\n"
            f"  add.u32 %b, %stage, {step.m * 128};\n")
    if not step.pair:
        return text + ("  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                       "[%b], [%map_b, {%k, %column}], [%full];\n")
    # Each block of the pair brings half of B to both.
    half = step.n // 2
    return text + (f"  mul.lo.u32 %part, %rank, {half};\n  add.u32 %at, %column, %part;\n"
                   f"  mul.lo.u32 %part, %rank, {half * 128};\n  add.u32 %b, %b, %part;\n"
                   "  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
                   ".multicast::cluster [%b], [%map_b, {%k, %at}], [%full], %both;\n")


def multiply(step):
    """The products of a warpgroup with the stage that %da and %db describe."""
    text = "  wgmma.fence.sync.aligned;\n"
    per = step.n // 2
    for k in range(4):
        for part in range(step.m // 64 // step.consumers):
            sums = ", ".join(f"%d{per * part + i}" for i in range(per))
            text += (f"  add.u64 %a0, %da, {512 * part + 2 * k};\n  add.u64 %b0, %db, {2 * k};\n"
                     f"  wgmma.mma_async.sync.aligned.m64n{step.n}k16.f32.bf16.bf16 {{{sums}}}, %a0, %b0, "
                     "%on, 1, 1, 0, 0;\n")
    return text + ptx.COMMIT


def place(step):
    """%row and %column of the tile %tile."""
    return (f"  rem.u32 %row, %tile, %tiles_m;\n  div.u32 %column, %tile, %tiles_m;\n"
            f"  mul.lo.u32 %row, %row, {step.m};\n  mul.lo.u32 %column, %column, {step.n};\n")


def store(step):
    """The sums of a warpgroup, as bf16."""
    per, text = step.n // 2, ""
    parts = step.m // 64 // step.consumers
    if step.tma_store:
        # Panels of 64 columns, which stmatrix fills and one thread stores.
        text += ("  cp.async.bulk.wait_group.read 0;\n  bar.sync %id, 128;\n")
        for panel in range(step.n // 64):
            for i in range(4):
                words = []
                for w in range(4):
                    base = 32 * panel + 8 * i + 2 * w
                    text += f"  cvt.rn.bf16x2.f32 %w{w}, %d{base + 1}, %d{base};\n"
                    words.append(f"%w{w}")
                text += (f"  stmatrix.sync.aligned.m8n8.x4.shared.b16 [%slot+{8192 * panel + 2048 * i}], "
                         f"{{{', '.join(words)}}};\n")
        text += "  fence.proxy.async.shared::cta;\n  bar.sync %id, 128;\n  @!%leader bra STORED;\n"
        for panel in range(step.n // 64):
            text += (f"  add.u32 %at, %column, {64 * panel};\n  add.u32 %b, %panel, {8192 * panel};\n"
                     "  cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group "
                     "[%map_c, {%at, %first_row}], [%b];\n")
        return text + "  cp.async.bulk.commit_group;\nSTORED:\n"
    text += ("  add.u32 %at, %first_row, %lane_row;\n  mul.wide.u32 %offset, %at, %n_bytes;\n"
             "  add.u64 %to, %c, %offset;\n  mul.wide.u32 %offset, %column, 2;\n"
             "  add.u64 %to, %to, %offset;\n  add.u64 %to, %to, %lane_column;\n")
    for part in range(parts):
        for half in range(2):
            for column in range(step.n // 8):
                base = per * part + 4 * column + 2 * half
                text += (f"  cvt.rn.bf16x2.f32 %w0, %d{base + 1}, %d{base};\n"
                         f"  st.global.b32 [%to+{16 * column}], %w0;\n")
            text += "  add.u64 %to, %to, %next8;\n"
        text += "  add.u64 %to, %to, %next48;\n" if part + 1 < parts else ""
    return text


def each_tile(step, body, label):
    """`body` for the tiles of this block: one, or every %stride-th from %tile on."""
    if not step.persistent:
        return body
    return (f"{label}:\n{body}  add.u32 %tile, %tile, %stride;\n  setp.lt.u32 %again, %tile, %tiles;\n"
            f"  @%again bra {label};\n")


def next_stage(step):
    return ("  add.u32 %index, %index, 1;\n"
            f"  setp.eq.u32 %wrap, %index, {step.stages};\n  @%wrap mov.u32 %index, 0;\n"
            "  @%wrap xor.b32 %parity, %parity, 1;\n"
            f"  mad.lo.u32 %stage, %index, {step.stage_bytes}, %stages;\n"
            "  mad.lo.u32 %full, %index, 8, %fulls;\n  mad.lo.u32 %empty, %index, 8, %empties;\n")


def depth_loop(body, label):
    return (f"  mov.u32 %k, 0;\n{label}:\n{body}  add.u32 %k, %k, 64;\n"
            f"  setp.lt.u32 %again, %k, %depth;\n  @%again bra {label};\n")


def describe():
    return ("  shr.u32 %b, %stage, 4;\n  cvt.u64.u32 %da, %b;\n  or.b64 %da, %da, 0x4000004000010000;\n"
            "  add.u64 %db, %da, %a_size;\n  add.u64 %da, %da, %a_group;\n")


def without_ring(step):
    loop = ("  @%first bra COPY;\n  bra READY;\nCOPY:\n" + copies(step) + "READY:\n" +
            meet("%full", "FILLED") + describe() + multiply(step) + ptx.wgmma_wait(0) +
            "  bar.sync 0;\n")
    return ("  mov.u32 %first_row, 0;\n" + place(step) + "  mov.u32 %first_row, %row;\n" +
            depth_loop(loop, "DEPTH") + store(step))


def with_ring(step):
    # The copying warpgroup is the first.
    meet_empty = (meet("%empty", "FREE") if step.tokens else wait("%empty", "%parity", "FREE"))
    produce = each_tile(step, place(step) + depth_loop(meet_empty + copies(step) + next_stage(step), "FILL"),
                        "TILE_P")
    arrive = ("  mbarrier.arrive.shared::cta.b64 %state, [%before];\n" if step.tokens else
              "  @%leader mbarrier.arrive.shared::cta.b64 _, [%before];\n")
    if step.pair:
        arrive = ("  mapa.shared::cluster.u32 %far, %before, %other;\n"
                  "  @%leader mbarrier.arrive.shared::cta.b64 _, [%before];\n"
                  "  @%leader mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%far];\n")
    filled = meet("%full", "FILLED") if step.tokens else wait("%full", "%parity", "FILLED")
    consume = (filled + describe() + multiply(step) + ptx.wgmma_wait(1) + "  @!%had bra NONE;\n" + arrive +
               "NONE:\n  setp.eq.u32 %had, %t, %t;\n  mov.u32 %before, %empty;\n" + next_stage(step))
    tile = (place(step) + "  add.u32 %first_row, %row, %group_row;\n" + depth_loop(consume, "DEPTH") +
            ptx.wgmma_wait(0) + store(step))
    begin = "  setp.ne.u32 %had, %t, %t;\n"
    if step.tokens:
        # At first all stages are free.
        begin += "".join(f"  mbarrier.arrive.shared::cta.b64 %state, [%empties+{8 * i}];\n"
                         for i in range(step.stages))
    registers = 240 if step.consumers == 2 else 232
    return ("  setp.lt.u32 %on, %t, 128;\n  @!%on bra CONSUME;\n  setmaxnreg.dec.sync.aligned.u32 24;\n"
            "  setp.ne.u32 %on, %t, 0;\n  @%on bra DONE;\n  mov.u32 %parity, 1;\n" + produce +
            "  bra DONE;\nCONSUME:\n"
            f"  setmaxnreg.inc.sync.aligned.u32 {registers};\n  mov.u32 %parity, 0;\n" + begin +
            each_tile(step, tile, "TILE_C") + ptx.wgmma_wait(0) +
            ("  cp.async.bulk.wait_group 0;\n" if step.tma_store else ""))


def kernel(step):
    arrivals_full = 128 * step.consumers + 1 if step.tokens and step.ring else 128 + 1 if step.tokens else 1
    arrivals_empty = 128 * step.consumers + 1 if step.tokens else step.consumers * (2 if step.pair else 1)
    init = "".join(f"  @%first mbarrier.init.shared::cta.b64 [%fulls+{8 * i}], {arrivals_full};\n"
                   f"  @%first mbarrier.init.shared::cta.b64 [%empties+{8 * i}], {arrivals_empty};\n"
                   for i in range(step.stages))
    rank = ("  mov.u32 %rank, %cluster_ctarank;\n  xor.b32 %other, %rank, 1;\n  mov.u16 %both, 3;\n"
            if step.pair else "")
    sync = "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n" if step.pair else ""
    body = (f"  mov.u32 %b, smem;\n  add.u32 %fulls, %b, {FULL};\n  add.u32 %empties, %b, {EMPTY};\n"
            f"  add.u32 %stages, %b, {DATA};\n  mov.u32 %stage, %stages;\n  mov.u32 %full, %fulls;\n"
            "  mov.u32 %empty, %empties;\n  mov.u32 %index, 0;\n  mov.u32 %tile, %ctaid.x;\n"
            "  mov.u32 %stride, %nctaid.x;\n" + rank + init +
            "  fence.mbarrier_init.release.cluster;\n  bar.sync 0;\n" + sync +
            "  shr.u32 %warp, %t, 5;\n  and.b32 %warp, %warp, 3;\n  and.b32 %lane, %t, 31;\n"
            "  or.b32 %b, %warp, %lane;\n  setp.eq.u32 %leader, %b, 0;\n  setp.eq.u32 %on, %lane, %lane;\n"
            "  shl.b32 %lane_row, %warp, 4;\n  shr.u32 %b, %lane, 2;\n  add.u32 %lane_row, %lane_row, %b;\n"
            "  and.b32 %b, %lane, 3;\n  shl.b32 %b, %b, 2;\n  cvt.u64.u32 %lane_column, %b;\n"
            f"  shr.u32 %id, %t, 7;\n  sub.u32 %group, %id, {1 if step.ring else 0};\n"
            "  shl.b32 %group_row, %group, 6;\n  shl.b32 %b, %group, 9;\n  cvt.u64.u32 %a_group, %b;\n"
            f"  mov.u64 %a_size, {step.m * 8};\n  shl.b32 %n_bytes, %columns, 1;\n"
            "  mul.wide.u32 %next8, %n_bytes, 8;\n  mul.wide.u32 %next48, %n_bytes, 48;\n")
    if step.tma_store:
        body += (f"  mul.lo.u32 %panel, %group, {64 * step.n * 2};\n"
                 f"  add.u32 %panel, %panel, {step.stage_bytes * step.stages};\n"
                 "  add.u32 %panel, %panel, %stages;\n  shl.b32 %slot, %t, 4;\n"
                 "  and.b32 %slot, %slot, 2032;\n  add.u32 %slot, %slot, %panel;\n")
    body += (with_ring if step.ring else without_ring)(step) + "DONE:\n" + sync
    sizes = "".join(f"  ld.param.u32 %{name}, [{name}];\n" for name in ("tiles_m", "tiles", "columns", "depth"))
    registers = (
        "  .reg .f32 %d<256>;\n  .reg .b16 %both;\n"
        "  .reg .b32 %b, %at, %part, %rank, %other, %far, %fulls, %empties, %full, %empty, %before, %stages, %stage, %index,"
        " %parity, %tile, %stride, %warp, %lane, %lane_row, %id, %group, %group_row, %first_row, %row, %column, %k,"
        " %n_bytes, %w<4>, %panel, %slot, %tiles_m, %tiles, %columns, %depth;\n"
        "  .reg .b64 %state, %a0, %b0, %da, %db, %a_size, %a_group, %to, %offset, %next8, %next48, %lane_column;\n"
        "  .reg .pred %done, %on, %again, %wrap, %had, %leader;\n")
    text = ptx.entry("ladder", sizes + body, block=step.threads, params=("c",),
                     maps=("map_a", "map_b", "map_c"), registers=registers)
    parameters = "".join(f",\n  .param .u32 {name}" for name in ("tiles_m", "tiles", "columns", "depth"))
    text = text.replace("[128]\n)\n", "[128]" + parameters + "\n)\n", 1)
    if step.pair:
        text = text.replace(f".reqntid {step.threads}\n", f".reqntid {step.threads}\n.reqnctapercluster 2\n")
    if step.ring:
        registers = 168 if step.consumers == 2 else 136
        text = text.replace(f".reqntid {step.threads}\n", f".reqntid {step.threads}\n.maxnreg {registers}\n")
    return ptx.module("sm_90a", [text])


TARGET, ELEMENT, MULTIPROCESSORS, CLOCK_GHZ = "sm_90a", "bf16", 132, 1.755
SIZE, IS_ABSOLUTE, UNIT = (8192, 8192, 8192), True, "TFLOP/s"


def rows_of(step):
    return step.m


def blocks_of(step):
    """That make one tile together."""
    return 1


def options(step):
    # Registers as ptxas counts them.
    return ("--registers", "168" if step.consumers == 2 or not step.ring else "136")


def maps(step, size, kind):
    m, n, k = size
    half = step.n // 2 if step.pair else step.n
    return (f"tensormap({step.m}x64,128B,zeros({m}x{k},{kind}))", f"tensormap({half}x64,128B,zeros({n}x{k},{kind}))",
            f"tensormap(64x64,128B,zeros({m}x{n},{kind}))")
