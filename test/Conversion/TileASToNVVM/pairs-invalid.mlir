// RUN: not tessera compile %s --target sm_100a --strategy tcgen05-pair -o %t.ptx 2>&1 | FileCheck %s
// The right factor is turned on its way to shared memory, which threads of the consumer do, so that the
// issuer cannot run the loop. (If the strategy is not asked for, the kernel is planned again: pairs.test.)

!a = !cuda_tile.tensor_view<?x?xtf32, strides=[?,1]>
!c = !cuda_tile.tensor_view<?x?xf32, strides=[?,1]>
!ta = !cuda_tile.partition_view<tile=(256x32), padding_value = zero, !a>
!tb = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, !a>
!tc = !cuda_tile.partition_view<tile=(256x64), !c>

cuda_tile.module @turned {
  entry @k(%pa: tile<ptr<tf32>>, %pb: tile<ptr<tf32>>, %pc: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>)
      optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
    %va = make_tensor_view %pa, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !a
    %vb = make_tensor_view %pb, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !a
    %vc = make_tensor_view %pc, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !c
    %a = make_partition_view %va : !ta
    %b = make_partition_view %vb : !tb
    %c = make_partition_view %vc : !tc
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %tm, %tk = get_index_space_shape %a : !ta -> tile<i32>
    %zero = constant <f32: 0.0> : tile<256x64xf32>
    %sum = for %i in (%c0 to %tk, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<256x64xf32>) {
      %fa, %ra = load_view_tko weak %a[%x, %i] : !ta, tile<i32> -> tile<256x32xtf32>, token
      %fb, %rb = load_view_tko weak %b[%i, %y] : !tb, tile<i32> -> tile<32x64xtf32>, token
      // CHECK: [[@LINE+1]]:15: error: 'cuda_tile.mmaf' op strategy tcgen05-pair does not apply: the issuer cannot run the loop of this product
      %next = mmaf %fa, %fb, %acc : tile<256x32xtf32>, tile<32x64xtf32>, tile<256x64xf32>
      continue %next : tile<256x64xf32>
    }
    %w = store_view_tko weak %sum, %c[%x, %y] : tile<256x64xf32>, !tc, tile<i32> -> token
    return
  }
}
