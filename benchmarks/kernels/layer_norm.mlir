// Layer norm of each row with scale and shift.
//
// A block per row. 1024 is the length of a row; the runner puts other lengths in
// its place.

!matrix = !cuda_tile.tensor_view<?x1024xf32, strides=[1024,1]>
!tiles = !cuda_tile.partition_view<tile=(1x1024), !matrix>
!vector = !cuda_tile.tensor_view<1024xf32, strides=[1]>
!vector_tiles = !cuda_tile.partition_view<tile=(1024), !vector>

cuda_tile.module @layer_norm {
  entry @layer_norm(%x_ptr: tile<ptr<f32>>, %out_ptr: tile<ptr<f32>>,
      %gamma_ptr: tile<ptr<f32>>, %beta_ptr: tile<ptr<f32>>,
      %rows_arg: tile<i32>) {
    %rows = assume bounded<0, ?>, %rows_arg : tile<i32>
    %row, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %x_view = make_tensor_view %x_ptr, shape = [%rows, 1024], strides = [1024, 1] : tile<i32> -> !matrix
    %out_view = make_tensor_view %out_ptr, shape = [%rows, 1024], strides = [1024, 1] : tile<i32> -> !matrix
    %x_part = make_partition_view %x_view : !tiles
    %out_part = make_partition_view %out_view : !tiles
    %x, %x_read = load_view_tko weak %x_part[%row, %c0] : !tiles, tile<i32> -> tile<1x1024xf32>, token
    %sum = reduce %x dim=1 identities=[0.0 : f32] : tile<1x1024xf32> -> tile<1xf32>
      (%sum_x: tile<f32>, %sum_y: tile<f32>) {
        %sum_z = addf %sum_x, %sum_y : tile<f32>
        yield %sum_z : tile<f32>
      }
    %count = constant <f32: 1024.0> : tile<1xf32>
    %mean = divf %sum, %count : tile<1xf32>
    %mean_col = reshape %mean : tile<1xf32> -> tile<1x1xf32>
    %mean_all = broadcast %mean_col : tile<1x1xf32> -> tile<1x1024xf32>
    %centred = subf %x, %mean_all : tile<1x1024xf32>
    %squares = mulf %centred, %centred : tile<1x1024xf32>
    %square_sum = reduce %squares dim=1 identities=[0.0 : f32] : tile<1x1024xf32> -> tile<1xf32>
      (%square_sum_x: tile<f32>, %square_sum_y: tile<f32>) {
        %square_sum_z = addf %square_sum_x, %square_sum_y : tile<f32>
        yield %square_sum_z : tile<f32>
      }
    %variance = divf %square_sum, %count : tile<1xf32>
    %eps = constant <f32: 1.0e-5> : tile<1xf32>
    %above_zero = addf %variance, %eps : tile<1xf32>
    %inverse = rsqrt %above_zero : tile<1xf32>
    %inverse_col = reshape %inverse : tile<1xf32> -> tile<1x1xf32>
    %inverse_all = broadcast %inverse_col : tile<1x1xf32> -> tile<1x1024xf32>
    %gamma_view = make_tensor_view %gamma_ptr, shape = [1024], strides = [1] : !vector
    %gamma_part = make_partition_view %gamma_view : !vector_tiles
    %gamma_1, %gamma_read = load_view_tko weak %gamma_part[%c0] : !vector_tiles, tile<i32> -> tile<1024xf32>, token
    %gamma = reshape %gamma_1 : tile<1024xf32> -> tile<1x1024xf32>
    %beta_view = make_tensor_view %beta_ptr, shape = [1024], strides = [1] : !vector
    %beta_part = make_partition_view %beta_view : !vector_tiles
    %beta_1, %beta_read = load_view_tko weak %beta_part[%c0] : !vector_tiles, tile<i32> -> tile<1024xf32>, token
    %beta = reshape %beta_1 : tile<1024xf32> -> tile<1x1024xf32>
    %normal = mulf %centred, %inverse_all : tile<1x1024xf32>
    %result = fma %normal, %gamma, %beta : tile<1x1024xf32>
    %written = store_view_tko weak %result, %out_part[%row, %c0]
        : tile<1x1024xf32>, !tiles, tile<i32> -> token
    return
  }
}
