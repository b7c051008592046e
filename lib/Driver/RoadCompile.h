//===- Driver/RoadCompile.h - what compiling means on any road -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame of CpuCompile.cpp and GpuCompile.cpp: lowering a copy of a loaded
// module, the names of what can be emitted, and the compile cache around it. A
// road gives its phases, its code generator and what its results are as bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_ROADCOMPILE_H
#define TESSERA_LIB_DRIVER_ROADCOMPILE_H

#include "tessera/Driver/CompileCache.h"
#include "tessera/Driver/Session.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera::driver {

/// A copy of the module after `run`, a road's passes. A file with several
/// modules is refused: a compilation makes one object.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
lowerCopy(Session &session, const LoadedModule &module,
          const mlir::DialectRegistry &codegen,
          llvm::function_ref<mlir::LogicalResult(mlir::ModuleOp)> run);

/// Puts assertions into the kernels that need nothing from who launches them.
mlir::LogicalResult insertSanitizerChecks(mlir::ModuleOp module);

/// The phases' names, then what the code generator makes.
template <typename Phases>
std::vector<std::string> emitKinds(const Phases &phases,
                                   llvm::ArrayRef<llvm::StringRef> codegen) {
  std::vector<std::string> kinds;
  for (const auto &phase : phases)
    kinds.push_back(phase.name.str());
  kinds.insert(kinds.end(), codegen.begin(), codegen.end());
  return kinds;
}

inline llvm::Error unknownKind(llvm::StringRef kind,
                               llvm::ArrayRef<std::string> known) {
  return makeError("expected one of " + llvm::join(known, ", ") + ", got '" +
                   kind + "'");
}

/// An op as text, with a line end.
std::string printed(mlir::ModuleOp module);

/// A diagnosed failure as an error.
template <typename T> llvm::Expected<T> orDiagnosed(mlir::FailureOr<T> result) {
  if (mlir::failed(result))
    return llvm::make_error<DiagnosedError>();
  return std::move(*result);
}

/// The entry of `cache` (may be null) with that key, else what `compile` makes
/// of the module, which then is kept. `Compiled` has serialize(), and `read`
/// is its deserialize().
template <typename Compiled, typename Read>
llvm::Expected<Compiled> compileThroughCache(
    const CompileCache *cache, llvm::ArrayRef<llvm::StringRef> keyParts,
    Read read, llvm::function_ref<llvm::Expected<const LoadedModule *>()> load,
    llvm::function_ref<llvm::Expected<Compiled>(const LoadedModule &)>
        compile) {
  std::string key;
  if (cache) {
    key = CompileCache::key(keyParts);
    if (std::optional<std::string> payload = cache->lookup(key))
      if (std::optional<Compiled> compiled = read(*payload))
        return std::move(*compiled);
  }
  llvm::Expected<const LoadedModule *> module = load();
  if (!module)
    return module.takeError();
  llvm::Expected<Compiled> compiled = compile(**module);
  // A full disk slows the next compile down; it does not fail this one.
  if (compiled && cache)
    llvm::consumeError(cache->store(key, serialize(*compiled)));
  return compiled;
}

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_ROADCOMPILE_H
