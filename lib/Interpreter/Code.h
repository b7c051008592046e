//===- Interpreter/Code.h - an entry prepared for execution -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ProgramBuilder makes of an entry and Engine executes: instructions with
// resolved handlers and slot numbers, so that running an op needs no hash
// look-up and no type inspection. Immutable once built and shared by all
// workers.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_CODE_H
#define TESSERA_LIB_INTERPRETER_CODE_H

#include "tessera/Interpreter/Interpreter.h"
#include "tessera/Interpreter/OpTable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace tessera::interp {

enum class Opcode : uint8_t {
  /// Call the handler.
  Call,
  If,
  For,
  Loop,
  Reduce,
  Scan,
  // Terminators: move the operands to `destinations`, then leave the block.
  Yield,
  Break,
  Continue,
  Return,
};

/// Kind and shape of a tile result; tokens and views have neither.
struct ResultInfo {
  ElementKind kind{};
  bool isTile = false;
  llvm::ArrayRef<int64_t> shape;
};

struct CodeBlock;
struct Aggregate;

struct Instruction {
  mlir::Operation *op = nullptr;
  Handler handler = nullptr;
  /// Operands, then results, and the slot of each.
  llvm::ArrayRef<mlir::Value> values;
  const uint32_t *slots = nullptr;
  /// Bit i: operand i (of the first 64) dies here and occurs once, so its tile
  /// may be moved out.
  uint64_t movable = 0;
  /// Slots whose values die with this instruction.
  llvm::ArrayRef<uint32_t> kills;
  /// Terminators: where the operands go.
  llvm::ArrayRef<uint32_t> destinations;
  llvm::ArrayRef<ResultInfo> results;
  const CodeBlock *regions[2] = {nullptr, nullptr};
  const Aggregate *aggregate = nullptr;
  uint32_t numOperands = 0;
  Opcode opcode = Opcode::Call;
  /// `for`: compare bounds as unsigned numbers.
  bool isUnsigned = false;
  /// A store, an atomic or a print.
  bool changesMemory = false;
  /// Outside the bodies of reduce and scan.
  bool isStep = false;

  llvm::ArrayRef<uint32_t> operandSlots() const { return {slots, numOperands}; }
  llvm::ArrayRef<uint32_t> resultSlots() const {
    return {slots + numOperands, values.size() - numOperands};
  }
};

struct CodeBlock {
  std::vector<Instruction> instructions;
  /// Slots of the block's arguments.
  llvm::SmallVector<uint32_t, 4> arguments;
};

/// A reduce or scan.
struct Aggregate {
  CodeBlock body;
  unsigned dim = 0;
  bool reverse = false;
  /// The body may run on whole slices at once (see BodyUse).
  bool vectorised = false;
  /// Slots the body's yield moves to, one per operand.
  llvm::SmallVector<uint32_t, 2> yielded;
  /// Vectorised bodies: 0-d values of the surroundings and the slot that holds
  /// them widened to the slice.
  struct Captured {
    uint32_t outer, inner;
  };
  llvm::SmallVector<Captured, 2> captured;
};

struct ProgramCode {
  OpTable table;
  TilePool pool;
  llvm::BumpPtrAllocator storage;
  CodeBlock body;
  std::deque<CodeBlock> regions;
  std::deque<Aggregate> aggregates;
  /// Decoded constants and their slots; loaded once per worker.
  std::vector<std::pair<uint32_t, Tile>> constants;
  /// Slots of tokens, when they are tracked.
  std::vector<uint32_t> tokenSlots;
  /// Where each value lies, when values are kept.
  llvm::DenseMap<mlir::Value, uint32_t> valueSlots;
  uint32_t numSlots = 1;
  uint32_t numViewSlots = 0;

  struct Global {
    std::string name;
    std::vector<std::byte> bytes;
    uint64_t alignment;
    bool isConstant;
  };
  std::vector<Global> globals;
};

/// How code that looks for data races differs.
struct RaceBuild {
  /// 0: memory operations stay in program order; else in one of the orders that
  /// tokens and operands allow.
  uint64_t orderSeed = 0;
};

struct BuildOptions {
  std::optional<RaceBuild> race = {};
  /// No value dies or is moved, so that a debugger can show all of them.
  bool keepValues = false;
};

/// Resolves the entry of `program`; false after a diagnostic.
bool buildCode(cuda_tile::ModuleOp module, cuda_tile::EntryOp entry,
               ProgramCode &code, BuildOptions options = {});

/// Reorders the memory operations of a block, except across loops.
void shuffleMemoryOps(std::vector<Instruction> &instructions, uint64_t seed);

/// The elements of a dense attribute as a tile.
Tile decodeElements(mlir::DenseElementsAttr attr, ElementKind kind,
                    llvm::ArrayRef<int64_t> shape, TilePool &pool);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_CODE_H
