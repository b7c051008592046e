// RUN: tessera-opt %s --tileaa-plan-kernel=num-warps=1 --convert-tileas-to-nvvm | FileCheck %s

// A view of storage is an address: the part of 4 i32 at index %k is 16 %k bytes
// behind the storage's own, the same bytes seen as i8 begin at the same place.

#l = #nv_tileas.layout<{lane: [(2), (1), (0), (0), (0)]} -> (dim0:4)>
#b = #nv_tileas.layout<{lane: [(2), (1), (4), (8), (0)]} -> (dim0:16)>

// CHECK-LABEL: llvm.func @parts
// CHECK-DAG: %[[POOL:.*]] = llvm.mlir.addressof @__tessera_shared
// CHECK-DAG: %[[SIZE:.*]] = llvm.mlir.constant(16 : i32)
// CHECK: %[[OFFSET:.*]] = llvm.mul %{{.*}}, %[[SIZE]] : i32
// CHECK: %[[PART:.*]] = llvm.getelementptr %{{.*}}[%[[OFFSET]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
// CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> i32
// CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> i8
nv_tileaa.func @parts(%i: i32) attributes {kernel} {
  %s = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 64} : !nv_tileas.tiled_view<8x4xi32, smem>
  %k = arith.index_castui %i : i32 to index
  %z = arith.constant 0 : index
  %p = nv_tileas.view %s[%k] : !nv_tileas.tiled_view<8x4xi32, smem> -> !nv_tileas.tiled_view<4xi32, smem>
  %v = nv_tileas.tiled_load %p[%z] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<4xi32, smem> -> tile<4xi32, #l>
  %q = nv_tileas.reinterpret %p : !nv_tileas.tiled_view<4xi32, smem> -> !nv_tileas.tiled_view<16xi8, smem>
  %w = nv_tileas.tiled_load %q[%z] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<16xi8, smem> -> tile<16xi8, #b>
  nv_tileaa.return
}

// What was written as f32 may have bits that tf32 has not, whichever instruction
// reads it.

#r = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)]} -> (dim0:32)>

// CHECK-LABEL: llvm.func @other_elements
// CHECK-DAG: %[[BITS:.*]] = llvm.mlir.constant(-8192 : i32)
// CHECK: ldmatrix
// CHECK: llvm.and %{{.*}}, %[[BITS]] : i32
nv_tileaa.func @other_elements() attributes {kernel} {
  %s = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0} : !nv_tileas.tiled_view<32xf32, smem>
  %z = arith.constant 0 : index
  %q = nv_tileas.reinterpret %s : !nv_tileas.tiled_view<32xf32, smem> -> !nv_tileas.tiled_view<32xtf32, smem>
  %v = nv_tileas.tiled_load %q[%z] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<32xtf32, smem> -> tile<32xtf32, #r>
  nv_tileaa.return
}
