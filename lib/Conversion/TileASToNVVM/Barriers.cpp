//===- TileASToNVVM/Barriers.cpp - barriers, fences and tokens -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers barriers, fences and the ops that wait for other grids. Memory tokens
// become nothing: the order that they ask for has become barriers before this
// lowering.
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace tessera::gpu {

/// A token is nothing. What an async token stood for has been done when it was
/// made (tileas-inline-async).
static LogicalResult emitToken(Emitter &e, Operation *op) {
  for (Value result : op->getResults())
    e.set(result, Registers());
  return success();
}

static LogicalResult emitProxyFence(Emitter &e, Operation *op) {
  const bool isShared = llvm::cast<tileas::ProxyFenceOp>(op).getSharedOnly();
  auto space = NVVM::SharedSpaceAttr::get(e.b.getContext(),
                                          NVVM::SharedSpace::shared_cta);
  NVVM::FenceProxyOp::create(e.b, e.loc(),
                             isShared ? NVVM::ProxyKind::async_shared
                                      : NVVM::ProxyKind::async,
                             isShared ? space : NVVM::SharedSpaceAttr());
  return success();
}

static LogicalResult emitBarrier(Emitter &e, Operation *op) {
  switch (llvm::cast<tileas::BarrierOp>(op).getScope()) {
  case tileas::BarrierScope::Warp:
    NVVM::SyncWarpOp::create(e.b, e.loc(), e.i32(-1));
    return success();
  case tileas::BarrierScope::Block:
    e.barrier();
    return success();
  case tileas::BarrierScope::Cluster:
    e.clusterBarrier();
    return success();
  }
  llvm_unreachable("unknown scope");
}

/// Every thread orders its own accesses; they meet at a barrier behind it.
static LogicalResult emitFence(Emitter &e, Operation *op) {
  e.inlineAsm("fence.proxy.alias;", "~{memory}", Type(), {}, true);
  return emitToken(e, op);
}

/// Without dependent launches kernels run one after the other anyway.
static LogicalResult emitDependency(Emitter &e, Operation *op) {
  if (e.target().has(GpuCapability::DependentLaunch))
    e.inlineAsm(isa<tileaa::GdcWaitOp>(op)
                    ? "griddepcontrol.wait;"
                    : "griddepcontrol.launch_dependents;",
                "~{memory}", Type(), {}, true);
  return emitToken(e, op);
}

void registerBarrierHandlers(Handlers &h) {
  h.addOp<tileaa::CreateMemTokenOp>(emitToken);
  h.addOp<tileaa::JoinMemTokenOp>(emitToken);
  h.addOp<tileas::TokenToAsyncOp>(emitToken);
  h.addOp<tileas::PragmaOp>(emitToken);
  h.addOp<tileaa::MemoryFenceOp>(emitFence);
  h.addOp<tileaa::GdcWaitOp>(emitDependency);
  h.addOp<tileaa::GdcLaunchDependentsOp>(emitDependency);
  h.addOp<tileas::BarrierOp>(emitBarrier);
  h.addOp<tileas::ProxyFenceOp>(emitProxyFence);
}

} // namespace tessera::gpu
