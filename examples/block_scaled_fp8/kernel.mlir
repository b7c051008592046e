// Block-scaled fp8 matrix product (the MXFP8 format):
//   C[i, j] = sum_k (A[i, k] * SA[i, k/32]) * (B[k, j] * SB[k/32, j]).
//
// Instead of one scale per matrix (gemm_fp8) every 32 consecutive elements along K
// share one. A scale is an f8E8M0FNU number, a bare power of two. `mmaf_scaled`
// takes both operands with their scales and accumulates in f32; the block
// length is not written anywhere, it is the ratio of the two K extents.
//
// A K tile of 64 elements goes with 2 scales, so the element views and the scale
// views have the same tile numbers. A and SA are row-major, B and SB column-major:
// everything is contiguous along K, the direction of the blocks.
//
// K must be a multiple of 64: the scale format has no zero, so a padded scale
// would have no meaningful value. M and N are arbitrary: what is loaded past
// those edges only reaches elements of C that are never stored.

!a_tiles = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
!b_tiles = !cuda_tile.partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
!sa_tiles = !cuda_tile.partition_view<tile=(32x2), tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
!sb_tiles = !cuda_tile.partition_view<tile=(2x32), tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>
!c_tiles = !cuda_tile.partition_view<tile=(32x32), tensor_view<?x?xf32, strides=[?,1]>>

cuda_tile.module @block_scaled_fp8 {
  entry @mxfp8_gemm(%a_ptr: tile<ptr<f8E4M3FN>>, %sa_ptr: tile<ptr<f8E8M0FNU>>,
                    %b_ptr: tile<ptr<f8E4M3FN>>, %sb_ptr: tile<ptr<f8E8M0FNU>>,
                    %c_ptr: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k_arg: tile<i32>) {
    %k = assume div_by<64>, %k_arg : tile<i32>
    %block_length = constant <i32: 32> : tile<i32>
    %ks = divi %k, %block_length signed : tile<i32>

    %a_view = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1]
        : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %sa_view = make_tensor_view %sa_ptr, shape = [%m, %ks], strides = [%ks, 1]
        : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %b_view = make_tensor_view %b_ptr, shape = [%k, %n], strides = [1, %k]
        : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %sb_view = make_tensor_view %sb_ptr, shape = [%ks, %n], strides = [1, %ks]
        : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[1,?]>
    %c_view = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1]
        : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_part = make_partition_view %a_view : !a_tiles
    %sa_part = make_partition_view %sa_view : !sa_tiles
    %b_part = make_partition_view %b_view : !b_tiles
    %sb_part = make_partition_view %sb_view : !sb_tiles
    %c_part = make_partition_view %c_view : !c_tiles

    %bm, %bn, %bz = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %a_part : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %kt in (%c0 to %tiles_k, step %c1) : tile<i32>
        iter_values(%acc = %zero) -> (tile<32x32xf32>) {
      %a, %a_read = load_view_tko weak %a_part[%bm, %kt] : !a_tiles, tile<i32> -> tile<32x64xf8E4M3FN>, token
      %sa, %sa_read = load_view_tko weak %sa_part[%bm, %kt] : !sa_tiles, tile<i32> -> tile<32x2xf8E8M0FNU>, token
      %b, %b_read = load_view_tko weak %b_part[%kt, %bn] : !b_tiles, tile<i32> -> tile<64x32xf8E4M3FN>, token
      %sb, %sb_read = load_view_tko weak %sb_part[%kt, %bn] : !sb_tiles, tile<i32> -> tile<2x32xf8E8M0FNU>, token
      %next = mmaf_scaled %a, %b, %acc, %sa, %sb
          : tile<32x64xf8E4M3FN>, tile<64x32xf8E4M3FN>, tile<32x32xf32>,
            tile<32x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU>
      continue %next : tile<32x32xf32>
    }
    %written = store_view_tko weak %sum, %c_part[%bm, %bn]
        : tile<32x32xf32>, !c_tiles, tile<i32> -> token
    return
  }
}
