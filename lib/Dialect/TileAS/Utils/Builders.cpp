//===- TileAS/Utils/Builders.cpp - pipelines and tiled accesses -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builders of Builders.h.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/Builders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

ProduceOneAsyncOp tileas::buildProduceOneAsync(OpBuilder &builder, Location loc,
                                               Value token, Value iterator,
                                               StageBody body) {
  ArrayRef<Type> payload =
      cast<PipelineIteratorType>(iterator.getType()).getPayload();
  auto op = ProduceOneAsyncOp::create(
      builder, loc,
      TypeRange{token.getType(), builder.getType<AsyncTokenType>()}, token,
      iterator, builder.getTypeArrayAttr(payload));
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Location> locs(payload.size(), loc);
  Block *block = builder.createBlock(&op.getBody(), op.getBody().end(),
                                     TypeRange(payload), locs);
  PipelineYieldOp::create(builder, loc,
                          body(builder, loc, block->getArguments()));
  return op;
}

AgentSwitchOp tileas::buildAgentSwitch(
    OpBuilder &builder, Location loc, uint32_t numAgentsPerGroup,
    ArrayRef<int32_t> maxRegs, bool isolated,
    llvm::function_ref<void(OpBuilder &, Location, unsigned)> body) {
  auto op =
      AgentSwitchOp::create(builder, loc, numAgentsPerGroup, maxRegs, isolated,
                            static_cast<unsigned>(maxRegs.size()));
  OpBuilder::InsertionGuard guard(builder);
  for (auto [agent, region] : llvm::enumerate(op.getAgents())) {
    builder.createBlock(&region);
    body(builder, loc, agent);
    PipelineYieldOp::create(builder, loc);
  }
  return op;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

scf::ForOp tileas::buildLoopLike(OpBuilder &builder, scf::ForOp loop,
                                 Value lower, ValueRange inits) {
  auto made =
      scf::ForOp::create(builder, loop.getLoc(), lower, loop.getUpperBound(),
                         loop.getStep(), inits, nullptr, loop.getUnsignedCmp());
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  return made;
}

//===----------------------------------------------------------------------===//
// A view, then an access
//===----------------------------------------------------------------------===//

/// `value` as index, read as unsigned.
static Value buildIndex(OpBuilder &builder, Location loc, Value value) {
  if (value.getType().isIndex())
    return value;
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      value);
}

/// `values` as indices, with zeros in front up to `rank`.
static SmallVector<Value> normalize(OpBuilder &builder, Location loc,
                                    ArrayRef<Value> values, int64_t rank) {
  SmallVector<Value> indices;
  while (static_cast<int64_t>(indices.size() + values.size()) < rank)
    indices.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
  for (Value value : values)
    indices.push_back(buildIndex(builder, loc, value));
  return indices;
}

namespace {
/// The operands and attributes that loads and stores have in common.
struct AccessParts {
  SmallVector<Value> coords, offsets;
  MemSemanticAttr semantic;
  MemScopeAttr scope;
  DenseBoolArrayAttr inBounds;
  SmallVector<Type, 1> tokenType;
};
} // namespace

static AccessParts prepare(OpBuilder &builder, Location loc, Type view,
                           const TiledAccessSpec &access) {
  MLIRContext *context = builder.getContext();
  const int64_t rank = getViewTile(view).getRank();
  AccessParts parts;
  parts.coords = normalize(builder, loc, access.coords, rank);
  if (!access.offsets.empty())
    parts.offsets = normalize(builder, loc, access.offsets, rank);
  if (access.semantic)
    parts.semantic = MemSemanticAttr::get(context, *access.semantic);
  if (access.scope)
    parts.scope = MemScopeAttr::get(context, *access.scope);
  if (!access.inBounds.empty())
    parts.inBounds = builder.getDenseBoolArrayAttr(access.inBounds);
  if (access.token)
    parts.tokenType.push_back(access.token.getType());
  return parts;
}

TiledLoadOp tileas::buildViewThenTiledLoad(OpBuilder &builder, Location loc,
                                           Value source,
                                           const TileViewSpec &view,
                                           RankedTensorType tile,
                                           const TiledAccessSpec &access) {
  Value tileView =
      ViewOp::create(builder, loc, view.type, source, view.indices);
  AccessParts parts = prepare(builder, loc, view.type, access);
  return TiledLoadOp::create(
      builder, loc, tile, parts.tokenType.empty() ? Type() : parts.tokenType[0],
      parts.semantic, parts.scope, tileView, parts.coords, parts.offsets,
      access.token, /*mask=*/Value(), access.atom, parts.inBounds,
      access.padding, /*optimization_hints=*/nullptr);
}

TiledStoreOp tileas::buildViewThenTiledStore(OpBuilder &builder, Location loc,
                                             Value value, Value destination,
                                             const TileViewSpec &view,
                                             const TiledAccessSpec &access) {
  Value tileView =
      ViewOp::create(builder, loc, view.type, destination, view.indices);
  AccessParts parts = prepare(builder, loc, view.type, access);
  return TiledStoreOp::create(
      builder, loc, parts.tokenType.empty() ? Type() : parts.tokenType[0],
      parts.semantic, parts.scope, tileView, value, parts.coords, parts.offsets,
      access.token, /*mask=*/Value(), access.atom, parts.inBounds,
      access.padding, /*optimization_hints=*/nullptr);
}
