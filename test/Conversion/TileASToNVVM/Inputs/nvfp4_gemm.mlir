// Products of 128 x 128 x 256 with elements of 4 bits and a scale for each 16 of the depth: C = A B,
// where A has its scales by rows and B by columns, everything contiguous along the depth.

!a_tiles = !cuda_tile.partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
!b_tiles = !cuda_tile.partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>
!sa_tiles = !cuda_tile.partition_view<tile=(128x16), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
!sb_tiles = !cuda_tile.partition_view<tile=(16x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
!c_tiles = !cuda_tile.partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>

cuda_tile.module @nvfp4 {
  entry @gemm(%pa: tile<ptr<f4E2M1FN>>, %psa: tile<ptr<f8E4M3FN>>, %pb: tile<ptr<f4E2M1FN>>,
              %psb: tile<ptr<f8E4M3FN>>, %pc: tile<ptr<f32>>, %m_arg: tile<i32>, %n_arg: tile<i32>,
              %ks_arg: tile<i32>) {
    %a_ptr = assume div_by<16>, %pa : tile<ptr<f4E2M1FN>>
    %b_ptr = assume div_by<16>, %pb : tile<ptr<f4E2M1FN>>
    %sa_ptr = assume div_by<16>, %psa : tile<ptr<f8E4M3FN>>
    %sb_ptr = assume div_by<16>, %psb : tile<ptr<f8E4M3FN>>
    %c_ptr = assume div_by<16>, %pc : tile<ptr<f32>>
    %m = assume bounded<0, ?>, %m_arg : tile<i32>
    %n16 = assume bounded<0, ?>, %n_arg : tile<i32>
    %n = assume div_by<16>, %n16 : tile<i32>
    %ks4 = assume bounded<0, ?>, %ks_arg : tile<i32>
    %ks = assume div_by<4>, %ks4 : tile<i32>
    %block = constant <i32: 16> : tile<i32>
    %k = muli %ks, %block : tile<i32>
    %va = make_tensor_view %a_ptr, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %vb = make_tensor_view %b_ptr, shape = [%k, %n], strides = [1, %k] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[1,?]>
    %vsa = make_tensor_view %sa_ptr, shape = [%m, %ks], strides = [%ks, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %vsb = make_tensor_view %sb_ptr, shape = [%ks, %n], strides = [1, %ks] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %vc = make_tensor_view %c_ptr, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %ta = make_partition_view %va : !a_tiles
    %tb = make_partition_view %vb : !b_tiles
    %tsa = make_partition_view %vsa : !sa_tiles
    %tsb = make_partition_view %vsb : !sb_tiles
    %tc = make_partition_view %vc : !c_tiles
    %i, %j, %z = get_tile_block_id : tile<i32>
    %tiles_m, %tiles_k = get_index_space_shape %ta : !a_tiles -> tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %t in (%c0 to %tiles_k, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<128x128xf32>) {
      %a, %a_read = load_view_tko weak %ta[%i, %t] : !a_tiles, tile<i32> -> tile<128x256xf4E2M1FN>, token
      %sa, %sa_read = load_view_tko weak %tsa[%i, %t] : !sa_tiles, tile<i32> -> tile<128x16xf8E4M3FN>, token
      %b, %b_read = load_view_tko weak %tb[%t, %j] : !b_tiles, tile<i32> -> tile<256x128xf4E2M1FN>, token
      %sb, %sb_read = load_view_tko weak %tsb[%t, %j] : !sb_tiles, tile<i32> -> tile<16x128xf8E4M3FN>, token
      %next = mmaf_scaled %a, %b, %acc, %sa, %sb : tile<128x256xf4E2M1FN>, tile<256x128xf4E2M1FN>, tile<128x128xf32>, tile<128x16xf8E4M3FN>, tile<16x128xf8E4M3FN>
      continue %next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %tc[%i, %j] : tile<128x128xf32>, !c_tiles, tile<i32> -> token
    return
  }
}
