// RUN: tessera-opt %s --tileaa-plan-kernel=num-warps=1 --convert-tileas-to-nvvm --verify-nvvm-stage | FileCheck %s

// Atomic updates of one tile of a view. An update without a semantic, or with `weak`, is
// as strong as `relaxed sys`; one without a result is a reduction.

#l = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)]} -> (dim0:32)>
!view = !nv_tileaa.tiled_view<32xi32, memref<64xi32, strides = [1]>>

// CHECK-LABEL: llvm.func @orders(
// CHECK: red.relaxed.sys.global.add.u32
// CHECK: red.relaxed.sys.global.max.u32
// CHECK: red.release.gpu.global.xor.b32
// CHECK: atom.acquire.cta.global.min.s32
nv_tileaa.func @orders(%p: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %i = arith.constant 0 : index
  %x = nv_tileaa.make_range : tensor<32xi32, #l>
  %m = nv_tileaa.make_memref %p : !nv_tileaa.ptr<i32> -> !nv_tileaa.memref<64xi32, strides = [1]>
  %v = nv_tileaa.make_tiled_view %m : !view
  nv_tileas.tiled_atomic_rmw add %x, %v[%i] in_bounds [true] {atom = #nv_tileas<atom reduce>} : tile<32xi32, #l>, !view
  nv_tileas.tiled_atomic_rmw weak umax %x, %v[%i] in_bounds [true] {atom = #nv_tileas<atom reduce>} : tile<32xi32, #l>, !view
  nv_tileas.tiled_atomic_rmw release gpu xor %x, %v[%i] in_bounds [true] {atom = #nv_tileas<atom reduce>} : tile<32xi32, #l>, !view
  nv_tileas.tiled_atomic_rmw acquire tl_blk min %x, %v[%i] in_bounds [true] {atom = #nv_tileas<atom reduce>} : tile<32xi32, #l>, !view
  nv_tileaa.return
}
