//===- TileAAToVector/Bf16Matmul.cpp - products of bf16 on x86 -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// vdpbf16ps adds two products of bf16 to an f32, each rounded to nearest, but
// takes subnormal operands and sums for zero. So it is used on tiles where that
// cannot be told: no operand is subnormal, and the smallest product is 2^-112
// or more, which makes every sum of products a multiple of 2^-126. That is
// found out at run time, while the tiles are brought into place; other tiles
// are multiplied as f32. Only an accumulator below 2^-102 is still seen with an
// error of up to 2^-126 per step, which is rounding that mmaf leaves open.
//
// Rows 2k and 2k + 1 of the right operand are interleaved; a pair of the left
// one is one broadcast. Both kernels are functions of their own, for only there
// may LLVM know of avx512bf16: its own conversions to bf16 flush, too.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "Matmul.h"
#include "Nest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tessera::cpu {

static constexpr int64_t lanes = 16;

bool suitsBf16Dot(const Emitter &e, const MatmulShape &shape) {
  return e.target.bf16Dot && e.target.vectorBits == 512 && shape.depth >= 2 &&
         shape.columns >= lanes;
}

namespace {
struct Bf16Kernel {
  Emitter &e;
  const MatmulShape &shape;
  OpBuilder &b = e.b;
  Location loc = e.loc();
  Type i16 = b.getI16Type(), i32 = b.getI32Type();
  Type words = VectorType::get({lanes}, i32);
  Type floats = VectorType::get({lanes}, b.getF32Type());

  Value load(Type type, Value base, Value offset, Type element) {
    return LLVM::LoadOp::create(b, loc, type,
                                e.elementAddress(base, element, offset), 2);
  }
  Value splatOf(Value like, int64_t number) {
    auto type = cast<VectorType>(like.getType());
    return splat(e, e.constant(IntegerAttr::get(type.getElementType(), number)),
                 type.getNumElements());
  }

  /// The smaller of `smallest` and |x| - 1 in every lane; zeros are largest.
  Value noteMagnitudes(Value smallest, Value x) {
    Value magnitude = arith::AndIOp::create(b, loc, x, splatOf(x, 0x7FFF));
    Value less = arith::SubIOp::create(b, loc, magnitude, splatOf(x, 1));
    return arith::MinUIOp::create(b, loc, smallest, less);
  }
  /// The smallest magnitude as an i32; 2^16 if there are only zeros.
  Value smallestOf(Value lanesOf) {
    Value least = vector::ReductionOp::create(
        b, loc, vector::CombiningKind::MINUI, lanesOf);
    return e.add(arith::ExtUIOp::create(b, loc, i32, least), e.i32(1));
  }
  Value smallestMagnitude(Value from, int64_t count);
  Value interleaveRows(Value from, Value to);
  Value isExact(Value left, Value right);

  Value dot(Value acc, Value left, Value right, bool isWide);
  void multiply(Value a, Value packed, Value c, bool isWide,
                ArrayRef<NextTile> next);
  void call(Value a, Value packed, Value c, bool isWide,
            ArrayRef<NextTile> next);
};
} // namespace

Value Bf16Kernel::smallestMagnitude(Value from, int64_t count) {
  int64_t width = std::min<int64_t>(2 * lanes, count);
  auto type = VectorType::get({width}, i16);
  Nest nest(e, 0);
  Value start = splat(e, e.constant(IntegerAttr::get(i16, -1)), width);
  Value at = nest.openLoop(count, width, start).base;
  scf::ForOp loop = nest.innermost();
  Value next =
      noteMagnitudes(loop.getRegionIterArg(0), load(type, from, at, i16));
  scf::YieldOp::create(b, loc, next);
  nest.closeLoop();
  return smallestOf(loop.getResult(0));
}

/// [depth, columns] to [depth / 2, columns, 2]; the smallest magnitude.
Value Bf16Kernel::interleaveRows(Value from, Value to) {
  int64_t width = std::min<int64_t>(2 * lanes, shape.columns);
  auto type = VectorType::get({width}, i16);
  Nest nest(e, 0);
  Value all = splat(e, e.constant(IntegerAttr::get(i16, -1)), width);
  Value k = nest.openLoop(shape.depth, 2, all).base;
  scf::ForOp rows = nest.innermost();
  Value column =
      nest.openLoop(shape.columns, width, rows.getRegionIterArg(0)).base;
  scf::ForOp loop = nest.innermost();
  Value start = e.add(e.mul(k, e.i64(shape.columns)), column);
  Value even = load(type, from, start, i16);
  Value odd = load(type, from, e.add(start, e.i64(shape.columns)), i16);
  Value target = e.add(e.mul(k, e.i64(shape.columns)), e.mul(column, e.i64(2)));
  for (int64_t half = 0; half < width; half += lanes) {
    SmallVector<int64_t> order;
    for (int64_t l = half; l < half + lanes; ++l)
      order.append({l, width + l});
    LLVM::StoreOp::create(
        b, loc, shuffle(e, even, odd, order),
        e.elementAddress(to, i16, e.add(target, e.i64(2 * half))), 64);
  }
  Value next =
      noteMagnitudes(noteMagnitudes(loop.getRegionIterArg(0), even), odd);
  scf::YieldOp::create(b, loc, next);
  nest.closeLoop();
  scf::YieldOp::create(b, loc, loop.getResults());
  nest.closeLoop();
  return smallestOf(rows.getResult(0));
}

/// Whether operands of at least those magnitudes hide that the instruction
/// flushes subnormals.
Value Bf16Kernel::isExact(Value left, Value right) {
  auto atLeast = [&](Value value, int64_t bound) -> Value {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, value,
                                 e.i32(bound));
  };
  auto exponent = [&](Value magnitude) -> Value {
    return arith::ShRUIOp::create(b, loc, magnitude, e.i32(7));
  };
  Value normal = arith::AndIOp::create(b, loc, atLeast(left, 1 << 7),
                                       atLeast(right, 1 << 7));
  // Biased exponents: -112 + 2 * 127.
  Value large = atLeast(e.add(exponent(left), exponent(right)), 142);
  return arith::AndIOp::create(b, loc, normal, large);
}

/// acc + the two products per lane of pairs of bf16.
Value Bf16Kernel::dot(Value acc, Value left, Value right, bool isWide) {
  if (!isWide) {
    Type pairs = VectorType::get({2 * lanes}, b.getBF16Type());
    auto cast = [&](Value value) -> Value {
      return LLVM::BitcastOp::create(b, loc, pairs, value);
    };
    return LLVM::CallIntrinsicOp::create(
               b, loc, floats,
               b.getStringAttr("llvm.x86.avx512bf16.dpbf16ps.512"),
               ValueRange{acc, cast(left), cast(right)})
        .getResult(0);
  }
  auto asFloats = [&](Value bits) -> Value {
    return LLVM::BitcastOp::create(b, loc, floats, bits);
  };
  auto even = [&](Value pair) {
    return asFloats(arith::ShLIOp::create(b, loc, pair, splatOf(pair, 16)));
  };
  auto odd = [&](Value pair) {
    return asFloats(
        arith::AndIOp::create(b, loc, pair, splatOf(pair, -(1 << 16))));
  };
  Value sum = math::FmaOp::create(b, loc, even(left), even(right), acc);
  return math::FmaOp::create(b, loc, odd(left), odd(right), sum);
}

void Bf16Kernel::multiply(Value a, Value packed, Value c, bool isWide,
                          ArrayRef<NextTile> next) {
  int64_t rows = std::min<int64_t>(isWide ? 4 : 8, shape.rows);
  int64_t vectors = std::min<int64_t>(2, shape.columns / lanes);
  Nest nest(e, 0);
  Value row = nest.openLoop(shape.rows, rows).base;
  Value column = nest.openLoop(shape.columns, lanes * vectors).base;
  auto at = [&](int64_t r, int64_t v) {
    Value offset = e.add(e.mul(row, e.i64(shape.columns)),
                         e.add(column, e.i64(r * shape.columns + v * lanes)));
    return e.elementAddress(c, b.getF32Type(), offset);
  };
  if (!isWide)
    prefetchInBlock(
        e, next,
        {row, column, shape.rows, shape.columns, rows, lanes * vectors});
  SmallVector<Value, 16> sums;
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t v = 0; v < vectors; ++v)
      sums.push_back(
          shape.isFromZero
              ? e.constant(cast<TypedAttr>(b.getZeroAttr(floats)))
              : Value(LLVM::LoadOp::create(b, loc, floats, at(r, v), 4)));
  Value k = nest.openLoop(shape.depth, 2, sums).base;
  scf::ForOp loop = nest.innermost();
  SmallVector<Value, 2> right;
  for (int64_t v = 0; v < vectors; ++v)
    right.push_back(
        load(words, packed,
             e.add(e.mul(k, e.i64(shape.columns)),
                   e.mul(e.add(column, e.i64(v * lanes)), e.i64(2))),
             i16));
  SmallVector<Value, 16> newSums;
  for (int64_t r = 0; r < rows; ++r) {
    Value offset =
        e.add(e.mul(row, e.i64(shape.depth)), e.add(k, e.i64(r * shape.depth)));
    Value left = splat(e, load(i32, a, offset, i16), lanes);
    for (int64_t v = 0; v < vectors; ++v)
      newSums.push_back(
          dot(loop.getRegionIterArg(newSums.size()), left, right[v], isWide));
  }
  scf::YieldOp::create(b, loc, newSums);
  nest.closeLoop();
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t v = 0; v < vectors; ++v)
      LLVM::StoreOp::create(b, loc, loop.getResult(r * vectors + v), at(r, v),
                            4);
  nest.close();
}

/// Calls the kernel of this shape, making it on first use.
void Bf16Kernel::call(Value a, Value packed, Value c, bool isWide,
                      ArrayRef<NextTile> next) {
  if (isWide)
    next = {};
  std::string name =
      (llvm::Twine("tessera.") + (isWide ? "wide" : "bf16") + "_dot." +
       llvm::Twine(shape.rows) + "x" + llvm::Twine(shape.columns) + "x" +
       llvm::Twine(shape.depth) + (shape.isFromZero ? ".zero" : ""))
          .str();
  SmallVector<Value, 7> arguments = {a, packed, c};
  for (const NextTile &tile : next) {
    name += (llvm::Twine(".") + llvm::Twine(tile.rows) + "x" +
             llvm::Twine(tile.linesPerRow))
                .str();
    arguments.append({tile.start, tile.rowBytes});
  }
  auto function = e.module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(e.module.getBody());
    function = func::FuncOp::create(
        b, loc, name, b.getFunctionType(TypeRange(ValueRange(arguments)), {}));
    function.setPrivate();
    SmallVector<Attribute, 2> attributes = {b.getStringAttr("noinline")};
    if (!isWide)
      attributes.push_back(b.getStringAttr(
          StringRef(needsBf16DotAttr.data(), needsBf16DotAttr.size())));
    function->setAttr("passthrough", b.getArrayAttr(attributes));
    function->setAttr(
        "llvm.linkage",
        LLVM::LinkageAttr::get(b.getContext(), LLVM::Linkage::Internal));
    Block *entry = function.addEntryBlock();
    b.setInsertionPointToStart(entry);
    SmallVector<NextTile, 2> tiles(next);
    for (auto [i, tile] : llvm::enumerate(tiles)) {
      tile.start = entry->getArgument(3 + 2 * i);
      tile.rowBytes = entry->getArgument(4 + 2 * i);
    }
    multiply(entry->getArgument(0), entry->getArgument(1),
             entry->getArgument(2), isWide, tiles);
    func::ReturnOp::create(b, loc);
  }
  func::CallOp::create(b, loc, function, arguments);
}

LogicalResult emitBf16Matmul(Emitter &e, const MatmulShape &shape,
                             const Buffer &lhs, const Buffer &rhs,
                             const Buffer &acc, ArrayRef<NextTile> next) {
  Bf16Kernel kernel{e, shape};
  OpBuilder &b = e.b;
  Buffer packed = e.newBuffer(kernel.i16, {shape.depth, shape.columns});
  Nest batches(e, 0);
  Value batch;
  if (shape.batches > 1)
    batch = batches.openLoop(shape.batches, 1).base;
  auto start = [&](const Buffer &buffer, Type element, int64_t size) {
    Value address = e.addressOf(buffer);
    return batch ? e.elementAddress(address, element, e.mul(batch, e.i64(size)))
                 : address;
  };
  Value a = start(lhs, kernel.i16, shape.rows * shape.depth);
  Value c = start(acc, b.getF32Type(), shape.rows * shape.columns);
  Value to = e.addressOf(packed);
  Value right = kernel.interleaveRows(
      start(rhs, kernel.i16, shape.depth * shape.columns), to);
  Value left = kernel.smallestMagnitude(a, shape.rows * shape.depth);
  auto choice = scf::IfOp::create(b, e.loc(), kernel.isExact(left, right),
                                  /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    kernel.call(a, to, c, /*isWide=*/false, next);
    b.setInsertionPointToStart(choice.elseBlock());
    kernel.call(a, to, c, /*isWide=*/true, next);
  }
  batches.close();
  return success();
}

} // namespace tessera::cpu
