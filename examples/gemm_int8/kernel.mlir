// Quantised matrix product: C[i, j] = sum_k (A[i, k] - a_zero) * B[k, j] in
// 32-bit integers; A holds unsigned bytes, B signed bytes.
//
// Integers have no sign in Tile IR, operations do: `mmai ... unsigned signed`
// reads the left operand as 0..255 and the right one as -128..127.
//
// The zero point is not subtracted element by element (the difference would not
// fit a byte). Instead, with b_sum[j] = sum_k B[k, j],
//   sum_k (A - a_zero) * B = sum_k A * B - a_zero * b_sum[j],
// and b_sum comes from the same mmai with a tile of ones as the left operand.

!row_major = !cuda_tile.tensor_view<?x?xi8, strides=[?,1]>
!a_tiles = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, !row_major>
!b_tiles = !cuda_tile.partition_view<tile=(64x32), padding_value = zero, !row_major>
!c_tiles = !cuda_tile.partition_view<tile=(32x32), tensor_view<?x?xi32, strides=[?,1]>>

cuda_tile.module @gemm_int8 {
  entry @gemm_int8(%a_ptr: tile<ptr<i8>>, %b_ptr: tile<ptr<i8>>, %c_ptr: tile<ptr<i32>>,
                   %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %a_zero: tile<i32>) {
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !row_major
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !row_major
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1]
        : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !c_tiles

    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<32x32xi32>
    %zero_row = constant <i32: 0> : tile<1x32xi32>
    %ones = constant <i8: 1> : tile<1x64xi8>

    %products, %b_sums = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32>
        iter_values(%acc = %zero, %acc_row = %zero_row) -> (tile<32x32xi32>, tile<1x32xi32>) {
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<32x64xi8>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<64x32xi8>, token
      %next = mmai %a, %b, %acc unsigned signed : tile<32x64xi8>, tile<64x32xi8>, tile<32x32xi32>
      %next_row = mmai %ones, %b, %acc_row unsigned signed
          : tile<1x64xi8>, tile<64x32xi8>, tile<1x32xi32>
      continue %next, %next_row : tile<32x32xi32>, tile<1x32xi32>
    }

    %zero_point = reshape %a_zero : tile<i32> -> tile<1x1xi32>
    %zero_point_row = broadcast %zero_point : tile<1x1xi32> -> tile<1x32xi32>
    %shift_row = muli %zero_point_row, %b_sums : tile<1x32xi32>
    %shift = broadcast %shift_row : tile<1x32xi32> -> tile<32x32xi32>
    %result = subi %products, %shift : tile<32x32xi32>
    %written = store_view_tko weak %result, %c_part[%bm, %bn]
        : tile<32x32xi32>, !c_tiles, tile<i32> -> token
    return
  }
}
