//===- PTX/Emulator/Async/MbarrierLog.h - who did what to an mbarrier -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The word of an mbarrier counts. For a message that somebody can act on, the
// log beside it also keeps which instruction arrived how often, announced how
// many bytes and brought how many, in the open phase and in the one before it.
// Nothing but messages depends on it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_ASYNC_MBARRIERLOG_H
#define TESSERA_LIB_PTX_EMULATOR_ASYNC_MBARRIERLOG_H

#include "tessera/PTX/Emulator/Machine.h"

#include <map>

namespace tessera::ptx::emu {

/// What one instruction did to an mbarrier in one phase, all threads together.
struct MbarrierAct {
  const DecodedInstruction *by = nullptr;
  uint64_t arrivals = 0;
  uint64_t announced = 0, brought = 0; // bytes
};
using MbarrierActs = llvm::SmallVector<MbarrierAct, 2>;

struct MbarrierLog {
  MbarrierActs open, before; // before: of the phase that completed last
  uint64_t completed = 0;    // phases
  /// Copies that were issued and have not signalled: their bytes, and the
  /// instruction that issued the last of them.
  uint64_t underWay = 0;
  Finding copySite{};
  const DecodedInstruction *copy = nullptr;

  MbarrierAct &act(const DecodedInstruction *by);
  void complete();
};

/// Of a cluster, by address in .shared::cluster.
struct MbarrierLogs : Extension {
  std::map<uint64_t, MbarrierLog> logs;
  static MbarrierLog &of(Cluster &cluster, uint64_t address) {
    return cluster.extensions.get<MbarrierLogs>().logs[address];
  }
};

/// "16 of line 20 and 1 of line 33": who did `count` of an act.
std::string describeActs(llvm::ArrayRef<MbarrierAct> acts,
                         uint64_t MbarrierAct::*count);

/// The state of the mbarrier that threads wait for in vain: arrivals and bytes
/// that came, that are missing, and who can still make them.
std::string describeMbarrier(Machine &machine, Cluster &cluster,
                             uint64_t address);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_ASYNC_MBARRIERLOG_H
