// RUN: tessera-opt %s --convert-tileaa-to-vector=int8-dot | FileCheck %s
// RUN: tessera-opt %s --convert-tileaa-to-vector | FileCheck %s --check-prefix=PLAIN
// RUN: tessera-opt %s "--convert-tileaa-to-vector=int8-dot vector-bits=256" | FileCheck %s --check-prefix=YMM

!bytes = !nv_tileaa.memref<32x32xi8, strides = [32, 1]>
!words = !nv_tileaa.memref<32x32xi32, strides = [32, 1]>
!byte_tiles = !nv_tileaa.tiled_view<32x32xi8, memref<32x32xi8, strides = [32, 1]>>
!word_tiles = !nv_tileaa.tiled_view<32x32xi32, memref<32x32xi32, strides = [32, 1]>>

// The right operand is interleaved by four along k, four bytes of the left one are
// broadcast; the unsigned operand comes first.

// CHECK-LABEL: func.func @unsigned_signed(
// CHECK: vector.shuffle {{.*}} [0, 32, 1, 33, {{.*}} : vector<32xi8>, vector<32xi8>
// CHECK: vector.shuffle {{.*}} [0, 32, 1, 33, {{.*}} : vector<32xi16>, vector<32xi16>
// CHECK: scf.for {{.*}} iter_args
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<64xi8>
// CHECK: %[[WORD:.*]] = llvm.load {{.*}} -> i32
// CHECK: %[[SPLAT:.*]] = vector.broadcast %[[WORD]] : i32 to vector<16xi32>
// CHECK: %[[A:.*]] = llvm.bitcast %[[SPLAT]] : vector<16xi32> to vector<64xi8>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[A]], %[[B]])
// CHECK-NOT: arith.muli {{.*}} vector
// PLAIN-LABEL: func.func @unsigned_signed(
// PLAIN: arith.muli {{.*}} : vector<16xi32>
// PLAIN-NOT: vpdpbusd
// YMM-LABEL: func.func @unsigned_signed(
// YMM: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.256"
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

// The other way round the operands change places.

// CHECK-LABEL: func.func @signed_unsigned(
// CHECK: scf.for {{.*}} iter_args
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<64xi8>
// CHECK: %[[A:.*]] = llvm.bitcast {{.*}} : vector<16xi32> to vector<64xi8>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[B]], %[[A]])
nv_tileaa.func @signed_unsigned(%pa: !nv_tileaa.ptr<i8>, %pb: !nv_tileaa.ptr<i8>, %pc: !nv_tileaa.ptr<i32>) attributes {kernel} {
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
  %d = nv_tileaa.dot %a, %b, %c signed unsigned : tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi32>
  %t3 = nv_tileaa.tiled_store weak %d, %vc[%z, %z] token = %t2 : !word_tiles[i32, i32]
  nv_tileaa.return
}

// Two signed operands: the left one plus 128 (the sign bit flipped), and 128 times
// the column sums subtracted at the end.

// CHECK-LABEL: func.func @signed_signed(
// CHECK: %[[FLIP:.*]] = arith.constant -128 : i8
// CHECK: arith.xori
// CHECK: %[[WORD:.*]] = arith.constant -2139062144 : i32
// CHECK: vpdpbusd
// CHECK: arith.subi {{.*}} : vector<16xi32>
nv_tileaa.func @signed_signed(%pa: !nv_tileaa.ptr<i8>, %pb: !nv_tileaa.ptr<i8>, %pc: !nv_tileaa.ptr<i32>) attributes {kernel} {
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
  %d = nv_tileaa.dot %a, %b, %c signed signed : tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi32>
  %t3 = nv_tileaa.tiled_store weak %d, %vc[%z, %z] token = %t2 : !word_tiles[i32, i32]
  nv_tileaa.return
}

// Two unsigned ones are multiplied as i32.

// CHECK-LABEL: func.func @unsigned_unsigned(
// CHECK-NOT: vpdpbusd
// CHECK: arith.muli {{.*}} : vector<16xi32>
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
