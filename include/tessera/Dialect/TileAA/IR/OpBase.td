//===- TileAA/IR/OpBase.td - what all op families share -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPBASE_TD
#define TESSERA_DIALECT_TILEAA_IR_OPBASE_TD

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.td"
include "tessera/Dialect/CudaTile/IR/CudaTileEnums.td"
include "tessera/Dialect/TileAA/IR/TileAADialect.td"
include "tessera/Dialect/TileAA/IR/TileAAEnums.td"
include "tessera/Dialect/TileAA/IR/TileAATypes.td"

class TileAA_Op<string mnemonic, list<Trait> traits = []>
    : Op<TileAA_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Tiles: scalars and tensors
//===----------------------------------------------------------------------===//

/// A tile whose element satisfies `function` (of TileTypes.h): the scalar
/// itself or a tensor of rank 1 or more.
class TileAA_TileOf<string function, string summary>
    : Type<And<[CPred<"::tessera::tileaa::isTile($_self)">,
                CPred<"::tessera::tileaa::" # function #
                      "(::mlir::getElementTypeOrSelf($_self))">]>, summary>;

class TileAA_ScalarOf<string function, string summary>
    : Type<CPred<"::tessera::tileaa::" # function # "($_self)">, summary>;

class TileAA_TensorOf<string function, string summary>
    : Type<And<[CPred<"::llvm::isa<::mlir::RankedTensorType>($_self)">,
                TileAA_TileOf<function, summary>.predicate]>, summary,
           "::mlir::RankedTensorType">;

def TileAA_Tile : TileAA_TileOf<"isTileElement", "tile (scalar or tensor)">;
def TileAA_BoolTile : TileAA_TileOf<"isI1Element", "tile of i1">;
def TileAA_I64Tile : TileAA_TileOf<"isI64Element", "tile of i64">;
def TileAA_IntTile : TileAA_TileOf<"isIntElement", "tile of i1, i8, i16, i32 or i64">;
def TileAA_BaseFloatTile : TileAA_TileOf<"isBaseFloatElement", "tile of f16, bf16, f32 or f64">;
def TileAA_FloatTile : TileAA_TileOf<"isFloatElement", "tile of floating-point numbers">;
def TileAA_NumberTile : TileAA_TileOf<"isNumberElement", "tile of numbers">;
def TileAA_PointerTile : TileAA_TileOf<"isPointerElement", "tile of pointers">;

def TileAA_ScalarInt : TileAA_ScalarOf<"isIntElement", "i1, i8, i16, i32 or i64">;
def TileAA_ScalarPointer : Type<CPred<"::llvm::isa<::tessera::tileaa::PointerType>($_self)">,
    "pointer", "::tessera::tileaa::PointerType">;
def TileAA_Scalar : TileAA_ScalarOf<"isTileElement", "scalar tile">;

def TileAA_Tensor : TileAA_TensorOf<"isTileElement", "tensor tile">;
def TileAA_IntTensor : TileAA_TensorOf<"isIntElement", "tensor of i1, i8, i16, i32 or i64">;
def TileAA_NumberTensor : TileAA_TensorOf<"isNumberElement", "tensor of numbers">;
def TileAA_NumberOrI4Tensor : TileAA_TensorOf<"isNumberOrI4Element", "tensor of numbers or i4">;
def TileAA_I8Tensor : TileAA_TensorOf<"isI8Element", "tensor of i8">;

def TileAA_MemToken : Type<CPred<"::llvm::isa<::tessera::tileaa::MemTokenType>($_self)">,
    "memory token", "::tessera::tileaa::MemTokenType">,
    BuildableType<"::tessera::tileaa::MemTokenType::get($_builder.getContext())">;
def TileAA_MemoryView : Type<CPred<"::llvm::isa<::tessera::tileaa::MemoryViewType>($_self)">,
    "memory object", "::tessera::tileaa::MemoryViewType">;
def TileAA_TiledView : Type<CPred<"::llvm::isa<::tessera::tileaa::TiledViewType>($_self)">,
    "tiled view", "::tessera::tileaa::TiledViewType">;

#endif // TESSERA_DIALECT_TILEAA_IR_OPBASE_TD
