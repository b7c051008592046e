//===- TileAAToTileAS/Passes.td - layouts for tiles -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_TD
#define TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileAAToTileASPass
    : Pass<"convert-tileaa-to-tileas", "::mlir::ModuleOp"> {
  let summary = "Give every tile a layout and every access its nv_tileas op";
  let description = [{
    Decides the number of warps of each kernel (`nv_tileas.num_warps`), writes
    products as what the target multiplies, assigns a layout to every tile,
    inserts `nv_tileas.convert_layout` where layouts meet, and replaces accesses,
    products and collectives by their nv_tileas ops. The number of conversions
    that remain is the function's attribute `nv_tileas.num_conversions`, the
    module gets `nv_tileas.target`. Functions that are no kernels are dropped.

    Docs: docs/gpu-road.md.
  }];
  let options = [
    Option<"targetName", "target", "std::string", /*default=*/"\"sm_80\"",
           "GPU to generate code for">,
    Option<"numWarps", "num-warps", "unsigned", /*default=*/"0",
           "Warps of every kernel; 0: by hint and tile size">
  ];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::tessera::tileaa::TileAADialect"];
}

#endif // TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_TD
