cuda_tile.module @a {
  entry @first() { return }
}
cuda_tile.module @b {
  entry @second() { return }
}
