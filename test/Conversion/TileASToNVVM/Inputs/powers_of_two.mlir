// Powers of two of the rows of a matrix, in a loop that also multiplies
// matrices: tile j of x becomes tile j of y, and c is the sum of all a_j b_j.

!wide = !cuda_tile.tensor_view<?x32xf32, strides=[32,1]>
!tiles = !cuda_tile.partition_view<tile=(128x32), !wide>
!half = !cuda_tile.tensor_view<128x?xf16, strides=[?,1]>
!left = !cuda_tile.partition_view<tile=(128x64), !half>
!right = !cuda_tile.partition_view<tile=(64x128), !half, dim_map=[1, 0]>

cuda_tile.module @powers_of_two {
  entry @powers(%x_ptr: tile<ptr<f32>>, %y_ptr: tile<ptr<f32>>, %a_ptr: tile<ptr<f16>>, %c_ptr: tile<ptr<f32>>, %turns: tile<i32>) {
    %rows_of_tile = constant <i32: 128> : tile<i32>
    %depth_of_tile = constant <i32: 64> : tile<i32>
    %rows = muli %turns, %rows_of_tile : tile<i32>
    %depth = muli %turns, %depth_of_tile : tile<i32>
    %x_all = make_tensor_view %x_ptr, shape = [%rows, 32], strides = [32, 1] : tile<i32> -> !wide
    %x_tiles = make_partition_view %x_all : !tiles
    %y_all = make_tensor_view %y_ptr, shape = [%rows, 32], strides = [32, 1] : tile<i32> -> !wide
    %y_tiles = make_partition_view %y_all : !tiles
    %a_all = make_tensor_view %a_ptr, shape = [128, %depth], strides = [%depth, 1] : tile<i32> -> !half
    %lefts = make_partition_view %a_all : !left
    %rights = make_partition_view %a_all : !right
    %c_all = make_tensor_view %c_ptr, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %c_tile = make_partition_view %c_all : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %j in (%c0 to %turns, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<128x128xf32>) {
      %x, %x_read = load_view_tko weak %x_tiles[%j, %c0] : !tiles, tile<i32> -> tile<128x32xf32>, token
      %y = exp2 %x flush_to_zero : tile<128x32xf32>
      %y_written = store_view_tko weak %y, %y_tiles[%j, %c0] : tile<128x32xf32>, !tiles, tile<i32> -> token
      %a, %a_read = load_view_tko weak %lefts[%c0, %j] : !left, tile<i32> -> tile<128x64xf16>, token
      %b, %b_read = load_view_tko weak %rights[%j, %c0] : !right, tile<i32> -> tile<64x128xf16>, token
      %more = mmaf %a, %b, %acc : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %more : tile<128x128xf32>
    }
    %c_written = store_view_tko weak %sum, %c_tile[%c0, %c0]
        : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
