//===- Target/CpuTarget.cpp - CPU targets as data -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of named targets and the detection of the host. Both derive their
// capabilities from LLVM feature names by the same list, so that a named target
// and a host with the same features are lowered alike.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/CpuTarget.h"
#include "tessera/Support/NearestName.h"
#include "tessera/Target/GpuTarget.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>

namespace tessera::cpu {

namespace {

struct NamedTarget {
  const char *name;
  const char *triple;
  const char *cpu;
  /// Features that the processor name alone does not switch on.
  const char *features;
  /// Space-separated: what decides capabilities, and what a host must have.
  const char *required;
};

constexpr const char *x86Triple = "x86_64-unknown-linux-gnu";
constexpr const char *armTriple = "aarch64-unknown-linux-gnu";

constexpr NamedTarget namedTargets[] = {
    {"x86-64-v3", x86Triple, "x86-64-v3", "", "avx2 fma f16c bmi2"},
    {"x86-64-v4", x86Triple, "x86-64-v4", "",
     "avx2 fma f16c bmi2 avx512f avx512bw avx512dq avx512vl avx512cd"},
    {"znver5", x86Triple, "znver5", "",
     "avx2 fma f16c bmi2 avx512f avx512bw avx512dq avx512vl avx512cd "
     "avx512bf16 avx512vnni avxvnni avx512vbmi"},
    {"aarch64", armTriple, "generic", "+neon", "neon"},
};

/// Feature sets (space-separated, all needed) and what they are good for.
struct CapabilityRule {
  const char *features;
  CpuCapability capability;
};
constexpr CapabilityRule capabilityRules[] = {
    {"fma", CpuCapability::Fma},
    {"neon", CpuCapability::Fma},
    {"f16c", CpuCapability::F16Convert},
    {"neon", CpuCapability::F16Convert},
    {"avx512f avx512bw avx512vl", CpuCapability::ByteMasks},
    {"avx512f avx512bw avx512dq avx512vl avx512cd", CpuCapability::Avx512},
    {"avx512bf16", CpuCapability::Avx512Bf16},
    {"avx512vnni", CpuCapability::Avx512Vnni},
    {"avxvnni", CpuCapability::AvxVnni},
    {"avx512fp16", CpuCapability::F16Arithmetic},
    {"fullfp16", CpuCapability::F16Arithmetic},
    {"avx512vbmi", CpuCapability::Avx512Vbmi},
};

template <typename HasFeature>
bool hasAll(llvm::StringRef features, HasFeature has) {
  llvm::SmallVector<llvm::StringRef> names;
  features.split(names, ' ', -1, /*KeepEmpty=*/false);
  return llvm::all_of(names, has);
}

template <typename HasFeature>
void deriveFacts(CpuTarget &target, HasFeature has) {
  for (const CapabilityRule &rule : capabilityRules)
    if (hasAll(rule.features, has))
      target.capabilities |= static_cast<uint32_t>(rule.capability);
  bool isArm = llvm::Triple(target.triple).isAArch64();
  if (target.has(CpuCapability::Avx512))
    target.vectorBytes = 64;
  else if (has("avx2") && target.has(CpuCapability::Fma))
    target.vectorBytes = 32;
  else
    target.vectorBytes = 16;
  target.vectorRegisters = isArm || target.has(CpuCapability::Avx512) ? 32 : 16;
}

/// The host's features; also without them being asked of LLVM twice.
llvm::StringMap<bool> hostFeatures() { return llvm::sys::getHostCPUFeatures(); }

} // namespace

CpuTarget hostCpuTarget() {
  CpuTarget target;
  target.name = "host";
  target.triple = llvm::sys::getProcessTriple();
  target.cpu = llvm::sys::getHostCPUName().str();
  llvm::StringMap<bool> features = hostFeatures();
  std::vector<std::string> spelled;
  for (const auto &feature : features)
    spelled.push_back((feature.getValue() ? "+" : "-") +
                      feature.getKey().str());
  // A StringMap has no order of its own, but keys of a cache need one.
  std::sort(spelled.begin(), spelled.end(),
            [](const std::string &a, const std::string &b) {
              return a.compare(1, a.npos, b, 1, b.npos) < 0;
            });
  target.features = llvm::join(spelled, ",");
  deriveFacts(target,
              [&](llvm::StringRef name) { return features.lookup(name); });
  return target;
}

static CpuTarget makeTarget(const NamedTarget &named) {
  CpuTarget target;
  target.name = named.name;
  target.triple = named.triple;
  target.cpu = named.cpu;
  target.features = named.features;
  llvm::StringRef required = named.required;
  deriveFacts(target, [&](llvm::StringRef name) {
    return llvm::is_contained(llvm::split(required, ' '), name);
  });
  return target;
}

llvm::Expected<CpuTarget> findCpuTarget(llvm::StringRef name) {
  if (name == "host")
    return hostCpuTarget();
  for (const NamedTarget &named : namedTargets)
    if (name == named.name)
      return makeTarget(named);
  return llvm::createStringError(
      "expected a CPU target (" + llvm::join(cpuTargetNames(), ", ") +
      "), got '" + name + "'" + didYouMean(name, cpuTargetNames()));
}

llvm::Expected<CpuTarget> parseCpuTarget(llvm::StringRef text) {
  if (text == "cpu")
    return hostCpuTarget();
  if (text.consume_front("cpu:"))
    return findCpuTarget(text);
  std::vector<std::string> known = gpu::gpuTargetNames();
  known.push_back("cpu");
  for (const std::string &name : cpuTargetNames()) {
    // `x86-64-v4` alone is probably the processor.
    if (name == text)
      return llvm::createStringError("expected 'cpu:" + text + "', got '" +
                                     text + "'");
    known.push_back("cpu:" + name);
  }
  return llvm::createStringError(
      "expected 'cpu', 'cpu:NAME' with NAME one of " +
      llvm::join(cpuTargetNames(), ", ") + ", or a GPU such as sm_90a, got '" +
      text + "'" + didYouMean(text, known));
}

std::vector<std::string> cpuTargetNames() {
  std::vector<std::string> names = {"host"};
  for (const NamedTarget &named : namedTargets)
    names.push_back(named.name);
  return names;
}

bool runsOnHost(const CpuTarget &target) {
  llvm::Triple host(llvm::sys::getProcessTriple());
  if (llvm::Triple(target.triple).getArch() != host.getArch())
    return false;
  if (target.name == "host")
    return true;
  llvm::StringMap<bool> features = hostFeatures();
  for (const NamedTarget &named : namedTargets)
    if (target.name == named.name)
      return hasAll(named.required, [&](llvm::StringRef feature) {
        return features.lookup(feature);
      });
  return false;
}

std::string CpuTarget::identity() const {
  return triple + " " + cpu + " " + features;
}

} // namespace tessera::cpu
