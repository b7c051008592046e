//===- Driver/Estimate/ElementCost.h - the price of one element -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many instructions of a thread one element of an operation takes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_ESTIMATE_ELEMENTCOST_H
#define TESSERA_LIB_DRIVER_ESTIMATE_ELEMENTCOST_H

#include "llvm/ADT/StringRef.h"

namespace tessera::driver {

/// Lane instructions of one element of an operation, by the unit that executes
/// them; `other` are branches and moves.
struct ElementCost {
  double fma = 0, integer = 0, special = 0, convert = 0, other = 0;
  double instructions() const {
    return fma + integer + special + convert + other;
  }
};

/// The price of the operation `name`, which is without its dialect. What is not
/// known moves values or makes constants, which costs nothing. `isApproximate`:
/// exp and tanh are those of the special function unit.
ElementCost elementCostOf(llvm::StringRef name, bool isApproximate);

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_ESTIMATE_ELEMENTCOST_H
