// The product was written over its accumulator, which an expression in front
// of the product still had to be evaluated from.
// RUN: tessera run --interpret %s "full(64,i32,5)" "zeros(64,i32)=>%t.s" "zeros(64,i8)=>%t.n"
// RUN: tessera run %s "full(64,i32,5)" "zeros(64,i32)=>%t.cs" "zeros(64,i8)=>%t.cn"
// RUN: tessera run %s --opt-level 0 "full(64,i32,5)" "zeros(64,i32)=>%t.0s" "zeros(64,i8)=>%t.0n"
// RUN: cmp %t.s %t.cs && cmp %t.n %t.cn && cmp %t.s %t.0s && cmp %t.n %t.0n
cuda_tile.module @m {
  entry @k(%in: tile<ptr<i32>>, %sums: tile<ptr<i32>>, %narrow: tile<ptr<i8>>) {
    %i = iota : tile<64xi32>
    %index = reshape %i : tile<64xi32> -> tile<8x8xi32>
    %in1 = reshape %in : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %in8 = broadcast %in1 : tile<1x1xptr<i32>> -> tile<8x8xptr<i32>>
    %from = offset %in8, %index : tile<8x8xptr<i32>>, tile<8x8xi32> -> tile<8x8xptr<i32>>
    %acc, %t0 = load_ptr_tko acquire tl_blk %from : tile<8x8xptr<i32>> -> tile<8x8xi32>, token
    %late = trunci %acc : tile<8x8xi32> -> tile<8x8xi8>
    %a = constant <i8: 3> : tile<8x2xi8>
    %b = constant <i8: 7> : tile<2x8xi8>
    %sum = mmai %a, %b, %acc unsigned unsigned : tile<8x2xi8>, tile<2x8xi8>, tile<8x8xi32>
    %sums1 = reshape %sums : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %sums8 = broadcast %sums1 : tile<1x1xptr<i32>> -> tile<8x8xptr<i32>>
    %to = offset %sums8, %index : tile<8x8xptr<i32>>, tile<8x8xi32> -> tile<8x8xptr<i32>>
    %t1 = store_ptr_tko weak %to, %sum : tile<8x8xptr<i32>>, tile<8x8xi32> -> token
    %narrow1 = reshape %narrow : tile<ptr<i8>> -> tile<1x1xptr<i8>>
    %narrow8 = broadcast %narrow1 : tile<1x1xptr<i8>> -> tile<8x8xptr<i8>>
    %to8 = offset %narrow8, %index : tile<8x8xptr<i8>>, tile<8x8xi32> -> tile<8x8xptr<i8>>
    %t2 = store_ptr_tko weak %to8, %late : tile<8x8xptr<i8>>, tile<8x8xi8> -> token
    return
  }
}
