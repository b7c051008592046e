// C = (A * B) * scale with 8-bit float operands; A row-major, B column-major.
//
// fp8 keeps only a few bits, so a matrix is divided by a scale before it is
// rounded to fp8 and the product is multiplied back afterwards. `scale` is the
// product of the two scales. Products are accumulated in f32.
//
// Two entries for the two formats: f8E4M3FN (3 mantissa bits, up to 448) with a
// bf16 result and f8E5M2 (2 mantissa bits, up to 57344) with an f16 result.

!e4_row = !cuda_tile.tensor_view<?x?xf8E4M3FN, strides=[?,1]>
!e4_col = !cuda_tile.tensor_view<?x?xf8E4M3FN, strides=[1,?]>
!e4_a = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, !e4_row>
!e4_b = !cuda_tile.partition_view<tile=(64x32), padding_value = zero, !e4_col>
!bf16_out = !cuda_tile.partition_view<tile=(32x32), tensor_view<?x?xbf16, strides=[?,1]>>

!e5_row = !cuda_tile.tensor_view<?x?xf8E5M2, strides=[?,1]>
!e5_col = !cuda_tile.tensor_view<?x?xf8E5M2, strides=[1,?]>
!e5_a = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, !e5_row>
!e5_b = !cuda_tile.partition_view<tile=(64x32), padding_value = zero, !e5_col>
!f16_out = !cuda_tile.partition_view<tile=(32x32), tensor_view<?x?xf16, strides=[?,1]>>

cuda_tile.module @gemm_fp8 {
  entry @gemm_e4m3(%a_ptr: tile<ptr<f8E4M3FN>>, %b_ptr: tile<ptr<f8E4M3FN>>, %c_ptr: tile<ptr<bf16>>,
                   %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %scale: tile<f32>) {
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !e4_row
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [1, %k] : tile<i32> -> !e4_col
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1]
        : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %a_part = make_partition_view %a_view : !e4_a
    %b_part = make_partition_view %b_view : !e4_b
    %c_part = make_partition_view %c_view : !bf16_out

    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !e4_a -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<32x32xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !e4_a, tile<i32> -> tile<32x64xf8E4M3FN>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !e4_b, tile<i32> -> tile<64x32xf8E4M3FN>, token
      %next = mmaf %a, %b, %acc : tile<32x64xf8E4M3FN>, tile<64x32xf8E4M3FN>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }

    %scale_1 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1 : tile<1x1xf32> -> tile<32x32xf32>
    %scaled = mulf %sum, %scale_all : tile<32x32xf32>
    %result = ftof %scaled : tile<32x32xf32> -> tile<32x32xbf16>
    %written = store_view_tko weak %result, %c_part[%bm, %bn]
        : tile<32x32xbf16>, !bf16_out, tile<i32> -> token
    return
  }

  // Word for word the same with the other format. There is no mixed form: both
  // operands of mmaf have one element type.
  entry @gemm_e5m2(%a_ptr: tile<ptr<f8E5M2>>, %b_ptr: tile<ptr<f8E5M2>>, %c_ptr: tile<ptr<f16>>,
                   %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %scale: tile<f32>) {
    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !e5_row
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [1, %k] : tile<i32> -> !e5_col
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1]
        : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_part = make_partition_view %a_view : !e5_a
    %b_part = make_partition_view %b_view : !e5_b
    %c_part = make_partition_view %c_view : !f16_out

    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !e5_a -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<32x32xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !e5_a, tile<i32> -> tile<32x64xf8E5M2>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !e5_b, tile<i32> -> tile<64x32xf8E5M2>, token
      %next = mmaf %a, %b, %acc : tile<32x64xf8E5M2>, tile<64x32xf8E5M2>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }

    %scale_1 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1 : tile<1x1xf32> -> tile<32x32xf32>
    %scaled = mulf %sum, %scale_all : tile<32x32xf32>
    %result = ftof %scaled : tile<32x32xf32> -> tile<32x32xf16>
    %written = store_view_tko weak %result, %c_part[%bm, %bn]
        : tile<32x32xf16>, !f16_out, tile<i32> -> token
    return
  }
}
