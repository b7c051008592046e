//===- Bytecode/Writer/VersionChecks.cpp - what old readers refuse -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Refuses to write what readers of an older version would not accept, such as
// hints that they do not know.
//
//===----------------------------------------------------------------------===//

#include "WriterContext.h"

#include "tessera/Dialect/CudaTile/IR/OptimizationHints.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

/// First version whose reader knows an architecture key of hints.
static Version getVersionOfArchitecture(StringRef arch) {
  return Version{
      kVersion13_1.major,
      static_cast<uint8_t>(cuda_tile::getHintArchitectureVersion(arch))};
}

/// True if readers before 13.3 know `key` on `op` (bytecode.md 8.4).
static bool isOldHint(Operation *op, StringRef key) {
  if (isa<cuda_tile::EntryOp>(op))
    return key == "num_cta_in_cga" || key == "occupancy";
  if (isa<cuda_tile::LoadViewTkoOp, cuda_tile::StoreViewTkoOp>(op))
    return key == "allow_tma" || key == "latency";
  return key == "latency";
}

/// Readers before 13.3 refuse hints they do not know; 13.3 ignores them.
static LogicalResult checkHints(Operation *op,
                                cuda_tile::OptimizationHintsAttr hints,
                                Version version) {
  for (NamedAttribute arch : hints.getValue()) {
    StringRef name = arch.getName().getValue();
    Version since = getVersionOfArchitecture(name);
    if (!(version >= since))
      return refuse(op, "a hint for '" + name + "'", since, version);
    for (NamedAttribute hint : cast<DictionaryAttr>(arch.getValue())) {
      StringRef key = hint.getName().getValue();
      if (!isOldHint(op, key))
        return refuse(op, "hint '" + key + "'", kVersion13_3, version);
      // That old architectures allow one cluster size only is a rule of 13.3:
      // judge the value by an architecture without that rule.
      if (!cuda_tile::isLegalHint("sm_100", key, hint.getValue()))
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
