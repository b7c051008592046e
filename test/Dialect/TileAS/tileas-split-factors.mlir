// RUN: tessera-opt %s --split-input-file --tileas-split-factors | FileCheck %s

// A left factor in tensor memory is computed and stored in parts of 32 columns.

#sums = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32)]} -> (dim0:128, dim1:64)>
#factor = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,2), (0,4), (0,8), (0,16), (0,32)], offset: [(0,1)]} -> (dim0:128, dim1:64)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:64)>
#shared = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0), (0,32)]} -> (dim0:128, dim1:64)>
#row = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32), (64)]} -> (dim0:128)>
#column = #nv_tileas.layout<{lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:1)>
#wide_sums = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64)]} -> (dim0:128, dim1:128)>
#wide_rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0)]} -> (dim0:128, dim1:128)>

// The maximum needs the whole tile of sums. What follows it is made in parts
// behind the wait, and in front of the other sums that are loaded there; what
// uses the sum of a row stands behind the parts. The other sums are loaded
// beside the last part.
// CHECK-LABEL: func @softmax
// CHECK: %[[S:.*]] = nv_tileas.tiled_load %{{.*}} -> tile<128x64xf32
// CHECK: nv_tileas.reduce %[[S]] dim = 1 {{.*}}tile<128x64xf32
// CHECK: nv_tileas.view
// CHECK-NOT: exp2
// CHECK: nv_tileas.wait_products
// CHECK: %[[S0:.*]] = nv_tileas.extract_slice %[[S]][%{{.*}}, %{{.*}}] : tile<128x64xf32, #{{.*}}> -> tile<128x32xf32, #[[PART:.*]]>
// CHECK: %[[M0:.*]] = nv_tileaa.broadcast {{.*}} -> tensor<128x32xf32, #[[PART]]>
// CHECK: %[[D0:.*]] = arith.subf %[[S0]], %[[M0]]
// CHECK: %[[E0:.*]] = nv_tileaa.exp2 %[[D0]]
// CHECK: %[[L0:.*]] = nv_tileas.reduce %[[E0]] dim = 1
// CHECK: %[[P0:.*]] = nv_tileaa.fp_to_fp %[[E0]] : {{.*}} -> tensor<128x32xbf16
// CHECK: %[[A0:.*]] = nv_tileas.tensor_slice %{{.*}} {column = 0 : i32} : !nv_tileas.tiled_view<128x64xbf16, tmem, #{{.*}}> -> !nv_tileas.tiled_view<128x32xbf16, tmem, #{{.*}}>
// CHECK: nv_tileas.tiled_store %[[P0]], %[[A0]]{{.*}}nv_tileas.next_store_waits
// CHECK: %[[O:.*]] = nv_tileas.async.tiled_load {{.*}} -> !nv_tileas.async.value<tile<128x64xf32
// CHECK: nv_tileas.extract_slice %[[S]]
// CHECK: %[[L1:.*]] = nv_tileas.reduce {{.*}}tile<128x32xf32
// CHECK: %[[L:.*]] = arith.addf %[[L0]], %[[L1]] : tensor<128xf32
// CHECK: nv_tileas.tensor_slice %{{.*}} {column = 32 : i32}
// CHECK: nv_tileas.tiled_store
// CHECK-NOT: next_store_waits
// CHECK: arith.mulf %[[L]], %[[L]]
// CHECK: nv_tileas.async.future_wait %[[O]]
// CHECK-NOT: tiled_store
nv_tileaa.func @softmax(%m: !nv_tileas.tensor_memory, %s: !nv_tileas.tiled_view<128x64xf32, tmem, #sums>, %o: !nv_tileas.tiled_view<128x64xf32, tmem, #sums>,
    %p: !nv_tileas.tiled_view<128x64xbf16, tmem, #factor>) -> (tensor<128xf32, #row>, tensor<128x64xf32, #rows>) {
  %i = arith.constant 0 : index
  %t = nv_tileas.tiled_load %s[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x64xf32, tmem, #sums> -> tile<128x64xf32, #rows>
  %most = nv_tileas.reduce %t dim = 1 identities = [0xFF800000 : f32] : tile<128x64xf32, #rows> -> tile<128xf32, #row> {
  ^bb0(%e: f32, %acc: f32):
    %l = nv_tileaa.maxf %acc, %e : f32
    nv_tileas.yield %l : f32
  }
  %c = nv_tileas.view %most : tile<128xf32, #row> -> tile<128x1xf32, #column>
  %all = nv_tileaa.broadcast %c : tensor<128x1xf32, #column> -> tensor<128x64xf32, #rows>
  %d = arith.subf %t, %all : tensor<128x64xf32, #rows>
  %e = nv_tileaa.exp2 %d : tensor<128x64xf32, #rows>
  %sum = nv_tileas.reduce %e dim = 1 identities = [0.0 : f32] : tile<128x64xf32, #rows> -> tile<128xf32, #row> {
  ^bb0(%x: f32, %acc: f32):
    %l = arith.addf %x, %acc : f32
    nv_tileas.yield %l : f32
  }
  %square = arith.mulf %sum, %sum : tensor<128xf32, #row>
  %n = nv_tileaa.fp_to_fp %e : tensor<128x64xf32, #rows> -> tensor<128x64xbf16, #rows>
  nv_tileas.wait_products %m {pending = 1 : i32}
  %old = nv_tileas.tiled_load %o[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x64xf32, tmem, #sums> -> tile<128x64xf32, #rows>
  nv_tileas.tiled_store %n, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xbf16, #rows>, !nv_tileas.tiled_view<128x64xbf16, tmem, #factor>
  nv_tileaa.return %square, %old : tensor<128xf32, #row>, tensor<128x64xf32, #rows>
}

// A team scales other sums in parts, each beside a part of the factor: it is
// loaded in front of that and stored behind it. Only the last store waits.
// CHECK-LABEL: func @scaled
// CHECK: nv_tileas.wait_products
// CHECK: %[[A:.*]] = nv_tileas.tensor_slice %{{.*}} {column = 0 : i32} : {{.*}}128x64xf32, tmem{{.*}} -> !nv_tileas.tiled_view<128x32xf32, tmem
// CHECK: %[[LOAD:.*]] = nv_tileas.async.tiled_load %[[A]]
// CHECK: nv_tileaa.exp2
// CHECK: nv_tileas.tiled_store {{.*}}next_store_waits{{.*}}bf16
// CHECK: %[[O:.*]] = nv_tileas.async.future_wait %[[LOAD]]
// CHECK: %[[ALL:.*]] = nv_tileaa.broadcast {{.*}}tensor<128x32xf32
// CHECK: %[[SCALED:.*]] = arith.mulf %[[O]], %[[ALL]]
// CHECK: nv_tileas.tiled_store %[[SCALED]], %[[A]]{{.*}}next_store_waits
// CHECK: nv_tileas.tensor_slice %{{.*}} {column = 32 : i32} : {{.*}}128x64xf32, tmem
// CHECK: nv_tileas.async.tiled_load
// CHECK: nv_tileaa.exp2
// CHECK: nv_tileas.tiled_store {{.*}}next_store_waits{{.*}}bf16
// CHECK: nv_tileas.async.future_wait
// CHECK: nv_tileas.tiled_store
// CHECK-NOT: next_store_waits
// CHECK-NOT: nv_tileas.tiled_load
// CHECK: return
nv_tileaa.func @scaled(%m: !nv_tileas.tensor_memory, %s: !nv_tileas.tiled_view<128x64xf32, tmem, #sums>, %o: !nv_tileas.tiled_view<128x64xf32, tmem, #sums>,
    %p: !nv_tileas.tiled_view<128x64xbf16, tmem, #factor>, %scale: tensor<128x1xf32, #column>) attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 8 teams = 2>, <producer, warps = 1>]>} {
  %i = arith.constant 0 : index
  %t = nv_tileas.tiled_load %s[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x64xf32, tmem, #sums> -> tile<128x64xf32, #rows>
  %e = nv_tileaa.exp2 %t : tensor<128x64xf32, #rows>
  %n = nv_tileaa.fp_to_fp %e : tensor<128x64xf32, #rows> -> tensor<128x64xbf16, #rows>
  %all = nv_tileaa.broadcast %scale : tensor<128x1xf32, #column> -> tensor<128x64xf32, #rows>
  nv_tileas.wait_products %m {pending = 1 : i32}
  %old = nv_tileas.tiled_load %o[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x64xf32, tmem, #sums> -> tile<128x64xf32, #rows>
  nv_tileas.tiled_store %n, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xbf16, #rows>, !nv_tileas.tiled_view<128x64xbf16, tmem, #factor>
  %new = arith.mulf %old, %all : tensor<128x64xf32, #rows>
  nv_tileas.tiled_store %new, %o[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xf32, #rows>, !nv_tileas.tiled_view<128x64xf32, tmem, #sums>
  nv_tileaa.return
}

// Twice as many other sums: two parts of these are beside each part of the
// factor, and all loads are over when the first of them is stored.
// CHECK-LABEL: func @wide
// CHECK-COUNT-2: nv_tileas.async.tiled_load
// CHECK-NOT: nv_tileas.async.tiled_load
// CHECK: nv_tileaa.exp2
// CHECK: nv_tileas.tiled_store {{.*}}bf16
// CHECK-COUNT-2: nv_tileas.async.future_wait
// CHECK-COUNT-2: nv_tileas.tiled_store {{.*}}next_store_waits{{.*}}f32
// CHECK-COUNT-2: nv_tileas.async.tiled_load
// CHECK: nv_tileas.tiled_store {{.*}}bf16
// CHECK-COUNT-2: nv_tileas.async.future_wait
// CHECK: nv_tileas.tiled_store {{.*}}next_store_waits{{.*}}f32
// CHECK: nv_tileas.tiled_store
// CHECK-NOT: next_store_waits
// CHECK: return
nv_tileaa.func @wide(%m: !nv_tileas.tensor_memory, %s: !nv_tileas.tiled_view<128x64xf32, tmem, #sums>, %o: !nv_tileas.tiled_view<128x128xf32, tmem, #wide_sums>,
    %p: !nv_tileas.tiled_view<128x64xbf16, tmem, #factor>, %scale: tensor<128x1xf32, #column>) attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 8 teams = 2>, <producer, warps = 1>]>} {
  %i = arith.constant 0 : index
  %t = nv_tileas.tiled_load %s[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x64xf32, tmem, #sums> -> tile<128x64xf32, #rows>
  %e = nv_tileaa.exp2 %t : tensor<128x64xf32, #rows>
  %n = nv_tileaa.fp_to_fp %e : tensor<128x64xf32, #rows> -> tensor<128x64xbf16, #rows>
  %all = nv_tileaa.broadcast %scale : tensor<128x1xf32, #column> -> tensor<128x128xf32, #wide_rows>
  nv_tileas.wait_products %m {pending = 1 : i32}
  %old = nv_tileas.tiled_load %o[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x128xf32, tmem, #wide_sums> -> tile<128x128xf32, #wide_rows>
  nv_tileas.tiled_store %n, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xbf16, #rows>, !nv_tileas.tiled_view<128x64xbf16, tmem, #factor>
  %new = arith.mulf %old, %all : tensor<128x128xf32, #wide_rows>
  nv_tileas.tiled_store %new, %o[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x128xf32, #wide_rows>, !nv_tileas.tiled_view<128x128xf32, tmem, #wide_sums>
  nv_tileaa.return
}

// Warps that share rows have other columns: the tile stays whole.
// CHECK-LABEL: func @shared
// CHECK-NOT: extract_slice
// CHECK: nv_tileas.tiled_store {{.*}}tile<128x64xbf16
nv_tileaa.func @shared(%s: !nv_tileas.tiled_view<128x64xf32, tmem, #sums>, %p: !nv_tileas.tiled_view<128x64xbf16, tmem, #factor>) {
  %i = arith.constant 0 : index
  %t = nv_tileas.tiled_load %s[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x64xf32, tmem, #sums> -> tile<128x64xf32, #shared>
  %n = nv_tileaa.fp_to_fp %t : tensor<128x64xf32, #shared> -> tensor<128x64xbf16, #shared>
  nv_tileas.tiled_store %n, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xbf16, #shared>, !nv_tileas.tiled_view<128x64xbf16, tmem, #factor>
  nv_tileaa.return
}

// The factor is used for something else, too.
// CHECK-LABEL: func @used
// CHECK-NOT: extract_slice
// CHECK: nv_tileas.tiled_store {{.*}}tile<128x64xbf16
nv_tileaa.func @used(%s: !nv_tileas.tiled_view<128x64xf32, tmem, #sums>, %p: !nv_tileas.tiled_view<128x64xbf16, tmem, #factor>) -> tensor<128x64xbf16, #rows> {
  %i = arith.constant 0 : index
  %t = nv_tileas.tiled_load %s[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x64xf32, tmem, #sums> -> tile<128x64xf32, #rows>
  %n = nv_tileaa.fp_to_fp %t : tensor<128x64xf32, #rows> -> tensor<128x64xbf16, #rows>
  nv_tileas.tiled_store %n, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xbf16, #rows>, !nv_tileas.tiled_view<128x64xbf16, tmem, #factor>
  nv_tileaa.return %n : tensor<128x64xbf16, #rows>
}

// Further blocks of rows are in other columns.
#sums256 = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (128,0)]} -> (dim0:256, dim1:64)>
#factor256 = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,2), (0,4), (0,8), (0,16), (0,32), (128,0)], offset: [(0,1)]} -> (dim0:256, dim1:64)>
#rows256 = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32)], lane: [(1,0), (2,0), (4,0), (8,0), (16,0)], warp: [(32,0), (64,0), (128,0)]} -> (dim0:256, dim1:64)>
// CHECK-LABEL: func @blocks
// CHECK-NOT: extract_slice
// CHECK: nv_tileas.tiled_store {{.*}}tile<256x64xbf16
nv_tileaa.func @blocks(%s: !nv_tileas.tiled_view<256x64xf32, tmem, #sums256>, %p: !nv_tileas.tiled_view<256x64xbf16, tmem, #factor256>) {
  %i = arith.constant 0 : index
  %t = nv_tileas.tiled_load %s[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<256x64xf32, tmem, #sums256> -> tile<256x64xf32, #rows256>
  %n = nv_tileaa.fp_to_fp %t : tensor<256x64xf32, #rows256> -> tensor<256x64xbf16, #rows256>
  nv_tileas.tiled_store %n, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<256x64xbf16, #rows256>, !nv_tileas.tiled_view<256x64xbf16, tmem, #factor256>
  nv_tileaa.return
}

// A correction role loads, scales and stores one part of the sums after another.
// CHECK-LABEL: func @correction
// CHECK: agent_switch
// CHECK: }, {
// CHECK: tensor_slice %{{.*}} {column = 0 : i32}
// CHECK-NEXT: arith.constant
// CHECK-NEXT: nv_tileas.async.tiled_load {{.*}}tile<128x32xf32
// CHECK-NEXT: nv_tileas.async.future_wait
// CHECK: arith.mulf {{.*}}tensor<128x32xf32
// CHECK: nv_tileas.tiled_store {{.*}}next_store_waits
// CHECK: tensor_slice %{{.*}} {column = 32 : i32}
// CHECK: nv_tileas.async.tiled_load
// CHECK: arith.mulf
// CHECK: nv_tileas.tiled_store
// CHECK-NOT: next_store_waits
// CHECK: return
nv_tileaa.func @correction(%o: !nv_tileas.tiled_view<128x64xf32, tmem, #sums>, %scale: tensor<128x1xf32, #column>) attributes {nv_tileas.plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 4>, <correction, warps = 4>]>} {
  nv_tileas.async.pipeline.agent_switch num_agents_per_group = 2 max_regs = [0, 0] isolated = false {
    nv_tileas.async.pipeline.yield
  }, {
    %i = arith.constant 0 : index
    %all = nv_tileaa.broadcast %scale : tensor<128x1xf32, #column> -> tensor<128x64xf32, #rows>
    %old = nv_tileas.tiled_load %o[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<128x64xf32, tmem, #sums> -> tile<128x64xf32, #rows>
    %new = arith.mulf %old, %all : tensor<128x64xf32, #rows>
    nv_tileas.tiled_store %new, %o[%i, %i] {atom = #nv_tileas<atom copy>} : tile<128x64xf32, #rows>, !nv_tileas.tiled_view<128x64xf32, tmem, #sums>
    nv_tileas.async.pipeline.yield
  }
  nv_tileaa.return
}
