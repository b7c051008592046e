// A tf32 in memory may have low bits, which a load drops: of a scalar, in
// order with others, and of a tile.
// RUN: tessera run --interpret %s "full(16,i32,-34539131)" "zeros(16,i32)=>%t.i"
// RUN: tessera run %s "full(16,i32,-34539131)" "zeros(16,i32)=>%t.c"
// RUN: tessera run --target sm_80 %s "full(16,i32,-34539131)" "zeros(16,i32)=>%t.p"
// RUN: cmp %t.i %t.c && cmp %t.i %t.p
// RUN: od -v -A n -t x4 -j 128 -w4 %t.i | FileCheck %s
// CHECK: fdf0e000
// CHECK-NEXT: fdf0e000
cuda_tile.module @m {
  entry @k(%in: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %inb = ptr_to_ptr %in : tile<ptr<i32>> -> tile<ptr<tf32>>
    %outb = ptr_to_ptr %out : tile<ptr<i32>> -> tile<ptr<tf32>>
    %x, %t0 = load_ptr_tko weak %inb : tile<ptr<tf32>> -> tile<tf32>, token
    %t1 = store_ptr_tko weak %outb, %x : tile<ptr<tf32>>, tile<tf32> -> token
    %one = constant <i32: 1> : tile<i32>
    %in1 = offset %inb, %one : tile<ptr<tf32>>, tile<i32> -> tile<ptr<tf32>>
    %out1 = offset %outb, %one : tile<ptr<tf32>>, tile<i32> -> tile<ptr<tf32>>
    %y, %t2 = load_ptr_tko acquire sys %in1 : tile<ptr<tf32>> -> tile<tf32>, token
    %t3 = store_ptr_tko weak %out1, %y : tile<ptr<tf32>>, tile<tf32> -> token
    %eight = constant <i32: [8, 9, 10, 11]> : tile<4xi32>
    %r = reshape %inb : tile<ptr<tf32>> -> tile<1xptr<tf32>>
    %b = broadcast %r : tile<1xptr<tf32>> -> tile<4xptr<tf32>>
    %from = offset %b, %eight : tile<4xptr<tf32>>, tile<4xi32> -> tile<4xptr<tf32>>
    %z, %t4 = load_ptr_tko weak %from : tile<4xptr<tf32>> -> tile<4xtf32>, token
    %ro = reshape %outb : tile<ptr<tf32>> -> tile<1xptr<tf32>>
    %bo = broadcast %ro : tile<1xptr<tf32>> -> tile<4xptr<tf32>>
    %to = offset %bo, %eight : tile<4xptr<tf32>>, tile<4xi32> -> tile<4xptr<tf32>>
    %t5 = store_ptr_tko weak %to, %z : tile<4xptr<tf32>>, tile<4xtf32> -> token
    return
  }
}
