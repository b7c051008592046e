// Products in loops whose factors come through views of several kinds. Matrices are
// C[m][n] = A[m][k] B[k][n] in f16, all extents arguments.

!rows = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!out = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!a = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !rows>
!b = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !rows>
!bt = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !rows, dim_map=[1, 0]>
!overlap = !cuda_tile.strided_view<tile=(64x64), traversal_strides=[64,32], padding_value = zero, !rows>
!c = !cuda_tile.partition_view<tile=(64x64), !out>
!columns = !cuda_tile.tensor_view<?x?xf16, strides=[1,?]>
!b_columns = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !columns>

cuda_tile.module @m {
  // B comes as [n][k], read through a view that exchanges the dimensions; its loop
  // runs once for each of `rounds`.
  entry @turned(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>,
      %m: tile<i32>, %n: tile<i32>, %k_arg: tile<i32>, %rounds: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %k = assume div_by<16>, %k_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %b_ptr, shape = [%n, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !bt
    %tc = make_partition_view %vc : !c
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !a -> tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %all = for %r in (%c0 to %rounds, step %c1) : tile<i32> iter_values(%s = %zero) -> (tile<64x64xf32>) {
      %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %s) -> (tile<64x64xf32>) {
        %fa, %ra = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<64x64xf16>, token
        %fb, %rb = load_view_tko weak %tb[%i, %y] : !bt, tile<i32> -> tile<64x64xf16>, token
        %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
        continue %next : tile<64x64xf32>
      }
      continue %sum : tile<64x64xf32>
    }
    %w = store_view_tko weak %all, %tc[%x, %y] : tile<64x64xf32>, !c, tile<i32> -> token
    return
  }

  // Windows of A overlap; B may not be copied by TMA. Two loops, one after the other.
  entry @mixed(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>,
      %m: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %k = assume div_by<16>, %k_arg : tile<i32>
    %n = assume div_by<16>, %n_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_strided_view %va : !overlap
    %tb = make_partition_view %vb : !b
    %tc = make_partition_view %vc : !c
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tk, %tn = get_index_space_shape %tb : !b -> tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !overlap, tile<i32> -> tile<64x64xf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] optimization_hints=<sm_90 = {allow_tma = false}> : !b, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %more = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !overlap, tile<i32> -> tile<64x64xf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %x] : !b, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %w = store_view_tko weak %more, %tc[%x, %y] : tile<64x64xf32>, !c, tile<i32> -> token
    return
  }

  // What is read was written by this block, by ordinary stores: each block has rows
  // of A of its own, which it doubles before it multiplies.
  entry @ordered(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>,
      %m: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %k = assume div_by<16>, %k_arg : tile<i32>
    %n = assume div_by<16>, %n_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !b
    %tc = make_partition_view %vc : !c
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !a -> tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %t0 = make_token : token
    %t = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%before = %t0) -> (token) {
      %f, %r = load_view_tko weak %ta[%x, %i] token=%before : !a, tile<i32> -> tile<64x64xf16>, token
      %g = addf %f, %f : tile<64x64xf16>
      %w = store_view_tko weak %g, %ta[%x, %i] token=%r : tile<64x64xf16>, !a, tile<i32> -> token
      continue %w : token
    }
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] token=%t : !a, tile<i32> -> tile<64x64xf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %c0] : !b, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %w = store_view_tko weak %sum, %tc[%x, %c0] : tile<64x64xf32>, !c, tile<i32> -> token
    return
  }

  // B by columns, as TMA could not say in this order.
  entry @columns(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>,
      %m: tile<i32>, %n: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %k = assume div_by<16>, %k_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [1, %k] : tile<i32> -> !columns
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !b_columns
    %tc = make_partition_view %vc : !c
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !a -> tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<64x64xf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] : !b_columns, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %w = store_view_tko weak %sum, %tc[%x, %y] : tile<64x64xf32>, !c, tile<i32> -> token
    return
  }
}
