// Fields that versions store or not, with values that all of them can hold: negi, tanh,
// exp, for, mmaf, print_tko, a global and a padded view. The text is the same again
// from every version; what is in the bytes is not.
// RUN: tessera asm %s -o %t.1 --version 13.1 && tessera disasm %t.1 | FileCheck %s
// RUN: tessera asm %s -o %t.2 --version 13.2 && tessera disasm %t.2 | FileCheck %s
// RUN: tessera asm %s -o %t.3 --version 13.3 && tessera disasm %t.3 | FileCheck %s
// RUN: tessera asm %s -o %t.4 --version 13.4 && tessera disasm %t.4 | FileCheck %s
// RUN: tessera disasm --dump %t.1 | FileCheck %s --check-prefixes=DUMP,V1
// RUN: tessera disasm --dump %t.2 | FileCheck %s --check-prefixes=DUMP,V2
// RUN: tessera disasm --dump %t.3 | FileCheck %s --check-prefixes=DUMP,V3
// RUN: tessera disasm --dump %t.4 | FileCheck %s --check-prefixes=DUMP,V4
//
// DUMP: minor version ([[#]])
//
// V1: symbol name ({{[0-9]+}}) ("g")
// V1-NOT: visibility
// V2: symbol name ({{[0-9]+}}) ("g")
// V2-NOT: visibility
// V3: symbol name ({{[0-9]+}}) ("g")
// V3: visibility (0)
// V3-NEXT: the constant flag of a global (0)
//
// V1: (negi)
// V1-NEXT: result type
// V1-NEXT: operand
// V1: (tanh)
// V1-NEXT: result type
// V1-NEXT: operand
// V1: (exp)
// V1-NEXT: result type
// V1-NEXT: operand
// V1: (for)
// V1-NEXT: number of results
// V1-NEXT: number of operands
// V1: (print_tko)
// V1-NEXT: number of results (0)
// V1-NEXT: str
// V1: (mmaf)
// V1-NEXT: result type
// V1-NEXT: operand
// V2: (negi)
// V2-NEXT: result type
// V2-NEXT: overflow (0)
// V2: (tanh)
// V2-NEXT: result type
// V2-NEXT: rounding_mode (5)
// V2: (exp)
// V2-NEXT: result type
// V2-NEXT: operand
// V2: (for)
// V2-NEXT: number of results (0)
// V2-NEXT: flags (0)
// V2: (print_tko)
// V2-NEXT: number of results (1)
// V2-NEXT: result type
// V2-NEXT: flags (0)
// V2: (mmaf)
// V2-NEXT: result type
// V2-NEXT: operand
// V3: (exp)
// V3-NEXT: result type
// V3-NEXT: rounding_mode (5)
// V3: (mmaf)
// V3-NEXT: result type
// V3-NEXT: flags (0)
// V3: (ftoi)
// V3-NEXT: result type
// V3-NEXT: signedness
// V3: (load_view_tko)
// V3-NOT: inbounds
// V3: (return)
// V4: (ftoi)
// V4-NEXT: result type
// V4-NEXT: flags (0)
// V4: (load_view_tko)
// V4: number of inbounds (1)
// V4-NEXT: inbounds (0)
// V4: (return)
//
// Types of a pointer, a tensor view and a partition view come last.
// V1-NOT: optional-field bits
// V1: type tag (15)
// V1: the padding presence byte (1)
// V1-NEXT: padding value (2)
// V2-NOT: optional-field bits
// V2: type tag (15)
// V2: the padding presence byte (1)
// V2-NEXT: padding value (2)
// V3-NOT: optional-field bits
// V3: type tag (15)
// V3-NEXT: optional-field bits (1)
// V4: type tag (12)
// V4-NEXT: optional-field bits (0)
// V4: type tag (14)
// V4-NEXT: optional-field bits (0)
// V4: type tag (15)
// V4-NEXT: optional-field bits (1)
// DUMP-NOT: not read

cuda_tile.module @kernels {
  // CHECK: global @g alignment = 8 <i32: 3> : tile<1xi32>
  global @g alignment = 8 <i32: 3> : tile<1xi32>
  entry @k(%x: tile<f32>, %i: tile<i32>, %p: tile<ptr<f32>>) {
    // CHECK: negi %{{[a-z0-9]+}} : tile<i32>
    %0 = negi %i : tile<i32>
    // CHECK: tanh %{{[a-z0-9]+}} : tile<f32>
    %1 = tanh %x : tile<f32>
    // CHECK: exp %{{[a-z0-9]+}} : tile<f32>
    %2 = exp %1 : tile<f32>
    // CHECK: for %
    for %j in (%i to %0, step %i) : tile<i32> {
      // CHECK: print_tko "x" -> token
      %t = print_tko "x" -> token
      // The number of this value depends on the version.
      %q = addi %j, %j : tile<i32>
      %s = addi %q, %q : tile<i32>
    }
    %a = constant <f32: 1.0> : tile<4x4xf32>
    // CHECK: mmaf %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tile<4x4xf32>
    %m = mmaf %a, %a, %a : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
    // CHECK: ftoi %{{[a-z0-9]+}} signed : tile<f32> -> tile<i32>
    %f = ftoi %x signed : tile<f32> -> tile<i32>
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // CHECK: partition_view<tile=(8), padding_value = nan, tensor_view<64xf32, strides=[1]>>
    %v = make_partition_view %tv : partition_view<tile=(8), padding_value = nan, tensor_view<64xf32, strides=[1]>>
    // CHECK: load_view_tko weak %{{[a-z0-9_]+}}[%{{[a-z0-9]+}}] : partition_view
    %l, %u = load_view_tko weak %v[%i] : partition_view<tile=(8), padding_value = nan, tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    return
  }
}
