// SAXPY in place: y[i] = a * x[i] + y[i] for i < n, with a fixed number of blocks.
//
// A "grid-stride loop": block b handles the tiles b, b + G, b + 2G, ... where G
// is the number of blocks launched. The same kernel is then correct for any
// grid, and a launch may ask for just as many blocks as the machine has cores.
//
// y is read and then overwritten, so here the order of two memory operations
// matters. In Tile IR neither program order nor data flow orders memory: the
// token that the load returns and the store takes does.

cuda_tile.module @saxpy {
  entry @saxpy(%a: tile<f32>, %x_arg: tile<ptr<f32>>, %y_arg: tile<ptr<f32>>, %n: tile<i32>) {
    // What the caller promises about its arguments. A compiler may use it to
    // choose wide loads; it never changes a result.
    %x = assume div_by<16>, %x_arg : tile<ptr<f32>>
    %y = assume div_by<16>, %y_arg : tile<ptr<f32>>

    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %tile_size = constant <i32: 512> : tile<i32>
    %num_tiles = divi %n, %tile_size signed rounding<positive_inf> : tile<i32>

    // Everything that is the same for each tile stays outside the loop.
    %lane = iota : tile<512xi32>
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_all = broadcast %n_1 : tile<1xi32> -> tile<512xi32>
    %a_1 = reshape %a : tile<f32> -> tile<1xf32>
    %a_all = broadcast %a_1 : tile<1xf32> -> tile<512xf32>
    %x_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %x_all = broadcast %x_1 : tile<1xptr<f32>> -> tile<512xptr<f32>>
    %y_1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %y_all = broadcast %y_1 : tile<1xptr<f32>> -> tile<512xptr<f32>>
    %zero = constant <f32: 0.0> : tile<512xf32>

    for %tile in (%block to %num_tiles, step %blocks) : tile<i32> {
      %first = muli %tile, %tile_size : tile<i32>
      %first_1 = reshape %first : tile<i32> -> tile<1xi32>
      %first_all = broadcast %first_1 : tile<1xi32> -> tile<512xi32>
      %index = addi %first_all, %lane : tile<512xi32>
      %inside = cmpi less_than %index, %n_all, signed : tile<512xi32> -> tile<512xi1>
      %x_ptr = offset %x_all, %index : tile<512xptr<f32>>, tile<512xi32> -> tile<512xptr<f32>>
      %y_ptr = offset %y_all, %index : tile<512xptr<f32>>, tile<512xi32> -> tile<512xptr<f32>>

      %xs, %x_read = load_ptr_tko weak %x_ptr, %inside, %zero
          : tile<512xptr<f32>>, tile<512xi1>, tile<512xf32> -> tile<512xf32>, token
      %ys, %y_read = load_ptr_tko weak %y_ptr, %inside, %zero
          : tile<512xptr<f32>>, tile<512xi1>, tile<512xf32> -> tile<512xf32>, token

      // fma rounds once, after the addition.
      %result = fma %a_all, %xs, %ys : tile<512xf32>

      // token=%y_read: write y only after it has been read.
      %y_written = store_ptr_tko weak %y_ptr, %result, %inside token=%y_read
          : tile<512xptr<f32>>, tile<512xf32>, tile<512xi1> -> token
    }
    return
  }
}
