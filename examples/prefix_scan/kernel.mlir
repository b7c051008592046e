// Inclusive prefix sums, in two settings.
//
// chained_scan: one long array across many blocks, in a single launch. Block i
// needs the total of everything before it, so blocks pass a running total along
// a chain through memory. This is the example to read about *ordering*:
//
//  * A block does not take its tile from its block number but draws a ticket
//    from an atomic counter. Whoever holds ticket t can be sure that the holders
//    of 0 ... t-1 have started. So waiting for them always ends, in whatever
//    order the machine starts blocks, even one after the other.
//  * The total is published with a plain (weak) store followed by a *release*
//    store of a flag; a token from the one to the other makes the order part of
//    the program. The reader spins on an *acquire* load of the flag and hands its
//    token to the load of the total. Without these tokens nothing would order
//    the accesses: not the order of the text, and not the data flow either.
//
// row_suffix_sum: many short rows, one `scan` along dimension 1 of a 2-d tile, run
// backwards with reverse=true.

cuda_tile.module @prefix_scan {
  // state[t] becomes 1 once total[t] = x[0] + ... + x[512*(t+1) - 1] is there.
  // ticket[0] and state[...] must be zero at the start; one block per 512 elements.
  entry @chained_scan(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>, %total: tile<ptr<i32>>,
                      %state: tile<ptr<i32>>, %ticket: tile<ptr<i32>>, %n: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tile_size = constant <i32: 512> : tile<i32>

    // Draw a ticket: the value before the addition is ours alone.
    %mine, %drawn = atomic_rmw_tko relaxed device %ticket, add, %c1
        : tile<ptr<i32>>, tile<i32> -> tile<i32>, token

    // Load our 512 elements; lanes past the end count as zero.
    %first = muli %mine, %tile_size : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<512xi32>
    %lane = iota : tile<512xi32>
    %index = addi %first_all, %lane : tile<512xi32>
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_all = broadcast %n_1 : tile<1xi32> -> tile<512xi32>
    %inside = cmpi less_than %index, %n_all, signed : tile<512xi32> -> tile<512xi1>
    %x_1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %x_all = broadcast %x_1 : tile<1xptr<i32>> -> tile<512xptr<i32>>
    %x_ptr = offset %x_all, %index : tile<512xptr<i32>>, tile<512xi32> -> tile<512xptr<i32>>
    %zeros = constant <i32: 0> : tile<512xi32>
    %values, %values_read = load_ptr_tko weak %x_ptr, %inside, %zeros
        : tile<512xptr<i32>>, tile<512xi1>, tile<512xi32> -> tile<512xi32>, token

    // Prefix sums within the tile; the last one is the tile's total.
    %local = scan %values dim=0 reverse=false identities=[0 : i32] : tile<512xi32> -> tile<512xi32>
      (%element: tile<i32>, %so_far: tile<i32>) {
        %sum = addi %element, %so_far : tile<i32>
        yield %sum : tile<i32>
      }
    %c511 = constant <i32: 511> : tile<i32>
    %last_1 = extract %local[%c511] : tile<512xi32> -> tile<1xi32>
    %tile_total = reshape %last_1 : tile<1xi32> -> tile<i32>

    // The total of everything before our tile.
    %is_first = cmpi equal %mine, %c0, signed : tile<i32> -> tile<i1>
    %before = if %is_first -> (tile<i32>) {
      yield %c0 : tile<i32>
    } else {
      %previous = subi %mine, %c1 : tile<i32>
      %flag_ptr = offset %state, %previous : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      // Spin until the flag is set. The loop hands out the token of the load
      // that saw it.
      %seen = loop iter_values(%order = %drawn) : token -> token {
        %flag, %flag_read = load_ptr_tko acquire device %flag_ptr token=%order
            : tile<ptr<i32>> -> tile<i32>, token
        %is_set = cmpi not_equal %flag, %c0, signed : tile<i32> -> tile<i1>
        if %is_set {
          break %flag_read : token
        }
        continue %flag_read : token
      }
      %total_ptr = offset %total, %previous : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %sum_before, %total_read = load_ptr_tko weak %total_ptr token=%seen
          : tile<ptr<i32>> -> tile<i32>, token
      yield %sum_before : tile<i32>
    }

    // Publish our own total, then raise the flag: release orders the two.
    %after = addi %before, %tile_total : tile<i32>
    %my_total = offset %total, %mine : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %total_written = store_ptr_tko weak %my_total, %after : tile<ptr<i32>>, tile<i32> -> token
    %my_flag = offset %state, %mine : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %flag_raised = store_ptr_tko release device %my_flag, %c1 token=%total_written
        : tile<ptr<i32>>, tile<i32> -> token

    %before_1 = reshape %before : tile<i32> -> tile<1xi32>
    %before_all = broadcast %before_1 : tile<1xi32> -> tile<512xi32>
    %result = addi %local, %before_all : tile<512xi32>
    %out_1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %out_all = broadcast %out_1 : tile<1xptr<i32>> -> tile<512xptr<i32>>
    %out_ptr = offset %out_all, %index : tile<512xptr<i32>>, tile<512xi32> -> tile<512xptr<i32>>
    %written = store_ptr_tko weak %out_ptr, %result, %inside
        : tile<512xptr<i32>>, tile<512xi32>, tile<512xi1> -> token
    return
  }

  // out[i, j] = x[i, j] + x[i, j+1] + ... + x[i, cols-1]. Zero padding behind the
  // row is neutral, so the backward scan may start in it.
  entry @row_suffix_sum(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %x_view = make_tensor_view %x, shape = [%rows, %cols], strides = [%cols, 1]
        : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_part = make_partition_view %x_view
        : partition_view<tile=(4x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %out_view = make_tensor_view %out, shape = [%rows, %cols], strides = [%cols, 1]
        : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %out_part = make_partition_view %out_view
        : partition_view<tile=(4x256), tensor_view<?x?xf32, strides=[?,1]>>
    %values, %read = load_view_tko weak %x_part[%block, %c0]
        : partition_view<tile=(4x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32>
        -> tile<4x256xf32>, token
    %sums = scan %values dim=1 reverse=true identities=[0.0 : f32] : tile<4x256xf32> -> tile<4x256xf32>
      (%element: tile<f32>, %so_far: tile<f32>) {
        %sum = addf %element, %so_far : tile<f32>
        yield %sum : tile<f32>
      }
    %written = store_view_tko weak %sums, %out_part[%block, %c0]
        : tile<4x256xf32>, partition_view<tile=(4x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
