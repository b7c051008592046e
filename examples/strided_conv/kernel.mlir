// Convolutions through strided views.
//
// A strided_view is a partition_view whose tiles start `traversal_strides` apart
// instead of one tile apart, so they may overlap (or leave gaps). That is exactly
// the shape of a convolution: windows that overlap.
//
// conv2d:    out[y, x] = sum_{i, j} image[y + i, x + j] * weights[i, j].
//            Traversal strides 1: the tile index is the position of the tile's
//            corner, so every filter tap is one shifted load of a 16x16 tile.
// filter_bank: a 1-d convolution of length 64 with step 16 and 32 output channels
//            (the front end of an audio model): out[t, c] = sum_i signal[16t + i] * bank[i, c].
//            Traversal stride 16: tile t *is* the window of output t.

!image = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!windows = !cuda_tile.strided_view<tile=(16x16), traversal_strides=[1,1], padding_value = zero, !image>
!scalars = !cuda_tile.partition_view<tile=(1x1), !image>
!out_tiles = !cuda_tile.partition_view<tile=(16x16), !image>

!signal = !cuda_tile.tensor_view<?xf32, strides=[1]>
!frames = !cuda_tile.strided_view<tile=(64), traversal_strides=[16], padding_value = zero, !signal>
!bank_tiles = !cuda_tile.partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>
!out_rows = !cuda_tile.partition_view<tile=(1x32), tensor_view<?x32xf32, strides=[32,1]>>

cuda_tile.module @strided_conv {
  // Per array: pointer, sizes, strides. The output is smaller than the image by
  // the filter size less one ("valid" convolution); none has to be a multiple of 16.
  entry @conv2d(
      %in: tile<ptr<f32>>, %in_rows: tile<i32>, %in_cols: tile<i32>,
      %in_stride0: tile<i32>, %in_stride1: tile<i32>,
      %weights: tile<ptr<f32>>, %w_rows: tile<i32>, %w_cols: tile<i32>,
      %w_stride0: tile<i32>, %w_stride1: tile<i32>,
      %out: tile<ptr<f32>>, %out_rows: tile<i32>, %out_cols: tile<i32>,
      %out_stride0: tile<i32>, %out_stride1: tile<i32>) {
    %by, %bx, %bz = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c16 = constant <i32: 16> : tile<i32>
    %in_view = make_tensor_view %in, shape = [%in_rows, %in_cols], strides = [%in_stride0, 1]
        : tile<i32> -> !image
    %in_windows = make_strided_view %in_view : !windows
    %w_view = make_tensor_view %weights, shape = [%w_rows, %w_cols], strides = [%w_stride0, 1]
        : tile<i32> -> !image
    %w_part = make_partition_view %w_view : !scalars
    %out_view = make_tensor_view %out, shape = [%out_rows, %out_cols], strides = [%out_stride0, 1]
        : tile<i32> -> !image
    %out_part = make_partition_view %out_view : !out_tiles

    // The corner of this block's tile of the output.
    %y = muli %by, %c16 : tile<i32>
    %x = muli %bx, %c16 : tile<i32>
    %zero = constant <f32: 0.0> : tile<16x16xf32>
    %sum = for %i in (%c0 to %w_rows, step %c1) : tile<i32>
        iter_values(%row_acc = %zero) -> (tile<16x16xf32>) {
      %row_sum = for %j in (%c0 to %w_cols, step %c1) : tile<i32>
          iter_values(%acc = %row_acc) -> (tile<16x16xf32>) {
        %yi = addi %y, %i : tile<i32>
        %xj = addi %x, %j : tile<i32>
        %window, %window_read = load_view_tko weak %in_windows[%yi, %xj]
            : !windows, tile<i32> -> tile<16x16xf32>, token
        %w, %w_read = load_view_tko weak %w_part[%i, %j]
            : !scalars, tile<i32> -> tile<1x1xf32>, token
        %w_all = broadcast %w : tile<1x1xf32> -> tile<16x16xf32>
        %next = fma %window, %w_all, %acc : tile<16x16xf32>
        continue %next : tile<16x16xf32>
      }
      continue %row_sum : tile<16x16xf32>
    }
    %written = store_view_tko weak %sum, %out_part[%by, %bx]
        : tile<16x16xf32>, !out_tiles, tile<i32> -> token
    return
  }

  // One block per output step t. The windows of neighbouring blocks share 48 of
  // their 64 samples.
  entry @filter_bank(%samples: tile<ptr<f32>>, %bank: tile<ptr<f32>>, %out: tile<ptr<f32>>,
                     %num_samples: tile<i32>, %num_steps: tile<i32>) {
    %t, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %signal_view = make_tensor_view %samples, shape = [%num_samples], strides = [1] : tile<i32> -> !signal
    %frames = make_strided_view %signal_view : !frames
    %bank_view = make_tensor_view %bank, shape = [64, 32], strides = [32, 1]
        : tensor_view<64x32xf32, strides=[32,1]>
    %bank_part = make_partition_view %bank_view : !bank_tiles
    %out_view = make_tensor_view %out, shape = [%num_steps, 32], strides = [32, 1]
        : tile<i32> -> tensor_view<?x32xf32, strides=[32,1]>
    %out_part = make_partition_view %out_view : !out_rows

    %frame, %frame_read = load_view_tko weak %frames[%t] : !frames, tile<i32> -> tile<64xf32>, token
    %weights, %bank_read = load_view_tko weak %bank_part[%c0, %c0]
        : !bank_tiles, tile<i32> -> tile<64x32xf32>, token
    // All 32 channels at once: a 1x64 by 64x32 matrix product.
    %row = reshape %frame : tile<64xf32> -> tile<1x64xf32>
    %zero = constant <f32: 0.0> : tile<1x32xf32>
    %channels = mmaf %row, %weights, %zero : tile<1x64xf32>, tile<64x32xf32>, tile<1x32xf32>
    %written = store_view_tko weak %channels, %out_part[%t, %c0]
        : tile<1x32xf32>, !out_rows, tile<i32> -> token
    return
  }
}
