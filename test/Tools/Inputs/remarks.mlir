// A product that the instructions can do, one they cannot, and their accesses.
!h = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!t = !cuda_tile.partition_view<tile=(32x32), padding_value = zero, !h>
cuda_tile.module @m {
  entry @products(%p: tile<ptr<f16>>, %q: tile<ptr<f32>>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [%n, %n], strides = [%n, 1] : tile<i32> -> !h
    %part = make_partition_view %v : !t
    %c0 = constant <i32: 0> : tile<i32>
    %a, %ta = load_view_tko weak %part[%c0, %c0] : !t, tile<i32> -> tile<32x32xf16>, token
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %fast = mmaf %a, %a, %zero : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>
    %slow = mmaf %fast, %fast, %zero : tile<32x32xf32>, tile<32x32xf32>, tile<32x32xf32>
    %rows = reduce %slow dim=1 identities=[0.0 : f32] : tile<32x32xf32> -> tile<32xf32>
      (%x: tile<f32>, %y: tile<f32>) {
        %s = addf %x, %y : tile<f32>
        yield %s : tile<f32>
      }
    %lane = iota : tile<32xi32>
    %q_1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %q_all = broadcast %q_1 : tile<1xptr<f32>> -> tile<32xptr<f32>>
    %ptr = offset %q_all, %lane : tile<32xptr<f32>>, tile<32xi32> -> tile<32xptr<f32>>
    %w = store_ptr_tko weak %ptr, %rows : tile<32xptr<f32>>, tile<32xf32> -> token
    return
  }
}
