//===- CudaTile/IR/ControlFlowOps.td - structured control flow (core.md 6.3) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_CONTROLFLOWOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_CONTROLFLOWOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

// `break`, `continue` and `return` carry no effect information on purpose: an
// `if` or a loop that holds one must never be deleted as dead.

def CudaTile_IfOp : CudaTile_Op<"if", [
    SingleBlock, NoRegionArguments, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<RegionBranchOpInterface>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getDefaultDialect"]>]> {
  let summary = "run one of two regions";
  let description = [{
    Results are the operands of the executed `yield`. A region may end in
    `continue`, `break` or `return` instead; then the `if` does not complete.

    Rejected when: the condition is not a 0-d i1 tile; the then-region is empty;
    results are declared without an else-region; a `yield` has other types; a
    result is a view.

    ```mlir
    %r = if %c -> (tile<f32>) { yield %a : tile<f32> } else { yield %b : tile<f32> }
    ```
  }];
  let arguments = (ins CudaTile_ScalarBool:$condition);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region AnyRegion:$thenRegion, AnyRegion:$elseRegion);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    ::mlir::Block *thenBlock() { return &getThenRegion().front(); }
    /// Null when there is no else region.
    ::mlir::Block *elseBlock() {
      return getElseRegion().empty() ? nullptr : &getElseRegion().front();
    }
  }];
}

def CudaTile_ForOp : CudaTile_Op<"for", [
    AutomaticAllocationScope, SingleBlock, RecursiveMemoryEffects,
    AllTypesMatch<["lowerBound", "upperBound", "step"]>,
    DeclareOpInterfaceMethods<LoopLikeOpInterface, [
        "getLoopInductionVars", "getLoopLowerBounds", "getLoopUpperBounds",
        "getLoopSteps", "getInitsMutable", "getRegionIterArgs", "getLoopResults"]>,
    DeclareOpInterfaceMethods<RegionBranchOpInterface, ["getEntrySuccessorOperands"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface,
        ["getDefaultDialect", "getAsmResultNames", "getAsmBlockArgumentNames"]>]> {
  let summary = "counted loop";
  let description = [{
    i := lowerBound; while i < upperBound { carried := body(i, carried);
    i := i + step }. The comparison is signed unless `unsignedCmp` (13.2). The
    step must be positive. The trip count is ceil((ub - lb) / step): a final
    increment that would overflow is harmless.

    Rejected when: bound types differ or are not a 0-d integer tile; the carried
    types disagree among inits, arguments, results and `continue`; a carried
    value is a view.

    ```mlir
    %s = for %k in (%lb to %ub, step %st) : tile<i32> iter_values(%acc = %z) -> (tile<i32>) {
      %t = addi %acc, %k : tile<i32>
      continue %t : tile<i32>
    }
    ```
  }];
  let arguments = (ins CudaTile_ScalarInt:$lowerBound, CudaTile_ScalarInt:$upperBound,
                       CudaTile_ScalarInt:$step, Variadic<AnyType>:$initValues,
                       UnitAttr:$unsignedCmp);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block *getBody() { return &getRegion().front(); }
    ::mlir::BlockArgument getInductionVar() { return getBody()->getArgument(0); }
  }];
}

def CudaTile_LoopOp : CudaTile_Op<"loop", [
    AutomaticAllocationScope, SingleBlock, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<LoopLikeOpInterface, ["getInitsMutable", "getRegionIterArgs"]>,
    DeclareOpInterfaceMethods<RegionBranchOpInterface, ["getEntrySuccessorOperands"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface,
        ["getDefaultDialect", "getAsmBlockArgumentNames"]>]> {
  let summary = "loop until break";
  let description = [{
    `continue` supplies the next carried values; `break` ends the innermost
    enclosing loop with its results. The result list is independent of the
    carried list.

    Rejected when: inits and region arguments disagree; a `break` or `continue`
    has other types; a carried value or result is a view.

    ```mlir
    %r = loop iter_values(%n = %z) : tile<i32> -> tile<f32> { break %f : tile<f32> }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$initValues);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block *getBody() { return &getRegion().front(); }
  }];
}

class CudaTile_TerminatorOp<string mnemonic, Type operand, list<Trait> traits>
    : CudaTile_Op<mnemonic, !listconcat([Terminator], traits)> {
  let arguments = (ins Variadic<operand>:$operands);
  let assemblyFormat =
      "attr-dict ($operands^ `:` custom<CudaTileTypes>(type($operands)))?";
  let builders = [OpBuilder<(ins), [{ /* no operands */ }]>];
}

def CudaTile_BreakOp : CudaTile_TerminatorOp<"break", CudaTile_AnyValue, [
    NativeOpTrait<"ReturnLike">,
    DeclareOpInterfaceMethods<RegionBranchTerminatorOpInterface>,
    ParentOneOf<["LoopOp", "IfOp"]>]> {
  let summary = "leave the innermost loop";
  let description = [{
    Rejected when: walking outwards through `if`s does not reach a `loop` (a
    `for` in between is an error); the operands are not the loop's result types.

    ```mlir
    break %f : tile<f32>
    ```
  }];
  let hasVerifier = 1;
}

def CudaTile_ContinueOp : CudaTile_TerminatorOp<"continue", CudaTile_AnyValue, [
    DeclareOpInterfaceMethods<RegionBranchTerminatorOpInterface>,
    ParentOneOf<["ForOp", "LoopOp", "IfOp"]>]> {
  let summary = "start the next iteration of the innermost loop";
  let description = [{
    Rejected when: walking outwards through `if`s does not reach a `for` or
    `loop`; the operands are not its carried types.

    ```mlir
    continue %acc : tile<f32>
    ```
  }];
  let hasVerifier = 1;
}

def CudaTile_YieldOp : CudaTile_TerminatorOp<"yield", CudaTile_AnyValue, [
    Pure, ReturnLike, ParentOneOf<["IfOp", "ReduceOp", "ScanOp"]>]> {
  let summary = "results of a region of if, reduce or scan";
  let description = [{
    The enclosing op checks the operand types.

    ```mlir
    yield %s : tile<f32>
    ```
  }];
}

def CudaTile_ReturnOp : CudaTile_TerminatorOp<"return", AnyType, [
    ReturnLike, ParentOneOf<["EntryOp", "TestingFuncOp", "IfOp", "LoopOp"]>]> {
  let summary = "end the tile block";
  let description = [{
    In an `entry` it takes no operands. Inside an `if` it leaves the code after
    the `if` to the other path.

    Rejected when: walking outwards through `if`s does not reach the entry; the
    operands are not the function's result types.

    ```mlir
    return
    ```
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_CONTROLFLOWOPS_TD
