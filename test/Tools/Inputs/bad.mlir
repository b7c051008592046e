// Tile dimensions are powers of two.
cuda_tile.module @m {
  entry @bad(%a: tile<3xf32>) {
    return
  }
}
