// What two launches of one kernel with other arguments are when they run at the same time: blocks
// of both, in any order, which share the places of the module. Block z = 0 has the arguments of
// one launch, z = 1 those of the other; extents and row lengths differ, so that no map of one is
// right for the other.

!rows = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!out = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!a = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !rows>
!c = !cuda_tile.partition_view<tile=(64x64), !out>

cuda_tile.module @m {
  entry @product(%pa0: tile<ptr<f16>>, %pb0: tile<ptr<f16>>, %pc0: tile<ptr<f32>>, %m0: tile<i32>, %n0: tile<i32>, %k0: tile<i32>,
      %pa1: tile<ptr<f16>>, %pb1: tile<ptr<f16>>, %pc1: tile<ptr<f32>>, %m1: tile<i32>, %n1: tile<i32>, %k1: tile<i32>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %is_first = cmpi equal %z, %c0, signed : tile<i32> -> tile<i1>
    %pa = select %is_first, %pa0, %pa1 : tile<i1>, tile<ptr<f16>>
    %pb = select %is_first, %pb0, %pb1 : tile<i1>, tile<ptr<f16>>
    %pc = select %is_first, %pc0, %pc1 : tile<i1>, tile<ptr<f32>>
    %m = select %is_first, %m0, %m1 : tile<i1>, tile<i32>
    %n_any = select %is_first, %n0, %n1 : tile<i1>, tile<i32>
    %k_any = select %is_first, %k0, %k1 : tile<i1>, tile<i32>
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %n = assume div_by<8>, %n_any : tile<i32>
    %k = assume div_by<8>, %k_any : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !a
    %tc = make_partition_view %vc : !c
    %tm, %tk = get_index_space_shape %ta : !a -> tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<64x64xf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] : !a, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %w = store_view_tko weak %sum, %tc[%x, %y] : tile<64x64xf32>, !c, tile<i32> -> token
    return
  }
}
