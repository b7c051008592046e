//===- Bytecode/Reader/WarmVerifier.cpp - verifying while reading -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the steps of mlir::verify, those about single ops and their regions are
// done here. The others hold for whatever the reader builds, as it checks them
// on the bytes: operands are values that dominate the op (OperationReader knows
// no others), blocks end in their only terminator and have no successors, and
// attributes are those of the op table.
//
//===----------------------------------------------------------------------===//

#include "WarmVerifier.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OpDefinition.h"

#include <cstring>

using namespace mlir;
using namespace tessera::bytecode;

bool WarmVerifier::isRight(Operation *op) {
  bool isSilent = true;
  ScopedDiagnosticHandler handler(op->getContext(), [&](Diagnostic &) {
    isSilent = false;
    return success();
  });
  return verify(*op) && isSilent;
}

/// True if the ops differ in nothing that rules of an element-wise op look at:
/// name, types and attributes. Attributes are unique, so their bytes tell.
static bool areAlike(Operation &a, Operation &b) {
  return a.getName() == b.getName() &&
         a.getNumOperands() == b.getNumOperands() &&
         llvm::equal(a.getOperandTypes(), b.getOperandTypes()) &&
         llvm::equal(a.getResultTypes(), b.getResultTypes()) &&
         std::memcmp(a.getPropertiesStorageUnsafe().as<const char *>(),
                     b.getPropertiesStorageUnsafe().as<const char *>(),
                     a.getPropertiesStorageSize()) == 0;
}

Operation *&WarmVerifier::getModel(Operation &op) {
  auto hash = reinterpret_cast<uintptr_t>(op.getName().getAsOpaquePointer());
  auto mix = [&](Type type) {
    hash = hash * 31 + reinterpret_cast<uintptr_t>(type.getAsOpaquePointer());
  };
  if (op.getNumOperands() != 0)
    mix(op.getOperand(0).getType());
  if (op.getNumResults() != 0)
    mix(op.getResult(0).getType());
  // Names and types are aligned: their low bits say nothing.
  return models[(hash >> 4 ^ hash >> 12) % models.size()];
}

// Recurses as deep as regions nest, which the reader limits.
bool WarmVerifier::verify(Operation &op) {
  Operation **model = nullptr;
  if (op.getNumRegions() == 0) {
    model = &getModel(op);
    if (*model && areAlike(**model, op))
      return true;
  }
  OperationName name = op.getName();
  if (failed(name.verifyInvariants(&op)))
    return false;
  for (Region &region : op.getRegions())
    for (Operation &nested : region.getOps())
      if (!verify(nested))
        return false;
  if (failed(name.verifyRegionInvariants(&op)))
    return false;
  // Rules of other ops may look further, at what an operand is defined by.
  if (model && name.hasTrait<OpTrait::Elementwise>())
    *model = &op;
  return true;
}
