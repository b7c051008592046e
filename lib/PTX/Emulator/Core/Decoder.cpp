//===- PTX/Emulator/Core/Decoder.cpp - module scope of the decoder -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lays out module-level variables with their initialisers, finds functions and
// drives their decoding.
//
//===----------------------------------------------------------------------===//

#include "DecoderImpl.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

/// Of all variables of the module together, with what lies between them.
static constexpr uint64_t maxModuleBytes = uint64_t(1) << 30;
/// Of any variable: no memory of a block is larger.
static constexpr uint64_t maxAlignment = 1 << 20;

static uint64_t elementSize(const Variable &variable) {
  return std::max(1u, typeBits(variable.type) / 8) *
         std::max<uint64_t>(1, variable.vectorSize);
}

uint64_t tessera::ptx::emu::variableSize(const Variable &variable) {
  uint64_t size = elementSize(variable);
  for (uint64_t extent : variable.dimensions)
    size = SaturatingMultiply(size, extent);
  return std::min(size, uint64_t(1) << 40); // no overflow in later sums
}

uint64_t ModuleDecoder::alignmentOf(const Variable &variable) {
  uint64_t alignment =
      std::max<uint64_t>(variable.alignment, elementSize(variable));
  if (alignment <= maxAlignment)
    return alignment;
  error(variable.location, "not emulated: '" + variable.name +
                               "' at multiples of " + Twine(alignment) +
                               " bytes; the limit is " + Twine(maxAlignment));
  return 1;
}

ModuleDecoder::ModuleDecoder(const Module &module,
                             const InstructionSet &instructions,
                             const Registry &registry, Diagnostics &diagnostics,
                             uint64_t moduleBase)
    : module(module), instructions(instructions), registry(registry),
      diagnostics(diagnostics), moduleBase(moduleBase),
      program(std::make_unique<Program>()) {
  constant(0);
}

void ModuleDecoder::error(SourceLocation location, const Twine &message) {
  if (diagnostics.size() < maxDiagnostics)
    diagnostics.push_back({location, message.str()});
}

uint32_t ModuleDecoder::constant(uint64_t bits) {
  // The map's reserved keys get no sharing.
  bool reserved = bits == DenseMapInfo<uint64_t>::getEmptyKey() ||
                  bits == DenseMapInfo<uint64_t>::getTombstoneKey();
  if (!reserved) {
    auto [entry, isNew] =
        constants.try_emplace(bits, uint32_t(program->constants.size()));
    if (!isNew)
      return entry->second;
  }
  program->constants.emplace_back().fill(bits);
  return uint32_t(program->constants.size() - 1);
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

void ModuleDecoder::placeVariables() {
  uint64_t next = moduleBase;
  for (const auto &[name, variable] : variables) {
    if (variable->space != Space::Global && variable->space != Space::Const)
      continue;
    ModuleVariable placed;
    placed.variable = variable;
    placed.size = variableSize(*variable);
    placed.isConst = variable->space == Space::Const;
    placed.address =
        alignTo(next, std::max<uint64_t>(256, alignmentOf(*variable)));
    const uint64_t end = placed.address + placed.size;
    if (end - moduleBase > maxModuleBytes) {
      error(variable->location,
            "not emulated: '" + Twine(name) + "' of " + Twine(placed.size) +
                " bytes: the variables of the module would take " +
                Twine(end - moduleBase) + " bytes, the limit is " +
                Twine(maxModuleBytes));
      return;
    }
    globalAddress[name] = placed.address;
    next = end + 4096;
    program->variables.push_back(std::move(placed));
  }
  for (ModuleVariable &variable : program->variables)
    initialise(variable);
}

void ModuleDecoder::initialise(ModuleVariable &variable) {
  if (variable.variable->initializer)
    initialise(variable, *variable.variable->initializer, 0, 0);
}

void ModuleDecoder::initialise(ModuleVariable &target, const Initializer &value,
                               size_t dimension, uint64_t offset) {
  const Variable &variable = *target.variable;
  uint64_t scalarSize = std::max(1u, typeBits(variable.type) / 8);
  if (value.isList) {
    uint64_t step = elementSize(variable);
    if (dimension >= variable.dimensions.size())
      step = scalarSize; // elements of a vector
    for (size_t i = dimension + 1; i < variable.dimensions.size(); ++i)
      step *= variable.dimensions[i];
    for (const Initializer &element : value.elements) {
      initialise(target, element, dimension + 1, offset);
      offset += step;
    }
    return;
  }
  uint64_t bits = value.value.bits;
  if (value.value.kind == OperandKind::Float) {
    if (variable.type == Type::f32 && value.value.width == 64)
      bits = bit_cast<uint32_t>(float(bit_cast<double>(bits)));
    else if (variable.type == Type::f64 && value.value.width == 32)
      bits = bit_cast<uint64_t>(double(bit_cast<float>(uint32_t(bits))));
  } else if (value.value.kind == OperandKind::Name) {
    StringRef name = value.value.name;
    auto global = globalAddress.find(name);
    if (global != globalAddress.end()) {
      bits = global->second;
    } else if (DecodedFunction *function = require(name)) {
      bits = functionWindow + 16 * indexOf(*function);
    } else {
      error(value.value.location,
            "not emulated: the address of '" + name + "' as initialiser");
      return;
    }
    bits += uint64_t(value.value.offset);
    if (value.mask)
      bits = (bits & *value.mask) >> countr_zero(*value.mask);
  }
  const uint64_t end = offset + scalarSize;
  if (end > target.size)
    return error(value.value.location,
                 "'" + variable.name + "' has more initialisers than elements");
  if (target.image.size() < end)
    target.image.resize(end);
  std::memcpy(target.image.data() + offset, &bits,
              std::min<uint64_t>(8, scalarSize));
}

/// No block has so much shared memory, in one piece or together.
static constexpr uint64_t maxShared = 1 << 20;

uint64_t ModuleDecoder::placeShared(const Variable &variable) {
  uint64_t offset = alignTo(program->staticShared, alignmentOf(variable));
  const uint64_t size = variableSize(variable);
  if (offset + size > maxShared) {
    error(variable.location, "not emulated: '" + variable.name +
                                 "' ends at byte " + Twine(offset + size) +
                                 " of shared memory; the limit is " +
                                 Twine(maxShared));
    return 0;
  }
  program->staticShared = offset + size;
  return offset;
}

std::optional<Storage> ModuleDecoder::moduleStorage(StringRef name) {
  const Variable *variable = variables.lookup(name);
  if (!variable)
    return std::nullopt;
  switch (variable->space) {
  case Space::Global:
  case Space::Const:
    return Storage{Storage::Kind::Global, globalAddress.lookup(name)};
  case Space::Shared: {
    if (variable->linkage == Linkage::Extern && variableSize(*variable) == 0) {
      program->dynamicAlignment =
          std::max<uint64_t>(program->dynamicAlignment, alignmentOf(*variable));
      return Storage{Storage::Kind::DynamicShared, 0};
    }
    auto [entry, isNew] = sharedOffset.try_emplace(name, 0);
    if (isNew)
      entry->second = placeShared(*variable);
    return Storage{Storage::Kind::Shared, entry->second};
  }
  default:
    return std::nullopt;
  }
}

void tessera::ptx::emu::loadModule(const Program &program,
                                   GlobalMemory &memory) {
  for (const ModuleVariable &variable : program.variables) {
    Allocation &made =
        memory.allocateAt(variable.address, variable.variable->name,
                          variable.size, variable.isConst);
    std::copy(variable.image.begin(), variable.image.end(), made.data);
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void ModuleDecoder::declareModuleScope(ScopeStack &scopes) const {
  scopes.push();
  for (const auto &[name, variable] : variables)
    scopes.declare(name, {SymbolKind::Variable, variable});
  for (const auto &[name, function] : functions)
    scopes.declare(name, {SymbolKind::Function, nullptr});
  for (const auto &[name, target] : aliases)
    scopes.declare(name, {SymbolKind::Function, nullptr});
}

unsigned ModuleDecoder::indexOf(const DecodedFunction &function) const {
  for (auto [index, each] : enumerate(program->functions))
    if (each.get() == &function)
      return unsigned(index);
  return 0;
}

/// Where arguments and results of a device function live in its frame.
void ModuleDecoder::declareFormals(DecodedFunction &function) {
  auto place = [&](const Variable &variable) {
    FormalValue value;
    if (variable.space == Space::Reg) {
      value.isRegister = true; // the slot comes with the body
      value.slot.bits = uint8_t(typeBits(variable.type));
      value.size = typeBits(variable.type) / 8;
      return value;
    }
    value.size = variableSize(variable);
    value.alignment = alignmentOf(variable);
    value.offset = alignTo(function.localSize, value.alignment);
    function.localSize = value.offset + value.size;
    return value;
  };
  for (const Variable &variable : function.source->returns)
    function.returns.push_back(place(variable));
  for (const Variable &variable : function.source->parameters)
    function.parameters.push_back(place(variable));
}

static void setExtents(std::array<uint32_t, 3> &target,
                       const Directive &directive) {
  target = {1, 1, 1};
  for (size_t i = 0; i < directive.values.size() && i < 3; ++i)
    target[i] = uint32_t(directive.values[i]);
}

DecodedFunction *ModuleDecoder::require(StringRef name) {
  if (auto alias = aliases.find(name); alias != aliases.end())
    name = alias->second;
  if (DecodedFunction *known = program->find(name))
    return known;
  const Function *source = functions.lookup(name);
  if (!source)
    return nullptr;
  program->functions.push_back(std::make_unique<DecodedFunction>());
  DecodedFunction &function = *program->functions.back();
  program->byName[name] = &function;
  function.name = name.str();
  function.source = source;
  function.isEntry = source->isEntry;
  function.isBuiltin = !source->body;
  if (!source->isEntry) {
    declareFormals(function);
  } else {
    for (const Variable &parameter : source->parameters) {
      uint64_t size = variableSize(parameter);
      uint64_t offset =
          alignTo(function.parameterBytes, alignmentOf(parameter));
      function.entryParameters.push_back({&parameter, offset, size});
      function.parameterBytes = offset + size;
    }
    for (const Directive &directive : source->directives) {
      if (directive.name == "reqntid")
        setExtents(function.requiredBlock, directive);
      if (directive.name == "maxntid")
        setExtents(function.maximumBlock, directive);
      if (directive.name == "blocksareclusters")
        function.blocksAreClusters = true;
      if (directive.name == "reqnctapercluster")
        setExtents(function.requiredCluster, directive);
    }
  }
  if (source->body)
    queue.push_back(&function);
  return &function;
}

std::unique_ptr<Program> ModuleDecoder::run(StringRef only) {
  size_t before = diagnostics.size();
  for (StringRef name : module.targets)
    if (std::optional<Target> target = findTarget(name))
      program->target = *target;
  for (const auto &item : module.items) {
    if (const auto *variable = std::get_if<Variable>(&item)) {
      const Variable *&known = variables[variable->name];
      if (!known || known->linkage == Linkage::Extern)
        known = variable;
    } else if (const auto *function = std::get_if<Function>(&item)) {
      const Function *&known = functions[function->name];
      if (!known || !known->body)
        known = function;
    } else if (const auto *alias = std::get_if<Alias>(&item)) {
      aliases[alias->name] = alias->target;
    } else if (const auto *file = std::get_if<SourceFile>(&item)) {
      if (file->index < 100'000) {
        if (program->files.size() <= file->index)
          program->files.resize(file->index + 1);
        program->files[file->index] = file->name;
      }
    }
  }
  placeVariables();
  for (const auto &item : module.items)
    if (const auto *function = std::get_if<Function>(&item))
      if (function->isEntry && function->body &&
          (only.empty() || function->name == only))
        require(function->name);
  while (!queue.empty()) {
    DecodedFunction *next = queue.back();
    queue.pop_back();
    FunctionDecoder(*this, *next).run();
  }
  return diagnostics.size() == before ? std::move(program) : nullptr;
}

std::unique_ptr<Program>
tessera::ptx::emu::decode(const Module &module,
                          const InstructionSet &instructions,
                          const Registry &registry, StringRef only,
                          Diagnostics &diagnostics, uint64_t moduleBase) {
  return ModuleDecoder(module, instructions, registry, diagnostics, moduleBase)
      .run(only);
}
