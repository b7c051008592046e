//===- Driver/CompileCacheTest.cpp - compiled code on disk ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each promise of the cache: keys, round trip, bound, order of eviction,
// damage, permissions, and several processes at once.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/CompileCache.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <chrono>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace tessera::driver;

namespace {

class CompileCacheTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("tessera-cache", root));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(root); }

  std::string inRoot(llvm::StringRef name) const {
    llvm::SmallString<128> path(root);
    llvm::sys::path::append(path, name);
    return path.str().str();
  }
  CompileCache open(uint64_t maxBytes = CompileCache::defaultMaxBytes) {
    return llvm::cantFail(CompileCache::open(inRoot("cache"), maxBytes));
  }
  /// The files in the cache's directory.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(inRoot("cache"), error), end;
         !error && it != end; it.increment(error))
      names.push_back(it->path());
    return names;
  }
  llvm::SmallString<128> root;
};

std::string keyOf(llvm::StringRef text) { return CompileCache::key({text}); }

/// Later times of use must be told apart by the file system.
void letTimePass() {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

} // namespace

TEST_F(CompileCacheTest, KeysTellPartsApart) {
  EXPECT_EQ(CompileCache::key({"a", "b"}), CompileCache::key({"a", "b"}));
  EXPECT_NE(CompileCache::key({"a", "b"}), CompileCache::key({"ab"}));
  EXPECT_NE(CompileCache::key({"a", "b"}), CompileCache::key({"ab", ""}));
  EXPECT_NE(CompileCache::key({"a", "b"}), CompileCache::key({"b", "a"}));
  EXPECT_EQ(CompileCache::key({}).size(), 64u);
}

TEST_F(CompileCacheTest, StoresAndFinds) {
  CompileCache cache = open();
  std::string payload("with a \0 inside", 15), large(100000, 'x');
  EXPECT_FALSE(cache.lookup(keyOf("k")).has_value());
  ASSERT_FALSE(cache.store(keyOf("k"), payload));
  ASSERT_FALSE(cache.store(keyOf("l"), large));
  ASSERT_FALSE(cache.store(keyOf("e"), ""));
  EXPECT_EQ(cache.lookup(keyOf("k")), payload);
  EXPECT_EQ(cache.lookup(keyOf("l")), large);
  EXPECT_EQ(cache.lookup(keyOf("e")), "");
  EXPECT_FALSE(cache.lookup(keyOf("m")).has_value());
  // A second handle, as another run of the program would have.
  EXPECT_EQ(open().lookup(keyOf("k")), payload);
  EXPECT_EQ(files().size(), 3u);
}

TEST_F(CompileCacheTest, OnlyKeysAreFileNames) {
  CompileCache cache = open();
  for (llvm::StringRef bad : {"", "../../etc/passwd", "abc"}) {
    EXPECT_FALSE(cache.lookup(bad).has_value());
    llvm::Error error = cache.store(bad, "x");
    EXPECT_TRUE(bool(error));
    llvm::consumeError(std::move(error));
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(CompileCacheTest, EveryDamageIsNoEntry) {
  CompileCache cache = open();
  ASSERT_FALSE(cache.store(keyOf("k"), "some payload"));
  ASSERT_EQ(files().size(), 1u);
  std::string file = files()[0], content;
  {
    int fd = ::open(file.c_str(), O_RDONLY);
    char buffer[256];
    content.assign(buffer, static_cast<size_t>(::read(fd, buffer, 256)));
    ::close(fd);
  }
  auto rewrite = [&](const std::string &bytes) {
    std::error_code error;
    llvm::raw_fd_ostream os(file, error);
    ASSERT_FALSE(error);
    os << bytes;
  };
  for (size_t i = 0; i < content.size(); ++i) {
    std::string damaged = content;
    damaged[i] ^= 0x10;
    rewrite(damaged);
    EXPECT_FALSE(cache.lookup(keyOf("k")).has_value()) << "byte " << i;
    rewrite(content.substr(0, i));
    EXPECT_FALSE(cache.lookup(keyOf("k")).has_value()) << "cut at " << i;
  }
  rewrite(content + "x");
  EXPECT_FALSE(cache.lookup(keyOf("k")).has_value());
  // An entry under another entry's name.
  rewrite(content);
  EXPECT_TRUE(cache.lookup(keyOf("k")).has_value());
  ASSERT_FALSE(llvm::sys::fs::rename(file, inRoot("cache") + "/" +
                                               keyOf("other") + ".tsc"));
  EXPECT_FALSE(cache.lookup(keyOf("other")).has_value());
  // Storing again heals.
  ASSERT_FALSE(cache.store(keyOf("other"), "new"));
  EXPECT_EQ(cache.lookup(keyOf("other")), "new");
}

// To open a pipe would wait for a writer.
TEST_F(CompileCacheTest, OnlyRegularFilesAreEntries) {
  CompileCache cache = open();
  std::string key = CompileCache::key({"pipe"});
  std::string path = inRoot("cache/" + key + ".tsc");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(cache.lookup(key), std::nullopt);
  // What is stored there replaces it.
  llvm::cantFail(cache.store(key, "payload"));
  EXPECT_EQ(cache.lookup(key), "payload");
}

TEST_F(CompileCacheTest, LeastRecentlyUsedGoFirst) {
  std::string payload(1000, 'x');
  CompileCache cache = open(3500); // three entries of 1040 bytes
  for (const char *name : {"a", "b", "c"}) {
    ASSERT_FALSE(cache.store(keyOf(name), payload));
    letTimePass();
  }
  EXPECT_TRUE(cache.lookup(keyOf("a")).has_value()); // now b is the oldest
  letTimePass();
  ASSERT_FALSE(cache.store(keyOf("d"), payload));
  EXPECT_LE(cache.sizeInBytes(), 3500u);
  EXPECT_TRUE(cache.lookup(keyOf("a")).has_value());
  EXPECT_FALSE(cache.lookup(keyOf("b")).has_value());
  EXPECT_TRUE(cache.lookup(keyOf("c")).has_value());
  EXPECT_TRUE(cache.lookup(keyOf("d")).has_value());
}

TEST_F(CompileCacheTest, SizeStaysBounded) {
  CompileCache cache = open(5000);
  for (int i = 0; i < 40; ++i) {
    ASSERT_FALSE(cache.store(keyOf(std::to_string(i)),
                             std::string(static_cast<size_t>(100 * i), 'x')));
    EXPECT_LE(cache.sizeInBytes(), 5000u);
  }
  ASSERT_FALSE(cache.store(keyOf("huge"), std::string(6000, 'x')));
  EXPECT_FALSE(cache.lookup(keyOf("huge")).has_value());
  EXPECT_TRUE(cache.lookup(keyOf("39")).has_value());
}

TEST_F(CompileCacheTest, DeadProcessesFilesAreRemoved) {
  CompileCache cache = open();
  std::string stale = inRoot("cache") + "/dead-1234.pending",
              fresh = inRoot("cache") + "/alive-1234.pending";
  for (const std::string &path : {stale, fresh}) {
    std::error_code error;
    llvm::raw_fd_ostream os(path, error);
    ASSERT_FALSE(error);
  }
  timespec longAgo[2] = {{1000, 0}, {1000, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, stale.c_str(), longAgo, 0), 0);
  ASSERT_FALSE(cache.store(keyOf("k"), "x"));
  EXPECT_FALSE(llvm::sys::fs::exists(stale));
  EXPECT_TRUE(llvm::sys::fs::exists(fresh));
}

TEST_F(CompileCacheTest, RefusesDirectoriesOthersCanWriteTo) {
  std::string open = inRoot("open");
  ASSERT_EQ(::mkdir(open.c_str(), 0700), 0);
  ASSERT_EQ(::chmod(open.c_str(), 0777), 0);
  auto cache = CompileCache::open(open);
  ASSERT_FALSE(bool(cache));
  EXPECT_NE(llvm::toString(cache.takeError()).find("by others"),
            std::string::npos);
  std::string file = inRoot("file");
  ::close(::open(file.c_str(), O_CREAT | O_WRONLY, 0600));
  auto notDirectory = CompileCache::open(file);
  EXPECT_FALSE(bool(notDirectory));
  llvm::consumeError(notDirectory.takeError());
  // One it makes itself is private.
  llvm::cantFail(CompileCache::open(inRoot("new/deep")));
  struct stat status;
  ASSERT_EQ(::stat(inRoot("new/deep").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 077, 0u);
}

/// What entry `i` holds: content says whether it was torn or mixed up.
static std::string contentOf(int i) {
  return std::string(static_cast<size_t>(2000 + 37 * i),
                     static_cast<char>('a' + i));
}

TEST_F(CompileCacheTest, ProcessesShareADirectory) {
  // Room for about half of what is stored: evictions happen all the time.
  CompileCache cache = open(12000);
  std::vector<pid_t> children;
  for (int child = 0; child < 3; ++child) {
    pid_t pid = ::fork();
    ASSERT_GE(pid, 0);
    if (pid == 0) {
      int found = 0;
      for (int round = 0; round < 300; ++round) {
        int i = (round * 7 + child * 3) % 10;
        if (llvm::Error error =
                cache.store(keyOf(std::to_string(i)), contentOf(i))) {
          llvm::consumeError(std::move(error));
          ::_exit(1);
        }
        int j = (round * 3 + child) % 10;
        if (auto payload = cache.lookup(keyOf(std::to_string(j)))) {
          ++found;
          if (*payload != contentOf(j))
            ::_exit(2);
        }
      }
      ::_exit(found == 0 ? 3 : 0);
    }
    children.push_back(pid);
  }
  for (pid_t pid : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
  ASSERT_FALSE(cache.store(keyOf("last"), "x"));
  EXPECT_LE(cache.sizeInBytes(), 12000u);
  for (const std::string &file : files())
    EXPECT_TRUE(llvm::StringRef(file).ends_with(".tsc")) << file;
}
