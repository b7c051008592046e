// Matrix products whose blocks may take over others: C[m][n] = A[m][k] B[k][n].

!rows = !cuda_tile.tensor_view<?x?xbf16, strides=[?,1]>
!out = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!a = !cuda_tile.partition_view<tile=(128x64), padding_value = zero, !rows>
!b = !cuda_tile.partition_view<tile=(64x128), padding_value = zero, !rows>
!c = !cuda_tile.partition_view<tile=(128x128), !out>
!cubes = !cuda_tile.tensor_view<?x?x?xf16, strides=[?,?,1]>
!cube_out = !cuda_tile.tensor_view<?x?x?xf32, strides=[?,?,1]>
!ca = !cuda_tile.partition_view<tile=(1x128x32), padding_value = zero, !cubes>
!cb = !cuda_tile.partition_view<tile=(1x32x256), padding_value = zero, !cubes>
!cc = !cuda_tile.partition_view<tile=(1x128x256), !cube_out>

cuda_tile.module @persistent {
  // Nothing is promised, so that there is a body for other arguments, whose blocks take over none.
  entry @gemm(%pa: tile<ptr<bf16>>, %pb: tile<ptr<bf16>>, %pc: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
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
    %zero = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<128x128xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<128x64xbf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] : !b, tile<i32> -> tile<64x128xbf16>, token
      %next = mmaf %fa, %fb, %acc : tile<128x64xbf16>, tile<64x128xbf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %w = store_view_tko weak %sum, %tc[%x, %y] : tile<128x128xf32>, !c, tile<i32> -> token
    return
  }

  // All three axes of the grid, a number of iterations that depends on the block, and sums that take all
  // columns of tensor memory in two sets.
  entry @cubes(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>, %count: tile<i32>, %m: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %c_ptr = assume div_by<16>, %pc : tile<ptr<f32>>
    %n = assume div_by<8>, %n_arg : tile<i32>
    %k = assume div_by<8>, %k_arg : tile<i32>
    %ma = muli %m, %k : tile<i32>
    %mb = muli %k, %n : tile<i32>
    %mc = muli %m, %n : tile<i32>
    %sa = assume div_by<8>, %ma : tile<i32>
    %sb = assume div_by<8>, %mb : tile<i32>
    %sc = assume div_by<8>, %mc : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%count, %m, %k], strides = [%sa, %k, 1] : tile<i32> -> !cubes
    %vb = make_tensor_view %b_ptr, shape = [%count, %k, %n], strides = [%sb, %n, 1] : tile<i32> -> !cubes
    %vc = make_tensor_view %c_ptr, shape = [%count, %m, %n], strides = [%sc, %n, 1] : tile<i32> -> !cube_out
    %ta = make_partition_view %va : !ca
    %tb = make_partition_view %vb : !cb
    %tc = make_partition_view %vc : !cc
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %last = addi %x, %z : tile<i32>
    %zero = constant <f32: 0.0> : tile<128x256xf32>
    %sum = for %i in (%c0 to %last, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<128x256xf32>) {
      %fa, %ra = load_view_tko weak %ta[%z, %x, %i] : !ca, tile<i32> -> tile<1x128x32xf16>, token
      %fb, %rb = load_view_tko weak %tb[%z, %i, %y] : !cb, tile<i32> -> tile<1x32x256xf16>, token
      %da = reshape %fa : tile<1x128x32xf16> -> tile<128x32xf16>
      %db = reshape %fb : tile<1x32x256xf16> -> tile<32x256xf16>
      %next = mmaf %da, %db, %acc : tile<128x32xf16>, tile<32x256xf16>, tile<128x256xf32>
      continue %next : tile<128x256xf32>
    }
    %cube = reshape %sum : tile<128x256xf32> -> tile<1x128x256xf32>
    %w = store_view_tko weak %cube, %tc[%z, %x, %y] : tile<1x128x256xf32>, !cc, tile<i32> -> token
    return
  }
}
