// Softmax of each row.
//
// A block per row. 1024 is the length of a row; the runner puts other lengths in
// its place.

!matrix = !cuda_tile.tensor_view<?x1024xf32, strides=[1024,1]>
!tiles = !cuda_tile.partition_view<tile=(1x1024), !matrix>

cuda_tile.module @softmax {
  entry @softmax(%x_ptr: tile<ptr<f32>>, %out_ptr: tile<ptr<f32>>,
      %rows_arg: tile<i32>) {
    %rows = assume bounded<0, ?>, %rows_arg : tile<i32>
    %row, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %x_view = make_tensor_view %x_ptr, shape = [%rows, 1024], strides = [1024, 1] : tile<i32> -> !matrix
    %out_view = make_tensor_view %out_ptr, shape = [%rows, 1024], strides = [1024, 1] : tile<i32> -> !matrix
    %x_part = make_partition_view %x_view : !tiles
    %out_part = make_partition_view %out_view : !tiles
    %x, %x_read = load_view_tko weak %x_part[%row, %c0] : !tiles, tile<i32> -> tile<1x1024xf32>, token
    %max = reduce %x dim=1 identities=[0xFF800000 : f32] : tile<1x1024xf32> -> tile<1xf32>
      (%max_x: tile<f32>, %max_y: tile<f32>) {
        %max_z = maxf %max_x, %max_y : tile<f32>
        yield %max_z : tile<f32>
      }
    %max_col = reshape %max : tile<1xf32> -> tile<1x1xf32>
    %max_all = broadcast %max_col : tile<1x1xf32> -> tile<1x1024xf32>
    %shifted = subf %x, %max_all : tile<1x1024xf32>
    %weights = exp %shifted : tile<1x1024xf32>
    %sum = reduce %weights dim=1 identities=[0.0 : f32] : tile<1x1024xf32> -> tile<1xf32>
      (%sum_x: tile<f32>, %sum_y: tile<f32>) {
        %sum_z = addf %sum_x, %sum_y : tile<f32>
        yield %sum_z : tile<f32>
      }
    %one = constant <f32: 1.0> : tile<1xf32>
    %inverse = divf %one, %sum : tile<1xf32>
    %inverse_col = reshape %inverse : tile<1xf32> -> tile<1x1xf32>
    %inverse_all = broadcast %inverse_col : tile<1x1xf32> -> tile<1x1024xf32>
    %result = mulf %weights, %inverse_all : tile<1x1024xf32>
    %written = store_view_tko weak %result, %out_part[%row, %c0]
        : tile<1x1024xf32>, !tiles, tile<i32> -> token
    return
  }
}
