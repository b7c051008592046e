//===- Driver/Hints/FaultyText.cpp - a text with an error ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines, names and quotations of a text and of the message about it.
//
//===----------------------------------------------------------------------===//

#include "FaultyText.h"

#include "tessera/Support/NearestName.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

StringRef FaultyText::lineText() const {
  StringRef rest = text;
  for (unsigned i = 1; i < line; ++i)
    rest = rest.split('\n').second;
  return rest.split('\n').first;
}

StringRef FaultyText::rest() const {
  StringRef all = lineText();
  return all.drop_front(std::min<size_t>(column ? column - 1 : 0, all.size()));
}

StringRef FaultyText::before() const {
  return lineText().take_front(column ? column - 1 : 0);
}

bool driver::isNameChar(char c) {
  return isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

StringRef driver::takeName(StringRef text) {
  return text.take_while(isNameChar);
}

StringRef driver::quotedAfter(StringRef message, StringRef marker) {
  size_t at = message.find(marker);
  if (at == StringRef::npos)
    return {};
  StringRef rest = message.drop_front(at + marker.size());
  return rest.split('\'').second.split('\'').first;
}

std::string driver::suggestion(StringRef name, ArrayRef<StringRef> known) {
  return StringRef(didYouMean(name, known)).ltrim(": ").str();
}

bool driver::isOp(const FaultyText &fault, StringRef name) {
  return mlir::RegisteredOperationName::lookup(("cuda_tile." + name).str(),
                                               fault.context)
      .has_value();
}
