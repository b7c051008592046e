//===- CudaTile/Transforms/InsertMemoryChecks.cpp - checked kernels -------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assertions in front of what could be undefined behaviour, in Tile IR itself:
// the roads compile them like any other assertion. A check of a tile is one
// comparison of its distances from the start of the memory with the size of the
// memory, so that compiled code can decide it once for the tile. A check of a
// view is a comparison of scalars.
//
//===----------------------------------------------------------------------===//

#include "EntryChecks.h"
#include "tessera/Dialect/CudaTile/IR/ElementTypes.h"
#include "tessera/Dialect/CudaTile/Transforms/MemoryChecks.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tessera::cuda_tile {
#define GEN_PASS_DEF_INSERTMEMORYCHECKSPASS
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tessera::cuda_tile

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// What both sides know
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral checkPrefix = "memory-check ";

std::string MemoryCheck::message() const {
  return (checkPrefix + llvm::Twine(op) + " " + kind + " " + text).str();
}

std::optional<MemoryCheck> MemoryCheck::parse(llvm::StringRef message) {
  MemoryCheck check;
  if (!message.consume_front(checkPrefix) ||
      message.consumeInteger(10, check.op) || !message.consume_front(" "))
    return std::nullopt;
  auto [kind, text] = message.split(' ');
  check.kind = kind.str();
  check.text = text.str();
  return check;
}

std::vector<Operation *> tessera::cuda_tile::numberedOps(EntryOp entry) {
  std::vector<Operation *> ops;
  entry->walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  return ops;
}

std::vector<unsigned> tessera::cuda_tile::pointerParameters(EntryOp entry) {
  std::vector<unsigned> found;
  for (BlockArgument argument : entry.getBody().getArguments())
    if (auto type = dyn_cast<TileType>(argument.getType()))
      if (isa<PointerType>(type.getElementType()))
        found.push_back(argument.getArgNumber());
  return found;
}

std::vector<Operation *> tessera::cuda_tile::unspecifiedLoads(EntryOp entry) {
  std::vector<Operation *> loads;
  entry.walk([&](Operation *op) {
    bool may = false;
    if (auto load = dyn_cast<LoadPtrTkoOp>(op))
      may = load.getMask() && !load.getPaddingValue();
    else if (auto load = dyn_cast<LoadViewTkoOp>(op))
      may = !cast<TileViewInterface>(load.getView().getType()).getViewPadding();
    else if (auto atomic = dyn_cast<AtomicRMWTkoOp>(op))
      may = atomic.getMask() && !atomic.getResult().use_empty();
    if (may)
      loads.push_back(op);
  });
  return loads;
}

//===----------------------------------------------------------------------===//
// One entry
//===----------------------------------------------------------------------===//

bool EntryChecks::hasSize(Value root) {
  return sizes.contains(root) || root.getDefiningOp<AllocaOp>() ||
         root.getDefiningOp<GetGlobalOp>();
}

void EntryChecks::addParameters() {
  if (!takesSizes)
    return;
  Block &body = entry.getBody().front();
  TileType sizeType = TileType::get({}, b.getI64Type());
  TileType markType =
      TileType::get({}, PointerType::get(b.getContext(), b.getI8Type()));
  llvm::SmallVector<Value> pointers;
  for (unsigned index : pointerParameters(entry))
    pointers.push_back(body.getArgument(index));
  for (Value pointer : pointers)
    sizes[pointer] = body.addArgument(sizeType, pointer.getLoc());
  if (tracks)
    for (Value pointer : pointers)
      marks[pointer] = body.addArgument(markType, pointer.getLoc());
  if (notes && !unspecifiedLoads(entry).empty())
    note = body.addArgument(markType, entry.getLoc());
  entry.setFunctionType(
      FunctionType::get(b.getContext(), body.getArgumentTypes(), {}));
  if (ArrayAttr attrs = entry.getArgAttrsAttr()) {
    llvm::SmallVector<Attribute> all(attrs.begin(), attrs.end());
    all.resize(body.getNumArguments(), b.getDictionaryAttr({}));
    entry.setArgAttrsAttr(b.getArrayAttr(all));
  }
}

std::string EntryChecks::nameOf(Value root) {
  if (auto argument = dyn_cast<BlockArgument>(root))
    return "parameter " + std::to_string(argument.getArgNumber());
  if (auto global = root.getDefiningOp<GetGlobalOp>())
    return "global '" + global.getName().str() + "'";
  return "the alloca";
}

std::string EntryChecks::describe(const MemoryAccess &access) {
  unsigned bytes = getElementByteSize(access.elementType());
  std::string verb = access.isAtomic() ? "atomic access"
                     : access.reads    ? "load"
                                       : "store";
  return verb + " of " + std::to_string(bytes) +
         (bytes == 1 ? " byte" : " bytes");
}

void EntryChecks::require(Value holds, Value mask, llvm::StringRef kind,
                          const llvm::Twine &text) {
  if (mask) {
    holds = createSpread(b, holds, shapeOf(mask));
    holds = OrIOp::create(b, holds, inverse(mask));
  }
  std::string message =
      takesSizes ? MemoryCheck{number, kind.str(), text.str()}.message()
                 : (kind + ": " + text).str();
  AssertOp::create(b, holds, message);
}

Value EntryChecks::sizeOf(Value root, int64_t unit) {
  Value &count = counts[{root, unit}];
  if (count)
    return count;
  OpBuilder::InsertionGuard guard(b);
  auto fixed = [&](int64_t bytes) {
    return createI64(b, {}, unit ? bytes / unit : bytes * 2);
  };
  if (auto local = root.getDefiningOp<AllocaOp>()) {
    b.setInsertionPointAfter(local);
    Type pointee =
        cast<PointerType>(cast<TileType>(local.getType()).getElementType())
            .getPointeeType();
    return count = fixed(static_cast<int64_t>(local.getNumElem()) *
                         getElementByteSize(pointee));
  }
  if (auto get = root.getDefiningOp<GetGlobalOp>()) {
    b.setInsertionPointAfter(get);
    auto global =
        SymbolTable::lookupNearestSymbolFrom<GlobalOp>(get, get.getNameAttr());
    TileType type = global.getTileType();
    int64_t elements = type.getNumElements();
    int64_t bytes = isF4Element(type.getElementType())
                        ? (elements + 1) / 2
                        : elements * getElementByteSize(type.getElementType());
    return count = fixed(bytes);
  }
  b.setInsertionPointToStart(&entry.getBody().front());
  Value size = sizes.lookup(root);
  if (unit == 0)
    return count = MulIOp::create(b, size, createI64(b, {}, 2));
  if (unit == 1)
    return count = size;
  return count = ShRIOp::create(
             b, size,
             createI64(b, {}, llvm::Log2_64(static_cast<uint64_t>(unit))),
             Signedness::Unsigned);
}

//===----------------------------------------------------------------------===//
// Arithmetic, and everything
//===----------------------------------------------------------------------===//

void EntryChecks::checkDivision(Operation *op, Value lhs, Value rhs,
                                bool isSigned) {
  auto type = cast<TileType>(rhs.getType());
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  auto constant = [&](const APInt &value) {
    return ConstantOp::create(b, type, DenseElementsAttr::get(type, value));
  };
  require(compare(ComparisonPredicate::NotEqual, rhs,
                  constant(APInt::getZero(width))),
          {}, "division-by-zero", "division by zero");
  if (!isSigned || !isa<DivIOp>(op))
    return;
  Value fits = OrIOp::create(b,
                             compare(ComparisonPredicate::NotEqual, lhs,
                                     constant(APInt::getSignedMinValue(width))),
                             compare(ComparisonPredicate::NotEqual, rhs,
                                     constant(APInt::getAllOnes(width))));
  require(fits, {}, "integer-overflow", "the quotient does not fit");
}

void EntryChecks::checkOp(Operation *op) {
  b.setLoc(op->getLoc());
  b.setInsertionPoint(op);
  if (auto make = dyn_cast<MakeTensorViewOp>(op))
    return checkView(make);
  if (auto div = dyn_cast<DivIOp>(op))
    return checkDivision(op, div.getLhs(), div.getRhs(),
                         div.getSignedness() == Signedness::Signed);
  if (auto rem = dyn_cast<RemIOp>(op))
    return checkDivision(op, rem.getLhs(), rem.getRhs(),
                         rem.getSignedness() == Signedness::Signed);
  std::optional<MemoryAccess> access = describeMemoryAccess(op);
  if (!access)
    return;
  if (auto load = dyn_cast<LoadPtrTkoOp>(op); load && !load.getPaddingValue())
    noteMask(load.getMask());
  if (auto atomic = dyn_cast<AtomicRMWTkoOp>(op);
      atomic && !atomic.getResult().use_empty())
    noteMask(atomic.getMask());
  if (access->isThroughView())
    checkViewAccess(*access);
  else
    checkPointers(*access);
}

void EntryChecks::run() {
  std::vector<Operation *> ops = numberedOps(entry);
  addParameters();
  findTracked(ops);
  for (auto [index, op] : llvm::enumerate(ops)) {
    // The bodies of these are pure.
    if (op->getParentOfType<ReduceOp>() || op->getParentOfType<ScanOp>())
      continue;
    number = static_cast<unsigned>(index);
    checkOp(op);
  }
}

namespace {
struct InsertMemoryChecks
    : public tessera::cuda_tile::impl::InsertMemoryChecksPassBase<
          InsertMemoryChecks> {
  using InsertMemoryChecksPassBase::InsertMemoryChecksPassBase;
  void runOnOperation() override {
    getOperation().walk([&](EntryOp entry) {
      EntryChecks(entry, takesSizes, trackInitialisation, noteUnspecified)
          .run();
    });
  }
};

} // namespace
