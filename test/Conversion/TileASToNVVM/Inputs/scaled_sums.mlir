// A loop that halves its sums in front of each product: it does more than add to them.

!rows = !cuda_tile.tensor_view<?x64xf16, strides=[64,1]>
!tile = !cuda_tile.partition_view<tile=(64x64), !rows>
!sums = !cuda_tile.tensor_view<?x64xf32, strides=[64,1]>
!out = !cuda_tile.partition_view<tile=(64x64), !sums>

cuda_tile.module @m {
  entry @scaled_sums(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>, %k: tile<i32>) {
    %va = make_tensor_view %pa, shape = [%k, 64], strides = [64, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %pb, shape = [%k, 64], strides = [64, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%k, 64], strides = [64, 1] : tile<i32> -> !sums
    %ta = make_partition_view %va : !tile
    %tb = make_partition_view %vb : !tile
    %tc = make_partition_view %vc : !out
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %half = constant <f32: 0.5> : tile<64x64xf32>
    %rows, %columns = get_index_space_shape %ta : !tile -> tile<i32>
    %sum = for %i in (%c0 to %rows, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %fa, %ra = load_view_tko weak %ta[%i, %c0] : !tile, tile<i32> -> tile<64x64xf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %c0] : !tile, tile<i32> -> tile<64x64xf16>, token
      %less = mulf %acc, %half : tile<64x64xf32>
      %next = mmaf %fa, %fb, %less : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %w = store_view_tko weak %sum, %tc[%c0, %c0] : tile<64x64xf32>, !out, tile<i32> -> token
    return
  }
}
