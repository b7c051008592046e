//===- CudaTile/Transforms/Passes.td - passes on Tile IR -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The public Tile IR passes (ops.md 10.2 to 10.4). Each leaves the cuda_tile
// dialect in and out.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD
#define TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def FuseFMAPass : InterfacePass<"fuse-fma", "::mlir::FunctionOpInterface"> {
  let summary = "Fuse multiplications into additions and subtractions";
  let description = [{
    Replaces a product that only feeds one sum by a fused multiply-add. This
    drops the rounding of the product, so results change; the pass is never part
    of a default pipeline.

    | input                             | output                       |
    |-----------------------------------|------------------------------|
    | `addf (mulf a, b), c`             | `fma a, b, c`                |
    | `addf c, (mulf a, b)`             | `fma a, b, c`                |
    | `addf (mulf a, b), (mulf d, e)`   | `fma a, b, (mulf d, e)`      |
    | `subf (mulf a, b), c`             | `fma a, b, (negf c)`         |
    | `subf c, (mulf a, b)`             | untouched                    |

    The product must have exactly one use, and product and sum must have the
    same rounding mode and the same `flush_to_zero`; the fma gets both. An
    `addf` whose only product is on the right has its operands swapped even when
    nothing is fused (the canonical form).
  }];
  let dependentDialects = ["::tessera::cuda_tile::CudaTileDialect"];
}

def LegalizeExtensionsPass : Pass<"legalize-extensions", "::mlir::ModuleOp"> {
  let summary = "Rewrite the older spellings to the core language";
  let description = [{
    The operations of an earlier description of Tile IR that the core language
    does not have, and the older forms of `reshape`, `broadcast` and `alloca`.
    docs/older-spellings.md has the rewrite of each. Branches between blocks
    become `if` and `loop`. The memory operations of an entry that holds an
    older one get tokens in program order. `seq_cst` accesses are fenced by a
    variable of the module, `@tessera_seq_cst`.

    The tools run it on everything they load. A program without older spellings
    is left as it is.
  }];
  let dependentDialects = ["::tessera::cuda_tile::CudaTileDialect"];
}

def InsertMemoryChecksPass : Pass<"insert-memory-checks", "::mlir::ModuleOp"> {
  let summary = "Put an assertion in front of what could be undefined behaviour";
  let description = [{
    In front of each access: that it stays in the memory its pointer was made
    from, is aligned, and does not write a constant. In front of an access of a
    view also that the index lies in the index space and that `inbounds` is kept.
    In front of an integer division: that the divisor is not zero and the
    quotient fits. Masked elements are not checked.

    How large the memory behind a pointer is, the entry is told by parameters
    that are added behind its own: the size of each in bytes, as i64. With
    `track-initialisation`, parameters `ptr<i8>` follow, which hold a byte for
    each element that is not 0 while the element is not written; loads then
    assert that it is. Elements of an `alloca` are tracked always. Memory that is
    accessed with elements of several sizes, and all memory where a pointer's
    origin is not known, is not tracked.

    With `note-unspecified`, an entry with loads that may give unspecified
    elements gets a last parameter `ptr<i8>`. They write 1 there when they do.

    The message of an assertion says which check it is (MemoryChecks.h).

    Without `takes-sizes` no parameters are added, for kernels that unchanged
    clients launch. Of memory that parameters point to, only alignment is then
    checked; the message of an assertion is the kind of finding and a text.
  }];
  let options = [
    Option<"takesSizes", "takes-sizes", "bool", /*default=*/"true",
           "Add parameters that say how large the memory behind pointers is">,
    Option<"trackInitialisation", "track-initialisation", "bool",
           /*default=*/"false",
           "Also check that what is read from the parameters was written">,
    Option<"noteUnspecified", "note-unspecified", "bool", /*default=*/"false",
           "Note whether a load gave elements that nothing specifies">
  ];
  let dependentDialects = ["::tessera::cuda_tile::CudaTileDialect"];
}

def LoopSplitPass : InterfacePass<"loop-split", "::mlir::FunctionOpInterface"> {
  let summary = "Split loops at a bound their induction variable is compared with";
  let description = [{
    A `for` that holds an `if` on `cmpi <, <=, > or >=` between the induction
    variable (on either side) and a value from outside the loop becomes two
    loops, in each of which the condition is a constant. The signedness of the
    comparison must be the loop's. With s = bound (+ 1 for <= and >) and, for a
    step other than the constant 1, s moved up to the next value the induction
    variable takes, the loops run over [lb, min(s, ub)) and [max(s, lb), ub);
    the second starts from the results of the first. Each `if` on the condition
    directly in the loop body is replaced by the block it takes, other users of
    the condition get a constant. Loops are split once per run, from the outside
    in.

    The threshold T is the integer attribute `cuda_tile.loop_split` of the `if`,
    else of the `for`, else of the function, else the option. 0: do not split.
    1: always split. Otherwise some `if` on the condition must have a block of
    at least T ops (not counting the terminator) or one that directly holds a
    load, store, mmaf, mmai, reduce, if or for.

    `s = bound + 1` saturates, which is exact: the induction variable stays
    below ub and so below the largest value. Moving s up is done so that nothing
    can wrap for `unsigned` loops, for constant operands that would wrap, and
    everywhere under `exact-bounds`; in other signed loops with a step other
    than 1 it assumes that s - lb and the moved s fit the type.
  }];
  let options = [
    Option<"splitThreshold", "split-threshold", "int", /*default=*/"1",
           "Least number of ops in a branch that makes splitting worth while; "
           "0 never splits, 1 always">,
    Option<"exactBounds", "exact-bounds", "bool", /*default=*/"false",
           "Compute the split point without wrap-around also in signed loops, "
           "at the cost of a few more integer ops before the loops">
  ];
  let dependentDialects = ["::tessera::cuda_tile::CudaTileDialect"];
}

def SynthesizeDebugInfoScopesPass
    : Pass<"synthesize-debug-info-scopes", "::tessera::cuda_tile::ModuleOp"> {
  let summary = "Give ops with plain file locations a debug-info scope";
  let description = [{
    Line-table information for modules whose front end only wrote file
    locations. The module gets one compile unit, named by the file of its own
    location (`<unknown>` without one). Each function directly in the module
    that has no `di_loc` gets a subprogram: file and line of its own location
    (else the unit's file and line 1), `name = linkageName =` its symbol,
    `scopeLine = line`. The function and every op inside it get
    `di_loc<FILE:LINE:COL in SUBPROGRAM>` with their own file location, or the
    function's.

    The file location of an op is looked for through name and opaque locations;
    in a fused location it is the first direct file location, in a call site the
    caller's. Only locations change; a second run changes nothing.
  }];
  let dependentDialects = ["::tessera::cuda_tile::CudaTileDialect"];
}

#endif // TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD
