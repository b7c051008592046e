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
// The op table in one file
//===----------------------------------------------------------------------===//

static Attribute makeRounding(MLIRContext *context, uint64_t value) {
  return cuda_tile::RoundingModeAttr::get(
      context, static_cast<cuda_tile::RoundingMode>(value));
}
static Attribute makeOverflow(MLIRContext *context, uint64_t value) {
  return cuda_tile::IntegerOverflowAttr::get(
      context, static_cast<cuda_tile::IntegerOverflow>(value));
}
static Attribute makeSignedness(MLIRContext *context, uint64_t value) {
  return cuda_tile::SignednessAttr::get(
      context, static_cast<cuda_tile::Signedness>(value));
}
static Attribute makePredicate(MLIRContext *context, uint64_t value) {
  return cuda_tile::ComparisonPredicateAttr::get(
      context, static_cast<cuda_tile::ComparisonPredicate>(value));
}
static Attribute makeOrdering(MLIRContext *context, uint64_t value) {
  return cuda_tile::ComparisonOrderingAttr::get(
      context, static_cast<cuda_tile::ComparisonOrdering>(value));
}
static Attribute makePlainEnum(MLIRContext *context, uint64_t value) {
  return IntegerAttr::get(IntegerType::get(context, 32),
                          static_cast<int64_t>(value));
}

namespace {
struct EnumKind {
  uint64_t maxValue;
  Attribute (*make)(MLIRContext *, uint64_t);
};
} // namespace

/// How to read an enumeration; nothing for other kinds.
static std::optional<EnumKind> getEnumKind(AttrKind kind, Version version) {
  switch (kind) {
  case AttrKind::Rounding: {
    // nearest_away is of 13.4.
    uint64_t last = static_cast<uint64_t>(
        version >= kVersion13_4 ? cuda_tile::RoundingMode::NearestAway
                                : cuda_tile::RoundingMode::NearestIntToZero);
    return EnumKind{last, makeRounding};
  }
  case AttrKind::Overflow:
    return EnumKind{cuda_tile::getMaxEnumValForIntegerOverflow(), makeOverflow};
  case AttrKind::Signedness:
    return EnumKind{cuda_tile::getMaxEnumValForSignedness(), makeSignedness};
  case AttrKind::Predicate:
    return EnumKind{cuda_tile::getMaxEnumValForComparisonPredicate(),
                    makePredicate};
  case AttrKind::Ordering:
    return EnumKind{cuda_tile::getMaxEnumValForComparisonOrdering(),
                    makeOrdering};
  case AttrKind::MemoryOrdering:
    return EnumKind{cuda_tile::getMaxEnumValForMemoryOrderingSemantics(),
                    makePlainEnum};
  case AttrKind::MemoryScope:
    return EnumKind{cuda_tile::getMaxEnumValForMemoryScope(), makePlainEnum};
  case AttrKind::AtomicMode:
    return EnumKind{cuda_tile::getMaxEnumValForAtomicRMWMode(), makePlainEnum};
  default:
    return std::nullopt;
  }
}

AttrBinding::AttrBinding(const AttrField &field, const FileInfo &file)
    : field(field), name(StringAttr::get(file.context, field.name)),
      isStored(file.version >= field.since) {
  if (std::optional<EnumKind> kind = getEnumKind(field.kind, file.version))
    for (uint64_t value = 0; value <= kind->maxValue; ++value)
      enumerators.push_back(kind->make(file.context, value));
}

OpBinding::OpBinding(const OpRow &row, const FileInfo &file)
    : row(row), name(("cuda_tile." + row.name).str(), file.context),
      knownFlags(row.getKnownFlags(file.version)),
      hasSegments(name.hasTrait<OpTrait::AttrSizedOperandSegments>()),
      isTerminator(name.hasTrait<OpTrait::IsTerminator>()) {
  for (const AttrField &field : row.attrs)
    attrs.emplace_back(field, file);
}

const OpBinding &OpBindings::get(const OpRow &row) {
  std::unique_ptr<OpBinding> &binding = bindings[&row];
  if (!binding)
    binding = std::make_unique<OpBinding>(row, file);
  return *binding;
}

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
// Attributes
//===----------------------------------------------------------------------===//

LogicalResult BodyReader::readAttributes(Cursor &at, const OpBinding &binding,
                                         uint64_t flags, Parts &parts) {
  for (const AttrBinding &attrBinding : binding.attrs) {
    const AttrField &field = attrBinding.field;
    Attribute attr;
    if (!attrBinding.isStored) {
      // Only enumerations have a value in versions that lack the field.
      if (!attrBinding.enumerators.empty())
        attr = attrBinding.enumerators[field.absentValue];
    } else if (field.flag >= 0 && ((flags >> field.flag) & 1) == 0) {
      continue;
    } else if (failed(readAttribute(at, attrBinding, parts, attr))) {
      return failure();
    }
    if (attr)
      parts.attrs.emplace_back(attrBinding.name, attr);
  }
  return success();
}

LogicalResult BodyReader::readAttribute(Cursor &at, const AttrBinding &binding,
                                        const Parts &parts, Attribute &attr) {
  const AttrField &field = binding.field;
  Builder builder(file.context);
  size_t begin = at.getOffset();
  if (field.kind != AttrKind::Unit && field.kind != AttrKind::Tagged)
    at.label(field.name);
  if (!binding.enumerators.empty()) {
    uint64_t value;
    if (failed(at.readVarint(value)))
      return failure();
    if (value >= binding.enumerators.size())
      return at.errorAt(begin)
             << "expected " << field.name << " of at most "
             << binding.enumerators.size() - 1 << ", got " << value;
    attr = binding.enumerators[value];
    return success();
  }
  switch (field.kind) {
  case AttrKind::Unit:
    attr = builder.getUnitAttr();
    return success();
  case AttrKind::Bool: {
    bool value;
    if (failed(at.readBool(value, field.name)))
      return failure();
    attr = builder.getBoolAttr(value);
    return success();
  }
  case AttrKind::U32: {
    uint32_t value;
    if (failed(at.readU32(value, field.name)))
      return failure();
    attr = builder.getI32IntegerAttr(static_cast<int32_t>(value));
    return success();
  }
  case AttrKind::U64: {
    uint64_t value;
    if (failed(at.readVarint(value)))
      return failure();
    attr = builder.getI64IntegerAttr(static_cast<int64_t>(value));
    return success();
  }
  case AttrKind::String: {
    StringRef string;
    if (failed(strings.readString(at, string)))
      return failure();
    attr = builder.getStringAttr(string);
    return success();
  }
  case AttrKind::Symbol: {
    StringRef name;
    if (failed(strings.readName(at, name, "a symbol name")))
      return failure();
    attr = FlatSymbolRefAttr::get(file.context, name);
    return success();
  }
  case AttrKind::Constant: {
    DenseElementsAttr value;
    if (failed(constants.readConstant(at, parts.types.front(),
                                      /*allowI4=*/false, value)))
      return failure();
    attr = value;
    return success();
  }
  case AttrKind::I32Array: {
    SmallVector<int32_t> list;
    if (failed(at.readIntList(list, field.name)))
      return failure();
    for (int32_t value : list)
      if (value == INT32_MIN || value == INT32_MAX)
        return at.errorAt(begin)
               << "expected " << field.name
               << " inside the 32-bit range, got its end " << value;
    attr = builder.getDenseI32ArrayAttr(list);
    return success();
  }
  case AttrKind::BoolArray: {
    uint64_t count;
    if (failed(at.readCount(count, 1, field.name)))
      return failure();
    SmallVector<bool> list(count);
    for (bool &value : list)
      if (failed(at.readBool(value, field.name)))
        return failure();
    // All false is the default, which the op does not store.
    if (llvm::is_contained(list, true))
      attr = builder.getDenseBoolArrayAttr(list);
    return success();
  }
  case AttrKind::Array: {
    ArrayAttr array;
    if (failed(attributes.readArray(at, array)))
      return failure();
    attr = array;
    return success();
  }
  case AttrKind::Tagged:
    if (failed(attributes.readTagged(at, attr)))
      return failure();
    if (!isa<cuda_tile::AssumePredicateInterface>(attr))
      return at.errorAt(begin) << "expected an assume predicate, got " << attr;
    return success();
  case AttrKind::Hints: {
    cuda_tile::OptimizationHintsAttr hints;
    if (failed(attributes.readHints(at, hints)))
      return failure();
    attr = hints;
    return success();
  }
  default:
    llvm_unreachable("enumerations are handled above");
  }
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
