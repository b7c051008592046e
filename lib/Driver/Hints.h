//===- Driver/Hints.h - what to write instead -----------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors say what a rule expects. To who writes the language for the first time
// that is often not enough: a note then says what to write.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_HINTS_H
#define TESSERA_LIB_DRIVER_HINTS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

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

struct Hint {
  std::string text;
  /// Where it applies, if not at the error.
  std::optional<std::pair<unsigned, unsigned>> place;
};

/// What to write instead; nothing where no rule knows.
std::optional<Hint> findHint(const FaultyText &fault);

/// While it lives, errors about `text` get the note that findHint() knows.
class HintScope {
public:
  HintScope(mlir::MLIRContext *context, llvm::StringRef text);

private:
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_HINTS_H
