//===- Litmus/TileThread.cpp - a tile block as a thread body ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks an entry before anything runs, numbers its operations, and gives its
// globals and allocas their places in memory. An `alloca` in a loop has a place
// per iteration, up to a limit.
//
//===----------------------------------------------------------------------===//

#include "TileThread.h"
#include "TileRun.h"
#include "tessera/Numerics/FloatFormat.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;
namespace ct = tessera::cuda_tile;

static constexpr int64_t maxLanes = 64;
static constexpr int64_t maxAllocated = 1024;
static constexpr unsigned maxInstances = 8;

static bool accessesMemory(mlir::Operation *op) {
  return isa<ct::LoadPtrTkoOp, ct::StorePtrTkoOp, ct::AtomicRMWTkoOp,
             ct::AtomicCASTkoOp, ct::LoadViewTkoOp, ct::StoreViewTkoOp,
             ct::AtomicRedViewTkoOp>(op);
}

std::vector<mlir::Operation *> litmus::memoryOperations(ct::EntryOp entry) {
  std::vector<mlir::Operation *> ops;
  entry->getRegion(0).walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (accessesMemory(op))
      ops.push_back(op);
  });
  return ops;
}

/// Whether an execution knows what to do with `op`.
static bool isSupported(mlir::Operation *op) {
  if (isa<ct::IfOp, ct::ForOp, ct::LoopOp, ct::YieldOp, ct::BreakOp,
          ct::ContinueOp, ct::ReturnOp, ct::ConstantOp, ct::MakeTokenOp,
          ct::JoinTokensOp, ct::PrintTkoOp, ct::AssertOp, ct::GdcWaitTkoOp,
          ct::GdcLaunchDependentsTkoOp, ct::MemoryFenceAliasTkoOp, ct::AllocaOp,
          ct::GetGlobalOp, ct::MakeTensorViewOp, ct::MakePartitionViewOp,
          ct::MakeStridedViewOp, ct::MakeGatherScatterViewOp,
          ct::GetTensorShapeOp, ct::GetIndexSpaceShapeOp, ct::ReduceOp,
          ct::ScanOp>(op))
    return true;
  bool assumesView =
      isa<ct::AssumeOp>(op) && ct::isViewType(op->getResult(0).getType());
  return accessesMemory(op) || assumesView ||
         interp::PureEvaluator::canEvaluate(op);
}

static Error checkOp(mlir::Operation *op) {
  if (!isSupported(op))
    return errorAt(op, "operation '" + op->getName().getStringRef() +
                           "' is not supported in litmus tests");
  for (mlir::Value result : op->getResults()) {
    auto tile = dyn_cast<ct::TileType>(result.getType());
    if (!tile)
      continue;
    if (tile.getNumElements() > maxLanes)
      return errorAt(op, "too many lanes: the limit is " + Twine(maxLanes));
    auto pointer = dyn_cast<ct::PointerType>(tile.getElementType());
    if (pointer && numerics::memoryBits(kindOf(pointer.getPointeeType())) < 8)
      return errorAt(op, "elements smaller than a byte are not supported in "
                         "litmus tests");
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

static Error placeAlloca(ct::AllocaOp op, StringRef agent, MemoryImage &image,
                         std::vector<uint64_t> &addresses) {
  auto pointer = cast<ct::PointerType>(
      cast<ct::TileType>(op.getResult().getType()).getElementType());
  int64_t count = op.getNumElem();
  if (count < 1 || count > maxAllocated)
    return errorAt(op, "expected an alloca of 1 to " + Twine(maxAllocated) +
                           " elements, got " + Twine(count));
  if (static_cast<uint64_t>(op.getAlignment()) > 64)
    return errorAt(op, "expected an alignment of at most 64, got " +
                           Twine(op.getAlignment()));
  bool isInLoop =
      op->getParentOfType<ct::LoopOp>() || op->getParentOfType<ct::ForOp>();
  std::string name = (agent + ".alloca").str();
  for (unsigned number = 0; image.find(name); ++number)
    name = (agent + ".alloca").str() + std::to_string(number + 1);
  for (unsigned i = 0; i < (isInLoop ? maxInstances : 1); ++i) {
    Variable &variable =
        image.add(name + (isInLoop ? "#" + std::to_string(i) : ""),
                  bytesOf(pointer.getPointeeType()), count, 0);
    if (!op.getGlobal())
      variable.owner = agent.str();
    addresses.push_back(variable.address);
  }
  return Error::success();
}

/// Globals are shared: the first block that names one adds it.
static Expected<uint64_t> placeGlobal(ct::GetGlobalOp op, MemoryImage &image) {
  auto global = mlir::SymbolTable::lookupNearestSymbolFrom<ct::GlobalOp>(
      op, op.getNameAttr());
  if (!global)
    return errorAt(op, "unknown global '@" + op.getName() + "'");
  std::string name = "@" + op.getName().str();
  if (const Variable *known = image.find(name))
    return known->address;
  ct::TileType type = global.getTileType();
  interp::ElementKind kind = kindOf(type.getElementType());
  uint32_t bytes = bytesOf(type.getElementType());
  if (type.getNumElements() > maxAllocated)
    return errorAt(op, "expected a global of at most " + Twine(maxAllocated) +
                           " elements");
  Variable &variable = image.add(name, bytes, type.getNumElements(), 0);
  variable.isConstant = global.getConstant();
  uint64_t address = variable.address;
  auto set = [&](int64_t index, uint64_t bits) {
    image.setInitial({address + index * bytes, bytes}, bits);
  };
  mlir::DenseElementsAttr elements = global.getValue();
  int64_t index = 0;
  if (numerics::isFloat(kind))
    for (const APFloat &element : elements.getValues<APFloat>())
      set(index++, numerics::containerFromPattern(
                       kind, element.bitcastToAPInt().getZExtValue()));
  else
    for (const APInt &element : elements.getValues<APInt>())
      set(index++, element.getZExtValue());
  return address;
}

Expected<std::unique_ptr<ThreadBody>>
litmus::makeTileThread(TileBlock block, MemoryImage &image,
                       const Edits *edits) {
  ct::EntryOp entry = block.entry;
  auto body = std::make_unique<TileBody>(std::move(block), edits);
  Error problem = Error::success();
  (void)static_cast<bool>(problem);
  uint64_t next = 0;
  auto prepare = [&](mlir::Operation *op) -> Error {
    body->keys[op] = next++;
    if (Error error = checkOp(op))
      return error;
    if (auto alloca = dyn_cast<ct::AllocaOp>(op))
      return placeAlloca(alloca, body->block.agent, image, body->storage[op]);
    if (auto global = dyn_cast<ct::GetGlobalOp>(op)) {
      Expected<uint64_t> address = placeGlobal(global, image);
      if (!address)
        return address.takeError();
      body->storage[op] = {*address};
    }
    return Error::success();
  };
  entry->getRegion(0).walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    problem = prepare(op);
    return problem ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
  });
  if (problem)
    return std::move(problem);
  return body;
}
