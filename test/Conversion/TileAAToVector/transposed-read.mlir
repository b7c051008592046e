// RUN: tessera-opt %s --convert-tileaa-to-vector | FileCheck %s

// A tile that lies transposed in memory is read along memory, 16 vectors at a time,
// and transposed by four rounds of shuffles; nothing is gathered. Fences between
// the rounds keep LLVM from looking at trees of shuffles.

!matrix = !nv_tileaa.memref<64x64xf32, strides = [64, 1]>
!tiles = !nv_tileaa.tiled_view<64x64xf32, memref<64x64xf32, strides = [64, 1]>>
!flipped_tiles = !nv_tileaa.tiled_view<64x64xf32, memref<64x64xf32, strides = [64, 1]>, dim_map = [1, 0]>

// CHECK-LABEL: func.func @permuted(
// CHECK-NOT: gather
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-16: llvm.load {{.*}} -> vector<16xf32>
// CHECK: vector.shuffle {{.*}} [0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30]
// CHECK-COUNT-16: llvm.call_intrinsic "llvm.arithmetic.fence"
// CHECK: vector.shuffle {{.*}} [0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29]
// CHECK-COUNT-16: llvm.call_intrinsic "llvm.arithmetic.fence"
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27]
// CHECK-COUNT-16: llvm.call_intrinsic "llvm.arithmetic.fence"
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]
// CHECK-NOT: fence
// CHECK-COUNT-16: llvm.store {{.*}} : vector<16xf32>
nv_tileaa.func @permuted(%p: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %z = arith.constant 0 : i32
  %m = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f32> -> !matrix
  %o = nv_tileaa.make_memref %q : !nv_tileaa.ptr<f32> -> !matrix
  %vm = nv_tileaa.make_tiled_view %m : !tiles
  %vo = nv_tileaa.make_tiled_view %o : !tiles
  %v, %t0 = nv_tileaa.tiled_load weak %vm[%z, %z] : !tiles[i32, i32]
  %w = nv_tileaa.permute %v [1, 0] : tensor<64x64xf32> -> tensor<64x64xf32>
  %t1 = nv_tileaa.tiled_store weak %w, %vo[%z, %z] : !tiles[i32, i32]
  nv_tileaa.return
}

// The same through a view whose dimensions are swapped.

// CHECK-LABEL: func.func @swapped(
// CHECK-NOT: gather
// CHECK-COUNT-16: llvm.load {{.*}} -> vector<16xf32>
// CHECK: vector.shuffle
nv_tileaa.func @swapped(%p: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %z = arith.constant 0 : i32
  %m = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f32> -> !matrix
  %o = nv_tileaa.make_memref %q : !nv_tileaa.ptr<f32> -> !matrix
  %vm = nv_tileaa.make_tiled_view %m : !flipped_tiles
  %vo = nv_tileaa.make_tiled_view %o : !tiles
  %v, %t0 = nv_tileaa.tiled_load weak %vm[%z, %z] : !flipped_tiles[i32, i32]
  %t1 = nv_tileaa.tiled_store weak %v, %vo[%z, %z] : !tiles[i32, i32]
  nv_tileaa.return
}

// Truth values are too short for a fence.

!bytes = !nv_tileaa.memref<64x64xi8, strides = [64, 1]>
!byte_tiles = !nv_tileaa.tiled_view<64x64xi8, memref<64x64xi8, strides = [64, 1]>>
!truths = !nv_tileaa.memref<64x64xi1, strides = [64, 1]>
!truth_tiles = !nv_tileaa.tiled_view<64x64xi1, memref<64x64xi1, strides = [64, 1]>>

// CHECK-LABEL: func.func @truths(
// CHECK: vector.shuffle {{.*}} [0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30] : vector<16xi1>, vector<16xi1>
// CHECK-NOT: fence
// CHECK: return
nv_tileaa.func @truths(%p: !nv_tileaa.ptr<i8>, %q: !nv_tileaa.ptr<i1>) attributes {kernel} {
  %z = arith.constant 0 : i32
  %zeros = arith.constant dense<0> : tensor<64x64xi8>
  %m = nv_tileaa.make_memref %p : !nv_tileaa.ptr<i8> -> !bytes
  %o = nv_tileaa.make_memref %q : !nv_tileaa.ptr<i1> -> !truths
  %vm = nv_tileaa.make_tiled_view %m : !byte_tiles
  %vo = nv_tileaa.make_tiled_view %o : !truth_tiles
  %v, %t0 = nv_tileaa.tiled_load weak %vm[%z, %z] : !byte_tiles[i32, i32]
  %negative = arith.cmpi slt, %v, %zeros : tensor<64x64xi8>
  %w = nv_tileaa.permute %negative [1, 0] : tensor<64x64xi1> -> tensor<64x64xi1>
  %t1 = nv_tileaa.tiled_store weak %w, %vo[%z, %z] : !truth_tiles[i32, i32]
  nv_tileaa.return
}
