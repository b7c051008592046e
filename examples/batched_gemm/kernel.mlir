// C[b] = A[b] * B[b] for a batch of matrices, with the rank-3 form of mmaf.
//
// A tile spans two batch entries, so one mmaf multiplies two pairs of matrices.
// The batch size is odd: in the last block half of each tile is padding, which
// costs work but changes nothing.

!stack = !cuda_tile.tensor_view<?x?x?xf16, strides=[?,?,1]>
!out_stack = !cuda_tile.tensor_view<?x?x?xf32, strides=[?,?,1]>
!a_tiles = !cuda_tile.partition_view<tile=(2x32x16), padding_value = zero, !stack>
!b_tiles = !cuda_tile.partition_view<tile=(2x16x32), padding_value = zero, !stack>
!c_tiles = !cuda_tile.partition_view<tile=(2x32x32), !out_stack>

cuda_tile.module @batched_gemm {
  // Rank-3 arrays in the cuTile convention: pointer, three sizes, three strides.
  entry @batched_gemm(
      %a_ptr: tile<ptr<f16>>, %a_n0: tile<i32>, %a_n1: tile<i32>, %a_n2: tile<i32>,
      %a_s0: tile<i32>, %a_s1: tile<i32>, %a_s2: tile<i32>,
      %b_ptr: tile<ptr<f16>>, %b_n0: tile<i32>, %b_n1: tile<i32>, %b_n2: tile<i32>,
      %b_s0: tile<i32>, %b_s1: tile<i32>, %b_s2: tile<i32>,
      %c_ptr: tile<ptr<f32>>, %c_n0: tile<i32>, %c_n1: tile<i32>, %c_n2: tile<i32>,
      %c_s0: tile<i32>, %c_s1: tile<i32>, %c_s2: tile<i32>) {
    %a_view = make_tensor_view %a_ptr, shape = [%a_n0, %a_n1, %a_n2], strides = [%a_s0, %a_s1, 1]
        : tile<i32> -> !stack
    %b_view = make_tensor_view %b_ptr, shape = [%b_n0, %b_n1, %b_n2], strides = [%b_s0, %b_s1, 1]
        : tile<i32> -> !stack
    %c_view = make_tensor_view %c_ptr, shape = [%c_n0, %c_n1, %c_n2], strides = [%c_s0, %c_s1, 1]
        : tile<i32> -> !out_stack
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !c_tiles

    // Grid: x over rows, y over columns, z over pairs of batch entries.
    %bm, %bn, %bb = get_tile_block_id : tile<i32>
    %tiles_b, %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<2x32x32xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<2x32x32xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%bb, %bm, %kt]
          : !a_tiles, tile<i32> -> tile<2x32x16xf16>, token
      %b, %b_read = load_view_tko weak %b_part[%bb, %kt, %bn]
          : !b_tiles, tile<i32> -> tile<2x16x32xf16>, token
      %next = mmaf %a, %b, %acc : tile<2x32x16xf16>, tile<2x16x32xf16>, tile<2x32x32xf32>
      continue %next : tile<2x32x32xf32>
    }
    %written = store_view_tko weak %sum, %c_part[%bb, %bm, %bn]
        : tile<2x32x32xf32>, !c_tiles, tile<i32> -> token
    return
  }
}
