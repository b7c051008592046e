//===- Bytecode/Writer/OperationWriter.cpp - function bodies -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the bodies of functions op by op, driven by the rows of the op table.
//
//===----------------------------------------------------------------------===//

#include "WriterContext.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

namespace {
class BodyWriter {
public:
  BodyWriter(WriterContext &context, bool hasLocations)
      : context(context), hasLocations(hasLocations) {}

  LogicalResult writeBlockBody(Block &block, ByteBuffer &out);
  void number(Value value) { numbers[value] = nextNumber++; }

private:
  LogicalResult writeOperation(Operation *op, ByteBuffer &out);
  LogicalResult writeResultTypes(Operation *op, const OpRow &row,
                                 ByteBuffer &out);
  FailureOr<uint64_t> computeFlags(Operation *op, const OpRow &row);
  LogicalResult writeAttributes(Operation *op, const OpRow &row,
                                ByteBuffer &out);
  LogicalResult writeAttribute(Operation *op, const AttrField &field,
                               Attribute attr, ByteBuffer &out);
  void writeOperands(Operation *op, const OpRow &row, ByteBuffer &out);
  LogicalResult writeRegions(Operation *op, ByteBuffer &out);
  LogicalResult writeType(Operation *op, Type type, ByteBuffer &out);

  WriterContext &context;
  bool hasLocations;
  llvm::DenseMap<Value, uint64_t> numbers;
  uint64_t nextNumber = 0;
};
} // namespace

static bool isPrintOf13_1(const OpRow &row, Version version) {
  return row.name == "print_tko" && !(version >= kVersion13_2);
}

/// The operands of each group of `row`.
static SmallVector<OperandRange> getGroups(Operation *op, const OpRow &row) {
  SmallVector<int32_t> sizes;
  if (auto segments = dyn_cast_or_null<DenseI32ArrayAttr>(
          op->getInherentAttr("operandSegmentSizes").value_or(Attribute()))) {
    llvm::append_range(sizes, segments.asArrayRef());
  } else {
    // At most one group is not required: it takes what the others leave.
    int32_t spare = static_cast<int32_t>(op->getNumOperands()) -
                    llvm::count_if(row.operands, [](const OperandGroup &group) {
                      return group.kind == GroupKind::Required;
                    });
    for (const OperandGroup &group : row.operands)
      sizes.push_back(group.kind == GroupKind::Required ? 1 : spare);
  }
  SmallVector<OperandRange> groups;
  unsigned begin = 0;
  for (int32_t size : sizes) {
    groups.push_back(op->getOperands().slice(begin, size));
    begin += size;
  }
  return groups;
}

LogicalResult BodyWriter::writeType(Operation *op, Type type, ByteBuffer &out) {
  FailureOr<uint64_t> index = context.types.intern(type, op);
  if (failed(index))
    return failure();
  out.writeVarint(*index);
  return success();
}

LogicalResult BodyWriter::writeBlockBody(Block &block, ByteBuffer &out) {
  for (Operation &op : block)
    if (failed(writeOperation(&op, out)))
      return failure();
  return success();
}

LogicalResult BodyWriter::writeOperation(Operation *op, ByteBuffer &out) {
  const OpRow *row = OpTable::get().lookup(op->getName().getStringRef());
  if (!row)
    return op->emitOpError("cannot be written: bytecode has no such operation");
  if (!(context.version >= row->since))
    return refuse(op, "the operation", row->since, context.version);
  if (failed(checkOldReaders(op, context.version)))
    return failure();
  if (hasLocations) {
    FailureOr<uint64_t> index = context.debug.intern(op->getLoc(), op);
    if (failed(index))
      return failure();
    context.debug.addToList(*index);
  }

  out.writeVarint(row->opcode);
  if (failed(writeResultTypes(op, *row, out)))
    return failure();
  FailureOr<uint64_t> flags = computeFlags(op, *row);
  if (failed(flags))
    return failure();
  if (row->hasFlags(context.version))
    out.writeVarint(*flags);
  if (failed(writeAttributes(op, *row, out)))
    return failure();
  writeOperands(op, *row, out);
  if (row->numRegions != 0 && failed(writeRegions(op, out)))
    return failure();
  if (!isPrintOf13_1(*row, context.version))
    for (Value result : op->getResults())
      number(result);
  return success();
}

LogicalResult BodyWriter::writeResultTypes(Operation *op, const OpRow &row,
                                           ByteBuffer &out) {
  if (isPrintOf13_1(row, context.version)) {
    if (!op->use_empty())
      return refuse(op, "a token result that is used", kVersion13_2,
                    context.version);
    out.writeVarint(0);
    return success();
  }
  if (row.results.counted)
    out.writeVarint(op->getNumResults());
  for (Type type : op->getResultTypes())
    if (failed(writeType(op, type, out)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// The numeric value of an enumeration attribute, 0 for other kinds and null.
static uint64_t getEnumValue(Attribute attr) {
  if (auto rounding = dyn_cast_or_null<cuda_tile::RoundingModeAttr>(attr))
    return static_cast<uint64_t>(rounding.getValue());
  if (auto overflow = dyn_cast_or_null<cuda_tile::IntegerOverflowAttr>(attr))
    return static_cast<uint64_t>(overflow.getValue());
  if (auto sign = dyn_cast_or_null<cuda_tile::SignednessAttr>(attr))
    return static_cast<uint64_t>(sign.getValue());
  if (auto predicate =
          dyn_cast_or_null<cuda_tile::ComparisonPredicateAttr>(attr))
    return static_cast<uint64_t>(predicate.getValue());
  if (auto ordering = dyn_cast_or_null<cuda_tile::ComparisonOrderingAttr>(attr))
    return static_cast<uint64_t>(ordering.getValue());
  if (auto integer = dyn_cast_or_null<IntegerAttr>(attr))
    return integer.getValue().getZExtValue();
  return 0;
}

static Attribute getField(Operation *op, const AttrField &field) {
  return op->getInherentAttr(field.name).value_or(Attribute());
}

/// True if a version without the field would lose something.
static bool losesInformation(const AttrField &field, Attribute attr) {
  if (!attr)
    return false;
  if (field.kind == AttrKind::Unit || field.kind == AttrKind::BoolArray)
    return true;
  return getEnumValue(attr) != field.absentValue;
}

FailureOr<uint64_t> BodyWriter::computeFlags(Operation *op, const OpRow &row) {
  uint64_t flags = 0;
  for (const AttrField &field : row.attrs) {
    Attribute attr = getField(op, field);
    if (!(context.version >= field.since)) {
      if (losesInformation(field, attr)) {
        refuse(op, "attribute '" + Twine(field.name) + "'", field.since,
               context.version);
        return failure();
      }
      continue;
    }
    if (field.flag >= 0 && attr)
      flags |= uint64_t(1) << field.flag;
  }
  SmallVector<OperandRange> groups = getGroups(op, row);
  for (auto [group, operands] : llvm::zip(row.operands, groups)) {
    if (group.kind != GroupKind::Optional || operands.empty())
      continue;
    if (!(context.version >= group.since)) {
      refuse(op, "operand '" + Twine(group.name) + "'", group.since,
             context.version);
      return failure();
    }
    if (group.flag >= 0)
      flags |= uint64_t(1) << group.flag;
  }
  return flags;
}

LogicalResult BodyWriter::writeAttributes(Operation *op, const OpRow &row,
                                          ByteBuffer &out) {
  for (const AttrField &field : row.attrs) {
    Attribute attr = getField(op, field);
    if (!(context.version >= field.since) || field.kind == AttrKind::Unit ||
        (field.flag >= 0 && !attr))
      continue;
    if (failed(writeAttribute(op, field, attr, out)))
      return failure();
  }
  return success();
}

LogicalResult BodyWriter::writeAttribute(Operation *op, const AttrField &field,
                                         Attribute attr, ByteBuffer &out) {
  switch (field.kind) {
  case AttrKind::Rounding:
    if (getEnumValue(attr) ==
            static_cast<uint64_t>(cuda_tile::RoundingMode::NearestAway) &&
        !(context.version >= kVersion13_4))
      return refuse(op, "rounding<nearest_away>", kVersion13_4,
                    context.version);
    // An absent rounding attribute means the default of the op.
    out.writeVarint(attr ? getEnumValue(attr) : field.absentValue);
    return success();
  case AttrKind::Overflow:
  case AttrKind::Signedness:
  case AttrKind::MemoryOrdering:
  case AttrKind::MemoryScope:
  case AttrKind::AtomicMode:
  case AttrKind::Predicate:
  case AttrKind::Ordering:
    out.writeVarint(getEnumValue(attr));
    return success();
  case AttrKind::Unit:
    return success();
  case AttrKind::Bool:
    out.writeByte(cast<BoolAttr>(attr).getValue());
    return success();
  case AttrKind::U32:
  case AttrKind::U64:
    out.writeVarint(cast<IntegerAttr>(attr).getValue().getZExtValue());
    return success();
  case AttrKind::String:
    out.writeVarint(context.strings.intern(cast<StringAttr>(attr).getValue()));
    return success();
  case AttrKind::Symbol:
    out.writeVarint(
        context.strings.intern(cast<FlatSymbolRefAttr>(attr).getValue()));
    return success();
  case AttrKind::Constant:
    out.writeVarint(context.constants.intern(cast<DenseElementsAttr>(attr)));
    return success();
  case AttrKind::I32Array:
    out.writeIntList<int32_t>(cast<DenseI32ArrayAttr>(attr).asArrayRef());
    return success();
  case AttrKind::BoolArray: {
    // One entry per index; an op without the attribute promises nothing.
    SmallVector<bool> list;
    if (auto bools = dyn_cast_or_null<DenseBoolArrayAttr>(attr)) {
      llvm::append_range(list, bools.asArrayRef());
    } else {
      const OpRow *row = OpTable::get().lookup(op->getName().getStringRef());
      SmallVector<OperandRange> groups = getGroups(op, *row);
      for (auto [group, operands] : llvm::zip(row->operands, groups))
        if (group.kind == GroupKind::Variadic)
          list.assign(operands.size(), false);
    }
    out.writeVarint(list.size());
    for (bool value : list)
      out.writeByte(value);
    return success();
  }
  case AttrKind::Array:
    return writeArray(context, op, cast<ArrayAttr>(attr), out);
  case AttrKind::Tagged:
    return writeTagged(context, op, attr, out);
  case AttrKind::Hints:
    return writeDictionary(
        context, op, cast<cuda_tile::OptimizationHintsAttr>(attr).getValue(),
        out);
  }
  llvm_unreachable("every kind is handled above");
}

//===----------------------------------------------------------------------===//
// Operands and regions
//===----------------------------------------------------------------------===//

void BodyWriter::writeOperands(Operation *op, const OpRow &row,
                               ByteBuffer &out) {
  auto writeNumbers = [&](OperandRange operands) {
    for (Value operand : operands)
      out.writeVarint(numbers.lookup(operand));
  };
  if (row.shape == OperandShape::Counted) {
    out.writeVarint(op->getNumOperands());
    writeNumbers(op->getOperands());
    return;
  }
  SmallVector<OperandRange> groups = getGroups(op, row);
  for (auto [group, operands] : llvm::zip(row.operands, groups)) {
    if (group.kind == GroupKind::Variadic)
      out.writeVarint(operands.size());
    writeNumbers(operands);
  }
}

LogicalResult BodyWriter::writeRegions(Operation *op, ByteBuffer &out) {
  out.writeVarint(op->getNumRegions());
  for (Region &region : op->getRegions()) {
    out.writeVarint(region.getBlocks().size());
    for (Block &block : region) {
      // Numbers are reused once the block ends.
      uint64_t outerNumbers = nextNumber;
      out.writeVarint(block.getNumArguments());
      for (BlockArgument argument : block.getArguments()) {
        if (failed(writeType(op, argument.getType(), out)))
          return failure();
        number(argument);
      }
      out.writeVarint(llvm::range_size(block));
      if (failed(writeBlockBody(block, out)))
        return failure();
      nextNumber = outerNumbers;
    }
  }
  return success();
}

LogicalResult bytecode::writeBody(WriterContext &context,
                                  cuda_tile::EntryOp entry, bool hasLocations,
                                  ByteBuffer &out) {
  BodyWriter writer(context, hasLocations);
  Block &block = entry.getBody().front();
  for (BlockArgument argument : block.getArguments())
    writer.number(argument);
  return writer.writeBlockBody(block, out);
}
