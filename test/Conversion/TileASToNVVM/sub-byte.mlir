// 4-bit elements: a thread that has both elements of a byte writes the byte,
// any other element is put into its byte by compare-and-swap.
//
// RUN: tessera compile %s --target sm_80 --emit ptx | FileCheck %s
// RUN: tessera run %s --entry pairs --interpret "rand(8x64,f4E2M1FN,7)" "full(8x64,f4E2M1FN,0)=>%t.pairs.npy"
// RUN: tessera run %s --entry pairs --target sm_80 --schedules 3 "rand(8x64,f4E2M1FN,7)" "full(8x64,f4E2M1FN,0)" --expect 1=%t.pairs.npy
// RUN: tessera run %s --entry columns --interpret "rand(8x4,f4E2M1FN,7)=>%t.columns.npy"
// RUN: tessera run %s --entry columns --target sm_80 --schedules 3 "rand(8x4,f4E2M1FN,7)" --expect 0=%t.columns.npy
// RUN: tessera run %s --entry local --interpret "full(8,f4E2M1FN,0)=>%t.local.npy"
// RUN: tessera run %s --entry local --target sm_80 --schedules 3 "full(8,f4E2M1FN,0)" --expect 0=%t.local.npy
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
  // Local memory is cleared first: putting an element into its byte reads it.
  // CHECK-LABEL: .entry local(
  // CHECK: st.shared.b32 {{.*}}, 0;
  // CHECK: bar.warp.sync
  // CHECK: cas.b16
  entry @local(%x: tile<ptr<f4E2M1FN>>) {
    %local = alloca num_elem = 16, alignment = 16 : tile<ptr<f4E2M1FN>>
    %i = iota : tile<4xi32>
    %even = addi %i, %i : tile<4xi32>
    %s = reshape %local : tile<ptr<f4E2M1FN>> -> tile<1xptr<f4E2M1FN>>
    %b = broadcast %s : tile<1xptr<f4E2M1FN>> -> tile<4xptr<f4E2M1FN>>
    %p = offset %b, %even : tile<4xptr<f4E2M1FN>>, tile<4xi32> -> tile<4xptr<f4E2M1FN>>
    %v = constant <f4E2M1FN: [0.5, 1.0, 2.0, -6.0]> : tile<4xf4E2M1FN>
    %t = store_ptr_tko weak %p, %v : tile<4xptr<f4E2M1FN>>, tile<4xf4E2M1FN> -> token
    %l, %t2 = load_ptr_tko weak %p token=%t : tile<4xptr<f4E2M1FN>> -> tile<4xf4E2M1FN>, token
    %xs = reshape %x : tile<ptr<f4E2M1FN>> -> tile<1xptr<f4E2M1FN>>
    %xb = broadcast %xs : tile<1xptr<f4E2M1FN>> -> tile<4xptr<f4E2M1FN>>
    %xp = offset %xb, %even : tile<4xptr<f4E2M1FN>>, tile<4xi32> -> tile<4xptr<f4E2M1FN>>
    %t3 = store_ptr_tko weak %xp, %l : tile<4xptr<f4E2M1FN>>, tile<4xf4E2M1FN> -> token
    return
  }
}
