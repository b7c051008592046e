// C = A * B with f16 operands, f32 accumulation and an f16 result;
// A row-major, B *column-major*.
//
// Column-major is not a different load: it is the same K x N matrix described
// with strides [1, ldb] instead of [ldb, 1]. The tiles keep their logical shape,
// so the loop is the one of gemm_f32. Only the types of the operands and the
// final rounding to f16 are new.

!a_matrix = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!b_matrix = !cuda_tile.tensor_view<?x?xf16, strides=[1,?]>
!a_tiles = !cuda_tile.partition_view<tile=(64x32), padding_value = zero, !a_matrix>
!b_tiles = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, !b_matrix>
!c_tiles = !cuda_tile.partition_view<tile=(64x64), !a_matrix>

cuda_tile.module @gemm_f16 {
  entry @gemm_f16(%a_ptr: tile<ptr<f16>>, %b_ptr: tile<ptr<f16>>, %c_ptr: tile<ptr<f16>>,
                  %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !a_matrix
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [1, %k] : tile<i32> -> !b_matrix
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !a_matrix
    %a_part = make_partition_view %a_view : !a_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %c_part = make_partition_view %c_view : !c_tiles

    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>

    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<64x32xf16>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<32x64xf16>, token
      // f16 x f16 products are exact in f32; the accumulator is f32 throughout.
      %next = mmaf %a, %b, %acc : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }

    %result = ftof %sum : tile<64x64xf32> -> tile<64x64xf16>
    %written = store_view_tko weak %result, %c_part[%bm, %bn]
        : tile<64x64xf16>, !c_tiles, tile<i32> -> token
    return
  }
}
