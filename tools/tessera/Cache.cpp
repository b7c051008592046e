//===- tools/tessera/Cache.cpp - tessera cache ----------------------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks after a compile cache: a directory, or a server that several machines
// share (docs/compile-cache.md).
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "tessera/Driver/CacheTier.h"
#include "tessera/Driver/CompileCache.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

#define TESSERA_OPTIONS "CacheOptions.inc"
#include "OptionTable.inc"

static std::string describeSize(uint64_t bytes) {
  std::string text;
  raw_string_ostream os(text);
  if (bytes < 10000)
    os << bytes << " bytes";
  else
    os << format("%.1f MB", double(bytes) / 1e6);
  return text;
}

static int64_t secondsSince(std::chrono::system_clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now() - time)
      .count();
}

static Error printStats(driver::CacheTier &tier) {
  uint64_t entries = 0, bytes = 0, largest = 0;
  auto oldest = std::chrono::system_clock::now(), newest = oldest;
  if (Error error = tier.list([&](const driver::CacheEntry &entry) {
        newest = entries == 0 ? entry.lastUse : std::max(newest, entry.lastUse);
        oldest = std::min(oldest, entry.lastUse);
        largest = std::max(largest, entry.bytes);
        bytes += entry.bytes;
        ++entries;
      }))
    return error;
  outs() << tier.location() << ": " << entries << " entries, "
         << describeSize(bytes);
  if (entries != 0)
    outs() << ", the largest " << describeSize(largest)
           << "; last used between " << secondsSince(oldest) << " and "
           << secondsSince(newest) << " s ago";
  outs() << '\n';
  return Error::success();
}

/// Reads every entry; fails if one is damaged.
static Error verify(driver::CacheTier &tier, bool removes) {
  std::vector<driver::CacheEntry> entries;
  if (Error error = tier.list(
          [&](const driver::CacheEntry &entry) { entries.push_back(entry); }))
    return error;
  uint64_t damaged = 0;
  for (const driver::CacheEntry &entry : entries) {
    bool isKey = driver::isCacheKey(entry.key);
    if (isKey) {
      Expected<std::optional<std::string>> bytes = tier.lookup(entry.key);
      if (!bytes)
        return bytes.takeError();
      // Somebody may have removed it meanwhile.
      if (!*bytes || driver::openEntry(entry.key, **bytes))
        continue;
    }
    ++damaged;
    outs() << (isKey ? "damaged: " : "not an entry: ") << entry.key << '\n';
    if (removes && isKey)
      if (Error error = tier.remove(entry.key))
        return error;
  }
  outs() << tier.location() << ": " << entries.size() << " entries, " << damaged
         << " damaged" << (damaged != 0 && removes ? ", removed" : "") << '\n';
  if (damaged != 0 && !removes)
    return makeError(Twine(damaged) +
                     (damaged == 1 ? " entry is" : " entries are") +
                     " damaged; --remove removes them");
  return Error::success();
}

static Error collect(driver::CacheTier &tier, StringRef max) {
  Expected<uint64_t> limit = driver::CompileCache::parseSize(max);
  if (!limit)
    return prefixError("--max: ", limit.takeError());
  Expected<uint64_t> removed = driver::evictEntries(tier, *limit);
  if (!removed)
    return removed.takeError();
  outs() << "removed " << describeSize(*removed) << '\n';
  return printStats(tier);
}

static Error look(const opt::InputArgList &options) {
  std::vector<std::string> words = options.getAllArgValues(OPT_INPUT);
  if (words.size() != 2)
    return makeError("expected stats, verify or gc, and a directory or a "
                     "redis:// address, got " +
                     Twine(words.size()) +
                     (words.size() == 1 ? " word" : " words"));
  StringRef action = words[0];
  if (action != "stats" && action != "verify" && action != "gc")
    return makeError("expected stats, verify or gc, got '" + action + "'");
  if (options.hasArg(OPT_max) != (action == "gc"))
    return makeError(action == "gc" ? "gc needs --max: how much may be left"
                                    : "--max is for gc");
  if (options.hasArg(OPT_remove) && action != "verify")
    return makeError("--remove is for verify");
  bool isReadOnly =
      action == "stats" || (action == "verify" && !options.hasArg(OPT_remove));
  Expected<std::unique_ptr<driver::CacheTier>> tier =
      driver::openCacheTier(words[1], driver::CacheOwner::Shared, isReadOnly,
                            std::chrono::seconds(5));
  if (!tier)
    return tier.takeError();
  if (action == "stats")
    return printStats(**tier);
  if (action == "verify")
    return verify(**tier, options.hasArg(OPT_remove));
  return collect(**tier, options.getLastArgValue(OPT_max));
}

int tool::cacheCommand(ArrayRef<const char *> arguments) {
  CommandOptions table;
  Expected<opt::InputArgList> options =
      parseOptions(table, arguments, OPT_UNKNOWN);
  if (!options)
    return fail(options.takeError());
  if (options->hasArg(OPT_help)) {
    table.printHelp(outs(), "tessera cache <stats|verify|gc> [options] PLACE",
                    "Looks after a compile cache");
    outs() << "PLACE is a directory or redis://[:password@]host[:port]"
              "[/database]; docs/compile-cache.md\nis the manual.\n";
    return 0;
  }
  if (Error error = look(*options))
    return fail(std::move(error));
  return 0;
}
