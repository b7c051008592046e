// RUN: tessera-opt %s --convert-cuda-tile-to-tileaa --verify-tileaa-stage \
// RUN:   --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// Ops keep the locations of what they were made from; debug scopes of functions too.
#file = #cuda_tile.di_file<"k.py" in "/w">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 4, name = "k", linkageName = "k", compileUnit = #unit, scopeLine = 4>
// CHECK: nv_tileaa.func @k
cuda_tile.module @m {
  entry @k(%c: tile<i1>, %p: tile<ptr<i32>>, %n: tile<i32>) {
    // CHECK: arith.addi {{.*}} loc("k.py":5:3)
    %a = addi %n, %n : tile<i32> loc("k.py":5:3)
    // CHECK: scf.for
    %z = constant <i32: 1> : tile<i32>
    for %i in (%z to %n, step %z) : tile<i32> {
      // CHECK: scf.if
      // CHECK-NEXT: } else {
      if %c {
        continue
      } loc("k.py":7:5)
      // CHECK: nv_tileaa.store {{.*}} loc(callsite("lib.py":1:1 at "k.py":8:5))
      %t = store_ptr_tko weak %p, %a : tile<ptr<i32>>, tile<i32> -> token loc(callsite("lib.py":1:1 at "k.py":8:5))
      // CHECK: } loc("k.py":7:5)
    } loc("k.py":6:3)
    // CHECK: } loc("k.py":6:3)
    // CHECK: nv_tileaa.return loc("k.py":9:3)
    return loc("k.py":9:3)
    // CHECK: } loc(#cuda_tile.di_loc<loc("k.py":4:1) in #cuda_tile.di_subprogram<file = {{.*}} line = 4, name = "k"
  } loc(#cuda_tile.di_loc<loc("k.py":4:1) in #sub>)
}
