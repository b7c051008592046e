// Four bf16 are read as two words. Each word is taken apart by itself: in one
// register of 64 bits LLVM would leave undefined what nobody asks for, here the
// upper word where only the second element is wanted (the target has packed
// pairs of words).
// RUN: tessera compile --target sm_100a %s -o - | FileCheck %s
// RUN: tessera compile --target sm_90a %s -o - | FileCheck %s

// CHECK-LABEL: .entry second
// CHECK: ld.global.L1::no_allocate.v2.b32 {[[LOW:%r[0-9]+]], [[HIGH:%r[0-9]+]]}
// CHECK-NOT: mov.b64 {{.*}}, {
// CHECK: ret
cuda_tile.module @kernels {
  entry @second(%from: tile<ptr<bf16>>, %to: tile<ptr<bf16>>, %masks: tile<ptr<i1>>) {
    %aligned = assume div_by<16>, %from : tile<ptr<bf16>>
    %lane = iota : tile<128xi32>
    %s1 = reshape %aligned : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %sb = broadcast %s1 : tile<1xptr<bf16>> -> tile<128xptr<bf16>>
    %s = offset %sb, %lane : tile<128xptr<bf16>>, tile<128xi32> -> tile<128xptr<bf16>>
    %value, %t0 = load_ptr_tko weak %s : tile<128xptr<bf16>> -> tile<128xbf16>, token
    %m1 = reshape %masks : tile<ptr<i1>> -> tile<1xptr<i1>>
    %mb = broadcast %m1 : tile<1xptr<i1>> -> tile<128xptr<i1>>
    %m = offset %mb, %lane : tile<128xptr<i1>>, tile<128xi32> -> tile<128xptr<i1>>
    %mask, %t1 = load_ptr_tko relaxed device %m : tile<128xptr<i1>> -> tile<128xi1>, token
    %d1 = reshape %to : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %db = broadcast %d1 : tile<1xptr<bf16>> -> tile<128xptr<bf16>>
    %d = offset %db, %lane : tile<128xptr<bf16>>, tile<128xi32> -> tile<128xptr<bf16>>
    %t2 = store_ptr_tko weak %d, %value, %mask : tile<128xptr<bf16>>, tile<128xbf16>, tile<128xi1> -> token
    return
  }
}
