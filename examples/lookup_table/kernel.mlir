// A table in the module, messages to the screen, and a checked assumption:
// out[i] = x[i] * gain[channel[i]].
//
// * `global` puts an array into device memory when the module is loaded.
//   `constant` promises that no kernel writes it, `private` that the host never
//   asks for it by name.
// * `print_tko` is printf for tiles. Like every memory operation it is ordered by
//   tokens only: two prints without a token between them may come in any order.
// * `assert` reports every element for which its condition is false, together with
//   the message, and makes the launch fail. It does not stop the block, so code
//   after it must not rely on it.

cuda_tile.module @lookup_table {
  global private constant @gain alignment = 16 <f32: [1.0, 0.5, 2.0, 0.25, 4.0, -1.0, 0.125, 8.0]> : tile<8xf32>

  entry @apply_gain(%x: tile<ptr<f32>>, %channel: tile<ptr<i32>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %tile_size = constant <i32: 64> : tile<i32>
    %first = muli %block, %tile_size : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<64xi32>
    %lane = iota : tile<64xi32>
    %index = addi %first_all, %lane : tile<64xi32>
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_all = broadcast %n_1 : tile<1xi32> -> tile<64xi32>
    %inside = cmpi less_than %index, %n_all, signed : tile<64xi32> -> tile<64xi1>

    %x_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %x_all = broadcast %x_1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %x_ptr = offset %x_all, %index : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %channel_1 = reshape %channel : tile<ptr<i32>> -> tile<1xptr<i32>>
    %channel_all = broadcast %channel_1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %channel_ptr = offset %channel_all, %index : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %zero = constant <f32: 0.0> : tile<64xf32>
    %channel_0 = constant <i32: 0> : tile<64xi32>
    %xs, %x_read = load_ptr_tko weak %x_ptr, %inside, %zero
        : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
    %channels, %channels_read = load_ptr_tko weak %channel_ptr, %inside, %channel_0
        : tile<64xptr<i32>>, tile<64xi1>, tile<64xi32> -> tile<64xi32>, token

    // Every channel number must be 0..7; an unsigned comparison catches negative
    // ones too. Lanes past the end read as channel 0 and pass.
    %num_channels = constant <i32: 8> : tile<64xi32>
    %valid = cmpi less_than %channels, %num_channels, unsigned : tile<64xi32> -> tile<64xi1>
    assert %valid, "channel number out of range" : tile<64xi1>

    // Read the table through pointers, only where the channel number is valid.
    %table = get_global @gain : tile<ptr<f32>>
    %table_1 = reshape %table : tile<ptr<f32>> -> tile<1xptr<f32>>
    %table_all = broadcast %table_1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %gain_ptr = offset %table_all, %channels : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %gains, %gains_read = load_ptr_tko weak %gain_ptr, %valid, %zero
        : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
    %result = mulf %xs, %gains : tile<64xf32>

    %out_1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
    %out_all = broadcast %out_1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %out_ptr = offset %out_all, %index : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %written = store_ptr_tko weak %out_ptr, %result, %inside
        : tile<64xptr<f32>>, tile<64xf32>, tile<64xi1> -> token

    // Report the largest result of the block. Lanes past the end do not compete.
    %minus_inf = constant <f32: 0xFF800000> : tile<64xf32>
    %candidates = select %inside, %result, %minus_inf : tile<64xi1>, tile<64xf32>
    %peak = reduce %candidates dim=0 identities=[0xFF800000 : f32] : tile<64xf32> -> tile<f32>
      (%a: tile<f32>, %b: tile<f32>) {
        %larger = maxf %a, %b : tile<f32>
        yield %larger : tile<f32>
      }
    %printed = print_tko "block %d: peak %.3f\n", %block, %peak token=%written
        : tile<i32>, tile<f32> -> token
    return
  }
}
