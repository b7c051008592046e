// RUN: tessera-opt %s --tileas-annotate-scratch | FileCheck %s

#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>
#b = #nv_tileas.layout<{lane: [(2), (4), (8), (16), (32)], warp: [(1)]} -> (dim0:64)>
#c = #nv_tileas.layout<{lane: [(2), (1), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>

// Between warps: every element once. Within warps: shuffles. A reduction leaves
// one value per warp; a stale mark is removed.

// CHECK-LABEL: nv_tileaa.func @marks
nv_tileaa.func @marks() attributes {kernel} {
  %i = nv_tileaa.make_range : tensor<64xi32, #a>
  // CHECK: nv_tileas.convert_layout {{.*}} {nv_tileas.scratch_bytes = 256 : i64}
  %j = nv_tileas.convert_layout %i : tile<64xi32, #a> -> tile<64xi32, #b>
  // CHECK: nv_tileas.convert_layout
  // CHECK-NOT: scratch_bytes
  // CHECK: nv_tileas.reduce {{.*}} attributes {nv_tileas.scratch_bytes = 16 : i64}
  %k = nv_tileas.convert_layout %i {nv_tileas.scratch_bytes = 256 : i64} : tile<64xi32, #a> -> tile<64xi32, #c>
  %s = nv_tileas.reduce %i dim = 0 identities = [0 : i32] : tile<64xi32, #a> -> i32 {
  ^bb0(%e: i32, %acc: i32):
    %t = arith.addi %e, %acc : i32
    nv_tileas.yield %t : i32

  }
  nv_tileaa.return
}
