//===- Bytecode/OpTable.cpp - wire layout of every op -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the rows from OpTable.def, whose vocabulary is defined here, and looks
// them up by opcode and by name.
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/OpTable.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileEnums.h"

#include "llvm/ADT/STLExtras.h"

using namespace tessera::bytecode;
using tessera::cuda_tile::RoundingMode;

//===----------------------------------------------------------------------===//
// Vocabulary of OpTable.def
//===----------------------------------------------------------------------===//

namespace {
/// Modifiers of a field, given in any order.
struct Flag {
  int bit;
};
struct Since {
  Version version;
};
struct Absent {
  uint64_t value;
};

template <typename FieldT> void modify(FieldT &field, Flag flag) {
  field.flag = flag.bit;
}
template <typename FieldT> void modify(FieldT &field, Since since) {
  field.since = since.version;
}
void modify(AttrField &field, Absent absent) {
  field.absentValue = absent.value;
}
} // namespace

template <typename... Modifiers>
static AttrField attr(llvm::StringLiteral name, AttrKind kind,
                      Modifiers... modifiers) {
  AttrField field{name, kind};
  (modify(field, modifiers), ...);
  return field;
}

template <typename... Modifiers>
static OperandGroup group(llvm::StringLiteral name, GroupKind kind,
                          Modifiers... modifiers) {
  OperandGroup result{name, kind};
  (modify(result, modifiers), ...);
  return result;
}

static OperandGroup one(llvm::StringLiteral name) {
  return group(name, GroupKind::Required);
}
static OperandGroup many(llvm::StringLiteral name) {
  return group(name, GroupKind::Variadic);
}
template <typename... Modifiers>
static OperandGroup maybe(llvm::StringLiteral name, Modifiers... modifiers) {
  return group(name, GroupKind::Optional, modifiers...);
}

static Flag flag(int bit) { return {bit}; }
static Since since(Version version) { return {version}; }
static Absent absent(RoundingMode mode) {
  return {static_cast<uint64_t>(mode)};
}
static ResultRule fixed(int count) { return {false, count}; }
static ResultRule counted(int count) { return {true, count}; }

OpTable::OpTable() {
  constexpr Version V13_1 = kVersion13_1, V13_2 = kVersion13_2,
                    V13_3 = kVersion13_3, V13_4 = kVersion13_4;
  constexpr int any = ResultRule::kAny;
  using enum AttrKind;
  using enum OperandShape;
#define ATTRS(...) {__VA_ARGS__}
#define OPERANDS(...) {__VA_ARGS__}
#define OP(OPCODE, NAME, SINCE, RESULTS, SHAPE, ATTR_LIST, OPERAND_LIST,       \
           REGIONS)                                                            \
  table.push_back(OpRow{OPCODE, NAME, SINCE, RESULTS, SHAPE, ATTR_LIST,        \
                        OPERAND_LIST, REGIONS});
#include "OpTable.def"
#undef OP
#undef ATTRS
#undef OPERANDS
  for (const OpRow &row : table) {
    if (row.opcode >= byOpcode.size())
      byOpcode.resize(row.opcode + 1, nullptr);
    byOpcode[row.opcode] = &row;
    byName[row.name] = &row;
  }
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

uint64_t OpRow::getKnownFlags(Version version) const {
  uint64_t flags = 0;
  for (const AttrField &field : attrs)
    if (field.flag >= 0 && version >= field.since)
      flags |= uint64_t(1) << field.flag;
  for (const OperandGroup &group : operands)
    if (group.flag >= 0 && version >= group.since)
      flags |= uint64_t(1) << group.flag;
  return flags;
}

bool OpRow::hasFlags(Version version) const {
  return getKnownFlags(version) != 0;
}

const OpTable &OpTable::get() {
  static const OpTable table;
  return table;
}

const OpRow *OpTable::lookup(uint64_t opcode) const {
  return opcode < byOpcode.size() ? byOpcode[opcode] : nullptr;
}

const OpRow *OpTable::lookup(llvm::StringRef opName) const {
  opName.consume_front("cuda_tile.");
  return byName.lookup(opName);
}
