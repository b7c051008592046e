cuda_tile.module @m {
  entry @k() {
    loop {
    %p = alloca size = 16, alignment = 4 : tile<ptr<i32>>
      break
    }
  }
}
