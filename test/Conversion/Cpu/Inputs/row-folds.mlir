// Reductions of short rows: one group of rows and several, rows of a vector and of
// more, in three dimensions, two operands at once.

cuda_tile.module @m {
  entry @row_folds(%in: tile<ptr<i32>>, %sums: tile<ptr<i32>>, %largest: tile<ptr<f32>>, %wide: tile<ptr<f64>>) {
    %lane = iota : tile<4096xi32>
    %in1 = reshape %in : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ins = broadcast %in1 : tile<1xptr<i32>> -> tile<4096xptr<i32>>
    %from = offset %ins, %lane : tile<4096xptr<i32>>, tile<4096xi32> -> tile<4096xptr<i32>>
    %v, %t0 = load_ptr_tko weak %from : tile<4096xptr<i32>> -> tile<4096xi32>, token
    %rows = reshape %v : tile<4096xi32> -> tile<64x64xi32>
    %slabs = reshape %v : tile<4096xi32> -> tile<2x128x16xi32>
    %f = itof %slabs signed : tile<2x128x16xi32> -> tile<2x128x16xf32>
    %short = reshape %v : tile<4096xi32> -> tile<16x256xi32>
    %d = itof %short signed : tile<16x256xi32> -> tile<16x256xf64>

    %sum, %least = reduce %rows, %rows dim=1 identities=[0 : i32, 2147483647 : i32]
        : tile<64x64xi32>, tile<64x64xi32> -> tile<64xi32>, tile<64xi32>
      (%x: tile<i32>, %x_acc: tile<i32>, %y: tile<i32>, %y_acc: tile<i32>) {
        %s = addi %x, %x_acc : tile<i32>
        %m = mini %y, %y_acc signed : tile<i32>
        yield %s, %m : tile<i32>, tile<i32>
      }
    %both = addi %sum, %least : tile<64xi32>
    %lane64 = iota : tile<64xi32>
    %sums1 = reshape %sums : tile<ptr<i32>> -> tile<1xptr<i32>>
    %sums64 = broadcast %sums1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %to_sums = offset %sums64, %lane64 : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %t1 = store_ptr_tko weak %to_sums, %both : tile<64xptr<i32>>, tile<64xi32> -> token

    %max = reduce %f dim=2 identities=[0xFF800000 : f32] : tile<2x128x16xf32> -> tile<2x128xf32>
      (%x: tile<f32>, %acc: tile<f32>) {
        %m = maxf %x, %acc : tile<f32>
        yield %m : tile<f32>
      }
    %max_flat = reshape %max : tile<2x128xf32> -> tile<256xf32>
    %lane256 = iota : tile<256xi32>
    %largest1 = reshape %largest : tile<ptr<f32>> -> tile<1xptr<f32>>
    %largest256 = broadcast %largest1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
    %to_largest = offset %largest256, %lane256 : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
    %t2 = store_ptr_tko weak %to_largest, %max_flat : tile<256xptr<f32>>, tile<256xf32> -> token

    %total = reduce %d dim=1 identities=[0.0 : f64] : tile<16x256xf64> -> tile<16xf64>
      (%x: tile<f64>, %acc: tile<f64>) {
        %s = addf %x, %acc : tile<f64>
        yield %s : tile<f64>
      }
    %lane16 = iota : tile<16xi32>
    %wide1 = reshape %wide : tile<ptr<f64>> -> tile<1xptr<f64>>
    %wide16 = broadcast %wide1 : tile<1xptr<f64>> -> tile<16xptr<f64>>
    %to_wide = offset %wide16, %lane16 : tile<16xptr<f64>>, tile<16xi32> -> tile<16xptr<f64>>
    %t3 = store_ptr_tko weak %to_wide, %total : tile<16xptr<f64>>, tile<16xf64> -> token
    return
  }
}
