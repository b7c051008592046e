//===- Bytecode/Reader/OperationAttributes.cpp - fields of operations -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binds the rows of the op table to one file (names of its context, values of
// enumerations of its version), and reads the attributes that a row names.
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
