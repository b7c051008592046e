//===- CudaTile/IR/CudaTileInterfaces.td - type and attribute interfaces -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_CUDATILEINTERFACES_TD
#define TESSERA_DIALECT_CUDATILE_IR_CUDATILEINTERFACES_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/Interfaces.td"

def CudaTile_TileViewInterface : TypeInterface<"TileViewInterface"> {
  let cppNamespace = "::tessera::cuda_tile";
  let description = [{
    A view of a tensor as an index space of tiles (core.md 2.6): partition,
    strided and gather/scatter views. All sizes are in elements.
  }];
  let methods = [
    // Type-erased because the dialect's types are declared after the interface;
    // call getViewTileType and getViewTensorType instead.
    InterfaceMethod<"Type of the tile one access moves.",
      "::mlir::Type", "getErasedTileType">,
    InterfaceMethod<"The tensor view underneath.",
      "::mlir::Type", "getErasedTensorType">,
    InterfaceMethod<"Value of out-of-bounds elements; none means unspecified.",
      "std::optional<::tessera::cuda_tile::PaddingValue>", "getViewPadding">,
    InterfaceMethod<"Number of index operands of an access.",
      "unsigned", "getViewIndexRank", (ins), [{}], [{
        return ::llvm::cast<::mlir::ShapedType>($_type.getErasedTileType()).getRank();
      }]>,
    InterfaceMethod<[{
        Checks the types of an access's index operands; reports through
        `emitError` (core.md 2.6, ops.md 8.6).
      }], "::llvm::LogicalResult", "verifyIndexTypes",
      (ins "::mlir::TypeRange":$types,
           "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>
  ];
  let extraClassDeclaration = [{
    ::tessera::cuda_tile::TileType getViewTileType() const;
    ::tessera::cuda_tile::TensorViewType getViewTensorType() const;
  }];
}

def CudaTile_AssumePredicateInterface : AttrInterface<"AssumePredicateInterface"> {
  let cppNamespace = "::tessera::cuda_tile";
  let description = [{ A predicate that `assume` may promise (core.md 3.4). }];
  let methods = [
    InterfaceMethod<[{
        Checks that the predicate makes sense for a value of type `type`.
      }], "::llvm::LogicalResult", "verifyPredicateOn",
      (ins "::mlir::Type":$type,
           "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>
  ];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_CUDATILEINTERFACES_TD
