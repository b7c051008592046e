// Waits for a flag that nobody sets.
cuda_tile.module @endless {
  entry @endless(%flag: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    loop {
      %value, %read = atomic_rmw_tko acquire device %flag, add, %zero
          : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %isSet = cmpi not_equal %value, %zero, signed : tile<i32> -> tile<i1>
      if %isSet {
        break
      }
      continue
    }
    return
  }
}
