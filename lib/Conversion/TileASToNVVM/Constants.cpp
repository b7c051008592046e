//===- TileASToNVVM/Constants.cpp - values without operands -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers ops that make a value without looking at another one: constants,
// ranges, poison, and the place of the tile block in its grid. A constant tile
// whose elements differ is a constant array in memory, from which each thread
// reads its own elements.
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"

#include "tessera/Conversion/Elements/ElementTypes.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

/// Registers of a constant tile; `element` is the tile's, `elements` may hold
/// its bits as integers.
static LogicalResult emitElements(Emitter &e, Operation *op,
                                  DenseElementsAttr elements) {
  Value result = op->getResult(0);
  Type element = getElementTypeOrSelf(result.getType());
  auto one = [&](Attribute value) -> Value {
    if (isa<tileaa::PointerType>(element))
      return e.bitcast(e.integer(e.b.getI64Type(),
                                 llvm::cast<IntegerAttr>(value).getValue()),
                       e.registerType(element));
    return e.constant(Emitter::registerAttr(value, element));
  };
  LinearLayout layout = Emitter::layoutOf(result);
  unsigned count = Emitter::numRegisters(layout);
  if (elements.isSplat()) {
    e.set(result, Registers(count, one(elements.getSplatValue<Attribute>())));
    return success();
  }
  if (isa<tileaa::PointerType>(element))
    return e.refuse(op, "pointer constants that differ");
  unsigned size = Emitter::containerBytes(element);
  Value table =
      e.bytes("__tessera_constant", cpu::containerImage(elements, element));
  Registers registers;
  auto shape = llvm::cast<RankedTensorType>(result.getType()).getShape();
  for (unsigned r = 0; r < count; ++r) {
    Value index;
    for (unsigned d = 0; d < shape.size(); ++d) {
      Value c = e.coordinate(layout, layout::tileDim(d), r);
      index = index ? e.add(e.mul(index, e.i32(shape[d])), c) : c;
    }
    Value offset = e.extend(e.mul(index, e.i32(size)), e.b.getI64Type(), false);
    Value read = LLVM::LoadOp::create(e.b, e.loc(), e.containerType(element),
                                      e.byteOffset(table, offset), size);
    registers.push_back(e.fromContainer(read, element));
  }
  e.set(result, std::move(registers));
  return success();
}

static LogicalResult emitConstantValue(Emitter &e, Operation *op,
                                       Attribute value) {
  Value result = op->getResult(0);
  if (auto elements = dyn_cast<DenseElementsAttr>(value))
    return emitElements(e, op, elements);
  if (isa<ElementsAttr>(value))
    return e.refuse(op, "expected dense elements");
  Type element = result.getType();
  if (isa<tileaa::PointerType>(element)) {
    Value bits =
        e.integer(e.b.getI64Type(), llvm::cast<IntegerAttr>(value).getValue());
    e.set(result, e.bitcast(bits, e.registerType(element)));
  } else if (isa<IndexType>(element)) {
    e.set(result, e.i64(llvm::cast<IntegerAttr>(value).getInt()));
  } else {
    e.set(result, e.constant(Emitter::registerAttr(value, element)));
  }
  return success();
}

static LogicalResult emitConstant(Emitter &e, Operation *op) {
  return emitConstantValue(e, op, llvm::cast<arith::ConstantOp>(op).getValue());
}

static LogicalResult emitBitsConstant(Emitter &e, Operation *op) {
  return emitConstantValue(e, op, llvm::cast<tileaa::ConstantOp>(op).getBits());
}

/// Any value will do.
static LogicalResult emitPoison(Emitter &e, Operation *op) {
  Registers registers;
  for (Type type : e.typesOf(op->getResult(0).getType()))
    registers.push_back(e.zero(type));
  e.set(op->getResult(0), std::move(registers));
  return success();
}

static LogicalResult emitRange(Emitter &e, Operation *op) {
  Value result = op->getResult(0);
  LinearLayout layout = Emitter::layoutOf(result);
  Type type = e.registerType(getElementTypeOrSelf(result.getType()));
  Registers registers;
  for (unsigned r = 0; r < Emitter::numRegisters(layout); ++r)
    registers.push_back(
        e.extend(e.coordinate(layout, layout::tileDim(0), r), type, false));
  e.set(result, std::move(registers));
  return success();
}

/// The body once for each register, with the indices of its element.
static LogicalResult emitGenerate(Emitter &e, Operation *op) {
  auto generate = llvm::cast<tileas::GenerateOp>(op);
  Block &body = generate.getBody().front();
  LinearLayout layout = Emitter::layoutOf(generate.getResult());
  Registers registers;
  for (unsigned r = 0; r < Emitter::numRegisters(layout); ++r) {
    for (BlockArgument index : body.getArguments())
      e.set(index,
            e.extend(
                e.coordinate(layout, layout::tileDim(index.getArgNumber()), r),
                e.b.getI64Type(), /*isSigned=*/false));
    if (failed(e.emitBlock(body)))
      return failure();
    registers.push_back(e.scalar(body.getTerminator()->getOperand(0)));
  }
  e.set(generate.getResult(), std::move(registers));
  return success();
}

/// In each of x, y and z the number of the tile block, or how many there are.
/// A cluster of several blocks is one tile block.
template <typename X, typename Y, typename Z>
static Value positionInGrid(Emitter &e, tileaa::GridAxis axis) {
  Type i32 = e.b.getI32Type();
  switch (axis) {
  case tileaa::GridAxis::X:
    return X::create(e.b, e.loc(), i32);
  case tileaa::GridAxis::Y:
    return Y::create(e.b, e.loc(), i32);
  case tileaa::GridAxis::Z:
    return Z::create(e.b, e.loc(), i32);
  }
  llvm_unreachable("unknown axis");
}

static bool isInCluster(Operation *op) {
  auto plan = tileas::getPlan(op->getParentOfType<tileaa::FuncOp>());
  return plan && plan.getCluster() > 1;
}

/// Narrower grids stay as they are: what their blocks read together L2 holds.
static constexpr int64_t narrowGrid = 32;

/// The id along `axis` of the block that is number (x, y) of its plane of the
/// grid, in groups of `group` along x. In a narrow grid all x are one group,
/// and ids are what they are.
static Value idInGroup(Emitter &e, tileaa::GridAxis axis, int64_t group) {
  auto divide = [&](Value a, Value b) -> Value {
    return LLVM::UDivOp::create(e.b, e.loc(), a, b);
  };
  auto subtract = [&](Value a, Value b) -> Value {
    return LLVM::SubOp::create(e.b, e.loc(), a, b);
  };
  Value
      x = positionInGrid<NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp>(
          e, tileaa::GridAxis::X),
      y = positionInGrid<NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp>(
          e, tileaa::GridAxis::Y),
      columns =
          positionInGrid<NVVM::GridDimXOp, NVVM::GridDimYOp, NVVM::GridDimZOp>(
              e, tileaa::GridAxis::X),
      rows =
          positionInGrid<NVVM::GridDimXOp, NVVM::GridDimYOp, NVVM::GridDimZOp>(
              e, tileaa::GridAxis::Y);
  // 65535 y at most, and as many x: a number has 32 bits.
  Value isWide = e.compare(LLVM::ICmpPredicate::ult,
                           subtract(columns, e.i32(narrowGrid + 1)),
                           e.i32(65535 - narrowGrid));
  Block *wide = e.newBlock(), *rest = e.newBlock({e.b.getI32Type()});
  const bool isX = axis == tileaa::GridAxis::X;
  LLVM::CondBrOp::create(e.b, e.loc(), isWide, wide, ValueRange(), rest,
                         ValueRange{isX ? x : y});
  e.b.setInsertionPointToEnd(wide);
  Value number = e.add(e.mul(y, columns), x);
  Value inGroup = e.mul(rows, e.i32(group));
  Value before = divide(number, inGroup);
  Value own = subtract(number, e.mul(before, inGroup));
  Value first = e.mul(before, e.i32(group));
  // The last group may be narrower.
  Value left = subtract(columns, first);
  Value width =
      e.select(e.compare(LLVM::ICmpPredicate::ult, left, e.i32(group)), left,
               e.i32(group));
  Value row = divide(own, width);
  e.branch(rest, {isX ? e.add(first, subtract(own, e.mul(row, width))) : row});
  e.b.setInsertionPointToEnd(rest);
  return rest->getArgument(0);
}

static LogicalResult emitProgramId(Emitter &e, Operation *op) {
  auto id = llvm::cast<tileaa::GetProgramIdOp>(op);
  const auto axis = id.getAxis();
  if (isInCluster(op)) {
    if (id.getGroup())
      return e.refuse(op, "groups of blocks in clusters");
    e.set(op->getResult(0),
          positionInGrid<NVVM::ClusterIdXOp, NVVM::ClusterIdYOp,
                         NVVM::ClusterIdZOp>(e, axis));
  } else if (std::optional<uint32_t> group = id.getGroup()) {
    e.set(op->getResult(0), idInGroup(e, axis, *group));
  } else {
    e.set(op->getResult(0),
          positionInGrid<NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp>(
              e, axis));
  }
  return success();
}

static LogicalResult emitNumPrograms(Emitter &e, Operation *op) {
  const auto axis = llvm::cast<tileaa::GetNumProgramsOp>(op).getAxis();
  e.set(op->getResult(0),
        isInCluster(op)
            ? positionInGrid<NVVM::ClusterDimXOp, NVVM::ClusterDimYOp,
                             NVVM::ClusterDimZOp>(e, axis)
            : positionInGrid<NVVM::GridDimXOp, NVVM::GridDimYOp,
                             NVVM::GridDimZOp>(e, axis));
  return success();
}

static LogicalResult emitClusterRank(Emitter &e, Operation *op) {
  e.set(op->getResult(0), isInCluster(op) ? NVVM::ClusterId::create(
                                                e.b, e.loc(), e.b.getI32Type())
                                          : e.i32(0));
  return success();
}

void registerConstantHandlers(Handlers &h) {
  h.addOp<arith::ConstantOp>(emitConstant);
  h.addOp<tileaa::ConstantOp>(emitBitsConstant);
  h.addOp<ub::PoisonOp>(emitPoison);
  h.addOp<tileas::CreateNoneOp>(emitPoison);
  h.addOp<tileaa::MakeRangeOp>(emitRange);
  h.addOp<tileas::GenerateOp>(emitGenerate);
  h.addOp<tileas::ClusterRankOp>(emitClusterRank);
  h.addOp<tileaa::GetProgramIdOp>(emitProgramId);
  h.addOp<tileaa::GetNumProgramsOp>(emitNumPrograms);
}

} // namespace tessera::gpu
