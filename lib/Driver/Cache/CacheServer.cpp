//===- Driver/Cache/CacheServer.cpp - entries in Redis or Valkey ----------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The client is libhiredis, which is opened when a server is first asked for:
// without it everything else works. An entry is a string value by the name
// "tessera:" and its key. When an entry was last used is the server's affair.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/CacheTier.h"

#include "llvm/ADT/StringExtras.h"

#ifdef TESSERA_HAVE_HIREDIS
#include <hiredis/hiredis.h>
#endif

#include <csignal>
#include <dlfcn.h>
#include <mutex>
#include <pthread.h>
#include <vector>

using namespace llvm;
using namespace tessera::driver;

#ifndef TESSERA_HAVE_HIREDIS

Expected<std::unique_ptr<CacheTier>>
tessera::driver::openCacheServer(StringRef address, std::chrono::milliseconds) {
  return createStringError(
      "'" + address +
      "': this build knows no servers; it was made without "
      "the headers of hiredis (libhiredis-dev)");
}

#else

#define TESSERA_STRING_OF(x) #x
#define TESSERA_STRING(x) TESSERA_STRING_OF(x)
static constexpr const char *libraryName =
    "libhiredis.so." TESSERA_STRING(HIREDIS_SONAME);
static constexpr StringLiteral namePrefix = "tessera:";

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

namespace {
/// The functions of libhiredis that are used.
struct Hiredis {
  decltype(&redisConnectWithTimeout) connect = nullptr;
  decltype(&redisSetTimeout) setTimeout = nullptr;
  decltype(&redisCommandArgv) command = nullptr;
  decltype(&redisFree) free = nullptr;
  decltype(&freeReplyObject) freeReply = nullptr;

  /// Null where it is not installed.
  static const Hiredis *get() {
    static const Hiredis *const found = load();
    return found;
  }

private:
  static const Hiredis *load() {
    // Never closed: others in the process may have it open.
    void *library = ::dlopen(libraryName, RTLD_NOW | RTLD_LOCAL);
    if (!library)
      return nullptr;
    static Hiredis result;
    auto find = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
          ::dlsym(library, name));
      return function != nullptr;
    };
    bool isWhole = find(result.connect, "redisConnectWithTimeout") &&
                   find(result.setTimeout, "redisSetTimeout") &&
                   find(result.command, "redisCommandArgv") &&
                   find(result.free, "redisFree") &&
                   find(result.freeReply, "freeReplyObject");
    return isWhole ? &result : nullptr;
  }
};

/// Writing to a connection that the server has closed must not end the process.
class NoBrokenPipe {
public:
  NoBrokenPipe() {
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    wasPending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
  }
  ~NoBrokenPipe() {
    timespec now{0, 0};
    if (!wasPending)
      while (sigtimedwait(&pipe, nullptr, &now) > 0)
        ;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

private:
  sigset_t pipe, before;
  bool wasPending;
};
} // namespace

//===----------------------------------------------------------------------===//
// The server
//===----------------------------------------------------------------------===//

namespace {
/// A redis:// address.
struct Address {
  std::string host, password;
  unsigned port = 6379, database = 0;

  static std::optional<Address> parse(StringRef text) {
    Address address;
    if (!text.consume_front("redis://"))
      return std::nullopt;
    if (size_t at = text.rfind('@'); at != StringRef::npos) {
      StringRef user = text.take_front(at);
      text = text.drop_front(at + 1);
      if (!user.consume_front(":"))
        return std::nullopt;
      address.password = user.str();
    }
    auto [place, database] = text.split('/');
    if (!database.empty() && database.getAsInteger(10, address.database))
      return std::nullopt;
    auto [host, port] = place.rsplit(':');
    if (place.contains(':') &&
        (port.getAsInteger(10, address.port) || address.port > 65535))
      return std::nullopt;
    address.host = (place.contains(':') ? host : place).str();
    if (address.host.empty())
      return std::nullopt;
    return address;
  }
};

using Reply = std::unique_ptr<redisReply, void (*)(void *)>;

class CacheServer : public CacheTier {
public:
  CacheServer(const Hiredis &library, Address address,
              std::chrono::milliseconds timeout)
      : library(library), address(std::move(address)), timeout(timeout) {}
  ~CacheServer() override { disconnect(); }

  /// Without the password.
  std::string location() const override {
    return "redis://" + address.host + ":" + std::to_string(address.port) +
           "/" + std::to_string(address.database);
  }

  Expected<std::optional<std::string>> lookup(StringRef key) override {
    Expected<Reply> reply = command({"GET", name(key)});
    if (!reply)
      return reply.takeError();
    std::optional<std::string> result;
    if ((*reply)->type == REDIS_REPLY_STRING)
      result.emplace((*reply)->str, size_t((*reply)->len));
    return result;
  }

  Error store(StringRef key, StringRef entry) override {
    return command({"SET", name(key), entry.str()}).takeError();
  }

  Error remove(StringRef key) override {
    return command({"DEL", name(key)}).takeError();
  }

  Error list(function_ref<void(const CacheEntry &)> entry) override {
    auto now = std::chrono::system_clock::now();
    std::string cursor = "0";
    // What comes twice is listed twice otherwise.
    std::vector<std::string> names;
    do {
      Expected<Reply> reply = command(
          {"SCAN", cursor, "MATCH", namePrefix.str() + "*", "COUNT", "1000"});
      if (!reply)
        return reply.takeError();
      if ((*reply)->type != REDIS_REPLY_ARRAY || (*reply)->elements != 2 ||
          (*reply)->element[0]->type != REDIS_REPLY_STRING ||
          (*reply)->element[1]->type != REDIS_REPLY_ARRAY)
        return createStringError("'" + location() +
                                 "' does not answer as Redis does");
      cursor = (*reply)->element[0]->str;
      const redisReply &page = *(*reply)->element[1];
      for (size_t i = 0; i < page.elements; ++i)
        if (page.element[i]->type == REDIS_REPLY_STRING)
          names.emplace_back(page.element[i]->str,
                             size_t(page.element[i]->len));
    } while (cursor != "0");
    llvm::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const std::string &each : names) {
      Expected<int64_t> bytes = number({"STRLEN", each});
      if (!bytes)
        return bytes.takeError();
      // Servers that evict by frequency know no times.
      Expected<int64_t> idle = number({"OBJECT", "IDLETIME", each});
      if (!idle)
        return idle.takeError();
      if (*bytes > 0)
        entry({each.substr(namePrefix.size()), uint64_t(*bytes),
               now - std::chrono::seconds(std::max<int64_t>(0, *idle))});
    }
    return Error::success();
  }

private:
  static std::string name(StringRef key) { return (namePrefix + key).str(); }

  /// An integer reply; 0 for any other.
  Expected<int64_t> number(const std::vector<std::string> &words) {
    Expected<Reply> reply = command(words, /*mayFail=*/true);
    if (!reply)
      return reply.takeError();
    return (*reply)->type == REDIS_REPLY_INTEGER ? (*reply)->integer : 0;
  }

  Expected<Reply> command(const std::vector<std::string> &words,
                          bool mayFail = false) {
    std::lock_guard lock(mutex);
    NoBrokenPipe guard;
    if (Error error = connect())
      return std::move(error);
    return send(words, mayFail);
  }

  Expected<Reply> send(const std::vector<std::string> &words,
                       bool mayFail = false) {
    std::vector<const char *> texts;
    std::vector<size_t> lengths;
    for (const std::string &word : words) {
      texts.push_back(word.data());
      lengths.push_back(word.size());
    }
    Reply reply(static_cast<redisReply *>(library.command(
                    context, int(words.size()), texts.data(), lengths.data())),
                library.freeReply);
    if (!reply) {
      std::string problem = context->errstr;
      disconnect();
      return createStringError("'" + location() +
                               "' does not answer: " + problem);
    }
    if (reply->type == REDIS_REPLY_ERROR && !mayFail)
      return createStringError(
          "'" + location() + "': " + StringRef(reply->str, size_t(reply->len)));
    return reply;
  }

  Error connect() {
    if (context)
      return Error::success();
    timeval limit{timeout.count() / 1000, timeout.count() % 1000 * 1000};
    context = library.connect(address.host.c_str(), int(address.port), limit);
    if (!context || context->err) {
      std::string problem = context ? context->errstr : "no memory";
      disconnect();
      return createStringError("cannot reach '" + location() + "': " + problem);
    }
    library.setTimeout(context, limit);
    if (!address.password.empty())
      if (Expected<Reply> reply = send({"AUTH", address.password}); !reply) {
        disconnect();
        return reply.takeError();
      }
    if (address.database != 0)
      if (Expected<Reply> reply =
              send({"SELECT", std::to_string(address.database)});
          !reply) {
        disconnect();
        return reply.takeError();
      }
    return Error::success();
  }

  void disconnect() {
    if (context)
      library.free(context);
    context = nullptr;
  }

  const Hiredis &library;
  Address address;
  std::chrono::milliseconds timeout;
  std::mutex mutex;
  redisContext *context = nullptr;
};
} // namespace

Expected<std::unique_ptr<CacheTier>>
tessera::driver::openCacheServer(StringRef text,
                                 std::chrono::milliseconds timeout) {
  std::optional<Address> address = Address::parse(text);
  if (!address)
    return createStringError(
        "expected redis://[:password@]host[:port][/database]" +
        (text.contains('@') ? std::string() : ", got '" + text.str() + "'"));
  const Hiredis *library = Hiredis::get();
  if (!library)
    return createStringError("'redis://" + address->host + "' needs " +
                             libraryName +
                             ", which is not installed (libhiredis)");
  return std::make_unique<CacheServer>(*library, std::move(*address), timeout);
}

#endif // TESSERA_HAVE_HIREDIS
