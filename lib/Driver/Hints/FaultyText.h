//===- Driver/Hints/FaultyText.h - a text with an error --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser does not say what it had understood so far. Rules read the text
// again, with these functions.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_HINTS_FAULTYTEXT_H
#define TESSERA_LIB_DRIVER_HINTS_FAULTYTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace tessera::driver {

/// An error in a text, for the rules that know what may have been meant.
struct FaultyText {
  mlir::MLIRContext *context;
  llvm::StringRef text;
  llvm::StringRef message;
  /// From 1 on, as in the message.
  unsigned line = 0, column = 0;

  llvm::StringRef lineText() const;
  /// What stands at the error and behind it, to the end of the line.
  llvm::StringRef rest() const;
  /// What stands in front of it in the line.
  llvm::StringRef before() const;
};

/// The characters of names of values and ops.
bool isNameChar(char c);
/// The name that `text` begins with.
llvm::StringRef takeName(llvm::StringRef text);
/// What stands between the first two single quotes behind `marker`.
llvm::StringRef quotedAfter(llvm::StringRef message, llvm::StringRef marker);
/// "did you mean 'addf'?", or nothing.
std::string suggestion(llvm::StringRef name,
                       llvm::ArrayRef<llvm::StringRef> known);
/// Whether the language has an op of this name.
bool isOp(const FaultyText &fault, llvm::StringRef name);

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_HINTS_FAULTYTEXT_H
