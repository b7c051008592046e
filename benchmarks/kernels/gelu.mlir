// out = gelu(x), the tanh form: 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))),
// written as x / (1 + exp2(-2 log2(e) sqrt(2/pi) (x + 0.044715 x^3))), which is the
// same function.

!vector = !cuda_tile.tensor_view<?xf32, strides=[1]>
!in_tiles = !cuda_tile.partition_view<tile=(4096), padding_value = zero, !vector>
!out_tiles = !cuda_tile.partition_view<tile=(4096), !vector>

cuda_tile.module @gelu {
  entry @gelu(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>, %n_arg: tile<i32>) {
    %n = assume bounded<0, ?>, %n_arg : tile<i32>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %x_view = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> !vector
    %out_view = make_tensor_view %out, shape = [%n], strides = [1] : tile<i32> -> !vector
    %x_part = make_partition_view %x_view : !in_tiles
    %out_part = make_partition_view %out_view : !out_tiles
    %xs, %x_read = load_view_tko weak %x_part[%block] : !in_tiles, tile<i32> -> tile<4096xf32>, token
    %one = constant <f32: 1.0> : tile<4096xf32>
    %cubic = constant <f32: 0.044715> : tile<4096xf32>
    %factor = constant <f32: -2.3022082> : tile<4096xf32>
    %square = mulf %xs, %xs : tile<4096xf32>
    %bend = fma %square, %cubic, %one : tile<4096xf32>
    %scaled = mulf %xs, %factor : tile<4096xf32>
    %argument = mulf %scaled, %bend : tile<4096xf32>
    %power = exp2 %argument : tile<4096xf32>
    %below = addf %power, %one : tile<4096xf32>
    %result = divf %xs, %below : tile<4096xf32>
    %written = store_view_tko weak %result, %out_part[%block]
        : tile<4096xf32>, !out_tiles, tile<i32> -> token
    return
  }
}
