// y[i] = a * x[i] + y[i] in place, through views.

!vector = !cuda_tile.tensor_view<?xf32, strides=[1]>
!in_tiles = !cuda_tile.partition_view<tile=(4096), padding_value = zero, !vector>
!out_tiles = !cuda_tile.partition_view<tile=(4096), !vector>

cuda_tile.module @saxpy {
  entry @saxpy(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n_arg: tile<i32>, %a: tile<f32>) {
    %n = assume bounded<0, ?>, %n_arg : tile<i32>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %x_view = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> !vector
    %y_view = make_tensor_view %y, shape = [%n], strides = [1] : tile<i32> -> !vector
    %x_part = make_partition_view %x_view : !in_tiles
    %y_part = make_partition_view %y_view : !in_tiles
    %out_part = make_partition_view %y_view : !out_tiles
    %xs, %x_read = load_view_tko weak %x_part[%block] : !in_tiles, tile<i32> -> tile<4096xf32>, token
    %ys, %y_read = load_view_tko weak %y_part[%block] : !in_tiles, tile<i32> -> tile<4096xf32>, token
    %a_1 = reshape %a : tile<f32> -> tile<1xf32>
    %a_all = broadcast %a_1 : tile<1xf32> -> tile<4096xf32>
    %sum = fma %a_all, %xs, %ys : tile<4096xf32>
    %written = store_view_tko weak %sum, %out_part[%block] token=%y_read
        : tile<4096xf32>, !out_tiles, tile<i32> -> token
    return
  }
}
