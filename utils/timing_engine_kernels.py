# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Micro-benchmarks of what works beside the warps, for utils/timing_kernels.py: the
copy unit and its tensor maps, both sides of L2, multicast, stores of tiles, blocks
that follow one another, and loads of matrices beside products.
"""

import timing_ptx as base

REGISTERS = base.MBARRIER_REGISTERS


def bulk(size, offset=0, barrier="%bar", mask=""):
    """A bulk copy to %dst + offset, to several blocks with a mask of them."""
    many = ".multicast::cluster" if mask else ""
    return ("  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
            f"{many} [%dst+{offset}], [%data], {size}, [{barrier}]{mask};\n")


def expect(size, barrier="%bar"):
    return f"  mbarrier.arrive.expect_tx.shared.b64 %state, [{barrier}], {size};\n"


def issue_cost():
    """What the issue of 16 and of 48 small copies takes."""
    body = ""
    for slot, count in ((0, 16), (1, 48)):
        body += expect(count * 1024) + base.timed(bulk(1024) * count, slot)
        body += base.wait_for(slot, f"W{slot}")
    yield base.entry("tma_issue", base.MBARRIER + "  add.u32 %dst, %bar, 1024;\n" + body, block=1,
                     params=("data",), registers=REGISTERS)


def fed_by_l2():
    """16 copies of 16 KiB, four under way."""
    start = "".join(expect(16384, f"%bar+{8 * i}") + bulk(16384, 16384 * i, f"%bar+{8 * i}")
                    for i in range(4))
    init = "".join(f"  mbarrier.init.shared.b64 [%bar+{8 * i}], 1;\n" for i in range(1, 4))
    body = start
    for i in range(16):
        stage = i % 4
        body += (f"W{i}:\n  mbarrier.try_wait.parity.shared.b64 %done, [%bar+{8 * stage}], "
                 f"{i // 4 % 2};\n  @!%done bra W{i};\n")
        if i < 12:
            body += expect(16384, f"%bar+{8 * stage}") + bulk(16384, 16384 * stage,
                                                              f"%bar+{8 * stage}")
    yield base.entry("l2_feed", base.MBARRIER + init + "  add.u32 %dst, %bar, 1024;\n" +
                     base.timed(body), block=1, params=("data",), registers=REGISTERS)


def raster(name, shared):
    """Four blocks read 16 KiB each, the same or their own."""
    where = "" if shared else ("  mov.u32 %part, %ctaid.x;\n  mul.wide.u32 %offset, %part, 16384;\n"
                               "  add.u64 %data, %data, %offset;\n")
    return base.entry(name, base.MBARRIER + "  add.u32 %dst, %bar, 1024;\n" + where +
                      base.timed(expect(16384) + bulk(16384) + base.wait_for(0, "W")), block=1,
                      params=("data",),
                      registers=REGISTERS + "  .reg .b32 %part;\n  .reg .b64 %offset;\n")


def multicast():
    """Each of two blocks copies 32 KiB to both, twice."""
    size = 32768
    body = ""
    for step in range(2):
        barrier = f"%bar+{8 * step}"
        body += (expect(2 * size, barrier) +
                 bulk(size, 2 * size * step, barrier, ", %both") +
                 f"  add.u64 %data, %data, {2 * size};\n"
                 f"W{step}:\n  mbarrier.try_wait.parity.shared.b64 %done, [{barrier}], 0;\n"
                 f"  @!%done bra W{step};\n")
    text = base.entry(
        "multicast", base.MBARRIER + "  mbarrier.init.shared.b64 [%bar+8], 1;\n"
        "  fence.mbarrier_init.release.cluster;\n  mov.u32 %part, %cluster_ctarank;\n"
        f"  mul.lo.u32 %part, %part, {size};\n  cvt.u64.u32 %offset, %part;\n"
        "  add.u64 %data, %data, %offset;\n  add.u32 %dst, %bar, 1024;\n"
        "  add.u32 %dst, %dst, %part;\n  mov.u16 %both, 3;\n"
        "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n" + base.timed(body) +
        "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n", block=1, params=("data",),
        registers=REGISTERS + "  .reg .b32 %part;\n  .reg .b16 %both;\n  .reg .b64 %offset;\n")
    return text.replace(".reqntid 1\n", ".reqntid 1\n.reqnctapercluster 2\n")


def sides():
    """Block 1 reads 16 lines; later block 0 times one load of each: some are on its own
    side of L2, some on the other."""
    body = ("  mov.u32 %part, %ctaid.x;\n  setp.eq.u32 %zero, %part, 0;\n  @%zero bra LATER;\n" +
            "".join(f"  ld.global.cg.u64 %v{i}, [%data+{4096 * i}];\n" for i in range(16)) +
            "".join(f"  add.u64 %v0, %v0, %v{i};\n" for i in range(1, 16)) +
            "  st.global.u64 [%out+256], %v0;\n  bra DONE;\nLATER:\n  nanosleep.u32 20000;\n")
    for i in range(16):
        body += base.timed(f"  ld.global.cg.u64 %v0, [%data+{4096 * i}];\n"
                           "  setp.ne.u64 %zero, %v0, 1;\n  @!%zero bra DONE;\n", i)
    return base.entry("l2_sides", body + "DONE:\n", params=("data",), block=1,
                      registers="  .reg .b32 %part;\n  .reg .pred %zero;\n  .reg .b64 %v<16>;\n")


def turnover():
    """When the first block of each wave begins and ends."""
    body = ("  mov.u64 %begin, %clock64;\n  mov.u32 %part, %ctaid.x;\n"
            "  rem.u32 %rest, %part, 132;\n  div.u32 %part, %part, 132;\n"
            "  mul.wide.u32 %offset, %part, 16;\n  add.u64 %out, %out, %offset;\n"
            "  setp.eq.u32 %first, %rest, 0;\n  @%first st.global.u64 [%out], %begin;\n"
            "  mov.u64 %end, %clock64;\n  @%first st.global.u64 [%out+8], %end;\n")
    return base.entry("turnover", body, block=1,
                      registers="  .reg .b32 %part, %rest;\n  .reg .b64 %offset;\n")


def tensor_map():
    """A map is made in shared memory and published (out[0]), then used by two copies
    (out[1], out[2]): what the first takes longer is the reading of the map."""
    build = "".join(f"  ld.param.u64 %v, [map+{8 * i}];\n  @%first st.shared.u64 [smem+{256 + 8 * i}], %v;\n"
                    for i in range(16))
    build += ("  @%first tensormap.replace.tile.global_address.shared::cta.b1024.b64 [smem+256], %data;\n"
              "  @%first tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [smem+256], 0, 64;\n"
              "  @%first tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [smem+256], 1, 32;\n"
              "  bar.warp.sync 0xffffffff;\n"
              "  tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned "
              "[%place], [%from], 128;\n"
              "  fence.proxy.tensormap::generic.acquire.gpu [%place], 128;\n")
    use = ""
    for slot in (1, 2):
        use += base.timed(
            "  @%first mbarrier.arrive.expect_tx.shared.b64 %state, [%bar], 4096;\n"
            "  @%first cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
            "[%dst], [%place, {%z, %z}], [%bar];\n" + base.wait_for(slot - 1, f"W{slot}"), slot)
    init = base.MBARRIER.replace("  mbarrier.init", "  @%first mbarrier.init")
    return base.entry("tensor_map", init + "  bar.warp.sync 0xffffffff;\n"
                      "  add.u32 %dst, %bar, 1024;\n  add.u32 %from, %bar, 256;\n"
                      "  add.u64 %place, %out, 2048;\n" + base.timed(build) + use, params=("data",),
                      maps=("map",), registers=REGISTERS +
                      "  .reg .b32 %from;\n  .reg .b64 %place, %v;\n")


def store_tile():
    """64 x 64 elements of bf16 in the fragments of a warpgroup: from registers, and
    through shared memory by stmatrix and one bulk copy."""
    fragment = ("  shr.u32 %row, %t, 5;\n  shl.b32 %row, %row, 4;\n  and.b32 %a, %t, 31;\n"
                "  shr.u32 %b, %a, 2;\n  add.u32 %row, %row, %b;\n  and.b32 %a, %a, 3;\n"
                "  shl.b32 %row, %row, 7;\n  shl.b32 %a, %a, 2;\n  add.u32 %row, %row, %a;\n"
                "  cvt.u64.u32 %offset, %row;\n  add.u64 %tile, %data, %offset;\n")
    vector = "".join(f"  st.global.b32 [%tile+{1024 * half + 16 * column}], %t;\n"
                     for half in range(2) for column in range(8))
    yield base.entry("store_registers", fragment + "  bar.sync 0;\n" +
                     base.timed(vector + "  bar.sync 0;\n"), block=128, params=("data",),
                     registers="  .reg .b32 %row, %a, %b;\n  .reg .b64 %offset, %tile;\n")
    # Rows of 16 bytes for each lane; the order within the tile is of no matter here.
    staged = "".join(f"  stmatrix.sync.aligned.m8n8.x4.shared.b16 [%a+{2048 * i}], {{%t, %t, %t, %t}};\n"
                     for i in range(4))
    staged += ("  fence.proxy.async.shared::cta;\n  bar.sync 0;\n"
               "  @%first cp.async.bulk.global.shared::cta.bulk_group [%data], [%b], 8192;\n"
               "  @%first cp.async.bulk.commit_group;\n  @%first cp.async.bulk.wait_group.read 0;\n"
               "  bar.sync 0;\n")
    yield base.entry("store_staged", "  mov.u32 %b, smem;\n  shl.b32 %a, %t, 4;\n"
                     "  add.u32 %a, %a, %b;\n  bar.sync 0;\n" + base.timed(staged), block=128,
                     params=("data",), registers="  .reg .b32 %a, %b;\n")


def matrix_loads():
    """ldmatrix alone, and of a fifth warp beside products whose operands take all of
    shared memory's rate."""
    load = "  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%v0, %v1, %v2, %v3}, [%a];\n"
    where = ("  mov.u32 %b, smem;\n  and.b32 %a, %t, 31;\n  shl.b32 %a, %a, 4;\n"
             "  add.u32 %a, %a, %b;\n  st.shared.v4.b32 [%a], {%z, %z, %z, %z};\n  bar.sync 0;\n")
    keep = "  st.global.u32 [%out+64], %v0;\n"
    yield base.entry("ldmatrix_rate", where + base.timed(load * 64 + "  bar.sync 0;\n") + keep,
                     block=128, registers="  .reg .b32 %a, %b, %v<4>;\n")
    text = base.wgmma_entry(
        "wgmma_ldmatrix", "  setp.ge.u32 %other, %t, 128;\n  @%other bra LOADS;\n" +
        base.interval(base.wgmma_line(64)) + "  bra DONE;\nLOADS:\n" +
        where.replace("  bar.sync 0;\n", "").replace("%a", "%c").replace("%b", "%e") +
        base.repeat(load.replace("%a", "%c") * 8, 48, "LOAD") + "DONE:\n", block=160)
    yield text.replace("  .reg .pred %on;\n",
                       "  .reg .pred %on, %other;\n  .reg .b32 %c, %e, %v<4>;\n")
    fmas = "".join(f"  fma.rn.f32 %e{i}, %e{i}, %e{i}, %e{i};\n" for i in range(16))
    body = "".join(f"  cvt.rn.f32.u32 %e{i}, %z;\n" for i in range(16)) + base.interval(
        base.wgmma_line(64) + fmas)
    yield base.wgmma_entry("wgmma_fma", body).replace("  .reg .f32 %d<128>;",
                                                      "  .reg .f32 %d<128>, %e<16>;")


def hopper():
    yield from issue_cost()
    yield from fed_by_l2()
    yield raster("raster_shared", True)
    yield raster("raster_own", False)
    yield sides()
    yield turnover()
    yield tensor_map()
    yield from store_tile()
    yield from matrix_loads()


def blackwell():
    yield sides()
    yield multicast()
