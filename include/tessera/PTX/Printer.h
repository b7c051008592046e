//===- PTX/Printer.h - tree to PTX text ---------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The canonical layout: parse(print(module)) == module for every module that
// the parser made.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_PRINTER_H
#define TESSERA_PTX_PRINTER_H

#include "tessera/PTX/AST.h"

#include "llvm/Support/raw_ostream.h"

namespace tessera::ptx {

void print(const Module &module, llvm::raw_ostream &os);
void print(const Instruction &instruction, llvm::raw_ostream &os);
void print(const Operand &operand, llvm::raw_ostream &os);

} // namespace tessera::ptx

#endif // TESSERA_PTX_PRINTER_H
