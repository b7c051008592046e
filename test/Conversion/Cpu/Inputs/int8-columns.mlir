// The product of bf16-columns.mlir on signed bytes, four of which are a word.

!lhs = !cuda_tile.tensor_view<100x80xi8, strides=[80,1]>
!rhs = !cuda_tile.tensor_view<70x80xi8, strides=[80,1]>
!out = !cuda_tile.tensor_view<100x70xi32, strides=[70,1]>
!rows = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !lhs>
!columns = !cuda_tile.partition_view<tile=(64x64), padding_value = zero, !rhs, dim_map=[1, 0]>
!tiles = !cuda_tile.partition_view<tile=(64x64), !out>

cuda_tile.module @m {
  entry @int8_columns(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %lhs = make_tensor_view %a, shape = [100, 80], strides = [80, 1] : !lhs
    %rhs = make_tensor_view %b, shape = [70, 80], strides = [80, 1] : !rhs
    %out = make_tensor_view %c, shape = [100, 70], strides = [70, 1] : !out
    %rows = make_partition_view %lhs : !rows
    %columns = make_partition_view %rhs : !columns
    %tiles = make_partition_view %out : !tiles
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    %zero = constant <i32: 0> : tile<64x64xi32>
    %sum = for %k in (%c0 to %c2, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<64x64xi32>) {
      %l, %t0 = load_view_tko weak %rows[%x, %k] : !rows, tile<i32> -> tile<64x64xi8>, token
      %r, %t1 = load_view_tko weak %columns[%k, %y] : !columns, tile<i32> -> tile<64x64xi8>, token
      %next = mmai %l, %r, %acc signed signed : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xi32>
      continue %next : tile<64x64xi32>
    }
    %t2 = store_view_tko weak %sum, %tiles[%x, %y] : tile<64x64xi32>, !tiles, tile<i32> -> token
    return
  }
}
