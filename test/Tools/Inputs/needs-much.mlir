cuda_tile.module @m {
  // The first product takes all columns of tensor memory; the second one, by mma.sync, wants the
  // sums of 256 KiB in other registers.
  entry @large(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %lhs_view = make_tensor_view %a, shape = [2, 128, 8], strides = [1024, 1, 128] : tensor_view<2x128x8xf32, strides=[1024,1,128]>
    %lhs_tiles = make_partition_view %lhs_view : partition_view<tile=(2x128x8), tensor_view<2x128x8xf32, strides=[1024,1,128]>>
    %rhs_view = make_tensor_view %b, shape = [2, 8, 256], strides = [2048, 1, 8] : tensor_view<2x8x256xf32, strides=[2048,1,8]>
    %rhs_tiles = make_partition_view %rhs_view : partition_view<tile=(2x8x256), tensor_view<2x8x256xf32, strides=[2048,1,8]>>
    %sum_view = make_tensor_view %c, shape = [2, 128, 256], strides = [32768, 256, 1] : tensor_view<2x128x256xf32, strides=[32768,256,1]>
    %sum_tiles = make_partition_view %sum_view : partition_view<tile=(2x128x256), tensor_view<2x128x256xf32, strides=[32768,256,1]>>
    %x, %x_token = load_view_tko weak %lhs_tiles[%zero, %zero, %zero] : partition_view<tile=(2x128x8), tensor_view<2x128x8xf32, strides=[1024,1,128]>>, tile<i32> -> tile<2x128x8xf32>, token
    %y, %y_token = load_view_tko weak %rhs_tiles[%zero, %zero, %zero] : partition_view<tile=(2x8x256), tensor_view<2x8x256xf32, strides=[2048,1,8]>>, tile<i32> -> tile<2x8x256xf32>, token
    %s, %s_token = load_view_tko weak %sum_tiles[%zero, %zero, %zero] : partition_view<tile=(2x128x256), tensor_view<2x128x256xf32, strides=[32768,256,1]>>, tile<i32> -> tile<2x128x256xf32>, token
    %p = ftof %x : tile<2x128x8xf32> -> tile<2x128x8xtf32>
    %q = ftof %y : tile<2x8x256xf32> -> tile<2x8x256xtf32>
    %first = mmaf %p, %q, %s : tile<2x128x8xtf32>, tile<2x8x256xtf32>, tile<2x128x256xf32>
    %r = mmaf %p, %q, %first : tile<2x128x8xtf32>, tile<2x8x256xtf32>, tile<2x128x256xf32>
    %rows = reduce %r dim=2 identities=[0.0 : f32] : tile<2x128x256xf32> -> tile<2x128xf32> (%u: tile<f32>, %v: tile<f32>) { %w = addf %u, %v : tile<f32> yield %w : tile<f32> }
    %column = reshape %rows : tile<2x128xf32> -> tile<2x128x1xf32>
    %all = broadcast %column : tile<2x128x1xf32> -> tile<2x128x256xf32>
    %d = subf %r, %all : tile<2x128x256xf32>
    %stored = store_view_tko weak %d, %sum_tiles[%zero, %zero, %zero] token=%s_token : tile<2x128x256xf32>, partition_view<tile=(2x128x256), tensor_view<2x128x256xf32, strides=[32768,256,1]>>, tile<i32> -> token
    return
  }
  entry @small(%c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %x = constant <f16: 1.0> : tile<64x64xf16>
    %s = constant <f32: 0.0> : tile<64x64xf32>
    %r = mmaf %x, %x, %s : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %view = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %tiles = make_partition_view %view : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %stored = store_view_tko weak %r, %tiles[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
