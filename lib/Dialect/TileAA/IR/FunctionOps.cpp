//===- TileAA/IR/FunctionOps.cpp - functions and globals ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels with their parameters, the single return, and initialised arrays.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// func
//===----------------------------------------------------------------------===//

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                   FunctionType type, bool kernel) {
  state.addAttribute(getSymNameAttrName(state.name),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  if (kernel)
    state.addAttribute(getKernelAttrName(state.name), builder.getUnitAttr());
  Region *body = state.addRegion();
  Block &entry = body->emplaceBlock();
  for (Type input : type.getInputs())
    entry.addArgument(input, state.location);
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(inputs, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

LogicalResult FuncOp::verify() {
  if (getBody().front().empty() || !isa<ReturnOp>(getBody().front().back()))
    return emitOpError("expected a body that ends in nv_tileaa.return");
  if (!getKernel())
    return success();
  if (!getResultTypes().empty())
    return emitOpError("expected a kernel without results, got ")
           << getResultTypes().size();
  for (auto [i, type] : llvm::enumerate(getArgumentTypes()))
    if (!isNumberElement(type) && !isPointerElement(type))
      return emitOpError("expected kernel parameter ")
             << i << " to be a number or a pointer, got " << type;
  return success();
}

LogicalResult ReturnOp::verify() {
  auto function = cast<FuncOp>((*this)->getParentOp());
  if (llvm::equal(getValues().getTypes(), function.getResultTypes()))
    return success();
  InFlightDiagnostic diag = emitOpError("expected values of types (");
  llvm::interleaveComma(function.getResultTypes(), diag);
  diag << "), got (";
  llvm::interleaveComma(getValues().getTypes(), diag);
  return diag << ")";
}

//===----------------------------------------------------------------------===//
// global
//===----------------------------------------------------------------------===//

LogicalResult GlobalOp::verify() {
  RankedTensorType type = getArrayType();
  Type element = type.getElementType();
  if (type.getRank() != 1 || !type.hasStaticShape() ||
      !isNumberElement(element))
    return emitOpError("expected a 1-d tensor of numbers, got ") << type;
  // Builtin attributes know no f8E5M3FNU: its bits are written as i8.
  if (isa<cuda_tile::F8E5M3FNUType>(element))
    type = RankedTensorType::get(type.getShape(),
                                 IntegerType::get(getContext(), 8));
  if (getValue().getShapedType() != type)
    return emitOpError("expected a value of type ")
           << type << ", got " << getValue().getShapedType();
  const uint64_t alignment = getAlignment();
  if (alignment != 0 && !llvm::isPowerOf2_64(alignment))
    return emitOpError("expected alignment to be 0 or a power of two, got ")
           << static_cast<int64_t>(alignment);
  return success();
}
