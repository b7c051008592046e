// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Products, reductions, scans, generated tiles.

// CHECK: func @products
nv_tileaa.func @products(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %i: tensor<16x32xi8>, %j: tensor<32x8xi8>, %k: tensor<16x8xi32>, %x: tensor<16x64xf8E5M2>, %y: tensor<64x32xf8E5M2>, %x8: tensor<16x32xi8>, %y8: tensor<32x32xi8>, %z: tensor<16x32xf32>, %s: tensor<16x2xf8E8M0FNU>, %t: tensor<2x32xf8E8M0FNU>) {
  // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} {atom = #nv_tileas<atom mma_f16_f16_f32>} : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32> -> tile<16x8xf32>
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom mma_f16_f16_f32>} : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32> -> tile<16x8xf32>
  // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} signed unsigned {atom = #nv_tileas<atom fma_i8_i8_i32>} : tile<16x32xi8>
  %1 = nv_tileas.dot %i, %j, %k signed unsigned {atom = #nv_tileas<atom fma_i8_i8_i32>} : tile<16x32xi8>, tile<32x8xi8>, tile<16x8xi32> -> tile<16x8xi32>
  // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} scaled %{{.*}}, %{{.*}} {atom = #nv_tileas<atom mma_e5m2_e5m2_f32>} : tile<16x64xf8E5M2>, tile<64x32xf8E5M2>, tile<16x32xf32> scaled tile<16x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU> -> tile<16x32xf32>
  %2 = nv_tileas.dot %x, %y, %z scaled %s, %t {atom = #nv_tileas<atom mma_e5m2_e5m2_f32>} : tile<16x64xf8E5M2>, tile<64x32xf8E5M2>, tile<16x32xf32> scaled tile<16x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU> -> tile<16x32xf32>
  // Two factors of 4 bits in a byte.
  // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} scaled %{{.*}}, %{{.*}} {atom = #nv_tileas<atom mma_e2m1_e2m1_f32 box [16, 8, 64]>} : tile<16x32xi8>, tile<32x32xi8>, tile<16x32xf32> scaled tile<16x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU> -> tile<16x32xf32>
  %4 = nv_tileas.dot %x8, %y8, %z scaled %s, %t {atom = #nv_tileas<atom mma_e2m1_e2m1_f32 box [16, 8, 64]>} : tile<16x32xi8>, tile<32x32xi8>, tile<16x32xf32> scaled tile<16x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU> -> tile<16x32xf32>
  // CHECK: nv_tileas.async.dot %{{.*}}, %{{.*}}, %{{.*}} fast_acc {atom = #nv_tileas<atom wgmma_e5m2_e5m2_f32>} : tile<16x64xf8E5M2>, tile<64x32xf8E5M2>, tile<16x32xf32> -> !nv_tileas.async.value<tile<16x32xf32>>
  %3 = nv_tileas.async.dot %x, %y, %z fast_acc {atom = #nv_tileas<atom wgmma_e5m2_e5m2_f32>} : tile<16x64xf8E5M2>, tile<64x32xf8E5M2>, tile<16x32xf32> -> !nv_tileas.async.value<tile<16x32xf32>>
  nv_tileaa.return
}

// Of a pair of blocks, each of which has half of the right factor's columns.
// CHECK: func @pair
nv_tileaa.func @pair(%a: tensor<128x16xf16>, %b: tensor<16x32xf16>, %c: tensor<128x64xf32>) {
  // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [256, 64, 16]>} : tile<128x16xf16>, tile<16x32xf16>, tile<128x64xf32> -> tile<128x64xf32>
  %0 = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [256, 64, 16]>} : tile<128x16xf16>, tile<16x32xf16>, tile<128x64xf32> -> tile<128x64xf32>
  nv_tileaa.return
}

// CHECK: func @collectives
nv_tileaa.func @collectives(%a: tensor<16x8xf32>, %b: tensor<16x8xi64>, %v: tensor<32xi64>) {
  // CHECK: %{{.*}}:2 = nv_tileas.reduce %{{.*}}, %{{.*}} dim = 1 identities = [0.000000e+00 : f32, 0] : tile<16x8xf32>, tile<16x8xi64> -> (tile<16xf32>, tile<16xi64>) {
  %0:2 = nv_tileas.reduce %a, %b dim = 1 identities = [0.0 : f32, 0 : i64] : tile<16x8xf32>, tile<16x8xi64> -> (tile<16xf32>, tile<16xi64>) {
  ^bb0(%e: f32, %f: f32, %g: i64, %h: i64):
    // CHECK: nv_tileas.yield %{{.*}}, %{{.*}} : f32, i64
    nv_tileas.yield %e, %g : f32, i64
  }
  // CHECK: nv_tileas.reduce %{{.*}} dim = 0 identities = [0] : tile<32xi64> -> i64 attributes {atom = #nv_tileas<atom reduce>} {
  %1 = nv_tileas.reduce %v dim = 0 identities = [0 : i64] : tile<32xi64> -> i64 attributes {atom = #nv_tileas<atom reduce>} {
  ^bb0(%g: i64, %h: i64):
    nv_tileas.yield %g : i64
  }
  // CHECK: nv_tileas.scan %{{.*}} dim = 0 reverse identities = [0] : tile<32xi64> -> tile<32xi64> {
  %2 = nv_tileas.scan %v dim = 0 reverse identities = [0 : i64] : tile<32xi64> -> tile<32xi64> {
  ^bb0(%g: i64, %h: i64):
    %m = arith.maxui %g, %h : i64
    nv_tileas.yield %m : i64
  }
  // CHECK: nv_tileas.generate : tile<8xi64> {
  %3 = nv_tileas.generate : tile<8xi64> {
  ^bb0(%i: index):
    %e = arith.index_cast %i : index to i64
    nv_tileas.yield %e : i64
  }
  nv_tileaa.return
}
