// Kernels with the hint for a pair of blocks that stay with one block each.

!rows = !cuda_tile.tensor_view<?x?xbf16, strides=[?,1]>
!out = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!a = !cuda_tile.partition_view<tile=(256x64), padding_value = zero, !rows>
!b = !cuda_tile.partition_view<tile=(64x128), padding_value = zero, !rows>
!c = !cuda_tile.partition_view<tile=(256x128), !out>

cuda_tile.module @whole {
  // Sums that begin with what is loaded: no loop for an issuer.
  entry @update(%pa: tile<ptr<bf16>>, %pb: tile<ptr<bf16>>, %pc: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>)
      optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
    %va = make_tensor_view %pa, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %pb, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !b
    %tc = make_partition_view %vc : !c
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !a -> tile<i32>
    %start, %read = load_view_tko weak %tc[%x, %y] : !c, tile<i32> -> tile<256x128xf32>, token
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %start) -> (tile<256x128xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<256x64xbf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] : !b, tile<i32> -> tile<64x128xbf16>, token
      %next = mmaf %fa, %fb, %acc : tile<256x64xbf16>, tile<64x128xbf16>, tile<256x128xf32>
      continue %next : tile<256x128xf32>
    }
    %w = store_view_tko weak %sum, %tc[%x, %y] token=%read : tile<256x128xf32>, !c, tile<i32> -> token
    return
  }

  // Rows for one block only.
  entry @short(%pa: tile<ptr<bf16>>, %pc: tile<ptr<f32>>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
    %va = make_tensor_view %pa, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xbf16, strides=[64,1]>
    %vc = make_tensor_view %pc, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %ta = make_partition_view %va : partition_view<tile=(128x64), tensor_view<128x64xbf16, strides=[64,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %a, %ra = load_view_tko weak %ta[%c0, %c0] : partition_view<tile=(128x64), tensor_view<128x64xbf16, strides=[64,1]>>, tile<i32> -> tile<128x64xbf16>, token
    %b = constant <bf16: 1.0> : tile<64x64xbf16>
    %zero = constant <f32: 0.0> : tile<128x64xf32>
    %p = mmaf %a, %b, %zero : tile<128x64xbf16>, tile<64x64xbf16>, tile<128x64xf32>
    %w = store_view_tko weak %p, %tc[%c0, %c0] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  // A product that is no sum of a loop.
  entry @alone(%pa: tile<ptr<bf16>>, %pc: tile<ptr<f32>>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
    %va = make_tensor_view %pa, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xbf16, strides=[64,1]>
    %vc = make_tensor_view %pc, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf32, strides=[64,1]>
    %ta = make_partition_view %va : partition_view<tile=(256x64), tensor_view<256x64xbf16, strides=[64,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(256x64), tensor_view<256x64xf32, strides=[64,1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %a, %ra = load_view_tko weak %ta[%c0, %c0] : partition_view<tile=(256x64), tensor_view<256x64xbf16, strides=[64,1]>>, tile<i32> -> tile<256x64xbf16>, token
    %b = constant <bf16: 1.0> : tile<64x64xbf16>
    %zero = constant <f32: 0.0> : tile<256x64xf32>
    %p = mmaf %a, %b, %zero : tile<256x64xbf16>, tile<64x64xbf16>, tile<256x64xf32>
    %w = store_view_tko weak %p, %tc[%c0, %c0] : tile<256x64xf32>, partition_view<tile=(256x64), tensor_view<256x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  // A right factor that is stored, too.
  entry @stored(%pa: tile<ptr<bf16>>, %pb: tile<ptr<bf16>>, %pc: tile<ptr<f32>>, %k: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
    %va = make_tensor_view %pa, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xbf16, strides=[64,1]>
    %vb = make_tensor_view %pb, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xbf16, strides=[64,1]>
    %vc = make_tensor_view %pc, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf32, strides=[64,1]>
    %ta = make_partition_view %va : partition_view<tile=(256x64), tensor_view<256x64xbf16, strides=[64,1]>>
    %tb = make_partition_view %vb : partition_view<tile=(64x64), tensor_view<64x64xbf16, strides=[64,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(256x64), tensor_view<256x64xf32, strides=[64,1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<256x64xf32>
    %sum = for %i in (%c0 to %k, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<256x64xf32>) {
      %a, %ra = load_view_tko weak %ta[%c0, %i] : partition_view<tile=(256x64), tensor_view<256x64xbf16, strides=[64,1]>>, tile<i32> -> tile<256x64xbf16>, token
      %b, %rb = load_view_tko weak %tb[%i, %c0] : partition_view<tile=(64x64), tensor_view<64x64xbf16, strides=[64,1]>>, tile<i32> -> tile<64x64xbf16>, token
      %wb = store_view_tko weak %b, %tb[%i, %c0] token=%rb : tile<64x64xbf16>, partition_view<tile=(64x64), tensor_view<64x64xbf16, strides=[64,1]>>, tile<i32> -> token
      %next = mmaf %a, %b, %acc : tile<256x64xbf16>, tile<64x64xbf16>, tile<256x64xf32>
      continue %next : tile<256x64xf32>
    }
    %w = store_view_tko weak %sum, %tc[%c0, %c0] : tile<256x64xf32>, partition_view<tile=(256x64), tensor_view<256x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
