//===- TileASToNVVM/Access/SharedImage.cpp - tiles in shared memory --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets are linear in the bits of register, lane and warp, so an address is
// the XOR of what these bits contribute. Whether
// ldmatrix or stmatrix can move a tile is decided in MatrixMoves.cpp.
//
//===----------------------------------------------------------------------===//

#include "SharedImage.h"
#include "MatrixMoves.h"

#include "tessera/Layout/BankConflicts.h"
#include "tessera/Layout/LaneTurns.h"
#include "tessera/Layout/MatrixImages.h"

using namespace mlir;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

static SmallVector<uint64_t, 8> byteColumns(const LinearLayout &offsets,
                                            Dim place, unsigned bytes) {
  SmallVector<uint64_t, 8> columns;
  for (unsigned bit = 0; bit < offsets.in().bits(place); ++bit)
    columns.push_back(bytes * offsets.column(place, bit));
  return columns;
}

/// The address at `thread` ^ `fixed` from `image`, where `thread` has no bits
/// but those of `mask`, and `base` is the address at `thread`. Only bits that
/// both may have are flipped; the others are an immediate of the instruction.
static Value fixedOffset(Emitter &e, Value image, Value base, Value thread,
                         uint64_t mask, uint64_t fixed) {
  if (uint64_t flipped = fixed & mask)
    base = e.byteOffset(
        image, LLVM::XOrOp::create(e.b, e.loc(), thread, e.i32(flipped)));
  return e.byteOffset(base, static_cast<int64_t>(fixed & ~mask));
}

SharedRuns::SharedRuns(Emitter &e, const LinearLayout &registers,
                       const SharedImage &image, Type element,
                       const SharedShift &shift)
    : e(e), scratch(image.base), bytes(Emitter::containerBytes(element)),
      offsets(llvm::cantFail(layout::accessOffsets(registers, image.layout))),
      mask(shift.mask), shifted(shift.fixed) {
  llvm::Expected<unsigned> widest =
      layout::widestVector(registers, image.layout, 8 * bytes);
  unsigned width = bytes;
  if (widest)
    width = std::max(*widest, bytes);
  else
    llvm::consumeError(widest.takeError());
  SmallVector<uint64_t, 8> lanes = byteColumns(offsets, Dim::Lane, bytes);
  SmallVector<uint64_t, 8> warps = byteColumns(offsets, Dim::Warp, bytes);
  for (uint64_t column : lanes)
    mask |= column;
  for (uint64_t column : warps)
    mask |= column;
  // A thread may hold whole runs in an order of its own.
  while ((mask | shifted) & (width - 1))
    width /= 2;
  unsigned count = Emitter::numRegisters(registers);
  copies = registers.in().get(registers.freeBits(), Dim::Register);
  SmallVector<std::pair<uint64_t, unsigned>> order;
  for (unsigned r = 0; r < count; ++r)
    if ((r & copies) == 0)
      order.push_back({offset(r), r});
  llvm::sort(order);
  unsigned perRun = width / bytes;
  for (unsigned i = 0; i < order.size(); i += perRun) {
    SmallVector<unsigned, 8> run;
    for (unsigned k = 0; k < perRun && i + k < order.size(); ++k)
      run.push_back(order[i + k].second);
    runs.push_back(run);
  }
  thread = e.linear(e.lane(), lanes);
  Value warpPart = e.linear(e.warp(), warps);
  if (thread && warpPart) {
    Emitter::AtThread at(e);
    thread = LLVM::XOrOp::create(e.b, e.loc(), thread, warpPart);
  } else if (!thread) {
    thread = warpPart;
  }
  if (thread && shift.moving)
    thread = LLVM::XOrOp::create(e.b, e.loc(), thread, shift.moving);
  else if (!thread)
    thread = shift.moving;
  if (thread)
    base = e.byteOffset(scratch, thread);
}

uint64_t SharedRuns::offset(unsigned r) const {
  return r == 0 ? 0 : offsets.apply(offsets.in().pack(Dim::Register, r));
}

Value SharedRuns::address(unsigned r) {
  uint64_t fixed = bytes * offset(r) ^ shifted;
  if (!thread)
    return e.byteOffset(scratch, static_cast<int64_t>(fixed));
  return fixedOffset(e, scratch, base, thread, mask, fixed);
}

//===----------------------------------------------------------------------===//
// ldmatrix and stmatrix
//===----------------------------------------------------------------------===//

namespace {
/// The instructions that move a tile between its registers and an image.
class MatrixTile {
public:
  /// Nothing where the layout is not what the instructions move.
  static std::optional<MatrixTile> create(Emitter &e, const SharedImage &image,
                                          const LinearLayout &layout,
                                          Type element,
                                          const SharedShift &shift = {});

  Registers read();
  bool mayWrite() const { return !moves.pairBit; }
  void write(const Registers &tile);

private:
  MatrixTile(Emitter &e, MatrixMoves moves) : e(e), moves(std::move(moves)) {}
  unsigned numInstructions() const { return 1u << moves.otherBits.size(); }
  unsigned perWord() const { return 1u << moves.wordBits; }
  /// The first register of matrix `m` of instruction `n`.
  unsigned firstRegister(unsigned n, unsigned m) const;
  void unpackWord(Value word, unsigned first, Registers &into);
  /// The address that this lane gives to instruction `n`.
  Value address(unsigned n);
  std::string name(StringRef opcode) const {
    return ("llvm.nvvm." + opcode + ".sync.aligned.m8n8.x" +
            llvm::Twine(moves.count) + (moves.transposed ? ".trans" : "") +
            ".b16.p3")
        .str();
  }

  Emitter &e;
  MatrixMoves moves;
  SmallVector<uint64_t, 8> registers;
  Value image, thread, base;
  uint64_t mask = 0, shifted = 0;
  unsigned numRegisters = 0;
  Type type;
};
} // namespace

std::optional<MatrixTile> MatrixTile::create(Emitter &e,
                                             const SharedImage &image,
                                             const LinearLayout &layout,
                                             Type element,
                                             const SharedShift &shift) {
  unsigned bytes = Emitter::containerBytes(element);
  if (isa<tileaa::PointerType>(element) || element.isInteger(1) ||
      element.isInteger(4) ||
      layout.freeBits() & layout.in().mask(Dim::Register))
    return std::nullopt;
  // Lanes point at rows of 16 bytes.
  if ((shift.mask | shift.fixed) % 16 != 0)
    return std::nullopt;
  LinearLayout offsets =
      llvm::cantFail(layout::accessOffsets(layout, image.layout));
  SmallVector<uint64_t, 8> registers =
      byteColumns(offsets, Dim::Register, bytes);
  SmallVector<uint64_t, 8> warps = byteColumns(offsets, Dim::Warp, bytes);
  std::optional<MatrixMoves> moves = planMatrixMoves(
      registers, byteColumns(offsets, Dim::Lane, bytes), warps, bytes);
  if (!moves)
    return std::nullopt;
  MatrixTile tile(e, std::move(*moves));
  tile.registers = std::move(registers);
  tile.image = image.base;
  tile.thread = e.linear(e.lane(), tile.moves.rows);
  if (Value warp = e.linear(e.warp(), warps)) {
    Emitter::AtThread at(e);
    tile.thread = tile.thread
                      ? LLVM::XOrOp::create(e.b, e.loc(), tile.thread, warp)
                      : warp;
  }
  if (shift.moving)
    tile.thread = tile.thread ? LLVM::XOrOp::create(e.b, e.loc(), tile.thread,
                                                    shift.moving)
                              : shift.moving;
  tile.mask = shift.mask;
  tile.shifted = shift.fixed;
  for (uint64_t column : tile.moves.rows)
    tile.mask |= column;
  for (uint64_t column : warps)
    tile.mask |= column;
  tile.base = tile.thread ? e.byteOffset(image.base, tile.thread) : image.base;
  tile.numRegisters = Emitter::numRegisters(layout);
  tile.type = e.registerType(element);
  return tile;
}

unsigned MatrixTile::firstRegister(unsigned n, unsigned m) const {
  unsigned r = 0;
  for (auto [i, bit] : llvm::enumerate(moves.otherBits))
    r |= (n >> i & 1) << bit;
  for (auto [i, bit] : llvm::enumerate(moves.matrixBits))
    r |= (m >> i & 1) << bit;
  return r;
}

Value MatrixTile::address(unsigned n) {
  uint64_t fixed = shifted;
  for (auto [i, bit] : llvm::enumerate(moves.otherBits))
    if (n >> i & 1)
      fixed ^= registers[bit];
  return fixedOffset(e, image, base, thread, mask, fixed);
}

/// Elements of a word as the registers from `first` on.
void MatrixTile::unpackWord(Value word, unsigned first, Registers &into) {
  if (perWord() == 1) {
    into[first] = e.bitcast(word, type);
    return;
  }
  Value elements =
      e.bitcast(word, VectorType::get({static_cast<int64_t>(perWord())}, type));
  for (unsigned k = 0; k < perWord(); ++k)
    into[first + k] =
        LLVM::ExtractElementOp::create(e.b, e.loc(), elements, e.i32(k));
}

Registers MatrixTile::read() {
  Type i32 = e.b.getI32Type();
  Type made = moves.count == 1
                  ? i32
                  : Type(LLVM::LLVMStructType::getLiteral(
                        e.b.getContext(), SmallVector<Type>(moves.count, i32)));
  Registers result(numRegisters);
  for (unsigned n = 0; n < numInstructions(); ++n) {
    Value words = e.intrinsic(name("ldmatrix"), made, {address(n)});
    auto word = [&](unsigned m) -> Value {
      if (moves.count == 1)
        return words;
      return LLVM::ExtractValueOp::create(e.b, e.loc(), words,
                                          static_cast<int64_t>(m));
    };
    if (!moves.pairBit) {
      for (unsigned m = 0; m < moves.count; ++m)
        unpackWord(word(m), firstRegister(n, m), result);
      continue;
    }
    // Bytes 0 and 2 of two words are four rows of one column, 1 and 3 those of
    // its neighbour.
    for (unsigned m = 0; m < moves.count; m += 2) {
      const unsigned first = firstRegister(n, m);
      Value low = word(m), high = word(m + 1);
      for (auto [bytes, r] : {std::pair(0x6420, first),
                              std::pair(0x7531, first | 1u << *moves.pairBit)})
        unpackWord(
            e.intrinsic("llvm.nvvm.prmt", i32, {low, high, e.i32(bytes)}), r,
            result);
    }
  }
  return result;
}

void MatrixTile::write(const Registers &tile) {
  Type i32 = e.b.getI32Type();
  auto vector = VectorType::get({static_cast<int64_t>(perWord())}, type);
  for (unsigned n = 0; n < numInstructions(); ++n) {
    SmallVector<Value, 5> operands{address(n)};
    for (unsigned m = 0; m < moves.count; ++m) {
      unsigned r = firstRegister(n, m);
      Value word = tile[r];
      if (perWord() != 1) {
        word = LLVM::UndefOp::create(e.b, e.loc(), vector);
        for (unsigned k = 0; k < perWord(); ++k)
          word = LLVM::InsertElementOp::create(e.b, e.loc(), word, tile[r + k],
                                               e.i32(k));
      }
      operands.push_back(e.bitcast(word, i32));
    }
    e.intrinsic(name("stmatrix"), Type(), operands);
  }
}

//===----------------------------------------------------------------------===//
// Whole tiles
//===----------------------------------------------------------------------===//

/// The registers in the order in which this lane stores them, and the layout
/// that they have then. Images that threads alone use have been chosen so that
/// nothing need be exchanged.
static std::pair<LinearLayout, Registers>
turnLanes(Emitter &e, const SharedImage &image, const LinearLayout &layout,
          Type element, const Registers &registers) {
  const unsigned bits = 8 * Emitter::containerBytes(element);
  std::optional<layout::LaneTurn> turn;
  if (layout.isInjective() && layout::describeMatrixImage(image.layout, bits))
    turn = layout::findLaneTurn(layout, image.layout, bits);
  if (!turn)
    return {layout, registers};
  Value isTurned;
  {
    Value lane = e.lane();
    Emitter::AtThread at(e);
    Value bit = LLVM::AndOp::create(e.b, e.loc(), lane,
                                    e.i32(int64_t(1) << turn->laneBit));
    isTurned = e.compare(LLVM::ICmpPredicate::ne, bit, e.i32(0));
  }
  Registers turned;
  for (unsigned r = 0; r < registers.size(); ++r)
    turned.push_back(e.select(
        isTurned, registers[r ^ (1u << turn->registerBit)], registers[r]));
  return {turn->registers, std::move(turned)};
}

void writeImage(Emitter &e, const SharedImage &image,
                const LinearLayout &layout, Type element,
                const Registers &registers) {
  // The instruction is one of whole warps, which a choice of owners splits.
  if (e.target().has(GpuCapability::StMatrix) && layout.isInjective())
    if (std::optional<MatrixTile> tile =
            MatrixTile::create(e, image, layout, element);
        tile && tile->mayWrite())
      return tile->write(registers);
  auto [order, values] = turnLanes(e, image, layout, element, registers);
  SharedRuns writer(e, order, image, element);
  for (const auto &run : writer.runs) {
    SmallVector<Value, 8> parts;
    for (unsigned r : run)
      parts.push_back(values[r]);
    writeShared(e, element, writer.address(run[0]), parts);
  }
}

Registers readImage(Emitter &e, const SharedImage &image,
                    const LinearLayout &layout, Type element,
                    const SharedShift &shift) {
  if (std::optional<MatrixTile> tile =
          MatrixTile::create(e, image, layout, element, shift))
    return tile->read();
  return readShifted(e, image, layout, element, shift);
}

Registers readShifted(Emitter &e, const SharedImage &image,
                      const LinearLayout &layout, Type element,
                      const SharedShift &shift) {
  SharedRuns reader(e, layout, image, element, shift);
  Registers result(Emitter::numRegisters(layout));
  for (const auto &run : reader.runs) {
    Registers parts =
        readShared(e, element, reader.address(run[0]), run.size());
    for (auto [r, value] : llvm::zip(run, parts))
      result[r] = value;
  }
  for (unsigned r = 0; r < result.size(); ++r)
    if (!result[r])
      result[r] = result[r & ~reader.copies];
  return result;
}

} // namespace tessera::gpu
