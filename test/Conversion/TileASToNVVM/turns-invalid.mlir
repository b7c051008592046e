// RUN: tessera-opt %s --convert-tileas-to-nvvm --verify-diagnostics

// Turns are those of two warpgroups.

module attributes {nv_tileas.target = #nv_tileas.target<sm_90a>} {
nv_tileaa.func @two_warps() attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>} {
  // expected-error @+1 {{turns of other than two warpgroups}}
  nv_tileas.turn begin
  nv_tileaa.return
}
}
