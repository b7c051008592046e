// RUN: tessera-opt %s | tessera-opt | FileCheck %s --strict-whitespace
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s --strict-whitespace

// Every modifier of ops.md 2.2 and 2.4; defaults are not printed, keyword order
// is normalised, and the generic form reads back as the custom one.

cuda_tile.module @float {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // CHECK: {{%.+}} = absf %arg0 : tile<8xf32>{{$}}
    %absf_f32 = absf %x : tile<8xf32>
    // CHECK: {{%.+}} = absf %arg2 : tile<8xf16>{{$}}
    %absf_f16 = absf %h : tile<8xf16>
    // CHECK: {{%.+}} = absf %arg3 : tile<8xbf16>{{$}}
    %absf_bf16 = absf %w : tile<8xbf16>
    // CHECK: {{%.+}} = absf %arg4 : tile<8xf64>{{$}}
    %absf_f64 = absf %d : tile<8xf64>
    // CHECK: {{%.+}} = negf %arg0 : tile<8xf32>{{$}}
    %negf_f32 = negf %x : tile<8xf32>
    // CHECK: {{%.+}} = negf %arg2 : tile<8xf16>{{$}}
    %negf_f16 = negf %h : tile<8xf16>
    // CHECK: {{%.+}} = negf %arg3 : tile<8xbf16>{{$}}
    %negf_bf16 = negf %w : tile<8xbf16>
    // CHECK: {{%.+}} = negf %arg4 : tile<8xf64>{{$}}
    %negf_f64 = negf %d : tile<8xf64>
    // CHECK: {{%.+}} = ceil %arg0 : tile<8xf32>{{$}}
    %ceil_f32 = ceil %x : tile<8xf32>
    // CHECK: {{%.+}} = ceil %arg2 : tile<8xf16>{{$}}
    %ceil_f16 = ceil %h : tile<8xf16>
    // CHECK: {{%.+}} = ceil %arg3 : tile<8xbf16>{{$}}
    %ceil_bf16 = ceil %w : tile<8xbf16>
    // CHECK: {{%.+}} = ceil %arg4 : tile<8xf64>{{$}}
    %ceil_f64 = ceil %d : tile<8xf64>
    // CHECK: {{%.+}} = floor %arg0 : tile<8xf32>{{$}}
    %floor_f32 = floor %x : tile<8xf32>
    // CHECK: {{%.+}} = floor %arg2 : tile<8xf16>{{$}}
    %floor_f16 = floor %h : tile<8xf16>
    // CHECK: {{%.+}} = floor %arg3 : tile<8xbf16>{{$}}
    %floor_bf16 = floor %w : tile<8xbf16>
    // CHECK: {{%.+}} = floor %arg4 : tile<8xf64>{{$}}
    %floor_f64 = floor %d : tile<8xf64>
    // CHECK: {{%.+}} = addf %arg0, %arg1  : tile<8xf32>{{$}}
    %addf0 = addf %x, %y : tile<8xf32>
    // CHECK: {{%.+}} = addf %arg0, %arg1  : tile<8xf32>{{$}}
    %addf1 = addf %x, %y rounding<nearest_even> : tile<8xf32>
    // CHECK: {{%.+}} = addf %arg0, %arg1 rounding<zero> flush_to_zero : tile<8xf32>{{$}}
    %addf2 = addf %x, %y rounding<zero> flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = addf %arg0, %arg1  flush_to_zero : tile<8xf32>{{$}}
    %addf3 = addf %x, %y flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = addf %arg2, %arg2 rounding<positive_inf> : tile<8xf16>{{$}}
    %addf4 = addf %h, %h rounding<positive_inf> : tile<8xf16>
    // CHECK: {{%.+}} = addf %arg4, %arg4 rounding<negative_inf> : tile<8xf64>{{$}}
    %addf5 = addf %d, %d rounding<negative_inf> : tile<8xf64>
    // CHECK: {{%.+}} = addf %arg3, %arg3  {note = 1 : i32} : tile<8xbf16>{{$}}
    %addf6 = addf %w, %w {note = 1 : i32} : tile<8xbf16>
    // CHECK: {{%.+}} = subf %arg0, %arg1  : tile<8xf32>{{$}}
    %subf0 = subf %x, %y : tile<8xf32>
    // CHECK: {{%.+}} = subf %arg0, %arg1  : tile<8xf32>{{$}}
    %subf1 = subf %x, %y rounding<nearest_even> : tile<8xf32>
    // CHECK: {{%.+}} = subf %arg0, %arg1 rounding<zero> flush_to_zero : tile<8xf32>{{$}}
    %subf2 = subf %x, %y rounding<zero> flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = subf %arg0, %arg1  flush_to_zero : tile<8xf32>{{$}}
    %subf3 = subf %x, %y flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = subf %arg2, %arg2 rounding<positive_inf> : tile<8xf16>{{$}}
    %subf4 = subf %h, %h rounding<positive_inf> : tile<8xf16>
    // CHECK: {{%.+}} = subf %arg4, %arg4 rounding<negative_inf> : tile<8xf64>{{$}}
    %subf5 = subf %d, %d rounding<negative_inf> : tile<8xf64>
    // CHECK: {{%.+}} = subf %arg3, %arg3  {note = 1 : i32} : tile<8xbf16>{{$}}
    %subf6 = subf %w, %w {note = 1 : i32} : tile<8xbf16>
    // CHECK: {{%.+}} = mulf %arg0, %arg1  : tile<8xf32>{{$}}
    %mulf0 = mulf %x, %y : tile<8xf32>
    // CHECK: {{%.+}} = mulf %arg0, %arg1  : tile<8xf32>{{$}}
    %mulf1 = mulf %x, %y rounding<nearest_even> : tile<8xf32>
    // CHECK: {{%.+}} = mulf %arg0, %arg1 rounding<zero> flush_to_zero : tile<8xf32>{{$}}
    %mulf2 = mulf %x, %y rounding<zero> flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = mulf %arg0, %arg1  flush_to_zero : tile<8xf32>{{$}}
    %mulf3 = mulf %x, %y flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = mulf %arg2, %arg2 rounding<positive_inf> : tile<8xf16>{{$}}
    %mulf4 = mulf %h, %h rounding<positive_inf> : tile<8xf16>
    // CHECK: {{%.+}} = mulf %arg4, %arg4 rounding<negative_inf> : tile<8xf64>{{$}}
    %mulf5 = mulf %d, %d rounding<negative_inf> : tile<8xf64>
    // CHECK: {{%.+}} = mulf %arg3, %arg3  {note = 1 : i32} : tile<8xbf16>{{$}}
    %mulf6 = mulf %w, %w {note = 1 : i32} : tile<8xbf16>
    // CHECK: {{%.+}} = divf %arg0, %arg1  : tile<8xf32>{{$}}
    %divf0 = divf %x, %y : tile<8xf32>
    // CHECK: {{%.+}} = divf %arg0, %arg1  : tile<8xf32>{{$}}
    %divf1 = divf %x, %y rounding<nearest_even> : tile<8xf32>
    // CHECK: {{%.+}} = divf %arg0, %arg1 rounding<zero> flush_to_zero : tile<8xf32>{{$}}
    %divf2 = divf %x, %y rounding<zero> flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = divf %arg0, %arg1  flush_to_zero : tile<8xf32>{{$}}
    %divf3 = divf %x, %y flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = divf %arg2, %arg2 rounding<positive_inf> : tile<8xf16>{{$}}
    %divf4 = divf %h, %h rounding<positive_inf> : tile<8xf16>
    // CHECK: {{%.+}} = divf %arg4, %arg4 rounding<negative_inf> : tile<8xf64>{{$}}
    %divf5 = divf %d, %d rounding<negative_inf> : tile<8xf64>
    // CHECK: {{%.+}} = divf %arg3, %arg3  {note = 1 : i32} : tile<8xbf16>{{$}}
    %divf6 = divf %w, %w {note = 1 : i32} : tile<8xbf16>
    // CHECK: {{%.+}} = divf %arg0, %arg1 rounding<approx> flush_to_zero : tile<8xf32>{{$}}
    %d7 = divf %x, %y rounding<approx> flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = divf %arg0, %arg1 rounding<full> : tile<8xf32>{{$}}
    %d8 = divf %x, %y rounding<full> : tile<8xf32>
    // CHECK: {{%.+}} = remf %arg0, %arg1 : tile<8xf32>{{$}}
    %rm = remf %x, %y : tile<8xf32>
    // CHECK: {{%.+}} = fma %arg0, %arg1, %arg0  : tile<8xf32>{{$}}
    %f0 = fma %x, %y, %x : tile<8xf32>
    // CHECK: {{%.+}} = fma %arg0, %arg1, %arg0 rounding<negative_inf> flush_to_zero : tile<8xf32>{{$}}
    %f1 = fma %x, %y, %x rounding<negative_inf> flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = fma %arg2, %arg2, %arg2 rounding<zero> : tile<8xf16>{{$}}
    %f2 = fma %h, %h, %h rounding<zero> : tile<8xf16>
    // CHECK: {{%.+}} = maxf %arg0, %arg1 : tile<8xf32>{{$}}
    %mx0 = maxf %x, %y : tile<8xf32>
    // CHECK: {{%.+}} = maxf %arg0, %arg1 flush_to_zero propagate_nan : tile<8xf32>{{$}}
    %mx1 = maxf %x, %y propagate_nan flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = maxf %arg0, %arg1 flush_to_zero propagate_nan : tile<8xf32>{{$}}
    %mx2 = maxf %x, %y flush_to_zero propagate_nan : tile<8xf32>
    // CHECK: {{%.+}} = minf %arg2, %arg2 propagate_nan : tile<8xf16>{{$}}
    %mn0 = minf %h, %h propagate_nan : tile<8xf16>
    // CHECK: {{%.+}} = minf %arg0, %arg1 flush_to_zero : tile<8xf32>{{$}}
    %mn1 = minf %x, %y flush_to_zero : tile<8xf32>
    // CHECK: {{%.+}} = cmpf equal ordered %arg0, %arg1 : tile<8xf32> -> tile<8xi1>{{$}}
    %c_equal_ordered = cmpf equal ordered %x, %y : tile<8xf32> -> tile<8xi1>
    // CHECK: {{%.+}} = cmpf equal unordered %arg0, %arg1 : tile<8xf32> -> tile<8xi1>{{$}}
    %c_equal_unordered = cmpf equal unordered %x, %y : tile<8xf32> -> tile<8xi1>
    // CHECK: {{%.+}} = cmpf not_equal ordered %arg0, %arg1 : tile<8xf32> -> tile<8xi1>{{$}}
    %c_not_equal_ordered = cmpf not_equal ordered %x, %y : tile<8xf32> -> tile<8xi1>
    // CHECK: {{%.+}} = cmpf not_equal unordered %arg0, %arg1 : tile<8xf32> -> tile<8xi1>{{$}}
    %c_not_equal_unordered = cmpf not_equal unordered %x, %y : tile<8xf32> -> tile<8xi1>
    // CHECK: {{%.+}} = cmpf less_than ordered %arg0, %arg1 : tile<8xf32> -> tile<8xi1>{{$}}
    %c_less_than_ordered = cmpf less_than ordered %x, %y : tile<8xf32> -> tile<8xi1>
    // CHECK: {{%.+}} = cmpf less_than unordered %arg0, %arg1 : tile<8xf32> -> tile<8xi1>{{$}}
    %c_less_than_unordered = cmpf less_than unordered %x, %y : tile<8xf32> -> tile<8xi1>
    // CHECK: {{%.+}} = cmpf less_than_or_equal ordered %arg0, %arg1 : tile<8xf32> -> tile<8xi1>{{$}}
    %c_less_than_or_equal_ordered = cmpf less_than_or_equal ordered %x, %y : tile<8xf32> -> tile<8xi1>
    // CHECK: {{%.+}} = cmpf less_than_or_equal unordered %arg0, %arg1 : tile<8xf32> -> tile<8xi1>{{$}}
    %c_less_than_or_equal_unordered = cmpf less_than_or_equal unordered %x, %y : tile<8xf32> -> tile<8xi1>
    // CHECK: {{%.+}} = cmpf greater_than ordered %arg0, %arg1 : tile<8xf32> -> tile<8xi1>{{$}}
    %c_greater_than_ordered = cmpf greater_than ordered %x, %y : tile<8xf32> -> tile<8xi1>
    // CHECK: {{%.+}} = cmpf greater_than unordered %arg0, %arg1 : tile<8xf32> -> tile<8xi1>{{$}}
    %c_greater_than_unordered = cmpf greater_than unordered %x, %y : tile<8xf32> -> tile<8xi1>
    // CHECK: {{%.+}} = cmpf greater_than_or_equal ordered %arg0, %arg1 : tile<8xf32> -> tile<8xi1>{{$}}
    %c_greater_than_or_equal_ordered = cmpf greater_than_or_equal ordered %x, %y : tile<8xf32> -> tile<8xi1>
    // CHECK: {{%.+}} = cmpf greater_than_or_equal unordered %arg0, %arg1 : tile<8xf32> -> tile<8xi1>{{$}}
    %c_greater_than_or_equal_unordered = cmpf greater_than_or_equal unordered %x, %y : tile<8xf32> -> tile<8xi1>
    // CHECK: {{%.+}} = addf %arg0, %arg1  : tile<8xf32>{{$}}
    %pre = cuda_tile.addf %x, %y : !cuda_tile.tile<8xf32>
    return
  }
}
