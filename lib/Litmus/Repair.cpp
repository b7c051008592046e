//===- Litmus/Repair.cpp - the smallest change that makes a test right -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First the strongest program is checked; then edits that it can do without are
// dropped one by one, which bounds the size of the smallest set; then all
// smaller sets are tried, sizes upwards, as long as the budget lasts. What the
// strongest program cannot do without (a token, or a strength, of an operation)
// is in every set.
//
//===----------------------------------------------------------------------===//

#include "tessera/Litmus/Repair.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/Dominance.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;
namespace ct = tessera::cuda_tile;

static constexpr unsigned maxTried = 4000;

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

static bool mayRead(mlir::Operation *op) {
  return !isa<ct::StorePtrTkoOp, ct::StoreViewTkoOp>(op);
}
static bool mayWrite(mlir::Operation *op) {
  return !isa<ct::LoadPtrTkoOp, ct::LoadViewTkoOp>(op);
}

/// Every stronger combination of order and scope that `op` can have.
static std::vector<Strength> strongerThan(mlir::Operation *op) {
  Strength now = strengthOf(op);
  // atomic_red_view_tko is relaxed, and at most device wide.
  bool isReduction = isa<ct::AtomicRedViewTkoOp>(op);
  bool isAtomic = mayRead(op) && mayWrite(op);
  std::vector<Order> orders{Order::Relaxed};
  if (!isReduction && mayRead(op))
    orders.push_back(Order::Acquire);
  if (!isReduction && mayWrite(op))
    orders.push_back(Order::Release);
  if (!isReduction && isAtomic)
    orders.push_back(Order::AcqRel);
  auto isAtLeast = [](Order a, Order b) {
    return a == b || b == Order::Weak || a == Order::AcqRel ||
           (b == Order::Relaxed && a != Order::Weak);
  };
  std::vector<Strength> result;
  for (Order order : orders)
    for (Scope scope : {Scope::TileBlock, Scope::Device, Scope::System}) {
      if (isReduction && scope == Scope::System)
        continue;
      Strength stronger{order, scope};
      if (isAtLeast(order, now.order) && scope >= now.scope && stronger != now)
        result.push_back(stronger);
    }
  return result;
}

/// Every token that an operation could wait for and does not already name.
static void addTokenEdits(mlir::Operation *op, std::vector<Edit> &edits) {
  mlir::DominanceInfo dominance;
  auto entry = op->getParentOfType<ct::EntryOp>();
  entry->getRegion(0).walk([&](mlir::Operation *producer) {
    if (producer == op || isa<ct::MakeTokenOp, ct::JoinTokensOp>(producer))
      return;
    for (mlir::Value result : producer->getResults())
      if (isa<ct::TokenType>(result.getType()) &&
          dominance.properlyDominates(result, op) &&
          !is_contained(op->getOperands(), result))
        edits.push_back({op, result, {}});
  });
}

static std::vector<Edit> candidates(const LitmusTest &test) {
  std::vector<Edit> edits;
  for (mlir::Operation *op : test.memoryOperations()) {
    addTokenEdits(op, edits);
    for (Strength stronger : strongerThan(op))
      edits.push_back({op, {}, stronger});
  }
  return edits;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

namespace {
class Search {
public:
  Search(LitmusTest &test, const Options &options)
      : test(test), options(options), all(candidates(test)) {}

  Error run(Repair &repair);

private:
  Expected<Verdict> verdictWith(ArrayRef<Edit> edits);
  Expected<bool> helps(ArrayRef<Edit> edits);
  Expected<bool> grow(std::vector<Edit> &edits, size_t next, size_t size);
  std::vector<Edit> strongest() const;
  Error shrink(std::vector<Edit> &edits);
  Error findNecessary();
  unsigned missing(ArrayRef<Edit> edits) const;
  bool isMissing(ArrayRef<Edit> edits, const Edit &edit) const;

  LitmusTest &test;
  const Options &options;
  std::vector<Edit> all;
  /// Of each of these, some edit is needed: an operation, and whether a token
  /// or a strength.
  using Group = std::pair<mlir::Operation *, bool>;
  std::vector<Group> necessary;
  bool forbids = true;

public:
  unsigned tried = 0;
};
} // namespace

Expected<Verdict> Search::verdictWith(ArrayRef<Edit> list) {
  Edits edits(list);
  if (Error error = test.setEdits(&edits))
    return std::move(error);
  ++tried;
  Expected<Result> result = check(test.program, options);
  if (!result)
    return result.takeError();
  Verdict verdict = result->verdict;
  // The result refers to the program, which changes now.
  *result = Result();
  if (Error error = test.setEdits(nullptr))
    return std::move(error);
  return verdict;
}

Expected<bool> Search::helps(ArrayRef<Edit> edits) {
  Expected<Verdict> verdict = verdictWith(edits);
  if (!verdict)
    return verdict.takeError();
  return forbids ? *verdict == Verdict::Forbidden : *verdict != Verdict::Racy;
}

/// All tokens, and of each operation the strongest order and scope.
std::vector<Edit> Search::strongest() const {
  // In the order of the program, so that the answer is always the same one.
  MapVector<mlir::Operation *, Edit> strengths;
  std::vector<Edit> edits;
  for (const Edit &edit : all) {
    if (edit.token)
      edits.push_back(edit);
    else
      strengths[edit.op] = edit;
  }
  for (auto &[op, edit] : strengths)
    edits.push_back(edit);
  return edits;
}

/// Drops edits as long as the rest helps, and weakens the strengths left.
Error Search::shrink(std::vector<Edit> &edits) {
  for (size_t i = edits.size(); i-- > 0;) {
    std::vector<Edit> fewer = edits;
    fewer.erase(fewer.begin() + i);
    Expected<bool> enough = helps(fewer);
    if (!enough)
      return enough.takeError();
    if (*enough)
      edits = std::move(fewer);
  }
  for (Edit &edit : edits) {
    if (edit.token)
      continue;
    for (Strength weaker : strongerThan(edit.op)) {
      if (weaker == edit.strength)
        break;
      Strength kept = edit.strength;
      edit.strength = weaker;
      Expected<bool> enough = helps(edits);
      if (!enough)
        return enough.takeError();
      if (*enough)
        break;
      edit.strength = kept;
    }
  }
  return Error::success();
}

/// Edits of one kind of one operation are necessary if all others together do
/// not help.
Error Search::findNecessary() {
  std::vector<Edit> everything = strongest();
  std::set<Group> seen;
  for (const Edit &edit : all) {
    Group group(edit.op, static_cast<bool>(edit.token));
    if (!seen.insert(group).second)
      continue;
    std::vector<Edit> others;
    for (const Edit &other : everything)
      if (Group(other.op, static_cast<bool>(other.token)) != group)
        others.push_back(other);
    Expected<bool> enough = helps(others);
    if (!enough)
      return enough.takeError();
    if (!*enough)
      necessary.push_back(group);
  }
  return Error::success();
}

/// How many necessary kinds of edits are not among `edits`.
unsigned Search::missing(ArrayRef<Edit> edits) const {
  return count_if(necessary, [&](const Group &group) {
    return none_of(edits, [&](const Edit &edit) {
      return Group(edit.op, static_cast<bool>(edit.token)) == group;
    });
  });
}

bool Search::isMissing(ArrayRef<Edit> edits, const Edit &edit) const {
  std::vector<Edit> more(edits);
  more.push_back(edit);
  return missing(more) < missing(edits);
}

/// Extends `edits` to `size` edits from candidate `next` on.
Expected<bool> Search::grow(std::vector<Edit> &edits, size_t next,
                            size_t size) {
  if (edits.size() == size)
    return helps(edits);
  // No room for more than what is missing?
  unsigned room = size - edits.size(), needed = missing(edits);
  if (needed > room)
    return false;
  for (size_t i = next; i < all.size() && tried < maxTried; ++i) {
    bool changesTwice = !all[i].token && any_of(edits, [&](const Edit &edit) {
      return !edit.token && edit.op == all[i].op;
    });
    if (changesTwice || (needed == room && !isMissing(edits, all[i])))
      continue;
    edits.push_back(all[i]);
    Expected<bool> found = grow(edits, i + 1, size);
    if (!found || *found)
      return found;
    edits.pop_back();
  }
  return false;
}

Error Search::run(Repair &repair) {
  Expected<Verdict> before = verdictWith({});
  if (!before)
    return before.takeError();
  repair.before = repair.after = *before;
  if (*before != Verdict::Racy && *before != Verdict::Allowed)
    return Error::success();
  std::vector<Edit> bound = strongest();
  Expected<Verdict> best = verdictWith(bound);
  if (!best)
    return best.takeError();
  repair.kind = Repair::Kind::Forbids;
  if (*best != Verdict::Forbidden) {
    forbids = false;
    repair.kind = Repair::Kind::RemovesRaces;
    if (*before != Verdict::Racy || *best == Verdict::Racy) {
      repair.kind = Repair::Kind::Impossible;
      return Error::success();
    }
  }
  repair.after = *best;
  if (Error error = shrink(bound))
    return error;
  repair.edits = bound;
  if (Error error = findNecessary())
    return error;
  for (size_t size = std::max<size_t>(necessary.size(), 1); size < bound.size();
       ++size) {
    std::vector<Edit> edits;
    Expected<bool> found = grow(edits, 0, size);
    if (!found)
      return found.takeError();
    if (*found) {
      repair.edits = std::move(edits);
      break;
    }
    if (tried >= maxTried) {
      repair.isSmallest = false;
      break;
    }
  }
  Expected<Verdict> after = verdictWith(repair.edits);
  if (!after)
    return after.takeError();
  repair.after = *after;
  return Error::success();
}

Expected<Repair> litmus::findRepair(LitmusTest &test, const Options &options) {
  Repair repair;
  Search search(test, options);
  if (Error error = search.run(repair))
    return std::move(error);
  repair.tried = search.tried;
  return repair;
}

Expected<Verdict> litmus::applyRepair(LitmusTest &test, const Repair &repair,
                                      const Options &options) {
  for (const Edit &edit : repair.edits)
    apply(edit);
  if (!test.verify())
    return makeError("the changed module does not verify");
  if (Error error = test.setEdits(nullptr))
    return std::move(error);
  Expected<Result> result = check(test.program, options);
  if (!result)
    return result.takeError();
  return result->verdict;
}
