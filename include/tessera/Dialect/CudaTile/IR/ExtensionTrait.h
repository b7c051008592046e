//===- CudaTile/IR/ExtensionTrait.h - marks of older spellings --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How an operation in an older spelling (docs/older-spellings.md) is told from
// one of the core language. Ops that only exist there have a trait. `reshape`,
// `broadcast` and `alloca` exist in both: there a discardable attribute keeps
// what the core form does not say.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_EXTENSIONTRAIT_H
#define TESSERA_DIALECT_CUDATILE_IR_EXTENSIONTRAIT_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

namespace tessera::cuda_tile {

template <typename ConcreteOp>
class ExtensionTrait
    : public mlir::OpTrait::TraitBase<ConcreteOp, ExtensionTrait> {};

/// Whether `name` is an op that the core language does not have.
inline bool isExtensionOp(mlir::OperationName name) {
  return name.hasTrait<ExtensionTrait>();
}

/// The result shape that an older `reshape` or `broadcast` names.
inline constexpr llvm::StringLiteral olderShapeName = "shape";
/// The bytes of an older `alloca`, whose memory lives until the entry returns.
inline constexpr llvm::StringLiteral olderSizeName = "size";

/// Whether legalize-extensions has to rewrite `op`.
bool isOlderSpelling(mlir::Operation *op);

// --- custom<OlderShape>(attr-dict): ` [2, 4] {...}` ---------------------------
mlir::ParseResult parseOlderShape(mlir::OpAsmParser &parser,
                                  mlir::NamedAttrList &attributes);
void printOlderShape(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::DictionaryAttr attributes);
/// Fails if `op` names another shape than that of its result.
llvm::LogicalResult verifyOlderShape(mlir::Operation *op);

// --- custom<Alloca>: `num_elem = 4, alignment = 4` or `size = 16, ...` --------
mlir::ParseResult
parseAlloca(mlir::OpAsmParser &parser, mlir::IntegerAttr &numElem,
            mlir::IntegerAttr &alignment, mlir::UnitAttr &global,
            mlir::NamedAttrList &attributes, mlir::Type &type);
void printAlloca(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                 mlir::IntegerAttr numElem, mlir::IntegerAttr alignment,
                 mlir::UnitAttr global, mlir::DictionaryAttr attributes,
                 mlir::Type type);

/// Gives a function body in which some block ends in a terminator of
/// unstructured control flow the form that the verifier accepts. The region
/// need not belong to an op yet.
void wrapUnstructured(mlir::Region &body, mlir::Location loc);
/// The region to print for a function body: that of the op that
/// wrapUnstructured() made, or `body` itself.
mlir::Region &unwrapUnstructured(mlir::Region &body);
/// The op in which `op` would end in a `return`: skips `unstructured`.
mlir::Operation *skipUnstructured(mlir::Operation *op);

namespace detail {
class OpRegistrar;
void registerExtensionOps(OpRegistrar registrar);
void registerExtensionMemoryOps(OpRegistrar registrar);
void registerExtensionControlOps(OpRegistrar registrar);
} // namespace detail

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_EXTENSIONTRAIT_H
