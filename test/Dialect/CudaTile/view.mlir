// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Views and accesses through them (ops.md 8) survive both text forms.

cuda_tile.module @m {
  // CHECK-LABEL: entry @make
  // CHECK-SAME: (%[[P:[^:]*]]: tile<ptr<f32>>, %[[N:[^:]*]]: tile<i32>,
  entry @make(%p: tile<ptr<f32>>, %n: tile<i32>, %p4: tile<ptr<f4E2M1FN>>) {
    // CHECK: %tview = make_tensor_view %[[P]], shape = [64, 48], strides = [48, 1] : tensor_view<64x48xf32, strides=[48,1]>
    %tv = make_tensor_view %p, shape = [64, 48], strides = [48, 1] : tensor_view<64x48xf32, strides=[48,1]>
    // CHECK: %[[D:.*]] = make_tensor_view %[[P]], shape = [%[[N]], 16], strides = [%[[N]], 1] {note} : tile<i32> -> tensor_view<?x16xf32, strides=[?,1]>
    %td = make_tensor_view %p, shape = [%n, 16], strides = [%n, 1] {note} : tile<i32> -> tensor_view<?x16xf32, strides=[?,1]>
    // CHECK: make_tensor_view %[[P]], shape = [12], strides = [%[[N]]] : tile<i32> -> tensor_view<12xf32, strides=[?]>
    %te = make_tensor_view %p, shape = [12], strides = [%n] : tile<i32> -> tensor_view<12xf32, strides=[?]>
    // CHECK: make_tensor_view %[[P]], shape = [], strides = [] : tensor_view<f32>
    %ts = make_tensor_view %p, shape = [], strides = [] : tensor_view<f32>
    // CHECK: make_tensor_view %{{.*}}, shape = [6], strides = [1] : tensor_view<6xf4E2M1FN, strides=[1]>
    %t4 = make_tensor_view %p4, shape = [6], strides = [1] : tensor_view<6xf4E2M1FN, strides=[1]>
    // CHECK: %pview = make_partition_view %tview : partition_view<tile=(16x8), padding_value = zero, tensor_view<64x48xf32, strides=[48,1]>, dim_map=[1, 0]>
    %pv = make_partition_view %tv : partition_view<tile=(16x8), padding_value = zero, tensor_view<64x48xf32, strides=[48,1]>, dim_map=[1, 0]>
    // CHECK: make_strided_view %tview : strided_view<tile=(16x8), traversal_strides=[3,5], tensor_view<64x48xf32, strides=[48,1]>>
    %sv = make_strided_view %tv : strided_view<tile=(16x8), traversal_strides=[3,5], tensor_view<64x48xf32, strides=[48,1]>>
    // CHECK: make_gather_scatter_view %tview {note} : gather_scatter_view<tile=(8x16), padding_value = nan, tensor_view<64x48xf32, strides=[48,1]>, sparse_dim=0>
    %gv = make_gather_scatter_view %tv {note} : gather_scatter_view<tile=(8x16), padding_value = nan, tensor_view<64x48xf32, strides=[48,1]>, sparse_dim=0>

    // CHECK: %{{.*}}:2 = get_tensor_shape %[[D]] : tensor_view<?x16xf32, strides=[?,1]> -> tile<i64>
    %s0, %s1 = get_tensor_shape %td : tensor_view<?x16xf32, strides=[?,1]> -> tile<i64>
    // CHECK: {{^ *}}get_tensor_shape %{{.*}} : tensor_view<f32> -> tile<i32>
    get_tensor_shape %ts : tensor_view<f32> -> tile<i16>
    // CHECK: get_index_space_shape %pview : partition_view<tile=(16x8), padding_value = zero, tensor_view<64x48xf32, strides=[48,1]>, dim_map=[1, 0]> -> tile<i32>
    %g0, %g1 = get_index_space_shape %pv : partition_view<tile=(16x8), padding_value = zero, tensor_view<64x48xf32, strides=[48,1]>, dim_map=[1, 0]> -> tile<i32>
    // CHECK: get_index_space_shape %{{.*}} : strided_view<{{.*}}> -> tile<i8>
    %h0, %h1 = get_index_space_shape %sv : strided_view<tile=(16x8), traversal_strides=[3,5], tensor_view<64x48xf32, strides=[48,1]>> -> tile<i8>
    // CHECK: get_index_space_shape %{{.*}} : gather_scatter_view<{{.*}}> -> tile<i1>
    %k0, %k1 = get_index_space_shape %gv : gather_scatter_view<tile=(8x16), padding_value = nan, tensor_view<64x48xf32, strides=[48,1]>, sparse_dim=0> -> tile<i1>
    return
  }

  // CHECK-LABEL: entry @access
  entry @access(%p: tile<ptr<f32>>, %n: tile<i32>, %i: tile<i32>) {
    %tv = make_tensor_view %p, shape = [64, 48], strides = [48, 1] : tensor_view<64x48xf32, strides=[48,1]>
    %pv = make_partition_view %tv : partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>
    // CHECK: %[[A:.*]], %[[T:.*]] = load_view_tko weak %pview[%{{.*}}, %{{.*}}] : partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> tile<16x8xf32>, token
    %a, %t0 = load_view_tko weak %pv[%i, %n] : partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> tile<16x8xf32>, token
    // One index type each is accepted and shortened.
    // CHECK: load_view_tko acquire sys %pview[%{{.*}}, %{{.*}}] token = %[[T]] attributes {note} : partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> tile<16x8xf32>, token
    %b, %t1 = load_view_tko acquire sys %pv[%i, %n] token = %t0 attributes {note} : partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32>, tile<i32> -> tile<16x8xf32>, token
    // CHECK: store_view_tko release device %[[A]], %pview[%{{.*}}, %{{.*}}] token = %[[T]] optimization_hints = <default = {allow_tma = false, latency = 2}> : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> token
    %t2 = store_view_tko release device %a, %pv[%i, %n] token = %t0 optimization_hints = <default = {latency = 2, allow_tma = false}> : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> token
    // 13.4: which indices are promised in bounds; all false is the default.
    // CHECK: load_view_tko weak %pview[%{{.*}}, %{{.*}}] token = %[[T]] inbounds = [true, false] : partition_view
    %c, %t3 = load_view_tko weak %pv[%i, %n] inbounds = [true, false] token = %t0 : partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> tile<16x8xf32>, token
    // CHECK: load_view_tko weak %pview[%{{.*}}, %{{.*}}] : partition_view
    %d, %t4 = load_view_tko weak %pv[%i, %n] inbounds = [false, false] : partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> tile<16x8xf32>, token
    // CHECK: store_view_tko weak %[[A]], %pview[%{{.*}}, %{{.*}}] inbounds = [true, true] : tile<16x8xf32>
    %t5 = store_view_tko weak %a, %pv[%i, %n] inbounds = [true, true] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<64x48xf32, strides=[48,1]>>, tile<i32> -> token
    return
  }

  // CHECK-LABEL: entry @gather
  entry @gather(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %tv = make_tensor_view %p, shape = [64, 48], strides = [48, 1] : tensor_view<64x48xf32, strides=[48,1]>
    %gv = make_gather_scatter_view %tv : gather_scatter_view<tile=(8x16), tensor_view<64x48xf32, strides=[48,1]>, sparse_dim=0>
    %rows = iota : tile<8xi64>
    // CHECK: load_view_tko weak %{{.*}}[%{{.*}}, %{{.*}}] : gather_scatter_view<tile=(8x16), tensor_view<64x48xf32, strides=[48,1]>, sparse_dim=0>, tile<8xi64>, tile<i32> -> tile<8x16xf32>, token
    %g, %t2 = load_view_tko weak %gv[%rows, %n] : gather_scatter_view<tile=(8x16), tensor_view<64x48xf32, strides=[48,1]>, sparse_dim=0>, tile<8xi64>, tile<i32> -> tile<8x16xf32>, token
    return
  }
}
