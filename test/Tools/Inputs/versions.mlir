// Kernels whose arguments promise nothing: pointers begin %shift elements into an array.

!a = !cuda_tile.tensor_view<?x?xbf16, strides=[?,1]>
!c = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!a_tiles = !cuda_tile.partition_view<tile=(32x32), padding_value = zero, !a>
!c_tiles = !cuda_tile.partition_view<tile=(32x32), !c>
!row = !cuda_tile.partition_view<tile=(1x256), padding_value = neg_inf, !c>
!out_row = !cuda_tile.partition_view<tile=(1x256), !c>
!head = !cuda_tile.tensor_view<?x32xbf16, strides=[?,1]>
!head_tiles = !cuda_tile.partition_view<tile=(32x32), padding_value = zero, !head>
!key_tiles = !cuda_tile.partition_view<tile=(32x32), padding_value = zero, !head, dim_map=[1, 0]>
!result = !cuda_tile.tensor_view<?x32xf32, strides=[32,1]>
!result_tiles = !cuda_tile.partition_view<tile=(32x32), !result>

cuda_tile.module @versions {
  entry @gemm(%a_arg: tile<ptr<bf16>>, %b_arg: tile<ptr<bf16>>, %c_arg: tile<ptr<f32>>,
      %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %shift: tile<i32>) {
    %a_ptr = offset %a_arg, %shift : tile<ptr<bf16>>, tile<i32> -> tile<ptr<bf16>>
    %b_ptr = offset %b_arg, %shift : tile<ptr<bf16>>, tile<i32> -> tile<ptr<bf16>>
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !a
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !a
    %c_view = make_tensor_view %c_arg, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !c
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !a_tiles
    %c_part = make_partition_view %c_view : !c_tiles
    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<32x32xf32>) {
      %a, %t0 = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<32x32xbf16>, token
      %b, %t1 = load_view_tko weak %b_part[%kt, %bn] : !a_tiles, tile<i32> -> tile<32x32xbf16>, token
      %next = mmaf %a, %b, %acc : tile<32x32xbf16>, tile<32x32xbf16>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %t2 = store_view_tko weak %sum, %c_part[%bm, %bn] : tile<32x32xf32>, !c_tiles, tile<i32> -> token
    return
  }

  entry @softmax(%x_arg: tile<ptr<f32>>, %y_arg: tile<ptr<f32>>, %rows: tile<i32>, %columns: tile<i32>,
      %pitch: tile<i32>, %shift: tile<i32>) {
    %x_ptr = offset %x_arg, %shift : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %x_view = make_tensor_view %x_ptr, shape = [%rows, %columns], strides = [%pitch, 1] : tile<i32> -> !c
    %y_view = make_tensor_view %y_arg, shape = [%rows, %columns], strides = [%columns, 1] : tile<i32> -> !c
    %x_part = make_partition_view %x_view : !row
    %y_part = make_partition_view %y_view : !out_row
    %r, %by, %bz = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %x, %t0 = load_view_tko weak %x_part[%r, %c0] : !row, tile<i32> -> tile<1x256xf32>, token
    %max = reduce %x dim=1 identities=[0xFF800000 : f32] : tile<1x256xf32> -> tile<1xf32>
      (%p: tile<f32>, %q: tile<f32>) { %m = maxf %p, %q : tile<f32> yield %m : tile<f32> }
    %max_1 = reshape %max : tile<1xf32> -> tile<1x1xf32>
    %max_all = broadcast %max_1 : tile<1x1xf32> -> tile<1x256xf32>
    %low = subf %x, %max_all : tile<1x256xf32>
    %e = exp %low : tile<1x256xf32>
    %sum = reduce %e dim=1 identities=[0.0 : f32] : tile<1x256xf32> -> tile<1xf32>
      (%p: tile<f32>, %q: tile<f32>) { %s = addf %p, %q : tile<f32> yield %s : tile<f32> }
    %sum_1 = reshape %sum : tile<1xf32> -> tile<1x1xf32>
    %sum_all = broadcast %sum_1 : tile<1x1xf32> -> tile<1x256xf32>
    %y = divf %e, %sum_all : tile<1x256xf32>
    %t1 = store_view_tko weak %y, %y_part[%r, %c0] : tile<1x256xf32>, !out_row, tile<i32> -> token
    return
  }

  entry @attention(%q_arg: tile<ptr<bf16>>, %k_arg: tile<ptr<bf16>>, %v_arg: tile<ptr<bf16>>, %o_arg: tile<ptr<f32>>,
      %queries: tile<i32>, %keys: tile<i32>, %pitch: tile<i32>, %shift: tile<i32>) {
    %k_ptr = offset %k_arg, %shift : tile<ptr<bf16>>, tile<i32> -> tile<ptr<bf16>>
    %v_ptr = offset %v_arg, %shift : tile<ptr<bf16>>, tile<i32> -> tile<ptr<bf16>>
    %q_view = make_tensor_view %q_arg, shape = [%queries, 32], strides = [%pitch, 1] : tile<i32> -> !head
    %k_view = make_tensor_view %k_ptr, shape = [%keys, 32], strides = [%pitch, 1] : tile<i32> -> !head
    %v_view = make_tensor_view %v_ptr, shape = [%keys, 32], strides = [%pitch, 1] : tile<i32> -> !head
    %o_view = make_tensor_view %o_arg, shape = [%queries, 32], strides = [32, 1] : tile<i32> -> !result
    %q_part = make_partition_view %q_view : !head_tiles
    %k_part = make_partition_view %k_view : !key_tiles
    %v_part = make_partition_view %v_view : !head_tiles
    %o_part = make_partition_view %o_view : !result_tiles
    %features, %tiles = get_index_space_shape %k_part : !key_tiles -> tile<i32>
    %b, %by, %bz = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zeros = constant <f32: 0.0> : tile<32x32xf32>
    %m_start = constant <f32: -1000.0> : tile<32x1xf32>
    %l_start = constant <f32: 0.0> : tile<32x1xf32>
    %q, %t0 = load_view_tko weak %q_part[%b, %c0] : !head_tiles, tile<i32> -> tile<32x32xbf16>, token
    %m, %l, %o = for %j in (%c0 to %tiles, step %c1) : tile<i32>
        iter_values(%m_old = %m_start, %l_old = %l_start, %o_old = %zeros) -> (tile<32x1xf32>, tile<32x1xf32>, tile<32x32xf32>) {
      %k, %t1 = load_view_tko weak %k_part[%c0, %j] : !key_tiles, tile<i32> -> tile<32x32xbf16>, token
      %s = mmaf %q, %k, %zeros : tile<32x32xbf16>, tile<32x32xbf16>, tile<32x32xf32>
      %top = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<32x32xf32> -> tile<32xf32>
        (%p: tile<f32>, %r: tile<f32>) { %x = maxf %p, %r : tile<f32> yield %x : tile<f32> }
      %top_1 = reshape %top : tile<32xf32> -> tile<32x1xf32>
      %m_new = maxf %m_old, %top_1 : tile<32x1xf32>
      %m_all = broadcast %m_new : tile<32x1xf32> -> tile<32x32xf32>
      %low = subf %s, %m_all : tile<32x32xf32>
      %e = exp %low : tile<32x32xf32>
      %less = subf %m_old, %m_new : tile<32x1xf32>
      %scale = exp %less : tile<32x1xf32>
      %row = reduce %e dim=1 identities=[0.0 : f32] : tile<32x32xf32> -> tile<32xf32>
        (%p: tile<f32>, %r: tile<f32>) { %x = addf %p, %r : tile<f32> yield %x : tile<f32> }
      %row_1 = reshape %row : tile<32xf32> -> tile<32x1xf32>
      %l_scaled = mulf %l_old, %scale : tile<32x1xf32>
      %l_new = addf %l_scaled, %row_1 : tile<32x1xf32>
      %scale_all = broadcast %scale : tile<32x1xf32> -> tile<32x32xf32>
      %o_scaled = mulf %o_old, %scale_all : tile<32x32xf32>
      %weights = ftof %e : tile<32x32xf32> -> tile<32x32xbf16>
      %v, %t2 = load_view_tko weak %v_part[%j, %c0] : !head_tiles, tile<i32> -> tile<32x32xbf16>, token
      %o_new = mmaf %weights, %v, %o_scaled : tile<32x32xbf16>, tile<32x32xbf16>, tile<32x32xf32>
      continue %m_new, %l_new, %o_new : tile<32x1xf32>, tile<32x1xf32>, tile<32x32xf32>
    }
    %l_all = broadcast %l : tile<32x1xf32> -> tile<32x32xf32>
    %result = divf %o, %l_all : tile<32x32xf32>
    %t3 = store_view_tko weak %result, %o_part[%b, %c0] : tile<32x32xf32>, !result_tiles, tile<i32> -> token
    return
  }
}
