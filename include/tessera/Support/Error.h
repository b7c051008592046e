//===- Support/Error.h - one-line errors ------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How library code outside the IR reports failure: an llvm::Error that holds
// one line of text, lower-case and without a full stop, ready to be printed
// after "tessera: error: ". Failures that have a source location are MLIR
// diagnostics instead.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_ERROR_H
#define TESSERA_SUPPORT_ERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <system_error>

namespace tessera {

/// Returns an error whose message is `message`. Control characters in it (file
/// names are arbitrary bytes) are escaped, so that it prints as one line.
llvm::Error makeError(const llvm::Twine &message);

/// Returns an error "cannot VERB 'PATH': reason", the reason being the text of
/// `code` in lower case.
llvm::Error makeFileError(llvm::StringRef verb, llvm::StringRef path,
                          std::error_code code);

/// Consumes `error` and returns its text with `prefix` in front.
llvm::Error prefixError(const llvm::Twine &prefix, llvm::Error error);

} // namespace tessera

#endif // TESSERA_SUPPORT_ERROR_H
