//===- fuzz/Generator/Reduce.cpp - smaller programs with the same failure -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edits are tried on copies and kept when the failure persists: dropping ops
// without uses (stores, prints) in ever smaller groups, replacing results by
// constants or operands, taking one branch of an `if`, cutting `for` short, one
// tile block. Addresses of stores stay, as elements must not come to meet.
// The caller's test also sees to it that the copy is still defined.
//
//===----------------------------------------------------------------------===//

#include "Road.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

namespace {
class Reducer {
public:
  Reducer(Program &program, llvm::function_ref<bool(const Program &)> fails)
      : program(program), fails(fails) {}

  void run() {
    bool changed = true;
    for (int round = 0; changed && round < 8; ++round) {
      changed = false;
      changed |= oneBlock();
      changed |= dropUnused();
      changed |= forEachOp([](Operation *op) { return takeBranch(op, 0); });
      changed |= forEachOp([](Operation *op) { return takeBranch(op, 1); });
      changed |= forEachOp(cutFor);
      changed |= forEachOp(
          [&](Operation *op) { return isReplaceable(op) && toConstant(op); });
      changed |= forEachOp(
          [&](Operation *op) { return isReplaceable(op) && toOperand(op); });
      changed |= forEachOp(dropZero);
    }
    dropParameters();
  }

private:
  using Edit = llvm::function_ref<bool(Operation *)>;

  static SmallVector<Operation *> opsOf(Program &p) {
    SmallVector<Operation *> ops;
    p.module->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isa<cuda_tile::ModuleOp, cuda_tile::EntryOp>(op))
        ops.push_back(op);
    });
    return ops;
  }

  static void removeDead(Program &p) {
    for (bool changed = true; changed;) {
      changed = false;
      SmallVector<Operation *> ops = opsOf(p);
      for (Operation *op : llvm::reverse(ops))
        if (isOpTriviallyDead(op)) {
          op->erase();
          changed = true;
          break;
        }
    }
  }

  bool keepIfFailing(Program &&copy) {
    if (++tests > 4000)
      return false;
    removeDead(copy);
    std::string ignored = collectErrors(copy.module->getContext(), [&] {
      valid = succeeded(verify(*copy.module));
    });
    if (!valid || !fails(copy))
      return false;
    program = std::move(copy);
    return true;
  }

  /// Tries `edit` on every op, from the last to the first.
  bool forEachOp(Edit edit) {
    bool changed = false;
    for (size_t i = opsOf(program).size(); i-- > 0;) {
      size_t count = opsOf(program).size();
      if (i >= count)
        continue;
      Program copy = program.clone();
      if (edit(opsOf(copy)[i]))
        changed |= keepIfFailing(std::move(copy));
    }
    return changed;
  }

  /// Drops stores and other ops nobody uses, half of them at first.
  bool dropUnused() {
    bool changed = false;
    auto isCandidate = [](Operation *op) {
      return op->use_empty() && !op->hasTrait<OpTrait::IsTerminator>() &&
             !isa<cuda_tile::GlobalOp>(op);
    };
    for (size_t group = 64; group > 0; group /= 2)
      for (size_t start = 0;; start += group) {
        Program copy = program.clone();
        SmallVector<Operation *> found;
        for (Operation *op : opsOf(copy))
          if (isCandidate(op))
            found.push_back(op);
        if (start >= found.size())
          break;
        // Not one inside the other.
        SmallVector<Operation *> chosen;
        for (size_t i = start; i < std::min(found.size(), start + group); ++i)
          if (llvm::none_of(chosen, [&](Operation *other) {
                return other->isProperAncestor(found[i]);
              }))
            chosen.push_back(found[i]);
        for (Operation *op : chosen)
          op->erase();
        if (keepIfFailing(std::move(copy))) {
          changed = true;
          start -= group; // What follows has moved up.
        }
      }
    return changed;
  }

  /// Replaces an `if` by one of its blocks.
  static bool takeBranch(Operation *op, unsigned which) {
    auto ifOp = dyn_cast<cuda_tile::IfOp>(op);
    if (!ifOp || op->getRegion(which).empty())
      return false;
    Block &block = op->getRegion(which).front();
    Operation *yield = block.getTerminator();
    if (!isa<cuda_tile::YieldOp>(yield))
      return false;
    SmallVector<Value> values(yield->getOperands());
    yield->erase();
    op->getBlock()->getOperations().splice(op->getIterator(),
                                           block.getOperations());
    op->replaceAllUsesWith(values);
    op->erase();
    return true;
  }

  /// One iteration, if that is not what there is.
  static bool cutFor(Operation *op) {
    auto forOp = dyn_cast<cuda_tile::ForOp>(op);
    if (!forOp)
      return false;
    if (auto *add = forOp.getUpperBound().getDefiningOp())
      if (isa<cuda_tile::AddIOp>(add) && add->getOperand(1) == forOp.getStep())
        return false;
    OpBuilder builder(op);
    OperationState state(op->getLoc(), "cuda_tile.addi",
                         {forOp.getLowerBound(), forOp.getStep()},
                         {forOp.getStep().getType()});
    op->setOperand(1, builder.create(state)->getResult(0));
    return true;
  }

  /// Whether a store or atomic takes its addresses from `op`: with others,
  /// elements would meet and the result would depend on their order.
  static bool isStoreAddress(Operation *op) {
    SmallVector<Operation *> work = {op};
    llvm::SmallPtrSet<Operation *, 16> seen;
    while (!work.empty()) {
      Operation *from = work.pop_back_val();
      if (!seen.insert(from).second)
        continue;
      for (OpOperand &use : from->getUses()) {
        Operation *user = use.getOwner();
        StringRef name = user->getName().stripDialect();
        unsigned number = use.getOperandNumber();
        if (name == "store_ptr_tko" || name.starts_with("atomic_rmw") ||
            name.starts_with("atomic_cas")) {
          if (number == 0)
            return true;
        } else if (name == "store_view_tko") {
          if (number > 0)
            return true;
        } else if (name == "atomic_red_view_tko") {
          if (number + 1 < user->getNumOperands())
            return true;
        } else if (isMemoryEffectFree(user) && user->getNumRegions() == 0) {
          work.push_back(user);
        }
      }
    }
    return false;
  }

  /// Whether other results leave the elements of stores apart: no addresses, or
  /// scalars that are the same in the only execution.
  bool isReplaceable(Operation *op) {
    if (!isStoreAddress(op))
      return true;
    bool scalar = llvm::all_of(op->getResultTypes(), [](Type type) {
      auto tile = dyn_cast<cuda_tile::TileType>(type);
      return tile && tile.isScalar();
    });
    return scalar && program.grid == interp::Dim3{} &&
           !op->getParentOfType<cuda_tile::ForOp>() &&
           !op->getParentOfType<cuda_tile::LoopOp>();
  }

  /// All results become zero, and tokens new ones.
  static bool toConstant(Operation *op) {
    if (op->use_empty() ||
        isa<cuda_tile::ConstantOp, cuda_tile::MakeTokenOp>(op))
      return false;
    OpBuilder builder(op);
    SmallVector<Value> values;
    for (Type type : op->getResultTypes()) {
      if (isa<cuda_tile::TokenType>(type)) {
        OperationState state(op->getLoc(), "cuda_tile.make_token");
        state.addTypes(type);
        values.push_back(builder.create(state)->getResult(0));
        continue;
      }
      auto tile = dyn_cast<cuda_tile::TileType>(type);
      if (!tile || !cuda_tile::isNumberElement(tile.getElementType()))
        return false;
      Attribute zero;
      if (auto floatType = dyn_cast<FloatType>(tile.getElementType()))
        zero =
            FloatAttr::get(floatType, APFloat(floatType.getFloatSemantics(),
                                              APInt(floatType.getWidth(), 0)));
      else
        zero = IntegerAttr::get(tile.getElementType(), 0);
      OperationState state(op->getLoc(), "cuda_tile.constant");
      state.addTypes(type);
      state.addAttribute("value",
                         DenseElementsAttr::get(cast<ShapedType>(type), zero));
      values.push_back(builder.create(state)->getResult(0));
    }
    op->replaceAllUsesWith(values);
    op->erase();
    return true;
  }

  /// The result becomes the first operand of its type.
  static bool toOperand(Operation *op) {
    if (op->getNumResults() != 1 || op->use_empty())
      return false;
    for (Value operand : op->getOperands())
      if (operand.getType() == op->getResult(0).getType()) {
        op->getResult(0).replaceAllUsesWith(operand);
        op->erase();
        return true;
      }
    return false;
  }

  /// `x + 0` becomes `x`.
  static bool dropZero(Operation *op) {
    if (!isa<cuda_tile::AddIOp>(op))
      return false;
    Operation *zero = op->getOperand(1).getDefiningOp();
    while (isa_and_nonnull<cuda_tile::ReshapeOp, cuda_tile::BroadcastOp>(zero))
      zero = zero->getOperand(0).getDefiningOp();
    auto constant = dyn_cast_or_null<cuda_tile::ConstantOp>(zero);
    if (!constant || !constant.getValue().isSplat() ||
        !constant.getValue().getSplatValue<APInt>().isZero())
      return false;
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
    return true;
  }

  bool oneBlock() {
    if (program.grid == interp::Dim3{})
      return false;
    Program copy = program.clone();
    copy.grid = interp::Dim3{};
    return keepIfFailing(std::move(copy));
  }

  void dropParameters() {
    Program copy = program.clone();
    cuda_tile::EntryOp entry;
    copy.module->walk([&](cuda_tile::EntryOp op) { entry = op; });
    Block &block = entry->getRegion(0).front();
    for (unsigned i = block.getNumArguments(); i-- > 0;)
      if (block.getArgument(i).use_empty()) {
        block.eraseArgument(i);
        copy.parameters.erase(copy.parameters.begin() + i);
      }
    SmallVector<Type> types(block.getArgumentTypes());
    entry->setAttr("function_type", TypeAttr::get(FunctionType::get(
                                        entry.getContext(), types, {})));
    keepIfFailing(std::move(copy));
  }

  Program &program;
  llvm::function_ref<bool(const Program &)> fails;
  unsigned tests = 0;
  bool valid = false;
};
} // namespace

void fuzz::reduceProgram(Program &program,
                         llvm::function_ref<bool(const Program &)> fails) {
  Reducer(program, fails).run();
}
