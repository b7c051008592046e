// Promises something about its argument and does nothing with it.
cuda_tile.module @m {
  entry @assume(%n: tile<i32>) {
    %a = assume div_by<16>, %n : tile<i32>
    return
  }
}
