//===- Bytecode/Version.h - bytecode versions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The versions of the `.tileirbc` container (bytecode.md sections 1 and 14).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BYTECODE_VERSION_H
#define TESSERA_BYTECODE_VERSION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace tessera::bytecode {

/// A (major, minor) pair; ordered. The file's third field, a patch tag, never
/// changes the layout and is not kept.
struct Version {
  uint8_t major = 13;
  uint8_t minor = 3;

  friend bool operator==(Version a, Version b) {
    return std::tie(a.major, a.minor) == std::tie(b.major, b.minor);
  }
  friend bool operator<(Version a, Version b) {
    return std::tie(a.major, a.minor) < std::tie(b.major, b.minor);
  }
  friend bool operator>=(Version a, Version b) { return !(a < b); }

  std::string str() const;
};

inline constexpr Version kVersion13_1{13, 1};
inline constexpr Version kVersion13_2{13, 2};
inline constexpr Version kVersion13_3{13, 3};
/// Provisional: the layout is known from one public writer only.
inline constexpr Version kVersion13_4{13, 4};
/// What the writer targets when nobody says otherwise.
inline constexpr Version kDefaultVersion = kVersion13_3;

/// Every version that can be read and written, oldest first.
llvm::ArrayRef<Version> getSupportedVersions();
bool isSupported(Version version);
/// Parses "13.3"; nothing for any other spelling or an unsupported version.
std::optional<Version> parseVersion(llvm::StringRef text);

/// The eight bytes every container starts with.
inline constexpr unsigned char kMagic[8] = {0x7F, 'T', 'i', 'l',
                                            'e',  'I', 'R', 0};
/// True if `buffer` starts like a container (it may still be malformed).
bool isBytecode(llvm::StringRef buffer);
/// The version of a container; nothing for other bytes and unknown versions.
std::optional<Version> getVersion(llvm::StringRef buffer);

} // namespace tessera::bytecode

#endif // TESSERA_BYTECODE_VERSION_H
