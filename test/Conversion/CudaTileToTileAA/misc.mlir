// RUN: tessera-opt %s --convert-cuda-tile-to-tileaa --verify-tileaa-stage | FileCheck %s

// Promises, checks, output and dependent launch (core.md 6.3 to 6.5).
cuda_tile.module @misc {
  // CHECK-LABEL: nv_tileaa.func @promises(
  // CHECK-SAME: %[[A0:.+]]: !nv_tileaa.ptr<f32>, %[[A1:.+]]: tensor<8xi32>, %[[A2:.+]]: i32, %[[A3:.+]]: !nv_tileaa.memref<?xf32, strides = [1]>) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.assume #cuda_tile.div_by<16>, %[[A0]] : !nv_tileaa.ptr<f32>
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.assume #cuda_tile.div_by<4, every 4 along 0>, %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.assume #cuda_tile.bounded<0, ?>, %[[A2]] : i32
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.assume #cuda_tile.same_elements<[2]>, %[[A1]] : tensor<8xi32>
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.assume #cuda_tile.div_by<16>, %[[A3]] : !nv_tileaa.memref<?xf32, strides = [1]>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @promises(%p: tile<ptr<f32>>, %v: tile<8xi32>, %n: tile<i32>, %t: tensor_view<?xf32, strides=[1]>) {
    %0 = assume div_by<16>, %p : tile<ptr<f32>>
    %1 = assume div_by<4, every 4 along 0>, %v : tile<8xi32>
    %2 = assume bounded<0, ?>, %n : tile<i32>
    %3 = assume same_elements<[2]>, %v : tile<8xi32>
    %4 = assume div_by<16>, %t : tensor_view<?xf32, strides=[1]>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @checks(
  // CHECK-SAME: %[[A0:.+]]: i1, %[[A1:.+]]: tensor<8xi1>) {
  // CHECK-NEXT: nv_tileaa.assert %[[A0]], "scalar" : i1
  // CHECK-NEXT: nv_tileaa.assert %[[A1]], "lanes" : tensor<8xi1>
  // CHECK-NEXT: nv_tileaa.return
  testing$func @checks(%c: tile<i1>, %m: tile<8xi1>) {
    assert %c, "scalar" : tile<i1>
    assert %m, "lanes" : tile<8xi1>
    return
  }

  // CHECK-LABEL: nv_tileaa.func @output(
  // CHECK-SAME: %[[A0:.+]]: i32, %[[A1:.+]]: tensor<8xf32>, %[[A2:.+]]: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.print "start\0A"
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.print "block %d of 100%%: %f\0A", %[[A0]], %[[A1]] token = %[[A2]] : i32, tensor<8xf32>
  // CHECK-NEXT: nv_tileaa.return %[[V1]] : !nv_tileaa.mem_token
  testing$func @output(%i: tile<i32>, %v: tile<8xf32>, %t: token) -> token {
    %0 = print_tko "start\n" -> token
    %1 = print_tko "block %d of 100%%: %f\n", %i, %v token=%t : tile<i32>, tile<8xf32> -> token
    return %1 : token
  }

  // CHECK-LABEL: nv_tileaa.func @launch(
  // CHECK-SAME: ) -> !nv_tileaa.mem_token {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.gdc_wait
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.gdc_launch_dependents token = %[[V0]]
  // CHECK-NEXT: nv_tileaa.return %[[V1]] : !nv_tileaa.mem_token
  testing$func @launch() -> token {
    %0 = gdc_wait_tko -> token
    %1 = gdc_launch_dependents_tko token = %0 -> token
    return %1 : token
  }
}
