//===- Support/Error.cpp - one-line errors ----------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the errors of Support/Error.h. The only decision here is that a
// message is always one printable line, whatever bytes a file name or a header
// contributed to it.
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Error.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

/// Escapes control characters; bytes above 0x7f stay, for UTF-8 file names.
static std::string escapeControls(StringRef text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (char c : text) {
    unsigned char byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      escaped += c;
      continue;
    }
    escaped += "\\x";
    escaped += hexdigit(byte >> 4, /*LowerCase=*/true);
    escaped += hexdigit(byte & 15, /*LowerCase=*/true);
  }
  return escaped;
}

Error tessera::makeError(const Twine &message) {
  SmallString<128> storage;
  return createStringError(inconvertibleErrorCode(),
                           escapeControls(message.toStringRef(storage)));
}

Error tessera::makeFileError(StringRef verb, StringRef path,
                             std::error_code code) {
  return makeError("cannot " + verb + " '" + path +
                   "': " + StringRef(code.message()).lower());
}

Error tessera::prefixError(const Twine &prefix, Error error) {
  return makeError(prefix + toString(std::move(error)));
}
