//===- Driver/Compare.h - got against expected ------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares an array with a reference file. An element is within tolerance when
// |got - expected| <= absolute + relative * |expected|; NaN agrees with NaN,
// infinities with themselves. Integers are compared without rounding.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_COMPARE_H
#define TESSERA_DRIVER_COMPARE_H

#include "tessera/Driver/HostArray.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tessera::driver {

struct Tolerance {
  double absolute = 0, relative = 0;

  /// Parses "ABS" or "ABS,REL", both finite and not negative.
  static llvm::Expected<Tolerance> parse(llvm::StringRef text);
};

struct Comparison {
  int64_t numElements = 0;
  /// Elements outside the tolerance.
  int64_t numOutside = 0;
  /// Largest |got - expected| (infinite when only one side is NaN or infinite).
  double maxError = 0;
  /// The element furthest outside the tolerance, or else the one with the
  /// largest error; empty for arrays without elements and for rank 0.
  llvm::SmallVector<int64_t, 4> worstIndex;
  std::string worstGot, worstExpected;
  double worstError = 0, worstAllowed = 0;

  bool passed() const { return numOutside == 0; }
};

/// A reference: its values as stored in the file. References of float arrays
/// may have any float type, those of integer arrays any integer type; raw
/// storage counts as the type it is declared to be or, without declaration, as
/// the type of the array it is compared with.
class Reference {
public:
  /// Reads `path[:type]` for comparison with arrays of `kind` and `shape`.
  static llvm::Expected<Reference> open(llvm::StringRef source,
                                        numerics::ElementKind kind,
                                        llvm::ArrayRef<int64_t> shape);

  Comparison compare(const HostArray &got, Tolerance tolerance) const;

private:
  Reference(HostArray values, bool isUnsigned)
      : values(std::move(values)), isUnsigned(isUnsigned) {}

  HostArray values;
  /// The file holds unsigned integers: both sides are read as such.
  bool isUnsigned;
};

} // namespace tessera::driver

#endif // TESSERA_DRIVER_COMPARE_H
