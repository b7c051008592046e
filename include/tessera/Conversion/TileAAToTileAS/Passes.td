//===- TileAAToTileAS/Passes.td - layouts for tiles -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_TD
#define TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_TD

include "mlir/Pass/PassBase.td"

def OrderBlocksPass : Pass<"tileaa-order-blocks", "::mlir::ModuleOp"> {
  let summary = "Let blocks that run together read the same";
  let description = [{
    Gives the program ids of a kernel with a product in a loop and a grid along x
    and y a group (`nv_tileaa.get_program_id … {group}`), so that the blocks that
    run at the same time read few rows of one factor and few columns of the other,
    which L2 holds. Kernels whose blocks may tell each other something, by atomics
    or ordered accesses, and those in clusters stay as they are.
  }];
  let dependentDialects = ["::tessera::tileaa::TileAADialect"];
}

def PlanKernelPass : Pass<"tileaa-plan-kernel", "::mlir::ModuleOp"> {
  let summary = "Decide how each kernel uses the target";
  let description = [{
    Writes `nv_tileas.target` on the module and `nv_tileas.plan` on each kernel:
    the first strategy of the table that applies to it, or the one that the
    option names. A plan that is there already is obeyed. Each `nv_tileaa.dot`
    becomes an `nv_tileas.dot` whose atom is the instruction that the plan's
    strategy takes for it, on operands of the atom's types. Functions that are no
    kernels are dropped.

    With the hint `num_cta_in_cga = 2` a kernel whose products `wgmma` makes is
    rewritten such that each block of a cluster of two works on half of the rows of
    a tile block (`nv_tileas.cluster_rank` says on which), if neither needs what the
    other one computes or writes. So is one whose products a pair of blocks can make
    by tcgen05; these are products of mma.sync until `tileaa-version-kernel`.

    Hints: `num_worker_warps_per_cta` and `occupancy` shape the plan; those that
    it does not follow get a remark of the category `plan`, as strategies that do
    not apply do, with the reason.

    Rejected: a strategy that the option names and that does not apply; a tile of
    more elements than the registers of the kernel's threads hold.

    Docs: docs/gpu-road.md.
  }];
  let options = [
    Option<"targetName", "target", "std::string", /*default=*/"\"sm_80\"",
           "GPU to generate code for">,
    Option<"strategy", "strategy", "std::string", /*default=*/"",
           "Strategy that every kernel must take: fma, mma-sync; empty: the "
           "first that applies">,
    Option<"numWarps", "num-warps", "unsigned", /*default=*/"0",
           "Warps of every kernel; 0: by hint and tile size">
  ];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::tessera::tileaa::TileAADialect",
                           "::mlir::arith::ArithDialect"];
}

def VersionKernelPass
    : Pass<"tileaa-version-kernel", "::mlir::ModuleOp"> {
  let summary = "A fast body for the arguments that make accesses wide";
  let description = [{
    A kernel whose accesses would move more bytes at once, if arguments were
    multiples of some numbers that nothing promises, gets two bodies in an
    `scf.if`: where the arguments are such multiples, one in which `assume
    div_by` says so; else the body as it was. The condition only depends on
    arguments, so all threads of a launch agree.

    Which arguments, and multiples of what, is found backwards from each access
    (`DivisorDemand`). Then the access facts are computed with these promises;
    without an access that moves more the kernel stays as it is, and those that
    gain have to move at least a sixteenth of the bytes in the innermost loops, if
    there are accesses in loops. Extents of views are not tested: a view's accesses
    test whole tiles themselves. None for kernels whose bodies would be more than
    about `max-instructions` instructions together (one for each element of a
    thread and op, two if it is loaded or stored), nor with an `alloca` in a loop
    or branch, whose memory there would be twice. Needs plans
    (`tileaa-plan-kernel`), whose warps say how many elements a thread has.

    With the strategy tcgen05_pair, the products of the first body, or of the only
    one, become those of a pair of blocks: atoms of 256 rows, and right factors of
    which each block loads half of the columns.

    A remark of category `kernel` says what is tested and what it brings.
    Docs: docs/gpu-road.md, "Two bodies".
  }];
  let options = [
    Option<"maxInstructions", "max-instructions", "int64_t", /*default=*/"8192",
           "Kernels whose bodies would be more than about so many together keep "
           "one body">
  ];
  let dependentDialects = ["::tessera::tileaa::TileAADialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def ConvertTileAAToTileASPass
    : Pass<"convert-tileaa-to-tileas", "::mlir::ModuleOp"> {
  let summary = "Give every tile a layout and every access its nv_tileas op";
  let description = [{
    Needs plans (`tileaa-plan-kernel`). Assigns a layout of the plan's warps to
    every tile, inserts `nv_tileas.convert_layout` where layouts meet, and
    replaces accesses and collectives by their nv_tileas ops. The number of
    conversions that remain is the function's attribute
    `nv_tileas.num_conversions`.

    Docs: docs/gpu-road.md.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::tessera::tileaa::TileAADialect"];
}

#endif // TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_TD
