//===- tessera/Target/GpuKernel.h - what is known of a GPU kernel -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The metadata that travels with compiled GPU code: from the code generator
// through the compile cache and the container files of `tileiras` to whoever
// launches. Plain data without LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_GPUKERNEL_H
#define TESSERA_TARGET_GPUKERNEL_H

#include "tessera/Numerics/ElementKind.h"
#include "tessera/Target/SymbolName.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::gpu {

/// What the assembler says about a kernel.
struct AssemblerFigures {
  uint32_t registers = 0;
  uint64_t stackBytes = 0, spillStoreBytes = 0, spillLoadBytes = 0,
           sharedBytes = 0;
  bool operator==(const AssemblerFigures &) const = default;
};

/// One kernel of a compiled module.
struct KernelInfo {
  /// As the source says it: any text. The name of its symbol is symbol().
  std::string name;
  /// Scalars of their kind, pointers as ElementKind::Ptr; in order, each
  /// aligned to its size. What is passed by value in memory (a tensor map) is
  /// also Ptr: kernels made from Tile IR have no such parameters, and no
  /// runtime launches others.
  std::vector<numerics::ElementKind> parameters;
  /// Threads of a block, blocks of a cluster.
  std::array<uint32_t, 3> block{1, 1, 1}, cluster{1, 1, 1};
  uint64_t staticSharedBytes = 0;
  /// What a launch has to ask for.
  uint64_t dynamicSharedBytes = 0;
  std::optional<AssemblerFigures> figures;
  bool operator==(const KernelInfo &) const = default;

  std::string symbol() const { return objectSymbol(name); }
  uint64_t threads() const { return uint64_t(block[0]) * block[1] * block[2]; }
};

/// A compiled module.
struct CompiledModule {
  /// The name of the target, as `--target` takes it.
  std::string target;
  std::vector<KernelInfo> kernels;
  std::string ptx;
  /// Empty without an assembler.
  std::string cubin;
  bool operator==(const CompiledModule &) const = default;

  const KernelInfo *find(std::string_view name) const {
    for (const KernelInfo &kernel : kernels)
      if (kernel.name == name)
        return &kernel;
    return nullptr;
  }
};

/// On a function of LLVM whose registers are bounded: a number, the registers
/// of a thread that its tiles take at the same time.
inline constexpr std::string_view tileRegistersAttrName =
    "tessera-tile-registers";

/// The first bytes of serialize()'s result.
inline constexpr std::string_view containerMagic = "TSRGPU01";

/// A container: magic, then its own total length as a little-endian 64-bit
/// word, then words and strings (docs/tileiras.md). Can be read without being
/// told its length.
std::string serialize(const CompiledModule &module);

/// Nothing for bytes that serialize() cannot have made; never reads outside.
std::optional<CompiledModule> deserialize(std::string_view bytes);

} // namespace tessera::gpu

#endif // TESSERA_TARGET_GPUKERNEL_H
