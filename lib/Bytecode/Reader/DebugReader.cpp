//===- Bytecode/Reader/DebugReader.cpp - the debug section -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the debug section: a table of locations and scopes, which may refer to
// one another.
//
//===----------------------------------------------------------------------===//

#include "DebugReader.h"

#include "../Wire.h"

#include "llvm/ADT/TypeSwitch.h"

#include "mlir/IR/Location.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

LogicalResult DebugTable::read(Cursor section) {
  payload = section;
  Cursor cursor = section;
  uint64_t listCount, entryCount;
  if (failed(cursor.readCount(listCount, 4, "location lists")) ||
      failed(cursor.alignFromStart(4)))
    return failure();
  listOffsets.reserve(listCount);
  for (uint64_t i = 0; i < listCount; ++i) {
    if (cursor.isTraced())
      cursor.label("first entry of location list " + Twine(i));
    if (failed(cursor.readFixed(listOffsets.emplace_back())))
      return failure();
  }
  if (failed(cursor.readCount(entryCount, 8, "location entries")) ||
      failed(cursor.alignFromStart(8)))
    return failure();
  // As long as the operations themselves: they stay where they are.
  FailureOr<Cursor> slice =
      cursor.takeSlice(entryCount * 8, "location entries");
  if (failed(slice))
    return failure();
  entries = slice->getRemainingBytes();
  entriesAt = *slice;
  for (uint64_t i = 0; slice->isTraced() && i < entryCount; ++i) {
    uint64_t ignored;
    slice->label("location entry " + Twine(i));
    if (failed(slice->readFixed(ignored)))
      return failure();
  }
  uint64_t previous = 0;
  for (uint32_t offset : listOffsets) {
    if (offset < previous || offset > entryCount)
      return section.error() << "expected location list offsets that do not "
                                "decrease and stay below "
                             << entryCount << ", got " << offset;
    previous = offset;
  }
  undecoded = std::make_unique<Undecoded>();
  if (failed(undecoded->items.read(cursor, 4, "debug attribute")))
    return failure();
  attrs.resize(undecoded->items.size());
  undecoded->active.assign(attrs.size(), false);
  // Decode all, also those that nothing refers to.
  for (uint64_t index = 1; index <= attrs.size(); ++index) {
    Attribute ignored;
    if (failed(decode(payload, index, 0, ignored)))
      return failure();
  }
  undecoded.reset();
  return success();
}

LogicalResult DebugTable::getListLength(Cursor &at, uint64_t list,
                                        uint64_t &length) const {
  if (list >= listOffsets.size())
    return at.error() << "expected a location list below " << listOffsets.size()
                      << ", got " << list;
  uint64_t end = list + 1 < listOffsets.size() ? listOffsets[list + 1]
                                               : entries.size() / 8;
  length = end - listOffsets[list];
  return success();
}

/// What `attr` is, in few words: its text can be exponentially long.
static StringRef describeKind(Attribute attr) {
  return llvm::TypeSwitch<Attribute, StringRef>(attr)
      .Case([](UnknownLoc) { return "an unknown location"; })
      .Case([](CallSiteLoc) { return "a call site"; })
      .Case([](cuda_tile::DILocAttr) { return "a location"; })
      .Case([](cuda_tile::DIFileAttr) { return "a file"; })
      .Case([](cuda_tile::DICompileUnitAttr) { return "a compile unit"; })
      .Case([](cuda_tile::DISubprogramAttr) { return "a subprogram"; })
      .Case([](cuda_tile::DILexicalBlockAttr) { return "a lexical block"; })
      .Default([](Attribute) { return "something else"; });
}

LogicalResult DebugTable::getLocation(uint64_t list, uint64_t entry,
                                      LocationAttr &location) {
  Attribute attr;
  uint64_t index = llvm::support::endian::read64le(
      entries.data() + 8 * (listOffsets[list] + entry));
  if (lastLocation && index == lastIndex) {
    location = lastLocation;
    return success();
  }
  // Errors are at the entry.
  Cursor at = entriesAt;
  (void)at.skip(8 * (listOffsets[list] + entry), "entries");
  if (failed(decode(at, index, 0, attr)))
    return failure();
  location = dyn_cast<LocationAttr>(attr);
  if (!location)
    return at.error() << "expected a location in a location list, got "
                      << describeKind(attr);
  lastIndex = index;
  lastLocation = location;
  return success();
}

LogicalResult DebugTable::decode(Cursor &at, uint64_t index, unsigned depth,
                                 Attribute &attr) {
  if (index == 0) {
    attr = UnknownLoc::get(file.context);
    return success();
  }
  if (index > attrs.size())
    return at.error() << "expected a debug attribute of at most "
                      << attrs.size() << ", got " << index;
  if ((attr = attrs[index - 1]))
    return success();
  bool &active = undecoded->active[index - 1];
  if (active)
    return at.error() << "expected debug attributes without cycles, got "
                      << index << " inside itself";
  if (depth >= kMaxDebugDepth)
    return at.error() << "debug attributes nested more than " << kMaxDebugDepth
                      << " deep are not supported";
  active = true;
  if (failed(decodeItem(undecoded->items.getItem(index - 1), depth + 1, attr)))
    return failure();
  attrs[index - 1] = attr;
  return success();
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

template <typename AttrT>
LogicalResult DebugTable::readReference(Cursor &item, unsigned depth,
                                        StringRef what, AttrT &attr) {
  size_t begin = item.getOffset();
  uint64_t index;
  Attribute any;
  item.label(what);
  if (failed(item.readVarint(index)) || failed(decode(item, index, depth, any)))
    return failure();
  attr = dyn_cast<AttrT>(any);
  if (!attr)
    return item.errorAt(begin)
           << "expected " << what << ", got " << describeKind(any);
  return success();
}

LogicalResult DebugTable::readScope(Cursor &item, unsigned depth,
                                    Attribute &scope) {
  size_t begin = item.getOffset();
  if (failed(readReference(item, depth, "a scope", scope)))
    return failure();
  if (!isa<cuda_tile::DISubprogramAttr, cuda_tile::DILexicalBlockAttr>(scope))
    return item.errorAt(begin) << "expected a subprogram or lexical block, got "
                               << describeKind(scope);
  return success();
}

LogicalResult DebugTable::readLocation(Cursor &item, unsigned depth,
                                       LocationAttr &location) {
  return readReference(item, depth, "a location", location);
}

LogicalResult DebugTable::readString(Cursor &item, StringAttr &string) {
  StringRef text;
  if (failed(strings.readString(item, text)))
    return failure();
  // Nearly all locations of a file name the same source file.
  if (!lastString || lastString.getValue() != text)
    lastString = StringAttr::get(file.context, text);
  string = lastString;
  return success();
}

LogicalResult DebugTable::decodeItem(Cursor item, unsigned depth,
                                     Attribute &attr) {
  // A writer's placeholder may be empty.
  if (item.atEnd()) {
    attr = UnknownLoc::get(file.context);
    return success();
  }
  uint64_t tag;
  item.label("debug tag");
  if (failed(item.readVarint(tag)))
    return failure();
  uint32_t line = 0, column = 0;
  StringAttr name, second;
  cuda_tile::DIFileAttr diFile;
  Attribute scope;
  switch (static_cast<DebugTag>(tag)) {
  case DebugTag::Unknown:
    attr = UnknownLoc::get(file.context);
    break;
  case DebugTag::CompileUnit:
    if (failed(readReference(item, depth, "a file", diFile)))
      return failure();
    attr = cuda_tile::DICompileUnitAttr::get(file.context, diFile);
    break;
  case DebugTag::File:
    if (failed(readString(item, name)) || failed(readString(item, second)))
      return failure();
    attr = cuda_tile::DIFileAttr::get(file.context, name, second);
    break;
  case DebugTag::LexicalBlock:
    if (failed(readScope(item, depth, scope)) ||
        failed(readReference(item, depth, "a file", diFile)) ||
        failed(item.readU32(line, "a line")) ||
        failed(item.readU32(column, "a column")))
      return failure();
    attr = cuda_tile::DILexicalBlockAttr::get(file.context, scope, diFile, line,
                                              column);
    break;
  case DebugTag::Location:
    if (failed(readScope(item, depth, scope)) ||
        failed(readString(item, name)) ||
        failed(item.readU32(line, "a line")) ||
        failed(item.readU32(column, "a column")))
      return failure();
    attr = cuda_tile::DILocAttr::get(
        file.context, FileLineColRange::get(name, line, column), scope);
    break;
  case DebugTag::Subprogram: {
    cuda_tile::DICompileUnitAttr unit;
    uint32_t scopeLine;
    if (failed(readReference(item, depth, "a file", diFile)) ||
        failed(item.readU32(line, "a line")) ||
        failed(readString(item, name)) || failed(readString(item, second)) ||
        failed(readReference(item, depth, "a compile unit", unit)) ||
        failed(item.readU32(scopeLine, "a line")))
      return failure();
    attr = cuda_tile::DISubprogramAttr::get(file.context, diFile, line, name,
                                            second, unit, scopeLine);
    break;
  }
  case DebugTag::CallSite: {
    LocationAttr callee, caller;
    if (failed(readLocation(item, depth, callee)) ||
        failed(readLocation(item, depth, caller)))
      return failure();
    attr = CallSiteLoc::get(callee, caller);
    break;
  }
  default:
    // The only forward compatibility of the format: an unknown kind of debug
    // attribute is an unknown location, whatever its bytes.
    item.traceRemaining("bytes of an unknown debug attribute");
    attr = UnknownLoc::get(file.context);
    return success();
  }
  return item.expectEnd("the debug attribute");
}
