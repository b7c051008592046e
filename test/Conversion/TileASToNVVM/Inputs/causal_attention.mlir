// benchmarks/kernels/attention_bf16.mlir, causal: a query sees the keys up to its
// own. Tiles of keys behind the diagonal are left out, and keys behind it masked.
//
// A block handles 128 queries of one head against tiles of 128 keys. Tensors are
// [heads, S, D], S a multiple of 128. 64 is D; the runner puts 128 in its place.
// The scale is positive: the largest score of a row is then that of its largest
// dot product. One fma scales a dot product and takes the maximum off, and
// exp2 flushes to zero, as in the attention that cuTile's sample asks for.

!tensor = !cuda_tile.tensor_view<?x?x64xbf16, strides=[?,64,1]>
!rows = !cuda_tile.partition_view<tile=(1x128x64), !tensor>
!keys = !cuda_tile.partition_view<tile=(1x64x128), !tensor, dim_map=[0, 2, 1]>

cuda_tile.module @causal_attention {
  entry @causal_attention(%q_ptr: tile<ptr<bf16>>, %k_ptr: tile<ptr<bf16>>, %v_ptr: tile<ptr<bf16>>,
      %out_ptr: tile<ptr<bf16>>, %heads_arg: tile<i32>, %seq_arg: tile<i32>, %scale: tile<f32>) {
    %heads = assume bounded<0, ?>, %heads_arg : tile<i32>
    %seq = assume bounded<0, ?>, %seq_arg : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %width = constant <i32: 64> : tile<i32>
    %block, %head, %block_z = get_tile_block_id : tile<i32>
    %head_stride = muli %seq, %width : tile<i32>
    %q_view = make_tensor_view %q_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %k_view = make_tensor_view %k_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %v_view = make_tensor_view %v_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %out_view = make_tensor_view %out_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %q_part = make_partition_view %q_view : !rows
    %k_part = make_partition_view %k_view : !keys
    %v_part = make_partition_view %v_view : !rows
    %out_part = make_partition_view %out_view : !rows
    %key_tiles = addi %block, %c1 : tile<i32>
    %rows = constant <i32: 128> : tile<i32>
    %numbers = iota : tile<128xi32>
    %first_query = muli %block, %rows : tile<i32>
    %first_query_0 = reshape %first_query : tile<i32> -> tile<1x1xi32>
    %first_query_1 = broadcast %first_query_0 : tile<1x1xi32> -> tile<128x1xi32>
    %number_of_row = reshape %numbers : tile<128xi32> -> tile<128x1xi32>
    %number_of_key = reshape %numbers : tile<128xi32> -> tile<1x128xi32>
    %query_column = addi %first_query_1, %number_of_row : tile<128x1xi32>
    %query = broadcast %query_column : tile<128x1xi32> -> tile<128x128xi32>
    %unseen = constant <f32: 0xFF800000> : tile<128x128xf32>

    %q3, %q_read = load_view_tko weak %q_part[%head, %block, %c0] : !rows, tile<i32> -> tile<1x128x64xbf16>, token
    %q = reshape %q3 : tile<1x128x64xbf16> -> tile<128x64xbf16>
    // Powers of two: exp(x) = exp2(x log2(e)).
    %log2e = constant <f32: 1.4426950408889634> : tile<f32>
    %scale2 = mulf %scale, %log2e : tile<f32>
    %scale_0 = reshape %scale2 : tile<f32> -> tile<1xf32>
    %scale_rows = broadcast %scale_0 : tile<1xf32> -> tile<128xf32>
    %scale_1 = reshape %scale2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1 : tile<1x1xf32> -> tile<128x128xf32>
    %m_start = constant <f32: 0xFF800000> : tile<128xf32>
    %l_start = constant <f32: 0.0> : tile<128xf32>
    %no_scores = constant <f32: 0.0> : tile<128x128xf32>
    %no_sum = constant <f32: 0.0> : tile<128x64xf32>

    %m, %l, %acc = for %j in (%c0 to %key_tiles, step %c1) : tile<i32>
        iter_values(%m_old = %m_start, %l_old = %l_start, %acc_old = %no_sum)
        -> (tile<128xf32>, tile<128xf32>, tile<128x64xf32>) {
      %k3, %k_read = load_view_tko weak %k_part[%head, %c0, %j] : !keys, tile<i32> -> tile<1x64x128xbf16>, token
      %k = reshape %k3 : tile<1x64x128xbf16> -> tile<64x128xbf16>
      %all_dots = mmaf %q, %k, %no_scores : tile<128x64xbf16>, tile<64x128xbf16>, tile<128x128xf32>
      %first_key = muli %j, %rows : tile<i32>
      %first_key_0 = reshape %first_key : tile<i32> -> tile<1x1xi32>
      %first_key_1 = broadcast %first_key_0 : tile<1x1xi32> -> tile<1x128xi32>
      %key_row = addi %first_key_1, %number_of_key : tile<1x128xi32>
      %key = broadcast %key_row : tile<1x128xi32> -> tile<128x128xi32>
      %visible = cmpi less_than_or_equal %key, %query, signed : tile<128x128xi32> -> tile<128x128xi1>
      %dot = select %visible, %all_dots, %unseen : tile<128x128xi1>, tile<128x128xf32>
      %dot_max = reduce %dot dim=1 identities=[0xFF800000 : f32] : tile<128x128xf32> -> tile<128xf32>
        (%x: tile<f32>, %y: tile<f32>) {
          %larger = maxf %x, %y : tile<f32>
          yield %larger : tile<f32>
        }
      %tile_max = mulf %dot_max, %scale_rows : tile<128xf32>
      %m_new = maxf %m_old, %tile_max : tile<128xf32>
      %m_col = reshape %m_new : tile<128xf32> -> tile<128x1xf32>
      %m_all = broadcast %m_col : tile<128x1xf32> -> tile<128x128xf32>
      %m_minus = negf %m_all : tile<128x128xf32>
      %below_max = fma %dot, %scale_all, %m_minus : tile<128x128xf32>
      %p = exp2 %below_max flush_to_zero : tile<128x128xf32>
      %m_drop = subf %m_old, %m_new : tile<128xf32>
      %shrink = exp2 %m_drop flush_to_zero : tile<128xf32>
      %tile_sum = reduce %p dim=1 identities=[0.0 : f32] : tile<128x128xf32> -> tile<128xf32>
        (%x: tile<f32>, %y: tile<f32>) {
          %total = addf %x, %y : tile<f32>
          yield %total : tile<f32>
        }
      %l_new = fma %l_old, %shrink, %tile_sum : tile<128xf32>
      %shrink_col = reshape %shrink : tile<128xf32> -> tile<128x1xf32>
      %shrink_all = broadcast %shrink_col : tile<128x1xf32> -> tile<128x64xf32>
      %acc_shrunk = mulf %acc_old, %shrink_all : tile<128x64xf32>
      %v3, %v_read = load_view_tko weak %v_part[%head, %j, %c0] : !rows, tile<i32> -> tile<1x128x64xbf16>, token
      %v = reshape %v3 : tile<1x128x64xbf16> -> tile<128x64xbf16>
      %p_narrow = ftof %p : tile<128x128xf32> -> tile<128x128xbf16>
      %acc_new = mmaf %p_narrow, %v, %acc_shrunk : tile<128x128xbf16>, tile<128x64xbf16>, tile<128x64xf32>
      continue %m_new, %l_new, %acc_new : tile<128xf32>, tile<128xf32>, tile<128x64xf32>
    }
    %l_col = reshape %l : tile<128xf32> -> tile<128x1xf32>
    %l_all = broadcast %l_col : tile<128x1xf32> -> tile<128x64xf32>
    %normal = divf %acc, %l_all : tile<128x64xf32>
    %narrow = ftof %normal : tile<128x64xf32> -> tile<128x64xbf16>
    %out3 = reshape %narrow : tile<128x64xbf16> -> tile<1x128x64xbf16>
    %written = store_view_tko weak %out3, %out_part[%head, %block, %c0]
        : tile<1x128x64xbf16>, !rows, tile<i32> -> token
    return
  }
}
