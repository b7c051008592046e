// The absolute value of what was rounded to bf16.
!view = !cuda_tile.tensor_view<64xbf16, strides=[1]>
!tiles = !cuda_tile.partition_view<tile=(64), !view>
cuda_tile.module @m {
  entry @doubled(%in: tile<ptr<bf16>>, %out: tile<ptr<bf16>>) {
    %in_view = make_tensor_view %in, shape = [64], strides = [1] : !view
    %out_view = make_tensor_view %out, shape = [64], strides = [1] : !view
    %in_tiles = make_partition_view %in_view : !tiles
    %out_tiles = make_partition_view %out_view : !tiles
    %zero = constant <i32: 0> : tile<i32>
    %x, %read = load_view_tko weak %in_tiles[%zero] : !tiles, tile<i32> -> tile<64xbf16>, token
    %twice = addf %x, %x rounding<zero> : tile<64xbf16>
    %abs = absf %twice : tile<64xbf16>
    %written = store_view_tko weak %abs, %out_tiles[%zero] : tile<64xbf16>, !tiles, tile<i32> -> token
    return
  }

  // The same as bits of f16, which LLVM takes for an absolute value, and of 32 bits.
  entry @widened(%in: tile<ptr<f32>>, %out: tile<ptr<i32>>) {
    %x, %read = load_ptr_tko weak %in : tile<ptr<f32>> -> tile<f32>, token
    %short = ftof %x : tile<f32> -> tile<f16>
    %bits = bitcast %short : tile<f16> -> tile<i16>
    %wide = exti %bits unsigned : tile<i16> -> tile<i32>
    %mask = constant <i32: 32767> : tile<i32>
    %masked = andi %wide, %mask : tile<i32>
    %written = store_ptr_tko weak %out, %masked : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
