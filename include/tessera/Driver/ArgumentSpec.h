//===- Driver/ArgumentSpec.h - one kernel argument as typed -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar of the arguments of `tessera run` (docs/tessera-run.md):
//
//   argument ::= source ['=>' path]
//   source   ::= path [':' type] | type ':' value | value
//              | 'zeros(' shape ',' type ')' | 'uninit(' shape ',' type ')'
//              | 'full(' shape ',' type ',' value ')'
//              | 'rand(' shape ',' type ',' seed [',' low ',' high] ')'
//
// Parsing touches no file and knows no kernel; see Binding.h for that.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_ARGUMENTSPEC_H
#define TESSERA_DRIVER_ARGUMENTSPEC_H

#include "tessera/Numerics/ElementKind.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace tessera::driver {

struct ArgumentSpec {
  enum class Source { File, Scalar, Zeros, Uninit, Full, Rand };

  /// The argument as typed, for messages.
  std::string text;
  /// The parameter that it is for, by name; empty: by its place.
  std::string parameter;
  Source source = Source::Scalar;
  /// File: what to read.
  std::string path;
  /// The type that was written; optional for File and Scalar.
  std::optional<numerics::ElementKind> kind;
  /// Shape of the generated arrays.
  llvm::SmallVector<int64_t, 4> shape;
  /// Scalar: the value's text, which is checked already if `kind` is set.
  std::string value;
  /// Full: the bit pattern of every element.
  uint64_t bits = 0;
  /// Rand: the seed, and the bounds of the values: [low, high) for floats,
  /// low to high inclusive for integers.
  uint64_t seed = 0;
  double low = 0, high = 0;
  /// Where to write the array after the run; empty: nowhere.
  std::string output;

  bool isArray() const { return source != Source::Scalar; }
};

/// Parses one argument; messages begin with "argument INDEX ('TEXT'): ".
llvm::Expected<ArgumentSpec> parseArgument(llvm::StringRef text,
                                           unsigned index);

/// What messages call an argument: "argument 2 ('zeros(4,f32)')".
std::string describeArgument(llvm::StringRef text, unsigned index);

/// Splits `a.npy:bf16` into file name and type; only the suffix of a known form
/// counts as a type, so that other colons stay part of the name.
llvm::Error parseFileSource(llvm::StringRef text, std::string &path,
                            std::optional<numerics::ElementKind> &kind);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_ARGUMENTSPEC_H
