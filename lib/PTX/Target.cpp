//===- PTX/Target.cpp - targets and special registers -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which sm_* exist, since which PTX version, and who may use whose features:
// "sm_90a" runs nowhere else, "sm_100f" in its family, a plain target
// everywhere later (facts: shared/corpus/gpu-probes, checked there against
// ptxas 13.0).
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/ISA.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera::ptx;

namespace {
/// `specific` and `family`: since when the suffixes 'a' and 'f' exist; 0:
/// never.
struct TargetRow {
  unsigned architecture, base, specific, family;
};
} // namespace

static constexpr TargetRow targetRows[] = {
#define GPU_ARCHITECTURE(number, suffixes, ptx, ptxA, ptxF, ...)               \
  {number, ptx, ptxA, ptxF},
#define PTX_ARCHITECTURE(number, ptx, ptxA, ptxF) {number, ptx, ptxA, ptxF},
#include "tessera/Target/GpuArchitectures.def"
};

static unsigned versionOf(const TargetRow &row, char suffix) {
  return suffix == 'a' ? row.specific : suffix == 'f' ? row.family : row.base;
}

static const TargetRow *findRow(Target target) {
  for (const TargetRow &row : targetRows)
    if (row.architecture == target.architecture)
      return versionOf(row, target.suffix) != 0 ? &row : nullptr;
  return nullptr;
}

/// "90", "90a", "100f".
static std::optional<Target> parseTarget(StringRef text) {
  Target target;
  if (!text.empty() && !isDigit(text.back())) {
    target.suffix = text.back();
    if (target.suffix != 'a' && target.suffix != 'f')
      return std::nullopt;
    text = text.drop_back();
  }
  if (text.getAsInteger(10, target.architecture))
    return std::nullopt;
  return target;
}

std::optional<Target> tessera::ptx::findTarget(StringRef name) {
  if (!name.consume_front("sm_"))
    return std::nullopt;
  std::optional<Target> target = parseTarget(name);
  if (!target || !findRow(*target))
    return std::nullopt;
  return target;
}

unsigned tessera::ptx::minimumVersion(Target target) {
  const TargetRow *row = findRow(target);
  return row ? versionOf(*row, target.suffix) : 0;
}

/// sm_101 was renamed sm_110 in PTX 9.0.
static Target currentName(Target target) {
  return {target.architecture == 101 ? 110 : target.architecture,
          target.suffix};
}

bool tessera::ptx::targetSatisfies(Target target, StringRef requirement) {
  if (requirement.empty())
    return true;
  target = currentName(target);
  SmallVector<StringRef> alternatives;
  requirement.split(alternatives, ' ', -1, false);
  return any_of(alternatives, [&](StringRef alternative) {
    std::optional<Target> need = parseTarget(alternative);
    if (!need)
      return false;
    if (need->suffix == 0)
      return target.architecture >= need->architecture;
    if (need->suffix == 'a')
      return target.suffix == 'a' && target.architecture == need->architecture;
    // A family is a decade of architectures.
    return target.suffix != 0 &&
           target.architecture / 10 == need->architecture / 10 &&
           target.architecture >= need->architecture;
  });
}

std::optional<SpecialRegister>
tessera::ptx::findSpecialRegister(StringRef name) {
  using Result = std::optional<SpecialRegister>;
  if (!name.consume_front("%"))
    return std::nullopt;
  unsigned number = 0;
  for (auto [prefix, limit] :
       {std::pair<StringRef, unsigned>("envreg", 32), {"pm", 8}}) {
    StringRef rest = name;
    if (rest.consume_front(prefix) && !rest.getAsInteger(10, number) &&
        number < limit)
      return SpecialRegister{Type::u32, false};
    if (prefix == "pm" && rest.consume_back("_64") &&
        !rest.getAsInteger(10, number) && number < limit)
      return SpecialRegister{Type::u64, false};
  }
  return StringSwitch<Result>(name)
      .Cases({"tid", "ntid", "ctaid", "nctaid", "clusterid", "nclusterid"},
             SpecialRegister{Type::u32, true})
      .Cases({"cluster_ctaid", "cluster_nctaid"},
             SpecialRegister{Type::u32, true})
      .Cases({"laneid", "warpid", "nwarpid", "smid", "nsmid"},
             SpecialRegister{Type::u32, false})
      .Cases({"lanemask_eq", "lanemask_le", "lanemask_lt", "lanemask_ge",
              "lanemask_gt"},
             SpecialRegister{Type::u32, false})
      .Cases({"cluster_ctarank", "cluster_nctarank", "clock", "clock_hi",
              "globaltimer_lo", "globaltimer_hi"},
             SpecialRegister{Type::u32, false})
      .Cases({"reserved_smem_offset_begin", "reserved_smem_offset_end",
              "reserved_smem_offset_cap", "reserved_smem_offset_0",
              "reserved_smem_offset_1"},
             SpecialRegister{Type::b32, false})
      .Cases({"total_smem_size", "aggr_smem_size", "dynamic_smem_size"},
             SpecialRegister{Type::u32, false})
      .Cases({"gridid", "clock64", "globaltimer", "current_graph_exec"},
             SpecialRegister{Type::u64, false})
      .Case("is_explicit_cluster", SpecialRegister{Type::pred, false})
      .Default(std::nullopt);
}
