//===- Driver/Cache/CacheDirectory.cpp - entries as files -----------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No locks: writers rename whole files into place, readers have them open or do
// not, and removing a file that another process just removed is no error. Two
// processes that store the same key store equal bytes; the later rename wins. A
// file's time of modification is when it was last used.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/CacheTier.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace tessera::driver;

static constexpr StringLiteral entrySuffix = ".tsc";
static constexpr StringLiteral pendingSuffix = ".pending";
/// A pending file this old belongs to a process that died.
static constexpr std::chrono::hours pendingLifetime{1};

/// A descriptor to read `path` with; nothing if it is no regular file. To open
/// a pipe would wait for somebody who writes to it.
static std::optional<int> openRegular(const std::string &path) {
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return std::nullopt;
  struct stat status;
  if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode))
    return file;
  ::close(file);
  return std::nullopt;
}

namespace {
class CacheDirectory : public CacheTier {
public:
  CacheDirectory(std::string path, bool isShared, bool isReadOnly)
      : path(std::move(path)), isShared(isShared), isReadOnly(isReadOnly) {}

  std::string location() const override { return path; }

  Expected<std::optional<std::string>> lookup(StringRef key) override {
    std::optional<std::string> result;
    std::optional<int> file = openRegular(pathOf(key));
    if (!file)
      return result;
    // Volatile: read now, not mapped, whatever happens to the file later.
    auto buffer = MemoryBuffer::getOpenFile(*file, key, /*FileSize=*/-1,
                                            /*RequiresNullTerminator=*/false,
                                            /*IsVolatile=*/true);
    if (buffer)
      result = (*buffer)->getBuffer().str();
    if (result && !isReadOnly) {
      // Failing to note it only harms the order.
      auto now = std::chrono::system_clock::now();
      (void)sys::fs::setLastAccessAndModificationTime(*file, now, now);
    }
    sys::fs::closeFile(*file);
    return result;
  }

  Error store(StringRef key, StringRef entry) override {
    SmallString<256> model(path), pending;
    sys::path::append(model, key + "-%%%%%%%%" + pendingSuffix);
    int descriptor;
    unsigned mode = sys::fs::owner_read | sys::fs::owner_write;
    if (isShared)
      mode |= sys::fs::group_read | sys::fs::others_read;
    if (std::error_code error = sys::fs::createUniqueFile(
            model, descriptor, pending, sys::fs::OF_None, mode))
      return cannotWrite(error);
    std::error_code error;
    {
      raw_fd_ostream os(descriptor, /*shouldClose=*/true);
      os << entry;
      os.flush();
      error = os.error();
      os.clear_error();
    }
    if (!error)
      error = sys::fs::rename(pending, pathOf(key));
    if (error) {
      (void)sys::fs::remove(pending);
      return cannotWrite(error);
    }
    return Error::success();
  }

  Error remove(StringRef key) override {
    if (std::error_code error = sys::fs::remove(pathOf(key)))
      return createStringError(error, "cannot remove from '" + path +
                                          "': " + error.message());
    return Error::success();
  }

  /// Files that processes left which died while they wrote go on the way.
  Error list(function_ref<void(const CacheEntry &)> entry) override {
    auto oldest = std::chrono::system_clock::now() - pendingLifetime;
    std::error_code error;
    for (sys::fs::directory_iterator it(path, error), end; !error && it != end;
         it.increment(error)) {
      StringRef file = it->path(), name = sys::path::filename(file);
      bool isPending = name.ends_with(pendingSuffix);
      sys::fs::file_status status;
      if ((!isPending && !name.ends_with(entrySuffix)) ||
          sys::fs::status(file, status))
        continue;
      if (!isPending)
        entry({name.drop_back(entrySuffix.size()).str(), status.getSize(),
               status.getLastModificationTime()});
      else if (!isReadOnly && status.getLastModificationTime() < oldest)
        (void)sys::fs::remove(file);
    }
    return Error::success();
  }

private:
  std::string pathOf(StringRef key) const {
    SmallString<256> file(path);
    sys::path::append(file, key + entrySuffix);
    return file.str().str();
  }
  Error cannotWrite(std::error_code error) const {
    return createStringError(error, "cannot write to cache directory '" + path +
                                        "': " + error.message());
  }

  std::string path;
  bool isShared, isReadOnly;
};
} // namespace

Expected<std::unique_ptr<CacheTier>>
tessera::driver::openCacheDirectory(StringRef directory, CacheOwner owner,
                                    bool isReadOnly) {
  SmallString<128> path(directory);
  if (std::error_code error = sys::fs::make_absolute(path))
    return createStringError(error,
                             "cannot find cache directory '" + directory + "'");
  if (!isReadOnly)
    if (std::error_code error = sys::fs::create_directories(
            path, /*IgnoreExisting=*/true,
            owner == CacheOwner::User
                ? sys::fs::perms::owner_all
                : sys::fs::perms::owner_all | sys::fs::perms::group_all |
                      sys::fs::perms::others_read | sys::fs::perms::others_exe))
      return createStringError(error, "cannot make cache directory '" + path +
                                          "': " + error.message());
  struct stat status;
  if (::stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
    return createStringError("expected a directory, got '" + path + "'");
  bool isOpen = owner == CacheOwner::User
                    ? status.st_uid != ::geteuid() ||
                          (status.st_mode & (S_IWGRP | S_IWOTH))
                    : bool(status.st_mode & S_IWOTH);
  if (isOpen)
    return createStringError(
        "cache directory '" + path + "' can be written to by " +
        (owner == CacheOwner::User ? "others" : "everybody"));
  return std::make_unique<CacheDirectory>(
      path.str().str(), owner == CacheOwner::Shared, isReadOnly);
}
