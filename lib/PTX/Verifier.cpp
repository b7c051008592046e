//===- PTX/Verifier.cpp - what makes PTX well-formed --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a module with the names in scope. Labels of a block are known before
// its first statement, everything else from its declaration on.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Verifier.h"
#include "VerifierImpl.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera::ptx;

/// Of PTX; what 9.1 and later add is in no row of the table.
static constexpr unsigned newestVersion = 95;

namespace {

class ModuleVerifier {
public:
  ModuleVerifier(const Module &module, const InstructionSet &instructions,
                 Diagnostics &diagnostics)
      : module(module), instructions(instructions), diagnostics(diagnostics) {}
  void run();

private:
  void header();
  void function(const Function &function);
  void directives(const Function &function);
  void block(const Block &block);
  void declareLabels(const Block &block);
  void variable(const Variable &variable, bool atModuleLevel);
  void initializer(const Initializer &value);
  void targets(const TargetList &list);
  void instruction(const Instruction &instruction);
  void guard(const Guard &guard);
  void group(const Instruction &instruction);
  void unmatched(const Instruction &instruction, ArrayRef<unsigned> forms);
  std::string versionProblem(const Instruction &instruction, const Form &form,
                             const ModifierMatch &match) const;
  void declare(StringRef name, Symbol symbol, SourceLocation location);
  void error(SourceLocation location, const Twine &message) {
    if (diagnostics.size() < maxDiagnostics)
      diagnostics.push_back({location, message.str()});
  }

  const Module &module;
  const InstructionSet &instructions;
  Diagnostics &diagnostics;
  ScopeStack scopes;
  Target target;
  bool hasTarget = false;
  /// The first tcgen05 instruction of the function that names its group.
  const Modifier *firstGroup = nullptr;
};

} // namespace

void ModuleVerifier::header() {
  if (module.version < 10 || module.version > newestVersion)
    error(module.versionLocation, "expected a PTX version from 1.0 to 9.5");
  for (StringRef name : module.targets) {
    bool isOption = StringSwitch<bool>(name)
                        .Cases({"debug", "texmode_unified",
                                "texmode_independent", "map_f64_to_f32"},
                               true)
                        .Default(false);
    if (isOption)
      continue;
    std::optional<Target> found = findTarget(name);
    if (!found) {
      error(module.targetLocation, "unknown target '" + name + "'");
      continue;
    }
    if (hasTarget)
      error(module.targetLocation, "expected one architecture in .target");
    target = *found;
    hasTarget = true;
    unsigned least = minimumVersion(target);
    if (module.version < least)
      error(module.targetLocation,
            "target '" + name + "' needs PTX " + Twine(least / 10) + "." +
                Twine(least % 10) + ", got " + Twine(module.version / 10) +
                "." + Twine(module.version % 10));
  }
  if (!hasTarget && diagnostics.empty())
    error(module.targetLocation, "expected an architecture in .target");
}

void ModuleVerifier::declare(StringRef name, Symbol symbol,
                             SourceLocation location) {
  if (!scopes.declare(name, symbol))
    error(location, "'" + name + "' is declared twice");
}

void ModuleVerifier::initializer(const Initializer &value) {
  for (const Initializer &element : value.elements)
    initializer(element);
  if (value.isList || value.value.kind != OperandKind::Name)
    return;
  if (!scopes.find(value.value.name))
    error(value.value.location, "the initialiser refers to '" +
                                    value.value.name +
                                    "', which is not declared");
}

void ModuleVerifier::variable(const Variable &variable, bool atModuleLevel) {
  // An extern declaration may be repeated, and may come before the definition.
  bool mayRepeat = atModuleLevel && variable.linkage == Linkage::Extern;
  if (variable.range) {
    if (variable.space != Space::Reg)
      error(variable.location, "expected registers before '<'");
    if (!scopes.declareRange(variable))
      error(variable.location, "'" + variable.name + "' is declared twice");
  } else if (!scopes.declare(variable.name,
                             {SymbolKind::Variable, &variable}) &&
             !mayRepeat) {
    error(variable.location, "'" + variable.name + "' is declared twice");
  }
  for (uint64_t alignment : {variable.alignment, variable.pointerAlignment})
    if (alignment != 0 && !isPowerOf2_64(alignment))
      error(variable.location, "expected an alignment that is a power of two, "
                               "got " +
                                   Twine(alignment));
  if (typeClass(variable.type) == TypeClass::Pred &&
      variable.space != Space::Reg)
    error(variable.location,
          "expected predicates in .reg, got ." + spaceName(variable.space));
  if (variable.initializer) {
    if (variable.space != Space::Global && variable.space != Space::Const)
      error(variable.location, "variables in ." + spaceName(variable.space) +
                                   " have no initialiser");
    initializer(*variable.initializer);
  }
  for (size_t i = 1; i < variable.dimensions.size(); ++i)
    if (variable.dimensions[i] == 0)
      error(variable.location, "only the first extent may be left out");
}

void ModuleVerifier::directives(const Function &function) {
  StringMap<SourceLocation> seen;
  for (const Directive &directive : function.directives) {
    if (directive.name == "pragma")
      continue;
    if (!seen.try_emplace(directive.name, directive.location).second)
      error(directive.location, "'." + directive.name + "' is given twice");
    if (is_contained(directive.values, uint64_t(0)) &&
        directive.name != "abi_preserve")
      error(directive.location,
            "expected positive numbers after '." + directive.name + "'");
    bool forEntries = directive.name != "noreturn" &&
                      !StringRef(directive.name).starts_with("abi_preserve");
    if (forEntries && !function.isEntry)
      error(directive.location,
            "'." + directive.name + "' belongs to entries only");
    bool needsClusters = directive.name == "reqnctapercluster" ||
                         directive.name == "explicitcluster" ||
                         directive.name == "maxclusterrank" ||
                         directive.name == "blocksareclusters";
    if (needsClusters && target.architecture < 90)
      error(directive.location,
            "'." + directive.name + "' needs target sm_90 or later");
  }
  verifyLaunchLimits(function, [&](SourceLocation location, const Twine &text) {
    error(location, text);
  });
  auto blocks = seen.find("blocksareclusters");
  if (blocks != seen.end() &&
      !(seen.contains("reqntid") && seen.contains("reqnctapercluster")))
    error(blocks->second, "'.blocksareclusters' needs '.reqntid' and "
                          "'.reqnctapercluster'");
  if (seen.contains("reqntid") && seen.contains("maxntid"))
    error(function.location, "expected either '.reqntid' or '.maxntid' on '" +
                                 function.name + "', got both");
}

void ModuleVerifier::function(const Function &function) {
  // Declarations may be repeated and may come before the definition.
  std::optional<Symbol> earlier = scopes.find(function.name);
  if (!scopes.declare(function.name, {SymbolKind::Function, nullptr}) &&
      earlier && earlier->kind != SymbolKind::Function)
    error(function.location, "'" + function.name + "' is declared twice");
  directives(function);
  firstGroup = nullptr;
  scopes.push();
  for (const auto *list : {&function.returns, &function.parameters})
    for (const Variable &parameter : *list) {
      bool fits = parameter.space == Space::Param ||
                  (parameter.space == Space::Reg && !function.isEntry);
      if (!fits)
        error(parameter.location, "expected a parameter in .param, got ." +
                                      spaceName(parameter.space));
      // '_' names no parameter.
      if (parameter.name != "_")
        variable(parameter, false);
    }
  if (function.body)
    block(*function.body);
  scopes.pop();
}

void ModuleVerifier::declareLabels(const Block &block) {
  for (const Statement &statement : block.body) {
    if (const auto *label = std::get_if<Label>(&statement.value))
      declare(label->name, {SymbolKind::Label, nullptr}, label->location);
    if (const auto *list = std::get_if<TargetList>(&statement.value))
      declare(list->label, {SymbolKind::Targets, nullptr}, list->location);
    if (const auto *prototype = std::get_if<CallPrototype>(&statement.value))
      declare(prototype->label, {SymbolKind::Prototype, nullptr},
              prototype->location);
  }
}

void ModuleVerifier::targets(const TargetList &list) {
  SymbolKind expected = list.isCall ? SymbolKind::Function : SymbolKind::Label;
  for (const std::string &name : list.targets) {
    std::optional<Symbol> symbol = scopes.find(name);
    if (!symbol || symbol->kind != expected)
      error(list.location, "'" + list.label + "' refers to the " +
                               (list.isCall ? "function" : "label") + " '" +
                               name + "', which is not declared");
  }
}

void ModuleVerifier::block(const Block &value) {
  scopes.push();
  declareLabels(value);
  for (const Statement &statement : value.body) {
    if (const auto *each = std::get_if<Instruction>(&statement.value))
      instruction(*each);
    else if (const auto *declared = std::get_if<Variable>(&statement.value))
      variable(*declared, false);
    else if (const auto *inner = std::get_if<Block>(&statement.value))
      block(*inner);
    else if (const auto *list = std::get_if<TargetList>(&statement.value))
      targets(*list);
  }
  scopes.pop();
}

void ModuleVerifier::guard(const Guard &guard) {
  std::optional<Symbol> symbol = scopes.find(guard.predicate);
  if (!symbol)
    error(guard.location, "the guard refers to '" + guard.predicate +
                              "', which is not declared");
  else if (symbol->kind != SymbolKind::Variable ||
           symbol->variable->type != Type::pred)
    error(guard.location,
          "expected a predicate as guard, got '" + guard.predicate + "'");
}

/// All of a function's tcgen05 instructions are of one block or of a pair.
void ModuleVerifier::group(const Instruction &instruction) {
  for (const Modifier &modifier : instruction.modifiers) {
    if (!StringRef(modifier.text).starts_with("cta_group::"))
      continue;
    if (!firstGroup)
      firstGroup = &modifier;
    else if (firstGroup->text != modifier.text)
      error(modifier.location,
            "expected '." + firstGroup->text + "', as in line " +
                Twine(firstGroup->location.line) +
                ": a function has tcgen05 instructions of one group");
  }
}

/// No form takes these modifiers: tells which one is wrong, or what is missing.
void ModuleVerifier::unmatched(const Instruction &instruction,
                               ArrayRef<unsigned> forms) {
  unsigned progress = 0;
  const Slot *missing = nullptr;
  for (unsigned index : forms) {
    ModifierMatch match =
        matchModifiers(instructions.forms()[index], instruction.modifiers);
    progress = std::max(progress, match.progress);
    if (!missing)
      missing = match.missing;
  }
  if (progress < instruction.modifiers.size()) {
    const Modifier &modifier = instruction.modifiers[progress];
    error(modifier.location, "'" + instruction.opcode + "' has no modifier '." +
                                 modifier.text + "' here, in '" +
                                 mnemonic(instruction) + "'");
    return;
  }
  std::string choices;
  if (missing)
    for (const Choice &choice : ArrayRef(missing->choices).take_front(8))
      choices += (choices.empty() ? "." : ", .") + choice.text.str();
  error(instruction.location, "'" + mnemonic(instruction) +
                                  "' lacks a modifier: expected one of " +
                                  choices);
}

/// What the form or one of its choices needs that the module does not give.
std::string ModuleVerifier::versionProblem(const Instruction &instruction,
                                           const Form &form,
                                           const ModifierMatch &match) const {
  auto needsPtx = [&](const Twine &what, unsigned version) {
    return (what + " needs PTX " + Twine(version / 10) + "." +
            Twine(version % 10) + ", got " + Twine(module.version / 10) + "." +
            Twine(module.version % 10))
        .str();
  };
  std::string name = "'" + mnemonic(instruction) + "'";
  if (module.version < form.row->ptx)
    return needsPtx(name, form.row->ptx);
  auto needsTarget = [&](StringRef what, StringRef targets) {
    std::string list;
    SmallVector<StringRef> alternatives;
    targets.split(alternatives, ' ', -1, false);
    for (StringRef each : alternatives)
      list += (list.empty() ? "sm_" : " or sm_") + each.str();
    return (what + " needs target " + list + ", got " + module.targets.front())
        .str();
  };
  if (!targetSatisfies(target, form.row->targets))
    return needsTarget(name, form.row->targets);
  for (const Choice *choice : match.chosen) {
    if (!choice)
      continue;
    std::string part = ("'." + choice->text + "' of " + name).str();
    if (module.version < choice->ptx)
      return needsPtx(part, choice->ptx);
    if (!targetSatisfies(target, choice->targets))
      return needsTarget(part, choice->targets);
  }
  return "";
}

void ModuleVerifier::instruction(const Instruction &instruction) {
  if (instruction.guard)
    guard(*instruction.guard);
  ArrayRef<unsigned> forms = instructions.formsOf(instruction.opcode);
  if (forms.empty())
    return error(instruction.location,
                 "unknown instruction '" + instruction.opcode + "'");
  if (instruction.opcode == "tcgen05")
    group(instruction);
  bool anyMatched = false;
  std::string version;
  std::optional<Diagnostic> nearest;
  unsigned nearestProgress = 0;
  for (unsigned index : forms) {
    const Form &form = instructions.forms()[index];
    ModifierMatch match = matchModifiers(form, instruction.modifiers);
    if (!match.matched)
      continue;
    anyMatched = true;
    OperandChecker checker(instruction, form, match, scopes);
    if (std::optional<Diagnostic> problem = checker.check()) {
      if (!nearest || checker.progress() > nearestProgress) {
        nearest = std::move(problem);
        nearestProgress = checker.progress();
      }
      continue;
    }
    std::string problem =
        hasTarget ? versionProblem(instruction, form, match) : "";
    if (problem.empty())
      return verifyConstants(instruction, scopes,
                             [&](SourceLocation location, const Twine &text) {
                               error(location, text);
                             });
    if (version.empty())
      version = std::move(problem);
  }
  if (!anyMatched)
    return unmatched(instruction, forms);
  if (!version.empty())
    return error(instruction.location, version);
  error(nearest->location, nearest->message);
}

void ModuleVerifier::run() {
  header();
  scopes.push();
  for (const auto &item : module.items) {
    if (const auto *declared = std::get_if<Variable>(&item))
      variable(*declared, true);
    else if (const auto *each = std::get_if<Function>(&item))
      function(*each);
    else if (const auto *alias = std::get_if<Alias>(&item)) {
      std::optional<Symbol> symbol = scopes.find(alias->target);
      if (!symbol || symbol->kind != SymbolKind::Function)
        error(alias->location, "the alias refers to the function '" +
                                   alias->target + "', which is not declared");
    }
  }
  scopes.pop();
  if (hasTarget)
    verifyMemoryLimits(module, target,
                       [&](SourceLocation location, const Twine &text) {
                         error(location, text);
                       });
}

bool tessera::ptx::verify(const Module &module,
                          const InstructionSet &instructions,
                          Diagnostics &diagnostics) {
  size_t before = diagnostics.size();
  ModuleVerifier(module, instructions, diagnostics).run();
  return diagnostics.size() == before;
}
