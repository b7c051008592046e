// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_100a" | FileCheck %s --check-prefixes=PLAN,TAKEN
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_100a strategy=tcgen05-pair" | FileCheck %s --check-prefixes=PLAN,ASKED
// RUN: sed "s/num_cta_in_cga = 2/num_cta_in_cga = 2, occupancy = 2/" %s | tessera-opt "--tileaa-plan-kernel=target=sm_100a" | FileCheck %s --check-prefixes=PLAN,ASKED
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_100a" --tileaa-version-kernel | FileCheck %s
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_100a" --tileaa-version-kernel | tessera-opt -o /dev/null
// RUN: sed "s/gemm/alone/; s/num_cta_in_cga = 2/num_cta_in_cga = 1/" %s | tessera-opt "--tileaa-plan-kernel=target=sm_100a" | FileCheck %s --check-prefix=ALONE
// RUN: not tessera-opt %s "--tileaa-plan-kernel=target=sm_90a strategy=tcgen05-pair" 2>&1 | FileCheck %s --check-prefix=LACKS
// RUN: sed "s/64x64x/64x512x/g; s/256x64xf32/256x512xf32/g; s/optimization_hints = #hints/nv_tileas.plan = #given/" %s | not tessera-opt "--tileaa-plan-kernel=target=sm_100a" --tileaa-version-kernel 2>&1 | FileCheck %s --check-prefix=COLUMNS

#hints = #cuda_tile.optimization_hints<sm_100 = {num_cta_in_cga = 2}>
#given = #nv_tileas.plan<tcgen05_pair, roles = [<consumer, warps = 16>, <producer, warps = 1>, <issuer, warps = 1>], cluster = 2>

!a = !nv_tileaa.tiled_view<256x64xf16, memref<?x64xf16, strides = [?, 1]>>
!b = !nv_tileaa.tiled_view<64x64xf16, memref<64x64xf16, strides = [64, 1]>>
!c = !nv_tileaa.tiled_view<256x64xf32, memref<?x64xf32, strides = [64, 1]>>

// Rows are split with the plan. Products are those of a pair when the bodies are known: in the one for
// aligned arguments each block has half of the columns of the right factor.

// LACKS: strategy tcgen05-pair does not apply: sm_90a has no tcgen05
// COLUMNS: cannot be multiplied by a pair of blocks: it has 512 columns and a depth of 64; write 32 to 256 columns

// ALONE: func @alone
// ALONE-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05_persistent, {{.*}}<issuer, warps = 1>]>
// ALONE: box [128, 64, 16]

// PLAN: func @gemm
// TAKEN-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05_pair_persistent, roles = [<consumer, warps = 4>, <producer, warps = 1>, <issuer, warps = 1>], cluster = 2>
// ASKED-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05_pair, roles = [<consumer, warps = 4>, <producer, warps = 1>, <issuer, warps = 1>], cluster = 2
// PLAN: nv_tileas.cluster_rank
// PLAN: nv_tileaa.make_tiled_view {{.*}}tiled_view<128x64xf16
// PLAN: nv_tileas.dot {{.*}}mma_f16_f16_f32 box [16, 8, 16]>} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>

// CHECK: func @gemm
// CHECK: %[[RANK:.*]] = nv_tileas.cluster_rank
// CHECK: scf.if
// CHECK: nv_tileaa.make_tiled_view {{.*}}tiled_view<64x32xf16
// CHECK: scf.for
// CHECK: %[[OWN:.*]] = arith.extui %[[RANK]]
// CHECK: nv_tileas.dot {{.*}}tcgen05_f16_f16_f32 box [256, 64, 16]>} : tile<128x64xf16>, tile<64x32xf16>, tile<128x64xf32>
// CHECK: } else {
// CHECK: nv_tileaa.make_tiled_view {{.*}}tiled_view<64x64xf16
// CHECK: nv_tileas.dot {{.*}}mma_f16_f16_f32 box [16, 8, 16]>} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
nv_tileaa.func @gemm(%p: !nv_tileaa.ptr<f16>, %q: !nv_tileaa.ptr<f16>, %r: !nv_tileaa.ptr<f32>, %rows: i32, %stride: i32) attributes {kernel, optimization_hints = #hints} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = nv_tileaa.make_memref %p sizes[%rows] strides[%stride] : !nv_tileaa.ptr<f16> sizes[i32] strides[i32] -> !nv_tileaa.memref<?x64xf16, strides = [?, 1]>
  %b = nv_tileaa.make_memref %q : !nv_tileaa.ptr<f16> -> !nv_tileaa.memref<64x64xf16, strides = [64, 1]>
  %c = nv_tileaa.make_memref %r sizes[%rows] : !nv_tileaa.ptr<f32> sizes[i32] -> !nv_tileaa.memref<?x64xf32, strides = [64, 1]>
  %va = nv_tileaa.make_tiled_view %a : !a
  %vb = nv_tileaa.make_tiled_view %b : !b
  %vc = nv_tileaa.make_tiled_view %c : !c
  %zero = arith.constant dense<0.0> : tensor<256x64xf32>
  %sum = scf.for %i = %c0 to %rows step %c1 iter_args(%acc = %zero) -> (tensor<256x64xf32>) : i32 {
    %fa, %ta = nv_tileaa.tiled_load weak %va[%i, %c0] : !a[i32, i32]
    %fb, %tb = nv_tileaa.tiled_load weak %vb[%c0, %c0] : !b[i32, i32]
    %next = nv_tileaa.dot %fa, %fb, %acc : tensor<256x64xf16>, tensor<64x64xf16>, tensor<256x64xf32>
    scf.yield %next : tensor<256x64xf32>
  }
  %w = nv_tileaa.tiled_store weak %sum, %vc[%c0, %c0] : !c[i32, i32]
  nv_tileaa.return
}
