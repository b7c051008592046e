//===- TileAAToVector/Matmul/Bf16Matmul.cpp - products of bf16 on x86 -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// vdpbf16ps adds two products of bf16 to an f32 and rounds each to nearest, but
// it takes subnormal operands and sums for zero. It is therefore used only on
// tiles where that makes no difference: no operand is subnormal, and the
// smallest product is at least 2^-112, so that every sum of products is a
// multiple of 2^-126. The tiles are examined at run time, when they have been
// brought into place. Other tiles are multiplied as f32.
//
// One difference remains: an accumulator below 2^-102 may be off by up to
// 2^-126 per step. This is rounding that mmaf leaves open.
//
// Both kernels are functions of their own, and so is the search for the
// smallest magnitudes, which all operands share. This keeps the amount of code
// to compile small.
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "Conversion/TileAAToVector/Nest/Nest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tessera::cpu {

/// Lanes of a vector of sums, and of one of bf16.
static constexpr int64_t sumLanes = 16, halfLanes = 32;

bool suitsBf16Dot(const Emitter &e, const MatmulShape &shape) {
  return e.target.bf16Dot && e.target.vectorBits == 512 && shape.depth >= 2 &&
         shape.columns >= sumLanes;
}

PanelLayout bf16Panels(const MatmulShape &shape) {
  return {std::min<int64_t>(4 * sumLanes, shape.columns), 2};
}

/// Rows of a register block: sixteen sums, or four for what is seldom used.
static int64_t blockRows(const MatmulShape &shape, bool isWide) {
  int64_t vectors = bf16Panels(shape).width / sumLanes;
  return std::min(std::min<int64_t>(8, 16 / vectors) / (isWide ? 4 : 1),
                  shape.rows);
}

static Value splatOf(Emitter &e, Value like, int64_t number) {
  auto type = cast<VectorType>(like.getType());
  return splat(e, e.constant(IntegerAttr::get(type.getElementType(), number)),
               type.getNumElements());
}

/// Lets `function` be one that LLVM leaves alone and drops if nobody calls it.
static void makeInternal(OpBuilder &b, func::FuncOp function,
                         ArrayRef<StringRef> attributes) {
  SmallVector<Attribute, 2> all = {b.getStringAttr("noinline")};
  for (StringRef attribute : attributes)
    all.push_back(b.getStringAttr(attribute));
  function.setPrivate();
  function->setAttr("passthrough", b.getArrayAttr(all));
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(b.getContext(), LLVM::Linkage::Internal));
}

Buffer newMagnitudes(Emitter &e) {
  return e.newBuffer(e.b.getI16Type(), {2, halfLanes});
}

/// `least`, or what is less of the magnitudes of `halves`, minus one so that
/// zero counts as the greatest. `sign` clears signs; constants are the
/// caller's.
static Value lesserOf(Emitter &e, Value least, Value halves, Value sign,
                      Value one) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  Value magnitude = arith::AndIOp::create(b, loc, halves, sign);
  Value less = arith::SubIOp::create(b, loc, magnitude, one);
  int64_t width = cast<VectorType>(halves.getType()).getNumElements();
  if (width < halfLanes) {
    // Short rows repeat themselves.
    SmallVector<int64_t> order;
    for (int64_t l = 0; l < halfLanes; ++l)
      order.push_back(l % width);
    less = shuffle(e, less, less, order);
  }
  return arith::MinUIOp::create(b, loc, least, less);
}

/// The memory in which the magnitudes of an operand are noted.
static Value placeOf(Emitter &e, const Buffer &magnitudes, bool isRhs) {
  return e.elementAddress(e.addressOf(magnitudes), e.b.getI16Type(),
                          e.i64(isRhs ? halfLanes : 0));
}

Value leastMagnitude(Emitter &e, const Buffer &magnitudes, bool isRhs,
                     Value isFirst) {
  Type i16 = e.b.getI16Type();
  Value none = splat(e, e.constant(IntegerAttr::get(i16, -1)), halfLanes);
  if (!isFirst)
    return none;
  Value noted =
      LLVM::LoadOp::create(e.b, e.loc(), VectorType::get({halfLanes}, i16),
                           placeOf(e, magnitudes, isRhs), 64);
  return arith::SelectOp::create(e.b, e.loc(), isFirst, none, noted);
}

Value lesserMagnitude(Emitter &e, Value least, Value halves) {
  return lesserOf(e, least, halves, splatOf(e, halves, 0x7FFF),
                  splatOf(e, halves, 1));
}

void storeMagnitude(Emitter &e, const Buffer &magnitudes, bool isRhs,
                    Value least) {
  LLVM::StoreOp::create(e.b, e.loc(), least, placeOf(e, magnitudes, isRhs), 64);
}

/// The function that notes runs which are multiples of `unroll` vectors of
/// `width`: (magnitudes, whether they begin, address, runs, distance, length).
/// One for all scans of a module, which are most of what a compile would
/// otherwise have to do for an operand.
static func::FuncOp scanFunction(Emitter &e, int64_t width, int64_t unroll) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  std::string name = (llvm::Twine("tessera.magnitudes.") + llvm::Twine(width) +
                      "x" + llvm::Twine(unroll))
                         .str();
  if (auto made = e.module.lookupSymbol<func::FuncOp>(name))
    return made;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(e.module.getBody());
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Type i16 = b.getI16Type(), i64 = b.getI64Type();
  auto function = func::FuncOp::create(
      b, loc, name,
      b.getFunctionType({pointer, b.getI1Type(), pointer, i64, i64, i64}, {}));
  makeInternal(b, function, {});
  Block *entry = function.addEntryBlock();
  b.setInsertionPointToStart(entry);
  Value place = entry->getArgument(0);
  auto number = [&](TypedAttr value) -> Value {
    return arith::ConstantOp::create(b, loc, value);
  };
  auto constant = [&](int64_t value) {
    return number(b.getI64IntegerAttr(value));
  };
  auto lanesOf = [&](int64_t lanes, int16_t value) {
    auto type = VectorType::get({lanes}, i16);
    return number(DenseElementsAttr::get(type, APInt(16, value, true)));
  };
  Value none = lanesOf(halfLanes, -1);
  Value least = arith::SelectOp::create(
      b, loc, entry->getArgument(1), none,
      LLVM::LoadOp::create(b, loc, none.getType(), place, 64));
  Value zero = constant(0), one = constant(1);
  auto outer = scf::ForOp::create(b, loc, zero, entry->getArgument(3), one,
                                  ValueRange{least});
  b.setInsertionPointToStart(outer.getBody());
  Value offset = arith::MulIOp::create(b, loc, outer.getInductionVar(),
                                       entry->getArgument(4));
  Value start = e.elementAddress(entry->getArgument(2), i16, offset);
  auto inner =
      scf::ForOp::create(b, loc, zero, entry->getArgument(5),
                         constant(width * unroll), outer.getRegionIterArgs());
  b.setInsertionPointToStart(inner.getBody());
  Value value = inner.getRegionIterArg(0);
  Value address = e.elementAddress(start, i16, inner.getInductionVar());
  for (int64_t u = 0; u < unroll; ++u) {
    Value x = LLVM::LoadOp::create(
        b, loc, VectorType::get({width}, i16),
        e.elementAddress(address, i16, constant(u * width)), 2);
    value = lesserOf(e, value, x, lanesOf(width, 0x7FFF), lanesOf(width, 1));
  }
  scf::YieldOp::create(b, loc, value);
  b.setInsertionPointAfter(inner);
  scf::YieldOp::create(b, loc, inner.getResults());
  b.setInsertionPointAfter(outer);
  LLVM::StoreOp::create(b, loc, outer.getResult(0), place, 64);
  func::ReturnOp::create(b, loc);
  return function;
}

void noteMagnitudes(Emitter &e, const Buffer &magnitudes, bool isRhs,
                    Value isFirst, Value from, int64_t runs, int64_t distance,
                    int64_t length) {
  int64_t width = std::min(halfLanes, length);
  int64_t unroll = std::min<int64_t>(4, length / width);
  if (!isFirst)
    isFirst = e.constant(e.b.getBoolAttr(true));
  func::CallOp::create(e.b, e.loc(), scanFunction(e, width, unroll),
                       {placeOf(e, magnitudes, isRhs), isFirst, from,
                        e.i64(runs), e.i64(distance), e.i64(length)});
}

namespace {
class Bf16Kernel final : public MicroKernel {
public:
  Bf16Kernel(Emitter &e, const MatmulShape &shape, bool isWide)
      : MicroKernel(e, shape, e.b.getI16Type(), e.b.getF32Type(),
                    bf16Panels(shape), sumLanes, blockRows(shape, isWide)),
        isWide(isWide) {}

  Value broadcastLhs(Value address) override {
    return splat(
        e, LLVM::LoadOp::create(e.b, e.loc(), e.b.getI32Type(), address, 2),
        lanes);
  }
  Value loadRhs(Value address) override {
    return LLVM::LoadOp::create(
        e.b, e.loc(), VectorType::get({lanes}, e.b.getI32Type()), address, 2);
  }
  Value multiplyAdd(Value left, Value right, Value sum) override;
  /// Calls the kernel of this shape, making it on first use.
  void call(Value lhs, Value packed, Value acc, const Upcoming &next);

private:
  bool isWide;
};
} // namespace

/// The smallest magnitude noted for an operand as an i32; 2^16 if there are
/// only zeros.
static Value smallestMagnitude(Emitter &e, const Buffer &magnitudes,
                               bool isRhs) {
  Type i16 = e.b.getI16Type();
  Value lanes =
      LLVM::LoadOp::create(e.b, e.loc(), VectorType::get({halfLanes}, i16),
                           e.elementAddress(e.addressOf(magnitudes), i16,
                                            e.i64(isRhs ? halfLanes : 0)),
                           64);
  Value least = vector::ReductionOp::create(
      e.b, e.loc(), vector::CombiningKind::MINUI, lanes);
  return e.add(arith::ExtUIOp::create(e.b, e.loc(), e.b.getI32Type(), least),
               e.i32(1));
}

/// Whether operands of at least those magnitudes hide that the instruction
/// flushes subnormals.
static Value isExact(Emitter &e, Value left, Value right) {
  auto atLeast = [&](Value value, int64_t bound) -> Value {
    return arith::CmpIOp::create(e.b, e.loc(), arith::CmpIPredicate::sge, value,
                                 e.i32(bound));
  };
  auto exponent = [&](Value magnitude) -> Value {
    return arith::ShRUIOp::create(e.b, e.loc(), magnitude, e.i32(7));
  };
  Value normal = arith::AndIOp::create(e.b, e.loc(), atLeast(left, 1 << 7),
                                       atLeast(right, 1 << 7));
  // Biased exponents: -112 + 2 * 127.
  Value large = atLeast(e.add(exponent(left), exponent(right)), 142);
  return arith::AndIOp::create(e.b, e.loc(), normal, large);
}

/// sum + the two products per lane of pairs of bf16.
Value Bf16Kernel::multiplyAdd(Value left, Value right, Value sum) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  if (!isWide) {
    Type pairs = VectorType::get({2 * lanes}, b.getBF16Type());
    auto cast = [&](Value value) -> Value {
      return LLVM::BitcastOp::create(b, loc, pairs, value);
    };
    return LLVM::CallIntrinsicOp::create(
               b, loc, sums,
               b.getStringAttr("llvm.x86.avx512bf16.dpbf16ps.512"),
               ValueRange{sum, cast(left), cast(right)})
        .getResult(0);
  }
  auto asFloats = [&](Value bits) -> Value {
    return LLVM::BitcastOp::create(b, loc, sums, bits);
  };
  auto even = [&](Value pair) {
    return asFloats(arith::ShLIOp::create(b, loc, pair, splatOf(e, pair, 16)));
  };
  auto odd = [&](Value pair) {
    return asFloats(
        arith::AndIOp::create(b, loc, pair, splatOf(e, pair, -(1 << 16))));
  };
  Value first = math::FmaOp::create(b, loc, even(left), even(right), sum);
  return math::FmaOp::create(b, loc, odd(left), odd(right), first);
}

void Bf16Kernel::call(Value lhs, Value packed, Value acc,
                      const Upcoming &next) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  std::string name =
      (llvm::Twine("tessera.") + (isWide ? "wide" : "bf16") + "_dot." +
       llvm::Twine(shape.rows) + "x" + llvm::Twine(shape.columns) + "x" +
       llvm::Twine(shape.depth))
          .str();
  if (shape.tiles > 1)
    name += ("x" + llvm::Twine(shape.tiles)).str();
  if (shape.isFromZero)
    name += ".zero";
  SmallVector<Value, 8> arguments = {lhs, packed, acc};
  auto passOptional = [&](Value value, const char *what) {
    if (!value)
      return;
    name += what;
    arguments.push_back(value);
  };
  passOptional(shape.liveDepth, ".live");
  passOptional(shape.liveRows, ".rows");
  passOptional(shape.liveColumns, ".columns");
  passOptional(shape.isFirst, ".first");
  passOptional(shape.rowFactors, ".scaled");
  auto pass = [&](const NextTile &tile) {
    name += (llvm::Twine(".") + llvm::Twine(tile.rows) + "x" +
             llvm::Twine(tile.linesPerRow))
                .str();
    arguments.append({tile.start, tile.rowBytes});
  };
  size_t numFixed = arguments.size();
  for (const NextTile &tile : next.operands)
    pass(tile);
  if (next.result) {
    name += ".to";
    pass(*next.result);
    arguments.push_back(next.isLast);
  }
  auto function = e.module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(e.module.getBody());
    function = func::FuncOp::create(
        b, loc, name, b.getFunctionType(TypeRange(ValueRange(arguments)), {}));
    SmallVector<StringRef, 1> attributes;
    if (!isWide)
      attributes.push_back(
          StringRef(needsBf16DotAttr.data(), needsBf16DotAttr.size()));
    makeInternal(b, function, attributes);
    Block *entry = function.addEntryBlock();
    b.setInsertionPointToStart(entry);
    Upcoming inner = next;
    auto argument = entry->args_begin() + numFixed;
    auto receive = [&](NextTile &tile) {
      tile.start = *argument++;
      tile.rowBytes = *argument++;
    };
    llvm::for_each(inner.operands, receive);
    if (inner.result) {
      receive(*inner.result);
      inner.isLast = *argument;
    }
    MatmulShape inside = shape;
    auto optional = entry->args_begin() + 3;
    for (Value *each :
         {&inside.liveDepth, &inside.liveRows, &inside.liveColumns,
          &inside.isFirst, &inside.rowFactors})
      if (*each)
        *each = *optional++;
    Bf16Kernel(e, inside, isWide)
        .emit(entry->getArgument(0), entry->getArgument(1),
              entry->getArgument(2), /*panelled=*/true, inner);
    func::ReturnOp::create(b, loc);
  }
  func::CallOp::create(b, loc, function, arguments);
}

void emitBf16Matmul(Emitter &e, const MatmulShape &shape,
                    const MatmulOperands &operands, const Buffer &magnitudes,
                    const Buffer &acc, const Upcoming &next) {
  OpBuilder &b = e.b;
  Value exact = isExact(e, smallestMagnitude(e, magnitudes, false),
                        smallestMagnitude(e, magnitudes, true));
  auto product = [&](bool isWide) {
    Bf16Kernel kernel(e, shape, isWide);
    kernel.forEachBatch(operands, acc, [&](Value lhs, Value rhs, Value sums) {
      kernel.call(lhs, rhs, sums, isWide ? Upcoming() : next);
    });
  };
  auto choice = scf::IfOp::create(b, e.loc(), exact, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  product(/*isWide=*/false);
  b.setInsertionPointToStart(choice.elseBlock());
  product(/*isWide=*/true);
}

} // namespace tessera::cpu
