// Block-scaled 4-bit matrix product,
//   C[i, j] = sum_k (A[i, k] * SA[i, k/V]) * (B[k, j] * SB[k/V, j]),
// with f4E2M1FN elements (the numbers 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their
// negatives). Read block_scaled_fp8 first. Two public formats:
//
//   mxfp4_gemm   one f8E8M0FNU scale (a power of two) per 32 elements,
//   nvfp4_gemm   one f8E4M3FN scale (an ordinary number, not negative) per 16.
//
// In memory two elements share a byte: along the unit-stride dimension element 2i is
// the low half of byte i and element 2i + 1 the high half. Sizes, strides and tile
// numbers still count elements, not bytes, and the unit-stride extent (here K,
// for both operands) must be even.

!a_tiles = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
!b_tiles = !cuda_tile.partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>
!mx_sa = !cuda_tile.partition_view<tile=(32x2), tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
!mx_sb = !cuda_tile.partition_view<tile=(2x32), tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>
!nv_sa = !cuda_tile.partition_view<tile=(32x4), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
!nv_sb = !cuda_tile.partition_view<tile=(4x32), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
!c_tiles = !cuda_tile.partition_view<tile=(32x32), tensor_view<?x?xf32, strides=[?,1]>>

cuda_tile.module @block_scaled_fp4 {
  // 64 elements along K go with 2 scales.
  entry @mxfp4_gemm(%a_ptr: tile<ptr<f4E2M1FN>>, %sa_ptr: tile<ptr<f8E8M0FNU>>,
                    %b_ptr: tile<ptr<f4E2M1FN>>, %sb_ptr: tile<ptr<f8E8M0FNU>>,
                    %c_ptr: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k_arg: tile<i32>) {
    %k = assume div_by<64>, %k_arg : tile<i32>
    %block_length = constant <i32: 32> : tile<i32>
    %ks = divi %k, %block_length signed : tile<i32>

    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1]
        : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %sa_view = make_tensor_view %sa_ptr, shape = [%m, %ks], strides = [%ks, 1]
        : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [1, %k]
        : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[1,?]>
    %sb_view = make_tensor_view %sb_ptr, shape = [%ks, %n], strides = [1, %ks]
        : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[1,?]>
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1]
        : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_part = make_partition_view %a_view : !a_tiles
    %sa_part = make_partition_view %sa_view : !mx_sa
    %b_part = make_partition_view %b_view : !b_tiles
    %sb_part = make_partition_view %sb_view : !mx_sb
    %c_part = make_partition_view %c_view : !c_tiles

    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<32x32xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<32x64xf4E2M1FN>, token
      %sa, %sa_read = load_view_tko weak %sa_part[%bm, %kt] : !mx_sa, tile<i32> -> tile<32x2xf8E8M0FNU>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<64x32xf4E2M1FN>, token
      %sb, %sb_read = load_view_tko weak %sb_part[%kt, %bn] : !mx_sb, tile<i32> -> tile<2x32xf8E8M0FNU>, token
      %next = mmaf_scaled %a, %b, %acc, %sa, %sb
          : tile<32x64xf4E2M1FN>, tile<64x32xf4E2M1FN>, tile<32x32xf32>,
            tile<32x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU>
      continue %next : tile<32x32xf32>
    }
    %written = store_view_tko weak %sum, %c_part[%bm, %bn]
        : tile<32x32xf32>, !c_tiles, tile<i32> -> token
    return
  }

  // 64 elements along K go with 4 scales.
  entry @nvfp4_gemm(%a_ptr: tile<ptr<f4E2M1FN>>, %sa_ptr: tile<ptr<f8E4M3FN>>,
                    %b_ptr: tile<ptr<f4E2M1FN>>, %sb_ptr: tile<ptr<f8E4M3FN>>,
                    %c_ptr: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k_arg: tile<i32>) {
    %k = assume div_by<64>, %k_arg : tile<i32>
    %block_length = constant <i32: 16> : tile<i32>
    %ks = divi %k, %block_length signed : tile<i32>

    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1]
        : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %sa_view = make_tensor_view %sa_ptr, shape = [%m, %ks], strides = [%ks, 1]
        : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [1, %k]
        : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[1,?]>
    %sb_view = make_tensor_view %sb_ptr, shape = [%ks, %n], strides = [1, %ks]
        : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1]
        : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_part = make_partition_view %a_view : !a_tiles
    %sa_part = make_partition_view %sa_view : !nv_sa
    %b_part = make_partition_view %b_view : !b_tiles
    %sb_part = make_partition_view %sb_view : !nv_sb
    %c_part = make_partition_view %c_view : !c_tiles

    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<32x32xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<32x64xf4E2M1FN>, token
      %sa, %sa_read = load_view_tko weak %sa_part[%bm, %kt] : !nv_sa, tile<i32> -> tile<32x4xf8E4M3FN>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<64x32xf4E2M1FN>, token
      %sb, %sb_read = load_view_tko weak %sb_part[%kt, %bn] : !nv_sb, tile<i32> -> tile<4x32xf8E4M3FN>, token
      %next = mmaf_scaled %a, %b, %acc, %sa, %sb
          : tile<32x64xf4E2M1FN>, tile<64x32xf4E2M1FN>, tile<32x32xf32>,
            tile<32x4xf8E4M3FN>, tile<4x32xf8E4M3FN>
      continue %next : tile<32x32xf32>
    }
    %written = store_view_tko weak %sum, %c_part[%bm, %bn]
        : tile<32x32xf32>, !c_tiles, tile<i32> -> token
    return
  }
}
