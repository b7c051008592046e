// Results of products that are stored through views of several kinds. Matrices are
// C[m][n] = A[m][k] B[k][n] in f16, all extents arguments. Hints ask for TMA where the
// tile is so small that its fragments would be stored as they are.

!rows = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!out = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!a = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !rows>
!b = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !rows>
!b_wide = !cuda_tile.partition_view<tile=(64x256), padding_value = zero, !rows>
!c = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !out>
!c_half = !cuda_tile.partition_view<tile=(64x64), !rows>
!a_tall = !cuda_tile.partition_view<tile=(128x64), padding_value = zero, !rows>
!c_wide = !cuda_tile.partition_view<tile=(128x256), !out>
!out_columns = !cuda_tile.tensor_view<?x?xf32, strides=[1,?]>
!c_columns = !cuda_tile.partition_view<tile=(64x64), !out_columns>

cuda_tile.module @m {
  // The result in f32 and, narrowed, in f16.
  entry @both(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>, %pd: tile<ptr<f16>>,
      %m: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %k = assume div_by<8>, %k_arg : tile<i32>
    %n = assume div_by<8>, %n_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %vd = make_tensor_view %pd, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !rows
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !b
    %tc = make_partition_view %vc : !c
    %td = make_partition_view %vd : !c_half
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !a -> tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<64x64xf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] : !b, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %w = store_view_tko weak %sum, %tc[%x, %y] optimization_hints=<sm_90 = {allow_tma = true}> : tile<64x64xf32>, !c, tile<i32> -> token
    %half = ftof %sum : tile<64x64xf32> -> tile<64x64xf16>
    %h = store_view_tko weak %half, %td[%x, %y] optimization_hints=<sm_90 = {allow_tma = true}> : tile<64x64xf16>, !c_half, tile<i32> -> token
    return
  }

  // Each block makes all tiles of a row of tiles, one after the other.
  entry @persistent(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>,
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
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tk, %tn = get_index_space_shape %tb : !b -> tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    for %j in (%c0 to %tn, step %c1) : tile<i32> {
      %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
        %fa, %ra = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<64x64xf16>, token
        %fb, %rb = load_view_tko weak %tb[%i, %j] : !b, tile<i32> -> tile<64x64xf16>, token
        %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
        continue %next : tile<64x64xf32>
      }
      %w = store_view_tko weak %sum, %tc[%x, %j] optimization_hints=<sm_90 = {allow_tma = true}> : tile<64x64xf32>, !c, tile<i32> -> token
      continue
    }
    return
  }

  // C is added to, and what is stored is loaded and stored to its right: tokens order
  // the store after a load, and a load after the store.
  entry @ordered(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>, %pd: tile<ptr<f32>>,
      %m: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %k = assume div_by<8>, %k_arg : tile<i32>
    %n = assume div_by<8>, %n_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %vd = make_tensor_view %pd, shape = [%m, %n], strides = [1, %m] : tile<i32> -> !out_columns
    %ta = make_partition_view %va : !a
    %tb = make_partition_view %vb : !b
    %tc = make_partition_view %vc : !c
    %td = make_partition_view %vd : !c_columns
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !a -> tile<i32>
    %old, %r = load_view_tko weak %tc[%x, %y] : !c, tile<i32> -> tile<64x64xf32>, token
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %old) -> (tile<64x64xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !a, tile<i32> -> tile<64x64xf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] : !b, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %fa, %fb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %w = store_view_tko weak %sum, %tc[%x, %y] token=%r optimization_hints=<sm_90 = {allow_tma = true}> : tile<64x64xf32>, !c, tile<i32> -> token
    %again, %r2 = load_view_tko weak %tc[%x, %y] token=%w : !c, tile<i32> -> tile<64x64xf32>, token
    %twice = addf %again, %sum : tile<64x64xf32>
    %v = store_view_tko weak %twice, %td[%x, %y] optimization_hints=<sm_90 = {allow_tma = true}> : tile<64x64xf32>, !c_columns, tile<i32> -> token
    return
  }

  // A tile of 128 KiB, whose parts take turns.
  entry @large(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>,
      %m: tile<i32>, %n_arg: tile<i32>, %k_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f16>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f16>>
    %k = assume div_by<8>, %k_arg : tile<i32>
    %n = assume div_by<8>, %n_arg : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !rows
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !rows
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !out
    %ta = make_partition_view %va : !a_tall
    %tb = make_partition_view %vb : !b_wide
    %tc = make_partition_view %vc : !c_wide
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %ta : !a_tall -> tile<i32>
    %zero = constant <f32: 0.0> : tile<128x256xf32>
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<128x256xf32>) {
      %fa, %ra = load_view_tko weak %ta[%x, %i] : !a_tall, tile<i32> -> tile<128x64xf16>, token
      %fb, %rb = load_view_tko weak %tb[%i, %y] : !b_wide, tile<i32> -> tile<64x256xf16>, token
      %next = mmaf %fa, %fb, %acc : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
      continue %next : tile<128x256xf32>
    }
    %w = store_view_tko weak %sum, %tc[%x, %y] : tile<128x256xf32>, !c_wide, tile<i32> -> token
    return
  }
}
