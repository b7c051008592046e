// RUN: %python %S/Inputs/short_floats.py write %t
// RUN: tessera run %s --entry widen --target sm_80 %t.bytes.npy "zeros(1024,f16)=>%t.f16.npy" "zeros(1024,f32)=>%t.f32.npy" && %python %S/Inputs/short_floats.py check %t
// RUN: tessera run %s --entry widen --target sm_89 %t.bytes.npy "zeros(1024,f16)=>%t.f16.npy" "zeros(1024,f32)=>%t.f32.npy" && %python %S/Inputs/short_floats.py check %t
// RUN: tessera run %s --entry round --target sm_80 %t.words.npy "zeros(4096,f32)=>%t.tf32.npy" && %python %S/Inputs/short_floats.py check-tf32 %t
// RUN: tessera compile %s --target sm_80 -o - | FileCheck %s
// RUN: tessera compile %s --target sm_89 -o - | FileCheck %s --check-prefix=SM89

// Short floats become wider without branches, two at once, and f32 is rounded to
// tf32 by an addition. Every byte of every format is compared, and every kind of
// f32.

!v = !cuda_tile.partition_view<tile=(256), tensor_view<1024xi8, strides=[1]>>
!h = !cuda_tile.partition_view<tile=(256), tensor_view<1024xf16, strides=[1]>>
!f = !cuda_tile.partition_view<tile=(256), tensor_view<1024xf32, strides=[1]>>
!w = !cuda_tile.partition_view<tile=(4096), tensor_view<4096xf32, strides=[1]>>

cuda_tile.module @m {
  // CHECK-LABEL: .entry widen
  // CHECK: mul{{.*}}.f16x2
  // CHECK-NOT: bra
  // CHECK: ret;
  // SM89-LABEL: .entry widen
  // SM89: cvt.rn.f16x2.e4m3x2
  entry @widen(%in_arg: tile<ptr<i8>>, %half_arg: tile<ptr<f16>>, %float_arg: tile<ptr<f32>>) {
    %in = assume div_by<16>, %in_arg : tile<ptr<i8>>
    %half = assume div_by<16>, %half_arg : tile<ptr<f16>>
    %float = assume div_by<16>, %float_arg : tile<ptr<f32>>
    %vi = make_tensor_view %in, shape = [1024], strides = [1] : tensor_view<1024xi8, strides=[1]>
    %vh = make_tensor_view %half, shape = [1024], strides = [1] : tensor_view<1024xf16, strides=[1]>
    %vf = make_tensor_view %float, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
    %pi = make_partition_view %vi : !v
    %ph = make_partition_view %vh : !h
    %pf = make_partition_view %vf : !f
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x, %t0 = load_view_tko weak %pi[%c0] : !v, tile<i32> -> tile<256xi8>, token
    %e4m3 = bitcast %x : tile<256xi8> -> tile<256xf8E4M3FN>
    %e5m2 = bitcast %x : tile<256xi8> -> tile<256xf8E5M2>
    %h0 = ftof %e4m3 : tile<256xf8E4M3FN> -> tile<256xf16>
    %h1 = ftof %e5m2 : tile<256xf8E5M2> -> tile<256xf16>
    %f0 = ftof %e4m3 : tile<256xf8E4M3FN> -> tile<256xf32>
    %f1 = ftof %e5m2 : tile<256xf8E5M2> -> tile<256xf32>
    %s0 = store_view_tko weak %h0, %ph[%c0] : tile<256xf16>, !h, tile<i32> -> token
    %s1 = store_view_tko weak %h1, %ph[%c1] : tile<256xf16>, !h, tile<i32> -> token
    %s2 = store_view_tko weak %f0, %pf[%c0] : tile<256xf32>, !f, tile<i32> -> token
    %s3 = store_view_tko weak %f1, %pf[%c1] : tile<256xf32>, !f, tile<i32> -> token
    return
  }

  // CHECK-LABEL: .entry round
  // CHECK-NOT: bra
  // CHECK: ret;
  entry @round(%in_arg: tile<ptr<f32>>, %out_arg: tile<ptr<f32>>) {
    %in = assume div_by<16>, %in_arg : tile<ptr<f32>>
    %out = assume div_by<16>, %out_arg : tile<ptr<f32>>
    %vi = make_tensor_view %in, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
    %vo = make_tensor_view %out, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
    %pi = make_partition_view %vi : !w
    %po = make_partition_view %vo : !w
    %c0 = constant <i32: 0> : tile<i32>
    %x, %t0 = load_view_tko weak %pi[%c0] : !w, tile<i32> -> tile<4096xf32>, token
    %short = ftof %x : tile<4096xf32> -> tile<4096xtf32>
    %y = ftof %short : tile<4096xtf32> -> tile<4096xf32>
    %s = store_view_tko weak %y, %po[%c0] : tile<4096xf32>, !w, tile<i32> -> token
    return
  }
}
