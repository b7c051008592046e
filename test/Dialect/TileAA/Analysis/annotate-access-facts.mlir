// annotate-access-facts: facts on accesses, checks that go and checks that stay.
// RUN: tessera-opt %s --annotate-access-facts | FileCheck %s
// RUN: tessera-opt %s --annotate-access-facts | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --annotate-access-facts=report -o /dev/null \
// RUN:   --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: tessera-opt %s --annotate-access-facts="report index-space-rule=false" -o /dev/null \
// RUN:   --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: tessera-opt %s --annotate-access-facts="report read-assumes=false" -o /dev/null \
// RUN:   --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s --check-prefix=UNSURE

// REPORT: access facts of masks: removed 4 of 6 masks and 0 of 0 bounds checks
// CHECK-LABEL: @masks
nv_tileaa.func @masks(%p: !nv_tileaa.ptr<i32>, %n: i32) attributes {kernel} {
  %t = nv_tileaa.splat %p : !nv_tileaa.ptr<i32> -> tensor<64x!nv_tileaa.ptr<i32>>
  %r = nv_tileaa.make_range : tensor<64xi32>
  %a = nv_tileaa.addptr %t, %r : tensor<64x!nv_tileaa.ptr<i32>>, tensor<64xi32>
  %limit = arith.constant dense<64> : tensor<64xi32>
  %zero = arith.constant dense<0> : tensor<64xi32>
  %inside = arith.cmpi slt, %r, %limit : tensor<64xi32>
  %n64 = nv_tileaa.splat %n : i32 -> tensor<64xi32>
  %maybe = arith.cmpi slt, %r, %n64 : tensor<64xi32>
  // CHECK: load weak %{{[^,]*}} {nv_tileaa.access_facts = #nv_tileaa.access<contiguity = [64], divisibility = [1], constancy = [1], in_bounds = [false], base = argument 0, offset_divisibility = 4, alias_class = 0>} :
  %v, %t0 = nv_tileaa.load weak %a, mask = %inside, other = %zero : tensor<64x!nv_tileaa.ptr<i32>> -> tensor<64xi32>
  // CHECK: load weak %{{.*}}, mask = %{{.*}}, other = %{{.*}} {nv_tileaa.access_facts = #nv_tileaa.access<{{.*}}mask_constancy = [1], in_bounds
  %w, %t1 = nv_tileaa.load weak %a, mask = %maybe, other = %zero : tensor<64x!nv_tileaa.ptr<i32>> -> tensor<64xi32>
  // CHECK: store weak %{{[^,]*}}, %{{[^,]*}} {nv_tileaa
  %t2 = nv_tileaa.store weak %a, %v, mask = %inside : tensor<64x!nv_tileaa.ptr<i32>>, tensor<64xi32>
  // CHECK: store weak %{{.*}}, mask = %{{.*}} {nv_tileaa
  %t3 = nv_tileaa.store weak %a, %w, mask = %maybe : tensor<64x!nv_tileaa.ptr<i32>>, tensor<64xi32>
  // CHECK: atomic_rmw relaxed device add %{{[^,]*}}, %{{[^,]*}} {nv_tileaa
  %o, %t4 = nv_tileaa.atomic_rmw relaxed device add %a, %v, mask = %inside : tensor<64x!nv_tileaa.ptr<i32>>, tensor<64xi32>
  // CHECK: atomic_cas relaxed device %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}} {nv_tileaa
  %c, %t5 = nv_tileaa.atomic_cas relaxed device %a, %v, %w, mask = %inside : tensor<64x!nv_tileaa.ptr<i32>>, tensor<64xi32>
  nv_tileaa.return
}

// 4096 is a multiple of the tile's 64: a tile that starts inside ends inside. 48 is no
// multiple of 32; the row index reaches 47 at most.
// REPORT: access facts of static_extents: removed 0 of 0 masks and 3 of 4 bounds checks
// STRICT: access facts of static_extents: removed 0 of 0 masks and 2 of 4 bounds checks
// CHECK-LABEL: @static_extents
nv_tileaa.func @static_extents(%p: !nv_tileaa.ptr<f16>, %j: i32) attributes {kernel} {
  %q = nv_tileaa.assume #cuda_tile.div_by<32>, %p : !nv_tileaa.ptr<f16>
  %m = nv_tileaa.make_memref %q : !nv_tileaa.ptr<f16> -> !nv_tileaa.memref<48x4096xf16, strides = [4096, 1]>
  %v = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<1x64xf16, memref<48x4096xf16, strides = [4096, 1]>>
  %w = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<32x64xf16, memref<48x4096xf16, strides = [4096, 1]>, padding = zero>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %end = arith.constant 48 : i32
  scf.for %i = %zero to %end step %one : i32 {
    // CHECK: tiled_load weak %{{.*}} in_bounds [true, true] {nv_tileaa.access_facts = #nv_tileaa.access<contiguity = [1, 64], divisibility = [2, 32], constancy = [1, 1], in_bounds = [true, true], base = argument 0, offset_divisibility = 2, alias_class = 0>}
    %a, %t0 = nv_tileaa.tiled_load weak %v[%i, %j] : !nv_tileaa.tiled_view<1x64xf16, memref<48x4096xf16, strides = [4096, 1]>>[i32, i32]
  }
  // CHECK: tiled_load weak %{{.*}} in_bounds [false, true] {
  %b, %t1 = nv_tileaa.tiled_load weak %w[%one, %zero] : !nv_tileaa.tiled_view<32x64xf16, memref<48x4096xf16, strides = [4096, 1]>, padding = zero>[i32, i32]
  nv_tileaa.return
}

// Extents that the client promises to be multiples: an operand of the access itself.
// REPORT: access facts of promised_extents: removed 0 of 0 masks and 1 of 3 bounds checks
// UNSURE: access facts of promised_extents: removed 0 of 0 masks and 0 of 3 bounds checks
// CHECK-LABEL: @promised_extents
nv_tileaa.func @promised_extents(%p: !nv_tileaa.ptr<f32>, %n: i32, %i: i32) attributes {kernel} {
  %m16 = nv_tileaa.assume #cuda_tile.div_by<16>, %n : i32
  %m = nv_tileaa.make_memref %p sizes[%m16] : !nv_tileaa.ptr<f32> sizes[i32] -> !nv_tileaa.memref<?xf32, strides = [1]>
  %v = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<16xf32, memref<?xf32, strides = [1]>>
  %w = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<32xf32, memref<?xf32, strides = [1]>>
  // Steps of 8: a tile of 16 may start 8 elements before the end.
  %s = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<16xf32, memref<?xf32, strides = [1]>, traversal_strides = [8]>
  // CHECK: tiled_load weak %{{.*}} in_bounds [true] {
  %a, %t0 = nv_tileaa.tiled_load weak %v[%i] : !nv_tileaa.tiled_view<16xf32, memref<?xf32, strides = [1]>>[i32]
  // CHECK: tiled_load weak %{{[^ ]*}} {
  %b, %t1 = nv_tileaa.tiled_load weak %w[%i] : !nv_tileaa.tiled_view<32xf32, memref<?xf32, strides = [1]>>[i32]
  // CHECK: tiled_load weak %{{[^ ]*}} {
  %c, %t2 = nv_tileaa.tiled_load weak %s[%i] : !nv_tileaa.tiled_view<16xf32, memref<?xf32, strides = [1]>, traversal_strides = [8]>[i32]
  nv_tileaa.return
}

// Halves of tiles of 256: of 384 elements the second half of the second tile is outside, of
// 512 none is.
// REPORT: access facts of halves: removed 0 of 0 masks and 1 of 2 bounds checks
// STRICT: access facts of halves: removed 0 of 0 masks and 0 of 2 bounds checks
// CHECK-LABEL: @halves
nv_tileaa.func @halves(%p: !nv_tileaa.ptr<f32>, %i: i32) attributes {kernel} {
  %m = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<384xf32, strides = [1]>
  %v = nv_tileaa.make_tiled_view %m {halved_dim = 0 : i64} : !nv_tileaa.tiled_view<128xf32, memref<384xf32, strides = [1]>, padding = zero>
  %l = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<512xf32, strides = [1]>
  %w = nv_tileaa.make_tiled_view %l {halved_dim = 0 : i64} : !nv_tileaa.tiled_view<128xf32, memref<512xf32, strides = [1]>, padding = zero>
  // CHECK: tiled_load weak %{{[^ ]*}} {
  %a, %t0 = nv_tileaa.tiled_load weak %v[%i] : !nv_tileaa.tiled_view<128xf32, memref<384xf32, strides = [1]>, padding = zero>[i32]
  // CHECK: tiled_load weak %{{.*}} in_bounds [true] {
  %b, %t1 = nv_tileaa.tiled_load weak %w[%i] : !nv_tileaa.tiled_view<128xf32, memref<512xf32, strides = [1]>, padding = zero>[i32]
  nv_tileaa.return
}

// Tiles of 8 that begin at 0, 12, 24 and 36: of 44 elements the last one ends at 44, of 43
// it ends outside.
// REPORT: access facts of last_tile: removed 0 of 0 masks and 1 of 2 bounds checks
// STRICT: access facts of last_tile: removed 0 of 0 masks and 0 of 2 bounds checks
// CHECK-LABEL: @last_tile
nv_tileaa.func @last_tile(%p: !nv_tileaa.ptr<f32>, %i: i32) attributes {kernel} {
  %m = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<44xf32, strides = [1]>
  %v = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<8xf32, memref<44xf32, strides = [1]>, traversal_strides = [12]>
  %l = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<43xf32, strides = [1]>
  %w = nv_tileaa.make_tiled_view %l : !nv_tileaa.tiled_view<8xf32, memref<43xf32, strides = [1]>, traversal_strides = [12]>
  // CHECK: tiled_load weak %{{.*}} in_bounds [true] {
  %a, %t0 = nv_tileaa.tiled_load weak %v[%i] : !nv_tileaa.tiled_view<8xf32, memref<44xf32, strides = [1]>, traversal_strides = [12]>[i32]
  // CHECK: tiled_load weak %{{[^ ]*}} {
  %b, %t1 = nv_tileaa.tiled_load weak %w[%i] : !nv_tileaa.tiled_view<8xf32, memref<43xf32, strides = [1]>, traversal_strides = [12]>[i32]
  nv_tileaa.return
}

// A row of extent 1 whose stride breaks its promise: only row 0 exists, and the claims
// about its elements hold. No bounds check goes because of the stride.
// REPORT: access facts of broken_stride: removed 0 of 0 masks and 0 of 2 bounds checks
// CHECK-LABEL: @broken_stride
nv_tileaa.func @broken_stride(%p: !nv_tileaa.ptr<f32>, %n: i32, %s: i32, %i: i32) attributes {kernel} {
  %q = nv_tileaa.assume #cuda_tile.div_by<16>, %p : !nv_tileaa.ptr<f32>
  %s16 = nv_tileaa.assume #cuda_tile.div_by<16>, %s : i32
  %m = nv_tileaa.make_memref %q sizes[%n] strides[%s16] : !nv_tileaa.ptr<f32> sizes[i32] strides[i32] -> !nv_tileaa.memref<1x?xf32, strides = [?, 1]>
  %v = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<4x16xf32, memref<1x?xf32, strides = [?, 1]>>
  // CHECK: tiled_load weak %{{.*}} {nv_tileaa.access_facts = #nv_tileaa.access<contiguity = [1, 16], divisibility = [4, 16], constancy = [1, 1], in_bounds = [false, false]
  %a, %t0 = nv_tileaa.tiled_load weak %v[%i, %i] : !nv_tileaa.tiled_view<4x16xf32, memref<1x?xf32, strides = [?, 1]>>[i32, i32]
  nv_tileaa.return
}

// Gather views: dense indices are element offsets, so multiples do not help.
// REPORT: access facts of gathered: removed 0 of 0 masks and 3 of 4 bounds checks
// CHECK-LABEL: @gathered
nv_tileaa.func @gathered(%p: !nv_tileaa.ptr<f32>, %i: i32) attributes {kernel} {
  %m = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<64x48xf32, strides = [48, 1]>
  %v = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>
  %rows = nv_tileaa.make_range : tensor<8xi64>
  %at = arith.constant 32 : i32
  // CHECK: gather_load weak %{{.*}} in_bounds [true, true] {nv_tileaa.access_facts = #nv_tileaa.access<contiguity = [1, 16], divisibility = [1, 1]
  %a, %t0 = nv_tileaa.gather_load weak %v[%rows, %at] : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>[tensor<8xi64>, i32]
  // CHECK: scatter_store weak %{{.*}} in_bounds [true, false] {
  %t1 = nv_tileaa.scatter_store weak %a, %v[%rows, %i] : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>[tensor<8xi64>, i32]
  nv_tileaa.return
}

// Reductions into views have checks too; a promise of the program is kept as it is.
// REPORT: access facts of reduced: removed 0 of 0 masks and 1 of 1 bounds checks
// CHECK-LABEL: @reduced
nv_tileaa.func @reduced(%p: !nv_tileaa.ptr<i32>, %n: i32, %a: tensor<16x16xi32>, %i: i32) {
  %m = nv_tileaa.make_memref %p sizes[%n] : !nv_tileaa.ptr<i32> sizes[i32] -> !nv_tileaa.memref<?x32xi32, strides = [32, 1]>
  %v = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<16x16xi32, memref<?x32xi32, strides = [32, 1]>>
  // CHECK: tiled_atomic_rmw relaxed device add %{{.*}} in_bounds [true, true] {
  %t = nv_tileaa.tiled_atomic_rmw relaxed device add %a, %v[%i, %i] in_bounds [true, false] : !nv_tileaa.tiled_view<16x16xi32, memref<?x32xi32, strides = [32, 1]>>[i32, i32]
  nv_tileaa.return
}
