// Fast Fourier transform of length 256, one transform per block.
//
//   X[k] = sum over n of x[n] w^(n k),   w = exp(-2 pi i / 256)
//
// With n = 16 n0 + n1 and k = k0 + 16 k1 the sum splits into products of 16x16
// matrices (Cooley and Tukey's step, once):
//
//   X[k0 + 16 k1] = sum over n1 of  T[k0, n1] * (sum over n0 of D[k0, n0] x[n0, n1])  * D[n1, k1]
//
// where D[a, b] = exp(-2 pi i a b / 16) is the small transform as a matrix and
// T[k0, n1] = w^(k0 n1) are the twiddle factors. Both come as tables. Real and
// imaginary parts are arrays of their own, so a complex product is four real ones.

!matrix = !cuda_tile.tensor_view<?x16xf32, strides=[16,1]>
!squares = !cuda_tile.partition_view<tile=(16x16), !matrix>

cuda_tile.module @fft {
  entry @fft_256(%x_re: tile<ptr<f32>>, %x_im: tile<ptr<f32>>, %d_re: tile<ptr<f32>>,
                 %d_im: tile<ptr<f32>>, %t_re: tile<ptr<f32>>, %t_im: tile<ptr<f32>>,
                 %y_re: tile<ptr<f32>>, %y_im: tile<ptr<f32>>, %batch_arg: tile<i32>) {
    %batch = assume bounded<0, ?>, %batch_arg : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c16 = constant <i32: 16> : tile<i32>
    %rows = muli %batch, %c16 : tile<i32>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>

    // Signal b is rows 16 b to 16 b + 15: element [n0, n1] is x[16 n0 + n1].
    %x_re_view = make_tensor_view %x_re, shape = [%rows, 16], strides = [16, 1] : tile<i32> -> !matrix
    %x_im_view = make_tensor_view %x_im, shape = [%rows, 16], strides = [16, 1] : tile<i32> -> !matrix
    %y_re_view = make_tensor_view %y_re, shape = [%rows, 16], strides = [16, 1] : tile<i32> -> !matrix
    %y_im_view = make_tensor_view %y_im, shape = [%rows, 16], strides = [16, 1] : tile<i32> -> !matrix
    %d_re_view = make_tensor_view %d_re, shape = [%c16, 16], strides = [16, 1] : tile<i32> -> !matrix
    %d_im_view = make_tensor_view %d_im, shape = [%c16, 16], strides = [16, 1] : tile<i32> -> !matrix
    %t_re_view = make_tensor_view %t_re, shape = [%c16, 16], strides = [16, 1] : tile<i32> -> !matrix
    %t_im_view = make_tensor_view %t_im, shape = [%c16, 16], strides = [16, 1] : tile<i32> -> !matrix
    %x_re_part = make_partition_view %x_re_view : !squares
    %x_im_part = make_partition_view %x_im_view : !squares
    %y_re_part = make_partition_view %y_re_view : !squares
    %y_im_part = make_partition_view %y_im_view : !squares
    %d_re_part = make_partition_view %d_re_view : !squares
    %d_im_part = make_partition_view %d_im_view : !squares
    %t_re_part = make_partition_view %t_re_view : !squares
    %t_im_part = make_partition_view %t_im_view : !squares

    %xr, %xr_read = load_view_tko weak %x_re_part[%block, %c0] : !squares, tile<i32> -> tile<16x16xf32>, token
    %xi, %xi_read = load_view_tko weak %x_im_part[%block, %c0] : !squares, tile<i32> -> tile<16x16xf32>, token
    %dr, %dr_read = load_view_tko weak %d_re_part[%c0, %c0] : !squares, tile<i32> -> tile<16x16xf32>, token
    %di, %di_read = load_view_tko weak %d_im_part[%c0, %c0] : !squares, tile<i32> -> tile<16x16xf32>, token
    %tr, %tr_read = load_view_tko weak %t_re_part[%c0, %c0] : !squares, tile<i32> -> tile<16x16xf32>, token
    %ti, %ti_read = load_view_tko weak %t_im_part[%c0, %c0] : !squares, tile<i32> -> tile<16x16xf32>, token
    %zero = constant <f32: 0.0> : tile<16x16xf32>
    %minus_di = negf %di : tile<16x16xf32>

    // A = D x: real part Dr xr - Di xi, imaginary part Dr xi + Di xr.
    %ar0 = mmaf %dr, %xr, %zero : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
    %ar = mmaf %minus_di, %xi, %ar0 : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
    %ai0 = mmaf %dr, %xi, %zero : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
    %ai = mmaf %di, %xr, %ai0 : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>

    // B = T * A, element by element.
    %rr = mulf %tr, %ar : tile<16x16xf32>
    %ii = mulf %ti, %ai : tile<16x16xf32>
    %br = subf %rr, %ii : tile<16x16xf32>
    %ri = mulf %tr, %ai : tile<16x16xf32>
    %bi = fma %ti, %ar, %ri : tile<16x16xf32>

    // C = B D: element [k0, k1] is X[k0 + 16 k1].
    %cr0 = mmaf %br, %dr, %zero : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
    %cr = mmaf %bi, %minus_di, %cr0 : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
    %ci0 = mmaf %br, %di, %zero : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
    %ci = mmaf %bi, %dr, %ci0 : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>

    // Row k1 of the result holds the frequencies 16 k1 to 16 k1 + 15.
    %yr = permute %cr [1, 0] : tile<16x16xf32> -> tile<16x16xf32>
    %yi = permute %ci [1, 0] : tile<16x16xf32> -> tile<16x16xf32>
    %wrote_re = store_view_tko weak %yr, %y_re_part[%block, %c0] : tile<16x16xf32>, !squares, tile<i32> -> token
    %wrote_im = store_view_tko weak %yi, %y_im_part[%block, %c0] : tile<16x16xf32>, !squares, tile<i32> -> token
    return
  }
}
