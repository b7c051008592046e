//===- Driver/FileKind.cpp - files that were given to the wrong command ---===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at the first bytes, and for text at what stands behind comments.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/FileKind.h"
#include "tessera/Bytecode/Version.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

/// PTX begins with its version, behind comments.
static bool looksLikePtx(StringRef text) {
  while (true) {
    text = text.ltrim();
    if (text.starts_with("//"))
      text = text.split('\n').second;
    else if (text.starts_with("/*"))
      text = text.split("*/").second;
    else
      return text.starts_with(".version");
  }
}

FileKind driver::guessFileKind(StringRef bytes) {
  if (bytecode::isBytecode(bytes))
    return FileKind::TileIrBytecode;
  if (bytes.starts_with("ML\xefR"))
    return FileKind::MlirBytecode;
  if (bytes.starts_with("\x93NUMPY"))
    return FileKind::Array;
  if (bytes.starts_with("\x7f"
                        "ELF"))
    return FileKind::Object;
  if (looksLikePtx(bytes))
    return FileKind::Ptx;
  if (bytes.contains("//! thread"))
    return FileKind::Litmus;
  if (bytes.contains(cuda_tile::ModuleOp::getOperationName()))
    return FileKind::TileIrText;
  return FileKind::Unknown;
}

StringRef driver::describeFileKind(FileKind kind) {
  switch (kind) {
  case FileKind::Unknown:
    return "";
  case FileKind::TileIrText:
  case FileKind::TileIrBytecode:
    return "Tile IR: 'tessera run' runs it, 'tessera compile' compiles it";
  case FileKind::MlirBytecode:
    return "MLIR bytecode, which no command reads";
  case FileKind::Litmus:
    return "a litmus test: 'tessera litmus' judges it";
  case FileKind::Ptx:
    return "PTX: 'tessera emulate' runs it, 'tessera ptx' checks it";
  case FileKind::Array:
    return "an array: the kernel comes first, arrays follow it";
  case FileKind::Object:
    return "compiled code";
  }
  return "";
}
