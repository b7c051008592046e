//===- tessera/Target/CpuTarget.h - CPU targets as data ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The processors that code is generated for. Passes ask for a capability or a
// lane count, never for a processor's name.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_CPUTARGET_H
#define TESSERA_TARGET_CPUTARGET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::cpu {

/// What a lowering may make use of.
enum class CpuCapability : uint32_t {
  /// Fused multiply-add of f32 and f64 vectors.
  Fma = 1 << 0,
  /// f16 <-> f32 vector conversion.
  F16Convert = 1 << 1,
  /// Masked loads and stores of every element width from 8 bits.
  ByteMasks = 1 << 2,
  /// AVX-512 F, BW, DQ, VL and CD.
  Avx512 = 1 << 3,
  /// vdpbf16ps and f32 -> bf16 conversion.
  Avx512Bf16 = 1 << 4,
  /// vpdpbusd and vpdpwssd on 512-bit vectors.
  Avx512Vnni = 1 << 5,
  /// vpdpbusd on 256-bit vectors without AVX-512.
  AvxVnni = 1 << 6,
  /// Arithmetic on f16 vectors.
  F16Arithmetic = 1 << 7,
  /// Two-source byte permutes (vpermt2b).
  Avx512Vbmi = 1 << 8,
};

/// A processor as code generation sees it.
struct CpuTarget {
  /// What `--target cpu:NAME` calls it.
  std::string name;
  std::string triple;
  /// LLVM's processor name and feature string (`+a,-b`).
  std::string cpu, features;
  /// Width of the widest vector registers in bytes.
  unsigned vectorBytes = 16;
  /// Number of those registers.
  unsigned vectorRegisters = 16;
  uint32_t capabilities = 0;

  bool has(CpuCapability capability) const {
    return capabilities & static_cast<uint32_t>(capability);
  }
  /// Elements of `bits` width in one vector register; 1-bit and 4-bit elements
  /// take a byte each.
  unsigned lanes(unsigned bits) const {
    return vectorBytes / (bits <= 8 ? 1 : bits / 8);
  }
  /// Everything that changes the generated code, as one line of text: part of
  /// a compile cache's key.
  std::string identity() const;
};

/// The processor this program runs on, found out at run time.
CpuTarget hostCpuTarget();

/// The target called `name`: `host`, or one of the table's. Fails with a
/// message that lists the names.
llvm::Expected<CpuTarget> findCpuTarget(llvm::StringRef name);

/// The value of `--target`: `cpu`, `cpu:NAME` (`cpu` alone is the host).
llvm::Expected<CpuTarget> parseCpuTarget(llvm::StringRef text);

/// `host` and the names of the table, in its order.
std::vector<std::string> cpuTargetNames();

/// Whether code for `target` runs on this machine.
bool runsOnHost(const CpuTarget &target);

} // namespace tessera::cpu

#endif // TESSERA_TARGET_CPUTARGET_H
