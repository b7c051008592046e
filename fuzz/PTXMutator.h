//===- fuzz/PTXMutator.h - mutations of PTX programs ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes one thing of a program in a way that leaves most programs valid, so
// that the fuzzer gets past the verifier: whole statements, registers for
// registers, numbers for numbers, modifiers for modifiers.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_PTXMUTATOR_H
#define TESSERA_FUZZ_PTXMUTATOR_H

#include "TextMutator.h"

namespace tessera::fuzz {

/// `text` with one to three changes.
std::string mutatePTX(std::string_view text, Random &random);

/// `first` with some statements of `second` put in.
std::string splicePTX(std::string_view first, std::string_view second,
                      Random &random);

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_PTXMUTATOR_H
