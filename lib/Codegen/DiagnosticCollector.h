//===- Codegen/DiagnosticCollector.h - what LLVM has to say -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM reports errors of its back ends to the context's handler.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_DIAGNOSTICCOLLECTOR_H
#define TESSERA_LIB_CODEGEN_DIAGNOSTICCOLLECTOR_H

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace tessera {

/// Collects the errors that LLVM reports while it works on one module.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(llvm::LLVMContext &context) {
    context.setDiagnosticHandlerCallBack(handle, this);
  }
  DiagnosticCollector(const DiagnosticCollector &) = delete;
  DiagnosticCollector &operator=(const DiagnosticCollector &) = delete;

  /// Keeps `info` if it is an error.
  void add(const llvm::DiagnosticInfo &info) {
    if (info.getSeverity() != llvm::DS_Error)
      return;
    llvm::raw_string_ostream os(errors);
    llvm::DiagnosticPrinterRawOStream printer(os);
    if (!errors.empty())
      os << "; ";
    info.print(printer);
  }

  std::string errors;

private:
  static void handle(const llvm::DiagnosticInfo *info, void *self) {
    static_cast<DiagnosticCollector *>(self)->add(*info);
  }
};

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_DIAGNOSTICCOLLECTOR_H
