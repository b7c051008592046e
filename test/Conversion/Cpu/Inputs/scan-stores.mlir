// Scans that are computed in the nest of their store, in place and elsewhere.

!row = !cuda_tile.tensor_view<256xi32, strides=[1]>
!row_tiles = !cuda_tile.partition_view<tile=(256), !row>
!rows = !cuda_tile.tensor_view<8x64xi32, strides=[64, 1]>
!rows_tiles = !cuda_tile.partition_view<tile=(8x64), !rows>

cuda_tile.module @scans {
  entry @scans(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>, %total: tile<ptr<i32>>, %matrix: tile<ptr<i32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %x_view = make_tensor_view %x, shape = [256], strides = [1] : !row
    %x_part = make_partition_view %x_view : !row_tiles
    %out_view = make_tensor_view %out, shape = [256], strides = [1] : !row
    %out_part = make_partition_view %out_view : !row_tiles

    // The largest so far, from the end, and the largest of all.
    %values, %read = load_view_tko weak %x_part[%c0] : !row_tiles, tile<i32> -> tile<256xi32>, token
    %largest = scan %values dim=0 reverse=true identities=[-2147483648 : i32] : tile<256xi32> -> tile<256xi32>
      (%element: tile<i32>, %so_far: tile<i32>) {
        %more = maxi %element, %so_far signed : tile<i32>
        yield %more : tile<i32>
      }
    %first = extract %largest[%c0] : tile<256xi32> -> tile<1xi32>
    %most = reshape %first : tile<1xi32> -> tile<i32>
    %most_written = store_ptr_tko weak %total, %most : tile<ptr<i32>>, tile<i32> -> token
    %two = constant <i32: 2> : tile<256xi32>
    %twice = muli %largest, %two : tile<256xi32>
    %out_written = store_view_tko weak %twice, %out_part[%c0] : tile<256xi32>, !row_tiles, tile<i32> -> token

    // In place: sums of what was there.
    %again, %reread = load_view_tko weak %x_part[%c0] token=%read : !row_tiles, tile<i32> -> tile<256xi32>, token
    %sums = scan %again dim=0 reverse=false identities=[0 : i32] : tile<256xi32> -> tile<256xi32>
      (%element: tile<i32>, %so_far: tile<i32>) {
        %sum = addi %element, %so_far : tile<i32>
        yield %sum : tile<i32>
      }
    %x_written = store_view_tko weak %sums, %x_part[%c0] token=%reread : tile<256xi32>, !row_tiles, tile<i32> -> token

    // Every row of a matrix in place, with an identity that is not neutral.
    %m_view = make_tensor_view %matrix, shape = [8, 64], strides = [64, 1] : !rows
    %m_part = make_partition_view %m_view : !rows_tiles
    %m, %m_read = load_view_tko weak %m_part[%c0, %c0] : !rows_tiles, tile<i32> -> tile<8x64xi32>, token
    %scanned = scan %m dim=1 reverse=false identities=[0 : i32] : tile<8x64xi32> -> tile<8x64xi32>
      (%element: tile<i32>, %so_far: tile<i32>) {
        %less = mini %element, %so_far signed : tile<i32>
        yield %less : tile<i32>
      }
    %m_written = store_view_tko weak %scanned, %m_part[%c0, %c0] token=%m_read : tile<8x64xi32>, !rows_tiles, tile<i32> -> token
    return
  }
}
