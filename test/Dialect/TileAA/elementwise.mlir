// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Element-wise ops on scalars and tensors, every modifier. Each line below must come back as it is.

// CHECK: nv_tileaa.func @scalars
nv_tileaa.func @scalars(%f: f32, %g: f64, %i: i32, %p: !nv_tileaa.ptr<f32>) {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.addf %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} rounding<zero> : f32
  %0 = nv_tileaa.addf %f, %f rounding<zero> : f32
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.mulf %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} rounding<negative_inf> : f64
  %1 = nv_tileaa.mulf %g, %g rounding<negative_inf> : f64
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.shli %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : i32
  %2 = nv_tileaa.shli %i, %i : i32
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.fp_to_fp %{{[a-z0-9_#]+}} : f32 -> f64
  %3 = nv_tileaa.fp_to_fp %f : f32 -> f64
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.bitcast %{{[a-z0-9_#]+}} : !nv_tileaa.ptr<f32> -> !nv_tileaa.ptr<i8>
  %4 = nv_tileaa.bitcast %p : !nv_tileaa.ptr<f32> -> !nv_tileaa.ptr<i8>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.constant 64 : i64 as !nv_tileaa.ptr<f32>
  %5 = nv_tileaa.constant 64 : i64 as !nv_tileaa.ptr<f32>
  nv_tileaa.return
}
// CHECK: nv_tileaa.func @float
nv_tileaa.func @float(%x: tensor<8xf32>, %h: tensor<2x4xbf16>) {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.addf %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<8xf32>
  %0 = nv_tileaa.addf %x, %x : tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.subf %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} rounding<positive_inf> flush_to_zero : tensor<8xf32>
  %1 = nv_tileaa.subf %x, %x rounding<positive_inf> flush_to_zero : tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.mulf %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} flush_to_zero : tensor<8xf32>
  %2 = nv_tileaa.mulf %x, %x flush_to_zero : tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.divf %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} rounding<approx> flush_to_zero : tensor<8xf32>
  %3 = nv_tileaa.divf %x, %x rounding<approx> flush_to_zero : tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.divf %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} rounding<full> : tensor<8xf32>
  %4 = nv_tileaa.divf %x, %x rounding<full> : tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.fma %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} rounding<zero> : tensor<2x4xbf16>
  %5 = nv_tileaa.fma %h, %h, %h rounding<zero> : tensor<2x4xbf16>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.maxf %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} flush_to_zero propagate_nan : tensor<8xf32>
  %6 = nv_tileaa.maxf %x, %x flush_to_zero propagate_nan : tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.minf %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<2x4xbf16>
  %7 = nv_tileaa.minf %h, %h : tensor<2x4xbf16>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.sqrt %{{[a-z0-9_#]+}} rounding<approx> flush_to_zero : tensor<8xf32>
  %8 = nv_tileaa.sqrt %x rounding<approx> flush_to_zero : tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.rsqrt %{{[a-z0-9_#]+}} flush_to_zero : tensor<8xf32>
  %9 = nv_tileaa.rsqrt %x flush_to_zero : tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.exp2 %{{[a-z0-9_#]+}} : tensor<2x4xbf16>
  %10 = nv_tileaa.exp2 %h : tensor<2x4xbf16>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.exp %{{[a-z0-9_#]+}} rounding<approx> : tensor<8xf32>
  %11 = nv_tileaa.exp %x rounding<approx> : tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.exp %{{[a-z0-9_#]+}} : tensor<8xf32>
  %12 = nv_tileaa.exp %x : tensor<8xf32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.tanh %{{[a-z0-9_#]+}} rounding<approx> : tensor<8xf32>
  %13 = nv_tileaa.tanh %x rounding<approx> : tensor<8xf32>
  nv_tileaa.return
}
// CHECK: nv_tileaa.func @integer
nv_tileaa.func @integer(%b: tensor<8xi1>, %i: tensor<8xi64>) {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.mulhiui %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<8xi64>
  %0 = nv_tileaa.mulhiui %i, %i : tensor<8xi64>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.shli %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<8xi1>
  %1 = nv_tileaa.shli %b, %b : tensor<8xi1>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.shrui %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<8xi64>
  %2 = nv_tileaa.shrui %i, %i : tensor<8xi64>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.shrsi %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<8xi64>
  %3 = nv_tileaa.shrsi %i, %i : tensor<8xi64>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.remsi %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<8xi64>
  %4 = nv_tileaa.remsi %i, %i : tensor<8xi64>
  nv_tileaa.return
}
// CHECK: nv_tileaa.func @conversions
nv_tileaa.func @conversions(%x: tensor<8xf32>, %t: tensor<8xtf32>, %i: tensor<8xi8>, %p: tensor<8x!nv_tileaa.ptr<f16>>) {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.fp_to_fp %{{[a-z0-9_#]+}} rounding<positive_inf> : tensor<8xf32> -> tensor<8xf8E8M0FNU>
  %0 = nv_tileaa.fp_to_fp %x rounding<positive_inf> : tensor<8xf32> -> tensor<8xf8E8M0FNU>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.fp_to_fp %{{[a-z0-9_#]+}} : tensor<8xf32> -> tensor<8xf4E2M1FN>
  %1 = nv_tileaa.fp_to_fp %x : tensor<8xf32> -> tensor<8xf4E2M1FN>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.fp_to_fp %{{[a-z0-9_#]+}} rounding<nearest_away> : tensor<8xtf32> -> tensor<8xf16>
  %2 = nv_tileaa.fp_to_fp %t rounding<nearest_away> : tensor<8xtf32> -> tensor<8xf16>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.fp_to_fp %{{[a-z0-9_#]+}} : tensor<8xf32> -> tensor<8x!cuda_tile.f8E5M3FNU>
  %3 = nv_tileaa.fp_to_fp %x : tensor<8xf32> -> tensor<8x!cuda_tile.f8E5M3FNU>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.fp_to_int %{{[a-z0-9_#]+}} signed saturating : tensor<8xf32> -> tensor<8xi8>
  %4 = nv_tileaa.fp_to_int %x signed saturating : tensor<8xf32> -> tensor<8xi8>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.fp_to_int %{{[a-z0-9_#]+}} unsigned : tensor<8xf32> -> tensor<8xi1>
  %5 = nv_tileaa.fp_to_int %x unsigned : tensor<8xf32> -> tensor<8xi1>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.int_to_fp %{{[a-z0-9_#]+}} signed : tensor<8xi8> -> tensor<8xf8E5M2>
  %6 = nv_tileaa.int_to_fp %i signed : tensor<8xi8> -> tensor<8xf8E5M2>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.bitcast %{{[a-z0-9_#]+}} : tensor<8xi8> -> tensor<8xf8E4M3FN>
  %7 = nv_tileaa.bitcast %i : tensor<8xi8> -> tensor<8xf8E4M3FN>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.bitcast %{{[a-z0-9_#]+}} : tensor<8x!nv_tileaa.ptr<f16>> -> tensor<8x!nv_tileaa.ptr<f64>>
  %8 = nv_tileaa.bitcast %p : tensor<8x!nv_tileaa.ptr<f16>> -> tensor<8x!nv_tileaa.ptr<f64>>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.constant dense<56> : tensor<16xi8> as tensor<16x!cuda_tile.f8E5M3FNU>
  %9 = nv_tileaa.constant dense<56> : tensor<16xi8> as tensor<16x!cuda_tile.f8E5M3FNU>
  nv_tileaa.return
}
