// RUN: tessera-opt %s | FileCheck %s
// RUN: tessera-opt %s | FileCheck %s --check-prefix=BLANKS --strict-whitespace

// Names of results, as the public printer gives them.

cuda_tile.module @m {
  // The blanks of globals are the public printer's, too.
  // BLANKS: {{^}}    global  @open <i32: 7> : tile<1xi32>{{$}}
  global @open <i32: 7> : tile<1xi32>
  // BLANKS: {{^}}    global private  @hidden <i32: 7> : tile<1xi32>{{$}}
  global private @hidden <i32: 7> : tile<1xi32>
  // BLANKS: {{^}}    global  constant @fixed <i32: 9> : tile<1xi32>{{$}}
  global constant @fixed <i32: 9> : tile<1xi32>
  // BLANKS: {{^}}    global private  constant @both <i32: 9> : tile<1xi32>{{$}}
  global private constant @both <i32: 9> : tile<1xi32>

  // Views have names by their kind, and numbers in hints no types.
  // CHECK-LABEL: entry @views
  // CHECK-SAME: optimization_hints=<sm_100 = {weight = 1.500000e+00}>
  entry @views(%p: tile<ptr<f32>>, %n: tile<i64>) optimization_hints=<sm_100 = {weight = 1.5 : f64}> {
    // CHECK: %tview = make_tensor_view
    %t = make_tensor_view %p, shape = [%n, 64], strides = [64, 1] : tile<i64> -> tensor_view<?x64xf32, strides=[64,1]>
    // CHECK: %pview = make_partition_view %tview
    %a = make_partition_view %t : partition_view<tile=(4x8), tensor_view<?x64xf32, strides=[64,1]>>
    // CHECK: %sview = make_strided_view %tview
    %s = make_strided_view %t : strided_view<tile=(4x8), traversal_strides=[3,5], tensor_view<?x64xf32, strides=[64,1]>>
    // CHECK: %gsview = make_gather_scatter_view %tview
    %g = make_gather_scatter_view %t : gather_scatter_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>, sparse_dim=0>
    return
  }

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
