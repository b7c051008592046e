//===- PTX/Emulator/FindingReport.h - findings for programs -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings in forms that other programs read: JSON of our own, and SARIF 2.1.0
// (an OASIS standard), which editors and code hosts show beside the source.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_FINDINGREPORT_H
#define TESSERA_PTX_EMULATOR_FINDINGREPORT_H

#include "tessera/PTX/Emulator/Finding.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera::ptx::emu {

/// An array of objects: file (the PTX), line, column, kind, message, kernel,
/// count and, where they are known, source ("file.cu:12"), block, thread (three
/// numbers each) and address.
void writeFindingsAsJson(llvm::raw_ostream &os, llvm::StringRef file,
                         llvm::ArrayRef<Finding> findings);

/// A log with one run. A result's location is the line of the source where the
/// PTX names one, and the line of PTX is related to it; else it is the line of
/// PTX. Kernel, block, thread and address are among its properties.
void writeFindingsAsSarif(llvm::raw_ostream &os, llvm::StringRef file,
                          llvm::ArrayRef<Finding> findings);

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_FINDINGREPORT_H
