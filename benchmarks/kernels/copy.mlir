// out = x, 4096 elements per block; n is a multiple of 4096. What a stream costs.

cuda_tile.module @copy {
  entry @copy(%x_arg: tile<ptr<f32>>, %out_arg: tile<ptr<f32>>, %n: tile<i32>) {
    %x = assume div_by<16>, %x_arg : tile<ptr<f32>>
    %out = assume div_by<16>, %out_arg : tile<ptr<f32>>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %size = constant <i32: 4096> : tile<i32>
    %first = muli %block, %size : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<4096xi32>
    %lane = iota : tile<4096xi32>
    %index = addi %first_all, %lane : tile<4096xi32>
    %x_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %x_all = broadcast %x_1 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %x_ptr = offset %x_all, %index : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %out_1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
    %out_all = broadcast %out_1 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %out_ptr = offset %out_all, %index : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %v, %read = load_ptr_tko weak %x_ptr : tile<4096xptr<f32>> -> tile<4096xf32>, token
    %written = store_ptr_tko weak %out_ptr, %v : tile<4096xptr<f32>>, tile<4096xf32> -> token
    return
  }
}
