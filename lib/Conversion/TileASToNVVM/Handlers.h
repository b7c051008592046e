//===- TileASToNVVM/Handlers.h - who lowers which op -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of the lowering: by op name, either a handler of the whole op or
// one of a single element, which is applied register by register and in the
// bodies of reductions. One register function per family file.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_HANDLERS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_HANDLERS_H

#include "Emitter.h"

#include "llvm/ADT/StringMap.h"

namespace tessera::gpu {

using OpHandler = mlir::LogicalResult (*)(Emitter &, mlir::Operation *);
/// One element: `operands` are scalars of register types. Failure comes with a
/// diagnostic.
using ScalarHandler = mlir::FailureOr<mlir::Value> (*)(Emitter &,
                                                       mlir::Operation *,
                                                       mlir::ValueRange);

class Handlers {
public:
  /// All families.
  static Handlers create();

  void addOp(llvm::StringRef name, OpHandler handler) { ops[name] = handler; }
  void addScalar(llvm::StringRef name, ScalarHandler handler) {
    scalars[name] = handler;
  }
  /// By op class.
  template <typename OpTy> void addOp(OpHandler handler) {
    addOp(OpTy::getOperationName(), handler);
  }
  template <typename... OpTys> void addScalar(ScalarHandler handler) {
    (addScalar(OpTys::getOperationName(), handler), ...);
  }

  /// Null where there is none.
  OpHandler findOp(mlir::Operation *op) const {
    return ops.lookup(op->getName().getStringRef());
  }
  ScalarHandler findScalar(mlir::Operation *op) const {
    return scalars.lookup(op->getName().getStringRef());
  }

private:
  llvm::StringMap<OpHandler> ops;
  llvm::StringMap<ScalarHandler> scalars;
};

void registerArithmeticHandlers(Handlers &handlers);
void registerFloatHandlers(Handlers &handlers);
void registerPackedArithmeticHandlers(Handlers &handlers);
void registerPowerHandlers(Handlers &handlers);
void registerControlFlowHandlers(Handlers &handlers);
void registerAllocaHandler(Handlers &handlers);
void registerConstantHandlers(Handlers &handlers);
void registerGridHandlers(Handlers &handlers);
void registerMemoryObjectHandlers(Handlers &handlers);
void registerBarrierHandlers(Handlers &handlers);
void registerShapeHandlers(Handlers &handlers);
void registerPipelineHandlers(Handlers &handlers);
void registerPipelineWaitHandlers(Handlers &handlers);
void registerNextBlockHandlers(Handlers &handlers);
void registerPointerAccessHandlers(Handlers &handlers);
void registerViewAccessHandlers(Handlers &handlers);
void registerScalarAccessHandlers(Handlers &handlers);
void registerLayoutHandlers(Handlers &handlers);
void registerReduceHandlers(Handlers &handlers);
void registerScanHandlers(Handlers &handlers);
void registerDotHandlers(Handlers &handlers);
void registerWarpgroupHandlers(Handlers &handlers);
void registerMathHandlers(Handlers &handlers);
void registerFloatConversionHandlers(Handlers &handlers);
void registerAtomicHandlers(Handlers &handlers);
void registerPrintHandlers(Handlers &handlers);
void registerTensorAccessHandlers(Handlers &h);
void registerTensorColumnHandlers(Handlers &h);
void registerTensorProductHandlers(Handlers &h);
void registerMapPlaceHandlers(Handlers &handlers);
void registerTensorMapHandlers(Handlers &handlers);
void registerBoxCopyHandlers(Handlers &handlers);
void registerRoleHandlers(Handlers &handlers);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_HANDLERS_H
