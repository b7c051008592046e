// Types: every family, with the fields that are stored in a way of their own.
// RUN: tessera asm %s -o %t.bc --version 13.3
// RUN: tessera disasm %t.bc -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tessera asm %t.mlir -o %t.again --version 13.3
// RUN: cmp %t.bc %t.again
// RUN: tessera disasm --dump %t.bc | FileCheck %s --check-prefix=DUMP
// Unknown extents are INT64_MIN; optional fields have a word.
// DUMP: tensor_view extents[0] (?)
// DUMP: optional-field bits (0)
// DUMP: optional-field bits (1)
// DUMP: padding value (2)
// DUMP-NOT: not read

cuda_tile.module @kernels {
  // CHECK: entry @numbers(%{{.*}}: tile<i1>, %{{.*}}: tile<i8>, %{{.*}}: tile<i16>, %{{.*}}: tile<i32>, %{{.*}}: tile<i64>, %{{.*}}: tile<f16>, %{{.*}}: tile<bf16>, %{{.*}}: tile<f32>, %{{.*}}: tile<tf32>, %{{.*}}: tile<f64>, %{{.*}}: tile<f8E4M3FN>, %{{.*}}: tile<f8E5M2>, %{{.*}}: tile<f8E8M0FNU>)
  entry @numbers(%a: tile<i1>, %b: tile<i8>, %c: tile<i16>, %d: tile<i32>, %e: tile<i64>, %f: tile<f16>, %g: tile<bf16>, %h: tile<f32>, %i: tile<tf32>, %j: tile<f64>, %k: tile<f8E4M3FN>, %l: tile<f8E5M2>, %m: tile<f8E8M0FNU>) {
    return
  }
  // CHECK: entry @pointers(%{{.*}}: tile<ptr<i1>>, %{{.*}}: tile<ptr<f4E2M1FN>>, %{{.*}}: tile<ptr<f8E8M0FNU>>)
  entry @pointers(%a: tile<ptr<i1>>, %b: tile<ptr<f4E2M1FN>>, %c: tile<ptr<f8E8M0FNU>>) {
    return
  }
  entry @tiles(%a: tile<i8>) {
    // CHECK: reshape {{.*}} -> tile<1x1x1x1xi8>
    %0 = reshape %a : tile<i8> -> tile<1x1x1x1xi8>
    // CHECK: broadcast {{.*}} -> tile<2x4x8x16xi8>
    %1 = broadcast %0 : tile<1x1x1x1xi8> -> tile<2x4x8x16xi8>
    // CHECK: trunci {{.*}} -> tile<2x4x8x16xi4>
    %2 = trunci %1 : tile<2x4x8x16xi8> -> tile<2x4x8x16xi4>
    return
  }
  entry @views(%p: tile<ptr<f32>>, %n: tile<i64>, %s: tile<i64>) {
    // CHECK: tensor_view<?x64xf32, strides=[?,1]>
    %v = make_tensor_view %p, shape = [%n, 64], strides = [%s, 1] : tile<i64> -> tensor_view<?x64xf32, strides=[?,1]>
    // CHECK: tensor_view<f32>
    %z = make_tensor_view %p, shape = [], strides = [] : tensor_view<f32>
    // CHECK: partition_view<tile=(4x8), tensor_view<?x64xf32, strides=[?,1]>>
    %0 = make_partition_view %v : partition_view<tile=(4x8), tensor_view<?x64xf32, strides=[?,1]>>
    // CHECK: partition_view<tile=(4x8), padding_value = nan, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>
    %1 = make_partition_view %v : partition_view<tile=(4x8), padding_value = nan, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>
    // CHECK: strided_view<tile=(4x8), traversal_strides=[3,5], padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>>
    %2 = make_strided_view %v : strided_view<tile=(4x8), traversal_strides=[3,5], padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>>
    // CHECK: gather_scatter_view<tile=(4x8), padding_value = neg_zero, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=1>
    %3 = make_gather_scatter_view %v : gather_scatter_view<tile=(4x8), padding_value = neg_zero, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=1>
    // CHECK: make_token : token
    %4 = make_token : token
    return
  }
}
