//===- TileAS/IR/Attributes.cpp - layouts and atoms -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax and rules of `layout` and `atom`. A layout's text is LinearLayout's
// own: its tokens are put together again and given to LinearLayout::parse.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

llvm::hash_code layout::hash_value(const LinearLayout &layout) {
  llvm::hash_code hash = llvm::hash_combine_range(layout.columns().begin(),
                                                  layout.columns().end());
  for (const Space *space : {&layout.in(), &layout.out()})
    for (const Axis &axis : space->axes())
      hash = llvm::hash_combine(hash, axis.dim, axis.bits);
  return hash;
}

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/TileAS/IR/TileASAttrs.cpp.inc"

void TileASDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tessera/Dialect/TileAS/IR/TileASAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// layout
//===----------------------------------------------------------------------===//

/// `(0,1), (2,0)` up to the closing bracket, which it takes.
static ParseResult takeColumns(AsmParser &parser, std::string &text) {
  auto column = [&]() -> ParseResult {
    bool first = true;
    text += text.back() == '[' ? "(" : ", (";
    if (parser.parseCommaSeparatedList(
            AsmParser::Delimiter::Paren, [&]() -> ParseResult {
              uint64_t value;
              if (parser.parseInteger(value))
                return failure();
              text += (first ? "" : ",") + llvm::utostr(value);
              first = false;
              return success();
            }))
      return failure();
    text += ")";
    return success();
  };
  text += "[";
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, column))
    return failure();
  text += "]";
  return success();
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string text = "{";
  auto axis = [&]() -> ParseResult {
    std::string name;
    if (parser.parseKeywordOrString(&name) || parser.parseColon())
      return failure();
    text += (text.size() == 1 ? "" : ", ") + name + ": ";
    return takeColumns(parser, text);
  };
  auto extent = [&]() -> ParseResult {
    std::string name;
    uint64_t size;
    if (parser.parseKeywordOrString(&name) || parser.parseColon() ||
        parser.parseInteger(size))
      return failure();
    text += (text.back() == '(' ? "" : ", ") + name + ":" + llvm::utostr(size);
    return success();
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, axis) ||
      parser.parseArrow())
    return {};
  text += "} -> (";
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, extent) ||
      parser.parseGreater())
    return {};
  text += ")";
  llvm::Expected<LinearLayout> layout = LinearLayout::parse(text);
  if (!layout) {
    parser.emitError(loc) << llvm::toString(layout.takeError());
    return {};
  }
  return get(parser.getContext(), *layout);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << '<';
  getLayout().print(printer.getStream());
  printer << '>';
}

bool LayoutAttr::isShared() const {
  ArrayRef<layout::Axis> axes = getLayout().in().axes();
  return llvm::all_of(
      axes, [](const layout::Axis &axis) { return axis.dim == Dim::Offset; });
}

bool LayoutAttr::isTensor() const {
  ArrayRef<layout::Axis> axes = getLayout().in().axes();
  return !isShared() && llvm::all_of(axes, [](const layout::Axis &axis) {
    return axis.dim == Dim::TmemLane || axis.dim == Dim::TmemColumn ||
           axis.dim == Dim::Offset;
  });
}

LogicalResult
LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                           function_ref<InFlightDiagnostic()> emitError) const {
  const LinearLayout &layout = getLayout();
  llvm::Expected<layout::Space> tile = layout::Space::tile(shape);
  if (!tile)
    return emitError() << llvm::toString(tile.takeError());
  if (layout.out() != *tile)
    return emitError() << "expected a layout onto " << tile->str()
                       << ", got one onto " << layout.out().str();
  bool inMemory =
      layout.in().has(Dim::Offset) || layout.in().has(Dim::TmemLane);
  for (const layout::Axis &axis : layout.in().axes()) {
    bool isPlace = axis.dim == Dim::Register || axis.dim == Dim::Lane ||
                   axis.dim == Dim::Warp || axis.dim == Dim::Block;
    if (inMemory ? !isShared() && !isTensor() : !isPlace)
      return emitError() << "expected a layout of register, lane, warp and "
                            "block, of offset alone, or of tmemlane and "
                            "tmemcolumn, got "
                         << layout.in().str();
  }
  if (!inMemory && layout.in().bits(Dim::Lane) != 5)
    return emitError() << "expected a layout of 32 lanes, got "
                       << (1u << layout.in().bits(Dim::Lane));
  if (!layout.isSurjective())
    return emitError() << "expected a layout that holds every element, got "
                       << layout.str();
  return success();
}

LayoutAttr tileas::getLayoutAttr(Type tile) {
  auto tensor = dyn_cast<RankedTensorType>(tile);
  return tensor ? dyn_cast_or_null<LayoutAttr>(tensor.getEncoding())
                : LayoutAttr();
}

RankedTensorType tileas::withLayout(RankedTensorType tile, LayoutAttr layout) {
  return RankedTensorType::get(tile.getShape(), tile.getElementType(), layout);
}

Type tileas::withoutLayout(Type tile) {
  auto tensor = dyn_cast<RankedTensorType>(tile);
  return tensor ? withLayout(tensor, LayoutAttr()) : tile;
}

//===----------------------------------------------------------------------===//
// atom
//===----------------------------------------------------------------------===//

static bool isTmaKind(AtomKind kind) {
  return kind >= AtomKind::TmaLoad && kind <= AtomKind::TmaScatter;
}
static bool isProductKind(AtomKind kind) { return kind >= AtomKind::Fma; }

bool AtomAttr::isTma() const { return isTmaKind(getKind()); }
bool AtomAttr::isProduct() const { return isProductKind(getKind()); }

bool AtomAttr::isOfThreads() const {
  return getKind() == AtomKind::Fma || getKind() == AtomKind::Mma;
}

namespace {
/// An element type and its name in atoms.
struct ElementName {
  StringLiteral name;
  Type (*get)(Builder &);
};
} // namespace

static constexpr ElementName kElements[] = {
    {"f16", [](Builder &b) -> Type { return b.getF16Type(); }},
    {"bf16", [](Builder &b) -> Type { return b.getBF16Type(); }},
    {"tf32", [](Builder &b) -> Type { return b.getTF32Type(); }},
    {"f32", [](Builder &b) -> Type { return b.getF32Type(); }},
    {"f64", [](Builder &b) -> Type { return b.getF64Type(); }},
    {"i8", [](Builder &b) -> Type { return b.getI8Type(); }},
    {"i32", [](Builder &b) -> Type { return b.getI32Type(); }},
    {"e4m3", [](Builder &b) -> Type { return b.getType<Float8E4M3FNType>(); }},
    {"e5m2", [](Builder &b) -> Type { return b.getType<Float8E5M2Type>(); }},
    {"e2m1", [](Builder &b) -> Type { return b.getType<Float4E2M1FNType>(); }},
};

static Type parseElementName(MLIRContext *context, StringRef name) {
  Builder builder(context);
  for (const ElementName &element : kElements)
    if (name == element.name)
      return element.get(builder);
  return {};
}

static StringRef elementName(Type type) {
  Builder builder(type.getContext());
  for (const ElementName &element : kElements)
    if (type == element.get(builder))
      return element.name;
  return "?";
}

std::string AtomAttr::getName() const {
  std::string name = stringifyAtomKind(getKind()).str();
  if (isTma())
    name += "_" + llvm::utostr(getTmaRank()) + "d";
  for (Type element : getElements())
    name += "_" + elementName(element).str();
  return name;
}

/// Kind, rank and elements of `name`; false if it is no atom's.
static bool parseAtomName(MLIRContext *context, StringRef name, AtomKind &kind,
                          unsigned &rank, SmallVectorImpl<Type> &elements) {
  for (unsigned i = 0; i <= getMaxEnumValForAtomKind(); ++i) {
    kind = static_cast<AtomKind>(i);
    StringRef rest = name;
    if (!rest.consume_front(stringifyAtomKind(kind)))
      continue;
    if (isTmaKind(kind)) {
      if (!rest.consume_front("_") || !rest.consume_back("d") ||
          rest.getAsInteger(10, rank))
        continue;
      return true;
    }
    if (!isProductKind(kind)) {
      if (rest.empty())
        return true;
      continue;
    }
    SmallVector<StringRef> words;
    if (!rest.consume_front("_"))
      continue;
    rest.split(words, '_');
    for (StringRef word : words)
      elements.push_back(parseElementName(context, word));
    return elements.size() == 3 && !llvm::is_contained(elements, Type());
  }
  return false;
}

Attribute AtomAttr::parse(AsmParser &parser, Type) {
  StringRef name;
  AtomKind kind = AtomKind::Copy;
  unsigned rank = 0;
  SmallVector<Type> elements;
  SmallVector<int64_t> box;
  bool delimited = succeeded(parser.parseOptionalLess());
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return {};
  if (!parseAtomName(parser.getContext(), name, kind, rank, elements)) {
    parser.emitError(loc, "expected the name of an atom, got ") << name;
    return {};
  }
  const bool transposed = succeeded(parser.parseOptionalKeyword("transposed"));
  if (succeeded(parser.parseOptionalKeyword("box")) &&
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(box.emplace_back());
      }))
    return {};
  if (delimited && parser.parseGreater())
    return {};
  return parser.getChecked<AtomAttr>(loc, parser.getContext(), kind, rank,
                                     elements, box, transposed);
}

/// Without brackets of its own: `#nv_tileas<atom NAME>`.
void AtomAttr::print(AsmPrinter &printer) const {
  printer << ' ' << getName();
  if (getTransposed())
    printer << " transposed";
  if (getBox().empty())
    return;
  printer << " box [";
  llvm::interleaveComma(getBox(), printer.getStream());
  printer << ']';
}

LogicalResult AtomAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               AtomKind kind, unsigned tmaRank,
                               ArrayRef<Type> elements, ArrayRef<int64_t> box,
                               bool transposed) {
  if (isTmaKind(kind) ? tmaRank < 1 || tmaRank > 5 : tmaRank != 0)
    return emitError() << "expected a TMA rank of 1 to 5, and 0 elsewhere, got "
                       << tmaRank;
  if (elements.size() != (isProductKind(kind) ? 3 : 0))
    return emitError() << "expected three elements for a product and none "
                          "elsewhere, got "
                       << elements.size();
  for (Type element : elements)
    if (elementName(element) == "?")
      return emitError() << "expected an element that atoms have, got "
                         << element;
  for (int64_t extent : box)
    if (extent < 1)
      return emitError() << "expected box extents of at least 1, got "
                         << extent;
  if (isTmaKind(kind) && !box.empty() && box.size() != tmaRank)
    return emitError() << "expected a box of the atom's rank " << tmaRank
                       << ", got rank " << box.size();
  if (isProductKind(kind) && !box.empty() && box.size() != 3)
    return emitError() << "expected m, n and k as the box of a product, got "
                       << box.size() << " extents";
  if (transposed && kind != AtomKind::Wgmma && kind != AtomKind::Tcgen05)
    return emitError() << "expected 'transposed' on an atom of kind wgmma or "
                          "tcgen05, got kind "
                       << stringifyAtomKind(kind);
  return success();
}

//===----------------------------------------------------------------------===//
// swizzle_mode
//===----------------------------------------------------------------------===//

Attribute SwizzleModeAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string text;
  int64_t width = 0;
  StringRef word;
  if (OptionalParseResult number = parser.parseOptionalInteger(width);
      number.has_value())
    text = std::to_string(width);
  if (succeeded(parser.parseOptionalKeyword(&word)))
    text += word;
  if (std::optional<SwizzleMode> mode = symbolizeSwizzleMode(text))
    return get(parser.getContext(), *mode);
  parser.emitError(loc, "expected none, 32B, 64B or 128B, got ") << text;
  return {};
}

void SwizzleModeAttr::print(AsmPrinter &printer) const {
  printer << ' ' << stringifySwizzleMode(getValue());
}
