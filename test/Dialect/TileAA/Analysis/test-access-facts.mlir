// The options of test-access-facts; what it tells of each op is tested in the other files
// of this folder.
// RUN: tessera-opt %s --test-access-facts=prints-only --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s --check-prefix=PRINTS
// RUN: tessera-opt %s --test-access-facts --mlir-print-op-on-diagnostic=false -o /dev/null 2>&1 | FileCheck %s --check-prefixes=ALL,TRUST
// RUN: tessera-opt %s --test-access-facts=index-space-rule=false --mlir-print-op-on-diagnostic=false -o /dev/null 2>&1 | FileCheck %s --check-prefixes=ALL,STRICT

// PRINTS-NOT: remark
// PRINTS: remark: printed %d %p: contiguity = [1], divisibility = [4], constancy = [1], signed [4, 4], unsigned [4, 4]
// PRINTS: remark: printed %d %p: contiguity = [1], divisibility = [1], constancy = [1], base = argument 0, offset_divisibility = max
// PRINTS-NOT: remark
// The program comes out as it went in.
// PRINTS: nv_tileaa.print "%d %p",
// PRINTS: tiled_load weak %{{[^ ]*}} :

// ALL: remark: contiguity = [1], divisibility = [4], constancy = [1], signed [4, 4], unsigned [4, 4]
// ALL: remark: printed %d %p
// ALL: remark: {{.*}}dim <extent in [64, 64] by 64, stride 1 by 1>
// TRUST: remark: access: {{.*}}in_bounds = [true]
// STRICT: remark: access: {{.*}}in_bounds = [false]
nv_tileaa.func @k(%p: !nv_tileaa.ptr<f32>, %i: i32) attributes {kernel} {
  %c = arith.constant 4 : i32
  %t = nv_tileaa.print "%d %p", %c, %p : i32, !nv_tileaa.ptr<f32>
  %m = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<64xf32, strides = [1]>
  %v = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<16xf32, memref<64xf32, strides = [1]>>
  %a, %t0 = nv_tileaa.tiled_load weak %v[%i] : !nv_tileaa.tiled_view<16xf32, memref<64xf32, strides = [1]>>[i32]
  nv_tileaa.return
}
