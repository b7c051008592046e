// Stores a constant; positions as cuTile Python writes them.
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #unit, scopeLine = 4>
#place = loc("kernel.py":4:9)
#store = #cuda_tile.di_loc<#place in #sub>
#start = loc("kernel.py":3:1)
#fn = #cuda_tile.di_loc<#start in #sub>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %i = iota : tile<32xi32> loc(#fn)
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>> loc(#fn)
    %pa = broadcast %p1 : tile<1xptr<f32>> -> tile<32xptr<f32>> loc(#fn)
    %pi = offset %pa, %i : tile<32xptr<f32>>, tile<32xi32> -> tile<32xptr<f32>> loc(#fn)
    %x = constant <f32: 1.0> : tile<32xf32> loc(#fn)
    %u = store_ptr_tko weak %pi, %x : tile<32xptr<f32>>, tile<32xf32> -> token loc(#store)
    return loc(#fn)
  } loc(#fn)
}
