//===- TileAA/Analysis/AxisAnalysis.cpp - facts per axis -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the transfer function of each op. An op waits until the facts and
// ranges of all its operands are known. An element-wise op that is not listed
// gives equal results for equal inputs; nothing is known of any other op that
// is not listed.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/AxisAnalysis.h"

#include "Transfer.h"

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;
using dataflow::IntegerValueRangeLattice;
using transfer::Division;
using transfer::Integer;
using transfer::Steady;

static bool isInteger(Type type) {
  return isa<IntegerType>(getElementTypeOrSelf(type));
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

/// Elements of a constant beyond which its pattern is not looked at.
static constexpr int64_t kMaxScannedElements = 1 << 16;

/// The exact facts of a constant tensor.
static TileFact scanConstant(DenseIntElementsAttr elements, TileFact fact) {
  if (elements.getNumElements() > kMaxScannedElements)
    return fact;
  SmallVector<APInt> values(elements.getValues<APInt>());
  int64_t stride = 1;
  ArrayRef<int64_t> shape = elements.getType().getShape();
  for (unsigned axis = shape.size(); axis-- != 0;) {
    AxisFact &claims = fact.axes[axis];
    claims = AxisFact{shape[axis], kMaxDivisor, shape[axis]};
    auto position = [&](int64_t index) { return index / stride % shape[axis]; };
    // A break at position i cuts groups to divisors of i.
    for (auto [index, value] : llvm::enumerate(values)) {
      int64_t at = position(index);
      if (at == 0)
        continue;
      const APInt &previous = values[index - stride];
      int64_t cut = getPowerOf2Divisor(uint64_t(at));
      if (value != previous + 1)
        claims.contiguity = std::min(claims.contiguity, cut);
      if (value != previous)
        claims.constancy = std::min(claims.constancy, cut);
    }
    for (auto [index, value] : llvm::enumerate(values))
      if (position(index) % claims.contiguity == 0)
        claims.divisibility =
            std::min(claims.divisibility, getPowerOf2Divisor(value));
    stride *= shape[axis];
  }
  return fact;
}

static TileFact getGlobalFact(GetGlobalOp op, TileFact fact) {
  fact.base = MemoryBase{BaseKind::Global, 0, op.getNameAttr().getAttr()};
  fact.offsetDivisibility = kMaxDivisor;
  if (auto global =
          SymbolTable::lookupNearestSymbolFrom<GlobalOp>(op, op.getNameAttr()))
    fact.axes[0].divisibility =
        std::max<int64_t>(cuda_tile::getElementByteSize(
                              op.getResult().getType().getPointeeType()),
                          global.getAlignment());
  return fact;
}

static bool isSubByte(Type element) {
  return !isI1Element(element) && getElementBits(element) < 8;
}

//===----------------------------------------------------------------------===//
// Memory views
//===----------------------------------------------------------------------===//

using GetInteger = llvm::function_ref<Integer(unsigned operand)>;

/// Operands: base, then one per dynamic extent, then one per dynamic stride.
static TileFact getViewFact(MakeMemrefOp op, const TileFact &pointer,
                            GetInteger get) {
  MemoryViewType type = cast<MemoryViewType>(op.getResult().getType());
  TileFact fact = TileFact::getUnknown(type);
  fact.axes[0].divisibility = pointer.getElementDivisor();
  fact.base = pointer.base;
  fact.offsetDivisibility = pointer.offsetDivisibility;
  unsigned operand = 1;
  for (auto [dim, extent] : llvm::zip_equal(fact.dims, type.getShape())) {
    if (!ShapedType::isDynamic(extent))
      continue;
    Integer size = get(operand++);
    dim.minExtent = size.range.umin().getZExtValue();
    dim.maxExtent = size.range.umax().getZExtValue();
    dim.extentDivisibility = size.fact.getElementDivisor();
  }
  for (auto [dim, stride] : llvm::zip_equal(fact.dims, type.getStrides())) {
    if (!ShapedType::isDynamic(stride))
      continue;
    Integer step = get(operand++);
    dim.strideDivisibility = step.fact.getElementDivisor();
    if (std::optional<APInt> number = step.range.getConstantValue())
      dim.stride = number->getZExtValue();
  }
  return fact;
}

static TileFact getTiledViewFact(MakeTiledViewOp op, TileFact object) {
  if (std::optional<uint64_t> halved = op.getHalvedDim();
      halved && object.isView())
    object.dims[op.getResult().getType().getDimMap()[*halved]].tilesFromInside =
        2;
  return object;
}

//===----------------------------------------------------------------------===//
// Transfer functions of ops
//===----------------------------------------------------------------------===//

namespace {
/// What is known about the operands of an op with one result.
struct OperandFacts {
  /// The fact that nothing is known about the result.
  TileFact unknown;
  /// The shape of the result if it is a tile.
  ArrayRef<int64_t> shape;
  ArrayRef<const AxisLattice *> operands;
  /// Fact and range of an operand of integers.
  GetInteger integer;

  const TileFact &operator()(unsigned index) const {
    return operands[index]->getValue();
  }
};
} // namespace

/// The fact about the result of an op that computes or compares integers.
static std::optional<TileFact> inferNumber(Operation *op,
                                           const OperandFacts &fact) {
  TileFact unknown = fact.unknown;
  GetInteger integer = fact.integer;
  auto divide = [&](Division kind) {
    return transfer::divide(integer(0), integer(1), kind);
  };
  return TypeSwitch<Operation *, std::optional<TileFact>>(op)
      .Case<arith::ConstantOp>([&](arith::ConstantOp op) {
        auto elements = dyn_cast<DenseIntElementsAttr>(op.getValue());
        return elements && !elements.isSplat() ? scanConstant(elements, unknown)
                                               : unknown;
      })
      .Case<MakeRangeOp>([&](auto) {
        unknown.axes[0] = AxisFact{fact.shape[0], kMaxDivisor, 1};
        return unknown;
      })
      .Case<arith::AddIOp>(
          [&](auto) { return transfer::add(fact(0), fact(1)); })
      .Case<arith::SubIOp>(
          [&](auto) { return transfer::subtract(fact(0), fact(1)); })
      .Case<arith::MulIOp>(
          [&](auto) { return transfer::multiply(integer(0), integer(1)); })
      .Case<arith::DivUIOp>([&](auto) { return divide(Division::Unsigned); })
      .Case<arith::DivSIOp>([&](auto) { return divide(Division::Truncating); })
      .Case<arith::FloorDivSIOp>([&](auto) { return divide(Division::Floor); })
      .Case<arith::CeilDivUIOp, arith::CeilDivSIOp>(
          [&](auto) { return divide(Division::Ceiling); })
      .Case<arith::RemUIOp>([&](auto) {
        return transfer::remainder(integer(0), integer(1), /*isSigned=*/false);
      })
      .Case<arith::RemSIOp, tileaa::RemSIOp>([&](auto) {
        return transfer::remainder(integer(0), integer(1), /*isSigned=*/true);
      })
      .Case<arith::AndIOp>(
          [&](auto) { return transfer::bitAnd(integer(0), integer(1)); })
      .Case<arith::OrIOp>(
          [&](auto) { return transfer::bitOr(integer(0), integer(1)); })
      .Case<arith::XOrIOp>(
          [&](auto) { return transfer::bitXor(fact(0), fact(1)); })
      .Case<arith::ShLIOp, tileaa::ShLIOp>(
          [&](auto) { return transfer::shiftLeft(integer(0), integer(1)); })
      .Case<arith::ShRUIOp, tileaa::ShRUIOp>([&](auto) {
        return transfer::shiftRight(integer(0), integer(1), /*isSigned=*/false);
      })
      .Case<arith::ShRSIOp, tileaa::ShRSIOp>([&](auto) {
        return transfer::shiftRight(integer(0), integer(1), /*isSigned=*/true);
      })
      .Case<arith::MinSIOp, arith::MinUIOp, arith::MaxSIOp, arith::MaxUIOp>(
          [&](auto) { return transfer::choose(fact(0), fact(1)); })
      .Case<math::AbsIOp>(
          [&](auto) { return transfer::choose(fact(0), fact(0)); })
      .Case<arith::SelectOp>([&](arith::SelectOp op) {
        if (!unknown.isTile())
          return unknown;
        bool isScalar = !isa<ShapedType>(op.getCondition().getType());
        return transfer::select(fact(0), isScalar, fact(1), fact(2));
      })
      .Case<arith::ExtSIOp>(
          [&](auto) { return transfer::extend(integer(0), /*isSigned=*/true); })
      .Case<arith::ExtUIOp>([&](auto) {
        return transfer::extend(integer(0), /*isSigned=*/false);
      })
      .Case<arith::TruncIOp>([&](auto) { return fact(0); })
      .Case<arith::CmpIOp>([&](arith::CmpIOp op) {
        using Predicate = arith::CmpIPredicate;
        Predicate is = op.getPredicate();
        Steady steady = Steady::None;
        if (is == Predicate::slt || is == Predicate::ult ||
            is == Predicate::sge || is == Predicate::uge)
          steady = Steady::Left;
        else if (is != Predicate::eq && is != Predicate::ne)
          steady = Steady::Right;
        return transfer::compare(unknown, integer(0), integer(1), steady);
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The fact about the result of an op that moves elements.
static std::optional<TileFact> inferShape(Operation *op,
                                          const OperandFacts &fact) {
  TileFact unknown = fact.unknown;
  ArrayRef<int64_t> shape = fact.shape;
  auto fromShape = [&] { return getTileShape(op->getOperand(0).getType()); };
  return TypeSwitch<Operation *, std::optional<TileFact>>(op)
      .Case<SplatOp>(
          [&](auto) { return transfer::splat(unknown, fact(0), shape); })
      .Case<BroadcastOp>([&](auto) {
        return transfer::broadcast(fact(0), fromShape(), shape);
      })
      .Case<ViewOp>([&](auto) {
        return transfer::reshape(unknown, fact(0), fromShape(), shape);
      })
      .Case<PermuteOp>([&](PermuteOp op) {
        return transfer::permute(fact(0), op.getPermutation());
      })
      .Case<ExtractOp>([&](auto) { return transfer::slice(fact(0), shape); })
      .Case<CatOp>([&](CatOp op) {
        TileFact all;
        for (auto [index, source] : llvm::enumerate(op.getSources()))
          all = TileFact::join(
              all,
              transfer::slice(fact(index), getTileShape(source.getType())));
        // Pieces start at multiples of the smallest one.
        int64_t smallest = shape[op.getDim()];
        for (Value source : op.getSources())
          smallest =
              std::min(smallest, getTileShape(source.getType())[op.getDim()]);
        if (all.isTile()) {
          all.limitContiguity(op.getDim(), smallest);
          AxisFact &axis = all.axes[op.getDim()];
          axis.constancy = std::min(axis.constancy, smallest);
        }
        return all;
      })
      .Case<InsertOp>([&](InsertOp op) {
        ArrayRef<int64_t> piece = fromShape();
        return TileFact::join(fact(0), transfer::slice(fact(1), piece));
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The fact about the result of an op that makes an address or a view.
/// `allocas` numbers the allocations of the function.
static std::optional<TileFact>
inferAddress(Operation *op, const OperandFacts &fact,
             const DenseMap<Operation *, int64_t> &allocas) {
  TileFact unknown = fact.unknown;
  GetInteger integer = fact.integer;
  return TypeSwitch<Operation *, std::optional<TileFact>>(op)
      .Case<AddPtrOp>([&](AddPtrOp op) {
        Type pointee =
            cast<PointerType>(getElementTypeOrSelf(op.getResult().getType()))
                .getPointeeType();
        if (!isSubByte(pointee))
          return transfer::offsetPointer(fact(0), integer(1));
        unknown.base = fact(0).base;
        return unknown;
      })
      .Case<tileaa::BitcastOp>([&](tileaa::BitcastOp op) {
        if (unknown.isTile() && fact(0).isTile())
          return transfer::reinterpretAddress(unknown, fact(0));
        return unknown;
      })
      .Case<IntToPtrOp, PtrToIntOp>([&](auto) {
        TileFact result = transfer::reinterpretAddress(unknown, fact(0));
        result.base = MemoryBase();
        result.offsetDivisibility = 1;
        return result;
      })
      .Case<GetGlobalOp>(
          [&](GetGlobalOp op) { return getGlobalFact(op, unknown); })
      .Case<AllocaOp>([&](AllocaOp op) {
        unknown.base = MemoryBase{BaseKind::Alloca, allocas.lookup(op), {}};
        unknown.offsetDivisibility = kMaxDivisor;
        unknown.axes[0].divisibility = op.getAlignment();
        return unknown;
      })
      .Case<MakeMemrefOp>(
          [&](MakeMemrefOp op) { return getViewFact(op, fact(0), integer); })
      .Case<MakeTiledViewOp>(
          [&](MakeTiledViewOp op) { return getTiledViewFact(op, fact(0)); })
      .Case<GetDimSizeOp>([&](GetDimSizeOp op) {
        unknown.axes[0].divisibility =
            fact(0).dims[op.getDim()].extentDivisibility;
        return unknown;
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The fact about an `assume`, which its predicate refines.
static TileFact inferAssume(AssumeOp op, TileFact result) {
  if (auto divBy = dyn_cast<cuda_tile::DivByAttr>(op.getPredicate()))
    return transfer::assumeDivBy(result, divBy);
  if (auto same = dyn_cast<cuda_tile::SameElementsAttr>(op.getPredicate()))
    return transfer::assumeSameElements(result, same);
  return result;
}

/// The fact about an op of which only is known whether it is element-wise.
static TileFact inferElementwise(Operation *op, const OperandFacts &fact) {
  if (!op->hasTrait<OpTrait::Elementwise>())
    return fact.unknown;
  SmallVector<const TileFact *> sources;
  for (unsigned i = 0, e = op->getNumOperands(); i != e; ++i) {
    if (fact(i).axes.size() != fact.unknown.axes.size())
      return fact.unknown;
    sources.push_back(&fact(i));
  }
  return transfer::elementwise(fact.unknown, sources);
}

//===----------------------------------------------------------------------===//
// The analysis
//===----------------------------------------------------------------------===//

void AxisAnalysis::setToEntryState(AxisLattice *lattice) {
  Value value = lattice->getAnchor();
  TileFact fact = TileFact::getUnknown(value.getType());
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && isa<PointerType>(value.getType()) &&
      isa<FuncOp>(argument.getOwner()->getParentOp())) {
    fact.base = MemoryBase{BaseKind::Argument, argument.getArgNumber(), {}};
    fact.offsetDivisibility = kMaxDivisor;
  }
  propagateIfChanged(lattice, lattice->join(fact));
}

ConstantIntRanges AxisAnalysis::getRange(Operation *user, Value value) {
  const auto *state = getOrCreateFor<IntegerValueRangeLattice>(
      getProgramPointAfter(user), value);
  if (state->getValue().isUninitialized())
    return ConstantIntRanges::maxRange(
        ConstantIntRanges::getStorageBitwidth(value.getType()));
  return state->getValue().getValue();
}

void AxisAnalysis::refineByRange(Value value, const ConstantIntRanges &range,
                                 TileFact &fact) {
  std::optional<APInt> number = range.getConstantValue();
  if (!number || !fact.isTile())
    return;
  ArrayRef<int64_t> shape = getTileShape(value.getType());
  for (auto [index, axis] : llvm::enumerate(fact.axes))
    axis = AxisFact{1, getPowerOf2Divisor(*number),
                    shape.empty() ? 1 : shape[index]};
}

TileFact AxisAnalysis::inferFact(Operation *op,
                                 ArrayRef<const AxisLattice *> operands) {
  auto integer = [&](unsigned index) {
    return Integer{operands[index]->getValue(),
                   getRange(op, op->getOperand(index))};
  };
  Type type = op->getResult(0).getType();
  OperandFacts fact{TileFact::getUnknown(type), getTileShape(type), operands,
                    integer};
  if (auto assume = dyn_cast<AssumeOp>(op))
    return readAssumes ? inferAssume(assume, fact(0)) : fact(0);
  if (std::optional<TileFact> number = inferNumber(op, fact))
    return *number;
  if (std::optional<TileFact> moved = inferShape(op, fact))
    return *moved;
  if (std::optional<TileFact> address = inferAddress(op, fact, allocas))
    return *address;
  return inferElementwise(op, fact);
}

LogicalResult
AxisAnalysis::visitOperation(Operation *op,
                             ArrayRef<const AxisLattice *> operands,
                             ArrayRef<AxisLattice *> results) {
  // Poison stands for values of paths not taken: whatever the others have.
  if (isa<ub::PoisonOp>(op))
    return success();
  if (results.size() != 1) {
    setAllToEntryStates(results);
    return success();
  }
  // Facts only get weaker: wait for what is not there yet.
  auto isRangeMissing = [&](Value value) {
    return isInteger(value.getType()) &&
           getOrCreateFor<IntegerValueRangeLattice>(getProgramPointAfter(op),
                                                    value)
               ->getValue()
               .isUninitialized();
  };
  for (auto [operand, lattice] : llvm::zip_equal(op->getOperands(), operands))
    if (lattice->getValue().state == TileFact::State::Uninitialized ||
        isRangeMissing(operand))
      return success();
  Value output = op->getResult(0);
  if (isRangeMissing(output))
    return success();

  TileFact fact = inferFact(op, operands);
  if (isInteger(output.getType()))
    refineByRange(output, getRange(op, output), fact);
  propagateIfChanged(results[0], results[0]->join(fact));
  return success();
}

void AxisAnalysis::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<AxisLattice *> arguments, unsigned firstIndex) {
  auto loop = dyn_cast<scf::ForOp>(op);
  // Without carried values `firstIndex` is 0; the variable comes first anyway.
  if (!loop)
    return SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(
        op, successor, arguments, firstIndex);
  ProgramPoint *point = getProgramPointBefore(&loop.getRegion().front());
  const TileFact &lower =
      getLatticeElementFor(point, loop.getLowerBound())->getValue();
  const TileFact &step =
      getLatticeElementFor(point, loop.getStep())->getValue();
  if (!lower.isTile() || !step.isTile())
    return;
  TileFact fact = TileFact::getUnknown(loop.getInductionVar().getType());
  fact.axes[0].divisibility =
      std::min(lower.getElementDivisor(), step.getElementDivisor());
  propagateIfChanged(arguments[0], arguments[0]->join(fact));
}
