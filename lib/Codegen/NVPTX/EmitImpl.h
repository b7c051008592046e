//===- Codegen/NVPTX/EmitImpl.h - parts of the code generator ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the files of this folder share.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_NVPTX_EMITIMPL_H
#define TESSERA_LIB_CODEGEN_NVPTX_EMITIMPL_H

#include "tessera/Codegen/NVPTX/Emit.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace tessera::gpu {

/// NVPTX's number of the shared state space.
inline constexpr unsigned sharedSpace = 3;

/// That of the shared memory of all blocks of a cluster.
inline constexpr unsigned clusterSpace = 7;

/// An array of no elements in shared memory: stands for the pool.
bool isSharedPool(mlir::LLVM::GlobalOp global);

/// The size of the pool that serves every kernel of `module`, if that may be
/// declared statically: launches then need no dynamic shared memory.
std::optional<uint64_t> staticPoolBytes(mlir::ModuleOp module,
                                        const GpuTarget &target);

/// Null, with a diagnostic, when LLVM has no such target.
std::unique_ptr<llvm::TargetMachine>
createTargetMachine(mlir::ModuleOp module, const CodegenOptions &options);

/// Links what `module` calls of the device library (Device/*.c) into it.
mlir::LogicalResult linkDeviceLibrary(mlir::ModuleOp source,
                                      llvm::Module &module);

/// The targets that have an instruction for this call of an intrinsic, in the
/// words of GpuTarget::runs(); empty when every target has one.
llvm::StringRef targetsOf(const llvm::IntrinsicInst &call);

/// Refuses what LLVM's back end could only abort on.
mlir::LogicalResult checkSelectable(mlir::ModuleOp source,
                                    const llvm::Module &module,
                                    const GpuTarget &target);

/// Writes tests of loops so that ptxas does not change what they mean.
void guardLoopTests(llvm::Module &module);

/// Compares the elements of a thread with constants where a mask compares them
/// with one bound.
void testElementsByConstants(llvm::Module &module);

/// Takes the phases of barriers from the counter of their loop, or keeps one of
/// them for all.
void sharePhases(llvm::Module &module);

/// Puts other instructions between exponentials, of which a warp has one every
/// eight cycles.
void spreadSpecials(llvm::Module &module);

/// Computes again behind a loop, or in a branch of it, what else would be in
/// registers all through it.
void recomputeInvariants(llvm::Module &module, const GpuTarget &target);

/// Writes masks of converted values so that ptxas keeps them.
void guardMaskedConversions(llvm::Module &module);

/// Takes parts of bytes by shifts, which LLVM writes as elements of vectors of
/// smaller numbers (NibbleVectors.cpp).
void takeNibblesOfBytes(llvm::Module &module);

/// LLVM's code generator, short of the passes that do not pay.
mlir::FailureOr<std::string> runBackEnd(mlir::ModuleOp source,
                                        llvm::Module &module,
                                        llvm::TargetMachine &machine);

/// Our header instead of LLVM's, and then our verifier's verdict.
mlir::FailureOr<std::string> finishPtx(mlir::ModuleOp source, std::string text,
                                       const CodegenOptions &options);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CODEGEN_NVPTX_EMITIMPL_H
