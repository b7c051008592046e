//===- tools/tessera/ExpectOptions.h - options that compare -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `--expect` and `--tol`, which `run` and `emulate` read the same way.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_EXPECTOPTIONS_H
#define TESSERA_TOOLS_TESSERA_EXPECTOPTIONS_H

#include "tessera/Driver/Run.h"
#include "tessera/Support/Error.h"

#include "llvm/Option/Arg.h"

namespace tessera::tool {

/// Appends what `expectations` (the values of `--expect`) say to `request`,
/// and sets its tolerance unless `tolerance` is null. The error names the
/// option.
template <typename Request>
llvm::Error parseExpectOptions(llvm::ArrayRef<std::string> expectations,
                               const llvm::opt::Arg *tolerance,
                               Request &request) {
  for (const std::string &text : expectations) {
    llvm::Expected<driver::Expectation> parsed =
        driver::Expectation::parse(text);
    if (!parsed)
      return prefixError("--expect: ", parsed.takeError());
    request.expectations.push_back(*parsed);
  }
  if (tolerance) {
    llvm::Expected<driver::Tolerance> parsed =
        driver::Tolerance::parse(tolerance->getValue());
    if (!parsed)
      return prefixError("--tol: ", parsed.takeError());
    request.tolerance = *parsed;
  }
  return llvm::Error::success();
}

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_EXPECTOPTIONS_H
