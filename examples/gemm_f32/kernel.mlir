// C = A * B in f32, all three row-major, any sizes.
//
// One block computes one 64x64 tile of C: it walks along K in steps of 32,
// loads a tile of A and a tile of B and adds their product to an accumulator
// that lives in the loop. Start here before the other GEMM examples; they
// change one thing each.
//
// Ragged edges: tiles of A and B that stick out are filled with zeros
// (`padding_value = zero`), which add nothing to the products; elements of C that
// do not exist are simply not stored. No mask appears anywhere.

!matrix = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!a_tiles = !cuda_tile.partition_view<tile=(64x32), padding_value = zero, !matrix>
!b_tiles = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, !matrix>
!c_tiles = !cuda_tile.partition_view<tile=(64x64), !matrix>

cuda_tile.module @gemm_f32 {
  // Per array: pointer, sizes, strides in elements (the cuTile convention).
  entry @gemm_f32(
      %a_arg: tile<ptr<f32>>, %m_arg: tile<i32>, %k_arg: tile<i32>,
      %a_stride0: tile<i32>, %a_stride1: tile<i32>,
      %b_arg: tile<ptr<f32>>, %b_rows: tile<i32>, %b_cols: tile<i32>,
      %b_stride0: tile<i32>, %b_stride1: tile<i32>,
      %c_arg: tile<ptr<f32>>, %c_rows: tile<i32>, %c_cols: tile<i32>,
      %c_stride0: tile<i32>, %c_stride1: tile<i32>) {
    %a_ptr = assume div_by<16>, %a_arg : tile<ptr<f32>>
    %b_ptr = assume div_by<16>, %b_arg : tile<ptr<f32>>
    %c_ptr = assume div_by<16>, %c_arg : tile<ptr<f32>>
    %m = assume bounded<0, ?>, %m_arg : tile<i32>
    %k = assume bounded<0, ?>, %k_arg : tile<i32>

    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%a_stride0, 1]
        : tile<i32> -> !matrix
    %b_view = make_tensor_view %b_ptr, shape = [%b_rows, %b_cols], strides = [%b_stride0, 1]
        : tile<i32> -> !matrix
    %c_view = make_tensor_view %c_ptr, shape = [%c_rows, %c_cols], strides = [%c_stride0, 1]
        : tile<i32> -> !matrix
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !c_tiles

    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>

    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<64x32xf32>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<32x64xf32>, token
      %next = mmaf %a, %b, %acc : tile<64x32xf32>, tile<32x64xf32>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }

    %written = store_view_tko weak %sum, %c_part[%bm, %bn]
        : tile<64x64xf32>, !c_tiles, tile<i32> -> token
    return
  }
}
