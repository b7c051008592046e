//===- Runtime/Cuda/Driver.cpp - libcuda, opened at run time ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens libcuda and looks up its functions by name.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "tessera/Support/Error.h"

#include <dlfcn.h>

using namespace llvm;

namespace tessera::cuda {

Expected<Driver> Driver::open() {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return makeError("there is no CUDA driver: cannot open libcuda.so.1");
  Driver driver;
#define TESSERA_CUDA_LOOKUP(NAME, SYMBOL, PARAMETERS)                          \
  driver.NAME =                                                                \
      reinterpret_cast<decltype(driver.NAME)>(dlsym(library, SYMBOL));         \
  if (!driver.NAME)                                                            \
    return makeError("the CUDA driver has no '" SYMBOL "'");
  TESSERA_CUDA_FUNCTIONS(TESSERA_CUDA_LOOKUP)
#undef TESSERA_CUDA_LOOKUP
  if (Error error =
          driver.check(driver.init(0), "cannot start the CUDA driver"))
    return std::move(error);
  return driver;
}

Error Driver::check(int status, const Twine &what) const {
  if (status == 0)
    return Error::success();
  const char *text = nullptr;
  errorString(status, &text);
  return makeError(what + ": " + (text ? text : "unknown error") + " (" +
                   Twine(status) + ")");
}

} // namespace tessera::cuda
