// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --cse | FileCheck %s --check-prefix=CSE

// Factors of products in shared memory.

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (8,1), (16,2), (32,4)]} -> (dim0:64, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#left = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
!a = !nv_tileas.tiled_view<64x64xf16, smem, #a>
!b = !nv_tileas.tiled_view<64x8xf16, smem, #b>

// CHECK-LABEL: func @views
nv_tileaa.func @views(%c: tensor<64x8xf32, #acc>, %t: tensor<64x64xf16, #left>) {
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !nv_tileas.tiled_view<64x64xf16, smem, #{{.*}}>, !nv_tileas.tiled_view<64x8xf16, smem, #{{.*}}>, tile<64x8xf32, #{{.*}}> -> tile<64x8xf32, #{{.*}}>
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  // The left one in fragments.
  // CHECK: nv_tileas.dot %{{.*}} : tile<64x64xf16, #{{.*}}>, !nv_tileas.tiled_view<64x8xf16, smem, #{{.*}}>
  %1 = nv_tileas.dot %t, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : tile<64x64xf16, #left>, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  // One product after the other, without a wait.
  // CHECK: nv_tileas.async.dot %{{.*}} {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : {{.*}}, tile<64x8xf32, #{{.*}}> -> !nv_tileas.async.value<tile<64x8xf32, #{{.*}}>>
  %2 = nv_tileas.async.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> !nv_tileas.async.value<tile<64x8xf32, #acc>>
  // CHECK: nv_tileas.async.dot %{{.*}} {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>, pending = 1 : i32} : {{.*}}, !nv_tileas.async.value<tile<64x8xf32, #{{.*}}>> -> !nv_tileas.async.value<tile<64x8xf32, #{{.*}}>>
  %3 = nv_tileas.async.dot %a, %b, %2 {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>, pending = 1 : i32} : !a, !b, !nv_tileas.async.value<tile<64x8xf32, #acc>> -> !nv_tileas.async.value<tile<64x8xf32, #acc>>
  // Of mma.sync: the tile that threads read.
  // CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>, lhs_tile = tensor<64x64xf16, #{{.*}}>, rhs_tile = tensor<64x8xf16>} : !nv_tileas.tiled_view<64x64xf16, smem, #{{.*}}>
  %4 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>, lhs_tile = tensor<64x64xf16, #left>, rhs_tile = tensor<64x8xf16>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

#l = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32)]} -> (dim0:8, dim1:64)>
#t = #nv_tileas.layout<{register: [(1,0), (0,8)], lane: [(2,0), (4,0), (0,1), (0,2), (0,4)], warp: [(0,16), (0,32)]} -> (dim0:8, dim1:64)>

// The transpose of a tile of eight rows: both factors are in shared memory, and the sums are
// fragments with rows and columns exchanged.
// CHECK-LABEL: func @transposed
nv_tileaa.func @transposed(%c: tensor<8x64xf32, #t>) {
  %a = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<8x64xf16, smem, #l>
  %b = nv_tileas.alloc_tensor : !a
  // CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom wgmma_f16_f16_f32 transposed box [64, 8, 16]>} : !nv_tileas.tiled_view<8x64xf16, smem, #{{.*}}>, !nv_tileas.tiled_view<64x64xf16, smem, #{{.*}}>, tile<8x64xf32, #{{.*}}> -> tile<8x64xf32, #{{.*}}>
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 transposed box [64, 8, 16]>} : !nv_tileas.tiled_view<8x64xf16, smem, #l>, !a, tile<8x64xf32, #t> -> tile<8x64xf32, #t>
  // CHECK: nv_tileas.async.dot %{{.*}} {atom = #nv_tileas<atom wgmma_f16_f16_f32 transposed box [64, 8, 16]>}
  %1 = nv_tileas.async.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 transposed box [64, 8, 16]>} : !nv_tileas.tiled_view<8x64xf16, smem, #l>, !a, tile<8x64xf32, #t> -> !nv_tileas.async.value<tile<8x64xf32, #t>>
  nv_tileaa.return
}

// What a product of views yields depends on when it reads them.
// CSE-LABEL: func @reads
nv_tileaa.func @reads(%c: tensor<64x8xf32, #acc>, %t: tensor<64x64xf16, #left>) {
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  // CSE: nv_tileas.dot
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  %i = arith.constant 0 : index
  nv_tileas.tiled_store %t, %a[%i, %i] {atom = #nv_tileas<atom copy>} : tile<64x64xf16, #left>, !a
  // CSE: nv_tileas.dot
  %1 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.print "%f %f", %0, %1 : tensor<64x8xf32, #acc>, tensor<64x8xf32, #acc>
  nv_tileaa.return
}
