// RUN: tessera-opt %s --split-input-file --tileas-allocate-shared-memory --tileas-expand-exchanges --verify-diagnostics | FileCheck %s
// RUN: tessera-opt %s --split-input-file --tileas-allocate-shared-memory --tileas-expand-exchanges --tileas-insert-barriers --verify-diagnostics | FileCheck %s --check-prefix=BARRIER

#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>
#b = #nv_tileas.layout<{lane: [(2), (4), (8), (16), (32)], warp: [(1)]} -> (dim0:64)>
#c = #nv_tileas.layout<{lane: [(2), (1), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>

// Between warps: a store, a load, and between them one barrier. Within warps the
// conversion stays what it is.

// CHECK-LABEL: func @exchange
// BARRIER-LABEL: func @exchange
nv_tileaa.func @exchange(%i: tensor<64xi32, #a>) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
  // CHECK: %[[S:.*]] = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0 : i64} : !nv_tileas.tiled_view<64xi32, smem, #{{.*}}>
  // CHECK: nv_tileas.tiled_store {{.*}}, %[[S]][
  // CHECK: nv_tileas.tiled_load {{.*}}%[[S]][{{.*}} -> tile<64xi32, #
  // BARRIER: nv_tileas.tiled_store
  // BARRIER: nv_tileas.barrier block
  // BARRIER-NEXT: nv_tileas.tiled_load
  // BARRIER-NOT: nv_tileas.barrier
  %j = nv_tileas.convert_layout %i : tile<64xi32, #a> -> tile<64xi32, #b>
  // CHECK: nv_tileas.convert_layout
  %k = nv_tileas.convert_layout %i : tile<64xi32, #a> -> tile<64xi32, #c>
  nv_tileaa.return
}

// Pointers travel as numbers.

// CHECK-LABEL: func @pointers
// BARRIER-LABEL: func @pointers
nv_tileaa.func @pointers(%i: tensor<64x!nv_tileaa.ptr<f32>, #a>) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
  // CHECK: nv_tileaa.ptr_to_int
  // CHECK: nv_tileas.tiled_load {{.*}} -> tile<64xi64, #
  // CHECK: nv_tileaa.int_to_ptr
  %j = nv_tileas.convert_layout %i : tile<64x!nv_tileaa.ptr<f32>, #a> -> tile<64x!nv_tileaa.ptr<f32>, #b>
  nv_tileaa.return
}

// -----

// Two halves take turns in the same bytes.

#from = #nv_tileas.layout<{register: [(1), (2), (1024), (2048), (4096), (8192), (16384)], lane: [(4), (8), (16), (32), (64)], warp: [(128), (256), (512)]} -> (dim0:32768)>
#to = #nv_tileas.layout<{register: [(16384), (256), (512), (1024), (2048), (4096), (8192)], lane: [(8), (16), (32), (64), (128)], warp: [(1), (2), (4)]} -> (dim0:32768)>

module attributes {nv_tileas.target = #nv_tileas.target<sm_120a>} {
  // CHECK-LABEL: func @halves
  // CHECK: %[[S:.*]] = nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0 : i64} : !nv_tileas.tiled_view<16384xi32, smem, #
  // CHECK: nv_tileas.extract_slice
  // CHECK: nv_tileas.tiled_store {{.*}}, %[[S]][
  // CHECK: nv_tileas.tiled_load {{.*}}%[[S]][
  // CHECK: nv_tileas.insert_slice
  // CHECK: nv_tileas.extract_slice
  // CHECK: nv_tileas.tiled_store {{.*}}, %[[S]][
  // CHECK: nv_tileas.tiled_load {{.*}}%[[S]][
  // CHECK: nv_tileas.insert_slice
  nv_tileaa.func @halves(%i: tensor<32768xi32, #from>) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 8>]>} {
    %j = nv_tileas.convert_layout %i : tile<32768xi32, #from> -> tile<32768xi32, #to>
    nv_tileaa.return
  }
}
