//===- tessera/Driver/CompileCache.h - compiled code on disk ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A directory of compile results, shared by any number of processes. An entry
// is one file named by the hash of everything that the result depends on; it
// appears whole by a rename and is never changed. What cannot be read, or does
// not have the checksum it was stored with, is no entry. The least recently
// used entries go when the directory outgrows its limit.
//
// Entries are code that will be executed: a directory that others can write to
// is refused.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_COMPILECACHE_H
#define TESSERA_DRIVER_COMPILECACHE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tessera::driver {

class CompileCache {
public:
  static constexpr uint64_t defaultMaxBytes = uint64_t(1) << 30;

  /// Opens `directory`, and makes it (with its parents) when missing.
  /// `maxBytes` bounds the sum of the entries' file sizes.
  static llvm::Expected<CompileCache> open(llvm::StringRef directory,
                                           uint64_t maxBytes = defaultMaxBytes);

  /// The key of a result: a hash of `parts` and of where one ends and the next
  /// begins. Parts: the source bytes, the options' identity, the compiler's
  /// version text.
  static std::string key(llvm::ArrayRef<llvm::StringRef> parts);

  /// What was stored under `key`, now its most recently used entry; nothing if
  /// there is no sound entry.
  std::optional<std::string> lookup(llvm::StringRef key) const;

  /// Stores `payload`, then removes old entries while the limit is exceeded. A
  /// payload that would not fit alone is not stored. An error (a full disk)
  /// leaves the cache as it was; compilation need not fail for it.
  llvm::Error store(llvm::StringRef key, llvm::StringRef payload) const;

  /// Sum of the entries' file sizes.
  uint64_t sizeInBytes() const;

  llvm::StringRef directory() const { return path; }

private:
  CompileCache(std::string path, uint64_t maxBytes)
      : path(std::move(path)), maxBytes(maxBytes) {}
  std::string entryPath(llvm::StringRef key) const;
  void evict() const;

  std::string path;
  uint64_t maxBytes;
};

} // namespace tessera::driver

#endif // TESSERA_DRIVER_COMPILECACHE_H
