//===- TileAS/IR/TileASTypes.td - tokens, iterators, storage -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TILEASTYPES_TD
#define TESSERA_DIALECT_TILEAS_IR_TILEASTYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "tessera/Dialect/TileAA/IR/TileAAEnums.td"
include "tessera/Dialect/TileAS/IR/TileASAttrs.td"

class TileAS_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<TileAS_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def TileAS_AsyncTokenType : TileAS_Type<"AsyncToken", "async.token"> {
  let summary = "completion of asynchronous work";
  let description = [{
    What `async.wait` waits for; also an ordering edge like `mem_token`: whoever
    takes it is ordered after the completed work.
  }];
}

def TileAS_AsyncValueType : TileAS_Type<"AsyncValue", "async.value"> {
  let summary = "a value that asynchronous work will deliver";
  let description = [{
    `async.value<tile<128x128xf16>>`; `async.future_wait` gives the value.
  }];
  let parameters = (ins "::mlir::Type":$valueType);
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::Type":$valueType), [{
    return $_get(valueType.getContext(), valueType);
  }]>];
  let assemblyFormat = "`<` custom<TileType>($valueType) `>`";
  let genVerifyDecl = 1;
}

def TileAS_PipelineProducerTokenType
    : TileAS_Type<"PipelineProducerToken", "async.pipeline.producer_token"> {
  let summary = "the right to fill stages of one pipeline";
}

def TileAS_PipelineConsumerTokenType
    : TileAS_Type<"PipelineConsumerToken", "async.pipeline.consumer_token"> {
  let summary = "the right to read stages of one pipeline";
}

def TileAS_PipelineIteratorType
    : TileAS_Type<"PipelineIterator", "async.pipeline.iterator"> {
  let summary = "the current stage of a pipeline";
  let description = [{
    `async.pipeline.iterator<tile<128x128xf16>, tile<…>>`: rotates through the
    stages; each holds one value of every payload type.

    Rejected: no payload type.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$payload);
  let assemblyFormat = "`<` custom<TileTypeList>($payload) `>`";
  let genVerifyDecl = 1;
}

def TileAS_TmaDescType : TileAS_Type<"TmaDesc", "tma_desc"> {
  let summary = "tensor map: how TMA walks a global tensor";
}

def TileAS_TensorMemoryType : TileAS_Type<"TensorMemory", "tensor_memory"> {
  let summary = "the columns of tensor memory that the block has claimed";
}

def TileAS_TiledViewType : TileAS_Type<"TiledView", "tiled_view"> {
  let summary = "storage of tiles with a residency";
  let description = [{
    `tiled_view<2x128x128xf16, smem>`, with its image in memory
    `tiled_view<128x128xf16, smem, #nv_tileas.layout<{offset: …} -> …>>`; dense
    and row-major without one. In tensor memory the layout is one of lanes and
    columns. Residency gmem (written or not), smem, tmem or
    rmem. Global memory with run-time extents is `!nv_tileaa.tiled_view`.

    Rejected: rank 0, extents that are not powers of two (of rank 2 and more the
    first is free: stages), an element that is not a number or pointer, a layout
    that is no image of the shape.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        "::tessera::tileaa::Residency":$residency,
                        "::tessera::tileas::LayoutAttr":$layout);
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType,
        "::tessera::tileaa::Residency":$residency,
        CArg<"::tessera::tileas::LayoutAttr", "nullptr">:$layout), [{
      return $_get(elementType.getContext(), shape, elementType, residency, layout);
    }]>];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    /// The tile of the whole view, without a layout.
    ::mlir::RankedTensorType getTileType() const;
    /// Bytes that the storage takes; elements below a byte take one.
    int64_t getNumBytes() const;
  }];
}

#endif // TESSERA_DIALECT_TILEAS_IR_TILEASTYPES_TD
