// The vector library's tangent of the smallest f64 subnormals was a zero of the
// wrong sign. Near to zero the tangent is its argument.
// RUN: tessera run --interpret %s "full(16,i64,1)" "zeros(16,i64)=>%t.i"
// RUN: tessera run %s "full(16,i64,1)" "zeros(16,i64)=>%t.c"
// RUN: cmp %t.i %t.c
cuda_tile.module @m {
  entry @k(%in: tile<ptr<i64>>, %out: tile<ptr<i64>>) {
    %index = iota : tile<16xi32>
    %in1 = reshape %in : tile<ptr<i64>> -> tile<1xptr<i64>>
    %in16 = broadcast %in1 : tile<1xptr<i64>> -> tile<16xptr<i64>>
    %from = offset %in16, %index : tile<16xptr<i64>>, tile<16xi32> -> tile<16xptr<i64>>
    %bits, %t0 = load_ptr_tko weak %from : tile<16xptr<i64>> -> tile<16xi64>, token
    %x = bitcast %bits : tile<16xi64> -> tile<16xf64>
    %tan = tan %x : tile<16xf64>
    %result = bitcast %tan : tile<16xf64> -> tile<16xi64>
    %out1 = reshape %out : tile<ptr<i64>> -> tile<1xptr<i64>>
    %out16 = broadcast %out1 : tile<1xptr<i64>> -> tile<16xptr<i64>>
    %to = offset %out16, %index : tile<16xptr<i64>>, tile<16xi32> -> tile<16xptr<i64>>
    %t1 = store_ptr_tko weak %to, %result token = %t0 : tile<16xptr<i64>>, tile<16xi64> -> token
    return
  }
}
