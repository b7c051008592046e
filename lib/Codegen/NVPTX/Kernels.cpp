//===- Codegen/NVPTX/Kernels.cpp - kernels of an LLVM module ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the kernels' metadata off their functions and checks the limits of the
// target. Dynamic shared memory is the pool (sharedBytesAttr) when it does not
// fit into what may be declared statically; see staticPoolBytes().
//
//===----------------------------------------------------------------------===//

#include "EmitImpl.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using tessera::numerics::ElementKind;

namespace tessera::gpu {

static bool isKernel(LLVM::LLVMFuncOp function) {
  return function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName());
}

static std::optional<ElementKind> parameterKind(Type type) {
  if (isa<LLVM::LLVMPointerType>(type))
    return ElementKind::Ptr;
  if (type.isF16())
    return ElementKind::F16;
  if (type.isBF16())
    return ElementKind::BF16;
  if (type.isF32())
    return ElementKind::F32;
  if (type.isF64())
    return ElementKind::F64;
  if (auto integer = dyn_cast<IntegerType>(type))
    return numerics::integerKind(integer.getWidth());
  return std::nullopt;
}

/// Bytes and alignment of parameter `index`, of that kind unless it is passed
/// by value in memory of the parameters.
static std::pair<uint64_t, uint64_t>
parameterSize(LLVM::LLVMFuncOp function, unsigned index, ElementKind kind) {
  auto byValue = function.getArgAttrOfType<TypeAttr>(
      index, LLVM::LLVMDialect::getByValAttrName());
  uint64_t size = numerics::containerBytes(kind);
  if (!byValue)
    return {size, size};
  DataLayout layout(function->getParentOfType<ModuleOp>());
  auto alignment = function.getArgAttrOfType<IntegerAttr>(
      index, LLVM::LLVMDialect::getAlignAttrName());
  return {layout.getTypeSize(byValue.getValue()),
          alignment ? uint64_t(alignment.getInt())
                    : layout.getTypeABIAlignment(byValue.getValue())};
}

static LogicalResult readParameters(LLVM::LLVMFuncOp function,
                                    const GpuTarget &target,
                                    KernelInfo &kernel) {
  uint64_t bytes = 0;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    std::optional<ElementKind> kind = parameterKind(type);
    if (!kind || *kind == ElementKind::I4)
      return function.emitError("expected kernel parameters of scalar or "
                                "pointer type, got ")
             << type << " as parameter " << index;
    auto [size, alignment] = parameterSize(function, index, *kind);
    bytes = llvm::alignTo(bytes, alignment) + size;
    kernel.parameters.push_back(*kind);
  }
  if (bytes > target.parameterBytes)
    return function.emitError("expected at most ")
           << target.parameterBytes << " bytes of kernel parameters on '"
           << target.name << "', got " << bytes;
  return success();
}

/// Up to three positive extents of an attribute; all 1 without it.
static LogicalResult readExtents(LLVM::LLVMFuncOp function, StringRef name,
                                 std::array<uint32_t, 3> &extents) {
  Attribute attribute = function->getAttr(name);
  if (!attribute)
    return success();
  auto array = dyn_cast<DenseI32ArrayAttr>(attribute);
  bool isGood =
      array && !array.empty() && array.size() <= 3 &&
      llvm::all_of(array.asArrayRef(), [](int32_t i) { return i > 0; });
  if (!isGood)
    return function.emitError("expected '")
           << name << "' of one to three positive i32, got " << attribute;
  for (auto [extent, value] : llvm::zip(extents, array.asArrayRef()))
    extent = static_cast<uint32_t>(value);
  return success();
}

bool isSharedPool(LLVM::GlobalOp global) {
  auto array = dyn_cast<LLVM::LLVMArrayType>(global.getGlobalType());
  return global.getAddrSpace() == sharedSpace && array &&
         array.getNumElements() == 0;
}

/// Bytes of the shared variables that `function` refers to by itself.
static uint64_t staticShared(LLVM::LLVMFuncOp function, SymbolTable &symbols) {
  llvm::SmallPtrSet<Operation *, 4> used;
  uint64_t bytes = 0;
  DataLayout layout(function->getParentOfType<ModuleOp>());
  function.walk([&](LLVM::AddressOfOp address) {
    auto global = symbols.lookup<LLVM::GlobalOp>(address.getGlobalName());
    if (!global || global.getAddrSpace() != sharedSpace ||
        !used.insert(global).second)
      return;
    uint64_t alignment = global.getAlignment().value_or(16);
    bytes = llvm::alignTo(bytes, alignment) +
            layout.getTypeSize(global.getGlobalType());
  });
  return bytes;
}

static FailureOr<uint64_t> poolBytes(LLVM::LLVMFuncOp function) {
  Attribute attribute = function->getAttr(sharedBytesAttr);
  if (!attribute)
    return uint64_t(0);
  auto bytes = dyn_cast<IntegerAttr>(attribute);
  if (!bytes || !bytes.getType().isInteger(64) || bytes.getInt() < 0)
    return function.emitError("expected '")
           << sharedBytesAttr << "' to be a non-negative i64, got "
           << attribute;
  return static_cast<uint64_t>(bytes.getInt());
}

std::optional<uint64_t> staticPoolBytes(ModuleOp module,
                                        const GpuTarget &target) {
  uint64_t bytes = 0;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (auto attribute = function->getAttrOfType<IntegerAttr>(sharedBytesAttr))
      bytes = std::max(bytes, static_cast<uint64_t>(attribute.getInt()));
  if (bytes > target.staticSharedBytes)
    return std::nullopt;
  return bytes;
}

static LogicalResult readShared(LLVM::LLVMFuncOp function,
                                const GpuTarget &target,
                                std::optional<uint64_t> staticPool,
                                SymbolTable &symbols, KernelInfo &kernel) {
  FailureOr<uint64_t> pool = poolBytes(function);
  if (failed(pool))
    return failure();
  kernel.staticSharedBytes = staticShared(function, symbols);
  if (!staticPool)
    kernel.dynamicSharedBytes = *pool;
  else if (*pool != 0)
    kernel.staticSharedBytes += *staticPool;
  uint64_t total = kernel.staticSharedBytes + kernel.dynamicSharedBytes;
  // Clients look for this wording and its hexadecimal figures.
  if (total > target.sharedBytes)
    return function.emitError("kernel '")
           << kernel.name << "' uses too much shared data (0x"
           << llvm::utohexstr(total, true) << " bytes, 0x"
           << llvm::utohexstr(target.sharedBytes, true) << " max) on '"
           << target.name << "'";
  if (kernel.staticSharedBytes > target.staticSharedBytes)
    return function.emitError("expected at most ")
           << target.staticSharedBytes << " bytes of static shared memory, got "
           << kernel.staticSharedBytes;
  return success();
}

FailureOr<std::vector<KernelInfo>> collectKernels(ModuleOp module,
                                                  const GpuTarget &target) {
  std::vector<KernelInfo> kernels;
  SymbolTable symbols(module);
  std::optional<uint64_t> staticPool = staticPoolBytes(module, target);
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!isKernel(function))
      continue;
    if (function.isExternal())
      return function.emitError("expected a kernel with a body");
    KernelInfo kernel;
    kernel.name = nameOfSymbol(function.getName());
    if (failed(readParameters(function, target, kernel)) ||
        failed(readExtents(function, NVVM::NVVMDialect::getReqntidAttrName(),
                           kernel.block)) ||
        failed(readExtents(function, NVVM::NVVMDialect::getClusterDimAttrName(),
                           kernel.cluster)) ||
        failed(readShared(function, target, staticPool, symbols, kernel)))
      return failure();
    if (kernel.threads() > target.threadsPerBlock)
      return function.emitError("expected at most ")
             << target.threadsPerBlock << " threads in a block, got "
             << kernel.threads();
    uint64_t clusterBlocks =
        uint64_t(kernel.cluster[0]) * kernel.cluster[1] * kernel.cluster[2];
    if (clusterBlocks > target.clusterBlocks)
      return function.emitError("expected clusters of at most ")
             << target.clusterBlocks << " blocks on '" << target.name
             << "', got " << clusterBlocks;
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

} // namespace tessera::gpu
