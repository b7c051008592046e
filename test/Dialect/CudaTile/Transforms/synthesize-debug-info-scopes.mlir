// RUN: tessera-opt %s --pass-pipeline='builtin.module(cuda_tile.module(synthesize-debug-info-scopes))' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: tessera-opt %s --pass-pipeline='builtin.module(cuda_tile.module(synthesize-debug-info-scopes))' --mlir-print-debuginfo > %t.once
// RUN: tessera-opt %t.once --pass-pipeline='builtin.module(cuda_tile.module(synthesize-debug-info-scopes))' --mlir-print-debuginfo | diff %t.once -

// Only locations change, and a second run changes nothing.

#file = #cuda_tile.di_file<"own.py" in "/own">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 7, name = "own", linkageName = "own", compileUnit = #unit>

module {
  cuda_tile.module @located {
    // CHECK: entry @k()
    entry @k() {
      // The file location itself, below a name, the first direct one of a fused
      // location, the caller of a call site; the function's without any.
      // CHECK: constant {{.*}}di_loc<loc("k.py":5:3) in {{.*}}di_subprogram<file = <"k.py" in "/w">, line = 4, name = "k", linkageName = "k", compileUnit = <file = <"m.py" in "/w">>, scopeLine = 4>>
      %a = constant <f32: 1.0> : tile<f32> loc("k.py":5:3)
      // CHECK: negf {{.*}}di_loc<loc("k.py":6:1) in
      %b = negf %a : tile<f32> loc("b"("k.py":6:1))
      // CHECK: negf {{.*}}di_loc<loc("k.py":7:1) in
      %c = negf %b : tile<f32> loc(fused["name"("k.py":1:1), "k.py":7:1, "k.py":8:1])
      // CHECK: negf {{.*}}di_loc<loc("k.py":9:2) in
      %d = negf %c : tile<f32> loc(callsite("lib.py":1:1 at "k.py":9:2))
      // CHECK: return {{.*}}di_loc<loc("/w/k.py":4:1) in
      return loc(unknown)
      // CHECK-NEXT: } loc(#cuda_tile.di_loc<loc("/w/k.py":4:1) in
    } loc("/w/k.py":4:1)

    // A function without a location: the unit's file, line 1.
    // CHECK: entry @bare()
    entry @bare() {
      // CHECK: return loc({{.*}}di_loc<loc("/w/m.py":1:0) in {{.*}}di_subprogram<file = <"m.py" in "/w">, line = 1, name = "bare", linkageName = "bare", {{.*}} scopeLine = 1>
      return loc(unknown)
    } loc(unknown)

    // A function with a di_loc is left alone.
    // CHECK: entry @own()
    entry @own() {
      // CHECK: return loc("/own/own.py":8:1)
      return loc("/own/own.py":8:1)
      // CHECK-NEXT: } loc({{.*}}di_loc<loc("/own/own.py":7:1) in {{.*}}"own.py" in "/own"
    } loc(#cuda_tile.di_loc<loc("/own/own.py":7:1) in #sub>)
  } loc("/w/m.py":1:1)

  // CHECK: entry @nowhere()
  // CHECK: return loc({{.*}}di_loc<loc("<unknown>":1:0) in {{.*}}file = <"<unknown>" in "">, line = 1, name = "nowhere"
  cuda_tile.module @nowhere {
    entry @nowhere() {
      return loc(unknown)
    } loc(unknown)
  } loc(unknown)
}
