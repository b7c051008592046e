// Sums of tiles by masks that are set everywhere, in part, or nowhere. The row
// numbers begin at `first`, and may wrap.

!tiles = !cuda_tile.partition_view<tile=(64x64), tensor_view<?x64xf32, strides=[64,1]>>
!out = !cuda_tile.partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>

cuda_tile.module @skip_masks {
  entry @sums(%pa: tile<ptr<f32>>, %po: tile<ptr<f32>>, %n: tile<i32>, %first: tile<i32>, %limit: tile<i32>) {
    %rows_all = constant <i32: 64> : tile<i32>
    %m = muli %n, %rows_all : tile<i32>
    %va = make_tensor_view %pa, shape = [%m, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>
    %vo = make_tensor_view %po, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %ta = make_partition_view %va : !tiles
    %to = make_partition_view %vo : !out
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %one = constant <f32: -1.0> : tile<64x64xf32>
    %numbers = iota : tile<64xi32>
    %down1 = reshape %numbers : tile<64xi32> -> tile<64x1xi32>
    %across1 = reshape %numbers : tile<64xi32> -> tile<1x64xi32>
    %limit1 = reshape %limit : tile<i32> -> tile<1x1xi32>
    %limit2 = broadcast %limit1 : tile<1x1xi32> -> tile<1x64xi32>
    %across2 = addi %across1, %limit2 : tile<1x64xi32>
    %across = broadcast %across2 : tile<1x64xi32> -> tile<64x64xi32>
    %sum = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %a, %read = load_view_tko weak %ta[%i, %c0] : !tiles, tile<i32> -> tile<64x64xf32>, token
      %above = muli %i, %rows_all : tile<i32>
      %begin = addi %above, %first : tile<i32>
      %begin1 = reshape %begin : tile<i32> -> tile<1x1xi32>
      %begin2 = broadcast %begin1 : tile<1x1xi32> -> tile<64x1xi32>
      %down2 = addi %down1, %begin2 : tile<64x1xi32>
      %down = broadcast %down2 : tile<64x1xi32> -> tile<64x64xi32>
      %mask = cmpi less_than_or_equal %down, %across, signed : tile<64x64xi32> -> tile<64x64xi1>
      %kept = select %mask, %a, %one : tile<64x64xi1>, tile<64x64xf32>
      %next = addf %acc, %kept : tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %w = store_view_tko weak %sum, %to[%c0, %c0] : tile<64x64xf32>, !out, tile<i32> -> token
    return
  }
}
