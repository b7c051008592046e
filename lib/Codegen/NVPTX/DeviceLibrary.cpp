//===- Codegen/NVPTX/DeviceLibrary.cpp - linking Device/*.c -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device library is embedded as bitcode, one blob per source file. Only
// what a module calls is linked, and becomes internal to it.
//
//===----------------------------------------------------------------------===//

#include "EmitImpl.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace {
#include "DeviceLibrary.inc"
} // namespace

namespace tessera::gpu {

static constexpr llvm::StringLiteral prefix = "__tessera_";

/// The pool of shared memory, whatever its name, is no part of the library.
static bool isOfLibrary(const llvm::GlobalValue &value) {
  return value.getName().starts_with(prefix) &&
         value.getAddressSpace() != sharedSpace;
}

static bool hasUnresolved(const llvm::Module &module) {
  return llvm::any_of(module.global_values(),
                      [](const llvm::GlobalValue &value) {
                        return value.isDeclaration() && isOfLibrary(value);
                      });
}

LogicalResult linkDeviceLibrary(ModuleOp source, llvm::Module &module) {
  // The blobs may call each other: later ones only earlier ones.
  for (llvm::StringRef bitcode : llvm::reverse(deviceLibrary)) {
    if (!hasUnresolved(module))
      break;
    llvm::Expected<std::unique_ptr<llvm::Module>> library =
        llvm::getLazyBitcodeModule(
            llvm::MemoryBufferRef(bitcode, "device library"),
            module.getContext());
    if (!library)
      return source.emitError("cannot read the device library: ")
             << llvm::toString(library.takeError());
    (*library)->setTargetTriple(module.getTargetTriple());
    (*library)->setDataLayout(module.getDataLayout());
    if (llvm::Linker::linkModules(module, std::move(*library),
                                  llvm::Linker::LinkOnlyNeeded))
      return source.emitError("cannot link the device library");
  }
  for (llvm::Function &function : module) {
    if (!function.getName().starts_with(prefix))
      continue;
    if (function.isDeclaration())
      return source.emitError("the device library has no '")
             << function.getName() << "'";
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    // Those of the build's default target.
    for (const char *name :
         {"target-cpu", "target-features", "frame-pointer", "no-builtins",
          "stack-protector-buffer-size", "no-trapping-math"})
      function.removeFnAttr(name);
  }
  for (llvm::GlobalVariable &global : module.globals())
    if (isOfLibrary(global))
      global.setLinkage(llvm::GlobalValue::InternalLinkage);
  return success();
}

} // namespace tessera::gpu
