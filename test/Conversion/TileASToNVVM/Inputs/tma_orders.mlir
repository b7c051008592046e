// C = A B in f16, stored by TMA twice: by rows and by columns.

!rows = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!tiles = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !rows>
!by_rows = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!c_rows = !cuda_tile.partition_view<tile=(64x64), !by_rows>
!by_columns = !cuda_tile.tensor_view<?x?xf16, strides=[1,?]>
!c_columns = !cuda_tile.partition_view<tile=(64x64), !by_columns>

cuda_tile.module @m {
  entry @orders(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f16>>, %pd: tile<ptr<f16>>,
      %m_arg: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %k = assume div_by<8>, %k_arg : tile<i32>
    %n = assume div_by<8>, %n_arg : tile<i32>
    %m = assume div_by<8>, %m_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !by_rows
    %vd = make_tensor_view %pd, shape = [%m, %n], strides = [1, %m] : tile<i32> -> !by_columns
    %ta = make_partition_view %va : !tiles
    %tb = make_partition_view %vb : !tiles
    %tc = make_partition_view %vc : !c_rows
    %td = make_partition_view %vd : !c_columns
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !tiles -> tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !tiles, tile<i32> -> tile<64x64xf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] : !tiles, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %half = ftof %sum : tile<64x64xf32> -> tile<64x64xf16>
    %w = store_view_tko weak %half, %tc[%x, %y] optimization_hints=<sm_90 = {allow_tma = true}> : tile<64x64xf16>, !c_rows, tile<i32> -> token
    %v = store_view_tko weak %half, %td[%x, %y] optimization_hints=<sm_90 = {allow_tma = true}> : tile<64x64xf16>, !c_columns, tile<i32> -> token
    return
  }
}
