// A kernel to step through: each block doubles eight elements %n times.
cuda_tile.module @m {
  entry @double(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %block, %by, %bz = get_tile_block_id : tile<i32>
    %lane = iota : tile<8xi32>
    %eight = constant <i32: 8> : tile<i32>
    %first = muli %block, %eight : tile<i32>
    %first1 = reshape %first : tile<i32> -> tile<1xi32>
    %first8 = broadcast %first1 : tile<1xi32> -> tile<8xi32>
    %index = addi %first8, %lane : tile<8xi32>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p8 = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %q = offset %p8, %index : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %v, %t = load_ptr_tko weak %q : tile<8xptr<f32>> -> tile<8xf32>, token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %r = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %v) -> (tile<8xf32>) {
      %s = addf %acc, %acc : tile<8xf32>
      continue %s : tile<8xf32>
    }
    %u = store_ptr_tko weak %q, %r token=%t : tile<8xptr<f32>>, tile<8xf32> -> token
  }
  // Tiles too large to be shown at once, a view, and a reduction.
  entry @large(%p: tile<ptr<f32>>) {
    %wide = iota : tile<32768xi32>
    %square = reshape %wide : tile<32768xi32> -> tile<128x256xi32>
    %sum = reduce %square dim=1 identities=[0 : i32] : tile<128x256xi32> -> tile<128xi32>
        (%a: tile<i32>, %b: tile<i32>) {
      %c = addi %a, %b : tile<i32>
      yield %c : tile<i32>
    }
    %view = make_tensor_view %p, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xf32, strides=[4,1]>
    print_tko "sum %d\n", %sum : tile<128xi32> -> token
  }
}
