//===- PTX/ISA.h - the instruction table --------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instruction set as data. lib/PTX/ISA/*.def holds one row per instruction
// form; this header gives the rows in compiled form. Verifier, coverage page
// and (later) emulator use nothing else to know what an instruction is. The
// little language of the rows is described in docs/ptx.md.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_ISA_H
#define TESSERA_PTX_ISA_H

#include "tessera/PTX/AST.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera::ptx {

/// A row as written. `targets`: "" any; "90" sm_90 and later; "90a" exactly
/// that architecture; "100f" its family; several, separated by spaces, are
/// alternatives. `ptx` is 10 * major + minor.
struct FormRow {
  const char *family, *opcode, *modifiers, *operands;
  unsigned ptx;
  const char *targets;
};

/// One legal text of a modifier slot, with what it needs beyond its form.
struct Choice {
  llvm::StringRef text;
  unsigned ptx = 0;
  std::string targets; // as FormRow::targets
};

/// One modifier of a form. PTX takes modifiers in any order but for these two
/// rules: those that belong to the name of the instruction (`bulk` of
/// `cp.async.bulk`) come first and as written; those of one group (types, state
/// spaces, layouts, ...) keep their order among one another.
struct Slot {
  char variable = 0; // T, U, ...: the chosen text is a type or space to bind
  bool isOptional = false;
  bool isPaired = false; // there exactly when the slot before is
  bool isName = false;
  unsigned group = 0; // equal for slots that keep their order
  llvm::SmallVector<Choice, 4> choices;
};

enum class PatternKind : uint8_t {
  Value,             // register or immediate of a type
  Move,              // also the address of a symbol
  Predicate,         // register, perhaps negated when a source
  PredicatePair,     // p or p|q
  ValueAndPredicate, // d or d|p
  Address,           // [base+offset]
  TensorAddress,     // [map, {coordinates}]
  Immediate,
  Label,
  Function, // name or register of a call's callee
  Tuple,
};

/// One position of the operand list.
struct OperandPattern {
  PatternKind kind = PatternKind::Value;
  bool isDestination = false;
  bool isOptional = false;
  bool registerOnly = false;
  bool mayBeWider = false;
  bool mayNegate = false;
  std::optional<Type> type;  // fixed type, or
  char variable = 0;         // the type (or space) bound by a slot
  llvm::StringRef count;     // vector length rule; empty: not a vector
  Space space = Space::None; // of an address
  llvm::StringRef
      condition; // present exactly when this modifier is (or is not)
  bool conditionAbsent = false;
};

struct Form {
  const FormRow *row = nullptr;
  llvm::SmallVector<Slot, 8> slots;
  llvm::SmallVector<OperandPattern, 6> operands;
};

/// The compiled table. It is immutable, and passed on to all that needs it.
class InstructionSet {
public:
  /// The built-in table, compiled when it is first asked for. Any thread may
  /// ask.
  static const InstructionSet &builtin();
  /// Compiles the built-in table; fails when a row is malformed.
  static llvm::Expected<InstructionSet> create();
  /// The same for rows of the caller's, which must outlive the result.
  static llvm::Expected<InstructionSet> create(llvm::ArrayRef<FormRow> rows);

  llvm::ArrayRef<Form> forms() const { return table; }
  /// The forms of one opcode, in table order.
  llvm::ArrayRef<unsigned> formsOf(llvm::StringRef opcode) const;

private:
  std::vector<Form> table;
  llvm::StringMap<llvm::SmallVector<unsigned, 8>> byOpcode;
};

/// How the modifiers of an instruction filled the slots of a form.
struct ModifierMatch {
  /// The choice made in each slot; none for an optional slot left out.
  llvm::SmallVector<const Choice *, 8> chosen;
  /// The modifier of each slot that has one.
  llvm::SmallVector<const Modifier *, 8> filledBy;
  /// How many modifiers, from the first on, fitted before the match failed.
  unsigned progress = 0;
  bool matched = false;
  /// The first slot that had to be filled and was not, when all modifiers
  /// fitted.
  const Slot *missing = nullptr;
};
ModifierMatch matchModifiers(const Form &form,
                             llvm::ArrayRef<Modifier> modifiers);

/// Whether this modifier is among the choices.
bool hasChoice(llvm::ArrayRef<const Choice *> chosen, llvm::StringRef modifier);
/// Whether a position of the operand list is there with these choices.
bool isPresent(const OperandPattern &pattern,
               llvm::ArrayRef<const Choice *> chosen);
/// The type of a position: a fixed one, or what was chosen in the slot of its
/// variable; nothing if it has neither.
std::optional<Type> operandType(const OperandPattern &pattern, const Form &form,
                                llvm::ArrayRef<const Choice *> chosen);

/// The modifiers in the order of the form's slots.
std::vector<Modifier> inFormOrder(const ModifierMatch &match);

/// What `sm_90a` means.
struct Target {
  unsigned architecture = 0; // 90
  char suffix = 0;           // 'a', 'f' or 0
};
/// The target of that name when it is one that PTX 9.0 defines.
std::optional<Target> findTarget(llvm::StringRef name);
/// The first PTX version that has this target.
unsigned minimumVersion(Target target);
/// Whether code for `target` may use what `requirement` (see FormRow) asks for.
bool targetSatisfies(Target target, llvm::StringRef requirement);

/// A special register such as %tid; `vector` when it has components.
struct SpecialRegister {
  Type type;
  bool vector;
};
std::optional<SpecialRegister> findSpecialRegister(llvm::StringRef name);

/// Writes the coverage page (Markdown) of the table. `emulated` tells for a
/// form what the column of that name shows.
void printTable(const InstructionSet &instructions, llvm::raw_ostream &os,
                llvm::function_ref<std::string(const Form &)> emulated);

} // namespace tessera::ptx

#endif // TESSERA_PTX_ISA_H
