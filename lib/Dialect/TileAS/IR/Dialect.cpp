//===- TileAS/IR/Dialect.cpp - registration and dialect hooks -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the types, attributes and ops of nv_tileas, and verifies its
// discardable attributes.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAAAttrs.h"
#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/IR/RegisterOps.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

#include "tessera/Dialect/TileAS/IR/TileASDialect.cpp.inc"
#include "tessera/Dialect/TileAS/IR/TileASEnums.cpp.inc"

namespace {
/// Layouts are long and few: `#layout`, `#layout1`, ... stand for them.
struct AsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;
  AliasResult getAlias(Attribute attribute, raw_ostream &os) const final {
    if (!isa<LayoutAttr>(attribute))
      return AliasResult::NoAlias;
    os << "layout";
    return AliasResult::FinalAlias;
  }
};
} // namespace

void TileASDialect::initialize() {
  addInterfaces<AsmInterface>();
  registerTypes();
  registerAttributes();
  registerOps();
}

void TileASDialect::registerOps() {
  detail::OpRegistrar registrar(*this);
  detail::registerLayoutOps(registrar);
  detail::registerMemoryOps(registrar);
  detail::registerComputeOps(registrar);
  detail::registerSliceOps(registrar);
  detail::registerPipelineOps(registrar);
  detail::registerAsyncOps(registrar);
  detail::registerTmaOps(registrar);
  detail::registerTensorMemoryOps(registrar);
  detail::registerControlOps(registrar);
}

static LogicalResult verifyNumber(Operation *op, NamedAttribute attribute,
                                  int64_t least) {
  auto number = dyn_cast<IntegerAttr>(attribute.getValue());
  if (number && number.getType().isInteger(64) && number.getInt() >= least)
    return success();
  return op->emitOpError("expected ")
         << attribute.getName() << " to be an i64 of at least " << least
         << ", got " << attribute.getValue();
}

/// Attributes of pipelines; nothing for other names.
static std::optional<LogicalResult>
verifyPipelineAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  auto expect = [&](bool holds, StringRef what) -> LogicalResult {
    if (holds)
      return success();
    return op->emitOpError("expected ")
           << name << " to be " << what << ", got " << value;
  };
  if (name == kPayloadOffsetsAttrName)
    return expect(isa<DenseI64ArrayAttr>(value), "an array<i64>");
  if (name == kPayloadImagesAttrName) {
    auto images = dyn_cast<ArrayAttr>(value);
    return expect(images && llvm::all_of(images, llvm::IsaPred<LayoutAttr>),
                  "an array of layouts");
  }
  if (name == kPendingStagesAttrName)
    return verifyNumber(op, attribute, 0);
  if (name == kFullBarrierAttrName || name == kEmptyBarrierAttrName)
    return verifyNumber(op, attribute, 0);
  if (name == kTransactionBytesAttrName || name == kFullArrivalsAttrName ||
      name == kEmptyArrivalsAttrName)
    return verifyNumber(op, attribute, 1);
  if (name == kCopyToStageAttrName || name == kStageIsFreeAttrName ||
      name == kWaitsAloneAttrName || name == kReleasedByProductsAttrName ||
      name == kEachWarpReleasesAttrName || name == kMulticastAttrName ||
      name == kClusterStagesAttrName || name == kPairStagesAttrName)
    return expect(isa<UnitAttr>(value), "a unit attribute");
  return std::nullopt;
}

/// How many of a thread's powers of two multiply-add computes.
static LogicalResult verifyByFma(Operation *op, NamedAttribute attribute) {
  auto exp2 = dyn_cast<tileaa::Exp2Op>(op);
  auto tile =
      exp2 ? dyn_cast<RankedTensorType>(exp2.getType()) : RankedTensorType();
  LayoutAttr layout = tile ? getLayoutAttr(tile) : LayoutAttr();
  if (!layout || !exp2.getFlushToZero())
    return op->emitOpError("expected ")
           << kByFmaAttrName
           << " on an nv_tileaa.exp2 of a tile with a layout that flushes to "
              "zero";
  if (failed(verifyNumber(op, attribute, 2)))
    return failure();
  const int64_t count = cast<IntegerAttr>(attribute.getValue()).getInt();
  const int64_t registers =
      int64_t(1) << layout.getLayout().in().bits(layout::Dim::Register);
  if (count % 2 == 0 && count <= registers)
    return success();
  return op->emitOpError("expected ")
         << kByFmaAttrName << " to be an even number of up to " << registers
         << " registers of a thread, got " << count;
}

LogicalResult
TileASDialect::verifyOperationAttribute(Operation *op,
                                        NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == kTensorFactorAttrName || name == kSumsInTurnAttrName) {
    if (isa<DotOp>(op) && isa<UnitAttr>(attribute.getValue()))
      return success();
    return op->emitOpError("expected ")
           << name << " as a unit attribute of nv_tileas.dot";
  }
  if (name == kByFmaAttrName)
    return verifyByFma(op, attribute);
  if (name == kNextStoreWaitsAttrName) {
    auto store = dyn_cast<TiledStoreOp>(op);
    if (store && isTensorView(store.getView().getType()) &&
        isa<UnitAttr>(attribute.getValue()))
      return success();
    return op->emitOpError("expected ")
           << name << " as a unit attribute of a store to tensor memory";
  }
  if (name == kPlanAttrName || name == kSharedBytesAttrName ||
      name == kMisfitsAttrName) {
    if (!isa<FunctionOpInterface>(op))
      return op->emitOpError("expected ") << name << " only on functions";
    if (name == kSharedBytesAttrName)
      return verifyNumber(op, attribute, 0);
    if (name == kMisfitsAttrName) {
      auto misfits = dyn_cast<ArrayAttr>(attribute.getValue());
      if (misfits && llvm::all_of(misfits, llvm::IsaPred<MisfitAttr>))
        return success();
      return op->emitOpError("expected ")
             << name << " to be an array of misfits, got "
             << attribute.getValue();
    }
    if (!isa<PlanAttr>(attribute.getValue()))
      return op->emitOpError("expected ")
             << name << " to be #nv_tileas.plan, got " << attribute.getValue();
    return success();
  }
  if (name == kSharedOffsetAttrName || name == kScratchBytesAttrName)
    return verifyNumber(op, attribute, 0);
  if (name == kTeamBytesAttrName) {
    if (!isa<AgentSwitchOp>(op))
      return op->emitOpError("expected ") << name << " only on agent_switch";
    return verifyNumber(op, attribute, 1);
  }
  if (name == kOwnersOnlyAttrName) {
    if (!isa<UnitAttr>(attribute.getValue()) || op->getNumResults() == 0)
      return op->emitOpError("expected ")
             << name << " to be a unit attribute of an op with a result";
    return success();
  }
  if (name == kTargetAttrName) {
    if (!isa<TargetAttr>(attribute.getValue()))
      return op->emitOpError("expected ")
             << name << " to be #nv_tileas.target, got "
             << attribute.getValue();
    return success();
  }
  if (name == kBodiesAttrName) {
    auto branch = dyn_cast<scf::IfOp>(op);
    if (branch && branch.getNumResults() == 0 &&
        !branch.getElseRegion().empty() &&
        isa<FunctionOpInterface>(op->getParentOp()) &&
        isa<UnitAttr>(attribute.getValue()))
      return success();
    return op->emitOpError("expected ")
           << name
           << " as a unit attribute of an scf.if of a function, with two "
              "regions and no results";
  }
  if (name == kCacheHintAttrName) {
    bool isAccess = isa<LoadOp, StoreOp, TiledLoadOp, TiledStoreOp>(op);
    if (!isAccess || !isa<CacheHintAttr>(attribute.getValue()))
      return op->emitOpError("expected ")
             << name
             << " to be a cache_hint of nv_tileas on a load or store, got "
             << attribute.getValue();
    return success();
  }
  if (name == kNumConversionsAttrName) {
    if (!isa<IntegerAttr>(attribute.getValue()))
      return op->emitOpError("expected ")
             << name << " to be an integer, got " << attribute.getValue();
    return success();
  }
  if (name == kAccessFactsAttrName) {
    if (!isa<tileaa::AccessAttr>(attribute.getValue()))
      return op->emitOpError("expected ") << name << " to be #nv_tileaa.access";
    return success();
  }
  if (std::optional<LogicalResult> known =
          verifyPipelineAttribute(op, attribute))
    return *known;
  return op->emitOpError("expected an attribute of nv_tileas, got ") << name;
}
