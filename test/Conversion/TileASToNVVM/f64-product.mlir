// RUN: tessera compile %s --target sm_120a -o - | FileCheck %s
// RUN: tessera compile %s --target sm_120a --emit tileas -o - | FileCheck %s --check-prefix=TILES
// RUN: tessera run %s --interpret "rand(128x64,f64,1)" "rand(64x128,f64,2)" "zeros(128x128,f64)=>%t.npy"
// RUN: tessera run %s --target sm_120a --schedules 2 "rand(128x64,f64,1)" "rand(64x128,f64,2)" "zeros(128x128,f64)" --expect 2=%t.npy --tol 1e-12,1e-12

// A product of f64 whose factors are 64 KiB each and whose sums are 128 KiB, on a target
// with 99 KiB: it is made in parts of its result, which read their factors in shared
// memory. All registers of a thread are for it.

// CHECK: .minnctapersm 1
// CHECK-COUNT-64: mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64
// CHECK-NOT: mma.sync
// TILES: nv_tileas.dot {{.*}}lhs_tile = tensor<{{.*}}xf64, {{.*}}rhs_tile = tensor<{{.*}}xf64,

!ma = !cuda_tile.tensor_view<128x64xf64, strides=[64,1]>
!mb = !cuda_tile.tensor_view<64x128xf64, strides=[128,1]>
!mc = !cuda_tile.tensor_view<128x128xf64, strides=[128,1]>
!pa = !cuda_tile.partition_view<tile=(128x64), !ma>
!pb = !cuda_tile.partition_view<tile=(64x128), !mb>
!pc = !cuda_tile.partition_view<tile=(128x128), !mc>

cuda_tile.module @m {
  entry @product(%a_arg: tile<ptr<f64>>, %b_arg: tile<ptr<f64>>, %c_arg: tile<ptr<f64>>) {
    %a = assume div_by<16>, %a_arg : tile<ptr<f64>>
    %b = assume div_by<16>, %b_arg : tile<ptr<f64>>
    %c = assume div_by<16>, %c_arg : tile<ptr<f64>>
    %va = make_tensor_view %a, shape = [128, 64], strides = [64, 1] : !ma
    %vb = make_tensor_view %b, shape = [64, 128], strides = [128, 1] : !mb
    %vc = make_tensor_view %c, shape = [128, 128], strides = [128, 1] : !mc
    %xa = make_partition_view %va : !pa
    %xb = make_partition_view %vb : !pb
    %xc = make_partition_view %vc : !pc
    %i = constant <i32: 0> : tile<i32>
    %x, %rx = load_view_tko weak %xa[%i, %i] : !pa, tile<i32> -> tile<128x64xf64>, token
    %y, %ry = load_view_tko weak %xb[%i, %i] : !pb, tile<i32> -> tile<64x128xf64>, token
    %zero = constant <f64: 0.0> : tile<128x128xf64>
    %z = mmaf %x, %y, %zero : tile<128x64xf64>, tile<64x128xf64>, tile<128x128xf64>
    %w = store_view_tko weak %z, %xc[%i, %i] : tile<128x128xf64>, !pc, tile<i32> -> token
    return
  }
}
