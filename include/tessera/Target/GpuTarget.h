//===- tessera/Target/GpuTarget.h - GPU targets as data ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The GPUs that PTX is generated for. Passes ask for a capability or a limit,
// never for an sm number: a new target is a row of the table.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_GPUTARGET_H
#define TESSERA_TARGET_GPUTARGET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::gpu {

/// What a lowering may make use of. Every target has cp.async, ldmatrix,
/// mma.sync of f16/bf16/tf32/f64/s8, redux.sync on integers, mbarrier, bf16
/// fma/min/max and packed f16 arithmetic.
enum class GpuCapability : uint8_t {
  /// cvt between e4m3x2/e5m2x2 and f32/f16.
  Fp8Convert,
  /// mma.sync with fp8 operands.
  Fp8MmaSync,
  /// bf16 add, sub and mul (elsewhere: fma, or through f32).
  Bf16Arithmetic,
  /// atom/red.add.noftz.bf16.
  Bf16AtomicAdd,
  /// cvt.rn.tf32 (elsewhere: cvt.rna.tf32 only).
  Tf32RoundNearestEven,
  /// red.global.add of f32 vectors.
  VectorAtomics,
  /// mma.sync m16n8k{4,8,16} of f64.
  F64MmaWide,
  /// Thread block clusters, distributed shared memory.
  Clusters,
  /// cp.async.bulk.tensor and mbarrier transactions.
  Tma,
  /// tensormap.replace: tensor maps made on the device.
  TensorMapReplace,
  StMatrix,
  ElectSync,
  /// griddepcontrol.
  DependentLaunch,
  /// wgmma.mma_async.
  Wgmma,
  SetMaxRegisters,
  /// Tensor memory and tcgen05.
  Tcgen05,
  /// tcgen05.ld.red.
  TensorExtrema,
  /// cvt of e2m1, e2m3, e3m2 and ue8m0.
  NarrowFloatConvert,
  /// mma.sync.kind::mxf8f6f4 and friends.
  BlockScaleMmaSync,
  /// ldmatrix of 8-, 6- and 4-bit matrices.
  NarrowLdMatrix,
  /// 256-bit global loads and stores.
  WideGlobalAccess,
  /// add/mul/fma.rn.f32x2.
  PackedF32,
  /// redux.sync.{min,max}.f32.
  ReduxF32,
  /// clusterlaunchcontrol.
  ClusterLaunchControl,
};
constexpr unsigned numGpuCapabilities = 24;

/// "fp8-convert".
llvm::StringRef gpuCapabilityName(GpuCapability capability);

/// A GPU as code generation sees it.
struct GpuTarget {
  /// What `--target` calls it: sm_80, sm_90a, sm_100f.
  std::string name;
  /// What `.target` says: the name, or for GPUs younger than this compiler's
  /// PTX the nearest older target whose code they run.
  std::string ptxTarget;
  /// `.version` times ten: 90 is 9.0.
  unsigned ptxVersion = 0;
  /// False: ptxas does not know the target yet.
  bool canAssemble = true;

  // Limits.
  /// Shared memory of one block, static and dynamic.
  uint32_t sharedBytes = 0;
  /// The part of it that may be declared statically.
  uint32_t staticSharedBytes = 48 * 1024;
  /// What ptxas takes at most: all of a block's on sm_Xa.
  uint32_t mostStaticSharedBytes = 48 * 1024;
  /// Kernel parameters.
  uint32_t parameterBytes = 32764;
  uint32_t threadsPerBlock = 1024;
  uint32_t registersPerThread = 255;
  uint32_t registersPerMultiprocessor = 64 * 1024;
  uint32_t warpsPerMultiprocessor = 0;
  uint32_t blocksPerMultiprocessor = 0;
  /// Blocks of a cluster without opting in; 1: no clusters.
  uint32_t clusterBlocks = 1;

  uint32_t capabilities = 0;

  bool has(GpuCapability capability) const {
    return capabilities >> static_cast<unsigned>(capability) & 1;
  }
  /// Whether code that needs one of `targets` runs here: "90 100f 110a", each
  /// in the sense of the PTX manual (90 and later, the family of 100 from there
  /// on, exactly 110a).
  bool runs(llvm::StringRef targets) const;

  /// Everything that changes the generated code, as one line of text: part of
  /// a compile cache's key.
  std::string identity() const {
    return ptxTarget + " ptx" + std::to_string(ptxVersion);
  }
};

/// The target called `name` (`sm_90a`). Fails with a message that lists the
/// names.
llvm::Expected<GpuTarget> findGpuTarget(llvm::StringRef name);

/// The richest target whose code runs on the device `name` names without a
/// suffix: sm_90 gives sm_90a. A name with a suffix is taken as it is.
llvm::Expected<GpuTarget> findGpuTargetOfDevice(llvm::StringRef name);

/// Whether `text` means a GPU: starts with `sm_`.
bool isGpuTargetName(llvm::StringRef text);

/// All names, in the table's order.
std::vector<std::string> gpuTargetNames();

} // namespace tessera::gpu

#endif // TESSERA_TARGET_GPUTARGET_H
