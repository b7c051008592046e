//===- tessera/Driver/CacheTier.h - where entries are kept ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The small interface behind the compile cache: bytes by keys. A directory is
// one, a Redis or Valkey server another. What a tier gives back is trusted by
// nobody: the cache checks the digest of every entry before it is used.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_CACHETIER_H
#define TESSERA_DRIVER_CACHETIER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tessera::driver {

/// An entry, as sealEntry() makes it, around `payload`.
std::string sealEntry(llvm::StringRef key, llvm::StringRef payload);

/// The payload of an entry; nothing if it is not whole, was stored under
/// another key, or was changed.
std::optional<std::string> openEntry(llvm::StringRef key,
                                     llvm::StringRef entry);

/// Keys come from outside as file names: only what CompileCache::key() makes is
/// one.
bool isCacheKey(llvm::StringRef key);

struct CacheEntry {
  std::string key;
  uint64_t bytes = 0;
  /// Of the last use, as far as the tier knows.
  std::chrono::system_clock::time_point lastUse;
};

class CacheTier {
public:
  virtual ~CacheTier();
  /// As it was given: a path, "redis://host:6379/0".
  virtual std::string location() const = 0;
  /// The entry's bytes; nothing if there is none, an error if the tier does not
  /// answer. An entry that is found counts as used.
  virtual llvm::Expected<std::optional<std::string>>
  lookup(llvm::StringRef key) = 0;
  /// Whole or not at all, also while others read it.
  virtual llvm::Error store(llvm::StringRef key, llvm::StringRef entry) = 0;
  /// No error if there is none.
  virtual llvm::Error remove(llvm::StringRef key) = 0;
  /// Every entry, unordered.
  virtual llvm::Error
  list(llvm::function_ref<void(const CacheEntry &)> entry) = 0;
};

/// Whose entries a directory may hold.
enum class CacheOwner {
  /// Only this user's: others may not write to it.
  User,
  /// Several users' of a shared file system: not everybody's.
  Shared,
};

/// A directory, which is made when missing. With `isReadOnly` nothing in it is
/// changed, not even a time of use.
llvm::Expected<std::unique_ptr<CacheTier>>
openCacheDirectory(llvm::StringRef path, CacheOwner owner, bool isReadOnly);

/// A server, by "redis://[:password@]host[:port][/database]". Each call waits
/// at most `timeout` for it. The connection is made by the first call. Fails
/// for addresses that are none, and where libhiredis is not installed.
llvm::Expected<std::unique_ptr<CacheTier>>
openCacheServer(llvm::StringRef address, std::chrono::milliseconds timeout);

/// Either, told apart by "redis://".
llvm::Expected<std::unique_ptr<CacheTier>>
openCacheTier(llvm::StringRef location, CacheOwner owner, bool isReadOnly,
              std::chrono::milliseconds timeout);

/// Removes entries, the least recently used first, until the others have at
/// most `maxBytes`. Gives the bytes that were removed.
llvm::Expected<uint64_t> evictEntries(CacheTier &tier, uint64_t maxBytes);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_CACHETIER_H
