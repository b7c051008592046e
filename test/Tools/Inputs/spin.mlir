// Waits for a value that nobody stores, and changes memory while it does.
cuda_tile.module @m {
  entry @spin(%p: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    loop {
      %old, %t = atomic_rmw_tko relaxed device %p, xor, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %never = cmpi less_than %old, %zero, signed : tile<i32> -> tile<i1>
      if %never {
        break
      }
      continue
    }
  }
}
