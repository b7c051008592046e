// out[j, i] = x[i, j], by tiles of 64x64.

!matrix = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!in_tiles = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !matrix>
!out_tiles = !cuda_tile.partition_view<tile=(64x64), !matrix>

cuda_tile.module @transpose {
  entry @transpose(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>, %rows_arg: tile<i32>, %cols_arg: tile<i32>) {
    %rows = assume bounded<0, ?>, %rows_arg : tile<i32>
    %cols = assume bounded<0, ?>, %cols_arg : tile<i32>
    %bj, %bi, %block_z = get_tile_block_id : tile<i32>
    %x_view = make_tensor_view %x, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> !matrix
    %out_view = make_tensor_view %out, shape = [%cols, %rows], strides = [%rows, 1] : tile<i32> -> !matrix
    %x_part = make_partition_view %x_view : !in_tiles
    %out_part = make_partition_view %out_view : !out_tiles
    %tile, %read = load_view_tko weak %x_part[%bi, %bj] : !in_tiles, tile<i32> -> tile<64x64xf32>, token
    %flipped = permute %tile [1, 0] : tile<64x64xf32> -> tile<64x64xf32>
    %written = store_view_tko weak %flipped, %out_part[%bj, %bi]
        : tile<64x64xf32>, !out_tiles, tile<i32> -> token
    return
  }
}
