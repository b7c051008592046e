//===- Interpreter/Race/RaceScript.h - PTX threads beside blocks -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a ScriptedThread under race detection. It is one chain: each access is
// after all before it. Beside the orders that tile blocks have, its fences take
// part in release and acquire patterns (PTX 8.8): fence then write, release
// then later write of the same bytes, read then fence.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_RACE_RACESCRIPT_H
#define TESSERA_LIB_INTERPRETER_RACE_RACESCRIPT_H

#include "RaceDetector.h"

#include "tessera/Interpreter/ScriptedThread.h"

#include <map>

namespace tessera::interp {

class BlockContext;
class Engine;
class RaceBlock;
class RaceRun;

class RaceScript {
public:
  RaceScript(RaceRun &run, const ScriptedThread &thread);

  const ScriptedThread &thread;

  /// Runs the thread; `engine` keeps what is found. Failure: the run stops.
  mlir::LogicalResult execute(RaceBlock &block, Engine &engine,
                              BlockContext &context);
  /// Every clock that is still needed.
  void forEachClock(llvm::function_ref<void(ClockId)> use) const;

private:
  using Place = std::pair<ProvenanceId, uint64_t>;
  /// A release that was read and that a later acquire may take up.
  struct Observed {
    Place place;
    RaceHead head;
  };

  bool isEnabled(const ScriptedInstruction &inst) const;
  llvm::SmallVector<uint64_t, 2>
  operandsOf(const ScriptedInstruction &inst) const;
  void fence(const ScriptedInstruction &inst, uint32_t number);
  void access(const ScriptedInstruction &inst, RaceOp &op, RaceBlock &block);
  void weak(const ScriptedInstruction &inst, RaceShadow &shadow,
            RaceAccess &access, std::byte *bytes);
  void scoped(const ScriptedInstruction &inst, const RaceOp &op,
              RaceShadow &shadow, RaceAccess &access, const RaceEvent &event,
              std::byte *bytes);
  /// What a read of `version` brings. Returns whether the two accesses are
  /// morally strong.
  bool observe(const ScriptedInstruction &inst, const RaceOp &op,
               const RaceVersion &version, const RaceEvent &event);
  void publish(const ScriptedInstruction &inst, const RaceOp &op,
               RaceVersion &version, const RaceEvent &event);
  void acquire(const RaceHead &head, cuda_tile::MemoryScope scope,
               uint32_t number);

  RaceRun &run;
  RaceDetector &detector;
  /// Of each instruction; null for those without an access.
  std::vector<RaceOp *> ops;
  std::vector<std::optional<uint64_t>> registers;
  /// Everything that precedes the next instruction.
  ClockId past = 0;
  std::vector<Observed> observed;
  /// What the last fence of each scope releases, and the last release of each
  /// place and scope, for later writes.
  std::map<cuda_tile::MemoryScope, ClockId> fences;
  std::map<std::pair<Place, cuda_tile::MemoryScope>, ClockId> releases;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_RACE_RACESCRIPT_H
