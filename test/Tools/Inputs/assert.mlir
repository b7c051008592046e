cuda_tile.module @m {
  entry @k() {
    %no = constant <i1: false> : tile<i1>
    assert %no, "never" : tile<i1>
  }
}
