//===- tessera/Target/SymbolName.h - names in object files ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile IR takes any text as the name of an entry or a global. PTX and object
// files do not, so compiled code has symbols from which the names can be told.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_SYMBOLNAME_H
#define TESSERA_TARGET_SYMBOLNAME_H

#include <string>
#include <string_view>

namespace tessera {

/// The symbol that compiled code has for `name`. An identifier of C is its own
/// symbol, except for those that compiled code itself needs. The symbol of any
/// other text is `_$` and the text, in which `$` and two hexadecimal digits
/// stand for each byte that is neither a letter, a digit nor an underscore.
std::string objectSymbol(std::string_view name);

/// The same for code of CPUs, which calls functions of the C library that no
/// program names: those have other symbols there.
std::string hostSymbol(std::string_view name);

/// The name whose symbol is `symbol`; `symbol` itself if none has it.
std::string nameOfSymbol(std::string_view symbol);

} // namespace tessera

#endif // TESSERA_TARGET_SYMBOLNAME_H
