//===- Interpreter/ArithBaseline.cpp - no wide vectors ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces the interpreter's processor check: a test program linked with this
// file runs the baseline version of every loop, whose results must be the same
// bits. The library's own definition is not linked then.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Interpreter/Arithmetic/TypedLoops.h"

bool tessera::interp::loops::hasWideVectors() { return false; }
