//===- CudaTile/Analysis/AddressFacts.cpp - where accesses go -------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses are sums of scalars, which stay symbols, and a number per lane,
// which is computed. That decides what programs really write: a base, a block's
// offset, an iota.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/Analysis/AddressFacts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <algorithm>

using namespace mlir;

namespace tessera::cuda_tile {

namespace {

/// Lanes that are computed one by one.
constexpr int64_t maxLanes = 1 << 16;
constexpr unsigned maxDepth = 64;

/// Equal because computed in the same way from the same values.
bool sameValue(Value a, Value b, unsigned depth = 0) {
  if (a == b)
    return true;
  Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
  if (!x || !y || depth > 8 || a.getType() != b.getType() ||
      x->getName() != y->getName() || x->getNumRegions() ||
      describeMemoryAccess(x) || isa<AllocaOp>(x) ||
      x->getNumOperands() != y->getNumOperands() ||
      cast<OpResult>(a).getResultNumber() !=
          cast<OpResult>(b).getResultNumber() ||
      x->getAttrDictionary() != y->getAttrDictionary() ||
      x->getPropertiesAsAttribute() != y->getPropertiesAsAttribute())
    return false;
  for (auto [p, q] : llvm::zip(x->getOperands(), y->getOperands()))
    if (!sameValue(p, q, depth + 1))
      return false;
  return true;
}

/// A tile of integers or pointers: the sum of factor * scalar over `terms`, and
/// a number per lane. Pointers count in elements.
struct Lanes {
  llvm::SmallVector<std::pair<Value, int64_t>, 4> terms;
  std::vector<int64_t> numbers;

  void addTerm(Value value, int64_t factor) {
    for (auto &[known, count] : terms)
      if (sameValue(known, value)) {
        count += factor;
        return;
      }
    terms.emplace_back(value, factor);
  }
  bool isConstant() const {
    return llvm::all_of(terms, [](auto &term) { return term.second == 0; });
  }
  bool sameTerms(const Lanes &other) const {
    Lanes difference;
    for (auto [value, factor] : terms)
      difference.addTerm(value, factor);
    for (auto [value, factor] : other.terms)
      difference.addTerm(value, -factor);
    return difference.isConstant();
  }
};

std::optional<Lanes> lanesOf(Value value, unsigned depth = 0);

/// Result lane -> operand lane for broadcast.
int64_t broadcastSource(int64_t lane, llvm::ArrayRef<int64_t> to,
                        llvm::ArrayRef<int64_t> from) {
  int64_t source = 0, pitch = 1;
  for (size_t d = to.size(); d-- > 0; lane /= to[d]) {
    if (from[d] != 1)
      source += lane % to[d] * pitch;
    pitch *= from[d];
  }
  return source;
}

std::optional<Lanes> combine(Operation *op, unsigned depth) {
  std::optional<Lanes> a = lanesOf(op->getOperand(0), depth + 1);
  std::optional<Lanes> b = lanesOf(op->getOperand(1), depth + 1);
  if (!a || !b || a->numbers.size() != b->numbers.size())
    return std::nullopt;
  size_t n = a->numbers.size();
  bool isSum = isa<AddIOp, OffsetOp>(op), isDifference = isa<SubIOp>(op);
  if (isSum || isDifference) {
    for (auto [value, factor] : b->terms)
      a->addTerm(value, isSum ? factor : -factor);
    for (size_t i = 0; i < n; ++i)
      a->numbers[i] += isSum ? b->numbers[i] : -b->numbers[i];
    return a;
  }
  if (isa<MulIOp>(op)) {
    if (a->isConstant())
      std::swap(a, b);
    if (!b->isConstant())
      return std::nullopt;
    // Terms are common to all lanes, so their factor must be too.
    int64_t factor = b->numbers.front();
    bool uniform =
        llvm::all_of(b->numbers, [&](int64_t x) { return x == factor; });
    if (!uniform && !a->isConstant())
      return std::nullopt;
    for (auto &term : a->terms)
      term.second *= factor;
    for (size_t i = 0; i < n; ++i)
      a->numbers[i] *= b->numbers[i];
    return a;
  }
  if (!a->isConstant() || !b->isConstant())
    return std::nullopt;
  for (size_t i = 0; i < n; ++i) {
    int64_t &x = a->numbers[i], y = b->numbers[i];
    if (isa<AndIOp>(op))
      x &= y;
    else if (x < 0 || y <= 0)
      return std::nullopt;
    else if (isa<DivIOp>(op))
      x /= y;
    else
      x %= y;
  }
  return a;
}

std::optional<Lanes> lanesOf(Value value, unsigned depth) {
  auto type = dyn_cast<TileType>(value.getType());
  if (!type || type.getNumElements() > maxLanes || depth > maxDepth)
    return std::nullopt;
  Lanes lanes;
  lanes.numbers.resize(static_cast<size_t>(type.getNumElements()));
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(op)) {
    if (!isa<IntegerType>(type.getElementType()))
      return std::nullopt;
    size_t i = 0;
    for (const APInt &number :
         cast<DenseIntElementsAttr>(constant.getValue()).getValues<APInt>())
      lanes.numbers[i++] = number.getSExtValue();
    return lanes;
  }
  if (isa_and_nonnull<IotaOp>(op)) {
    for (size_t i = 0; i < lanes.numbers.size(); ++i)
      lanes.numbers[i] = static_cast<int64_t>(i);
    return lanes;
  }
  if (isa_and_nonnull<AssumeOp, ReshapeOp, ExtIOp>(op) &&
      isa<TileType>(op->getOperand(0).getType()))
    return lanesOf(op->getOperand(0), depth + 1);
  if (isa_and_nonnull<BroadcastOp>(op)) {
    std::optional<Lanes> source = lanesOf(op->getOperand(0), depth + 1);
    if (!source)
      return std::nullopt;
    auto from = cast<TileType>(op->getOperand(0).getType()).getShape();
    lanes.terms = source->terms;
    for (size_t i = 0; i < lanes.numbers.size(); ++i)
      lanes.numbers[i] = source->numbers[static_cast<size_t>(broadcastSource(
          static_cast<int64_t>(i), type.getShape(), from))];
    return lanes;
  }
  if (isa_and_nonnull<AddIOp, SubIOp, MulIOp, OffsetOp, DivIOp, RemIOp, AndIOp>(
          op))
    if (std::optional<Lanes> sum = combine(op, depth))
      return sum;
  if (type.getNumElements() != 1)
    return std::nullopt;
  lanes.addTerm(value, 1);
  return lanes;
}

/// The tensor view's base, or the pointer itself.
Value pointerOf(Value address) {
  while (Operation *op = address.getDefiningOp()) {
    if (auto make = dyn_cast<MakeTensorViewOp>(op))
      return make.getBase();
    if (isa<TileType>(address.getType()))
      break;
    if (op->getNumOperands() == 0)
      break;
    address = op->getOperand(0);
  }
  return address;
}

/// Calls fn for every value that `value` is computed from, itself included,
/// until it answers false.
bool forEachSource(ValueRange values, llvm::function_ref<bool(Value)> fn,
                   llvm::function_ref<bool(Value)> stopAt) {
  llvm::DenseSet<Value> seen;
  llvm::SmallVector<Value> work(values);
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (!value || !seen.insert(value).second)
      continue;
    if (!fn(value))
      return false;
    if (Operation *op = value.getDefiningOp(); op && !stopAt(value))
      llvm::append_range(work, op->getOperands());
  }
  return true;
}

llvm::SmallVector<Value> addressValues(const MemoryAccess &access) {
  llvm::SmallVector<Value> values = {access.address};
  llvm::append_range(values, access.indices);
  if (access.mask)
    values.push_back(access.mask);
  return values;
}

} // namespace

Value rootOf(const MemoryAccess &access) {
  Value value = pointerOf(access.address);
  while (Operation *op = value.getDefiningOp()) {
    if (isa<AllocaOp, GetGlobalOp>(op))
      return value;
    if (!isa<OffsetOp, BroadcastOp, ReshapeOp, PermuteOp, PtrToPtrOp, AssumeOp,
             ExtractOp>(op))
      return nullptr;
    value = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(value);
  return isa<EntryOp>(argument.getOwner()->getParentOp()) ? value : nullptr;
}

const void *memoryKey(Value root) {
  if (auto global = root.getDefiningOp<GetGlobalOp>())
    return global.getNameAttr().getAttr().getAsOpaquePointer();
  return root.getAsOpaquePointer();
}

static Overlap overlapOfViews(const MemoryAccess &a, const MemoryAccess &b) {
  if (!sameValue(a.address, b.address) ||
      isa<GatherScatterViewType>(a.address.getType()))
    return Overlap::Maybe;
  Overlap answer = Overlap::Always;
  bool overlapping = isa<StridedViewType>(a.address.getType());
  for (auto [x, y] : llvm::zip(a.indices, b.indices)) {
    std::optional<Lanes> p = lanesOf(x), q = lanesOf(y);
    if (!p || !q || !p->sameTerms(*q))
      answer = std::min(answer, Overlap::Maybe);
    else if (p->numbers.front() != q->numbers.front())
      answer = overlapping ? Overlap::Maybe : Overlap::Never;
    if (answer == Overlap::Never)
      return answer;
  }
  return answer;
}

Overlap overlapOf(const MemoryAccess &a, const MemoryAccess &b) {
  Value rootA = rootOf(a), rootB = rootOf(b);
  if (!rootA || !rootB)
    return Overlap::Unknown;
  if (memoryKey(rootA) != memoryKey(rootB))
    return Overlap::Never;
  if (a.isThroughView() && b.isThroughView())
    return overlapOfViews(a, b);
  if (a.isThroughView() || b.isThroughView() ||
      a.elementType() != b.elementType())
    return Overlap::Maybe;
  bool sameMask = a.mask == b.mask || (a.mask && b.mask &&
                                       sameValue(a.mask, b.mask));
  std::optional<Lanes> p = lanesOf(a.address), q = lanesOf(b.address);
  if (sameValue(a.address, b.address))
    return sameMask ? Overlap::Always : Overlap::Maybe;
  if (!p || !q || !p->sameTerms(*q))
    return Overlap::Maybe;
  llvm::DenseSet<int64_t> numbers(p->numbers.begin(), p->numbers.end());
  bool meet = llvm::any_of(
      q->numbers, [&](int64_t number) { return numbers.contains(number); });
  if (!meet)
    return Overlap::Never;
  return a.mask || b.mask ? Overlap::Maybe : Overlap::Always;
}

bool isInvariantIn(const MemoryAccess &access, Operation *loop) {
  auto isOutside = [&](Value value) {
    return !loop->isAncestor(value.getParentBlock()->getParentOp());
  };
  return forEachSource(
      addressValues(access),
      [&](Value value) {
        if (isOutside(value))
          return true;
        Operation *op = value.getDefiningOp();
        return op && op->getNumRegions() == 0 && !describeMemoryAccess(op) &&
               !isa<AllocaOp>(op);
      },
      isOutside);
}

bool dependsOnBlockId(const MemoryAccess &access) {
  // What is loaded or carried by a loop may hold it.
  return !forEachSource(
      addressValues(access),
      [](Value value) {
        Operation *op = value.getDefiningOp();
        if (!op)
          return isa<EntryOp>(
              cast<BlockArgument>(value).getOwner()->getParentOp());
        return !isa<GetTileBlockIdOp>(op) && op->getNumRegions() == 0 &&
               !describeMemoryAccess(op);
      },
      [](Value) { return false; });
}

std::optional<std::pair<int64_t, int64_t>>
repeatedLanes(const MemoryAccess &access) {
  Value where = access.address;
  if (auto view = dyn_cast<GatherScatterViewType>(where.getType()))
    where = access.indices[static_cast<unsigned>(view.getSparseDim())];
  else if (access.isThroughView())
    return std::nullopt;
  std::optional<Lanes> lanes = lanesOf(where), mask;
  if (!lanes)
    return std::nullopt;
  if (access.mask) {
    mask = lanesOf(access.mask);
    if (!mask || !mask->isConstant())
      return std::nullopt;
  }
  llvm::DenseMap<int64_t, int64_t> first;
  for (size_t i = 0; i < lanes->numbers.size(); ++i) {
    if (mask && mask->numbers[i] == 0)
      continue;
    auto [it, isNew] =
        first.try_emplace(lanes->numbers[i], static_cast<int64_t>(i));
    if (!isNew)
      return std::make_pair(it->second, static_cast<int64_t>(i));
  }
  return std::nullopt;
}

} // namespace tessera::cuda_tile
