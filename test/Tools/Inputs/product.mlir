// A product of f16 that mma.sync has a shape for.
!m = !cuda_tile.tensor_view<32x32xf16, strides=[32,1]>
!p = !cuda_tile.partition_view<tile=(32x32), !m>
!o = !cuda_tile.tensor_view<32x32xf32, strides=[32,1]>
!q = !cuda_tile.partition_view<tile=(32x32), !o>
cuda_tile.module @m {
  entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) optimization_hints=<default = {num_cta_in_cga = 2, occupancy = 32}> {
    %va = make_tensor_view %a, shape = [32, 32], strides = [32, 1] : !m
    %vb = make_tensor_view %b, shape = [32, 32], strides = [32, 1] : !m
    %vc = make_tensor_view %c, shape = [32, 32], strides = [32, 1] : !o
    %pa = make_partition_view %va : !p
    %pb = make_partition_view %vb : !p
    %pc = make_partition_view %vc : !q
    %i = constant <i32: 0> : tile<i32>
    %x, %rx = load_view_tko weak %pa[%i, %i] optimization_hints=<default = {allow_tma = true, latency = 4}> : !p, tile<i32> -> tile<32x32xf16>, token
    %y, %ry = load_view_tko weak %pb[%i, %i] : !p, tile<i32> -> tile<32x32xf16>, token
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %z = mmaf %x, %y, %zero : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>
    %w = store_view_tko weak %z, %pc[%i, %i] : tile<32x32xf32>, !q, tile<i32> -> token
    return
  }
}
