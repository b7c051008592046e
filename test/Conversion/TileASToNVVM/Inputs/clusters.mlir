// Kernels with the hint for clusters of two: the first ones can be split by rows, the others not.

!a = !cuda_tile.partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
!b = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
!c = !cuda_tile.partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>

cuda_tile.module @clusters {
  // C = A B + C, C being read first; and masked by rows: what is below the diagonal.
  entry @update(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>)
      optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
    %va = make_tensor_view %pa, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %vb = make_tensor_view %pb, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !b
    %tc = make_partition_view %vc : !c
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tk, %tn = get_index_space_shape %tb : !b -> tile<i32>
    %start, %read = load_view_tko weak %tc[%x, %y] : !c, tile<i32> -> tile<128x64xf32>, token
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %start) -> (tile<128x64xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<128x64xf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] : !b, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %fa, %fb, %acc : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
      continue %next : tile<128x64xf32>
    }
    %row = iota : tile<128xi32>
    %rows1 = reshape %row : tile<128xi32> -> tile<128x1xi32>
    %rows = broadcast %rows1 : tile<128x1xi32> -> tile<128x64xi32>
    %column = iota : tile<64xi32>
    %columns1 = reshape %column : tile<64xi32> -> tile<1x64xi32>
    %columns = broadcast %columns1 : tile<1x64xi32> -> tile<128x64xi32>
    %below = cmpi greater_than %rows, %columns, signed : tile<128x64xi32> -> tile<128x64xi1>
    %zero = constant <f32: 0.0> : tile<128x64xf32>
    %lower = select %below, %sum, %zero : tile<128x64xi1>, tile<128x64xf32>
    %w = store_view_tko weak %lower, %tc[%x, %y] token=%read : tile<128x64xf32>, !c, tile<i32> -> token
    return
  }

  // Sums of columns are sums of all rows.
  entry @columns(%pa: tile<ptr<f16>>, %pc: tile<ptr<f32>>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
    %va = make_tensor_view %pa, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %vc = make_tensor_view %pc, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %ta = make_partition_view %va : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %a, %ra = load_view_tko weak %ta[%c0, %c0] : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b = constant <f16: 1.0> : tile<64x64xf16>
    %zero = constant <f32: 0.0> : tile<128x64xf32>
    %p = mmaf %a, %b, %zero : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %s = reduce %p dim=0 identities=[0.0 : f32] : tile<128x64xf32> -> tile<64xf32> (%u: tile<f32>, %v: tile<f32>) {
      %w = addf %u, %v : tile<f32>
      yield %w : tile<f32>
    }
    %w = store_view_tko weak %s, %tc[%c0] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }

  // What is stored is read again, by both blocks.
  entry @again(%pa: tile<ptr<f16>>, %pc: tile<ptr<f16>>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
    %va = make_tensor_view %pa, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %ta = make_partition_view %va : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>
    %tb = make_partition_view %va : partition_view<tile=(64x64), tensor_view<128x64xf16, strides=[64,1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %one = constant <f16: 1.0> : tile<64x64xf16>
    %zero = constant <f32: 0.0> : tile<128x64xf32>
    %a, %ra = load_view_tko weak %ta[%c0, %c0] : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
    %p = mmaf %a, %one, %zero : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %h = ftof %p : tile<128x64xf32> -> tile<128x64xf16>
    %w = store_view_tko weak %h, %ta[%c0, %c0] token=%ra : tile<128x64xf16>, partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> token
    %b, %rb = load_view_tko weak %tb[%c0, %c0] token=%w : partition_view<tile=(64x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %q = mmaf %a, %b, %zero : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %g = ftof %q : tile<128x64xf32> -> tile<128x64xf16>
    %vc = make_tensor_view %pc, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %tc = make_partition_view %vc : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>
    %v = store_view_tko weak %g, %tc[%c0, %c0] : tile<128x64xf16>, partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @printed(%pa: tile<ptr<f16>>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
    %va = make_tensor_view %pa, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %ta = make_partition_view %va : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %one = constant <f16: 1.0> : tile<64x64xf16>
    %zero = constant <f32: 0.0> : tile<128x64xf32>
    %a, %ra = load_view_tko weak %ta[%c0, %c0] : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
    %p = mmaf %a, %one, %zero : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %h = ftof %p : tile<128x64xf32> -> tile<128x64xf16>
    %w = store_view_tko weak %h, %ta[%c0, %c0] token=%ra : tile<128x64xf16>, partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> token
    print_tko "done %i\n", %c0 : tile<i32> -> token
    return
  }

  entry @small(%pa: tile<ptr<f16>>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
    %va = make_tensor_view %pa, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %ta = make_partition_view %va : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %a, %ra = load_view_tko weak %ta[%c0, %c0] : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %p = mmaf %a, %a, %zero : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %h = ftof %p : tile<64x64xf32> -> tile<64x64xf16>
    %w = store_view_tko weak %h, %ta[%c0, %c0] token=%ra : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @wide(%pa: tile<ptr<f16>>) optimization_hints=<sm_90 = {num_cta_in_cga = 4}> {
    %va = make_tensor_view %pa, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %ta = make_partition_view %va : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>
    %c0 = constant <i32: 0> : tile<i32>
    %one = constant <f16: 1.0> : tile<64x64xf16>
    %zero = constant <f32: 0.0> : tile<128x64xf32>
    %a, %ra = load_view_tko weak %ta[%c0, %c0] : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
    %p = mmaf %a, %one, %zero : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %h = ftof %p : tile<128x64xf32> -> tile<128x64xf16>
    %w = store_view_tko weak %h, %ta[%c0, %c0] token=%ra : tile<128x64xf16>, partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
