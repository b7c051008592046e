// A tile that got its place in memory inside a branch was read from there
// behind the branch, also when it had not been taken.
// RUN: tessera run --interpret %s "zeros(16,i32)=>%t.i" 0 | FileCheck %s --allow-empty
// RUN: tessera run %s "full(16,i32,3)=>%t.c" 0 | FileCheck %s --allow-empty
// RUN: tessera run %s --opt-level 0 "full(16,i32,5)=>%t.0" 0 | FileCheck %s --allow-empty
// RUN: cmp %t.i %t.c && cmp %t.i %t.0
// CHECK-NOT: branch
cuda_tile.module @m {
  entry @k(%out: tile<ptr<i32>>, %take: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %tile = constant <i32: -484> : tile<16xi32>
    for %i in (%zero to %three, step %one) : tile<i32> {
      %taken = cmpi equal %take, %one, signed : tile<i32> -> tile<i1>
      if %taken {
        %t = print_tko "branch %d\n", %tile : tile<16xi32> -> token
      }
    }
    %index = iota : tile<16xi32>
    %out1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %out16 = broadcast %out1 : tile<1xptr<i32>> -> tile<16xptr<i32>>
    %to = offset %out16, %index : tile<16xptr<i32>>, tile<16xi32> -> tile<16xptr<i32>>
    %t = store_ptr_tko weak %to, %tile : tile<16xptr<i32>>, tile<16xi32> -> token
    return
  }
}
