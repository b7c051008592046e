// Histogram by atomics: bins[v] += 1 for every value v in [0, num_bins).
//
// Many lanes of many blocks add to the same few counters. An atomic
// read-modify-write makes each addition indivisible; `relaxed` is enough because
// nobody reads the counters before the kernel has ended, so no other memory
// needs to be ordered with them. The scope `device` says that all blocks of the
// device take part.
//
// Values outside the range are ignored: a mask switches their lanes off, and a
// lane that is off does not touch memory, however wild its pointer is.

cuda_tile.module @histogram {
  entry @histogram(%values: tile<ptr<i32>>, %bins: tile<ptr<i32>>, %n: tile<i32>, %num_bins: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %tile_size = constant <i32: 256> : tile<i32>
    %first = muli %block, %tile_size : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<256xi32>
    %lane = iota : tile<256xi32>
    %index = addi %first_all, %lane : tile<256xi32>
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_all = broadcast %n_1 : tile<1xi32> -> tile<256xi32>
    %inside = cmpi less_than %index, %n_all, signed : tile<256xi32> -> tile<256xi1>

    // Lanes past the end read as -1, which is outside every range.
    %outside = constant <i32: -1> : tile<256xi32>
    %values_1 = reshape %values : tile<ptr<i32>> -> tile<1xptr<i32>>
    %values_all = broadcast %values_1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
    %value_ptr = offset %values_all, %index : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
    %value, %read = load_ptr_tko weak %value_ptr, %inside, %outside
        : tile<256xptr<i32>>, tile<256xi1>, tile<256xi32> -> tile<256xi32>, token

    // One unsigned comparison tests 0 <= v < num_bins: negative numbers are huge
    // when read without a sign.
    %num_bins_1 = reshape %num_bins : tile<i32> -> tile<1xi32>
    %num_bins_all = broadcast %num_bins_1 : tile<1xi32> -> tile<256xi32>
    %counts = cmpi less_than %value, %num_bins_all, unsigned : tile<256xi32> -> tile<256xi1>

    %bins_1 = reshape %bins : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bins_all = broadcast %bins_1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
    %bin_ptr = offset %bins_all, %value : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
    %one = constant <i32: 1> : tile<256xi32>
    %old, %added = atomic_rmw_tko relaxed device %bin_ptr, add, %one, %counts
        : tile<256xptr<i32>>, tile<256xi32>, tile<256xi1> -> tile<256xi32>, token
    return
  }
}
