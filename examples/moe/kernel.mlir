// Mixture of experts: every token goes through the weight matrices of a few
// experts, which a router has chosen, and keeps one result per chosen expert:
//
//   out[s, :] = weight[s] * tokens[s / top_k, :] * experts[expert of s]
//
// where slot s = token * top_k + choice. To multiply whole tiles, slots are sorted
// by expert before the launch and each expert's list is filled up to a multiple of
// 32 with a slot that does not exist: block x handles 32 sorted slots, all of one
// expert, block y 64 columns.
//
// Rows are gathered by token and scattered by slot. A slot that does not exist is
// outside both views: it reads zeros and is not written.

!tokens = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!token_rows = !cuda_tile.gather_scatter_view<tile=(32x32), padding_value = zero, !tokens, sparse_dim=0>
!experts = !cuda_tile.tensor_view<?x?x?xf16, strides=[?,?,1]>
!expert_tiles = !cuda_tile.partition_view<tile=(1x32x64), padding_value = zero, !experts>
!result = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!result_rows = !cuda_tile.gather_scatter_view<tile=(32x64), padding_value = zero, !result, sparse_dim=0>
!slots = !cuda_tile.tensor_view<?xi32, strides=[1]>
!slot_tiles = !cuda_tile.partition_view<tile=(32), padding_value = zero, !slots>
!block_experts = !cuda_tile.partition_view<tile=(1), padding_value = zero, !slots>

cuda_tile.module @moe {
  entry @moe(%tokens_ptr: tile<ptr<f16>>, %experts_ptr: tile<ptr<f16>>, %weights_ptr: tile<ptr<f32>>,
             %sorted_slots_ptr: tile<ptr<i32>>, %block_experts_ptr: tile<ptr<i32>>, %out_ptr: tile<ptr<f16>>,
             %token_count_arg: tile<i32>, %top_k: tile<i32>, %expert_count: tile<i32>,
             %sorted_count: tile<i32>, %k_arg: tile<i32>, %n_arg: tile<i32>) {
    %token_count = assume bounded<0, ?>, %token_count_arg : tile<i32>
    %k = assume bounded<0, ?>, %k_arg : tile<i32>
    %n = assume bounded<0, ?>, %n_arg : tile<i32>
    %slot_count = muli %token_count, %top_k : tile<i32>
    %matrix = muli %k, %n : tile<i32>
    %group, %column, %block_z = get_tile_block_id : tile<i32>

    %tokens_view = make_tensor_view %tokens_ptr, shape = [%token_count, %k], strides = [%k, 1]
        : tile<i32> -> !tokens
    %token_rows = make_gather_scatter_view %tokens_view : !token_rows
    %experts_view = make_tensor_view %experts_ptr, shape = [%expert_count, %k, %n],
        strides = [%matrix, %n, 1] : tile<i32> -> !experts
    %expert_tiles = make_partition_view %experts_view : !expert_tiles
    %out_view = make_tensor_view %out_ptr, shape = [%slot_count, %n], strides = [%n, 1]
        : tile<i32> -> !result
    %out_rows = make_gather_scatter_view %out_view : !result_rows
    %slots_view = make_tensor_view %sorted_slots_ptr, shape = [%sorted_count], strides = [1]
        : tile<i32> -> !slots
    %slots_part = make_partition_view %slots_view : !slot_tiles
    %group_size = constant <i32: 32> : tile<i32>
    %groups = divi %sorted_count, %group_size signed : tile<i32>
    %block_experts_view = make_tensor_view %block_experts_ptr, shape = [%groups], strides = [1]
        : tile<i32> -> !slots
    %block_experts_part = make_partition_view %block_experts_view : !block_experts

    // What this block works on: 32 slots, their tokens, and one expert.
    %slots, %slots_read = load_view_tko weak %slots_part[%group] : !slot_tiles, tile<i32> -> tile<32xi32>, token
    %expert_1, %expert_read = load_view_tko weak %block_experts_part[%group]
        : !block_experts, tile<i32> -> tile<1xi32>, token
    %expert = reshape %expert_1 : tile<1xi32> -> tile<i32>
    %top_k_1 = reshape %top_k : tile<i32> -> tile<1xi32>
    %top_k_all = broadcast %top_k_1 : tile<1xi32> -> tile<32xi32>
    %rows = divi %slots, %top_k_all signed : tile<32xi32>

    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %depth = constant <i32: 32> : tile<i32>
    %expert_extent, %steps, %column_tiles = get_index_space_shape %expert_tiles : !expert_tiles -> tile<i32>
    %zero = constant <f32: 0.0> : tile<32x64xf32>
    %sum = for %step in (%c0 to %steps, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<32x64xf32>) {
      %first = muli %step, %depth : tile<i32>
      %a, %a_read = load_view_tko weak %token_rows[%rows, %first]
          : !token_rows, tile<32xi32>, tile<i32> -> tile<32x32xf16>, token
      %b3, %b_read = load_view_tko weak %expert_tiles[%expert, %step, %column]
          : !expert_tiles, tile<i32> -> tile<1x32x64xf16>, token
      %b = reshape %b3 : tile<1x32x64xf16> -> tile<32x64xf16>
      %next = mmaf %a, %b, %acc : tile<32x32xf16>, tile<32x64xf16>, tile<32x64xf32>
      continue %next : tile<32x64xf32>
    }

    // The router's weight of each slot; 0 for slots that do not exist.
    %slot_count_1 = reshape %slot_count : tile<i32> -> tile<1xi32>
    %slot_count_all = broadcast %slot_count_1 : tile<1xi32> -> tile<32xi32>
    %exists = cmpi less_than %slots, %slot_count_all, signed : tile<32xi32> -> tile<32xi1>
    %weights_1 = reshape %weights_ptr : tile<ptr<f32>> -> tile<1xptr<f32>>
    %weights_all = broadcast %weights_1 : tile<1xptr<f32>> -> tile<32xptr<f32>>
    %weight_ptrs = offset %weights_all, %slots : tile<32xptr<f32>>, tile<32xi32> -> tile<32xptr<f32>>
    %none = constant <f32: 0.0> : tile<32xf32>
    %weight, %weight_read = load_ptr_tko weak %weight_ptrs, %exists, %none
        : tile<32xptr<f32>>, tile<32xi1>, tile<32xf32> -> tile<32xf32>, token
    %weight_column = reshape %weight : tile<32xf32> -> tile<32x1xf32>
    %weight_tile = broadcast %weight_column : tile<32x1xf32> -> tile<32x64xf32>
    %weighted = mulf %sum, %weight_tile : tile<32x64xf32>
    %narrow = ftof %weighted : tile<32x64xf32> -> tile<32x64xf16>

    %column_width = constant <i32: 64> : tile<i32>
    %first_column = muli %column, %column_width : tile<i32>
    %written = store_view_tko weak %narrow, %out_rows[%slots, %first_column]
        : tile<32x64xf16>, !result_rows, tile<32xi32>, tile<i32> -> token
    return
  }
}
