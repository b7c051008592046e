//===- PTX/Emulator/Timing/InstructionClass.h - what costs what -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// InstructionClasses.def in compiled form: the unit, latency and turns of an
// instruction on one architecture. Computed once per instruction of a program.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_TIMING_INSTRUCTIONCLASS_H
#define TESSERA_LIB_PTX_EMULATOR_TIMING_INSTRUCTIONCLASS_H

#include "tessera/PTX/Emulator/Program.h"
#include "tessera/Target/GpuTiming.h"

namespace tessera::ptx::emu {

/// What executes an instruction. Each of the four parts of a multiprocessor has
/// its own, except LoadStore, which they share.
enum class Unit : uint8_t {
  None, // an issue slot only
  Integer,
  Multiply,
  Float,
  HalfFloat,
  DoubleFloat,
  SpecialFunction,
  Conversion,
  WideConversion,
  Shuffles,
  Matrix, // mma.sync
  LoadStore,
};
constexpr unsigned numUnits = 12;

/// "special functions".
llvm::StringRef unitName(Unit unit);

/// What an instruction does to the clock beyond its unit and latency.
enum class TimedAction : uint8_t {
  Plain,
  Branch,
  Memory,     // its accesses decide
  MatrixLoad, // ldmatrix, stmatrix
  Atomic,
  Fence,
  FenceGpu,
  MapAcquire,  // fence.proxy.tensormap
  MapField,    // tensormap.replace in global memory
  MapCopy,     // tensormap.cp_fenceproxy
  MapPrefetch, // prefetch.tensormap
  Barrier,
  ClusterBarrier,
  Arrive,
  TryWait,
  Cancel, // clusterlaunchcontrol.try_cancel
  Sleep,
  CopyAsync,
  CopyCommit,
  CopyWait,
  CopyWaitAll,
  CopyArrive,
  Bulk,
  BulkCommit,
  BulkWait,
  BulkWaitRead,
  Mma,
  Wgmma,
  WgmmaCommit,
  WgmmaWait,
  TensorMma,
  TensorCopy,
  TensorCommit,
  TmemAlloc,
  TmemLoad,
  TmemStore,
  TmemWait,
};

/// A matrix product as its modifiers describe it.
struct ProductShape {
  unsigned m = 0, n = 0, k = 0;
  unsigned bitsA = 16, bitsB = 16;
  bool isDouble = false, isSparse = false;
  bool aInRegisters = false; // wgmma; tcgen05: in tensor memory
  unsigned ctas = 1;         // that tcgen05.mma spans
};

struct InstructionCost {
  TimedAction action = TimedAction::Plain;
  Unit unit = Unit::None;
  /// Issue slots; 0 is folded into other instructions.
  unsigned slots = 1;
  /// How many of them its unit executes.
  unsigned turns = 1;
  /// Cycles until the result may be used, and between two on one unit.
  double latency = 0, interval = 0;
  /// Registers that an asynchronous tcgen05.ld or .st moves.
  unsigned count = 1;
  bool isVolatile = false;
  /// .cg, .volatile, .relaxed and so on: L1 does not keep it.
  bool bypassesL1 = false;
  /// Bulk copies: from shared to global memory; to several blocks; by a map.
  bool isStore = false, isMulticast = false, isTensor = false;
  /// Operations of floating point that a lane does.
  unsigned flopsPerLane = 0;
  ProductShape product;
};

/// The cost of `instruction` with these constants. Instructions that the
/// decoder made up are free.
InstructionCost costOf(const DecodedInstruction &instruction,
                       const gpu::GpuTiming &timing);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_TIMING_INSTRUCTIONCLASS_H
