// RUN: tessera-opt %s --convert-tileaa-to-vector="vector-bits=256 int16-dot=true" --cse | FileCheck %s --check-prefixes=CHECK,AVX2
// RUN: tessera-opt %s --convert-tileaa-to-vector=vector-bits=512 --cse | FileCheck %s --check-prefixes=CHECK,AVX512

!mem = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!from = !nv_tileaa.tiled_view<4x64xf32, memref<?x?xf32, strides = [?, 1]>, padding = zero>
!to = !nv_tileaa.tiled_view<4x64xf32, memref<?x?xf32, strides = [?, 1]>>

// How many columns of a partial tile there are is found out once per row, none
// where there is no row. A vector's mask takes a subtraction and a comparison.
// AVX2's masked stores are slow: vectors that are whole, which most are, are
// stored as such.
// CHECK-LABEL: func.func @partial(
// CHECK: scf.if
// CHECK: } else {
// CHECK: scf.for
// CHECK: %[[HAS:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : i64
// CHECK: %[[SIZE:.*]] = arith.select %[[HAS]], %{{.*}}, %c0_i64 : i64
// CHECK: %[[LOW:.*]] = arith.maxsi %[[SIZE]], %c0_i64
// CHECK: %[[TILE:.*]] = arith.minsi %[[LOW]], %c64_i64
// CHECK: %[[NARROW:.*]] = arith.trunci %[[TILE]] : i64 to i32
// CHECK: scf.for %[[AT:.*]] =
// CHECK: %[[PLACE:.*]] = arith.trunci %[[AT]] : i64 to i32
// CHECK-NEXT: %[[REST:.*]] = arith.subi %[[NARROW]], %[[PLACE]] : i32
// CHECK: %[[ALL:.*]] = vector.broadcast %[[REST]]
// CHECK-NEXT: %[[MASK:.*]] = arith.cmpi slt, %{{.*}}, %[[ALL]]
// CHECK: llvm.intr.masked.load %{{.*}}, %[[MASK]]
// AVX2: %[[WHOLE:.*]] = vector.reduction <and>, %[[MASK]]
// AVX2: scf.if %[[WHOLE]] {
// AVX2-NEXT: llvm.store
// AVX2-NEXT: } else {
// AVX2-NEXT: llvm.intr.masked.store
// AVX512-NOT: vector.reduction
// AVX512: llvm.intr.masked.store
nv_tileaa.func @partial(%in: !nv_tileaa.ptr<f32>, %out: !nv_tileaa.ptr<f32>, %rows: i32, %columns: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %a = nv_tileaa.make_memref %in sizes[%rows, %columns] strides[%columns] : !nv_tileaa.ptr<f32> sizes[i32, i32] strides[i32] -> !mem
  %b = nv_tileaa.make_memref %out sizes[%rows, %columns] strides[%columns] : !nv_tileaa.ptr<f32> sizes[i32, i32] strides[i32] -> !mem
  %va = nv_tileaa.make_tiled_view %a : !from
  %vb = nv_tileaa.make_tiled_view %b : !to
  %x, %t0 = nv_tileaa.tiled_load weak %va[%zero, %zero] : !from[i32, i32]
  %t1 = nv_tileaa.tiled_store weak %x, %vb[%zero, %zero] : !to[i32, i32]
  nv_tileaa.return
}

// There are no masked accesses of 16 bits: whole vectors are loaded as such.
// CHECK-LABEL: func.func @halves(
// CHECK: } else {
// CHECK: arith.cmpi slt, %{{.*}} : vector<
// AVX2: %[[LOADED:.*]] = scf.if %{{.*}} -> (vector<{{.*}}xi16>) {
// AVX2-NEXT: llvm.load
// AVX2-NEXT: scf.yield
// AVX2-NEXT: } else {
// AVX2-NEXT: llvm.intr.masked.load
// AVX512-NOT: scf.if
// AVX512: llvm.intr.masked.load
nv_tileaa.func @halves(%in: !nv_tileaa.ptr<f16>, %out: !nv_tileaa.ptr<f16>, %n: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %a = nv_tileaa.make_memref %in sizes[%n] : !nv_tileaa.ptr<f16> sizes[i32] -> !nv_tileaa.memref<?xf16, strides = [1]>
  %b = nv_tileaa.make_memref %out sizes[%n] : !nv_tileaa.ptr<f16> sizes[i32] -> !nv_tileaa.memref<?xf16, strides = [1]>
  %va = nv_tileaa.make_tiled_view %a : !nv_tileaa.tiled_view<64xf16, memref<?xf16, strides = [1]>, padding = zero>
  %vb = nv_tileaa.make_tiled_view %b : !nv_tileaa.tiled_view<64xf16, memref<?xf16, strides = [1]>>
  %x, %t0 = nv_tileaa.tiled_load weak %va[%zero] : !nv_tileaa.tiled_view<64xf16, memref<?xf16, strides = [1]>, padding = zero>[i32]
  %t1 = nv_tileaa.tiled_store weak %x, %vb[%zero] : !nv_tileaa.tiled_view<64xf16, memref<?xf16, strides = [1]>>[i32]
  nv_tileaa.return
}
