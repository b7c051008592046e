//===- TileAA/Analysis/DivisorDemand.cpp - promises that are missing -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rule is a transfer function of docs/access-facts.md read from the result
// to the operands. A rule that is missing here costs a variant, never
// correctness.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/DivisorDemand.h"

#include "ViewOperands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// Steps for one access. Products try either factor, so that nested ones could
/// take long.
static constexpr unsigned kMaxSteps = 400;

bool DivisorDemand::attempt(llvm::function_ref<bool()> attempt) {
  ArgumentDivisors before = demanded;
  if (attempt())
    return true;
  demanded = std::move(before);
  return false;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool DivisorDemand::requireArgument(BlockArgument argument, Place place,
                                    int64_t divisor) {
  Operation *owner = argument.getOwner()->getParentOp();
  if (isa<FuncOp>(owner)) {
    int64_t &known =
        demanded.try_emplace(argument.getArgNumber(), 1).first->second;
    known = std::max(known, divisor);
    return true;
  }
  auto loop = dyn_cast<scf::ForOp>(owner);
  if (!loop)
    return false;
  if (argument == loop.getInductionVar())
    return requireEveryElement(loop.getLowerBound(), divisor) &&
           requireEveryElement(loop.getStep(), divisor);
  unsigned number = argument.getArgNumber() - 1;
  return require({loop.getInitArgs()[number], place.axis, place.group},
                 divisor) &&
         require({loop.getBody()->getTerminator()->getOperand(number),
                  place.axis, place.group},
                 divisor);
}

bool DivisorDemand::requireRegionResult(OpResult result, Place place,
                                        int64_t divisor) {
  unsigned number = result.getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
    return requireArgument(loop.getRegionIterArgs()[number], place, divisor);
  auto branch = dyn_cast<scf::IfOp>(result.getOwner());
  return branch &&
         require(
             {branch.thenYield().getOperand(number), place.axis, place.group},
             divisor) &&
         require(
             {branch.elseYield().getOperand(number), place.axis, place.group},
             divisor);
}

bool DivisorDemand::requireOneFactor(Operation *product, int64_t divisor) {
  auto known = [&](unsigned operand) {
    TileFact fact = facts.getFact(product->getOperand(operand));
    return fact.isTile() ? fact.getElementDivisor() : 1;
  };
  for (unsigned operand : {1, 0})
    if (attempt([&] {
          int64_t rest = std::max<int64_t>(divisor / known(1 - operand), 1);
          return requireEveryElement(product->getOperand(operand), rest);
        }))
      return true;
  return false;
}

std::optional<DivisorDemand::Place>
DivisorDemand::placeBefore(Operation *op, Place place) const {
  Value source = op->getOperand(0);
  ArrayRef<int64_t> from = getTileShape(source.getType()),
                    to = getTileShape(place.value.getType());
  if (from.empty())
    return Place{source, 0, 1};
  if (isa<BroadcastOp>(op))
    return Place{source, place.axis, from[place.axis] == 1 ? 1 : place.group};
  if (auto permute = dyn_cast<PermuteOp>(op))
    return Place{source, unsigned(permute.getPermutation()[place.axis]),
                 place.group};
  // A view that only adds or drops extents of 1.
  auto isLong = [](int64_t extent) { return extent != 1; };
  if (!llvm::equal(llvm::make_filter_range(from, isLong),
                   llvm::make_filter_range(to, isLong)))
    return std::nullopt;
  if (to.empty() || to[place.axis] == 1)
    return Place{source, 0, 1};
  int64_t before = llvm::count_if(to.take_front(place.axis), isLong);
  for (auto [axis, extent] : llvm::enumerate(from))
    if (isLong(extent) && before-- == 0)
      return Place{source, unsigned(axis), place.group};
  return std::nullopt;
}

bool DivisorDemand::requireOperands(Operation *op, Place place,
                                    int64_t divisor) {
  auto same = [&](unsigned operand, int64_t wanted) {
    return require({op->getOperand(operand), place.axis, place.group}, wanted);
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<AssumeOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(
          [&](auto) { return same(0, divisor); })
      .Case<arith::AddIOp, arith::SubIOp, arith::MinSIOp, arith::MinUIOp,
            arith::MaxSIOp, arith::MaxUIOp>(
          [&](auto) { return same(0, divisor) && same(1, divisor); })
      .Case<arith::RemSIOp, arith::RemUIOp, tileaa::RemSIOp>([&](auto) {
        return requireEveryElement(op->getOperand(0), divisor) &&
               requireEveryElement(op->getOperand(1), divisor);
      })
      .Case<arith::SelectOp>(
          [&](auto) { return same(1, divisor) && same(2, divisor); })
      .Case<arith::MulIOp>([&](auto) { return requireOneFactor(op, divisor); })
      .Case<arith::ShRUIOp>([&](auto) {
        llvm::APInt by;
        return matchPattern(op->getOperand(1), m_ConstantInt(&by)) &&
               by.ult(32) && divisor <= kMaxDivisor >> by.getZExtValue() &&
               same(0, divisor << by.getZExtValue());
      })
      .Case<BitcastOp>([&](BitcastOp cast) {
        // Pointers keep their addresses.
        return isa<PointerType>(getElementTypeOrSelf(cast.getType())) &&
               same(0, divisor);
      })
      .Case<AddPtrOp>([&](AddPtrOp add) {
        auto pointer =
            cast<PointerType>(getElementTypeOrSelf(add.getPtr().getType()));
        int64_t bytes = cuda_tile::getElementByteSize(pointer.getPointeeType());
        int64_t offset =
            std::max<int64_t>(divisor / getPowerOf2Divisor(uint64_t(bytes)), 1);
        return same(0, divisor) && same(1, offset);
      })
      .Case<SplatOp, BroadcastOp, ViewOp, PermuteOp>([&](auto) {
        std::optional<Place> before = placeBefore(op, place);
        return before && require(*before, divisor);
      })
      .Case<scf::ForOp, scf::IfOp>([&](auto) {
        return requireRegionResult(cast<OpResult>(place.value), place, divisor);
      })
      .Default([](Operation *) { return false; });
}

bool DivisorDemand::require(Place place, int64_t divisor) {
  if (++steps > kMaxSteps)
    return false;
  TileFact fact = facts.getFact(place.value);
  if (!fact.isTile())
    return false;
  if (fact.getDivisorAt(place.axis, place.group) >= divisor)
    return true;
  std::pair<Value, int64_t> wanted{place.value, divisor};
  if (llvm::is_contained(active, wanted))
    return true;
  active.push_back(wanted);
  bool isDecided = attempt([&] {
    if (auto argument = dyn_cast<BlockArgument>(place.value))
      return requireArgument(argument, place, divisor);
    return requireOperands(place.value.getDefiningOp(), place, divisor);
  });
  active.pop_back();
  return isDecided;
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// `x < n` where x counts up and n is the same in every group: no group is cut
/// if n is a multiple of it.
bool DivisorDemand::requireSteadyComparison(Operation *op, Place place) {
  auto compare = cast<arith::CmpIOp>(op);
  using Predicate = arith::CmpIPredicate;
  bool isLeft = llvm::is_contained(
      {Predicate::slt, Predicate::ult, Predicate::sge, Predicate::uge},
      compare.getPredicate());
  bool isRight = llvm::is_contained(
      {Predicate::sgt, Predicate::ugt, Predicate::sle, Predicate::ule},
      compare.getPredicate());
  if (!isLeft && !isRight)
    return false;
  Value counter = isLeft ? compare.getLhs() : compare.getRhs();
  Value bound = isLeft ? compare.getRhs() : compare.getLhs();
  TileFact counts = facts.getFact(counter), limit = facts.getFact(bound);
  return counts.isTile() && limit.isTile() &&
         counts.axes[place.axis].contiguity >= place.group &&
         limit.axes[place.axis].constancy >= place.group &&
         require({counter, place.axis, place.group}, place.group) &&
         requireEveryElement(bound, place.group);
}

bool DivisorDemand::requireEqualFlags(Place place) {
  TileFact fact = facts.getFact(place.value);
  if (!fact.isTile() || ++steps > kMaxSteps)
    return false;
  if (fact.axes[place.axis].constancy >= place.group)
    return true;
  Operation *op = place.value.getDefiningOp();
  if (!op)
    return false;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<arith::AndIOp, arith::OrIOp, arith::XOrIOp>([&](auto) {
        return llvm::all_of(op->getOperands(), [&](Value operand) {
          return requireEqualFlags({operand, place.axis, place.group});
        });
      })
      .Case<BroadcastOp, ViewOp, PermuteOp>([&](auto) {
        std::optional<Place> before = placeBefore(op, place);
        return before && requireEqualFlags(*before);
      })
      .Case<arith::CmpIOp>(
          [&](auto) { return requireSteadyComparison(op, place); })
      .Default([](Operation *) { return false; });
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Base and the distances along all other axes, and where the tile starts along
/// `axis` itself.
bool DivisorDemand::requireView(Value view, OperandRange indices, unsigned axis,
                                int64_t bytes) {
  auto type = cast<TiledViewType>(view.getType());
  MakeMemrefOp make = findMakeMemref(view);
  TileFact object = facts.getFact(view);
  if (!make || !object.isView() || !requireEveryElement(make.getBase(), bytes))
    return false;
  int64_t size = cuda_tile::getElementByteSize(type.getElementType());
  for (unsigned other = 0; other != type.getRank(); ++other) {
    unsigned dim = type.getDimMap()[other];
    bool isSparse = type.getSparseDim() == int32_t(other);
    bool atStart = other == axis || isSparse || type.getTileShape()[other] == 1;
    int64_t step = getPowerOf2Divisor(
        uint64_t(type.isGatherScatter() ? 1 : type.getStep(other)));
    TileFact index = facts.getFact(indices[other]);
    int64_t coordinate = atStart && index.isTile()
                             ? multiplyDivisors(index.getElementDivisor(), step)
                             : 1;
    int64_t stride = object.dims[dim].strideDivisibility;
    if (multiplyDivisors(multiplyDivisors(coordinate, stride), size) >= bytes)
      continue;
    auto share = [&](int64_t known) {
      return std::max<int64_t>(bytes / multiplyDivisors(known, size), 1);
    };
    Value operand = getStrideOperand(make, dim);
    if (operand && requireEveryElement(operand, share(coordinate)))
      continue;
    if (!atStart || !requireEveryElement(indices[other],
                                         share(multiplyDivisors(stride, step))))
      return false;
  }
  return true;
}

std::optional<ArgumentDivisors> DivisorDemand::forAccess(Operation *access,
                                                         unsigned axis,
                                                         int64_t group,
                                                         int64_t bytes) {
  demanded.clear();
  steps = 0;
  auto throughPointers = [&](Value pointers, Value mask) {
    return require({pointers, axis, group}, bytes) &&
           (!mask || requireEqualFlags({mask, axis, group}));
  };
  bool isDecided =
      llvm::TypeSwitch<Operation *, bool>(access)
          .Case<LoadOp>([&](LoadOp op) {
            return throughPointers(op.getSource(), op.getMask());
          })
          .Case<StoreOp>([&](StoreOp op) {
            return throughPointers(op.getDestination(), op.getMask());
          })
          .Case<TiledLoadOp, TiledStoreOp, GatherLoadOp, ScatterStoreOp>(
              [&](auto op) {
                return requireView(op.getView(), op.getIndices(), axis, bytes);
              })
          .Default([](Operation *) { return false; });
  if (!isDecided)
    return std::nullopt;
  return demanded;
}
