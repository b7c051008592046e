// RUN: tessera-opt %s --convert-tileaa-to-vector=int16-dot | FileCheck %s
// RUN: tessera-opt %s "--convert-tileaa-to-vector=int16-dot vector-bits=256 vector-registers=16" | FileCheck %s --check-prefix=YMM
// RUN: tessera-opt %s "--convert-tileaa-to-vector=int16-dot vector-bits=128 vector-registers=16" | FileCheck %s --check-prefix=XMM
// RUN: tessera-opt %s "--convert-tileaa-to-vector=int8-dot int16-dot" | FileCheck %s --check-prefix=BYTES

!bytes = !nv_tileaa.memref<32x32xi8, strides = [32, 1]>
!words = !nv_tileaa.memref<32x32xi32, strides = [32, 1]>
!byte_tiles = !nv_tileaa.tiled_view<32x32xi8, memref<32x32xi8, strides = [32, 1]>>
!columns = !nv_tileaa.tiled_view<32x32xi8, memref<32x32xi8, strides = [32, 1]>, dim_map = [1, 0]>
!word_tiles = !nv_tileaa.tiled_view<32x32xi32, memref<32x32xi32, strides = [32, 1]>>

// Bytes become i16 on their way into place, each with its own sign, the right operand
// interleaved by two along k. Two of the left one are broadcast. With 16 registers a turn
// of the loop multiplies two such pairs.

// CHECK-LABEL: func.func @unsigned_signed(
// CHECK: arith.extui {{.*}} : vector<32xi8> to vector<32xi16>
// CHECK: arith.extsi {{.*}} : vector<32xi8> to vector<32xi16>
// CHECK: vector.shuffle {{.*}} [0, 32, 1, 33, {{.*}} : vector<32xi16>, vector<32xi16>
// CHECK: scf.for {{.*}} iter_args
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<32xi16>
// CHECK: %[[WORD:.*]] = llvm.load {{.*}} -> i32
// CHECK: %[[SPLAT:.*]] = vector.broadcast %[[WORD]] : i32 to vector<16xi32>
// CHECK: %[[A:.*]] = llvm.bitcast %[[SPLAT]] : vector<16xi32> to vector<32xi16>
// CHECK: %[[PAIRS:.*]] = llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"(%[[A]], %[[B]])
// CHECK: arith.addi %{{.*}}, %[[PAIRS]] : vector<16xi32>
// YMM-LABEL: func.func @unsigned_signed(
// YMM: scf.for {{.*}} step %c4_i64{{.*}} iter_args
// YMM-COUNT-16: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
// YMM-NOT: pmadd
// YMM: return
// XMM-LABEL: func.func @unsigned_signed(
// XMM: llvm.call_intrinsic "llvm.x86.sse2.pmadd.wd"
// BYTES-LABEL: func.func @unsigned_signed(
// BYTES-NOT: pmadd
// BYTES: vpdpbusd
nv_tileaa.func @unsigned_signed(%pa: !nv_tileaa.ptr<i8>, %pb: !nv_tileaa.ptr<i8>, %pc: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %pa : !nv_tileaa.ptr<i8> -> !bytes
  %mb = nv_tileaa.make_memref %pb : !nv_tileaa.ptr<i8> -> !bytes
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<i32> -> !words
  %va = nv_tileaa.make_tiled_view %ma : !byte_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !byte_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !word_tiles
  %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %z] : !byte_tiles[i32, i32]
  %b, %t1 = nv_tileaa.tiled_load weak %vb[%z, %z] : !byte_tiles[i32, i32]
  %c, %t2 = nv_tileaa.tiled_load weak %vc[%z, %z] : !word_tiles[i32, i32]
  %d = nv_tileaa.dot %a, %b, %c unsigned signed : tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi32>
  %t3 = nv_tileaa.tiled_store weak %d, %vc[%z, %z] token = %t2 : !word_tiles[i32, i32]
  nv_tileaa.return
}

// Two unsigned operands, which vpdpbusd cannot multiply.

// BYTES-LABEL: func.func @unsigned_unsigned(
// BYTES-NOT: vpdpbusd
// BYTES: llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"
nv_tileaa.func @unsigned_unsigned(%pa: !nv_tileaa.ptr<i8>, %pb: !nv_tileaa.ptr<i8>, %pc: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %pa : !nv_tileaa.ptr<i8> -> !bytes
  %mb = nv_tileaa.make_memref %pb : !nv_tileaa.ptr<i8> -> !bytes
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<i32> -> !words
  %va = nv_tileaa.make_tiled_view %ma : !byte_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !byte_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !word_tiles
  %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %z] : !byte_tiles[i32, i32]
  %b, %t1 = nv_tileaa.tiled_load weak %vb[%z, %z] : !byte_tiles[i32, i32]
  %c, %t2 = nv_tileaa.tiled_load weak %vc[%z, %z] : !word_tiles[i32, i32]
  %d = nv_tileaa.dot %a, %b, %c unsigned unsigned : tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi32>
  %t3 = nv_tileaa.tiled_store weak %d, %vc[%z, %z] token = %t2 : !word_tiles[i32, i32]
  nv_tileaa.return
}

// Columns in memory: they are copied as i16, and words of two are transposed.

// YMM-LABEL: func.func @columns(
// YMM: arith.extsi {{.*}} : vector<16xi8> to vector<16xi16>
// YMM: arith.extsi {{.*}} : vector<16xi8> to vector<16xi16>
// YMM-COUNT-8: llvm.load {{.*}} -> vector<8xi32>
// YMM: vector.shuffle
// YMM: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
nv_tileaa.func @columns(%pa: !nv_tileaa.ptr<i8>, %pb: !nv_tileaa.ptr<i8>, %pc: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %pa : !nv_tileaa.ptr<i8> -> !bytes
  %mb = nv_tileaa.make_memref %pb : !nv_tileaa.ptr<i8> -> !bytes
  %mc = nv_tileaa.make_memref %pc : !nv_tileaa.ptr<i32> -> !words
  %va = nv_tileaa.make_tiled_view %ma : !byte_tiles
  %vb = nv_tileaa.make_tiled_view %mb : !columns
  %vc = nv_tileaa.make_tiled_view %mc : !word_tiles
  %a, %t0 = nv_tileaa.tiled_load weak %va[%z, %z] : !byte_tiles[i32, i32]
  %b, %t1 = nv_tileaa.tiled_load weak %vb[%z, %z] : !columns[i32, i32]
  %c, %t2 = nv_tileaa.tiled_load weak %vc[%z, %z] : !word_tiles[i32, i32]
  %d = nv_tileaa.dot %a, %b, %c signed signed : tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi32>
  %t3 = nv_tileaa.tiled_store weak %d, %vc[%z, %z] token = %t2 : !word_tiles[i32, i32]
  nv_tileaa.return
}
