// Inclusive prefix sums along every row. A block per row. 1024 is the length of a
// row; the runner puts other lengths in its place.

!matrix = !cuda_tile.tensor_view<?x1024xf32, strides=[1024,1]>
!tiles = !cuda_tile.partition_view<tile=(1x1024), !matrix>

cuda_tile.module @row_scan {
  entry @row_scan(%x_ptr: tile<ptr<f32>>, %out_ptr: tile<ptr<f32>>,
      %rows_arg: tile<i32>) {
    %rows = assume bounded<0, ?>, %rows_arg : tile<i32>
    %row, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %x_view = make_tensor_view %x_ptr, shape = [%rows, 1024], strides = [1024, 1] : tile<i32> -> !matrix
    %out_view = make_tensor_view %out_ptr, shape = [%rows, 1024], strides = [1024, 1] : tile<i32> -> !matrix
    %x_part = make_partition_view %x_view : !tiles
    %out_part = make_partition_view %out_view : !tiles
    %x, %x_read = load_view_tko weak %x_part[%row, %c0] : !tiles, tile<i32> -> tile<1x1024xf32>, token
    %result = scan %x dim=1 reverse=false identities=[0.0 : f32] : tile<1x1024xf32> -> tile<1x1024xf32>
      (%element: tile<f32>, %so_far: tile<f32>) {
        %sum = addf %element, %so_far : tile<f32>
        yield %sum : tile<f32>
      }
    %written = store_view_tko weak %result, %out_part[%row, %c0]
        : tile<1x1024xf32>, !tiles, tile<i32> -> token
    return
  }
}
