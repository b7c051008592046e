//===- tessera-lsp-server.cpp - Tile IR for editors -----------------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A language server: diagnostics, hover, definitions, uses and completion of
// Tile IR text and of the levels below it, by MLIR's library. It knows the
// dialects whose text Tessera prints.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Support/CrashReport.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

using namespace mlir;

int main(int argc, char **argv) {
  tessera::crash::install("tessera-lsp-server");
  DialectRegistry registry;
  registry.insert<
      tessera::cuda_tile::CudaTileDialect, tessera::tileaa::TileAADialect,
      tessera::tileas::TileASDialect, arith::ArithDialect, math::MathDialect,
      scf::SCFDialect, ub::UBDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  return failed(MlirLspServerMain(argc, argv, registry));
}
