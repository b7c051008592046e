//===- Interpreter/Ops/PrintOps.cpp - print_tko -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// core.md 6.4. The text is made by Numerics, as on every other road; here it is
// fetched from the tiles and sent on.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/BlockContext.h"
#include "tessera/Interpreter/OpTable.h"
#include "tessera/Numerics/PrintFormat.h"

using namespace mlir;

namespace tessera::interp {

namespace {

LogicalResult executePrint(Operation *op, BlockContext &ctx) {
  auto print = cast<cuda_tile::PrintTkoOp>(op);
  llvm::StringRef format = print.getStr();
  llvm::SmallVector<numerics::PrintTile> tiles;
  for (Value argument : print.getArgs()) {
    const Tile &tile = ctx.get(argument);
    tiles.push_back({tile.kind(),
                     {tile.shape().data(), tile.shape().size()},
                     tile.bytes()});
  }
  std::string text;
  numerics::printFormatted(text, {format.data(), format.size()}, tiles);
  ctx.printStream() << text;
  return success();
}

} // namespace

void registerPrintOps(OpTable &table) {
  table.add<cuda_tile::PrintTkoOp>(executePrint);
}

} // namespace tessera::interp
