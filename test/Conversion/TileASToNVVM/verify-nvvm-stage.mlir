// RUN: tessera-opt %s --split-input-file --verify-nvvm-stage --verify-diagnostics

// What the code generator takes, and one of each thing it does not.

llvm.func @good() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  nvvm.barrier0
  llvm.return
}
llvm.mlir.global internal constant @bytes("abc")

// -----

// expected-error @+1 {{expected three extents of the block as nvvm.reqntid of a kernel}}
llvm.func @threads() attributes {nvvm.kernel} {
  llvm.return
}

// -----

llvm.func @left(%a: i32) {
  // expected-error @+1 {{expected an op of llvm or nvvm at the nvvm level}}
  %0 = arith.addi %a, %a : i32
  llvm.return
}

// -----

// expected-error @+1 {{expected llvm.func or llvm.mlir.global directly in the module}}
nv_tileaa.func @kernel() {
  nv_tileaa.return
}
