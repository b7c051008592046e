// RUN: tessera-opt %s --convert-tileas-to-nvvm --split-input-file | FileCheck %s

// Without a hint the registers of kernels that hold large tiles across a product or a scan are bounded for as many
// blocks as fit anyway, if a thread then has registers for the tiles that it holds at the same time, and 44 more.

// 32 registers at a time: 80 of each of 24 warps, 6 in every quarter.
// CHECK: llvm.func @one({{.*}}) attributes {{.*}}nvvm.minctasm = 12 : i32{{.*}}passthrough = {{\[\[}}"tessera-tile-registers", "{{[0-9]+}}"{{\]\]}}
// 64 of them: 128 of 16 warps.
// CHECK: llvm.func @two({{.*}}) attributes {{.*}}nvvm.minctasm = 8 : i32
// Of 16 bits each two elements are a register; loaded ones may come one by one.
// CHECK: llvm.func @halves({{.*}}) attributes {{.*}}nvvm.minctasm = 12 : i32
// CHECK: llvm.func @loaded({{.*}}) attributes {{.*}}nvvm.minctasm = 8 : i32
// What a loop reads is held in all of its turns, what it carries as well.
// CHECK: llvm.func @loop({{.*}}) attributes {{.*}}nvvm.minctasm = 8 : i32
// Only one side of a branch holds its tiles.
// CHECK: llvm.func @branch({{.*}}) attributes {{.*}}nvvm.minctasm = 12 : i32
// Shared memory has room for three blocks.
// CHECK: llvm.func @stored({{.*}}) attributes {{.*}}nvvm.minctasm = 3 : i32
// Blocks that have all registers that a thread can name are bounded for at least these, whatever they hold.
// CHECK: llvm.func @many({{.*}}) attributes {{.*}}nvvm.minctasm = 4 : i32
#large = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16)], lane: [(0,32), (0,64), (0,128), (0,256), (0,512)], warp: [(1,0)]} -> (dim0:2, dim1:1024)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_80>} {
  nv_tileaa.func @one(%x: i32) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %t = nv_tileaa.splat %x : i32 -> tensor<2x1024xi32, #large>
    %s = nv_tileas.scan %t dim = 1 identities = [0 : i32] : tile<2x1024xi32, #large> -> tile<2x1024xi32, #large> {
    ^bb0(%e: i32, %acc: i32):
      %sum = arith.addi %e, %acc : i32
      nv_tileas.yield %sum : i32
    }
    // In place of the scan's registers, and a constant beside them.
    %c = arith.constant dense<3> : tensor<2x1024xi32, #large>
    %double = arith.addi %s, %c : tensor<2x1024xi32, #large>
    %more = arith.muli %double, %t : tensor<2x1024xi32, #large>
    nv_tileaa.return
  }
  nv_tileaa.func @two(%x: i32) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %t = nv_tileaa.splat %x : i32 -> tensor<2x1024xi32, #large>
    %s = nv_tileas.scan %t dim = 1 identities = [0 : i32] : tile<2x1024xi32, #large> -> tile<2x1024xi32, #large> {
    ^bb0(%e: i32, %acc: i32):
      %sum = arith.addi %e, %acc : i32
      nv_tileas.yield %sum : i32
    }
    %product = arith.muli %s, %t : tensor<2x1024xi32, #large>
    %sum = arith.addi %s, %product : tensor<2x1024xi32, #large>
    nv_tileaa.return
  }
  nv_tileaa.func @halves(%x: i16) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %t = nv_tileaa.splat %x : i16 -> tensor<2x1024xi16, #large>
    %s = nv_tileas.scan %t dim = 1 identities = [0 : i16] : tile<2x1024xi16, #large> -> tile<2x1024xi16, #large> {
    ^bb0(%e: i16, %acc: i16):
      %sum = arith.addi %e, %acc : i16
      nv_tileas.yield %sum : i16
    }
    %product = arith.muli %s, %t : tensor<2x1024xi16, #large>
    %sum = arith.addi %s, %product : tensor<2x1024xi16, #large>
    nv_tileaa.return
  }
  nv_tileaa.func @loaded(%x: i16, %p: !nv_tileaa.ptr<i16>) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %t = nv_tileaa.splat %x : i16 -> tensor<2x1024xi16, #large>
    %at = nv_tileaa.splat %p : !nv_tileaa.ptr<i16> -> tensor<2x1024x!nv_tileaa.ptr<i16>, #large>
    %v = nv_tileas.load weak %at : tile<2x1024x!nv_tileaa.ptr<i16>, #large> -> tile<2x1024xi16, #large>
    %w = nv_tileas.load weak %at : tile<2x1024x!nv_tileaa.ptr<i16>, #large> -> tile<2x1024xi16, #large>
    %s = nv_tileas.scan %t dim = 1 identities = [0 : i16] : tile<2x1024xi16, #large> -> tile<2x1024xi16, #large> {
    ^bb0(%e: i16, %acc: i16):
      %sum = arith.addi %e, %acc : i16
      nv_tileas.yield %sum : i16
    }
    %both = arith.addi %v, %w : tensor<2x1024xi16, #large>
    nv_tileaa.return
  }
  nv_tileaa.func @loop(%x: i32, %n: i32) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %t = nv_tileaa.splat %x : i32 -> tensor<2x1024xi32, #large>
    %s = nv_tileas.scan %t dim = 1 identities = [0 : i32] : tile<2x1024xi32, #large> -> tile<2x1024xi32, #large> {
    ^bb0(%e: i32, %acc: i32):
      %sum = arith.addi %e, %acc : i32
      nv_tileas.yield %sum : i32
    }
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<2x1024xi32, #large>) : i32 {
      %next = arith.addi %a, %s : tensor<2x1024xi32, #large>
      scf.yield %next : tensor<2x1024xi32, #large>
    }
    nv_tileaa.return
  }
  nv_tileaa.func @branch(%x: i32, %c: i1) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %t = nv_tileaa.splat %x : i32 -> tensor<2x1024xi32, #large>
    %s = nv_tileas.scan %t dim = 1 identities = [0 : i32] : tile<2x1024xi32, #large> -> tile<2x1024xi32, #large> {
    ^bb0(%e: i32, %acc: i32):
      %sum = arith.addi %e, %acc : i32
      nv_tileas.yield %sum : i32
    }
    %r = scf.if %c -> (tensor<2x1024xi32, #large>) {
      %left = arith.addi %t, %t : tensor<2x1024xi32, #large>
      scf.yield %left : tensor<2x1024xi32, #large>
    } else {
      %right = arith.muli %s, %t : tensor<2x1024xi32, #large>
      scf.yield %right : tensor<2x1024xi32, #large>
    }
    nv_tileaa.return
  }
  nv_tileaa.func @stored(%x: i32) attributes {nv_tileas.shared_bytes = 50000 : i64, kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %t = nv_tileaa.splat %x : i32 -> tensor<2x1024xi32, #large>
    %s = nv_tileas.scan %t dim = 1 identities = [0 : i32] : tile<2x1024xi32, #large> -> tile<2x1024xi32, #large> {
    ^bb0(%e: i32, %acc: i32):
      %sum = arith.addi %e, %acc : i32
      nv_tileas.yield %sum : i32
    }
    nv_tileaa.return
  }
  nv_tileaa.func @many(%x: i32) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %t = nv_tileaa.splat %x : i32 -> tensor<2x1024xi32, #large>
    %s = nv_tileas.scan %t dim = 1 identities = [0 : i32] : tile<2x1024xi32, #large> -> tile<2x1024xi32, #large> {
    ^bb0(%e: i32, %acc: i32):
      %sum = arith.addi %e, %acc : i32
      nv_tileas.yield %sum : i32
    }
    %a = arith.addi %s, %t : tensor<2x1024xi32, #large>
    %b = arith.muli %a, %s : tensor<2x1024xi32, #large>
    %c = arith.addi %b, %a : tensor<2x1024xi32, #large>
    %d = arith.muli %c, %b : tensor<2x1024xi32, #large>
    %e0 = arith.addi %d, %a : tensor<2x1024xi32, #large>
    %f = arith.addi %e0, %b : tensor<2x1024xi32, #large>
    %g = arith.addi %f, %c : tensor<2x1024xi32, #large>
    %h = arith.addi %g, %d : tensor<2x1024xi32, #large>
    %i = arith.addi %h, %s : tensor<2x1024xi32, #large>
    %j = arith.addi %i, %e0 : tensor<2x1024xi32, #large>
    %k = arith.addi %j, %f : tensor<2x1024xi32, #large>
    nv_tileaa.return
  }
}

// -----

// Tensor memory has 512 columns.
// CHECK: llvm.func @columns({{.*}}) attributes {{.*}}nvvm.minctasm = 2 : i32
#large = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16)], lane: [(0,32), (0,64), (0,128), (0,256), (0,512)], warp: [(1,0)]} -> (dim0:2, dim1:1024)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_100a>} {
  nv_tileaa.func @columns(%x: i32) attributes {kernel, nv_tileas.shared_bytes = 1024 : i64, nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 2>]>} {
    %board = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0 : i64} : !nv_tileas.tiled_view<32xi8, smem>
    %m = nv_tileas.claim_tensor_memory %board {columns = 256 : i32} : !nv_tileas.tiled_view<32xi8, smem>
    %t = nv_tileaa.splat %x : i32 -> tensor<2x1024xi32, #large>
    %s = nv_tileas.scan %t dim = 1 identities = [0 : i32] : tile<2x1024xi32, #large> -> tile<2x1024xi32, #large> {
    ^bb0(%e: i32, %acc: i32):
      %sum = arith.addi %e, %acc : i32
      nv_tileas.yield %sum : i32
    }
    nv_tileaa.return
  }
}

// -----

// A kernel that reads stages, with no loop of several products, waits little: its threads have all registers that they can
// name.
// CHECK: llvm.func @staged({{.*}}) attributes {{.*}}nvvm.minctasm = 4 : i32
!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
#large = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16)], lane: [(0,32), (0,64), (0,128), (0,256), (0,512)], warp: [(1,0)]} -> (dim0:2, dim1:1024)>
module attributes {nv_tileas.target = #nv_tileas.target<sm_80>} {
  nv_tileaa.func @staged(%x: i32) attributes {kernel, nv_tileas.shared_bytes = 1024 : i64, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %b = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0} : !nv_tileas.tiled_view<2x128xi8, smem>
    %p, %c = nv_tileas.async.pipeline.create_pipeline %b {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8, nv_tileas.payload_offsets = array<i64: 0>, nv_tileas.payload_images = [#nv_tileas.layout<{offset: [(1), (2), (4), (8), (16), (32), (64)]} -> (dim0:128)>]} : !nv_tileas.tiled_view<2x128xi8, smem> -> !p, !c
    %t = nv_tileaa.splat %x : i32 -> tensor<2x1024xi32, #large>
    %s = nv_tileas.scan %t dim = 1 identities = [0 : i32] : tile<2x1024xi32, #large> -> tile<2x1024xi32, #large> {
    ^bb0(%e: i32, %acc: i32):
      %sum = arith.addi %e, %acc : i32
      nv_tileas.yield %sum : i32
    }
    nv_tileaa.return
  }
}
