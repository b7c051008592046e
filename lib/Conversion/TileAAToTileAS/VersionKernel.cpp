//===- TileAAToTileAS/VersionKernel.cpp - a fast body and a general one -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives a kernel a second, faster body for arguments that are well aligned.
// Each access is asked which divisibility of the arguments would make it wider.
// Whether a second body pays is then decided with the access facts that the
// conversion itself would have in that body, and by an estimate of the code
// that both bodies become.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileAAToTileAS/TileAAToTileAS.h"

#include "CodeEstimate.h"
#include "LayoutPlan.h"
#include "ProductChoice.h"
#include "tessera/Dialect/TileAA/Analysis/DivisorDemand.h"
#include "tessera/Dialect/TileAS/Utils/AccessRuns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera::gpu {
#define GEN_PASS_DEF_VERSIONKERNELPASS
#include "tessera/Conversion/TileAAToTileAS/Passes.h.inc"
} // namespace tessera::gpu

using namespace mlir;
using namespace tessera;
using tileaa::AccessFactAnalysis;
using tileaa::ArgumentDivisors;

/// The most bytes that one access of a thread moves.
static constexpr int64_t kWidestBytes = 16;

/// Accesses that move less than one of so many bytes in the innermost loops are
/// not worth a second one.
static constexpr int64_t kSmallShare = 16;

namespace {
/// A load or store of neighbours that several at once would serve.
struct WideAccess {
  Operation *op;
  RankedTensorType type;
  /// Loops around it.
  unsigned depth;
};

/// Accesses by the bytes that one of them moves without and with the promises.
using Gains = std::map<std::pair<int64_t, int64_t>, unsigned>;

/// The conditions of a second body of one kernel, and its gain.
class Versioning {
public:
  Versioning(tileaa::FuncOp function, unsigned numWarps)
      : function(function), numWarps(numWarps) {}

  /// Puts the promises that help in front of the body. False: none does, and
  /// the kernel is as it was.
  bool promise();
  /// The body without the promises again.
  void takeBack();
  /// A second body without the promises, and the test that chooses; the first.
  Region *split();
  std::string describe();

private:
  void collectAccesses();
  void assume(const ArgumentDivisors &wanted);
  /// The bytes that each access moves at once in the present body; empty if
  /// that is not known.
  SmallVector<tileas::AccessRuns> runsNow();
  tileas::AccessRuns runsOf(const WideAccess &access,
                            const AccessFactAnalysis &facts) const {
    tileas::AccessRuns runs = tileas::findAccessRuns(
        access.type, facts.getAccessFacts(access.op), numWarps);
    runs.elements = std::min(runs.elements, gpu::mostNeighbours(access.op));
    return runs;
  }
  /// Adds to `divisors` what gets `access` from `now` to as much of `possible`
  /// as arguments decide.
  void demand(const WideAccess &access, const tileas::AccessRuns &now,
              const tileas::AccessRuns &possible,
              const AccessFactAnalysis &facts);
  Value makeTest(OpBuilder &b);

  tileaa::FuncOp function;
  unsigned numWarps;
  SmallVector<WideAccess> accesses;
  ArgumentDivisors divisors;
  SmallVector<tileaa::AssumeOp> promises;
  Gains gains;
};
} // namespace

//===----------------------------------------------------------------------===//
// Promises that would help
//===----------------------------------------------------------------------===//

/// Ordered accesses are made element by element.
static bool isWeakAccess(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tileaa::LoadOp, tileaa::StoreOp, tileaa::TiledLoadOp,
            tileaa::TiledStoreOp, tileaa::GatherLoadOp, tileaa::ScatterStoreOp>(
          [](auto access) {
            return access.getMemSemantic() ==
                   cuda_tile::MemoryOrderingSemantics::Weak;
          })
      .Default([](Operation *) { return false; });
}

static unsigned loopsAround(Operation *op) {
  unsigned loops = 0;
  while ((op = op->getParentOp()))
    loops += isa<LoopLikeOpInterface>(op);
  return loops;
}

void Versioning::collectAccesses() {
  function.walk([&](Operation *op) {
    if (!isWeakAccess(op))
      return;
    auto type = dyn_cast<RankedTensorType>(gpu::movedTile(op).getType());
    if (type && (tileaa::getStorageBits(type.getElementType()) >= 8 ||
                 type.getElementType().isInteger(1)))
      accesses.push_back({op, type, loopsAround(op)});
  });
}

void Versioning::demand(const WideAccess &access, const tileas::AccessRuns &now,
                        const tileas::AccessRuns &possible,
                        const AccessFactAnalysis &facts) {
  for (int64_t wanted = possible.elements; wanted > now.elements; wanted /= 2) {
    std::optional<ArgumentDivisors> found =
        tileaa::DivisorDemand(facts).forAccess(access.op, possible.axis, wanted,
                                               wanted * now.bytesPerElement);
    if (!found)
      continue;
    for (auto [argument, divisor] : *found)
      divisors[argument] = std::max(divisors[argument], divisor);
    return;
  }
}

SmallVector<tileas::AccessRuns> Versioning::runsNow() {
  AccessFactAnalysis facts(function);
  SmallVector<tileas::AccessRuns> runs;
  if (facts.isValid())
    for (const WideAccess &access : accesses)
      runs.push_back(runsOf(access, facts));
  return runs;
}

void Versioning::assume(const ArgumentDivisors &wanted) {
  OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
  for (auto [argument, divisor] : wanted) {
    BlockArgument value = function.getArgument(argument);
    auto promise = cuda_tile::DivByAttr::get(b.getContext(), divisor,
                                             std::nullopt, std::nullopt);
    auto made = tileaa::AssumeOp::create(b, function.getLoc(), promise, value);
    value.replaceAllUsesExcept(made, made);
    promises.push_back(made);
  }
}

/// All that arguments could be.
static ArgumentDivisors bestArguments(tileaa::FuncOp function) {
  ArgumentDivisors best;
  for (BlockArgument argument : function.getArguments())
    if (isa<IntegerType, tileaa::PointerType>(argument.getType()) &&
        !argument.getType().isInteger(1) && !argument.use_empty())
      best[argument.getArgNumber()] = kWidestBytes;
  return best;
}

bool Versioning::promise() {
  collectAccesses();
  AccessFactAnalysis facts(function);
  if (!facts.isValid())
    return false;
  SmallVector<tileas::AccessRuns> before;
  bool isWide = true;
  for (const WideAccess &access : accesses) {
    before.push_back(runsOf(access, facts));
    isWide &= before.back().elements >=
              std::min(kWidestBytes / before.back().bytesPerElement,
                       before.back().perThread);
  }
  if (isWide)
    return false;
  // Neighbours may not be known for such before they are known to be aligned,
  // so what is possible is asked with all promises there could be.
  assume(bestArguments(function));
  SmallVector<tileas::AccessRuns> possible = runsNow();
  takeBack();
  if (possible.empty())
    return false;
  for (auto [access, now, best] : llvm::zip_equal(accesses, before, possible))
    demand(access, now, best, facts);
  if (divisors.empty())
    return false;
  assume(divisors);
  // A second copy of a loop pays in the loop, not for what is around it, and
  // for what moves much of the data there.
  unsigned innermost = 0;
  for (const WideAccess &access : accesses)
    innermost = std::max(innermost, access.depth);
  int64_t moved = 0, gaining = 0;
  for (auto [access, now, then] : llvm::zip(accesses, before, runsNow())) {
    const int64_t bytes = access.type.getNumElements() * now.bytesPerElement;
    if (access.depth == innermost)
      moved += bytes;
    if (then.elements <= now.elements)
      continue;
    if (access.depth == innermost)
      gaining += bytes;
    ++gains[{now.elements * now.bytesPerElement,
             then.elements * then.bytesPerElement}];
  }
  if (gaining * kSmallShare < moved || gaining == 0)
    gains.clear();
  if (gains.empty())
    takeBack();
  return !gains.empty();
}

void Versioning::takeBack() {
  for (tileaa::AssumeOp promise : promises) {
    promise.replaceAllUsesWith(promise.getValue());
    promise.erase();
  }
  promises.clear();
}

/// As the program names it; a program without names has numbers only.
static std::string describeArgument(BlockArgument argument) {
  if (auto named = dyn_cast<NameLoc>(argument.getLoc()))
    return "'" + named.getName().str() + "'";
  return "argument " + std::to_string(argument.getArgNumber());
}

std::string Versioning::describe() {
  SmallVector<std::string> tests, brings;
  for (auto [argument, divisor] : divisors) {
    const BlockArgument value = function.getArgument(argument);
    const bool isPointer = isa<tileaa::PointerType>(value.getType());
    tests.push_back(describeArgument(value) + " is a multiple of " +
                    std::to_string(divisor) + (isPointer ? " bytes" : ""));
  }
  for (const auto &[bytes, count] : gains)
    brings.push_back(std::to_string(count) +
                     (count == 1 ? " access moves " : " accesses move ") +
                     std::to_string(bytes.second) +
                     " bytes at once instead of " +
                     std::to_string(bytes.first));
  return "a body of its own where " + llvm::join(tests, " and ") + ": " +
         llvm::join(brings, ", ");
}

//===----------------------------------------------------------------------===//
// Two bodies
//===----------------------------------------------------------------------===//

/// True if every argument is the multiple that the fast body relies on.
Value Versioning::makeTest(OpBuilder &b) {
  Location loc = function.getLoc();
  Value all;
  for (auto [argument, divisor] : divisors) {
    Value number = function.getArgument(argument);
    if (isa<tileaa::PointerType>(number.getType()))
      number = tileaa::PtrToIntOp::create(b, loc, b.getI64Type(), number);
    auto constant = [&](int64_t value) {
      return arith::ConstantOp::create(
          b, loc, b.getIntegerAttr(number.getType(), value));
    };
    Value rest = arith::AndIOp::create(b, loc, number, constant(divisor - 1));
    Value fits = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, rest,
                                       constant(0));
    all = all ? arith::AndIOp::create(b, loc, all, fits).getResult() : fits;
  }
  return all;
}

Region *Versioning::split() {
  Block &body = function.getBody().front();
  OpBuilder b(body.getTerminator());
  SmallVector<Operation *> fast;
  for (Operation &op : body.without_terminator())
    // The memory of both bodies.
    if (!isa<tileaa::AllocaOp>(op))
      fast.push_back(&op);
  auto branch = scf::IfOp::create(b, function.getLoc(), makeTest(b),
                                  /*withElseRegion=*/true);
  branch->setAttr(tileas::kBodiesAttrName, b.getUnitAttr());
  IRMapping general;
  for (tileaa::AssumeOp promise : promises)
    general.map(promise.getResult(), promise.getValue());
  b.setInsertionPointToStart(branch.elseBlock());
  for (Operation *op : ArrayRef(fast).drop_front(promises.size()))
    b.clone(*op, general);
  for (Operation *op : fast)
    op->moveBefore(branch.thenBlock()->getTerminator());
  return &branch.getThenRegion();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct VersionKernel : gpu::impl::VersionKernelPassBase<VersionKernel> {
  using VersionKernelPassBase::VersionKernelPassBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<tileaa::FuncOp>()) {
      if (!function.isKernel() || !function.getBody().hasOneBlock())
        continue;
      tileas::PlanAttr plan = tileas::getPlan(function);
      if (!plan) {
        function.emitOpError("expected ")
            << tileas::kPlanAttrName << " (tileaa-plan-kernel), got none";
        return signalPassFailure();
      }
      Region *fast = version(function, plan);
      if (plan.isOfPair() && failed(pairProducts(function, *fast)))
        return signalPassFailure();
    }
  }

  /// The products of the body whose stages TMA can fill are those of a pair.
  LogicalResult pairProducts(tileaa::FuncOp function, Region &body) {
    tileas::TargetAttr target = tileas::getTarget(function);
    if (!target)
      return function.emitOpError("expected ")
             << tileas::kTargetAttrName
             << " on the module (tileaa-plan-kernel), got none";
    return gpu::pairProducts(function, body, target.getTarget());
  }

  /// The body that is for aligned arguments.
  Region *version(tileaa::FuncOp function, tileas::PlanAttr plan) {
    Region *whole = &function.getBody();
    Versioning versioning(function, plan.getTileWarps());
    if (!versioning.promise())
      return whole;
    auto options =
        remark::RemarkOpts::name("entry").category("kernel").function(
            function.getSymName());
    std::string problem = whyNot(function, plan.getTileWarps());
    if (!problem.empty()) {
      remark::missed(function.getLoc(), options)
          << ("not " + versioning.describe() + ": " + problem);
      versioning.takeBack();
      return whole;
    }
    remark::passed(function.getLoc(), options) << versioning.describe();
    return versioning.split();
  }

  /// Empty if the kernel may have two bodies.
  std::string whyNot(tileaa::FuncOp function, unsigned numWarps) {
    bool hasInnerMemory = false;
    function.walk([&](tileaa::AllocaOp op) {
      hasInnerMemory |= op->getParentOp() != function;
    });
    const int64_t both = 2 * gpu::estimateInstructions(function, numWarps);
    if (both > maxInstructions)
      return "expected at most about " +
             std::to_string(maxInstructions.getValue()) +
             " instructions in both bodies, got about " + std::to_string(both) +
             "; write 'assume div_by' on the arguments, which needs one "
             "body";
    if (hasInnerMemory)
      return "an alloca in a loop or branch would need its memory twice; write "
             "it before the loop";
    return "";
  }
};
} // namespace
