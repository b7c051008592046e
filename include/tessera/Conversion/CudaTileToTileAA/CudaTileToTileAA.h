//===- Conversion/CudaTileToTileAA/CudaTileToTileAA.h - type converter and patterns -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of the conversion, for passes that convert more than one dialect at
// a time and for tests.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_CUDATILETOTILEAA_CUDATILETOTILEAA_H
#define TESSERA_CONVERSION_CUDATILETOTILEAA_CUDATILETOTILEAA_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Transforms/DialectConversion.h"

namespace tessera {

/// Types of cuda_tile as types of the level below:
///
///   tile<AxBxT>, tile<T>   tensor<AxBxT>, T
///   ptr<T>                 !nv_tileaa.ptr<T>
///   token                  !nv_tileaa.mem_token
///   tensor_view            !nv_tileaa.memref
///   partition_view, strided_view, gather_scatter_view   !nv_tileaa.tiled_view
///
/// Every other type stays, f8E5M3FNU among them: it has no builtin form.
class TileAATypeConverter : public mlir::TypeConverter {
public:
  TileAATypeConverter();
};

/// The elements of `value`, whose type is a tile, as an attribute of the
/// converted type: dense elements of a tensor, or one number for a 0-d tile.
mlir::TypedAttr convertElements(mlir::DenseElementsAttr value);

/// Patterns for all ops of cuda_tile except those `isStructured` names, and for
/// the scf and ub ops that structuring puts between them.
void populateCudaTileToTileAAPatterns(const mlir::TypeConverter &converter,
                                      mlir::RewritePatternSet &patterns);

/// What is legal after the conversion.
void configureTileAATarget(const mlir::TypeConverter &converter,
                           mlir::ConversionTarget &target);

/// Whether ops of this name are gone before patterns run, because
/// `structureControlFlow` makes scf ops of them.
bool isStructured(mlir::OperationName name);

} // namespace tessera

#endif // TESSERA_CONVERSION_CUDATILETOTILEAA_CUDATILETOTILEAA_H
