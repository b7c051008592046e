// The first run of a block stores far outside; a second one would not.
cuda_tile.module @m {
  entry @k(%turn: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %far = constant <i32: 100> : tile<i32>
    %old, %t = atomic_rmw_tko relaxed device %turn, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %left = subi %one, %old : tile<i32>
    %index = muli %left, %far : tile<i32>
    %p = offset %out, %index : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = store_ptr_tko weak %p, %one : tile<ptr<i32>>, tile<i32> -> token
  }
}
