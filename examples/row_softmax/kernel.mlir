// Softmax of each row: out[i, j] = exp(in[i, j] - m_i) / sum_j exp(in[i, j] - m_i),
// m_i the largest element of row i. One block per row; the row fits one tile.
//
// The trick worth noticing is the padding value. The tile is 1024 wide, the row
// is not. Padding with minus infinity makes the surplus lanes harmless without
// any mask: they never win the maximum, and exp(-inf) = 0 adds nothing to the sum.

!matrix = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!in_tiles = !cuda_tile.partition_view<tile=(1x1024), padding_value = neg_inf, !matrix>
!out_tiles = !cuda_tile.partition_view<tile=(1x1024), !matrix>

cuda_tile.module @row_softmax {
  entry @row_softmax(
      %in_arg: tile<ptr<f32>>, %in_rows: tile<i32>, %in_cols: tile<i32>,
      %in_stride0: tile<i32>, %in_stride1: tile<i32>,
      %out_arg: tile<ptr<f32>>, %out_rows: tile<i32>, %out_cols: tile<i32>,
      %out_stride0: tile<i32>, %out_stride1: tile<i32>) {
    %in = assume div_by<16>, %in_arg : tile<ptr<f32>>
    %out = assume div_by<16>, %out_arg : tile<ptr<f32>>
    %row, %block_y, %block_z = get_tile_block_id : tile<i32>
    %zero_index = constant <i32: 0> : tile<i32>

    %in_view = make_tensor_view %in, shape = [%in_rows, %in_cols], strides = [%in_stride0, 1]
        : tile<i32> -> !matrix
    %in_part = make_partition_view %in_view : !in_tiles
    %x, %read = load_view_tko weak %in_part[%row, %zero_index]
        : !in_tiles, tile<i32> -> tile<1x1024xf32>, token

    // The maximum along dimension 1. A reduction names its neutral element
    // (minus infinity) and combines two numbers at a time, in any order.
    %max = reduce %x dim=1 identities=[0xFF800000 : f32] : tile<1x1024xf32> -> tile<1xf32>
      (%a: tile<f32>, %b: tile<f32>) {
        %larger = maxf %a, %b : tile<f32>
        yield %larger : tile<f32>
      }
    %max_col = reshape %max : tile<1xf32> -> tile<1x1xf32>
    %max_all = broadcast %max_col : tile<1x1xf32> -> tile<1x1024xf32>

    %shifted = subf %x, %max_all : tile<1x1024xf32>
    %weights = exp %shifted : tile<1x1024xf32>
    %sum = reduce %weights dim=1 identities=[0.0 : f32] : tile<1x1024xf32> -> tile<1xf32>
      (%c: tile<f32>, %d: tile<f32>) {
        %total = addf %c, %d : tile<f32>
        yield %total : tile<f32>
      }
    %sum_col = reshape %sum : tile<1xf32> -> tile<1x1xf32>
    %sum_all = broadcast %sum_col : tile<1x1xf32> -> tile<1x1024xf32>
    %softmax = divf %weights, %sum_all : tile<1x1024xf32>

    %out_view = make_tensor_view %out, shape = [%out_rows, %out_cols], strides = [%out_stride0, 1]
        : tile<i32> -> !matrix
    %out_part = make_partition_view %out_view : !out_tiles
    %written = store_view_tko weak %softmax, %out_part[%row, %zero_index]
        : tile<1x1024xf32>, !out_tiles, tile<i32> -> token
    return
  }
}
