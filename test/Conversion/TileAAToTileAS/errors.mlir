// RUN: tessera-opt %s --tileaa-plan-kernel --convert-tileaa-to-tileas --split-input-file --verify-diagnostics
// RUN: not tessera-opt %s --tileaa-plan-kernel=target=sm_1 2>&1 | FileCheck %s

// CHECK: error: {{.*}}sm_1

nv_tileaa.func @too_large(%p: !nv_tileaa.ptr<i32>) attributes {kernel} {
  // expected-error @below {{cannot be lowered to sm_80: expected a tile of at most 524288 elements, got 'tensor<1048576xi32>'}}
  %i = nv_tileaa.make_range : tensor<1048576xi32>
  nv_tileaa.print "%d", %i : tensor<1048576xi32>
  nv_tileaa.return
}
