// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_90a | FileCheck %s --check-prefix=SM90A
// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_90 | FileCheck %s --check-prefix=SM90A
// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_80 | FileCheck %s --check-prefix=SM80

// Hints name architectures: that of sm_90 counts for sm_90a as well, the default
// for what is not named.

// SM90A: nv_tileaa.func @hinted
// SM90A-SAME: nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 8>]>
// SM80: nv_tileaa.func @hinted
// SM80-SAME: nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>
nv_tileaa.func @hinted() attributes {kernel, optimization_hints = #cuda_tile.optimization_hints<sm_90 = {num_worker_warps_per_cta = 8}, default = {num_worker_warps_per_cta = 2}>} {
  nv_tileaa.return
}
