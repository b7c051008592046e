//===- CudaTile/IR/DebugInfo.cpp - finding and checking debug locations -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// core.md 4.2 and 4.3. Every error has a note at the other party: the function,
// or the line where the source declares the subprogram.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/DebugInfo.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Visitors.h"

using namespace mlir;
using namespace tessera::cuda_tile;

DILocAttr tessera::cuda_tile::findDebugLocation(LocationAttr location) {
  while (location) {
    if (auto debug = dyn_cast<DILocAttr>(location))
      return debug;
    if (auto callSite = dyn_cast<CallSiteLoc>(location)) {
      location = callSite.getCaller();
    } else if (auto named = dyn_cast<NameLoc>(location)) {
      location = named.getChildLoc();
    } else if (auto opaque = dyn_cast<OpaqueLoc>(location)) {
      location = opaque.getFallbackLocation();
    } else if (auto fused = dyn_cast<FusedLoc>(location)) {
      for (Location part : fused.getLocations())
        if (DILocAttr debug = findDebugLocation(part))
          return debug;
      return {};
    } else {
      return {};
    }
  }
  return {};
}

DISubprogramAttr tessera::cuda_tile::getSubprogram(Attribute localScope) {
  while (auto block = dyn_cast_or_null<DILexicalBlockAttr>(localScope))
    localScope = block.getScope();
  return dyn_cast_or_null<DISubprogramAttr>(localScope);
}

/// Where the source declares `subprogram`, for notes.
static Location getDeclaration(DISubprogramAttr subprogram) {
  return FileLineColLoc::get(subprogram.getFile().getName(),
                             subprogram.getLine(), /*column=*/0);
}

LogicalResult
tessera::cuda_tile::verifyFunctionDebugInfo(FunctionOpInterface function) {
  if (isa<CallSiteLoc>(LocationAttr(function.getLoc())))
    // Not printed: shared call sites can make it exponentially long.
    return function.emitOpError("expected a location that is not a call site");

  DISubprogramAttr own;
  if (DILocAttr debug = findDebugLocation(function.getLoc())) {
    own = dyn_cast<DISubprogramAttr>(debug.getScope());
    if (!own) {
      InFlightDiagnostic diag =
          function.emitOpError("expected a subprogram as debug scope, got ")
          << debug.getScope();
      if (DISubprogramAttr root = getSubprogram(debug.getScope()))
        diag.attachNote(getDeclaration(root))
            << "the scope is inside subprogram '" << root.getName().getValue()
            << "'";
      return diag;
    }
    if (own.getLinkageName().getValue() != function.getName()) {
      InFlightDiagnostic diag =
          function.emitOpError("expected a subprogram with linkageName '")
          << function.getName() << "', got '" << own.getLinkageName().getValue()
          << "'";
      diag.attachNote(getDeclaration(own)) << "subprogram declared here";
      return diag;
    }
  }

  // Neighbouring ops mostly share a location: judge it once.
  LocationAttr judged;
  WalkResult walk = function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    LocationAttr location = op->getLoc();
    if (op == function.getOperation() || location == judged)
      return WalkResult::advance();
    judged = location;
    DILocAttr debug = findDebugLocation(op->getLoc());
    if (!debug)
      return WalkResult::advance();
    DISubprogramAttr subprogram = getSubprogram(debug.getScope());
    if (own && subprogram == own)
      return WalkResult::advance();

    StringRef got = subprogram ? subprogram.getLinkageName().getValue() : "";
    if (!own) {
      InFlightDiagnostic diag =
          op->emitOpError("expected no debug scope in a function without one, "
                          "got subprogram '")
          << got << "'";
      diag.attachNote(function.getLoc()) << "function declared here";
      return WalkResult::interrupt();
    }
    InFlightDiagnostic diag =
        op->emitOpError("expected a debug scope in the function's subprogram '")
        << own.getLinkageName().getValue() << "', got subprogram '" << got
        << "'"
        << (got == own.getLinkageName().getValue()
                ? " of the same name that differs elsewhere"
                : "");
    diag.attachNote(function.getLoc()) << "function declared here";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

LogicalResult tessera::cuda_tile::verifyModuleDebugInfo(Operation *module) {
  for (Region &region : module->getRegions()) {
    for (Operation &child : region.getOps()) {
      if (isa<FunctionOpInterface>(child) || !findDebugLocation(child.getLoc()))
        continue;
      InFlightDiagnostic diag =
          child.emitOpError("expected a debug scope only on functions, got one "
                            "on a direct child of the module");
      diag.attachNote(module->getLoc()) << "module declared here";
      return diag;
    }
  }
  return success();
}
