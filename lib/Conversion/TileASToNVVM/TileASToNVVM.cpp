//===- TileASToNVVM/TileASToNVVM.cpp - the passes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns kernels of nv_tileas into functions of the llvm and nvvm dialects, and
// globals into bytes in global memory.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileASToNVVM/TileASToNVVM.h"

#include "Handlers.h"
#include "tessera/Conversion/Elements/ElementTypes.h"
#include "tessera/Conversion/TileASToNVVM/Remarks.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace tessera::gpu {
#define GEN_PASS_DEF_CONVERTTILEASTONVVMPASS
#include "tessera/Conversion/TileASToNVVM/Passes.h.inc"

Handlers Handlers::create() {
  Handlers handlers;
  registerArithmeticHandlers(handlers);
  registerFloatHandlers(handlers);
  registerPackedArithmeticHandlers(handlers);
  registerPowerHandlers(handlers);
  registerControlFlowHandlers(handlers);
  registerAllocaHandler(handlers);
  registerConstantHandlers(handlers);
  registerGridHandlers(handlers);
  registerMemoryObjectHandlers(handlers);
  registerBarrierHandlers(handlers);
  registerShapeHandlers(handlers);
  registerPipelineHandlers(handlers);
  registerPipelineWaitHandlers(handlers);
  registerNextBlockHandlers(handlers);
  registerPointerAccessHandlers(handlers);
  registerViewAccessHandlers(handlers);
  registerScalarAccessHandlers(handlers);
  registerLayoutHandlers(handlers);
  registerReduceHandlers(handlers);
  registerScanHandlers(handlers);
  registerDotHandlers(handlers);
  registerWarpgroupHandlers(handlers);
  registerMathHandlers(handlers);
  registerFloatConversionHandlers(handlers);
  registerAtomicHandlers(handlers);
  registerPrintHandlers(handlers);
  registerMapPlaceHandlers(handlers);
  registerTensorMapHandlers(handlers);
  registerBoxCopyHandlers(handlers);
  registerTensorAccessHandlers(handlers);
  registerTensorColumnHandlers(handlers);
  registerTensorProductHandlers(handlers);
  registerRoleHandlers(handlers);
  return handlers;
}
} // namespace tessera::gpu

using namespace mlir;
using namespace tessera;

namespace {
LogicalResult emitGlobal(tileaa::GlobalOp op) {
  OpBuilder b(op);
  Type element = op.getArrayType().getElementType();
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements)
    return op.emitOpError("cannot be lowered to NVVM: expected dense elements");
  std::string bytes = cpu::memoryImage(elements, element);
  bool isPrivate = op.getSymVisibility() == StringRef("private");
  LLVM::GlobalOp::create(
      b, op.getLoc(), LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size()),
      op.getConstant(),
      isPrivate ? LLVM::Linkage::Internal : LLVM::Linkage::External,
      op.getSymName(), b.getStringAttr(bytes),
      std::max<uint64_t>(op.getAlignment(), 16), tessera::gpu::Global);
  return success();
}

/// What the code generator is told about pointers (Codegen/NVPTX/BackEnd.cpp).
constexpr llvm::StringLiteral kShortPointers = "e-p3:32:32-p4:32:32-p5:32:32";

struct ConvertTileASToNVVM
    : tessera::gpu::impl::ConvertTileASToNVVMPassBase<ConvertTileASToNVVM> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    tileas::TargetAttr attribute = tileas::getTarget(module);
    if (!attribute) {
      module.emitError("expected ") << tileas::kTargetAttrName << ", got none";
      return signalPassFailure();
    }
    const tessera::gpu::GpuTarget &target = attribute.getTarget();
    tessera::gpu::Handlers handlers = tessera::gpu::Handlers::create();
    tessera::gpu::LoweringRemarks remarks(module, target);
    SmallVector<Operation *> lowered;
    for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
      if (auto function = dyn_cast<tileaa::FuncOp>(op)) {
        // Functions that are no kernels are never called.
        if (function.isKernel()) {
          tessera::gpu::Emitter emitter(module, handlers, target);
          if (failed(emitter.emitFunction(function)))
            return signalPassFailure();
        }
        lowered.push_back(&op);
      } else if (auto global = dyn_cast<tileaa::GlobalOp>(op)) {
        if (failed(emitGlobal(global)))
          return signalPassFailure();
        lowered.push_back(&op);
      }
    }
    remarks.report(module);
    // No inline PTX of this lowering takes an address of 64 bits in the spaces
    // of shared, constant and local memory.
    module->setAttr(LLVM::LLVMDialect::getDataLayoutAttrName(),
                    StringAttr::get(&getContext(), kShortPointers));
    for (Operation *op : lowered)
      op->erase();
  }
};
} // namespace
