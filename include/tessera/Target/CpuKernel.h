//===- tessera/Target/CpuKernel.h - what is known of a kernel ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The metadata that travels with compiled CPU code: from the code generator
// through the compile cache to whoever launches. Plain data without LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_CPUKERNEL_H
#define TESSERA_TARGET_CPUKERNEL_H

#include "tessera/Numerics/ElementKind.h"
#include "tessera/Target/SymbolName.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cpu {

/// One entry parameter: a scalar of `kind`, or a pointer (ElementKind::Ptr).
struct KernelParameter {
  numerics::ElementKind kind{};
  /// May be empty.
  std::string name;
  bool operator==(const KernelParameter &) const = default;
};

/// One kernel of a compiled module.
struct KernelInfo {
  /// As the source says it: any text. The name of its symbol is symbol().
  std::string name;
  std::vector<KernelParameter> parameters;
  /// Private memory of one tile block.
  uint64_t scratchBytes = 0;
  bool operator==(const KernelInfo &) const = default;

  std::string symbol() const { return hostSymbol(name); }
};

/// A compiled module: relocatable object file and its kernels.
struct CompiledObject {
  std::vector<KernelInfo> kernels;
  std::string object;
  bool operator==(const CompiledObject &) const = default;

  const KernelInfo *find(std::string_view name) const {
    for (const KernelInfo &kernel : kernels)
      if (kernel.name == name)
        return &kernel;
    return nullptr;
  }
};

/// One string that deserialize() turns back into an equal value.
std::string serialize(const CompiledObject &object);

/// Nothing for bytes that serialize() cannot have made; never reads outside.
std::optional<CompiledObject> deserialize(std::string_view bytes);

/// The first bytes of serializeImage()'s result.
inline constexpr std::string_view imageMagic = "TSRCPU01";

/// Code for a processor as a file that can be read without being told its
/// length: magic, total length as a little-endian 64-bit word, the target's
/// name and identity, and serialize()'s result (docs/tileiras.md).
struct CpuImage {
  std::string target, identity;
  CompiledObject object;
};
std::string serializeImage(const CpuImage &image);
std::optional<CpuImage> deserializeImage(std::string_view bytes);

} // namespace tessera::cpu

#endif // TESSERA_TARGET_CPUKERNEL_H
