//===- TileAS/Transforms/Placing/PlaceAccumulators.cpp - sums in tensor memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles are values and places are not, so each accumulator is stored into its
// place and loaded from it around its product. What makes that cheap is the
// chain: an argument of a loop whose only use is to be added to, by products
// that follow each other, the last of which is yielded. Such an accumulator is
// stored before the loop and loaded behind it. If it begins as zero, the loop
// carries a flag in its place: whether the first product has anything to add
// to.
//
//===----------------------------------------------------------------------===//

#include "CarriedSums.h"
#include "PlaceColumns.h"
#include "PlaceFutures.h"
#include "TensorClaims.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Dialect/TileAS/Utils/TensorPlaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_PLACEACCUMULATORSPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// What dot and async.dot have in common.
struct Product {
  Operation *op;

  template <typename T> T as() const { return cast<T>(op); }
  Value acc() const {
    auto dot = dyn_cast<DotOp>(op);
    return dot ? dot.getAcc() : op->getOperand(2);
  }
  Value result() const { return op->getResult(0); }
  AtomAttr atom() const { return op->getAttrOfType<AtomAttr>("atom"); }
  RankedTensorType tile() const { return getFactorTile(acc().getType()); }
  /// Null without scales.
  Value scale(bool isLhs) const {
    if (auto dot = dyn_cast<DotOp>(op))
      return isLhs ? dot.getLhsScale() : dot.getRhsScale();
    auto dot = cast<AsyncDotOp>(op);
    return isLhs ? dot.getLhsScale() : dot.getRhsScale();
  }
};

/// The accumulators of one function.
class Placement {
public:
  explicit Placement(tileaa::FuncOp function)
      : function(function), b(function.getContext()) {}
  LogicalResult run();

private:
  static std::optional<Product> asProduct(Operation *op);
  void placeChains(scf::ForOp loop);
  void placeChain(scf::ForOp loop, unsigned number, ArrayRef<Product> products);
  Value loadResult(scf::ForOp loop, Value isWritten, Value zero,
                   RankedTensorType type, Value place);
  void placeAlone(Product product);
  /// A place for the accumulator of `product`, at the insertion point.
  Value createPlace(Product product, Location loc);
  /// One for its scales; null without scales.
  Value createScalePlace(Product product, Location loc);
  void issue(Product product, Value place, Value scalePlace, Value adds,
             bool commits, int pending);

  tileaa::FuncOp function;
  OpBuilder b;
  Value memory;
};
} // namespace

std::optional<Product> Placement::asProduct(Operation *op) {
  if (!isa_and_nonnull<DotOp, AsyncDotOp>(op))
    return std::nullopt;
  Product product{op};
  if (!tcgen05ShapeOf(product.atom()))
    return std::nullopt;
  return product;
}

Value Placement::createPlace(Product product, Location loc) {
  return buildPlace(b, loc, memory, product.atom(), product.tile());
}

Value Placement::createScalePlace(Product product, Location loc) {
  if (!product.scale(/*isLhs=*/true))
    return Value();
  return buildScalePlace(b, loc, memory, product.scale(/*isLhs=*/true),
                         product.scale(/*isLhs=*/false));
}

void Placement::issue(Product product, Value place, Value scalePlace,
                      Value adds, bool commits, int pending) {
  Location loc = product.op->getLoc();
  auto signedness = [&](StringRef name) {
    return product.op->getAttrOfType<cuda_tile::SignednessAttr>(name);
  };
  Value lhs = product.op->getOperand(0);
  if (auto tile = dyn_cast<RankedTensorType>(lhs.getType())) {
    // Where it is computed: then no thread keeps it while it loads the other.
    OpBuilder::InsertionGuard guard(b);
    if (Operation *maker = lhs.getDefiningOp();
        maker && maker->getBlock() == product.op->getBlock())
      b.setInsertionPointAfter(maker);
    Value factorPlace = buildFactorPlace(b, loc, memory, tile);
    buildStore(b, loc, lhs, factorPlace);
    lhs = factorPlace;
  }
  TensorDotOp::create(b, loc, lhs, product.op->getOperand(1), place,
                      product.scale(/*isLhs=*/true),
                      product.scale(/*isLhs=*/false), scalePlace, adds,
                      product.atom(), signedness("signedness_lhs"),
                      signedness("signedness_rhs"));
  if (!commits)
    return;
  CommitProductsOp::create(b, loc, memory);
  // Those of the iteration before are only waited for so that their stage can
  // be filled again, by the next iteration.
  if (pending != 0)
    b.setInsertionPoint(product.op->getBlock()->getTerminator());
  WaitProductsOp::create(b, loc, memory, pending);
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

/// The products of `loop` that add to its argument one after the other; none
/// if anything else uses it or them.
void Placement::placeChains(scf::ForOp loop) {
  Operation *yield = loop.getBody()->getTerminator();
  for (auto [number, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    SmallVector<Product> products;
    Value value = argument;
    while (value.hasOneUse()) {
      std::optional<Product> product = asProduct(*value.user_begin());
      if (!product || product->acc() != value ||
          product->op->getBlock() != loop.getBody())
        break;
      products.push_back(*product);
      value = product->result();
    }
    if (!products.empty() && value.hasOneUse() &&
        yield->getOperand(number) == value)
      placeChain(loop, number, products);
  }
}

void Placement::placeChain(scf::ForOp loop, unsigned number,
                           ArrayRef<Product> products) {
  Value init = loop.getInitArgs()[number], start = init;
  if (auto later = init.getDefiningOp<ToAsyncOp>())
    start = later.getSource();
  Product first = products.front();
  Location loc = first.op->getLoc();
  b.setInsertionPoint(loop);
  Value place = createPlace(first, loc);
  SmallVector<Value> scalePlaces;
  for (Product product : products)
    scalePlaces.push_back(createScalePlace(product, loc));
  const bool startsAtZero = isPositiveZero(start);
  if (!startsAtZero)
    buildStore(b, loc, start, place);
  // The flag takes the accumulator's place among what the loop carries.
  RankedTensorType type = first.tile();
  Value flag = arith::ConstantIntOp::create(b, loc, !startsAtZero, 1);
  Value yes = arith::ConstantIntOp::create(b, loc, 1, 1);
  loop.getInitArgsMutable()[number].set(flag);
  BlockArgument argument = loop.getRegionIterArg(number);
  argument.setType(b.getI1Type());
  OpResult result = loop->getResult(number);
  result.setType(b.getI1Type());
  Value adds = argument;
  for (auto [product, scalePlace] : llvm::zip(products, scalePlaces)) {
    b.setInsertionPoint(product.op);
    // A product that is not waited for is counted with the last of its
    // iteration, which says how many may be under way.
    bool commits = true;
    int pending = 0;
    if (auto dot = dyn_cast<AsyncDotOp>(product.op)) {
      commits = dot.getPending().has_value();
      pending = 1;
    }
    issue(product, place, scalePlace, adds, commits, pending);
    adds = yes;
  }
  loop.getBody()->getTerminator()->setOperand(number, yes);
  for (Product product : llvm::reverse(products))
    product.op->erase();
  if (init != start && init.use_empty())
    init.getDefiningOp()->erase();
  b.setInsertionPointAfter(loop);
  WaitProductsOp::create(b, loc, memory, 0);
  if (result.use_empty())
    return;
  Value loaded =
      loadResult(loop, result, startsAtZero ? start : Value(), type, place);
  for (OpOperand &use : llvm::make_early_inc_range(result.getUses())) {
    if (auto wait = dyn_cast<FutureWaitOp>(use.getOwner())) {
      wait.getResult().replaceAllUsesWith(loaded);
      wait.erase();
    } else if (!isa<scf::IfOp>(use.getOwner())) {
      use.set(loaded);
    }
  }
}

/// The sums at the end of `loop`. A loop without iterations leaves what is in
/// the place as it was; where that is nothing, the sums are `zero`.
Value Placement::loadResult(scf::ForOp loop, Value isWritten, Value zero,
                            RankedTensorType type, Value place) {
  Location loc = loop.getLoc();
  std::optional<APInt> trips = loop.getStaticTripCount();
  if (!zero || (trips && !trips->isZero()))
    return buildLoad(b, loc, type, place).getResult();
  auto branch =
      scf::IfOp::create(b, loc, TypeRange{type}, isWritten, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, loc, buildLoad(b, loc, type, place).getResult());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, loc, zero);
  return branch.getResult(0);
}

void Placement::placeAlone(Product product) {
  Location loc = product.op->getLoc();
  auto dot = dyn_cast<DotOp>(product.op);
  std::optional<CarriedSums> carried =
      dot ? findCarriedSums(dot) : std::optional<CarriedSums>();
  b.setInsertionPoint(carried ? carried->loop : product.op);
  Value place = createPlace(product, loc);
  if (carried)
    carryInPlace(*carried, dot, place);
  b.setInsertionPoint(product.op);
  Value scalePlace = createScalePlace(product, loc);
  Value start = product.acc();
  const bool startsAtZero = isPositiveZero(start);
  if (!startsAtZero)
    buildStore(b, loc, start, place);
  Value adds = arith::ConstantIntOp::create(b, loc, !startsAtZero, 1);
  issue(product, place, scalePlace, adds, /*commits=*/true, /*pending=*/0);
  if (!carried)
    product.result().replaceAllUsesWith(
        buildLoad(b, loc, product.tile(), place).getResult());
  product.op->erase();
}

LogicalResult Placement::run() {
  SmallVector<scf::ForOp> loops;
  bool hasProducts = false;
  function.walk([&](Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      loops.push_back(loop);
    hasProducts |= asProduct(op).has_value();
  });
  if (!hasProducts && !findTensorMemory(function))
    return success();
  ClaimTensorMemoryOp claim = claimTensorMemory(function);
  memory = claim;
  for (scf::ForOp loop : loops)
    placeChains(loop);
  placeFutures(function, memory);
  SmallVector<Product> rest;
  function.walk([&](Operation *op) {
    if (std::optional<Product> product = asProduct(op))
      rest.push_back(*product);
  });
  for (Product product : rest)
    placeAlone(product);
  if (failed(giveColumns(claim)))
    return failure();
  settleClaim(claim);
  return success();
}

namespace {
struct PlaceAccumulators
    : tileas::impl::PlaceAccumulatorsPassBase<PlaceAccumulators> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<tileaa::FuncOp>())
      if (failed(Placement(function).run()))
        return signalPassFailure();
  }
};
} // namespace
