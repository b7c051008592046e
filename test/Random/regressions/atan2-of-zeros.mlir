// MLIR folds the angle of two constant zeros to NaN; it is a zero or pi by
// their signs.
// RUN: tessera run %s | FileCheck %s
// RUN: tessera run %s --opt-level 0 | FileCheck %s
// RUN: tessera run --interpret %s | FileCheck %s
// CHECK: tile [0.000000, -0.000000, 3.141593, -3.141593]
// CHECK: double 3.141593
// CHECK: half -0.000000
cuda_tile.module @m {
  entry @k() {
    %y = constant <f32: [0.0, -0.0, 0.0, -0.0]> : tile<4xf32>
    %x = constant <f32: [0.0, 0.0, -0.0, -0.0]> : tile<4xf32>
    %a = atan2 %y, %x : tile<4xf32>
    %t0 = print_tko "tile %f\n", %a : tile<4xf32> -> token
    %dy = constant <f64: 0.0> : tile<f64>
    %dx = constant <f64: -0.0> : tile<f64>
    %d = atan2 %dy, %dx : tile<f64>
    %t1 = print_tko "double %f\n", %d token = %t0 : tile<f64> -> token
    %hy = constant <f16: -0.0> : tile<f16>
    %hx = constant <f16: 0.0> : tile<f16>
    %h = atan2 %hy, %hx : tile<f16>
    %t2 = print_tko "half %f\n", %h token = %t1 : tile<f16> -> token
    return
  }
}
