// RUN: tessera-opt %s --convert-cuda-tile-to-tileaa --verify-tileaa-stage | FileCheck %s

// Matrix products: one op, told apart by element types, scales and signedness.
cuda_tile.module @mma {
  // CHECK-LABEL: nv_tileaa.func @float(
  // CHECK-SAME: %[[A0:.+]]: tensor<16x8xf16>, %[[A1:.+]]: tensor<8x32xf16>, %[[A2:.+]]: tensor<16x32xf32>) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.dot %[[A0]], %[[A1]], %[[A2]] : tensor<16x8xf16>, tensor<8x32xf16>, tensor<16x32xf32>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @float(%a: tile<16x8xf16>, %b: tile<8x32xf16>, %c: tile<16x32xf32>) {
    %0 = mmaf %a, %b, %c : tile<16x8xf16>, tile<8x32xf16>, tile<16x32xf32>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @batched_fast(
  // CHECK-SAME: %[[A0:.+]]: tensor<2x16x32xf8E4M3FN>, %[[A1:.+]]: tensor<2x32x16xf8E4M3FN>, %[[A2:.+]]: tensor<2x16x16xf16>) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.dot %[[A0]], %[[A1]], %[[A2]] fast_acc : tensor<2x16x32xf8E4M3FN>, tensor<2x32x16xf8E4M3FN>, tensor<2x16x16xf16>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @batched_fast(%a: tile<2x16x32xf8E4M3FN>, %b: tile<2x32x16xf8E4M3FN>, %c: tile<2x16x16xf16>) {
    %0 = mmaf %a, %b, %c fast_acc : tile<2x16x32xf8E4M3FN>, tile<2x32x16xf8E4M3FN>, tile<2x16x16xf16>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @integer(
  // CHECK-SAME: %[[A0:.+]]: tensor<16x32xi8>, %[[A1:.+]]: tensor<32x8xi8>, %[[A2:.+]]: tensor<16x8xi32>) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.dot %[[A0]], %[[A1]], %[[A2]] unsigned signed : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xi32>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @integer(%a: tile<16x32xi8>, %b: tile<32x8xi8>, %c: tile<16x8xi32>) {
    %0 = mmai %a, %b, %c unsigned signed : tile<16x32xi8>, tile<32x8xi8>, tile<16x8xi32>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @scaled(
  // CHECK-SAME: %[[A0:.+]]: tensor<16x64xf4E2M1FN>, %[[A1:.+]]: tensor<64x16xf4E2M1FN>, %[[A2:.+]]: tensor<16x16xf32>, %[[A3:.+]]: tensor<16x4xf8E4M3FN>, %[[A4:.+]]: tensor<4x16xf8E4M3FN>) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.dot %[[A0]], %[[A1]], %[[A2]] scaled %[[A3]], %[[A4]] : tensor<16x64xf4E2M1FN>, tensor<64x16xf4E2M1FN>, tensor<16x16xf32> scaled tensor<16x4xf8E4M3FN>, tensor<4x16xf8E4M3FN>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @scaled(%a: tile<16x64xf4E2M1FN>, %b: tile<64x16xf4E2M1FN>, %c: tile<16x16xf32>, %s: tile<16x4xf8E4M3FN>, %t: tile<4x16xf8E4M3FN>) {
    %0 = mmaf_scaled %a, %b, %c, %s, %t : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x4xf8E4M3FN>, tile<4x16xf8E4M3FN>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @scaled_13_4(
  // CHECK-SAME: %[[A0:.+]]: tensor<16x64xf4E2M1FN>, %[[A1:.+]]: tensor<64x16xf4E2M1FN>, %[[A2:.+]]: tensor<16x16xf32>, %[[A3:.+]]: tensor<16x4x!cuda_tile.f8E5M3FNU>, %[[A4:.+]]: tensor<4x16x!cuda_tile.f8E5M3FNU>) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.dot %[[A0]], %[[A1]], %[[A2]] scaled %[[A3]], %[[A4]] : tensor<16x64xf4E2M1FN>, tensor<64x16xf4E2M1FN>, tensor<16x16xf32> scaled tensor<16x4x!cuda_tile.f8E5M3FNU>, tensor<4x16x!cuda_tile.f8E5M3FNU>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @scaled_13_4(%a: tile<16x64xf4E2M1FN>, %b: tile<64x16xf4E2M1FN>, %c: tile<16x16xf32>, %s: tile<16x4xf8E5M3FNU>, %t: tile<4x16xf8E5M3FNU>) {
    %0 = mmaf_scaled %a, %b, %c, %s, %t : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x4xf8E5M3FNU>, tile<4x16xf8E5M3FNU>
    return
  }
}
