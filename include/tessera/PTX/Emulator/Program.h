//===- PTX/Emulator/Program.h - PTX decoded for execution -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the decoder makes of a verified module: per function a flat array of
// instructions with a handler, resolved operands and branch targets as indices.
// Immutable; shared by all launches.
//
// Values: a register of up to 64 bits is one slot of 32 lanes (uint64_t),
// zero-extended from its declared width; .b128 takes two slots, low half first.
// Constants, special registers and addresses of variables are slots too, filled
// before the code runs. Predicates are separate: one 32-bit lane mask each.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_PROGRAM_H
#define TESSERA_PTX_EMULATOR_PROGRAM_H

#include "tessera/PTX/Emulator/Memory.h"
#include "tessera/PTX/ISA.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"

#include <memory>

namespace tessera::ptx::emu {

class Warp;
struct DecodedInstruction;
struct DecodedFunction;

using LaneMask = uint32_t;
constexpr unsigned laneCount = 32;

/// What a handler did.
enum class Step : uint8_t {
  Next,    // go on with the next instruction
  Jumped,  // the handler has set the program counters itself
  Blocked, // Warp::block was called; the instruction runs again when woken
  Stop,    // the launch ends (trap)
};

/// Executes one instruction for the lanes of `active` (never 0, except for
/// instructions bound with DecodedInstruction::runsWithoutLanes).
using Handler = Step (*)(Warp &warp, const DecodedInstruction &instruction,
                         LaneMask active);

/// How strong a load, store or atomic is, and what it orders.
enum class MemoryOrder : uint8_t {
  Weak,
  Relaxed, // also .volatile
  Acquire,
  Release,
  AcquireRelease,
};

/// Which threads an access, a fence or an atomic speaks to. `.sys` is Gpu:
/// there is nobody else here.
enum class Scope : uint8_t { Cta, Cluster, Gpu };
constexpr unsigned numScopes = 3;

enum class Bank : uint8_t { Register, Constant };

/// One scalar: a slot of the frame, or of the program's constants.
struct Slot32 {
  uint32_t slot = 0;
  Bank bank = Bank::Register;
  uint8_t bits = 0;         // declared width; of constants that of the type
  bool isPredicate = false; // `slot` counts predicates
  bool negated = false;     // of a predicate: !p
};

enum class ArgKind : uint8_t {
  None,    // left out
  Scalar,  // value, also a predicate; a sink (_) is a slot nobody reads
  Vector,  // elements
  Address, // value + offset; elements: tensor coordinates
  Pair,    // value | second (d|p, p|q)
  Label,   // target
  Function,
};

/// One operand in the position the form gives it.
struct Arg {
  ArgKind kind = ArgKind::None;
  Slot32 value;
  Slot32 second;
  bool isSink = false, secondIsSink = true;
  const Slot32 *elements = nullptr;
  uint32_t count = 0;
  int64_t offset = 0;
  uint32_t target = 0; // instruction index
  /// Of a literal or symbolless constant: its bits.
  std::optional<uint64_t> literal;
};

struct DecodedInstruction {
  Handler run = nullptr;
  const Arg *args = nullptr;
  uint8_t numArgs = 0;
  /// Set by binders.
  Type type = Type::b32, sourceType = Type::b32;
  AddressSpace space = AddressSpace::Generic;
  uint8_t vector = 1; // .v2, .v4, ...
  MemoryOrder order = MemoryOrder::Weak;
  Scope scope = Scope::Gpu;
  uint32_t flags = 0;         // the family's own
  uint64_t aux = 0;           // the family's own
  const void *data = nullptr; // the family's own, kept alive by the program
  /// May return Blocked: the lanes that execute it are split off first.
  bool mayBlock = false;
  /// Called even when the guard is false in every lane.
  bool runsWithoutLanes = false;
  /// Copies definedness instead of reporting undefined sources (mov, selp).
  bool propagates = false;
  /// Computes registers from registers: a result of a doubtful value is
  /// doubtful (Frame::doubtful).
  bool isPure = false;
  /// Takes a value that may be doubtful and remembers, or finds out, which of
  /// its results are: loads, stores of shared memory, shuffles.
  bool carriesDoubt = false;
  /// Accesses registers outside the order of the program (wgmma), which wants
  /// to know when others accessed them.
  bool watchesRegisters = false;

  /// Set by the decoder.
  bool hasGuard = false, guardNegated = false;
  /// Reads %clock and the like, which are refreshed first.
  bool readsClock = false;
  uint32_t guard = 0;
  /// Slots whose lanes must be defined, and that become so; predicates count
  /// after the registers of the frame.
  const uint32_t *reads = nullptr, *writes = nullptr;
  uint16_t numReads = 0, numWrites = 0;
  const ptx::Instruction *source = nullptr;
  const Form *form = nullptr;
  uint32_t location = 0; // index of DecodedFunction::locations, 0 none
  /// Where diverging lanes meet again; noReconvergence at the function's end.
  uint32_t reconvergence = ~0u;
};
constexpr uint32_t noReconvergence = ~0u;

/// A slot that is filled when a frame is made.
struct PrefilledSlot {
  enum class Kind : uint8_t {
    SharedAddress, // value + this CTA's rank
    LocalAddress,  // value + the frame's base in local memory
    ParamAddress,  // value
    GlobalAddress, // value
    DynamicShared, // first byte after the static shared memory
    Special,       // special register `special`, component `component`
  };
  Kind kind;
  uint32_t slot;
  uint64_t value = 0;
  llvm::StringRef special{}; // without %
  char component = 0;        // 'x', 'y', 'z' or 0
  bool generic = false;      // the generic address
};

struct SourceMark {
  uint32_t file, line;
};

/// One formal parameter or return value of a device function.
struct FormalValue {
  bool isRegister = false;
  Slot32 slot;         // when in a register
  uint64_t offset = 0; // else in the frame's local memory
  uint64_t size = 0, alignment = 1;
};

/// What a call copies: aux data of call instructions, in the caller's terms.
struct CallTransfer {
  std::vector<FormalValue> arguments, results;
};

struct DecodedFunction {
  std::string name;
  const Function *source = nullptr;
  bool isEntry = false, isBuiltin = false;
  bool watchesRegisters = false;        // some instruction does
  bool takesOverBlocks = false;         // clusterlaunchcontrol
  std::vector<DecodedInstruction> code; // ends with a synthetic ret
  uint32_t numSlots = 0, numPredicates = 0;
  std::vector<PrefilledSlot> prefilled;
  uint64_t localSize = 0;                       // of one frame
  std::vector<FormalValue> returns, parameters; // device functions
  std::vector<SourceMark> locations;            // [0] is none
  /// brx: lists of instruction indices, by Arg::target.
  std::vector<std::vector<uint32_t>> branchTables;
  /// Names of the register slots and predicates, for messages.
  std::vector<std::string> slotNames, predicateNames;

  // Entries: kernel parameters in their buffer, and directives.
  struct EntryParameter {
    const Variable *variable;
    uint64_t offset, size;
  };
  std::vector<EntryParameter> entryParameters;
  uint64_t parameterBytes = 0;
  std::array<uint32_t, 3> requiredBlock{}, maximumBlock{}, requiredCluster{};
  bool blocksAreClusters = false; // a launch counts clusters, not blocks
};

/// A module-level .global or .const variable.
struct ModuleVariable {
  const Variable *variable;
  uint64_t size = 0;
  bool isConst = false;
  uint64_t address = 0;       // fixed at decode: loadModule maps it there
  std::vector<uint8_t> image; // its first bytes; those behind are zero
};
constexpr uint64_t firstModuleAddress = 0x0000'6000'0000'0000;
/// A function's address is functionWindow + 16 * its index.
constexpr uint64_t functionWindow = 0x0000'5000'0000'0000;

/// A decoded module.
class Program {
public:
  std::vector<std::unique_ptr<DecodedFunction>> functions;
  llvm::StringMap<DecodedFunction *> byName;
  /// Constant slots, 32 equal lanes each; [0] is zero.
  std::vector<std::array<uint64_t, laneCount>> constants;
  uint64_t staticShared = 0; // bytes from sharedBase of all .shared variables
  uint64_t dynamicAlignment = 16; // of the dynamic shared memory behind them
  std::vector<ModuleVariable> variables;
  std::vector<std::string> files; // by .file index
  Target target;
  llvm::BumpPtrAllocator arena;
  std::vector<std::shared_ptr<const void>> keepAlive;

  DecodedFunction *find(llvm::StringRef name) const {
    return byName.lookup(name);
  }
};

/// Indices of the instructions that may come after `index`; those of a call are
/// the ones after its return.
llvm::SmallVector<uint32_t, 2> successors(const DecodedFunction &function,
                                          uint32_t index);
/// "file.cu:12" of the last .loc before the instruction; may be empty.
std::string sourceOf(const Program &program, const DecodedFunction &function,
                     const DecodedInstruction &instruction);

/// Makes the module's variables, with their initial values, in `memory`.
void loadModule(const Program &program, GlobalMemory &memory);

class Registry;

/// Decodes a verified module, which must outlive the result. Adds a diagnostic
/// "not emulated: ..." for everything no family takes. `only`: decode just this
/// entry and what it calls (empty: everything). `moduleBase`: where the
/// module's variables begin.
std::unique_ptr<Program> decode(const Module &module,
                                const InstructionSet &instructions,
                                const Registry &registry, llvm::StringRef only,
                                Diagnostics &diagnostics,
                                uint64_t moduleBase = firstModuleAddress);

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_PROGRAM_H
