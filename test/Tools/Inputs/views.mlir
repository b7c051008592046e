// Copies a matrix tile by tile. The parameters are those of cuTile clients:
// pointer, sizes, strides of each array.
cuda_tile.module @m {
  entry @copy(%x: tile<ptr<f32>>, %xr: tile<i32>, %xc: tile<i32>, %xs0: tile<i32>, %xs1: tile<i32>,
              %y: tile<ptr<f32>>, %yr: tile<i32>, %yc: tile<i32>, %ys0: tile<i32>, %ys1: tile<i32>) {
    %row, %col, %z = get_tile_block_id : tile<i32>
    %xv = make_tensor_view %x, shape = [%xr, %xc], strides = [%xs0, %xs1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,?]>
    %yv = make_tensor_view %y, shape = [%yr, %yc], strides = [%ys0, %ys1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,?]>
    %xp = make_partition_view %xv : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,?]>>
    %yp = make_partition_view %yv : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,?]>>
    %tile, %t0 = load_view_tko weak %xp[%row, %col] : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,?]>>, tile<i32> -> tile<4x4xf32>, token
    %t1 = store_view_tko weak %tile, %yp[%row, %col] : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,?]>>, tile<i32> -> token
    return
  }
  // The same facts as 64-bit numbers, printed.
  entry @facts(%x: tile<ptr<f16>>, %r: tile<i64>, %c: tile<i64>, %s0: tile<i64>, %s1: tile<i64>, %k: tile<i64>) {
    %t = print_tko "%ld %ld %ld %ld %ld\n", %r, %c, %s0, %s1, %k : tile<i64>, tile<i64>, tile<i64>, tile<i64>, tile<i64> -> token
    return
  }
}
