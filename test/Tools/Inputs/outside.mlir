// Reads one element past an array of four; the program goes on afterwards.
cuda_tile.module @m {
  entry @outside(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %five = constant <i32: 4> : tile<i32>
    %p = offset %x, %five : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %v, %t0 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %one = constant <f32: 1.0> : tile<f32>
    %t1 = store_ptr_tko weak %y, %one : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
