//===- CAPI/Queries.cpp - versions and targets *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions that need no program.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "tessera/Support/BuildIdentity.h"
#include "tessera/Target/CpuTarget.h"
#include "tessera/Target/GpuTarget.h"

using namespace tessera;

//===----------------------------------------------------------------------===//
// Version and capabilities
//===----------------------------------------------------------------------===//

const char *tessera_status_name(tessera_status status) {
  switch (status) {
  case TESSERA_OK:
    return "ok";
  case TESSERA_INVALID_ARGUMENT:
    return "invalid-argument";
  case TESSERA_INVALID_PROGRAM:
    return "invalid-program";
  case TESSERA_NOT_RUNNABLE:
    return "not-runnable";
  case TESSERA_ASSERT_FAILED:
    return "assert-failed";
  case TESSERA_OUT_OF_MEMORY:
    return "out-of-memory";
  case TESSERA_UNREADABLE:
    return "unreadable";
  case TESSERA_NEWER_VERSION:
    return "newer-version";
  case TESSERA_UNSUPPORTED:
    return "unsupported";
  case TESSERA_INTERNAL_ERROR:
    return "internal-error";
  case TESSERA_CANCELLED:
    return "cancelled";
  case TESSERA_TIMED_OUT:
    return "timed-out";
  case TESSERA_FINDINGS:
    return "findings";
  case TESSERA_STEP_LIMIT:
    return "step-limit";
  }
  return "unknown";
}

const char *tessera_version(void) {
  static const std::string version = versionNumber();
  return version.c_str();
}

uint32_t tessera_api_version(void) { return TESSERA_C_API_VERSION; }

uint32_t tessera_tile_ir_version(void) { return 1304; }

/// `cpu:` and the names of the processors, then those of the GPUs.
static const std::vector<std::string> &targetNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = cpu::cpuTargetNames();
    for (std::string &name : all)
      name.insert(0, "cpu:");
    for (std::string &name : gpu::gpuTargetNames())
      all.push_back(std::move(name));
    return all;
  }();
  return names;
}

size_t tessera_num_targets(void) { return targetNames().size(); }

const char *tessera_target_name(size_t index) {
  return index < targetNames().size() ? targetNames()[index].c_str() : nullptr;
}

// The header names the bits of CpuTarget.h for C.
static_assert(
    TESSERA_CAPABILITY_FMA == uint32_t(cpu::CpuCapability::Fma) &&
    TESSERA_CAPABILITY_F16_CONVERT ==
        uint32_t(cpu::CpuCapability::F16Convert) &&
    TESSERA_CAPABILITY_BYTE_MASKS == uint32_t(cpu::CpuCapability::ByteMasks) &&
    TESSERA_CAPABILITY_AVX512 == uint32_t(cpu::CpuCapability::Avx512) &&
    TESSERA_CAPABILITY_AVX512_BF16 ==
        uint32_t(cpu::CpuCapability::Avx512Bf16) &&
    TESSERA_CAPABILITY_AVX512_VNNI ==
        uint32_t(cpu::CpuCapability::Avx512Vnni) &&
    TESSERA_CAPABILITY_AVX_VNNI == uint32_t(cpu::CpuCapability::AvxVnni) &&
    TESSERA_CAPABILITY_F16_ARITHMETIC ==
        uint32_t(cpu::CpuCapability::F16Arithmetic) &&
    TESSERA_CAPABILITY_AVX512_VBMI == uint32_t(cpu::CpuCapability::Avx512Vbmi));

tessera_status tessera_query_target(const char *target,
                                    tessera_target_info *info) {
  if (!info || info->struct_size <= sizeof(size_t))
    return TESSERA_INVALID_ARGUMENT;
  if (target && gpu::isGpuTargetName(target)) {
    llvm::Expected<gpu::GpuTarget> found = gpu::findGpuTarget(target);
    if (!found) {
      llvm::consumeError(found.takeError());
      return TESSERA_INVALID_ARGUMENT;
    }
    tessera_target_info result = TESSERA_TARGET_INFO_INIT;
    result.is_gpu = 1;
    result.ptx_version = found->ptxVersion;
    result.shared_bytes = found->sharedBytes;
    capi::writeStruct(info, result);
    return TESSERA_OK;
  }
  llvm::Expected<cpu::CpuTarget> found =
      cpu::parseCpuTarget(target ? target : "cpu");
  if (!found) {
    llvm::consumeError(found.takeError());
    return TESSERA_INVALID_ARGUMENT;
  }
  tessera_target_info result = TESSERA_TARGET_INFO_INIT;
  result.vector_bytes = found->vectorBytes;
  result.capabilities = found->capabilities;
  result.runs_here = cpu::runsOnHost(*found);
  capi::writeStruct(info, result);
  return TESSERA_OK;
}
