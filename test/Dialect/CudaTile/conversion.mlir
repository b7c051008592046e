// RUN: tessera-opt %s | tessera-opt | FileCheck %s --strict-whitespace
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s --strict-whitespace

// ops.md 5, with `saturating` of 13.4.

cuda_tile.module @conversion {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // CHECK: {{%.+}} = bitcast %arg0 : tile<8xf32> -> tile<8xi32>{{$}}
    %bc0 = bitcast %x : tile<8xf32> -> tile<8xi32>
    // CHECK: {{%.+}} = bitcast %arg4 : tile<8xi8> -> tile<8xf8E5M2>{{$}}
    %bc1 = bitcast %c : tile<8xi8> -> tile<8xf8E5M2>
    // CHECK: {{%.+}} = bitcast %arg1 : tile<8xf16> -> tile<8xbf16>{{$}}
    %bc2 = bitcast %h : tile<8xf16> -> tile<8xbf16>
    // CHECK: {{%.+}} = bitcast %arg11 : tile<8xtf32> -> tile<8xtf32>{{$}}
    %bc3 = bitcast %t : tile<8xtf32> -> tile<8xtf32>
    // CHECK: {{%.+}} = bitcast %arg12 : tile<8xf8E8M0FNU> -> tile<8xf8E4M3FN>{{$}}
    %bc4 = bitcast %e8 : tile<8xf8E8M0FNU> -> tile<8xf8E4M3FN>
    // CHECK: {{%.+}} = bitcast %arg2 : tile<8xf64> -> tile<8xi64>{{$}}
    %bc5 = bitcast %d : tile<8xf64> -> tile<8xi64>
    // CHECK: {{%.+}} = bitcast %arg3 : tile<8xi1> -> tile<8xi1>{{$}}
    %bc6 = bitcast %b : tile<8xi1> -> tile<8xi1>
    // CHECK: {{%.+}} = exti %arg3 unsigned : tile<8xi1> -> tile<8xi32>{{$}}
    %ex0 = exti %b unsigned : tile<8xi1> -> tile<8xi32>
    // CHECK: {{%.+}} = exti %arg4 signed : tile<8xi8> -> tile<8xi64>{{$}}
    %ex1 = exti %c signed : tile<8xi8> -> tile<8xi64>
    // CHECK: {{%.+}} = exti %arg7 signed : tile<8xi4> -> tile<8xi16>{{$}}
    %ex2 = exti %n4 signed : tile<8xi4> -> tile<8xi16>
    // CHECK: {{%.+}} = exti %arg3 unsigned : tile<8xi1> -> tile<8xi4>{{$}}
    %ex3 = exti %b unsigned : tile<8xi1> -> tile<8xi4>
    // CHECK: {{%.+}} = trunci %arg6 : tile<8xi64> -> tile<8xi32>{{$}}
    %tr0 = trunci %q : tile<8xi64> -> tile<8xi32>
    // CHECK: {{%.+}} = trunci %arg5 overflow<no_unsigned_wrap> : tile<8xi32> -> tile<8xi8>{{$}}
    %tr1 = trunci %i overflow<no_unsigned_wrap> : tile<8xi32> -> tile<8xi8>
    // CHECK: {{%.+}} = trunci %arg4 : tile<8xi8> -> tile<8xi4>{{$}}
    %tr2 = trunci %c : tile<8xi8> -> tile<8xi4>
    // CHECK: {{%.+}} = trunci %arg7 overflow<no_wrap> : tile<8xi4> -> tile<8xi1>{{$}}
    %tr3 = trunci %n4 overflow<no_wrap> : tile<8xi4> -> tile<8xi1>
    // CHECK: {{%.+}} = ftof %arg0  : tile<8xf32> -> tile<8xf64>{{$}}
    %ff0 = ftof %x : tile<8xf32> -> tile<8xf64>
    // CHECK: {{%.+}} = ftof %arg0  : tile<8xf32> -> tile<8xtf32>{{$}}
    %ff1 = ftof %x rounding<nearest_even> : tile<8xf32> -> tile<8xtf32>
    // CHECK: {{%.+}} = ftof %arg1  : tile<8xf16> -> tile<8xf8E4M3FN>{{$}}
    %ff2 = ftof %h : tile<8xf16> -> tile<8xf8E4M3FN>
    // CHECK: {{%.+}} = ftof %arg0 rounding<positive_inf> : tile<8xf32> -> tile<8xf8E8M0FNU>{{$}}
    %ff3 = ftof %x rounding<positive_inf> : tile<8xf32> -> tile<8xf8E8M0FNU>
    // CHECK: {{%.+}} = ftof %arg0 rounding<zero> : tile<8xf32> -> tile<8xf8E8M0FNU>{{$}}
    %ff4 = ftof %x rounding<zero> : tile<8xf32> -> tile<8xf8E8M0FNU>
    // CHECK: {{%.+}} = ftof %arg0  : tile<8xf32> -> tile<8xf4E2M1FN>{{$}}
    %ff5 = ftof %x : tile<8xf32> -> tile<8xf4E2M1FN>
    // CHECK: {{%.+}} = ftof %arg14  : tile<8xf4E2M1FN> -> tile<8xtf32>{{$}}
    %ff6 = ftof %e4 : tile<8xf4E2M1FN> -> tile<8xtf32>
    // CHECK: {{%.+}} = ftof %arg12  : tile<8xf8E8M0FNU> -> tile<8xf8E5M2>{{$}}
    %ff7 = ftof %e8 : tile<8xf8E8M0FNU> -> tile<8xf8E5M2>
    // CHECK: {{%.+}} = ftoi %arg0 signed  : tile<8xf32> -> tile<8xi32>{{$}}
    %fi0 = ftoi %x signed : tile<8xf32> -> tile<8xi32>
    // CHECK: {{%.+}} = ftoi %arg1 unsigned  : tile<8xf16> -> tile<8xi8>{{$}}
    %fi1 = ftoi %h unsigned rounding<nearest_int_to_zero> : tile<8xf16> -> tile<8xi8>
    // CHECK: {{%.+}} = ftoi %arg14 signed  : tile<8xf4E2M1FN> -> tile<8xi1>{{$}}
    %fi2 = ftoi %e4 signed : tile<8xf4E2M1FN> -> tile<8xi1>
    // CHECK: {{%.+}} = ftoi %arg0 signed  saturating : tile<8xf32> -> tile<8xi8>{{$}}
    %fi3 = ftoi %x signed saturating : tile<8xf32> -> tile<8xi8>
    // CHECK: {{%.+}} = itof %arg5 signed  : tile<8xi32> -> tile<8xf32>{{$}}
    %if0 = itof %i signed : tile<8xi32> -> tile<8xf32>
    // CHECK: {{%.+}} = itof %arg3 unsigned  : tile<8xi1> -> tile<8xf16>{{$}}
    %if1 = itof %b unsigned : tile<8xi1> -> tile<8xf16>
    // CHECK: {{%.+}} = itof %arg4 signed  : tile<8xi8> -> tile<8xf8E5M2>{{$}}
    %if2 = itof %c signed rounding<nearest_even> : tile<8xi8> -> tile<8xf8E5M2>
    // CHECK: {{%.+}} = ptr_to_int %arg8 : tile<ptr<f32>> -> tile<i64>{{$}}
    %pi0 = ptr_to_int %pf : tile<ptr<f32>> -> tile<i64>
    // CHECK: {{%.+}} = int_to_ptr %arg9 : tile<i64> -> tile<ptr<f16>>{{$}}
    %ip0 = int_to_ptr %m : tile<i64> -> tile<ptr<f16>>
    // CHECK: {{%.+}} = ptr_to_ptr %arg8 : tile<ptr<f32>> -> tile<ptr<i8>>{{$}}
    %pp0 = ptr_to_ptr %pf : tile<ptr<f32>> -> tile<ptr<i8>>
    // CHECK: {{%.+}} = ptr_to_ptr %arg8 : tile<ptr<f32>> -> tile<ptr<f32>>{{$}}
    %pp1 = ptr_to_ptr %pf : tile<ptr<f32>> -> tile<ptr<f32>>
    // CHECK: {{%.+}} = ftof %arg0  : tile<8xf32> -> tile<8xf16>{{$}}
    %g0 = "cuda_tile.ftof"(%x) : (!cuda_tile.tile<8xf32>) -> !cuda_tile.tile<8xf16>
    // CHECK: {{%.+}} = trunci %arg6 : tile<8xi64> -> tile<8xi8>{{$}}
    %g1 = "cuda_tile.trunci"(%q) : (!cuda_tile.tile<8xi64>) -> !cuda_tile.tile<8xi8>
    return
  }
}
