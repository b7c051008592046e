// Rows are gathered, in a way for a whole tile and in one that tests each element. The second way took the
// rows' numbers where the first one had widened them, so that every GPU target refused the kernel.
// RUN: tessera run --interpret %s "rand(30x32,i32,1)" 32 "full(256,i32,7)=>%t.i"
// RUN: tessera run %s --target sm_80 "rand(30x32,i32,1)" 32 "full(256,i32,5)=>%t.g"
// RUN: cmp %t.i %t.g
// RUN: tessera run --interpret %s "rand(30x32,i32,1)" 20 "full(256,i32,7)=>%t.i"
// RUN: tessera run %s --target sm_80 "rand(30x32,i32,1)" 20 "full(256,i32,5)=>%t.g"
// RUN: cmp %t.i %t.g
cuda_tile.module @m {
  entry @k(%a: tile<ptr<i32>>, %columns: tile<i32>, %out: tile<ptr<i32>>) {
    %stride = constant <i32: 32> : tile<i32>
    %matrix = make_tensor_view %a, shape = [30, %columns], strides = [%stride, 1] : tile<i32> -> tensor_view<30x?xi32, strides=[?,1]>
    %gathered = make_gather_scatter_view %matrix : gather_scatter_view<tile=(16x16), padding_value = zero, tensor_view<30x?xi32, strides=[?,1]>, sparse_dim=0>
    %rows = constant <i32: [15, 4, 15, 14, 14, 12, 2, 13, 14, 2, 3, 13, 14, 2, 2, 29]> : tile<16xi32>
    %first = constant <i32: 8> : tile<i32>
    %tile, %t = load_view_tko weak %gathered[%rows, %first] : gather_scatter_view<tile=(16x16), padding_value = zero, tensor_view<30x?xi32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x16xi32>, token
    %flat = reshape %tile : tile<16x16xi32> -> tile<256xi32>
    %i = iota : tile<256xi32>
    %out1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %outs = broadcast %out1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
    %at = offset %outs, %i : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
    %w = store_ptr_tko weak %at, %flat : tile<256xptr<i32>>, tile<256xi32> -> token
    return
  }
}
