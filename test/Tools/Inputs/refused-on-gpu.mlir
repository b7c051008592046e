// A tile that no block can hold in registers, as cuTile Python would place it.
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #unit, scopeLine = 4>
#place = loc("kernel.py":7:5)
#iota = #cuda_tile.di_loc<#place in #sub>
#start = loc("kernel.py":3:1)
#fn = #cuda_tile.di_loc<#start in #sub>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %i = iota : tile<1048576xi32> loc(#iota)
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>> loc(#fn)
    %pa = broadcast %p1 : tile<1xptr<f32>> -> tile<1048576xptr<f32>> loc(#fn)
    %pi = offset %pa, %i : tile<1048576xptr<f32>>, tile<1048576xi32> -> tile<1048576xptr<f32>> loc(#fn)
    %x, %t = load_ptr_tko weak %pi : tile<1048576xptr<f32>> -> tile<1048576xf32>, token loc(#fn)
    %u = store_ptr_tko weak %pi, %x : tile<1048576xptr<f32>>, tile<1048576xf32> -> token loc(#fn)
    return loc(#fn)
  } loc(#fn)
}
