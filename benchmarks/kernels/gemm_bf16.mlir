// C = A * B, bf16 operands, f32 result, row-major.
//
// One block computes a 128x128 tile of C and walks along K in steps of 64. Tiles
// that stick out read zeros and store nothing, so every size is allowed.

!in = !cuda_tile.tensor_view<?x?xbf16, strides=[?,1]>
!out = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!a_tiles = !cuda_tile.partition_view<tile=(128x64), padding_value = zero, !in>
!b_tiles = !cuda_tile.partition_view<tile=(64x128), padding_value = zero, !in>
!c_tiles = !cuda_tile.partition_view<tile=(128x128), !out>

cuda_tile.module @gemm_bf16 {
  entry @gemm_bf16(%a_arg: tile<ptr<bf16>>, %b_arg: tile<ptr<bf16>>, %c_arg: tile<ptr<f32>>,
      %m_arg: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %a_arg : tile<ptr<bf16>>
    %b_ptr = assume div_by<16>, %b_arg : tile<ptr<bf16>>
    %c_ptr = assume div_by<16>, %c_arg : tile<ptr<f32>>
    %m = assume bounded<0, ?>, %m_arg : tile<i32>
    %n = assume bounded<0, ?>, %n_arg : tile<i32>
    %k = assume bounded<0, ?>, %k_arg : tile<i32>
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !in
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !in
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !c_tiles

    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<128x128xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<128x64xbf16>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<64x128xbf16>, token
      %next = mmaf %a, %b, %acc : tile<128x64xbf16>, tile<64x128xbf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_part[%bm, %bn]
        : tile<128x128xf32>, !c_tiles, tile<i32> -> token
    return
  }
}
