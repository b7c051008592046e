//===- TileAS/IR/TileASEnums.td - enumerations of this level -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TILEASENUMS_TD
#define TESSERA_DIALECT_TILEAS_IR_TILEASENUMS_TD

include "mlir/IR/EnumAttr.td"
include "tessera/Dialect/TileAS/IR/TileASDialect.td"

class TileAS_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tessera::tileas";
  let genSpecializedAttr = 0;
}

def TileAS_Strategy : TileAS_Enum<"Strategy", "way in which a kernel uses its target", [
  I32EnumAttrCase<"Fma", 0, "fma">,
  I32EnumAttrCase<"MmaSync", 1, "mma_sync">,
  I32EnumAttrCase<"Wgmma", 2, "wgmma">,
  I32EnumAttrCase<"WgmmaTma", 3, "wgmma_tma">,
  I32EnumAttrCase<"Tcgen05", 4, "tcgen05">,
  I32EnumAttrCase<"Tcgen05Tma", 5, "tcgen05_tma">,
  I32EnumAttrCase<"WgmmaSpecialised", 6, "wgmma_specialised">,
  I32EnumAttrCase<"Tcgen05Specialised", 7, "tcgen05_specialised">,
  I32EnumAttrCase<"MmaSyncTma", 8, "mma_sync_tma">,
  I32EnumAttrCase<"Tcgen05Pair", 9, "tcgen05_pair">,
  I32EnumAttrCase<"Tcgen05Persistent", 10, "tcgen05_persistent">,
  I32EnumAttrCase<"Tcgen05PairPersistent", 11, "tcgen05_pair_persistent">]>;

def TileAS_Resource : TileAS_Enum<"Resource", "what a kernel may need too much of", [
  I32EnumAttrCase<"SharedBytes", 0, "shared_bytes">,
  I32EnumAttrCase<"TensorColumns", 1, "tensor_columns">,
  I32EnumAttrCase<"TileElements", 2, "tile_elements">,
  I32EnumAttrCase<"IssuedProducts", 3, "issued_products">,
  I32EnumAttrCase<"Teams", 4, "teams">,
  I32EnumAttrCase<"Correction", 5, "correction">]>;

def TileAS_RoleKind : TileAS_Enum<"RoleKind", "work of the threads of one role", [
  I32EnumAttrCase<"All", 0, "all">,
  I32EnumAttrCase<"Producer", 1, "producer">,
  I32EnumAttrCase<"Consumer", 2, "consumer">,
  I32EnumAttrCase<"Epilogue", 3, "epilogue">,
  I32EnumAttrCase<"Issuer", 4, "issuer">,
  I32EnumAttrCase<"Correction", 5, "correction">]>;

def TileAS_MemSemantic : TileAS_Enum<"MemSemantic", "memory ordering", [
  I32EnumAttrCase<"Weak", 0, "weak">,
  I32EnumAttrCase<"Relaxed", 1, "relaxed">,
  I32EnumAttrCase<"Acquire", 2, "acquire">,
  I32EnumAttrCase<"Release", 3, "release">,
  I32EnumAttrCase<"AcquireRelease", 4, "acquire_release">]>;

def TileAS_MemScope : TileAS_Enum<"MemScope", "threads a synchronising access is ordered with", [
  I32EnumAttrCase<"TileBlock", 0, "tl_blk">,
  I32EnumAttrCase<"Cluster", 1, "cluster">,
  I32EnumAttrCase<"Gpu", 2, "gpu">,
  I32EnumAttrCase<"Sys", 3, "sys">]>;

def TileAS_BarrierScope : TileAS_Enum<"BarrierScope", "threads that a barrier joins", [
  I32EnumAttrCase<"Warp", 0, "warp">,
  I32EnumAttrCase<"Block", 1, "block">,
  I32EnumAttrCase<"Cluster", 2, "cluster">]>;

def TileAS_ShuffleMode : TileAS_Enum<"ShuffleMode", "lane that a shuffle reads", [
  I32EnumAttrCase<"Xor", 0, "xor">,
  I32EnumAttrCase<"Up", 1, "up">,
  I32EnumAttrCase<"Down", 2, "down">,
  I32EnumAttrCase<"Idx", 3, "idx">]>;

def TileAS_SwizzleMode : TileAS_Enum<"SwizzleMode", "swizzle of a shared-memory image", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"B32", 1, "32B">,
  I32EnumAttrCase<"B64", 2, "64B">,
  I32EnumAttrCase<"B128", 3, "128B">]>;

def TileAS_OobMode : TileAS_Enum<"OobMode", "what TMA reads out of bounds", [
  I32EnumAttrCase<"Zero", 0, "zero">,
  I32EnumAttrCase<"NaN", 1, "nan">,
  I32EnumAttrCase<"Constant", 2, "constant">]>;

def TileAS_Extremum : TileAS_Enum<"Extremum", "which extremum, of which numbers", [
  I32EnumAttrCase<"Max", 0, "max">,
  I32EnumAttrCase<"Min", 1, "min">,
  I32EnumAttrCase<"UMax", 2, "umax">,
  I32EnumAttrCase<"UMin", 3, "umin">]>;

/// The eviction priorities of PTX's ld and st.
def TileAS_CacheHint : TileAS_Enum<"CacheHint", "what the first-level cache is told of an access", [
  I32EnumAttrCase<"NoAllocate", 0, "no_allocate">,
  I32EnumAttrCase<"EvictFirst", 1, "evict_first">,
  I32EnumAttrCase<"EvictLast", 2, "evict_last">,
  I32EnumAttrCase<"EvictUnchanged", 3, "evict_unchanged">]>;

/// The closed family of `async.pipeline` ops, in the seed's order.
def TileAS_PipelineOp : TileAS_Enum<"PipelineOp", "op of an asynchronous pipeline", [
  I32EnumAttrCase<"CreatePipeline", 0, "create_pipeline">,
  I32EnumAttrCase<"ProduceOne", 1, "produce_one">,
  I32EnumAttrCase<"ProduceOneAsync", 2, "produce_one_async">,
  I32EnumAttrCase<"ConsumeOne", 3, "consume_one">,
  I32EnumAttrCase<"ConsumeOneAsync", 4, "consume_one_async">,
  I32EnumAttrCase<"ConsumerRead", 5, "consumer_read">,
  I32EnumAttrCase<"ProducerWrite", 6, "producer_write">,
  I32EnumAttrCase<"ProducerAcquire", 7, "producer_acquire">,
  I32EnumAttrCase<"ProducerCommit", 8, "producer_commit">,
  I32EnumAttrCase<"ConsumerWait", 9, "consumer_wait">,
  I32EnumAttrCase<"ConsumerRelease", 10, "consumer_release">,
  I32EnumAttrCase<"Yield", 11, "yield">,
  I32EnumAttrCase<"IncIter", 12, "inc_iter">,
  I32EnumAttrCase<"CreateIterator", 13, "create_iterator">,
  I32EnumAttrCase<"AgentSwitch", 14, "agent_switch">,
  I32EnumAttrCase<"Reserved", 15, "reserved">]>;

def TileAS_AtomKind : TileAS_Enum<"AtomKind", "instruction class of an operation", [
  I32EnumAttrCase<"Copy", 0, "copy">,
  I32EnumAttrCase<"CpAsync", 1, "cp_async">,
  I32EnumAttrCase<"LdMatrix", 2, "ldmatrix">,
  I32EnumAttrCase<"StMatrix", 3, "stmatrix">,
  I32EnumAttrCase<"Reduce", 4, "reduce">,
  I32EnumAttrCase<"TmaLoad", 5, "tma_load">,
  I32EnumAttrCase<"TmaStore", 6, "tma_store">,
  I32EnumAttrCase<"TmaReduce", 7, "tma_reduce">,
  I32EnumAttrCase<"TmaGather", 8, "tma_gather">,
  I32EnumAttrCase<"TmaScatter", 9, "tma_scatter">,
  I32EnumAttrCase<"Fma", 10, "fma">,
  I32EnumAttrCase<"Mma", 11, "mma">,
  I32EnumAttrCase<"Wgmma", 12, "wgmma">,
  I32EnumAttrCase<"Tcgen05", 13, "tcgen05">]>;

#endif // TESSERA_DIALECT_TILEAS_IR_TILEASENUMS_TD
