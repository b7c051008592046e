//===- tessera/Driver/CompileCache.h - compiled code on disk ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compile results in a directory of this machine, shared by any number of
// processes, and behind it, if there is one, a place that several machines
// share (CacheTier.h). An entry is named by the hash of everything that the
// result depends on, appears whole and is never changed. What cannot be read,
// or does not have the checksum it was stored with, is no entry. The least
// recently used entries go when a place outgrows its limit.
//
// Entries are code that will be executed: a directory that others can write to
// is refused, and whoever can write to the shared place is trusted. A shared
// place that does not answer costs one time-out; then it is not asked again for
// half a minute, by any process with the same directory.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_COMPILECACHE_H
#define TESSERA_DRIVER_COMPILECACHE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tessera::driver {

class CacheTier;

class CompileCache {
public:
  static constexpr uint64_t defaultMaxBytes = uint64_t(1) << 30;
  static constexpr uint64_t defaultRemoteMaxBytes = uint64_t(16) << 30;

  /// Opens `directory`, and makes it (with its parents) when missing.
  /// `maxBytes` bounds the sum of the entries' file sizes.
  static llvm::Expected<CompileCache> open(llvm::StringRef directory,
                                           uint64_t maxBytes = defaultMaxBytes);

  /// The same from a text: a directory, and behind commas
  ///   remote=PLACE    what other machines share: a directory, or
  ///                   redis://[:password@]host[:port][/database]
  ///   read-only       nothing is written there
  ///   timeout=MS      how long a server may take (500)
  ///   max=SIZE, remote-max=SIZE  limits of the two: 512M, 2G
  /// Fails for texts that mean nothing, and where the place cannot be used at
  /// all, but not for a server that does not answer.
  static llvm::Expected<CompileCache> openLocation(llvm::StringRef location);

  /// Reads "512M".
  static llvm::Expected<uint64_t> parseSize(llvm::StringRef text);

  /// The key of a result: a hash of `parts` and of where one ends and the next
  /// begins. Parts: the source bytes, the options' identity, the compiler's
  /// version text.
  static std::string key(llvm::ArrayRef<llvm::StringRef> parts);

  /// What was stored under `key`, now its most recently used entry; nothing if
  /// there is no sound entry.
  std::optional<std::string> lookup(llvm::StringRef key) const;

  /// Stores `payload` here and in the shared place, then removes old entries
  /// while the limit is exceeded. A payload that would not fit alone is not
  /// stored. An error (a full disk) leaves the cache as it was; compilation
  /// need not fail for it.
  llvm::Error store(llvm::StringRef key, llvm::StringRef payload) const;

  /// Sum of the entries' file sizes in the directory.
  uint64_t sizeInBytes() const;

  llvm::StringRef directory() const { return path; }

private:
  struct Remote;
  CompileCache(std::shared_ptr<CacheTier> local, uint64_t maxBytes);
  llvm::Error storeLocally(llvm::StringRef key, llvm::StringRef entry) const;

  std::shared_ptr<CacheTier> local;
  std::shared_ptr<const Remote> remote;
  std::string path;
  uint64_t maxBytes;
};

} // namespace tessera::driver

#endif // TESSERA_DRIVER_COMPILECACHE_H
