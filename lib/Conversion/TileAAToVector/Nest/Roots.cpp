//===- TileAAToVector/Nest/Roots.cpp - emitting the loops of a root -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A root is an op that needs loops: it evaluates expressions over an index
// space. Before its nest runs, values that must be in memory are put there;
// those that the nest visits anyway are stored on the way. The nest is emitted
// once for each access level that may be met at run time.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Access/Access.h"
#include "tessera/Dialect/TileAA/IR/LanguageNames.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace tessera::cpu {

/// The properties of the expressions of a root.
struct RootPlan {
  RootPlan(Emitter &e, Operation *root, Value own)
      : e(e), root(root), own(own) {}

  Emitter &e;
  Operation *root;
  Value own; // the value being materialised
  AccessFacts facts;
  SmallVector<std::pair<Value, Buffer>> carries;
  SmallVector<Operation *> loads;
  llvm::DenseSet<Value> seen;
  /// The ops in `seen`, as they were met.
  SmallVector<Operation *> ops;
  unsigned widest = 0;

  LogicalResult visit(Value value, bool identity);
  void analyseAccesses();
  unsigned width() const { return e.widthFor(widest ? widest : 64); }

  /// The narrower conversion of `value` if nobody else needs it any more.
  Value narrowed(Value value) const {
    Value only;
    for (Operation *user : value.getUsers()) {
      if (user == root || e.emitted.contains(user))
        continue;
      auto convert = dyn_cast<tileaa::FpToFpOp>(user);
      if (!convert || only || !root || user->getBlock() != root->getBlock() ||
          laneBits(elementOf(convert.getType())) >=
              laneBits(elementOf(value.getType())))
        return value;
      only = convert.getResult();
    }
    return only ? only : value;
  }

  void noteWidth(Type type) {
    Type element = elementOf(type);
    if (!isa<tileaa::PointerType>(element) && !element.isInteger(64))
      widest = std::max(widest, laneBits(element));
  }
};

LogicalResult RootPlan::visit(Value value, bool identity) {
  if (!isa<RankedTensorType>(value.getType()))
    return success();
  noteWidth(value.getType());
  if (e.bufferOf(value) || !seen.insert(value).second)
    return success();
  Operation *op = value.getDefiningOp();
  if (auto scan = dyn_cast_or_null<tileaa::ScanOp>(op))
    if (e.scanOf(root) == scan)
      return visit(scan.getSources()[0], identity);
  if (!op || !isExpression(op))
    return emitError(e.loc(), "cannot be lowered to CPU code: a tensor is used "
                              "before it has memory");
  if (e.plan.keeps(value) && value != own) {
    if (!identity) {
      if (failed(e.materialise(value)))
        return failure();
      return success();
    }
    if (e.isNeededLater(value, root)) {
      Value kept = narrowed(value);
      llvm::SaveAndRestore why(e.scratchReason, e.whyKept(value));
      carries.push_back({kept, e.newBuffer(elementOf(kept.getType()),
                                           shapeOf(kept.getType()))});
    }
  }
  if (isDelayableLoad(op))
    loads.push_back(op);
  ops.push_back(op);
  // Not the operands of a load: where the addresses are known, and no lane is
  // masked, they are not evaluated.
  bool sameIndex = identity && (op->hasTrait<OpTrait::Elementwise>() ||
                                isa<tileaa::ViewOp, tileaa::AssumeOp>(op));
  for (Value operand : op->getOperands())
    if (failed(visit(operand, sameIndex)))
      return failure();
  return success();
}

void RootPlan::analyseAccesses() {
  for (Operation *load : loads)
    facts.add(e, load);
  if (isa_and_nonnull<tileaa::StoreOp, tileaa::TiledStoreOp,
                      tileaa::ScatterStoreOp>(root))
    facts.add(e, root);
  // Atomics go one by one: every term of the mask costs.
  if (auto atomic = dyn_cast_or_null<tileaa::AtomicRMWOp>(root))
    if (atomic.getMask())
      facts.addMask(e, atomic.getMask());
}

AccessFact Nest::factOf(Operation *op) const {
  return facts ? facts->perOp.lookup(op) : AccessFact();
}

bool Emitter::isNeededLater(Value value, Operation *root) const {
  for (Operation *other : plan.rootsOf(value))
    if (other != root && !emitted.contains(other))
      return true;
  return false;
}

/// Whether two conditions compute the same thing.
static bool isSame(Value x, Value y) {
  if (x == y)
    return true;
  Operation *a = x.getDefiningOp(), *b = y.getDefiningOp();
  if (!a || !b || a->getName() != b->getName() ||
      a->getNumOperands() != b->getNumOperands() ||
      a->getAttrDictionary() != b->getAttrDictionary() ||
      a->getNumRegions() != 0 || !isPure(a) || a->getNumOperands() > 2)
    return false;
  return llvm::all_of(
      llvm::zip(a->getOperands(), b->getOperands()),
      [](auto pair) { return isSame(std::get<0>(pair), std::get<1>(pair)); });
}

/// All of `conditions`; null if there are none, false if one is.
static Value conjunction(Emitter &e, ArrayRef<Value> conditions) {
  Value all;
  SmallVector<Value> seen;
  for (Value condition : conditions) {
    if (matchPattern(condition, m_One()) ||
        llvm::any_of(seen,
                     [&](Value other) { return isSame(other, condition); }))
      continue;
    seen.push_back(condition);
    all = all ? e.b.createOrFold<arith::AndIOp>(e.loc(), all, condition)
              : condition;
  }
  return all;
}

void Emitter::reportLoop(const RootPlan &root, Operation *op, unsigned lanes,
                         bool hasPartialVersion) {
  SmallVector<std::string, 8> names;
  auto add = [&](Operation *member) {
    // Places and constants are no work.
    if (isa<arith::ConstantOp, tileaa::ConstantOp, tileaa::BroadcastOp,
            tileaa::SplatOp, tileaa::ViewOp, tileaa::AssumeOp,
            tileaa::MakeRangeOp, tileaa::AddPtrOp>(member))
      return;
    std::string name = tileaa::languageName(member).str();
    if (!llvm::is_contained(names, name))
      names.push_back(std::move(name));
  };
  // Operands are met after what uses them.
  for (Operation *member : llvm::reverse(root.ops))
    add(member);
  if (op)
    add(op);
  if (!names.empty())
    report.loops.push_back({op ? op->getLoc() : root.own.getLoc(), lanes,
                            std::move(names), hasPartialVersion});
}

LogicalResult Emitter::emitRoot(Operation *op, ValueRange roots, bool covers,
                                NestBody body, bool scalarOnly,
                                ValueRange places) {
  scratch.tick();
  RootPlan root(*this, op, op ? Value() : roots.front());
  for (Value value : roots)
    if (failed(root.visit(value, covers)))
      return failure();
  for (Value value : places)
    if (failed(root.visit(value, /*identity=*/false)))
      return failure();
  root.analyseAccesses();

  auto emitLevel = [&](AccessLevel level) {
    Nest nest(*this, scalarOnly ? 0 : root.width());
    nest.level = level;
    nest.facts = &root.facts;
    for (auto &[value, buffer] : root.carries)
      nest.carry(value, buffer);
    if (failed(body(nest)))
      return failure();
    nest.close();
    return success();
  };
  auto finish = [&] {
    for (auto &[value, buffer] : root.carries)
      setBuffer(value, buffer);
    scratch.tick();
    return success();
  };
  auto branch = [&](Value condition, auto onTrue, auto onFalse) {
    auto choice = scf::IfOp::create(b, loc(), condition, /*else=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    if (failed(onTrue()))
      return failure();
    b.setInsertionPointToStart(choice.elseBlock());
    return onFalse();
  };

  SmallVector<Value> everything(root.facts.noWrap);
  everything.append(root.facts.full);
  Value noWrap = conjunction(*this, root.facts.noWrap);
  Value full = conjunction(*this, everything);
  auto general = [&] {
    if (!noWrap)
      return emitLevel(AccessLevel::Contiguous);
    if (!root.facts.anyFull)
      return emitLevel(AccessLevel::General);
    return branch(
        noWrap, [&] { return emitLevel(AccessLevel::Contiguous); },
        [&] { return emitLevel(AccessLevel::General); });
  };
  if (explains)
    reportLoop(root, op, scalarOnly ? 1 : root.width(), full != nullptr);
  if (!root.facts.perOp.empty()) {
    ++report.nests;
    if (!full)
      ++report.singleVersions;
  }
  LogicalResult done =
      !full
          ? emitLevel(AccessLevel::Full)
          : branch(full, [&] { return emitLevel(AccessLevel::Full); }, general);
  return failed(done) ? failure() : finish();
}

LogicalResult Emitter::evaluateInto(Value value, const Buffer &to) {
  return emitRoot(nullptr, {value}, /*covers=*/true, [&](Nest &nest) {
    return nest.forEachVector(value,
                              [&](ArrayRef<Coord> index, const Lanes &lanes) {
                                nest.store(to, index, lanes);
                                return success();
                              });
  });
}

LogicalResult Emitter::evaluateSlowlyInto(Value value, const Buffer &to) {
  scratch.tick();
  RootPlan root(*this, nullptr, value);
  if (failed(root.visit(value, false)))
    return failure();
  Nest nest(*this, 0);
  Index index = nest.iterate(to.shape);
  FailureOr<Lanes> lanes = nest.evaluate(value, index);
  if (failed(lanes))
    return failure();
  nest.store(to, index, *lanes);
  nest.close();
  scratch.tick();
  return success();
}

std::string Emitter::whyKept(Value value) const {
  if (!explains || !plan.keeps(value))
    return "";
  return std::to_string(plan.rootsOf(value).size()) +
         " loops need a tile of which an element costs " +
         std::to_string(plan.costOf(value)) + " instructions";
}

FailureOr<Buffer> Emitter::materialise(Value value) {
  if (const Buffer *buffer = bufferOf(value))
    return *buffer;
  llvm::SaveAndRestore why(scratchReason, whyKept(value));
  Buffer buffer =
      newBuffer(elementOf(value.getType()), shapeOf(value.getType()));
  if (failed(evaluateInto(value, buffer)))
    return failure();
  setBuffer(value, buffer);
  return buffer;
}

FailureOr<Value> Emitter::evaluateScalar(Value tensor) {
  RootPlan root(*this, nullptr, tensor);
  if (failed(root.visit(tensor, false)))
    return failure();
  Nest nest(*this, 0);
  Index index(shapeOf(tensor.getType()).size());
  FailureOr<Lanes> lanes = nest.evaluate(tensor, index);
  if (failed(lanes))
    return failure();
  return lanes->value;
}

LogicalResult Emitter::prepareCapture(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  Operation *op = value.getDefiningOp();
  if (!tensor || bufferOf(value) || !op || !isExpression(op))
    return success();
  if (isDelayableLoad(op) || plan.keeps(value))
    return success(succeeded(materialise(value)));
  for (Value operand : op->getOperands())
    if (failed(prepareCapture(operand)))
      return failure();
  return success();
}

} // namespace tessera::cpu
