//===- TileASToNVVM/DeviceCall.h - calls of the device library -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// External functions: those of Codegen/NVPTX/Device, which code generation
// links, and those that every CUDA driver provides.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_DEVICECALL_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_DEVICECALL_H

#include "Emitter.h"

namespace tessera::gpu {

/// The result of calling `name`, which is declared if need be; null `type`: no
/// result.
mlir::Value callExternal(Emitter &e, llvm::StringRef name, mlir::Type type,
                         mlir::ValueRange operands);

/// `__tessera_NAME`.
mlir::Value callDevice(Emitter &e, const llvm::Twine &name, mlir::Type type,
                       mlir::ValueRange operands);

/// A float of at most 32 bits as f32; exact.
mlir::Value toF32(Emitter &e, mlir::Value value, mlir::Type element);
/// The same for f64 and narrower ones, as f64.
mlir::Value toF64(Emitter &e, mlir::Value value, mlir::Type element);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_DEVICECALL_H
