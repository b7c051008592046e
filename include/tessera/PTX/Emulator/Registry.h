//===- PTX/Emulator/Registry.h - how a family joins the emulator -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A family of instructions is one source file with a function
// registerXxx(Registry &) that gives a binder per opcode. The decoder calls the
// binders of an opcode in order until one does not answer NotMine. A binder
// looks at the matched modifiers through BindContext and sets `run` and the
// fields it needs; every modifier it does not take is an error, so that nothing
// is ignored by accident.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_REGISTRY_H
#define TESSERA_PTX_EMULATOR_REGISTRY_H

#include "tessera/PTX/Emulator/Program.h"

#include "llvm/ADT/StringMap.h"

#include <initializer_list>

namespace tessera::ptx::emu {

class BindContext {
public:
  BindContext(const Instruction &source, const Form &form,
              const ModifierMatch &match, Program &program)
      : source(source), form(form), match(match), program(program),
        taken(source.modifiers.size(), false) {}

  const Instruction &source;
  const Form &form;
  const ModifierMatch &match;
  Program &program;

  /// True when the instruction has this modifier; it counts as handled.
  bool take(llvm::StringRef modifier);
  /// The first of these modifiers that is there ("" when none is), taken.
  llvm::StringRef takeAny(std::initializer_list<llvm::StringRef> modifiers);
  /// Looks without taking.
  bool has(llvm::StringRef modifier) const;
  /// Takes modifiers that are hints or have no meaning in the emulator.
  void ignore(std::initializer_list<llvm::StringRef> modifiers);
  /// The type bound to slot variable T, U, ...; its modifier is taken.
  std::optional<Type> takeType(char variable = 'T');
  /// The only type modifier of the instruction when the row writes it out
  /// (`f32`), the first when it has several; taken.
  std::optional<Type> takeFixedType();
  /// takeType('T') or else takeFixedType().
  Type type();
  /// Takes .v2/.v4/.v8; 1 when there is none.
  unsigned takeVector();
  /// Takes the state space modifier (shared::cta, param::func, ...).
  AddressSpace takeSpace();
  /// Takes .relaxed/.acquire/... and the scope, for the checks: execution is
  /// sequentially consistent anyhow. `order`: when nothing is written.
  void takeOrdering(DecodedInstruction &instruction, MemoryOrder order);
  /// Takes every modifier that is left (for forms checked as a whole).
  void takeAll();

  /// Says why this form is not emulated; the binder then returns Refused.
  void refuse(const llvm::Twine &why);

  // For the decoder.
  std::string untaken() const;
  std::string reason;

  /// Copies `value` into the program and returns its address.
  template <typename T> const T *keep(T value) {
    auto owned = std::make_shared<const T>(std::move(value));
    program.keepAlive.push_back(owned);
    return owned.get();
  }

private:
  std::vector<bool> taken;
};

enum class Bound : uint8_t { Done, NotMine, Refused };
using Binder = Bound (*)(BindContext &context, DecodedInstruction &instruction);

class Registry {
public:
  /// All families that exist.
  static Registry create();
  void add(llvm::StringRef opcode, Binder binder);
  llvm::ArrayRef<Binder> binders(llvm::StringRef opcode) const;

private:
  llvm::StringMap<llvm::SmallVector<Binder, 4>> table;
};

void registerIntegerOps(Registry &registry);
void registerBitOps(Registry &registry);
void registerFloatOps(Registry &registry);
void registerMathOps(Registry &registry);
void registerConvertOps(Registry &registry);
void registerCompareOps(Registry &registry);
void registerMoveOps(Registry &registry);
void registerMemoryOps(Registry &registry);
void registerAtomicOps(Registry &registry);
void registerControlOps(Registry &registry);
void registerCallOps(Registry &registry);
void registerWarpOps(Registry &registry);
void registerBarrierOps(Registry &registry);
void registerCopyOps(Registry &registry);
void registerStoreAsyncOps(Registry &registry);
void registerMbarrierOps(Registry &registry);
void registerRegisterOps(Registry &registry);
/// mma, wgmma, tcgen05, TMA: families of the second slice register here.
void registerTensorOps(Registry &registry);

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_REGISTRY_H
