//===- CudaTile/Transforms/CheckPointers.cpp - checks of pointer accesses ---===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access whose pointers are a distance from memory of known size is checked
// by that distance. Pointers that a loop carries are checked by their address
// against all memory that they may point to.
//
//===----------------------------------------------------------------------===//

#include "EntryChecks.h"
#include "tessera/Dialect/CudaTile/IR/ElementTypes.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace tessera::cuda_tile {

void EntryChecks::checkWritable(const MemoryAccess &access, Value root) {
  auto get = root ? root.getDefiningOp<GetGlobalOp>() : GetGlobalOp();
  if (!access.writes || !get)
    return;
  auto global =
      SymbolTable::lookupNearestSymbolFrom<GlobalOp>(get, get.getNameAttr());
  if (!global.getConstant())
    return;
  TileType bit = TileType::get({}, b.getI1Type());
  Value never = ConstantOp::create(
      b, bit, DenseElementsAttr::get(bit, b.getBoolAttr(false)));
  require(never, access.mask, "read-only-write",
          describe(access) + " in " + nameOf(root) + ", which is constant");
}

/// Aligned to `bytes` bytes.
static Value createAligned(ImplicitLocOpBuilder &b, Value distance,
                           int64_t bytes) {
  llvm::ArrayRef<int64_t> shape = shapeOf(distance);
  Value low = AndIOp::create(b, distance, createI64(b, shape, bytes - 1));
  return CmpIOp::create(b, ComparisonPredicate::Equal, low,
                        createI64(b, shape, 0), Signedness::Unsigned);
}

void EntryChecks::checkPointers(const MemoryAccess &access) {
  PointerPlace place = places.of(access.address);
  int64_t bytes = bytesInMemory(access.elementType());
  if (!place.root)
    return checkByAddress(access);
  if (!hasSize(place.root))
    return checkAddress(access);
  Value distance = place.offset ? place.offset : createI64(b, {}, 0);
  llvm::ArrayRef<int64_t> shape = shapeOf(distance);
  // In bytes, the last place where an element begins is not the last byte.
  Value inside, end;
  if (place.unit == bytes) {
    end = createSpread(b, sizeOf(place.root, bytes), shape);
    inside = compare(ComparisonPredicate::LessThan, distance, end);
  } else {
    Value last = AddIOp::create(b, distance, createI64(b, shape, bytes - 1));
    end = createSpread(b, sizeOf(place.root, 1), shape);
    inside =
        AndIOp::create(b, compare(ComparisonPredicate::LessThan, distance, end),
                       compare(ComparisonPredicate::LessThan, last, end));
  }
  require(inside, access.mask, "out-of-bounds",
          describe(access) + " outside " + nameOf(place.root));
  checkWritable(access, place.root);
  if (place.unit != bytes)
    require(createAligned(b, distance, bytes), access.mask, "misaligned",
            describe(access) + " in " + nameOf(place.root) +
                ", expected an alignment of " + llvm::Twine(bytes));
  trackPointers(access, place);
}

/// All that can be asked of an access to memory of unknown size.
void EntryChecks::checkAddress(const MemoryAccess &access) {
  int64_t bytes = bytesInMemory(access.elementType());
  if (bytes <= 1)
    return;
  TileType type = TileType::get(shapeOf(access.address), b.getI64Type());
  Value address = PtrToIntOp::create(b, type, access.address);
  require(createAligned(b, address, bytes), access.mask, "misaligned",
          describe(access) + ", expected an alignment of " +
              llvm::Twine(bytes));
}

void EntryChecks::checkByAddress(const MemoryAccess &access) {
  llvm::SetVector<Value> roots;
  int64_t bytes = bytesInMemory(access.elementType());
  if (!PointerPlaces::collectRoots(access.address, roots)) {
    // Anything the kernel was given. Locals come and go, so where there are
    // any, nothing is known.
    if (entry->walk([](AllocaOp) { return WalkResult::interrupt(); })
            .wasInterrupted())
      return;
    roots.clear();
    for (BlockArgument argument : entry.getBody().getArguments())
      if (sizes.contains(argument))
        roots.insert(argument);
    auto module = entry->getParentOfType<tessera::cuda_tile::ModuleOp>();
    for (GlobalOp global : module.getBody().getOps<GlobalOp>()) {
      Type element = PointerType::get(b.getContext(),
                                      global.getTileType().getElementType());
      roots.insert(GetGlobalOp::create(b, TileType::get({}, element),
                                       global.getSymName()));
    }
  }
  if (!takesSizes)
    return checkAddress(access);
  DominanceInfo dominance(entry);
  llvm::ArrayRef<int64_t> shape = shapeOf(access.address);
  Value address = PtrToIntOp::create(b, TileType::get(shape, b.getI64Type()),
                                     access.address);
  Value inside;
  for (Value root : roots) {
    if (!dominance.properlyDominates(root, access.op))
      return;
    Value start =
        PtrToIntOp::create(b, TileType::get({}, b.getI64Type()), root);
    Value distance = SubIOp::create(b, address, createSpread(b, start, shape));
    Value last = AddIOp::create(
        b, distance, createI64(b, shape, std::max<int64_t>(bytes, 1) - 1));
    Value end = createSpread(b, sizeOf(root, 1), shape);
    Value here =
        AndIOp::create(b, compare(ComparisonPredicate::LessThan, distance, end),
                       compare(ComparisonPredicate::LessThan, last, end));
    inside = inside ? Value(OrIOp::create(b, inside, here)) : here;
  }
  if (!inside)
    return;
  require(inside, access.mask, "out-of-bounds",
          describe(access) + " outside " +
              (roots.size() == 1 ? nameOf(roots.front())
                                 : std::string("every array")));
  if (roots.size() == 1)
    checkWritable(access, roots.front());
  if (bytes > 1)
    require(createAligned(b, address, bytes), access.mask, "misaligned",
            describe(access) + ", expected an alignment of " +
                llvm::Twine(bytes));
}

} // namespace tessera::cuda_tile
