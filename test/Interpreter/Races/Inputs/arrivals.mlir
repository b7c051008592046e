// Each block stores when it arrived.
cuda_tile.module @arrivals {
  entry @arrivals(%count: tile<ptr<i32>>, %order: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %before, %t = atomic_rmw_tko relaxed device %count, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %p = offset %order, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = store_ptr_tko weak %p, %before : tile<ptr<i32>>, tile<i32> -> token
    %u = print_tko "block %d\n", %x : tile<i32> -> token
    return
  }
}
