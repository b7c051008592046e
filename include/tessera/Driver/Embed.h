//===- Driver/Embed.h - the C++ interface, which is not stable --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program needs that is built with Tessera's C++ libraries: a file
// becomes a verified module in a Session, a module becomes code for a CPU or
// PTX.
//
// None of the headers in tessera/ is stable. Every version may change each of
// them, they are of one version of LLVM, and they need its flags: no
// exceptions, no RTTI. A program that wants to be linked with a later Tessera
// uses tessera-c/Tessera.h, from which nothing is taken away.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_EMBED_H
#define TESSERA_DRIVER_EMBED_H

#include "tessera/Driver/CpuCompile.h"
#include "tessera/Driver/GpuCompile.h"
#include "tessera/Driver/Session.h"

#endif // TESSERA_DRIVER_EMBED_H
