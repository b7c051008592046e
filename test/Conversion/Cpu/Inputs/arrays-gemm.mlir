// C += A B, four blocks of 32 x 32, and a ragged K.
// ARRAYS: float32:5120 float32:5120 float32:4096
// GRID: 2,2
cuda_tile.module @m {
  entry @gemm(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %steps = constant <i32: 3> : tile<i32>
    %ta = make_tensor_view %a, shape = [64, 80], strides = [80, 1] : tensor_view<64x80xf32, strides=[80,1]>
    %tb = make_tensor_view %b, shape = [80, 64], strides = [64, 1] : tensor_view<80x64xf32, strides=[64,1]>
    %tc = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %va = make_partition_view %ta : partition_view<tile=(32x32), padding_value = zero, tensor_view<64x80xf32, strides=[80,1]>>
    %vb = make_partition_view %tb : partition_view<tile=(32x32), padding_value = zero, tensor_view<80x64xf32, strides=[64,1]>>
    %vc = make_partition_view %tc : partition_view<tile=(32x32), tensor_view<64x64xf32, strides=[64,1]>>
    %start, %t0 = load_view_tko weak %vc[%x, %y] : partition_view<tile=(32x32), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<32x32xf32>, token
    %sum = for %k in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<32x32xf32>) {
      %ka, %t1 = load_view_tko weak %va[%x, %k] : partition_view<tile=(32x32), padding_value = zero, tensor_view<64x80xf32, strides=[80,1]>>, tile<i32> -> tile<32x32xf32>, token
      %kb, %t2 = load_view_tko weak %vb[%k, %y] : partition_view<tile=(32x32), padding_value = zero, tensor_view<80x64xf32, strides=[64,1]>>, tile<i32> -> tile<32x32xf32>, token
      %next = mmaf %ka, %kb, %acc : tile<32x32xf32>, tile<32x32xf32>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %t3 = store_view_tko weak %sum, %vc[%x, %y] token = %t0 : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
