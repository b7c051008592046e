// Each entry breaks a rule for some arguments and keeps it for others.
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 3, name = "misaligned", linkageName = "misaligned", compileUnit = #unit, scopeLine = 4>
#place = loc("kernel.py":7:5)
#start = loc("kernel.py":3:1)
#fn = #cuda_tile.di_loc<#start in #sub>
#store = #cuda_tile.di_loc<#place in #sub>
cuda_tile.module @sanitize {
  // `base` elements of two bytes from an array of bytes on, as f32.
  entry @misaligned(%x: tile<ptr<i16>>, %base: tile<i32>) {
    %i = iota : tile<32xi32>
    %p16 = offset %x, %base : tile<ptr<i16>>, tile<i32> -> tile<ptr<i16>>
    %p = ptr_to_ptr %p16 : tile<ptr<i16>> -> tile<ptr<f32>>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p32 = broadcast %p1 : tile<1xptr<f32>> -> tile<32xptr<f32>>
    %q = offset %p32, %i : tile<32xptr<f32>>, tile<32xi32> -> tile<32xptr<f32>>
    %v = constant <f32: 1.0> : tile<32xf32>
    %t = store_ptr_tko weak %q, %v : tile<32xptr<f32>>, tile<32xf32> -> token loc(#store)
  } loc(#fn)

  // A tile of 32 elements of a tensor of n, which is promised to lie inside.
  entry @promised(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %v = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <f32: 1.0> : tile<32xf32>
    %t = store_view_tko weak %one, %w[%zero] inbounds = [true] : tile<32xf32>, partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  }

  entry @quotient(%x: tile<ptr<i32>>, %n: tile<i32>) {
    %seven = constant <i32: 7> : tile<i32>
    %q = divi %seven, %n signed : tile<i32>
    %t = store_ptr_tko weak %x, %q : tile<ptr<i32>>, tile<i32> -> token
  }
}
