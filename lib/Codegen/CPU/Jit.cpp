//===- Codegen/CPU/Jit.cpp - object code in this process ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One LLJIT per library, used as a linker only: it never sees IR. Process
// symbols are not searched, so that what a kernel calls is what the table of
// the runtime offers and nothing else.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/CPU/Jit.h"

#include "Backends.h"
#include "PerfDump.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/Debugging/ELFDebugObjectPlugin.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"

namespace tessera::cpu {

struct CompiledLibrary::Impl {
  CompiledObject object;
  std::vector<KernelEntry> entries;
  /// What the linker reported while it worked; it names the symbol, which the
  /// error it returns may not.
  std::string linkErrors;
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

CompiledLibrary::CompiledLibrary(std::unique_ptr<Impl> impl)
    : impl(std::move(impl)) {}
CompiledLibrary::~CompiledLibrary() = default;

static llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> createLinker() {
  registerBackends();
  llvm::orc::JITTargetMachineBuilder machine{
      llvm::Triple(llvm::sys::getProcessTriple())};
  return llvm::orc::LLJITBuilder()
      .setJITTargetMachineBuilder(std::move(machine))
      .setLinkProcessSymbolsByDefault(false)
      .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
      .create();
}

static llvm::Error tellDebuggers(llvm::orc::LLJIT &jit) {
  auto *layer =
      llvm::dyn_cast<llvm::orc::ObjectLinkingLayer>(&jit.getObjLinkingLayer());
  if (!layer)
    return llvm::createStringError("this machine's linker tells no debuggers");
  llvm::Error error = llvm::Error::success();
  auto plugin = std::make_unique<llvm::orc::ELFDebugObjectPlugin>(
      jit.getExecutionSession(), /*RequireDebugSections=*/true,
      /*AutoRegisterCode=*/true, error);
  if (error)
    return error;
  layer->addPlugin(std::move(plugin));
  return llvm::Error::success();
}

static llvm::Error tellPerf(const CompiledObject &object,
                            llvm::ArrayRef<KernelEntry> entries) {
  std::vector<LinkedFunction> functions;
  for (auto [kernel, entry] : llvm::zip(object.kernels, entries)) {
    auto address = reinterpret_cast<uintptr_t>(entry);
    llvm::Expected<LineTable> lines =
        LineTable::read(object.object, kernel.symbol(), address);
    if (!lines)
      return lines.takeError();
    uint64_t bytes = lines->functionBytes();
    functions.push_back(
        {kernel.name, address, bytes, lines->rows(address, bytes)});
  }
  return writePerfDump(functions);
}

llvm::Expected<std::shared_ptr<const CompiledLibrary>>
CompiledLibrary::load(CompiledObject object,
                      llvm::ArrayRef<RuntimeSymbol> symbols,
                      LinkOptions options) {
  auto linker = createLinker();
  if (!linker)
    return linker.takeError();
  auto impl = std::make_unique<Impl>();
  impl->object = std::move(object);
  impl->jit = std::move(*linker);
  llvm::orc::LLJIT &jit = *impl->jit;
  jit.getExecutionSession().setErrorReporter(
      [errors = &impl->linkErrors](llvm::Error error) {
        *errors += llvm::toString(std::move(error)) + "; ";
      });

  if (options.tellDebuggers)
    if (llvm::Error error = tellDebuggers(jit))
      return error;

  llvm::orc::SymbolMap absolute;
  for (const RuntimeSymbol &symbol : symbols)
    absolute[jit.mangleAndIntern(
        llvm::StringRef(symbol.name.data(), symbol.name.size()))] = {
        llvm::orc::ExecutorAddr::fromPtr(symbol.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  auto &runtime = jit.getExecutionSession().createBareJITDylib("runtime");
  if (auto error =
          runtime.define(llvm::orc::absoluteSymbols(std::move(absolute))))
    return error;
  // The object's own symbols come first: a kernel may be called `exp`.
  jit.getMainJITDylib().addToLinkOrder(runtime);
  if (auto error = jit.addObjectFile(llvm::MemoryBuffer::getMemBuffer(
          impl->object.object, "kernel", /*RequiresNullTerminator=*/false)))
    return error;

  for (const KernelInfo &kernel : impl->object.kernels) {
    auto address = jit.lookup(kernel.symbol());
    if (!address) {
      std::string message = llvm::toString(address.takeError());
      return llvm::createStringError("cannot link kernel '" + kernel.name +
                                     "': " + impl->linkErrors + message);
    }
    impl->entries.push_back(address->toPtr<KernelEntry>());
  }
  if (options.tellPerf)
    if (llvm::Error error = tellPerf(impl->object, impl->entries))
      return error;
  return std::shared_ptr<const CompiledLibrary>(
      new CompiledLibrary(std::move(impl)));
}

const CompiledObject &CompiledLibrary::object() const { return impl->object; }

llvm::ArrayRef<KernelInfo> CompiledLibrary::kernels() const {
  return impl->object.kernels;
}

llvm::Expected<CompiledKernel>
CompiledLibrary::kernel(llvm::StringRef name) const {
  const std::vector<KernelInfo> &kernels = impl->object.kernels;
  bool isOnly = name.empty() && kernels.size() == 1;
  for (auto [info, entry] : llvm::zip(kernels, impl->entries))
    if (isOnly || name == info.name)
      return CompiledKernel{shared_from_this(), &info, entry};
  if (name.empty())
    return llvm::createStringError("expected the name of one of " +
                                   llvm::Twine(kernels.size()) + " kernels");
  return llvm::createStringError("no kernel '" + name + "'");
}

} // namespace tessera::cpu
