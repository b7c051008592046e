//===- TileAAToVector/ToLLVM/LowerKernelExits.cpp - leaving a kernel early -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering of structured control flow cannot leave a function from inside,
// so assertions call a marker instead. When only branches are left, the block
// is cut there and a conditional branch to a common return replaces the call.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileAAToVector/TileAAToVector.h"

#include "Conversion/TileAAToVector/Core/Emitter.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace tessera::cpu {
#define GEN_PASS_DEF_LOWERKERNELEXITSPASS
#include "tessera/Conversion/TileAAToVector/Passes.h.inc"
} // namespace tessera::cpu

using namespace mlir;
using namespace tessera;

namespace {
struct LowerKernelExits
    : cpu::impl::LowerKernelExitsPassBase<LowerKernelExits> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      lower(function);
    if (Operation *marker = getOperation().lookupSymbol(cpu::leaveMarker))
      marker->erase();
  }

  static void lower(func::FuncOp function) {
    SmallVector<LLVM::CallOp> calls;
    function.walk([&](LLVM::CallOp call) {
      if (call.getCallee() == StringRef(cpu::leaveMarker))
        calls.push_back(call);
    });
    if (calls.empty())
      return;
    OpBuilder b(function.getContext());
    Block *exit = b.createBlock(&function.getBody(), function.getBody().end());
    func::ReturnOp::create(b, function.getLoc());
    for (LLVM::CallOp call : calls) {
      Block *block = call->getBlock();
      Block *rest = block->splitBlock(call->getNextNode());
      b.setInsertionPoint(call);
      cf::CondBranchOp::create(b, call.getLoc(), call.getArgOperands()[0], exit,
                               ValueRange(), rest, ValueRange());
      call.erase();
    }
  }
};
} // namespace
