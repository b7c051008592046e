// A tile that no block of a GPU can hold in registers.
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %i = iota : tile<1048576xi32>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pa = broadcast %p1 : tile<1xptr<f32>> -> tile<1048576xptr<f32>>
    %pi = offset %pa, %i : tile<1048576xptr<f32>>, tile<1048576xi32> -> tile<1048576xptr<f32>>
    %x, %t = load_ptr_tko weak %pi : tile<1048576xptr<f32>> -> tile<1048576xf32>, token
    %u = store_ptr_tko weak %pi, %x : tile<1048576xptr<f32>>, tile<1048576xf32> -> token
    return
  }
}
