//===- fuzz/Generator/ShapeGenerator.cpp - tile values and shapes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that only move elements. They take inexact values too and keep all facts.
//
//===----------------------------------------------------------------------===//

#include "Builder.h"
#include "tessera/Numerics/Packed.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

static int64_t countOf(ArrayRef<int64_t> shape) {
  int64_t n = 1;
  for (int64_t d : shape)
    n *= d;
  return n;
}

/// Any value of rank >= `rank` in scope, or a new one.
static Val anyTile(ProgramBuilder &b, size_t rank) {
  if (std::optional<Val> v =
          b.find([&](const Val &v) { return v.shape.size() >= rank; }))
    return *v;
  Shape shape = {4, 2};
  return b.get(b.rng.chance(50) ? b.randomInt() : b.randomBaseFloat(), shape);
}

static Val moved(ProgramBuilder &b, StringRef name, const Val &from,
                 ArrayRef<int64_t> shape, ValueRange operands,
                 ArrayRef<NamedAttribute> attributes = {}) {
  Val v = from;
  v.shape.assign(shape.begin(), shape.end());
  v.value = b.value(name, b.tile(from.kind, shape), operands, attributes);
  return v;
}

static bool f4Fits(ElementKind kind, ArrayRef<int64_t> shape) {
  return kind != ElementKind::F4E2M1FN || countOf(shape) % 2 == 0;
}

/// One slice number in [0, n): constant or computed.
static Value sliceIndex(ProgramBuilder &b, int64_t n) {
  if (b.rng.chance(50))
    return b.integer(ElementKind::I32, {}, b.rng.below(n)).value;
  Val any = b.get(ElementKind::I32, {});
  return b.binary("andi", any, b.integer(ElementKind::I32, {}, n - 1)).value;
}

/// A shape that divides `shape` in every dimension, and slice numbers.
static Shape randomSlice(ProgramBuilder &b, ArrayRef<int64_t> shape,
                         SmallVectorImpl<Value> &indices) {
  Shape part(shape.begin(), shape.end());
  for (int64_t &d : part) {
    int64_t full = d;
    while (d > 1 && b.rng.chance(45))
      d /= 2;
    indices.push_back(sliceIndex(b, full / d));
  }
  return part;
}

static bool makeExtractOrInsert(ProgramBuilder &b, bool isInsert) {
  Val x = anyTile(b, 1);
  SmallVector<Value> indices;
  Shape part = randomSlice(b, x.shape, indices);
  if (!f4Fits(x.kind, part))
    return false;
  if (!isInsert) {
    SmallVector<Value> operands = {x.value};
    operands.append(indices);
    b.add(moved(b, "extract", x, part, operands));
    return true;
  }
  Val source = b.get(x.kind, part);
  SmallVector<Value> operands = {source.value, x.value};
  operands.append(indices);
  Val v = moved(b, "insert", x, x.shape, operands);
  v.mergeFacts(source);
  b.add(v);
  b.program.needs13_4 = true;
  return true;
}

static bool makeCat(ProgramBuilder &b) {
  Val x = anyTile(b, 1);
  if (countOf(x.shape) > 128)
    return false;
  Val y = b.get(x.kind, x.shape);
  size_t dim = b.rng.below(x.shape.size());
  Shape shape = x.shape;
  shape[dim] *= 2;
  Val v = moved(b, "cat", x, shape, {x.value, y.value},
                {b.named("dim", b.ir.getI64IntegerAttr(dim))});
  v.mergeFacts(y);
  b.add(v);
  return true;
}

static bool makePermute(ProgramBuilder &b) {
  Val x = anyTile(b, 2);
  SmallVector<int32_t> order;
  for (size_t d = 0; d < x.shape.size(); ++d)
    order.insert(order.begin() + b.rng.below(d + 1), d);
  Shape shape;
  for (int32_t d : order)
    shape.push_back(x.shape[d]);
  b.add(moved(b, "permute", x, shape, {x.value},
              {b.named("permutation", b.ir.getDenseI32ArrayAttr(order))}));
  return true;
}

static bool makeBroadcast(ProgramBuilder &b) {
  Val x = anyTile(b, 0);
  if (countOf(x.shape) > 32)
    return false;
  // Unit dimensions appear where the tile shall repeat.
  Shape narrow, wide;
  for (int64_t d : x.shape) {
    if (narrow.size() < 3 && b.rng.chance(30)) {
      narrow.push_back(1);
      wide.push_back(b.rng.pick({2, 4}));
    }
    narrow.push_back(d);
    wide.push_back(d == 1 && b.rng.chance(70) ? 4 : d);
  }
  if (x.shape.size() < 3) {
    narrow.push_back(1);
    wide.push_back(b.rng.pick({1, 2, 4}));
  }
  if (narrow.size() > 4)
    return false;
  Val thin = b.reshaped(x, narrow);
  b.add(moved(b, "broadcast", thin, wide, {thin.value}));
  return true;
}

static bool makeReshape(ProgramBuilder &b) {
  Val x = anyTile(b, 0);
  int64_t rest = countOf(x.shape);
  Shape shape;
  while (rest > 1 && shape.size() < 3) {
    int64_t d = 1;
    while (d < rest && b.rng.chance(60))
      d *= 2;
    shape.push_back(d);
    rest /= d;
  }
  if (rest > 1)
    shape.push_back(rest);
  if (shape.size() < 3 && b.rng.chance(30))
    shape.insert(shape.begin() + b.rng.below(shape.size() + 1), 1);
  b.add(moved(b, "reshape", x, shape, {x.value}));
  return true;
}

static bool makeSelect(ProgramBuilder &b) {
  Val x = anyTile(b, 0);
  if (x.kind == ElementKind::F4E2M1FN)
    return false;
  Val y = b.get(x.kind, x.shape);
  Val condition = b.get(ElementKind::I1, x.shape);
  b.add(b.rng.chance(50) ? b.select(condition, x, y)
                         : b.select(condition, y, x));
  return true;
}

static bool makePackOrUnpack(ProgramBuilder &b, bool isPack) {
  auto fits = [](ElementKind kind) { return numerics::bitWidth(kind) != 8; };
  if (!isPack) {
    static const ElementKind kinds[] = {
        ElementKind::I1,       ElementKind::I4,   ElementKind::I16,
        ElementKind::I32,      ElementKind::I64,  ElementKind::F16,
        ElementKind::F32,      ElementKind::BF16, ElementKind::F64,
        ElementKind::F4E2M1FN, ElementKind::TF32};
    ElementKind kind = b.rng.pick(ArrayRef<ElementKind>(kinds));
    int64_t bytes = b.rng.pick({8, 16, 32});
    Val x = b.get(ElementKind::I8, {bytes});
    Shape shape = {bytes * 8 / numerics::packedBits(kind)};
    Val v;
    v.kind = kind;
    v.shape = shape;
    v.value = b.value("unpack", b.tile(kind, shape), {x.value});
    v.mayBeNaN = v.openNaN = v.isFloat() && kind != ElementKind::F4E2M1FN;
    b.add(v);
    return true;
  }
  std::optional<Val> x = b.find([&](const Val &v) {
    return v.exact() && !v.openNaN && fits(v.kind) &&
           countOf(v.shape) * numerics::packedBits(v.kind) % 8 == 0;
  });
  if (!x)
    return false;
  Val flat = b.reshaped(*x, {countOf(x->shape)});
  Val v;
  v.kind = ElementKind::I8;
  v.shape = {flat.shape[0] * numerics::packedBits(flat.kind) / 8};
  v.value = b.value("pack", b.tile(v.kind, v.shape), {flat.value});
  b.add(v);
  return true;
}

bool fuzz::makeShapeOp(ProgramBuilder &b, StringRef name) {
  bool takesPointers = name == "extract" || name == "insert" || name == "cat" ||
                       name == "permute" || name == "select";
  if (takesPointers && b.rng.chance(4))
    return makePointerShapeOp(b, name);
  if (name == "extract" || name == "insert")
    return makeExtractOrInsert(b, name == "insert");
  if (name == "cat")
    return makeCat(b);
  if (name == "permute")
    return makePermute(b);
  if (name == "broadcast")
    return makeBroadcast(b);
  if (name == "reshape")
    return makeReshape(b);
  if (name == "select")
    return makeSelect(b);
  if (name == "pack" || name == "unpack")
    return makePackOrUnpack(b, name == "pack");
  if (name == "iota") {
    ElementKind kind = b.randomInt();
    Val v;
    v.kind = kind;
    v.shape = {kind == ElementKind::I1 ? 2 : b.rng.pick({4, 8, 16, 64})};
    v.value = b.value("iota", b.tile(kind, v.shape), {});
    b.add(v);
    return true;
  }
  if (name == "get_tile_block_id" || name == "get_num_tile_blocks") {
    Type type = b.tile(ElementKind::I32);
    Operation *op = b.make(name, {type, type, type}, {});
    for (Value result : op->getResults()) {
      Val v;
      v.value = result;
      b.add(v);
    }
    return true;
  }
  return false;
}
