//===- Conversion/Elements/PaddingBits.h - padding values as bits -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a position outside a view's memory object reads.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_ELEMENTS_PADDINGBITS_H
#define TESSERA_CONVERSION_ELEMENTS_PADDINGBITS_H

#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.h"

namespace tessera::cpu {

/// The bits of a padding value in a format. Formats without the value take the
/// nearest they have, as the interpreter does.
uint64_t paddingBits(cuda_tile::PaddingValue padding, mlir::Type element);

} // namespace tessera::cpu

#endif // TESSERA_CONVERSION_ELEMENTS_PADDINGBITS_H
