// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s

// Loads, addition and store share one loop over native vectors; no scratch.
// The tile that lies inside all three arrays takes the version without masks.

!mem = !nv_tileaa.memref<?xf32, strides = [1]>
!view = !nv_tileaa.tiled_view<1024xf32, memref<?xf32, strides = [1]>>

// CHECK-LABEL: func.func @vadd(
// CHECK-SAME: %[[LAUNCH:.*]]: !llvm.ptr {{.*}}%[[X:.*]]: i32, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: !llvm.ptr
// CHECK-SAME: tessera.params = ["ptr", "ptr", "ptr", "i32"], tessera.scratch_bytes = 0 : i64
nv_tileaa.func @vadd(%a: !nv_tileaa.ptr<f32>, %b: !nv_tileaa.ptr<f32>, %c: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %ma = nv_tileaa.make_memref %a sizes [%n] : !nv_tileaa.ptr<f32> sizes [i32] -> !mem
  %mb = nv_tileaa.make_memref %b sizes [%n] : !nv_tileaa.ptr<f32> sizes [i32] -> !mem
  %mc = nv_tileaa.make_memref %c sizes [%n] : !nv_tileaa.ptr<f32> sizes [i32] -> !mem
  %va = nv_tileaa.make_tiled_view %ma : !view
  %vb = nv_tileaa.make_tiled_view %mb : !view
  %vc = nv_tileaa.make_tiled_view %mc : !view
  // CHECK: %[[START:.*]] = arith.muli %{{.*}}, %c1024_i64
  // CHECK: %[[END:.*]] = arith.addi %[[START]], %c1024_i64
  // CHECK: %[[INSIDE:.*]] = arith.cmpi sle, %[[END]], %{{.*}} : i64
  // CHECK: scf.if %[[INSIDE]] {
  // Four vectors per iteration, stored after all of them are computed.
  // CHECK-NEXT: scf.for %{{.*}} = %c0_i64 to %c1024_i64 step %c64_i64
  // CHECK-NOT: mask
  // CHECK: %[[A:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
  // CHECK: %[[B:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
  // CHECK: %[[S:.*]] = arith.addf %[[A]], %[[B]] : vector<16xf32>
  // CHECK-COUNT-6: llvm.load
  // CHECK: llvm.store %[[S]], %{{.*}} {alignment = 4 : i64} : vector<16xf32>
  // CHECK-COUNT-3: llvm.store
  // CHECK: } else {
  // CHECK: llvm.intr.masked.load
  // CHECK: llvm.intr.masked.load
  // CHECK: arith.addf
  // CHECK: llvm.intr.masked.store
  %ta, %t0 = nv_tileaa.tiled_load weak %va[%x] : !view[i32]
  %tb, %t1 = nv_tileaa.tiled_load weak %vb[%x] : !view[i32]
  %s = arith.addf %ta, %tb : tensor<1024xf32>
  %t2 = nv_tileaa.tiled_store weak %s, %vc[%x] : !view[i32]
  nv_tileaa.return
}
