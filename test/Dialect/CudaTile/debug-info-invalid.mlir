// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// What the debug attributes themselves reject (core.md 4.1).

#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
// expected-error @+2 {{expected a line or column number in 0..4294967295, got -12}}
// expected-error @+1 {{failed to parse}}
#x = #cuda_tile.di_subprogram<file = #file, line = -12, name = "k", linkageName = "k", compileUnit = #cu>

// -----

#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
// expected-error @+2 {{expected a line or column number in 0..4294967295, got 4294967296}}
// expected-error @+1 {{failed to parse}}
#x = #cuda_tile.di_subprogram<file = #file, line = 4294967296, name = "k", linkageName = "k", compileUnit = #cu>

// -----

#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
// expected-error @+2 {{expected a line or column number}}
// expected-error @+1 {{failed to parse}}
#x = #cuda_tile.di_subprogram<file = #file, line = x, name = "k", linkageName = "k", compileUnit = #cu>

// -----

#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
// expected-error @+1 {{struct is missing required parameter: compileUnit}}
#x = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k">

// -----

#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
// expected-error @+1 {{duplicate or unknown struct parameter name: line}}
#x = #cuda_tile.di_subprogram<file = #file, line = 1, line = 1, name = "k", linkageName = "k", compileUnit = #cu>

// -----

#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
// expected-error @+2 {{expected a line or column number in 0..4294967295, got -1}}
// expected-error @+1 {{failed to parse}}
#x = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 1, column = -1>

// -----

#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
// expected-error @+1 {{expected a di_subprogram or di_lexical_block as scope, got}}
#x = #cuda_tile.di_lexical_block<scope = #cu, file = #file, line = 1>

// -----

#file = #cuda_tile.di_file<"a.py" in "/d">
// expected-error @+1 {{expected a di_subprogram or di_lexical_block as scope, got}}
#x = #cuda_tile.di_loc<loc("a.py":1:1) in #file>

// -----

#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse}}
#x = #cuda_tile.di_loc<loc(unknown) in #sp>

// -----

#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse}}
#x = #cuda_tile.di_loc<loc("name"("a.py":1:1)) in #sp>

// -----

#file = #cuda_tile.di_file<"a.py" in "/d">
// expected-error @+2 {{expected '<'}}
// expected-error @+1 {{failed to parse}}
#x = #cuda_tile.di_compile_unit<file = "a.py">
