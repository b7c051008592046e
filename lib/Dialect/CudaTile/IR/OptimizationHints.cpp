//===- CudaTile/IR/OptimizationHints.cpp - checking optimisation hints -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table says everything about the known hints (core.md 3.3); lookup and
// diagnosis read it. The text form is in Attributes.cpp.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/OptimizationHints.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileDialect.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace {
enum SiteMask : unsigned { OnEntry = 1, OnViewAccess = 2, OnPointerAccess = 4 };

enum class ValueKind { Bool, Range, PowerOfTwo, ClusterSize };

struct HintRule {
  StringLiteral key;
  unsigned sites;
  ValueKind kind;
  int64_t least, most; // unused for Bool
};

constexpr HintRule kHints[] = {
    {"num_cta_in_cga", OnEntry, ValueKind::ClusterSize, 1, 16},
    {"num_worker_warps_per_cta", OnEntry, ValueKind::PowerOfTwo, 1, 32},
    {"occupancy", OnEntry, ValueKind::Range, 1, 32},
    {"allow_tma", OnViewAccess, ValueKind::Bool, 0, 0},
    {"latency", OnViewAccess | OnPointerAccess, ValueKind::Range, 1, 10},
};

/// What hints may be for.
struct HintArchitecture {
  StringLiteral name;
  /// The most thread blocks of a cluster.
  unsigned clusterBlocks;
  /// The version of bytecode, 13.x, whose readers know the name.
  unsigned since;
};

constexpr HintArchitecture kArchitectures[] = {
#define GPU_ARCHITECTURE(number, suffixes, ptx, ptxA, ptxF, generateFor,       \
                         sharedKiB, warps, blocks, clusterBlocks, hintsSince)  \
  {"sm_" #number, clusterBlocks, hintsSince},
#include "tessera/Target/GpuArchitectures.def"
    {"default", 0, 3},
};
} // namespace

static const HintArchitecture *findArchitecture(StringRef name) {
  const auto *found =
      llvm::find_if(kArchitectures, [&](const HintArchitecture &row) {
        return row.name == name;
      });
  return found == std::end(kArchitectures) ? nullptr : found;
}

/// Architectures without thread block clusters.
static bool hasNoClusters(StringRef arch) {
  const HintArchitecture *row = findArchitecture(arch);
  return row && row->clusterBlocks == 1;
}

static const HintRule *findHint(StringRef key) {
  const auto *rule = llvm::find_if(
      kHints, [&](const HintRule &hint) { return hint.key == key; });
  return rule == std::end(kHints) ? nullptr : rule;
}

static unsigned getSiteBit(HintSite site) {
  switch (site) {
  case HintSite::Entry:
    return OnEntry;
  case HintSite::ViewAccess:
    return OnViewAccess;
  case HintSite::PointerAccess:
    return OnPointerAccess;
  }
  llvm_unreachable("unknown hint site");
}

/// The legal values of `rule` on `arch`, for a message.
static std::string describeValues(const HintRule &rule, StringRef arch) {
  switch (rule.kind) {
  case ValueKind::Bool:
    return "true or false";
  case ValueKind::ClusterSize:
    if (hasNoClusters(arch))
      return "1";
    [[fallthrough]];
  case ValueKind::PowerOfTwo:
    return (llvm::Twine("a power of two in ") + llvm::Twine(rule.least) + ".." +
            llvm::Twine(rule.most))
        .str();
  case ValueKind::Range:
    return (llvm::Twine("an integer in ") + llvm::Twine(rule.least) + ".." +
            llvm::Twine(rule.most))
        .str();
  }
  llvm_unreachable("unknown hint kind");
}

static bool isLegalValue(const HintRule &rule, StringRef arch,
                         Attribute value) {
  if (rule.kind == ValueKind::Bool)
    return isa_and_nonnull<BoolAttr>(value);
  // `true` is an i1 integer attribute, but not an integer hint.
  auto integer = dyn_cast_or_null<IntegerAttr>(value);
  if (!integer || isa<BoolAttr>(value) ||
      integer.getValue().getSignificantBits() > 64)
    return false;
  const int64_t number = integer.getValue().getSExtValue();
  if (number < rule.least || number > rule.most)
    return false;
  if (rule.kind == ValueKind::Range)
    return true;
  if (rule.kind == ValueKind::ClusterSize && hasNoClusters(arch))
    return number == 1;
  return llvm::isPowerOf2_64(static_cast<uint64_t>(number));
}

//===----------------------------------------------------------------------===//
// Public interface
//===----------------------------------------------------------------------===//

bool tessera::cuda_tile::isKnownHintArchitecture(StringRef arch) {
  return findArchitecture(arch) != nullptr;
}

unsigned tessera::cuda_tile::getHintArchitectureVersion(StringRef arch) {
  const HintArchitecture *row = findArchitecture(arch);
  return row ? row->since : 3;
}

bool tessera::cuda_tile::isLegalHint(StringRef arch, StringRef key,
                                     Attribute value) {
  const HintRule *rule = findHint(key);
  return rule && isLegalValue(*rule, arch, value);
}

bool tessera::cuda_tile::mayStandOn(StringRef key, HintSite site) {
  const HintRule *rule = findHint(key);
  return rule && (rule->sites & getSiteBit(site));
}

Attribute OptimizationHintsAttr::lookup(StringRef sm, StringRef key) const {
  // Hints name architectures; `sm_90a` and `sm_100f` are compiled for one of
  // these, with instructions that only it has.
  const StringRef base = sm.rtrim("af");
  for (StringRef arch : {sm, base, StringRef("default")}) {
    auto hints = getValue().getAs<DictionaryAttr>(arch);
    if (!hints)
      continue;
    if (Attribute value = hints.get(key))
      return isLegalHint(base, key, value) ? value : Attribute();
  }
  return {};
}

/// Calls `report(message)` for every bad hint of `arch`.
static void checkArchitecture(StringRef arch, DictionaryAttr hints,
                              HintSite site,
                              function_ref<void(const Twine &)> report) {
  if (!isKnownHintArchitecture(arch))
    return report("expected a known architecture (" +
                  llvm::join(llvm::map_range(kArchitectures,
                                             [](const HintArchitecture &row) {
                                               return row.name;
                                             }),
                             ", ") +
                  ") in optimization_hints, got '" + arch + "'");
  const unsigned siteBit = getSiteBit(site);
  for (NamedAttribute hint : hints) {
    const StringRef key = hint.getName();
    const HintRule *rule = findHint(key);
    if (!rule || !(rule->sites & siteBit)) {
      SmallVector<StringRef> legal;
      for (const HintRule &known : kHints)
        if (known.sites & siteBit)
          legal.push_back(known.key);
      report("expected an optimization hint among " + llvm::join(legal, ", ") +
             " for " + arch + ", got '" + key + "'");
    } else if (!isLegalValue(*rule, arch, hint.getValue())) {
      std::string got;
      llvm::raw_string_ostream(got) << hint.getValue();
      report("expected " + describeValues(*rule, arch) +
             " for optimization hint '" + key + "' of " + arch + ", got " +
             got);
    }
  }
}

LogicalResult tessera::cuda_tile::verifyHints(Operation *op,
                                              OptimizationHintsAttr hints,
                                              HintSite site) {
  using Mode = CudaTileDialect::HintDiagnostics;
  if (!hints)
    return success();
  auto *dialect = op->getContext()->getLoadedDialect<CudaTileDialect>();
  const Mode mode = dialect ? dialect->getHintDiagnostics() : Mode::Off;
  if (mode == Mode::Off)
    return success();

  bool isGood = true;
  auto report = [&](const Twine &message) {
    isGood = false;
    if (mode == Mode::Warn)
      // Not op->emitWarning: it prints the op, which verifies it, which warns.
      emitWarning(op->getLoc(), message);
    else
      op->emitOpError(message);
  };
  for (NamedAttribute entry : hints.getValue())
    if (auto perArch = dyn_cast<DictionaryAttr>(entry.getValue()))
      checkArchitecture(entry.getName(), perArch, site, report);
  return success(isGood || mode == Mode::Warn);
}

void tessera::cuda_tile::warnOfBadClusterSizes(Operation *op,
                                               OptimizationHintsAttr hints) {
  if (!hints)
    return;
  constexpr StringLiteral key = "num_cta_in_cga";
  for (NamedAttribute entry : hints.getValue()) {
    auto perArch = dyn_cast<DictionaryAttr>(entry.getValue());
    Attribute value = perArch ? perArch.get(key) : Attribute();
    // The rule of `default` is that of no particular architecture.
    if (!value || isLegalHint("default", key, value))
      continue;
    emitWarning(op->getLoc())
        << "expected " << describeValues(*findHint(key), "default")
        << " for optimization hint '" << key << "' of "
        << entry.getName().getValue() << ", got " << value
        << "; the hint is ignored";
  }
}
