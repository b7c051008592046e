// RUN: tessera-opt %s --mlir-print-op-generic | FileCheck %s

// Outside custom assembly only the outermost type carries its prefix (core.md 1.3).

// CHECK-LABEL: sym_name = "m"
cuda_tile.module @m {
  // CHECK: function_type = (!cuda_tile.tile<4xptr<f32>>, !cuda_tile.token, !cuda_tile.partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>) -> ()
  // CHECK-NEXT: ^bb0(%{{.*}}: !cuda_tile.tile<4xptr<f32>>, %{{.*}}: !cuda_tile.token, %{{.*}}: !cuda_tile.partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>):
  testing$func @f(%a: tile<4xptr<f32>>, %b: token, %c: partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>) {
    // CHECK-NEXT: "cuda_tile.constant"() <{value = dense<1> : !cuda_tile.tile<4xi64>}> : () -> !cuda_tile.tile<4xi64>
    %0 = constant <i64: 1> : tile<4xi64>
    // CHECK-NEXT: "cuda_tile.offset"(%{{.*}}) : (!cuda_tile.tile<4xptr<f32>>, !cuda_tile.tile<4xi64>) -> !cuda_tile.tile<4xptr<f32>>
    %1 = offset %a, %0 : tile<4xptr<f32>>, tile<4xi64> -> tile<4xptr<f32>>
    return
  }
}
