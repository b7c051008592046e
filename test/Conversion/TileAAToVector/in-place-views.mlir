// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s

// A load and a store through two views of one memory object that differ in padding
// only: the same elements, so the load stays in the loop and needs no scratch.

!mem = !nv_tileaa.memref<?xf32, strides = [1]>
!padded = !nv_tileaa.tiled_view<256xf32, memref<?xf32, strides = [1]>, padding = zero>
!plain = !nv_tileaa.tiled_view<256xf32, memref<?xf32, strides = [1]>>

// CHECK-LABEL: func.func @same_tiles(
// CHECK-SAME: tessera.scratch_bytes = 0 : i64
nv_tileaa.func @same_tiles(%p: !nv_tileaa.ptr<f32>, %n: i32, %x: i32) attributes {kernel} {
  %m = nv_tileaa.make_memref %p sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !mem
  %from = nv_tileaa.make_tiled_view %m : !padded
  %to = nv_tileaa.make_tiled_view %m : !plain
  %v, %t0 = nv_tileaa.tiled_load weak %from[%x] : !padded[i32]
  %w = arith.addf %v, %v : tensor<256xf32>
  %t1 = nv_tileaa.tiled_store weak %w, %to[%x] token = %t0 : !plain[i32]
  nv_tileaa.return
}

// Another index is another tile.

// CHECK-LABEL: func.func @other_tile(
// CHECK-SAME: tessera.scratch_bytes = 1024 : i64
nv_tileaa.func @other_tile(%p: !nv_tileaa.ptr<f32>, %n: i32, %x: i32, %y: i32) attributes {kernel} {
  %m = nv_tileaa.make_memref %p sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !mem
  %from = nv_tileaa.make_tiled_view %m : !padded
  %to = nv_tileaa.make_tiled_view %m : !plain
  %v, %t0 = nv_tileaa.tiled_load weak %from[%x] : !padded[i32]
  %w = arith.addf %v, %v : tensor<256xf32>
  %t1 = nv_tileaa.tiled_store weak %w, %to[%y] token = %t0 : !plain[i32]
  nv_tileaa.return
}
