// Vector addition: out[i] = x[i] + y[i] for i < n.
//
// The first Tile IR kernel to read. A *tile* is a value that holds many numbers
// (here 1024 of them); a *tile block* is one run of the entry below. The launch
// asks for as many blocks as are needed to cover n, so the last block usually
// sticks out over the end. Its surplus lanes are switched off by a mask.

cuda_tile.module @vector_add {
  entry @vector_add(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %out: tile<ptr<f32>>,
                    %n: tile<i32>) {
    // Which block is this? Block b handles the elements 1024*b ... 1024*b+1023.
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %tile_size = constant <i32: 1024> : tile<i32>
    %first = muli %block, %tile_size : tile<i32>

    // index = first + [0, 1, 2, ..., 1023]. Nothing is widened silently in Tile
    // IR: a scalar becomes a tile by `reshape` to one element and `broadcast`.
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<1024xi32>
    %lane = iota : tile<1024xi32>
    %index = addi %first_all, %lane : tile<1024xi32>

    // inside[i] is true where the element exists.
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_all = broadcast %n_1 : tile<1xi32> -> tile<1024xi32>
    %inside = cmpi less_than %index, %n_all, signed : tile<1024xi32> -> tile<1024xi1>

    // One pointer per lane. `offset` counts in elements, not bytes.
    %x_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %x_all = broadcast %x_1 : tile<1xptr<f32>> -> tile<1024xptr<f32>>
    %x_ptr = offset %x_all, %index : tile<1024xptr<f32>>, tile<1024xi32> -> tile<1024xptr<f32>>
    %y_1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %y_all = broadcast %y_1 : tile<1xptr<f32>> -> tile<1024xptr<f32>>
    %y_ptr = offset %y_all, %index : tile<1024xptr<f32>>, tile<1024xi32> -> tile<1024xptr<f32>>
    %out_1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
    %out_all = broadcast %out_1 : tile<1xptr<f32>> -> tile<1024xptr<f32>>
    %out_ptr = offset %out_all, %index : tile<1024xptr<f32>>, tile<1024xi32> -> tile<1024xptr<f32>>

    // A masked-off lane touches no memory and yields the padding, here zero.
    // The tokens are not used: the three arrays do not overlap, so no order
    // between these accesses matters.
    %zero = constant <f32: 0.0> : tile<1024xf32>
    %xs, %x_token = load_ptr_tko weak %x_ptr, %inside, %zero
        : tile<1024xptr<f32>>, tile<1024xi1>, tile<1024xf32> -> tile<1024xf32>, token
    %ys, %y_token = load_ptr_tko weak %y_ptr, %inside, %zero
        : tile<1024xptr<f32>>, tile<1024xi1>, tile<1024xf32> -> tile<1024xf32>, token

    %sum = addf %xs, %ys : tile<1024xf32>
    %done = store_ptr_tko weak %out_ptr, %sum, %inside
        : tile<1024xptr<f32>>, tile<1024xf32>, tile<1024xi1> -> token
    return
  }
}
