// RUN: tessera-opt %s --convert-tileaa-to-vector=bf16-dot --canonicalize --cse | FileCheck %s

!left = !nv_tileaa.memref<16x32xbf16, strides = [32, 1]>
!right = !nv_tileaa.memref<32x128xbf16, strides = [128, 1]>
!result = !nv_tileaa.memref<16x128xf32, strides = [128, 1]>
!left_tiles = !nv_tileaa.tiled_view<16x32xbf16, memref<16x32xbf16, strides = [32, 1]>>
!right_tiles = !nv_tileaa.tiled_view<32x128xbf16, memref<32x128xbf16, strides = [128, 1]>>
!result_tiles = !nv_tileaa.tiled_view<16x128xf32, memref<16x128xf32, strides = [128, 1]>>

// Panels of 64 columns: four vectors of sums by four rows stay in registers. In f32, for
// which little code matters more, one row.

// CHECK-LABEL: func.func private @tessera.wide_dot.
// CHECK: scf.for %{{.*}} = %c0_i64 to %c128_i64 step %c64_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c16_i64 step %c1_i64
// CHECK-COUNT-8: math.fma
// CHECK-NOT: math.fma
// CHECK-LABEL: func.func private @tessera.bf16_dot.
// CHECK: scf.for %{{.*}} = %c0_i64 to %c128_i64 step %c64_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c16_i64 step %c4_i64
// CHECK: scf.for {{.*}} step %c2_i64 iter_args
// CHECK-COUNT-16: llvm.x86.avx512bf16.dpbf16ps.512
// CHECK-NOT: dpbf16ps

// A vector of pairs of rows has 32 columns, so a panel is filled in two steps per pair:
// panel * 32 rows + k * 64 columns + 2 * the column in the panel. The smallest magnitudes
// are noted in passing.

// CHECK-LABEL: func.func @panels(
// CHECK: scf.for %[[K:.*]] = %c0_i64 to %c32_i64 step %c2_i64
// CHECK: scf.for %[[COLUMN:.*]] = %c0_i64 to %c128_i64 step %c32_i64
// CHECK-COUNT-2: arith.minui
// CHECK: vector.interleave
// CHECK-DAG: %[[ROW:.*]] = arith.muli %[[K]], %c64_i64
// CHECK-DAG: %[[IN_PANEL:.*]] = arith.andi %[[COLUMN]], %c63_i64
// CHECK-DAG: %[[PANEL:.*]] = arith.subi %[[COLUMN]], %[[IN_PANEL]]
// CHECK-DAG: %[[START:.*]] = arith.muli %[[PANEL]], %c32_i64
// CHECK-DAG: %[[PLACE:.*]] = arith.muli %[[IN_PANEL]], %c2_i64
// CHECK: llvm.store
nv_tileaa.func @panels(%pa: !nv_tileaa.ptr<bf16>, %pb: !nv_tileaa.ptr<bf16>, %pc: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %z = arith.constant 0 : i32
  %zeros = arith.constant dense<0.0> : tensor<16x128xf32>
  %ma = nv_tileaa.make_memref %pa : !nv_tileaa.ptr<bf16> -> !left
  %mb = nv_tileaa.make_memref %pb : !nv_tileaa.ptr<bf16> -> !right
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<f32> -> !result
  %va = nv_tileaa.make_tiled_view %ma : !left_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !right_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !result_tiles
  %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %z] : !left_tiles[i32, i32]
  %b, %t1 = nv_tileaa.tiled_load weak %vb[%z, %z] : !right_tiles[i32, i32]
  %d = nv_tileaa.dot %a, %b, %zeros : tensor<16x32xbf16>, tensor<32x128xbf16>, tensor<16x128xf32>
  %t2 = nv_tileaa.tiled_store weak %d, %vc[%z, %z] : !result_tiles[i32, i32]
  nv_tileaa.return
}
