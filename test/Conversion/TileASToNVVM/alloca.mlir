// Temporary memory of a tile block is shared memory, one array for each alloca.
//
// RUN: tessera-opt %s --tileaa-plan-kernel=num-warps=4 --tileas-insert-barriers --convert-tileas-to-nvvm --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: llvm.mlir.global internal @__tessera_alloca0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<8 x i8>
// CHECK: llvm.mlir.global internal @__tessera_alloca() {addr_space = 3 : i32, alignment = 256 : i64} : !llvm.array<192 x i8>
// CHECK-LABEL: llvm.func @two
// CHECK: %[[A:.*]] = llvm.mlir.addressof @__tessera_alloca : !llvm.ptr<3>
// CHECK: llvm.addrspacecast %[[A]] : !llvm.ptr<3> to !llvm.ptr
// CHECK: llvm.mlir.addressof @__tessera_alloca0 : !llvm.ptr<3>
nv_tileaa.func @two(%out: !nv_tileaa.ptr<i64>) attributes {kernel} {
  %a = nv_tileaa.alloca num_elem = 48, alignment = 256 : !nv_tileaa.ptr<f32>
  %b = nv_tileaa.alloca num_elem = 1, alignment = 8 : !nv_tileaa.ptr<i64>
  %i = nv_tileaa.ptr_to_int %a : !nv_tileaa.ptr<f32> -> i64
  %j = nv_tileaa.ptr_to_int %b : !nv_tileaa.ptr<i64> -> i64
  nv_tileaa.return
}

// -----

// The iterations share the memory; a barrier keeps them apart.
// CHECK-LABEL: llvm.func @repeated
// CHECK: ^[[BODY:.*]]({{.*}}):
// CHECK: nvvm.barrier0
// CHECK-NEXT: llvm.mlir.addressof @__tessera_alloca
nv_tileaa.func @repeated(%n: i32, %x: f32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %a = nv_tileaa.alloca num_elem = 4, alignment = 4 : !nv_tileaa.ptr<f32>
    nv_tileas.store weak %a, %x : !nv_tileaa.ptr<f32>, f32
  }
  nv_tileaa.return
}
