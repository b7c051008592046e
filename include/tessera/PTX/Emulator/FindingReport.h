//===- PTX/Emulator/FindingReport.h - findings for programs -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings as the diagnostics that a DiagnosticReport writes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_FINDINGREPORT_H
#define TESSERA_PTX_EMULATOR_FINDINGREPORT_H

#include "tessera/PTX/Emulator/Finding.h"
#include "tessera/Support/DiagnosticReport.h"

namespace tessera::ptx::emu {

/// The place is the line of the source where the PTX names one, with a note at
/// the instruction in `file`; else it is the instruction. Kernel, count and,
/// where they are known, block, thread (three numbers each) and address are
/// properties.
ReportedDiagnostic reportedFinding(llvm::StringRef file,
                                   const Finding &finding);

/// "kernel k, block (..), thread (..), ...": what is known besides kind and
/// message. The instruction in `file` is among it if the place of the finding
/// is a line of the source.
std::string findingDetails(const Finding &finding, llvm::StringRef file);

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_FINDINGREPORT_H
