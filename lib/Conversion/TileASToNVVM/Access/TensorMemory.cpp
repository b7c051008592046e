//===- TileASToNVVM/Access/TensorMemory.cpp - tiles in tensor memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each warp loads and stores the 32 lanes that are its own. An access begins
// with the fence that orders it after work of other warps before the last
// barrier, and ends with the wait for it and the fence that orders it before
// their work after the next one.
//
//===----------------------------------------------------------------------===//

#include "TensorMemory.h"

#include "Conversion/TileASToNVVM/Handlers.h"
#include "Conversion/TileASToNVVM/Mbarriers.h"
#include "InlineRegisters.h"

#include "tessera/Layout/TensorMemory.h"

using namespace mlir;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

/// Words that one piece of inline PTX returns.
static constexpr unsigned mostReturned = layout::mostTensorWords;

/// Words that one tcgen05.ld or .st moves: ptxas wants registers for all of
/// them at once, of which threads of one warpgroup have the most, if roles do
/// not begin with a share of them.
static unsigned mostWords(Emitter &e, const LinearLayout &cells) {
  return cells.in().bits(Dim::Warp) == 2 &&
                 !e.function()->hasAttr("nvvm.maxnreg")
             ? layout::mostTensorWords
             : layout::mostTensorWords / 2;
}

void tensorEffect(Emitter &e, const Twine &text) {
  e.inlineAsm(text.str(), "~{memory}", Type(), {}, /*sideEffects=*/true);
}

void tensorFenceBefore(Emitter &e) {
  tensorEffect(e, "tcgen05.fence::before_thread_sync;");
}

void tensorFenceAfter(Emitter &e) {
  tensorEffect(e, "tcgen05.fence::after_thread_sync;");
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {
/// The instructions between one place and the registers of one tile.
class TensorAccess {
public:
  TensorAccess(Emitter &e, Value place, const LinearLayout &registers)
      : e(e), cells(layout::tensorCells(
                  llvm::cast<tileas::TiledViewType>(place.getType())
                      .getLayout()
                      .getLayout(),
                  registers)),
        move(holdsWords() ? layout::findWordMove(cells, mostWords(e, cells))
             : llvm::cast<tileas::TiledViewType>(place.getType())
                     .getElementType()
                     .isF16()
                 ? layout::findHalfMove(cells, mostWords(e, cells))
                 : layout::findTensorMove(cells, mostWords(e, cells))) {
    if (!move)
      return;
    base = e.scalar(place);
    SmallVector<uint64_t> columns;
    for (unsigned bit = 0; bit < cells.in().bits(Dim::Warp); ++bit)
      columns.push_back(addressOf(cells.column(Dim::Warp, bit)));
    if (Value own = e.linear(e.uniformWarp(), columns))
      base = e.add(base, own);
  }
  explicit operator bool() const { return move.has_value(); }

  /// Whether tcgen05.ld.red has this form.
  bool reduces() const {
    return !move->packed && move->repeat >= layout::leastReducedColumns &&
           (move->shape == layout::TmemShape::L32x32b ||
            move->shape == layout::TmemShape::L16x32bx2);
  }
  /// Whether a column holds several elements, as of a factor.
  bool holdsWords() const { return cells.out().bits(Dim::Offset) != 0; }
  /// Registers in a word.
  unsigned perWord() const {
    return move->packed ? 2 : 1u << cells.out().bits(Dim::Offset);
  }
  /// Words of one instruction.
  unsigned numWords() const { return move->registers / perWord(); }
  void load(MutableArrayRef<Value> words, Type type) {
    load(words, type, StringRef(), {}, /*waits=*/true);
  }
  /// The words are there behind a `tcgen05.wait::ld` that takes them.
  void beginLoad(MutableArrayRef<Value> words, Type type) {
    load(words, type, StringRef(), {}, /*waits=*/false);
  }
  /// The same, and of the words of each instruction the extremum that
  /// `reduction` names ("max.NaN.f32").
  void load(MutableArrayRef<Value> words, Type type, StringRef reduction,
            MutableArrayRef<Value> extrema, bool waits);
  /// Without a wait if a later store `waits`.
  void store(ArrayRef<Value> words, bool waits);

private:
  /// Lanes count from bit 16, columns from bit 0.
  uint64_t addressOf(uint64_t cell) const {
    return cells.out().get(cell, Dim::TmemLane) << 16 |
           cells.out().get(cell, Dim::TmemColumn);
  }
  /// "tcgen05.ld.sync.aligned.16x256b.x8.b32".
  std::string name(StringRef direction, StringRef type = "b32") const {
    return ("tcgen05." + direction + ".sync.aligned." +
            layout::tmemShapeName(move->shape) + ".x" +
            llvm::Twine(move->repeat) +
            (!move->packed       ? ""
             : direction == "ld" ? ".pack::16b"
                                 : ".unpack::16b") +
            "." + type)
        .str();
  }
  /// The address operand of the instruction whose first word is `first`.
  Value address(unsigned first) {
    uint64_t bytes = addressOf(
        cells.apply(cells.in().pack(Dim::Register, first * perWord())));
    return bytes == 0 ? base : e.add(base, e.i32(bytes));
  }
  std::string split() const {
    return move->split ? ", " + std::to_string(move->split) : std::string();
  }
  /// "{$4, $5}".
  static std::string operands(unsigned first, unsigned count) {
    std::string text = "{";
    for (unsigned i = 0; i < count; ++i)
      text += (i ? ", $" : "$") + std::to_string(first + i);
    return text + "}";
  }

  Emitter &e;
  LinearLayout cells;
  std::optional<layout::TensorMove> move;
  Value base;
};
} // namespace

void TensorAccess::load(MutableArrayRef<Value> words, Type type,
                        StringRef reduction, MutableArrayRef<Value> extrema,
                        bool waits) {
  const unsigned each = numWords();
  for (unsigned from = 0; from < words.size(); from += mostReturned) {
    MutableArrayRef<Value> part =
        words.slice(from, std::min<size_t>(mostReturned, words.size() - from));
    // Results are the words and, behind them, an extremum per instruction.
    const unsigned count = part.size() / each;
    SmallVector<Value *> results;
    for (Value &word : part)
      results.push_back(&word);
    if (!reduction.empty())
      for (Value &extremum : extrema.slice(from / each, count))
        results.push_back(&extremum);
    std::string text, constraints;
    SmallVector<Value> addresses;
    for (unsigned i = 0; i < count; ++i) {
      text += reduction.empty() ? name("ld") : name("ld.red", reduction);
      text += " " + operands(i * each, each);
      if (!reduction.empty())
        text += ", $" + std::to_string(part.size() + i);
      text +=
          ", [$" + std::to_string(results.size() + i) + "]" + split() + "; ";
      addresses.push_back(address(from + i * each));
    }
    // In the same piece, so that no use of the registers can come before it.
    if (waits)
      text += "tcgen05.wait::ld.sync.aligned;";
    for (size_t i = 0; i < results.size(); ++i)
      constraints += type.isF32() ? "=f," : "=r,";
    for (size_t i = 0; i < addresses.size(); ++i)
      constraints += "r,";
    constraints += "~{memory}";
    SmallVector<Value> made =
        inlineResults(e, text, constraints, type, results.size(), addresses);
    for (auto [to, value] : llvm::zip_equal(results, made))
      *to = value;
  }
}

void TensorAccess::store(ArrayRef<Value> words, bool waits) {
  const unsigned count = numWords();
  std::string constraints = "r";
  for (unsigned i = 0; i < count; ++i)
    constraints += words[0].getType().isF32() ? ",f" : ",r";
  constraints += ",~{memory}";
  for (unsigned from = 0; from < words.size(); from += count) {
    SmallVector<Value> values{address(from)};
    llvm::append_range(values, words.slice(from, count));
    e.inlineAsm(name("st") + " [$0]" + split() + ", " + operands(1, count) +
                    ";",
                constraints, Type(), values, /*sideEffects=*/true);
  }
  if (waits)
    tensorEffect(e, "tcgen05.wait::st.sync.aligned;");
}

/// Numbers of f16 out of words: two of each, or the one in its low half.
static Registers halvesOf(Emitter &e, const Registers &words,
                          unsigned perWord) {
  auto pair = VectorType::get({2}, e.b.getF16Type());
  Registers halves;
  for (Value word : words) {
    Value both = e.bitcast(word, pair);
    for (unsigned i = 0; i < perWord; ++i)
      halves.push_back(
          LLVM::ExtractElementOp::create(e.b, e.loc(), both, e.i32(i)));
  }
  return halves;
}

/// The words of numbers of 16 bits. Where a number has a word for itself, the
/// upper half of it is zero.
static Registers wordsOf(Emitter &e, const Registers &halves,
                         unsigned perWord) {
  auto pair = VectorType::get({2}, halves[0].getType());
  Registers words;
  for (unsigned first = 0; first < halves.size(); first += perWord) {
    Value both = e.bitcast(e.i32(0), pair);
    for (unsigned i = 0; i < perWord; ++i)
      both = LLVM::InsertElementOp::create(e.b, e.loc(), both,
                                           halves[first + i], e.i32(i));
    words.push_back(e.bitcast(both, e.b.getI32Type()));
  }
  return words;
}

LogicalResult loadTensor(Emitter &e, tileas::TiledLoadOp load) {
  Value result = load.getResult();
  LinearLayout layout = Emitter::layoutOf(result);
  TensorAccess access(e, load.getView(), layout);
  if (!access || access.holdsWords())
    return e.refuse(load, "registers that tcgen05.ld does not load");
  const bool isHalf = getElementTypeOrSelf(result.getType()).isF16();
  Registers registers(Emitter::numRegisters(layout) / access.perWord());
  tensorFenceAfter(e);
  access.load(registers,
              isHalf ? Type(e.b.getI32Type())
                     : e.registerType(getElementTypeOrSelf(result.getType())));
  if (isHalf)
    registers = halvesOf(e, registers, access.perWord());
  tensorFenceBefore(e);
  e.set(result, std::move(registers));
  if (load.getResultToken())
    e.set(load.getResultToken(), Registers());
  return success();
}

//===----------------------------------------------------------------------===//
// Extrema of rows
//===----------------------------------------------------------------------===//

/// "max.abs.NaN.f32", "min.u32".
static std::string reductionName(tileas::LoadExtremaOp op) {
  using K = tileas::Extremum;
  const K kind = op.getKind();
  std::string name = kind == K::Max || kind == K::UMax ? "max" : "min";
  if (getElementTypeOrSelf(op.getResult().getType()).isInteger(32))
    return name + (kind == K::UMax || kind == K::UMin ? ".u32" : ".s32");
  return name + (op.getAbsolute() ? ".abs" : "") +
         (op.getPropagateNan() ? ".NaN" : "") + ".f32";
}

/// The extremum of two.
static Value extremumOf(Emitter &e, tileas::LoadExtremaOp op, Value a,
                        Value b) {
  const bool isFloat = a.getType().isF32();
  std::string name = tileas::stringifyExtremum(op.getKind()).str();
  if (isFloat)
    name = "llvm.nvvm.f" + name + (op.getPropagateNan() ? ".nan.f" : ".f");
  else
    name = "llvm." + (name[0] == 'u' ? name : "s" + name) + ".i32";
  return e.intrinsic(name, a.getType(), {a, b});
}

/// Which register of `extrema` has what is reduced of register `r` of `tile`.
/// Nothing unless each of `extrema` is one thread's, and `each` neighbouring
/// registers of the tile are of one extremum.
static std::optional<SmallVector<unsigned>>
findExtrema(const LinearLayout &tile, const LinearLayout &extrema,
            int64_t columns, unsigned each) {
  const layout::Space &to = extrema.out();
  const bool hasParts = to.axes().size() == 2;
  const int64_t width =
      hasParts ? columns >> to.bits(layout::tileDim(0)) : columns;
  // The extremum of an element, and its column within that.
  auto split = [&](uint64_t point) -> std::pair<uint64_t, uint64_t> {
    const uint64_t row = tile.out().get(point, layout::tileDim(0));
    const uint64_t column = tile.out().get(point, layout::tileDim(1));
    uint64_t part = to.pack(layout::tileDim(hasParts ? 1 : 0), row);
    if (hasParts)
      part |= to.pack(layout::tileDim(0), column / width);
    return {part, column % width};
  };
  for (Dim place : {Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < tile.in().bits(place); ++bit)
      if (split(tile.column(place, bit)) !=
          std::pair(extrema.column(place, bit), uint64_t(0)))
        return std::nullopt;
  llvm::DenseMap<uint64_t, unsigned> registers;
  for (unsigned r = 0; r < Emitter::numRegisters(extrema); ++r)
    registers.try_emplace(Emitter::registerPoint(extrema, r), r);
  SmallVector<unsigned> result;
  for (unsigned r = 0; r < Emitter::numRegisters(tile); ++r) {
    auto found = registers.find(split(Emitter::registerPoint(tile, r)).first);
    if (found == registers.end())
      return std::nullopt;
    result.push_back(found->second);
    if (r % each != 0 && result[r] != result[r - 1])
      return std::nullopt;
  }
  return result;
}

static LogicalResult emitLoadExtrema(Emitter &e, Operation *op) {
  auto load = llvm::cast<tileas::LoadExtremaOp>(op);
  if (!e.target().has(GpuCapability::TensorExtrema))
    return e.refuse(load, "tcgen05.ld.red, which the target does not have");
  LinearLayout layout = Emitter::layoutOf(load.getResult());
  TensorAccess access(e, load.getPlace(), layout);
  if (!access || !access.reduces())
    return e.refuse(load, "registers that tcgen05.ld.red does not load");
  const unsigned each = access.numWords();
  LinearLayout of = Emitter::layoutOf(load.getExtrema());
  std::optional<SmallVector<unsigned>> found = findExtrema(
      layout, of,
      llvm::cast<RankedTensorType>(load.getResult().getType()).getDimSize(1),
      each);
  if (!found)
    return e.refuse(load, "extrema that are not each of registers of a thread");
  Registers registers(Emitter::numRegisters(layout));
  SmallVector<Value> made(registers.size() / each);
  tensorFenceAfter(e);
  access.load(registers,
              e.registerType(getElementTypeOrSelf(load.getResult().getType())),
              reductionName(load), made, /*waits=*/true);
  tensorFenceBefore(e);
  Registers extrema(Emitter::numRegisters(of));
  for (auto [i, value] : llvm::enumerate(made)) {
    Value &extremum = extrema[(*found)[i * each]];
    extremum = extremum ? extremumOf(e, load, extremum, value) : value;
  }
  e.set(load.getResult(), std::move(registers));
  e.set(load.getExtrema(), std::move(extrema));
  return success();
}

/// `future_wait` (Wgmma.cpp) waits for it.
static LogicalResult emitBeginLoad(Emitter &e, Operation *op) {
  auto load = llvm::cast<tileas::AsyncTiledLoadOp>(op);
  auto view = llvm::cast<tileas::TiledViewType>(load.getView().getType());
  auto tile =
      llvm::cast<RankedTensorType>(load.getResult().getType().getValueType());
  Type element = tile.getElementType();
  if (!tileas::isTensorView(view) || load.getResultToken() ||
      !(element.isF32() || element.isInteger(32)))
    return e.refuse(op, "other than numbers of 32 bits in tensor memory");
  LinearLayout layout = Emitter::layoutOf(tile);
  TensorAccess access(e, load.getView(), layout);
  if (!access || access.holdsWords())
    return e.refuse(op, "registers that tcgen05.ld does not load");
  Registers registers(Emitter::numRegisters(layout));
  tensorFenceAfter(e);
  access.beginLoad(registers, element);
  e.set(load.getResult(), std::move(registers));
  return success();
}

LogicalResult storeTensor(Emitter &e, tileas::TiledStoreOp store) {
  LinearLayout layout = Emitter::layoutOf(store.getValue());
  TensorAccess access(e, store.getView(), layout);
  if (!access)
    return e.refuse(store, "registers that tcgen05.st does not store");
  tensorFenceAfter(e);
  Registers registers(e.get(store.getValue()));
  if (access.holdsWords() || registers[0].getType().isF16())
    registers = wordsOf(e, registers, access.perWord());
  // Warps with copies leave it to the owners.
  const bool waits = !store->hasAttr(tileas::kNextStoreWaitsAttrName);
  e.guarded(e.owner(layout), [&] { access.store(registers, waits); });
  if (waits)
    tensorFenceBefore(e);
  if (store.getResultToken())
    e.set(store.getResultToken(), Registers());
  return success();
}

void registerTensorAccessHandlers(Handlers &h) {
  h.addOp<tileas::LoadExtremaOp>(emitLoadExtrema);
  h.addOp<tileas::AsyncTiledLoadOp>(emitBeginLoad);
}

} // namespace tessera::gpu
