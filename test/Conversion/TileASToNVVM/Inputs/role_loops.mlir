// Products in loops inside loops, for kernels with roles. Matrices are
// C[m][n] = A[m][k] B[k][n] in f16, all extents arguments; each block makes rows of
// tiles of C.

!rows = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!out = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!a = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !rows>
!b = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !rows>
!c = !cuda_tile.partition_view<tile=(64x64), !out>

cuda_tile.module @m {
  // Tiles by number: the number of a loop says which rows and columns are loaded, and where the
  // depth begins, so that some loops have no iterations.
  entry @tiles(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>,
      %m: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %k = assume div_by<8>, %k_arg : tile<i32>
    %n = assume div_by<8>, %n_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !b
    %tc = make_partition_view %vc : !c
    %x, %y, %z = get_tile_block_id : tile<i32>
    %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !a -> tile<i32>
    %tk2, %tn = get_index_space_shape %tb : !b -> tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %all = muli %tm, %tn : tile<i32>
    for %t in (%x to %all, step %gx) : tile<i32> {
      %row = divi %t, %tn signed : tile<i32>
      %col = remi %t, %tn signed : tile<i32>
      %sum = for %i in (%col to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
        %fa, %ra = load_view_tko weak %ta[%row, %i] : !a, tile<i32> -> tile<64x64xf16>, token
        %fb, %rb = load_view_tko weak %tb[%i, %col] : !b, tile<i32> -> tile<64x64xf16>, token
        %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
        continue %next : tile<64x64xf32>
      }
      %w = store_view_tko weak %sum, %tc[%row, %col] : tile<64x64xf32>, !c, tile<i32> -> token
      continue
    }
    return
  }

  // Two loops around two loops, which have stages of their own.
  entry @deep(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>,
      %m: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %k = assume div_by<8>, %k_arg : tile<i32>
    %n = assume div_by<8>, %n_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !b
    %tc = make_partition_view %vc : !c
    %x, %y, %z = get_tile_block_id : tile<i32>
    %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !a -> tile<i32>
    %tk2, %tn = get_index_space_shape %tb : !b -> tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    for %row in (%x to %tm, step %gx) : tile<i32> {
      for %col in (%c0 to %tn, step %c1) : tile<i32> {
        %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
          %fa, %ra = load_view_tko weak %ta[%row, %i] : !a, tile<i32> -> tile<64x64xf16>, token
          %fb, %rb = load_view_tko weak %tb[%i, %col] : !b, tile<i32> -> tile<64x64xf16>, token
          %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
          continue %next : tile<64x64xf32>
        }
        %more = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
          %fa, %ra = load_view_tko weak %ta[%row, %i] : !a, tile<i32> -> tile<64x64xf16>, token
          %fb, %rb = load_view_tko weak %tb[%i, %c0] : !b, tile<i32> -> tile<64x64xf16>, token
          %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
          continue %next : tile<64x64xf32>
        }
        %w = store_view_tko weak %more, %tc[%row, %col] : tile<64x64xf32>, !c, tile<i32> -> token
        continue
      }
      continue
    }
    return
  }

  // The column of tiles is a number that the loop carries.
  entry @carried(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>,
      %m: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %k = assume div_by<8>, %k_arg : tile<i32>
    %n = assume div_by<8>, %n_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !b
    %tc = make_partition_view %vc : !c
    %x, %y, %z = get_tile_block_id : tile<i32>
    %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !a -> tile<i32>
    %tk2, %tn = get_index_space_shape %tb : !b -> tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %end = for %row in (%x to %tm, step %gx) : tile<i32> iter_values(%col = %c0) -> (tile<i32>) {
      %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
        %fa, %ra = load_view_tko weak %ta[%row, %i] : !a, tile<i32> -> tile<64x64xf16>, token
        %fb, %rb = load_view_tko weak %tb[%i, %col] : !b, tile<i32> -> tile<64x64xf16>, token
        %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
        continue %next : tile<64x64xf32>
      }
      %w = store_view_tko weak %sum, %tc[%row, %col] : tile<64x64xf32>, !c, tile<i32> -> token
      %following = addi %col, %c1 : tile<i32>
      %right = remi %following, %tn signed : tile<i32>
      continue %right : tile<i32>
    }
    return
  }

  // Only some tiles are made.
  entry @branch(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>,
      %m: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %k = assume div_by<8>, %k_arg : tile<i32>
    %n = assume div_by<8>, %n_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !b
    %tc = make_partition_view %vc : !c
    %x, %y, %z = get_tile_block_id : tile<i32>
    %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !a -> tile<i32>
    %tk2, %tn = get_index_space_shape %tb : !b -> tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    for %col in (%c0 to %tn, step %c1) : tile<i32> {
      %is = cmpi not_equal %col, %c1, signed : tile<i32> -> tile<i1>
      if %is {
        %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
          %fa, %ra = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<64x64xf16>, token
          %fb, %rb = load_view_tko weak %tb[%i, %col] : !b, tile<i32> -> tile<64x64xf16>, token
          %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
          continue %next : tile<64x64xf32>
        }
        %w = store_view_tko weak %sum, %tc[%x, %col] : tile<64x64xf32>, !c, tile<i32> -> token
        yield
      }
      continue
    }
    return
  }

  // Blocks behind the last row leave. All promises are made, so that there is one body for all arguments and
  // what leaves is the only branch: views are made in front of it, and the loop is inside.
  entry @guarded(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc_arg: tile<ptr<f32>>,
      %m: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %pc = assume div_by<16>, %pc_arg : tile<ptr<f32>>
    %k = assume div_by<8>, %k_arg : tile<i32>
    %n = assume div_by<8>, %n_arg : tile<i32>
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
    %is_behind = cmpi greater_than_or_equal %x, %tm, signed : tile<i32> -> tile<i1>
    if %is_behind {
      return
    }
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<64x64xf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] : !b, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %tc[%x, %y] : tile<64x64xf32>, !c, tile<i32> -> token
    return
  }
}
