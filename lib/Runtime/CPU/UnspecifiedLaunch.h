//===- Runtime/CPU/UnspecifiedLaunch.h - launches with other values -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds results of compiled code that depend on elements which the language
// leaves unspecified (tessera/Driver/Unspecified.h says how).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_CPU_UNSPECIFIEDLAUNCH_H
#define TESSERA_LIB_RUNTIME_CPU_UNSPECIFIEDLAUNCH_H

#include "tessera/Codegen/CPU/Jit.h"
#include "tessera/Driver/Run.h"
#include "tessera/Runtime/CPU/Launch.h"

namespace tessera::cpu {

class UnspecifiedLaunch {
public:
  /// To be made before the launch of `zeros`: keeps a copy of the memory.
  UnspecifiedLaunch(const driver::BoundGrid &grid, const CompiledKernel &zeros,
                    bool trackInitialisation);

  /// After a launch without findings: runs `ones`, the same kernel with other
  /// values for what is unspecified, on the memory as it was before. What then
  /// is not the same becomes a finding of `summary` and is reported. Memory is
  /// left as that launch left it.
  llvm::Error check(const CompiledKernel &ones, interp::RunSummary &summary);

private:
  LaunchResult run(const CompiledKernel &kernel, uint64_t blocks);
  bool differsAfter(const CompiledKernel &ones, uint64_t blocks);
  uint64_t firstBlock(const CompiledKernel &ones, uint64_t blocks);
  bool explain(uint64_t block, interp::RunSummary &summary);

  const driver::BoundGrid &grid;
  const CompiledKernel zeros;
  bool trackInitialisation;
  interp::Memory::Snapshot before;
  ThreadPool pool{1};
  /// What differed last.
  std::string difference;
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_RUNTIME_CPU_UNSPECIFIEDLAUNCH_H
