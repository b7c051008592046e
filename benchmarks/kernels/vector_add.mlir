// out[i] = x[i] + y[i], with one pointer per lane and a mask, as Triton writes it.

cuda_tile.module @vector_add {
  entry @vector_add(%x_arg: tile<ptr<f32>>, %y_arg: tile<ptr<f32>>, %out_arg: tile<ptr<f32>>,
                    %n: tile<i32>) {
    %x = assume div_by<16>, %x_arg : tile<ptr<f32>>
    %y = assume div_by<16>, %y_arg : tile<ptr<f32>>
    %out = assume div_by<16>, %out_arg : tile<ptr<f32>>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %tile_size = constant <i32: 4096> : tile<i32>
    %first = muli %block, %tile_size : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<4096xi32>
    %lane = iota : tile<4096xi32>
    %index = addi %first_all, %lane : tile<4096xi32>
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_all = broadcast %n_1 : tile<1xi32> -> tile<4096xi32>
    %inside = cmpi less_than %index, %n_all, signed : tile<4096xi32> -> tile<4096xi1>
    %x_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %x_all = broadcast %x_1 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %x_ptr = offset %x_all, %index : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %y_1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %y_all = broadcast %y_1 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %y_ptr = offset %y_all, %index : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %out_1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
    %out_all = broadcast %out_1 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %out_ptr = offset %out_all, %index : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %zero = constant <f32: 0.0> : tile<4096xf32>
    %xs, %x_read = load_ptr_tko weak %x_ptr, %inside, %zero
        : tile<4096xptr<f32>>, tile<4096xi1>, tile<4096xf32> -> tile<4096xf32>, token
    %ys, %y_read = load_ptr_tko weak %y_ptr, %inside, %zero
        : tile<4096xptr<f32>>, tile<4096xi1>, tile<4096xf32> -> tile<4096xf32>, token
    %sum = addf %xs, %ys : tile<4096xf32>
    %written = store_ptr_tko weak %out_ptr, %sum, %inside
        : tile<4096xptr<f32>>, tile<4096xf32>, tile<4096xi1> -> token
    return
  }
}
