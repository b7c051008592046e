//===- Codegen/NVPTX/Intrinsics.cpp - which targets have them -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's back end ends the process when a target has no instruction for an
// intrinsic. This table says which targets have one, so that a module can be
// refused before. The first row whose prefix fits decides. Intrinsics without a
// row are on every target that we know (sm_80 and later).
//
//===----------------------------------------------------------------------===//

#include "EmitImpl.h"

#include "llvm/IR/Constants.h"

namespace tessera::gpu {

namespace {
struct Row {
  /// After "llvm.nvvm.".
  llvm::StringLiteral prefix;
  /// In the words of GpuTarget::runs().
  llvm::StringLiteral targets;
};
} // namespace

static constexpr Row rows[] = {
    // Products.
    {"wgmma.", "90a"},
    {"mma.block.scale.", "120f"},
    {"mma.m16n8k32.row.col.kind.", "120f"},
    {"mma.m16n8k32.row.col.f32.e", "89"},
    {"mma.m16n8k32.row.col.f16.e", "89"},
    {"mma.m16n8k16.row.col.f32.e", "89"},
    {"mma.m16n8k16.row.col.f16.e", "89"},
    {"mma.m16n8k4.row.col.f64", "90"},
    {"mma.m16n8k8.row.col.f64", "90"},
    {"mma.m16n8k16.row.col.f64", "90"},
    // Tensor memory.
    {"tcgen05.shift", "100a 103a 110a"},
    {"tcgen05.", "100f 110f"},
    // Matrices in shared memory.
    {"stmatrix.sync.aligned.m16n8.", "100f 110f 120f"},
    {"stmatrix.", "90"},
    {"ldmatrix.sync.aligned.m16n16.", "100f 110f 120f"},
    {"ldmatrix.sync.aligned.m8n16.", "100f 110f 120f"},
    // Bulk and tensor copies.
    {"cp.async.bulk.shared.cta.to.global.bytemask", "100"},
    {"cp.async.bulk.tensor.g2s.cta.tile.gather4", "100"},
    {"cp.async.bulk.tensor.g2s.tile.gather4", "100f 110f"},
    {"cp.async.bulk.tensor.g2s.im2col.w", "100f 110f"},
    {"cp.async.bulk.tensor.s2g.tile.scatter4", "100f 110f"},
    {"cp.async.bulk.", "90"},
    {"tensormap.replace.swizzle.atomicity", "100f 110f 120f"},
    {"tensormap.replace.", "90a 100f 110f 120f"},
    {"prefetch.", "90"},
    {"st.bulk.", "100"},
    // Order. `mbarrier` without a scope is older.
    {"mbarrier.try.wait", "90"},
    {"mbarrier.expect.tx", "90"},
    {"mbarrier.complete.tx", "90"},
    {"mbarrier.arrive.expect.tx", "90"},
    {"mbarrier.arrive.scope", "90"},
    {"mbarrier.arrive.relaxed", "90"},
    {"mbarrier.arrive.drop.scope", "90"},
    {"mbarrier.arrive.drop.relaxed", "90"},
    {"mbarrier.arrive.drop.expect.tx", "90"},
    {"fence.proxy.alias", "80"},
    {"fence.", "90"},
    {"griddepcontrol.", "90"},
    // Clusters.
    {"barrier.cluster.", "90"},
    {"mapa", "90"},
    {"getctarank", "90"},
    {"is_explicit_cluster", "90"},
    {"read.ptx.sreg.cluster", "90"},
    {"read.ptx.sreg.ncluster", "90"},
    {"read.ptx.sreg.is_explicit_cluster", "90"},
    {"clusterlaunchcontrol.try_cancel.async.multicast", "100f 110f 120f"},
    {"clusterlaunchcontrol.", "100"},
    // Warps.
    {"elect.sync", "90"},
    {"setmaxnreg.", "90a 100f 110f 120f"},
    {"redux.sync.fm", "100f"},
    // Conversions and arithmetic.
    {"ff.to.e4m3x2.", "89"},
    {"ff.to.e5m2x2.", "89"},
    {"f16x2.to.e4m3x2.", "89"},
    {"f16x2.to.e5m2x2.", "89"},
    {"e4m3x2.to.f16x2.", "89"},
    {"e5m2x2.to.f16x2.", "89"},
    {"ff.to.e", "100f 110f 120f"},
    {"ff.to.ue8m0x2", "100f 110f 120f"},
    {"bf16x2.to.ue8m0x2", "100f 110f 120f"},
    {"ue8m0x2.to.", "100f 110f 120f"},
    {"e2m1x2.to.", "100f 110f 120f"},
    {"e2m3x2.to.", "100f 110f 120f"},
    {"e3m2x2.to.", "100f 110f 120f"},
    {"ff2bf16x2.rs", "100a 103a"},
    {"ff2f16x2.rs", "100a 103a"},
    {"f32x4.to.", "100a 103a"},
    {"f2tf32.rna", "80"},
    {"f2tf32.rn", "90"},
    {"f2tf32.rz", "90"},
    {"ex2.approx.ftz.bf16", "90"},
    {"ex2.approx.ftz.v2bf16", "90"},
};

/// Copies to shared memory have a last argument for the group of blocks whose
/// barriers they signal; only targets with such groups take one.
static bool namesBlockGroup(const llvm::IntrinsicInst &call,
                            llvm::StringRef name) {
  if (!name.starts_with("cp.async.bulk.tensor.g2s.") ||
      name.starts_with("cp.async.bulk.tensor.g2s.cta.") || call.arg_empty())
    return false;
  auto *group = llvm::dyn_cast<llvm::ConstantInt>(
      call.getArgOperand(call.arg_size() - 1));
  return group && group->getBitWidth() > 1 && !group->isZero();
}

llvm::StringRef targetsOf(const llvm::IntrinsicInst &call) {
  llvm::StringRef name = call.getCalledFunction()->getName();
  if (!name.consume_front("llvm.nvvm."))
    return "";
  if (namesBlockGroup(call, name))
    return "100f 110f";
  for (const Row &row : rows)
    if (name.starts_with(row.prefix))
      return row.targets;
  return "";
}

} // namespace tessera::gpu
