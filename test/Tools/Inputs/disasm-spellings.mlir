cuda_tile.module @m attributes {producer = "pow, padding = % 1.0"} {
  entry @k(%p: tile<ptr<f32>>, %x: tile<f32>, %n: tile<i32>) {
    %v, %t = load_ptr_tko weak %p, padding = %x : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %y = pow %x, %x : tile<f32>
    %u = print_tko "pow , padding = %i", %n : tile<i32> -> token
    return
  }
}
