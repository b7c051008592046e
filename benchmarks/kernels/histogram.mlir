// Counts of the values 0..255 in an array of i32. Every block counts 2^20 values
// in 256 counters of its own (nobody else touches them: scope `tl_blk`) and adds
// these to the result, which must be zero at the start.

!vector = !cuda_tile.tensor_view<?xi32, strides=[1]>
!in_tiles = !cuda_tile.partition_view<tile=(4096), padding_value = zero, !vector>

cuda_tile.module @histogram {
  entry @histogram(%x: tile<ptr<i32>>, %bins: tile<ptr<i32>>, %own: tile<ptr<i32>>, %n_arg: tile<i32>) {
    %n = assume bounded<0, ?>, %n_arg : tile<i32>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tiles = constant <i32: 256> : tile<i32>
    %num_bins = constant <i32: 256> : tile<i32>
    %x_view = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> !vector
    %x_part = make_partition_view %x_view : !in_tiles

    %own_offset = muli %block, %num_bins : tile<i32>
    %own_first = offset %own, %own_offset : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %own_1 = reshape %own_first : tile<ptr<i32>> -> tile<1xptr<i32>>
    %own_bins = broadcast %own_1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
    %own_lanes = broadcast %own_1 : tile<1xptr<i32>> -> tile<4096xptr<i32>>
    %lane = iota : tile<256xi32>
    %own_ptr = offset %own_bins, %lane : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
    %zeros = constant <i32: 0> : tile<256xi32>
    %cleared = store_ptr_tko weak %own_ptr, %zeros : tile<256xptr<i32>>, tile<256xi32> -> token

    %ones = constant <i32: 1> : tile<4096xi32>
    %limit = constant <i32: 256> : tile<4096xi32>
    %iota = iota : tile<4096xi32>
    %first = muli %block, %tiles : tile<i32>
    %last = addi %first, %tiles : tile<i32>
    %tile_size = constant <i32: 4096> : tile<i32>
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_all = broadcast %n_1 : tile<1xi32> -> tile<4096xi32>
    %counted = for %t in (%first to %last, step %c1) : tile<i32> iter_values(%order = %cleared) -> (token) {
      %values, %read = load_view_tko weak %x_part[%t] : !in_tiles, tile<i32> -> tile<4096xi32>, token
      %start = muli %t, %tile_size : tile<i32>
      %start_1 = reshape %start : tile<i32> -> tile<1xi32>
      %start_all = broadcast %start_1 : tile<1xi32> -> tile<4096xi32>
      %index = addi %start_all, %iota : tile<4096xi32>
      %inside = cmpi less_than %index, %n_all, signed : tile<4096xi32> -> tile<4096xi1>
      %known = cmpi less_than %values, %limit, unsigned : tile<4096xi32> -> tile<4096xi1>
      %counts = andi %inside, %known : tile<4096xi1>
      %bin_ptr = offset %own_lanes, %values : tile<4096xptr<i32>>, tile<4096xi32> -> tile<4096xptr<i32>>
      %old, %added = atomic_rmw_tko relaxed tl_blk %bin_ptr, add, %ones, %counts token=%order
          : tile<4096xptr<i32>>, tile<4096xi32>, tile<4096xi1> -> tile<4096xi32>, token
      continue %added : token
    }
    %sums, %sums_read = load_ptr_tko weak %own_ptr token=%counted
        : tile<256xptr<i32>> -> tile<256xi32>, token
    %bins_1 = reshape %bins : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bins_all = broadcast %bins_1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
    %bins_ptr = offset %bins_all, %lane : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
    %before, %done = atomic_rmw_tko relaxed device %bins_ptr, add, %sums
        : tile<256xptr<i32>>, tile<256xi32> -> tile<256xi32>, token
    return
  }
}
