// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s
// RUN: tessera-opt %s --convert-tileaa-to-vector=report -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT

// A program id is at most 2^24 - 2, so 64 times it fits i32, and the sum with the
// range too: one version, vector accesses, no condition.

// REPORT: remark: accesses of proven: removed 0 of 0 masks and 0 of 0 bounds checks; 1 of 1 nests need one version
// CHECK-LABEL: func.func @proven(
// CHECK-NOT: scf.if
// CHECK: llvm.load {{.*}} -> vector<16xf32>
// CHECK: llvm.store {{.*}} : vector<16xf32>
// CHECK-NOT: masked
nv_tileaa.func @proven(%px: !nv_tileaa.ptr<f32>, %py: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %c = arith.constant 64 : i32
  %start = arith.muli %x, %c : i32
  %sv = nv_tileaa.splat %start : i32 -> tensor<64xi32>
  %r = nv_tileaa.make_range : tensor<64xi32>
  %o = arith.addi %sv, %r : tensor<64xi32>
  %xs = nv_tileaa.splat %px : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %xp = nv_tileaa.addptr %xs, %o : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %ys = nv_tileaa.splat %py : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %yp = nv_tileaa.addptr %ys, %o : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %v, %t0 = nv_tileaa.load weak %xp : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %t1 = nv_tileaa.store weak %yp, %v : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// With an argument instead of the program id nothing is known: the sum may wrap.

// REPORT: accesses of unknown: {{.*}}; 0 of 1 nests need one version
// CHECK-LABEL: func.func @unknown(
// CHECK: arith.cmpi sle
// CHECK: scf.if
// CHECK: llvm.load {{.*}} -> vector<16xf32>
// CHECK: else
// CHECK: llvm.intr.masked.gather
nv_tileaa.func @unknown(%px: !nv_tileaa.ptr<f32>, %py: !nv_tileaa.ptr<f32>, %x: i32) attributes {kernel} {
  %sv = nv_tileaa.splat %x : i32 -> tensor<64xi32>
  %r = nv_tileaa.make_range : tensor<64xi32>
  %o = arith.addi %sv, %r : tensor<64xi32>
  %xs = nv_tileaa.splat %px : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %xp = nv_tileaa.addptr %xs, %o : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %ys = nv_tileaa.splat %py : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %yp = nv_tileaa.addptr %ys, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %v, %t0 = nv_tileaa.load weak %xp : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %t1 = nv_tileaa.store weak %yp, %v : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// A mask that compares with a bound no position reaches, and a view whose only
// tile lies inside it.

// REPORT: accesses of inside: removed 1 of 1 masks and 1 of 1 bounds checks; 1 of 1 nests need one version
// CHECK-LABEL: func.func @inside(
// CHECK-NOT: masked
// CHECK: return
nv_tileaa.func @inside(%px: !nv_tileaa.ptr<f32>, %py: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %z = arith.constant 0 : i32
  %r = nv_tileaa.make_range : tensor<64xi32>
  %n = arith.constant dense<100> : tensor<64xi32>
  %in = arith.cmpi slt, %r, %n : tensor<64xi32>
  %xs = nv_tileaa.splat %px : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %xp = nv_tileaa.addptr %xs, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %v, %t0 = nv_tileaa.load weak %xp, mask = %in : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %m = nv_tileaa.make_memref %py : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<100xf32, strides = [1]>
  %w = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<64xf32, memref<100xf32, strides = [1]>>
  %t1 = nv_tileaa.tiled_store weak %v, %w[%z] : !nv_tileaa.tiled_view<64xf32, memref<100xf32, strides = [1]>>[i32]
  nv_tileaa.return
}
