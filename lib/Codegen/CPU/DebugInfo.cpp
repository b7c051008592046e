//===- Codegen/CPU/DebugInfo.cpp - what debuggers read of kernels -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optimised code keeps a parameter in a register as long as it needs it, and a
// debugger would mostly find it gone. Each parameter is therefore also stored
// into a variable on the stack, once in each tile block; the stores are
// volatile so that no pass removes them.
//
//===----------------------------------------------------------------------===//

#include "DebugInfo.h"
#include "tessera/Codegen/Locations.h"

#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"

using namespace mlir;

namespace tessera::cpu {

LogicalResult addLineScopes(ModuleOp module) {
  // A fused location has no line of its own.
  makeLocationsPlain(module);
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  LLVM::DIScopeForLLVMFuncOpPassOptions scopes;
  scopes.emissionKind = LLVM::DIEmissionKind::Full;
  passes.addPass(LLVM::createDIScopeForLLVMFuncOpPass(scopes));
  return passes.run(module);
}

namespace {

/// Adds the variables of one kernel.
class KernelVariables {
public:
  KernelVariables(llvm::Function &function, llvm::DISubprogram *subprogram)
      : function(function), subprogram(subprogram),
        debug(*function.getParent(), /*AllowUnresolved=*/true,
              subprogram->getUnit()),
        builder(&*function.getEntryBlock().getFirstInsertionPt()) {
    where = llvm::DILocation::get(function.getContext(), subprogram->getLine(),
                                  0, subprogram);
    builder.SetCurrentDebugLocation(where);
  }

  void add(const KernelInfo &kernel) {
    llvm::Value *slots =
        builder.CreateLoad(builder.getPtrTy(), function.getArg(0), "params");
    for (auto [index, parameter] : llvm::enumerate(kernel.parameters)) {
      llvm::Type *type =
          parameter.kind == numerics::ElementKind::Ptr
              ? static_cast<llvm::Type *>(builder.getPtrTy())
              : builder.getIntNTy(8 * numerics::containerBytes(parameter.kind));
      llvm::Value *slot = builder.CreateConstGEP1_64(
          builder.getInt8Ty(), slots, 8 * static_cast<uint64_t>(index));
      keep(parameter.name.empty() ? "arg" + std::to_string(index)
                                  : parameter.name,
           builder.CreateLoad(type, slot), typeOf(parameter.kind));
    }
    static constexpr llvm::StringLiteral axes[] = {"block_x", "block_y",
                                                   "block_z"};
    for (unsigned axis = 0; axis < 3; ++axis)
      keep(axes[axis].str(), function.getArg(1 + axis),
           typeOf(numerics::ElementKind::I32));
    debug.finalizeSubprogram(subprogram);
  }

private:
  void keep(llvm::StringRef name, llvm::Value *value, llvm::DIType *type) {
    llvm::AllocaInst *place = builder.CreateAlloca(value->getType());
    builder.CreateStore(value, place, /*isVolatile=*/true);
    llvm::DILocalVariable *variable = debug.createAutoVariable(
        subprogram, name, subprogram->getFile(), subprogram->getLine(), type,
        /*AlwaysPreserve=*/true);
    debug.insertDeclare(place, variable, debug.createExpression(), where,
                        builder.GetInsertPoint());
  }

  llvm::DIType *typeOf(numerics::ElementKind kind) {
    if (kind == numerics::ElementKind::Ptr)
      return debug.createPointerType(nullptr, 64);
    // Debuggers know IEEE's formats; the others are shown as their bits.
    bool isKnownFloat = kind == numerics::ElementKind::F16 ||
                        kind == numerics::ElementKind::F32 ||
                        kind == numerics::ElementKind::F64;
    std::string_view name = numerics::elementName(kind);
    return debug.createBasicType(
        llvm::StringRef(name.data(), name.size()),
        8 * numerics::containerBytes(kind),
        kind == numerics::ElementKind::I1 ? llvm::dwarf::DW_ATE_boolean
        : isKnownFloat                    ? llvm::dwarf::DW_ATE_float
        : numerics::isInteger(kind)       ? llvm::dwarf::DW_ATE_signed
                                          : llvm::dwarf::DW_ATE_unsigned);
  }

  llvm::Function &function;
  llvm::DISubprogram *subprogram;
  llvm::DIBuilder debug;
  llvm::IRBuilder<> builder;
  llvm::DILocation *where;
};

} // namespace

void addVariables(llvm::Module &module, llvm::ArrayRef<KernelInfo> kernels) {
  for (const KernelInfo &kernel : kernels) {
    llvm::Function *function = module.getFunction(kernel.symbol());
    if (function && function->getSubprogram())
      KernelVariables(*function, function->getSubprogram()).add(kernel);
  }
}

} // namespace tessera::cpu
