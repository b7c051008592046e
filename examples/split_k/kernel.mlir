// Split-K matrix product: when C is small and K is long there are too few tiles
// of C to fill a machine, so several blocks share one tile and each sums a part
// of K. Grid: x, y over the tiles of C, z over the parts. Two ways to combine.
//
// split_k_atomic: every block adds its part to C with an atomic reduction. Short,
//   but the parts arrive in any order, so the last bits of the result may differ
//   from run to run.
// split_k_ordered: every block stores its part in a workspace and counts itself
//   in. The block that arrives last adds up the parts, always in the same order:
//   the result does not depend on which block that was.

!matrix = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!tiles_zero = !cuda_tile.partition_view<tile=(32x32), padding_value = zero, !matrix>
!tiles = !cuda_tile.partition_view<tile=(32x32), !matrix>
!workspace = !cuda_tile.tensor_view<?x?x?xf32, strides=[?,?,1]>
!parts = !cuda_tile.partition_view<tile=(1x32x32), padding_value = zero, !workspace>

cuda_tile.module @split_k {
  // C must be zero at the start.
  entry @split_k_atomic(%a_ptr: tile<ptr<f32>>, %b_ptr: tile<ptr<f32>>, %c_ptr: tile<ptr<f32>>,
                        %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !matrix
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !matrix
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !matrix
    %a_part = make_partition_view %a_view : !tiles_zero
    %b_part = make_partition_view %b_view : !tiles_zero
    %c_part = make_partition_view %c_view : !tiles

    // Part z takes the K tiles z, z + Z, z + 2Z, ... where Z is the grid's depth.
    %bm, %bn, %part = get_tile_block_id : tile<i32>
    %grid_m, %grid_n, %num_parts = get_num_tile_blocks : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !tiles_zero -> tile<i32>
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %kt in (%part to %tiles_k, step %num_parts) : tile<i32>
        iter_values(%acc = %zero) -> (tile<32x32xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !tiles_zero, tile<i32> -> tile<32x32xf32>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !tiles_zero, tile<i32> -> tile<32x32xf32>, token
      %next = mmaf %a, %b, %acc : tile<32x32xf32>, tile<32x32xf32>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }

    // C[tile] += sum, each element indivisibly; elements past the edge are
    // skipped, as in a store. Nothing is read back.
    %added = atomic_red_view_tko relaxed device %c_part[%bm, %bn], addf, %sum
        : tile<32x32xf32>, !tiles, tile<i32> -> token
    return
  }

  // parts: one M x N matrix per part. arrivals: one counter per tile of C, zero at
  // the start and zero again at the end, ready for the next launch.
  entry @split_k_ordered(%a_ptr: tile<ptr<f32>>, %b_ptr: tile<ptr<f32>>, %c_ptr: tile<ptr<f32>>,
                         %parts_ptr: tile<ptr<f32>>, %arrivals: tile<ptr<i32>>,
                         %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !matrix
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !matrix
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !matrix
    %a_part = make_partition_view %a_view : !tiles_zero
    %b_part = make_partition_view %b_view : !tiles_zero
    %c_part = make_partition_view %c_view : !tiles

    %bm, %bn, %part = get_tile_block_id : tile<i32>
    %grid_m, %grid_n, %num_parts = get_num_tile_blocks : tile<i32>
    %part_stride = muli %m, %n : tile<i32>
    %parts_view = make_tensor_view %parts_ptr, shape = [%num_parts, %m, %n], strides = [%part_stride, %n, 1]
        : tile<i32> -> !workspace
    %parts_part = make_partition_view %parts_view : !parts

    %tiles_m, %tiles_k = get_index_space_shape %a_part : !tiles_zero -> tile<i32>
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %kt in (%part to %tiles_k, step %num_parts) : tile<i32>
        iter_values(%acc = %zero) -> (tile<32x32xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !tiles_zero, tile<i32> -> tile<32x32xf32>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !tiles_zero, tile<i32> -> tile<32x32xf32>, token
      %next = mmaf %a, %b, %acc : tile<32x32xf32>, tile<32x32xf32>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }

    // 1. Store our part. 2. Count ourselves in. The token makes 1 come before 2,
    // and acq_rel does two jobs at once: release publishes our part to whoever
    // counts later, acquire makes the parts of those who counted earlier visible
    // to us.
    %sum3 = reshape %sum : tile<32x32xf32> -> tile<1x32x32xf32>
    %stored = store_view_tko weak %sum3, %parts_part[%part, %bm, %bn]
        : tile<1x32x32xf32>, !parts, tile<i32> -> token
    %row = muli %bm, %grid_n : tile<i32>
    %tile_number = addi %row, %bn : tile<i32>
    %counter = offset %arrivals, %tile_number : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %before_us, %counted = atomic_rmw_tko acq_rel device %counter, add, %c1 token=%stored
        : tile<ptr<i32>>, tile<i32> -> tile<i32>, token

    // 3. The last to arrive adds everything up, in the order of the parts. Every
    // load hangs on the token of the count.
    %last = subi %num_parts, %c1 : tile<i32>
    %is_last = cmpi equal %before_us, %last, signed : tile<i32> -> tile<i1>
    if %is_last {
      %total = for %p in (%c0 to %num_parts, step %c1) : tile<i32>
          iter_values(%acc = %zero) -> (tile<32x32xf32>) {
        %v3, %v_read = load_view_tko weak %parts_part[%p, %bm, %bn] token = %counted
            : !parts, tile<i32> -> tile<1x32x32xf32>, token
        %v = reshape %v3 : tile<1x32x32xf32> -> tile<32x32xf32>
        %next = addf %acc, %v : tile<32x32xf32>
        continue %next : tile<32x32xf32>
      }
      %written = store_view_tko weak %total, %c_part[%bm, %bn]
          : tile<32x32xf32>, !tiles, tile<i32> -> token
      // Leave the counter as we found it.
      %reset = store_ptr_tko relaxed device %counter, %c0 token=%counted
          : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
