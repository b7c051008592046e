// Transposed rows, their sums and running sums, f16 through f32 and back, and a
// histogram of all blocks by atomics.
// ARRAYS: int32:2048 int32:2048 int32:64 float16:2048 int32:32
// GRID: 4
cuda_tile.module @m {
  entry @rows(%in: tile<ptr<i32>>, %scans: tile<ptr<i32>>, %sums: tile<ptr<i32>>, %half: tile<ptr<f16>>, %bins: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %tin = make_tensor_view %in, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xi32, strides=[32,1]>
    %tscans = make_tensor_view %scans, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xi32, strides=[64,1]>
    %tsums = make_tensor_view %sums, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %thalf = make_tensor_view %half, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf16, strides=[32,1]>
    %vin = make_partition_view %tin : partition_view<tile=(16x32), tensor_view<64x32xi32, strides=[32,1]>>
    %vscans = make_partition_view %tscans : partition_view<tile=(32x16), tensor_view<32x64xi32, strides=[64,1]>>
    %vsums = make_partition_view %tsums : partition_view<tile=(16), tensor_view<64xi32, strides=[1]>>
    %vhalf = make_partition_view %thalf : partition_view<tile=(16x32), tensor_view<64x32xf16, strides=[32,1]>>
    %rows, %t0 = load_view_tko weak %vin[%x, %zero] : partition_view<tile=(16x32), tensor_view<64x32xi32, strides=[32,1]>>, tile<i32> -> tile<16x32xi32>, token
    %running = scan %rows dim=1 reverse=false identities=[0 : i32] : tile<16x32xi32> -> tile<16x32xi32>
      (%e: tile<i32>, %acc: tile<i32>) {
        %s = addi %e, %acc : tile<i32>
        yield %s : tile<i32>
      }
    %turned = permute %running [1, 0] : tile<16x32xi32> -> tile<32x16xi32>
    %t1 = store_view_tko weak %turned, %vscans[%zero, %x] : tile<32x16xi32>, partition_view<tile=(32x16), tensor_view<32x64xi32, strides=[64,1]>>, tile<i32> -> token
    %total = reduce %rows dim=1 identities=[0 : i32] : tile<16x32xi32> -> tile<16xi32>
      (%e: tile<i32>, %acc: tile<i32>) {
        %s = addi %e, %acc : tile<i32>
        yield %s : tile<i32>
      }
    %t2 = store_view_tko weak %total, %vsums[%x] : tile<16xi32>, partition_view<tile=(16), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    %h, %t3 = load_view_tko weak %vhalf[%x, %zero] : partition_view<tile=(16x32), tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
    %wide = ftof %h : tile<16x32xf16> -> tile<16x32xf32>
    %number = itof %rows signed : tile<16x32xi32> -> tile<16x32xf32>
    %product = fma %wide, %number, %wide : tile<16x32xf32>
    %back = ftof %product : tile<16x32xf32> -> tile<16x32xf16>
    %t4 = store_view_tko weak %back, %vhalf[%x, %zero] token = %t3 : tile<16x32xf16>, partition_view<tile=(16x32), tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> token
    %mask = constant <i32: 31> : tile<16x32xi32>
    %one = constant <i32: 1> : tile<16x32xi32>
    %bin = andi %rows, %mask : tile<16x32xi32>
    %b1 = reshape %bins : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %b2 = broadcast %b1 : tile<1x1xptr<i32>> -> tile<16x32xptr<i32>>
    %where = offset %b2, %bin : tile<16x32xptr<i32>>, tile<16x32xi32> -> tile<16x32xptr<i32>>
    %old, %t5 = atomic_rmw_tko relaxed device %where, add, %one : tile<16x32xptr<i32>>, tile<16x32xi32> -> tile<16x32xi32>, token
    return
  }
}
