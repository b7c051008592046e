// out[i] = factor * x[i] for i < n, 16 elements per tile block.
cuda_tile.module @m {
  entry @scale(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>, %factor: tile<f32>, %n: tile<i32>) {
    %block, %by, %bz = get_tile_block_id : tile<i32>
    %size = constant <i32: 16> : tile<i32>
    %first = muli %block, %size : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<16xi32>
    %lane = iota : tile<16xi32>
    %index = addi %first_all, %lane : tile<16xi32>
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_all = broadcast %n_1 : tile<1xi32> -> tile<16xi32>
    %inside = cmpi less_than %index, %n_all, signed : tile<16xi32> -> tile<16xi1>
    %x_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %x_all = broadcast %x_1 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %x_ptr = offset %x_all, %index : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>
    %out_1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
    %out_all = broadcast %out_1 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %out_ptr = offset %out_all, %index : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>
    %zero = constant <f32: 0.0> : tile<16xf32>
    %xs, %t0 = load_ptr_tko weak %x_ptr, %inside, %zero
        : tile<16xptr<f32>>, tile<16xi1>, tile<16xf32> -> tile<16xf32>, token
    %factor_1 = reshape %factor : tile<f32> -> tile<1xf32>
    %factor_all = broadcast %factor_1 : tile<1xf32> -> tile<16xf32>
    %scaled = mulf %factor_all, %xs : tile<16xf32>
    %t1 = store_ptr_tko weak %out_ptr, %scaled, %inside
        : tile<16xptr<f32>>, tile<16xf32>, tile<16xi1> -> token
    return
  }
}
