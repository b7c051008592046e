// C[m][n] = A[m][k] B[k][n] in f16, whose result has rows of n elements, ld apart.

!a_rows = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!c_rows = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!c_static = !cuda_tile.tensor_view<?x61xf32, strides=[64,1]>
!a = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !a_rows>
!c = !cuda_tile.partition_view<tile=(64x64), !c_rows>
!c_61 = !cuda_tile.partition_view<tile=(64x64), !c_static>

cuda_tile.module @m {
  entry @padded(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>,
      %m: tile<i32>, %n: tile<i32>, %k_arg: tile<i32>, %ld_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %c_ptr = assume div_by<16>, %pc : tile<ptr<f32>>
    %k = assume div_by<8>, %k_arg : tile<i32>
    %ld = assume div_by<8>, %ld_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !a_rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%ld, 1] : tile<i32> -> !a_rows
    %vc = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%ld, 1] : tile<i32> -> !c_rows
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !a
    %tc = make_partition_view %vc : !c
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !a -> tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<64x64xf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] : !a, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %w = store_view_tko weak %sum, %tc[%x, %y] optimization_hints=<sm_90 = {allow_tma = true}> : tile<64x64xf32>, !c, tile<i32> -> token
    return
  }

  // Rows that are known not to end with 16 bytes.
  entry @known(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>, %m: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %c_ptr = assume div_by<16>, %pc : tile<ptr<f32>>
    %k = constant <i32: 64> : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !a_rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %k], strides = [%k, 1] : tile<i32> -> !a_rows
    %vc = make_tensor_view %c_ptr, shape = [%m, 61], strides = [64, 1] : tile<i32> -> !c_static
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !a
    %tc = make_partition_view %vc : !c_61
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %fa, %ra = load_view_tko weak %ta[%x, %c0] : !a, tile<i32> -> tile<64x64xf16>, token
    %fb, %rb = load_view_tko weak %tb[%c0, %y] : !a, tile<i32> -> tile<64x64xf16>, token
    %sum = mmaf %fa, %fb, %zero : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %w = store_view_tko weak %sum, %tc[%x, %y] optimization_hints=<sm_90 = {allow_tma = true}> : tile<64x64xf32>, !c_61, tile<i32> -> token
    return
  }
}
