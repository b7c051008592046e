// Functions: several in order, all kinds of parameters, names of any bytes.
// RUN: tessera asm %s -o %t.bc --version 13.1
// RUN: tessera disasm %t.bc -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tessera asm %t.mlir -o %t.again --version 13.1
// RUN: cmp %t.bc %t.again
// RUN: tessera disasm --dump %t.bc | FileCheck %s --check-prefix=DUMP
// Names, signatures and bodies of their own; value numbers restart in each.
// DUMP: number of functions (4)
// DUMP: symbol name ({{[0-9]+}}) ("first")
// DUMP: function flags (2)
// DUMP: location list + 1 (0)
// DUMP: -- defines %2
// DUMP: symbol name ({{[0-9]+}}) ("second")
// DUMP: -- defines %2
// DUMP-NOT: not read

cuda_tile.module @kernels {
  // CHECK: entry @first(%{{.*}}: tile<i32>, %{{.*}}: tile<f64>) {
  entry @first(%a: tile<i32>, %b: tile<f64>) {
    // CHECK: negi
    %0 = negi %a : tile<i32>
    return
  }
  // CHECK: entry @second(%{{.*}}: tile<ptr<bf16>>, %{{.*}}: tile<i1>) {
  entry @second(%p: tile<ptr<bf16>>, %c: tile<i1>) {
    // CHECK: ptr_to_int
    %0 = ptr_to_int %p : tile<ptr<bf16>> -> tile<i64>
    return
  }
  // CHECK: entry @no_parameters() {
  entry @no_parameters() {
    return
  }
  // CHECK: entry @"odd name \C3\A9"
  entry @"odd name \C3\A9"() {
    return
  }
}
