//===- tessera/Target/CpuRuntimeABI.h - kernel and runtime ABI --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compiled CPU kernels and the runtime agree on: the launch record, the
// attributes a kernel function carries, the codes passed to the services, and
// the services themselves as data (CpuRuntimeABI.def). Needs neither MLIR nor
// LLVM, so that the runtime library for ahead-of-time code needs neither.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_CPURUNTIMEABI_H
#define TESSERA_TARGET_CPURUNTIMEABI_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tessera::cpu {

/// \name Attributes of a kernel's llvm.func.
/// @{
/// i64: bytes of `scratch` one block needs. Its presence makes the function a
/// kernel; the function has external linkage and the type of KernelEntry.
inline constexpr std::string_view scratchBytesAttr = "tessera.scratch_bytes";
/// LLVM attribute of functions that use x86's AVX512-BF16 through intrinsics
/// and leave no conversion to bf16 to LLVM, which would flush subnormals; nor
/// scalars of bf16, which it moves through such conversions.
inline constexpr std::string_view needsBf16DotAttr = "tessera-bf16-dot";
/// Array of strings, one per entry parameter in order: the element name of a
/// scalar (`i32`, `f16`, ...: numerics::elementName) or `ptr`.
inline constexpr std::string_view paramsAttr = "tessera.params";
/// Optional array of strings: parameter names, for headers and messages.
inline constexpr std::string_view paramNamesAttr = "tessera.param_names";
/// @}

/// What a kernel gets besides its block number. One per worker.
struct TesseraLaunch {
  /// One 8-byte slot per parameter; scalars in the low bytes.
  const uint64_t *params;
  uint32_t grid[3];
  uint32_t pad;
  /// First argument of every runtime service; of no meaning to the kernel.
  void *context;
};
static_assert(sizeof(TesseraLaunch) == 32 &&
              offsetof(TesseraLaunch, grid) == 8 &&
              offsetof(TesseraLaunch, context) == 24);

/// One tile block. `scratch` is 64-byte aligned, private to the block and of
/// unspecified content. On x86 the block may end with non-temporal stores
/// pending: the caller executes an sfence before another thread may read.
using KernelEntry = void (*)(const TesseraLaunch *launch, uint32_t blockX,
                             uint32_t blockY, uint32_t blockZ, void *scratch);

inline constexpr uint64_t scratchAlignment = 64;

/// \name Operation codes.
/// @{
enum class RtUnary : uint32_t {
#define TESSERA_RT_UNARY(Name) Name,
#include "tessera/Target/CpuRuntimeABI.def"
};
enum class RtBinary : uint32_t {
#define TESSERA_RT_BINARY(Name) Name,
#include "tessera/Target/CpuRuntimeABI.def"
};
enum class RtTernary : uint32_t {
#define TESSERA_RT_TERNARY(Name) Name,
#include "tessera/Target/CpuRuntimeABI.def"
};
enum class RtConvert : uint32_t {
#define TESSERA_RT_CONVERT(Name) Name,
#include "tessera/Target/CpuRuntimeABI.def"
};
/// Orders of atomics.
enum class RtOrder : uint32_t {
  Weak = 0,
  Relaxed = 1,
  Acquire = 2,
  Release = 3,
  AcqRel = 4,
};
/// @}

/// Bits of `flags`. Bits 0..2 are a numerics::Rounding (NearestEven 0, Zero 1,
/// NegativeInf 2, PositiveInf 3, NearestAway 4); for DivI NearestEven and Zero
/// both truncate.
enum RtFlag : uint32_t {
  RtRoundingMask = 7,
  RtFlushToZero = 1 << 4,
  RtPropagateNaN = 1 << 5,
  RtSigned = 1 << 6,
  RtSignedRhs = 1 << 7,
  /// Comparison is true when an operand is NaN.
  RtUnordered = 1 << 8,
  /// FPowI: the exponent's numerics::ElementKind starts here.
  RtSecondKindShift = 16,
};

/// Where a service (or a C library function that generated code may call) is
/// in this process. The runtime makes the table, the JIT resolves against it.
struct RuntimeSymbol {
  std::string_view name;
  void *address;
};

/// Type of a parameter or result of a service.
enum class RtType : uint8_t { Void, I1, I32, I64, Ptr };

/// A service's name and signature.
struct RtFunction {
  static constexpr size_t maxParameters = 13;
  std::string_view name;
  RtType result;
  std::array<RtType, maxParameters> parameters;
  uint8_t numParameters;
};

namespace detail {
template <typename... T>
constexpr RtFunction makeRtFunction(std::string_view name, RtType result,
                                    T... parameters) {
  return {name, result, {parameters...}, sizeof...(T)};
}
constexpr auto rtFunctionTable() {
  using enum RtType;
#define TESSERA_RT_UNWRAP(...) __VA_ARGS__
  return std::to_array<RtFunction>({
#define TESSERA_RT_FUNCTION(Name, Result, Parameters)                          \
  makeRtFunction(#Name, Result, TESSERA_RT_UNWRAP Parameters),
#include "tessera/Target/CpuRuntimeABI.def"
  });
#undef TESSERA_RT_UNWRAP
}
} // namespace detail

/// Every service, in the order of CpuRuntimeABI.def.
inline constexpr auto rtFunctions = detail::rtFunctionTable();

/// The service called `name`, or null.
constexpr const RtFunction *findRtFunction(std::string_view name) {
  for (const RtFunction &function : rtFunctions)
    if (function.name == name)
      return &function;
  return nullptr;
}

} // namespace tessera::cpu

#endif // TESSERA_TARGET_CPURUNTIMEABI_H
