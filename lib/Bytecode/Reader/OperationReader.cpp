//===- Bytecode/Reader/OperationReader.cpp - function bodies -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the bodies of functions op by op, driven by the rows of the op table.
//
//===----------------------------------------------------------------------===//

#include "OperationReader.h"

#include "../Wire.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult BodyReader::read(Cursor body, Block &block) {
  llvm::append_range(values, block.getArguments());
  if (body.atEnd())
    return body.error() << "expected a function body, got no bytes";
  bool isTerminated = false;
  while (!body.atEnd())
    if (failed(readOperation(body, block, 0, isTerminated)))
      return failure();
  return checkTerminated(body, isTerminated);
}

LogicalResult BodyReader::checkTerminated(Cursor &at, bool isTerminated) {
  if (isTerminated)
    return success();
  return at.error() << "expected a block that ends in a terminator";
}

LogicalResult BodyReader::readNextLocation(Cursor &at, LocationAttr &loc) {
  loc = unknownLoc;
  if (!list)
    return success();
  if (nextLocation >= listLength)
    return at.error()
           << "expected a location for each operation, got a list of "
           << listLength;
  return debug.getLocation(*list, nextLocation++, loc);
}

LogicalResult BodyReader::refuseOpcode(Cursor &at, size_t begin,
                                       uint64_t opcode) {
  // Writers of development snapshots gave these numbers to ops that have moved
  // since or are gone: nobody can tell which one a file means.
  if (file.version >= kVersion13_4 && opcode >= 0x80 && opcode <= 0x83)
    return at.errorAt(begin)
           << "opcode " << opcode
           << " (fpowi, memory_fence_alias_tko or multimem of development "
              "snapshots of 13.4) is not supported";
  return at.errorAt(begin) << "expected an opcode, got " << opcode;
}

LogicalResult BodyReader::readOperation(Cursor &at, Block &block,
                                        unsigned depth, bool &isTerminated) {
  size_t begin = at.getOffset();
  if (LLVM_UNLIKELY(file.locator))
    file.locator->visit(begin);
  if (isTerminated)
    return at.error()
           << "expected the end of the block after a terminator, got "
              "another operation";
  uint64_t opcode;
  at.label("opcode");
  if (failed(at.readVarint(opcode)))
    return failure();
  const OpRow *row = OpTable::get().lookup(opcode);
  if (!row)
    return refuseOpcode(at, begin, opcode);
  at.describe(row->name);
  if (!(file.version >= row->since))
    return at.errorAt(begin)
           << "expected an operation of version " << file.version.str()
           << ", got " << row->name << " of version " << row->since.str();

  LocationAttr loc;
  if (failed(readNextLocation(at, loc)))
    return failure();
  const OpBinding &binding = bindings.get(*row);
  Parts parts;
  uint64_t flags = 0;
  if (failed(readResultTypes(at, *row, parts)))
    return failure();
  if (binding.knownFlags != 0) {
    size_t flagsBegin = at.getOffset();
    at.label("flags");
    if (failed(at.readVarint(flags)))
      return failure();
    if (flags & ~binding.knownFlags)
      return at.errorAt(flagsBegin) << "expected only known flags of "
                                    << row->name << ", got bits " << flags;
  }
  if (failed(readAttributes(at, binding, flags, parts)) ||
      failed(readOperands(at, binding, flags, parts)) ||
      failed(readRegions(at, *row, parts, depth)))
    return failure();

  Operation *op = Operation::create(
      loc, binding.name, parts.types, parts.operands, noAttrs,
      /*properties=*/nullptr, /*successors=*/{}, parts.regions.size());
  for (auto [name, attr] : parts.attrs)
    op->setInherentAttr(name, attr);
  for (auto [region, body] : llvm::zip_equal(op->getRegions(), parts.regions))
    region.takeBody(*body);
  block.push_back(op);
  isTerminated = binding.isTerminator;
  if (parts.hasUnnumberedResult)
    return success();
  if (at.isTraced() && op->getNumResults() != 0) {
    std::string numbers = "defines";
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      numbers += " %" + std::to_string(values.size() + i);
    at.heading(numbers);
  }
  for (OpResult result : op->getResults())
    values.push_back(result);
  return success();
}

LogicalResult BodyReader::readResultTypes(Cursor &at, const OpRow &row,
                                          Parts &parts) {
  uint64_t count = row.results.count;
  if (row.results.counted) {
    size_t begin = at.getOffset();
    if (failed(at.readCount(count, 1, "results")))
      return failure();
    // In 13.1 print had no result; the op of today gets one that no number
    // names.
    bool isOldPrint =
        row.name == "print_tko" && !(file.version >= kVersion13_2);
    uint64_t expected = isOldPrint ? 0 : row.results.count;
    if (row.results.count != ResultRule::kAny && count != expected)
      return at.errorAt(begin) << "expected " << expected << " results of "
                               << row.name << ", got " << count;
    if (isOldPrint) {
      parts.hasUnnumberedResult = true;
      parts.types.push_back(cuda_tile::TokenType::get(file.context));
    }
  }
  for (uint64_t i = 0; i < count; ++i) {
    at.label("result type");
    if (failed(types.readType(at, parts.types.emplace_back())))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

LogicalResult BodyReader::readOperand(Cursor &at, Parts &parts) {
  size_t begin = at.getOffset();
  uint64_t number;
  at.label("operand");
  if (failed(at.readVarint(number)))
    return failure();
  if (number >= values.size())
    return at.errorAt(begin)
           << "expected a value below " << values.size() << ", got " << number;
  parts.operands.push_back(values[number]);
  return success();
}

LogicalResult BodyReader::readOperands(Cursor &at, const OpBinding &binding,
                                       uint64_t flags, Parts &parts) {
  const OpRow &row = binding.row;
  SmallVector<int32_t> segments;
  if (row.shape == OperandShape::Counted) {
    size_t begin = at.getOffset();
    uint64_t count;
    if (failed(at.readCount(count, 1, "operands")))
      return failure();
    uint64_t required = 0;
    bool isBounded = true;
    for (const OperandGroup &group : row.operands) {
      required += group.kind == GroupKind::Required;
      isBounded &= group.kind != GroupKind::Variadic;
    }
    if (count < required || (isBounded && count > row.operands.size()))
      return at.errorAt(begin)
             << "expected at " << (count < required ? "least " : "most ")
             << (count < required ? required : row.operands.size())
             << " operands of " << row.name << ", got " << count;
    for (uint64_t i = 0; i < count; ++i)
      if (failed(readOperand(at, parts)))
        return failure();
    return success();
  }

  for (const OperandGroup &group : row.operands) {
    uint64_t count = 1;
    if (group.kind == GroupKind::Optional)
      count = file.version >= group.since ? (flags >> group.flag) & 1 : 0;
    else if (group.kind == GroupKind::Variadic &&
             failed(at.readCount(count, 1, group.name)))
      return failure();
    for (uint64_t i = 0; i < count; ++i)
      if (failed(readOperand(at, parts)))
        return failure();
    segments.push_back(static_cast<int32_t>(count));
  }
  if (binding.hasSegments)
    parts.attrs.emplace_back(
        StringAttr::get(file.context, "operandSegmentSizes"),
        DenseI32ArrayAttr::get(file.context, segments));
  return success();
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

LogicalResult BodyReader::readRegions(Cursor &at, const OpRow &row,
                                      Parts &parts, unsigned depth) {
  if (row.numRegions == 0)
    return success();
  size_t begin = at.getOffset();
  uint64_t count;
  if (failed(at.readCount(count, 1, "regions")))
    return failure();
  if (count != row.numRegions)
    return at.errorAt(begin) << "expected " << row.numRegions << " regions of "
                             << row.name << ", got " << count;
  if (depth >= kMaxRegionDepth)
    return at.errorAt(begin) << "regions nested more than " << kMaxRegionDepth
                             << " deep are not supported";
  for (uint64_t i = 0; i < count; ++i) {
    Region &region = *parts.regions.emplace_back(std::make_unique<Region>());
    size_t blocksBegin = at.getOffset();
    uint64_t blocks;
    if (failed(at.readCount(blocks, 2, "blocks")))
      return failure();
    if (blocks > 1)
      return at.errorAt(blocksBegin)
             << "expected at most one block, got " << blocks;
    // Only the else part of `if` may be missing.
    if (blocks == 0 && i == 0)
      return at.errorAt(blocksBegin) << "expected a block, got none";
    if (blocks == 1 && failed(readBlock(at, region, depth + 1)))
      return failure();
  }
  return success();
}

LogicalResult BodyReader::readBlock(Cursor &at, Region &region,
                                    unsigned depth) {
  size_t numOuterValues = values.size();
  Block &block = region.emplaceBlock();
  uint64_t arguments, operations;
  if (failed(at.readCount(arguments, 1, "block arguments")))
    return failure();
  for (uint64_t i = 0; i < arguments; ++i) {
    Type type;
    if (failed(types.readType(at, type)))
      return failure();
    values.push_back(block.addArgument(type, unknownLoc));
  }
  size_t begin = at.getOffset();
  if (failed(at.readCount(operations, 1, "operations")))
    return failure();
  if (operations == 0)
    return at.errorAt(begin) << "expected a block with operations, got none";
  bool isTerminated = false;
  for (uint64_t i = 0; i < operations; ++i)
    if (failed(readOperation(at, block, depth, isTerminated)))
      return failure();
  values.truncate(numOuterValues);
  return checkTerminated(at, isTerminated);
}
