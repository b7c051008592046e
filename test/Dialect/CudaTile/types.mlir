// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Every type of core.md 2, in every spelling of its prefix (core.md 1.3).

!vec = !cuda_tile.tile<8xf32>
!view = !cuda_tile.tensor_view<?x20xf32, strides=[20,1]>

// CHECK-LABEL: cuda_tile.module @elements
cuda_tile.module @elements {
  // CHECK: testing$func @ints(%{{[^:]*}}: tile<2xi1>, %{{[^:]*}}: tile<2xi4>, %{{[^:]*}}: tile<2xi8>, %{{[^:]*}}: tile<2xi16>, %{{[^:]*}}: tile<2xi32>, %{{[^:]*}}: tile<2xi64>) {
  testing$func @ints(%a: tile<2xi1>, %b: tile<2xi4>, %c: tile<2xi8>, %d: tile<2xi16>, %e: tile<2xi32>, %f: tile<2xi64>) { return }
  // CHECK: testing$func @floats(%{{[^:]*}}: tile<2xf16>, %{{[^:]*}}: tile<2xbf16>, %{{[^:]*}}: tile<2xtf32>, %{{[^:]*}}: tile<2xf32>, %{{[^:]*}}: tile<2xf64>) {
  testing$func @floats(%a: tile<2xf16>, %b: tile<2xbf16>, %c: tile<2xtf32>, %d: tile<2xf32>, %e: tile<2xf64>) { return }
  // CHECK: testing$func @small(%{{[^:]*}}: tile<2xf8E4M3FN>, %{{[^:]*}}: tile<2xf8E5M2>, %{{[^:]*}}: tile<2xf8E8M0FNU>, %{{[^:]*}}: tile<2xf4E2M1FN>, %{{[^:]*}}: tile<2xf8E5M3FNU>) {
  testing$func @small(%a: tile<2xf8E4M3FN>, %b: tile<2xf8E5M2>, %c: tile<2xf8E8M0FNU>, %d: tile<2xf4E2M1FN>, %e: tile<2xf8E5M3FNU>) { return }
  // CHECK: testing$func @shapes(%{{[^:]*}}: tile<f32>, %{{[^:]*}}: tile<1xf32>, %{{[^:]*}}: tile<2x4x1xf32>, %{{[^:]*}}: tile<16777216xi64>, %{{[^:]*}}: tile<1x1x1x1x1x1x1x1x1x1xi4>) {
  testing$func @shapes(%a: tile<f32>, %b: tile<1xf32>, %c: tile< 2 x 4 x 1 x f32>, %d: tile<16777216xi64>, %e: tile<1x1x1x1x1x1x1x1x1x1xi4>) { return }
  // CHECK: testing$func @pointers(%{{[^:]*}}: tile<ptr<i8>>, %{{[^:]*}}: tile<4xptr<f32>>, %{{[^:]*}}: ptr<bf16>) {
  testing$func @pointers(%a: tile<ptr<i8>>, %b: tile<4xptr<f32>>, %c: ptr<bf16>) { return }
}

// CHECK-LABEL: cuda_tile.module @views
cuda_tile.module @views {
  // CHECK: testing$func @tensors(%{{[^:]*}}: tensor_view<f32>, %{{[^:]*}}: tensor_view<5x?xi8, strides=[?,1]>, %{{[^:]*}}: tensor_view<6xf4E2M1FN, strides=[1]>, %{{[^:]*}}: tensor_view<9223372036854775807xf32, strides=[9223372036854775807]>, %{{[^:]*}}: tensor_view<?xf4E2M1FN, strides=[?]>) {
  testing$func @tensors(%a: tensor_view<f32>, %b: tensor_view<5x?xi8, strides=[?, 1]>, %c: tensor_view<6xf4E2M1FN, strides=[1]>, %d: tensor_view<9223372036854775807xf32, strides=[9223372036854775807]>, %e: tensor_view<?xf4E2M1FN, strides=[?]>) { return }
  // An identity dim_map is implied.
  // CHECK: testing$func @partition(%{{[^:]*}}: partition_view<tile=(4x8), tensor_view<?x20xf32, strides=[20,1]>>, %{{[^:]*}}: partition_view<tile=(4x8), padding_value = nan, tensor_view<?x20xf32, strides=[20,1]>, dim_map=[1, 0]>) {
  testing$func @partition(%a: partition_view<tile=(4 x 8), tensor_view<?x20xf32, strides=[20,1]>, dim_map=[0, 1]>, %b: partition_view<tile=(4x8), padding_value = nan, tensor_view<?x20xf32, strides=[20,1]>, dim_map=[1,0]>) { return }
  // CHECK: testing$func @padding(%{{[^:]*}}: partition_view<tile=(4), padding_value = zero, tensor_view<8xi32, strides=[1]>>, %{{[^:]*}}: partition_view<tile=(4), padding_value = neg_zero, tensor_view<8xf16, strides=[1]>>, %{{[^:]*}}: partition_view<tile=(4), padding_value = pos_inf, tensor_view<8xf16, strides=[1]>>, %{{[^:]*}}: partition_view<tile=(4), padding_value = neg_inf, tensor_view<8xf16, strides=[1]>>) {
  testing$func @padding(%a: partition_view<tile=(4), padding_value = zero, tensor_view<8xi32, strides=[1]>>, %b: partition_view<tile=(4), padding_value=neg_zero, tensor_view<8xf16, strides=[1]>>, %c: partition_view<tile=(4), padding_value = pos_inf, tensor_view<8xf16, strides=[1]>>, %d: partition_view<tile=(4), padding_value = neg_inf, tensor_view<8xf16, strides=[1]>>) { return }
  // CHECK: testing$func @strided(%{{[^:]*}}: strided_view<tile=(4x8), traversal_strides=[3,5], padding_value = zero, tensor_view<?x20xf32, strides=[20,1]>, dim_map=[1, 0]>) {
  testing$func @strided(%a: strided_view<tile=(4x8), traversal_strides=[3, 5], padding_value = zero, tensor_view<?x20xf32, strides=[20,1]>, dim_map=[1, 0]>) { return }
  // CHECK: testing$func @gather(%{{[^:]*}}: gather_scatter_view<tile=(4x8), padding_value = nan, tensor_view<?x20xf32, strides=[20,1]>, sparse_dim=1>) {
  testing$func @gather(%a: gather_scatter_view<tile=(4x8), padding_value = nan, tensor_view<?x20xf32, strides=[20,1]>, sparse_dim=1>) { return }
}

// CHECK-LABEL: cuda_tile.module @prefixes
cuda_tile.module @prefixes {
  // All spellings of one type are the same type.
  // CHECK: testing$func @types(%{{[^:]*}}: tile<4xptr<f32>>, %{{[^:]*}}: tile<4xptr<f32>>, %{{[^:]*}}: tile<4xptr<f32>>, %{{[^:]*}}: tile<8xf32>, %{{[^:]*}}: token, %{{[^:]*}}: token) {
  testing$func @types(%a: !cuda_tile.tile<4x!cuda_tile.ptr<f32>>, %b: !cuda_tile.tile<4xptr<f32>>, %c: tile<4xptr<f32>>, %d: !vec, %e: token, %f: !cuda_tile.token) { return }
  // CHECK: testing$func @alias(%{{[^:]*}}: partition_view<tile=(4x8), tensor_view<?x20xf32, strides=[20,1]>>) {
  testing$func @alias(%a: partition_view<tile=(4x8), !view>) { return }
  // Ops may be written with or without their prefix, in every region.
  // CHECK: entry @ops(%[[C:[^:]*]]: tile<i1>) {
  cuda_tile.entry @ops(%c: tile<i1>) {
    // CHECK-NEXT: %[[I:.*]] = iota : tile<2xi32>
    %0 = cuda_tile.iota : tile<2xi32>
    // CHECK-NEXT: if %[[C]] {
    cuda_tile.if %c {
      // CHECK-NEXT: iota : tile<4xi32>
      %1 = cuda_tile.iota : tile<4xi32>
      // CHECK-NEXT: addi %[[I]], %[[I]] : tile<2xi32>
      %2 = "cuda_tile.addi"(%0, %0) <{overflow = #cuda_tile.overflow<none>}> : (!cuda_tile.tile<2xi32>, !cuda_tile.tile<2xi32>) -> !cuda_tile.tile<2xi32>
      // CHECK-NEXT: loop {
      cuda_tile.loop {
        // CHECK-NEXT: break
        cuda_tile.break
      }
      cuda_tile.yield
    }
    // CHECK: reduce %[[I]] dim=0
    %3 = cuda_tile.reduce %0 dim=0 identities=[0 : i32] : tile<2xi32> -> tile<i32> (%x: tile<i32>, %y: !cuda_tile.tile<i32>) {
      cuda_tile.yield %x : tile<i32>
    }
    cuda_tile.return
  }
}
