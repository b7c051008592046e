// RUN: tessera-opt %s | FileCheck %s

// Names of results, as the public printer gives them.

cuda_tile.module @m {
  // CHECK-LABEL: entry @names
  entry @names(%n: tile<i32>, %m: tile<i64>) {
    // An assumption is named after what it is about, if that has a name.
    // CHECK: %[[SUM:[0-9]+]] = addi
    // CHECK-NEXT: %assume = assume div_by<8>, %[[SUM]]
    %a = addi %n, %n : tile<i32>
    %b = assume div_by<8>, %a : tile<i32>
    // CHECK: %assume_cst_8_i32 = assume div_by<8>, %cst_8_i32
    %q = constant <i32: 8> : tile<i32>
    %e = assume div_by<8>, %q : tile<i32>
    // CHECK: %assume_reshape = assume div_by<8>, %reshape
    // CHECK-NEXT: %assume_assume_reshape = assume bounded<0, ?>, %assume_reshape
    %f = reshape %n : tile<i32> -> tile<1xi32>
    %g = assume div_by<8>, %f : tile<1xi32>
    %h = assume bounded<0, ?>, %g : tile<1xi32>
    // CHECK: %assume_assume = assume bounded<0, ?>, %assume
    %t = assume bounded<0, ?>, %b : tile<i32>
    return
  }
}
