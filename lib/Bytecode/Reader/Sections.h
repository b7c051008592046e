//===- Bytecode/Reader/Sections.h - container framing -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the header of a file and the frames of its sections (bytecode.md
// sections 1 and 3), and gives each section as a range of bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_READER_SECTIONS_H
#define TESSERA_LIB_BYTECODE_READER_SECTIONS_H

#include "Cursor.h"

#include "../Wire.h"

#include "tessera/Bytecode/Version.h"

#include <array>
#include <optional>

namespace tessera::bytecode {

/// The payload of each section of a file, by id.
struct SectionMap {
  Version version;
  std::array<std::optional<Cursor>, kNumSections> payloads;

  const std::optional<Cursor> &operator[](SectionId id) const {
    return payloads[static_cast<size_t>(id)];
  }
};

/// Reads the header and walks all section headers (bytecode.md sections 1 and
/// 3). Sections may come in any order, each at most once.
mlir::FailureOr<SectionMap> readSections(llvm::ArrayRef<uint8_t> file,
                                         mlir::Location loc, Trace *trace);

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_READER_SECTIONS_H
