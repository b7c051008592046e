// Globals: alignment, visibility, constant flag, shared data, names in get_global.
// RUN: tessera asm %s -o %t.bc --version 13.3
// RUN: tessera disasm %t.bc -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tessera asm %t.mlir -o %t.again --version 13.3
// RUN: cmp %t.bc %t.again
// RUN: tessera disasm --dump %t.bc | FileCheck %s --check-prefix=DUMP
// DUMP: number of globals (4)
// DUMP: symbol name ({{[0-9]+}}) ("shown")
// DUMP: visibility (0)
// DUMP: symbol name ({{[0-9]+}}) ("hidden")
// DUMP: alignment (256)
// DUMP: visibility (1)
// DUMP: the constant flag of a global (1)
//
// Globals come first, whatever the order in the text.

cuda_tile.module @kernels {
  // CHECK: global @shown <f32: [1.000000e+00, 2.000000e+00]> : tile<2xf32>
  global @shown <f32: [1.0, 2.0]> : tile<2xf32>
  entry @k() {
    %0 = get_global @hidden : tile<ptr<i64>>
    %1 = get_global @flags : tile<ptr<i1>>
    return
  }
  // CHECK: global private constant @hidden alignment = 256 <i64: 7> : tile<4xi64>
  global private constant @hidden alignment = 256 <i64: 7> : tile<4xi64>
  // CHECK: global private @flags <i1: [true, false, true, true]> : tile<4xi1>
  global private @flags <i1: [true, false, true, true]> : tile<4xi1>
  // CHECK: global constant @small <i8: -1> : tile<1xi8>
  global constant @small <i8: -1> : tile<1xi8>
  // CHECK: get_global @hidden : tile<ptr<i64>>
  // CHECK: get_global @flags : tile<ptr<i1>>
}
