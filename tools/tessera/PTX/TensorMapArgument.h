//===- tools/tessera/PTX/TensorMapArgument.h - tensormap(...) -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The argument tensormap(BOX,SWIZZLE[,OPTION...],ARRAY) of `tessera emulate`: a
// tensor map of a whole array, for a kernel parameter of 128 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_PTX_TENSORMAPARGUMENT_H
#define TESSERA_TOOLS_PTX_TENSORMAPARGUMENT_H

#include "tessera/Driver/HostArray.h"
#include "tessera/PTX/Emulator/TensorMap.h"

#include <optional>

namespace tessera::tool {

struct TensorMapArgument {
  llvm::SmallVector<int64_t, 5> box; // slowest first, as shapes are written
  unsigned swizzle = 0;
  /// What a load does to each f32: rounds it to tf32, flushes subnormals.
  std::optional<ptx::emu::TensorFormat> conversion;
  /// The axis of the array that each dimension of the box runs along; empty for
  /// the array's own order.
  llvm::SmallVector<unsigned, 5> axes;

  /// Takes `tensormap(` BOX `,` SWIZZLE `,` off a text that begins so and
  /// leaves the array's text; none for other texts.
  static llvm::Expected<std::optional<TensorMapArgument>>
  consume(llvm::StringRef &text);

  /// Takes the options that stand before the array and returns what is left.
  llvm::StringRef consumeOptions(llvm::StringRef text);

  /// The map of `array`, which lies at `address`.
  llvm::Expected<ptx::emu::TensorMap> make(const driver::HostArray &array,
                                           uint64_t address) const;
};

} // namespace tessera::tool

#endif // TESSERA_TOOLS_PTX_TENSORMAPARGUMENT_H
