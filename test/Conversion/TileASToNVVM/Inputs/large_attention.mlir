// benchmarks/kernels/attention_bf16.mlir with twice as many queries in a block.
//
// A block handles 256 queries of one head against tiles of 128 keys. Tensors are
// [heads, S, 64], S a multiple of 256.
// The scale is positive: the largest score of a row is then that of its largest
// dot product. One fma scales a dot product and takes the maximum off, and
// exp2 flushes to zero, as in the attention that cuTile's sample asks for.

!tensor = !cuda_tile.tensor_view<?x?x64xbf16, strides=[?,64,1]>
!rows = !cuda_tile.partition_view<tile=(1x128x64), !tensor>
!queries = !cuda_tile.partition_view<tile=(1x256x64), !tensor>
!keys = !cuda_tile.partition_view<tile=(1x64x128), !tensor, dim_map=[0, 2, 1]>

cuda_tile.module @attention_bf16 {
  entry @attention_bf16(%q_ptr: tile<ptr<bf16>>, %k_ptr: tile<ptr<bf16>>, %v_ptr: tile<ptr<bf16>>,
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
    %q_part = make_partition_view %q_view : !queries
    %k_part = make_partition_view %k_view : !keys
    %v_part = make_partition_view %v_view : !rows
    %out_part = make_partition_view %out_view : !queries
    %k_heads, %k_features, %key_tiles = get_index_space_shape %k_part : !keys -> tile<i32>

    %q3, %q_read = load_view_tko weak %q_part[%head, %block, %c0] : !queries, tile<i32> -> tile<1x256x64xbf16>, token
    %q = reshape %q3 : tile<1x256x64xbf16> -> tile<256x64xbf16>
    // Powers of two: exp(x) = exp2(x log2(e)).
    %log2e = constant <f32: 1.4426950408889634> : tile<f32>
    %scale2 = mulf %scale, %log2e : tile<f32>
    %scale_0 = reshape %scale2 : tile<f32> -> tile<1xf32>
    %scale_rows = broadcast %scale_0 : tile<1xf32> -> tile<256xf32>
    %scale_1 = reshape %scale2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1 : tile<1x1xf32> -> tile<256x128xf32>
    %m_start = constant <f32: 0xFF800000> : tile<256xf32>
    %l_start = constant <f32: 0.0> : tile<256xf32>
    %no_scores = constant <f32: 0.0> : tile<256x128xf32>
    %no_sum = constant <f32: 0.0> : tile<256x64xf32>

    %m, %l, %acc = for %j in (%c0 to %key_tiles, step %c1) : tile<i32>
        iter_values(%m_old = %m_start, %l_old = %l_start, %acc_old = %no_sum)
        -> (tile<256xf32>, tile<256xf32>, tile<256x64xf32>) {
      %k3, %k_read = load_view_tko weak %k_part[%head, %c0, %j] : !keys, tile<i32> -> tile<1x64x128xbf16>, token
      %k = reshape %k3 : tile<1x64x128xbf16> -> tile<64x128xbf16>
      %dot = mmaf %q, %k, %no_scores : tile<256x64xbf16>, tile<64x128xbf16>, tile<256x128xf32>
      %dot_max = reduce %dot dim=1 identities=[0xFF800000 : f32] : tile<256x128xf32> -> tile<256xf32>
        (%x: tile<f32>, %y: tile<f32>) {
          %larger = maxf %x, %y : tile<f32>
          yield %larger : tile<f32>
        }
      %tile_max = mulf %dot_max, %scale_rows : tile<256xf32>
      %m_new = maxf %m_old, %tile_max : tile<256xf32>
      %m_col = reshape %m_new : tile<256xf32> -> tile<256x1xf32>
      %m_all = broadcast %m_col : tile<256x1xf32> -> tile<256x128xf32>
      %m_minus = negf %m_all : tile<256x128xf32>
      %below_max = fma %dot, %scale_all, %m_minus : tile<256x128xf32>
      %p = exp2 %below_max flush_to_zero : tile<256x128xf32>
      %m_drop = subf %m_old, %m_new : tile<256xf32>
      %shrink = exp2 %m_drop flush_to_zero : tile<256xf32>
      %tile_sum = reduce %p dim=1 identities=[0.0 : f32] : tile<256x128xf32> -> tile<256xf32>
        (%x: tile<f32>, %y: tile<f32>) {
          %total = addf %x, %y : tile<f32>
          yield %total : tile<f32>
        }
      %l_new = fma %l_old, %shrink, %tile_sum : tile<256xf32>
      %shrink_col = reshape %shrink : tile<256xf32> -> tile<256x1xf32>
      %shrink_all = broadcast %shrink_col : tile<256x1xf32> -> tile<256x64xf32>
      %acc_shrunk = mulf %acc_old, %shrink_all : tile<256x64xf32>
      %v3, %v_read = load_view_tko weak %v_part[%head, %j, %c0] : !rows, tile<i32> -> tile<1x128x64xbf16>, token
      %v = reshape %v3 : tile<1x128x64xbf16> -> tile<128x64xbf16>
      %p_narrow = ftof %p : tile<256x128xf32> -> tile<256x128xbf16>
      %acc_new = mmaf %p_narrow, %v, %acc_shrunk : tile<256x128xbf16>, tile<128x64xbf16>, tile<256x64xf32>
      continue %m_new, %l_new, %acc_new : tile<256xf32>, tile<256xf32>, tile<256x64xf32>
    }
    %l_col = reshape %l : tile<256xf32> -> tile<256x1xf32>
    %l_all = broadcast %l_col : tile<256x1xf32> -> tile<256x64xf32>
    %normal = divf %acc, %l_all : tile<256x64xf32>
    %narrow = ftof %normal : tile<256x64xf32> -> tile<256x64xbf16>
    %out3 = reshape %narrow : tile<256x64xbf16> -> tile<1x256x64xbf16>
    %written = store_view_tko weak %out3, %out_part[%head, %block, %c0]
        : tile<1x256x64xbf16>, !queries, tile<i32> -> token
    return
  }
}
