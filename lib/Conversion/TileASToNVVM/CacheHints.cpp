//===- TileASToNVVM/CacheHints.cpp - data that is used once ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds accesses to data that is used once and marks them, so that the
// first-level cache does not keep this data. Tile IR has no hints about
// caches, but the accesses of a kernel show what it uses again. An access is
// marked if no other access of the kernel names its memory, and if it moves
// every element once and whole sectors at a time.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "tessera/Conversion/TileASToNVVM/TileASToNVVM.h"
#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Utils/AccessRuns.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera::gpu {
#define GEN_PASS_DEF_ANNOTATECACHEHINTSPASS
#include "tessera/Conversion/TileASToNVVM/Passes.h.inc"
} // namespace tessera::gpu

using namespace mlir;
using namespace tessera;
using tessera::gpu::Emitter;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;

namespace {
/// A load or store that can take a hint.
struct Access {
  Operation *op;
  RankedTensorType tile;
  /// The values from which its addresses are computed.
  SmallVector<Value> address;
};
} // namespace

template <typename OpTy> static bool isWeak(OpTy op) {
  return op.getMemSemantic().value_or(tileas::MemSemantic::Weak) ==
         tileas::MemSemantic::Weak;
}

static std::optional<Access> accessOf(Operation *op) {
  auto of = [&](auto access, Value tile,
                ValueRange address) -> std::optional<Access> {
    auto type = dyn_cast<RankedTensorType>(tile.getType());
    if (!type || !isWeak(access))
      return std::nullopt;
    return Access{op, type, SmallVector<Value>(address)};
  };
  return llvm::TypeSwitch<Operation *, std::optional<Access>>(op)
      .Case<tileas::LoadOp>([&](auto load) {
        return of(load, load.getResult(), load.getSource());
      })
      .Case<tileas::StoreOp>([&](auto store) {
        return of(store, store.getValue(), store.getDestination());
      })
      .Case<tileas::TiledLoadOp>([&](auto load) {
        return of(load, load.getResult(), load.getCoords());
      })
      .Case<tileas::TiledStoreOp>([&](auto store) {
        return of(store, store.getValue(), store.getCoords());
      })
      .Default([](Operation *) { return std::nullopt; });
}

static tileaa::AccessAttr factsOf(Operation *op) {
  return op->getAttrOfType<tileaa::AccessAttr>(tileas::kAccessFactsAttrName);
}

/// The kernel parameter that an access reaches memory through.
static std::optional<int64_t> parameterOf(Operation *op) {
  tileaa::AccessAttr facts = factsOf(op);
  if (!facts || facts.getBaseKind() != tileaa::BaseKind::Argument)
    return std::nullopt;
  return facts.getBaseIndex();
}

/// Whether `value` can be another one in each iteration of `loop`.
static bool varies(Value value, Operation *loop,
                   llvm::SmallPtrSetImpl<Value> &seen) {
  if (!seen.insert(value).second)
    return false;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (owner == loop)
      return true;
    return loop->isProperAncestor(owner) &&
           llvm::any_of(owner->getOperands(), [&](Value operand) {
             return varies(operand, loop, seen);
           });
  }
  Operation *op = value.getDefiningOp();
  return loop->isProperAncestor(op) &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return varies(operand, loop, seen);
         });
}

/// Whether the address is another one in each iteration of all loops around.
static bool movesOn(const Access &access) {
  for (Operation *loop = access.op->getParentOp(); loop;
       loop = loop->getParentOp())
    if (isa<LoopLikeOpInterface>(loop) &&
        llvm::none_of(access.address, [&](Value value) {
          llvm::SmallPtrSet<Value, 16> seen;
          return varies(value, loop, seen);
        }))
      return false;
  return true;
}

/// Bytes in a row, along one index, that a warp moves with one instruction.
static int64_t rowBytes(const Access &access, const LinearLayout &layout) {
  tileaa::AccessFacts facts = tileaa::AccessFacts::fromAttr(factsOf(access.op));
  if (facts.contiguity.empty())
    return 0;
  unsigned d = llvm::max_element(facts.contiguity) - facts.contiguity.begin();
  // Sectors that begin elsewhere are shared by neighbouring rows or warps.
  if (facts.divisibility[d] < 16)
    return 0;
  int64_t bytes = Emitter::containerBytes(access.tile.getElementType());
  // Along a dimension of extent 1, the index is always the same.
  if (layout.out().bits(layout::tileDim(d)) == 0)
    return bytes;
  tileas::TargetAttr target = tileas::getTarget(access.op);
  const int64_t mostBytes = std::min(
      target ? tileas::widestAccess(target.getTarget()) : tileas::kCopyBytes,
      facts.divisibility[d]);
  // Bits of the index from the lowest on: registers of a run, then lanes.
  uint64_t next = layout.out().pack(layout::tileDim(d), 1);
  int64_t elements = 1;
  for (Dim place : {Dim::Register, Dim::Lane})
    for (unsigned bit = 0; bit < layout.in().bits(place); ++bit)
      if (layout.column(place, bit) == next &&
          !(place == Dim::Register && elements * bytes >= mostBytes)) {
        next *= 2;
        elements *= 2;
      }
  return std::min<int64_t>(elements, facts.contiguity[d]) * bytes;
}

/// True if no execution of the kernel makes both: they stand in different
/// branches of one `if`, as the accesses of two bodies do.
static bool areAlternatives(Operation *a, Operation *b) {
  for (Operation *inner = a; Operation *outer = inner->getParentOp();
       inner = outer) {
    if (!outer->isProperAncestor(b))
      continue;
    Operation *other = b;
    while (other->getParentOp() != outer)
      other = other->getParentOp();
    // In a loop one iteration may take one branch, the next one the other.
    bool isInLoop = outer->getParentOfType<LoopLikeOpInterface>() != nullptr;
    return isa<scf::IfOp>(outer) && !isInLoop &&
           inner->getParentRegion() != other->getParentRegion();
  }
  return false;
}

namespace {
struct AnnotateCacheHints
    : tessera::gpu::impl::AnnotateCacheHintsPassBase<AnnotateCacheHints> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<tileaa::FuncOp>())
      if (function.isKernel())
        annotate(function);
  }

  void annotate(tileaa::FuncOp function) {
    SmallVector<Access> accesses;
    llvm::DenseMap<int64_t, SmallVector<Operation *>> users;
    bool isGeneric = false;
    function.walk([&](Operation *op) {
      op->removeAttr(tileas::kCacheHintAttrName);
      isGeneric |= isa<tileaa::AllocaOp>(op);
      if (std::optional<int64_t> parameter = parameterOf(op))
        users[*parameter].push_back(op);
      if (std::optional<Access> access = accessOf(op))
        accesses.push_back(*access);
    });
    // Generic addresses take no hints.
    if (isGeneric)
      return;
    for (const Access &access : accesses) {
      std::optional<int64_t> parameter = parameterOf(access.op);
      bool isOnlyUser =
          parameter && llvm::all_of(users[*parameter], [&](Operation *user) {
            return user == access.op || areAlternatives(user, access.op);
          });
      if (!isOnlyUser)
        continue;
      LinearLayout layout = Emitter::layoutOf(access.tile);
      // Copies of an element are several requests for it.
      bool isOnce = (layout.freeBits() & (layout.in().mask(Dim::Lane) |
                                          layout.in().mask(Dim::Warp))) == 0;
      if (isOnce && movesOn(access) && rowBytes(access, layout) >= 32)
        access.op->setAttr(tileas::kCacheHintAttrName,
                           tileas::CacheHintAttr::get(
                               &getContext(), tileas::CacheHint::NoAllocate));
    }
  }
};
} // namespace
