// Sums of 32 products of bf16 whose operands, or whose products, are subnormal: all
// of them are powers of two, so that every order gives the same bits.
cuda_tile.module @m {
  entry @products(%out: tile<ptr<f32>>) {
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %one = constant <bf16: 1.0> : tile<32x32xbf16>
    %subnormal = constant <bf16: 7.346839692639297e-40> : tile<32x32xbf16>
    %large = constant <bf16: 1.329227995784916e+36> : tile<32x32xbf16>
    %small = constant <bf16: 8.470329472543003e-22> : tile<32x32xbf16>
    %smaller = constant <bf16: 8.673617379884035e-19> : tile<32x32xbf16>
    %plain = mmaf %one, %large, %zero : tile<32x32xbf16>, tile<32x32xbf16>, tile<32x32xf32>
    %widened = mmaf %subnormal, %large, %zero : tile<32x32xbf16>, tile<32x32xbf16>, tile<32x32xf32>
    %swapped = mmaf %large, %subnormal, %zero : tile<32x32xbf16>, tile<32x32xbf16>, tile<32x32xf32>
    %tiny = mmaf %small, %smaller, %zero : tile<32x32xbf16>, tile<32x32xbf16>, tile<32x32xf32>
    %tinier = mmaf %subnormal, %one, %tiny : tile<32x32xbf16>, tile<32x32xbf16>, tile<32x32xf32>

    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    %c3 = constant <i32: 3> : tile<i32>
    %c4 = constant <i32: 4> : tile<i32>
    %view = make_tensor_view %out, shape = [160, 32], strides = [32, 1] : tensor_view<160x32xf32, strides=[32,1]>
    %part = make_partition_view %view : partition_view<tile=(32x32), tensor_view<160x32xf32, strides=[32,1]>>
    %t0 = store_view_tko weak %plain, %part[%c0, %c0] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<160x32xf32, strides=[32,1]>>, tile<i32> -> token
    %t1 = store_view_tko weak %widened, %part[%c1, %c0] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<160x32xf32, strides=[32,1]>>, tile<i32> -> token
    %t2 = store_view_tko weak %swapped, %part[%c2, %c0] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<160x32xf32, strides=[32,1]>>, tile<i32> -> token
    %t3 = store_view_tko weak %tiny, %part[%c3, %c0] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<160x32xf32, strides=[32,1]>>, tile<i32> -> token
    %t4 = store_view_tko weak %tinier, %part[%c4, %c0] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<160x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
