// LLVM 22 stores all 64 bits of the source when a masked store has one known
// lane and truncates.
// RUN: tessera run --interpret %s "full(8,i64,-1)" "full(8,i32,9)=>%t.i"
// RUN: tessera run %s "full(8,i64,-1)" "full(8,i32,9)=>%t.c"
// RUN: cmp %t.i %t.c
cuda_tile.module @m {
  entry @k(%in: tile<ptr<i64>>, %out: tile<ptr<i32>>) {
    %index = iota : tile<4xi32>
    %in1 = reshape %in : tile<ptr<i64>> -> tile<1xptr<i64>>
    %in4 = broadcast %in1 : tile<1xptr<i64>> -> tile<4xptr<i64>>
    %from = offset %in4, %index : tile<4xptr<i64>>, tile<4xi32> -> tile<4xptr<i64>>
    %wide, %t0 = load_ptr_tko weak %from : tile<4xptr<i64>> -> tile<4xi64>, token
    %amount = constant <i64: 33> : tile<4xi64>
    %high = shri %wide, %amount unsigned : tile<4xi64>
    %narrow = trunci %high overflow<no_unsigned_wrap> : tile<4xi64> -> tile<4xi32>
    %mask = constant <i1: [false, true, false, false]> : tile<4xi1>
    %out1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %out4 = broadcast %out1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %to = offset %out4, %index : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %t1 = store_ptr_tko weak %to, %narrow, %mask token = %t0 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
    return
  }
}
