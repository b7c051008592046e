// RUN: tessera-opt %s --split-input-file --tileas-explicit-storage --verify-diagnostics

// One bit of the warp moves two bits of the index.

#a = #nv_tileas.layout<{register: [(32)], lane: [(1), (2), (4), (8), (16)], warp: [(96)]} -> (dim0:128)>
nv_tileaa.func @two_bits(%i: tensor<128xi32, #a>) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
  // expected-error @+1 {{expected each bit of the warp to decide at most one bit of the reduced index, got}}
  %s = nv_tileas.reduce %i dim = 0 identities = [0 : i32] : tile<128xi32, #a> -> i32 {
  ^bb0(%e: i32, %acc: i32):
    %t = arith.addi %e, %acc : i32
    nv_tileas.yield %t : i32
  }
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(0)]} -> (dim0:32)>
#b = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (0)], warp: [(0)]} -> (dim0:16)>
#c = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (16)], warp: [(32)]} -> (dim0:64)>
nv_tileaa.func @parts(%x: tensor<32xf32, #a>, %y: tensor<16xf32, #b>) attributes {nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
  // expected-error @+1 {{expected operands of one shape, got}}
  %r = nv_tileaa.cat %x, %y, %y dim = 0 : tensor<32xf32, #a>, tensor<16xf32, #b>, tensor<16xf32, #b> -> tensor<64xf32, #c>
  nv_tileaa.return
}
