// RUN: tessera-opt %s --convert-tileaa-to-vector=streaming-stores --canonicalize --cse | FileCheck %s
// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s --check-prefix=PLAIN

// What a launch writes at least 16 MiB of goes past the caches, if every vector
// is aligned: decided once per block, from the grid, the tensor's size and its
// address. The vectors of an iteration are computed once and stored either way.

// PLAIN-NOT: nontemporal

!vec = !nv_tileaa.memref<?xf32, strides = [1]>
!vec_tiles = !nv_tileaa.tiled_view<4096xf32, memref<?xf32, strides = [1]>>
!mem = !nv_tileaa.memref<?x1024xf32, strides = [1024, 1]>
!rows = !nv_tileaa.tiled_view<1x1024xf32, memref<?x1024xf32, strides = [1024, 1]>>

// CHECK-LABEL: func.func @stream(
// CHECK: %[[ENOUGH:.*]] = arith.cmpi sge, %{{.*}}, %c4194304_i64
// CHECK: %[[BLOCKS:.*]] = arith.cmpi sge, %{{.*}}, %c1024_i64
// CHECK: %[[REST:.*]] = arith.andi %{{.*}}, %c63_i64
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[REST]], %c0_i64
// CHECK: %[[SIZES:.*]] = arith.andi %[[ENOUGH]], %[[BLOCKS]]
// CHECK: %[[STREAMS:.*]] = arith.andi %[[SIZES]], %[[ALIGNED]]
// CHECK: scf.for
// CHECK-COUNT-4: arith.addf
// CHECK: scf.if %[[STREAMS]] {
// CHECK-COUNT-4: llvm.store {{.*}} {alignment = 64 : i64, nontemporal}
// CHECK: } else {
// CHECK-COUNT-4: llvm.store {{.*}} {alignment = 4 : i64}
// CHECK: }
// A partial tile is masked, and written as always.
// CHECK: llvm.intr.masked.store
// CHECK-NOT: nontemporal
nv_tileaa.func @stream(%a: !nv_tileaa.ptr<f32>, %c: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %ma = nv_tileaa.make_memref %a sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !vec
  %mc = nv_tileaa.make_memref %c sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !vec
  %va = nv_tileaa.make_tiled_view %ma : !vec_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !vec_tiles
  %v, %t0 = nv_tileaa.tiled_load weak %va[%x] : !vec_tiles[i32]
  %r = arith.addf %v, %v : tensor<4096xf32>
  %t1 = nv_tileaa.tiled_store weak %r, %vc[%x] : !vec_tiles[i32]
  nv_tileaa.return
}

// The lines of what is read and written are in a cache already.

// CHECK-LABEL: func.func @in_place(
// CHECK-NOT: nontemporal
nv_tileaa.func @in_place(%a: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %ma = nv_tileaa.make_memref %a sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !vec
  %va = nv_tileaa.make_tiled_view %ma : !vec_tiles
  %v, %t0 = nv_tileaa.tiled_load weak %va[%x] : !vec_tiles[i32]
  %r = arith.addf %v, %v : tensor<4096xf32>
  %t1 = nv_tileaa.tiled_store weak %r, %va[%x] token = %t0 : !vec_tiles[i32]
  nv_tileaa.return
}

// Whoever sees the flag must see the tile: ordinary stores are ordered before it.

// CHECK-LABEL: func.func @released(
// CHECK-NOT: nontemporal
nv_tileaa.func @released(%c: !nv_tileaa.ptr<f32>, %flag: !nv_tileaa.ptr<i32>, %n: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %one = arith.constant 1 : i32
  %r = arith.constant dense<1.0> : tensor<4096xf32>
  %mc = nv_tileaa.make_memref %c sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !vec
  %vc = nv_tileaa.make_tiled_view %mc : !vec_tiles
  %t1 = nv_tileaa.tiled_store weak %r, %vc[%x] : !vec_tiles[i32]
  %t2 = nv_tileaa.store release device %flag, %one token = %t1 : !nv_tileaa.ptr<i32>, i32
  nv_tileaa.return
}

// In a loop, what stands before the store comes after it, too.

// CHECK-LABEL: func.func @released_in_loop(
// CHECK-NOT: nontemporal
nv_tileaa.func @released_in_loop(%c: !nv_tileaa.ptr<f32>, %flag: !nv_tileaa.ptr<i32>, %n: i32) attributes {kernel} {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %r = arith.constant dense<1.0> : tensor<4096xf32>
  %mc = nv_tileaa.make_memref %c sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !vec
  %vc = nv_tileaa.make_tiled_view %mc : !vec_tiles
  scf.for %i = %zero to %n step %one : i32 {
    %t2 = nv_tileaa.store release device %flag, %one : !nv_tileaa.ptr<i32>, i32
    %t1 = nv_tileaa.tiled_store weak %r, %vc[%i] : !vec_tiles[i32]
  }
  nv_tileaa.return
}

// What was released before is of no concern.

// CHECK-LABEL: func.func @released_before(
// CHECK: llvm.store {{.*}} atomic release
// CHECK: nontemporal
nv_tileaa.func @released_before(%c: !nv_tileaa.ptr<f32>, %flag: !nv_tileaa.ptr<i32>, %n: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %one = arith.constant 1 : i32
  %r = arith.constant dense<1.0> : tensor<4096xf32>
  %mc = nv_tileaa.make_memref %c sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !vec
  %vc = nv_tileaa.make_tiled_view %mc : !vec_tiles
  %t2 = nv_tileaa.store release device %flag, %one : !nv_tileaa.ptr<i32>, i32
  %t1 = nv_tileaa.tiled_store weak %r, %vc[%x] : !vec_tiles[i32]
  nv_tileaa.return
}

// A tensor of 1 MiB stays in the caches; rows of 250 words do not begin with
// lines.

!small = !nv_tileaa.memref<64x4096xf32, strides = [4096, 1]>
!small_tiles = !nv_tileaa.tiled_view<1x4096xf32, memref<64x4096xf32, strides = [4096, 1]>>
!odd = !nv_tileaa.memref<?x250xf32, strides = [250, 1]>
!odd_tiles = !nv_tileaa.tiled_view<1x128xf32, memref<?x250xf32, strides = [250, 1]>>

// CHECK-LABEL: func.func @small_or_odd(
// CHECK-NOT: nontemporal
nv_tileaa.func @small_or_odd(%a: !nv_tileaa.ptr<f32>, %c: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %zero = arith.constant 0 : i32
  %r = arith.constant dense<1.0> : tensor<1x4096xf32>
  %q = arith.constant dense<1.0> : tensor<1x128xf32>
  %ma = nv_tileaa.make_memref %a : !nv_tileaa.ptr<f32> -> !small
  %mc = nv_tileaa.make_memref %c sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !odd
  %va = nv_tileaa.make_tiled_view %ma : !small_tiles
  %vc = nv_tileaa.make_tiled_view %mc : !odd_tiles
  %t1 = nv_tileaa.tiled_store weak %r, %va[%x, %zero] : !small_tiles[i32, i32]
  %t2 = nv_tileaa.tiled_store weak %q, %vc[%x, %zero] : !odd_tiles[i32, i32]
  nv_tileaa.return
}

// Lines that are not read need not be fetched: the pass before the store asks
// for them only when the store is an ordinary one.

// CHECK-LABEL: func.func @row(
// CHECK: arith.cmpi sge, %{{.*}}, %c4096_i64
// CHECK: %[[SMALL:.*]] = arith.andi %{{.*}}, %{{.*}} : i1
// CHECK: %[[STREAMS:.*]] = arith.andi %[[SMALL]], %{{.*}} : i1
// CHECK: scf.for
// CHECK: scf.if %[[STREAMS]] {
// CHECK-NEXT: } else {
// CHECK-COUNT-4: rw = 1 : i32
// CHECK: }
// CHECK: hint = 2 : i32, rw = 0 : i32
// CHECK: scf.if %[[STREAMS]] {
// CHECK: nontemporal
nv_tileaa.func @row(%a: !nv_tileaa.ptr<f32>, %c: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %a sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !mem
  %mc = nv_tileaa.make_memref %c sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !mem
  %va = nv_tileaa.make_tiled_view %ma : !rows
  %vc = nv_tileaa.make_tiled_view %mc : !rows
  %v, %t0 = nv_tileaa.tiled_load weak %va[%x, %z] : !rows[i32, i32]
  %m = nv_tileaa.reduce %v dim = 1 identities = [0.0 : f32] : tensor<1x1024xf32> -> tensor<1xf32> {
  ^bb0(%e: f32, %acc: f32):
    %t = arith.addf %e, %acc : f32
    nv_tileaa.yield %t : f32
  }
  %m1 = nv_tileaa.view %m : tensor<1xf32> -> tensor<1x1xf32>
  %mb = nv_tileaa.broadcast %m1 : tensor<1x1xf32> -> tensor<1x1024xf32>
  %d = arith.subf %v, %mb : tensor<1x1024xf32>
  %q = arith.mulf %d, %d : tensor<1x1024xf32>
  %s = nv_tileaa.reduce %q dim = 1 identities = [0.0 : f32] : tensor<1x1024xf32> -> tensor<1xf32> {
  ^bb0(%e: f32, %acc: f32):
    %t = arith.addf %e, %acc : f32
    nv_tileaa.yield %t : f32
  }
  %s1 = nv_tileaa.view %s : tensor<1xf32> -> tensor<1x1xf32>
  %sb = nv_tileaa.broadcast %s1 : tensor<1x1xf32> -> tensor<1x1024xf32>
  %r = arith.mulf %d, %sb : tensor<1x1024xf32>
  %t2 = nv_tileaa.tiled_store weak %r, %vc[%x, %z] : !rows[i32, i32]
  nv_tileaa.return
}

// A short row's lines arrive while the exponentials are computed.

// CHECK-LABEL: func.func @exponentials(
// CHECK: rw = 1 : i32
// CHECK-NOT: nontemporal
nv_tileaa.func @exponentials(%a: !nv_tileaa.ptr<f32>, %c: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %a sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !mem
  %mc = nv_tileaa.make_memref %c sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !mem
  %va = nv_tileaa.make_tiled_view %ma : !rows
  %vc = nv_tileaa.make_tiled_view %mc : !rows
  %v, %t0 = nv_tileaa.tiled_load weak %va[%x, %z] : !rows[i32, i32]
  %m = nv_tileaa.reduce %v dim = 1 identities = [0.0 : f32] : tensor<1x1024xf32> -> tensor<1xf32> {
  ^bb0(%e: f32, %acc: f32):
    %t = arith.addf %e, %acc : f32
    nv_tileaa.yield %t : f32
  }
  %m1 = nv_tileaa.view %m : tensor<1xf32> -> tensor<1x1xf32>
  %mb = nv_tileaa.broadcast %m1 : tensor<1x1xf32> -> tensor<1x1024xf32>
  %d = arith.subf %v, %mb : tensor<1x1024xf32>
  %q = math.exp %d : tensor<1x1024xf32>
  %s = nv_tileaa.reduce %q dim = 1 identities = [0.0 : f32] : tensor<1x1024xf32> -> tensor<1xf32> {
  ^bb0(%e: f32, %acc: f32):
    %t = arith.addf %e, %acc : f32
    nv_tileaa.yield %t : f32
  }
  %s1 = nv_tileaa.view %s : tensor<1xf32> -> tensor<1x1xf32>
  %sb = nv_tileaa.broadcast %s1 : tensor<1x1xf32> -> tensor<1x1024xf32>
  %r = arith.mulf %q, %sb : tensor<1x1024xf32>
  %t2 = nv_tileaa.tiled_store weak %r, %vc[%x, %z] : !rows[i32, i32]
  nv_tileaa.return
}
