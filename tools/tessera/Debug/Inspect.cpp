//===- tools/tessera/Debug/Inspect.cpp - values as text ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of a tile are read where they lie; nothing is copied but what is
// shown.
//
//===----------------------------------------------------------------------===//

#include "Inspect.h"
#include "tessera/Driver/Literal.h"
#include "tessera/Interpreter/BlockContext.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::debug;
using interp::ElementKind;

/// Elements on the line of a tile.
static constexpr uint64_t shownElements = 8;
/// More elements than this are shown in groups.
static constexpr uint64_t groupSize = 100;
/// An expression takes tiles up to this size.
static constexpr int64_t mostNumbers = int64_t(1) << 20;

static std::string typeText(mlir::Type type) {
  std::string text;
  raw_string_ostream(text) << type;
  StringRef shortText = text;
  shortText.consume_front("!cuda_tile.");
  return shortText.str();
}

static std::string blockText(const interp::Dim3 &block) {
  return ("(" + Twine(block.x) + ", " + Twine(block.y) + ", " + Twine(block.z) +
          ")")
      .str();
}

static uint64_t countFrom(ArrayRef<int64_t> shape, unsigned dim) {
  uint64_t count = 1;
  for (int64_t extent : shape.drop_front(dim))
    count *= uint64_t(extent);
  return count;
}

//===----------------------------------------------------------------------===//
// Frames and scopes
//===----------------------------------------------------------------------===//

std::vector<Frame> Inspector::frames() const {
  std::vector<Frame> found;
  for (mlir::Operation *at = place.op();; at = at->getParentOp()) {
    Frame &frame = found.emplace_back();
    frame.at = at;
    frame.place = map.placeOf(at);
    mlir::Operation *around = at->getParentOp();
    if (auto entry = dyn_cast<cuda_tile::EntryOp>(around)) {
      frame.name =
          (driver::entryName(entry) + " " + blockText(place.block())).str();
      return found;
    }
    if (isa<cuda_tile::ForOp>(around)) {
      mlir::Value counter = around->getRegion(0).getArgument(0);
      const interp::Tile *tile = place.tile(counter);
      frame.name = "for " + map.nameOf(counter) +
                   (tile ? " = " + std::to_string(tile->signedAt()) : "");
    } else if (isa<cuda_tile::IfOp>(around)) {
      frame.name =
          at->getParentRegion()->getRegionNumber() == 0 ? "if" : "else";
    } else {
      frame.name = around->getName().stripDialect().str();
    }
  }
}

std::vector<Variable> Inspector::scopes(unsigned frame) {
  std::vector<Frame> known = frames();
  if (frame >= known.size())
    return {};
  std::vector<Variable> found;
  found.push_back({"Values", "", "", refer(ValuesScope{known[frame].at}), 0});
  found.push_back({"Arrays", "", "", refer(ArraysScope{}), 0});
  found.push_back({"Tile block", "", "", refer(BlockScope{}), 0});
  return found;
}

std::vector<Variable> Inspector::coordinates() const {
  return {{"block", blockText(place.block()), "", 0, 0},
          {"grid", blockText(place.grid()), "", 0, 0}};
}

std::vector<Variable> Inspector::arrays() {
  std::vector<Variable> found;
  auto entry = place.op()->getParentOfType<cuda_tile::EntryOp>();
  for (auto [argument, parameter] :
       zip(entry.getBody().front().getArguments(), parameters)) {
    const interp::Tile *pointer = place.tile(argument);
    if (!parameter.isPointer || !pointer)
      continue;
    Elements elements;
    elements.array = place.memory().find(*pointer->provenance());
    if (!elements.array)
      continue;
    elements.kind = parameter.element;
    uint64_t count =
        elements.array->size * 8 / numerics::memoryBits(parameter.element);
    elements.shape.push_back(int64_t(count));
    elements.end = count;
    Variable variable = describeElements(elements);
    variable.name = map.nameOf(argument);
    variable.type = std::to_string(count) + "x" +
                    std::string(numerics::elementName(parameter.element));
    found.push_back(std::move(variable));
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::string Inspector::pointerText(uint64_t address,
                                   interp::ProvenanceId id) const {
  if (address == 0)
    return "null";
  const interp::Allocation *allocation = place.memory().find(id);
  if (!allocation)
    return "0x" + utohexstr(address);
  // "argument 2 ('zeros(4,f32)')" is known by its first words.
  StringRef name = StringRef(allocation->name).split(" ('").first;
  return (name + " + " + Twine(int64_t(address - allocation->base))).str();
}

std::string Inspector::elementText(const Elements &elements,
                                   uint64_t index) const {
  if (const interp::Tile *tile = elements.tile)
    return tile->isPointer()
               ? pointerText(tile->bits(int64_t(index)),
                             tile->provenance()[index])
               : driver::formatValue(tile->bits(int64_t(index)), tile->kind());
  uint64_t bits = 0;
  unsigned width = numerics::memoryBits(elements.kind);
  const interp::Allocation &array = *elements.array;
  uint64_t byte = index * width / 8;
  if (array.written && !array.written[byte])
    return "never written";
  if (width == 4) {
    bits =
        (std::to_integer<uint64_t>(array.host[byte]) >> (index % 2 * 4)) & 15;
  } else {
    std::memcpy(&bits, array.host + byte, width / 8);
    if (elements.kind == ElementKind::I1)
      bits = bits != 0;
  }
  return driver::formatValue(bits, elements.kind);
}

std::string Inspector::summary(const Elements &elements) const {
  uint64_t below = countFrom(elements.shape, elements.dim + 1);
  uint64_t first = elements.offset + elements.begin * below,
           count = (elements.end - elements.begin) * below;
  std::string text = "[";
  for (uint64_t i = 0; i < std::min(count, shownElements); ++i)
    text += (i == 0 ? "" : ", ") + elementText(elements, first + i);
  return text + (count > shownElements ? ", ...]" : "]");
}

Variable Inspector::describeElements(Elements elements) {
  Variable variable;
  variable.value = summary(elements);
  variable.elements = elements.end - elements.begin;
  variable.reference = refer(std::move(elements));
  return variable;
}

Variable Inspector::describe(mlir::Value value) {
  Variable variable;
  if (const interp::Tile *tile = place.tile(value)) {
    Elements elements;
    elements.tile = tile;
    auto shape = cast<cuda_tile::TileType>(value.getType()).getShape();
    elements.shape.assign(shape.begin(), shape.end());
    if (shape.empty()) {
      variable.value = elementText(elements, 0);
    } else {
      elements.end = uint64_t(shape.front());
      variable = describeElements(std::move(elements));
    }
  } else if (const interp::ViewValue *view = place.view(value)) {
    auto list = [](ArrayRef<uint64_t> numbers) {
      std::string text;
      for (uint64_t number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
      return "[" + text + "]";
    };
    variable.value = pointerText(view->base, view->provenance) + ", shape " +
                     list(view->shape) + ", strides " + list(view->strides);
  } else {
    variable.value = "not used";
  }
  variable.name = map.nameOf(value);
  variable.type = typeText(value.getType());
  return variable;
}

std::vector<Variable> Inspector::elementsOf(const Elements &elements,
                                            uint64_t start, uint64_t count) {
  std::vector<Variable> found;
  uint64_t total = elements.end - elements.begin;
  start = std::min(start, total);
  bool isPage = count != 0;
  count = isPage ? std::min(count, total - start) : total - start;
  if (!isPage && count > groupSize) {
    uint64_t size = groupSize;
    while (count / size > groupSize)
      size *= groupSize;
    for (uint64_t at = elements.begin + start; at < elements.end; at += size) {
      Elements group = elements;
      group.begin = at;
      group.end = std::min(at + size, elements.end);
      std::string name =
          "[" + std::to_string(at) + ".." + std::to_string(group.end - 1) + "]";
      found.push_back(describeElements(std::move(group)));
      found.back().name = std::move(name);
    }
    return found;
  }
  uint64_t below = countFrom(elements.shape, elements.dim + 1);
  for (uint64_t i = elements.begin + start; i < elements.begin + start + count;
       ++i) {
    uint64_t offset = elements.offset + i * below;
    Variable variable;
    if (elements.dim + 1 == elements.shape.size()) {
      variable.value = elementText(elements, offset);
    } else {
      Elements row = elements;
      row.offset = offset;
      ++row.dim;
      row.begin = 0;
      row.end = uint64_t(row.shape[row.dim]);
      variable = describeElements(std::move(row));
    }
    variable.name = "[" + std::to_string(i) + "]";
    found.push_back(std::move(variable));
  }
  return found;
}

Expected<std::vector<Variable>>
Inspector::children(unsigned reference, uint64_t start, uint64_t count) {
  if (reference == 0 || reference > references.size())
    return makeError("unknown reference " + Twine(reference));
  // A copy: what is found adds references.
  Below below = references[reference - 1];
  if (const auto *elements = std::get_if<Elements>(&below))
    return elementsOf(*elements, start, count);
  std::vector<Variable> found;
  if (const auto *scope = std::get_if<ValuesScope>(&below)) {
    // The newest comes first: it is what one wants to see after a step.
    std::vector<mlir::Value> values = map.valuesBefore(scope->at);
    for (mlir::Value value : reverse(values))
      found.push_back(describe(value));
  } else {
    found =
        std::holds_alternative<ArraysScope>(below) ? arrays() : coordinates();
  }
  size_t first = std::min<size_t>(start, found.size());
  found.erase(found.begin(), found.begin() + ptrdiff_t(first));
  if (count != 0 && found.size() > count)
    found.resize(count);
  return found;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static Number numberAt(const interp::Tile &tile, int64_t index) {
  if (numerics::isFloat(tile.kind()))
    return Number::of(numerics::toDouble(tile.kind(), tile.bits(index)));
  // A truth value is 0 or 1, not -1.
  return Number::of(tile.kind() == ElementKind::I1 || tile.isPointer()
                        ? int64_t(tile.bits(index))
                        : tile.signedAt(index));
}

Expected<Numbers> Inspector::lookUp(StringRef name,
                                    ArrayRef<int64_t> index) const {
  interp::Dim3 block = place.block(), grid = place.grid();
  std::optional<uint32_t> coordinate =
      StringSwitch<std::optional<uint32_t>>(name)
          .Case("block.x", block.x)
          .Case("block.y", block.y)
          .Case("block.z", block.z)
          .Case("grid.x", grid.x)
          .Case("grid.y", grid.y)
          .Case("grid.z", grid.z)
          .Default(std::nullopt);
  if (coordinate && index.empty())
    return Numbers{Number::of(int64_t(*coordinate))};
  mlir::Value value = map.find(name, place.op());
  if (!value)
    return makeError("no value " + name + " is visible here");
  const interp::Tile *tile = place.tile(value);
  if (!tile)
    return makeError(name + " is no tile");
  auto shape = cast<cuda_tile::TileType>(value.getType()).getShape();
  if (index.empty()) {
    if (tile->numElements() > mostNumbers)
      return makeError(name + " has " + Twine(tile->numElements()) +
                       " elements: an expression takes " + Twine(mostNumbers));
    Numbers numbers;
    for (int64_t i = 0; i < tile->numElements(); ++i)
      numbers.push_back(numberAt(*tile, i));
    return numbers;
  }
  if (index.size() != shape.size())
    return makeError(name + " has " + Twine(shape.size()) +
                     " dimensions, got " + Twine(index.size()) + " indices");
  int64_t flat = 0;
  for (auto [i, extent] : zip(index, shape)) {
    if (i < 0 || i >= extent)
      return makeError("index " + Twine(i) + " of " + name + " is not below " +
                       Twine(extent));
    flat = flat * extent + i;
  }
  return Numbers{numberAt(*tile, flat)};
}

Expected<Numbers> Inspector::evaluate(const Expression &expression) const {
  return expression.evaluate([this](StringRef name, ArrayRef<int64_t> index) {
    return lookUp(name, index);
  });
}

Expected<Variable> Inspector::evaluate(StringRef text) {
  Expected<Expression> expression = Expression::parse(text);
  if (!expression)
    return expression.takeError();
  if (std::optional<std::string> name = expression->onlyName())
    if (mlir::Value value = map.find(*name, place.op()))
      return describe(value);
  Expected<Numbers> numbers = evaluate(*expression);
  if (!numbers)
    return numbers.takeError();
  Variable variable;
  variable.name = text.str();
  for (size_t i = 0; i < std::min<size_t>(numbers->size(), shownElements); ++i)
    variable.value += (i == 0 ? "" : ", ") + (*numbers)[i].text();
  if (numbers->size() > 1)
    variable.value = "[" + variable.value +
                     (numbers->size() > shownElements ? ", ...]" : "]");
  return variable;
}
