//===- CudaTile/IR/CudaTileTypes.td - types (core.md 2) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_CUDATILETYPES_TD
#define TESSERA_DIALECT_CUDATILE_IR_CUDATILETYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "tessera/Dialect/CudaTile/IR/CudaTileDialect.td"
include "tessera/Dialect/CudaTile/IR/CudaTileEnums.td"
include "tessera/Dialect/CudaTile/IR/CudaTileInterfaces.td"

class CudaTile_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<CudaTile_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def CudaTile_TokenType : CudaTile_Type<"Token", "token"> {
  let summary = "an ordering edge between memory operations";
  let description = [{
    Has no run-time representation. Token edges are the only order between the
    memory operations of one tile block.
  }];
}

def CudaTile_F8E5M3FNUType : CudaTile_Type<"F8E5M3FNU", "f8E5M3FNU"> {
  let summary = "unsigned 8-bit float of 13.4: 5 exponent and 3 mantissa bits";
  let description = [{
    No sign and no infinity; all ones is NaN. A scale type of `mmaf_scaled`
    (13.4, sm_107). MLIR has no such builtin type.
  }];
}

def CudaTile_PointerType : CudaTile_Type<"Pointer", "ptr"> {
  let summary = "typed address in global device memory";
  let description = [{ 64 bits wide; the pointee is a number type (core.md 2.3). }];
  let parameters = (ins "::mlir::Type":$pointeeType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CudaTile_TileType : CudaTile_Type<"Tile", "tile", [
    DeclareTypeInterfaceMethods<ShapedTypeInterface,
        ["cloneWith", "getElementType", "hasRank", "getShape"]>]> {
  let summary = "immutable array of power-of-two extents";
  let description = [{
    Row-major logical order, static shape, at most 2^24 elements; a 0-d tile
    (`tile<f32>`) is the scalar of the language (core.md 2.4).
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
                                        "::mlir::Type":$elementType), [{
      return $_get(elementType.getContext(), shape, elementType);
    }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  // getShape and getElementType come with the interface.
  let genAccessors = 0;
  let extraClassDeclaration = [{
    /// Largest number of elements of a tile, whatever the element type.
    static constexpr int64_t kMaxNumElements = int64_t(1) << 24;
    /// True for `tile<T>`, the 0-d tile.
    bool isScalar() const { return getShape().empty(); }
  }];
}

def CudaTile_TensorViewType : CudaTile_Type<"TensorView", "tensor_view"> {
  let summary = "strided region of global memory";
  let description = [{
    Shape and strides are in elements; `ShapedType::kDynamic` stands for `?`
    (core.md 2.5).
  }];
  let parameters = (ins "::mlir::Type":$elementType,
                        ArrayRefParameter<"int64_t">:$shape,
                        ArrayRefParameter<"int64_t">:$strides);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$elementType,
                                        "::llvm::ArrayRef<int64_t>":$shape,
                                        "::llvm::ArrayRef<int64_t>":$strides), [{
      return $_get(elementType.getContext(), elementType, shape, strides);
    }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    /// Number of `?` among the extents and among the strides.
    int64_t getNumDynamicDims() const;
    int64_t getNumDynamicStrides() const;
  }];
}

class CudaTile_TileViewType<string name, string typeMnemonic>
    : CudaTile_Type<name, typeMnemonic, [
        DeclareTypeInterfaceMethods<CudaTile_TileViewInterface>]> {
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Type of the tile one access moves.
    ::tessera::cuda_tile::TileType getViewTileType() const;
    /// The tensor view underneath.
    ::tessera::cuda_tile::TensorViewType getViewTensorType() const;
  }];
  let extraClassDefinition = [{
    ::tessera::cuda_tile::TileType $cppClass::getViewTileType() const {
      return ::tessera::cuda_tile::TileType::get(
          ::llvm::to_vector_of<int64_t>(getTileShape()),
          getTensorView().getElementType());
    }
    ::tessera::cuda_tile::TensorViewType $cppClass::getViewTensorType() const {
      return getTensorView();
    }
    ::mlir::Type $cppClass::getErasedTileType() const { return getViewTileType(); }
    ::mlir::Type $cppClass::getErasedTensorType() const { return getTensorView(); }
    std::optional<::tessera::cuda_tile::PaddingValue> $cppClass::getViewPadding() const {
      if (::tessera::cuda_tile::PaddingValueAttr padding = getPaddingValue())
        return padding.getValue();
      return std::nullopt;
    }
  }];
}

def CudaTile_PartitionViewType : CudaTile_TileViewType<"PartitionView", "partition_view"> {
  let summary = "a tensor cut into a grid of tiles";
  let description = [{
    Tile element e at index i is tensor element
    c[dimMap[d]] = i[d] * tile[d] + e[d] (core.md 2.6).
  }];
  let parameters = (ins ArrayRefParameter<"int32_t">:$tileShape,
                        "::tessera::cuda_tile::TensorViewType":$tensorView,
                        ArrayRefParameter<"int32_t">:$dimMap,
                        "::tessera::cuda_tile::PaddingValueAttr":$paddingValue);
}

def CudaTile_StridedViewType : CudaTile_TileViewType<"StridedView", "strided_view"> {
  let summary = "tiles taken from a tensor at a traversal stride";
  let description = [{
    As a partition view, with c[dimMap[d]] = i[d] * traversal[d] + e[d]: tiles
    overlap or leave gaps when the traversal stride is not the tile extent.
  }];
  let parameters = (ins ArrayRefParameter<"int32_t">:$tileShape,
                        ArrayRefParameter<"int32_t">:$traversalStrides,
                        "::tessera::cuda_tile::TensorViewType":$tensorView,
                        ArrayRefParameter<"int32_t">:$dimMap,
                        "::tessera::cuda_tile::PaddingValueAttr":$paddingValue);
}

def CudaTile_GatherScatterViewType
    : CudaTile_TileViewType<"GatherScatterView", "gather_scatter_view"> {
  let summary = "tiles whose positions along one dimension are listed";
  let description = [{
    Along `sparseDim` the index operand is a 1-d tile of coordinates; along the
    other dimensions it is a scalar element offset (ops.md 8.2, 13).
  }];
  let parameters = (ins ArrayRefParameter<"int32_t">:$tileShape,
                        "::tessera::cuda_tile::TensorViewType":$tensorView,
                        "int32_t":$sparseDim,
                        "::tessera::cuda_tile::PaddingValueAttr":$paddingValue);
}

#endif // TESSERA_DIALECT_CUDATILE_IR_CUDATILETYPES_TD
