//===- Bytecode/RejectionCases.h - one damaged container a rule -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of damaged containers, one file a group of rules of bytecode.md
// section 17. RejectionTest.cpp reads each one and lists the rules.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_BYTECODE_REJECTIONCASES_H
#define TESSERA_UNITTESTS_BYTECODE_REJECTIONCASES_H

#include "ContainerBuilder.h"

#include "llvm/ADT/ArrayRef.h"

namespace tessera::bytecode::test {

/// `damage` breaks one rule in a valid container and marks the byte at which
/// the error must be. Section and reason are those of the diagnostic, in full.
struct Rejection {
  const char *rule; ///< as bytecode.md section 17 numbers it
  const char *name;
  const char *section;
  const char *reason;
  void (*damage)(Container &c);
};

llvm::ArrayRef<Rejection> getFramingRejections();   ///< H, S
llvm::ArrayRef<Rejection> getPrimitiveRejections(); ///< P
llvm::ArrayRef<Rejection> getTableRejections();     ///< T
llvm::ArrayRef<Rejection> getTypeRejections();      ///< Y
llvm::ArrayRef<Rejection> getSymbolRejections();    ///< C, G, F
llvm::ArrayRef<Rejection> getOperationRejections(); ///< O, R
llvm::ArrayRef<Rejection> getAttributeRejections(); ///< A, D

} // namespace tessera::bytecode::test

#endif // TESSERA_UNITTESTS_BYTECODE_REJECTIONCASES_H
