// RUN: tessera-opt %s --convert-tileas-to-nvvm --split-input-file --verify-diagnostics

#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>
#b = #nv_tileas.layout<{lane: [(2), (4), (8), (16), (32)], warp: [(1)]} -> (dim0:64)>
nv_tileaa.func @no_scratch() attributes {kernel} {
  %i = nv_tileaa.make_range : tensor<64xi32, #a>
  // expected-error @below {{cannot be lowered to NVVM: it needs shared memory, and none was allocated (attribute nv_tileas.shared_offset)}}
  %j = nv_tileas.convert_layout %i : tile<64xi32, #a> -> tile<64xi32, #b>
  nv_tileaa.return
}

// -----

nv_tileaa.func @storage() attributes {kernel} {
  // expected-error @below {{cannot be lowered to NVVM: no lowering of this operation exists}}
  %x = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<16x8xf32, smem>
  nv_tileaa.return
}
