// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s

// y = a * x + y through tiles of pointers: `splat + range` is recognised as
// consecutive. The store is ordered after the load of y but touches the same
// elements, so that load stays in the loop and nothing goes to scratch.

// CHECK-LABEL: func.func @saxpy(
// CHECK-SAME: tessera.scratch_bytes = 0 : i64
// The offsets fit i32 and `offset < n` holds for the last element.
// CHECK: %[[FIRST:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[LAST:.*]] = arith.addi %[[FIRST]], %c255_i64
// CHECK: arith.cmpi sle, %[[LAST]], %c2147483647_i64
// CHECK: %[[N:.*]] = arith.extsi
// CHECK: arith.cmpi slt, %[[LAST]], %[[N]]
// CHECK: scf.if
// CHECK: llvm.load {{.*}} -> vector<16xf32>
// CHECK: llvm.load {{.*}} -> vector<16xf32>
// CHECK: llvm.store {{.*}} : vector<16xf32>
// CHECK: else
// CHECK: scf.if
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.masked.store
// CHECK: else
// CHECK: llvm.intr.masked.gather
// CHECK: llvm.intr.masked.scatter
nv_tileaa.func @saxpy(%px: !nv_tileaa.ptr<f32>, %py: !nv_tileaa.ptr<f32>, %a: f32, %n: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %c = arith.constant 256 : i32
  %start = arith.muli %x, %c : i32
  %sv = nv_tileaa.splat %start : i32 -> tensor<256xi32>
  %r = nv_tileaa.make_range : tensor<256xi32>
  %o = arith.addi %sv, %r : tensor<256xi32>
  %nv = nv_tileaa.splat %n : i32 -> tensor<256xi32>
  %m = arith.cmpi slt, %o, %nv : tensor<256xi32>
  %xs = nv_tileaa.splat %px : !nv_tileaa.ptr<f32> -> tensor<256x!nv_tileaa.ptr<f32>>
  %xp = nv_tileaa.addptr %xs, %o : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xi32>
  %ys = nv_tileaa.splat %py : !nv_tileaa.ptr<f32> -> tensor<256x!nv_tileaa.ptr<f32>>
  %yp = nv_tileaa.addptr %ys, %o : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xi32>
  %xv, %t0 = nv_tileaa.load weak %xp, mask = %m : tensor<256x!nv_tileaa.ptr<f32>> -> tensor<256xf32>
  %yv, %t1 = nv_tileaa.load weak %yp, mask = %m : tensor<256x!nv_tileaa.ptr<f32>> -> tensor<256xf32>
  %as = nv_tileaa.splat %a : f32 -> tensor<256xf32>
  %p = arith.mulf %as, %xv : tensor<256xf32>
  %q = arith.addf %p, %yv : tensor<256xf32>
  %t2 = nv_tileaa.store weak %yp, %q, mask = %m token = %t1 : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xf32>
  nv_tileaa.return
}

// A load from elsewhere that the store is ordered after cannot be delayed: the
// arrays may overlap. It is read into 1 KiB of scratch first.

// CHECK-LABEL: func.func @ordered_copy(
// CHECK-SAME: %[[SCRATCH:[^ ]*]]: !llvm.ptr {llvm.align
// CHECK-SAME: tessera.scratch_bytes = 1024 : i64
// CHECK: scf.for
// CHECK: llvm.store {{.*}} {alignment = 64 : i64}
// CHECK: scf.for
// CHECK: llvm.load {{.*}} {alignment = 64 : i64}
nv_tileaa.func @ordered_copy(%px: !nv_tileaa.ptr<f32>, %py: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<256xi64>
  %xs = nv_tileaa.splat %px : !nv_tileaa.ptr<f32> -> tensor<256x!nv_tileaa.ptr<f32>>
  %xp = nv_tileaa.addptr %xs, %r : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xi64>
  %ys = nv_tileaa.splat %py : !nv_tileaa.ptr<f32> -> tensor<256x!nv_tileaa.ptr<f32>>
  %yp = nv_tileaa.addptr %ys, %r : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xi64>
  %xv, %t0 = nv_tileaa.load weak %xp : tensor<256x!nv_tileaa.ptr<f32>> -> tensor<256xf32>
  %t1 = nv_tileaa.store weak %yp, %xv token = %t0 : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xf32>
  nv_tileaa.return
}

// 16-bit floats are integers in registers: LLVM would take masked and gathered
// bf16 through f32, with a call per lane.

// CHECK-LABEL: func.func @masked_halves(
// CHECK: llvm.load {{.*}} -> vector<16xi16>
// CHECK: llvm.intr.masked.load {{.*}} -> vector<16xi16>
// CHECK: llvm.intr.masked.store {{.*}} : vector<16xi16>
// CHECK: llvm.intr.masked.gather {{.*}} -> vector<16xi16>
// CHECK: llvm.intr.masked.scatter {{.*}} : vector<16xi16>
nv_tileaa.func @masked_halves(%px: !nv_tileaa.ptr<bf16>, %py: !nv_tileaa.ptr<bf16>, %n: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %c = arith.constant 256 : i32
  %start = arith.muli %x, %c : i32
  %sv = nv_tileaa.splat %start : i32 -> tensor<256xi32>
  %r = nv_tileaa.make_range : tensor<256xi32>
  %o = arith.addi %sv, %r : tensor<256xi32>
  %nv = nv_tileaa.splat %n : i32 -> tensor<256xi32>
  %m = arith.cmpi slt, %o, %nv : tensor<256xi32>
  %xs = nv_tileaa.splat %px : !nv_tileaa.ptr<bf16> -> tensor<256x!nv_tileaa.ptr<bf16>>
  %xp = nv_tileaa.addptr %xs, %o : tensor<256x!nv_tileaa.ptr<bf16>>, tensor<256xi32>
  %ys = nv_tileaa.splat %py : !nv_tileaa.ptr<bf16> -> tensor<256x!nv_tileaa.ptr<bf16>>
  %yp = nv_tileaa.addptr %ys, %o : tensor<256x!nv_tileaa.ptr<bf16>>, tensor<256xi32>
  %v, %t0 = nv_tileaa.load weak %xp, mask = %m : tensor<256x!nv_tileaa.ptr<bf16>> -> tensor<256xbf16>
  %d = arith.addf %v, %v : tensor<256xbf16>
  %t1 = nv_tileaa.store weak %yp, %d, mask = %m : tensor<256x!nv_tileaa.ptr<bf16>>, tensor<256xbf16>
  nv_tileaa.return
}
