// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Functions, globals and the grid. Each line below must come back as it is.

// CHECK: nv_tileaa.global @g : tensor<4xi32> = dense<7> : tensor<4xi32>
nv_tileaa.global @g : tensor<4xi32> = dense<7> : tensor<4xi32>
// CHECK: nv_tileaa.global private constant @s alignment = 16 : tensor<4x!cuda_tile.f8E5M3FNU> = dense<56> : tensor<4xi8>
nv_tileaa.global private constant @s alignment = 16 : tensor<4x!cuda_tile.f8E5M3FNU> = dense<56> : tensor<4xi8>
// CHECK: nv_tileaa.func @k(%{{[a-z0-9_#]+}}: !nv_tileaa.ptr<f32> {nv_tileaa.note}, %{{[a-z0-9_#]+}}: i1) attributes {kernel, optimization_hints = #cuda_tile.optimization_hints<sm_100 = {num_cta_in_cga = 2}>} {
nv_tileaa.func @k(%arg0: !nv_tileaa.ptr<f32> {nv_tileaa.note}, %arg1: i1) attributes {kernel, optimization_hints = #cuda_tile.optimization_hints<sm_100 = {num_cta_in_cga = 2}>} {
  nv_tileaa.return
}
// CHECK: nv_tileaa.func private @f(%{{[a-z0-9_#]+}}: tensor<4xi4>) -> (tensor<4xi4>, i32) {
nv_tileaa.func private @f(%arg0: tensor<4xi4>) -> (tensor<4xi4>, i32) {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.get_program_id x
  %0 = nv_tileaa.get_program_id x
  // CHECK: nv_tileaa.get_program_id y {group = 8 : i32}
  %grouped = nv_tileaa.get_program_id y {group = 8 : i32}
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.get_num_programs z
  %1 = nv_tileaa.get_num_programs z
  // CHECK: nv_tileaa.return %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<4xi4>, i32
  nv_tileaa.return %arg0, %0 : tensor<4xi4>, i32
}
