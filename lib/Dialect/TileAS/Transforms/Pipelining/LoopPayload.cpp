//===- TileAS/Transforms/Pipelining/LoopPayload.cpp - loads that can be ahead --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which loads of a loop can be made some iterations earlier: their addresses
// come from the loop's counter and carried values by arithmetic alone, and what
// they are ordered after is in front of the loop.
//
//===----------------------------------------------------------------------===//

#include "LoopPipeline.h"
#include "StageCopies.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

std::optional<Payload> LoopPipeline::asPayload(Operation *op) {
  if (!isa<TiledLoadOp, LoadOp>(op) || !isWeakLoad(op) || !fillsWithZero(op))
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !op->getResult(0).hasOneUse() ||
      isa<tileaa::PointerType>(type.getElementType()))
    return std::nullopt;
  Operation *sink = *op->getResult(0).user_begin();
  SmallVector<Operation *, 2> renamings;
  while (isRenaming(sink) && sink->hasOneUse()) {
    renamings.push_back(sink);
    sink = *sink->user_begin();
  }
  if (sink->getBlock() != op->getBlock() ||
      (isa<ConvertLayoutOp>(sink) ? !renamings.empty()
                                  : !fillsStorage(sink, loop)))
    return std::nullopt;
  unsigned bits = tileaa::getStorageBits(type.getElementType());
  int64_t bytes = llvm::PowerOf2Ceil(std::max(bits, 8u)) / 8;
  if (type.getElementType().isInteger(1) || bits < 8)
    return std::nullopt;
  const LinearLayout &layout = getLayoutAttr(type).getLayout();
  bool hasMask = isa<LoadOp>(op) && cast<LoadOp>(op).getMask();
  std::optional<CopyRun> run = findCopyRun(op, bytes, layout, hasMask);
  if (!run)
    return std::nullopt;
  const unsigned axis = run->axis;
  LinearLayout image = imageOf(layout, axis, bytes);
  if (isa<ConvertLayoutOp>(sink) && bytes == 1) {
    const LinearLayout &reader =
        getLayoutAttr(sink->getResult(0).getType()).getLayout();
    if (readsPairs(reader, axis))
      image = imageForPairs(image, axis, reader);
  }
  if (auto store = dyn_cast<TiledStoreOp>(sink)) {
    auto view = cast<TiledViewType>(store.getView().getType());
    image = renamedImage(view.getLayout().getLayout(), renamings);
    // What lies together in memory must do so in the stage.
    if (image.column(Dim::Offset, 0) !=
        image.out().pack(layout::tileDim(axis), 1))
      return std::nullopt;
  }
  return Payload{op, sink,       image,    type.getNumElements() * bytes,
                 0,  run->bytes, renamings};
}

bool LoopPipeline::addToSlice(Value value, Slice &into) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != loop.getBody() || argument.getArgNumber() == 0)
      return argument.getOwner() == loop.getBody() ||
             loop.isDefinedOutsideOfLoop(value);
    unsigned number = argument.getArgNumber() - 1;
    if (!into.carried.insert(number))
      return true;
    return addToSlice(loop.getBody()->getTerminator()->getOperand(number),
                      into);
  }
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != loop.getBody() || op->getNumRegions() != 0 ||
      !isMemoryEffectFree(op) ||
      isa<ConvertLayoutOp, DotOp, tileaa::ExtractOp, tileaa::CatOp,
          tileaa::InsertOp, tileaa::PackOp, tileaa::UnpackOp>(op))
    return false;
  if (into.ops.contains(op))
    return true;
  for (Value operand : op->getOperands())
    if (!addToSlice(operand, into))
      return false;
  into.ops.insert(op);
  return true;
}

/// Tokens that a load is ordered after but for other loads of the loop; false
/// if that is more than what was before the loop.
bool LoopPipeline::collectTokens(Value first, llvm::SetVector<Value> &outside) {
  llvm::SetVector<Value> seen;
  seen.insert(first);
  for (size_t i = 0; i != seen.size(); ++i) {
    Value current = seen[i];
    if (loop.isDefinedOutsideOfLoop(current)) {
      outside.insert(current);
      continue;
    }
    if (auto argument = dyn_cast<BlockArgument>(current)) {
      if (argument.getOwner() != loop.getBody())
        return false;
      unsigned number = argument.getArgNumber() - 1;
      seen.insert(loop.getInitArgs()[number]);
      seen.insert(loop.getBody()->getTerminator()->getOperand(number));
      continue;
    }
    Operation *op = current.getDefiningOp();
    if (!isWeakLoad(op) &&
        !isa<tileaa::JoinMemTokenOp, tileaa::CreateMemTokenOp>(op))
      return false;
    for (Value operand : op->getOperands())
      if (isa<tileaa::MemTokenType>(operand.getType()))
        seen.insert(operand);
  }
  return true;
}

bool LoopPipeline::findPayload() {
  bool hasProduct = false;
  for (Operation &op : *loop.getBody())
    hasProduct |= isa<DotOp>(op);
  if (!hasProduct)
    return false;
  for (Operation &op : *loop.getBody()) {
    std::optional<Payload> made = asPayload(&op);
    if (!made)
      continue;
    Slice wider = slice;
    llvm::SetVector<Value> tokens = outsideTokens;
    bool fits = true;
    for (Value operand : op.getOperands())
      fits &= isa<tileaa::MemTokenType>(operand.getType())
                  ? collectTokens(operand, tokens)
                  : addToSlice(operand, wider);
    if (!fits)
      continue;
    slice = std::move(wider);
    outsideTokens = std::move(tokens);
    payload.push_back(std::move(*made));
  }
  return !payload.empty();
}
