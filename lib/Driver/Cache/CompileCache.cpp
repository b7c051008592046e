//===- Driver/Cache/CompileCache.cpp - compiled code, kept ----------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The directory of this machine in front of a shared place. A shared place that
// does not answer is left alone for a while, by all processes that use the
// directory: a file there says so by its time.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/CompileCache.h"
#include "CacheDigest.h"
#include "tessera/Driver/CacheTier.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tessera::driver {

/// So long nobody asks a shared place that has not answered.
static constexpr std::chrono::seconds silence{30};

std::string CompileCache::key(ArrayRef<StringRef> parts) {
  SHA256 hash;
  for (StringRef part : parts)
    updateWithLength(hash, part);
  return toHex(hash.final(), /*LowerCase=*/true);
}

//===----------------------------------------------------------------------===//
// The shared place
//===----------------------------------------------------------------------===//

/// What lies behind the directory.
struct CompileCache::Remote {
  std::shared_ptr<CacheTier> tier;
  bool isReadOnly = false;
  uint64_t maxBytes = 0;
  /// Its time is when the place did not answer.
  std::string downFile;

  bool isDown() const {
    sys::fs::file_status status;
    if (sys::fs::status(downFile, status))
      return false;
    auto age =
        std::chrono::system_clock::now() - status.getLastModificationTime();
    return age < silence && age > -silence;
  }

  /// Notes that it does not answer, unless all is well.
  void note(Error error) const {
    if (!error)
      return;
    consumeError(std::move(error));
    std::error_code code;
    raw_fd_ostream os(downFile, code);
    os << '\n';
    os.flush();
    os.clear_error();
  }

  std::optional<std::string> lookup(StringRef key) const {
    if (isDown())
      return std::nullopt;
    Expected<std::optional<std::string>> entry = tier->lookup(key);
    if (!entry) {
      note(entry.takeError());
      return std::nullopt;
    }
    return *entry ? openEntry(key, **entry) : std::nullopt;
  }

  void store(StringRef key, StringRef entry) const {
    if (isReadOnly || entry.size() > maxBytes || isDown())
      return;
    if (Error error = tier->store(key, entry))
      return note(std::move(error));
    // To look at all of it is dear: one store in 64 does. Servers evict
    // themselves.
    uint8_t byte = 0;
    if (StringRef(tier->location()).starts_with("redis://") ||
        key.take_front(2).getAsInteger(16, byte) || byte % 64 != 0)
      return;
    note(evictEntries(*tier, maxBytes).takeError());
  }
};

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

CompileCache::CompileCache(std::shared_ptr<CacheTier> local, uint64_t maxBytes)
    : local(std::move(local)), path(this->local->location()),
      maxBytes(maxBytes) {}

Expected<CompileCache> CompileCache::open(StringRef directory,
                                          uint64_t maxBytes) {
  Expected<std::unique_ptr<CacheTier>> tier =
      openCacheDirectory(directory, CacheOwner::User, /*isReadOnly=*/false);
  if (!tier)
    return tier.takeError();
  return CompileCache(std::move(*tier), maxBytes);
}

Expected<uint64_t> CompileCache::parseSize(StringRef text) {
  StringRef number = text;
  unsigned shift = 0;
  for (auto [letter, bits] :
       {std::pair("K", 10u), std::pair("M", 20u), std::pair("G", 30u)})
    if (number.consume_back_insensitive(letter)) {
      shift = bits;
      break;
    }
  uint64_t value;
  if (number.getAsInteger(10, value) || value > (UINT64_MAX >> shift))
    return createStringError("expected a size such as 512M, got '" + text +
                             "'");
  return value << shift;
}

namespace {
/// What a location says behind the directory.
struct LocationOptions {
  StringRef remote;
  uint64_t maxBytes = CompileCache::defaultMaxBytes;
  uint64_t remoteMaxBytes = CompileCache::defaultRemoteMaxBytes;
  bool isReadOnly = false;
  std::chrono::milliseconds timeout{500};
};
} // namespace

static Error parseOption(StringRef text, LocationOptions &options) {
  auto size = [&](uint64_t &bytes) -> Error {
    Expected<uint64_t> value = CompileCache::parseSize(text);
    if (value)
      bytes = *value;
    return value.takeError();
  };
  if (text == "read-only") {
    options.isReadOnly = true;
    return Error::success();
  }
  if (text.consume_front("remote=") && !text.empty()) {
    options.remote = text;
    return Error::success();
  }
  if (text.consume_front("max="))
    return size(options.maxBytes);
  if (text.consume_front("remote-max="))
    return size(options.remoteMaxBytes);
  if (text.consume_front("timeout=")) {
    unsigned milliseconds;
    if (text.getAsInteger(10, milliseconds) || milliseconds == 0)
      return createStringError("expected milliseconds, got '" + text + "'");
    options.timeout = std::chrono::milliseconds(milliseconds);
    return Error::success();
  }
  return createStringError("expected remote=, read-only, max=, remote-max= or "
                           "timeout= behind the directory, got '" +
                           text + "'");
}

Expected<CompileCache> CompileCache::openLocation(StringRef location) {
  // A directory's name may have a comma; options are behind the first that
  // begins one.
  size_t end = StringRef::npos;
  for (StringRef option :
       {",remote=", ",read-only", ",max=", ",remote-max=", ",timeout="})
    end = std::min(end, location.find(option));
  LocationOptions options;
  StringRef rest = location.substr(std::min(end, location.size()));
  while (rest.consume_front(",")) {
    StringRef option = rest.take_until([](char c) { return c == ','; });
    rest = rest.drop_front(option.size());
    if (Error error = parseOption(option, options))
      return std::move(error);
  }
  Expected<CompileCache> cache =
      open(location.take_front(end), options.maxBytes);
  if (!cache || options.remote.empty())
    return cache;
  Expected<std::unique_ptr<CacheTier>> tier = openCacheTier(
      options.remote, CacheOwner::Shared, options.isReadOnly, options.timeout);
  if (!tier)
    return tier.takeError();
  auto remote = std::make_shared<Remote>();
  remote->tier = std::move(*tier);
  remote->isReadOnly = options.isReadOnly;
  remote->maxBytes = options.remoteMaxBytes;
  SmallString<256> file(cache->path);
  sys::path::append(file,
                    "silent-" + key({remote->tier->location()}).substr(0, 16));
  remote->downFile = file.str().str();
  cache->remote = std::move(remote);
  return cache;
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

std::optional<std::string> CompileCache::lookup(StringRef key) const {
  if (!isCacheKey(key))
    return std::nullopt;
  Expected<std::optional<std::string>> entry = local->lookup(key);
  if (!entry)
    consumeError(entry.takeError());
  else if (*entry)
    if (std::optional<std::string> payload = openEntry(key, **entry))
      return payload;
  if (!remote)
    return std::nullopt;
  std::optional<std::string> payload = remote->lookup(key);
  // The next time it is nearer.
  if (payload)
    consumeError(storeLocally(key, sealEntry(key, *payload)));
  return payload;
}

Error CompileCache::storeLocally(StringRef key, StringRef entry) const {
  if (entry.size() > maxBytes)
    return Error::success();
  if (Error error = local->store(key, entry))
    return error;
  return evictEntries(*local, maxBytes).takeError();
}

Error CompileCache::store(StringRef key, StringRef payload) const {
  if (!isCacheKey(key))
    return createStringError("expected a cache key, got '" + key + "'");
  std::string entry = sealEntry(key, payload);
  if (remote)
    remote->store(key, entry);
  return storeLocally(key, entry);
}

uint64_t CompileCache::sizeInBytes() const {
  uint64_t total = 0;
  consumeError(
      local->list([&](const CacheEntry &entry) { total += entry.bytes; }));
  return total;
}

} // namespace tessera::driver
