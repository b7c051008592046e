//===- TileAS/IR/OpBase.td - what all op families share -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPBASE_TD
#define TESSERA_DIALECT_TILEAS_IR_OPBASE_TD

include "tessera/Dialect/TileAA/IR/OpBase.td"
include "tessera/Dialect/TileAS/IR/TileASAttrs.td"
include "tessera/Dialect/TileAS/IR/TileASDialect.td"
include "tessera/Dialect/TileAS/IR/TileASEnums.td"
include "tessera/Dialect/TileAS/IR/TileASTypes.td"

class TileAS_Op<string mnemonic, list<Trait> traits = []>
    : Op<TileAS_Dialect, mnemonic, traits>;

class TileAS_TypeIs<string cppName, string summary>
    : Type<CPred<"::llvm::isa<::tessera::tileas::" # cppName # ">($_self)">, summary,
           "::tessera::tileas::" # cppName>;

def TileAS_AnyView : Type<CPred<"::tessera::tileas::isAnyTiledView($_self)">,
                          "tiled view">;
def TileAS_AsyncToken : TileAS_TypeIs<"AsyncTokenType", "async token">,
    BuildableType<"::tessera::tileas::AsyncTokenType::get($_builder.getContext())">;
def TileAS_AsyncValue : TileAS_TypeIs<"AsyncValueType", "async value">;
def TileAS_ProducerToken
    : TileAS_TypeIs<"PipelineProducerTokenType", "pipeline producer token">,
      BuildableType<"::tessera::tileas::PipelineProducerTokenType::get($_builder.getContext())">;
def TileAS_ConsumerToken
    : TileAS_TypeIs<"PipelineConsumerTokenType", "pipeline consumer token">,
      BuildableType<"::tessera::tileas::PipelineConsumerTokenType::get($_builder.getContext())">;
def TileAS_Iterator : TileAS_TypeIs<"PipelineIteratorType", "pipeline iterator">;
def TileAS_TensorMemory : TileAS_TypeIs<"TensorMemoryType", "tensor memory">,
    BuildableType<"::tessera::tileas::TensorMemoryType::get($_builder.getContext())">;
def TileAS_TmaDesc : TileAS_TypeIs<"TmaDescType", "TMA descriptor">,
    BuildableType<"::tessera::tileas::TmaDescType::get($_builder.getContext())">;

/// What orders accesses: a memory token or an async token.
def TileAS_Token : Type<Or<[TileAA_MemToken.predicate, TileAS_AsyncToken.predicate]>,
                        "memory token or async token">;
/// A tile or storage of tiles.
def TileAS_TileOrView : Type<Or<[TileAA_Tile.predicate, TileAS_AnyView.predicate]>,
                             "tile or tiled view">;

/// A factor of a product: a tile, or storage in shared memory that the product
/// reads where it is.
def TileAS_Factor : Type<Or<[
    TileAA_NumberTensor.predicate,
    CPred<"::tessera::tileas::isSharedView($_self)">]>,
    "tensor of numbers or tiled view in shared memory">;

/// A left factor of tcgen05, which may be in tensor memory.
def TileAS_TensorFactor : Type<Or<[
    TileAS_Factor.predicate,
    CPred<"::tessera::tileas::isTensorView($_self)">]>,
    "tensor of numbers or tiled view in shared or tensor memory">;

#endif // TESSERA_DIALECT_TILEAS_IR_OPBASE_TD
