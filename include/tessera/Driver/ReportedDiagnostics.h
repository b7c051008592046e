//===- Driver/ReportedDiagnostics.h - MLIR's diagnostics as data -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From diagnostics of MLIR to those that a DiagnosticReport writes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_REPORTEDDIAGNOSTICS_H
#define TESSERA_DRIVER_REPORTEDDIAGNOSTICS_H

#include "tessera/Support/DiagnosticReport.h"

#include "mlir/IR/Diagnostics.h"

namespace tessera::driver {

/// The place is the first position of a file in the location. Findings and lint
/// warnings are emitted as `<< rule << ": ..."`, remarks as "[category] ...":
/// that word is the rule.
ReportedDiagnostic reportedDiagnostic(const mlir::Diagnostic &diagnostic);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_REPORTEDDIAGNOSTICS_H
