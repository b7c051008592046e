// RUN: tessera compile %s --target sm_120a --emit tileas -o - | FileCheck %s
// RUN: tessera compile %s --target sm_90a --strategy fma --emit tileas -o - | FileCheck %s --check-prefix=WHOLE
// RUN: tessera run %s --entry scalar --interpret "rand(128x128,f32,1)" "rand(128x128,f32,2)" "rand(128x128,f32,3)=>%t.scalar.npy"
// RUN: tessera run %s --entry scalar --target sm_120a --schedules 2 "rand(128x128,f32,1)" "rand(128x128,f32,2)" "rand(128x128,f32,3)" --expect 2=%t.scalar.npy --tol 1e-5,1e-5
// RUN: tessera run %s --entry matrix --interpret "rand(128x256,bf16,1)" "rand(256x128,bf16,2)" "rand(128x128,f32,3)=>%t.matrix.npy"
// RUN: tessera run %s --entry matrix --target sm_120a --schedules 2 "rand(128x256,bf16,1)" "rand(256x128,bf16,2)" "rand(128x128,f32,3)" --expect 2=%t.matrix.npy --tol 1e-5,1e-5

// Factors of 64 KiB each do not fit into the 99 KiB of sm_120a together. The product is made in
// halves of its result: one factor passes through shared memory whole, of the other one half
// takes the other's bytes. All are read in place, in loops over the depth.

// CHECK-LABEL: func @scalar
// CHECK-SAME: nv_tileas.shared_bytes = 98304
// CHECK: nv_tileas.dot {{%[0-9]+}}, [[ALL:%[0-9]+]], {{.*}}fma_f32_f32_f32{{.*}}lhs_tile = tensor<64x128xf32, {{.*}}rhs_tile = tensor<128x128xf32,
// CHECK: nv_tileas.insert_slice
// CHECK: nv_tileas.barrier
// CHECK: nv_tileas.tiled_store
// CHECK: nv_tileas.barrier
// CHECK: nv_tileas.dot {{%[0-9]+}}, [[ALL]], {{.*}}fma_f32_f32_f32
// CHECK: nv_tileas.insert_slice
// CHECK-NOT: nv_tileas.dot

// CHECK-LABEL: func @matrix
// CHECK-SAME: nv_tileas.shared_bytes = 98304
// CHECK: nv_tileas.dot {{.*}}mma_bf16_bf16_f32
// CHECK: nv_tileas.insert_slice
// CHECK: nv_tileas.dot {{.*}}mma_bf16_bf16_f32
// CHECK: nv_tileas.insert_slice

// Where they fit there is one product.

// WHOLE-LABEL: func @scalar
// WHOLE-SAME: nv_tileas.shared_bytes = 131072
// WHOLE-NOT: slice
// WHOLE-LABEL: func @matrix

cuda_tile.module @m {
  entry @scalar(%a_arg: tile<ptr<f32>>, %b_arg: tile<ptr<f32>>, %c_arg: tile<ptr<f32>>) {
    %a = assume div_by<16>, %a_arg : tile<ptr<f32>>
    %b = assume div_by<16>, %b_arg : tile<ptr<f32>>
    %c = assume div_by<16>, %c_arg : tile<ptr<f32>>
    %va = make_tensor_view %a, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %vb = make_tensor_view %b, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %vc = make_tensor_view %c, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %pa = make_partition_view %va : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %pb = make_partition_view %vb : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %pc = make_partition_view %vc : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %i = constant <i32: 0> : tile<i32>
    %x, %rx = load_view_tko weak %pa[%i, %i] : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> tile<128x128xf32>, token
    %y, %ry = load_view_tko weak %pb[%i, %i] : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> tile<128x128xf32>, token
    %start, %rs = load_view_tko weak %pc[%i, %i] : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> tile<128x128xf32>, token
    %z = mmaf %x, %y, %start : tile<128x128xf32>, tile<128x128xf32>, tile<128x128xf32>
    %w = store_view_tko weak %z, %pc[%i, %i] token = %rs : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }

  entry @matrix(%a_arg: tile<ptr<bf16>>, %b_arg: tile<ptr<bf16>>, %c_arg: tile<ptr<f32>>) {
    %a = assume div_by<16>, %a_arg : tile<ptr<bf16>>
    %b = assume div_by<16>, %b_arg : tile<ptr<bf16>>
    %c = assume div_by<16>, %c_arg : tile<ptr<f32>>
    %va = make_tensor_view %a, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xbf16, strides=[256,1]>
    %vb = make_tensor_view %b, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xbf16, strides=[128,1]>
    %vc = make_tensor_view %c, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %pa = make_partition_view %va : partition_view<tile=(128x256), tensor_view<128x256xbf16, strides=[256,1]>>
    %pb = make_partition_view %vb : partition_view<tile=(256x128), tensor_view<256x128xbf16, strides=[128,1]>>
    %pc = make_partition_view %vc : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %i = constant <i32: 0> : tile<i32>
    %x, %rx = load_view_tko weak %pa[%i, %i] : partition_view<tile=(128x256), tensor_view<128x256xbf16, strides=[256,1]>>, tile<i32> -> tile<128x256xbf16>, token
    %y, %ry = load_view_tko weak %pb[%i, %i] : partition_view<tile=(256x128), tensor_view<256x128xbf16, strides=[128,1]>>, tile<i32> -> tile<256x128xbf16>, token
    %start, %rs = load_view_tko weak %pc[%i, %i] : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> tile<128x128xf32>, token
    %z = mmaf %x, %y, %start : tile<128x256xbf16>, tile<256x128xbf16>, tile<128x128xf32>
    %w = store_view_tko weak %z, %pc[%i, %i] token = %rs : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
