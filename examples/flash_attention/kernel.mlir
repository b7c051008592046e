// Flash attention, forward pass: out = softmax(Q * K^T * scale) * V per head,
// without ever storing the S x S matrix of scores.
//
// One block handles 64 queries of one head. It walks over the keys in tiles of
// 64 and keeps, per query row, three running values:
//   m    the largest score seen so far,
//   l    the sum of exp(score - m),
//   acc  the same sum weighted with the rows of V.
// When a new tile raises m, l and acc are scaled down by exp(m_old - m_new)
// first ("online softmax"). At the end out = acc / l.
//
// Exponentials are taken in base 2: exp(x) = exp2(x * log2(e)), and the factor
// log2(e) is folded into the scale once.
//
// Layout: Q, K, V, out are [heads, S, 64], f16, contiguous. S is arbitrary.
// Two entries: every query sees every key; or (causal) only keys at or before
// its own position.

!tensor = !cuda_tile.tensor_view<?x?x64xf16, strides=[?,64,1]>
!rows = !cuda_tile.partition_view<tile=(1x64x64), padding_value = zero, !tensor>
// K is read transposed: dim_map exchanges the last two dimensions, so a tile is
// [1, 64 features, 64 keys] and is indexed [head, feature tile, key tile].
!rows_transposed = !cuda_tile.partition_view<tile=(1x64x64), padding_value = zero, !tensor, dim_map=[0, 2, 1]>
!out_rows = !cuda_tile.partition_view<tile=(1x64x64), !tensor>

cuda_tile.module @flash_attention {
  entry @attention(%q_ptr: tile<ptr<f16>>, %k_ptr: tile<ptr<f16>>, %v_ptr: tile<ptr<f16>>,
                   %out_ptr: tile<ptr<f16>>, %heads: tile<i32>, %seq: tile<i32>,
                   %scale: tile<f32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c64 = constant <i32: 64> : tile<i32>
    %block, %head, %block_z = get_tile_block_id : tile<i32>

    %head_stride = muli %seq, %c64 : tile<i32>
    %q_view = make_tensor_view %q_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %k_view = make_tensor_view %k_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %v_view = make_tensor_view %v_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %out_view = make_tensor_view %out_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %q_part = make_partition_view %q_view : !rows
    %k_part = make_partition_view %k_view : !rows_transposed
    %v_part = make_partition_view %v_view : !rows
    %out_part = make_partition_view %out_view : !out_rows

    %k_heads, %k_features, %num_key_tiles = get_index_space_shape %k_part : !rows_transposed -> tile<i32>

    %q3, %q_read = load_view_tko weak %q_part[%head, %block, %c0] : !rows, tile<i32> -> tile<1x64x64xf16>, token
    %q = reshape %q3 : tile<1x64x64xf16> -> tile<64x64xf16>

    %log2e = constant <f32: 1.4426950408889634> : tile<f32>
    %scale2 = mulf %scale, %log2e : tile<f32>
    %scale_1 = reshape %scale2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1 : tile<1x1xf32> -> tile<64x64xf32>

    %lane = iota : tile<64xi32>
    %lane_row = reshape %lane : tile<64xi32> -> tile<1x64xi32>
    %seq_1 = reshape %seq : tile<i32> -> tile<1x1xi32>
    %seq_all = broadcast %seq_1 : tile<1x1xi32> -> tile<64x64xi32>

    %minus_inf = constant <f32: 0xFF800000> : tile<64x64xf32>
    %m_start = constant <f32: 0xFF800000> : tile<64xf32>
    %l_start = constant <f32: 0.0> : tile<64xf32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>

    %m, %l, %acc = for %j in (%c0 to %num_key_tiles, step %c1) : tile<i32>
        iter_values(%m_old = %m_start, %l_old = %l_start, %acc_old = %zero)
        -> (tile<64xf32>, tile<64xf32>, tile<64x64xf32>) {
      // Scores of 64 queries against 64 keys.
      %k3, %k_read = load_view_tko weak %k_part[%head, %c0, %j]
          : !rows_transposed, tile<i32> -> tile<1x64x64xf16>, token
      %k = reshape %k3 : tile<1x64x64xf16> -> tile<64x64xf16>
      %dot = mmaf %q, %k, %zero : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %scaled = mulf %dot, %scale_all : tile<64x64xf32>

      %first_key = muli %j, %c64 : tile<i32>
      %first_key_1 = reshape %first_key : tile<i32> -> tile<1x1xi32>
      %first_key_row = broadcast %first_key_1 : tile<1x1xi32> -> tile<1x64xi32>
      %key_row = addi %first_key_row, %lane_row : tile<1x64xi32>
      %key = broadcast %key_row : tile<1x64xi32> -> tile<64x64xi32>
      // Keys past the end must not count: their score becomes minus infinity.
      // (The zero padding alone would give them score 0, which is a real weight.)
      %visible = cmpi less_than %key, %seq_all, signed : tile<64x64xi32> -> tile<64x64xi1>
      %score = select %visible, %scaled, %minus_inf : tile<64x64xi1>, tile<64x64xf32>

      // New running maximum. Key 0 is visible to every query and is in the first
      // tile, so m is finite from the first step on and no inf - inf can arise.
      %tile_max = reduce %score dim=1 identities=[0xFF800000 : f32] : tile<64x64xf32> -> tile<64xf32>
        (%x: tile<f32>, %y: tile<f32>) {
          %larger = maxf %x, %y : tile<f32>
          yield %larger : tile<f32>
        }
      %m_new = maxf %m_old, %tile_max : tile<64xf32>
      %m_col = reshape %m_new : tile<64xf32> -> tile<64x1xf32>
      %m_all = broadcast %m_col : tile<64x1xf32> -> tile<64x64xf32>
      %below_max = subf %score, %m_all : tile<64x64xf32>
      %p = exp2 %below_max : tile<64x64xf32>

      // How much the old sums shrink: exp2(-inf) = 0 in the first step.
      %m_drop = subf %m_old, %m_new : tile<64xf32>
      %shrink = exp2 %m_drop : tile<64xf32>
      %p_sum = reduce %p dim=1 identities=[0.0 : f32] : tile<64x64xf32> -> tile<64xf32>
        (%x: tile<f32>, %y: tile<f32>) {
          %s = addf %x, %y : tile<f32>
          yield %s : tile<f32>
        }
      %l_new = fma %l_old, %shrink, %p_sum : tile<64xf32>
      %shrink_col = reshape %shrink : tile<64xf32> -> tile<64x1xf32>
      %shrink_all = broadcast %shrink_col : tile<64x1xf32> -> tile<64x64xf32>
      %acc_shrunk = mulf %acc_old, %shrink_all : tile<64x64xf32>

      // acc += P * V, with P rounded to f16 for the matrix unit.
      %v3, %v_read = load_view_tko weak %v_part[%head, %j, %c0] : !rows, tile<i32> -> tile<1x64x64xf16>, token
      %v = reshape %v3 : tile<1x64x64xf16> -> tile<64x64xf16>
      %p16 = ftof %p : tile<64x64xf32> -> tile<64x64xf16>
      %acc_new = mmaf %p16, %v, %acc_shrunk : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %m_new, %l_new, %acc_new : tile<64xf32>, tile<64xf32>, tile<64x64xf32>
    }

    %l_col = reshape %l : tile<64xf32> -> tile<64x1xf32>
    %l_all = broadcast %l_col : tile<64x1xf32> -> tile<64x64xf32>
    %normal = divf %acc, %l_all : tile<64x64xf32>
    %out16 = ftof %normal : tile<64x64xf32> -> tile<64x64xf16>
    %out3 = reshape %out16 : tile<64x64xf16> -> tile<1x64x64xf16>
    %written = store_view_tko weak %out3, %out_part[%head, %block, %c0]
        : tile<1x64x64xf16>, !out_rows, tile<i32> -> token
    return
  }

  // The causal variant. Two things differ: the loop stops at the tile on the
  // diagonal, since later keys are invisible to all 64 queries of the block, and
  // the mask compares key and query positions.
  entry @attention_causal(%q_ptr: tile<ptr<f16>>, %k_ptr: tile<ptr<f16>>, %v_ptr: tile<ptr<f16>>,
                          %out_ptr: tile<ptr<f16>>, %heads: tile<i32>, %seq: tile<i32>,
                          %scale: tile<f32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c64 = constant <i32: 64> : tile<i32>
    %block, %head, %block_z = get_tile_block_id : tile<i32>

    %head_stride = muli %seq, %c64 : tile<i32>
    %q_view = make_tensor_view %q_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %k_view = make_tensor_view %k_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %v_view = make_tensor_view %v_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %out_view = make_tensor_view %out_ptr, shape = [%heads, %seq, 64], strides = [%head_stride, 64, 1]
        : tile<i32> -> !tensor
    %q_part = make_partition_view %q_view : !rows
    %k_part = make_partition_view %k_view : !rows_transposed
    %v_part = make_partition_view %v_view : !rows
    %out_part = make_partition_view %out_view : !out_rows

    // Queries 64*block ... see keys up to tile `block`, that is block + 1 tiles.
    %num_key_tiles = addi %block, %c1 : tile<i32>

    %q3, %q_read = load_view_tko weak %q_part[%head, %block, %c0] : !rows, tile<i32> -> tile<1x64x64xf16>, token
    %q = reshape %q3 : tile<1x64x64xf16> -> tile<64x64xf16>

    %log2e = constant <f32: 1.4426950408889634> : tile<f32>
    %scale2 = mulf %scale, %log2e : tile<f32>
    %scale_1 = reshape %scale2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1 : tile<1x1xf32> -> tile<64x64xf32>

    %lane = iota : tile<64xi32>
    %lane_row = reshape %lane : tile<64xi32> -> tile<1x64xi32>
    // Positions of the 64 queries, as a column. The key limit of each row.
    %first_query = muli %block, %c64 : tile<i32>
    %first_query_1 = reshape %first_query : tile<i32> -> tile<1x1xi32>
    %first_query_col = broadcast %first_query_1 : tile<1x1xi32> -> tile<64x1xi32>
    %lane_col = reshape %lane : tile<64xi32> -> tile<64x1xi32>
    %query_col = addi %first_query_col, %lane_col : tile<64x1xi32>
    %query = broadcast %query_col : tile<64x1xi32> -> tile<64x64xi32>

    %minus_inf = constant <f32: 0xFF800000> : tile<64x64xf32>
    %m_start = constant <f32: 0xFF800000> : tile<64xf32>
    %l_start = constant <f32: 0.0> : tile<64xf32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>

    %m, %l, %acc = for %j in (%c0 to %num_key_tiles, step %c1) : tile<i32>
        iter_values(%m_old = %m_start, %l_old = %l_start, %acc_old = %zero)
        -> (tile<64xf32>, tile<64xf32>, tile<64x64xf32>) {
      // Scores of 64 queries against 64 keys.
      %k3, %k_read = load_view_tko weak %k_part[%head, %c0, %j]
          : !rows_transposed, tile<i32> -> tile<1x64x64xf16>, token
      %k = reshape %k3 : tile<1x64x64xf16> -> tile<64x64xf16>
      %dot = mmaf %q, %k, %zero : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %scaled = mulf %dot, %scale_all : tile<64x64xf32>

      %first_key = muli %j, %c64 : tile<i32>
      %first_key_1 = reshape %first_key : tile<i32> -> tile<1x1xi32>
      %first_key_row = broadcast %first_key_1 : tile<1x1xi32> -> tile<1x64xi32>
      %key_row = addi %first_key_row, %lane_row : tile<1x64xi32>
      %key = broadcast %key_row : tile<1x64xi32> -> tile<64x64xi32>
      // A key is visible when its position is at most the query's. That also
      // excludes keys past the end for every query that exists.
      %visible = cmpi less_than_or_equal %key, %query, signed : tile<64x64xi32> -> tile<64x64xi1>
      %score = select %visible, %scaled, %minus_inf : tile<64x64xi1>, tile<64x64xf32>

      // New running maximum. Key 0 is visible to every query and is in the first
      // tile, so m is finite from the first step on and no inf - inf can arise.
      %tile_max = reduce %score dim=1 identities=[0xFF800000 : f32] : tile<64x64xf32> -> tile<64xf32>
        (%x: tile<f32>, %y: tile<f32>) {
          %larger = maxf %x, %y : tile<f32>
          yield %larger : tile<f32>
        }
      %m_new = maxf %m_old, %tile_max : tile<64xf32>
      %m_col = reshape %m_new : tile<64xf32> -> tile<64x1xf32>
      %m_all = broadcast %m_col : tile<64x1xf32> -> tile<64x64xf32>
      %below_max = subf %score, %m_all : tile<64x64xf32>
      %p = exp2 %below_max : tile<64x64xf32>

      // How much the old sums shrink: exp2(-inf) = 0 in the first step.
      %m_drop = subf %m_old, %m_new : tile<64xf32>
      %shrink = exp2 %m_drop : tile<64xf32>
      %p_sum = reduce %p dim=1 identities=[0.0 : f32] : tile<64x64xf32> -> tile<64xf32>
        (%x: tile<f32>, %y: tile<f32>) {
          %s = addf %x, %y : tile<f32>
          yield %s : tile<f32>
        }
      %l_new = fma %l_old, %shrink, %p_sum : tile<64xf32>
      %shrink_col = reshape %shrink : tile<64xf32> -> tile<64x1xf32>
      %shrink_all = broadcast %shrink_col : tile<64x1xf32> -> tile<64x64xf32>
      %acc_shrunk = mulf %acc_old, %shrink_all : tile<64x64xf32>

      // acc += P * V, with P rounded to f16 for the matrix unit.
      %v3, %v_read = load_view_tko weak %v_part[%head, %j, %c0] : !rows, tile<i32> -> tile<1x64x64xf16>, token
      %v = reshape %v3 : tile<1x64x64xf16> -> tile<64x64xf16>
      %p16 = ftof %p : tile<64x64xf32> -> tile<64x64xf16>
      %acc_new = mmaf %p16, %v, %acc_shrunk : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %m_new, %l_new, %acc_new : tile<64xf32>, tile<64xf32>, tile<64x64xf32>
    }

    %l_col = reshape %l : tile<64xf32> -> tile<64x1xf32>
    %l_all = broadcast %l_col : tile<64x1xf32> -> tile<64x64xf32>
    %normal = divf %acc, %l_all : tile<64x64xf32>
    %out16 = ftof %normal : tile<64x64xf32> -> tile<64x64xf16>
    %out3 = reshape %out16 : tile<64x64xf16> -> tile<1x64x64xf16>
    %written = store_view_tko weak %out3, %out_part[%head, %block, %c0]
        : tile<1x64x64xf16>, !out_rows, tile<i32> -> token
    return
  }
}
