// RUN: tessera-opt %s --split-input-file --tileas-inline-async --verify-diagnostics

// A copy names no tile of global memory.
nv_tileaa.func @global(%g: !nv_tileas.tiled_view<64xi32>, %s: !nv_tileas.tiled_view<64xi32, smem>) {
  // expected-error @+1 {{expected a copy between storage in smem, got '!nv_tileas.tiled_view<64xi32}}
  nv_tileas.copy %g, %s {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<64xi32>, !nv_tileas.tiled_view<64xi32, smem>
  nv_tileaa.return
}

// -----

nv_tileaa.func @no_plan(%s: !nv_tileas.tiled_view<64xi32, smem>) {
  // expected-error @+1 {{expected nv_tileas.plan on its function, got none}}
  nv_tileas.copy %s, %s {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<64xi32, smem>, !nv_tileas.tiled_view<64xi32, smem>
  nv_tileaa.return
}
