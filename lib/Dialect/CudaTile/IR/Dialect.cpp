//===- CudaTile/IR/Dialect.cpp - the dialect object -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the types, attributes and ops of the language, makes the constants
// that folds ask for, and accepts spellings of other versions.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/CudaTile/IR/ExtensionTrait.h"
#include "tessera/Dialect/CudaTile/IR/Extensions.h"
#include "tessera/Dialect/CudaTile/IR/RegisterOps.h"

#include "mlir/Interfaces/FoldInterfaces.h"

using namespace mlir;
using namespace tessera::cuda_tile;

#include "tessera/Dialect/CudaTile/IR/CudaTileDialect.cpp.inc"
#include "tessera/Dialect/CudaTile/IR/CudaTileEnums.cpp.inc"

namespace {
/// Names of results as the public printer gives them.
struct StridedViewName
    : OpAsmOpInterface::ExternalModel<StridedViewName, MakeStridedViewOp> {
  void getAsmResultNames(Operation *op, OpAsmSetValueNameFn setName) const {
    setName(op->getResult(0), "sview");
  }
};
struct GatherScatterViewName
    : OpAsmOpInterface::ExternalModel<GatherScatterViewName,
                                      MakeGatherScatterViewOp> {
  void getAsmResultNames(Operation *op, OpAsmSetValueNameFn setName) const {
    setName(op->getResult(0), "gsview");
  }
};

/// Constants of a graph of blocks stay in it: no op may stand beside the op
/// that holds the graph.
struct ConstantPlaces : DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;
  bool shouldMaterializeInto(Region *region) const final {
    return isa<UnstructuredOp>(region->getParentOp());
  }
};
} // namespace

void CudaTileDialect::initialize() {
  registerTypes();
  registerAttributes();
  registerOps();
  addInterfaces<ConstantPlaces>();
  MakeStridedViewOp::attachInterface<StridedViewName>(*getContext());
  MakeGatherScatterViewOp::attachInterface<GatherScatterViewName>(
      *getContext());
}

void CudaTileDialect::registerOps() {
  detail::OpRegistrar registrar(*this);
  detail::registerModuleOps(registrar);
  detail::registerControlFlowOps(registrar);
  detail::registerReduceOps(registrar);
  detail::registerCoreOps(registrar);
  detail::registerFloatOps(registrar);
  detail::registerMathOps(registrar);
  detail::registerIntegerOps(registrar);
  detail::registerConversionOps(registrar);
  detail::registerMmaOps(registrar);
  detail::registerMemoryOps(registrar);
  detail::registerAtomicOps(registrar);
  detail::registerViewOps(registrar);
  detail::registerMiscOps(registrar);
  detail::registerExtensionOps(registrar);
  detail::registerExtensionMemoryOps(registrar);
  detail::registerExtensionControlOps(registrar);
}

Operation *CudaTileDialect::materializeConstant(OpBuilder &builder,
                                                Attribute value, Type type,
                                                Location loc) {
  auto elements = dyn_cast<DenseElementsAttr>(value);
  if (!elements || elements.getType() != type || !isa<TileType>(type))
    return nullptr;
  return ConstantOp::create(builder, loc, type, elements);
}

/// What 13.4 calls `pow`.
static constexpr llvm::StringLiteral kPowOpAlias = "cuda_tile.fpowf";

std::optional<Dialect::ParseOpHook>
CudaTileDialect::getParseOperationHook(StringRef opName) const {
  if (opName != kPowOpAlias)
    return std::nullopt;
  return [](OpAsmParser &parser, OperationState &state) {
    state.name = OperationName(PowOp::getOperationName(), parser.getContext());
    return PowOp::parse(parser, state);
  };
}
