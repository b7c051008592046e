//===- Driver/Literal.h - values as typed -----------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text form of element types, single values, shapes and grids in arguments
// and options. Every function rejects trailing text; messages quote the input.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_LITERAL_H
#define TESSERA_DRIVER_LITERAL_H

#include "tessera/Numerics/ElementKind.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>

namespace tessera::driver {

/// An element type that can lie in memory, by its Tile IR spelling. i4 and ptr
/// are refused: no pointer points to them.
llvm::Expected<numerics::ElementKind> parseElementKind(llvm::StringRef text);

/// The bit pattern of `text` as a value of `kind`: decimal, or hexadecimal for
/// integers and for the raw bits of a float; `true` and `false` for i1; `inf`,
/// `-inf`, `nan` for floats. Integers may be written signed or unsigned and
/// must fit; floats are read as f64 and rounded to the nearest value.
llvm::Expected<uint64_t> parseValue(llvm::StringRef text,
                                    numerics::ElementKind kind);

/// True when `text` has the form of a value of some type, so that it cannot be
/// meant as a file name.
bool looksLikeValue(llvm::StringRef text);

/// No array has more elements than this; sizes in bits still fit in 64 bits.
inline constexpr int64_t maxElements = int64_t(1) << 48;

/// A shape such as `128x64`. Dimensions may be 0; the product of the others is
/// at most maxElements.
llvm::Expected<llvm::SmallVector<int64_t, 4>> parseShape(llvm::StringRef text);

/// A grid `X`, `X,Y` or `X,Y,Z`: missing numbers are 1, each is between 1 and
/// 2^24 - 1 (the limit Tile IR clients check).
llvm::Expected<std::array<uint32_t, 3>> parseGrid(llvm::StringRef text);

/// The value of `bits` for messages: shortest text that names it among the
/// values of `kind`, integers as signed numbers.
std::string formatValue(uint64_t bits, numerics::ElementKind kind);

/// A double for messages.
std::string formatDouble(double value, unsigned digits = 9);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_LITERAL_H
