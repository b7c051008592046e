// RUN: tessera-opt %s --split-input-file --tileas-fill-factors-early | FileCheck %s

// A factor that the threads load from memory of the GPU between two products is
// in its storage before the first of them.

#sums = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32)]} -> (dim0:128, dim1:64)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:64)>
#left = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0), (64,0)]} -> (dim0:128, dim1:64)>
#right = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
#lanes = #nv_tileas.layout<{register: [(0,32), (4,0), (8,0), (16,0), (32,0)], lane: [(0,1), (0,2), (0,4), (0,8), (0,16)], warp: [(1,0), (2,0)]} -> (dim0:64, dim1:64)>
!place = !nv_tileas.tiled_view<128x64xf32, tmem, #sums>
!left = !nv_tileas.tiled_view<128x64xbf16, smem, #left>
!right = !nv_tileas.tiled_view<64x64xbf16, smem, #right>
!global = !nv_tileaa.tiled_view<64x64xbf16, memref<?x64xbf16, strides = [64, 1]>>

// What the load needs goes with it, and what needs the sums stays.
// CHECK-LABEL: func @moved
// CHECK: scf.for
// CHECK-NEXT: %[[AT:.*]] = arith.index_cast
// CHECK-NEXT: %[[V:.*]] = nv_tileas.tiled_load weak %{{.*}}[%[[AT]], %{{.*}}]
// CHECK-NEXT: %[[S:.*]] = nv_tileas.alloc_tensor
// CHECK-NEXT: nv_tileas.tiled_store %[[V]], %[[S]]
// CHECK-NEXT: nv_tileas.tensor_dot
// CHECK-NEXT: nv_tileas.commit_products
// CHECK-NEXT: nv_tileas.wait_products
// CHECK-NEXT: %[[SUMS:.*]] = nv_tileas.tiled_load
// CHECK-NEXT: %[[MOST:.*]] = arith.mulf %[[SUMS]]
// CHECK-NEXT: nv_tileas.tiled_store %[[MOST]]
// CHECK-NEXT: nv_tileas.tensor_dot %{{.*}}, %[[S]]
nv_tileaa.func @moved(%m: !nv_tileas.tensor_memory, %s: !place, %o: !place, %a: !left, %b: !right, %g: !global, %n: i32) {
  %i = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %no = arith.constant false
  scf.for %k = %zero to %n step %one : i32 {
    nv_tileas.tensor_dot %a, %b, %s if %no {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 64, 16]>} : !left, !right, !place
    nv_tileas.commit_products %m
    nv_tileas.wait_products %m {pending = 0 : i32}
    %t = nv_tileas.tiled_load %s[%i, %i] {atom = #nv_tileas<atom copy>} : !place -> tile<128x64xf32, #rows>
    %at = arith.index_cast %k : i32 to index
    %v = nv_tileas.tiled_load weak %g[%at, %i] {atom = #nv_tileas<atom copy>} : !global -> tile<64x64xbf16, #lanes>
    %twice = arith.mulf %t, %t : tensor<128x64xf32, #rows>
    %own = nv_tileas.alloc_tensor : !right
    nv_tileas.tiled_store %v, %own[%i, %i] {atom = #nv_tileas<atom copy>} : tile<64x64xbf16, #lanes>, !right
    nv_tileas.tiled_store %twice, %s[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xf32, #rows>, !place
    nv_tileas.tensor_dot %a, %own, %o if %no {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 64, 16]>} : !left, !right, !place
    nv_tileas.commit_products %m
    nv_tileas.wait_products %m {pending = 0 : i32}
  }
  nv_tileaa.return
}

// The last product may still read the storage in the next iteration.
// CHECK-LABEL: func @still_read
// CHECK: nv_tileas.wait_products
// CHECK: nv_tileas.tiled_load weak
// CHECK: nv_tileas.wait_products
nv_tileaa.func @still_read(%m: !nv_tileas.tensor_memory, %s: !place, %o: !place, %a: !left, %b: !right, %g: !global, %n: i32) {
  %i = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %no = arith.constant false
  scf.for %k = %zero to %n step %one : i32 {
    nv_tileas.tensor_dot %a, %b, %s if %no {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 64, 16]>} : !left, !right, !place
    nv_tileas.commit_products %m
    nv_tileas.wait_products %m {pending = 0 : i32}
    %at = arith.index_cast %k : i32 to index
    %v = nv_tileas.tiled_load weak %g[%at, %i] {atom = #nv_tileas<atom copy>} : !global -> tile<64x64xbf16, #lanes>
    %own = nv_tileas.alloc_tensor : !right
    nv_tileas.tiled_store %v, %own[%i, %i] {atom = #nv_tileas<atom copy>} : tile<64x64xbf16, #lanes>, !right
    nv_tileas.tensor_dot %a, %own, %o if %no {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 64, 16]>} : !left, !right, !place
    nv_tileas.commit_products %m
    nv_tileas.wait_products %m {pending = 1 : i32}
  }
  nv_tileaa.return
}

// A factor that the sums say where to load, and one whose load a token orders.
// CHECK-LABEL: func @needed
// CHECK: nv_tileas.wait_products
// CHECK: nv_tileas.tiled_load weak
// CHECK: nv_tileas.wait_products
// CHECK: nv_tileas.tiled_load weak
// CHECK: nv_tileas.tensor_dot
nv_tileaa.func @needed(%m: !nv_tileas.tensor_memory, %s: !place, %o: !place, %a: !left, %b: !right, %g: !global, %flag: !nv_tileas.tiled_view<1xi32, smem>, %last: !nv_tileaa.mem_token) {
  %i = arith.constant 0 : index
  %no = arith.constant false
  nv_tileas.tensor_dot %a, %b, %s if %no {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 64, 16]>} : !left, !right, !place
  nv_tileas.commit_products %m
  nv_tileas.wait_products %m {pending = 0 : i32}
  %which = nv_tileas.load_scalar %flag : !nv_tileas.tiled_view<1xi32, smem> -> i32
  %at = arith.index_cast %which : i32 to index
  %v = nv_tileas.tiled_load weak %g[%at, %i] {atom = #nv_tileas<atom copy>} : !global -> tile<64x64xbf16, #lanes>
  %own = nv_tileas.alloc_tensor : !right
  nv_tileas.tiled_store %v, %own[%i, %i] {atom = #nv_tileas<atom copy>} : tile<64x64xbf16, #lanes>, !right
  nv_tileas.tensor_dot %a, %own, %o if %no {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 64, 16]>} : !left, !right, !place
  nv_tileas.commit_products %m
  nv_tileas.wait_products %m {pending = 0 : i32}
  %w, %read = nv_tileas.tiled_load weak %g[%i, %i] token = %last : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !global -> tile<64x64xbf16, #lanes>
  %other = nv_tileas.alloc_tensor : !right
  nv_tileas.tiled_store %w, %other[%i, %i] {atom = #nv_tileas<atom copy>} : tile<64x64xbf16, #lanes>, !right
  nv_tileas.tensor_dot %a, %other, %o if %no {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 64, 16]>} : !left, !right, !place
  nv_tileas.commit_products %m
  nv_tileas.wait_products %m {pending = 0 : i32}
  nv_tileaa.return
}

// What teams have computed of a factor is stored in front of loads of other sums
// behind the same wait. Kernels without teams, factors that follow from those
// sums, and such that no wait stands in front of stay as they are.
#teams = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 8 teams = 2, registers = 240>, <producer, warps = 4, registers = 24>], blocks = 1>
// CHECK-LABEL: func @computed
// CHECK: nv_tileas.wait_products
// CHECK-NEXT: nv_tileas.tiled_store %{{[a-z0-9]+}}, %[[P:[a-z0-9]+]]
// CHECK-NEXT: nv_tileas.tiled_load %[[O:[a-z0-9]+]]
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: nv_tileas.tiled_store %{{[a-z0-9]+}}, %[[O]]
// CHECK-NEXT: nv_tileas.tensor_dot %[[P]]
nv_tileaa.func @computed(%m: !nv_tileas.tensor_memory, %o: !place, %p: !left, %b: !right, %e: tensor<128x64xbf16, #rows>) attributes {nv_tileas.plan = #teams} {
  %i = arith.constant 0 : index
  %yes = arith.constant true
  nv_tileas.wait_products %m {pending = 1 : i32}
  %t = nv_tileas.tiled_load %o[%i, %i] {atom = #nv_tileas<atom copy>} : !place -> tile<128x64xf32, #rows>
  %twice = arith.mulf %t, %t : tensor<128x64xf32, #rows>
  nv_tileas.tiled_store %e, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xbf16, #rows>, !left
  nv_tileas.tiled_store %twice, %o[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xf32, #rows>, !place
  nv_tileas.tensor_dot %p, %b, %o if %yes {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 64, 16]>} : !left, !right, !place
  nv_tileas.commit_products %m
  nv_tileaa.return
}
// CHECK-LABEL: func @alone
// CHECK: nv_tileas.wait_products
// CHECK-NEXT: nv_tileas.tiled_load
nv_tileaa.func @alone(%m: !nv_tileas.tensor_memory, %o: !place, %p: !left, %b: !right, %e: tensor<128x64xbf16, #rows>) {
  %i = arith.constant 0 : index
  %yes = arith.constant true
  nv_tileas.wait_products %m {pending = 1 : i32}
  %t = nv_tileas.tiled_load %o[%i, %i] {atom = #nv_tileas<atom copy>} : !place -> tile<128x64xf32, #rows>
  nv_tileas.tiled_store %e, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xbf16, #rows>, !left
  nv_tileas.tiled_store %t, %o[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xf32, #rows>, !place
  nv_tileas.tensor_dot %p, %b, %o if %yes {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 64, 16]>} : !left, !right, !place
  nv_tileas.commit_products %m
  nv_tileaa.return
}
// CHECK-LABEL: func @follows
// CHECK: nv_tileas.wait_products
// CHECK-NEXT: nv_tileas.tiled_load
// CHECK: nv_tileas.tensor_dot
// CHECK-NOT: nv_tileas.tiled_store
// CHECK: nv_tileas.tiled_load
// CHECK: nv_tileas.tiled_store
nv_tileaa.func @follows(%m: !nv_tileas.tensor_memory, %o: !place, %p: !left, %b: !right, %e: tensor<128x64xbf16, #rows>) attributes {nv_tileas.plan = #teams} {
  %i = arith.constant 0 : index
  %yes = arith.constant true
  nv_tileas.wait_products %m {pending = 1 : i32}
  %t = nv_tileas.tiled_load %o[%i, %i] {atom = #nv_tileas<atom copy>} : !place -> tile<128x64xf32, #rows>
  %narrow = nv_tileaa.fp_to_fp %t : tensor<128x64xf32, #rows> -> tensor<128x64xbf16, #rows>
  nv_tileas.tiled_store %narrow, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xbf16, #rows>, !left
  nv_tileas.tensor_dot %p, %b, %o if %yes {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 64, 16]>} : !left, !right, !place
  nv_tileas.commit_products %m
  %again = nv_tileas.tiled_load %o[%i, %i] {atom = #nv_tileas<atom copy>} : !place -> tile<128x64xf32, #rows>
  nv_tileas.tiled_store %e, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xbf16, #rows>, !left
  nv_tileas.tiled_store %again, %o[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xf32, #rows>, !place
  nv_tileas.tensor_dot %p, %b, %o if %yes {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 64, 16]>} : !left, !right, !place
  nv_tileas.commit_products %m
  nv_tileaa.return
}
