//===- Interpreter/ArithGroups.h - parts of the arithmetic op groups -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic groups that OpTable.h names (float, math, integer, conversion,
// mma) are written in several files each; these are the parts. A group's
// register function calls those of its parts, nobody else needs to.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_ARITHGROUPS_H
#define TESSERA_INTERPRETER_ARITHGROUPS_H

#include "tessera/Interpreter/OpTable.h"

namespace tessera::interp {

/// cmpf, maxf, minf: part of registerFloatOps.
void registerFloatCompareOps(OpTable &table);

/// divi, remi: part of registerIntegerOps.
void registerIntegerDivisionOps(OpTable &table);

/// ftof, ftoi, itof: part of registerConversionOps.
void registerFloatConversionOps(OpTable &table);

/// mmaf_scaled: part of registerMmaOps.
void registerMmaScaledOps(OpTable &table);

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_ARITHGROUPS_H
