//===- fuzz/BytecodeMutator.h - mutations that keep the framing -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A changed byte of a container nearly always breaks a length or an offset
// table, and the reader stops there. These mutations take the file apart,
// change one part and write it with right lengths, so that types, attributes,
// constants and function bodies are reached.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_BYTECODEMUTATOR_H
#define TESSERA_FUZZ_BYTECODEMUTATOR_H

#include "TextMutator.h"

#include <functional>

namespace tessera::fuzz {

/// Changes bytes in any way; libFuzzer's own mutations when it runs.
using ByteMutator = std::function<std::string(std::string bytes)>;

/// `file` with one to three mutations applied. Bytes that are no container are
/// handed to `mutateBytes`.
std::string mutateBytecode(std::string_view file, Random &random,
                           const ByteMutator &mutateBytes);

/// `first` with one section, table item or function body taken from `second`.
std::string spliceBytecode(std::string_view first, std::string_view second,
                           Random &random);

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_BYTECODEMUTATOR_H
