//===- TileAA/IR/TileAATypes.td - pointers, tokens and views -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_TILEAATYPES_TD
#define TESSERA_DIALECT_TILEAA_IR_TILEAATYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "tessera/Dialect/TileAA/IR/TileAADialect.td"
include "tessera/Dialect/TileAA/IR/TileAAEnums.td"

class TileAA_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<TileAA_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def TileAA_MemTokenType : TileAA_Type<"MemToken", "mem_token"> {
  let summary = "an ordering edge between memory operations";
  let description = [{
    Pure SSA, without run-time data. Whoever takes a token is ordered after
    every operation that it stems from.
  }];
}

def TileAA_PointerType : TileAA_Type<"Pointer", "ptr"> {
  let summary = "typed 64-bit address";
  let description = [{
    `ptr<T>` with T a number type (never i4 or another pointer). Address space
    and provenance are not in the type: the alias analysis tracks them.
  }];
  let parameters = (ins "::mlir::Type":$pointeeType);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointeeType), [{
      return $_get(pointeeType.getContext(), pointeeType);
    }]>];
  let assemblyFormat = "`<` $pointeeType `>`";
  let genVerifyDecl = 1;
}

def TileAA_MemoryViewType : TileAA_Type<"MemoryView", "memref"> {
  let summary = "memory object: base, extents and strides";
  let description = [{
    `memref<?x64xf32, strides = [?, 1]>`: extents and strides in elements,
    `ShapedType::kDynamic` for `?`. Rank 0 (`memref<f32>`) has no strides.
    Extents need not be powers of two, layouts may overlap.

    Rejected: an element that is not a number, static extents or strides below
    1, not one stride per dimension.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        ArrayRefParameter<"int64_t">:$strides);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
                                        "::mlir::Type":$elementType,
                                        "::llvm::ArrayRef<int64_t>":$strides), [{
      return $_get(elementType.getContext(), shape, elementType, strides);
    }]>];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    /// Number of `?` among the extents and among the strides.
    int64_t getNumDynamicDims() const;
    int64_t getNumDynamicStrides() const;
    /// The text after the mnemonic, `<...>`; shared with `tiled_view`.
    static ::mlir::Type parseBody(::mlir::AsmParser &parser);
    void printBody(::mlir::AsmPrinter &printer) const;
  }];
}

def TileAA_TiledViewType : TileAA_Type<"TiledView", "tiled_view"> {
  let summary = "a memory object cut into tiles";
  let description = [{
    `tiled_view<16x8xf32, memref<?x64xf32, strides = [64, 1]>, padding = zero,
    dim_map = [1, 0], traversal_strides = [4, 8], sparse_dim = 0, smem>`; every
    clause after the memref is optional, in this order. The tile has the rank of
    the memory object. With p a position in the tile, I the indices and e the
    element of the memory object:

    | kind           | position                                            |
    |----------------|-----------------------------------------------------|
    | partition      | `e[dim_map[d]] = I[d] * tile[d] + p[d]`             |
    | strided        | `e[dim_map[d]] = I[d] * traversal[d] + p[d]`        |
    | gather/scatter | `e[d] = I[d] + p[d]`, `e[s] = I_s[p[s]]`, s = sparse_dim |

    Positions outside the memory object read the padding value (unspecified
    without one) and are not written. The residency is gmem unless written.

    Rejected: rank 0, an extent that is not a power of two, more than 2^24
    elements, an element other than the memory object's, a rank other than its
    rank, a `dim_map` that is not a permutation, traversal strides below 1 or
    not one per dimension, `sparse_dim` that is not a dimension or comes with
    `dim_map` or `traversal_strides`, padding other than zero on integers.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$tileShape,
                        "::tessera::tileaa::MemoryViewType":$memoryView,
                        "::tessera::cuda_tile::PaddingValueAttr":$padding,
                        ArrayRefParameter<"int32_t">:$dimMap,
                        ArrayRefParameter<"int32_t">:$traversalStrides,
                        "std::optional<int32_t>":$sparseDim,
                        "::tessera::tileaa::Residency":$residency);
  let builders = [
    /// An empty `dimMap` stands for the identity; `padding` may be null, empty
    /// `traversalStrides` mean a partition (or gather/scatter) view.
    TypeBuilderWithInferredContext<(ins
        "::llvm::ArrayRef<int64_t>":$tileShape,
        "::tessera::tileaa::MemoryViewType":$memoryView,
        CArg<"::tessera::cuda_tile::PaddingValueAttr", "nullptr">:$padding,
        CArg<"::llvm::ArrayRef<int32_t>", "{}">:$dimMap,
        CArg<"::llvm::ArrayRef<int32_t>", "{}">:$traversalStrides,
        CArg<"std::optional<int32_t>", "std::nullopt">:$sparseDim,
        CArg<"::tessera::tileaa::Residency",
             "::tessera::tileaa::Residency::Gmem">:$residency), [{
      ::llvm::SmallVector<int32_t> fullMap = completeDimMap(dimMap, tileShape.size());
      return $_get(memoryView.getContext(), tileShape, memoryView, padding,
                   fullMap, traversalStrides, sparseDim, residency);
    }]>];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getTileShape().size(); }
    ::mlir::Type getElementType() const;
    /// The tensor one access moves.
    ::mlir::RankedTensorType getTileType() const;
    bool isGatherScatter() const { return getSparseDim().has_value(); }
    bool isStrided() const { return !getTraversalStrides().empty(); }
    /// True if `dim_map` is the identity.
    bool hasIdentityDimMap() const;
    /// Elements between the starts of neighbouring tiles along tile dimension
    /// `dim` (meaningless for gather/scatter views).
    int64_t getStep(unsigned dim) const {
      return isStrided() ? getTraversalStrides()[dim] : getTileShape()[dim];
    }
    /// `dimMap`, or the identity of `rank` when it is empty.
    static ::llvm::SmallVector<int32_t>
    completeDimMap(::llvm::ArrayRef<int32_t> dimMap, size_t rank);
  }];
}

#endif // TESSERA_DIALECT_TILEAA_IR_TILEAATYPES_TD
