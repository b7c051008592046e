// Matrix transpose, out[j, i] = in[i, j], in two ways.
//
// Both use *views* instead of pointers. A tensor_view says how a matrix lies in
// memory (sizes and strides, in elements; `?` is a run-time value). A
// partition_view cuts it into equal tiles, addressed by tile number. Tiles that
// stick out over an edge need no masks: a load fills in, a store drops.
//
// The parameters of each array are what a cuTile client passes: pointer, one
// size per dimension, one stride per dimension.

!matrix = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>

cuda_tile.module @transpose {

  // Load a 32x16 tile, transpose it as a value, store a 16x32 tile.
  entry @transpose_permute(
      %in: tile<ptr<f16>>, %in_rows: tile<i32>, %in_cols: tile<i32>,
      %in_stride0: tile<i32>, %in_stride1: tile<i32>,
      %out: tile<ptr<f16>>, %out_rows: tile<i32>, %out_cols: tile<i32>,
      %out_stride0: tile<i32>, %out_stride1: tile<i32>) {
    %bi, %bj, %bk = get_tile_block_id : tile<i32>

    // The last stride is the constant 1 in the type, so the parameter for it is
    // not used; a client passes it all the same.
    %in_view = make_tensor_view %in, shape = [%in_rows, %in_cols], strides = [%in_stride0, 1]
        : tile<i32> -> !matrix
    %out_view = make_tensor_view %out, shape = [%out_rows, %out_cols], strides = [%out_stride0, 1]
        : tile<i32> -> !matrix
    %in_tiles = make_partition_view %in_view
        : partition_view<tile=(32x16), padding_value = zero, !matrix>
    %out_tiles = make_partition_view %out_view : partition_view<tile=(16x32), !matrix>

    %tile, %read = load_view_tko weak %in_tiles[%bi, %bj]
        : partition_view<tile=(32x16), padding_value = zero, !matrix>, tile<i32>
        -> tile<32x16xf16>, token
    %flipped = permute %tile [1, 0] : tile<32x16xf16> -> tile<16x32xf16>
    %written = store_view_tko weak %flipped, %out_tiles[%bj, %bi]
        : tile<16x32xf16>, partition_view<tile=(16x32), !matrix>, tile<i32> -> token
    return
  }

  // The same without a permute: `dim_map=[1, 0]` makes the view itself walk the
  // output with its dimensions exchanged. Tile dimension 0 runs along tensor
  // dimension 1 and the other way round, for the indices as well.
  entry @transpose_dim_map(
      %in: tile<ptr<f16>>, %in_rows: tile<i32>, %in_cols: tile<i32>,
      %in_stride0: tile<i32>, %in_stride1: tile<i32>,
      %out: tile<ptr<f16>>, %out_rows: tile<i32>, %out_cols: tile<i32>,
      %out_stride0: tile<i32>, %out_stride1: tile<i32>) {
    %bi, %bj, %bk = get_tile_block_id : tile<i32>
    %in_view = make_tensor_view %in, shape = [%in_rows, %in_cols], strides = [%in_stride0, 1]
        : tile<i32> -> !matrix
    %out_view = make_tensor_view %out, shape = [%out_rows, %out_cols], strides = [%out_stride0, 1]
        : tile<i32> -> !matrix
    %in_tiles = make_partition_view %in_view
        : partition_view<tile=(32x16), padding_value = zero, !matrix>
    %out_tiles = make_partition_view %out_view
        : partition_view<tile=(32x16), !matrix, dim_map=[1, 0]>

    %tile, %read = load_view_tko weak %in_tiles[%bi, %bj]
        : partition_view<tile=(32x16), padding_value = zero, !matrix>, tile<i32>
        -> tile<32x16xf16>, token
    %written = store_view_tko weak %tile, %out_tiles[%bi, %bj]
        : tile<32x16xf16>, partition_view<tile=(32x16), !matrix, dim_map=[1, 0]>, tile<i32> -> token
    return
  }
}
