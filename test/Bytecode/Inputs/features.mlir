// One of each feature that a container stores in a way of its own. The CHECK lines
// are what the disassembler must print.
// CHECK: cuda_tile.module @kernels
// CHECK-SAME: producer = "tessera test"
// CHECK: global @table
#file = #cuda_tile.di_file<"k.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 3, name = "located", linkageName = "located", compileUnit = #unit, scopeLine = 3>
#fn = #cuda_tile.di_loc<loc("/src/k.py":3:1) in #sub>
#op = #cuda_tile.di_loc<loc("/src/k.py":4:5) in #sub>
cuda_tile.module @kernels attributes {producer = "tessera test"} {
  global @table <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
  // CHECK: entry @located
  entry @located() {
    %t = make_token : token loc(#op)
    return loc(#op)
  } loc(#fn)
  // CHECK: entry @all
  // CHECK-SAME: optimization_hints=<sm_100 = {occupancy = 2}>
  entry @all(%p: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) optimization_hints=<sm_100 = {occupancy = 2}> {
    // CHECK: assume div_by<16>
    %q = assume div_by<16>, %p : tile<ptr<f32>>
    // CHECK: constant <i1: [true, false, true, true]>
    %m = constant <i1: [true, false, true, true]> : tile<4xi1>
    // CHECK: load_ptr_tko relaxed device {{.*}} token={{.*}} optimization_hints = <sm_100 = {latency = 3}>
    %t = make_token : token
    %v, %u = load_ptr_tko relaxed device %q token = %t optimization_hints = <sm_100 = {latency = 3}> : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: load_ptr_tko weak {{.*}}, padding = {{.*}} : tile<ptr<f32>>, tile<f32>
    %v2, %u2 = load_ptr_tko weak %q, padding = %v : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // CHECK: exp {{.*}} rounding<approx>
    %e = exp %v rounding<approx> : tile<f32>
    // CHECK: if
    // CHECK: yield
    // CHECK: else
    %r = if %c -> (tile<f32>) {
      yield %e : tile<f32>
    } else {
      yield %v : tile<f32>
    }
    // CHECK: for unsigned
    %s = for unsigned %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %r) -> (tile<f32>) {
      continue %a : tile<f32>
    }
    // CHECK: print_tko "done{{.*}}
    %w = print_tko "done %f", %s : tile<f32> -> token
    return
  }
}
