//===- TileAAToVector/Core/Functions.cpp - kernels and globals -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernel entry: the parameters are read from the launch record, the grid
// position comes in registers, scratch is one private arena (CpuRuntimeABI.h).
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "Conversion/TileAAToVector/Fusion/ScanFusion.h"
#include "Lanes.h"
#include "tessera/Target/SymbolName.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

static StringAttr attr(OpBuilder &b, std::string_view text) {
  return b.getStringAttr(StringRef(text.data(), text.size()));
}

LogicalResult emitGlobal(tileaa::GlobalOp op) {
  OpBuilder b(op);
  Type element = op.getArrayType().getElementType();
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements)
    return op.emitError("cannot be lowered to CPU code: expected dense "
                        "elements");
  std::string bytes = memoryImage(elements, element);
  auto type = LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size());
  bool isPrivate = op.getSymVisibility() == StringRef("private");
  LLVM::GlobalOp::create(
      b, op.getLoc(), type, op.getConstant(),
      isPrivate ? LLVM::Linkage::Internal : LLVM::Linkage::External,
      hostSymbol(nameOfSymbol(op.getSymName())), b.getStringAttr(bytes),
      std::max<uint64_t>(op.getAlignment(), scratchAlignment));
  return success();
}

FailureOr<func::FuncOp> Emitter::emitFunction(tileaa::FuncOp source) {
  currentLoc = source.getLoc();
  MLIRContext *context = b.getContext();
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type i32Type = b.getI32Type();
  auto type =
      b.getFunctionType({pointer, i32Type, i32Type, i32Type, pointer}, {});
  b.setInsertionPoint(source);
  auto function = func::FuncOp::create(
      b, loc(), hostSymbol(nameOfSymbol(source.getSymName())), type);
  Block *entry = function.addEntryBlock();
  launch = entry->getArgument(0);
  for (unsigned axis = 0; axis < 3; ++axis)
    blockIds[axis] = entry->getArgument(1 + axis);
  Value arena = entry->getArgument(4);
  UnitAttr unit = b.getUnitAttr();
  function.setArgAttr(0, "llvm.noalias", unit);
  function.setArgAttr(0, "llvm.readonly", unit);
  function.setArgAttr(4, "llvm.noalias", unit);
  function.setArgAttr(4, "llvm.align", b.getI64IntegerAttr(scratchAlignment));

  b.setInsertionPointToStart(entry);
  SmallVector<Attribute> names, spelledNames;
  Block &body = source.getBody().front();
  Value parameters = LLVM::LoadOp::create(b, loc(), pointer, launch, 8);
  for (BlockArgument argument : body.getArguments()) {
    Type element = argument.getType();
    names.push_back(attr(b, numerics::elementName(elementKindOf(element))));
    auto named = dyn_cast<NameLoc>(argument.getLoc());
    spelledNames.push_back(named ? named.getName() : b.getStringAttr(""));
    Value slot =
        LLVM::GEPOp::create(b, loc(), pointer, b.getI8Type(), parameters,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(
                                8 * argument.getArgNumber())});
    Value read =
        LLVM::LoadOp::create(b, loc(), containerType(element), slot, 8);
    setScalar(argument, fromContainer(*this, read, element));
  }
  auto exit = func::ReturnOp::create(b, loc());
  // Buffer addresses and constants go in front of this op, which has no other
  // purpose and is folded away.
  b.setInsertionPoint(exit);
  auto mark = arith::ConstantOp::create(b, loc(), b.getI64IntegerAttr(0));
  entryEnd = mark;
  scratch.begin(arena, mark);

  letScansWait(source);
  // An index outside the index space must not leave the object here, so that
  // rule of the analysis stays off.
  tileaa::AccessFactAnalysis analysis(source, {/*readAssumes=*/true,
                                               /*useIndexSpaceRule=*/false});
  if (analysis.isValid()) {
    facts = &analysis;
    report.checks = tileaa::removeNeedlessChecks(source, analysis);
  }
  plan.analyse(source);
  LogicalResult done = emitBlock(body);
  facts = nullptr;
  if (failed(done))
    return failure();
  int64_t bytes = scratch.finish();
  function->setAttr(attr(b, scratchBytesAttr), b.getI64IntegerAttr(bytes));
  function->setAttr(attr(b, paramsAttr), b.getArrayAttr(names));
  if (llvm::any_of(spelledNames, [](Attribute name) {
        return !cast<StringAttr>(name).empty();
      }))
    function->setAttr(attr(b, paramNamesAttr), b.getArrayAttr(spelledNames));
  return function;
}

} // namespace tessera::cpu
