// Writes to %own before it waits for the kernel before it, to %shared after.
cuda_tile.module @m {
  entry @waits(%own: tile<ptr<i32>>, %shared: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %a = store_ptr_tko weak %own, %one : tile<ptr<i32>>, tile<i32> -> token
    %w = gdc_wait_tko -> token
    %b = store_ptr_tko weak %shared, %one token = %w : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
