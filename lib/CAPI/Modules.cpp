//===- CAPI/Modules.cpp - what modules and kernels say *- C++ -*-===//
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

using namespace tessera;

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

tessera_module *tessera_module_retain(tessera_module *module) {
  if (module)
    module->owners.fetch_add(1, std::memory_order_relaxed);
  return module;
}

void tessera_module_destroy(tessera_module *module) {
  if (module && module->owners.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete module;
}

const char *tessera_module_target(const tessera_module *module) {
  return module ? module->target.c_str() : nullptr;
}

/// `text` of a module; null for what it does not have.
static const char *bytesOf(const tessera_module *module,
                           std::string tessera_module::*text, size_t *bytes) {
  if (bytes)
    *bytes = module ? (module->*text).size() : 0;
  return module && !(module->*text).empty() ? (module->*text).data() : nullptr;
}

const void *tessera_module_object(const tessera_module *module, size_t *bytes) {
  return bytesOf(module, &tessera_module::object, bytes);
}

const char *tessera_module_ptx(const tessera_module *module, size_t *bytes) {
  return bytesOf(module, &tessera_module::ptx, bytes);
}

const void *tessera_module_cubin(const tessera_module *module, size_t *bytes) {
  return bytesOf(module, &tessera_module::cubin, bytes);
}

const void *tessera_module_image(const tessera_module *module, size_t *bytes) {
  return bytesOf(module, &tessera_module::image, bytes);
}

const char *tessera_module_header(const tessera_module *module) {
  return module ? module->header.c_str() : nullptr;
}

int tessera_module_runs_here(const tessera_module *module) {
  return module && module->library;
}

size_t tessera_module_num_remarks(const tessera_module *module) {
  return module ? module->remarks.size() : 0;
}

const tessera_remark *tessera_module_remark(const tessera_module *module,
                                            size_t index) {
  return index < tessera_module_num_remarks(module) ? &module->remarks[index]
                                                    : nullptr;
}

const char *tessera_module_remarks_yaml(const tessera_module *module) {
  return module ? module->remarksYaml.c_str() : nullptr;
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
    if (kernel.name == name)
      return &kernel;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

const char *tessera_kernel_name(const tessera_kernel *kernel) {
  return kernel ? kernel->name.c_str() : nullptr;
}

size_t tessera_kernel_num_parameters(const tessera_kernel *kernel) {
  return kernel ? kernel->parameters.size() : 0;
}

const char *tessera_kernel_parameter_type(const tessera_kernel *kernel,
                                          size_t index) {
  if (index >= tessera_kernel_num_parameters(kernel))
    return nullptr;
  // The table's names are literals.
  return numerics::elementName(kernel->parameters[index].kind).data();
}

const char *tessera_kernel_pointee_type(const tessera_kernel *kernel,
                                        size_t index) {
  if (index >= tessera_kernel_num_parameters(kernel) ||
      !kernel->parameters[index].pointee)
    return nullptr;
  return numerics::elementName(*kernel->parameters[index].pointee).data();
}

size_t tessera_kernel_parameter_bytes(const tessera_kernel *kernel,
                                      size_t index) {
  if (index >= tessera_kernel_num_parameters(kernel))
    return 0;
  return numerics::containerBytes(kernel->parameters[index].kind);
}

uint64_t tessera_kernel_scratch_bytes(const tessera_kernel *kernel) {
  return kernel ? kernel->scratchBytes : 0;
}

tessera_status
tessera_kernel_query_resources(const tessera_kernel *kernel,
                               tessera_kernel_resources *resources) {
  if (!kernel || !kernel->resources || !resources ||
      resources->struct_size <= sizeof(size_t))
    return TESSERA_INVALID_ARGUMENT;
  capi::writeStruct(resources, *kernel->resources);
  return TESSERA_OK;
}
