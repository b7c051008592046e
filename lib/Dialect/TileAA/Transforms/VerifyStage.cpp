//===- TileAA/Transforms/VerifyStage.cpp - is this nv_tileaa? ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stage verifier of the nv_tileaa level: the rules that no single op can
// check, and every op's own rules once more, so that what follows may rely on
// them whatever ran before.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Verifier.h"

namespace tessera::tileaa {
#define GEN_PASS_DEF_VERIFYTILEAASTAGEPASS
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tessera::tileaa

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// The first type of cuda_tile in `root` that has no place at this level.
template <typename T> static Type findLeftover(T root) {
  Type found;
  root.walk([&](Type type) {
    if (!isa<cuda_tile::CudaTileDialect>(type.getDialect()) ||
        isa<cuda_tile::F8E5M3FNUType>(type))
      return WalkResult::advance();
    found = type;
    return WalkResult::interrupt();
  });
  return found;
}

/// The first tensor in `root` that has a layout already.
template <typename T> static Type findEncoded(T root) {
  Type found;
  root.walk([&](RankedTensorType type) {
    if (!type.getEncoding())
      return WalkResult::advance();
    found = type;
    return WalkResult::interrupt();
  });
  return found;
}

static LogicalResult verifyTypes(Operation *op) {
  auto check = [&](auto root, StringRef where) -> LogicalResult {
    if (Type tile = findEncoded(root))
      return op->emitOpError("expected no layout at the nv_tileaa level, got ")
             << tile << " in " << where;
    if (Type leftover = findLeftover(root))
      return op->emitOpError("expected no cuda_tile type at the nv_tileaa "
                             "level, got ")
             << leftover << " in " << where;
    return success();
  };
  for (Type type : op->getResultTypes())
    if (failed(check(type, "a result")))
      return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        if (failed(check(type, "a block argument")))
          return failure();
  return check(op->getAttrDictionary(), "an attribute");
}

static LogicalResult verifyDialect(Operation *op) {
  Dialect *dialect = op->getDialect();
  if (isa_and_nonnull<TileAADialect, arith::ArithDialect, math::MathDialect,
                      scf::SCFDialect, ub::UBDialect>(dialect))
    return success();
  if (isa_and_nonnull<cuda_tile::CudaTileDialect>(dialect))
    return op->emitOpError("expected no cuda_tile op at the nv_tileaa level");
  return op->emitOpError("expected an op of nv_tileaa, arith, math, scf or ub "
                         "at the nv_tileaa level");
}

namespace {
struct VerifyStage : tileaa::impl::VerifyTileAAStagePassBase<VerifyStage> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool ok = succeeded(verify(module));
    for (Operation &op : *module.getBody()) {
      if (isa<cuda_tile::CudaTileDialect>(op.getDialect()) ||
          isa<FuncOp, GlobalOp>(op))
        continue; // Leftovers are reported below.
      op.emitOpError("expected nv_tileaa.func or nv_tileaa.global directly in "
                     "the module");
      ok = false;
    }
    module->walk([&](Operation *op) {
      if (op == module)
        return;
      // One report per op: the first rule it breaks.
      ok &= succeeded(verifyDialect(op)) && succeeded(verifyTypes(op));
    });
    if (!ok)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
