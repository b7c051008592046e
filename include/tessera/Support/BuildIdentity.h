//===- Support/BuildIdentity.h - which build of Tessera this is ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two builds that may compile differently must never share cache entries, even
// when nobody changed the version number.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_BUILDIDENTITY_H
#define TESSERA_SUPPORT_BUILDIDENTITY_H

#include <string>

namespace tessera {

/// "0.1.0".
std::string versionNumber();

/// Version, LLVM's version and the linker's build id (a hash of the code) of
/// the program or shared library that this function is part of.
std::string buildIdentity();

} // namespace tessera

#endif // TESSERA_SUPPORT_BUILDIDENTITY_H
