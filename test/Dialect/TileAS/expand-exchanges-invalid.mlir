// RUN: tessera-opt %s --split-input-file --tileas-expand-exchanges --verify-diagnostics

#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>
#b = #nv_tileas.layout<{lane: [(2), (4), (8), (16), (32)], warp: [(1)]} -> (dim0:64)>

nv_tileaa.func @placeless(%i: tensor<64xi32, #a>) {
  // expected-error @+1 {{expected nv_tileas.shared_offset beside nv_tileas.scratch_bytes}}
  %j = nv_tileas.convert_layout %i {nv_tileas.scratch_bytes = 256 : i64} : tile<64xi32, #a> -> tile<64xi32, #b>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>
#b = #nv_tileas.layout<{lane: [(2), (4), (8), (16), (32)], warp: [(1)]} -> (dim0:64)>

// Lanes and warps decide every bit of the index: there are no halves.

nv_tileaa.func @too_few(%i: tensor<64xi32, #a>) {
  // expected-error @+1 {{expected parts of at least 256 bytes, got 128}}
  %j = nv_tileas.convert_layout %i {nv_tileas.scratch_bytes = 128 : i64, nv_tileas.shared_offset = 0 : i64} : tile<64xi32, #a> -> tile<64xi32, #b>
  nv_tileaa.return
}
