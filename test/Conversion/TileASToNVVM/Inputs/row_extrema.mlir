// The largest and smallest elements of rows of products, and of their absolute
// values; with the products themselves, so that the registers are used as well.

!av = !cuda_tile.partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>
!bv = !cuda_tile.partition_view<tile=(64x128), tensor_view<64x128xf16, strides=[128,1]>>
!cv = !cuda_tile.partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
!rv = !cuda_tile.partition_view<tile=(128), tensor_view<128xf32, strides=[1]>>
!iav = !cuda_tile.partition_view<tile=(128x64), tensor_view<128x64xi8, strides=[64,1]>>
!ibv = !cuda_tile.partition_view<tile=(64x128), tensor_view<64x128xi8, strides=[1,64]>>
!irv = !cuda_tile.partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>

cuda_tile.module @extrema {
  entry @floats(%a_ptr: tile<ptr<f16>>, %b_ptr: tile<ptr<f16>>, %c_ptr: tile<ptr<f32>>, %max_ptr: tile<ptr<f32>>, %nan_ptr: tile<ptr<f32>>, %abs_ptr: tile<ptr<f32>>) {
    %aa = assume div_by<16>, %a_ptr : tile<ptr<f16>>
    %ba = assume div_by<16>, %b_ptr : tile<ptr<f16>>
    %ca = assume div_by<16>, %c_ptr : tile<ptr<f32>>
    %as = make_tensor_view %aa, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %bs = make_tensor_view %ba, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf16, strides=[128,1]>
    %cs = make_tensor_view %ca, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %ms = make_tensor_view %max_ptr, shape = [128], strides = [1] : tensor_view<128xf32, strides=[1]>
    %ns = make_tensor_view %nan_ptr, shape = [128], strides = [1] : tensor_view<128xf32, strides=[1]>
    %ds = make_tensor_view %abs_ptr, shape = [128], strides = [1] : tensor_view<128xf32, strides=[1]>
    %av = make_partition_view %as : !av
    %bv = make_partition_view %bs : !bv
    %cv = make_partition_view %cs : !cv
    %mv = make_partition_view %ms : !rv
    %nv = make_partition_view %ns : !rv
    %dv = make_partition_view %ds : !rv
    %c0 = constant <i32: 0> : tile<i32>
    %a, %t0 = load_view_tko weak %av[%c0, %c0] : !av, tile<i32> -> tile<128x64xf16>, token
    %b, %t1 = load_view_tko weak %bv[%c0, %c0] : !bv, tile<i32> -> tile<64x128xf16>, token
    %zero = constant <f32: 0.0> : tile<128x128xf32>
    %c = mmaf %a, %b, %zero : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
    %max = reduce %c dim=1 identities=[0xFF800000 : f32] : tile<128x128xf32> -> tile<128xf32> (%x: tile<f32>, %y: tile<f32>) {
      %m = maxf %x, %y : tile<f32>
      yield %m : tile<f32>
    }
    %scaled = addf %c, %c : tile<128x128xf32>
    %t2 = store_view_tko weak %scaled, %cv[%c0, %c0] : tile<128x128xf32>, !cv, tile<i32> -> token
    %t3 = store_view_tko weak %max, %mv[%c0] : tile<128xf32>, !rv, tile<i32> -> token
    %d = mmaf %a, %b, %scaled : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
    %min = reduce %d dim=1 identities=[0x7F800000 : f32] : tile<128x128xf32> -> tile<128xf32> (%x: tile<f32>, %y: tile<f32>) {
      %m = minf %y, %x propagate_nan : tile<f32>
      yield %m : tile<f32>
    }
    %t4 = store_view_tko weak %min, %nv[%c0] : tile<128xf32>, !rv, tile<i32> -> token
    %e = mmaf %a, %b, %d : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
    %absolute = absf %e : tile<128x128xf32>
    %amax = reduce %absolute dim=1 identities=[0.0 : f32] : tile<128x128xf32> -> tile<128xf32> (%x: tile<f32>, %y: tile<f32>) {
      %m = maxf %x, %y : tile<f32>
      yield %m : tile<f32>
    }
    %t5 = store_view_tko weak %amax, %dv[%c0] : tile<128xf32>, !rv, tile<i32> -> token
    return
  }

  entry @integers(%a_ptr: tile<ptr<i8>>, %b_ptr: tile<ptr<i8>>, %max_ptr: tile<ptr<i32>>) {
    %aa = assume div_by<16>, %a_ptr : tile<ptr<i8>>
    %ba = assume div_by<16>, %b_ptr : tile<ptr<i8>>
    %as = make_tensor_view %aa, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xi8, strides=[64,1]>
    %bs = make_tensor_view %ba, shape = [64, 128], strides = [1, 64] : tensor_view<64x128xi8, strides=[1,64]>
    %ms = make_tensor_view %max_ptr, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %av = make_partition_view %as : !iav
    %bv = make_partition_view %bs : !ibv
    %mv = make_partition_view %ms : !irv
    %c0 = constant <i32: 0> : tile<i32>
    %a, %t0 = load_view_tko weak %av[%c0, %c0] : !iav, tile<i32> -> tile<128x64xi8>, token
    %b, %t1 = load_view_tko weak %bv[%c0, %c0] : !ibv, tile<i32> -> tile<64x128xi8>, token
    %zero = constant <i32: 0> : tile<128x128xi32>
    %c = mmai %a, %b, %zero signed signed : tile<128x64xi8>, tile<64x128xi8>, tile<128x128xi32>
    %min = reduce %c dim=1 identities=[2147483647 : i32] : tile<128x128xi32> -> tile<128xi32> (%x: tile<i32>, %y: tile<i32>) {
      %m = mini %x, %y signed : tile<i32>
      yield %m : tile<i32>
    }
    %t3 = store_view_tko weak %min, %mv[%c0] : tile<128xi32>, !irv, tile<i32> -> token
    return
  }
}
