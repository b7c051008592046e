//===- Bytecode/Extent.h - how long bytecode is -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A driver is handed an image as a bare pointer. The framing of bytecode tells
// where it ends.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BYTECODE_EXTENT_H
#define TESSERA_BYTECODE_EXTENT_H

#include <cstddef>
#include <optional>

namespace tessera::bytecode {

/// The number of bytes of the container that begins at `data`; nothing where no
/// container begins or its sections do not end within `limit` bytes. Reads only
/// the header, the frames of sections and the end marker, all of which must be
/// readable.
std::optional<size_t> measureBytecode(const void *data, size_t limit);

} // namespace tessera::bytecode

#endif // TESSERA_BYTECODE_EXTENT_H
