//===- CudaTile/IR/CudaTileEnums.td - enumerations (core.md 3.1) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numeric values are the bytecode values and never change. Memory ordering,
// scope and atomic mode are bare i32 enums (they print as `1 : i32` in the
// generic form); the others are dialect attributes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_CUDATILEENUMS_TD
#define TESSERA_DIALECT_CUDATILE_IR_CUDATILEENUMS_TD

include "mlir/IR/EnumAttr.td"
include "tessera/Dialect/CudaTile/IR/CudaTileDialect.td"

class CudaTile_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tessera::cuda_tile";
  let genSpecializedAttr = 0;
}

/// An enum whose attribute prints as `#cuda_tile.mnemonic<keyword>`.
class CudaTile_EnumAttr<EnumInfo info, string mnemonic>
    : EnumAttr<CudaTile_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

class CudaTile_PlainEnumAttr<string name, string summary,
                             list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tessera::cuda_tile";
}

def CudaTile_Signedness : CudaTile_Enum<"Signedness", "integer signedness", [
  I32EnumAttrCase<"Unsigned", 0, "unsigned">,
  I32EnumAttrCase<"Signed", 1, "signed">]>;
def CudaTile_SignednessAttr : CudaTile_EnumAttr<CudaTile_Signedness, "signedness">;

def CudaTile_IntegerOverflow : CudaTile_Enum<"IntegerOverflow", "promise about integer overflow", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"NoSignedWrap", 1, "no_signed_wrap">,
  I32EnumAttrCase<"NoUnsignedWrap", 2, "no_unsigned_wrap">,
  I32EnumAttrCase<"NoWrap", 3, "no_wrap">]>;
def CudaTile_IntegerOverflowAttr : CudaTile_EnumAttr<CudaTile_IntegerOverflow, "overflow">;

def CudaTile_RoundingMode : CudaTile_Enum<"RoundingMode", "rounding mode", [
  I32EnumAttrCase<"NearestEven", 0, "nearest_even">,
  I32EnumAttrCase<"Zero", 1, "zero">,
  I32EnumAttrCase<"NegativeInf", 2, "negative_inf">,
  I32EnumAttrCase<"PositiveInf", 3, "positive_inf">,
  I32EnumAttrCase<"Approx", 4, "approx">,
  I32EnumAttrCase<"Full", 5, "full">,
  I32EnumAttrCase<"NearestIntToZero", 6, "nearest_int_to_zero">,
  I32EnumAttrCase<"NearestAway", 7, "nearest_away">]>;
def CudaTile_RoundingModeAttr : CudaTile_EnumAttr<CudaTile_RoundingMode, "rounding">;

def CudaTile_ComparisonPredicate : CudaTile_Enum<"ComparisonPredicate", "comparison predicate", [
  I32EnumAttrCase<"Equal", 0, "equal">,
  I32EnumAttrCase<"NotEqual", 1, "not_equal">,
  I32EnumAttrCase<"LessThan", 2, "less_than">,
  I32EnumAttrCase<"LessThanOrEqual", 3, "less_than_or_equal">,
  I32EnumAttrCase<"GreaterThan", 4, "greater_than">,
  I32EnumAttrCase<"GreaterThanOrEqual", 5, "greater_than_or_equal">]>;
def CudaTile_ComparisonPredicateAttr
    : CudaTile_EnumAttr<CudaTile_ComparisonPredicate, "comparison_predicate">;

def CudaTile_ComparisonOrdering : CudaTile_Enum<"ComparisonOrdering", "result of a comparison with NaN", [
  I32EnumAttrCase<"Unordered", 0, "unordered">,
  I32EnumAttrCase<"Ordered", 1, "ordered">]>;
def CudaTile_ComparisonOrderingAttr
    : CudaTile_EnumAttr<CudaTile_ComparisonOrdering, "comparison_ordering">;

def CudaTile_SymbolVisibility : CudaTile_Enum<"SymbolVisibility", "who can see a global", [
  I32EnumAttrCase<"Public", 0, "public">,
  I32EnumAttrCase<"Private", 1, "private">]>;
def CudaTile_SymbolVisibilityAttr
    : CudaTile_EnumAttr<CudaTile_SymbolVisibility, "symbol_visibility">;

def CudaTile_PaddingValue : CudaTile_Enum<"PaddingValue", "value of out-of-bounds elements of a view load", [
  I32EnumAttrCase<"Zero", 0, "zero">,
  I32EnumAttrCase<"NegZero", 1, "neg_zero">,
  I32EnumAttrCase<"NaN", 2, "nan">,
  I32EnumAttrCase<"PosInf", 3, "pos_inf">,
  I32EnumAttrCase<"NegInf", 4, "neg_inf">]>;
/// Prints as `#cuda_tile<padding_value nan>`.
def CudaTile_PaddingValueAttr
    : EnumAttr<CudaTile_Dialect, CudaTile_PaddingValue, "padding_value">;

def CudaTile_MemoryOrderingSemanticsAttr : CudaTile_PlainEnumAttr<
    "MemoryOrderingSemantics", "memory ordering", [
  I32EnumAttrCase<"Weak", 0, "weak">,
  I32EnumAttrCase<"Relaxed", 1, "relaxed">,
  I32EnumAttrCase<"Acquire", 2, "acquire">,
  I32EnumAttrCase<"Release", 3, "release">,
  I32EnumAttrCase<"AcqRel", 4, "acq_rel">]>;

def CudaTile_MemoryScopeAttr : CudaTile_PlainEnumAttr<
    "MemoryScope", "set of threads a synchronising access is ordered with", [
  I32EnumAttrCase<"TileBlock", 0, "tl_blk">,
  I32EnumAttrCase<"Device", 1, "device">,
  I32EnumAttrCase<"System", 2, "sys">]>;

def CudaTile_AtomicRMWModeAttr : CudaTile_PlainEnumAttr<
    "AtomicRMWMode", "read-modify-write function", [
  I32EnumAttrCase<"And", 0, "and">,
  I32EnumAttrCase<"Or", 1, "or">,
  I32EnumAttrCase<"Xor", 2, "xor">,
  I32EnumAttrCase<"Add", 3, "add">,
  I32EnumAttrCase<"AddF", 4, "addf">,
  I32EnumAttrCase<"Max", 5, "max">,
  I32EnumAttrCase<"Min", 6, "min">,
  I32EnumAttrCase<"UMax", 7, "umax">,
  I32EnumAttrCase<"UMin", 8, "umin">,
  I32EnumAttrCase<"Xchg", 9, "xchg">]>;

#endif // TESSERA_DIALECT_CUDATILE_IR_CUDATILEENUMS_TD
