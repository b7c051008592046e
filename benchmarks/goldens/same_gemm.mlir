// What blackwell_gemm.py computes, as a program: C = A Bᵀ in tiles of 128 x 256, bf16 in
// and out, sums in f32. `tile` makes a tile in each block; in `tiles` a block makes
// `count` tiles below each other, as the kernel by hand makes all that a multiprocessor
// has. beside.py compares their times.

!rows = !cuda_tile.tensor_view<?x?xbf16, strides=[?,1]>
!columns = !cuda_tile.tensor_view<?x?xbf16, strides=[1,?]>
!a_tiles = !cuda_tile.partition_view<tile=(128x64), padding_value = zero, !rows>
!b_tiles = !cuda_tile.partition_view<tile=(64x256), padding_value = zero, !columns>
!c_tiles = !cuda_tile.partition_view<tile=(128x256), !rows>

cuda_tile.module @same_gemm {
  entry @tile(%a_arg: tile<ptr<bf16>>, %b_arg: tile<ptr<bf16>>, %c_arg: tile<ptr<bf16>>,
      %m_arg: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %a_arg : tile<ptr<bf16>>
    %b_ptr = assume div_by<16>, %b_arg : tile<ptr<bf16>>
    %c_ptr = assume div_by<16>, %c_arg : tile<ptr<bf16>>
    %m = assume bounded<0, ?>, %m_arg : tile<i32>
    %n8 = assume bounded<0, ?>, %n_arg : tile<i32>
    %n = assume div_by<8>, %n8 : tile<i32>
    %k8 = assume bounded<0, ?>, %k_arg : tile<i32>
    %k = assume div_by<8>, %k8 : tile<i32>
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [1, %k] : tile<i32> -> !columns
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !rows
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !c_tiles
    %row, %column, %z = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<128x256xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<128x256xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%row, %kt] : !a_tiles, tile<i32> -> tile<128x64xbf16>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %column] : !b_tiles, tile<i32> -> tile<64x256xbf16>, token
      %next = mmaf %a, %b, %acc : tile<128x64xbf16>, tile<64x256xbf16>, tile<128x256xf32>
      continue %next : tile<128x256xf32>
    }
    %rounded = ftof %sum : tile<128x256xf32> -> tile<128x256xbf16>
    %written = store_view_tko weak %rounded, %c_part[%row, %column] : tile<128x256xbf16>, !c_tiles, tile<i32> -> token
    return
  }

  entry @tiles(%a_arg: tile<ptr<bf16>>, %b_arg: tile<ptr<bf16>>, %c_arg: tile<ptr<bf16>>,
      %m_arg: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>, %count: tile<i32>) {
    %a_ptr = assume div_by<16>, %a_arg : tile<ptr<bf16>>
    %b_ptr = assume div_by<16>, %b_arg : tile<ptr<bf16>>
    %c_ptr = assume div_by<16>, %c_arg : tile<ptr<bf16>>
    %m = assume bounded<0, ?>, %m_arg : tile<i32>
    %n8 = assume bounded<0, ?>, %n_arg : tile<i32>
    %n = assume div_by<8>, %n8 : tile<i32>
    %k8 = assume bounded<0, ?>, %k_arg : tile<i32>
    %k = assume div_by<8>, %k8 : tile<i32>
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [1, %k] : tile<i32> -> !columns
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !rows
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !c_tiles
    %block, %column, %z = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<128x256xf32>
    %first = muli %block, %count : tile<i32>
    for %i in (%c0 to %count, step %c1) : tile<i32> {
      %row = addi %first, %i : tile<i32>
      %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<128x256xf32>) {
        %a, %a_read = load_view_tko weak %a_part[%row, %kt] : !a_tiles, tile<i32> -> tile<128x64xbf16>, token
        %b, %b_read = load_view_tko weak %b_part[%kt, %column] : !b_tiles, tile<i32> -> tile<64x256xbf16>, token
        %next = mmaf %a, %b, %acc : tile<128x64xbf16>, tile<64x256xbf16>, tile<128x256xf32>
        continue %next : tile<128x256xf32>
      }
      %rounded = ftof %sum : tile<128x256xf32> -> tile<128x256xbf16>
      %written = store_view_tko weak %rounded, %c_part[%row, %column] : tile<128x256xbf16>, !c_tiles, tile<i32> -> token
      continue
    }
    return
  }
}
