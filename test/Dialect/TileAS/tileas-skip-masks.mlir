// RUN: tessera-opt %s --tileas-skip-masks | FileCheck %s

// A mask of which a few scalars say that all bits are set is not computed.

#tile = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)]} -> (dim0:32, dim1:16)>
#row = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8)], lane: [(0,0), (0,0), (0,0), (0,0), (0,0)]} -> (dim0:1, dim1:16)>
#column = #nv_tileas.layout<{lane: [(1,0), (2,0), (4,0), (8,0), (16,0)]} -> (dim0:32, dim1:1)>
#keys = #nv_tileas.layout<{register: [(1), (2), (4), (8)], lane: [(0), (0), (0), (0), (0)]} -> (dim0:16)>
#queries = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)]} -> (dim0:32)>
#scores = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,0), (8,0), (16,0)]} -> (dim0:32, dim1:16)>
#small = #nv_tileas.layout<{register: [(1), (2)], lane: [(4), (8), (16), (32), (64)]} -> (dim0:128)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_100a>} {
  // Key k + 0..15 is at most query q + 0..31 for all if k + 15 <= q, and if no
  // number of the tile wraps: -2^31 <= k and q + 31 < 2^31.
  // CHECK-LABEL: func @causal
  // CHECK-SAME: (%[[S:.*]]: tensor<32x16xf32, #{{.*}}>, %[[Q:.*]]: i32, %{{.*}}: i32)
  // CHECK: scf.for %[[K:.*]] =
  // CHECK: %[[C15:.*]] = arith.constant 15 : i64
  // CHECK: %[[K64:.*]] = arith.extsi %[[K]] : i32 to i64
  // CHECK: %[[LAST:.*]] = arith.addi %[[C15]], %[[K64]] : i64
  // CHECK: %[[Q64:.*]] = arith.extsi %[[Q]] : i32 to i64
  // CHECK: %[[FIRST:.*]] = arith.addi %{{.*}}, %[[Q64]] : i64
  // CHECK: arith.cmpi sle, %[[LAST]], %[[FIRST]] : i64
  // CHECK: arith.constant -2147483648 : i64
  // CHECK: arith.constant 31 : i64
  // CHECK: arith.constant 2147483647 : i64
  // CHECK: arith.andi
  // CHECK: %[[ALL:.*]] = arith.andi
  // CHECK: %[[R:.*]] = scf.if %[[ALL]] -> (tensor<32x16xf32, #{{.*}}>) {
  // CHECK-NEXT: scf.yield %[[S]]
  // CHECK-NEXT: } else {
  // CHECK: arith.cmpi sle, {{.*}} : tensor<32x16xi32
  // CHECK-NEXT: %[[M:.*]] = arith.select
  // CHECK-NEXT: scf.yield %[[M]]
  // CHECK-NEXT: }
  // CHECK-NEXT: arith.negf %[[R]]
  nv_tileaa.func @causal(%s: tensor<32x16xf32, #tile>, %q: i32, %n: i32) {
    %zero = arith.constant 0 : i32
    %step = arith.constant 16 : i32
    %none = arith.constant dense<0xFF800000> : tensor<32x16xf32, #tile>
    scf.for %k = %zero to %n step %step : i32 {
      %i = nv_tileaa.make_range : tensor<16xi32, #keys>
      %i2 = nv_tileas.view %i : tile<16xi32, #keys> -> tile<1x16xi32, #row>
      %k2 = nv_tileaa.splat %k : i32 -> tensor<1x16xi32, #row>
      %key1 = arith.addi %k2, %i2 : tensor<1x16xi32, #row>
      %key = nv_tileaa.broadcast %key1 : tensor<1x16xi32, #row> -> tensor<32x16xi32, #tile>
      %j = nv_tileaa.make_range : tensor<32xi32, #queries>
      %j2 = nv_tileas.view %j : tile<32xi32, #queries> -> tile<32x1xi32, #column>
      %q2 = nv_tileaa.splat %q : i32 -> tensor<32x1xi32, #column>
      %query1 = arith.addi %q2, %j2 : tensor<32x1xi32, #column>
      %query = nv_tileaa.broadcast %query1 : tensor<32x1xi32, #column> -> tensor<32x16xi32, #tile>
      %seen = arith.cmpi sle, %key, %query : tensor<32x16xi32, #tile>
      %t = arith.select %seen, %s, %none : tensor<32x16xi1, #tile>, tensor<32x16xf32, #tile>
      %u = arith.negf %t : tensor<32x16xf32, #tile>
    }
    nv_tileaa.return
  }

  // A selected tile that is only added to scores is added in both ways, so that
  // nobody has it beside them; not where something else needs the scores.
  // CHECK-LABEL: func @added
  // CHECK: %[[S:.*]] = nv_tileas.tiled_load
  // CHECK: %[[R:.*]] = scf.if
  // CHECK-NEXT: %[[A:.*]] = arith.addf %[[S]], %[[NO:.*]] : tensor<32x16xf32
  // CHECK-NEXT: scf.yield %[[A]]
  // CHECK-NEXT: } else {
  // CHECK: %[[M:.*]] = arith.select %{{.*}}, %[[NO]]
  // CHECK-NEXT: %[[B:.*]] = arith.addf %[[S]], %[[M]] : tensor<32x16xf32
  // CHECK-NEXT: scf.yield %[[B]]
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileas.tiled_store %[[R]]
  // CHECK: %[[T:.*]] = nv_tileas.tiled_load
  // CHECK: %[[N:.*]] = scf.if
  // CHECK-NEXT: scf.yield
  // CHECK: %[[BOTH:.*]] = arith.addf %[[T]], %[[N]]
  // CHECK-NEXT: arith.mulf %[[BOTH]], %[[T]]
  nv_tileaa.func @added(%place: !nv_tileas.tiled_view<32x16xf32, smem, #scores>, %q: i32, %n: i32) {
    %zero = arith.constant 0 : i32
    %step = arith.constant 16 : i32
    %i0 = arith.constant 0 : index
    %none = arith.constant dense<0xFF800000> : tensor<32x16xf32, #tile>
    %nothing = arith.constant dense<0.0> : tensor<32x16xf32, #tile>
    %j = nv_tileaa.make_range : tensor<32xi32, #queries>
    %j2 = nv_tileas.view %j : tile<32xi32, #queries> -> tile<32x1xi32, #column>
    %q2 = nv_tileaa.splat %q : i32 -> tensor<32x1xi32, #column>
    %query1 = arith.addi %q2, %j2 : tensor<32x1xi32, #column>
    %query = nv_tileaa.broadcast %query1 : tensor<32x1xi32, #column> -> tensor<32x16xi32, #tile>
    scf.for %k = %zero to %n step %step : i32 {
      %s = nv_tileas.tiled_load %place[%i0, %i0] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<32x16xf32, smem, #scores> -> tile<32x16xf32, #tile>
      %key = nv_tileaa.splat %k : i32 -> tensor<32x16xi32, #tile>
      %seen = arith.cmpi sle, %key, %query : tensor<32x16xi32, #tile>
      %t = arith.select %seen, %nothing, %none : tensor<32x16xi1, #tile>, tensor<32x16xf32, #tile>
      %u = arith.addf %s, %t : tensor<32x16xf32, #tile>
      nv_tileas.tiled_store %u, %place[%i0, %i0] {atom = #nv_tileas<atom copy>} : tile<32x16xf32, #tile>, !nv_tileas.tiled_view<32x16xf32, smem, #scores>
      %s2 = nv_tileas.tiled_load %place[%i0, %i0] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<32x16xf32, smem, #scores> -> tile<32x16xf32, #tile>
      %seen2 = arith.cmpi slt, %key, %query : tensor<32x16xi32, #tile>
      %t2 = arith.select %seen2, %nothing, %none : tensor<32x16xi1, #tile>, tensor<32x16xf32, #tile>
      %u2 = arith.addf %s2, %t2 : tensor<32x16xf32, #tile>
      %v2 = arith.mulf %u2, %s2 : tensor<32x16xf32, #tile>
      nv_tileas.tiled_store %v2, %place[%i0, %i0] {atom = #nv_tileas<atom copy>} : tile<32x16xf32, #tile>, !nv_tileas.tiled_view<32x16xf32, smem, #scores>
    }
    nv_tileaa.return
  }

  // Two comparisons, of which one is strict: n - 1 is the last number that
  // passes. The tile is yielded and masked, so its maker stays in front.
  // CHECK-LABEL: func @both
  // CHECK: scf.for
  // CHECK: %[[T:.*]] = arith.negf
  // CHECK: arith.constant 16 : i64
  // CHECK: scf.if %{{.*}} -> (tensor<32x16xf32, #{{.*}}>) {
  // CHECK-NEXT: scf.yield %[[T]]
  // CHECK: arith.andi {{.*}} : tensor<32x16xi1
  nv_tileaa.func @both(%s: tensor<32x16xf32, #tile>, %q: i32, %n: i32) {
    %zero = arith.constant 0 : i32
    %step = arith.constant 16 : i32
    %none = arith.constant dense<0.0> : tensor<32x16xf32, #tile>
    %limit = nv_tileaa.splat %n : i32 -> tensor<32x16xi32, #tile>
    %least = arith.constant dense<3> : tensor<32x16xi32, #tile>
    scf.for %k = %zero to %n step %step : i32 {
      %t = arith.negf %s : tensor<32x16xf32, #tile>
      %i = nv_tileaa.make_range : tensor<16xi32, #keys>
      %i2 = nv_tileas.view %i : tile<16xi32, #keys> -> tile<1x16xi32, #row>
      %k2 = nv_tileaa.splat %k : i32 -> tensor<1x16xi32, #row>
      %key1 = arith.addi %k2, %i2 : tensor<1x16xi32, #row>
      %key = nv_tileaa.broadcast %key1 : tensor<1x16xi32, #row> -> tensor<32x16xi32, #tile>
      %below = arith.cmpi slt, %key, %limit : tensor<32x16xi32, #tile>
      %above = arith.cmpi sge, %key, %least : tensor<32x16xi32, #tile>
      %seen = arith.andi %below, %above : tensor<32x16xi1, #tile>
      %u = arith.select %seen, %t, %none : tensor<32x16xi1, #tile>, tensor<32x16xf32, #tile>
      %v = arith.negf %u : tensor<32x16xf32, #tile>
    }
    nv_tileaa.return
  }

  // Nothing is known of numbers that come from elsewhere, of unsigned ones, and
  // of equality; four elements of a thread are too few; in front of a loop a
  // mask is computed once.
  // CHECK-LABEL: func @stays
  // CHECK-NOT: scf.if
  nv_tileaa.func @stays(%s: tensor<128xf32, #small>, %d: tensor<32x16xi32, #tile>, %t: tensor<32x16xf32, #tile>, %n: i32) {
    %zero = arith.constant 0 : i32
    %step = arith.constant 16 : i32
    %none = arith.constant dense<0.0> : tensor<128xf32, #small>
    %nothing = arith.constant dense<0.0> : tensor<32x16xf32, #tile>
    %limit = nv_tileaa.splat %n : i32 -> tensor<128xi32, #small>
    %limits = nv_tileaa.splat %n : i32 -> tensor<32x16xi32, #tile>
    %once = arith.cmpi slt, %limits, %limits : tensor<32x16xi32, #tile>
    %z = arith.select %once, %t, %nothing : tensor<32x16xi1, #tile>, tensor<32x16xf32, #tile>
    scf.for %k = %zero to %n step %step : i32 {
      %i = nv_tileaa.make_range : tensor<128xi32, #small>
      %k2 = nv_tileaa.splat %k : i32 -> tensor<128xi32, #small>
      %key = arith.addi %k2, %i : tensor<128xi32, #small>
      %few = arith.cmpi slt, %key, %limit : tensor<128xi32, #small>
      %a = arith.select %few, %s, %none : tensor<128xi1, #small>, tensor<128xf32, #small>
      %data = arith.cmpi slt, %d, %limits : tensor<32x16xi32, #tile>
      %b = arith.select %data, %t, %nothing : tensor<32x16xi1, #tile>, tensor<32x16xf32, #tile>
      %ks = nv_tileaa.splat %k : i32 -> tensor<32x16xi32, #tile>
      %unsigned = arith.cmpi ult, %ks, %limits : tensor<32x16xi32, #tile>
      %c = arith.select %unsigned, %t, %nothing : tensor<32x16xi1, #tile>, tensor<32x16xf32, #tile>
      %equal = arith.cmpi eq, %ks, %limits : tensor<32x16xi32, #tile>
      %e = arith.select %equal, %t, %nothing : tensor<32x16xi1, #tile>, tensor<32x16xf32, #tile>
    }
    nv_tileaa.return
  }
}
