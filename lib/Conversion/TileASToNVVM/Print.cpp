//===- TileASToNVVM/Print.cpp - output and run-time checks -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers `print` and `assert`. Thread 0 writes the text of a `print` and reads
// tiles from storage. It calls vprintf with conversions of C that Numerics
// derives from the format. A print of at most 32 elements, which
// is what CUDA's printf takes, is one call, so that output of other blocks
// cannot come in between. Larger tiles are printed element by element in a
// loop, each with the brackets and commas in front of it.
//
// For an `assert`, each thread that owns a false element calls __assertfail
// once.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Access/Access.h"
#include "DeviceCall.h"
#include "Handlers.h"

#include "tessera/Conversion/Elements/ElementTypes.h"
#include "tessera/Numerics/PrintFormat.h"

using namespace mlir;
using tessera::numerics::PrintArgument;
using tessera::numerics::PrintPiece;

namespace tessera::gpu {

static constexpr int64_t maxArguments = 32;

/// A constant C string in the generic space.
static Value stringConstant(Emitter &e, StringRef name, StringRef text) {
  Value address = e.bytes(name, (text + llvm::Twine('\0')).str());
  return e.bitcast(address, e.pointerType(Generic));
}

/// The text with the marks quoted that printf would read as conversions.
static std::string escaped(StringRef text) {
  std::string result;
  for (char c : text)
    result += c == '%' ? "%%" : std::string(1, c);
  return result;
}

/// An element as the argument that its conversion takes.
static Value argumentOf(Emitter &e, const PrintPiece &piece, Type element,
                        Value value) {
  if (isa<tileaa::PointerType>(element))
    return e.bitcast(value, e.b.getI64Type());
  bool isFloat = !element.isInteger();
  if (isFloat && piece.kind == PrintArgument::Double)
    return toF64(e, value, element);
  if (isFloat) // %p of a float: its bits
    value = e.bitcast(
        value, e.b.getIntegerType(value.getType().getIntOrFloatBitWidth()));
  bool isSigned =
      piece.kind != PrintArgument::Unsigned && !element.isInteger(1);
  Value wide = e.extend(value, e.b.getI64Type(), isSigned);
  if (piece.kind == PrintArgument::Double)
    return LLVM::SIToFPOp::create(e.b, e.loc(), e.b.getF64Type(), wide);
  if (piece.kind == PrintArgument::Character)
    return e.extend(wide, e.b.getI32Type(), false);
  return wide;
}

/// One call of vprintf.
static void callPrintf(Emitter &e, StringRef format, ArrayRef<Value> values) {
  Type pointer = e.pointerType(Generic);
  Value buffer;
  if (values.empty()) {
    buffer = LLVM::ZeroOp::create(e.b, e.loc(), pointer);
  } else {
    SmallVector<Type> types;
    for (Value value : values)
      types.push_back(value.getType());
    auto record = LLVM::LLVMStructType::getLiteral(e.b.getContext(), types);
    {
      Emitter::AtEntry at(e);
      buffer = LLVM::AllocaOp::create(e.b, e.loc(), pointer, record, e.i32(1),
                                      /*alignment=*/8);
    }
    for (auto [i, value] : llvm::enumerate(values)) {
      Value place = LLVM::GEPOp::create(
          e.b, e.loc(), pointer, record, buffer,
          ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
      LLVM::StoreOp::create(e.b, e.loc(), value, place);
    }
  }
  callExternal(e, "vprintf", e.b.getI32Type(),
               {stringConstant(e, "print_format", format), buffer});
}

namespace {
/// An argument where thread 0 finds it.
struct Printed {
  Type element;
  SmallVector<int64_t> shape; // empty: a scalar
  int64_t count = 1;
  /// The scalar, or the address of the first element.
  Value value;

  Value at(Emitter &e, Value index) const {
    if (shape.empty())
      return value;
    unsigned bytes = Emitter::containerBytes(element);
    Value place = e.byteOffset(value, e.mul(index, e.i32(bytes)));
    return readShared(e, element, place, 1)[0];
  }
};
} // namespace

/// How many brackets close after element `index - 1`: one for each axis whose
/// last run ended there.
static int64_t closing(ArrayRef<int64_t> shape, int64_t index) {
  int64_t run = 1, brackets = 0;
  for (int64_t extent : llvm::reverse(shape)) {
    run *= extent;
    brackets += index % run == 0;
  }
  return brackets;
}

/// The text of a tile with `conversion` for each element, for one call.
static std::string tileFormat(const Printed &printed, StringRef conversion) {
  int64_t rank = printed.shape.size();
  std::string text(rank, '[');
  for (int64_t i = 0; i < printed.count; ++i) {
    if (i != 0) {
      int64_t brackets = closing(printed.shape, i);
      text += std::string(brackets, ']') + ", " + std::string(brackets, '[');
    }
    text += conversion;
  }
  return text + std::string(rank, ']');
}

static void printAtOnce(Emitter &e, ArrayRef<PrintPiece> pieces,
                        ArrayRef<Printed> arguments) {
  std::string format;
  SmallVector<Value> values;
  for (const PrintPiece &piece : pieces) {
    if (piece.argument < 0) {
      format += escaped(piece.text);
      continue;
    }
    const Printed &printed = arguments[piece.argument];
    format += tileFormat(printed, piece.text);
    for (int64_t i = 0; i < printed.count; ++i)
      values.push_back(
          argumentOf(e, piece, printed.element, printed.at(e, e.i32(i))));
  }
  callPrintf(e, format, values);
}

/// Element by element. Before each but the first stands one of rank + 1
/// separators.
static void printLoop(Emitter &e, const PrintPiece &piece,
                      const Printed &printed) {
  using P = LLVM::ICmpPredicate;
  int64_t rank = printed.shape.size();
  callPrintf(e, std::string(rank, '['), {});
  Type i32 = e.b.getI32Type();
  Block *loop = e.newBlock({i32});
  Block *rest = e.newBlock();
  e.branch(loop, {e.i32(0)});
  e.b.setInsertionPointToEnd(loop);
  Value index = loop->getArgument(0);
  Value brackets = e.i32(0);
  int64_t run = 1;
  for (int64_t extent : llvm::reverse(printed.shape)) {
    run *= extent;
    Value low = LLVM::AndOp::create(e.b, e.loc(), index, e.i32(run - 1));
    brackets =
        e.add(brackets, e.extend(e.compare(P::eq, low, e.i32(0)), i32, false));
  }
  for (int64_t count = 0; count < rank; ++count) {
    Value isThis = e.conjunction(e.compare(P::eq, brackets, e.i32(count)),
                                 e.compare(P::ne, index, e.i32(0)));
    e.guarded(isThis, [&] {
      callPrintf(e, std::string(count, ']') + ", " + std::string(count, '['),
                 {});
    });
  }
  callPrintf(e, piece.text,
             {argumentOf(e, piece, printed.element, printed.at(e, index))});
  Value next = e.add(index, e.i32(1));
  Value more = e.compare(P::slt, next, e.i32(printed.count));
  LLVM::CondBrOp::create(e.b, e.loc(), more, loop, ValueRange{next}, rest,
                         ValueRange());
  e.b.setInsertionPointToEnd(rest);
  callPrintf(e, std::string(rank, ']'), {});
}

static void printInPieces(Emitter &e, ArrayRef<PrintPiece> pieces,
                          ArrayRef<Printed> arguments) {
  for (const PrintPiece &piece : pieces) {
    if (piece.argument < 0)
      callPrintf(e, escaped(piece.text), {});
    else if (arguments[piece.argument].count <= maxArguments)
      printAtOnce(e, piece, arguments);
    else
      printLoop(e, piece, arguments[piece.argument]);
  }
}

/// Tiles are in storage: a value of a tensor has no thread that holds it all.
template <typename OpTy>
static LogicalResult emitPrint(Emitter &e, Operation *op) {
  auto print = llvm::cast<OpTy>(op);
  e.set(print.getResultToken(), Registers());
  SmallVector<numerics::ElementKind> kinds;
  SmallVector<Printed> arguments;
  int64_t total = 0;
  for (Value value : print.getArgs()) {
    Printed &printed = arguments.emplace_back();
    if (isa<RankedTensorType>(value.getType()))
      return e.refuse(op, "a tile in registers (tileas-explicit-storage)");
    printed.value = e.scalar(value);
    printed.element = value.getType();
    if (auto view = dyn_cast<tileas::TiledViewType>(value.getType())) {
      printed.element = view.getElementType();
      printed.shape = llvm::to_vector(view.getShape());
      printed.count = ShapedType::getNumElements(view.getShape());
    }
    kinds.push_back(cpu::elementKindOf(printed.element));
    total += printed.count;
  }
  StringRef format = print.getStr();
  std::vector<PrintPiece> pieces = numerics::parsePrintFormat(
      {format.data(), format.size()}, {kinds.data(), kinds.size()});
  e.guarded(e.isFirstThread(), [&] {
    if (total <= maxArguments)
      printAtOnce(e, pieces, arguments);
    else
      printInPieces(e, pieces, arguments);
  });
  return success();
}

//===----------------------------------------------------------------------===//
// assert
//===----------------------------------------------------------------------===//

static LogicalResult emitAssert(Emitter &e, Operation *op) {
  auto check = llvm::cast<tileaa::AssertOp>(op);
  Type type = check.getCondition().getType();
  Value holds;
  for (Value element : e.get(check.getCondition()))
    holds = e.conjunction(holds, element);
  Value fails =
      LLVM::XOrOp::create(e.b, e.loc(), holds, e.i1(true)).getResult();
  std::string file = "tile";
  unsigned line = 0;
  if (auto position = op->getLoc()->findInstanceOf<FileLineColLoc>()) {
    file = position.getFilename().str();
    line = position.getLine();
  }
  Value owner = ownerOf(e, type);
  e.guarded(e.conjunction(owner, fails), [&] {
    Value message = stringConstant(e, "assert_message", check.getMessage());
    Value fileName = stringConstant(e, "assert_file", file);
    Value function =
        stringConstant(e, "assert_function", e.function().getName());
    callExternal(e, "__assertfail", Type(),
                 {message, fileName, e.i32(line), function, e.i64(1)});
  });
  return success();
}

void registerPrintHandlers(Handlers &h) {
  h.addOp<tileaa::PrintOp>(emitPrint<tileaa::PrintOp>);
  h.addOp<tileas::PrintOp>(emitPrint<tileas::PrintOp>);
  h.addOp<tileaa::AssertOp>(emitAssert);
}

} // namespace tessera::gpu
