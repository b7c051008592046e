// RUN: tessera-opt %s --tileas-place-accumulators --split-input-file | FileCheck %s
// RUN: tessera-opt %s --tileas-place-accumulators --tileas-allocate-shared-memory --tileas-insert-barriers --split-input-file | FileCheck %s --check-prefix=ORDER

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
!a = !nv_tileas.tiled_view<64x16xf16, smem, #a>
!b = !nv_tileas.tiled_view<16x8xf16, smem, #b>
#plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>

// A product alone: its sum is stored, added to and loaded. The accumulator of
// the second one is zero and not stored. Columns are claimed at the start and
// released at the end.

// CHECK-LABEL: func @alone
// CHECK: %[[BOARD:.*]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<32xi8, smem>
// CHECK: %[[M:.*]] = nv_tileas.claim_tensor_memory %[[BOARD]] {columns = 32 : i32}
// CHECK: %[[P:.*]] = nv_tileas.tensor_place %[[M]] {column = 0 : i32}
// CHECK: nv_tileas.tiled_store %{{.*}}, %[[P]]
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %[[P]] if %[[TRUE]]
// CHECK: nv_tileas.commit_products %[[M]]
// CHECK: nv_tileas.wait_products %[[M]] {pending = 0 : i32}
// CHECK: nv_tileas.tiled_load %[[P]]
// CHECK: %[[Q:.*]] = nv_tileas.tensor_place %[[M]] {column = 8 : i32}
// CHECK-NOT: tiled_store
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %[[Q]] if %[[FALSE]]
// CHECK: nv_tileas.tiled_load %[[Q]]
// CHECK: nv_tileas.release_tensor_memory %[[M]], %[[BOARD]] {columns = 32 : i32}
// CHECK: return

// Threads store to the place, and the product of one of them follows: a
// barrier. The second product has a place of its own, but its commit uses the
// barrier that all threads must have left.

// ORDER-LABEL: func @alone
// ORDER: nv_tileas.tiled_store
// ORDER: nv_tileas.barrier block
// ORDER-NEXT: nv_tileas.tensor_dot
// ORDER-NEXT: nv_tileas.commit_products
// ORDER-NEXT: nv_tileas.wait_products
// ORDER-NOT: nv_tileas.barrier
// ORDER: nv_tileas.tiled_load
// ORDER: nv_tileas.barrier block
// ORDER-NEXT: nv_tileas.tensor_dot
// ORDER-NOT: nv_tileas.barrier
// ORDER: return
nv_tileaa.func @alone(%start: tensor<64x8xf32, #acc>) attributes {nv_tileas.plan = #plan} {
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  %c = nv_tileas.dot %a, %b, %start {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  %zero = arith.constant dense<0.0> : tensor<64x8xf32, #acc>
  %d = nv_tileas.dot %a, %b, %zero {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  %e = arith.addf %c, %d : tensor<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
!a = !nv_tileas.tiled_view<64x16xf16, smem, #a>
!b = !nv_tileas.tiled_view<16x8xf16, smem, #b>
#plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>

// A chain: the loop carries whether there are sums, and these stay in their
// place. The loop may have no iterations, then nothing was written there.

// CHECK-LABEL: func @chain
// CHECK: %[[P:.*]] = nv_tileas.tensor_place
// CHECK: %[[SOME:.*]] = scf.for {{.*}} iter_args(%[[ADDS:.*]] = %false{{.*}}) -> (i1)
// CHECK-NEXT: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %[[P]] if %[[ADDS]]
// CHECK-NEXT: nv_tileas.commit_products
// CHECK-NEXT: nv_tileas.wait_products %{{.*}} {pending = 0 : i32}
// CHECK-NEXT: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %[[P]] if %true
// CHECK-NEXT: nv_tileas.commit_products
// CHECK-NEXT: nv_tileas.wait_products %{{.*}} {pending = 0 : i32}
// CHECK-NEXT: scf.yield %true
// CHECK: nv_tileas.wait_products %{{.*}} {pending = 0 : i32}
// CHECK: scf.if %[[SOME]]
// CHECK: nv_tileas.tiled_load %[[P]]
// CHECK: else
// CHECK-NEXT: scf.yield %cst
nv_tileaa.func @chain(%n: index) attributes {nv_tileas.plan = #plan} {
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  %i = arith.constant 0 : index
  %one = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<64x8xf32, #acc>
  %sum = scf.for %k = %i to %n step %one iter_args(%c = %zero) -> (tensor<64x8xf32, #acc>) {
    %d = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
    %e = nv_tileas.dot %a, %b, %d {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
    scf.yield %e : tensor<64x8xf32, #acc>
  }
  %twice = arith.addf %sum, %sum : tensor<64x8xf32, #acc>
  nv_tileaa.return
}

// Products that are not waited for in an iteration: the last one says how many
// of its kind may be under way. A start other than zero is stored.

// CHECK-LABEL: func @underway
// CHECK: %[[P:.*]] = nv_tileas.tensor_place
// CHECK: nv_tileas.tiled_store %{{.*}}, %[[P]]
// CHECK: scf.for {{.*}} iter_args(%[[ADDS:.*]] = %true{{.*}}) -> (i1)
// CHECK-NEXT: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %[[P]] if %[[ADDS]]
// CHECK-NEXT: nv_tileas.commit_products
// CHECK-NEXT: nv_tileas.wait_products %{{.*}} {pending = 1 : i32}
// CHECK: nv_tileas.wait_products %{{.*}} {pending = 0 : i32}
// CHECK-NOT: scf.if
// CHECK: nv_tileas.tiled_load %[[P]]
nv_tileaa.func @underway(%n: index, %start: tensor<64x8xf32, #acc>) attributes {nv_tileas.plan = #plan} {
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  %i = arith.constant 0 : index
  %one = arith.constant 1 : index
  %later = nv_tileas.async.to_async %start : tile<64x8xf32, #acc> -> !nv_tileas.async.value<tile<64x8xf32, #acc>>
  %sum = scf.for %k = %i to %n step %one iter_args(%c = %later) -> (!nv_tileas.async.value<tile<64x8xf32, #acc>>) {
    %d = nv_tileas.async.dot %a, %b, %c {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>, pending = 1 : i32} : !a, !b, !nv_tileas.async.value<tile<64x8xf32, #acc>> -> !nv_tileas.async.value<tile<64x8xf32, #acc>>
    scf.yield %d : !nv_tileas.async.value<tile<64x8xf32, #acc>>
  }
  %done = nv_tileas.async.future_wait %sum : !nv_tileas.async.value<tile<64x8xf32, #acc>> -> tile<64x8xf32, #acc>
  %twice = arith.addf %done, %done : tensor<64x8xf32, #acc>
  nv_tileaa.return
}

// The accumulator is used in the loop by more than products: it goes through
// registers in every iteration, and threads that loaded it meet before the
// next product.

// CHECK-LABEL: func @scaled
// CHECK: scf.for
// CHECK: arith.mulf
// CHECK: nv_tileas.tiled_store
// CHECK: nv_tileas.tensor_dot
// CHECK: nv_tileas.wait_products %{{.*}} {pending = 0 : i32}
// CHECK: nv_tileas.tiled_load
// CHECK: scf.yield
// ORDER-LABEL: func @scaled
// ORDER: nv_tileas.tiled_store
// ORDER: nv_tileas.barrier block
// ORDER-NEXT: nv_tileas.tensor_dot
// ORDER: nv_tileas.tiled_load
// ORDER-NEXT: scf.yield
nv_tileaa.func @scaled(%n: index, %start: tensor<64x8xf32, #acc>) attributes {nv_tileas.plan = #plan} {
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  %i = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sum = scf.for %k = %i to %n step %one iter_args(%c = %start) -> (tensor<64x8xf32, #acc>) {
    %s = arith.mulf %c, %c : tensor<64x8xf32, #acc>
    %d = nv_tileas.dot %a, %b, %s {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
    scf.yield %d : tensor<64x8xf32, #acc>
  }
  nv_tileaa.return
}

// Of two branches only one is taken: they have the same columns.

// CHECK-LABEL: func @branches
// CHECK: claim_tensor_memory %{{.*}} {columns = 32 : i32}
// CHECK: scf.if
// CHECK: tensor_place %{{.*}} {column = 0 : i32}
// CHECK: else
// CHECK: tensor_place %{{.*}} {column = 0 : i32}
nv_tileaa.func @branches(%which: i1, %start: tensor<64x8xf32, #acc>) attributes {nv_tileas.plan = #plan} {
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  %sum = scf.if %which -> tensor<64x8xf32, #acc> {
    %c = nv_tileas.dot %a, %b, %start {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
    scf.yield %c : tensor<64x8xf32, #acc>
  } else {
    %zero = arith.constant dense<0.0> : tensor<64x8xf32, #acc>
    %c = nv_tileas.dot %a, %b, %zero {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
    scf.yield %c : tensor<64x8xf32, #acc>
  }
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
!a = !nv_tileas.tiled_view<64x16xf16, smem, #a>
!b = !nv_tileas.tiled_view<16x8xf16, smem, #b>
#plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>

// Products that a loop carries to the next iteration, which waits for them. The
// first one begins with nothing; the second one adds to what the iteration
// computes, and before the loop there is a value. Each has one place, and what
// is there before the loop has a commit of its own.

// CHECK-LABEL: func @later
// CHECK: %[[P:.*]] = nv_tileas.tensor_place
// CHECK: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %[[P]] if %false
// CHECK-NEXT: nv_tileas.commit_products
// CHECK: %[[Q:.*]] = nv_tileas.tensor_place
// CHECK: nv_tileas.tiled_store %{{.*}}, %[[Q]]
// CHECK-NEXT: nv_tileas.commit_products
// CHECK: scf.for {{.*}} -> (i1, i1)
// CHECK-NEXT: nv_tileas.wait_products %{{.*}} {pending = 1 : i32}
// CHECK: nv_tileas.tiled_load %[[P]]
// CHECK: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %[[P]] if %false
// CHECK-NEXT: nv_tileas.commit_products
// CHECK: nv_tileas.wait_products %{{.*}} {pending = 1 : i32}
// CHECK: %[[LOADED:.*]] = nv_tileas.tiled_load %[[Q]]
// CHECK: arith.addf
// CHECK: nv_tileas.tiled_store %{{.*}}, %[[Q]]
// CHECK: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %[[Q]] if %true
// CHECK-NEXT: nv_tileas.commit_products
// CHECK: scf.yield
// CHECK: nv_tileas.wait_products %{{.*}} {pending = 0 : i32}
// CHECK: nv_tileas.tiled_load %[[Q]]

// Threads have loaded the sums before the next product replaces them. The
// product that is waited for is the one whose place is loaded, not the one
// behind it.

// ORDER-LABEL: func @later
// ORDER: scf.for
// ORDER-NEXT: nv_tileas.wait_products %{{.*}} {pending = 1 : i32}
// ORDER-NOT: nv_tileas.barrier
// ORDER: nv_tileas.tiled_load
// ORDER: nv_tileas.barrier block
// ORDER-NEXT: nv_tileas.tensor_dot
// ORDER-NEXT: nv_tileas.commit_products
// ORDER-NOT: nv_tileas.barrier
// ORDER: nv_tileas.wait_products %{{.*}} {pending = 1 : i32}
// ORDER: nv_tileas.tiled_load
// ORDER: nv_tileas.tiled_store
// ORDER: nv_tileas.barrier block
// ORDER-NEXT: nv_tileas.tensor_dot
// ORDER: scf.yield
nv_tileaa.func @later(%start: tensor<64x8xf32, #acc>, %n: i32) attributes {nv_tileas.plan = #plan} {
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  %zero = arith.constant dense<0.0> : tensor<64x8xf32, #acc>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %f = nv_tileas.async.dot %a, %b, %zero {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> !nv_tileas.async.value<tile<64x8xf32, #acc>>
  %s = nv_tileas.async.to_async %start : tile<64x8xf32, #acc> -> !nv_tileas.async.value<tile<64x8xf32, #acc>>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%first = %f, %second = %s) -> (!nv_tileas.async.value<tile<64x8xf32, #acc>>, !nv_tileas.async.value<tile<64x8xf32, #acc>>) : i32 {
    %c = nv_tileas.async.future_wait %first {pending = 1 : i32} : !nv_tileas.async.value<tile<64x8xf32, #acc>> -> tile<64x8xf32, #acc>
    %g = nv_tileas.async.dot %a, %b, %zero {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> !nv_tileas.async.value<tile<64x8xf32, #acc>>
    %d = nv_tileas.async.future_wait %second {pending = 1 : i32} : !nv_tileas.async.value<tile<64x8xf32, #acc>> -> tile<64x8xf32, #acc>
    %e = arith.addf %c, %d : tensor<64x8xf32, #acc>
    %h = nv_tileas.async.dot %a, %b, %e {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> !nv_tileas.async.value<tile<64x8xf32, #acc>>
    scf.yield %g, %h : !nv_tileas.async.value<tile<64x8xf32, #acc>>, !nv_tileas.async.value<tile<64x8xf32, #acc>>
  }
  %last = nv_tileas.async.future_wait %r#1 {pending = 0 : i32} : !nv_tileas.async.value<tile<64x8xf32, #acc>> -> tile<64x8xf32, #acc>
  %out = arith.addf %last, %start : tensor<64x8xf32, #acc>
  nv_tileaa.print "%f", %out : tensor<64x8xf32, #acc>
  nv_tileaa.return
}

// The loop carries sums only to change them before the product adds to them:
// they stay in the place, and are loaded where they are changed, which is in
// front of the product.

// CHECK-LABEL: func @kept
// CHECK: %[[P:.*]] = nv_tileas.tensor_place
// CHECK-NEXT: arith.constant 0
// CHECK-NEXT: nv_tileas.tiled_store %{{.*}}, %[[P]]
// CHECK: scf.for {{.*}} -> (i1)
// CHECK-NEXT: arith.addf %arg1, %arg1
// CHECK: %[[C:.*]] = nv_tileas.tiled_load %[[P]]
// CHECK-NEXT: %[[S:.*]] = arith.mulf %[[C]], %arg1
// CHECK: nv_tileas.tiled_store %[[S]], %[[P]]
// CHECK: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %[[P]] if %true
// CHECK-NEXT: nv_tileas.commit_products
// CHECK-NEXT: nv_tileas.wait_products %{{.*}} {pending = 0 : i32}
// CHECK-NEXT: scf.yield
// CHECK: nv_tileas.tiled_load %[[P]]
nv_tileaa.func @kept(%n: index, %start: tensor<64x8xf32, #acc>) -> tensor<64x8xf32, #acc> attributes {nv_tileas.plan = #plan} {
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  %i = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sum = scf.for %k = %i to %n step %one iter_args(%c = %start) -> (tensor<64x8xf32, #acc>) {
    %s = arith.mulf %c, %start : tensor<64x8xf32, #acc>
    %other = arith.addf %start, %start : tensor<64x8xf32, #acc>
    nv_tileaa.print "%f", %other : tensor<64x8xf32, #acc>
    %d = nv_tileas.dot %a, %b, %s {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
    scf.yield %d : tensor<64x8xf32, #acc>
  }
  nv_tileaa.return %sum : tensor<64x8xf32, #acc>
}

// A product that is begun or not: it has one place, and either way is a commit.

// CHECK-LABEL: func @begun
// CHECK: %[[P:.*]] = nv_tileas.tensor_place
// CHECK: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %[[P]] if %false
// CHECK: scf.for
// CHECK: nv_tileas.tiled_load %[[P]]
// CHECK: scf.if %{{.*}} -> (i1) {
// CHECK: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %[[P]] if %false
// CHECK-NEXT: nv_tileas.commit_products
// CHECK: } else {
// CHECK-NEXT: nv_tileas.commit_products
// CHECK: nv_tileas.wait_products %{{.*}} {pending = 0 : i32}
// CHECK: nv_tileas.tiled_load %[[P]]
nv_tileaa.func @begun(%start: tensor<64x8xf32, #acc>, %n: i32, %any: i1) attributes {nv_tileas.plan = #plan} {
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  %zero = arith.constant dense<0.0> : tensor<64x8xf32, #acc>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %f = nv_tileas.async.dot %a, %b, %zero {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> !nv_tileas.async.value<tile<64x8xf32, #acc>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%first = %f) -> (!nv_tileas.async.value<tile<64x8xf32, #acc>>) : i32 {
    %c = nv_tileas.async.future_wait %first {pending = 0 : i32} : !nv_tileas.async.value<tile<64x8xf32, #acc>> -> tile<64x8xf32, #acc>
    nv_tileaa.print "%f", %c : tensor<64x8xf32, #acc>
    %next = scf.if %any -> !nv_tileas.async.value<tile<64x8xf32, #acc>> {
      %g = nv_tileas.async.dot %a, %b, %zero {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> !nv_tileas.async.value<tile<64x8xf32, #acc>>
      scf.yield %g : !nv_tileas.async.value<tile<64x8xf32, #acc>>
    } else {
      scf.yield %first : !nv_tileas.async.value<tile<64x8xf32, #acc>>
    }
    scf.yield %next : !nv_tileas.async.value<tile<64x8xf32, #acc>>
  }
  %d = nv_tileas.async.future_wait %r {pending = 0 : i32} : !nv_tileas.async.value<tile<64x8xf32, #acc>> -> tile<64x8xf32, #acc>
  nv_tileaa.print "%f", %d : tensor<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#acc = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
!a = !nv_tileas.tiled_view<64x16xf16, smem, #a>
!b = !nv_tileas.tiled_view<16x8xf16, smem, #b>
#plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>

// Pipelines are made in front of the claim, where threads meet, and their
// barrier is left out.

// CHECK-LABEL: func @meets_once
// CHECK-NEXT: %[[BOARD:.*]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<32xi8, smem>
// CHECK-NEXT: %[[STAGES:.*]] = nv_tileas.alloc_tensor
// CHECK-NEXT: create_pipeline %[[STAGES]]
// CHECK-NEXT: nv_tileas.claim_tensor_memory %[[BOARD]]
// CHECK-NOT: nv_tileas.barrier
// CHECK-NOT: nv_tileas.proxy_fence
// CHECK: nv_tileas.tensor_dot
nv_tileaa.func @meets_once(%start: tensor<64x8xf32, #acc>) attributes {nv_tileas.plan = #plan} {
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  %buffer = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<2x1024xi8, smem>
  %p, %c = nv_tileas.async.pipeline.create_pipeline %buffer {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8} : !nv_tileas.tiled_view<2x1024xi8, smem> -> !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.consumer_token
  nv_tileas.proxy_fence shared
  nv_tileas.barrier block
  %zero = arith.constant dense<0.0> : tensor<64x8xf32, #acc>
  %d = nv_tileas.dot %a, %b, %zero {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// A pipeline that is made behind something that threads do stays there: its
// stages may have bytes that others had until then.

// CHECK-LABEL: func @later
// CHECK: nv_tileas.claim_tensor_memory
// CHECK: nv_tileaa.print
// CHECK: create_pipeline
// CHECK: nv_tileas.tensor_dot
nv_tileaa.func @later(%start: tensor<64x8xf32, #acc>) attributes {nv_tileas.plan = #plan} {
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  nv_tileaa.print "%f", %start : tensor<64x8xf32, #acc>
  %buffer = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<2x1024xi8, smem>
  %p, %c = nv_tileas.async.pipeline.create_pipeline %buffer {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8} : !nv_tileas.tiled_view<2x1024xi8, smem> -> !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.consumer_token
  %zero = arith.constant dense<0.0> : tensor<64x8xf32, #acc>
  %d = nv_tileas.dot %a, %b, %zero {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// A barrier stays where threads have done something since.

// CHECK-LABEL: func @meets_twice
// CHECK: nv_tileas.claim_tensor_memory
// CHECK: nv_tileaa.print
// CHECK: nv_tileas.barrier block
nv_tileaa.func @meets_twice(%start: tensor<64x8xf32, #acc>) attributes {nv_tileas.plan = #plan} {
  %a = nv_tileas.alloc_tensor : !a
  %b = nv_tileas.alloc_tensor : !b
  nv_tileaa.print "%f", %start : tensor<64x8xf32, #acc>
  nv_tileas.proxy_fence shared
  nv_tileas.barrier block
  %d = nv_tileas.dot %a, %b, %start {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !a, !b, tile<64x8xf32, #acc> -> tile<64x8xf32, #acc>
  nv_tileaa.return
}

// -----

#rows = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>
!p = !nv_tileas.tiled_view<128x16xf32, tmem, #rows>
#plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 8 teams = 2>, <producer, warps = 1>]>

// A place that all teams have in turn comes first, and they share out the
// columns behind it; so does a place that a team has by itself. In the other
// body each team has its part of all columns.

// CHECK-LABEL: func @in_turn
// CHECK: scf.if
// CHECK: claim_tensor_memory %{{.*}} {columns = 128 : i32, teams = 2 : i32}
// CHECK: tensor_place %{{.*}} {column = 0 : i32, team_columns = 0 : i32}
// CHECK: tensor_place %{{.*}} {column = 16 : i32, team_columns = 32 : i32}
// CHECK: tensor_place %{{.*}} {column = 32 : i32, team_columns = 32 : i32}
// CHECK: else
// CHECK: claim_tensor_memory %{{.*}} {columns = 128 : i32, teams = 2 : i32}
// CHECK: tensor_place %{{.*}} {column = 0 : i32} :
// CHECK: tensor_place %{{.*}} {column = 16 : i32} :
// CHECK: release_tensor_memory %{{.*}} {columns = 128 : i32}
nv_tileaa.func @in_turn(%which: i1, %rank: i32) attributes {nv_tileas.plan = #plan} {
  %board = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<64xi8, smem>
  %m = nv_tileas.claim_tensor_memory %board {columns = 32 : i32, teams = 2 : i32} : !nv_tileas.tiled_view<64xi8, smem>
  scf.if %which {
    %s = nv_tileas.tensor_place %m {column = 0 : i32, team_columns = 0 : i32} : !p
    %o = nv_tileas.tensor_place %m {column = 0 : i32} : !p
    nv_tileas.async.pipeline.agent_switch num_agents_per_group = 2 max_regs = [0, 0] isolated = false {
      %p = nv_tileas.tensor_place %m {column = 0 : i32} : !p
      %own = nv_tileas.of_team %s, %rank : !p
      %other = nv_tileas.of_team %o, %rank : !p
      nv_tileas.async.pipeline.yield
    }, {
      nv_tileas.async.pipeline.yield
    }
  } else {
    %s = nv_tileas.tensor_place %m {column = 0 : i32} : !p
    %o = nv_tileas.tensor_place %m {column = 0 : i32} : !p
    %own = nv_tileas.of_team %s, %rank : !p
    %other = nv_tileas.of_team %o, %rank : !p
  }
  nv_tileaa.return
}
