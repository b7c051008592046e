//===- Support/WordStream.h - words and strings as bytes --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Little-endian 64-bit words and length-prefixed strings: the form in which
// compiled modules travel. The standard library only, because the runtime of
// ahead-of-time code uses it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_WORDSTREAM_H
#define TESSERA_SUPPORT_WORDSTREAM_H

#include <cstdint>
#include <string>
#include <string_view>

namespace tessera {

inline void putWord(std::string &out, uint64_t value) {
  for (int i = 0; i < 8; ++i)
    out += static_cast<char>(value >> (8 * i));
}

inline void putString(std::string &out, std::string_view text) {
  putWord(out, text.size());
  out += text;
}

/// Takes words and strings off the front; once something is missing every
/// later read fails too.
struct WordCursor {
  std::string_view rest;
  bool ok = true;

  uint64_t word() {
    if (rest.size() < 8) {
      ok = false;
      return 0;
    }
    uint64_t value = 0;
    for (int i = 0; i < 8; ++i)
      value |= uint64_t(static_cast<unsigned char>(rest[i])) << (8 * i);
    rest.remove_prefix(8);
    return value;
  }
  std::string string() {
    uint64_t size = word();
    if (!ok || size > rest.size()) {
      ok = false;
      return {};
    }
    std::string text(rest.substr(0, size));
    rest.remove_prefix(size);
    return text;
  }
};

} // namespace tessera

#endif // TESSERA_SUPPORT_WORDSTREAM_H
