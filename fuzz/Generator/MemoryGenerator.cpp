//===- fuzz/Generator/MemoryGenerator.cpp - pointers, temporaries, atomics and side effects -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that several executions touch is only touched by atomics whose final
// content does not depend on order, and their results are not used. Memory of
// one slot is ordered by tokens.
//
//===----------------------------------------------------------------------===//

#include "Builder.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;
using cuda_tile::AtomicRMWMode;
using cuda_tile::ComparisonPredicate;
using cuda_tile::MemoryOrderingSemantics;
using cuda_tile::MemoryScope;

static int64_t countOf(ArrayRef<int64_t> shape) {
  int64_t n = 1;
  for (int64_t d : shape)
    n *= d;
  return n;
}

static Val plain(Value value, ElementKind kind, ArrayRef<int64_t> shape) {
  Val v;
  v.value = value;
  v.kind = kind;
  v.shape.assign(shape.begin(), shape.end());
  return v;
}

/// Any kind; of 4 bits only even numbers of elements make a tile.
static ElementKind memoryKind(ProgramBuilder &b, ArrayRef<int64_t> shape) {
  if (countOf(shape) % 2 == 0 && b.rng.chance(7))
    return ElementKind::F4E2M1FN;
  return b.rng.pick({ElementKind::I1, ElementKind::I8, ElementKind::I16,
                     ElementKind::I32, ElementKind::I64, ElementKind::F16,
                     ElementKind::BF16, ElementKind::F32, ElementKind::TF32,
                     ElementKind::F64, ElementKind::F8E4M3FN,
                     ElementKind::F8E5M2, ElementKind::F8E8M0FNU});
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// A gather at computed positions, some of them beyond the end and masked off.
static bool makeGather(ProgramBuilder &b) {
  Shape shape = b.randomShape();
  ElementKind kind = memoryKind(b, shape);
  Profile profile = b.randomProfile();
  uint64_t count = b.rng.pick({16, 64, 100});
  Value base = b.bufferParameter(kind, b.spanOf(kind, count), false, profile);
  ElementKind index = b.rng.pick(
      {ElementKind::I16, ElementKind::I32, ElementKind::I32, ElementKind::I64});
  // What the mask leaves out may be anywhere in the address space.
  unsigned bits =
      b.rng.chance(60) ? 7 : std::min(40u, numerics::bitWidth(index) - 1);
  Val position = b.binary("andi", b.get(index, shape),
                          b.integer(index, shape, (int64_t(1) << bits) - 1));
  Val inside = b.compareInt(ComparisonPredicate::LessThan, position,
                            b.integer(index, shape, count), false);
  if (b.rng.chance(40))
    inside = b.binary("andi", inside, b.get(ElementKind::I1, shape));
  Value pointers = b.pointers(base, kind, position);
  // Nothing selects elements of 4 bits.
  if (b.rng.chance(65) || kind == ElementKind::F4E2M1FN) {
    Val padding = b.get(kind, shape);
    Val v = b.loadedFacts(
        kind, shape, profile,
        b.loadPointers(pointers, kind, shape, inside.value, padding.value)
            .value);
    v.mergeFacts(padding);
    b.add(v);
    return true;
  }
  // Masked elements are unspecified: replace them.
  Val v =
      b.loadedFacts(kind, shape, profile,
                    b.loadPointers(pointers, kind, shape, inside.value).value);
  b.add(b.select(inside, v, b.get(kind, shape)));
  return true;
}

static bool makeGlobalLoad(ProgramBuilder &b) {
  ElementKind kind = memoryKind(b, {2});
  int64_t n = b.rng.pick({2, 8, 16});
  Profile profile = b.randomProfile();
  auto type = cast<ShapedType>(b.tile(kind, {n}));
  SmallVector<Attribute> literals;
  for (int64_t i = 0; i < n; ++i)
    literals.push_back(b.literal(kind, randomBits(b.rng, kind, profile)));
  std::string name = "g" + std::to_string(b.numGlobals++);
  {
    OpBuilder::InsertionGuard guard(b.ir);
    b.ir.setInsertionPoint(b.entry);
    SmallVector<NamedAttribute> attributes = {
        b.named("sym_name", b.ir.getStringAttr(name)),
        b.named("value", DenseElementsAttr::get(type, literals)),
        b.named("alignment", b.ir.getI64IntegerAttr(b.rng.pick({0, 16, 64})))};
    if (b.rng.chance(50))
      attributes.push_back(b.unit("constant"));
    b.make("global", {}, {}, attributes);
  }
  Value base = b.value(
      "get_global", b.pointerTile(kind), {},
      {b.named("name", FlatSymbolRefAttr::get(b.ir.getContext(), name))});
  Val position =
      b.binary("andi", b.get(ElementKind::I32, {n}),
               b.integer(ElementKind::I32, {n}, n / b.spanOf(kind, 1) - 1));
  b.add(b.loadedFacts(
      kind, {n}, profile,
      b.loadPointers(b.pointers(base, kind, position), kind, {n}).value));
  return true;
}

/// Pointers as numbers and as pointers to another type.
static bool makePointerCast(ProgramBuilder &b, StringRef name) {
  Shape shape = b.randomShape();
  if (name == "ptr_to_ptr") {
    Value base = b.bufferParameter(ElementKind::I32, 64, false, Profile::Edges);
    ElementKind to = memoryKind(b, shape);
    Value cast = b.value(name, b.pointerTile(to), {base});
    Val position = b.binary("andi", b.get(ElementKind::I32, shape),
                            b.integer(ElementKind::I32, shape, 31));
    b.add(b.loadedFacts(
        to, shape, Profile::Edges,
        b.loadPointers(b.pointers(cast, to, position), to, shape).value));
    return true;
  }
  ElementKind kind = b.randomInt();
  Value base = b.bufferParameter(kind, 64, false, Profile::Edges);
  Val position = b.binary("andi", b.get(ElementKind::I32, shape),
                          b.integer(ElementKind::I32, shape, 63));
  Value pointers = b.pointers(base, kind, position);
  Val address =
      plain(b.value("ptr_to_int", b.tile(ElementKind::I64, shape), {pointers}),
            ElementKind::I64, shape);
  if (name == "ptr_to_int") {
    Val start = plain(b.value("ptr_to_int", b.tile(ElementKind::I64), {base}),
                      ElementKind::I64, {});
    b.add(b.binary("subi", address, b.splat(start, shape)));
    return true;
  }
  Value back =
      b.value("int_to_ptr", b.pointerTile(kind, shape), {address.value});
  b.add(plain(b.loadPointers(back, kind, shape).value, kind, shape));
  return true;
}

bool fuzz::makePointerShapeOp(ProgramBuilder &b, StringRef name) {
  ElementKind kind = b.randomInt();
  Value base = b.bufferParameter(kind, 64, false, Profile::Edges);
  auto some = [&](ArrayRef<int64_t> shape) {
    return b.pointers(base, kind,
                      b.binary("andi", b.get(ElementKind::I32, shape),
                               b.integer(ElementKind::I32, shape, 63)));
  };
  Shape shape = {4, 2}, result = shape;
  SmallVector<Value> operands;
  SmallVector<NamedAttribute> attributes;
  auto slice = [&](int64_t count) {
    operands.push_back(
        b.integer(ElementKind::I32, {}, b.rng.below(count)).value);
  };
  if (name == "select") {
    operands = {b.get(ElementKind::I1, shape).value, some(shape), some(shape)};
  } else if (name == "cat") {
    operands = {some(shape), some(shape)};
    attributes.push_back(b.named("dim", b.ir.getI64IntegerAttr(1)));
    result = {4, 4};
  } else if (name == "permute") {
    operands = {some(shape)};
    attributes.push_back(
        b.named("permutation", b.ir.getDenseI32ArrayAttr({1, 0})));
    result = {2, 4};
  } else {
    Shape part = {2, 2};
    if (name == "insert") {
      operands = {some(part)};
      b.program.needs13_4 = true;
    } else {
      result = part;
    }
    operands.push_back(some(shape));
    slice(2);
    slice(1);
  }
  Value moved =
      b.value(name, b.pointerTile(kind, result), operands, attributes);
  b.add(plain(b.loadPointers(moved, kind, result).value, kind, result));
  return true;
}

//===----------------------------------------------------------------------===//
// Temporaries and tokens
//===----------------------------------------------------------------------===//

/// Writes a temporary in two ordered steps and reads it back.
static bool makeTemporary(ProgramBuilder &b) {
  Shape shape = b.randomShape();
  ElementKind kind = memoryKind(b, shape);
  int64_t n = countOf(shape);
  Value base = b.value(
      "alloca", b.pointerTile(kind), {},
      {b.named("num_elem",
               b.ir.getI64IntegerAttr(b.spanOf(kind, n + b.rng.below(9)))),
       b.named("alignment", b.ir.getI64IntegerAttr(b.rng.pick({8, 16, 128})))});
  Val index = b.linearIndex(shape);
  Value pointers = b.pointers(base, kind, index);
  Val first = b.get(kind, shape), second = b.get(kind, shape);
  Value token = b.storePointers(pointers, first.value);
  Val result = first;
  if (b.rng.chance(60)) {
    token = b.storePointers(pointers, second.value,
                            b.get(ElementKind::I1, shape).value, token);
    result.mergeFacts(second);
  }
  if (b.rng.chance(30))
    token = b.value("join_tokens", b.token(),
                    {token, b.value("make_token", b.token(), {})});
  // Read in another order.
  Val reading = b.binary("xori", index,
                         b.integer(ElementKind::I32, shape, b.rng.below(n)));
  result.value = b.loadPointers(b.pointers(base, kind, reading), kind, shape,
                                {}, {}, token)
                     .value;
  b.add(result);
  return true;
}

static bool makeFence(ProgramBuilder &b, StringRef name) {
  b.program.needs13_4 = true;
  Value start = b.value("make_token", b.token(), {});
  Value token = b.value(name, b.token(), {start});
  // A load ordered after it.
  ElementKind kind = b.randomInt();
  Value base = b.bufferParameter(kind, 1, false, Profile::Edges);
  b.add(plain(b.loadPointers(base, kind, {}, {}, {}, token).value, kind, {}));
  return true;
}

bool fuzz::makePointerOp(ProgramBuilder &b, StringRef name) {
  if (name == "load_ptr_tko")
    return makeGather(b);
  if (name == "get_global")
    return makeGlobalLoad(b);
  if (name == "alloca" || name == "join_tokens" || name == "make_token")
    return makeTemporary(b);
  if (name == "store_ptr_tko") {
    Shape shape = b.randomShape();
    b.output(b.get(memoryKind(b, shape), shape));
    return true;
  }
  if (name == "memory_fence_alias_tko" || name.starts_with("gdc_"))
    return makeFence(b, name);
  return makePointerCast(b, name);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

static SmallVector<NamedAttribute> atomicAttributes(ProgramBuilder &b,
                                                    bool isShared) {
  MLIRContext *context = b.ir.getContext();
  auto ordering = b.rng.pick(
      {MemoryOrderingSemantics::Relaxed, MemoryOrderingSemantics::Acquire,
       MemoryOrderingSemantics::Release, MemoryOrderingSemantics::AcqRel});
  // Where other blocks take part tl_blk would not be enough.
  auto scope =
      b.rng.pick({isShared ? MemoryScope::System : MemoryScope::TileBlock,
                  MemoryScope::Device, MemoryScope::System});
  return {
      b.named("memory_ordering_semantics",
              cuda_tile::MemoryOrderingSemanticsAttr::get(context, ordering)),
      b.named("memory_scope", cuda_tile::MemoryScopeAttr::get(context, scope))};
}

/// One of the modes whose final content does not depend on order.
static AtomicRMWMode commutingMode(ProgramBuilder &b) {
  return b.rng.pick({AtomicRMWMode::Add, AtomicRMWMode::Add, AtomicRMWMode::And,
                     AtomicRMWMode::Or, AtomicRMWMode::Xor, AtomicRMWMode::Max,
                     AtomicRMWMode::Min, AtomicRMWMode::UMax,
                     AtomicRMWMode::UMin});
}

static ProgramBuilder::Loaded readModifyWrite(ProgramBuilder &b, Value pointers,
                                              AtomicRMWMode mode,
                                              const Val &arg, Value mask,
                                              bool isShared) {
  SmallVector<NamedAttribute> attributes = atomicAttributes(b, isShared);
  attributes.push_back(b.named(
      "mode", cuda_tile::AtomicRMWModeAttr::get(b.ir.getContext(), mode)));
  attributes.push_back(b.segments({1, 1, mask ? 1 : 0, 0}));
  SmallVector<Value> operands = {pointers, arg.value};
  if (mask)
    operands.push_back(mask);
  Operation *op = b.make("atomic_rmw_tko", {arg.value.getType(), b.token()},
                         operands, attributes);
  return {op->getResult(0), op->getResult(1)};
}

/// All blocks on one array, results unused.
static bool makeShared(ProgramBuilder &b) {
  bool isFloat = b.rng.chance(25);
  ElementKind kind = isFloat ? b.rng.pick({ElementKind::F32, ElementKind::F64})
                             : b.rng.pick({ElementKind::I32, ElementKind::I64});
  Shape shape = b.randomShape();
  uint64_t count = 16;
  // Floats: sums of small integers are exact in any order.
  Value base = b.bufferParameter(kind, count, true,
                                 isFloat ? Profile::Small : Profile::Edges);
  Val position = b.binary("andi", b.get(ElementKind::I32, shape),
                          b.integer(ElementKind::I32, shape, count - 1));
  Val arg =
      isFloat ? b.source(kind, shape, Profile::Small) : b.get(kind, shape);
  Value mask = b.rng.chance(40) ? b.get(ElementKind::I1, shape).value : Value();
  readModifyWrite(b, b.pointers(base, kind, position),
                  isFloat ? AtomicRMWMode::AddF : commutingMode(b), arg, mask,
                  /*isShared=*/true);
  return true;
}

static bool makePrivate(ProgramBuilder &b, StringRef name) {
  bool isCas = name == "atomic_cas_tko";
  bool isAddF = !isCas && b.rng.chance(30);
  ElementKind kind = isAddF ? b.rng.pick({ElementKind::F16, ElementKind::BF16,
                                          ElementKind::F32, ElementKind::F64})
                            : b.rng.pick({ElementKind::I32, ElementKind::I64,
                                          ElementKind::F32, ElementKind::F64});
  Shape shape = b.randomShape();
  int64_t n = countOf(shape);
  // The denormals of addf may be flushed: small integers.
  Profile profile = isAddF || isCas ? Profile::Small : Profile::Edges;
  Value base = b.bufferParameter(kind, b.slotCount * n, true, profile);
  Val start = b.binary("muli", b.slot, b.integer(ElementKind::I32, {}, n));
  Value pointers =
      b.pointers(base, kind,
                 b.binary("addi", b.linearIndex(shape), b.splat(start, shape)));
  Val arg = isAddF || isCas ? b.source(kind, shape, Profile::Small)
                            : b.get(kind, shape);
  Val mask = b.get(ElementKind::I1, shape);
  bool masked = b.rng.chance(40);
  ProgramBuilder::Loaded old;
  if (isCas) {
    Val comparand = b.source(kind, shape, Profile::Small);
    SmallVector<NamedAttribute> attributes = atomicAttributes(b, false);
    attributes.push_back(b.segments({1, 1, 1, masked ? 1 : 0, 0}));
    SmallVector<Value> operands = {pointers, comparand.value, arg.value};
    if (masked)
      operands.push_back(mask.value);
    Operation *op = b.make("atomic_cas_tko", {arg.value.getType(), b.token()},
                           operands, attributes);
    old = {op->getResult(0), op->getResult(1)};
  } else {
    AtomicRMWMode mode = isAddF ? AtomicRMWMode::AddF
                         : numerics::isFloat(kind) || b.rng.chance(30)
                             ? AtomicRMWMode::Xchg
                             : commutingMode(b);
    old = readModifyWrite(b, pointers, mode, arg, masked ? mask.value : Value(),
                          /*isShared=*/false);
  }
  Val v = b.loadedFacts(kind, shape, profile, old.value);
  // The old value under a false mask is open (cas: the comparand).
  b.add(masked && !isCas ? b.select(mask, v, arg) : v);
  Val seen = b.loadedFacts(
      kind, shape, Profile::Edges,
      b.loadPointers(pointers, kind, shape, {}, {}, old.token).value);
  seen.openNaN = arg.openNaN;
  b.add(seen);
  return true;
}

bool fuzz::makeAtomic(ProgramBuilder &b, StringRef name) {
  if (name == "atomic_rmw_tko" && b.rng.chance(50))
    return makeShared(b);
  return makePrivate(b, name);
}

//===----------------------------------------------------------------------===//
// assert, assume, print
//===----------------------------------------------------------------------===//

static bool makeAssume(ProgramBuilder &b) {
  ElementKind kind = b.randomInt();
  Shape shape = b.randomShape();
  MLIRContext *context = b.ir.getContext();
  Attribute predicate;
  Val v;
  bool isFlag = kind == ElementKind::I1;
  switch (isFlag ? 2 * b.rng.below(2) : b.rng.below(4)) {
  case 0:
    if (isFlag) { // Read as signed.
      v = b.get(kind, shape);
      predicate = cuda_tile::BoundedAttr::get(context, -1, 0);
      break;
    }
    v = b.binary("andi", b.get(kind, shape), b.integer(kind, shape, 15));
    predicate = cuda_tile::BoundedAttr::get(context, 0, 15);
    break;
  case 1:
    v = b.binary("shli", b.get(kind, shape), b.integer(kind, shape, 3));
    predicate =
        cuda_tile::DivByAttr::get(context, 8, std::nullopt, std::nullopt);
    break;
  case 2:
    if (shape.empty())
      return false;
    v = b.splat(b.get(kind, {}), shape);
    predicate = cuda_tile::SameElementsAttr::get(context, shape);
    break;
  default:
    v = b.linearIndex({16});
    predicate = cuda_tile::DivByAttr::get(context, 4, 4, 0);
    break;
  }
  v.value = b.value("assume", v.value.getType(), {v.value},
                    {b.named("predicate", predicate)});
  b.add(v);
  return true;
}

static bool makeAssert(ProgramBuilder &b) {
  ElementKind kind = b.randomInt(false);
  Shape shape = b.randomShape();
  Val low = b.binary("andi", b.get(kind, shape), b.integer(kind, shape, 7));
  Val holds = b.compareInt(ComparisonPredicate::LessThan, low,
                           b.integer(kind, shape, 8), b.rng.chance(50));
  b.make("assert", {}, {holds.value},
         {b.named("message", b.ir.getStringAttr("low bits"))});
  return true;
}

static bool makePrint(ProgramBuilder &b) {
  // Whether a NaN has a sign is open.
  std::optional<Val> v = b.find([](const Val &v) {
    return v.exact() && !v.mayBeNaN && countOf(v.shape) <= 16;
  });
  if (!v)
    return false;
  bool isPointer = v->kind == ElementKind::I64 && b.rng.chance(25);
  if (isPointer) // An address that is the same in every run.
    v->value = b.value("int_to_ptr", b.pointerTile(ElementKind::I8, v->shape),
                       {v->value});
  std::string text = "p" + std::to_string(b.numPrints++) + " slot %d: " +
                     (isPointer      ? b.rng.pick({"%p", "%llx"})
                      : v->isFloat() ? b.rng.pick({"%f", "%g", "%e"})
                                     : b.rng.pick({"%d", "%x", "%i", "%5d"})) +
                     "\n";
  b.make("print_tko", {b.token()}, {b.slot.value, v->value},
         {b.named("str", b.ir.getStringAttr(text)), b.segments({2, 0})});
  return true;
}

bool fuzz::makeMiscOp(ProgramBuilder &b, StringRef name) {
  if (name == "assume")
    return makeAssume(b);
  return name == "assert" ? makeAssert(b) : makePrint(b);
}
