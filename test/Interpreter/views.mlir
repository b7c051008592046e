// Views: partial tiles, padding, dim_map, strides, gather and scatter, f4 nibbles.
// RUN: tessera run --interpret %s --entry partition 'rand(12,i32,1,0,1)' | FileCheck %s --check-prefix=PARTITION
// RUN: tessera run --interpret %s --entry padding 'zeros(8,f32)' | FileCheck %s --check-prefix=PADDING
// RUN: tessera run --interpret %s --entry strided 'zeros(16,i32)' | FileCheck %s --check-prefix=STRIDED
// RUN: tessera run --interpret %s --entry gather 'zeros(20,i32)' | FileCheck %s --check-prefix=GATHER
// RUN: tessera run --interpret %s --entry dynamic 'zeros(16,i32)' 3 5 | FileCheck %s --check-prefix=DYNAMIC
// RUN: tessera run --interpret %s --entry nibbles 'zeros(8,i8)' | FileCheck %s --check-prefix=NIBBLES
// RUN: not tessera run --interpret %s --entry outside 'zeros(12,i32)' 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not tessera run --interpret %s --entry short 'zeros(10,i32)' 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not tessera run --interpret %s --entry promised 'zeros(12,i32)' 2>&1 | FileCheck %s --check-prefix=PROMISED
// RUN: not tessera run --interpret %s --entry far 'zeros(4,i32)' 9223372036854775807 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: not tessera run --interpret %s --entry far 'zeros(4,i32)' 2305843009213693952 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: not tessera run --interpret %s --entry zero_size 'zeros(4,i32)' 0 2>&1 | FileCheck %s --check-prefix=ZERO

!tv = !cuda_tile.tensor_view<3x4xi32, strides=[4,1]>
!pv = !cuda_tile.partition_view<tile=(2x2), tensor_view<3x4xi32, strides=[4,1]>>
!pt = !cuda_tile.partition_view<tile=(4x2), padding_value = zero, tensor_view<3x4xi32, strides=[4,1]>, dim_map=[1, 0]>

cuda_tile.module @views {
  // A 3x4 matrix written tile by tile: the last row of tiles is half outside.
  // PARTITION: space 2 2
  // PARTITION: mapped space 1 2
  // PARTITION: {{\[}}[1, 2], [0, 0]]
  // PARTITION: {{\[}}[1, 0], [2, 0], [4, 0], [5, 0]]
  entry @partition(%p: tile<ptr<i32>>) {
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 1> : tile<i32>
    %tv = make_tensor_view %p, shape = [3, 4], strides = [4, 1] : tensor_view<3x4xi32, strides=[4,1]>
    %pv = make_partition_view %tv : !pv
    %s:2 = get_index_space_shape %pv : !pv -> tile<i32>
    %t0 = print_tko "space %d %d\n", %s#0, %s#1 : tile<i32>, tile<i32> -> token
    %a = constant <i32: [[1, 2], [3, 3]]> : tile<2x2xi32>
    %b = constant <i32: [[4, 5], [6, 6]]> : tile<2x2xi32>
    %t1 = store_view_tko weak %a, %pv[%i1, %i0] : tile<2x2xi32>, !pv, tile<i32> -> token
    %t2 = store_view_tko weak %b, %pv[%i1, %i1] : tile<2x2xi32>, !pv, tile<i32> -> token
    %r, %t3 = load_view_tko weak %pv[%i1, %i0] token=%t1 : !pv, tile<i32> -> tile<2x2xi32>, token
    %pt = make_partition_view %tv : !pt
    %m:2 = get_index_space_shape %pt : !pt -> tile<i32>
    %t4 = print_tko "mapped space %d %d\n", %m#0, %m#1 : tile<i32>, tile<i32> -> token
    // Unspecified elements read as zero.
    %t5 = print_tko "%d\n", %r : tile<2x2xi32> -> token
    %x, %t6 = load_view_tko relaxed device %pt[%i0, %i1] token=%t2 : !pt, tile<i32> -> tile<4x2xi32>, token
    %t7 = print_tko "%d\n", %x : tile<4x2xi32> -> token
  }

  // PADDING: [0, 0, nan, nan] [0, 0, inf, inf] [0, 0, -inf, -inf] [0, 0, -0, -0] [0, 0, nan, nan]
  entry @padding(%p: tile<ptr<f32>>) {
    %i1 = constant <i32: 1> : tile<i32>
    %v = make_tensor_view %p, shape = [6], strides = [1] : tensor_view<6xf32, strides=[1]>
    %nan = make_partition_view %v : partition_view<tile=(4), padding_value = nan, tensor_view<6xf32, strides=[1]>>
    %inf = make_partition_view %v : partition_view<tile=(4), padding_value = pos_inf, tensor_view<6xf32, strides=[1]>>
    %ninf = make_partition_view %v : partition_view<tile=(4), padding_value = neg_inf, tensor_view<6xf32, strides=[1]>>
    %nz = make_partition_view %v : partition_view<tile=(4), padding_value = neg_zero, tensor_view<6xf32, strides=[1]>>
    %p8 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f8E4M3FN>>
    %v8 = make_tensor_view %p8, shape = [6], strides = [1] : tensor_view<6xf8E4M3FN, strides=[1]>
    %n8 = make_partition_view %v8 : partition_view<tile=(4), padding_value = nan, tensor_view<6xf8E4M3FN, strides=[1]>>
    %a, %t0 = load_view_tko weak %nan[%i1] : partition_view<tile=(4), padding_value = nan, tensor_view<6xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %b, %t1 = load_view_tko weak %inf[%i1] : partition_view<tile=(4), padding_value = pos_inf, tensor_view<6xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %c, %t2 = load_view_tko weak %ninf[%i1] : partition_view<tile=(4), padding_value = neg_inf, tensor_view<6xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %d, %t3 = load_view_tko weak %nz[%i1] : partition_view<tile=(4), padding_value = neg_zero, tensor_view<6xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %e, %t4 = load_view_tko weak %n8[%i1] : partition_view<tile=(4), padding_value = nan, tensor_view<6xf8E4M3FN, strides=[1]>>, tile<i32> -> tile<4xf8E4M3FN>, token
    %t5 = print_tko "%g %g %g %g %g\n", %a, %b, %c, %d, %e : tile<4xf32>, tile<4xf32>, tile<4xf32>, tile<4xf32>, tile<4xf8E4M3FN> -> token
  }

  // Windows that overlap: tile 4, step 3 over 0 1 2 ... 15.
  // STRIDED: 6: [6, 7, 8, 9] [15, 0, 0, 0]
  entry @strided(%p: tile<ptr<i32>>) {
    %i = iota : tile<16xi32>
    %z = constant <i32: 0> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %five = constant <i32: 5> : tile<i32>
    %v = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %all = make_partition_view %v : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>
    %t0 = store_view_tko weak %i, %all[%z] : tile<16xi32>, partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>, tile<i32> -> token
    %w = make_strided_view %v : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<16xi32, strides=[1]>>
    %n = get_index_space_shape %w : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<16xi32, strides=[1]>> -> tile<i32>
    %a, %t1 = load_view_tko weak %w[%two] token=%t0 : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<16xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %b, %t2 = load_view_tko weak %w[%five] token=%t0 : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<16xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %t3 = print_tko "%d: %d %d\n", %n, %a, %b : tile<i32>, tile<4xi32>, tile<4xi32> -> token
  }

  // Rows 3, 0, 9 (outside) and 1 of a 5x4 matrix from column 2 (an element
  // offset); then the same rows written.
  // GATHER: {{\[}}[14, 15], [2, 3], [-0, -0], [6, 7]]
  // GATHER: {{\[}}[0, 1, 50, 50], [4, 5, 50, 50], [8, 9, 10, 11], [12, 13, 50, 50]]
  entry @gather(%p: tile<ptr<i32>>) {
    %z = constant <i32: 0> : tile<i32>
    %two = constant <i64: 2> : tile<i64>
    %i = iota : tile<16xi32>
    %m = reshape %i : tile<16xi32> -> tile<4x4xi32>
    %pf = ptr_to_ptr %p : tile<ptr<i32>> -> tile<ptr<f32>>
    %v = make_tensor_view %pf, shape = [5, 4], strides = [4, 1] : tensor_view<5x4xf32, strides=[4,1]>
    %pv = make_partition_view %v : partition_view<tile=(4x4), tensor_view<5x4xf32, strides=[4,1]>>
    %mf = itof %m signed : tile<4x4xi32> -> tile<4x4xf32>
    %t0 = store_view_tko weak %mf, %pv[%z, %z] : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<5x4xf32, strides=[4,1]>>, tile<i32> -> token
    %g = make_gather_scatter_view %v : gather_scatter_view<tile=(4x2), padding_value = neg_zero, tensor_view<5x4xf32, strides=[4,1]>, sparse_dim=0>
    %rows = constant <i32: [3, 0, 9, 1]> : tile<4xi32>
    %a, %t1 = load_view_tko weak %g[%rows, %two] token=%t0 : gather_scatter_view<tile=(4x2), padding_value = neg_zero, tensor_view<5x4xf32, strides=[4,1]>, sparse_dim=0>, tile<4xi32>, tile<i64> -> tile<4x2xf32>, token
    %t2 = print_tko "%g\n", %a : tile<4x2xf32> -> token
    %x = constant <f32: 50.0> : tile<4x2xf32>
    %t3 = store_view_tko weak %x, %g[%rows, %two] token=%t1 : tile<4x2xf32>, gather_scatter_view<tile=(4x2), padding_value = neg_zero, tensor_view<5x4xf32, strides=[4,1]>, sparse_dim=0>, tile<4xi32>, tile<i64> -> token
    %b, %t4 = load_view_tko weak %pv[%z, %z] token=%t3 : partition_view<tile=(4x4), tensor_view<5x4xf32, strides=[4,1]>>, tile<i32> -> tile<4x4xf32>, token
    %t5 = print_tko "%g\n", %b : tile<4x4xf32> -> token
  }

  // Run-time sizes and strides; a column-major 3x5 matrix.
  // DYNAMIC: 3 5 {{\[}}[0, 0, 0, 0], [0, 7, 7, 0]] 2 3
  entry @dynamic(%p: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>) {
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %v = make_tensor_view %p, shape = [%m, %n], strides = [1, %m] : tile<i32> -> tensor_view<?x?xi32, strides=[1,?]>
    %s:2 = get_tensor_shape %v : tensor_view<?x?xi32, strides=[1,?]> -> tile<i64>
    %w = make_partition_view %v : partition_view<tile=(2x2), tensor_view<?x?xi32, strides=[1,?]>>
    %q:2 = get_index_space_shape %w : partition_view<tile=(2x2), tensor_view<?x?xi32, strides=[1,?]>> -> tile<i8>
    %x = constant <i32: 7> : tile<1x2xi32>
    %off = make_gather_scatter_view %v : gather_scatter_view<tile=(1x2), tensor_view<?x?xi32, strides=[1,?]>, sparse_dim=0>
    %row = constant <i32: 1> : tile<1xi32>
    %t0 = store_view_tko weak %x, %off[%row, %one] : tile<1x2xi32>, gather_scatter_view<tile=(1x2), tensor_view<?x?xi32, strides=[1,?]>, sparse_dim=0>, tile<1xi32>, tile<i32> -> token
    %r = make_partition_view %v : partition_view<tile=(2x4), tensor_view<?x?xi32, strides=[1,?]>>
    %a, %t1 = load_view_tko weak %r[%z, %z] token=%t0 : partition_view<tile=(2x4), tensor_view<?x?xi32, strides=[1,?]>>, tile<i32> -> tile<2x4xi32>, token
    %t2 = print_tko "%d %d %d %d %d\n", %s#0, %s#1, %a, %q#0, %q#1 : tile<i64>, tile<i64>, tile<2x4xi32>, tile<i8>, tile<i8> -> token
  }

  // Element 2k of a 4-bit view is the low nibble of byte k.
  // NIBBLES: [21, 43, 0, 0] [0.5, 1, 1.5, 2]
  entry @nibbles(%p: tile<ptr<i8>>) {
    %z = constant <i32: 0> : tile<i32>
    %f = ptr_to_ptr %p : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    %v = make_tensor_view %f, shape = [16], strides = [1] : tensor_view<16xf4E2M1FN, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<16xf4E2M1FN, strides=[1]>>
    %x = constant <f4E2M1FN: [0.5, 1.0, 1.5, 2.0]> : tile<4xf4E2M1FN>
    %t0 = store_view_tko weak %x, %w[%z] : tile<4xf4E2M1FN>, partition_view<tile=(4), tensor_view<16xf4E2M1FN, strides=[1]>>, tile<i32> -> token
    %bv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xi8, strides=[1]>
    %bp = make_partition_view %bv : partition_view<tile=(4), tensor_view<8xi8, strides=[1]>>
    %b, %t1 = load_view_tko weak %bp[%z] token=%t0 : partition_view<tile=(4), tensor_view<8xi8, strides=[1]>>, tile<i32> -> tile<4xi8>, token
    %y, %t2 = load_view_tko weak %w[%z] token=%t0 : partition_view<tile=(4), tensor_view<16xf4E2M1FN, strides=[1]>>, tile<i32> -> tile<4xf4E2M1FN>, token
    %t3 = print_tko "%hhx %g\n", %b, %y : tile<4xi8>, tile<4xf4E2M1FN> -> token
  }

  // OUTSIDE: index-outside-space: index 2 in dimension 0, expected less than 2 (load_view_tko in tile block (0, 0, 0))
  // OUTSIDE: index-outside-space: index 4294967295 in dimension 1, expected less than 2 (store_view_tko
  entry @outside(%p: tile<ptr<i32>>) {
    %i0 = constant <i32: 0> : tile<i32>
    %i2 = constant <i32: 2> : tile<i32>
    %m = constant <i32: -1> : tile<i32>
    %tv = make_tensor_view %p, shape = [3, 4], strides = [4, 1] : tensor_view<3x4xi32, strides=[4,1]>
    %pv = make_partition_view %tv : !pv
    %r, %t0 = load_view_tko weak %pv[%i2, %i0] : !pv, tile<i32> -> tile<2x2xi32>, token
    %t1 = store_view_tko weak %r, %pv[%i0, %m] : tile<2x2xi32>, !pv, tile<i32> -> token
  }

  // The tensor claims twelve elements, the array has ten.
  // SHORT: out-of-bounds: load of 4 bytes at '{{.*}}'+40 (40 bytes) (load_view_tko in tile block (0, 0, 0), element [0, 0])
  // SHORT: out-of-bounds: load of 4 bytes at '{{.*}}'+44 (40 bytes) (load_view_tko in tile block (0, 0, 0), element [0, 1])
  entry @short(%p: tile<ptr<i32>>) {
    %i1 = constant <i32: 1> : tile<i32>
    %tv = make_tensor_view %p, shape = [3, 4], strides = [4, 1] : tensor_view<3x4xi32, strides=[4,1]>
    %pv = make_partition_view %tv : !pv
    %r, %t0 = load_view_tko weak %pv[%i1, %i1] : !pv, tile<i32> -> tile<2x2xi32>, token
  }

  // PROMISED: out-of-bounds: tile not inside the tensor in dimension 0, which 'inbounds' promised
  entry @promised(%p: tile<ptr<i32>>) {
    %i1 = constant <i32: 1> : tile<i32>
    %tv = make_tensor_view %p, shape = [3, 4], strides = [4, 1] : tensor_view<3x4xi32, strides=[4,1]>
    %pv = make_partition_view %tv : !pv
    %r, %t0 = load_view_tko weak %pv[%i1, %i1] inbounds = [true, true] : !pv, tile<i32> -> tile<2x2xi32>, token
  }

  // FAR: address-overflow: address offset in dimension 0 exceeds 2^63 - 1 bytes
  entry @far(%p: tile<ptr<i32>>, %n: tile<i64>) {
    %i1 = constant <i32: 1> : tile<i32>
    %tv = make_tensor_view %p, shape = [8], strides = [%n] : tile<i64> -> tensor_view<8xi32, strides=[?]>
    %pv = make_partition_view %tv : partition_view<tile=(2), tensor_view<8xi32, strides=[?]>>
    %r, %t0 = load_view_tko weak %pv[%i1] : partition_view<tile=(2), tensor_view<8xi32, strides=[?]>>, tile<i32> -> tile<2xi32>, token
  }

  // ZERO: bad-view-shape: expected a positive size in dimension 0, got 0
  entry @zero_size(%p: tile<ptr<i32>>, %n: tile<i64>) {
    %tv = make_tensor_view %p, shape = [%n], strides = [1] : tile<i64> -> tensor_view<?xi32, strides=[1]>
  }
}
