//===- Codegen/KernelSource.h - kernels to compile in tests -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hand-written kernels by the ABI of Target/CpuRuntimeABI.h, and parsing.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_CODEGEN_KERNELSOURCE_H
#define TESSERA_UNITTESTS_CODEGEN_KERNELSOURCE_H

#include "tessera/Codegen/CPU/Emit.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include <memory>
#include <string>

namespace tessera::cpu::test {

/// A context, a module, and the diagnostics it caused.
struct Source {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string diagnostics;

  explicit Source(llvm::StringRef text)
      : context(registry(), mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<mlir::LLVM::LLVMDialect>();
    context.getDiagEngine().registerHandler([this](mlir::Diagnostic &d) {
      diagnostics += d.str() + "\n";
      return mlir::success();
    });
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  }
  mlir::ModuleOp get() { return *module; }

private:
  static mlir::DialectRegistry registry() {
    mlir::DialectRegistry registry;
    registerCpuCodegen(registry);
    return registry;
  }
};

/// out[i] = a[i] + b[i] for 16 floats per block.
inline constexpr const char *vectorAdd = R"mlir(
llvm.func @vector_add(%launch: !llvm.ptr, %x: i32, %y: i32, %z: i32,
                      %scratch: !llvm.ptr) attributes {
    tessera.scratch_bytes = 0 : i64, tessera.params = ["ptr", "ptr", "ptr"],
    tessera.param_names = ["a", "b", "out"]} {
  %params = llvm.load %launch : !llvm.ptr -> !llvm.ptr
  %p1 = llvm.getelementptr %params[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %p2 = llvm.getelementptr %params[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %a = llvm.load %params : !llvm.ptr -> !llvm.ptr
  %b = llvm.load %p1 : !llvm.ptr -> !llvm.ptr
  %out = llvm.load %p2 : !llvm.ptr -> !llvm.ptr
  %block = llvm.zext %x : i32 to i64
  %c16 = llvm.mlir.constant(16 : i64) : i64
  %first = llvm.mul %block, %c16 : i64
  %pa = llvm.getelementptr %a[%first] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%first] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %po = llvm.getelementptr %out[%first] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %va = llvm.load %pa {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
  %vb = llvm.load %pb {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
  %sum = llvm.fadd %va, %vb : vector<16xf32>
  llvm.store %sum, %po {alignment = 4 : i64} : vector<16xf32>, !llvm.ptr
  llvm.return
}
)mlir";

/// Prints "block %i of %i: %f\n" with its number, the grid's width and a tile
/// of two floats that it builds in scratch.
inline constexpr const char *printer = R"mlir(
llvm.mlir.global internal constant @format("block %i of %i: %.1f\0A")
llvm.mlir.global internal constant @shapes(
    dense<[4, 0, 4, 0, 8, 1, 2]> : tensor<7xi64>) : !llvm.array<7 x i64>
llvm.func @tessera_rt_print(!llvm.ptr, !llvm.ptr, i64, i32, !llvm.ptr, !llvm.ptr)
llvm.func @printer(%launch: !llvm.ptr, %x: i32, %y: i32, %z: i32,
                   %scratch: !llvm.ptr) attributes {
    tessera.scratch_bytes = 64 : i64, tessera.params = []} {
  %pc = llvm.getelementptr %launch[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %context = llvm.load %pc : !llvm.ptr -> !llvm.ptr
  %pw = llvm.getelementptr %launch[8] : (!llvm.ptr) -> !llvm.ptr, i8
  // scratch: block number, tile, table of pointers.
  %tile = llvm.getelementptr %scratch[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %t1 = llvm.getelementptr %scratch[12] : (!llvm.ptr) -> !llvm.ptr, i8
  %table = llvm.getelementptr %scratch[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %e1 = llvm.getelementptr %scratch[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %e2 = llvm.getelementptr %scratch[32] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %x, %scratch : i32, !llvm.ptr
  %f = llvm.uitofp %x : i32 to f32
  %half = llvm.mlir.constant(5.0e-01 : f32) : f32
  llvm.store %f, %tile : f32, !llvm.ptr
  llvm.store %half, %t1 : f32, !llvm.ptr
  llvm.store %scratch, %table : !llvm.ptr, !llvm.ptr
  llvm.store %pw, %e1 : !llvm.ptr, !llvm.ptr
  llvm.store %tile, %e2 : !llvm.ptr, !llvm.ptr
  %format = llvm.mlir.addressof @format : !llvm.ptr
  %bytes = llvm.mlir.constant(21 : i64) : i64
  %count = llvm.mlir.constant(3 : i32) : i32
  %shapes = llvm.mlir.addressof @shapes : !llvm.ptr
  llvm.call @tessera_rt_print(%context, %format, %bytes, %count, %shapes, %table)
    : (!llvm.ptr, !llvm.ptr, i64, i32, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
)mlir";

/// Asserts that its block number is below parameter 0, then counts in
/// parameter 1.
inline constexpr const char *asserter = R"mlir(
llvm.mlir.global internal constant @message("block too large")
llvm.mlir.global internal constant @location("kernel.mlir:7:3")
llvm.func @tessera_rt_assert(!llvm.ptr, !llvm.ptr, i64, !llvm.ptr, i64, !llvm.ptr, i64) -> i1
llvm.func @asserter(%launch: !llvm.ptr, %x: i32, %y: i32, %z: i32,
                    %scratch: !llvm.ptr) attributes {
    tessera.scratch_bytes = 1 : i64, tessera.params = ["i32", "ptr"],
    tessera.param_names = ["limit", "counter"]} {
  %params = llvm.load %launch : !llvm.ptr -> !llvm.ptr
  %pc = llvm.getelementptr %launch[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %context = llvm.load %pc : !llvm.ptr -> !llvm.ptr
  %limit = llvm.load %params : !llvm.ptr -> i32
  %p1 = llvm.getelementptr %params[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %counter = llvm.load %p1 : !llvm.ptr -> !llvm.ptr
  %ok = llvm.icmp "ult" %x, %limit : i32
  %byte = llvm.zext %ok : i1 to i8
  llvm.store %byte, %scratch : i8, !llvm.ptr
  %one = llvm.mlir.constant(1 : i64) : i64
  %n = llvm.mlir.constant(15 : i64) : i64
  %message = llvm.mlir.addressof @message : !llvm.ptr
  %location = llvm.mlir.addressof @location : !llvm.ptr
  %stop = llvm.call @tessera_rt_assert(%context, %scratch, %one, %message, %n, %location, %n)
    : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr, i64, !llvm.ptr, i64) -> i1
  llvm.cond_br %stop, ^end, ^go
^go:
  %old = llvm.atomicrmw add %counter, %one monotonic : !llvm.ptr, i64
  llvm.br ^end
^end:
  llvm.return
}
)mlir";

/// For a double x: out[0] = f16(sin(x)) and out[1] = bf16(x).
inline constexpr const char *converter = R"mlir(
llvm.func @converter(%l: !llvm.ptr, %x: i32, %y: i32, %z: i32, %s: !llvm.ptr) attributes
    {tessera.scratch_bytes = 0 : i64, tessera.params = ["f64", "ptr"],
    tessera.param_names = ["x", "out"]} {
  %params = llvm.load %l : !llvm.ptr -> !llvm.ptr
  %value = llvm.load %params : !llvm.ptr -> f64
  %p1 = llvm.getelementptr %params[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %out = llvm.load %p1 : !llvm.ptr -> !llvm.ptr
  %sin = llvm.intr.sin(%value) : (f64) -> f64
  %half = llvm.fptrunc %sin : f64 to f16
  %brain = llvm.fptrunc %value : f64 to bf16
  %o1 = llvm.getelementptr %out[1] : (!llvm.ptr) -> !llvm.ptr, i16
  llvm.store %half, %out : f16, !llvm.ptr
  llvm.store %brain, %o1 : bf16, !llvm.ptr
  llvm.return
}
)mlir";

} // namespace tessera::cpu::test

#endif // TESSERA_UNITTESTS_CODEGEN_KERNELSOURCE_H
