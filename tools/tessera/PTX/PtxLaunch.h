//===- tools/tessera/PTX/PtxLaunch.h - a launch of a PTX file -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `tessera emulate` and `tessera time` have in common: a PTX file, an
// entry, a grid and arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_PTX_PTXLAUNCH_H
#define TESSERA_TOOLS_TESSERA_PTX_PTXLAUNCH_H

#include "TensorMapArgument.h"
#include "tessera/Driver/Run.h"
#include "tessera/PTX/Emulator/Machine.h"

#include "llvm/Option/Arg.h"

namespace tessera::tool {

struct PtxLaunch {
  std::string path;
  std::vector<driver::ArgumentSpec> arguments;
  /// By argument: its array is passed as a tensor map.
  std::vector<std::optional<TensorMapArgument>> tensorMaps;
  ptx::emu::LaunchOptions launch;
  bool hasBlock = false, hasCluster = false;
};

/// A file, ready to be run. The parts point into one another.
struct PtxProgram {
  std::unique_ptr<ptx::Module> module;
  std::unique_ptr<ptx::emu::Program> program;
  const ptx::emu::DecodedFunction *entry = nullptr;
};

/// The memory and parameters of one launch.
struct BoundArguments {
  std::vector<std::optional<driver::HostArray>> arrays;
  std::vector<uint8_t> parameters;
  ptx::emu::GlobalMemory memory;
};

/// The number of an option that was given (else null): "--limit".
llvm::Error parseCount(const llvm::opt::Arg *arg, llvm::StringRef name,
                       uint64_t &value);
/// The same for "x,y,z".
llvm::Error parseExtents(const llvm::opt::Arg *arg, llvm::StringRef name,
                         std::array<uint32_t, 3> &value,
                         bool *isGiven = nullptr);
/// The file and the arguments after it, whose output files must be writable.
llvm::Error parseInputs(llvm::ArrayRef<std::string> inputs, PtxLaunch &request);

/// Refuses a file that is for another command, with that command's name.
llvm::Error checkIsPtx(llvm::StringRef path, llvm::StringRef bytes);

/// Reads, verifies and decodes a file, whose diagnostics are printed. `entry`
/// may be empty: the only one, or with `needsEntry` unset all of them.
llvm::Expected<PtxProgram> loadPtx(llvm::StringRef path, llvm::StringRef entry,
                                   bool needsEntry);

/// Fills in what the entry's directives say and checks what they forbid.
llvm::Error completeGeometry(PtxLaunch &request, const PtxProgram &program);

/// Maps the module's variables and the arrays, and fills in the parameters.
llvm::Error bindArguments(const PtxLaunch &request, const PtxProgram &program,
                          BoundArguments &bound);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_PTX_PTXLAUNCH_H
