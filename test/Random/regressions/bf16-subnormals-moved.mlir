// LLVM moved bf16 values through instructions that flush subnormals.
// RUN: tessera run --interpret %s "full(16,i16,1)" "zeros(16,i16)=>%t.i"
// RUN: tessera run %s "full(16,i16,1)" "zeros(16,i16)=>%t.c"
// RUN: tessera run %s --opt-level 0 "full(16,i16,1)" "zeros(16,i16)=>%t.0"
// RUN: cmp %t.i %t.c && cmp %t.i %t.0
cuda_tile.module @m {
  entry @k(%in: tile<ptr<i16>>, %out: tile<ptr<i16>>) {
    %inb = ptr_to_ptr %in : tile<ptr<i16>> -> tile<ptr<bf16>>
    %outb = ptr_to_ptr %out : tile<ptr<i16>> -> tile<ptr<bf16>>
    %index = iota : tile<16xi32>
    %in1 = reshape %inb : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %in16 = broadcast %in1 : tile<1xptr<bf16>> -> tile<16xptr<bf16>>
    %from = offset %in16, %index : tile<16xptr<bf16>>, tile<16xi32> -> tile<16xptr<bf16>>
    %twelve = constant <i32: 12> : tile<16xi32>
    %mask = cmpi less_than %index, %twelve, unsigned : tile<16xi32> -> tile<16xi1>
    %other = constant <bf16: 1.0> : tile<16xbf16>
    %tile, %t0 = load_ptr_tko acquire sys %from, %mask, %other : tile<16xptr<bf16>>, tile<16xi1>, tile<16xbf16> -> tile<16xbf16>, token
    %out1 = reshape %outb : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %out16 = broadcast %out1 : tile<1xptr<bf16>> -> tile<16xptr<bf16>>
    %to = offset %out16, %index : tile<16xptr<bf16>>, tile<16xi32> -> tile<16xptr<bf16>>
    %t1 = store_ptr_tko weak %to, %tile token = %t0 : tile<16xptr<bf16>>, tile<16xbf16> -> token
    return
  }
}
