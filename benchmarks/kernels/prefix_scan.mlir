// Inclusive prefix sums of an array of i32, in one pass: a block scans a tile of
// 4096, waits for the sum of everything before it, and publishes its own. Tickets
// number the blocks in the order in which they begin, so nobody waits for a block
// that has not begun. `ticket` and `state` must be zero.

!vector = !cuda_tile.tensor_view<?xi32, strides=[1]>
!in_tiles = !cuda_tile.partition_view<tile=(4096), padding_value = zero, !vector>
!out_tiles = !cuda_tile.partition_view<tile=(4096), !vector>

cuda_tile.module @prefix_scan {
  entry @prefix_scan(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>, %total: tile<ptr<i32>>,
                     %state: tile<ptr<i32>>, %ticket: tile<ptr<i32>>, %n_arg: tile<i32>) {
    %n = assume bounded<0, ?>, %n_arg : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x_view = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> !vector
    %out_view = make_tensor_view %out, shape = [%n], strides = [1] : tile<i32> -> !vector
    %x_part = make_partition_view %x_view : !in_tiles
    %out_part = make_partition_view %out_view : !out_tiles
    %mine, %drawn = atomic_rmw_tko relaxed device %ticket, add, %c1
        : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %values, %values_read = load_view_tko weak %x_part[%mine] : !in_tiles, tile<i32> -> tile<4096xi32>, token
    %local = scan %values dim=0 reverse=false identities=[0 : i32] : tile<4096xi32> -> tile<4096xi32>
      (%element: tile<i32>, %so_far: tile<i32>) {
        %sum = addi %element, %so_far : tile<i32>
        yield %sum : tile<i32>
      }
    %last_index = constant <i32: 4095> : tile<i32>
    %last_1 = extract %local[%last_index] : tile<4096xi32> -> tile<1xi32>
    %tile_total = reshape %last_1 : tile<1xi32> -> tile<i32>
    %is_first = cmpi equal %mine, %c0, signed : tile<i32> -> tile<i1>
    %before = if %is_first -> (tile<i32>) {
      yield %c0 : tile<i32>
    } else {
      %previous = subi %mine, %c1 : tile<i32>
      %flag_ptr = offset %state, %previous : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
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
    %after = addi %before, %tile_total : tile<i32>
    %my_total = offset %total, %mine : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %total_written = store_ptr_tko weak %my_total, %after : tile<ptr<i32>>, tile<i32> -> token
    %my_flag = offset %state, %mine : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %flag_raised = store_ptr_tko release device %my_flag, %c1 token=%total_written
        : tile<ptr<i32>>, tile<i32> -> token
    %before_1 = reshape %before : tile<i32> -> tile<1xi32>
    %before_all = broadcast %before_1 : tile<1xi32> -> tile<4096xi32>
    %result = addi %local, %before_all : tile<4096xi32>
    %written = store_view_tko weak %result, %out_part[%mine] : tile<4096xi32>, !out_tiles, tile<i32> -> token
    return
  }
}
