//===- Runtime/Driver/Functions/Errors.cpp - names and texts of status codes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Also works before cuInit.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"

using namespace tessera::sim;

Result tessera::sim::cuGetErrorName(Result code, const char **name) {
  if (!name)
    return Result::InvalidValue;
  switch (code) {
#define TESSERA_CUDA_ERROR(NAME, CODE, TEXT, EXPLANATION)                      \
  case Result::NAME:                                                           \
    *name = TEXT;                                                              \
    return Result::Success;
#include "Runtime/Driver/Errors.def"
  }
  *name = nullptr;
  return Result::InvalidValue;
}

Result tessera::sim::cuGetErrorString(Result code, const char **text) {
  if (!text)
    return Result::InvalidValue;
  switch (code) {
#define TESSERA_CUDA_ERROR(NAME, CODE, TEXT, EXPLANATION)                      \
  case Result::NAME:                                                           \
    *text = EXPLANATION;                                                       \
    return Result::Success;
#include "Runtime/Driver/Errors.def"
  }
  *text = nullptr;
  return Result::InvalidValue;
}
