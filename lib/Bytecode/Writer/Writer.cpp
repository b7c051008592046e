//===- Bytecode/Writer/Writer.cpp - module to bytecode -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encodes all parts into buffers first, because the string table comes last but
// is needed by everything; then frames the buffers as sections.
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Writer.h"

#include "WriterContext.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

cuda_tile::ModuleOp bytecode::findTileIRModule(Operation *op) {
  if (auto module = dyn_cast_or_null<cuda_tile::ModuleOp>(op))
    return module;
  auto builtin = dyn_cast_or_null<mlir::ModuleOp>(op);
  if (!builtin || builtin.getBody()->empty())
    return {};
  return dyn_cast<cuda_tile::ModuleOp>(builtin.getBody()->front());
}

namespace {
class ModuleWriter {
public:
  ModuleWriter(cuda_tile::ModuleOp module, Version version)
      : module(module), context(version) {}

  LogicalResult encode();
  void write(raw_ostream &os);

private:
  /// What the function section needs before the bodies are encoded.
  struct FunctionHeader {
    cuda_tile::EntryOp entry;
    uint64_t name, signature, location;
    /// Its own location, entry 0 of its list.
    uint64_t ownLocation = 0;
  };

  LogicalResult internFunctions();
  LogicalResult encodeGlobals();
  LogicalResult encodeGlobal(cuda_tile::GlobalOp global);
  LogicalResult encodeFunctions();
  void writeSection(ByteBuffer &out, SectionId id, const ByteBuffer &payload);

  cuda_tile::ModuleOp module;
  WriterContext context;
  SmallVector<FunctionHeader> functions;
  ByteBuffer globalPayload, functionPayload;
  bool hasGlobals = false;
};
} // namespace

LogicalResult ModuleWriter::encode() {
  for (Operation &op : module.getBody().getOps())
    if (!isa<cuda_tile::EntryOp, cuda_tile::GlobalOp>(op))
      return op.emitOpError("cannot be written: bytecode holds entries and "
                            "globals only");
  return success(succeeded(internFunctions()) && succeeded(encodeGlobals()) &&
                 succeeded(encodeFunctions()));
}

LogicalResult ModuleWriter::internFunctions() {
  uint64_t numLists = 0;
  for (auto entry : module.getBody().getOps<cuda_tile::EntryOp>()) {
    FunctionHeader &header = functions.emplace_back();
    header.entry = entry;
    header.name = context.strings.intern(entry.getSymName());
    FailureOr<uint64_t> signature =
        context.types.intern(entry.getFunctionType(), entry);
    FailureOr<uint64_t> location = context.debug.intern(entry->getLoc(), entry);
    if (failed(signature) || failed(location))
      return failure();
    header.signature = *signature;
    header.ownLocation = *location;
    // Without a usable location of its own a function keeps none at all.
    header.location = *location ? ++numLists : 0;
  }
  return success();
}

LogicalResult ModuleWriter::encodeGlobals() {
  auto globals = module.getBody().getOps<cuda_tile::GlobalOp>();
  globalPayload.writeVarint(llvm::range_size(globals));
  for (cuda_tile::GlobalOp global : globals) {
    hasGlobals = true;
    if (failed(encodeGlobal(global)))
      return failure();
  }
  return success();
}

LogicalResult ModuleWriter::encodeGlobal(cuda_tile::GlobalOp global) {
  bool isPublic =
      global.getSymbolVisibility() == cuda_tile::SymbolVisibility::Public;
  if (!(context.version >= kVersion13_3) && (!isPublic || global.getConstant()))
    return refuse(global,
                  isPublic ? "attribute 'constant'"
                           : "attribute 'symbol_visibility'",
                  kVersion13_3, context.version);
  globalPayload.writeVarint(context.strings.intern(global.getSymName()));
  FailureOr<uint64_t> type = context.types.intern(global.getTileType(), global);
  if (failed(type))
    return failure();
  globalPayload.writeVarint(*type);
  globalPayload.writeVarint(context.constants.intern(global.getValue()));
  globalPayload.writeVarint(global.getAlignment());
  if (context.version >= kVersion13_3) {
    globalPayload.writeVarint(
        static_cast<uint64_t>(global.getSymbolVisibility()));
    globalPayload.writeVarint(global.getConstant());
  }
  return success();
}

LogicalResult ModuleWriter::encodeFunctions() {
  ByteBuffer &out = functionPayload;
  out.writeVarint(functions.size());
  for (FunctionHeader &header : functions) {
    cuda_tile::OptimizationHintsAttr hints =
        header.entry.getOptimizationHintsAttr();
    out.writeVarint(header.name);
    out.writeVarint(header.signature);
    out.writeByte(function_flags::kEntry |
                  (hints ? function_flags::kHints : 0));
    out.writeVarint(header.location);
    if (failed(checkOldReaders(header.entry, context.version)))
      return failure();
    if (hints && failed(writeTagged(context, header.entry, hints, out)))
      return failure();
    if (header.location) {
      context.debug.beginList();
      context.debug.addToList(header.ownLocation);
    }
    ByteBuffer body;
    if (failed(writeBody(context, header.entry, header.location != 0, body)))
      return failure();
    out.writeVarint(body.size());
    out.append(body.data());
  }
  out.pad(8);
  return success();
}

void ModuleWriter::writeSection(ByteBuffer &out, SectionId id,
                                const ByteBuffer &payload) {
  uint64_t alignment = getRequiredAlignment(id);
  bool isAligned = alignment > 1;
  out.writeByte(static_cast<uint8_t>(id) | (isAligned ? kAlignedFlag : 0));
  out.writeVarint(payload.size());
  if (isAligned) {
    out.writeVarint(alignment);
    out.pad(alignment);
  }
  out.append(payload.data());
}

void ModuleWriter::write(raw_ostream &os) {
  ByteBuffer out, constants, debug, types, producer, strings;
  for (unsigned char byte : kMagic)
    out.writeByte(byte);
  out.writeByte(context.version.major);
  out.writeByte(context.version.minor);
  out.writeFixed<uint16_t>(0);

  if (hasGlobals)
    writeSection(out, SectionId::Global, globalPayload);
  writeSection(out, SectionId::Func, functionPayload);
  if (context.constants.size() != 0) {
    context.constants.write(constants);
    writeSection(out, SectionId::Constant, constants);
  }
  if (!context.debug.empty()) {
    context.debug.write(debug, context.strings);
    writeSection(out, SectionId::Debug, debug);
  }
  context.types.write(types);
  writeSection(out, SectionId::Type, types);
  // The only feature that older versions drop instead of refusing.
  if (module.getProducer() && context.version >= kVersion13_3) {
    producer.writeVarint(context.strings.intern(*module.getProducer()));
    writeSection(out, SectionId::Producer, producer);
  }
  context.strings.write(strings);
  writeSection(out, SectionId::String, strings);
  out.writeByte(static_cast<uint8_t>(SectionId::End));
  os.write(reinterpret_cast<const char *>(out.data().data()), out.size());
}

LogicalResult bytecode::writeBytecode(cuda_tile::ModuleOp module,
                                      raw_ostream &os, Version version) {
  ModuleWriter writer(module, version);
  if (failed(writer.encode()))
    return failure();
  writer.write(os);
  return success();
}
