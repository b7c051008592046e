//===- PTX/VerifyLimits.cpp - limits and constant operands ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ptxas refuses beyond forms and types: constants out of the range an
// instruction takes, accesses to a variable that cannot be aligned, blocks,
// registers, shared memory, constants and parameters beyond what a target has.
// The ranges are a table; only what is wrong for certain is an error.
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera::ptx;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

namespace {
/// A constant as operand `operand` of instructions with all these modifiers.
struct ConstantRule {
  const char *opcode, *modifiers; // separated by spaces
  int operand;                    // negative: from the end
  int64_t least, most;
  int64_t multiple = 1;
  bool isPowerOfTwo = false;
};
} // namespace

static constexpr int64_t noLimit = int64_t(1) << 62;
static constexpr ConstantRule constantRules[] = {
    {"setmaxnreg", "", 0, 24, 256, 8},
    {"bar", "sync", 0, 0, 15},
    {"bar", "arrive", 0, 0, 15},
    {"bar", "red", 1, 0, 15},
    {"bar", "sync", 1, 32, 1024, 32},
    {"bar", "arrive", 1, 32, 1024, 32},
    {"barrier", "sync", 0, 0, 15},
    {"barrier", "arrive", 0, 0, 15},
    {"barrier", "red", 1, 0, 15},
    {"barrier", "sync", 1, 32, 1024, 32},
    {"barrier", "arrive", 1, 32, 1024, 32},
    {"lop3", "", 4, 0, 255},
    {"pmevent", "", 0, 0, 65535},
    {"nanosleep", "", 0, 0, 1000000},
    {"discard", "", 1, 128, 128},
    {"applypriority", "", 1, 128, 128},
    {"cp", "async ca", 2, 4, 16, 1, true},
    {"cp", "async cg", 2, 16, 16},
    {"cp", "async wait_group", 0, 0, noLimit},
    {"mbarrier", "init", 1, 1, (1 << 20) - 1},
    {"mbarrier", "expect_tx", -1, 0, (1 << 20) - 1},
    {"wgmma", "wait_group", 0, 0, 7},
    {"tcgen05", "alloc", 1, 32, 512, 1, true},
    {"tcgen05", "dealloc", 1, 32, 512, 1, true},
    {"tensormap", "cp_fenceproxy", 2, 128, 128},
    {"fence", "tensormap::generic acquire", 1, 128, 128},
    {"mma", "sp", 5, 0, 3},
    {"mma", "sp::ordered_metadata", 5, 0, 3},
};

static bool hasAll(const Instruction &instruction, StringRef modifiers) {
  SmallVector<StringRef, 4> wanted;
  modifiers.split(wanted, ' ', -1, false);
  return all_of(wanted, [&](StringRef each) {
    return any_of(instruction.modifiers, [&](const Modifier &modifier) {
      return modifier.text == each;
    });
  });
}

static std::optional<int64_t> constantOf(const Instruction &instruction,
                                         int index) {
  int count = int(instruction.operands.size());
  if (index < 0)
    index += count;
  if (index < 0 || index >= count ||
      instruction.operands[index].kind != OperandKind::Integer)
    return std::nullopt;
  return int64_t(instruction.operands[index].bits);
}

static void checkConstants(const Instruction &instruction, ReportError error) {
  for (const ConstantRule &rule : constantRules) {
    if (instruction.opcode != rule.opcode ||
        !hasAll(instruction, rule.modifiers) ||
        hasAll(instruction, "warp")) // bar.warp.sync takes a mask
      continue;
    std::optional<int64_t> value = constantOf(instruction, rule.operand);
    if (!value)
      continue;
    int index = rule.operand < 0
                    ? rule.operand + int(instruction.operands.size())
                    : rule.operand;
    SourceLocation location = instruction.operands[index].location;
    std::string name = "'" + mnemonic(instruction) + "': expected ";
    if (*value < rule.least || *value > rule.most)
      error(location, rule.least == rule.most
                          ? name + Twine(rule.least) + ", got " + Twine(*value)
                          : name + "a constant from " + Twine(rule.least) +
                                " to " + Twine(rule.most) + ", got " +
                                Twine(*value));
    else if (*value % rule.multiple != 0)
      error(location, name + "a multiple of " + Twine(rule.multiple) +
                          ", got " + Twine(*value));
    else if (rule.isPowerOfTwo && !isPowerOf2_64(uint64_t(*value)))
      error(location, name + "a power of two, got " + Twine(*value));
  }
  if (instruction.opcode != "wgmma" || !hasAll(instruction, "mma_async"))
    return;
  // After the predicate scale-d: two signs, then transposes.
  unsigned constants = 0;
  size_t scaleD = hasAll(instruction, "sp") ? 5 : 3;
  for (const Operand &operand :
       ArrayRef(instruction.operands)
           .drop_front(std::min(scaleD + 1, instruction.operands.size()))) {
    if (operand.kind != OperandKind::Integer)
      continue;
    auto value = int64_t(operand.bits);
    bool isSign = constants++ < 2;
    if (isSign ? value != 1 && value != -1 : value != 0 && value != 1)
      error(operand.location,
            Twine(isSign ? "expected 1 or -1 as scale of A or B, got "
                         : "expected 0 or 1 as transpose of A or B, got ") +
                Twine(value));
  }
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

static unsigned vectorLength(const Instruction &instruction) {
  return hasAll(instruction, "v2")   ? 2
         : hasAll(instruction, "v4") ? 4
         : hasAll(instruction, "v8") ? 8
                                     : 1;
}

/// An access to a variable plus a constant that cannot be aligned.
static void checkAlignment(const Instruction &instruction,
                           const ScopeStack &scopes, ReportError error) {
  bool isAccess = is_contained({"ld", "st", "ldu", "atom", "red"},
                               StringRef(instruction.opcode)) &&
                  !hasAll(instruction, "bulk");
  if (!isAccess)
    return;
  std::optional<Type> type;
  for (const Modifier &modifier : instruction.modifiers)
    if (std::optional<Type> found = findType(modifier.text))
      type = found;
  if (!type || typeBits(*type) < 8)
    return;
  uint64_t size = uint64_t(typeBits(*type)) / 8 * vectorLength(instruction);
  if (!isPowerOf2_64(size))
    return;
  for (const Operand &operand : instruction.operands) {
    if (operand.kind != OperandKind::Address || operand.operands.empty())
      continue;
    const Operand &base = operand.operands.front();
    uint64_t alignment = 0;
    if (base.kind == OperandKind::Name) {
      std::optional<Symbol> symbol = scopes.find(base.name);
      if (!symbol || symbol->kind != SymbolKind::Variable ||
          symbol->variable->space == Space::Reg)
        continue;
      const Variable &variable = *symbol->variable;
      uint64_t natural = std::max(1u, typeBits(variable.type) / 8) *
                         uint64_t(std::max<uint8_t>(1, variable.vectorSize));
      alignment = variable.alignment ? variable.alignment : natural;
    }
    if (alignment == 0)
      continue;
    uint64_t known = std::min(alignment, size);
    uint64_t offset = uint64_t(base.offset) + uint64_t(operand.offset);
    if (isPowerOf2_64(known) && offset % known != 0)
      error(operand.location, "expected an address that is a multiple of " +
                                  Twine(size) + ", got '" + base.name +
                                  "', which is aligned to " + Twine(alignment) +
                                  ", plus " + Twine(int64_t(offset)));
  }
}

void tessera::ptx::verifyConstants(const Instruction &instruction,
                                   const ScopeStack &scopes,
                                   ReportError error) {
  checkConstants(instruction, error);
  checkAlignment(instruction, scopes, error);
}

//===----------------------------------------------------------------------===//
// Blocks and registers
//===----------------------------------------------------------------------===//

void tessera::ptx::verifyLaunchLimits(const Function &function,
                                      ReportError error) {
  uint64_t threads = 0, registers = 0, blocks = 0;
  SourceLocation registersAt{}, blocksAt{};
  for (const Directive &directive : function.directives) {
    uint64_t product = 1;
    for (uint64_t value : directive.values)
      product = value > 65536 || product > 65536 ? uint64_t(1) << 32
                                                 : product * value;
    StringRef name = directive.name;
    if (name == "reqntid" || name == "maxntid") {
      threads = name == "reqntid" ? product : 0;
      if (product > 1024)
        error(directive.location, "'." + name +
                                      "': expected at most 1024 threads, got " +
                                      Twine(product));
      if (directive.values.size() > 2 && directive.values[2] > 64)
        error(directive.location, "'." + name +
                                      "': expected at most 64 threads in z, "
                                      "got " +
                                      Twine(directive.values[2]));
    } else if (name == "maxnreg") {
      registers = product;
      registersAt = directive.location;
      if (product > 256)
        error(directive.location,
              "'.maxnreg': expected at most 256 registers, got " +
                  Twine(product));
    } else if (name == "minnctapersm") {
      blocks = product;
      blocksAt = directive.location;
      if (product > 32)
        error(directive.location,
              "'.minnctapersm': expected at most 32 blocks, got " +
                  Twine(product));
    } else if (name == "reqnctapercluster" || name == "maxclusterrank") {
      if (product > 16)
        error(directive.location, "'." + name +
                                      "': expected at most 16 blocks, got " +
                                      Twine(product));
    }
  }
  if (threads != 0 && threads <= 1024 && registers != 0 && registers <= 256 &&
      alignTo(threads, 32) * alignTo(registers, 8) > 65536)
    error(registersAt, "'.maxnreg': " + Twine(threads) + " threads of " +
                           Twine(registers) +
                           " registers need more than the 65536 of a "
                           "multiprocessor");
  if (threads != 0 && threads <= 1024 && blocks != 0 && blocks <= 32 &&
      alignTo(threads, 32) * blocks > 2048)
    error(blocksAt, "'.minnctapersm': " + Twine(blocks) + " blocks of " +
                        Twine(threads) +
                        " threads are more than the 2048 of a "
                        "multiprocessor");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Bytes of a variable; 0 when its size is not known.
static uint64_t sizeOf(const Variable &variable) {
  uint64_t size = std::max(1u, typeBits(variable.type) / 8) *
                  uint64_t(std::max<uint8_t>(1, variable.vectorSize));
  for (uint64_t extent : variable.dimensions)
    size = extent > (uint64_t(1) << 40) ? 0 : SaturatingMultiply(size, extent);
  return size;
}

namespace {
/// What an entry uses: its own variables, and the names in its body.
struct Uses {
  uint64_t shared = 0, local = 0;
  StringSet<> names;

  void operand(const Operand &value) {
    if (value.kind == OperandKind::Name)
      names.insert(value.name);
    for (const Operand &each : value.operands)
      operand(each);
  }
  void block(const Block &body) {
    for (const Statement &statement : body.body) {
      if (const auto *each = std::get_if<Instruction>(&statement.value))
        for (const Operand &value : each->operands)
          operand(value);
      else if (const auto *inner = std::get_if<Block>(&statement.value))
        block(*inner);
      else if (const auto *variable = std::get_if<Variable>(&statement.value))
        count(*variable);
    }
  }
  void count(const Variable &variable) {
    if (variable.linkage == Linkage::Extern)
      return;
    if (variable.space == Space::Shared)
      shared = SaturatingAdd(shared, sizeOf(variable));
    if (variable.space == Space::Local)
      local = SaturatingAdd(local, sizeOf(variable));
  }
};
} // namespace

/// Static shared memory of an entry: ptxas gives all of a block's to code for
/// exactly one architecture.
static uint64_t mostShared(Target target) {
  if (target.suffix != 'a')
    return 48 << 10;
  return target.architecture >= 120 ? 99 << 10 : 227 << 10;
}

void tessera::ptx::verifyMemoryLimits(const Module &module, Target target,
                                      ReportError error) {
  constexpr uint64_t mostConstant = 64 << 10, mostLocal = 512 << 10;
  uint64_t constants = 0;
  bool isReported = false;
  for (const auto &item : module.items) {
    const auto *variable = std::get_if<Variable>(&item);
    if (!variable || variable->space != Space::Const ||
        variable->linkage == Linkage::Extern)
      continue;
    constants = SaturatingAdd(constants, sizeOf(*variable));
    if (constants > mostConstant && !isReported)
      error(variable->location, "expected at most 65536 bytes of .const "
                                "variables, got " +
                                    Twine(constants));
    isReported |= constants > mostConstant;
  }
  for (const auto &item : module.items) {
    const auto *function = std::get_if<Function>(&item);
    if (!function || !function->isEntry)
      continue;
    uint64_t parameters = 0;
    for (const Variable &parameter : function->parameters) {
      uint64_t size = sizeOf(parameter);
      uint64_t natural = std::max(1u, typeBits(parameter.type) / 8);
      uint64_t alignment = parameter.alignment ? parameter.alignment : natural;
      if (isPowerOf2_64(alignment) && alignment <= 4096)
        parameters = alignTo(parameters, alignment);
      parameters = SaturatingAdd(parameters, size);
    }
    uint64_t most =
        module.version >= 81 && target.architecture >= 70 ? 32764 : 4352;
    if (parameters > most)
      error(function->location, "'" + function->name + "': expected at most " +
                                    Twine(most) + " bytes of parameters, got " +
                                    Twine(parameters));
    if (!function->body)
      continue;
    Uses uses;
    uses.block(*function->body);
    for (const auto &other : module.items)
      if (const auto *variable = std::get_if<Variable>(&other))
        if (uses.names.contains(variable->name))
          uses.count(*variable);
    if (uint64_t limit = mostShared(target); uses.shared > limit)
      error(function->location,
            "'" + function->name + "': expected at most " + Twine(limit) +
                " bytes of .shared variables, got " + Twine(uses.shared) +
                "; more must be dynamic (.extern)");
    if (uses.local > mostLocal)
      error(function->location,
            "'" + function->name +
                "': expected at most 524288 bytes of .local variables, got " +
                Twine(uses.local));
  }
}
