// RUN: tessera-opt %s --split-input-file --tileas-explicit-storage | FileCheck %s
// RUN: tessera-opt %s --split-input-file --tileas-explicit-storage --tileas-allocate-shared-memory --tileas-insert-barriers | FileCheck %s --check-prefix=BARRIER
// RUN: tessera-opt %s --split-input-file --tileas-explicit-storage --tileas-explicit-storage | FileCheck %s

// What passes between warps is a store to storage and a load from it, with one
// barrier between them; run again, the pass changes nothing.

#plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>
#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>

// Each warp reduces its 32 elements; every thread adds both sums.

// CHECK-LABEL: func @sum
// CHECK: nv_tileas.view {{.*}} -> tile<2x32xi32, #
// CHECK: nv_tileas.reduce {{.*}} dim = 1 {{.*}} -> tile<2xi32, #
// CHECK: %[[S:.*]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<2xi32, smem>
// CHECK: nv_tileas.tiled_store {{.*}}, %[[S]][
// CHECK: nv_tileas.tiled_load {{.*}}%[[S]][
// CHECK: nv_tileas.reduce {{.*}} dim = 0 {{.*}} -> i32
// BARRIER-LABEL: func @sum
// BARRIER: nv_tileas.tiled_store
// BARRIER: nv_tileas.barrier block
// BARRIER-NEXT: nv_tileas.tiled_load
// BARRIER-NOT: nv_tileas.barrier
// BARRIER: nv_tileaa.return
nv_tileaa.func @sum(%i: tensor<64xi32, #a>) attributes {nv_tileas.plan = #plan} {
  %s = nv_tileas.reduce %i dim = 0 identities = [0 : i32] : tile<64xi32, #a> -> i32 {
  ^bb0(%e: i32, %acc: i32):
    %t = arith.addi %e, %acc : i32
    nv_tileas.yield %t : i32
  }
  nv_tileaa.return
}

// -----

// The bits of the index that warps decide are not next to each other, and every
// warp holds one row of the parts: (warps, what is left).

#plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>]>
#a = #nv_tileas.layout<{lane: [(2,0), (8,0), (16,0), (32,0), (0,1)], warp: [(1,0), (4,0)]} -> (dim0:64, dim1:2)>
#r = #nv_tileas.layout<{lane: [(0), (0), (0), (0), (1)], warp: [(0), (0)]} -> (dim0:2)>

// CHECK-LABEL: func @bits_apart
// CHECK: nv_tileas.view {{.*}} -> tile<8x2x2x2x2xf32, #
// CHECK: nv_tileaa.permute {{.*}} [1, 3, 0, 2, 4]
// CHECK: nv_tileas.view {{.*}} -> tile<4x16x2xf32, #
// CHECK: nv_tileas.reduce {{.*}} dim = 1 {{.*}} -> tile<4x2xf32, #
// CHECK: alloc_tensor : !nv_tileas.tiled_view<4x2xf32, smem>
// CHECK: nv_tileas.reduce {{.*}} dim = 0 {{.*}} -> tile<2xf32, #
nv_tileaa.func @bits_apart(%i: tensor<64x2xf32, #a>) attributes {nv_tileas.plan = #plan} {
  %s = nv_tileas.reduce %i dim = 0 identities = [0.0 : f32] : tile<64x2xf32, #a> -> tile<2xf32, #r> {
  ^bb0(%e: f32, %acc: f32):
    %t = arith.addf %e, %acc : f32
    nv_tileas.yield %t : f32
  }
  nv_tileaa.return
}

// -----

// Within a warp there is nothing to store.

#plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>
#a = #nv_tileas.layout<{lane: [(0,1), (0,2), (0,4), (0,8), (0,16)], warp: [(1,0)]} -> (dim0:2, dim1:32)>
#r = #nv_tileas.layout<{lane: [(0), (0), (0), (0), (0)], warp: [(1)]} -> (dim0:2)>

// CHECK-LABEL: func @within_warps
// CHECK-NOT: alloc_tensor
// CHECK: nv_tileas.reduce
// CHECK-NOT: alloc_tensor
// CHECK: nv_tileaa.return
nv_tileaa.func @within_warps(%i: tensor<2x32xf32, #a>) attributes {nv_tileas.plan = #plan} {
  %s = nv_tileas.reduce %i dim = 1 identities = [0.0 : f32] : tile<2x32xf32, #a> -> tile<2xf32, #r> {
  ^bb0(%e: f32, %acc: f32):
    %t = arith.addf %e, %acc : f32
    nv_tileas.yield %t : f32
  }
  nv_tileaa.return
}

// -----

// An ordered load is thread 0's; the others read the value that it stores.
// Nobody asks for that of the second one.

#plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>

// CHECK-LABEL: func @ordered
// CHECK: %[[V:.*]] = nv_tileas.load {{.*}}nv_tileas.owners_only
// CHECK: %[[S:.*]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<1xi32, smem>
// CHECK: nv_tileas.store_scalar %[[V]], %[[S]]
// CHECK: %[[W:.*]] = nv_tileas.load_scalar %[[S]]
// CHECK: arith.addi %[[W]], %[[W]]
// CHECK: nv_tileas.load
// CHECK-NOT: owners_only
// CHECK: nv_tileaa.return
nv_tileaa.func @ordered(%p: !nv_tileaa.ptr<i32>) attributes {nv_tileas.plan = #plan} {
  %v = nv_tileas.load acquire gpu %p : !nv_tileaa.ptr<i32> -> i32
  %w = arith.addi %v, %v : i32
  %u = nv_tileas.load acquire gpu %p : !nv_tileaa.ptr<i32> -> i32
  nv_tileaa.return
}

// -----

// Storage of slices: extract reads number i * 2 + j of eight, cat writes two.

#plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>
#a = #nv_tileas.layout<{lane: [(0,1), (0,2), (1,0), (2,0), (4,0)], warp: [(8,0)]} -> (dim0:16, dim1:4)>
#s = #nv_tileas.layout<{lane: [(0,1), (1,0), (2,0), (0,0), (0,0)], warp: [(0,0)]} -> (dim0:4, dim1:2)>
#t = #nv_tileas.layout<{lane: [(0,1), (1,0), (2,0), (4,0), (0,0)], warp: [(0,0)]} -> (dim0:8, dim1:2)>

// CHECK-LABEL: func @extract
// CHECK: nv_tileas.view {{.*}} -> tile<4x4x2x2xf16, #
// CHECK: nv_tileaa.permute {{.*}} [0, 2, 1, 3]
// CHECK: nv_tileas.view {{.*}} -> tile<8x4x2xf16, #
// CHECK: %[[S:.*]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<8x4x2xf16, smem>
// CHECK: arith.muli
// CHECK: arith.addi
// CHECK: %[[P:.*]] = nv_tileas.view %[[S]][{{.*}}] : {{.*}} -> !nv_tileas.tiled_view<4x2xf16, smem>
// CHECK: nv_tileas.tiled_load %[[P]][
nv_tileaa.func @extract(%a: tensor<16x4xf16, #a>, %i: i32, %j: i32) attributes {nv_tileas.plan = #plan} {
  %r = nv_tileaa.extract %a[%i, %j] : tensor<16x4xf16, #a> -> tensor<4x2xf16, #s>
  nv_tileaa.return
}

// CHECK-LABEL: func @cat
// CHECK: %[[S:.*]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<2x4x2xf16, smem>
// CHECK: nv_tileas.view %[[S]][
// CHECK: nv_tileas.tiled_store
// CHECK: nv_tileas.view %[[S]][
// CHECK: nv_tileas.tiled_store
// CHECK: nv_tileas.tiled_load %[[S]][
// BARRIER-LABEL: func @cat
// BARRIER-COUNT-2: nv_tileas.tiled_store
// BARRIER: nv_tileas.barrier block
// BARRIER-NEXT: nv_tileas.tiled_load
nv_tileaa.func @cat(%a: tensor<4x2xf16, #s>, %b: tensor<4x2xf16, #s>) attributes {nv_tileas.plan = #plan} {
  %r = nv_tileaa.cat %a, %b dim = 0 : tensor<4x2xf16, #s>, tensor<4x2xf16, #s> -> tensor<8x2xf16, #t>
  nv_tileaa.return
}

// Only the slice is stored; elements outside of it stay.

// CHECK-LABEL: func @insert
// CHECK: nv_tileas.alloc_tensor : !nv_tileas.tiled_view<4x2xf16, smem>
// CHECK: nv_tileas.tiled_load {{.*}} -> tile<4x2xf16, #
// CHECK: nv_tileaa.broadcast {{.*}} -> tensor<4x4x2x2xf16, #
// CHECK-COUNT-2: arith.cmpi eq
// CHECK: arith.select {{.*}}, %arg0
nv_tileaa.func @insert(%a: tensor<16x4xf16, #a>, %s: tensor<4x2xf16, #s>, %i: i32, %j: i32) attributes {nv_tileas.plan = #plan} {
  %r = nv_tileaa.insert %s, %a[%i, %j] : tensor<4x2xf16, #s>, tensor<16x4xf16, #a>
  nv_tileaa.return
}

// -----

// Bytes of f32 are the same storage seen otherwise; two elements of i4 are read
// together and joined.

#plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>
#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>
#b = #nv_tileas.layout<{register: [(1), (2)], lane: [(4), (8), (16), (32), (64)], warp: [(128)]} -> (dim0:256)>
#h = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(0)]} -> (dim0:32)>

// CHECK-LABEL: func @pack
// CHECK: nv_tileas.reinterpret {{.*}}<64xf32, smem> -> !nv_tileas.tiled_view<256xi8, smem>
// CHECK: nv_tileas.tiled_load {{.*}} -> tile<256xi8, #
// CHECK: nv_tileas.reinterpret {{.*}}<64xi4, smem> -> !nv_tileas.tiled_view<32x2xi8, smem>
// CHECK: nv_tileas.tiled_load {{.*}} -> tile<32x2xi8, #
// CHECK: arith.shli
// CHECK: arith.ori
nv_tileaa.func @pack(%a: tensor<64xf32, #a>, %i: tensor<64xi4, #a>) attributes {nv_tileas.plan = #plan} {
  %r = nv_tileaa.pack %a : tensor<64xf32, #a> -> tensor<256xi8, #b>
  %n = nv_tileaa.pack %i : tensor<64xi4, #a> -> tensor<32xi8, #h>
  nv_tileaa.return
}

// -----

// Elements of 4 bits stay in registers where a thread has their bytes.

#plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>
#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>
#beside = #nv_tileas.layout<{register: [(1)], lane: [(2), (4), (8), (16), (32)], warp: [(64)]} -> (dim0:128)>
#else = #nv_tileas.layout<{register: [(64)], lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:128)>

// CHECK-LABEL: func @unpack
// CHECK-NEXT: nv_tileaa.unpack %{{.*}} : tensor<64xi8, #[[A:.*]]> -> tensor<128xf4E2M1FN, #
// CHECK: nv_tileas.alloc_tensor
// CHECK-NOT: nv_tileaa.unpack
// CHECK: return
nv_tileaa.func @unpack(%a: tensor<64xi8, #a>) attributes {nv_tileas.plan = #plan} {
  %e = nv_tileaa.unpack %a : tensor<64xi8, #a> -> tensor<128xf4E2M1FN, #beside>
  %f = nv_tileaa.unpack %a : tensor<64xi8, #a> -> tensor<128xf4E2M1FN, #else>
  nv_tileaa.return
}

// -----

// The tile that is printed is in storage, the scalar is not.

#plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>
#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>

// CHECK-LABEL: func @print
// CHECK: %[[S:.*]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<64xf32, smem>
// CHECK: nv_tileas.tiled_store {{.*}}, %[[S]][
// CHECK: nv_tileas.print "%d: %f", %arg1, %[[S]] : i32, !nv_tileas.tiled_view<64xf32, smem>
// BARRIER-LABEL: func @print
// BARRIER: nv_tileas.barrier block
// BARRIER-NEXT: nv_tileas.print
nv_tileaa.func @print(%a: tensor<64xf32, #a>, %i: i32) attributes {nv_tileas.plan = #plan} {
  %t = nv_tileaa.print "%d: %f", %i, %a : i32, tensor<64xf32, #a>
  nv_tileaa.return
}

// -----

// One thread claims a place for tensor maps; all threads read which it is.

#plan = #nv_tileas.plan<wgmma_specialised, roles = [<consumer, warps = 4, registers = 232>, <producer, warps = 4, registers = 40>]>

// CHECK-LABEL: func @claim
// CHECK: %[[P:.*]] = nv_tileas.claim_tma_place {num_maps = 1 : i32, nv_tileas.owners_only}
// CHECK: %[[W:.*]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<1xi32, smem>
// CHECK: nv_tileas.store_scalar %[[P]], %[[W]]
// CHECK: %[[V:.*]] = nv_tileas.load_scalar %[[W]]
// CHECK: nv_tileas.release_tma_place %[[V]]
// BARRIER-LABEL: func @claim
// BARRIER: nv_tileas.store_scalar
// BARRIER-NEXT: nv_tileas.barrier block
// BARRIER-NEXT: nv_tileas.load_scalar
// BARRIER-NOT: nv_tileas.barrier
// BARRIER: nv_tileaa.return
nv_tileaa.func @claim() attributes {nv_tileas.plan = #plan} {
  %p = nv_tileas.claim_tma_place {num_maps = 1 : i32}
  nv_tileas.release_tma_place %p {num_maps = 1 : i32}
  nv_tileaa.return
}

// -----

// Where another warp claims tensor memory meanwhile, threads learn both behind the
// barrier of that.

#plan = #nv_tileas.plan<tcgen05_specialised, roles = [<consumer, warps = 4>, <producer, warps = 1>, <issuer, warps = 1>]>

// CHECK-LABEL: func @claim_both
// CHECK: nv_tileas.store_scalar
// CHECK: nv_tileas.claim_tensor_memory
// CHECK-NEXT: %[[V:.*]] = nv_tileas.load_scalar
// CHECK: nv_tileas.release_tma_place %[[V]]
// BARRIER-LABEL: func @claim_both
// BARRIER-NOT: nv_tileas.barrier
// BARRIER: nv_tileas.load_scalar
// BARRIER-NOT: nv_tileas.barrier
// BARRIER: nv_tileaa.return
nv_tileaa.func @claim_both() attributes {nv_tileas.plan = #plan} {
  %p = nv_tileas.claim_tma_place {num_maps = 1 : i32}
  %board = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<32xi8, smem>
  %m = nv_tileas.claim_tensor_memory %board {columns = 32 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  nv_tileas.release_tma_place %p {num_maps = 1 : i32}
  nv_tileas.release_tensor_memory %m, %board {columns = 32 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  nv_tileaa.return
}

// -----

// Memory that other blocks see is a piece of the heap, larger where it must be
// aligned to more than the heap is. Iterations of a loop take turns.

#plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>

// CHECK-LABEL: func @heap
// CHECK: %[[A:.*]] = nv_tileas.claim_heap {bytes = 176 : i64, nv_tileas.owners_only}
// CHECK: %[[N:.*]] = nv_tileas.load_scalar {{.*}} -> i64
// CHECK: %[[UP:.*]] = arith.addi %[[N]], %{{.*}} : i64
// CHECK: %[[AT:.*]] = arith.andi %[[UP]], %{{.*}} : i64
// CHECK: %[[P:.*]] = nv_tileaa.int_to_ptr %[[AT]]
// CHECK: nv_tileas.claim_heap {bytes = 8 : i64, nv_tileas.owners_only, zeroed}
// CHECK: nv_tileas.store weak %[[P]]
// CHECK: scf.for
// CHECK-NEXT: nv_tileas.barrier block
// CHECK-NEXT: nv_tileas.store
// CHECK: nv_tileas.release_heap
// CHECK: nv_tileas.release_heap %[[N]]
// CHECK: return
nv_tileaa.func @heap(%n: index, %x: f32, %y: f4E2M1FN) attributes {nv_tileas.plan = #plan} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = nv_tileaa.alloca num_elem = 16, alignment = 128 global : !nv_tileaa.ptr<f32>
  nv_tileas.store weak %p, %x : !nv_tileaa.ptr<f32>, f32
  scf.for %k = %c0 to %n step %c1 {
    %q = nv_tileaa.alloca num_elem = 8, alignment = 4 global : !nv_tileaa.ptr<f4E2M1FN>
    nv_tileas.store weak %q, %y : !nv_tileaa.ptr<f4E2M1FN>, f4E2M1FN
  }
  nv_tileaa.return
}
