// Two entries that do nothing, or print where they are.
cuda_tile.module @m {
  entry @first(%n: tile<i32>) {
    return
  }
  entry @second() {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t = print_tko "block %d %d %d\n", %x, %y, %z : tile<i32>, tile<i32>, tile<i32> -> token
    return
  }
}
