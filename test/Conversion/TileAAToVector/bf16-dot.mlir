// RUN: tessera-opt %s --convert-tileaa-to-vector=bf16-dot | FileCheck %s
// RUN: tessera-opt %s --convert-tileaa-to-vector | FileCheck %s --check-prefix=PLAIN

!halves = !nv_tileaa.memref<32x?xbf16, strides = [?, 1]>
!columns = !nv_tileaa.memref<?x32xbf16, strides = [32, 1]>
!floats = !nv_tileaa.memref<32x32xf32, strides = [32, 1]>
!lhs_tiles = !nv_tileaa.tiled_view<32x32xbf16, memref<32x?xbf16, strides = [?, 1]>>
!rhs_tiles = !nv_tileaa.tiled_view<32x32xbf16, memref<?x32xbf16, strides = [32, 1]>>
!out_tiles = !nv_tileaa.tiled_view<32x32xf32, memref<32x32xf32, strides = [32, 1]>>

// Two kernels, of which only the first may use avx512bf16: sums of two products by
// vdpbf16ps, with prefetches of the next tiles, and the same in f32. They multiply the
// tiles of four iterations.

// CHECK-LABEL: func.func private @tessera.wide_dot.32x32x32x4.live.first(
// CHECK-SAME: passthrough = ["noinline"]
// CHECK: %[[SPLAT:.*]] = vector.broadcast %{{.*}} : i32 to vector<16xi32>
// CHECK: arith.shli %[[SPLAT]]
// CHECK: math.fma
// CHECK-NOT: dpbf16ps
// CHECK-LABEL: func.func private @tessera.bf16_dot.32x32x32x4.live.first.32x4.128x1.to.32x2(
// CHECK-SAME: passthrough = ["noinline", "tessera-bf16-dot"]
// CHECK: llvm.intr.prefetch
// CHECK: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"
// CHECK-NOT: math.fma

// Rows of the right operand are interleaved in pairs, their smallest magnitudes noted;
// those of both operands choose the kernel.

// CHECK-LABEL: func.func @product(
// CHECK-COUNT-2: arith.minui {{.*}} : vector<32xi16>
// CHECK: %[[PAIRS:.*]] = vector.shuffle {{.*}} [0, 32, 1, 33,
// CHECK: call @tessera.magnitudes.32x
// CHECK-NOT: call @tessera.magnitudes
// CHECK: vector.reduction <minui>
// CHECK: vector.reduction <minui>
// CHECK: arith.addi %{{.*}}, %{{.*}} : i32
// CHECK: %[[LARGE:.*]] = arith.cmpi sge, %{{.*}}, %c142_i32
// CHECK: %[[EXACT:.*]] = arith.andi %{{.*}}, %[[LARGE]] : i1
// CHECK: scf.if %[[EXACT]] {
// CHECK-NEXT: call @tessera.bf16_dot
// CHECK-NEXT: } else {
// CHECK-NEXT: call @tessera.wide_dot
// PLAIN-LABEL: func.func @product(
// PLAIN: arith.extui {{.*}} : vector<16xi16> to vector<16xi32>
// PLAIN: math.fma
nv_tileaa.func @product(%pa: !nv_tileaa.ptr<bf16>, %pb: !nv_tileaa.ptr<bf16>, %pc: !nv_tileaa.ptr<f32>, %k: i32) attributes {kernel} {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<32x32xf32>
  %ma = nv_tileaa.make_memref %pa sizes[%k] strides[%k] : !nv_tileaa.ptr<bf16> sizes[i32] strides[i32] -> !halves
  %mb = nv_tileaa.make_memref %pb sizes[%k] : !nv_tileaa.ptr<bf16> sizes[i32] -> !columns
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<f32> -> !floats
  %va = nv_tileaa.make_tiled_view %ma : !lhs_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !rhs_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !out_tiles
  %sum = scf.for %i = %z to %k step %one iter_args(%acc = %zeros) -> (tensor<32x32xf32>) : i32 {
    %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %i] : !lhs_tiles[i32, i32]
    %b, %t1 = nv_tileaa.tiled_load weak %vb[%i, %z] : !rhs_tiles[i32, i32]
    %d = nv_tileaa.dot %a, %b, %acc : tensor<32x32xbf16>, tensor<32x32xbf16>, tensor<32x32xf32>
    scf.yield %d : tensor<32x32xf32>
  }
  %t3 = nv_tileaa.tiled_store weak %sum, %vc[%z, %z] : !out_tiles[i32, i32]
  nv_tileaa.return
}

// A right operand stored by columns already has the pairs: its columns are copied, and
// blocks of 16 columns by 16 pairs transposed as words.

!by_columns = !nv_tileaa.tiled_view<32x32xbf16, memref<32x?xbf16, strides = [?, 1]>, dim_map = [1, 0]>

// CHECK-LABEL: func.func @columns(
// CHECK-NOT: [0, 32, 1, 33,
// CHECK-COUNT-16: llvm.load {{.*}} -> vector<16xi32>
// CHECK: vector.shuffle {{.*}} [0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30] : vector<16xi32>, vector<16xi32>
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23] : vector<16xi32>, vector<16xi32>
// CHECK-COUNT-16: llvm.store {{.*}} : vector<16xi32>
// CHECK-NOT: [0, 32, 1, 33,
// CHECK: call @tessera.bf16_dot
nv_tileaa.func @columns(%pa: !nv_tileaa.ptr<bf16>, %pb: !nv_tileaa.ptr<bf16>, %pc: !nv_tileaa.ptr<f32>, %k: i32) attributes {kernel} {
  %z = arith.constant 0 : i32
  %zeros = arith.constant dense<0.0> : tensor<32x32xf32>
  %ma = nv_tileaa.make_memref %pa sizes[%k] strides[%k] : !nv_tileaa.ptr<bf16> sizes[i32] strides[i32] -> !halves
  %mb = nv_tileaa.make_memref %pb sizes[%k] strides[%k] : !nv_tileaa.ptr<bf16> sizes[i32] strides[i32] -> !halves
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<f32> -> !floats
  %va = nv_tileaa.make_tiled_view %ma : !lhs_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !by_columns
  %vc = nv_tileaa.make_tiled_view %mc : !out_tiles
  %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %z] : !lhs_tiles[i32, i32]
  %b, %t1 = nv_tileaa.tiled_load weak %vb[%z, %z] : !by_columns[i32, i32]
  %d = nv_tileaa.dot %a, %b, %zeros : tensor<32x32xbf16>, tensor<32x32xbf16>, tensor<32x32xf32>
  %t3 = nv_tileaa.tiled_store weak %d, %vc[%z, %z] : !out_tiles[i32, i32]
  nv_tileaa.return
}

// f32 is rounded to bf16 by the instruction that takes subnormals for zero only where
// there are none. The function may not use AVX512-BF16 otherwise: LLVM would move scalars
// of bf16 through that instruction, too.

!bytes_of_f32 = !nv_tileaa.memref<32xf32, strides = [1]>
!bytes_of_bf16 = !nv_tileaa.memref<32xbf16, strides = [1]>
!f32_row = !nv_tileaa.tiled_view<32xf32, memref<32xf32, strides = [1]>>
!bf16_row = !nv_tileaa.tiled_view<32xbf16, memref<32xbf16, strides = [1]>>

// CHECK-LABEL: func.func @rounding(
// CHECK-NOT: tessera-bf16-dot
// CHECK: %[[CLASS:.*]] = llvm.call_intrinsic "llvm.x86.avx512.fpclass.ps.512"(%[[X:.*]], %{{.*}}) : (vector<16xf32>, i32) -> vector<16xi1>
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[CLASS]] : vector<16xi1> to i16
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[BITS]], %{{.*}} : i16
// CHECK: %[[FAST:.*]] = llvm.inline_asm "vcvtneps2bf16 $1, $0", "=v,v" %[[X]] : (vector<16xf32>) -> vector<16xi16>
// CHECK: scf.if %[[ANY]] -> (vector<16xi16>) {
// CHECK: arith.shrui
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[FAST]]
// PLAIN-LABEL: func.func @rounding(
// PLAIN-NOT: vcvtne
// PLAIN: return
nv_tileaa.func @rounding(%px: !nv_tileaa.ptr<f32>, %py: !nv_tileaa.ptr<bf16>) attributes {kernel} {
  %z = arith.constant 0 : i32
  %mx = nv_tileaa.make_memref %px : !nv_tileaa.ptr<f32> -> !bytes_of_f32
  %my = nv_tileaa.make_memref %py : !nv_tileaa.ptr<bf16> -> !bytes_of_bf16
  %vx = nv_tileaa.make_tiled_view %mx : !f32_row
  %vy = nv_tileaa.make_tiled_view %my : !bf16_row
  %x, %t0 = nv_tileaa.tiled_load weak %vx[%z] : !f32_row[i32]
  %y = nv_tileaa.fp_to_fp %x : tensor<32xf32> -> tensor<32xbf16>
  %t1 = nv_tileaa.tiled_store weak %y, %vy[%z] : !bf16_row[i32]
  nv_tileaa.return
}
