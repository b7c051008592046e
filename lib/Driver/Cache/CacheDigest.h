//===- Driver/Cache/CacheDigest.h - digests of several texts ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keys and checksums are digests of several texts; none of them may look like
// another division of the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_CACHE_CACHEDIGEST_H
#define TESSERA_LIB_DRIVER_CACHE_CACHEDIGEST_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SHA256.h"

namespace tessera::driver {

/// Adds a text and how long it is.
void updateWithLength(llvm::SHA256 &hash, llvm::StringRef text);

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_CACHE_CACHEDIGEST_H
