# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products for sm_100a as PTX, one for each step of a published ladder (see
utils/timing_ladders.py): C = A * B^T, f16, tiles in rows of 128 bytes by TMA, sums in
tensor memory.

Steps: one thread that copies and multiplies and waits for each product; a thread of
another warp for the copies; results that go through shared memory and TMA; products of
a pair of blocks; blocks that go on to further tiles; warps of their own for results,
while the next tile's sums go to the other half of tensor memory.
"""

from dataclasses import dataclass

import timing_ptx as ptx


@dataclass
class Step:
    name: str
    published: float  # per cent of cuBLAS
    m: int = 128  # of a block
    n: int = 128
    stages: int = 5
    two_threads: bool = True
    tma_store: bool = True
    pair: bool = False
    persistent: bool = False
    own_warps: bool = False

    @property
    def threads(self):
        return 192 if self.own_warps else 128

    @property
    def rows_b(self):  # of B in one block
        return self.n // 2 if self.pair else self.n

    @property
    def stage_bytes(self):
        return (self.m + self.rows_b) * 128

    @property
    def shared(self):
        return 2048 + self.stage_bytes * self.stages + (self.m * 64 * 2 if self.tma_store else 0)


LADDER = [
    Step("one thread copies and multiplies", 59.4, two_threads=False, tma_store=False),
    Step("two threads", 71.7, tma_store=False),
    Step("results by TMA", 88.1),
    Step("products of a pair of blocks", 93.7, n=256, pair=True),
    Step("persistent", 97.0, n=256, pair=True, persistent=True),
    Step("warps for results", 100.0, n=256, pair=True, persistent=True, own_warps=True),
]

FULL, EMPTY, DONE, FREE, DATA = 64, 128, 192, 208, 1024


def wait(barrier, parity, label):
    return (f"{label}:\n  mbarrier.try_wait.parity.shared::cta.b64 %done, [{barrier}], {parity};\n"
            f"  @!%done bra {label};\n")


def group(step):
    return "cta_group::2" if step.pair else "cta_group::1"


def copies(step):
    """Fills the stage at %stage for the depth %k. Of a pair, the first block's barrier
    counts the bytes of both."""
    if not step.pair:
        return (f"  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%full], {step.stage_bytes};\n"
                "  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                "[%stage], [%map_a, {%k, %row}], [%full];\n"
                f"  add.u32 %b, %stage, {step.m * 128};\n"
                "  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                "[%b], [%map_b, {%k, %column}], [%full];\n")
    return (f"  @%leads mbarrier.arrive.expect_tx.shared::cta.b64 _, [%full], {2 * step.stage_bytes};\n"
            "  mapa.shared::cluster.u32 %at, %full, 0;\n"
            "  cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
            " [%stage], [%map_a, {%k, %row}], [%at];\n"
            f"  add.u32 %b, %stage, {step.m * 128};\n"
            "  cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
            " [%b], [%map_b, {%k, %my_column}], [%at];\n")


def commit(step, barrier):
    if not step.pair:
        return ("  tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 "
                f"[{barrier}];\n")
    return ("  tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 "
            f"[{barrier}], %both;\n")


def multiply(step):
    """The products with the stage at %stage, into %sums; the first of a tile begins."""
    text = ("  shr.u32 %b, %stage, 4;\n  cvt.u64.u32 %da, %b;\n  or.b64 %da, %da, 0x4000404000010000;\n"
            f"  add.u64 %db, %da, {step.m * 8};\n")
    for k in range(4):
        text += f"  tcgen05.mma.{group(step)}.kind::f16 [%sums], %da, %db, %idesc, %on;\n"
        text += "  setp.eq.u32 %on, %t, %t;\n  add.u64 %da, %da, 2;\n  add.u64 %db, %db, 2;\n"
    return text


def place(step):
    rows = "  mul.lo.u32 %row, %row, {0};\n".format(step.m * (2 if step.pair else 1))
    mine = (f"  mad.lo.u32 %row, %rank, {step.m}, %row;\n"
            f"  mad.lo.u32 %my_column, %rank, {step.rows_b}, %column;\n" if step.pair else "")
    return ("  rem.u32 %row, %tile, %tiles_m;\n  div.u32 %column, %tile, %tiles_m;\n" + rows +
            f"  mul.lo.u32 %column, %column, {step.n};\n" + mine)


def next_stage(step):
    return ("  add.u32 %index, %index, 1;\n"
            f"  setp.eq.u32 %wrap, %index, {step.stages};\n  @%wrap mov.u32 %index, 0;\n"
            "  @%wrap xor.b32 %parity, %parity, 1;\n"
            f"  mad.lo.u32 %stage, %index, {step.stage_bytes}, %stages;\n"
            "  mad.lo.u32 %full, %index, 8, %fulls;\n  mad.lo.u32 %empty, %index, 8, %empties;\n")


def depth_loop(body, label):
    return (f"  mov.u32 %k, 0;\n{label}:\n{body}  add.u32 %k, %k, 64;\n"
            f"  setp.lt.u32 %again, %k, %depth;\n  @%again bra {label};\n")


def each_tile(step, body, label):
    if not step.persistent:
        return body
    return (f"{label}:\n{body}  add.u32 %tile, %tile, %stride;\n  setp.lt.u32 %again, %tile, %tiles;\n"
            f"  @%again bra {label};\n")


def results(step):
    """Four warps bring the sums at %sums to memory."""
    text = ("  mov.u32 %j, 0;\n"
            "  add.u32 %at, %row, %lane_row;\n  shl.b32 %n_bytes, %columns, 1;\n"
            "  mul.wide.u32 %offset, %at, %n_bytes;\n  add.u64 %to, %c, %offset;\n"
            "  mul.wide.u32 %offset, %column, 2;\n  add.u64 %to, %to, %offset;\nPART:\n"
            "  add.u32 %at, %sums, %j;\n  add.u32 %at, %at, %lanes;\n")
    values = ", ".join(f"%v{i}" for i in range(64))
    text += (f"  tcgen05.ld.sync.aligned.32x32b.x64.b32 {{{values}}}, [%at];\n"
             "  tcgen05.wait::ld.sync.aligned;\n")
    if step.tma_store:
        text += ("  setp.eq.u32 %on, %t0, 0;\n  @%on cp.async.bulk.wait_group.read 0;\n"
                 "  bar.sync 1, 128;\n")
    for i in range(0, 64, 8):
        for w in range(4):
            text += f"  cvt.rn.f16x2.f32 %w{w}, %v{i + 2 * w + 1}, %v{i + 2 * w};\n"
        if step.tma_store:
            # 16 bytes of a row of 128, exchanged by the row's number.
            text += (f"  xor.b32 %b, %lane_part, {2 * i};\n  add.u32 %b, %b, %slot;\n"
                     "  st.shared.v4.b32 [%b], {%w0, %w1, %w2, %w3};\n")
        else:
            text += f"  st.global.v4.b32 [%to+{2 * i}], {{%w0, %w1, %w2, %w3}};\n"
    if step.tma_store:
        text += ("  fence.proxy.async.shared::cta;\n  bar.sync 1, 128;\n  add.u32 %at, %column, %j;\n"
                 "  @%on cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group "
                 "[%map_c, {%at, %row}], [%panel];\n  @%on cp.async.bulk.commit_group;\n")
    return text + (f"  add.u64 %to, %to, 128;\n  add.u32 %j, %j, 64;\n"
                   f"  setp.lt.u32 %again, %j, {step.n};\n  @%again bra PART;\n")


def one_thread(step):
    """Copies run ahead by all stages but one; each product is waited for."""
    loop = wait("%full", "%parity", "FILLED") + "  tcgen05.fence::after_thread_sync;\n" + multiply(step)
    loop += commit(step, "%empty") + wait("%empty", "%parity", "MADE")
    # The stage is free: what comes next into it.
    loop += (f"  add.u32 %ahead, %k, {64 * step.stages};\n  setp.lt.u32 %wrap, %ahead, %depth;\n"
             "  mov.u32 %j, %k;\n  mov.u32 %k, %ahead;\n  @!%wrap bra LAST;\n" + copies(step) +
             "LAST:\n  mov.u32 %k, %j;\n" + next_stage(step))
    start = "".join("  setp.lt.u32 %wrap, %k, %depth;\n" + copies(step) + "  add.u32 %k, %k, 64;\n" +
                    next_stage(step) for _ in range(step.stages))
    return ("  @!%first bra REST;\n  mov.u32 %k, 0;\n  mov.u32 %parity, 1;\n" + start +
            "  mov.u32 %parity, 0;\n  setp.ne.u32 %on, %t, %t;\n" + depth_loop(loop, "DEPTH") +
            commit(step, "%dones") + "REST:\n" + wait("%dones", "0", "READY") +
            "  tcgen05.fence::after_thread_sync;\n" + results(step))


def roles(step):
    copier, multiplier = (128, 160) if step.own_warps else (0, 32)
    fill = each_tile(step, place(step) + depth_loop(
        wait("%empty", "%parity", "FREED") + copies(step) + next_stage(step), "FILL"), "TILE_P")
    # Where sums may go: the half of tensor memory whose results have been taken.
    turn = ("  xor.b32 %buffer, %buffer, 1;\n  setp.eq.u32 %wrap, %buffer, 0;\n"
            "  @%wrap xor.b32 %turn, %turn, 1;\n" if step.own_warps else "  xor.b32 %turn, %turn, 1;\n")
    select = (f"  mad.lo.u32 %sums, %buffer, {step.n}, %tmem;\n  mad.lo.u32 %made, %buffer, 8, %dones;\n"
              "  mad.lo.u32 %taken, %buffer, 8, %frees;\n")
    free = ("  xor.b32 %b, %turn, 1;\n" + wait("%taken", "%b", "TAKEN") +
            "  tcgen05.fence::after_thread_sync;\n") if step.persistent else ""
    product = (wait("%full", "%parity", "FILLED") + "  tcgen05.fence::after_thread_sync;\n" + multiply(step) +
               commit(step, "%empty") + next_stage(step))
    work = each_tile(step, select + free + "  setp.ne.u32 %on, %t, %t;\n" + depth_loop(product, "DEPTH") +
                     commit(step, "%made") + turn, "TILE_M")
    arrive = ""
    if step.persistent:
        arrive = "  tcgen05.fence::before_thread_sync;\n" + (
            "  mapa.shared::cluster.u32 %at, %taken, 0;\n"
            "  mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%at];\n" if step.pair else
            "  mbarrier.arrive.shared::cta.b64 _, [%taken];\n")
    take = each_tile(step, place(step) + select + wait("%made", "%turn", "READY") +
                     "  tcgen05.fence::after_thread_sync;\n" + results(step) + arrive + turn, "TILE_C")
    # Without warps of their own the first four warps take results when the threads among
    # them have copied and multiplied; then those of a persistent block do a tile at a time.
    text = ""
    if step.own_warps:
        text += (f"  setp.eq.u32 %on, %t, {copier};\n  @!%on bra NOTCOPY;\n  mov.u32 %parity, 1;\n" + fill +
                 f"NOTCOPY:\n  setp.eq.u32 %on, %t, {multiplier};\n  and.pred %on, %on, %leads;\n"
                 "  @!%on bra NOTMUL;\n  mov.u32 %parity, 0;\n" + work +
                 "NOTMUL:\n  setp.lt.u32 %on, %t, 128;\n  @!%on bra OVER;\n" + take + "OVER:\n")
        return text
    single = Step(**{**step.__dict__, "persistent": False})
    fill = place(step) + depth_loop(wait("%empty", "%parity", "FREED") + copies(step) + next_stage(step), "FILL")
    work = select + "  setp.ne.u32 %on, %t, %t;\n" + depth_loop(product, "DEPTH") + commit(step, "%made")
    tile = (f"  setp.eq.u32 %on, %t, {copier};\n  @!%on bra NOTCOPY;\n" + fill +
            f"NOTCOPY:\n  setp.eq.u32 %on, %t, {multiplier};\n  and.pred %on, %on, %leads;\n"
            "  @!%on bra NOTMUL;\n" + work + "NOTMUL:\n" + place(step) + select +
            wait("%made", "%turn", "READY") + "  tcgen05.fence::after_thread_sync;\n" + results(single) +
            "  tcgen05.fence::before_thread_sync;\n" +
            ("  barrier.cluster.arrive;\n  barrier.cluster.wait;\n" if step.pair else "  bar.sync 0;\n") +
            "  tcgen05.fence::after_thread_sync;\n  xor.b32 %turn, %turn, 1;\n")
    return (f"  setp.eq.u32 %on, %t, {copier};\n  selp.u32 %parity, 1, 0, %on;\n" +
            each_tile(step, tile, "TILE"))


def kernel(step):
    takers = 128 * (2 if step.pair else 1)
    init = "".join(f"  @%first mbarrier.init.shared::cta.b64 [%fulls+{8 * i}], 1;\n"
                   f"  @%first mbarrier.init.shared::cta.b64 [%empties+{8 * i}], 1;\n"
                   for i in range(step.stages))
    init += "".join(f"  @%first mbarrier.init.shared::cta.b64 [%dones+{8 * i}], 1;\n"
                    f"  @%first mbarrier.init.shared::cta.b64 [%frees+{8 * i}], {takers};\n"
                    for i in range(2))
    sync = "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n" if step.pair else ""
    rows = step.m * (2 if step.pair else 1)
    bits = 1 << 4 | step.n // 8 << 17 | rows // 16 << 24
    rank = ("  mov.u32 %rank, %cluster_ctarank;\n  setp.eq.u32 %leads, %rank, 0;\n  mov.u16 %both, 3;\n"
            "  shr.u32 %tile, %tile, 1;\n  shr.u32 %stride, %stride, 1;\n" if step.pair else
            "  setp.eq.u32 %leads, %t, %t;\n")
    columns = 512
    body = (f"  mov.u32 %b, smem;\n  add.u32 %fulls, %b, {FULL};\n  add.u32 %empties, %b, {EMPTY};\n"
            f"  add.u32 %dones, %b, {DONE};\n  add.u32 %frees, %b, {FREE};\n"
            f"  add.u32 %stages, %b, {DATA};\n  mov.u32 %stage, %stages;\n  mov.u32 %full, %fulls;\n"
            "  mov.u32 %empty, %empties;\n  mov.u32 %index, 0;\n  mov.u32 %tile, %ctaid.x;\n"
            "  mov.u32 %stride, %nctaid.x;\n  mov.u32 %buffer, 0;\n  mov.u32 %turn, 0;\n" + rank + init +
            "  fence.mbarrier_init.release.cluster;\n  setp.lt.u32 %on, %t, 32;\n"
            f"  @%on tcgen05.alloc.{group(step)}.sync.aligned.shared::cta.b32 [smem+16], {columns};\n"
            "  tcgen05.fence::before_thread_sync;\n  bar.sync 0;\n" + sync +
            "  tcgen05.fence::after_thread_sync;\n  ld.shared.u32 %tmem, [smem+16];\n"
            f"  mov.u32 %sums, %tmem;\n  mov.u32 %idesc, {bits};\n"
            "  mov.u32 %lane_row, %t;\n  mov.u32 %t0, %t;\n  shr.u32 %b, %t, 5;\n  and.b32 %b, %b, 3;\n"
            "  shl.b32 %lanes, %b, 21;\n  and.b32 %lane_part, %t, 7;\n  shl.b32 %lane_part, %lane_part, 4;\n"
            f"  add.u32 %panel, %stages, {step.stage_bytes * step.stages};\n"
            "  shl.b32 %slot, %t, 7;\n  add.u32 %slot, %slot, %panel;\n")
    body += place(step) + (roles(step) if step.two_threads else one_thread(step))
    if step.tma_store:
        body += "  cp.async.bulk.wait_group 0;\n"
    body += ("  bar.sync 0;\n" + sync + "  setp.lt.u32 %on, %t, 32;\n"
             f"  @%on tcgen05.dealloc.{group(step)}.sync.aligned.b32 %tmem, {columns};\n")
    sizes = "".join(f"  ld.param.u32 %{name}, [{name}];\n" for name in ("tiles_m", "tiles", "columns", "depth"))
    registers = (
        "  .reg .b32 %v<64>, %w<4>;\n  .reg .b16 %both;\n"
        "  .reg .b32 %b, %at, %j, %ahead, %rank, %fulls, %empties, %dones, %frees, %full, %empty, %made, %taken,"
        " %stages, %stage, %index, %parity, %tile, %stride, %buffer, %turn, %tmem, %sums, %idesc, %row, %column,"
        " %my_column, %k, %n_bytes, %lane_row, %t0, %lanes, %lane_part, %panel, %slot, %tiles_m, %tiles, %columns, %depth;\n"
        "  .reg .b64 %da, %db, %to, %offset;\n"
        "  .reg .pred %done, %on, %again, %wrap, %leads;\n")
    text = ptx.entry("ladder", sizes + body, block=step.threads, params=("c",),
                     maps=("map_a", "map_b", "map_c"), registers=registers)
    parameters = "".join(f",\n  .param .u32 {name}" for name in ("tiles_m", "tiles", "columns", "depth"))
    text = text.replace("[128]\n)\n", "[128]" + parameters + "\n)\n", 1)
    if step.pair:
        text = text.replace(f".reqntid {step.threads}\n", f".reqntid {step.threads}\n.reqnctapercluster 2\n")
    return ptx.module("sm_100a", [text])


TARGET, ELEMENT, MULTIPROCESSORS, CLOCK_GHZ = "sm_100a", "f16", 148, 1.9
SIZE, IS_ABSOLUTE, UNIT = (4096, 8192, 4096), False, "% of cuBLAS"


def rows_of(step):
    return step.m * blocks_of(step)


def blocks_of(step):
    """That make one tile together."""
    return 2 if step.pair else 1


def options(step):
    return ("--registers", "128")


def maps(step, size, kind):
    m, n, k = size
    return (f"tensormap({step.m}x64,128B,zeros({m}x{k},{kind}))",
            f"tensormap({step.rows_b}x64,128B,zeros({n}x{k},{kind}))",
            f"tensormap({step.m}x64,128B,zeros({m}x{n},{kind}))")
