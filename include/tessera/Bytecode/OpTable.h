//===- Bytecode/OpTable.h - wire layout of every op -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row an op: opcode, versions, and the order in which results, flags,
// attributes and operands follow each other (bytecode.md section 11). Reader
// and writer are both driven by it. The rows are in OpTable.def, written by
// hand and frozen: the wire format must not move when ODS does. A unit test
// checks every row against the registered op.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BYTECODE_OPTABLE_H
#define TESSERA_BYTECODE_OPTABLE_H

#include "tessera/Bytecode/Version.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace tessera::bytecode {

/// How an attribute's value is encoded (bytecode.md 10.1).
enum class AttrKind : uint8_t {
  Rounding,
  Overflow,
  Signedness,
  MemoryOrdering,
  MemoryScope,
  AtomicMode,
  Predicate,
  Ordering,
  Unit, ///< presence only: lives in the flags word
  Bool,
  U32,
  U64,
  String,
  Symbol,
  Constant,
  I32Array,
  BoolArray,
  Array,
  Tagged,
  Hints,
};

/// One attribute of a row. `flag` is its bit in the flags word, or -1 when it
/// is always present; `since` is the first version that stores it.
struct AttrField {
  llvm::StringLiteral name;
  AttrKind kind;
  int flag = -1;
  Version since = kVersion13_1;
  /// Value of the field in versions that lack it (an enumerator; 0 otherwise).
  uint64_t absentValue = 0;
};

enum class GroupKind : uint8_t { Required, Variadic, Optional };

struct OperandGroup {
  llvm::StringLiteral name;
  GroupKind kind = GroupKind::Required;
  int flag = -1;
  Version since = kVersion13_1;
};

/// How the operand list is framed (bytecode.md 9.4).
enum class OperandShape : uint8_t {
  Fixed,   ///< value numbers, no count
  Counted, ///< one count for the whole list
  Grouped, ///< a count per variadic group, optional groups by flag
};

/// Number of results: fixed without a count, or counted with an expected count.
struct ResultRule {
  static constexpr int kAny = -1;
  bool counted = false;
  int count = 1;
};

struct OpRow {
  uint16_t opcode;
  llvm::StringLiteral name; ///< without the dialect prefix
  Version since;
  ResultRule results;
  OperandShape shape;
  llvm::SmallVector<AttrField, 3> attrs;
  llvm::SmallVector<OperandGroup, 4> operands;
  unsigned numRegions = 0;

  /// True if the row has a flags word in `version`.
  bool hasFlags(Version version) const;
  /// Bits of the flags word that `version` defines.
  uint64_t getKnownFlags(Version version) const;
};

/// The table, indexed both ways. Immutable and shared.
class OpTable {
public:
  static const OpTable &get();
  /// Null for unassigned opcodes and those never written in a body.
  const OpRow *lookup(uint64_t opcode) const;
  const OpRow *lookup(llvm::StringRef opName) const;
  llvm::ArrayRef<OpRow> rows() const { return table; }

private:
  OpTable();
  llvm::SmallVector<OpRow, 0> table;
  /// Rows by opcode, null where there is none, and by name: both are asked for
  /// once an op.
  llvm::SmallVector<const OpRow *, 0> byOpcode;
  llvm::StringMap<const OpRow *> byName;
};

} // namespace tessera::bytecode

#endif // TESSERA_BYTECODE_OPTABLE_H
