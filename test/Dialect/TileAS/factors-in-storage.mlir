// RUN: tessera-opt %s --split-input-file --tileas-explicit-storage | FileCheck %s --check-prefix=STORE
// RUN: tessera-opt %s --split-input-file --tileas-explicit-storage --tileas-allocate-shared-memory | FileCheck %s --check-prefix=PLACE
// RUN: tessera-opt %s --split-input-file --tileas-explicit-storage --tileas-allocate-shared-memory --tileas-expand-exchanges --tileas-insert-barriers | FileCheck %s --check-prefix=BARRIER

// Factors of products without an instruction stay in shared memory when they pass
// through it anyway.

#acc = #nv_tileas.layout<{register: [(0,1), (0,2), (8,0)], lane: [(0,4), (0,8), (1,0), (2,0), (4,0)], warp: [(0,0)]} -> (dim0:16, dim1:16)>
#from = #nv_tileas.layout<{register: [(0,32), (1,0), (2,0), (4,0)], lane: [(0,1), (0,2), (0,4), (0,8), (0,16)], warp: [(8,0)]} -> (dim0:16, dim1:64)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (8,0)], lane: [(0,0), (0,0), (1,0), (2,0), (4,0)], warp: [(0,0)]} -> (dim0:16, dim1:64)>
#from_b = #nv_tileas.layout<{register: [(2,0), (4,0), (8,0), (16,0)], lane: [(0,1), (0,2), (0,4), (0,8), (1,0)], warp: [(32,0)]} -> (dim0:64, dim1:16)>
#columns = #nv_tileas.layout<{register: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (0,1), (0,2)], lane: [(0,4), (0,8), (0,0), (0,0), (0,0)], warp: [(0,0)]} -> (dim0:64, dim1:16)>

// The first factor lives as long as the loop that reads it, the second until the
// product; the reduction between them goes elsewhere.

// STORE-LABEL: func @marks
// PLACE-LABEL: func @marks
// PLACE-SAME: nv_tileas.shared_bytes = 8200 : i64
nv_tileaa.func @marks(%a: tensor<16x64xf32, #from>, %b: tensor<64x16xf32, #from_b>, %z: tensor<16x16xf32, #acc>, %i: index) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
  // STORE: [[X:%[0-9]+]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<16x64xf32, smem, #
  // STORE-NEXT: arith.constant
  // STORE-NEXT: nv_tileas.tiled_store %arg0, [[X]]
  // PLACE: nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0 : i64} : !nv_tileas.tiled_view<16x64xf32, smem, #
  %x = nv_tileas.convert_layout %a : tile<16x64xf32, #from> -> tile<16x64xf32, #rows>
  %r = scf.for %k = %i to %i step %i iter_args(%s = %z) -> (tensor<16x16xf32, #acc>) {
    // STORE: [[Y:%[0-9]+]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<64x16xf32, smem, #
    // STORE-NEXT: arith.constant
    // STORE-NEXT: nv_tileas.tiled_store %arg1, [[Y]]
    // PLACE: nv_tileas.alloc_tensor {nv_tileas.shared_offset = 4096 : i64} : !nv_tileas.tiled_view<64x16xf32, smem, #
    %y = nv_tileas.convert_layout %b : tile<64x16xf32, #from_b> -> tile<64x16xf32, #columns>
    // PLACE: nv_tileas.alloc_tensor {nv_tileas.shared_offset = 8192 : i64}
    %m = nv_tileas.view %a : tile<16x64xf32, #from> -> tile<1024xf32, #nv_tileas.layout<{register: [(32), (64), (128), (256)], lane: [(1), (2), (4), (8), (16)], warp: [(512)]} -> (dim0:1024)>>
    %n = nv_tileas.reduce %m dim = 0 identities = [0.0 : f32] : tile<1024xf32, #nv_tileas.layout<{register: [(32), (64), (128), (256)], lane: [(1), (2), (4), (8), (16)], warp: [(512)]} -> (dim0:1024)>> -> f32 {
    ^bb0(%e: f32, %sum: f32):
      %t = arith.addf %e, %sum : f32
      nv_tileas.yield %t : f32
    }
    // STORE: nv_tileas.dot [[X]], [[Y]], %{{.*}}lhs_tile = tensor<16x64xf32, #{{.*}}rhs_tile = tensor<64x16xf32, #
    %d = nv_tileas.dot %x, %y, %s {atom = #nv_tileas<atom fma_f32_f32_f32>} : tile<16x64xf32, #rows>, tile<64x16xf32, #columns>, tile<16x16xf32, #acc> -> tile<16x16xf32, #acc>
    scf.yield %d : tensor<16x16xf32, #acc>
  }
  nv_tileaa.return
}

// A tile that something else reads as well comes in registers.

// STORE-LABEL: func @also_added
nv_tileaa.func @also_added(%a: tensor<16x64xf32, #from>, %y: tensor<64x16xf32, #columns>, %z: tensor<16x16xf32, #acc>) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
  // STORE: nv_tileas.convert_layout
  // STORE: nv_tileas.dot
  // STORE-NOT: tile =
  %x = nv_tileas.convert_layout %a : tile<16x64xf32, #from> -> tile<16x64xf32, #rows>
  %w = arith.addf %x, %x : tensor<16x64xf32, #rows>
  %d = nv_tileas.dot %x, %y, %z {atom = #nv_tileas<atom fma_f32_f32_f32>} : tile<16x64xf32, #rows>, tile<64x16xf32, #columns>, tile<16x16xf32, #acc> -> tile<16x16xf32, #acc>
  nv_tileaa.return
}

// The product is what reads: whoever writes the bytes next waits for it, and a
// barrier that stands in front of it anyway is enough.

// STORE-LABEL: func @reads_late
// BARRIER-LABEL: func @reads_late
nv_tileaa.func @reads_late(%a: tensor<16x64xf32, #from>, %y: tensor<64x16xf32, #columns>, %z: tensor<16x16xf32, #acc>, %i: index) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
  // BARRIER: scf.for
  scf.for %k = %i to %i step %i {
    // BARRIER: nv_tileas.alloc_tensor
    // BARRIER: nv_tileas.barrier block
    // BARRIER-NEXT: nv_tileas.tiled_store
    // BARRIER-NEXT: nv_tileas.barrier block
    // BARRIER-NEXT: nv_tileas.dot
    %x = nv_tileas.convert_layout %a : tile<16x64xf32, #from> -> tile<16x64xf32, #rows>
    nv_tileas.barrier block
    %d = nv_tileas.dot %x, %y, %z {atom = #nv_tileas<atom fma_f32_f32_f32>} : tile<16x64xf32, #rows>, tile<64x16xf32, #columns>, tile<16x16xf32, #acc> -> tile<16x16xf32, #acc>
  }
  nv_tileaa.return
}

// -----

#acc = #nv_tileas.layout<{register: [(0,1), (0,2), (8,0)], lane: [(0,4), (0,8), (1,0), (2,0), (4,0)], warp: [(0,0)]} -> (dim0:16, dim1:16)>
#from = #nv_tileas.layout<{register: [(0,32), (1,0), (2,0), (4,0), (0,64), (0,128), (0,256), (0,512)], lane: [(0,1), (0,2), (0,4), (0,8), (0,16)], warp: [(8,0)]} -> (dim0:16, dim1:1024)>
#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64), (0,128), (0,256), (0,512), (8,0)], lane: [(0,0), (0,0), (1,0), (2,0), (4,0)], warp: [(0,0)]} -> (dim0:16, dim1:1024)>
#columns = #nv_tileas.layout<{register: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0), (128,0), (256,0), (512,0), (0,1), (0,2)], lane: [(0,4), (0,8), (0,0), (0,0), (0,0)], warp: [(0,0)]} -> (dim0:1024, dim1:16)>

// Two factors of 64 KiB do not fit sm_120a's 99 KiB together. The first moves to
// its product in the loop and leaves before the second comes.

// STORE-LABEL: module
module attributes {nv_tileas.target = #nv_tileas.target<sm_120a>} {
  // PLACE-LABEL: func @moves
  // PLACE-SAME: nv_tileas.shared_bytes = 65536 : i64
  nv_tileaa.func @moves(%a: tensor<16x1024xf32, #from>, %y: tensor<1024x16xf32, #columns>, %z: tensor<16x16xf32, #acc>, %i: index) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %x = nv_tileas.convert_layout %a : tile<16x1024xf32, #from> -> tile<16x1024xf32, #rows>
    // PLACE: scf.for
    scf.for %k = %i to %i step %i {
      // PLACE: nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0 : i64}
      // PLACE-NEXT: nv_tileas.tiled_store
      // PLACE-NEXT: nv_tileas.dot
      // PLACE: nv_tileas.alloc_tensor {nv_tileas.shared_offset = 0 : i64}
      // PLACE: nv_tileas.tiled_store
      // PLACE-NEXT: nv_tileas.dot
      %d = nv_tileas.dot %x, %y, %z {atom = #nv_tileas<atom fma_f32_f32_f32>} : tile<16x1024xf32, #rows>, tile<1024x16xf32, #columns>, tile<16x16xf32, #acc> -> tile<16x16xf32, #acc>
      %u = nv_tileas.convert_layout %a : tile<16x1024xf32, #from> -> tile<16x1024xf32, #rows>
      %e = nv_tileas.dot %u, %y, %d {atom = #nv_tileas<atom fma_f32_f32_f32>} : tile<16x1024xf32, #rows>, tile<1024x16xf32, #columns>, tile<16x16xf32, #acc> -> tile<16x16xf32, #acc>
    }
    nv_tileaa.return
  }

  // Both for one product: one comes in registers.
  // PLACE-LABEL: func @gives_up
  // PLACE-SAME: nv_tileas.shared_bytes = 65536 : i64
  // PLACE: nv_tileas.convert_layout {{.*}} {nv_tileas.scratch_bytes = 65536 : i64
  // PLACE: nv_tileas.alloc_tensor
  nv_tileaa.func @gives_up(%a: tensor<16x1024xf32, #from>, %b: tensor<16x1024xf32, #from>, %y: tensor<1024x16xf32, #columns>, %z: tensor<16x16xf32, #acc>) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
    %x = nv_tileas.convert_layout %a : tile<16x1024xf32, #from> -> tile<16x1024xf32, #rows>
    %u = nv_tileas.convert_layout %b : tile<16x1024xf32, #from> -> tile<16x1024xf32, #rows>
    %d = nv_tileas.dot %x, %y, %z {atom = #nv_tileas<atom fma_f32_f32_f32>} : tile<16x1024xf32, #rows>, tile<1024x16xf32, #columns>, tile<16x16xf32, #acc> -> tile<16x16xf32, #acc>
    %e = nv_tileas.dot %u, %y, %d {atom = #nv_tileas<atom fma_f32_f32_f32>} : tile<16x1024xf32, #rows>, tile<1024x16xf32, #columns>, tile<16x16xf32, #acc> -> tile<16x16xf32, #acc>
    nv_tileaa.return
  }
}

// -----

// A stage: the read gives a view of it, and iterators say so. The product rounds
// what it reads; the factor is a tile of another shape and format.

#image = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:128)>
#flat = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64), (8,0)], lane: [(0,0), (0,0), (1,0), (2,0), (4,0)], warp: [(0,0)]} -> (dim0:16, dim1:128)>
#rows = #nv_tileas.layout<{register: [(0,0,1), (0,0,2), (0,0,4), (0,0,8), (0,0,16), (0,0,32), (0,0,64), (0,8,0)], lane: [(0,0,0), (0,0,0), (0,1,0), (0,2,0), (0,4,0)], warp: [(0,0,0)]} -> (dim0:1, dim1:16, dim2:128)>
#acc = #nv_tileas.layout<{register: [(0,0,1), (0,0,2), (0,8,0)], lane: [(0,0,4), (0,0,8), (0,1,0), (0,2,0), (0,4,0)], warp: [(0,0,0)]} -> (dim0:1, dim1:16, dim2:16)>
#columns = #nv_tileas.layout<{register: [(0,1,0), (0,2,0), (0,4,0), (0,8,0), (0,16,0), (0,32,0), (0,64,0), (0,0,1), (0,0,2)], lane: [(0,0,4), (0,0,8), (0,0,0), (0,0,0), (0,0,0)], warp: [(0,0,0)]} -> (dim0:1, dim1:128, dim2:16)>
!p = !nv_tileas.async.pipeline.producer_token
!c = !nv_tileas.async.pipeline.consumer_token
!it = !nv_tileas.async.pipeline.iterator<tile<16x128xf16, #flat>>
!b = !nv_tileas.tiled_view<2x4096xi8, smem>

// STORE-LABEL: func @stage
nv_tileaa.func @stage(%y: tensor<1x128x16xf32, #columns>, %z: tensor<1x16x16xf32, #acc>, %i: index) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
  %buffer = nv_tileas.alloc_tensor : !b
  %p, %c = nv_tileas.async.pipeline.create_pipeline %buffer {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 0 : i8, nv_tileas.payload_offsets = array<i64: 0>, nv_tileas.payload_images = [#image]} : !b -> !p, !c
  // STORE: create_iterator {{.*}}iterator<!nv_tileas.tiled_view<16x128xf16, smem, #
  %first = nv_tileas.async.pipeline.create_iterator %c : !c -> !it
  %r:2 = scf.for %k = %i to %i step %i iter_args(%s = %z, %it = %first) -> (tensor<1x16x16xf32, #acc>, !it) {
    %w = nv_tileas.async.pipeline.consumer_wait %c, %it {consumer_idx = 0 : i32} : !c, !it -> !c
    // STORE: [[V:%[0-9]+]] = nv_tileas.async.pipeline.consumer_read {{.*}}!nv_tileas.tiled_view<16x128xf16, smem, #
    %v = nv_tileas.async.pipeline.consumer_read %w, %it {consumer_idx = 0 : i32} : !c, !it -> tile<16x128xf16, #flat>
    %shaped = nv_tileas.view %v : tile<16x128xf16, #flat> -> tile<1x16x128xf16, #rows>
    %x = nv_tileaa.fp_to_fp %shaped : tensor<1x16x128xf16, #rows> -> tensor<1x16x128xf32, #rows>
    // STORE-NOT: nv_tileaa.fp_to_fp
    // STORE: nv_tileas.dot [[V]], %arg0, {{.*}}lhs_tile = tensor<1x16x128xf32, #
    %d = nv_tileas.dot %x, %y, %s {atom = #nv_tileas<atom fma_f32_f32_f32>} : tile<1x16x128xf32, #rows>, tile<1x128x16xf32, #columns>, tile<1x16x16xf32, #acc> -> tile<1x16x16xf32, #acc>
    // STORE: inc_iter {{.*}}iterator<!nv_tileas.tiled_view<16x128xf16, smem, #
    %next = nv_tileas.async.pipeline.inc_iter %it : !it
    scf.yield %d, %next : tensor<1x16x16xf32, #acc>, !it
  }
  nv_tileaa.return
}
