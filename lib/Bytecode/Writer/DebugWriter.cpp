//===- Bytecode/Writer/DebugWriter.cpp - the debug section -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the debug section from the locations that ops have used.
//
//===----------------------------------------------------------------------===//

#include "WriterContext.h"

#include "mlir/IR/Location.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

uint64_t DebugWriter::beginList() {
  listOffsets.push_back(static_cast<uint32_t>(entries.size()));
  return listOffsets.size();
}

FailureOr<uint64_t> DebugWriter::intern(LocationAttr location, Operation *op) {
  if (isa<UnknownLoc, FileLineColRange>(location))
    return 0;
  if (auto known = indices.find(location); known != indices.end())
    return known->second;
  if (auto call = dyn_cast<CallSiteLoc>(location)) {
    // Callee before caller, both before the call site.
    if (failed(intern(call.getCallee(), op)) ||
        failed(intern(call.getCaller(), op)))
      return failure();
    return internAttr(location);
  }
  if (isa<cuda_tile::DILocAttr>(location))
    return internAttr(location);
  // Not the location itself: its text can be exponentially long.
  op->emitOpError("cannot be written: bytecode holds unknown, file, scoped and "
                  "call-site locations only, got a ")
      << (isa<NameLoc>(location)    ? "named"
          : isa<FusedLoc>(location) ? "fused"
                                    : "foreign")
      << " location";
  return failure();
}

uint64_t DebugWriter::internAttr(Attribute attr) {
  if (auto known = indices.find(attr); known != indices.end())
    return known->second;
  // Dependencies first (bytecode.md 16.5).
  if (auto loc = dyn_cast<cuda_tile::DILocAttr>(attr)) {
    internAttr(loc.getScope());
  } else if (auto block = dyn_cast<cuda_tile::DILexicalBlockAttr>(attr)) {
    internAttr(block.getScope());
    internAttr(block.getFile());
  } else if (auto subprogram = dyn_cast<cuda_tile::DISubprogramAttr>(attr)) {
    internAttr(subprogram.getFile());
    internAttr(subprogram.getCompileUnit());
  } else if (auto unit = dyn_cast<cuda_tile::DICompileUnitAttr>(attr)) {
    internAttr(unit.getFile());
  }
  attrs.push_back(attr);
  return indices[attr] = attrs.size();
}

void DebugWriter::encode(Attribute attr, ByteBuffer &item,
                         StringWriter &strings) const {
  auto writeTag = [&](DebugTag tag) {
    item.writeVarint(static_cast<uint64_t>(tag));
  };
  auto writeString = [&](StringAttr string) {
    item.writeVarint(strings.intern(string.getValue()));
  };
  if (auto unit = dyn_cast<cuda_tile::DICompileUnitAttr>(attr)) {
    writeTag(DebugTag::CompileUnit);
    item.writeVarint(getIndex(unit.getFile()));
  } else if (auto file = dyn_cast<cuda_tile::DIFileAttr>(attr)) {
    writeTag(DebugTag::File);
    writeString(file.getName());
    writeString(file.getDirectory());
  } else if (auto block = dyn_cast<cuda_tile::DILexicalBlockAttr>(attr)) {
    writeTag(DebugTag::LexicalBlock);
    item.writeVarint(getIndex(block.getScope()));
    item.writeVarint(getIndex(block.getFile()));
    item.writeVarint(block.getLine());
    item.writeVarint(block.getColumn());
  } else if (auto loc = dyn_cast<cuda_tile::DILocAttr>(attr)) {
    FileLineColRange source = loc.getSourceLoc();
    writeTag(DebugTag::Location);
    item.writeVarint(getIndex(loc.getScope()));
    writeString(source.getFilename());
    item.writeVarint(source.getStartLine());
    item.writeVarint(source.getStartColumn());
  } else if (auto subprogram = dyn_cast<cuda_tile::DISubprogramAttr>(attr)) {
    writeTag(DebugTag::Subprogram);
    item.writeVarint(getIndex(subprogram.getFile()));
    item.writeVarint(subprogram.getLine());
    writeString(subprogram.getName());
    writeString(subprogram.getLinkageName());
    item.writeVarint(getIndex(subprogram.getCompileUnit()));
    item.writeVarint(subprogram.getScopeLine());
  } else {
    auto call = cast<CallSiteLoc>(attr);
    // Unknown and plain file locations have no index: 0.
    writeTag(DebugTag::CallSite);
    item.writeVarint(getIndex(call.getCallee()));
    item.writeVarint(getIndex(call.getCaller()));
  }
}

void DebugWriter::write(ByteBuffer &out, StringWriter &strings) const {
  out.writeVarint(listOffsets.size());
  out.pad(4);
  for (uint32_t offset : listOffsets)
    out.writeFixed<uint32_t>(offset);
  out.writeVarint(entries.size());
  out.pad(8);
  for (uint64_t entry : entries)
    out.writeFixed<uint64_t>(entry);
  ItemWriter items;
  for (Attribute attr : attrs) {
    ByteBuffer item;
    encode(attr, item, strings);
    items.add(item);
  }
  items.write(out, 4);
}
