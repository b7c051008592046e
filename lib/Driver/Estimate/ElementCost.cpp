//===- Driver/Estimate/ElementCost.cpp - the price of one element -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table by the names of operations. The numbers of functions are counts of
// what the device's mathematics executes on common arguments.
//
//===----------------------------------------------------------------------===//

#include "ElementCost.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

ElementCost driver::elementCostOf(StringRef name, bool isApproximate) {
  if (isApproximate && (name == "exp" || name == "tanh"))
    return {1, 0, 1, 0, 0};
  return StringSwitch<ElementCost>(name)
      .Cases({"addf", "subf", "mulf", "fma", "maxf", "minf", "maximumf",
              "minimumf", "maxnumf", "minnumf", "negf", "absf"},
             {1, 0, 0, 0, 0})
      .Case("divf", {14, 0, 0, 0, 0})
      .Case("sqrt", {8, 0, 0, 0, 0})
      .Cases({"exp2", "rsqrt"}, {0, 0, 1, 0, 0})
      .Case("exp", {16, 9, 0, 2, 2})
      .Case("log", {32, 15, 0, 1, 2})
      .Case("log2", {45, 15, 0, 1, 2})
      .Cases({"tanh", "sinh", "cosh"}, {39, 8, 0, 2, 4})
      .Cases({"sin", "cos"}, {15, 10, 0, 2, 4})
      .Cases({"tan", "atan2", "powf", "fpowi"}, {60, 20, 0, 2, 4})
      .Cases({"addi", "subi", "andi", "ori", "xori", "shli", "shrui", "shrsi",
              "maxsi", "maxui", "minsi", "minui", "select", "cmpi", "cmpf",
              "muli", "addptr"},
             {0, 1, 0, 0, 0})
      .Cases({"divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi",
              "ceildivui"},
             {4, 16, 1, 2, 0})
      .Cases({"fp_to_fp", "extf", "truncf", "sitofp", "uitofp", "int_to_fp",
              "fp_to_int", "fptosi", "fptoui"},
             {0, 0, 0, 1, 0})
      .Default({});
}
