//===- CudaTile/IR/ExtensionEnums.td - enumerations of the older spellings -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Apart from CudaTileEnums.td, so that a change here rebuilds only the few files
// that know older spellings.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_EXTENSIONENUMS_TD
#define TESSERA_DIALECT_CUDATILE_IR_EXTENSIONENUMS_TD

include "mlir/IR/EnumAttr.td"

class CudaTile_ExtensionEnum<string name, string summary,
                             list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tessera::cuda_tile";
}

def CudaTile_CacheModeAttr : CudaTile_ExtensionEnum<
    "CacheMode", "cache mode of an older load or store", [
  I32EnumAttrCase<"Always", 0, "always">,
  I32EnumAttrCase<"Never", 1, "never">,
  I32EnumAttrCase<"Global", 2, "global">]>;

def CudaTile_OlderOrderingAttr : CudaTile_ExtensionEnum<
    "OlderOrdering", "memory ordering of an older atomic", [
  I32EnumAttrCase<"Relaxed", 0, "relaxed">,
  I32EnumAttrCase<"Acquire", 1, "acquire">,
  I32EnumAttrCase<"Release", 2, "release">,
  I32EnumAttrCase<"AcqRel", 3, "acq_rel">,
  I32EnumAttrCase<"SeqCst", 4, "seq_cst">]>;

#endif // TESSERA_DIALECT_CUDATILE_IR_EXTENSIONENUMS_TD
