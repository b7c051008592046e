// 4-bit elements: a thread that has both elements of a byte writes the byte,
// any other element is put into its byte by compare-and-swap.
//
// RUN: tessera compile %s --target sm_80 --emit ptx | FileCheck %s
// RUN: tessera run %s --entry pairs --interpret "rand(8x64,f4E2M1FN,7)" "full(8x64,f4E2M1FN,0)=>%t.pairs.npy"
// RUN: tessera run %s --entry pairs --target sm_80 --schedules 3 "rand(8x64,f4E2M1FN,7)" "full(8x64,f4E2M1FN,0)" --expect 1=%t.pairs.npy
// RUN: tessera run %s --entry columns --interpret "rand(8x4,f4E2M1FN,7)=>%t.columns.npy"
// RUN: tessera run %s --entry columns --target sm_80 --schedules 3 "rand(8x4,f4E2M1FN,7)" --expect 0=%t.columns.npy
cuda_tile.module @m {
  // CHECK-LABEL: .entry pairs(
  // CHECK: ld.global.b8
  // CHECK-NOT: atom
  // CHECK: st.global.b8
  entry @pairs(%x: tile<ptr<f4E2M1FN>>, %y: tile<ptr<f4E2M1FN>>) {
    %z = constant <i32: 0> : tile<i32>
    %a = make_tensor_view %x, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xf4E2M1FN, strides=[64,1]>
    %b = make_tensor_view %y, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xf4E2M1FN, strides=[64,1]>
    %pa = make_partition_view %a : partition_view<tile=(8x64), tensor_view<8x64xf4E2M1FN, strides=[64,1]>>
    %pb = make_partition_view %b : partition_view<tile=(8x64), tensor_view<8x64xf4E2M1FN, strides=[64,1]>>
    %t, %tok = load_view_tko weak %pa[%z, %z] : partition_view<tile=(8x64), tensor_view<8x64xf4E2M1FN, strides=[64,1]>>, tile<i32> -> tile<8x64xf4E2M1FN>, token
    %tok2 = store_view_tko weak %t, %pb[%z, %z] : tile<8x64xf4E2M1FN>, partition_view<tile=(8x64), tensor_view<8x64xf4E2M1FN, strides=[64,1]>>, tile<i32> -> token
    return
  }
  // CHECK-LABEL: .entry columns(
  // CHECK: ld.acquire.gpu.global.b8
  // CHECK: atom.release.gpu.global.cas.b16
  entry @columns(%x: tile<ptr<f4E2M1FN>>) {
    %z = constant <i32: 0> : tile<i32>
    %o = constant <i32: 1> : tile<i32>
    %a = make_tensor_view %x, shape = [8, 4], strides = [4, 1] : tensor_view<8x4xf4E2M1FN, strides=[4,1]>
    %pa = make_partition_view %a : partition_view<tile=(8x1), tensor_view<8x4xf4E2M1FN, strides=[4,1]>>
    %t, %tok = load_view_tko acquire device %pa[%z, %z] : partition_view<tile=(8x1), tensor_view<8x4xf4E2M1FN, strides=[4,1]>>, tile<i32> -> tile<8x1xf4E2M1FN>, token
    %tok2 = store_view_tko release device %t, %pa[%z, %o] token=%tok : tile<8x1xf4E2M1FN>, partition_view<tile=(8x1), tensor_view<8x4xf4E2M1FN, strides=[4,1]>>, tile<i32> -> token
    return
  }
}
