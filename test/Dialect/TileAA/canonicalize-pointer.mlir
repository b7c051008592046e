// RUN: tessera-opt %s --canonicalize | FileCheck %s

// One case per fold and pattern of the pointer family.

// CHECK-LABEL: @zero_offset
// CHECK-NEXT: return %arg0 :
nv_tileaa.func @zero_offset(%p: tensor<4x!nv_tileaa.ptr<f32>>) -> tensor<4x!nv_tileaa.ptr<f32>> {
  %z = arith.constant dense<0> : tensor<4xi32>
  %0 = nv_tileaa.addptr %p, %z : tensor<4x!nv_tileaa.ptr<f32>>, tensor<4xi32>
  nv_tileaa.return %0 : tensor<4x!nv_tileaa.ptr<f32>>
}

// CHECK-LABEL: @chained_i64
// CHECK-NEXT: %[[S:.*]] = arith.addi %arg1, %arg2 : i64
// CHECK-NEXT: %[[P:.*]] = nv_tileaa.addptr %arg0, %[[S]] : !nv_tileaa.ptr<f32>, i64
// CHECK-NEXT: return %[[P]]
nv_tileaa.func @chained_i64(%p: !nv_tileaa.ptr<f32>, %a: i64, %b: i64) -> !nv_tileaa.ptr<f32> {
  %0 = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<f32>, i64
  %1 = nv_tileaa.addptr %0, %b : !nv_tileaa.ptr<f32>, i64
  nv_tileaa.return %1 : !nv_tileaa.ptr<f32>
}

// The sum of two i32 might wrap, the sum of their 64-bit extensions does not.
// CHECK-LABEL: @chained_i32_kept
// CHECK-COUNT-2: nv_tileaa.addptr
nv_tileaa.func @chained_i32_kept(%p: !nv_tileaa.ptr<f32>, %a: i32, %b: i32) -> !nv_tileaa.ptr<f32> {
  %0 = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<f32>, i32
  %1 = nv_tileaa.addptr %0, %b : !nv_tileaa.ptr<f32>, i32
  nv_tileaa.return %1 : !nv_tileaa.ptr<f32>
}

// CHECK-LABEL: @chained_constants
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<-3> : tensor<4xi16>
// CHECK-NEXT: nv_tileaa.addptr %arg0, %[[C]] : tensor<4x!nv_tileaa.ptr<f32>>, tensor<4xi16>
nv_tileaa.func @chained_constants(%p: tensor<4x!nv_tileaa.ptr<f32>>) -> tensor<4x!nv_tileaa.ptr<f32>> {
  %a = arith.constant dense<-10> : tensor<4xi8>
  %b = arith.constant dense<7> : tensor<4xi16>
  %0 = nv_tileaa.addptr %p, %a : tensor<4x!nv_tileaa.ptr<f32>>, tensor<4xi8>
  %1 = nv_tileaa.addptr %0, %b : tensor<4x!nv_tileaa.ptr<f32>>, tensor<4xi16>
  nv_tileaa.return %1 : tensor<4x!nv_tileaa.ptr<f32>>
}

// CHECK-LABEL: @chained_constants_grow
// CHECK-NEXT: %[[C:.*]] = arith.constant 200 : i64
// CHECK-NEXT: nv_tileaa.addptr %arg0, %[[C]] : !nv_tileaa.ptr<f32>, i64
nv_tileaa.func @chained_constants_grow(%p: !nv_tileaa.ptr<f32>) -> !nv_tileaa.ptr<f32> {
  %a = arith.constant 100 : i8
  %0 = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<f32>, i8
  %1 = nv_tileaa.addptr %0, %a : !nv_tileaa.ptr<f32>, i8
  nv_tileaa.return %1 : !nv_tileaa.ptr<f32>
}

// CHECK-LABEL: @address_of_address
// CHECK-NEXT: return %arg0 : i64
nv_tileaa.func @address_of_address(%a: i64) -> i64 {
  %0 = nv_tileaa.int_to_ptr %a : i64 -> !nv_tileaa.ptr<f32>
  %1 = nv_tileaa.ptr_to_int %0 : !nv_tileaa.ptr<f32> -> i64
  nv_tileaa.return %1 : i64
}

// A pointer from an integer has no known provenance: this must stay.
// CHECK-LABEL: @pointer_of_address_kept
// CHECK: nv_tileaa.int_to_ptr
nv_tileaa.func @pointer_of_address_kept(%p: !nv_tileaa.ptr<f32>) -> !nv_tileaa.ptr<f32> {
  %0 = nv_tileaa.ptr_to_int %p : !nv_tileaa.ptr<f32> -> i64
  %1 = nv_tileaa.int_to_ptr %0 : i64 -> !nv_tileaa.ptr<f32>
  nv_tileaa.return %1 : !nv_tileaa.ptr<f32>
}

// CHECK-LABEL: @static_extent
// CHECK-NEXT: %[[C:.*]] = arith.constant 64 : i32
// CHECK-NEXT: return %[[C]]
nv_tileaa.func @static_extent(%m: !nv_tileaa.memref<?x64xf32, strides = [64, 1]>) -> i32 {
  %0 = nv_tileaa.get_dim_size %m, 1 : !nv_tileaa.memref<?x64xf32, strides = [64, 1]> -> i32
  nv_tileaa.return %0 : i32
}

// 300 does not fit i8: reading it is undefined, nothing is folded.
// CHECK-LABEL: @static_extent_too_wide
// CHECK: nv_tileaa.get_dim_size
nv_tileaa.func @static_extent_too_wide(%m: !nv_tileaa.memref<300xf32, strides = [1]>) -> i8 {
  %0 = nv_tileaa.get_dim_size %m, 0 : !nv_tileaa.memref<300xf32, strides = [1]> -> i8
  nv_tileaa.return %0 : i8
}

// The second dynamic extent is the second size operand; views and promises do
// not hide it.
// CHECK-LABEL: @known_extent
// CHECK-NEXT: return %arg2 : i32
nv_tileaa.func @known_extent(%p: !nv_tileaa.ptr<f32>, %a: i32, %b: i32) -> i32 {
  %m = nv_tileaa.make_memref %p sizes[%a, %b] : !nv_tileaa.ptr<f32> sizes[i32, i32] -> !nv_tileaa.memref<?x4x?xf32, strides = [64, 4, 1]>
  %q = nv_tileaa.assume #cuda_tile.div_by<16>, %m : !nv_tileaa.memref<?x4x?xf32, strides = [64, 4, 1]>
  %v = nv_tileaa.make_tiled_view %q : !nv_tileaa.tiled_view<2x4x8xf32, memref<?x4x?xf32, strides = [64, 4, 1]>>
  %0 = nv_tileaa.get_dim_size %v, 2 : !nv_tileaa.tiled_view<2x4x8xf32, memref<?x4x?xf32, strides = [64, 4, 1]>> -> i32
  nv_tileaa.return %0 : i32
}

// CHECK-LABEL: @known_extent_of_other_width
// CHECK-NEXT: %[[W:.*]] = arith.extui %arg1 : i32 to i64
// CHECK-NEXT: %[[N:.*]] = arith.trunci %arg1 : i32 to i16
// CHECK-NEXT: return %[[W]], %[[N]]
nv_tileaa.func @known_extent_of_other_width(%p: !nv_tileaa.ptr<f32>, %a: i32) -> (i64, i16) {
  %m = nv_tileaa.make_memref %p sizes[%a] : !nv_tileaa.ptr<f32> sizes[i32] -> !nv_tileaa.memref<?xf32, strides = [1]>
  %0 = nv_tileaa.get_dim_size %m, 0 : !nv_tileaa.memref<?xf32, strides = [1]> -> i64
  %1 = nv_tileaa.get_dim_size %m, 0 : !nv_tileaa.memref<?xf32, strides = [1]> -> i16
  nv_tileaa.return %0, %1 : i64, i16
}

// CHECK-LABEL: @unused_alloca
// CHECK-NEXT: nv_tileaa.return
nv_tileaa.func @unused_alloca() {
  %0 = nv_tileaa.alloca num_elem = 4, alignment = 4 : !nv_tileaa.ptr<f32>
  nv_tileaa.return
}
