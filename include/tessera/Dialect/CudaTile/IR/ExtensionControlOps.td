//===- CudaTile/IR/ExtensionControlOps.td - unstructured control flow -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An `entry` is one block everywhere else in the language. When a block of
// its text ends in one of these terminators, the parser puts the blocks into an
// `unstructured` op, the only op of the entry's block before its `return`, and a
// `return` that ends one of them becomes `leave`. Printing undoes both.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_EXTENSIONCONTROLOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_EXTENSIONCONTROLOPS_TD

include "tessera/Dialect/CudaTile/IR/ExtensionBase.td"

def CudaTile_UnstructuredOp : CudaTile_ExtensionOp<"unstructured", [
    NoRegionArguments, ParentOneOf<["EntryOp", "TestingFuncOp"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getDefaultDialect"]>]> {
  let summary = "the blocks of an entry that has several";
  let description = [{
    Executes its blocks from the first on until one ends in `leave` (written
    `return`). Rejected: anything but a `return` behind it or anything before
    it; blocks that end in other ops than br, cond_br, switch_br, leave and
    unreachable.

    ```mlir
    entry @k(%c: tile<i1>) {
      cond_br %c, ^a, ^b
    ^a:
      br ^b
    ^b:
      return
    }
    ```
  }];
  let regions = (region AnyRegion:$body);
  let assemblyFormat = "$body attr-dict";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

class CudaTile_BlockTerminatorOp<string mnemonic, list<Trait> traits = []>
    : CudaTile_ExtensionOp<mnemonic, !listconcat([
        Terminator, HasParent<"UnstructuredOp">], traits)>;

def CudaTile_LeaveOp : CudaTile_BlockTerminatorOp<"leave", [Pure, ReturnLike]> {
  let summary = "the return of an entry with several blocks";
  let description = [{
    ```mlir
    leave
    ```
  }];
  let assemblyFormat = "attr-dict";
  let extraClassDeclaration = [{
    static ::mlir::OperationName::PrintAssemblyFn getPrintAssemblyFn();
  }];
}

def CudaTile_UnreachableOp : CudaTile_BlockTerminatorOp<"unreachable", [ReturnLike]> {
  let summary = "a point that is never reached";
  let description = [{
    Reaching it is an error that `assert` reports.

    ```mlir
    unreachable
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def CudaTile_BrOp : CudaTile_BlockTerminatorOp<"br", [
    Pure, DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "branch";
  let description = [{
    Rejected: operands that are not the target's arguments.

    ```mlir
    br ^bb1(%i : tile<i32>)
    ```
  }];
  let arguments = (ins Variadic<CudaTile_AnyValue>:$targetOperands);
  let successors = (successor AnySuccessor:$target);
  let hasCustomAssemblyFormat = 1;
}

def CudaTile_CondBrOp : CudaTile_BlockTerminatorOp<"cond_br", [
    Pure, AttrSizedOperandSegments, DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "branch to one of two blocks";
  let description = [{
    Rejected: a condition that is not a 0-d i1 tile; operands that are not the
    targets' arguments.

    ```mlir
    cond_br %c, ^bb1, ^bb2(%i : tile<i32>)
    ```
  }];
  let arguments = (ins CudaTile_ScalarBool:$condition,
                       Variadic<CudaTile_AnyValue>:$trueOperands,
                       Variadic<CudaTile_AnyValue>:$falseOperands);
  let successors = (successor AnySuccessor:$trueTarget, AnySuccessor:$falseTarget);
  let hasCustomAssemblyFormat = 1;
}

def CudaTile_SwitchBrOp : CudaTile_BlockTerminatorOp<"switch_br", [
    Pure, DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "branch to one of several blocks";
  let description = [{
    What the lifting of control flow makes of several ways out of a loop. The
    last target is taken when the flag is none of the values. Rejected: another
    number of targets than one more than the values; operands that are not the
    targets' arguments.

    ```mlir
    switch_br %flag [0, 1] ^bb1, ^bb2(%i : tile<i32>), ^bb3
    ```
  }];
  let arguments = (ins CudaTile_ScalarI32:$flag, DenseI32ArrayAttr:$values,
      VariadicOfVariadic<CudaTile_AnyValue, "target_segments">:$targetOperands,
      DenseI32ArrayAttr:$target_segments);
  let successors = (successor VariadicSuccessor<AnySuccessor>:$targets);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_EXTENSIONCONTROLOPS_TD
