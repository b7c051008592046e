//===- TileASToNVVM/Products/Tcgen05.cpp - products into tensor memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first thread issues every product, as one instruction for each block of
// rows and columns (of a transposed one, of columns and rows) and each step of
// the depth; only the first step of a block may replace what is there. Of a
// pair of blocks, an instruction takes the rows that both have at the same
// place. It also commits: the tensor unit arrives at a barrier in shared memory
// when all products before are done. Commits use two barriers in turn, so that
// a commit may be under way while threads wait for the one before. Which
// barrier, and which phase of it, follows from the number of commits, which
// every thread counts.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Access/TensorMemory.h"
#include "Conversion/TileASToNVVM/Handlers.h"
#include "Conversion/TileASToNVVM/Mbarriers.h"
#include "DotPlaces.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Layout/MatrixImages.h"
#include "tessera/Layout/TensorMemory.h"
#include "tessera/Target/Tcgen05Table.h"

using namespace mlir;
using tessera::layout::LinearLayout;
using tessera::layout::Space;

namespace tessera::gpu {

/// A number of 64 bits of which the upper word is known: sums of its lower word
/// are of 32 bits then.
static Value joinWords(Emitter &e, Value low, uint32_t high) {
  auto words = VectorType::get({2}, e.b.getI32Type());
  Value pair = LLVM::PoisonOp::create(e.b, e.loc(), words);
  pair = LLVM::InsertElementOp::create(e.b, e.loc(), pair, low, e.i32(0));
  pair =
      LLVM::InsertElementOp::create(e.b, e.loc(), pair, e.i32(high), e.i32(1));
  return LLVM::BitcastOp::create(e.b, e.loc(), e.b.getI64Type(), pair);
}

namespace {
/// A factor in shared memory, or the left one in tensor memory.
class TensorFactor {
public:
  TensorFactor(Emitter &e, Value view, bool isLhs) : e(e), isLhs(isLhs) {
    auto type = llvm::cast<tileas::TiledViewType>(view.getType());
    bits = mmaBits(*tileas::mmaFactorOf(type.getElementType()));
    LinearLayout where = type.getLayout().getLayout();
    if (tileas::isTensorView(type)) {
      offsets = llvm::cantFail(where.invert());
      descriptor = e.scalar(view);
      return;
    }
    image = layout::describeMatrixImage(where, bits);
    offsets = llvm::cantFail(where.invert());
    Value address = sharedAddress(e, e.scalar(view));
    address = LLVM::AndOp::create(e.b, e.loc(), address, e.i32(0x3FFFF));
    address = LLVM::LShrOp::create(e.b, e.loc(), address, e.i32(4));
    rest = layout::tcgen05Descriptor(*image, !isAcross());
    descriptor =
        LLVM::OrOp::create(e.b, e.loc(), address, e.i32(uint32_t(rest)));
  }

  /// Whether its neighbours in memory are no neighbours in depth.
  bool isAcross() const { return image && image->fastDim != depthDim(); }

  bool isInTensorMemory() const { return !image; }

  /// The descriptor of the part that begins at row or column `other`, or its
  /// address in tensor memory.
  Value part(uint64_t batch, uint64_t other, uint64_t depth) {
    const Space &space = offsets->in();
    uint64_t at = space.pack(layout::tileDim(depthDim()), depth) |
                  space.pack(layout::tileDim(otherDim()), other);
    if (rank() == 3)
      at |= space.pack(layout::tileDim(0), batch);
    if (isInTensorMemory()) {
      const uint64_t column =
          offsets->out().get(offsets->apply(at), layout::Dim::TmemColumn);
      return column == 0 ? descriptor : e.add(descriptor, e.i32(column));
    }
    uint64_t bytes = offsets->apply(at) * (bits / 8);
    Value low = bytes == 0 ? descriptor : e.add(descriptor, e.i32(bytes >> 4));
    return joinWords(e, low, uint32_t(rest >> 32));
  }

private:
  unsigned rank() const { return offsets->in().axes().size(); }
  unsigned depthDim() const { return isLhs ? rank() - 1 : rank() - 2; }
  unsigned otherDim() const { return isLhs ? rank() - 2 : rank() - 1; }

  Emitter &e;
  bool isLhs;
  unsigned bits;
  std::optional<layout::MatrixImage> image;
  std::optional<LinearLayout> offsets;
  /// Its lower word, which has the address, or the address in tensor memory.
  Value descriptor;
  /// What of it is known.
  uint64_t rest = 0;
};
} // namespace

namespace {
/// The scales of a product, which are copied to tensor memory in front of it:
/// 128 rows (or columns) and four blocks are 512 bytes, which become four
/// columns of 32 lanes, the same in each quarter of the lanes. Copies and
/// products of one thread are made in their order.
class TensorScales {
public:
  TensorScales(Emitter &e, tileas::TensorDotOp dot) : e(e), dot(dot) {}

  void copy() {
    unsigned column = 0;
    for (Value scale : {dot.getLhsScale(), dot.getRhsScale()}) {
      Value descriptor = descriptorOf(scale);
      const unsigned columns = layout::blockScaleColumns(shapeOf(scale));
      for (unsigned i = 0; i < columns; i += 4, column += 4)
        e.inlineAsm(
            "tcgen05.cp.cta_group::1.32x128b.warpx4 [$0], $1;", "r,l,~{memory}",
            Type(),
            {at(column), i == 0 ? descriptor : e.add(descriptor, e.i64(8 * i))},
            /*sideEffects=*/true);
    }
  }

  /// Where the scales are of the row (or column) and block that an instruction
  /// begins with.
  Value place(bool isLhs, uint64_t batch, uint64_t other, uint64_t block) {
    ArrayRef<int64_t> shape =
        shapeOf(isLhs ? dot.getLhsScale() : dot.getRhsScale());
    const unsigned rank = shape.size();
    const uint64_t rows = shape[isLhs ? rank - 2 : rank - 1] / 128,
                   blocks = shape[isLhs ? rank - 1 : rank - 2] / 4;
    const unsigned first =
        isLhs ? 0 : layout::blockScaleColumns(shapeOf(dot.getLhsScale()));
    return at(first + 4 * ((batch * blocks + block / 4) * rows + other / 128));
  }

private:
  static ArrayRef<int64_t> shapeOf(Value scale) {
    return llvm::cast<tileas::TiledViewType>(scale.getType()).getShape();
  }
  /// Rows of 16 bytes after each other, without swizzle.
  Value descriptorOf(Value scale) {
    constexpr uint64_t rows =
        uint64_t(1) << 46 | uint64_t(8) << 32 | uint64_t(1) << 16;
    Value address = sharedAddress(e, e.scalar(scale));
    address = LLVM::AndOp::create(e.b, e.loc(), address, e.i32(0x3FFFF));
    address = LLVM::LShrOp::create(e.b, e.loc(), address, e.i32(4));
    return LLVM::OrOp::create(
        e.b, e.loc(), e.extend(address, e.b.getI64Type(), /*isSigned=*/false),
        e.i64(rows));
  }
  Value at(unsigned column) {
    Value first = e.scalar(dot.getScalePlace());
    return column == 0 ? first : e.add(first, e.i32(column));
  }

  Emitter &e;
  tileas::TensorDotOp dot;
};
} // namespace

/// The part of an instruction's name that says what it multiplies.
static std::string kindOf(const BlockScaleRow &row) {
  return (llvm::Twine(row.kind) +
          ".block_scale.scale_vec::" + llvm::Twine(row.scales()) + "X")
      .str();
}

static void issue(Emitter &e, tileas::TensorDotOp dot) {
  const tileas::AtomAttr atom = dot.getAtom();
  const RankedTensorType factor = tileas::getFactorTile(dot.getLhs().getType());
  const unsigned perElement =
      tileas::factorsPerElement(atom, factor.getElementType());
  // The depth counts elements of the factors' tiles.
  const layout::MmaShape shape = tileas::inElements(
      *tileas::tcgen05ShapeOf(atom), atom, factor.getElementType());
  // Of the instruction: a transposed one's left factor is the right one of the
  // tiles.
  const bool isTransposed = atom.getTransposed();
  TensorFactor left(e, isTransposed ? dot.getRhs() : dot.getLhs(),
                    !isTransposed),
      right(e, isTransposed ? dot.getLhs() : dot.getRhs(), isTransposed);
  const bool signedLhs = isSigned(dot.getSignednessLhs()),
             signedRhs = isSigned(dot.getSignednessRhs());
  const Tcgen05Form form{shape.m,
                         shape.n,
                         isTransposed ? signedRhs : signedLhs,
                         isTransposed ? signedLhs : signedRhs,
                         left.isAcross(),
                         right.isAcross()};
  TensorScales scales(e, dot);
  const Tcgen05Row *row = nullptr;
  const BlockScaleRow *scaled = nullptr;
  if (dot.getLhsScale()) {
    auto scale = tileas::getFactorTile(dot.getLhsScale().getType());
    scaled = tileas::blockScaleOf(atom.getElements()[0], scale.getElementType(),
                                  factor.getShape().back() * perElement /
                                      scale.getShape().back());
    scales.copy();
  } else {
    row = findTcgen05(*tileas::mmaFactorOf(atom.getElements()[0]),
                      *tileas::mmaSumOf(atom.getElements()[2]));
  }
  auto place = llvm::cast<tileas::TiledViewType>(dot.getPlace().getType());
  ArrayRef<int64_t> tile = place.getShape();
  const unsigned rank = tile.size();
  const unsigned rowDim = isTransposed ? rank - 1 : rank - 2,
                 columnDim = isTransposed ? rank - 2 : rank - 1;
  const int64_t batches = rank == 3 ? tile[0] : 1, rows = tile[rowDim],
                columns = tile[columnDim], depth = factor.getShape().back();
  const LinearLayout cells = place.getLayout().getLayout().pseudoInverse();
  const unsigned ownRows = tileas::rowsInBlock(shape);
  const std::string text = "tcgen05.mma" + groupName(dot) +
                           ".kind::" + (scaled ? kindOf(*scaled) : row->kind) +
                           (left.isInTensorMemory() ? " [$0], [$1], $2, $3, "
                                                    : " [$0], $1, $2, $3, ") +
                           (scaled ? "[$5], [$6], $4;" : "$4;");
  const Value always = e.i1(true);
  for (int64_t batch = 0; batch < batches; ++batch)
    for (int64_t m = 0; m < rows; m += ownRows)
      for (int64_t n = 0; n < columns; n += shape.n) {
        const Space &space = cells.in();
        uint64_t point = space.pack(layout::tileDim(rowDim), m) |
                         space.pack(layout::tileDim(columnDim), n);
        if (rank == 3)
          point |= space.pack(layout::tileDim(0), batch);
        const uint64_t column =
            cells.out().get(cells.apply(point), layout::Dim::TmemColumn);
        Value sums = e.scalar(dot.getPlace());
        if (column != 0)
          sums = e.add(sums, e.i32(column));
        for (int64_t k = 0; k < depth; k += shape.k) {
          const uint64_t block = scaled ? k * perElement / scaled->block : 0;
          const uint32_t instruction =
              scaled ? tcgen05Instruction(*scaled, form, block % 4)
                     : tcgen05Instruction(*row, form);
          SmallVector<Value> operands{
              sums, left.part(batch, m, k), right.part(batch, n, k),
              e.i32(static_cast<int32_t>(instruction)),
              k == 0 ? e.scalar(dot.getAdds()) : always};
          if (scaled)
            operands.append({scales.place(/*isLhs=*/true, batch, m, block),
                             scales.place(/*isLhs=*/false, batch, n, block)});
          e.inlineAsm(text,
                      scaled                    ? "r,l,l,r,b,r,r,~{memory}"
                      : left.isInTensorMemory() ? "r,r,l,r,b,~{memory}"
                                                : "r,l,l,r,b,~{memory}",
                      Type(), operands, /*sideEffects=*/true);
        }
      }
}

static LogicalResult emitTensorDot(Emitter &e, Operation *op) {
  auto dot = llvm::cast<tileas::TensorDotOp>(op);
  for (Value factor : {dot.getLhs(), dot.getRhs()})
    if (!tileas::isSharedView(factor.getType()) &&
        !tileas::isTensorView(factor.getType()))
      return e.refuse(op, "a factor of tcgen05 in registers");
  e.guarded(e.isFirstThread(), [&] {
    tensorFenceAfter(e);
    issue(e, dot);
  });
  return success();
}

/// The barrier of commit number `index`, an address in shared memory.
static Value barrierOf(Emitter &e, const TensorBoard &board, Value index) {
  Value which = LLVM::AndOp::create(e.b, e.loc(), index, e.i32(1));
  return sharedAddress(
      e, e.byteOffset(board.barriers,
                      LLVM::ShlOp::create(e.b, e.loc(), which, e.i32(3))));
}

static Value countOf(Emitter &e, const TensorBoard &board) {
  return LLVM::LoadOp::create(e.b, e.loc(), e.b.getI32Type(), board.commits);
}

static LogicalResult emitCommit(Emitter &e, Operation *op) {
  if (Value iterator = llvm::cast<tileas::CommitProductsOp>(op).getIterator()) {
    Value barrier = fullBarrierOf(e, iterator);
    if (!barrier)
      return e.refuse(op, "a stage of no known pipeline");
    e.guarded(e.isFirstThread(), [&] { arriveAfterProducts(e, op, barrier); });
    return success();
  }
  TensorBoard board(e, op->getOperand(0));
  Value count = countOf(e, board);
  Value barrier = barrierOf(e, board, count);
  e.guarded(e.isFirstThread(), [&] { arriveAfterProducts(e, op, barrier); });
  LLVM::StoreOp::create(e.b, e.loc(), e.add(count, e.i32(1)), board.commits);
  return success();
}

static LogicalResult emitWait(Emitter &e, Operation *op) {
  auto wait = llvm::cast<tileas::WaitProductsOp>(op);
  TensorBoard board(e, wait.getMemory());
  // Before the first commit this is a number below zero, whose phase counts as
  // passed.
  Value index = e.add(countOf(e, board),
                      e.i32(-1 - static_cast<int64_t>(wait.getPending())));
  Value turn = LLVM::LShrOp::create(e.b, e.loc(), index, e.i32(1));
  waitForPhase(e, barrierOf(e, board, index),
               LLVM::AndOp::create(e.b, e.loc(), turn, e.i32(1)));
  tensorFenceAfter(e);
  return success();
}

void registerTensorProductHandlers(Handlers &h) {
  h.addOp<tileas::TensorDotOp>(emitTensorDot);
  h.addOp<tileas::CommitProductsOp>(emitCommit);
  h.addOp<tileas::WaitProductsOp>(emitWait);
}

} // namespace tessera::gpu
