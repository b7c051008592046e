//===- Codegen/Locations.cpp - locations LLVM understands ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces each location that LLVM's translation does not know by the plain
// file position in it.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Locations.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinDialect.h"

using namespace mlir;

namespace tessera {

static LocationAttr firstPosition(LocationAttr location) {
  LocationAttr found;
  location.walk([&](Location part) {
    if (!isa<FileLineColRange>(LocationAttr(part)))
      return WalkResult::advance();
    found = part;
    return WalkResult::interrupt();
  });
  return found ? found : UnknownLoc::get(location.getContext());
}

static void replaceLocations(ModuleOp module,
                             llvm::function_ref<bool(LocationAttr)> keep) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](LocationAttr location)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        if (keep(location))
          return std::nullopt;
        return std::pair<Attribute, WalkResult>(firstPosition(location),
                                                WalkResult::skip());
      });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/false,
                                        /*replaceLocs=*/true,
                                        /*replaceTypes=*/false);
}

void makeLocationsBuiltin(ModuleOp module) {
  replaceLocations(module, [](LocationAttr location) {
    return isa<BuiltinDialect>(location.getDialect());
  });
}

void makeLocationsPlain(ModuleOp module) {
  replaceLocations(module, [](LocationAttr location) {
    return isa<FileLineColRange, UnknownLoc>(location);
  });
}

} // namespace tessera
