// RUN: tessera-opt %s --split-input-file --tileas-allocate-shared-memory --verify-diagnostics | FileCheck %s
// RUN: tessera-opt %s --split-input-file --tileas-allocate-shared-memory --verify-diagnostics \
// RUN:   --tileas-expand-exchanges --tileas-insert-barriers --convert-tileas-to-nvvm | FileCheck %s --check-prefix=TURNS

// 128 KiB are more than sm_120a has. The highest bit of the index is a register's
// on both sides, so the two halves of the tile take turns in 64 KiB: write, meet,
// read, meet, write, meet, read.

#from = #nv_tileas.layout<{register: [(1), (2), (1024), (2048), (4096), (8192), (16384)], lane: [(4), (8), (16), (32), (64)], warp: [(128), (256), (512)]} -> (dim0:32768)>
#to = #nv_tileas.layout<{register: [(16384), (256), (512), (1024), (2048), (4096), (8192)], lane: [(8), (16), (32), (64), (128)], warp: [(1), (2), (4)]} -> (dim0:32768)>

module attributes {nv_tileas.target = #nv_tileas.target<sm_120a>} {
  // CHECK-LABEL: func @halves
  // CHECK-SAME: nv_tileas.shared_bytes = 65536 : i64
  // CHECK: convert_layout {{.*}} {nv_tileas.scratch_bytes = 65536 : i64, nv_tileas.shared_offset = 0 : i64}
  // TURNS-LABEL: llvm.func @halves
  // TURNS-COUNT-3: nvvm.barrier
  // TURNS-NOT: nvvm.barrier
  // TURNS: llvm.return
  nv_tileaa.func @halves() attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 8>]>} {
    %i = nv_tileaa.make_range : tensor<32768xi32, #from>
    %j = nv_tileas.convert_layout %i : tile<32768xi32, #from> -> tile<32768xi32, #to>
    nv_tileaa.return
  }
}

// -----

// A lane decides the highest bit on one side: no halves.

#from = #nv_tileas.layout<{register: [(1), (2), (1024), (2048), (4096), (8192), (64)], lane: [(4), (8), (16), (32), (16384)], warp: [(128), (256), (512)]} -> (dim0:32768)>
#to = #nv_tileas.layout<{register: [(16384), (256), (512), (1024), (2048), (4096), (8192)], lane: [(8), (16), (32), (64), (128)], warp: [(1), (2), (4)]} -> (dim0:32768)>

module attributes {nv_tileas.target = #nv_tileas.target<sm_120a>} {
  // expected-error @+1 {{expected at most 101376 bytes of shared memory on sm_120a, got 131072}}
  nv_tileaa.func @no_halves() attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 8>]>} {
    %i = nv_tileaa.make_range : tensor<32768xi32, #from>
    %j = nv_tileas.convert_layout %i : tile<32768xi32, #from> -> tile<32768xi32, #to>
    nv_tileaa.return
  }
}
