//===- Codegen/CPU/Kernels.cpp - kernels of an LLVM module --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the kernels' metadata off their functions and checks the ABI: what the
// launcher will assume about a function pointer is verified here, once.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/CPU/Emit.h"
#include "tessera/Target/CpuRuntimeABI.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

/// void (ptr, i32, i32, i32, ptr), external, with a body.
static LogicalResult checkSignature(LLVM::LLVMFuncOp function) {
  MLIRContext *context = function.getContext();
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type word = IntegerType::get(context, 32);
  auto expected = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(context), {pointer, word, word, word, pointer});
  if (function.getFunctionType() != expected)
    return function.emitError("expected a kernel of type ")
           << expected << ", got " << function.getFunctionType();
  if (function.isExternal())
    return function.emitError("expected a kernel with a body");
  if (function.getLinkage() != LLVM::Linkage::External)
    return function.emitError("expected a kernel with external linkage");
  return success();
}

/// One parameter kind per string of the attribute.
static LogicalResult readParameters(LLVM::LLVMFuncOp function,
                                    KernelInfo &kernel) {
  StringRef attrName(paramsAttr.data(), paramsAttr.size());
  auto kinds = function->getAttrOfType<ArrayAttr>(attrName);
  if (!kinds)
    return function.emitError("expected a kernel with the array attribute '")
           << attrName << "'";
  for (Attribute attribute : kinds) {
    auto spelling = dyn_cast<StringAttr>(attribute);
    auto kind = spelling ? numerics::elementKindFromName(std::string_view(
                               spelling.data(), spelling.size()))
                         : std::nullopt;
    if (!kind)
      return function.emitError("expected '")
             << attrName << "' of element type names, got " << attribute;
    kernel.parameters.push_back({*kind, {}});
  }
  StringRef namesName(paramNamesAttr.data(), paramNamesAttr.size());
  auto names = function->getAttrOfType<ArrayAttr>(namesName);
  if (!names)
    return success();
  if (names.size() != kinds.size())
    return function.emitError("expected ")
           << kinds.size() << " names in '" << namesName << "', got "
           << names.size();
  for (auto [parameter, name] : llvm::zip(kernel.parameters, names))
    if (auto text = dyn_cast<StringAttr>(name))
      parameter.name = text.str();
  return success();
}

FailureOr<std::vector<KernelInfo>> collectKernels(ModuleOp module) {
  std::vector<KernelInfo> kernels;
  StringRef scratchName(scratchBytesAttr.data(), scratchBytesAttr.size());
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    Attribute attribute = function->getAttr(scratchName);
    if (!attribute)
      continue;
    auto scratch = dyn_cast<IntegerAttr>(attribute);
    if (!scratch || !scratch.getType().isInteger(64) || scratch.getInt() < 0)
      return function.emitError("expected '")
             << scratchName << "' to be a non-negative i64, got " << attribute;
    KernelInfo kernel;
    kernel.name = nameOfSymbol(function.getName());
    kernel.scratchBytes = static_cast<uint64_t>(scratch.getInt());
    if (failed(checkSignature(function)) ||
        failed(readParameters(function, kernel)))
      return failure();
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

} // namespace tessera::cpu
