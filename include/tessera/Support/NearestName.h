//===- Support/NearestName.h - what a misspelt name meant -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For errors about names that do not exist.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_NEARESTNAME_H
#define TESSERA_SUPPORT_NEARESTNAME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace tessera {

/// The name among `known` that `name` is probably a misspelling of; empty:
/// none. Of equally near ones, that which begins alike, then the last.
std::string findNearestName(llvm::StringRef name,
                            llvm::ArrayRef<llvm::StringRef> known);

/// ": did you mean 'sm_90a'?", for the end of an error, or nothing.
std::string didYouMean(llvm::StringRef name,
                       llvm::ArrayRef<llvm::StringRef> known);
std::string didYouMean(llvm::StringRef name, llvm::ArrayRef<std::string> known);

} // namespace tessera

#endif // TESSERA_SUPPORT_NEARESTNAME_H
