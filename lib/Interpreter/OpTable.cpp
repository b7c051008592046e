//===- Interpreter/OpTable.cpp - all op groups -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the handlers of all op groups. Constants, control flow, reduce and
// scan are not among them, because the engine executes these itself.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/OpTable.h"

namespace tessera::interp {

OpTable OpTable::withAllOps() {
  OpTable table;
  registerCoreOps(table);
  registerMemoryOps(table);
  registerViewOps(table);
  registerAtomicOps(table);
  registerMiscOps(table);
  registerFloatOps(table);
  registerMathOps(table);
  registerIntegerOps(table);
  registerConversionOps(table);
  registerMmaOps(table);
  return table;
}

} // namespace tessera::interp
