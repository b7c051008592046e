// Layer normalisation of each row,
//   out[i, j] = (x[i, j] - mean_i) / sqrt(var_i + eps) * gamma[j] + beta[j].
//
// Rows may be longer than a tile, so each block walks its 4 rows three times in
// steps of 256 columns: once for the mean, once for the variance, once to write.
// Two passes for the statistics (instead of sum and sum of squares in one) avoid
// the cancellation that makes one-pass variances inaccurate.

!matrix = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!vector = !cuda_tile.tensor_view<?xf32, strides=[1]>
!row_tiles = !cuda_tile.partition_view<tile=(4x256), padding_value = zero, !matrix>
!out_tiles = !cuda_tile.partition_view<tile=(4x256), !matrix>
!param_tiles = !cuda_tile.partition_view<tile=(256), padding_value = zero, !vector>

cuda_tile.module @layer_norm {
  entry @layer_norm(%x: tile<ptr<f32>>, %gamma: tile<ptr<f32>>, %beta: tile<ptr<f32>>,
                    %out: tile<ptr<f32>>, %rows_arg: tile<i32>, %cols_arg: tile<i32>,
                    %eps: tile<f32>) {
    // Sizes are never negative; say so, as real clients do.
    %rows = assume bounded<0, ?>, %rows_arg : tile<i32>
    %cols = assume bounded<0, ?>, %cols_arg : tile<i32>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>

    %x_view = make_tensor_view %x, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> !matrix
    %x_tiles = make_partition_view %x_view : !row_tiles
    %out_view = make_tensor_view %out, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> !matrix
    %out_part = make_partition_view %out_view : !out_tiles
    %gamma_view = make_tensor_view %gamma, shape = [%cols], strides = [1] : tile<i32> -> !vector
    %gamma_tiles = make_partition_view %gamma_view : !param_tiles
    %beta_view = make_tensor_view %beta, shape = [%cols], strides = [1] : tile<i32> -> !vector
    %beta_tiles = make_partition_view %beta_view : !param_tiles

    // How many tiles a row has, straight from the view.
    %tiles_down, %tiles_across = get_index_space_shape %x_tiles : !row_tiles -> tile<i32>

    %count = itof %cols signed : tile<i32> -> tile<f32>
    %count_1 = reshape %count : tile<f32> -> tile<1x1xf32>
    %count_4 = broadcast %count_1 : tile<1x1xf32> -> tile<4x1xf32>
    %zeros = constant <f32: 0.0> : tile<4x256xf32>

    // Pass 1: the mean. Lane-wise sums first, one reduction at the end. The zero
    // padding beyond the row adds nothing.
    %sums = for %t in (%c0 to %tiles_across, step %c1) : tile<i32>
        iter_values(%acc = %zeros) -> (tile<4x256xf32>) {
      %v, %read = load_view_tko weak %x_tiles[%block, %t]
          : !row_tiles, tile<i32> -> tile<4x256xf32>, token
      %next = addf %acc, %v : tile<4x256xf32>
      continue %next : tile<4x256xf32>
    }
    %sum = reduce %sums dim=1 identities=[0.0 : f32] : tile<4x256xf32> -> tile<4xf32>
      (%a: tile<f32>, %b: tile<f32>) {
        %s = addf %a, %b : tile<f32>
        yield %s : tile<f32>
      }
    %sum_col = reshape %sum : tile<4xf32> -> tile<4x1xf32>
    %mean_col = divf %sum_col, %count_4 : tile<4x1xf32>
    %mean = broadcast %mean_col : tile<4x1xf32> -> tile<4x256xf32>

    // Pass 2: the variance. Here padding is not neutral: a padded lane would add
    // mean^2. A column mask removes it.
    %lane = iota : tile<256xi32>
    %lane_row = reshape %lane : tile<256xi32> -> tile<1x256xi32>
    %width = constant <i32: 256> : tile<i32>
    %cols_1 = reshape %cols : tile<i32> -> tile<1x1xi32>
    %cols_row = broadcast %cols_1 : tile<1x1xi32> -> tile<1x256xi32>
    %squares = for %t in (%c0 to %tiles_across, step %c1) : tile<i32>
        iter_values(%acc = %zeros) -> (tile<4x256xf32>) {
      %v, %read = load_view_tko weak %x_tiles[%block, %t]
          : !row_tiles, tile<i32> -> tile<4x256xf32>, token
      %first = muli %t, %width : tile<i32>
      %first_1 = reshape %first : tile<i32> -> tile<1x1xi32>
      %first_row = broadcast %first_1 : tile<1x1xi32> -> tile<1x256xi32>
      %col = addi %first_row, %lane_row : tile<1x256xi32>
      %inside_row = cmpi less_than %col, %cols_row, signed : tile<1x256xi32> -> tile<1x256xi1>
      %inside = broadcast %inside_row : tile<1x256xi1> -> tile<4x256xi1>
      %raw = subf %v, %mean : tile<4x256xf32>
      %diff = select %inside, %raw, %zeros : tile<4x256xi1>, tile<4x256xf32>
      %next = fma %diff, %diff, %acc : tile<4x256xf32>
      continue %next : tile<4x256xf32>
    }
    %square_sum = reduce %squares dim=1 identities=[0.0 : f32] : tile<4x256xf32> -> tile<4xf32>
      (%a: tile<f32>, %b: tile<f32>) {
        %s = addf %a, %b : tile<f32>
        yield %s : tile<f32>
      }
    %square_col = reshape %square_sum : tile<4xf32> -> tile<4x1xf32>
    %variance = divf %square_col, %count_4 : tile<4x1xf32>
    %eps_1 = reshape %eps : tile<f32> -> tile<1x1xf32>
    %eps_col = broadcast %eps_1 : tile<1x1xf32> -> tile<4x1xf32>
    %shifted = addf %variance, %eps_col : tile<4x1xf32>
    %inv_std_col = rsqrt %shifted : tile<4x1xf32>
    %inv_std = broadcast %inv_std_col : tile<4x1xf32> -> tile<4x256xf32>

    // Pass 3: normalise, scale, shift, write.
    for %t in (%c0 to %tiles_across, step %c1) : tile<i32> {
      %v, %read = load_view_tko weak %x_tiles[%block, %t]
          : !row_tiles, tile<i32> -> tile<4x256xf32>, token
      %g, %g_read = load_view_tko weak %gamma_tiles[%t] : !param_tiles, tile<i32> -> tile<256xf32>, token
      %b, %b_read = load_view_tko weak %beta_tiles[%t] : !param_tiles, tile<i32> -> tile<256xf32>, token
      %g_row = reshape %g : tile<256xf32> -> tile<1x256xf32>
      %g_all = broadcast %g_row : tile<1x256xf32> -> tile<4x256xf32>
      %b_row = reshape %b : tile<256xf32> -> tile<1x256xf32>
      %b_all = broadcast %b_row : tile<1x256xf32> -> tile<4x256xf32>
      %centred = subf %v, %mean : tile<4x256xf32>
      %normal = mulf %centred, %inv_std : tile<4x256xf32>
      %result = fma %normal, %g_all, %b_all : tile<4x256xf32>
      %written = store_view_tko weak %result, %out_part[%block, %t]
          : tile<4x256xf32>, !out_tiles, tile<i32> -> token
    }
    return
  }
}
