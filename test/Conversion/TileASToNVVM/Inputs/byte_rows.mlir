// Products of bytes whose right factor lies row by row in memory, as the left one.

!i8s = !cuda_tile.tensor_view<?x?xi8, strides=[?,1]>
!f8s = !cuda_tile.tensor_view<?x?xf8E4M3FN, strides=[?,1]>
!i32s = !cuda_tile.tensor_view<?x?xi32, strides=[?,1]>
!f32s = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!ia = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !i8s>
!ib = !cuda_tile.partition_view<tile=(64x128), padding_value = zero, !i8s>
!ic = !cuda_tile.partition_view<tile=(64x128), !i32s>
!na = !cuda_tile.partition_view<tile=(32x32), padding_value = zero, !i8s>
!nb = !cuda_tile.partition_view<tile=(32x16), padding_value = zero, !i8s>
!nc = !cuda_tile.partition_view<tile=(32x16), !i32s>
!fa = !cuda_tile.partition_view<tile=(64x32), padding_value = zero, !f8s>
!fb = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, !f8s>
!fc = !cuda_tile.partition_view<tile=(64x64), !f32s>

cuda_tile.module @m {
  entry @integers(%a_arg: tile<ptr<i8>>, %b_arg: tile<ptr<i8>>, %c_arg: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_view = make_tensor_view %a_arg, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !i8s
    %b_view = make_tensor_view %b_arg, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !i8s
    %c_view = make_tensor_view %c_arg, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !i32s
    %a = make_partition_view %a_view : !ia
    %b = make_partition_view %b_view : !ib
    %c = make_partition_view %c_view : !ic
    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a : !ia -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<64x128xi32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x128xi32>) {
      %x, %t0 = load_view_tko weak %a[%bm, %kt] : !ia, tile<i32> -> tile<64x64xi8>, token
      %y, %t1 = load_view_tko weak %b[%kt, %bn] : !ib, tile<i32> -> tile<64x128xi8>, token
      %next = mmai %x, %y, %acc signed unsigned : tile<64x64xi8>, tile<64x128xi8>, tile<64x128xi32>
      continue %next : tile<64x128xi32>
    }
    %w = store_view_tko weak %sum, %c[%bm, %bn] : tile<64x128xi32>, !ic, tile<i32> -> token
    return
  }

  // 16 columns are one pair of instructions.
  entry @narrow(%a_arg: tile<ptr<i8>>, %b_arg: tile<ptr<i8>>, %c_arg: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_view = make_tensor_view %a_arg, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !i8s
    %b_view = make_tensor_view %b_arg, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !i8s
    %c_view = make_tensor_view %c_arg, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !i32s
    %a = make_partition_view %a_view : !na
    %b = make_partition_view %b_view : !nb
    %c = make_partition_view %c_view : !nc
    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a : !na -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<32x16xi32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<32x16xi32>) {
      %x, %t0 = load_view_tko weak %a[%bm, %kt] : !na, tile<i32> -> tile<32x32xi8>, token
      %y, %t1 = load_view_tko weak %b[%kt, %bn] : !nb, tile<i32> -> tile<32x16xi8>, token
      %next = mmai %x, %y, %acc signed signed : tile<32x32xi8>, tile<32x16xi8>, tile<32x16xi32>
      continue %next : tile<32x16xi32>
    }
    %w = store_view_tko weak %sum, %c[%bm, %bn] : tile<32x16xi32>, !nc, tile<i32> -> token
    return
  }

  // The largest of each row is subtracted from it: reductions know the order.
  entry @floats(%a_arg: tile<ptr<f8E4M3FN>>, %b_arg: tile<ptr<f8E4M3FN>>, %c_arg: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_view = make_tensor_view %a_arg, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !f8s
    %b_view = make_tensor_view %b_arg, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !f8s
    %c_view = make_tensor_view %c_arg, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !f32s
    %a = make_partition_view %a_view : !fa
    %b = make_partition_view %b_view : !fb
    %c = make_partition_view %c_view : !fc
    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a : !fa -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %x, %t0 = load_view_tko weak %a[%bm, %kt] : !fa, tile<i32> -> tile<64x32xf8E4M3FN>, token
      %y, %t1 = load_view_tko weak %b[%kt, %bn] : !fb, tile<i32> -> tile<32x64xf8E4M3FN>, token
      %next = mmaf %x, %y, %acc : tile<64x32xf8E4M3FN>, tile<32x64xf8E4M3FN>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %most = reduce %sum dim=1 identities=[0xFF800000 : f32] : tile<64x64xf32> -> tile<64xf32>
      (%p: tile<f32>, %q: tile<f32>) {
        %larger = maxf %p, %q : tile<f32>
        yield %larger : tile<f32>
      }
    %column = reshape %most : tile<64xf32> -> tile<64x1xf32>
    %all = broadcast %column : tile<64x1xf32> -> tile<64x64xf32>
    %below = subf %sum, %all : tile<64x64xf32>
    %w = store_view_tko weak %below, %c[%bm, %bn] : tile<64x64xf32>, !fc, tile<i32> -> token
    return
  }
}
