cuda_tile.module @m {
  entry @e(%x: tile<f32>) {
    %y = addff %x, %x : tile<f32>
  }
}
