//===- Driver/ElementNames.h - other names of element types -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For errors about element types that the language calls otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_ELEMENTNAMES_H
#define TESSERA_DRIVER_ELEMENTNAMES_H

#include "llvm/ADT/StringRef.h"

namespace tessera::driver {

/// The element type that NumPy, C, other compilers or the first description of
/// Tile IR call `text`, such as f32 for `float32`; empty for other words.
llvm::StringRef otherNameOfElement(llvm::StringRef text);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_ELEMENTNAMES_H
