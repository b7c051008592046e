//===- Bytecode/Writer/VersionChecks.cpp - what old readers refuse -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriterContext.h"

#include "tessera/Dialect/CudaTile/IR/OptimizationHints.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

/// First version whose reader knows an architecture key of hints.
static Version getVersionOfArchitecture(StringRef arch) {
  if (arch == "sm_86" || arch == "sm_87" || arch == "sm_88" || arch == "sm_89")
    return kVersion13_2;
  if (arch == "default")
    return kVersion13_3;
  return kVersion13_1;
}

/// Readers before 13.3 refuse hints they do not know; 13.3 ignores them.
static LogicalResult checkHints(Operation *op,
                                cuda_tile::OptimizationHintsAttr hints,
                                Version version) {
  for (NamedAttribute arch : hints.getValue()) {
    StringRef name = arch.getName().getValue();
    Version since = cuda_tile::isKnownHintArchitecture(name)
                        ? getVersionOfArchitecture(name)
                        : kVersion13_3;
    if (!(version >= since))
      return refuse(op, "a hint for '" + name + "'", since, version);
    for (NamedAttribute hint : cast<DictionaryAttr>(arch.getValue())) {
      StringRef key = hint.getName().getValue();
      if (key == "num_worker_warps_per_cta" ||
          !cuda_tile::isLegalHint(name, key, hint.getValue()))
        return refuse(op, "this value of hint '" + key + "'", kVersion13_3,
                      version);
    }
  }
  return success();
}

LogicalResult bytecode::checkOldReaders(Operation *op, Version version) {
  if (version >= kVersion13_3)
    return success();
  if (auto hints = dyn_cast_or_null<cuda_tile::OptimizationHintsAttr>(
          op->getInherentAttr("optimization_hints").value_or(Attribute())))
    if (failed(checkHints(op, hints, version)))
      return failure();
  auto atomic = dyn_cast<cuda_tile::AtomicRMWTkoOp>(op);
  if (atomic && atomic.getMode() == cuda_tile::AtomicRMWMode::AddF &&
      isa<BFloat16Type>(cast<cuda_tile::TileType>(atomic.getArg().getType())
                            .getElementType()))
    return refuse(op, "addf on bf16", kVersion13_3, version);
  return success();
}
