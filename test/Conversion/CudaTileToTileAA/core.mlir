// RUN: tessera-opt %s --convert-cuda-tile-to-tileaa --verify-tileaa-stage | FileCheck %s

// Constants, shapes and grid queries (core.md 6.2).
cuda_tile.module @core {
  // CHECK-LABEL: nv_tileaa.func @constants(
  // CHECK-NEXT: %[[C7_I32:.+]] = arith.constant 7 : i32
  // CHECK-NEXT: %[[CST:.+]] = arith.constant dense<1.500000e+00> : tensor<4x4xf32>
  // CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<[true, false]> : tensor<2xi1>
  // CHECK-NEXT: %[[CST_1:.+]] = arith.constant dense<[1.500000e+00, 6.000000e+00]> : tensor<2xf4E2M1FN>
  // CHECK-NEXT: %[[CST_2:.+]] = arith.constant 1.000000e+00 : tf32
  // CHECK-NEXT: %[[CST_3:.+]] = arith.constant dense<2.000000e+00> : tensor<8xf8E8M0FNU>
  // CHECK-NEXT: %[[CST_4:.+]] = arith.constant dense<[{{\[}}1, 2], [3, 4]]> : tensor<2x2xi8>
  // CHECK-NEXT: %[[CST_5:.+]] = arith.constant dense<0x7C00> : tensor<8xf16>
  // CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
  // CHECK-NEXT: nv_tileaa.return
  testing$func @constants() {
    %0 = constant <i32: 7> : tile<i32>
    %1 = constant <f32: 1.5> : tile<4x4xf32>
    %2 = constant <i1: [true, false]> : tile<2xi1>
    %3 = constant <f4E2M1FN: [1.5, 6.0]> : tile<2xf4E2M1FN>
    %4 = constant <tf32: 1.0> : tile<tf32>
    %5 = constant <f8E8M0FNU: 2.0> : tile<8xf8E8M0FNU>
    %6 = constant <i8: [[1, 2], [3, 4]]> : tile<2x2xi8>
    %7 = constant <f16: 0x7C00> : tile<8xf16>
    %8 = constant <i1: true> : tile<i1>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @shapes(
  // CHECK-SAME: %[[A0:.+]]: f32, %[[A1:.+]]: tensor<8xf32>, %[[A2:.+]]: tensor<4x2xf32>) -> (f32, tensor<4x2xf32>) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.view %[[A0]] : f32 -> tensor<1x1xf32>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.broadcast %[[V0]] : tensor<1x1xf32> -> tensor<4x8xf32>
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.view %[[A1]] : tensor<8xf32> -> tensor<2x4xf32>
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.permute %[[A2]] [1, 0] : tensor<4x2xf32> -> tensor<2x4xf32>
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.cat %[[V2]], %[[V3]] dim = 0 : tensor<2x4xf32>, tensor<2x4xf32> -> tensor<4x4xf32>
  // CHECK-NEXT: nv_tileaa.return %[[A0]], %[[A2]] : f32, tensor<4x2xf32>
  testing$func @shapes(%s: tile<f32>, %v: tile<8xf32>, %m: tile<4x2xf32>) -> (tile<f32>, tile<4x2xf32>) {
    %0 = reshape %s : tile<f32> -> tile<1x1xf32>
    %1 = broadcast %0 : tile<1x1xf32> -> tile<4x8xf32>
    %2 = reshape %v : tile<8xf32> -> tile<2x4xf32>
    %3 = permute %m [1, 0] : tile<4x2xf32> -> tile<2x4xf32>
    %4 = cat %2, %3 dim = 0 : tile<2x4xf32>, tile<2x4xf32> -> tile<4x4xf32>
    %5 = reshape %s : tile<f32> -> tile<f32>
    %6 = broadcast %m : tile<4x2xf32> -> tile<4x2xf32>
    return %5, %6 : tile<f32>, tile<4x2xf32>
  }

  // CHECK-LABEL: nv_tileaa.func @slices(
  // CHECK-SAME: %[[A0:.+]]: i32, %[[A1:.+]]: tensor<8xf32>, %[[A2:.+]]: tensor<16xf32>) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.extract %[[A2]][%[[A0]]] : tensor<16xf32> -> tensor<8xf32>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.insert %[[A1]], %[[A2]][%[[A0]]] : tensor<8xf32>, tensor<16xf32>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @slices(%i: tile<i32>, %v: tile<8xf32>, %d: tile<16xf32>) {
    %0 = extract %d[%i] : tile<16xf32> -> tile<8xf32>
    %1 = insert %v, %d[%i] : tile<8xf32>, tile<16xf32> -> tile<16xf32>
    return
  }

  // A slice of a scalar is the scalar.
  // CHECK-LABEL: nv_tileaa.func @scalar_slices(
  // CHECK-SAME: %[[A0:.+]]: i32, %[[A1:.+]]: i32) -> (i32, i32) {
  // CHECK-NEXT: nv_tileaa.return %[[A0]], %[[A0]] : i32, i32
  testing$func @scalar_slices(%x: tile<i32>, %y: tile<i32>) -> (tile<i32>, tile<i32>) {
    %0 = extract %x[] : tile<i32> -> tile<i32>
    %1 = insert %x, %y[] : tile<i32>, tile<i32> -> tile<i32>
    return %0, %1 : tile<i32>, tile<i32>
  }

  // CHECK-LABEL: nv_tileaa.func @choose(
  // CHECK-SAME: %[[A0:.+]]: tensor<8xi1>, %[[A1:.+]]: i1, %[[A2:.+]]: tensor<8x!nv_tileaa.ptr<f32>>, %[[A3:.+]]: tensor<8xi4>, %[[A4:.+]]: f32) {
  // CHECK-NEXT: %[[V0:.+]] = arith.select %[[A0]], %[[A2]], %[[A2]] : tensor<8xi1>, tensor<8x!nv_tileaa.ptr<f32>>
  // CHECK-NEXT: %[[V1:.+]] = arith.select %[[A0]], %[[A3]], %[[A3]] : tensor<8xi1>, tensor<8xi4>
  // CHECK-NEXT: %[[V2:.+]] = arith.select %[[A1]], %[[A4]], %[[A4]] : f32
  // CHECK-NEXT: nv_tileaa.return
  testing$func @choose(%c: tile<8xi1>, %s: tile<i1>, %p: tile<8xptr<f32>>, %n: tile<8xi4>, %x: tile<f32>) {
    %0 = select %c, %p, %p : tile<8xi1>, tile<8xptr<f32>>
    %1 = select %c, %n, %n : tile<8xi1>, tile<8xi4>
    %2 = select %s, %x, %x : tile<i1>, tile<f32>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @other(
  // CHECK-SAME: %[[A0:.+]]: tensor<8x!nv_tileaa.ptr<f32>>, %[[A1:.+]]: !nv_tileaa.ptr<i8>, %[[A2:.+]]: i8) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.make_range : tensor<8xi64>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.addptr %[[A0]], %[[V0]] : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xi64>
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.addptr %[[A1]], %[[A2]] : !nv_tileaa.ptr<i8>, i8
  // CHECK-NEXT: %[[CST:.+]] = arith.constant dense<74565> : tensor<16xi32>
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.pack %[[CST]] : tensor<16xi32> -> tensor<64xi8>
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.unpack %[[V3]] : tensor<64xi8> -> tensor<128xi4>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @other(%p: tile<8xptr<f32>>, %q: tile<ptr<i8>>, %n: tile<i8>) {
    %0 = iota : tile<8xi64>
    %1 = offset %p, %0 : tile<8xptr<f32>>, tile<8xi64> -> tile<8xptr<f32>>
    %2 = offset %q, %n : tile<ptr<i8>>, tile<i8> -> tile<ptr<i8>>
    %h = constant <i32: 74565> : tile<16xi32>
    %3 = pack %h : tile<16xi32> -> tile<64xi8>
    %4 = unpack %3 : tile<64xi8> -> tile<128xi4>
    return
  }

  // Two elements of 4 bits share an address; of one bit only 0 is even.
  // CHECK-LABEL: nv_tileaa.func @nibbles(
  // CHECK-SAME: %[[A0:.+]]: tensor<8x!nv_tileaa.ptr<f4E2M1FN>>, %[[A1:.+]]: tensor<8xi16>, %[[A2:.+]]: tensor<8xi1>)
  // CHECK-NEXT: %[[ONE:.+]] = arith.constant dense<1> : tensor<8xi16>
  // CHECK-NEXT: %[[HALF:.+]] = arith.shrsi %[[A1]], %[[ONE]] : tensor<8xi16>
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.addptr %[[A0]], %[[HALF]] : tensor<8x!nv_tileaa.ptr<f4E2M1FN>>, tensor<8xi16>
  // CHECK-NEXT: nv_tileaa.return %[[V0]], %[[A0]]
  testing$func @nibbles(%p: tile<8xptr<f4E2M1FN>>, %n: tile<8xi16>, %bit: tile<8xi1>) -> (tile<8xptr<f4E2M1FN>>, tile<8xptr<f4E2M1FN>>) {
    %0 = offset %p, %n : tile<8xptr<f4E2M1FN>>, tile<8xi16> -> tile<8xptr<f4E2M1FN>>
    %1 = offset %p, %bit : tile<8xptr<f4E2M1FN>>, tile<8xi1> -> tile<8xptr<f4E2M1FN>>
    return %0, %1 : tile<8xptr<f4E2M1FN>>, tile<8xptr<f4E2M1FN>>
  }

  // CHECK-LABEL: nv_tileaa.func @grid(
  // CHECK-SAME: ) -> (i32, i32) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.get_program_id x
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.get_program_id y
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.get_program_id z
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.get_num_programs x
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.get_num_programs y
  // CHECK-NEXT: %[[V5:.+]] = nv_tileaa.get_num_programs z
  // CHECK-NEXT: nv_tileaa.return %[[V2]], %[[V3]] : i32, i32
  testing$func @grid() -> (tile<i32>, tile<i32>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    return %z, %nx : tile<i32>, tile<i32>
  }
}
