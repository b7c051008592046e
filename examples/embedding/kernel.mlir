// Embedding lookup and its counterpart, through gather/scatter views.
//
// lookup:  out[i, :] = table[ids[i], :]      (gather rows)
// place:   out[slots[i], :] = rows[i, :]     (scatter rows, slots all different)
//
// A gather_scatter_view addresses one dimension, `sparse_dim`, by a whole tile of
// positions, one per tile row; the other dimension by a single number. Beware:
// that number is the *element* where the slice begins, not a tile number as in a
// partition view.

!table = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!picked_rows = !cuda_tile.gather_scatter_view<tile=(16x64), padding_value = zero, !table, sparse_dim=0>
!dense_tiles = !cuda_tile.partition_view<tile=(16x64), padding_value = zero, !table>
!ids = !cuda_tile.tensor_view<?xi32, strides=[1]>
!id_tiles = !cuda_tile.partition_view<tile=(16), padding_value = zero, !ids>

cuda_tile.module @embedding {
  // Grid: x over groups of 16 ids, y over slices of 64 columns.
  entry @lookup(%table_ptr: tile<ptr<f16>>, %ids_ptr: tile<ptr<i32>>, %out_ptr: tile<ptr<f16>>,
                %vocabulary: tile<i32>, %width: tile<i32>, %count: tile<i32>) {
    %group, %slice, %block_z = get_tile_block_id : tile<i32>
    %table_view = make_tensor_view %table_ptr, shape = [%vocabulary, %width], strides = [%width, 1]
        : tile<i32> -> !table
    %table_rows = make_gather_scatter_view %table_view : !picked_rows
    %ids_view = make_tensor_view %ids_ptr, shape = [%count], strides = [1] : tile<i32> -> !ids
    %ids_part = make_partition_view %ids_view : !id_tiles
    %out_view = make_tensor_view %out_ptr, shape = [%count, %width], strides = [%width, 1]
        : tile<i32> -> !table
    %out_part = make_partition_view %out_view : !dense_tiles

    // The last group may be incomplete. Its missing ids read as 0, an existing
    // row, and what is looked up for them is dropped by the store.
    %rows, %ids_read = load_view_tko weak %ids_part[%group] : !id_tiles, tile<i32> -> tile<16xi32>, token

    %slice_width = constant <i32: 64> : tile<i32>
    %first_column = muli %slice, %slice_width : tile<i32>
    %vectors, %table_read = load_view_tko weak %table_rows[%rows, %first_column]
        : !picked_rows, tile<16xi32>, tile<i32> -> tile<16x64xf16>, token
    // Same place, other view kind: here the column index is the tile number.
    %written = store_view_tko weak %vectors, %out_part[%group, %slice]
        : tile<16x64xf16>, !dense_tiles, tile<i32> -> token
    return
  }

  entry @place(%rows_ptr: tile<ptr<f16>>, %slots_ptr: tile<ptr<i32>>, %out_ptr: tile<ptr<f16>>,
               %capacity: tile<i32>, %width: tile<i32>, %count: tile<i32>) {
    %group, %slice, %block_z = get_tile_block_id : tile<i32>
    %rows_view = make_tensor_view %rows_ptr, shape = [%count, %width], strides = [%width, 1]
        : tile<i32> -> !table
    %rows_part = make_partition_view %rows_view : !dense_tiles
    %slots_view = make_tensor_view %slots_ptr, shape = [%count], strides = [1] : tile<i32> -> !ids
    %slots_part = make_partition_view %slots_view : !id_tiles
    %out_view = make_tensor_view %out_ptr, shape = [%capacity, %width], strides = [%width, 1]
        : tile<i32> -> !table
    %out_rows = make_gather_scatter_view %out_view : !picked_rows

    // Here a missing slot must not read as 0: the store would overwrite row 0.
    // It is replaced by `capacity`, one past the end, and a scattered row outside
    // the tensor is dropped.
    %slots_raw, %slots_read = load_view_tko weak %slots_part[%group]
        : !id_tiles, tile<i32> -> tile<16xi32>, token
    %group_size = constant <i32: 16> : tile<i32>
    %first = muli %group, %group_size : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<16xi32>
    %lane = iota : tile<16xi32>
    %index = addi %first_all, %lane : tile<16xi32>
    %count_1 = reshape %count : tile<i32> -> tile<1xi32>
    %count_all = broadcast %count_1 : tile<1xi32> -> tile<16xi32>
    %exists = cmpi less_than %index, %count_all, signed : tile<16xi32> -> tile<16xi1>
    %capacity_1 = reshape %capacity : tile<i32> -> tile<1xi32>
    %nowhere = broadcast %capacity_1 : tile<1xi32> -> tile<16xi32>
    %slots = select %exists, %slots_raw, %nowhere : tile<16xi1>, tile<16xi32>

    %vectors, %rows_read = load_view_tko weak %rows_part[%group, %slice]
        : !dense_tiles, tile<i32> -> tile<16x64xf16>, token
    %slice_width = constant <i32: 64> : tile<i32>
    %first_column = muli %slice, %slice_width : tile<i32>
    %written = store_view_tko weak %vectors, %out_rows[%slots, %first_column]
        : tile<16x64xf16>, !picked_rows, tile<16xi32>, tile<i32> -> token
    return
  }
}
