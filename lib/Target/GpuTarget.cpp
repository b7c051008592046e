//===- Target/GpuTarget.cpp - GPU targets as data -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limits of an architecture come from GpuArchitectures.def; here is one row
// per capability with the targets that have it. A plain target's features hold
// on every later architecture, those of `sm_Xa` nowhere else, those of `sm_Xf`
// in its family from X on: a family is a decade of architectures.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/GpuTarget.h"
#include "tessera/Support/NearestName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera::gpu {

namespace {

/// The PTX that is written, for all targets: CUDA 13.0.
constexpr unsigned emittedPtxVersion = 90;

struct Architecture {
  unsigned number;
  /// Suffixes that exist beside the plain name.
  const char *suffixes;
  /// The architecture whose code is generated; 0: this one.
  unsigned generateFor;
  unsigned sharedKiB, warps, blocks, clusterBlocks;
};

constexpr Architecture architectures[] = {
#define GPU_ARCHITECTURE(number, suffixes, ptx, ptxA, ptxF, generateFor,       \
                         sharedKiB, warps, blocks, clusterBlocks, hintsSince)  \
  {number, suffixes, generateFor, sharedKiB, warps, blocks, clusterBlocks},
#include "tessera/Target/GpuArchitectures.def"
};

struct CapabilityRow {
  GpuCapability capability;
  const char *name;
  /// Space-separated alternatives: "90", "90a", "100f".
  const char *targets;
};

constexpr CapabilityRow capabilityRows[] = {
    {GpuCapability::Fp8Convert, "fp8-convert", "89"},
    {GpuCapability::Fp8MmaSync, "fp8-mma-sync", "89"},
    {GpuCapability::Bf16Arithmetic, "bf16-arithmetic", "90"},
    {GpuCapability::Bf16AtomicAdd, "bf16-atomic-add", "90"},
    {GpuCapability::Tf32RoundNearestEven, "tf32-rn", "90"},
    {GpuCapability::VectorAtomics, "vector-atomics", "90"},
    {GpuCapability::F64MmaWide, "f64-mma-wide", "90"},
    {GpuCapability::Clusters, "clusters", "90"},
    {GpuCapability::Tma, "tma", "90"},
    {GpuCapability::TensorMapReplace, "tensormap-replace",
     "90a 100f 110f 120f"},
    {GpuCapability::StMatrix, "stmatrix", "90"},
    {GpuCapability::ElectSync, "elect-sync", "90"},
    {GpuCapability::DependentLaunch, "dependent-launch", "90"},
    {GpuCapability::Wgmma, "wgmma", "90a"},
    {GpuCapability::SetMaxRegisters, "setmaxnreg", "90a 100f 110f 120f"},
    {GpuCapability::Tcgen05, "tcgen05", "100f 110f"},
    {GpuCapability::TensorExtrema, "tensor-extrema", "103f 110f"},
    {GpuCapability::NarrowFloatConvert, "narrow-float-convert",
     "100f 110f 120f"},
    {GpuCapability::BlockScaleMmaSync, "block-scale-mma-sync", "120f"},
    {GpuCapability::NarrowLdMatrix, "narrow-ldmatrix", "100f 110f 120f"},
    {GpuCapability::WideGlobalAccess, "wide-global-access", "100"},
    {GpuCapability::PackedF32, "packed-f32", "100"},
    {GpuCapability::ReduxF32, "redux-f32", "100f"},
    {GpuCapability::ClusterLaunchControl, "cluster-launch-control", "100"},
};
static_assert(std::size(capabilityRows) == numGpuCapabilities);

struct Name {
  unsigned number = 0;
  char suffix = 0;
};

/// "90", "90a", "100f".
std::optional<Name> parseName(llvm::StringRef text) {
  Name name;
  if (!text.empty() && !llvm::isDigit(text.back())) {
    name.suffix = text.back();
    text = text.drop_back();
  }
  if (text.getAsInteger(10, name.number))
    return std::nullopt;
  return name;
}

bool satisfies(Name target, llvm::StringRef alternatives) {
  return llvm::any_of(llvm::split(alternatives, ' '), [&](llvm::StringRef one) {
    Name need = *parseName(one);
    if (need.suffix == 0)
      return target.number >= need.number;
    if (need.suffix == 'a')
      return target.suffix == 'a' && target.number == need.number;
    return target.suffix != 0 && target.number / 10 == need.number / 10 &&
           target.number >= need.number;
  });
}

std::string spell(Name name) {
  std::string text = "sm_" + std::to_string(name.number);
  if (name.suffix)
    text += name.suffix;
  return text;
}

GpuTarget makeTarget(const Architecture &row, char suffix) {
  Name generated{row.generateFor ? row.generateFor : row.number, suffix};
  GpuTarget target;
  target.name = spell({row.number, suffix});
  target.ptxTarget = spell(generated);
  target.ptxVersion = emittedPtxVersion;
  target.canAssemble = row.generateFor == 0;
  target.sharedBytes = row.sharedKiB * 1024;
  if (suffix == 'a')
    target.mostStaticSharedBytes = target.sharedBytes;
  target.warpsPerMultiprocessor = row.warps;
  target.blocksPerMultiprocessor = row.blocks;
  target.clusterBlocks = row.clusterBlocks;
  for (const CapabilityRow &capability : capabilityRows)
    if (satisfies(generated, capability.targets))
      target.capabilities |= 1u << static_cast<unsigned>(capability.capability);
  return target;
}

llvm::Error unknown(llvm::StringRef name) {
  return llvm::createStringError(
      "expected a GPU target (" + llvm::join(gpuTargetNames(), ", ") +
      "), got '" + name + "'" + didYouMean(name, gpuTargetNames()));
}

} // namespace

bool GpuTarget::runs(llvm::StringRef targets) const {
  return satisfies(*parseName(llvm::StringRef(ptxTarget).drop_front(3)),
                   targets);
}

llvm::StringRef gpuCapabilityName(GpuCapability capability) {
  for (const CapabilityRow &row : capabilityRows)
    if (row.capability == capability)
      return row.name;
  return "";
}

bool isGpuTargetName(llvm::StringRef text) { return text.starts_with("sm_"); }

llvm::Expected<GpuTarget> findGpuTarget(llvm::StringRef text) {
  llvm::StringRef rest = text;
  std::optional<Name> name;
  if (rest.consume_front("sm_"))
    name = parseName(rest);
  // Spelled again: "sm_080" is no name.
  if (name && spell(*name) == text)
    for (const Architecture &row : architectures)
      if (row.number == name->number &&
          (name->suffix == 0 ||
           llvm::is_contained(llvm::StringRef(row.suffixes), name->suffix)))
        return makeTarget(row, name->suffix);
  return unknown(text);
}

llvm::Expected<GpuTarget> findGpuTargetOfDevice(llvm::StringRef text) {
  llvm::Expected<GpuTarget> plain = findGpuTarget(text);
  if (!plain || !llvm::isDigit(text.back()))
    return plain;
  for (char suffix : {'a', 'f'}) {
    llvm::Expected<GpuTarget> richer =
        findGpuTarget((text + llvm::Twine(suffix)).str());
    if (richer)
      return richer;
    llvm::consumeError(richer.takeError());
  }
  return plain;
}

std::vector<std::string> gpuTargetNames() {
  std::vector<std::string> names;
  for (const Architecture &row : architectures) {
    names.push_back(spell({row.number, 0}));
    for (char suffix : llvm::StringRef(row.suffixes))
      names.push_back(spell({row.number, suffix}));
  }
  return names;
}

} // namespace tessera::gpu
