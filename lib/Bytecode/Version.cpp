//===- Bytecode/Version.cpp - bytecode versions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists the known versions, and reads the version of a file and of an option.
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Version.h"

#include "llvm/ADT/STLExtras.h"

using namespace tessera::bytecode;

static constexpr Version kSupported[] = {kVersion13_1, kVersion13_2,
                                         kVersion13_3, kVersion13_4};

std::string Version::str() const {
  return std::to_string(major) + "." + std::to_string(minor);
}

llvm::ArrayRef<Version> tessera::bytecode::getSupportedVersions() {
  return kSupported;
}

bool tessera::bytecode::isSupported(Version version) {
  return llvm::is_contained(kSupported, version);
}

std::optional<Version> tessera::bytecode::parseVersion(llvm::StringRef text) {
  for (Version version : kSupported)
    if (version.str() == text)
      return version;
  return std::nullopt;
}

bool tessera::bytecode::isBytecode(llvm::StringRef buffer) {
  // Four bytes tell: no text starts so, and a cut-off file is still ours.
  llvm::StringRef magic(reinterpret_cast<const char *>(kMagic), sizeof(kMagic));
  return buffer.size() >= 4 && magic.starts_with(buffer.take_front(8));
}

std::optional<Version> tessera::bytecode::getVersion(llvm::StringRef buffer) {
  if (!isBytecode(buffer) || buffer.size() < 10)
    return std::nullopt;
  Version version{static_cast<uint8_t>(buffer[8]),
                  static_cast<uint8_t>(buffer[9])};
  if (!isSupported(version))
    return std::nullopt;
  return version;
}
