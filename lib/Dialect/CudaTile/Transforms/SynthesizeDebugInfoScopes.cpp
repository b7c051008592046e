//===- CudaTile/Transforms/SynthesizeDebugInfoScopes.cpp - scopes --*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ops.md 10.4: turns plain file locations into `di_loc`s whose scopes satisfy
// the rules of core.md 4.3. A function that has a `di_loc` is left alone, so
// the pass is idempotent and never mixes with a front end's own debug
// information.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/DebugInfo.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Path.h"

namespace tessera::cuda_tile {
#define GEN_PASS_DEF_SYNTHESIZEDEBUGINFOSCOPESPASS
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tessera::cuda_tile

using namespace mlir;
using namespace tessera::cuda_tile;

/// The file location an op stands for, or null. In a fused location only direct
/// constituents count: nested ones say where a value came from, not where it
/// is.
static FileLineColRange findFileLoc(LocationAttr loc) {
  if (auto file = dyn_cast<FileLineColRange>(loc))
    return file;
  if (auto name = dyn_cast<NameLoc>(loc))
    return findFileLoc(name.getChildLoc());
  if (auto opaque = dyn_cast<OpaqueLoc>(loc))
    return findFileLoc(opaque.getFallbackLocation());
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return findFileLoc(call.getCaller());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (auto file = dyn_cast<FileLineColRange>(LocationAttr(part)))
        return file;
  return nullptr;
}

static DIFileAttr getFile(MLIRContext *context, llvm::StringRef path) {
  constexpr auto kStyle = llvm::sys::path::Style::posix;
  return DIFileAttr::get(
      context,
      StringAttr::get(context, llvm::sys::path::filename(path, kStyle)),
      StringAttr::get(context, llvm::sys::path::parent_path(path, kStyle)));
}

namespace {
struct SynthesizeDebugInfoScopes
    : public tessera::cuda_tile::impl::SynthesizeDebugInfoScopesPassBase<
          SynthesizeDebugInfoScopes> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    FileLineColRange moduleLoc = findFileLoc(getOperation().getLoc());
    DIFileAttr unitFile =
        getFile(context, moduleLoc ? moduleLoc.getFilename().getValue()
                                   : llvm::StringRef("<unknown>"));
    auto unit = DICompileUnitAttr::get(context, unitFile);

    for (auto function : getOperation().getBody().getOps<FunctionOpInterface>())
      if (!findDebugLocation(function.getLoc()))
        addScopes(function, unit, moduleLoc);
  }

  void addScopes(FunctionOpInterface function, DICompileUnitAttr unit,
                 FileLineColRange moduleLoc) {
    MLIRContext *context = &getContext();
    FileLineColRange functionLoc = findFileLoc(function.getLoc());
    DIFileAttr file = unit.getFile();
    unsigned line = 1;
    if (functionLoc) {
      file = getFile(context, functionLoc.getFilename().getValue());
      line = functionLoc.getStartLine();
    } else {
      llvm::StringRef path = moduleLoc ? moduleLoc.getFilename().getValue()
                                       : file.getName().getValue();
      functionLoc = FileLineColLoc::get(context, path, line, /*column=*/0);
    }
    auto name = StringAttr::get(context, function.getName());
    auto subprogram = DISubprogramAttr::get(context, file, line, name, name,
                                            unit, /*scopeLine=*/line);
    function->walk([&](Operation *op) {
      FileLineColRange own = findFileLoc(op->getLoc());
      op->setLoc(DILocAttr::get(context, own ? own : functionLoc, subprogram));
    });
  }
};
} // namespace
