//===- fuzz/Generator/ViewGenerator.cpp - views: loads, stores, reductions and shapes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan fixes the tile, the extents of the tensor in tile order, the order of
// its dimensions and the kind of view; making it gives the view and the number
// of elements it needs. Stores never overlap: one slot, one tile.
//
//===----------------------------------------------------------------------===//

#include "Builder.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;
using cuda_tile::PaddingValue;

namespace {
enum class ViewKind { Partition, Strided, Gather };

struct ViewPlan {
  ViewKind kind = ViewKind::Partition;
  ElementKind element = ElementKind::F32;
  Shape tile;
  /// Extents of the tensor dimensions the tile dimensions walk along.
  Shape extents;
  /// Tile dimension d walks along tensor dimension map[d].
  SmallVector<int32_t> map;
  SmallVector<int32_t> traversal;
  int32_t sparse = 0;
  std::optional<PaddingValue> padding;
  /// Set by layOut.
  Shape tensorShape, strides;
  uint64_t count = 1;

  int64_t stepOf(size_t d) const {
    return kind == ViewKind::Strided ? traversal[d] : tile[d];
  }
  int64_t indexCount(size_t d) const {
    return (extents[d] + stepOf(d) - 1) / stepOf(d);
  }
};
} // namespace

static SmallVector<int32_t> randomOrder(ProgramBuilder &b, size_t n) {
  SmallVector<int32_t> order;
  for (size_t d = 0; d < n; ++d)
    order.insert(order.begin() + b.rng.below(d + 1), d);
  return order;
}

/// Shape and strides of the tensor: some dense order of the dimensions, with
/// gaps now and then.
static void layOut(ProgramBuilder &b, ViewPlan &plan) {
  size_t rank = plan.tile.size();
  plan.map.clear();
  bool mapped = plan.kind != ViewKind::Gather && rank > 1 && b.rng.chance(30);
  if (mapped)
    plan.map = randomOrder(b, rank);
  else
    for (size_t d = 0; d < rank; ++d)
      plan.map.push_back(d);
  plan.tensorShape.resize(rank);
  plan.strides.resize(rank);
  for (size_t d = 0; d < rank; ++d)
    plan.tensorShape[plan.map[d]] = plan.extents[d];
  SmallVector<int32_t> order;
  if (b.rng.chance(25))
    order = randomOrder(b, rank);
  else
    for (size_t d = rank; d-- > 0;)
      order.push_back(d);
  int64_t stride = 1;
  for (int32_t d : order) {
    plan.strides[d] = stride;
    stride *= plan.tensorShape[d];
    if (plan.element != ElementKind::F4E2M1FN && b.rng.chance(15))
      stride += b.rng.range(1, 3);
  }
  plan.count = 1;
  for (size_t d = 0; d < rank; ++d)
    plan.count += (plan.tensorShape[d] - 1) * plan.strides[d];
  plan.count += plan.count % 2;
}

/// A scalar with a number that the program may or may not know.
static Val sizeValue(ProgramBuilder &b, ElementKind kind, int64_t number) {
  if (b.rng.chance(50))
    return b.integer(kind, {}, number);
  Val v = b.scalarParameter(kind, Profile::Small);
  b.program.parameters.back().bits = number;
  return v;
}

static Operation *makeTensorView(ProgramBuilder &b, const ViewPlan &plan,
                                 Value base) {
  ElementKind sizeKind = b.rng.pick({ElementKind::I32, ElementKind::I64});
  Shape shape = plan.tensorShape, strides = plan.strides;
  SmallVector<Value> sizes, steps;
  for (int64_t &d : shape)
    if (b.rng.chance(35)) {
      sizes.push_back(sizeValue(b, sizeKind, d).value);
      d = ShapedType::kDynamic;
    }
  for (int64_t &d : strides)
    if (b.rng.chance(25)) {
      steps.push_back(sizeValue(b, sizeKind, d).value);
      d = ShapedType::kDynamic;
    }
  Type type =
      cuda_tile::TensorViewType::get(b.element(plan.element), shape, strides);
  SmallVector<Value> operands = {base};
  operands.append(sizes);
  operands.append(steps);
  Operation *view = b.make("make_tensor_view", {type}, operands,
                           {b.segments({1, static_cast<int32_t>(sizes.size()),
                                        static_cast<int32_t>(steps.size())})});
  if (b.rng.chance(10)) // Of the base address.
    view = b.make("assume", {type}, {view->getResult(0)},
                  {b.named("predicate", cuda_tile::DivByAttr::get(
                                            b.ir.getContext(), 16, std::nullopt,
                                            std::nullopt))});
  return view;
}

static Value makeView(ProgramBuilder &b, const ViewPlan &plan, Value base) {
  Operation *tensor = makeTensorView(b, plan, base);
  auto tensorType =
      cast<cuda_tile::TensorViewType>(tensor->getResult(0).getType());
  MLIRContext *context = b.ir.getContext();
  cuda_tile::PaddingValueAttr padding;
  if (plan.padding)
    padding = cuda_tile::PaddingValueAttr::get(context, *plan.padding);
  SmallVector<int32_t> tile(plan.tile.begin(), plan.tile.end());
  Value operand = tensor->getResult(0);
  switch (plan.kind) {
  case ViewKind::Partition:
    return b.value("make_partition_view",
                   cuda_tile::PartitionViewType::get(context, tile, tensorType,
                                                     plan.map, padding),
                   {operand});
  case ViewKind::Strided:
    return b.value("make_strided_view",
                   cuda_tile::StridedViewType::get(context, tile,
                                                   plan.traversal, tensorType,
                                                   plan.map, padding),
                   {operand});
  case ViewKind::Gather:
    return b.value("make_gather_scatter_view",
                   cuda_tile::GatherScatterViewType::get(
                       context, tile, tensorType, plan.sparse, padding),
                   {operand});
  }
  return {};
}

static SmallVector<NamedAttribute> accessAttributes(ProgramBuilder &b,
                                                    bool isStore) {
  MLIRContext *context = b.ir.getContext();
  using cuda_tile::MemoryOrderingSemantics;
  if (b.rng.chance(85))
    return {b.named("memory_ordering_semantics",
                    cuda_tile::MemoryOrderingSemanticsAttr::get(
                        context, MemoryOrderingSemantics::Weak))};
  return {
      b.named("memory_ordering_semantics",
              cuda_tile::MemoryOrderingSemanticsAttr::get(
                  context, b.rng.chance(50) ? MemoryOrderingSemantics::Relaxed
                           : isStore        ? MemoryOrderingSemantics::Release
                                     : MemoryOrderingSemantics::Acquire)),
      b.named("memory_scope", cuda_tile::MemoryScopeAttr::get(
                                  context, cuda_tile::MemoryScope::Device))};
}

/// A promise that the tile is inside, where that is known.
static void addInBounds(ProgramBuilder &b, const ViewPlan &plan,
                        SmallVectorImpl<NamedAttribute> &attributes) {
  if (plan.kind != ViewKind::Partition || !b.rng.chance(12))
    return;
  SmallVector<bool> inside;
  for (size_t d = 0; d < plan.tile.size(); ++d)
    inside.push_back(plan.extents[d] % plan.tile[d] == 0);
  attributes.push_back(b.named("inbounds", b.ir.getDenseBoolArrayAttr(inside)));
  b.program.needs13_4 = true;
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// A plan under which tile number (slot, 0, ...) of every slot is its own.
static ViewPlan storePlan(ProgramBuilder &b, const Val &v, bool mayScatter) {
  ViewPlan plan;
  plan.element = v.kind;
  plan.tile = v.shape;
  bool isF4 = v.kind == ElementKind::F4E2M1FN;
  plan.kind = b.rng.pick({ViewKind::Partition, ViewKind::Partition,
                          ViewKind::Strided, ViewKind::Gather});
  if (!mayScatter && plan.kind == ViewKind::Gather)
    plan.kind = ViewKind::Partition;
  for (auto [d, extent] : llvm::enumerate(plan.tile)) {
    int64_t ragged = b.rng.chance(40) ? b.rng.below(extent) : 0;
    if (isF4)
      ragged -= ragged % 2;
    int64_t step = extent;
    if (plan.kind == ViewKind::Strided)
      step += isF4 ? 0 : b.rng.below(3);
    plan.traversal.push_back(step);
    plan.extents.push_back(d == 0 ? (b.slotCount - 1) * step + extent - ragged
                                  : extent - ragged);
  }
  layOut(b, plan);
  return plan;
}

/// The kind of an index operand that can hold numbers up to `limit`, unsigned.
static ElementKind indexKind(ProgramBuilder &b, uint64_t limit) {
  if (limit < 65536 && b.rng.chance(20))
    return limit < 256 ? b.rng.pick({ElementKind::I8, ElementKind::I16})
                       : ElementKind::I16;
  return b.rng.pick({ElementKind::I32, ElementKind::I32, ElementKind::I64});
}

void fuzz::outputThroughView(ProgramBuilder &b, const Val &original) {
  Val v = original;
  if (v.shape.empty())
    v = b.reshaped(v, {1});
  if (v.kind == ElementKind::F4E2M1FN) {
    int64_t n = 1;
    for (int64_t d : v.shape)
      n *= d;
    v = b.reshaped(v, {n});
  }
  ViewPlan plan = storePlan(b, v, /*mayScatter=*/true);
  Value base =
      b.bufferParameter(v.kind, plan.count, true, Profile::Edges, v.tolerance);
  Value view = makeView(b, plan, base);
  ElementKind kind = indexKind(b, b.slotCount * v.shape[0] + 1);
  Val index = b.resized(b.slot, kind);
  SmallVector<Value> operands = {v.value, view};
  if (plan.kind == ViewKind::Gather) {
    // The slot's rows, in another order.
    Val rows = b.binary(
        "xori", b.linearIndex({v.shape[0]}),
        b.integer(ElementKind::I32, {v.shape[0]}, b.rng.below(v.shape[0])));
    Val first =
        b.binary("muli", b.slot, b.integer(ElementKind::I32, {}, v.shape[0]));
    index =
        b.resized(b.binary("addi", rows, b.splat(first, {v.shape[0]})), kind);
  }
  operands.push_back(index.value);
  for (size_t d = 1; d < v.shape.size(); ++d)
    operands.push_back(b.integer(kind, {}, 0).value);
  SmallVector<NamedAttribute> attributes = accessAttributes(b, true);
  addInBounds(b, plan, attributes);
  attributes.push_back(
      b.segments({1, 1, static_cast<int32_t>(v.shape.size()), 0}));
  b.make("store_view_tko", {b.token()}, operands, attributes);
}

/// atomic_red_view_tko on one array for all, or on the slot's tile.
static bool makeReduction(ProgramBuilder &b) {
  using cuda_tile::AtomicRMWMode;
  bool isFloat = b.rng.chance(40), shared = b.rng.chance(50);
  // Sums of all blocks stay exact in the wider formats only.
  ElementKind kind =
      isFloat && shared ? b.rng.pick({ElementKind::F32, ElementKind::F64})
      : isFloat         ? b.rng.pick({ElementKind::F16, ElementKind::BF16,
                                      ElementKind::F32, ElementKind::F64})
                        : b.rng.pick({ElementKind::I32, ElementKind::I64});
  Shape shape = b.randomShape();
  if (shape.empty())
    shape = {4};
  Val v = isFloat ? b.source(kind, shape, Profile::Small) : b.get(kind, shape);
  ViewPlan plan = storePlan(b, v, /*mayScatter=*/false);
  Value base = b.bufferParameter(kind, plan.count, true,
                                 isFloat ? Profile::Small : Profile::Edges);
  Value view = makeView(b, plan, base);
  AtomicRMWMode mode =
      isFloat ? AtomicRMWMode::AddF
              : b.rng.pick({AtomicRMWMode::Add, AtomicRMWMode::And,
                            AtomicRMWMode::Or, AtomicRMWMode::Xor,
                            AtomicRMWMode::Max, AtomicRMWMode::Min,
                            AtomicRMWMode::UMax, AtomicRMWMode::UMin});
  ElementKind index =
      b.rng.pick({ElementKind::I16, ElementKind::I32, ElementKind::I64});
  // The slot's number must fit; indices are unsigned.
  if ((shared || b.slotCount <= 2) && b.rng.chance(15))
    index = ElementKind::I1;
  else if (b.slotCount < 100 && b.rng.chance(15))
    index = ElementKind::I8;
  SmallVector<Value> operands = {
      view,
      (shared ? b.integer(index, {}, 0) : b.resized(b.slot, index)).value};
  for (size_t d = 1; d < shape.size(); ++d)
    operands.push_back(b.integer(index, {}, 0).value);
  operands.push_back(v.value);
  MLIRContext *context = b.ir.getContext();
  b.make("atomic_red_view_tko", {b.token()}, operands,
         {b.named("memory_ordering_semantics",
                  cuda_tile::MemoryOrderingSemanticsAttr::get(
                      context, cuda_tile::MemoryOrderingSemantics::Relaxed)),
          b.named("memory_scope", cuda_tile::MemoryScopeAttr::get(
                                      context, cuda_tile::MemoryScope::Device)),
          b.named("mode", cuda_tile::AtomicRMWModeAttr::get(context, mode)),
          b.segments({1, static_cast<int32_t>(shape.size()), 1, 0})});
  return true;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Padding values that the format has.
static std::optional<PaddingValue> randomPadding(ProgramBuilder &b,
                                                 ElementKind kind) {
  if (!numerics::isFloat(kind))
    return PaddingValue::Zero;
  switch (kind) {
  case ElementKind::F8E8M0FNU:
    return PaddingValue::NaN;
  case ElementKind::F8E4M3FN:
    return b.rng.pick(
        {PaddingValue::Zero, PaddingValue::NegZero, PaddingValue::NaN});
  case ElementKind::F4E2M1FN:
    return b.rng.pick({PaddingValue::Zero, PaddingValue::NegZero});
  default:
    return b.rng.pick({PaddingValue::Zero, PaddingValue::NegZero,
                       PaddingValue::NaN, PaddingValue::PosInf,
                       PaddingValue::NegInf});
  }
}

/// A divisor up to `count` that the type has, so that remainders are below it.
static Val divisor(ProgramBuilder &b, ElementKind kind, ArrayRef<int64_t> shape,
                   int64_t count) {
  return b.integer(kind, shape,
                   kind == ElementKind::I8 ? std::min<int64_t>(count, 255)
                                           : count);
}

/// An index below `count`: a constant, or computed.
static Val tileIndex(ProgramBuilder &b, ElementKind kind, int64_t count) {
  if (b.rng.chance(50))
    return b.integer(kind, {}, b.rng.below(count));
  Val any = b.rng.chance(50) ? b.resized(b.slot, kind) : b.get(kind, {});
  return b.binary("remi", any, divisor(b, kind, {}, count),
                  {b.signedness(false)});
}

static ViewPlan loadPlan(ProgramBuilder &b, ElementKind kind) {
  ViewPlan plan;
  plan.element = kind;
  plan.tile = b.randomShape();
  if (plan.tile.empty())
    plan.tile = {8};
  bool isF4 = kind == ElementKind::F4E2M1FN;
  if (isF4)
    plan.tile = {b.rng.pick({8, 16})};
  plan.kind = b.rng.pick({ViewKind::Partition, ViewKind::Partition,
                          ViewKind::Strided, ViewKind::Gather});
  plan.sparse = b.rng.below(plan.tile.size());
  bool ragged = b.rng.chance(60);
  // The last tile must fit as well when nothing says what lies beyond.
  if (ragged || plan.kind == ViewKind::Strided)
    plan.padding = randomPadding(b, kind);
  for (int64_t extent : plan.tile) {
    int64_t size = extent * b.rng.range(1, 3);
    if (ragged)
      size = std::max<int64_t>(1, size - b.rng.below(extent));
    plan.extents.push_back(isF4 ? size + size % 2 : size);
    plan.traversal.push_back(b.rng.range(1, extent + 2));
  }
  layOut(b, plan);
  return plan;
}

/// Positions along the sparse dimension: the first is inside.
static Val sparseIndex(ProgramBuilder &b, const ViewPlan &plan,
                       ElementKind kind) {
  int64_t n = plan.tile[plan.sparse], extent = plan.extents[plan.sparse];
  Val any = b.get(kind, {n});
  if (plan.padding && b.rng.chance(40)) {
    // Some beyond the end; position 0 is where the counter starts.
    Val position = b.resized(b.linearIndex({n}), kind);
    if (b.rng.chance(50))
      return b.binary("muli", position,
                      b.integer(kind, {n}, b.rng.range(0, 2)));
    // Anywhere, but for the first.
    Val zero = b.integer(kind, {n}, 0);
    return b.select(b.compareInt(cuda_tile::ComparisonPredicate::Equal,
                                 position, zero, false),
                    zero, any);
  }
  return b.binary("remi", any, divisor(b, kind, {n}, extent),
                  {b.signedness(false)});
}

static bool makeViewLoad(ProgramBuilder &b) {
  ElementKind kind = b.rng.pick(
      {ElementKind::I1, ElementKind::I8, ElementKind::I16, ElementKind::I32,
       ElementKind::I64, ElementKind::F16, ElementKind::BF16, ElementKind::F32,
       ElementKind::TF32, ElementKind::F64, ElementKind::F8E4M3FN,
       ElementKind::F8E5M2, ElementKind::F8E8M0FNU, ElementKind::F4E2M1FN});
  Profile profile = b.randomProfile();
  ViewPlan plan = loadPlan(b, kind);
  Value view =
      makeView(b, plan, b.bufferParameter(kind, plan.count, false, profile));
  ElementKind indices = indexKind(b, *llvm::max_element(plan.extents));
  SmallVector<Value> operands = {view};
  for (size_t d = 0; d < plan.tile.size(); ++d) {
    if (plan.kind == ViewKind::Gather && d == size_t(plan.sparse)) {
      operands.push_back(sparseIndex(b, plan, indices).value);
    } else if (plan.kind == ViewKind::Gather) {
      // An element offset; without padding the whole tile must be inside.
      int64_t most =
          plan.padding ? plan.extents[d] : plan.extents[d] - plan.tile[d] + 1;
      operands.push_back(tileIndex(b, indices, most).value);
    } else {
      operands.push_back(tileIndex(b, indices, plan.indexCount(d)).value);
    }
  }
  SmallVector<NamedAttribute> attributes = accessAttributes(b, false);
  addInBounds(b, plan, attributes);
  bool withToken = b.rng.chance(20);
  if (withToken)
    operands.push_back(b.value("make_token", b.token(), {}));
  attributes.push_back(b.segments(
      {1, static_cast<int32_t>(plan.tile.size()), withToken ? 1 : 0}));
  Operation *op = b.make("load_view_tko", {b.tile(kind, plan.tile), b.token()},
                         operands, attributes);
  Val v = b.loadedFacts(kind, plan.tile, profile, op->getResult(0));
  if (v.isFloat() && plan.padding) {
    if (plan.padding == PaddingValue::NaN)
      v.mayBeNaN = v.openNaN = true;
    if (plan.padding == PaddingValue::PosInf ||
        plan.padding == PaddingValue::NegInf) {
      v.bound = std::numeric_limits<double>::infinity();
      v.integral = false;
    }
  }
  b.add(v);
  return true;
}

static bool makeShapeQuery(ProgramBuilder &b, StringRef name) {
  ElementKind kind =
      b.rng.pick({ElementKind::I1, ElementKind::I8, ElementKind::F16,
                  ElementKind::BF16, ElementKind::F32, ElementKind::TF32,
                  ElementKind::F64, ElementKind::F8E4M3FN, ElementKind::F8E5M2,
                  ElementKind::F8E8M0FNU, ElementKind::F4E2M1FN});
  ViewPlan plan = loadPlan(b, kind);
  Value base = b.bufferParameter(kind, plan.count, false, Profile::Small);
  Value source = name == "get_tensor_shape"
                     ? makeTensorView(b, plan, base)->getResult(0)
                     : makeView(b, plan, base);
  // Extents beyond the result's type would be undefined.
  bool small =
      llvm::all_of(plan.extents, [](int64_t extent) { return extent < 128; });
  ElementKind result =
      small && b.rng.chance(20)
          ? ElementKind::I8
          : b.rng.pick({ElementKind::I16, ElementKind::I32, ElementKind::I64});
  SmallVector<Type> types(plan.tile.size(), b.tile(result));
  Operation *op = b.make(name, types, {source});
  for (Value size : op->getResults()) {
    Val v;
    v.kind = result;
    v.value = size;
    b.add(v);
  }
  return true;
}

bool fuzz::makeViewOp(ProgramBuilder &b, StringRef name) {
  if (name == "atomic_red_view_tko")
    return makeReduction(b);
  if (name == "get_tensor_shape" || name == "get_index_space_shape")
    return makeShapeQuery(b, name);
  if (name == "store_view_tko") {
    ElementKind kind = b.rng.chance(50) ? b.randomInt() : b.randomBaseFloat();
    outputThroughView(b, b.get(kind, b.randomShape()));
    return true;
  }
  return makeViewLoad(b);
}
