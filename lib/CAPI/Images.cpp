//===- CAPI/Images.cpp - modules from compiled code *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A container names the processor that its code is for, and what tells it apart
// from others of the name: code is linked on the same one only.
//
//===----------------------------------------------------------------------===//

#include "Images.h"

#include "Diagnostics.h"
#include "tessera/Codegen/CPU/Emit.h"
#include "tessera/Runtime/CPU/Launch.h"
#include "tessera/Runtime/CPU/VectorMathSymbols.h"
#include "tessera/Target/CpuTarget.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::capi;

//===----------------------------------------------------------------------===//
// CPUs
//===----------------------------------------------------------------------===//

static Error link(tessera_module &module, cpu::CompiledObject object) {
  SmallVector<cpu::RuntimeSymbol, 0> symbols(cpu::runtimeSymbols().begin(),
                                             cpu::runtimeSymbols().end());
  append_range(symbols, cpu::vectorMathSymbols());
  auto library = cpu::CompiledLibrary::load(std::move(object), symbols);
  if (!library)
    return library.takeError();
  module.library = std::move(*library);
  for (tessera_kernel &made : module.kernels) {
    Expected<cpu::CompiledKernel> kernel = module.library->kernel(made.name);
    if (!kernel)
      return kernel.takeError();
    made.entry = kernel->entry;
  }
  return Error::success();
}

Expected<std::unique_ptr<tessera_module>>
capi::makeCpuModule(cpu::CpuImage image, bool isLinked) {
  auto module = std::make_unique<tessera_module>();
  module->image = cpu::serializeImage(image);
  module->target = "cpu:" + image.target;
  module->object = image.object.object;
  module->header = cpu::emitCHeader(image.object.kernels, "module");
  for (const cpu::KernelInfo &info : image.object.kernels) {
    tessera_kernel &kernel = module->kernels.emplace_back();
    kernel.name = info.name;
    kernel.scratchBytes = info.scratchBytes;
    for (const cpu::KernelParameter &parameter : info.parameters)
      kernel.parameters.push_back({parameter.kind, {}});
  }
  if (isLinked)
    if (Error error = link(*module, std::move(image.object)))
      return std::move(error);
  return module;
}

//===----------------------------------------------------------------------===//
// GPUs
//===----------------------------------------------------------------------===//

static tessera_kernel_resources resourcesOf(const gpu::KernelInfo &info) {
  tessera_kernel_resources result = TESSERA_KERNEL_RESOURCES_INIT;
  std::copy(info.block.begin(), info.block.end(), result.block);
  std::copy(info.cluster.begin(), info.cluster.end(), result.cluster);
  result.static_shared_bytes = info.staticSharedBytes;
  result.dynamic_shared_bytes = info.dynamicSharedBytes;
  if (!info.figures)
    return result;
  result.has_figures = 1;
  result.registers = info.figures->registers;
  result.stack_bytes = info.figures->stackBytes;
  result.spill_store_bytes = info.figures->spillStoreBytes;
  result.spill_load_bytes = info.figures->spillLoadBytes;
  return result;
}

std::unique_ptr<tessera_module>
capi::makeGpuModule(gpu::CompiledModule compiled) {
  auto module = std::make_unique<tessera_module>();
  module->image = gpu::serialize(compiled);
  module->target = compiled.target;
  module->ptx = std::move(compiled.ptx);
  module->cubin = std::move(compiled.cubin);
  for (const gpu::KernelInfo &info : compiled.kernels) {
    tessera_kernel &kernel = module->kernels.emplace_back();
    kernel.name = info.name;
    kernel.resources = resourcesOf(info);
    for (numerics::ElementKind kind : info.parameters)
      kernel.parameters.push_back({kind, {}});
  }
  module->gpuKernels = std::move(compiled.kernels);
  return module;
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

static tessera_status loadImage(StringRef bytes, tessera_diagnostics &all,
                                std::unique_ptr<tessera_module> &result) {
  auto fail = [&](tessera_status status, const Twine &message) {
    addError(all, message.str());
    return status;
  };
  if (bytes.starts_with(gpu::containerMagic)) {
    std::optional<gpu::CompiledModule> compiled = gpu::deserialize(bytes);
    if (!compiled)
      return fail(TESSERA_UNREADABLE, "the container is damaged");
    result = makeGpuModule(std::move(*compiled));
  } else if (bytes.starts_with(cpu::imageMagic)) {
    std::optional<cpu::CpuImage> image = cpu::deserializeImage(bytes);
    if (!image)
      return fail(TESSERA_UNREADABLE, "the container is damaged");
    Expected<cpu::CpuTarget> target =
        cpu::parseCpuTarget("cpu:" + image->target);
    if (!target)
      consumeError(target.takeError());
    if (!target || !cpu::runsOnHost(*target) ||
        target->identity() != image->identity)
      return fail(TESSERA_NOT_RUNNABLE,
                  "the code is for another processor, '" + image->target + "'");
    auto module = makeCpuModule(std::move(*image), /*isLinked=*/true);
    if (!module)
      return fail(TESSERA_UNREADABLE, toString(module.takeError()));
    result = std::move(*module);
  } else {
    return fail(TESSERA_UNREADABLE, "expected a container of tileiras");
  }
  for (tessera_kernel &kernel : result->kernels)
    kernel.owner = result.get();
  return TESSERA_OK;
}

tessera_status tessera_load_image(const void *image, size_t bytes,
                                  tessera_module **module,
                                  tessera_diagnostics **diagnostics) {
  auto all = std::make_unique<tessera_diagnostics>();
  std::unique_ptr<tessera_module> result;
  tessera_status status = TESSERA_INVALID_ARGUMENT;
  if (module && image)
    status = loadImage(StringRef(static_cast<const char *>(image), bytes), *all,
                       result);
  else
    addError(*all, "expected an image and a place for the module, got NULL");
  if (module)
    *module = result.release();
  if (diagnostics)
    *diagnostics = all->diagnostics.empty() ? nullptr : all.release();
  return status;
}
