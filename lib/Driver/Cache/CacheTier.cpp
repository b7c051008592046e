//===- Driver/Cache/CacheTier.cpp - where entries are kept ----------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all tiers share. An entry is a magic, the SHA-256 of key and payload,
// and the payload.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/CacheTier.h"
#include "CacheDigest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <array>
#include <tuple>
#include <vector>

using namespace llvm;

namespace tessera::driver {

static constexpr StringLiteral magic = "TSRCACH1";
static constexpr size_t checksumBytes = 32;

CacheTier::~CacheTier() = default;

void updateWithLength(SHA256 &hash, StringRef text) {
  uint8_t length[8];
  for (int i = 0; i < 8; ++i)
    length[i] = static_cast<uint8_t>(uint64_t(text.size()) >> (8 * i));
  hash.update(ArrayRef<uint8_t>(length));
  hash.update(text);
}

static std::array<uint8_t, checksumBytes> checksum(StringRef key,
                                                   StringRef payload) {
  SHA256 hash;
  updateWithLength(hash, key);
  updateWithLength(hash, payload);
  return hash.final();
}

std::string sealEntry(StringRef key, StringRef payload) {
  std::string entry = magic.str();
  entry += toStringRef(checksum(key, payload));
  entry += payload;
  return entry;
}

std::optional<std::string> openEntry(StringRef key, StringRef entry) {
  if (!entry.consume_front(magic) || entry.size() < checksumBytes)
    return std::nullopt;
  StringRef payload = entry.drop_front(checksumBytes);
  if (toStringRef(checksum(key, payload)) != entry.take_front(checksumBytes))
    return std::nullopt;
  return payload.str();
}

bool isCacheKey(StringRef key) {
  return key.size() == 2 * checksumBytes && llvm::all_of(key, llvm::isHexDigit);
}

Expected<std::unique_ptr<CacheTier>>
openCacheTier(StringRef location, CacheOwner owner, bool isReadOnly,
              std::chrono::milliseconds timeout) {
  return location.starts_with("redis://")
             ? openCacheServer(location, timeout)
             : openCacheDirectory(location, owner, isReadOnly);
}

Expected<uint64_t> evictEntries(CacheTier &tier, uint64_t maxBytes) {
  std::vector<CacheEntry> entries;
  uint64_t total = 0, removed = 0;
  if (Error error = tier.list([&](const CacheEntry &entry) {
        total += entry.bytes;
        entries.push_back(entry);
      }))
    return std::move(error);
  if (total <= maxBytes)
    return 0;
  llvm::sort(entries, [](const CacheEntry &a, const CacheEntry &b) {
    return std::tie(a.lastUse, a.key) < std::tie(b.lastUse, b.key);
  });
  for (const CacheEntry &entry : entries) {
    if (total - removed <= maxBytes)
      break;
    if (Error error = tier.remove(entry.key))
      return std::move(error);
    removed += entry.bytes;
  }
  return removed;
}

} // namespace tessera::driver
