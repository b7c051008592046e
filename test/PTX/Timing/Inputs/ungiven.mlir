// Turns as often as the array at %n says.
cuda_tile.module @ungiven {
  entry @ungiven(%n: tile<ptr<i32>>, %p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %f = constant <f32: 1.0> : tile<f32>
    %m, %t = load_ptr_tko weak %n : tile<ptr<i32>> -> tile<i32>, token
    for %i in (%c0 to %m, step %c1) : tile<i32> {
      %s = store_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<f32> -> token
      continue
    }
    return
  }
}
