// RUN: tessera-opt %s --convert-cuda-tile-to-tileaa --verify-tileaa-stage | FileCheck %s

// Floating point (ops.md 2.4): arith and math without modifiers, nv_tileaa with.
cuda_tile.module @float {
  // CHECK-LABEL: nv_tileaa.func @plain(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xf32>, %[[A1:.+]]: tensor<8xf32>, %[[A2:.+]]: f16) {
  // CHECK-NEXT: %[[V0:.+]] = arith.addf %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.+]] = arith.subf %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V2:.+]] = arith.mulf %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.+]] = arith.divf %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V4:.+]] = arith.remf %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V5:.+]] = math.absf %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V6:.+]] = arith.negf %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V7:.+]] = math.ceil %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V8:.+]] = math.floor %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V9:.+]] = arith.addf %[[A2]], %[[A2]] : f16
  // CHECK-NEXT: nv_tileaa.return
  testing$func @plain(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<f16>) {
    %0 = addf %x, %y : tile<8xf32>
    %1 = subf %x, %y : tile<8xf32>
    %2 = mulf %x, %y : tile<8xf32>
    %3 = divf %x, %y : tile<8xf32>
    %4 = remf %x, %y : tile<8xf32>
    %5 = absf %x : tile<8xf32>
    %6 = negf %x : tile<8xf32>
    %7 = ceil %x : tile<8xf32>
    %8 = floor %x : tile<8xf32>
    %9 = addf %h, %h : tile<f16>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @modified(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xf32>, %[[A1:.+]]: tensor<8xf32>, %[[A2:.+]]: f64) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.addf %[[A0]], %[[A1]] rounding<zero> : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.subf %[[A0]], %[[A1]] flush_to_zero : tensor<8xf32>
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.mulf %[[A0]], %[[A1]] rounding<positive_inf> flush_to_zero : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.divf %[[A0]], %[[A1]] rounding<approx> flush_to_zero : tensor<8xf32>
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.divf %[[A0]], %[[A1]] rounding<full> : tensor<8xf32>
  // CHECK-NEXT: %[[V5:.+]] = nv_tileaa.addf %[[A2]], %[[A2]] rounding<negative_inf> : f64
  // CHECK-NEXT: nv_tileaa.return
  testing$func @modified(%x: tile<8xf32>, %y: tile<8xf32>, %d: tile<f64>) {
    %0 = addf %x, %y rounding<zero> : tile<8xf32>
    %1 = subf %x, %y flush_to_zero : tile<8xf32>
    %2 = mulf %x, %y rounding<positive_inf> flush_to_zero : tile<8xf32>
    %3 = divf %x, %y rounding<approx> flush_to_zero : tile<8xf32>
    %4 = divf %x, %y rounding<full> : tile<8xf32>
    %5 = addf %d, %d rounding<negative_inf> : tile<f64>
    return
  }

  // math.fma on 16-bit floats would be rounded twice on its way through f32.
  // CHECK-LABEL: nv_tileaa.func @fused(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xf32>, %[[A1:.+]]: f64, %[[A2:.+]]: tensor<8xf16>, %[[A3:.+]]: tensor<8xbf16>) {
  // CHECK-NEXT: %[[V0:.+]] = math.fma %[[A0]], %[[A0]], %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.+]] = math.fma %[[A1]], %[[A1]], %[[A1]] : f64
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.fma %[[A2]], %[[A2]], %[[A2]] : tensor<8xf16>
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.fma %[[A3]], %[[A3]], %[[A3]] : tensor<8xbf16>
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.fma %[[A0]], %[[A0]], %[[A0]] rounding<zero> flush_to_zero : tensor<8xf32>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @fused(%x: tile<8xf32>, %d: tile<f64>, %h: tile<8xf16>, %w: tile<8xbf16>) {
    %0 = fma %x, %x, %x : tile<8xf32>
    %1 = fma %d, %d, %d : tile<f64>
    %2 = fma %h, %h, %h : tile<8xf16>
    %3 = fma %w, %w, %w : tile<8xbf16>
    %4 = fma %x, %x, %x rounding<zero> flush_to_zero : tile<8xf32>
    return
  }

  // Canonical NaN, +0 above -0: neither maximumf nor maxnumf says both.
  // CHECK-LABEL: nv_tileaa.func @extrema(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xf32>, %[[A1:.+]]: tensor<8xf16>) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.maxf %[[A0]], %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.maxf %[[A0]], %[[A0]] flush_to_zero propagate_nan : tensor<8xf32>
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.minf %[[A0]], %[[A0]] flush_to_zero : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.minf %[[A1]], %[[A1]] propagate_nan : tensor<8xf16>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @extrema(%x: tile<8xf32>, %h: tile<8xf16>) {
    %0 = maxf %x, %x : tile<8xf32>
    %1 = maxf %x, %x flush_to_zero propagate_nan : tile<8xf32>
    %2 = minf %x, %x flush_to_zero : tile<8xf32>
    %3 = minf %h, %h propagate_nan : tile<8xf16>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @compare(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xf32>, %[[A1:.+]]: tensor<8xf32>) {
  // CHECK-NEXT: %[[V0:.+]] = arith.cmpf oeq, %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.+]] = arith.cmpf ueq, %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V2:.+]] = arith.cmpf one, %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.+]] = arith.cmpf une, %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V4:.+]] = arith.cmpf olt, %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V5:.+]] = arith.cmpf ult, %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V6:.+]] = arith.cmpf ole, %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V7:.+]] = arith.cmpf ule, %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V8:.+]] = arith.cmpf ogt, %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V9:.+]] = arith.cmpf ugt, %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V10:.+]] = arith.cmpf oge, %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V11:.+]] = arith.cmpf uge, %[[A0]], %[[A1]] : tensor<8xf32>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @compare(%x: tile<8xf32>, %y: tile<8xf32>) {
    %0 = cmpf equal ordered %x, %y : tile<8xf32> -> tile<8xi1>
    %1 = cmpf equal unordered %x, %y : tile<8xf32> -> tile<8xi1>
    %2 = cmpf not_equal ordered %x, %y : tile<8xf32> -> tile<8xi1>
    %3 = cmpf not_equal unordered %x, %y : tile<8xf32> -> tile<8xi1>
    %4 = cmpf less_than ordered %x, %y : tile<8xf32> -> tile<8xi1>
    %5 = cmpf less_than unordered %x, %y : tile<8xf32> -> tile<8xi1>
    %6 = cmpf less_than_or_equal ordered %x, %y : tile<8xf32> -> tile<8xi1>
    %7 = cmpf less_than_or_equal unordered %x, %y : tile<8xf32> -> tile<8xi1>
    %8 = cmpf greater_than ordered %x, %y : tile<8xf32> -> tile<8xi1>
    %9 = cmpf greater_than unordered %x, %y : tile<8xf32> -> tile<8xi1>
    %10 = cmpf greater_than_or_equal ordered %x, %y : tile<8xf32> -> tile<8xi1>
    %11 = cmpf greater_than_or_equal unordered %x, %y : tile<8xf32> -> tile<8xi1>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @functions(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xf32>, %[[A1:.+]]: tensor<8xf32>, %[[A2:.+]]: f16) {
  // CHECK-NEXT: %[[V0:.+]] = math.sqrt %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.+]] = math.rsqrt %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V2:.+]] = math.exp %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.+]] = math.exp2 %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V4:.+]] = math.log %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V5:.+]] = math.log2 %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V6:.+]] = math.sin %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V7:.+]] = math.cos %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V8:.+]] = math.tan %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V9:.+]] = math.sinh %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V10:.+]] = math.cosh %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V11:.+]] = math.tanh %[[A0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V12:.+]] = math.powf %[[A0]], %[[A1]] : tensor<8xf32>
  // Two zeros must not get to the folder of math.atan2.
  // CHECK-NEXT: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : tensor<8xf32>
  // CHECK-NEXT: %[[ONE:.+]] = arith.constant dense<1065353216> : tensor<8xi32>
  // CHECK-DAG: %[[X0:.+]] = arith.cmpf oeq, %[[A1]], %[[ZERO]] : tensor<8xf32>
  // CHECK-DAG: %[[Y0:.+]] = arith.cmpf oeq, %[[A0]], %[[ZERO]] : tensor<8xf32>
  // CHECK: %[[BOTH:.+]] = arith.andi {{.*}} : tensor<8xi1>
  // CHECK-NEXT: %[[BITS:.+]] = arith.bitcast %[[A1]] : tensor<8xf32> to tensor<8xi32>
  // CHECK-NEXT: %[[OR:.+]] = arith.ori %[[BITS]], %[[ONE]] : tensor<8xi32>
  // CHECK-NEXT: %[[SIGNED:.+]] = arith.bitcast %[[OR]] : tensor<8xi32> to tensor<8xf32>
  // CHECK-NEXT: %[[SAFE:.+]] = arith.select %[[BOTH]], %[[SIGNED]], %[[A1]]
  // CHECK-NEXT: %[[V13:.+]] = math.atan2 %[[A0]], %[[SAFE]] : tensor<8xf32>
  // CHECK-NEXT: %[[V14:.+]] = math.exp %[[A2]] : f16
  // CHECK-NEXT: nv_tileaa.return
  testing$func @functions(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<f16>) {
    %0 = sqrt %x : tile<8xf32>
    %1 = rsqrt %x : tile<8xf32>
    %2 = exp %x : tile<8xf32>
    %3 = exp2 %x : tile<8xf32>
    %4 = log %x : tile<8xf32>
    %5 = log2 %x : tile<8xf32>
    %6 = sin %x : tile<8xf32>
    %7 = cos %x : tile<8xf32>
    %8 = tan %x : tile<8xf32>
    %9 = sinh %x : tile<8xf32>
    %10 = cosh %x : tile<8xf32>
    %11 = tanh %x : tile<8xf32>
    %12 = pow %x, %y : tile<8xf32>
    %13 = atan2 %x, %y : tile<8xf32>
    %14 = exp %h : tile<f16>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @modified_functions(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xf32>) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.sqrt %[[A0]] rounding<approx> : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.sqrt %[[A0]] rounding<zero> flush_to_zero : tensor<8xf32>
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.sqrt %[[A0]] flush_to_zero : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.rsqrt %[[A0]] flush_to_zero : tensor<8xf32>
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.exp2 %[[A0]] flush_to_zero : tensor<8xf32>
  // CHECK-NEXT: %[[V5:.+]] = nv_tileaa.exp %[[A0]] rounding<approx> : tensor<8xf32>
  // CHECK-NEXT: %[[V6:.+]] = nv_tileaa.tanh %[[A0]] rounding<approx> : tensor<8xf32>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @modified_functions(%x: tile<8xf32>) {
    %0 = sqrt %x rounding<approx> : tile<8xf32>
    %1 = sqrt %x rounding<zero> flush_to_zero : tile<8xf32>
    %2 = sqrt %x flush_to_zero : tile<8xf32>
    %3 = rsqrt %x flush_to_zero : tile<8xf32>
    %4 = exp2 %x flush_to_zero : tile<8xf32>
    %5 = exp %x rounding<approx> : tile<8xf32>
    %6 = tanh %x rounding<approx> : tile<8xf32>
    return
  }

  // Exponents are signed, also i1: true is -1.
  // Powers by constants: squares, cubes, fourth powers, reciprocals, roots. Of roots -0
  // becomes 0 and minus infinity infinity.

  // CHECK-LABEL: nv_tileaa.func @power_by_constant(
  // CHECK-SAME: %[[X:[^:]+]]: tensor<8xf16>, %[[S:[^:]+]]: f32)
  // CHECK-NOT: math.powf
  // CHECK: arith.mulf %[[X]], %[[X]] : tensor<8xf16>
  // CHECK: %[[SQUARE:.+]] = arith.mulf %[[X]], %[[X]]
  // CHECK-NEXT: arith.mulf %[[SQUARE]], %[[X]]
  // CHECK: %[[AGAIN:.+]] = arith.mulf %[[S]], %[[S]] : f32
  // CHECK-NEXT: arith.mulf %[[AGAIN]], %[[AGAIN]]
  // CHECK: %[[ONE:.+]] = arith.constant 1.0{{.*}} : f32
  // CHECK-NEXT: arith.divf %[[ONE]], %[[S]]
  // CHECK: %[[ZERO:.+]] = arith.constant dense<0.0{{.*}}> : tensor<8xf16>
  // CHECK-NEXT: %[[SUM:.+]] = arith.addf %[[X]], %[[ZERO]]
  // CHECK-NEXT: %[[LEAST:.+]] = arith.constant dense<0xFC00> : tensor<8xf16>
  // CHECK-NEXT: %[[IS:.+]] = arith.cmpf oeq, %[[X]], %[[LEAST]]
  // CHECK-NEXT: %[[MOST:.+]] = arith.constant dense<0x7C00> : tensor<8xf16>
  // CHECK-NEXT: %[[SAFE:.+]] = arith.select %[[IS]], %[[MOST]], %[[SUM]]
  // CHECK-NEXT: math.sqrt %[[SAFE]]
  // CHECK: %[[ROOT:.+]] = math.sqrt
  // CHECK: arith.divf %{{.+}}, %[[ROOT]]
  // CHECK: math.powf
  testing$func @power_by_constant(%x: tile<8xf16>, %s: tile<f32>) {
    %two = constant <f16: 2.0> : tile<f16>
    %two1 = reshape %two : tile<f16> -> tile<1xf16>
    %twos = broadcast %two1 : tile<1xf16> -> tile<8xf16>
    %0 = pow %x, %twos : tile<8xf16>
    %three = constant <f16: 3.0> : tile<8xf16>
    %1 = pow %x, %three : tile<8xf16>
    %four = constant <f32: 4.0> : tile<f32>
    %2 = pow %s, %four : tile<f32>
    %minus = constant <f32: -1.0> : tile<f32>
    %3 = pow %s, %minus : tile<f32>
    %half = constant <f16: 0.5> : tile<8xf16>
    %4 = pow %x, %half : tile<8xf16>
    %minus_half = constant <f32: -0.5> : tile<f32>
    %5 = pow %s, %minus_half : tile<f32>
    %other = constant <f32: 2.5> : tile<f32>
    %6 = pow %s, %other : tile<f32>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @integer_power(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xf32>, %[[A1:.+]]: tensor<8xi32>, %[[A2:.+]]: tensor<8xi1>, %[[A3:.+]]: f64, %[[A4:.+]]: i8) {
  // CHECK-NEXT: %[[V0:.+]] = math.fpowi %[[A0]], %[[A1]] : tensor<8xf32>, tensor<8xi32>
  // CHECK-NEXT: %[[V1:.+]] = arith.extsi %[[A2]] : tensor<8xi1> to tensor<8xi32>
  // CHECK-NEXT: %[[V2:.+]] = math.fpowi %[[A0]], %[[V1]] : tensor<8xf32>, tensor<8xi32>
  // CHECK-NEXT: %[[V3:.+]] = arith.extsi %[[A4]] : i8 to i32
  // CHECK-NEXT: %[[V4:.+]] = math.fpowi %[[A3]], %[[V3]] : f64, i32
  // CHECK-NEXT: nv_tileaa.return
  testing$func @integer_power(%x: tile<8xf32>, %a: tile<8xi32>, %b: tile<8xi1>, %s: tile<f64>, %t: tile<i8>) {
    %0 = fpowi %x, %a : tile<8xf32>, tile<8xi32>
    %1 = fpowi %x, %b : tile<8xf32>, tile<8xi1>
    %2 = fpowi %s, %t : tile<f64>, tile<i8>
    return
  }
}
