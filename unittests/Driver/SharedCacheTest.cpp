//===- Driver/SharedCacheTest.cpp - what machines share ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shared directory behind those of two machines; servers that are not there,
// do not answer, or answer nonsense. A real server is test/Tools/cache.test.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/CacheTier.h"
#include "tessera/Driver/CompileCache.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace tessera::driver;
using Clock = std::chrono::steady_clock;

namespace {

class SharedCacheTest : public testing::Test {
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
  /// The cache of one machine, with the shared directory behind it.
  CompileCache machine(llvm::StringRef name, llvm::StringRef options = "") {
    return llvm::cantFail(CompileCache::openLocation(
        inRoot(name) + ",remote=" + inRoot("shared") + options.str()));
  }
  std::string sharedFile(llvm::StringRef key) const {
    return inRoot("shared") + "/" + key.str() + ".tsc";
  }
  void write(const std::string &path, llvm::StringRef bytes) {
    std::error_code error;
    llvm::raw_fd_ostream os(path, error);
    ASSERT_FALSE(error);
    os << bytes;
  }
  std::string refusal(const std::string &location) {
    auto cache = CompileCache::openLocation(location);
    return cache ? "" : llvm::toString(cache.takeError());
  }
  llvm::SmallString<128> root;
};

std::string keyOf(llvm::StringRef text) { return CompileCache::key({text}); }

/// A port of this machine where somebody listens and never answers, or answers
/// the same to everything.
class Listener {
public:
  explicit Listener(std::string answer = "") : answer(std::move(answer)) {
    socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(
        ::bind(socket, reinterpret_cast<sockaddr *>(&address), sizeof(address)),
        0);
    EXPECT_EQ(::listen(socket, 16), 0);
    socklen_t size = sizeof(address);
    ::getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size);
    port = ntohs(address.sin_port);
    if (!this->answer.empty())
      thread = std::thread([this] { serve(); });
  }
  ~Listener() {
    ::shutdown(socket, SHUT_RDWR);
    if (thread.joinable())
      thread.join();
    ::close(socket);
  }
  std::string address() const {
    return "redis://127.0.0.1:" + std::to_string(port);
  }

private:
  void serve() {
    int client;
    while ((client = ::accept(socket, nullptr, nullptr)) >= 0) {
      char buffer[4096];
      while (::recv(client, buffer, sizeof(buffer), 0) > 0)
        ::send(client, answer.data(), answer.size(), MSG_NOSIGNAL);
      ::close(client);
    }
  }
  std::string answer;
  int socket, port = 0;
  std::thread thread;
};

bool knowsServers() {
  auto tier =
      openCacheServer("redis://localhost", std::chrono::milliseconds(100));
  if (tier)
    return true;
  llvm::consumeError(tier.takeError());
  return false;
}

double secondsOf(llvm::function_ref<void()> action) {
  auto start = Clock::now();
  action();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

} // namespace

TEST_F(SharedCacheTest, WhatOneMachineStoresAnotherFinds) {
  CompileCache first = machine("a"), second = machine("b");
  ASSERT_FALSE(first.store(keyOf("k"), "payload"));
  EXPECT_EQ(second.lookup(keyOf("k")), "payload");
  EXPECT_FALSE(second.lookup(keyOf("other")).has_value());
  // From now on it has it itself.
  llvm::sys::fs::remove(sharedFile(keyOf("k")));
  EXPECT_EQ(second.lookup(keyOf("k")), "payload");
  EXPECT_FALSE(machine("c").lookup(keyOf("k")).has_value());
}

TEST_F(SharedCacheTest, DamagedEntriesAreNoneAndHeal) {
  CompileCache first = machine("a");
  ASSERT_FALSE(first.store(keyOf("k"), "payload"));
  std::string whole = sealEntry(keyOf("k"), "payload");
  std::string changed = whole, other = sealEntry(keyOf("l"), "payload");
  changed.back() ^= 1;
  int number = 0;
  for (const std::string &bytes :
       {std::string(), whole.substr(0, whole.size() - 1), changed, other,
        std::string(100, '\0')}) {
    write(sharedFile(keyOf("k")), bytes);
    CompileCache second = machine("b" + std::to_string(number++));
    EXPECT_FALSE(second.lookup(keyOf("k")).has_value()) << number;
    // It compiles anew, which is right again for all.
    ASSERT_FALSE(second.store(keyOf("k"), "payload"));
    EXPECT_EQ(machine("c" + std::to_string(number)).lookup(keyOf("k")),
              "payload");
  }
}

TEST_F(SharedCacheTest, ReadOnlyChangesNothing) {
  ASSERT_FALSE(machine("a").store(keyOf("k"), "payload"));
  timespec longAgo[2] = {{1000, 0}, {1000, 0}};
  std::string file = sharedFile(keyOf("k"));
  ASSERT_EQ(::utimensat(AT_FDCWD, file.c_str(), longAgo, 0), 0);
  ASSERT_EQ(::chmod(inRoot("shared").c_str(), 0500), 0);
  CompileCache reader = machine("b", ",read-only");
  EXPECT_EQ(reader.lookup(keyOf("k")), "payload");
  ASSERT_FALSE(reader.store(keyOf("l"), "new"));
  EXPECT_EQ(reader.lookup(keyOf("l")), "new");
  EXPECT_FALSE(llvm::sys::fs::exists(sharedFile(keyOf("l"))));
  struct stat status;
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mtim.tv_sec, 1000);
  ASSERT_EQ(::chmod(inRoot("shared").c_str(), 0700), 0);
}

TEST_F(SharedCacheTest, LeastRecentlyUsedGoFirst) {
  CompileCache cache = machine("a");
  for (int i = 0; i < 10; ++i) {
    std::string key = keyOf(std::to_string(i));
    ASSERT_FALSE(cache.store(key, std::string(960, 'x')));
    timespec time[2] = {{1000 + i, 0}, {1000 + i, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, sharedFile(key).c_str(), time, 0), 0);
  }
  auto tier = llvm::cantFail(
      openCacheDirectory(inRoot("shared"), CacheOwner::Shared, false));
  EXPECT_EQ(llvm::cantFail(evictEntries(*tier, 3000)), 7000u);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(llvm::sys::fs::exists(sharedFile(keyOf(std::to_string(i)))),
              i >= 7);
}

TEST_F(SharedCacheTest, LocationsAndTheirMistakes) {
  EXPECT_EQ(refusal(inRoot("a") + ",max=1M"), "");
  // Not an option: a directory with a comma in its name.
  EXPECT_EQ(refusal(inRoot("a,b")), "");
  EXPECT_TRUE(llvm::sys::fs::is_directory(inRoot("a,b")));
  EXPECT_NE(refusal(inRoot("a") + ",max=lots").find("expected a size"),
            std::string::npos);
  EXPECT_NE(refusal(inRoot("a") + ",max=1M,often").find("got 'often'"),
            std::string::npos);
  EXPECT_NE(refusal(inRoot("a") + ",timeout=0").find("milliseconds"),
            std::string::npos);
  EXPECT_NE(refusal(inRoot("a") + ",remote=redis://:x").find("redis://"),
            std::string::npos);
  ASSERT_EQ(::mkdir(inRoot("open").c_str(), 0700), 0);
  ASSERT_EQ(::chmod(inRoot("open").c_str(), 0777), 0);
  EXPECT_NE(
      refusal(inRoot("a") + ",remote=" + inRoot("open")).find("by everybody"),
      std::string::npos);
  EXPECT_EQ(llvm::cantFail(CompileCache::parseSize("3k")), 3072u);
  for (llvm::StringRef bad : {"", "k", "-1", "18446744073709551615G", "1T"}) {
    auto size = CompileCache::parseSize(bad);
    EXPECT_FALSE(bool(size)) << bad.str();
    llvm::consumeError(size.takeError());
  }
}

TEST_F(SharedCacheTest, AServerThatDoesNotAnswerCostsOneTimeOut) {
  if (!knowsServers())
    GTEST_SKIP() << "no libhiredis";
  Listener silent;
  std::string location =
      inRoot("a") + ",remote=" + silent.address() + ",timeout=300";
  CompileCache cache = llvm::cantFail(CompileCache::openLocation(location));
  double first =
      secondsOf([&] { EXPECT_FALSE(cache.lookup(keyOf("k")).has_value()); });
  EXPECT_GE(first, 0.25);
  // Afterwards nothing, also for other processes with this directory.
  double rest = secondsOf([&] {
    for (int i = 0; i < 20; ++i) {
      CompileCache other = llvm::cantFail(CompileCache::openLocation(location));
      EXPECT_FALSE(other.lookup(keyOf("l")).has_value());
      ASSERT_FALSE(other.store(keyOf(std::to_string(i)), "x"));
    }
  });
  EXPECT_LT(rest, 20 * 0.25);
  EXPECT_EQ(cache.lookup(keyOf("3")), "x");
}

TEST_F(SharedCacheTest, NoServerAndNonsense) {
  if (!knowsServers())
    GTEST_SKIP() << "no libhiredis";
  std::vector<std::string> answers = {
      "$3\r\nabc\r\n",                // a string that is no entry
      "$-1\r\n",                      // nothing
      "-ERR no such thing\r\n",       // refused
      "HTTP/1.1 400 Bad Request\r\n", // not Redis
      "$99999999999999999\r\n",       // too long to be true
      ":5\r\n"};
  std::vector<std::string> places = {"redis://127.0.0.1:1"};
  std::vector<std::unique_ptr<Listener>> listeners;
  for (const std::string &answer : answers) {
    listeners.push_back(std::make_unique<Listener>(answer));
    places.push_back(listeners.back()->address());
  }
  int number = 0;
  for (const std::string &place : places) {
    CompileCache cache = llvm::cantFail(
        CompileCache::openLocation(inRoot("n" + std::to_string(number++)) +
                                   ",remote=" + place + ",timeout=200"));
    EXPECT_FALSE(cache.lookup(keyOf("k")).has_value()) << place;
    ASSERT_FALSE(cache.store(keyOf("k"), "payload"));
    EXPECT_EQ(cache.lookup(keyOf("k")), "payload");
  }
  listeners.clear();
}
