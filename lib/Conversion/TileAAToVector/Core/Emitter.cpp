//===- TileAAToVector/Core/Emitter.cpp - ops in program order -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk over a kernel: scalars are emitted where they stand, expressions are
// left to their consumers, everything else goes to the file of its family. A
// weak load waits for its consumer unless a write that is ordered after it
// comes first.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "Conversion/TileAAToVector/Elementwise/Elementwise.h"
#include "Conversion/TileAAToVector/Fusion/ScanFusion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

const Buffer *Emitter::bufferOf(Value value) const {
  auto found = buffers.find(value);
  return found == buffers.end() ? nullptr : &found->second;
}

Value Emitter::memrefOf(Value view) const {
  while (true) {
    Operation *op = view.getDefiningOp();
    if (auto make = dyn_cast_or_null<tileaa::MakeTiledViewOp>(op))
      view = make.getSource();
    else if (auto assume = dyn_cast_or_null<tileaa::AssumeOp>(op))
      view = assume.getValue();
    else
      return view;
  }
}

/// Whether tiles of two views have their elements at the same positions:
/// everything but the padding is equal.
static bool haveSameTiles(tileaa::TiledViewType x, tileaa::TiledViewType y) {
  if (x.isGatherScatter() || y.isGatherScatter() ||
      x.getMemoryView() != y.getMemoryView() ||
      x.getTileShape() != y.getTileShape() || x.getDimMap() != y.getDimMap())
    return false;
  for (unsigned d = 0, rank = x.getRank(); d < rank; ++d)
    if (x.getStep(d) != y.getStep(d))
      return false;
  return true;
}

/// Whether two accesses touch the same element at the same index.
static bool haveSameMap(const Emitter &e, Operation *load, Operation *store) {
  if (auto from = dyn_cast<tileaa::LoadOp>(load))
    if (auto to = dyn_cast<tileaa::StoreOp>(store))
      return from.getSource() == to.getDestination();
  if (auto from = dyn_cast<tileaa::TiledLoadOp>(load))
    if (auto to = dyn_cast<tileaa::TiledStoreOp>(store))
      return e.memrefOf(from.getView()) == e.memrefOf(to.getView()) &&
             haveSameTiles(from.getView().getType(), to.getView().getType()) &&
             llvm::equal(from.getIndices(), to.getIndices());
  return false;
}

/// The token an access takes, or null.
static Value tokenOf(Operation *op) {
  for (Value operand : op->getOperands())
    if (isa<tileaa::MemTokenType>(operand.getType()))
      return operand;
  return {};
}

/// Whether `value` is a uniform plus 0, 1, 2, ... in one dimension.
static bool countsUp(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || shapeOf(value.getType()).size() != 1)
    return false;
  if (isa<tileaa::MakeRangeOp>(op))
    return true;
  if (isa<arith::ExtSIOp, arith::ExtUIOp, tileaa::AssumeOp>(op))
    return countsUp(op->getOperand(0));
  auto isUniform = [](Value side) {
    Operation *def = side.getDefiningOp();
    if (auto broadcast = dyn_cast_or_null<tileaa::BroadcastOp>(def))
      return shapeOf(broadcast.getSource().getType())[0] == 1;
    return isa_and_nonnull<tileaa::SplatOp>(def);
  };
  if (isa<arith::AddIOp, tileaa::AddPtrOp>(op))
    return (isUniform(op->getOperand(0)) && countsUp(op->getOperand(1))) ||
           (isUniform(op->getOperand(1)) && countsUp(op->getOperand(0)));
  return false;
}

/// Whether consecutive elements of the access are distinct in memory, so that
/// a write of one position cannot disturb the read of another.
static bool isInjective(Operation *op) {
  if (auto scattered = dyn_cast<tileaa::StoreOp>(op))
    return countsUp(scattered.getDestination());
  auto store = dyn_cast<tileaa::TiledStoreOp>(op);
  if (!store)
    return false;
  tileaa::MemoryViewType memory = store.getView().getType().getMemoryView();
  // Elements that one step of a dimension jumps over; none once a size inside
  // is not known.
  std::optional<int64_t> inner = 1;
  for (auto [size, stride] :
       llvm::reverse(llvm::zip_equal(memory.getShape(), memory.getStrides()))) {
    if (!inner || ShapedType::isDynamic(stride) || stride < *inner)
      return false;
    inner = ShapedType::isDynamic(size) ? std::nullopt
                                        : std::optional(size * stride);
  }
  return true;
}

/// Whether `op` or anything in it writes memory or talks to the outside.
static bool hasEffect(Operation *op) {
  if (isa<tileaa::LoadOp, tileaa::TiledLoadOp, tileaa::GatherLoadOp>(op) &&
      isDelayableLoad(op))
    return false;
  // Writes nothing; what comes after it in a block that it ends does not run.
  if (isa<tileaa::AssertOp>(op))
    return false;
  if (op->getNumRegions() != 0 && !isa<tileaa::ReduceOp, tileaa::ScanOp>(op)) {
    bool found = false;
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) {
        if (inner->getNumRegions() == 0)
          found |= hasEffect(inner);
      });
    return found;
  }
  return !isMemoryEffectFree(op);
}

/// Whether something that `writer` does may have to come after the load that
/// made `token`.
static bool mayBeOrderedAfter(Operation *writer, Value token) {
  if (writer->getNumRegions() == 0) {
    if (Value own = tokenOf(writer))
      return !token.use_empty() && isOrderedAfter(own, token);
    // Without a token nothing is ordered, except by fences of the runtime.
    return !isa<tileaa::StoreOp, tileaa::TiledStoreOp, tileaa::ScatterStoreOp>(
        writer);
  }
  if (!token.use_empty())
    return true;
  WalkResult found = writer->walk([&](Operation *inner) {
    bool orders = inner != writer && inner->getNumRegions() == 0 &&
                  hasEffect(inner) && mayBeOrderedAfter(inner, token);
    return orders ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

LogicalResult Emitter::flushLoads(Operation *writer) {
  bool isRegion = writer->getNumRegions() != 0;
  SmallVector<Value> waiting;
  std::swap(waiting, delayed);
  for (Value load : waiting) {
    if (bufferOf(load))
      continue;
    bool isOwn = !isRegion && plan.rootsOf(load).contains(writer);
    bool isLater = isNeededLater(load, isRegion ? nullptr : writer);
    if (!isLater && !isOwn)
      continue;
    Operation *op = load.getDefiningOp();
    bool ordered = mayBeOrderedAfter(writer, op->getResult(1));
    bool inPlace = isOwn && !isLater && haveSameMap(*this, op, writer) &&
                   isInjective(writer);
    if (ordered && !inPlace) {
      if (failed(materialise(load)))
        return failure();
      continue;
    }
    delayed.push_back(load);
  }
  return success();
}

LogicalResult Emitter::emitBlock(Block &block) {
  size_t outer = delayed.size();
  for (Operation &op : block.without_terminator()) {
    currentLoc = op.getLoc();
    currentOp = &op;
    if (hasEffect(&op) && failed(flushLoads(&op)))
      return failure();
    auto scan = dyn_cast<tileaa::ScanOp>(op);
    if (scan && canWaitForStore(scan, plan)) {
      waitingScans[storeOfScan(scan)] = scan;
      continue;
    }
    if (tileaa::ScanOp waiting = scanOf(&op))
      emitted.insert(waiting);
    if (failed(emitOp(&op)))
      return failure();
    emitted.insert(&op);
  }
  currentLoc = block.getTerminator()->getLoc();
  (void)outer;
  return success();
}

LogicalResult Emitter::emitScalarOp(Operation *op) {
  if (auto constantOp = dyn_cast<arith::ConstantOp>(op)) {
    setScalar(
        constantOp.getResult(),
        constant(registerAttr(constantOp.getValue(), constantOp.getType())));
    return success();
  }
  if (isa<ub::PoisonOp>(op)) {
    if (!isa<tileaa::MemTokenType>(op->getResult(0).getType()))
      setScalar(op->getResult(0),
                bitsConstant(APInt(64, 0), op->getResult(0).getType()).value);
    return success();
  }
  if (op->getNumResults() == 1 &&
      isa<tileaa::MemTokenType>(op->getResult(0).getType()))
    return success(); // a choice between tokens
  if (auto bits = dyn_cast<tileaa::ConstantOp>(op)) {
    setScalar(bits.getResult(),
              bitsConstant(cast<IntegerAttr>(bits.getBits()).getValue(),
                           bits.getType())
                  .value);
    return success();
  }
  SmallVector<Value, 4> operands;
  for (Value operand : op->getOperands())
    operands.push_back(scalar(operand));
  FailureOr<Value> result = emitElementwise(*this, op, operands, 0);
  if (failed(result))
    return failure();
  setScalar(op->getResult(0), *result);
  return success();
}

LogicalResult Emitter::emitOp(Operation *op) {
  if (isExpression(op)) {
    if (isDelayableLoad(op))
      delayed.push_back(op->getResult(0));
    return success();
  }
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<tileaa::CreateMemTokenOp, tileaa::JoinMemTokenOp,
            tileaa::MakeTiledViewOp, tileaa::GdcWaitOp,
            tileaa::GdcLaunchDependentsOp>(
          [](Operation *) { return success(); })
      .Case<tileaa::StoreOp>(
          [&](auto store) { return emitStore(*this, store); })
      .Case<tileaa::TiledStoreOp, tileaa::ScatterStoreOp>(
          [&](Operation *) { return emitTiledStore(*this, op); })
      .Case<tileaa::LoadOp, tileaa::TiledLoadOp, tileaa::GatherLoadOp>(
          [&](Operation *) { return emitLoadNow(*this, op); })
      .Case<tileaa::ReduceOp>(
          [&](auto reduce) { return emitReduce(*this, reduce); })
      .Case<tileaa::ScanOp>([&](auto scan) { return emitScan(*this, scan); })
      .Case<tileaa::DotOp>([&](auto dot) { return emitDot(*this, dot); })
      .Case<tileaa::AtomicRMWOp, tileaa::AtomicCASOp, tileaa::TiledAtomicRMWOp>(
          [&](Operation *) { return emitAtomic(*this, op); })
      .Case<tileaa::PrintOp, tileaa::AssertOp, tileaa::MemoryFenceOp>(
          [&](Operation *) { return emitEffect(*this, op); })
      .Case<scf::IfOp, scf::ForOp, scf::WhileOp>(
          [&](Operation *) { return emitControlFlow(*this, op); })
      .Case<tileaa::MakeMemrefOp, tileaa::GetDimSizeOp, tileaa::GetGlobalOp,
            tileaa::AllocaOp, tileaa::GetProgramIdOp, tileaa::GetNumProgramsOp>(
          [&](Operation *) { return emitMemoryObject(*this, op); })
      .Case<tileaa::CatOp, tileaa::InsertOp, tileaa::PackOp, tileaa::UnpackOp>(
          [&](Operation *) { return emitDataMovement(*this, op); })
      .Case<tileaa::ViewOp>([&](tileaa::ViewOp view) -> LogicalResult {
        FailureOr<Value> element =
            isa<RankedTensorType>(view.getSource().getType())
                ? evaluateScalar(view.getSource())
                : FailureOr<Value>(scalar(view.getSource()));
        if (failed(element))
          return failure();
        setScalar(view.getResult(), *element);
        return success();
      })
      .Default([&](Operation *) -> LogicalResult {
        if (op->getNumResults() == 1 &&
            isa<RankedTensorType>(op->getResult(0).getType())) {
          if (auto constantOp = dyn_cast<arith::ConstantOp>(op)) {
            auto elements = cast<DenseElementsAttr>(constantOp.getValue());
            setBuffer(constantOp.getResult(),
                      constantBuffer(elements, elements.getElementType()));
            return success();
          }
          if (auto bits = dyn_cast<tileaa::ConstantOp>(op)) {
            setBuffer(bits.getResult(),
                      constantBuffer(cast<DenseElementsAttr>(bits.getBits()),
                                     elementOf(bits.getType())));
            return success();
          }
        }
        if (auto assume = dyn_cast<tileaa::AssumeOp>(op)) {
          if (isa<tileaa::MemoryViewType>(assume.getType()))
            return success();
          setScalar(assume.getResult(), scalar(assume.getValue()));
          return success();
        }
        return emitScalarOp(op);
      });
}

} // namespace tessera::cpu
