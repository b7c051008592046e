//===- Driver/FileKind.h - files that were given to the wrong command ---===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a file is, from its first bytes, for errors that say which command it is
// for.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_FILEKIND_H
#define TESSERA_DRIVER_FILEKIND_H

#include "llvm/ADT/StringRef.h"

namespace tessera::driver {

enum class FileKind : uint8_t {
  Unknown,
  TileIrText,
  TileIrBytecode,
  MlirBytecode,
  Litmus,
  Ptx,
  Array,
  Object,
};

/// A guess: nothing is parsed. Text is Tile IR if it names the dialect's
/// module.
FileKind guessFileKind(llvm::StringRef bytes);

/// "PTX: 'tessera emulate' runs it, 'tessera ptx' checks it"; empty for files
/// of no known kind.
llvm::StringRef describeFileKind(FileKind kind);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_FILEKIND_H
