//===- Bytecode/Reader/Sections.cpp - container framing -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the header and the frames of sections, and checks which sections a
// file has.
//
//===----------------------------------------------------------------------===//

#include "Sections.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::bytecode;

static LogicalResult readHeader(Cursor &cursor, Version &version) {
  cursor.heading("header");
  for (unsigned char expected : kMagic) {
    uint8_t byte;
    cursor.label("magic");
    if (failed(cursor.readByte(byte)))
      return failure();
    if (byte != expected)
      return cursor.errorAt(cursor.getOffset() - 1)
             << "expected the magic number of Tile IR bytecode";
  }
  uint16_t tag; // a patch level: any value is fine
  cursor.label("major version");
  if (failed(cursor.readByte(version.major)))
    return failure();
  cursor.label("minor version");
  if (failed(cursor.readByte(version.minor)))
    return failure();
  cursor.label("version tag");
  if (failed(cursor.readFixed(tag)))
    return failure();
  if (isSupported(version))
    return success();
  // Clients that probe for the newest version look for the first words.
  InFlightDiagnostic diag = cursor.errorAt(8)
                            << "unsupported Tile IR bytecode version: "
                            << unsigned(version.major) << "."
                            << unsigned(version.minor) << ", expected one of ";
  llvm::interleaveComma(getSupportedVersions(), diag,
                        [&](Version known) { diag << known.str(); });
  return diag;
}

/// Reads alignment and padding of a section and takes its payload.
static FailureOr<Cursor> readPayload(ArrayRef<uint8_t> file, Location loc,
                                     Cursor &cursor, SectionId id,
                                     bool isAligned, uint64_t length,
                                     Trace *trace) {
  uint64_t alignment = 1;
  if (isAligned) {
    size_t begin = cursor.getOffset();
    cursor.label("section alignment");
    if (failed(cursor.readVarint(alignment)))
      return failure();
    if (!llvm::isPowerOf2_64(alignment)) {
      cursor.errorAt(begin)
          << "expected a section alignment that is a power of "
             "two, got "
          << alignment;
      return failure();
    }
    if (failed(cursor.alignFromStart(alignment)))
      return failure();
  }
  if (alignment % getRequiredAlignment(id) != 0) {
    cursor.error() << "expected the " << getSectionName(id)
                   << " section to be aligned to " << getRequiredAlignment(id)
                   << " bytes, got " << alignment;
    return failure();
  }
  size_t begin = cursor.getOffset();
  if (failed(cursor.skip(length, "a section payload")))
    return failure();
  return Cursor(file, begin, cursor.getOffset(), getSectionName(id), loc,
                trace);
}

FailureOr<SectionMap> tessera::bytecode::readSections(ArrayRef<uint8_t> file,
                                                      Location loc,
                                                      Trace *trace) {
  Cursor cursor(file, 0, file.size(), "header", loc, trace);
  SectionMap map;
  if (failed(readHeader(cursor, map.version)))
    return failure();
  while (true) {
    size_t begin = cursor.getOffset();
    uint8_t idAndFlag;
    cursor.heading("section");
    cursor.label("section id");
    if (failed(cursor.readByte(idAndFlag)))
      return failure();
    if (idAndFlag == static_cast<uint8_t>(SectionId::End))
      break;
    uint8_t raw = idAndFlag & ~kAlignedFlag;
    bool isKnown = raw != 0 && raw < kNumSections &&
                   (raw != static_cast<uint8_t>(SectionId::Producer) ||
                    map.version >= kVersion13_3);
    if (!isKnown) {
      cursor.errorAt(begin)
          << "expected a section of version " << map.version.str()
          << ", got id " << unsigned(raw);
      return failure();
    }
    auto id = static_cast<SectionId>(raw);
    uint64_t length;
    cursor.describe(getSectionName(id) +
                    (idAndFlag & kAlignedFlag ? ", aligned" : ""));
    cursor.label("section length");
    if (failed(cursor.readVarint(length)))
      return failure();
    if (map[id]) {
      cursor.errorAt(begin) << "expected one " << getSectionName(id)
                            << " section, got a second one";
      return failure();
    }
    FailureOr<Cursor> payload = readPayload(
        file, loc, cursor, id, idAndFlag & kAlignedFlag, length, trace);
    if (failed(payload))
      return failure();
    map.payloads[raw] = *payload;
  }
  if (failed(cursor.expectEnd("the file after its end marker")))
    return failure();
  for (SectionId id : {SectionId::String, SectionId::Func})
    if (!map[id]) {
      cursor.error() << "expected a " << getSectionName(id)
                     << " section, got none";
      return failure();
    }
  return map;
}
