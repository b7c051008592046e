//===- CudaTile/Analysis/TokenLint.cpp - suspicious memory order ----------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rule speaks only when no execution could justify the silence of the
// tokens: a path in the token graph, an exclusive branch or an unknown address
// is an excuse.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/Analysis/TokenLint.h"

#include "tessera/Dialect/CudaTile/Analysis/AddressFacts.h"
#include "tessera/Dialect/CudaTile/Analysis/TokenOrder.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tessera::cuda_tile {

//===----------------------------------------------------------------------===//
// Iterations
//===----------------------------------------------------------------------===//

/// Whether control may come from `first` to `second`, both in the body of one
/// loop, within an iteration.
static bool mayReach(Operation *first, Operation *second) {
  for (Operation *from = first; from; from = from->getParentOp()) {
    Block *block = from->getBlock();
    if (Operation *to = block->findAncestorOpInBlock(*second))
      // The same op: they are in different branches of it.
      return from != to && from->isBeforeInBlock(to);
    // A branch that leaves the loop comes to nothing behind its `if`.
    if (isa<IfOp>(block->getParentOp()) && !isa<YieldOp>(block->back()))
      return false;
  }
  return false;
}

/// Whether the counted loop has two iterations, or nothing says that it has
/// not.
static bool mayCountTwice(ForOp loop) {
  auto constant = [](Value value) -> std::optional<APInt> {
    DenseElementsAttr elements;
    if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat())
      return std::nullopt;
    return elements.getSplatValue<APInt>();
  };
  std::optional<APInt> lower = constant(loop.getLowerBound()),
                       upper = constant(loop.getUpperBound()),
                       step = constant(loop.getStep());
  if (!lower || !upper || !step)
    return true;
  // Two bits more: the sum fits, and unsigned numbers are not negative.
  unsigned bits = lower->getBitWidth() + 2;
  auto wide = [&](const APInt &value) {
    return loop.getUnsignedCmp() ? value.zext(bits) : value.sext(bits);
  };
  return (wide(*lower) + wide(*step)).slt(wide(*upper));
}

/// Whether `loop` may have another iteration after one that executed `op`.
static bool mayRunAgain(Operation *loop, Operation *op) {
  if (auto counted = dyn_cast<ForOp>(loop))
    return mayCountTwice(counted);
  WalkResult result =
      loop->getRegion(0).walk<WalkOrder::PreOrder>([&](Operation *inner) {
        if (isa<ForOp, LoopOp>(inner))
          return WalkResult::skip();
        return isa<ContinueOp>(inner) && mayReach(op, inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      });
  return result.wasInterrupted();
}

namespace {

/// Never both executed: in different branches of one `if`.
bool areExclusive(Operation *a, Operation *b) {
  for (Operation *up = a->getParentOp(); up; up = up->getParentOp()) {
    if (!isa<IfOp>(up) || !up->isAncestor(b))
      continue;
    for (Region &region : up->getRegions())
      if (region.isAncestor(a->getParentRegion()) !=
          region.isAncestor(b->getParentRegion()))
        return true;
  }
  return false;
}

class Lint {
public:
  explicit Lint(EntryOp entry) : entry(entry), order(entry) {}

  unsigned run() {
    auto accesses = order.accesses();
    // Rules look at accesses before and after the one they are about.
    for (const MemoryAccess &access : accesses)
      roots.push_back(rootOf(access));
    for (size_t i = 0; i < accesses.size(); ++i) {
      const MemoryAccess &access = accesses[i];
      unorderedBefore(i);
      unorderedIteration(i);
      if (access.isRelease())
        emptyRelease(i);
      if (access.isAcquire())
        unusedAcquire(i);
      if (access.scope == MemoryScope::TileBlock)
        narrowScope(i);
      if (access.writes && access.isWeak())
        repeatedStore(access);
    }
    return count;
  }

private:
  void warn(const MemoryAccess &access, llvm::StringRef rule, const Twine &text,
            const MemoryAccess *other = nullptr,
            llvm::StringRef note = "the earlier access") {
    ++count;
    InFlightDiagnostic diagnostic = mlir::emitWarning(access.op->getLoc());
    diagnostic << rule << ": '" << spellAccess(access) << "' " << text;
    if (other)
      diagnostic.attachNote(other->op->getLoc())
          << note << ": '" << spellAccess(*other) << "'";
  }

  bool isPrivate(size_t index) const {
    auto alloca =
        roots[index] ? roots[index].getDefiningOp<AllocaOp>() : AllocaOp();
    return alloca && !alloca.getGlobal();
  }
  bool areOrdered(size_t a, size_t b) const {
    return order.mayPrecede(a, b) || order.mayPrecede(b, a) ||
           maySynchronise(a, b) || maySynchronise(b, a);
  }
  /// Two token chains of one block may meet in memory: a release after `first`
  /// and an acquire of the same memory before `second`.
  bool maySynchronise(size_t first, size_t second) const {
    auto accesses = order.accesses();
    for (size_t r = 0; r < accesses.size(); ++r) {
      if (!accesses[r].isRelease() ||
          !(r == first || order.mayPrecede(first, r)))
        continue;
      for (size_t q = 0; q < accesses.size(); ++q)
        if (q != r && accesses[q].isAcquire() &&
            (q == second || order.mayPrecede(q, second)) &&
            overlapOf(accesses[r], accesses[q]) != Overlap::Never)
          return true;
    }
    return false;
  }

  /// Pairs of one block: a conflict with a weak side, or two scoped reads.
  void unorderedBefore(size_t index) {
    auto accesses = order.accesses();
    const MemoryAccess &later = accesses[index];
    for (size_t i = 0; i < index; ++i) {
      const MemoryAccess &earlier = accesses[i];
      bool conflict = (earlier.writes || later.writes) &&
                      (earlier.isWeak() || later.isWeak());
      bool reads = !earlier.writes && !later.writes && !earlier.isWeak() &&
                   !later.isWeak();
      if ((!conflict && !reads) || areOrdered(i, index) ||
          areExclusive(earlier.op, later.op))
        continue;
      Overlap overlap = overlapOf(earlier, later);
      if (overlap == Overlap::Never || overlap == Overlap::Unknown ||
          (reads && overlap != Overlap::Always))
        continue;
      if (conflict)
        warn(later, "unordered-access",
             Twine(overlap == Overlap::Always ? "touches" : "may touch") +
                 " the memory of an earlier access without waiting for it; "
                 "pass that one's token, program order is no order",
             &earlier);
      else
        warn(later, "unordered-reads",
             "may get an older value than an earlier read of the same "
             "location: no token orders the two",
             &earlier);
      return;
    }
  }

  /// A weak store that hits the same bytes in every iteration of a loop that
  /// may have several.
  void unorderedIteration(size_t index) {
    const MemoryAccess &access = order.accesses()[index];
    if (!access.writes || !access.isWeak() || !roots[index] ||
        order.mayPrecede(index, index))
      return;
    for (Operation *up = access.op->getParentOp(); up && up != entry;
         up = up->getParentOp())
      if (isa<ForOp, LoopOp>(up) && mayRunAgain(up, access.op) &&
          isInvariantIn(access, up)) {
        warn(access, "unordered-access",
             "hits the same memory in every iteration without waiting for the "
             "one before; carry its token through the loop");
        return;
      }
  }

  void emptyRelease(size_t index) {
    auto accesses = order.accesses();
    for (size_t i = 0; i < accesses.size(); ++i)
      if (order.mayPrecede(i, index) && accesses[i].writes && i != index)
        return;
    for (size_t i = 0; i < index; ++i) {
      const MemoryAccess &earlier = accesses[i];
      bool published = earlier.writes || !order.hasPast(index);
      if (!published || isPrivate(i) || order.mayPrecede(i, index) ||
          areExclusive(earlier.op, accesses[index].op) ||
          (roots[i] && roots[index] &&
           memoryKey(roots[i]) == memoryKey(roots[index])))
        continue;
      warn(accesses[index], "empty-release",
           "publishes no earlier access: pass their tokens to it", &earlier);
      return;
    }
  }

  void unusedAcquire(size_t index) {
    auto accesses = order.accesses();
    bool isUsed = false;
    for (size_t i = 0; i < accesses.size(); ++i)
      isUsed |= i != index && order.mayPrecede(index, i);
    if (isUsed)
      return;
    for (size_t i = index + 1; i < accesses.size(); ++i) {
      const MemoryAccess &later = accesses[i];
      if (isPrivate(i) || areExclusive(later.op, accesses[index].op))
        continue;
      warn(accesses[index], "unused-acquire",
           "orders nothing: no later access waits for its token", &later,
           "this access may run before it");
      return;
    }
  }

  /// tl_blk on memory that other blocks of a larger grid reach too.
  void narrowScope(size_t index) {
    const MemoryAccess &access = order.accesses()[index];
    if (!roots[index] || isPrivate(index) || !isLaunchedAsGrid() ||
        dependsOnBlockId(access))
      return;
    warn(access, "narrow-scope",
         "reaches no other tile block, but every block of the grid makes this "
         "access to the same memory; use 'device'");
  }

  bool isLaunchedAsGrid() {
    if (!asksForGrid)
      asksForGrid = entry
                        ->walk([](Operation *op) {
                          return isa<GetTileBlockIdOp, GetNumTileBlocksOp>(op)
                                     ? WalkResult::interrupt()
                                     : WalkResult::advance();
                        })
                        .wasInterrupted();
    return *asksForGrid;
  }

  void repeatedStore(const MemoryAccess &access) {
    auto lanes = repeatedLanes(access);
    if (!lanes)
      return;
    warn(access, "repeated-store",
         "writes one address from elements " + Twine(lanes->first) + " and " +
             Twine(lanes->second) +
             ", which is a race of the store with itself");
  }

  EntryOp entry;
  TokenOrder order;
  std::vector<Value> roots;
  std::optional<bool> asksForGrid;
  unsigned count = 0;
};

} // namespace

unsigned lintTokens(EntryOp entry) { return Lint(entry).run(); }

} // namespace tessera::cuda_tile
