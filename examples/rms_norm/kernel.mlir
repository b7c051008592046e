// RMS normalisation of each row, f16 in memory, f32 in the arithmetic:
//   out[i, j] = x[i, j] / sqrt(mean_j x[i, j]^2 + eps) * weight[j].
//
// f16 has neither the range nor the precision to sum squares, so the tile is
// widened with `ftof` right after the load and narrowed right before the store.
// Two rows per block; a whole row fits one tile, so x is read only once.

!matrix = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!vector = !cuda_tile.tensor_view<?xf16, strides=[1]>
!row_tiles = !cuda_tile.partition_view<tile=(2x1024), padding_value = zero, !matrix>
!out_tiles = !cuda_tile.partition_view<tile=(2x1024), !matrix>
!weight_tiles = !cuda_tile.partition_view<tile=(1024), padding_value = zero, !vector>

cuda_tile.module @rms_norm {
  entry @rms_norm(
      %x: tile<ptr<f16>>, %x_rows: tile<i32>, %x_cols: tile<i32>,
      %x_stride0: tile<i32>, %x_stride1: tile<i32>,
      %w: tile<ptr<f16>>, %w_size: tile<i32>, %w_stride: tile<i32>,
      %out: tile<ptr<f16>>, %out_rows: tile<i32>, %out_cols: tile<i32>,
      %out_stride0: tile<i32>, %out_stride1: tile<i32>,
      %eps: tile<f32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>

    %x_view = make_tensor_view %x, shape = [%x_rows, %x_cols], strides = [%x_stride0, 1]
        : tile<i32> -> !matrix
    %x_tiles = make_partition_view %x_view : !row_tiles
    %w_view = make_tensor_view %w, shape = [%w_size], strides = [1] : tile<i32> -> !vector
    %w_tiles = make_partition_view %w_view : !weight_tiles
    %out_view = make_tensor_view %out, shape = [%out_rows, %out_cols], strides = [%out_stride0, 1]
        : tile<i32> -> !matrix
    %out_part = make_partition_view %out_view : !out_tiles

    %x16, %x_read = load_view_tko weak %x_tiles[%block, %c0] : !row_tiles, tile<i32> -> tile<2x1024xf16>, token
    %w16, %w_read = load_view_tko weak %w_tiles[%c0] : !weight_tiles, tile<i32> -> tile<1024xf16>, token
    %xs = ftof %x16 : tile<2x1024xf16> -> tile<2x1024xf32>
    %ws = ftof %w16 : tile<1024xf16> -> tile<1024xf32>

    // Zero padding is neutral for a sum of squares; only the divisor must be the
    // true row length.
    %squares = mulf %xs, %xs : tile<2x1024xf32>
    %sum = reduce %squares dim=1 identities=[0.0 : f32] : tile<2x1024xf32> -> tile<2xf32>
      (%a: tile<f32>, %b: tile<f32>) {
        %s = addf %a, %b : tile<f32>
        yield %s : tile<f32>
      }
    %count = itof %x_cols signed : tile<i32> -> tile<f32>
    %count_1 = reshape %count : tile<f32> -> tile<1xf32>
    %count_2 = broadcast %count_1 : tile<1xf32> -> tile<2xf32>
    %mean = divf %sum, %count_2 : tile<2xf32>
    %eps_1 = reshape %eps : tile<f32> -> tile<1xf32>
    %eps_2 = broadcast %eps_1 : tile<1xf32> -> tile<2xf32>
    %shifted = addf %mean, %eps_2 : tile<2xf32>
    %inv = rsqrt %shifted : tile<2xf32>
    %inv_col = reshape %inv : tile<2xf32> -> tile<2x1xf32>
    %inv_all = broadcast %inv_col : tile<2x1xf32> -> tile<2x1024xf32>

    %w_row = reshape %ws : tile<1024xf32> -> tile<1x1024xf32>
    %w_all = broadcast %w_row : tile<1x1024xf32> -> tile<2x1024xf32>
    %normal = mulf %xs, %inv_all : tile<2x1024xf32>
    %scaled = mulf %normal, %w_all : tile<2x1024xf32>
    %result = ftof %scaled : tile<2x1024xf32> -> tile<2x1024xf16>
    %written = store_view_tko weak %result, %out_part[%block, %c0]
        : tile<2x1024xf16>, !out_tiles, tile<i32> -> token
    return
  }
}
