// C = A * B with bf16 operands and result; A *column-major*, B row-major, and a
// grouped block order.
//
// The grid is one-dimensional. Block numbers are mapped to tiles of C so that
// consecutive blocks cover a group of 2 tile rows, column by column, before going
// on to the next group: blocks that run at the same time then share tiles of A
// and B in the cache. This is the usual order of cuTile and Triton kernels. It
// changes nothing but the speed.

!a_matrix = !cuda_tile.tensor_view<?x?xbf16, strides=[1,?]>
!row_major = !cuda_tile.tensor_view<?x?xbf16, strides=[?,1]>
!a_tiles = !cuda_tile.partition_view<tile=(32x32), padding_value = zero, !a_matrix>
!b_tiles = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, !row_major>
!c_tiles = !cuda_tile.partition_view<tile=(32x64), !row_major>

cuda_tile.module @gemm_bf16 {
  entry @gemm_bf16(%a_ptr: tile<ptr<bf16>>, %b_ptr: tile<ptr<bf16>>, %c_ptr: tile<ptr<bf16>>,
                   %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [1, %m] : tile<i32> -> !a_matrix
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !row_major
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !row_major
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !c_tiles
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %group = constant <i32: 2> : tile<i32>

    // From the block number to (bm, bn). The last group may have fewer rows.
    //   group_id  = block / (group * tiles_n)
    //   first     = group_id * group
    //   height    = min(tiles_m - first, group)
    //   in_group  = block % (group * tiles_n)
    //   bm = first + in_group % height,  bn = in_group / height
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_n = get_index_space_shape %c_part : !c_tiles -> tile<i32>
    %per_group = muli %group, %tiles_n : tile<i32>
    %group_id = divi %block, %per_group signed : tile<i32>
    %first = muli %group_id, %group : tile<i32>
    %rows_left = subi %tiles_m, %first : tile<i32>
    %height = mini %rows_left, %group signed : tile<i32>
    %in_group = remi %block, %per_group signed : tile<i32>
    %row = remi %in_group, %height signed : tile<i32>
    %bm = addi %first, %row : tile<i32>
    %bn = divi %in_group, %height signed : tile<i32>

    %a_tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %zero = constant <f32: 0.0> : tile<32x64xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<32x64xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<32x32xbf16>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<32x64xbf16>, token
      %next = mmaf %a, %b, %acc : tile<32x32xbf16>, tile<32x64xbf16>, tile<32x64xf32>
      continue %next : tile<32x64xf32>
    }
    %result = ftof %sum : tile<32x64xf32> -> tile<32x64xbf16>
    %written = store_view_tko weak %result, %c_part[%bm, %bn]
        : tile<32x64xbf16>, !c_tiles, tile<i32> -> token
    return
  }
}
