//===- CudaTile/IR/OpBase.td - what all op groups share -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Base class, element-type groups (core.md 2.2) and the type constraints built
// from them. Each op record states the bytecode version that introduced it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPBASE_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPBASE_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.td"
include "tessera/Dialect/CudaTile/IR/CudaTileDialect.td"
include "tessera/Dialect/CudaTile/IR/CudaTileEnums.td"
include "tessera/Dialect/CudaTile/IR/CudaTileTypes.td"

class CudaTile_Op<string mnemonic, list<Trait> traits = []>
    : Op<CudaTile_Dialect, mnemonic, traits> {
  /// First bytecode version that has the op ("13.1" ... "13.4").
  string since = "13.1";
}

//===----------------------------------------------------------------------===//
// Element types and tiles of them
//===----------------------------------------------------------------------===//

class CudaTile_ElementPred<string function>
    : CPred<"::tessera::cuda_tile::" # function # "($_self)">;

/// A tile (any rank) whose element satisfies `function(Type)` of ElementTypes.h.
class CudaTile_TileOf<string function, string summary>
    : Type<And<[CPred<"::llvm::isa<::tessera::cuda_tile::TileType>($_self)">,
                CPred<"::tessera::cuda_tile::" # function #
                      "(::llvm::cast<::tessera::cuda_tile::TileType>($_self).getElementType())">]>,
           summary, "::tessera::cuda_tile::TileType">;

/// As above, rank 0.
class CudaTile_ScalarOf<string function, string summary>
    : Type<And<[CudaTile_TileOf<function, summary>.predicate,
                CPred<"::llvm::cast<::tessera::cuda_tile::TileType>($_self).isScalar()">]>,
           summary, "::tessera::cuda_tile::TileType">;

def CudaTile_IntTile : CudaTile_TileOf<"isIntElement", "tile of i1, i8, i16, i32 or i64">;
def CudaTile_IntOrI4Tile : CudaTile_TileOf<"isIntOrI4Element", "tile of i1, i4, i8, i16, i32 or i64">;
def CudaTile_I64Tile : CudaTile_TileOf<"isI64Element", "tile of i64">;
def CudaTile_I8Tile : CudaTile_TileOf<"isI8Element", "tile of i8">;
def CudaTile_I32Tile : CudaTile_TileOf<"isI32Element", "tile of i32">;
def CudaTile_BoolTile : CudaTile_TileOf<"isI1Element", "tile of i1">;
def CudaTile_BaseFloatTile : CudaTile_TileOf<"isBaseFloatElement", "tile of f16, bf16, f32 or f64">;
def CudaTile_FloatTile : CudaTile_TileOf<"isFloatElement", "tile of floating-point numbers">;
def CudaTile_NumberTile : CudaTile_TileOf<"isNumberElement", "tile of numbers">;
def CudaTile_NumberOrI4Tile : CudaTile_TileOf<"isNumberOrI4Element", "tile of numbers or i4">;
def CudaTile_PointerTile : CudaTile_TileOf<"isPointerElement", "tile of pointers">;
def CudaTile_AnyTile : CudaTile_TileOf<"isTileElement", "tile">;

def CudaTile_ScalarBool : CudaTile_ScalarOf<"isI1Element", "0-d tile of i1">;
def CudaTile_ScalarI32 : CudaTile_ScalarOf<"isI32Element", "0-d tile of i32">;
def CudaTile_ScalarInt : CudaTile_ScalarOf<"isIntElement", "0-d tile of i1, i8, i16, i32 or i64">;
def CudaTile_ScalarPointer : CudaTile_ScalarOf<"isPointerElement", "0-d tile of a pointer">;

def CudaTile_Token : Type<CPred<"::llvm::isa<::tessera::cuda_tile::TokenType>($_self)">,
    "token", "::tessera::cuda_tile::TokenType">,
    BuildableType<"::tessera::cuda_tile::TokenType::get($_builder.getContext())">;
def CudaTile_TensorView : Type<CPred<"::llvm::isa<::tessera::cuda_tile::TensorViewType>($_self)">,
    "tensor view", "::tessera::cuda_tile::TensorViewType">;
def CudaTile_TileView : Type<CPred<"::llvm::isa<::tessera::cuda_tile::TileViewInterface>($_self)">,
    "tile view (partition_view, strided_view or gather_scatter_view)">;

/// What `break`, `continue` and `yield` may carry: numbers or dialect types.
def CudaTile_AnyValue : Type<CPred<"::tessera::cuda_tile::isCudaTileValueType($_self)">,
    "number or cuda_tile type">;

/// Dense numbers whose type is a tile type: the value of `constant`, `global`.
def CudaTile_DenseElementsAttr : Attr<
    CPred<"::llvm::isa<::mlir::DenseElementsAttr>($_self) && "
          "::llvm::isa<::tessera::cuda_tile::TileType>("
          "::llvm::cast<::mlir::DenseElementsAttr>($_self).getType())">,
    "dense elements of a tile type"> {
  let storageType = "::mlir::DenseElementsAttr";
  let returnType = "::mlir::DenseElementsAttr";
  let convertFromStorage = "$_self";
}

//===----------------------------------------------------------------------===//
// Common op shapes
//===----------------------------------------------------------------------===//

/// `OP %source attr-dict : T`, element-wise and pure.
class CudaTile_UnaryOp<string mnemonic, Type operand, list<Trait> traits = []>
    : CudaTile_Op<mnemonic, !listconcat([Pure, Elementwise, SameOperandsAndResultType], traits)> {
  let arguments = (ins operand:$source);
  let results = (outs operand:$result);
  let assemblyFormat =
      "$source attr-dict `:` custom<CudaTileType>(type($result))";
}

/// `OP %lhs, %rhs attr-dict : T`, element-wise and pure.
class CudaTile_BinaryOp<string mnemonic, Type operand, list<Trait> traits = []>
    : CudaTile_Op<mnemonic, !listconcat([Pure, Elementwise, SameOperandsAndResultType], traits)> {
  let arguments = (ins operand:$lhs, operand:$rhs);
  let results = (outs operand:$result);
  let assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` custom<CudaTileType>(type($result))";
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPBASE_TD
