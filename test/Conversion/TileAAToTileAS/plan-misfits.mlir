// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_100a | FileCheck %s
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_100a strategy=tcgen05" | FileCheck %s --check-prefix=FORCED

// What did not fit, and the strategies in front of it in the table, are not chosen again; a
// strategy that is asked for is taken.

// CHECK: nv_tileaa.func @again
// CHECK-SAME: nv_tileas.misfits = [#nv_tileas.misfit<tcgen05, shared_bytes, 262176 of 232448>], nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 4>]>
// FORCED: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>
nv_tileaa.func @again(%s: bf16, %t: f32) attributes {kernel, nv_tileas.misfits = [#nv_tileas.misfit<tcgen05, shared_bytes, 262176 of 232448>]} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<64x64xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x64xf32>
  %d = nv_tileaa.dot %a, %a, %c : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  nv_tileaa.print "%f", %d : tensor<64x64xf32>
  nv_tileaa.return
}
