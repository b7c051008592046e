// RUN: not tessera-opt %s --split-input-file 2>&1 | FileCheck %s

// Agreement of debug scopes with the functions around them (core.md 4.3). The
// errors stand at the source positions that the locations name, so they are
// matched as text.

// Rule 1: the caller would be the function's own position.
// CHECK: lib.py:1:1: error: 'cuda_tile.entry' op expected a location that is not a call site{{$}}
#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
#other = #cuda_tile.di_subprogram<file = #file, line = 9, name = "o", linkageName = "o", compileUnit = #cu>
#blk = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 2>
#fn = #cuda_tile.di_loc<loc("a.py":1:1) in #sp>
#in = #cuda_tile.di_loc<loc("a.py":3:1) in #blk>
#far = #cuda_tile.di_loc<loc("a.py":9:1) in #other>
cuda_tile.module @m {
  entry @k() {
    return
  } loc(callsite("lib.py":1:1 at #fn))
}

// -----

// Rule 2.
// CHECK: a.py:3:1: error: 'cuda_tile.entry' op expected a subprogram as debug scope, got #cuda_tile.di_lexical_block<
// CHECK: a.py:1:0: note: the scope is inside subprogram 'k'
#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
#other = #cuda_tile.di_subprogram<file = #file, line = 9, name = "o", linkageName = "o", compileUnit = #cu>
#blk = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 2>
#fn = #cuda_tile.di_loc<loc("a.py":1:1) in #sp>
#in = #cuda_tile.di_loc<loc("a.py":3:1) in #blk>
#far = #cuda_tile.di_loc<loc("a.py":9:1) in #other>
cuda_tile.module @m {
  entry @k() {
    return
  } loc(#in)
}

// -----

// Rule 3.
// CHECK: a.py:1:1: error: 'cuda_tile.entry' op expected a subprogram with linkageName 'j', got 'k'
// CHECK: a.py:1:0: note: subprogram declared here
#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
#other = #cuda_tile.di_subprogram<file = #file, line = 9, name = "o", linkageName = "o", compileUnit = #cu>
#blk = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 2>
#fn = #cuda_tile.di_loc<loc("a.py":1:1) in #sp>
#in = #cuda_tile.di_loc<loc("a.py":3:1) in #blk>
#far = #cuda_tile.di_loc<loc("a.py":9:1) in #other>
cuda_tile.module @m {
  entry @j() {
    return
  } loc(#fn)
}

// -----

// Rule 4, inside a region.
// CHECK: a.py:3:1: error: 'cuda_tile.addi' op expected no debug scope in a function without one, got subprogram 'k'
// CHECK: a.py:1:1: note: function declared here
#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
#other = #cuda_tile.di_subprogram<file = #file, line = 9, name = "o", linkageName = "o", compileUnit = #cu>
#blk = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 2>
#fn = #cuda_tile.di_loc<loc("a.py":1:1) in #sp>
#in = #cuda_tile.di_loc<loc("a.py":3:1) in #blk>
#far = #cuda_tile.di_loc<loc("a.py":9:1) in #other>
cuda_tile.module @m {
  entry @k(%c: tile<i1>, %x: tile<i32>) {
    if %c {
      %0 = addi %x, %x : tile<i32> loc("add"(#in))
    }
    return
  } loc("a.py":1:1)
}

// -----

// Rule 5, through a call site.
// CHECK: lib.py:1:1: error: 'cuda_tile.addi' op expected a debug scope in the function's subprogram 'k', got subprogram 'o'
// CHECK: a.py:1:1: note: function declared here
#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
#other = #cuda_tile.di_subprogram<file = #file, line = 9, name = "o", linkageName = "o", compileUnit = #cu>
#blk = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 2>
#fn = #cuda_tile.di_loc<loc("a.py":1:1) in #sp>
#in = #cuda_tile.di_loc<loc("a.py":3:1) in #blk>
#far = #cuda_tile.di_loc<loc("a.py":9:1) in #other>
cuda_tile.module @m {
  entry @k(%x: tile<i32>) {
    %0 = addi %x, %x : tile<i32> loc(callsite("lib.py":1:1 at #far))
    return
  } loc(#fn)
}

// -----

// Rule 6.
// CHECK: a.py:1:1: error: 'cuda_tile.global' op expected a debug scope only on functions, got one on a direct child of the module
// CHECK: debug-info-rules-invalid.mlir:{{.*}}: note: module declared here
#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
#other = #cuda_tile.di_subprogram<file = #file, line = 9, name = "o", linkageName = "o", compileUnit = #cu>
#blk = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 2>
#fn = #cuda_tile.di_loc<loc("a.py":1:1) in #sp>
#in = #cuda_tile.di_loc<loc("a.py":3:1) in #blk>
#far = #cuda_tile.di_loc<loc("a.py":9:1) in #other>
cuda_tile.module @m {
  global @g <i32: [1, 2]> : tile<2xi32> loc(#fn)
}
