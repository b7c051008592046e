// RUN: tessera-opt %s --convert-tileaa-to-vector=vector-bits=256 --canonicalize --cse | FileCheck %s

// Operands of a block-scaled product are widened and multiplied by their scales on the way to
// where the product of f32 reads them. A scale of 2^120 and more could make an f8E4M3FN too large
// for f32: all must be at most 2^119 (2063597568 are its bits), or the runtime
// multiplies.

!a = !nv_tileaa.memref<16x64xf8E4M3FN, strides = [64, 1]>
!a_tiles = !nv_tileaa.tiled_view<16x64xf8E4M3FN, memref<16x64xf8E4M3FN, strides = [64, 1]>>
!s = !nv_tileaa.memref<16x2xf8E8M0FNU, strides = [2, 1]>
!s_tiles = !nv_tileaa.tiled_view<16x2xf8E8M0FNU, memref<16x2xf8E8M0FNU, strides = [2, 1]>>
!b = !nv_tileaa.memref<64x16xf8E4M3FN, strides = [16, 1]>
!b_tiles = !nv_tileaa.tiled_view<64x16xf8E4M3FN, memref<64x16xf8E4M3FN, strides = [16, 1]>>
!t = !nv_tileaa.memref<2x16xf8E8M0FNU, strides = [16, 1]>
!t_tiles = !nv_tileaa.tiled_view<2x16xf8E8M0FNU, memref<2x16xf8E8M0FNU, strides = [16, 1]>>
!c = !nv_tileaa.memref<16x16xf32, strides = [16, 1]>
!c_tiles = !nv_tileaa.tiled_view<16x16xf32, memref<16x16xf32, strides = [16, 1]>>

// CHECK-LABEL: func.func @mxfp8(
// The scales as f32: an exponent, but for 2^-127 and NaN.
// CHECK: %[[WIDE:.*]] = arith.extui %{{.*}} : vector<8xi8> to vector<8xi32>
// CHECK: %[[EXPONENT:.*]] = arith.shli %[[WIDE]]
// CHECK: arith.ori %[[EXPONENT]]
// CHECK: %[[LEFT:.*]] = "llvm.intr.vector.reduce.smax"
// CHECK: %[[LEFT_HUGE:.*]] = arith.cmpi sgt, %[[LEFT]], %c2063597568_i32
// CHECK: %[[RIGHT:.*]] = "llvm.intr.vector.reduce.smax"
// CHECK: %[[RIGHT_HUGE:.*]] = arith.cmpi sgt, %[[RIGHT]], %c2063597568_i32
// CHECK: %[[HUGE:.*]] = arith.ori %[[LEFT_HUGE]], %[[RIGHT_HUGE]]
// CHECK: scf.if %[[HUGE]] {
// CHECK: call @tessera_rt_mmaf_scaled(
// CHECK: } else {
// One scale for all lanes on the left, a row of them on the right.
// CHECK: %[[F16:.*]] = arith.extf %{{.*}} : vector<8xf16> to vector<8xf32>
// CHECK: %[[VALUE:.*]] = arith.mulf %[[F16]]
// CHECK: %[[ONE:.*]] = llvm.load %{{.*}} -> f32
// CHECK: %[[SCALE:.*]] = vector.broadcast %[[ONE]] : f32 to vector<8xf32>
// CHECK: arith.mulf %[[VALUE]], %[[SCALE]] : vector<8xf32>
// CHECK: %[[ROW:.*]] = llvm.load %{{.*}} -> vector<8xf32>
// CHECK: arith.mulf %{{.*}}, %[[ROW]] : vector<8xf32>
// CHECK: math.fma
// CHECK-NOT: tessera_rt
nv_tileaa.func @mxfp8(%pa: !nv_tileaa.ptr<f8E4M3FN>, %ps: !nv_tileaa.ptr<f8E8M0FNU>, %pb: !nv_tileaa.ptr<f8E4M3FN>, %pt: !nv_tileaa.ptr<f8E8M0FNU>, %pc: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %pa : !nv_tileaa.ptr<f8E4M3FN> -> !a
  %ms = nv_tileaa.make_memref %ps : !nv_tileaa.ptr<f8E8M0FNU> -> !s
  %mb = nv_tileaa.make_memref %pb : !nv_tileaa.ptr<f8E4M3FN> -> !b
  %mt = nv_tileaa.make_memref %pt : !nv_tileaa.ptr<f8E8M0FNU> -> !t
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<f32> -> !c
  %va = nv_tileaa.make_tiled_view %ma : !a_tiles
  %vs = nv_tileaa.make_tiled_view %ms : !s_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !b_tiles
  %vt = nv_tileaa.make_tiled_view %mt : !t_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !c_tiles
  %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %z] : !a_tiles[i32, i32]
  %s, %t1 = nv_tileaa.tiled_load weak %vs[%z, %z] : !s_tiles[i32, i32]
  %b, %t2 = nv_tileaa.tiled_load weak %vb[%z, %z] : !b_tiles[i32, i32]
  %t, %t3 = nv_tileaa.tiled_load weak %vt[%z, %z] : !t_tiles[i32, i32]
  %c = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = nv_tileaa.dot %a, %b, %c scaled %s, %t : tensor<16x64xf8E4M3FN>, tensor<64x16xf8E4M3FN>, tensor<16x16xf32> scaled tensor<16x2xf8E8M0FNU>, tensor<2x16xf8E8M0FNU>
  %t4 = nv_tileaa.tiled_store weak %d, %vc[%z, %z] : !c_tiles[i32, i32]
  nv_tileaa.return
}

// Scales that are ordinary numbers are never too large.

!na = !nv_tileaa.memref<16x64xf4E2M1FN, strides = [64, 1]>
!na_tiles = !nv_tileaa.tiled_view<16x64xf4E2M1FN, memref<16x64xf4E2M1FN, strides = [64, 1]>>
!nb = !nv_tileaa.memref<64x16xf4E2M1FN, strides = [16, 1]>
!nb_tiles = !nv_tileaa.tiled_view<64x16xf4E2M1FN, memref<64x16xf4E2M1FN, strides = [16, 1]>>

// CHECK-LABEL: func.func @nvfp4(
// CHECK-NOT: tessera_rt
// Two elements of 4 bits are taken out of each byte, the lower half first.
// CHECK: %[[BYTES:.*]] = llvm.load %{{.*}} -> vector<4xi8>
// CHECK: %[[WORDS:.*]] = arith.extui %[[BYTES]] : vector<4xi8> to vector<4xi16>
// CHECK: %[[HIGH:.*]] = arith.shli %[[WORDS]]
// CHECK: %[[BOTH:.*]] = arith.ori %[[WORDS]], %[[HIGH]]
// CHECK: %[[APART:.*]] = arith.andi %[[BOTH]]
// CHECK: %[[ELEMENTS:.*]] = llvm.bitcast %[[APART]] : vector<4xi16> to vector<8xi8>
// CHECK: arith.extui %[[ELEMENTS]] : vector<8xi8> to vector<8xi16>
// CHECK: math.fma
// CHECK: return
nv_tileaa.func @nvfp4(%pa: !nv_tileaa.ptr<f4E2M1FN>, %pb: !nv_tileaa.ptr<f4E2M1FN>, %pc: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %pa : !nv_tileaa.ptr<f4E2M1FN> -> !na
  %mb = nv_tileaa.make_memref %pb : !nv_tileaa.ptr<f4E2M1FN> -> !nb
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<f32> -> !c
  %va = nv_tileaa.make_tiled_view %ma : !na_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !nb_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !c_tiles
  %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %z] : !na_tiles[i32, i32]
  %b, %t2 = nv_tileaa.tiled_load weak %vb[%z, %z] : !nb_tiles[i32, i32]
  %s = arith.constant dense<2.0> : tensor<16x4xf8E4M3FN>
  %t = arith.constant dense<2.0> : tensor<4x16xf8E4M3FN>
  %c = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = nv_tileaa.dot %a, %b, %c scaled %s, %t : tensor<16x64xf4E2M1FN>, tensor<64x16xf4E2M1FN>, tensor<16x16xf32> scaled tensor<16x4xf8E4M3FN>, tensor<4x16xf8E4M3FN>
  %t4 = nv_tileaa.tiled_store weak %d, %vc[%z, %z] : !c_tiles[i32, i32]
  nv_tileaa.return
}

// Rows that may begin in the middle of a byte are read lane by lane, unless they do not.

!odd = !nv_tileaa.memref<16x64xf4E2M1FN, strides = [?, 1]>
!odd_tiles = !nv_tileaa.tiled_view<16x64xf4E2M1FN, memref<16x64xf4E2M1FN, strides = [?, 1]>>
!out = !nv_tileaa.memref<16x64xf32, strides = [64, 1]>
!out_tiles = !nv_tileaa.tiled_view<16x64xf32, memref<16x64xf32, strides = [64, 1]>>

// CHECK-LABEL: func.func @rows_of_any_stride(
// CHECK: %[[ODD:.*]] = arith.andi %{{.*}}, %c1_i64
// CHECK: %[[EVEN:.*]] = arith.cmpi eq, %[[ODD]], %c0_i64
// CHECK: scf.if %[[EVEN]] {
// CHECK: llvm.load %{{.*}} -> vector<4xi8>
// CHECK: } else {
// CHECK: %[[BYTES:.*]] = llvm.intr.masked.gather
// CHECK: %[[HIGH:.*]] = arith.shrui %[[BYTES]]
// CHECK: %[[LOW:.*]] = arith.andi %[[BYTES]]
// CHECK: arith.select %{{.*}}, %[[HIGH]], %[[LOW]]
nv_tileaa.func @rows_of_any_stride(%pa: !nv_tileaa.ptr<f4E2M1FN>, %pc: !nv_tileaa.ptr<f32>, %stride: i32) attributes {kernel} {
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %pa strides[%stride] : !nv_tileaa.ptr<f4E2M1FN> strides[i32] -> !odd
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<f32> -> !out
  %va = nv_tileaa.make_tiled_view %ma : !odd_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !out_tiles
  %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %z] : !odd_tiles[i32, i32]
  %d = nv_tileaa.fp_to_fp %a : tensor<16x64xf4E2M1FN> -> tensor<16x64xf32>
  %t4 = nv_tileaa.tiled_store weak %d, %vc[%z, %z] : !out_tiles[i32, i32]
  nv_tileaa.return
}

// Bytes are put together where rows begin with one; else every element is stored alone.

// CHECK-LABEL: func.func @quantised(
// CHECK: scf.if %{{.*}} {
// CHECK: %[[PAIRS:.*]] = llvm.bitcast %{{.*}} : vector<32xi8> to vector<16xi16>
// CHECK: %[[HIGH:.*]] = arith.shrui %[[PAIRS]]
// CHECK: %[[BOTH:.*]] = arith.ori %[[PAIRS]], %[[HIGH]]
// CHECK: %[[BYTES:.*]] = arith.trunci %[[BOTH]] : vector<16xi16> to vector<16xi8>
// CHECK: llvm.store %[[BYTES]]
// CHECK: } else {
// CHECK: call @tessera_rt_write_nibbles(
nv_tileaa.func @quantised(%pa: !nv_tileaa.ptr<f4E2M1FN>, %pc: !nv_tileaa.ptr<f32>, %stride: i32) attributes {kernel} {
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %pa strides[%stride] : !nv_tileaa.ptr<f4E2M1FN> strides[i32] -> !odd
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<f32> -> !out
  %va = nv_tileaa.make_tiled_view %ma : !odd_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !out_tiles
  %c, %t0 = nv_tileaa.tiled_load weak %vc[%z, %z] : !out_tiles[i32, i32]
  %d = nv_tileaa.fp_to_fp %c : tensor<16x64xf32> -> tensor<16x64xf4E2M1FN>
  %t4 = nv_tileaa.tiled_store weak %d, %va[%z, %z] : !odd_tiles[i32, i32]
  nv_tileaa.return
}
