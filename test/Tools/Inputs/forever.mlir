// A loop without a way out, for the limits of `tessera run`.
cuda_tile.module @forever {
  entry @forever() {
    loop {
      continue
    }
  }
}
