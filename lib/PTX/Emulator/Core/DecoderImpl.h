//===- PTX/Emulator/Core/DecoderImpl.h - the decoder's state ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decoding goes function by function, from the entries along the calls.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_CORE_DECODERIMPL_H
#define TESSERA_LIB_PTX_EMULATOR_CORE_DECODERIMPL_H

#include "PTX/VerifierImpl.h"
#include "tessera/PTX/Emulator/Registry.h"

#include "llvm/ADT/DenseMap.h"

#include <map>

namespace tessera::ptx::emu {

/// Where a declared name lives.
struct Storage {
  enum class Kind : uint8_t {
    Register,
    Predicate,
    Shared,
    DynamicShared,
    Local,
    Param,
    Global, // and const
  };
  Kind kind = Kind::Register;
  uint64_t base = 0; // first slot, or address in the space
  unsigned slotsPerElement = 1;
};

uint64_t variableSize(const Variable &variable);

/// Decodes a module: names of module scope, functions still to decode.
class ModuleDecoder {
public:
  ModuleDecoder(const Module &module, const InstructionSet &instructions,
                const Registry &registry, Diagnostics &diagnostics,
                uint64_t moduleBase);
  std::unique_ptr<Program> run(llvm::StringRef only);

  void error(SourceLocation location, const llvm::Twine &message);
  /// The function of this name, queued for decoding; null when there is none.
  DecodedFunction *require(llvm::StringRef name);
  unsigned indexOf(const DecodedFunction &function) const;
  /// The slot of a constant.
  uint32_t constant(uint64_t bits);
  /// Storage of a module-level variable or of static shared memory.
  std::optional<Storage> moduleStorage(llvm::StringRef name);
  uint64_t placeShared(const Variable &variable);
  /// The alignment of a variable; 1, and an error, if it is not emulated.
  uint64_t alignmentOf(const Variable &variable);
  void declareModuleScope(ScopeStack &scopes) const;

  const Module &module;
  const InstructionSet &instructions;
  const Registry &registry;
  Diagnostics &diagnostics;
  const uint64_t moduleBase;
  std::unique_ptr<Program> program;

private:
  void placeVariables();
  void initialise(ModuleVariable &variable);
  void initialise(ModuleVariable &variable, const Initializer &value,
                  size_t dimension, uint64_t offset);
  void declareFormals(DecodedFunction &function);

  llvm::StringMap<const Function *> functions;
  llvm::StringMap<llvm::StringRef> aliases;
  llvm::StringMap<const Variable *> variables;
  llvm::StringMap<uint64_t> globalAddress, sharedOffset;
  llvm::DenseMap<uint64_t, uint32_t> constants;
  std::vector<DecodedFunction *> queue;
};

/// Decodes the body of one function.
class FunctionDecoder {
public:
  FunctionDecoder(ModuleDecoder &owner, DecodedFunction &function);
  void run();

private:
  void declare(const Variable &variable);
  void declareLabels(const Block &block);
  void block(const Block &block);
  void sourceLine(const SourceLine &line);
  void instruction(const Instruction &instruction);
  void append(const Instruction &instruction, const Form &form,
              const ModifierMatch &match);
  void fixLabels();

  // Calls (DecodeCall.cpp).
  bool callee(const Operand &operand, Arg &arg);
  bool transfer(const Instruction &instruction, DecodedInstruction &result);
  std::optional<FormalValue> actual(const Operand &operand, bool isResult,
                                    const FormalValue *formal);

  // Operands (DecodeOperand.cpp).
  bool operands(const Instruction &instruction, const Form &form,
                const ModifierMatch &match, DecodedInstruction &result);
  bool operand(const OperandPattern &pattern, const Operand &operand, Arg &arg);
  bool scalar(const OperandPattern &pattern, const Operand &operand,
              Slot32 &slot, Arg *arg);
  bool name(const OperandPattern &pattern, const Operand &operand, Slot32 &slot,
            Arg *arg);
  bool vector(const OperandPattern &pattern, const Operand &operand, Arg &arg);
  bool predicate(const OperandPattern &pattern, const Operand &operand,
                 Slot32 &slot, bool &isSink);
  bool address(const OperandPattern &pattern, const Operand &operand, Arg &arg);
  bool label(const Operand &operand, Arg &arg);
  uint64_t literal(const Operand &operand, std::optional<Type> type) const;
  bool fail(const Operand &operand, const llvm::Twine &message);

  struct Found {
    Storage storage;
    const Variable *variable = nullptr;
    uint64_t index = 0; // of %r12: 12
  };
  std::optional<Found> find(llvm::StringRef name);
  Slot32 registerSlot(const Found &found, unsigned element) const;
  uint32_t prefilled(PrefilledSlot slot);
  uint32_t newSlot(unsigned count, llvm::StringRef name);
  void noteRead(const Slot32 &slot, bool isDestination);
  const Slot32 *keepSlots(llvm::ArrayRef<Slot32> slots);
  const uint32_t *keepIndices(llvm::ArrayRef<uint32_t> indices);

  ModuleDecoder &owner;
  Program &program;
  DecodedFunction &function;
  ScopeStack scopes;
  llvm::DenseMap<const Variable *, Storage> storage;
  std::vector<llvm::StringMap<uint32_t>> labels;
  std::vector<llvm::StringMap<const TargetList *>> targetLists;
  std::vector<uint32_t> labelPc;
  std::map<std::string, uint32_t> prefilledSlots;
  uint32_t location = 0;
  uint32_t sinkSlot = 0, sinkPredicate = 0;

  // Of the instruction at hand.
  const Instruction *current = nullptr;
  const Form *currentForm = nullptr;
  const ModifierMatch *currentMatch = nullptr;
  bool readsClock = false, addressIsLocal = false;
  llvm::SmallVector<uint32_t, 16> reads, writes; // predicates are marked
};
constexpr uint32_t predicateMark = 0x8000'0000;

/// Fills DecodedInstruction::reconvergence of branches with their immediate
/// post-dominators.
void findReconvergence(DecodedFunction &function);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_CORE_DECODERIMPL_H
