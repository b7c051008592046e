// 128x256 sums are 128 registers of each of 256 threads; two blocks at a time would
// leave no others.
cuda_tile.module @m {
  entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>)
      optimization_hints = <sm_90 = {occupancy = 2}> {
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f32: 0.0> : tile<128x256xf32>
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %pb = assume div_by<16>, %b : tile<ptr<f16>>
    %ta = make_tensor_view %pa, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %tb = make_tensor_view %pb, shape = [64, 256], strides = [256, 1] : tensor_view<64x256xf16, strides=[256,1]>
    %tc = make_tensor_view %c, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xf32, strides=[256,1]>
    %va = make_partition_view %ta : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>
    %vb = make_partition_view %tb : partition_view<tile=(64x256), tensor_view<64x256xf16, strides=[256,1]>>
    %vc = make_partition_view %tc : partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>
    %x, %t0 = load_view_tko weak %va[%i, %i] : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
    %y, %t1 = load_view_tko weak %vb[%i, %i] : partition_view<tile=(64x256), tensor_view<64x256xf16, strides=[256,1]>>, tile<i32> -> tile<64x256xf16>, token
    %r = mmaf %x, %y, %zero : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
    %t = store_view_tko weak %r, %vc[%i, %i] : tile<128x256xf32>, partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
