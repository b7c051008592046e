// A product of bf16 whose right operand is stored by columns, with tiles that stick
// out of both operands: blocks of words are transposed from whole tiles and partial
// ones alike.

!lhs = !cuda_tile.tensor_view<100x80xbf16, strides=[80,1]>
!rhs = !cuda_tile.tensor_view<70x80xbf16, strides=[80,1]>
!out = !cuda_tile.tensor_view<100x70xf32, strides=[70,1]>
!rows = !cuda_tile.partition_view<tile=(64x32), padding_value = zero, !lhs>
!columns = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, !rhs, dim_map=[1, 0]>
!tiles = !cuda_tile.partition_view<tile=(64x64), !out>

cuda_tile.module @m {
  entry @bf16_columns(%a: tile<ptr<bf16>>, %b: tile<ptr<bf16>>, %c: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %lhs = make_tensor_view %a, shape = [100, 80], strides = [80, 1] : !lhs
    %rhs = make_tensor_view %b, shape = [70, 80], strides = [80, 1] : !rhs
    %out = make_tensor_view %c, shape = [100, 70], strides = [70, 1] : !out
    %rows = make_partition_view %lhs : !rows
    %columns = make_partition_view %rhs : !columns
    %tiles = make_partition_view %out : !tiles
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c3 = constant <i32: 3> : tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %k in (%c0 to %c3, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %l, %t0 = load_view_tko weak %rows[%x, %k] : !rows, tile<i32> -> tile<64x32xbf16>, token
      %r, %t1 = load_view_tko weak %columns[%k, %y] : !columns, tile<i32> -> tile<32x64xbf16>, token
      %next = mmaf %l, %r, %acc : tile<64x32xbf16>, tile<32x64xbf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %sum, %tiles[%x, %y] : tile<64x64xf32>, !tiles, tile<i32> -> token
    return
  }
}
