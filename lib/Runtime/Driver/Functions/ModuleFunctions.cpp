//===- Runtime/Driver/Functions/ModuleFunctions.cpp - cuModule* and cuLibrary* -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module and a library are the same object here: the kernels of one image.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime/Driver/Process.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>

using namespace llvm;
using namespace tessera::sim;

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

namespace {
/// What the options of a load are about: where to put what went wrong.
struct JitLog {
  char *text = nullptr;
  size_t bytes = 0;
  void put(const std::string &message) const {
    if (!text || bytes == 0)
      return;
    size_t length = std::min(bytes - 1, message.size());
    std::copy_n(message.data(), length, text);
    text[length] = 0;
  }
};
} // namespace

static JitLog readOptions(unsigned count, const int *options, void **values) {
  constexpr int errorLog = 5, errorLogBytes = 6;
  JitLog log;
  for (unsigned i = 0; options && values && i < count; ++i) {
    if (options[i] == errorLog)
      log.text = static_cast<char *>(values[i]);
    else if (options[i] == errorLogBytes)
      log.bytes = reinterpret_cast<uintptr_t>(values[i]);
  }
  return log;
}

static Result load(Process &process, void **handle, const void *data,
                   const JitLog &log) {
  if (!handle || !data)
    return Result::InvalidValue;
  LoadFailure failure;
  std::unique_ptr<LoadedProgram> program;
  if (Expected<Image> image =
          readImage(data, unsigned(process.device.capabilityMajor * 10 +
                                   process.device.capabilityMinor)))
    program = process.engine->load(std::move(*image), failure);
  else
    failure.text = toString(image.takeError());
  if (!program) {
    process.findings.log("an image was refused: " + failure.text);
    log.put(failure.text);
    return failure.code;
  }
  auto library = std::make_shared<Library>();
  library->program = std::move(program);
  for (size_t i = 0; i < library->program->kernels().size(); ++i) {
    auto kernel = std::make_shared<Kernel>();
    kernel->program = library->program;
    kernel->index = i;
    kernel->library = library.get();
    library->kernels.push_back(process.kernels.add(std::move(kernel)));
  }
  *handle = process.libraries.add(std::move(library));
  return Result::Success;
}

static Result loadFile(Process &process, void **handle, const char *path,
                       const JitLog &log) {
  if (!path)
    return Result::InvalidValue;
  // The zero behind the file ends PTX.
  auto file = MemoryBuffer::getFile(path);
  if (!file)
    return Result::FileNotFound;
  return load(process, handle, (*file)->getBufferStart(), log);
}

static Result unload(void *handle) {
  return inProcess([&](Process &process) {
    std::shared_ptr<Library> library = process.libraries.remove(handle);
    if (!library)
      return Result::InvalidHandle;
    // Launches under way hold the program.
    for (KernelHandle kernel : library->kernels)
      process.kernels.remove(kernel);
    return Result::Success;
  });
}

Result tessera::sim::cuModuleLoadDataEx(ModuleHandle *module, const void *image,
                                        unsigned count, int *options,
                                        void **values) {
  return inContext([&](Process &process, Context &) {
    return load(process, module, image, readOptions(count, options, values));
  });
}

Result tessera::sim::cuModuleLoadData(ModuleHandle *module, const void *image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}

Result tessera::sim::cuModuleLoadFatBinary(ModuleHandle *module,
                                           const void *image) {
  return cuModuleLoadData(module, image);
}

Result tessera::sim::cuModuleLoad(ModuleHandle *module, const char *path) {
  return inContext([&](Process &process, Context &) {
    return loadFile(process, module, path, {});
  });
}

Result tessera::sim::cuModuleUnload(ModuleHandle module) {
  return unload(module);
}

Result tessera::sim::cuLibraryLoadData(LibraryHandle *library,
                                       const void *image, int *jitOptions,
                                       void **jitValues, unsigned jitCount,
                                       int *, void **, unsigned) {
  return inProcess([&](Process &process) {
    return load(process, library, image,
                readOptions(jitCount, jitOptions, jitValues));
  });
}

Result tessera::sim::cuLibraryLoadFromFile(LibraryHandle *library,
                                           const char *path, int *jitOptions,
                                           void **jitValues, unsigned jitCount,
                                           int *, void **, unsigned) {
  return inProcess([&](Process &process) {
    return loadFile(process, library, path,
                    readOptions(jitCount, jitOptions, jitValues));
  });
}

Result tessera::sim::cuLibraryUnload(LibraryHandle library) {
  return unload(library);
}

Result tessera::sim::cuModuleGetLoadingMode(int *mode) {
  if (!mode)
    return Result::InvalidValue;
  *mode = 1; // eager
  return Result::Success;
}

//===----------------------------------------------------------------------===//
// What is in one
//===----------------------------------------------------------------------===//

template <typename Body> static Result onLibrary(void *handle, Body body) {
  return inProcess([&](Process &process) {
    std::shared_ptr<Library> library = process.libraries.find(handle);
    return library ? body(*library) : Result::InvalidHandle;
  });
}

Result tessera::sim::cuLibraryGetKernel(KernelHandle *kernel,
                                        LibraryHandle handle,
                                        const char *name) {
  return onLibrary(handle, [&](Library &library) {
    if (!kernel || !name)
      return Result::InvalidValue;
    for (auto [index, facts] : enumerate(library.program->kernels()))
      if (facts.name == name) {
        *kernel = library.kernels[index];
        return Result::Success;
      }
    return Result::NotFound;
  });
}

Result tessera::sim::cuModuleGetFunction(KernelHandle *kernel,
                                         ModuleHandle module,
                                         const char *name) {
  return cuLibraryGetKernel(kernel, module, name);
}

Result tessera::sim::cuLibraryGetKernelCount(unsigned *count,
                                             LibraryHandle handle) {
  return onLibrary(handle, [&](Library &library) {
    if (!count)
      return Result::InvalidValue;
    *count = unsigned(library.kernels.size());
    return Result::Success;
  });
}

Result tessera::sim::cuModuleGetFunctionCount(unsigned *count,
                                              ModuleHandle module) {
  return cuLibraryGetKernelCount(count, module);
}

Result tessera::sim::cuLibraryEnumerateKernels(KernelHandle *kernels,
                                               unsigned count,
                                               LibraryHandle handle) {
  return onLibrary(handle, [&](Library &library) {
    if (!kernels)
      return Result::InvalidValue;
    std::copy_n(library.kernels.begin(),
                std::min<size_t>(count, library.kernels.size()), kernels);
    return Result::Success;
  });
}

Result tessera::sim::cuModuleEnumerateFunctions(KernelHandle *kernels,
                                                unsigned count,
                                                ModuleHandle module) {
  return cuLibraryEnumerateKernels(kernels, count, module);
}

Result tessera::sim::cuLibraryGetModule(ModuleHandle *module,
                                        LibraryHandle handle) {
  return onLibrary(handle, [&](Library &library) {
    if (!module)
      return Result::InvalidValue;
    *module = handle;
    return Result::Success;
  });
}

Result tessera::sim::cuLibraryGetGlobal(DevicePointer *address, size_t *bytes,
                                        LibraryHandle handle,
                                        const char *name) {
  return onLibrary(handle, [&](Library &library) {
    if (!name)
      return Result::InvalidValue;
    for (const GlobalVariable &variable : library.program->variables())
      if (variable.name == name) {
        if (address)
          *address = variable.address;
        if (bytes)
          *bytes = variable.size;
        return Result::Success;
      }
    return Result::NotFound;
  });
}

Result tessera::sim::cuModuleGetGlobal_v2(DevicePointer *address, size_t *bytes,
                                          ModuleHandle module,
                                          const char *name) {
  return cuLibraryGetGlobal(address, bytes, module, name);
}
