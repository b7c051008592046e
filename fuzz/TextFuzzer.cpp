//===- fuzz/TextFuzzer.cpp - the text reader must survive anything -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target: any text, by TextSession's rules.
//
//===----------------------------------------------------------------------===//

#include "TextMutator.h"
#include "TextSession.h"

#include <cstring>

using namespace tessera;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // MLIR wants a terminated buffer, which a copy into a string has.
  std::string text(reinterpret_cast<const char *>(data), size);
  fuzz::TextSession::next().check(text);
  return 0;
}

static size_t store(const std::string &text, uint8_t *data, size_t maxSize) {
  size_t size = std::min(text.size(), maxSize);
  std::memcpy(data, text.data(), size);
  return size;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  fuzz::Random random(seed);
  if (size == 0 || random.below(32) == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::string_view text(reinterpret_cast<char *>(data), size);
  return store(fuzz::mutateText(text, random), data, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first,
                                            size_t firstSize,
                                            const uint8_t *second,
                                            size_t secondSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  fuzz::Random random(seed);
  std::string_view a(reinterpret_cast<const char *>(first), firstSize);
  std::string_view b(reinterpret_cast<const char *>(second), secondSize);
  return store(fuzz::spliceTexts(a, b, random), out, maxSize);
}
