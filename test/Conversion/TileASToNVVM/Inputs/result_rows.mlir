// Products whose results are stored in rows: C = A * B and others around it.

!a = !cuda_tile.tensor_view<?x?xbf16, strides=[?,1]>
!b = !cuda_tile.tensor_view<?x?xbf16, strides=[?,1]>
!rows = !cuda_tile.tensor_view<?x?xbf16, strides=[?,1]>
!columns = !cuda_tile.tensor_view<?x?xbf16, strides=[1,?]>
!a_tiles = !cuda_tile.partition_view<tile=(128x32), padding_value = zero, !a>
!b_tiles = !cuda_tile.partition_view<tile=(32x128), padding_value = zero, !b>
!row_tiles = !cuda_tile.partition_view<tile=(128x128), padding_value = zero, !rows>
!column_tiles = !cuda_tile.partition_view<tile=(128x128), !columns>

cuda_tile.module @m {
  // bf16, aligned or not, and border tiles.
  entry @narrow(%a_arg: tile<ptr<bf16>>, %b_arg: tile<ptr<bf16>>, %c_arg: tile<ptr<bf16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_view = make_tensor_view %a_arg, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !a
    %b_view = make_tensor_view %b_arg, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !b
    %c_view = make_tensor_view %c_arg, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !rows
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !row_tiles
    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<128x128xf32>) {
      %x, %t0 = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<128x32xbf16>, token
      %y, %t1 = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<32x128xbf16>, token
      %next = mmaf %x, %y, %acc : tile<128x32xbf16>, tile<32x128xbf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %short = ftof %sum : tile<128x128xf32> -> tile<128x128xbf16>
    %w = store_view_tko weak %short, %c_part[%bm, %bn] : tile<128x128xbf16>, !row_tiles, tile<i32> -> token
    return
  }

  // Neighbours in memory are neighbours in a column.
  entry @turned(%a_arg: tile<ptr<bf16>>, %b_arg: tile<ptr<bf16>>, %c_arg: tile<ptr<bf16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_view = make_tensor_view %a_arg, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !a
    %b_view = make_tensor_view %b_arg, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !b
    %c_view = make_tensor_view %c_arg, shape = [%m, %n], strides = [1, %m] : tile<i32> -> !columns
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !column_tiles
    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<128x128xf32>) {
      %x, %t0 = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<128x32xbf16>, token
      %y, %t1 = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<32x128xbf16>, token
      %next = mmaf %x, %y, %acc : tile<128x32xbf16>, tile<32x128xbf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %short = ftof %sum : tile<128x128xf32> -> tile<128x128xbf16>
    %w = store_view_tko weak %short, %c_part[%bm, %bn] : tile<128x128xbf16>, !column_tiles, tile<i32> -> token
    return
  }

  // Each block makes a row of tiles and adds each to what is there: stages,
  // rows and stages again take turns, and the load of a tile comes before its
  // store.
  entry @added(%a_arg: tile<ptr<bf16>>, %b_arg: tile<ptr<bf16>>, %c_arg: tile<ptr<bf16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_view = make_tensor_view %a_arg, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !a
    %b_view = make_tensor_view %b_arg, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !b
    %c_view = make_tensor_view %c_arg, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !rows
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !row_tiles
    %bm, %by, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %tiles_c, %tiles_n = get_index_space_shape %c_part : !row_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<128x128xf32>
    for %bn in (%c0 to %tiles_n, step %c1) : tile<i32> {
      %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<128x128xf32>) {
        %x, %t0 = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<128x32xbf16>, token
        %y, %t1 = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<32x128xbf16>, token
        %next = mmaf %x, %y, %acc : tile<128x32xbf16>, tile<32x128xbf16>, tile<128x128xf32>
        continue %next : tile<128x128xf32>
      }
      %old, %read = load_view_tko weak %c_part[%bm, %bn] : !row_tiles, tile<i32> -> tile<128x128xbf16>, token
      %short = ftof %sum : tile<128x128xf32> -> tile<128x128xbf16>
      %more = addf %short, %old : tile<128x128xbf16>
      %w = store_view_tko weak %more, %c_part[%bm, %bn] token = %read : tile<128x128xbf16>, !row_tiles, tile<i32> -> token
    }
    return
  }
}
