// Matrix products for a pair of blocks.
// Matrices are C[m][n] = A[m][k] B[k][n], all extents arguments.

!rows = !cuda_tile.tensor_view<?x?xbf16, strides=[?,1]>
!halves = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!bytes = !cuda_tile.tensor_view<?x?xf8E4M3FN, strides=[?,1]>
!out = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!a = !cuda_tile.partition_view<tile=(256x64), padding_value = zero, !rows>
!b = !cuda_tile.partition_view<tile=(64x128), padding_value = zero, !rows>
!c = !cuda_tile.partition_view<tile=(256x128), !out>

cuda_tile.module @pairs {
  // One tile of a block; nothing is promised, so that there is a body for other arguments.
  entry @gemm(%pa: tile<ptr<bf16>>, %pb: tile<ptr<bf16>>, %pc: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>)
      optimization_hints=<sm_100 = {num_cta_in_cga = 2}, sm_103 = {num_cta_in_cga = 2}, sm_110 = {num_cta_in_cga = 2}> {
    %va = make_tensor_view %pa, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %pb, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !b
    %tc = make_partition_view %vc : !c
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !a -> tile<i32>
    %zero = constant <f32: 0.0> : tile<256x128xf32>
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<256x128xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<256x64xbf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] : !b, tile<i32> -> tile<64x128xbf16>, token
      %next = mmaf %fa, %fb, %acc : tile<256x64xbf16>, tile<64x128xbf16>, tile<256x128xf32>
      continue %next : tile<256x128xf32>
    }
    %w = store_view_tko weak %sum, %tc[%x, %y] : tile<256x128xf32>, !c, tile<i32> -> token
    return
  }

  // Tiles one after the other, some without products; B lies as B[n][k]; 512 rows, which are two blocks of rows.
  entry @tiles(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>, %m: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>)
      optimization_hints=<sm_100 = {num_cta_in_cga = 2}, sm_103 = {num_cta_in_cga = 2}, sm_110 = {num_cta_in_cga = 2}> {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %c_ptr = assume div_by<16>, %pc : tile<ptr<f32>>
    %k = assume div_by<8>, %k_arg : tile<i32>
    %n = assume div_by<8>, %n_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !halves
    %vb = make_tensor_view %b_ptr, shape = [%n, %k], strides = [%k, 1] : tile<i32> -> !halves
    %vc = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_partition_view %va : partition_view<tile=(512x32), padding_value = zero, !halves>
    %tb = make_partition_view %vb : partition_view<tile=(64x32), padding_value = zero, !halves>
    %tc = make_partition_view %vc : partition_view<tile=(512x64), !out>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : partition_view<tile=(512x32), padding_value = zero, !halves> -> tile<i32>
    %tn, %tk2 = get_index_space_shape %tb : partition_view<tile=(64x32), padding_value = zero, !halves> -> tile<i32>
    %zero = constant <f32: 0.0> : tile<512x64xf32>
    %all = muli %tm, %tn : tile<i32>
    for %t in (%x to %all, step %gx) : tile<i32> {
      %row = divi %t, %tn signed : tile<i32>
      %col = remi %t, %tn signed : tile<i32>
      %sum = for %i in (%col to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<512x64xf32>) {
        %fa, %ra = load_view_tko weak %ta[%row, %i] : partition_view<tile=(512x32), padding_value = zero, !halves>, tile<i32> -> tile<512x32xf16>, token
        %ft, %rb = load_view_tko weak %tb[%col, %i] : partition_view<tile=(64x32), padding_value = zero, !halves>, tile<i32> -> tile<64x32xf16>, token
        %fb = permute %ft [1, 0] : tile<64x32xf16> -> tile<32x64xf16>
        %next = mmaf %fa, %fb, %acc : tile<512x32xf16>, tile<32x64xf16>, tile<512x64xf32>
        continue %next : tile<512x64xf32>
      }
      %w = store_view_tko weak %sum, %tc[%row, %col] : tile<512x64xf32>, partition_view<tile=(512x64), !out>, tile<i32> -> token
      continue
    }
    return
  }

  // Bytes, and all columns that an instruction has.
  entry @bytes(%pa: tile<ptr<f8E4M3FN>>, %pb: tile<ptr<f8E4M3FN>>, %pc: tile<ptr<f32>>, %m: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>)
      optimization_hints=<sm_100 = {num_cta_in_cga = 2}, sm_103 = {num_cta_in_cga = 2}, sm_110 = {num_cta_in_cga = 2}> {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f8E4M3FN>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f8E4M3FN>>
    %c_ptr = assume div_by<16>, %pc : tile<ptr<f32>>
    %k = assume div_by<16>, %k_arg : tile<i32>
    %n = assume div_by<16>, %n_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !bytes
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !bytes
    %vc = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_partition_view %va : partition_view<tile=(256x64), padding_value = zero, !bytes>
    %tb = make_partition_view %vb : partition_view<tile=(64x256), padding_value = zero, !bytes>
    %tc = make_partition_view %vc : partition_view<tile=(256x256), !out>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : partition_view<tile=(256x64), padding_value = zero, !bytes> -> tile<i32>
    %zero = constant <f32: 0.0> : tile<256x256xf32>
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<256x256xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : partition_view<tile=(256x64), padding_value = zero, !bytes>, tile<i32> -> tile<256x64xf8E4M3FN>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] : partition_view<tile=(64x256), padding_value = zero, !bytes>, tile<i32> -> tile<64x256xf8E4M3FN>, token
      %next = mmaf %fa, %fb, %acc : tile<256x64xf8E4M3FN>, tile<64x256xf8E4M3FN>, tile<256x256xf32>
      continue %next : tile<256x256xf32>
    }
    %w = store_view_tko weak %sum, %tc[%x, %y] : tile<256x256xf32>, partition_view<tile=(256x256), !out>, tile<i32> -> token
    return
  }
}
