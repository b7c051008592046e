// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Tokens and fences. Each line below must come back as it is.

// CHECK: nv_tileaa.func @tokens
nv_tileaa.func @tokens(%a: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.create_mem_token
  %0 = nv_tileaa.create_mem_token
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.join_mem_token(%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}})
  %1 = nv_tileaa.join_mem_token(%0, %a)
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.join_mem_token()
  %2 = nv_tileaa.join_mem_token()
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.memory_fence token = %{{[a-z0-9_#]+}}
  %3 = nv_tileaa.memory_fence token = %1
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.memory_fence
  %4 = nv_tileaa.memory_fence
  // CHECK: nv_tileaa.return %{{[a-z0-9_#]+}} : !nv_tileaa.mem_token
  nv_tileaa.return %3 : !nv_tileaa.mem_token
}
