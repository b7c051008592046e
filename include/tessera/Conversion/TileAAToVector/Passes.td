//===- TileAAToVector/Passes.td - tiles to loops over vectors -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_TILEAATOVECTOR_PASSES_TD
#define TESSERA_CONVERSION_TILEAATOVECTOR_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileAAToVectorPass
    : Pass<"convert-tileaa-to-vector", "::mlir::ModuleOp"> {
  let summary = "Lower nv_tileaa kernels to loops over native vectors";
  let description = [{
    Each kernel becomes a `func.func` of the CPU kernel ABI (CpuRuntimeABI.h)
    made of scf, arith, math, vector and llvm ops. Element-wise chains run in
    one loop nest without intermediate tiles; tiles that must exist lie in the
    scratch argument, whose size is the attribute `tessera.scratch_bytes`. No
    vector is wider than a few registers, none has more than one dimension.

    With `report`, one remark per kernel counts the checks that access facts
    removed, and the nests that need only one version; one per expression that
    is kept in memory says what it would cost to compute again.

    Docs: docs/cpu-lowering.md.
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", /*default=*/"512",
           "Width of a vector register: 128, 256 or 512">,
    Option<"vectorRegisters", "vector-registers", "unsigned",
           /*default=*/"32", "Number of vector registers">,
    Option<"mathSuffix128", "math-suffix-128", "std::string",
           /*default=*/"\"sse4\"",
           "Suffix of the maths library's functions on 128-bit vectors">,
    Option<"int8Dot", "int8-dot", "bool", /*default=*/"false",
           "Multiply bytes with x86's vpdpbusd">,
    Option<"int16Dot", "int16-dot", "bool", /*default=*/"false",
           "Multiply other bytes with x86's pmaddwd">,
    Option<"bf16Dot", "bf16-dot", "bool", /*default=*/"false",
           "Multiply bf16 with x86's vdpbf16ps where that cannot be told">,
    Option<"streamingStores", "streaming-stores", "bool", /*default=*/"false",
           "Store past the caches what launches write much of">,
    Option<"streamingBytes", "streaming-bytes", "int64_t",
           /*default=*/"16 << 20",
           "How much that is, by half of a last-level cache: what is larger "
           "has left it before somebody reads it">,
    Option<"unspecifiedAsOnes", "unspecified-as-ones", "bool",
           /*default=*/"false",
           "Elements that a load leaves unspecified have all bits set, not "
           "zero">,
    Option<"report", "report", "bool", /*default=*/"false",
           "Remarks about memory accesses and kept expressions">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def ConvertToBranchesPass : Pass<"convert-cpu-to-branches", "::mlir::ModuleOp"> {
  let summary = "Convert structured control flow to branches";
  let description = [{
    Upstream's patterns for scf, but for loops with constant bounds that run at
    least once: these test at their end only, which is the form that LLVM gives
    loops.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect"];
}

def LowerKernelExitsPass : Pass<"lower-kernel-exits", "::mlir::ModuleOp"> {
  let summary = "Turn calls of the exit marker into returns";
  let description = [{
    `llvm.call @tessera.leave_if(%stop)` leaves the function when `%stop` is
    true. Runs when there are only branches left, no structured control flow.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ConvertCpuToLLVMPass : Pass<"convert-cpu-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert what the CPU lowering emits to the LLVM dialect";
  let description = [{
    One conversion of arith, cf, func, math, ub and vector together, with
    upstream's patterns, among them those that expand divisions that round up
    or down. Vectors have at most one dimension. An op that has no pattern is
    an error.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // TESSERA_CONVERSION_TILEAATOVECTOR_PASSES_TD
