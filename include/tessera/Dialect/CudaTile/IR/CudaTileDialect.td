//===- CudaTile/IR/CudaTileDialect.td - the dialect record -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_CUDATILEDIALECT_TD
#define TESSERA_DIALECT_CUDATILE_IR_CUDATILEDIALECT_TD

include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"

def CudaTile_Dialect : Dialect {
  let name = "cuda_tile";
  let cppNamespace = "::tessera::cuda_tile";
  let summary = "Tile IR, the public tile-level GPU program format (13.1 to 13.4)";
  let description = [{
    A program is a `cuda_tile.module` holding `entry` kernels and `global`
    arrays. Every grid point of a launch (a *tile block*) executes the entry
    body once, as one logical thread working on immutable, statically shaped
    tiles. Memory is reached through pointers and views; only tokens order
    memory operations.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    /// How `optimization_hints` that a target does not know are treated.
    /// Hints never change meaning, so the default is to ignore them.
    enum class HintDiagnostics { Off, Warn, Error };
    HintDiagnostics getHintDiagnostics() const { return hintDiagnostics; }
    void setHintDiagnostics(HintDiagnostics mode) { hintDiagnostics = mode; }

    /// The language version whose verifier rules apply. Ops and types through
    /// 13.4 are always known; 13.4 also *relaxes* rules of 13.3 (`return` inside
    /// `loop`, more `ftof` roundings), and those relaxations need 13.4 here.
    bool hasRelaxationsOf13_4() const { return relaxationsOf13_4; }
    void setRelaxationsOf13_4(bool enable) { relaxationsOf13_4 = enable; }

    /// Accepts spellings of other versions: `fpowf` (13.4) names `pow`.
    std::optional<::mlir::Dialect::ParseOpHook>
    getParseOperationHook(::llvm::StringRef opName) const override;

  private:
    void registerTypes();
    void registerAttributes();
    void registerOps();
    HintDiagnostics hintDiagnostics = HintDiagnostics::Off;
    bool relaxationsOf13_4 = false;

  public:
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_CUDATILEDIALECT_TD
