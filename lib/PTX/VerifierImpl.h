//===- PTX/VerifierImpl.h - names in scope and operand checks -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of the verifier that share state: scopes, and the checks of one
// instruction against one form.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_VERIFIERIMPL_H
#define TESSERA_LIB_PTX_VERIFIERIMPL_H

#include "tessera/PTX/Verifier.h"

#include "llvm/ADT/Twine.h"

namespace tessera::ptx {

enum class SymbolKind : uint8_t {
  Variable,
  Function,
  Label,
  Targets,
  Prototype
};

struct Symbol {
  SymbolKind kind = SymbolKind::Variable;
  const Variable *variable = nullptr;
};

/// The names of nested blocks; the innermost wins.
class ScopeStack {
public:
  void push() { scopes.emplace_back(); }
  void pop() { scopes.pop_back(); }
  /// False when the innermost scope has the name already.
  bool declare(llvm::StringRef name, Symbol symbol);
  /// Declares %r0 ... of %r<n>.
  bool declareRange(const Variable &variable);
  std::optional<Symbol> find(llvm::StringRef name) const;

private:
  struct Scope {
    llvm::StringMap<Symbol> names;
    llvm::StringMap<const Variable *> ranges;
  };
  std::vector<Scope> scopes;
};

/// Checks the operands of one instruction against one matched form.
class OperandChecker {
public:
  OperandChecker(const Instruction &instruction, const Form &form,
                 const ModifierMatch &match, const ScopeStack &scopes)
      : instruction(instruction), form(form), match(match), scopes(scopes) {}

  /// The first problem, or nothing.
  std::optional<Diagnostic> check();
  /// How many operands were right.
  unsigned progress() const { return done; }

private:
  bool has(llvm::StringRef modifier) const {
    return hasChoice(match.chosen, modifier);
  }
  std::optional<Space> spaceOf(const OperandPattern &pattern) const;
  /// The legal length of a vector; nothing when any is.
  std::optional<unsigned> countOf(const OperandPattern &pattern) const;

  bool operand(const OperandPattern &pattern, const Operand &operand);
  bool scalar(const OperandPattern &pattern, const Operand &operand);
  bool vector(const OperandPattern &pattern, const Operand &operand);
  bool name(const OperandPattern &pattern, const Operand &operand);
  bool registerOperand(const OperandPattern &pattern, const Operand &operand,
                       Type declared, bool isVector);
  bool literal(const OperandPattern &pattern, const Operand &operand);
  bool predicate(const OperandPattern &pattern, const Operand &operand);
  bool pair(const OperandPattern &pattern, const Operand &operand);
  bool address(const OperandPattern &pattern, const Operand &operand);
  bool base(const OperandPattern &pattern, const Operand &operand);
  bool tensorAddress(const Operand &operand);
  bool label(const Operand &operand);
  bool function(const Operand &operand);
  bool tuple(const Operand &operand);
  /// Returns false after noting the problem.
  bool fail(const Operand &operand, const llvm::Twine &message);

  const Instruction &instruction;
  const Form &form;
  const ModifierMatch &match;
  const ScopeStack &scopes;
  std::optional<Diagnostic> problem;
  unsigned done = 0;
};

using ReportError =
    llvm::function_ref<void(SourceLocation, const llvm::Twine &)>;

/// Constants out of their range and accesses that cannot be aligned, of an
/// instruction that matches its form.
void verifyConstants(const Instruction &instruction, const ScopeStack &scopes,
                     ReportError error);
/// What .reqntid, .maxnreg and their like ask for.
void verifyLaunchLimits(const Function &function, ReportError error);
/// Constants, parameters, static shared and local memory.
void verifyMemoryLimits(const Module &module, Target target, ReportError error);

/// "ld.global.b32" for messages.
std::string mnemonic(const Instruction &instruction);

} // namespace tessera::ptx

#endif // TESSERA_LIB_PTX_VERIFIERIMPL_H
