// RUN: tessera-opt %s --mlir-print-debuginfo | tessera-opt --mlir-print-debuginfo | FileCheck %s
// RUN: tessera-opt %s --mlir-print-debuginfo --mlir-print-op-generic | tessera-opt --mlir-print-debuginfo | FileCheck %s

// Debug attributes print through aliases named after them, zero scopeLine and
// column are left out, and locations of every kind come back (core.md 4).

#file = #cuda_tile.di_file<"axpy.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
// Parameters in any order, files inline.
#sp = #cuda_tile.di_subprogram<line = 10, file = #file, scopeLine = 11, name = "axpy", linkageName = "axpy_f32", compileUnit = <file = <"axpy.py" in "/src">>>
#sp2 = #cuda_tile.di_subprogram<file = #file, line = 20, name = "b", linkageName = "b", compileUnit = #cu, scopeLine = 0>
#blk = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 12>
#blk2 = #cuda_tile.di_lexical_block<scope = #blk, file = #file, line = 4294967295, column = 3>
#fn = #cuda_tile.di_loc<loc("/src/axpy.py":10:1) in #sp>
#in = #cuda_tile.di_loc<loc("/src/axpy.py":13:5) in #blk>
#in2 = #cuda_tile.di_loc<loc("/src/axpy.py":14:5 to 15:7) in #blk2>
#fn2 = #cuda_tile.di_loc<loc("/src/axpy.py":20:1) in #sp2>

cuda_tile.module @m {
  // CHECK: global @table {{.*}} loc(#[[GLOC:.*]])
  global @table <i32: [1, 2]> : tile<2xi32> loc("/src/axpy.py":3:1)
  // CHECK: entry @axpy_f32
  entry @axpy_f32(%x: tile<i32>) {
    // CHECK: addi {{.*}} loc(#[[IN:.*]])
    %0 = addi %x, %x : tile<i32> loc(#in)
    // CHECK: muli {{.*}} loc(#[[IN2:.*]])
    %1 = muli %x, %0 : tile<i32> loc(#in2)
    // CHECK: subi {{.*}} loc(#[[CALL:.*]])
    %2 = subi %x, %0 : tile<i32> loc(callsite("lib.py":1:1 at #in))
    // CHECK: andi {{.*}} loc(#[[FUSED:.*]])
    %3 = andi %x, %0 : tile<i32> loc(fused["lib.py":1:1, #in, unknown])
    // CHECK: ori {{.*}} loc(#[[NONE:.*]])
    %4 = ori %x, %0 : tile<i32> loc(unknown)
    // CHECK: return loc(#[[EXIT:.*]])
    return loc("exit"(#fn))
    // CHECK: } loc(#[[FN:.*]])
  } loc(#fn)
  // CHECK: entry @b
  entry @b() {
    // CHECK: return loc(#[[GLOC]])
    return loc("/src/axpy.py":3:1)
    // CHECK: } loc(#[[FN2:.*]])
  } loc(#fn2)
} loc(unknown)

// CHECK-DAG: #[[FILE:di_file]] = #cuda_tile.di_file<"axpy.py" in "/src">
// CHECK-DAG: #[[NONE]] = loc(unknown)
// CHECK-DAG: #[[GLOC]] = loc("/src/axpy.py":3:1)
// CHECK-DAG: #[[F10:.*]] = loc("/src/axpy.py":10:1)
// CHECK-DAG: #[[F13:.*]] = loc("/src/axpy.py":13:5)
// CHECK-DAG: #[[F14:.*]] = loc("/src/axpy.py":14:5 to 15:7)
// CHECK-DAG: #[[F20:.*]] = loc("/src/axpy.py":20:1)
// CHECK-DAG: #[[LIB:.*]] = loc("lib.py":1:1)
// CHECK: #[[CU:di_compile_unit]] = #cuda_tile.di_compile_unit<file = #[[FILE]]>
// CHECK-DAG: #[[SP:di_subprogram.*]] = #cuda_tile.di_subprogram<file = #[[FILE]], line = 10, name = "axpy", linkageName = "axpy_f32", compileUnit = #[[CU]], scopeLine = 11>
// CHECK-DAG: #[[SP2:di_subprogram.*]] = #cuda_tile.di_subprogram<file = #[[FILE]], line = 20, name = "b", linkageName = "b", compileUnit = #[[CU]]>
// CHECK-DAG: #[[BLK:di_lexical_block.*]] = #cuda_tile.di_lexical_block<scope = #[[SP]], file = #[[FILE]], line = 12>
// CHECK-DAG: #[[FN]] = #cuda_tile.di_loc<#[[F10]] in #[[SP]]>
// CHECK-DAG: #[[FN2]] = #cuda_tile.di_loc<#[[F20]] in #[[SP2]]>
// CHECK-DAG: #[[BLK2:di_lexical_block.*]] = #cuda_tile.di_lexical_block<scope = #[[BLK]], file = #[[FILE]], line = 4294967295, column = 3>
// CHECK-DAG: #[[IN]] = #cuda_tile.di_loc<#[[F13]] in #[[BLK]]>
// CHECK-DAG: #[[EXIT]] = loc("exit"(#[[FN]]))
// CHECK-DAG: #[[IN2]] = #cuda_tile.di_loc<#[[F14]] in #[[BLK2]]>
// CHECK-DAG: #[[CALL]] = loc(callsite(#[[LIB]] at #[[IN]]))
// CHECK-DAG: #[[FUSED]] = loc(fused[#[[LIB]], #[[IN]]])
