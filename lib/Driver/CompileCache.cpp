//===- Driver/CompileCache.cpp - compiled code on disk ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// File format: magic, SHA-256 of key and payload, payload. No locks: writers
// rename whole files into place, readers have them open or do not, and removing
// a file that another process just removed is no error. Two processes that
// store the same key store equal bytes; the later rename wins.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/CompileCache.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace tessera::driver {

static constexpr StringLiteral magic = "TSRCACH1";
static constexpr StringLiteral entrySuffix = ".tsc";
static constexpr StringLiteral pendingSuffix = ".pending";
static constexpr size_t checksumBytes = 32;
/// A pending file this old belongs to a process that died.
static constexpr std::chrono::hours pendingLifetime{1};

static void updateWithLength(SHA256 &hash, StringRef text) {
  uint8_t length[8];
  for (int i = 0; i < 8; ++i)
    length[i] = static_cast<uint8_t>(uint64_t(text.size()) >> (8 * i));
  hash.update(ArrayRef<uint8_t>(length));
  hash.update(text);
}

std::string CompileCache::key(ArrayRef<StringRef> parts) {
  SHA256 hash;
  for (StringRef part : parts)
    updateWithLength(hash, part);
  return toHex(hash.final(), /*LowerCase=*/true);
}

static std::array<uint8_t, checksumBytes> checksum(StringRef key,
                                                   StringRef payload) {
  SHA256 hash;
  updateWithLength(hash, key);
  updateWithLength(hash, payload);
  return hash.final();
}

Expected<CompileCache> CompileCache::open(StringRef directory,
                                          uint64_t maxBytes) {
  SmallString<128> path(directory);
  if (std::error_code error = sys::fs::make_absolute(path))
    return createStringError(error,
                             "cannot find cache directory '" + directory + "'");
  if (std::error_code error = sys::fs::create_directories(
          path, /*IgnoreExisting=*/true, sys::fs::perms::owner_all))
    return createStringError(error, "cannot make cache directory '" + path +
                                        "': " + error.message());
  struct stat status;
  if (::stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
    return createStringError("expected a directory, got '" + path + "'");
  if (status.st_uid != ::geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)))
    return createStringError("cache directory '" + path +
                             "' can be written to by others");
  return CompileCache(path.str().str(), maxBytes);
}

std::string CompileCache::entryPath(StringRef key) const {
  SmallString<256> file(path);
  sys::path::append(file, key + entrySuffix);
  return file.str().str();
}

/// Keys come back from users as file names: only what key() makes is one.
static bool isKey(StringRef key) {
  return key.size() == 2 * checksumBytes && llvm::all_of(key, llvm::isHexDigit);
}

/// A descriptor to read `path` with; nothing if it is no regular file. To open
/// a pipe would wait for somebody who writes to it.
static std::optional<int> openEntry(const std::string &path) {
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return std::nullopt;
  struct stat status;
  if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode))
    return file;
  ::close(file);
  return std::nullopt;
}

std::optional<std::string> CompileCache::lookup(StringRef key) const {
  if (!isKey(key))
    return std::nullopt;
  std::optional<int> file = openEntry(entryPath(key));
  if (!file)
    return std::nullopt;
  std::optional<std::string> result;
  // Volatile: read now, not mapped, whatever happens to the file later.
  auto buffer = MemoryBuffer::getOpenFile(*file, key, /*FileSize=*/-1,
                                          /*RequiresNullTerminator=*/false,
                                          /*IsVolatile=*/true);
  if (buffer) {
    StringRef bytes = (*buffer)->getBuffer();
    if (bytes.consume_front(magic) && bytes.size() >= checksumBytes) {
      StringRef sum = bytes.take_front(checksumBytes);
      StringRef payload = bytes.drop_front(checksumBytes);
      if (toStringRef(checksum(key, payload)) == sum)
        result = payload.str();
    }
  }
  if (result) {
    // The time of last use; failing to note it only harms the order.
    auto now = std::chrono::system_clock::now();
    (void)sys::fs::setLastAccessAndModificationTime(*file, now, now);
  }
  sys::fs::closeFile(*file);
  return result;
}

Error CompileCache::store(StringRef key, StringRef payload) const {
  if (!isKey(key))
    return createStringError("expected a cache key, got '" + key + "'");
  if (magic.size() + checksumBytes + payload.size() > maxBytes)
    return Error::success();
  SmallString<256> model(path), pending;
  sys::path::append(model, key + "-%%%%%%%%" + pendingSuffix);
  int descriptor;
  if (std::error_code error = sys::fs::createUniqueFile(
          model, descriptor, pending, sys::fs::OF_None,
          sys::fs::owner_read | sys::fs::owner_write))
    return createStringError(error, "cannot write to cache directory '" + path +
                                        "': " + error.message());
  std::error_code error;
  {
    raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << magic << toStringRef(checksum(key, payload)) << payload;
    os.flush();
    error = os.error();
    os.clear_error();
  }
  if (!error)
    error = sys::fs::rename(pending, entryPath(key));
  if (error) {
    (void)sys::fs::remove(pending);
    return createStringError(error, "cannot write to cache directory '" + path +
                                        "': " + error.message());
  }
  evict();
  return Error::success();
}

namespace {

struct Entry {
  std::string path;
  uint64_t bytes;
  sys::TimePoint<> lastUse;
};

} // namespace

/// The entries, unordered. `onPending` is called with every unfinished file.
template <typename OnPending>
static std::vector<Entry> listEntries(StringRef directory,
                                      OnPending onPending) {
  std::vector<Entry> entries;
  std::error_code error;
  for (sys::fs::directory_iterator it(directory, error), end;
       !error && it != end; it.increment(error)) {
    StringRef file = it->path();
    bool isPending = file.ends_with(pendingSuffix);
    sys::fs::file_status status;
    if ((!isPending && !file.ends_with(entrySuffix)) ||
        sys::fs::status(file, status))
      continue;
    if (isPending)
      onPending(file, status.getLastModificationTime());
    else
      entries.push_back(
          {file.str(), status.getSize(), status.getLastModificationTime()});
  }
  return entries;
}

static uint64_t totalBytes(ArrayRef<Entry> entries) {
  uint64_t total = 0;
  for (const Entry &entry : entries)
    total += entry.bytes;
  return total;
}

uint64_t CompileCache::sizeInBytes() const {
  return totalBytes(listEntries(path, [](StringRef, sys::TimePoint<>) {}));
}

void CompileCache::evict() const {
  auto oldest = std::chrono::system_clock::now() - pendingLifetime;
  std::vector<Entry> entries =
      listEntries(path, [&](StringRef file, sys::TimePoint<> written) {
        if (written < oldest)
          (void)sys::fs::remove(file);
      });
  uint64_t total = totalBytes(entries);
  if (total <= maxBytes)
    return;
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(a.lastUse, a.path) < std::tie(b.lastUse, b.path);
  });
  for (const Entry &entry : entries) {
    if (total <= maxBytes)
      break;
    (void)sys::fs::remove(entry.path);
    total -= entry.bytes;
  }
}

} // namespace tessera::driver
