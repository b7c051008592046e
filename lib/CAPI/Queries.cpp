//===- CAPI/Queries.cpp - versions, targets, modules, kernels ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions that need nothing but what is there already. A null handle has
// nothing: no kernels, no names, no bytes.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "tessera/Support/BuildIdentity.h"
#include "tessera/Target/CpuTarget.h"

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
  case TESSERA_COMPILE_FAILED:
    return "compile-failed";
  case TESSERA_NOT_RUNNABLE:
    return "not-runnable";
  case TESSERA_ASSERT_FAILED:
    return "assert-failed";
  case TESSERA_OUT_OF_MEMORY:
    return "out-of-memory";
  }
  return "unknown";
}

const char *tessera_version(void) {
  static const std::string version = versionNumber();
  return version.c_str();
}

uint32_t tessera_api_version(void) { return TESSERA_C_API_VERSION; }

uint32_t tessera_tile_ir_version(void) { return 1304; }

/// `cpu:` and the names of the target table.
static const std::vector<std::string> &targetNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = cpu::cpuTargetNames();
    for (std::string &name : all)
      name.insert(0, "cpu:");
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

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

const void *tessera_module_object(const tessera_module *module, size_t *bytes) {
  if (bytes)
    *bytes = module ? module->objectBytes.size() : 0;
  return module ? module->objectBytes.data() : nullptr;
}

const char *tessera_module_header(const tessera_module *module) {
  return module ? module->header.c_str() : nullptr;
}

int tessera_module_runs_here(const tessera_module *module) {
  return module && module->library;
}

size_t tessera_module_num_kernels(const tessera_module *module) {
  return module ? module->kernels.size() : 0;
}

const tessera_kernel *tessera_module_kernel(const tessera_module *module,
                                            size_t index) {
  return index < tessera_module_num_kernels(module) ? &module->kernels[index]
                                                    : nullptr;
}

const tessera_kernel *tessera_module_find_kernel(const tessera_module *module,
                                                 const char *name) {
  if (!module || !name)
    return nullptr;
  for (const tessera_kernel &kernel : module->kernels)
    if (kernel.info->name == name)
      return &kernel;
  return nullptr;
}

const char *tessera_kernel_name(const tessera_kernel *kernel) {
  return kernel ? kernel->info->name.c_str() : nullptr;
}

size_t tessera_kernel_num_parameters(const tessera_kernel *kernel) {
  return kernel ? kernel->info->parameters.size() : 0;
}

const char *tessera_kernel_parameter_type(const tessera_kernel *kernel,
                                          size_t index) {
  if (index >= tessera_kernel_num_parameters(kernel))
    return nullptr;
  // The table's names are literals.
  return numerics::elementName(kernel->info->parameters[index].kind).data();
}

uint64_t tessera_kernel_scratch_bytes(const tessera_kernel *kernel) {
  return kernel ? kernel->info->scratchBytes : 0;
}
